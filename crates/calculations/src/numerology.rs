//! `/api/numerology/profile` and `/api/numerology/compatibility`: the numbers of names and dates of birth.

mod card;
mod compatibility;
mod options;
mod profile;

use ephemeris::{Calendar, CivilDateTime, Instant, Tt};
use http_api::{ErrorCode, Problem, Source};
use interpretation::key::Key;
use numerology::name::Name;
use numerology::sum::Sum;
use numerology::{Date, System};
use places::{ParsedDateTime, StatedError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::words::{ResponseTexts, TextReply};

pub(crate) use self::card::NumerologyCard;
pub(crate) use self::compatibility::NumerologyCompatibility;
pub(crate) use self::profile::NumerologyProfile;

/// A number and how it was calculated.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyNumber")]
pub(crate) struct NumberReply {
    /// The number: 1 to 9, or a master number (11, 22 or 33).
    value: u32,
    /// Whether the number is 11, 22 or 33.
    is_master_number: bool,
    /// Whether the sum passed through 13, 14, 16 or 19. Only for life path, expression, soul urge, personality and
    /// birthday, and false for the other numbers.
    is_karmic_debt: bool,
    /// The sum before its first reduction. Equal to `value` if nothing was reduced. Personal numbers have no master
    /// numbers, so a sum of 11, 22 or 33 counts as its digit.
    reduced_from: u32,
    /// The compound number. Only in the Chaldean system.
    #[serde(skip_serializing_if = "Option::is_none")]
    compound: Option<u32>,
    /// Every step of the calculation, separated by semicolons, such as `1 + 9 = 10; 1 + 0 = 1`. The value alone if
    /// nothing was added.
    calculation: String,
    /// Interpretation of the number. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// What the texts of a number are named after, and whether it can be a karmic debt.
#[derive(Clone, Copy)]
struct Role {
    /// The kind of its texts.
    texts: &'static str,
    is_core: bool,
}

const fn core(texts: &'static str) -> Role {
    Role {
        texts,
        is_core: true,
    }
}

const fn other(texts: &'static str) -> Role {
    Role {
        texts,
        is_core: false,
    }
}

impl NumberReply {
    fn of(sum: &Sum, role: Role, system: System, words: &ResponseTexts) -> Self {
        Self {
            value: sum.value(),
            is_master_number: sum.is_master(),
            is_karmic_debt: role.is_core && sum.debt().is_some(),
            reduced_from: sum.first(),
            compound: (system == System::Chaldean).then(|| sum.first()),
            calculation: calculation(sum),
            text: text(words, role.texts, &sum.value().to_string()),
        }
    }
}

/// Every step, or the value if there is none.
fn calculation(sum: &Sum) -> String {
    if sum.steps().is_empty() {
        return sum.value().to_string();
    }
    sum.steps().join("; ")
}

fn text(words: &ResponseTexts, kind: &str, subject: &str) -> Option<TextReply> {
    words.text(Key::new("numerology", kind, subject).as_ref())
}

/// The name that a field contains.
fn name(text: &str, field: &str) -> Result<Name, Vec<Problem>> {
    Name::read(text).map_err(|error| {
        let problem = Problem::new(ErrorCode::NameUnreadable, error.to_string());
        vec![problem.at(Source::Pointer(format!("/{field}")))]
    })
}

/// The date that a field contains, in the calendar in which it is written. A time and an offset have no effect on the
/// numbers.
fn date(text: &str, field: &str) -> Result<Date, Vec<Problem>> {
    // Every date of the Gregorian calendar is also a date of the Julian calendar.
    let parsed = ParsedDateTime::parse(text, Some(Calendar::Julian));
    let parsed = parsed.map_err(|error: StatedError| {
        let code = match error {
            StatedError::Date(_) => ErrorCode::DateNotInCalendar,
            _ => ErrorCode::FieldFormat,
        };
        let problem = Problem::new(code, error.to_string());
        vec![problem.at(Source::Pointer(format!("/{field}")))]
    })?;
    Ok(Date {
        year: u16::try_from(parsed.date.year()).unwrap_or(u16::MAX),
        month: parsed.date.month(),
        day: parsed.date.day(),
    })
}

/// The date in UTC.
fn today(now: Instant<Tt>) -> Date {
    let civil = CivilDateTime::from_instant(now.to_utc(), Calendar::Gregorian);
    Date {
        year: u16::try_from(civil.year).unwrap_or(u16::MAX),
        month: civil.month,
        day: civil.day,
    }
}

fn date_text(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

/// How a name was read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyLetters")]
pub(crate) struct LettersReply {
    /// The letters that were added, in lower case without diacritics.
    letters: String,
    /// Whether the name was transliterated from another script than Latin.
    transliterated: bool,
}

impl LettersReply {
    fn of(name: &Name) -> Self {
        Self {
            letters: name.words().join(" "),
            transliterated: name.is_transliterated(),
        }
    }
}
