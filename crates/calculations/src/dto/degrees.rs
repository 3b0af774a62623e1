//! Angles and other measured values in responses, rounded to their precision.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A number in a response, with nine decimals: for degrees 3.6 microarcseconds, a thirtieth of the
/// ephemeris's precision. JSON writes NaN (a defect) as null.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded(pub f64);

impl Rounded {
    /// The value as written.
    pub fn value(self) -> f64 {
        const SCALE: f64 = 1e9;
        let rounded = (self.0 * SCALE).round() / SCALE;
        // Minus zero looks like a mistake.
        if rounded == 0.0 { 0.0 } else { rounded }
    }
}

impl From<f64> for Rounded {
    fn from(value: f64) -> Self {
        Self(value)
    }
}

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

impl JsonSchema for Rounded {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// Degrees, minutes and seconds of a value, each truncated and never rounded up: a point at
/// 29°59'59.9" is not yet in the next sign.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "degrees of a circle in seconds fit 32 bits and are not negative"
)]
pub fn dms(degrees: f64) -> [u16; 3] {
    // Keeps a computed 29.999999999999996 from losing a whole minute.
    let seconds = (Rounded(degrees).value() * 3600.0 + 1e-7).floor() as u32;
    let part = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
    [
        part(seconds / 3600),
        part(seconds / 60 % 60),
        part(seconds % 60),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_degree_are_cut_off() {
        assert_eq!(dms(0.0), [0, 0, 0]);
        assert_eq!(dms(29.999_999), [29, 59, 59]);
        assert_eq!(dms(12.5), [12, 30, 0]);
        assert_eq!(dms(10.0 + 1.0 / 60.0), [10, 1, 0]);
        assert_eq!(dms(359.999_999_9), [359, 59, 59]);
    }

    #[test]
    fn numbers_are_written_with_nine_decimals() {
        let text = |value| serde_json::to_string(&Rounded(value)).unwrap();
        assert_eq!(text(1.0 / 3.0), "0.333333333");
        assert_eq!(text(-1e-12), "0.0");
        assert_eq!(text(123.456_789_012_3), "123.456789012");
    }
}
