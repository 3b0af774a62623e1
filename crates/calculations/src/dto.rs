//! Wire types of requests and responses. The libraries do not know them.

pub mod aspect;
pub mod birth;
pub mod chart;
pub mod closed_sets;
pub mod colour;
pub mod degrees;
pub mod field_path;
pub mod id;
pub mod instant;
pub mod language;
pub mod location;
pub mod meta;
pub mod moment;
pub mod options;
pub mod point;
pub mod requested_point;
pub mod span;
pub mod step;
mod tables;
pub mod wording;
pub mod words;

use http_api::input::TextFormat;

/// The text formats of calculations.
pub const FORMATS: &[TextFormat] = &[
    TextFormat::of::<step::Step>(),
    TextFormat {
        name: colour::FORMAT,
        pattern: Some(colour::PATTERN),
        longest: None,
        check: colour::check,
    },
    TextFormat {
        name: moment::DATE_TIME_FORMAT,
        pattern: Some(moment::DATE_TIME_PATTERN),
        longest: None,
        check: moment::check_date_time,
    },
    field_path::FORMAT,
];
