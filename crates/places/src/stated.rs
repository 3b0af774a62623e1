//! Dates and times as written, before the place is known.

use std::fmt;

use calendar::Calendar;

use crate::date::{CivilDate, DateError};
use crate::offset::Offset;

/// A time of day on a 24-hour clock, in microseconds since midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime {
    microseconds: i64,
}

/// A parsed `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`, with seconds, a fraction and an offset where they
/// are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedDateTime {
    /// The day.
    pub date: CivilDate,
    /// The clock time; `None` when the time of birth is unknown.
    pub time: Option<ClockTime>,
    /// The offset of that clock from UTC, if it was written.
    pub offset: Option<Offset>,
}

/// Why a text is not a date and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatedError {
    /// It does not have the expected form.
    Form(String),
    /// 24:00 is midnight at the end of a day: the 00:00 of the next one.
    HourTwentyFour,
    /// Civil clocks of births do not show a sixtieth second. Leap seconds of UTC are not supported.
    LeapSecond,
    /// The hour is not from 0 to 23.
    Hour(u8),
    /// The minute is not from 0 to 59.
    Minute(u8),
    /// The second is not from 0 to 59.
    Second(u8),
    /// The offset is more than 18 hours.
    Offset(String),
    /// There is an offset without a time of day.
    OffsetWithoutTime,
    /// The day does not exist, or needs an explicit calendar.
    Date(DateError),
}

impl ClockTime {
    /// 00:00.
    pub const MIDNIGHT: Self = Self { microseconds: 0 };

    /// Creates a time from hour, minute and second.
    ///
    /// # Errors
    ///
    /// A value is out of range.
    pub fn new(hour: u8, minute: u8, second: u8) -> Result<Self, StatedError> {
        match (hour, minute, second) {
            (24, 0, 0) => return Err(StatedError::HourTwentyFour),
            (24.., _, _) => return Err(StatedError::Hour(hour)),
            (_, 60.., _) => return Err(StatedError::Minute(minute)),
            (_, _, 60) => return Err(StatedError::LeapSecond),
            (_, _, 61..) => return Err(StatedError::Second(second)),
            _ => {}
        }
        let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
        Ok(Self {
            microseconds: seconds * 1_000_000,
        })
    }

    /// Returns the microseconds since midnight.
    pub fn microseconds(self) -> i64 {
        self.microseconds
    }
}

