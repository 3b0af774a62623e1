//! Wire types: what requests and answers look like. The libraries know nothing of them.

pub(crate) mod aspect;
pub(crate) mod birth;
pub(crate) mod chart;
pub(crate) mod colour;
pub(crate) mod degrees;
pub(crate) mod id;
pub(crate) mod instant;
pub(crate) mod language;
pub(crate) mod location;
pub(crate) mod meta;
pub(crate) mod moment;
pub(crate) mod options;
pub(crate) mod point;
pub(crate) mod span;
pub(crate) mod step;
mod tables;
pub(crate) mod words;

use http_api::input::Format;

/// The formats of calculations.
pub(crate) const FORMATS: &[Format] = &[
    Format::of::<step::Step>(),
    Format {
        name: colour::FORMAT,
        pattern: Some(colour::PATTERN),
        longest: None,
        check: colour::check,
    },
    Format {
        name: moment::DATE_TIME_FORMAT,
        pattern: Some(moment::DATE_TIME_PATTERN),
        longest: None,
        check: moment::check_date_time,
    },
];
