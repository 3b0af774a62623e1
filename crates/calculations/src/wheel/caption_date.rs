//! Dates and times of captions, as people write them in the language of the image:
//! `15 June 1990, 14:30 (UTC+2)`.

use interpretation::titles::Titles;

use crate::word::DateWord;

/// Writes a date, with its time of day if it has one: `1990-06-15T14:30:00.000+02:00` is
/// `15 June 1990, 14:30`. Seconds are written unless they are 0, fractions never. A text in another
/// form remains what it is.
pub(super) fn date_time(titles: &Titles, text: &str) -> String {
    let (day, time) = text.split_once('T').unwrap_or((text, ""));
    let Some(date) = date(titles, day) else {
        return text.replace('T', " ");
    };
    // Without the offset: the clock time ends at its sign or at `Z`.
    let end = time.find(|it: char| !it.is_ascii_digit() && !":.".contains(it));
    let clock = &time[..end.unwrap_or(time.len())];
    let clock = clock.split('.').next().unwrap_or(clock);
    let clock = match clock.strip_suffix(":00") {
        Some(minutes) if minutes.contains(':') => minutes,
        _ => clock,
    };
    if clock.is_empty() {
        date
    } else {
        format!("{date}, {clock}")
    }
}

fn date(titles: &Titles, text: &str) -> Option<String> {
    let mut parts = text.rsplitn(3, '-');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let (day, month): (u8, usize) = (day.parse().ok()?, month.parse().ok()?);
    let year: i32 = year.parse().ok()?;
    let month = DateWord::MONTHS.get(month.checked_sub(1)?)?;
    let title = |word: DateWord| titles.title(word.id());
    let day = match day {
        1 => title(DateWord::First)?.to_owned(),
        later => later.to_string(),
    };
    let pattern = title(DateWord::Pattern)?;
    let text = pattern
        .replace("{day}", &day)
        .replace("{month}", title(*month)?)
        .replace("{year}", &year.to_string());
    Some(text)
}

/// Writes the offset of a clock from UTC: `+02:00` is `UTC+2`.
pub(super) fn offset(text: &str) -> String {
    let (sign, digits) = match text.split_at_checked(1) {
        Some(("+", digits)) => ("+", digits),
        Some(("-", digits)) => ("\u{2212}", digits),
        _ => return "UTC".to_owned(),
    };
    let digits = digits.split('.').next().unwrap_or(digits);
    let short = digits.strip_suffix(":00").unwrap_or(digits);
    let short = short.strip_prefix('0').unwrap_or(short);
    match short {
        "0" => "UTC".to_owned(),
        _ => format!("UTC{sign}{short}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_in_the_language() {
        // The long date forms of each language, as in CLDR.
        for (language, text, expected) in [
            ("en", "1990-06-15T14:30", "15 June 1990, 14:30"),
            ("en", "1990-06-15T14:30:00.000+02:00", "15 June 1990, 14:30"),
            ("en", "1990-06-15T14:30:05.5Z", "15 June 1990, 14:30:05"),
            ("en", "1990-06-15T00:00:00Z", "15 June 1990, 00:00"),
            ("en", "1990-06-15T14:30-05:00", "15 June 1990, 14:30"),
            ("en", "0079-08-24", "24 August 79"),
            ("en", "-000043-03-15", "15 March -43"),
            ("nl", "1990-06-15T14:30", "15 juni 1990, 14:30"),
            ("de", "1990-03-01", "1. März 1990"),
            ("fr", "1990-08-01", "1er août 1990"),
            ("es", "1990-12-31", "31 de diciembre de 1990"),
            ("pt", "1990-03-02", "2 de março de 1990"),
            ("it", "1990-05-01", "1º maggio 1990"),
            ("en", "yesterday", "yesterday"),
            ("en", "1990-13-01T10:00", "1990-13-01 10:00"),
        ] {
            let titles = Titles::of(language).unwrap();
            assert_eq!(date_time(titles, text), expected, "{language} {text}");
        }
    }

    #[test]
    fn offsets_are_as_short_as_they_can_be() {
        for (text, expected) in [
            ("+02:00", "UTC+2"),
            ("-03:30", "UTC\u{2212}3:30"),
            ("+00:00", "UTC"),
            ("-00:00", "UTC"),
            ("+12:45", "UTC+12:45"),
            ("+00:19:32", "UTC+0:19:32"),
            ("+01:16:24.5", "UTC+1:16:24"),
            ("Z", "UTC"),
        ] {
            assert_eq!(offset(text), expected);
        }
    }
}