impl ParsedDateTime {
    /// Parses a date with or without a time. The calendar applies to the date as in
    /// [`CivilDate::new`]. A fraction of a second may have up to nine digits. Digits below a
    /// microsecond are dropped.
    ///
    /// # Errors
    ///
    /// [`StatedError`] if the text does not have the form, or names a time or day that does not
    /// exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{ClockTime, Offset, ParsedDateTime, StatedError};
    ///
    /// let birth = ParsedDateTime::parse("1990-06-15T14:30+02:00", None)?;
    /// assert_eq!(birth.date.to_string(), "1990-06-15");
    /// assert_eq!(birth.time, Some(ClockTime::new(14, 30, 0)?));
    /// assert_eq!(birth.offset, Some(Offset::from_seconds(7200)));
    ///
    /// // The time of birth may be unknown.
    /// assert_eq!(ParsedDateTime::parse("1990-06-15", None)?.time, None);
    /// assert_eq!(ParsedDateTime::parse("1990-06-15T24:00", None), Err(StatedError::HourTwentyFour));
    /// # Ok::<(), StatedError>(())
    /// ```
    pub fn parse(text: &str, calendar: Option<Calendar>) -> Result<Self, StatedError> {
        let form = || StatedError::Form(text.to_owned());
        let mut reader = Reader(text.as_bytes());
        let year = reader.digits(4).ok_or_else(form)?;
        let month = reader.after(b'-', 2).ok_or_else(form)?;
        let day = reader.after(b'-', 2).ok_or_else(form)?;
        let date = CivilDate::new(
            i32::try_from(year).map_err(|_| form())?,
            u8::try_from(month).map_err(|_| form())?,
            u8::try_from(day).map_err(|_| form())?,
            calendar,
        );
        let (mut time, mut offset) = (None, None);
        if reader.skip(b'T') {
            time = Some(reader.clock().ok_or_else(form)??);
            offset = reader.offset().ok_or_else(form)?;
        } else if !reader.0.is_empty() && matches!(reader.0[0], b'Z' | b'+') {
            return Err(StatedError::OffsetWithoutTime);
        }
        if !reader.0.is_empty() {
            return Err(form());
        }
        let offset = offset
            .transpose()
            .map_err(|()| StatedError::Offset(text.to_owned()))?;
        Ok(Self {
            date: date.map_err(StatedError::Date)?,
            time,
            offset,
        })
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn skip(&mut self, byte: u8) -> bool {
        let is_it = self.0.first() == Some(&byte);
        if is_it {
            self.0 = &self.0[1..];
        }
        is_it
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        self.0 = rest;
        Some(
            digits
                .iter()
                .fold(0, |sum, it| sum * 10 + u32::from(it - b'0')),
        )
    }

    fn after(&mut self, byte: u8, count: usize) -> Option<u32> {
        if self.skip(byte) {
            self.digits(count)
        } else {
            None
        }
    }

    fn two(&mut self) -> Option<u8> {
        u8::try_from(self.digits(2)?).ok()
    }

    /// Parses `HH:mm`, `HH:mm:ss` or `HH:mm:ss.ffffff`. Returns `None` for another form.
    fn clock(&mut self) -> Option<Result<ClockTime, StatedError>> {
        let hour = self.two()?;
        let minute = if self.skip(b':') {
            self.two()?
        } else {
            return None;
        };
        let has_seconds = self.skip(b':');
        let second = if has_seconds { self.two()? } else { 0 };
        let mut fraction_us = 0;
        // A fraction after the minute would be one of a minute, which nobody means.
        if has_seconds && (self.skip(b'.') || self.skip(b',')) {
            let count = self.0.iter().take_while(|it| it.is_ascii_digit()).count();
            if !(1..=9).contains(&count) {
                return None;
            }
            let digits = i64::from(self.digits(count)?);
            let exponent = u32::try_from(count).ok()?;
            fraction_us = digits * 10_i64.pow(9 - exponent) / 1000;
        }
        let clock = ClockTime::new(hour, minute, second);
        Some(clock.map(|it| ClockTime {
            microseconds: it.microseconds + fraction_us,
        }))
    }

    /// Parses `Z`, `+HH:mm`, `-HH:mm:ss`, or nothing. The inner error is an offset out of range.
    #[expect(clippy::option_option, reason = "no offset is not the same as no form")]
    fn offset(&mut self) -> Option<Option<Result<Offset, ()>>> {
        if self.0.is_empty() {
            return Some(None);
        }
        if self.skip(b'Z') {
            return Some(Some(Ok(Offset::UTC)));
        }
        let sign = if self.skip(b'-') { -1 } else { 1 };
        if sign == 1 && !self.skip(b'+') {
            return None;
        }
        let hour = i64::from(self.digits(2)?);
        let minute = i64::from(self.after(b':', 2)?);
        let second = if self.skip(b':') {
            i64::from(self.digits(2)?)
        } else {
            0
        };
        let seconds = hour * 3600 + minute * 60 + second;
        let is_possible = minute < 60 && second < 60 && seconds <= 18 * 3600;
        Some(Some(
            is_possible
                .then(|| Offset::from_seconds(sign * seconds))
                .ok_or(()),
        ))
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, fraction) = (self.microseconds / 1_000_000, self.microseconds % 1_000_000);
        write!(
            formatter,
            "{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )?;
        if fraction == 0 {
            return Ok(());
        }
        let digits = format!("{fraction:06}");
        write!(formatter, ".{}", digits.trim_end_matches('0'))
    }
}

impl fmt::Display for StatedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => {
                write!(
                    formatter,
                    "`{text}` is not a valid date and time. Use `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm[:ss][offset]`."
                )?;
                // A plus sign in a query string means a space.
                if text.contains(' ') {
                    let hint = " In a query string, encode + as %2B and do not use spaces.";
                    write!(formatter, "{hint}")?;
                }
                Ok(())
            }
            Self::HourTwentyFour => {
                write!(formatter, "24:00 is not valid. Use 00:00 of the next day.")
            }
            Self::LeapSecond => write!(
                formatter,
                "Second 60 is not valid. Use 59, or 00 of the next minute."
            ),
            Self::Hour(it) => write!(formatter, "The hour must be between 00 and 23, got {it}."),
            Self::Minute(it) => {
                write!(formatter, "The minute must be between 00 and 59, got {it}.")
            }
            Self::Second(it) => {
                write!(formatter, "The second must be between 00 and 59, got {it}.")
            }
            Self::Offset(it) => {
                write!(
                    formatter,
                    "The offset of `{it}` must be between -18:00 and +18:00."
                )
            }
            Self::OffsetWithoutTime => {
                write!(
                    formatter,
                    "An offset requires a time of day. A date without a time is a local day."
                )
            }
            Self::Date(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for StatedError {}

impl From<DateError> for StatedError {
    fn from(error: DateError) -> Self {
        Self::Date(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read() {
        let read = |text: &str| {
            let it = ParsedDateTime::parse(text, None).unwrap();
            let offset = it.offset.map(|it| it.to_string());
            (
                it.date.to_string(),
                it.time.map(|it| it.to_string()),
                offset,
            )
        };
        let some = |it: &str| Some(it.to_owned());
        assert_eq!(read("1930-06-01"), ("1930-06-01".to_owned(), None, None));
        let (_, time, offset) = read("1930-06-01T12:00");
        assert_eq!((time, offset), (some("12:00:00"), None));
        let (_, time, offset) = read("1930-06-01T12:00:05.250000999Z");
        assert_eq!((time, offset), (some("12:00:05.25"), some("+00:00")));
        let (_, _, offset) = read("1930-06-01T12:00-04:56:02");
        assert_eq!(offset, some("-04:56:02"));
    }

    #[test]
    fn what_no_clock_shows_is_refused_by_name() {
        let refused = |text: &str| ParsedDateTime::parse(text, None).unwrap_err();
        assert_eq!(refused("2000-01-01T24:00"), StatedError::HourTwentyFour);
        assert_eq!(refused("2016-12-31T23:59:60"), StatedError::LeapSecond);
        assert_eq!(refused("2000-01-01T25:00"), StatedError::Hour(25));
        assert_eq!(refused("2000-01-01T12:60"), StatedError::Minute(60));
        assert_eq!(
            refused("0000-01-01T12:00"),
            StatedError::Date(DateError::Year(0))
        );
        assert_eq!(refused("2000-01-01Z"), StatedError::OffsetWithoutTime);
        assert!(matches!(
            refused("2000-01-01T12:00+19:00"),
            StatedError::Offset(_)
        ));
        for text in [
            "",
            "2000",
            "2000-1-1",
            "2000-01-01T",
            "2000-01-01T12",
            "2000-01-01T12:00 02:00",
            "2000-01-01t12:00",
            "2000-01-01T12:00:00.",
            "2000-01-01T12:00.5",
            "2000-01-01T12:00+2",
            "２０００-01-01",
            "2000-01-01T12:00ZZ",
        ] {
            assert!(matches!(refused(text), StatedError::Form(_)), "{text}");
        }
        assert!(
            refused("2000-01-01T12:00 02:00")
                .to_string()
                .contains("%2B")
        );
    }
}
