//! The time between the rows of a table.

use serde::{Serialize, Serializer};

use crate::wire::Textual;

/// The time between two rows, as it was written and in days.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    written: String,
    pub(crate) days: f64,
}

impl Textual for Step {
    const FORMAT: &'static str = "step";
    const PATTERN: Option<&'static str> = Some(r"^[1-9][0-9]{0,6}[mhd]$");
    const LONGEST: Option<usize> = None;

    fn read(text: &str) -> Result<Self, String> {
        let days = || {
            let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
            let minutes = match unit {
                "m" => 1.0,
                "h" => 60.0,
                "d" => 1_440.0,
                _ => return None,
            };
            // The digits alone: Rust's own reader takes a plus sign and leading zeros, too.
            let plain = number.len() <= 7 && number.bytes().all(|it| it.is_ascii_digit());
            let number: u32 = number.parse().ok()?;
            (plain && !text.starts_with('0')).then(|| f64::from(number) * minutes / 1_440.0)
        };
        let days = days().ok_or_else(|| format!("`{text}` is no step: write 15m, 6h or 1d"))?;
        let written = text.to_owned();
        Ok(Self { written, days })
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
        let days = |text| Step::read(text).map(|it| it.days).ok();
        assert_eq!(days("1d"), Some(1.0));
        assert_eq!(days("6h"), Some(0.25));
        assert_eq!(days("36m"), Some(0.025));
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
            assert_eq!(days(wrong), None, "{wrong}");
        }
    }
}
