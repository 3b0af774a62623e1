//! Wire types of requests and responses. The libraries do not know them.

pub mod aspect;
pub mod ayanamsha;
pub mod birth;
pub mod chart;
pub mod clock_reading;
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
pub(crate) mod reading;
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
    TextFormat {
        name: DATE_FORMAT,
        pattern: Some(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        longest: None,
        check: check_date,
    },
    field_path::FORMAT,
];

/// The name of the text format of dates without a time.
pub const DATE_FORMAT: &str = "date";

/// Whether a text has the form of a date. Whether the day exists depends on the month.
fn check_date(text: &str) -> Result<(), String> {
    let is_digit = |(index, byte): (usize, u8)| match index {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if text.len() == 10 && text.bytes().enumerate().all(is_digit) {
        return Ok(());
    }
    Err("Expected a date such as 2026-11-18.".to_owned())
}
