//! Instants on the command line: ISO 8601 in UTC.

use std::str::FromStr;

use ephemeris::{Calendar, CivilDateTime, Instant, Tt, Utc};

/// An instant as typed: `2024-01-01`, `2024-01-01T12:30`, `2024-01-01T12:30:15.5Z`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at: Instant<Tt>,
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let civil =
            parse(text).ok_or("expected a date like 2024-01-31, or 2024-01-31T12:00 in UTC")?;
        let utc: Instant<Utc> = civil
            .to_instant(Calendar::Gregorian)
            .map_err(|error| error.to_string())?;
        Ok(Self { at: utc.to_tt() })
    }
}

fn parse(text: &str) -> Option<CivilDateTime> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let (sign, date) = match date.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, date),
    };
    let mut fields = date.split('-');
    let year: i32 = fields.next()?.parse().ok()?;
    let (month, day) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let mut civil = CivilDateTime::date(sign * year, month, day);
    if fields.next().is_some() {
        return None;
    }
    if let Some(time) = time {
        let mut fields = time.split(':');
        civil.hour = fields.next()?.parse().ok()?;
        civil.minute = fields.next()?.parse().ok()?;
        civil.second = fields.next().map_or(Some(0.0), |it| it.parse().ok())?;
        if fields.next().is_some() {
            return None;
        }
    }
    Some(civil)
}

/// UTC with milliseconds, as ISO 8601.
pub(super) fn iso(at: Instant<Tt>) -> String {
    let CivilDateTime {
        year,
        month,
        day,
        hour,
        minute,
        second,
    } = CivilDateTime::rounded(at.to_utc(), Calendar::Gregorian, 0.001);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{year:+07}"),
    };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:06.3}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_comes_back() {
        for (text, expected) in [
            ("2024-01-31", "2024-01-31T00:00:00.000Z"),
            ("2024-01-31T12:30", "2024-01-31T12:30:00.000Z"),
            ("1850-06-01T01:02:03.25Z", "1850-06-01T01:02:03.250Z"),
            ("-0500-03-01", "-000500-03-01T00:00:00.000Z"),
            ("2016-12-31T23:59:60.5", "2016-12-31T23:59:60.500Z"),
        ] {
            let moment: Moment = text.parse().unwrap();
            assert_eq!(iso(moment.at), expected);
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2024",
            "2024-13-01",
            "2023-02-29",
            "2024-01-01T25:00",
            "2024-01-01T12:00:00:00",
            "x",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
