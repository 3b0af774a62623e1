//! Offsets of clocks from UTC.

use std::fmt;

/// An offset from UTC, positive to the east, in microseconds: the local mean time of a birthplace
/// is not a whole number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    microseconds: i64,
}

const SECOND_US: i64 = 1_000_000;

impl Offset {
    /// UTC itself.
    pub const UTC: Self = Self { microseconds: 0 };

    /// Creates an offset from seconds east.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self {
            microseconds: seconds * SECOND_US,
        }
    }

    /// Creates an offset from microseconds east.
    pub const fn from_microseconds(microseconds: i64) -> Self {
        Self { microseconds }
    }

    /// Returns the local mean time of a meridian: 240 seconds per degree, rounded to the nearest
    /// microsecond.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::Offset;
    ///
    /// assert_eq!(Offset::local_mean(15.0).to_string(), "+01:00");
    /// // Paris mean time was 9 minutes 21 seconds ahead of Greenwich.
    /// assert_eq!(Offset::local_mean(2.3375), Offset::from_seconds(9 * 60 + 21));
    /// ```
    pub fn local_mean(longitude_deg: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "at most a day in microseconds"
        )]
        let microseconds = (longitude_deg * 240e6).round() as i64;
        Self { microseconds }
    }

    /// Returns the microseconds east.
    pub const fn microseconds(self) -> i64 {
        self.microseconds
    }

    /// Returns the seconds east.
    pub fn seconds(self) -> f64 {
        self.microseconds as f64 / 1e6
    }

    /// Returns the same clock reading on the side of the date line that is nearer to `other`: a
    /// place at 179° W that kept the date of the east is twelve hours ahead, not behind.
    pub(crate) fn on_the_date_of(self, other: Self) -> Self {
        const DAY_US: i64 = 86_400 * SECOND_US;
        let difference = other.microseconds - self.microseconds;
        let days = (difference + DAY_US / 2).div_euclid(DAY_US);
        Self {
            microseconds: self.microseconds + days * DAY_US,
        }
    }
}

/// Formats as `+01:00`, `+01:19:32`, `-05:15:30.8`: seconds and their fraction only if they are not
/// zero.
impl fmt::Display for Offset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.microseconds < 0 { '-' } else { '+' };
        let all = self.microseconds.unsigned_abs();
        let (seconds, fraction) = (all / 1_000_000, all % 1_000_000);
        write!(
            formatter,
            "{sign}{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60
        )?;
        if seconds % 60 != 0 || fraction != 0 {
            write!(formatter, ":{:02}", seconds % 60)?;
        }
        if fraction != 0 {
            let digits = format!("{fraction:06}");
            write!(formatter, ".{}", digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(microseconds: i64, expected: &str) {
        assert_eq!(
            Offset::from_microseconds(microseconds).to_string(),
            expected
        );
    }

    #[test]
    fn seconds_are_written_where_there_are_any() {
        check(0, "+00:00");
        check(4_772_000_000, "+01:19:32");
        check(-18_930_720_000, "-05:15:30.72");
        check(19_800_000_000, "+05:30");
        check(-2_670_000_000, "-00:44:30");
    }

    #[test]
    fn a_clock_face_stays_on_the_other_side_of_the_date_line() {
        // Manila, 120.98° E, kept the date of Spanish America until the end of 1844.
        let manila = Offset::local_mean(120.98);
        let kept = manila.on_the_date_of(Offset::from_seconds(-57_232));
        assert_eq!(kept.microseconds() - manila.microseconds(), -86_400_000_000);
        assert_eq!(manila.on_the_date_of(Offset::from_seconds(29_168)), manila);
    }
}
