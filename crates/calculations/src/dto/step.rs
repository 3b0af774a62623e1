//! The time between the rows of a table.

use serde::{Serialize, Serializer};

use http_api::text::Textual;

/// The time between two rows, as it was written and in microseconds.
#[derive(Clone, Debug)]
pub struct Step {
    written: String,
    /// Microseconds.
    pub micros: i64,
}

impl Textual for Step {
    const FORMAT: &'static str = "step";
    const PATTERN: Option<&'static str> = Some(r"^[1-9][0-9]{0,6}[mhd]$");
    const LONGEST: Option<usize> = None;

    fn read(text: &str) -> Result<Self, String> {
        let micros = || {
            let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
            let minutes: i64 = match unit {
                "m" => 1,
                "h" => 60,
                "d" => 1_440,
                _ => return None,
            };
            // Only digits: Rust's parser also accepts a plus sign and leading zeros.
            let plain = number.len() <= 7 && number.bytes().all(|it| it.is_ascii_digit());
            let number: u32 = number.parse().ok()?;
            (plain && !text.starts_with('0')).then(|| i64::from(number) * minutes * 60_000_000)
        };
        let refused = || {
            let number = text.strip_suffix(['m', 'h', 'd']).unwrap_or_default();
            let is_zero = !number.is_empty() && number.bytes().all(|it| it == b'0');
            let what = if is_zero {
                "The step must be greater than zero.".to_owned()
            } else {
                format!("Invalid step `{text}`.")
            };
            format!("{what} Use a value such as `15m`, `6h` or `1d`.")
        };
        let micros = micros().ok_or_else(refused)?;
        let written = text.to_owned();
        Ok(Self { written, micros })
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_numbers_with_a_unit() {
        let minutes = |text| Step::read(text).map(|it| it.micros / 60_000_000).ok();
        assert_eq!(minutes("1d"), Some(1_440));
        assert_eq!(minutes("6h"), Some(360));
        assert_eq!(minutes("36m"), Some(36));
        for wrong in [
            "d",
            "0d",
            "01d",
            "+1d",
            "-1d",
            "1w",
            "1.5h",
            "1é",
            "12345678d",
            "",
        ] {
            assert_eq!(minutes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_step_of_zero_is_told_apart_from_another_format() {
        let zero = Step::read("0d").unwrap_err();
        assert!(
            zero.starts_with("The step must be greater than zero."),
            "{zero}"
        );
        let other = Step::read("1w").unwrap_err();
        assert!(other.starts_with("Invalid step `1w`."), "{other}");
    }
}
