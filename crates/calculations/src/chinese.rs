//! Chinese astrology: `/api/calc/chinese-horoscope`, `chinese-forecast`, `chinese-calendar` and `bazi`.

mod bazi;
mod birth_year;
mod calendar;
mod card;
mod forecast;
mod horoscope;

use astrology::chinese::cycle::{Branch, Element, Pillar, Polarity};
use astrology::chinese::month::{FIRST_YEAR, LAST_YEAR};
use ephemeris::Calendar;
use http_api::{ApiError, ErrorCode, Problem, Source};
use interpretation::key::Key;
use places::{ParsedDateTime, StatedError};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use self::bazi::BaziCalc;
pub(crate) use self::calendar::ChineseCalendarCalc;
pub(crate) use self::card::ChineseCard;
pub(crate) use self::forecast::ChineseForecast;
pub(crate) use self::horoscope::ChineseHoroscope;
use crate::dto::words::{ResponseTexts, TextReply};

http_api::closed_sets! {
    /// The animals of the earthly branches.
    AnimalName "ChineseSign" = [
        "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig",
    ];
    /// The five elements.
    ElementName "ChineseElement" = ["wood", "fire", "earth", "metal", "water"];
    /// Yang and yin.
    PolarityName "ChinesePolarity" = ["yang", "yin"];
    /// The heavenly stems.
    StemName "HeavenlyStem" = ["jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"];
    /// The earthly branches.
    BranchName "EarthlyBranch" = [
        "zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai",
    ];
    /// Relations of two earthly branches.
    RelationName "BranchRelation" = [
        "triad", "harmony", "clash", "harm", "punishment", "selfPunishment", "destruction", "same", "none",
    ];
    /// What one element is to another.
    ElementRelationName "ElementRelation" = [
        "same", "produces", "controls", "controlledBy", "producedBy",
    ];
}

/// The sign of a year.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseYear")]
pub(crate) struct YearReply {
    /// Animal of the year.
    #[schemars(with = "AnimalName")]
    sign: &'static str,
    /// Element of the year.
    #[schemars(with = "ElementName")]
    element: &'static str,
    /// Polarity of the year.
    #[schemars(with = "PolarityName")]
    polarity: &'static str,
    /// Gregorian year in which the Chinese year begins.
    year: i32,
    /// Heavenly stem.
    #[schemars(with = "StemName")]
    stem: &'static str,
    /// Earthly branch.
    #[schemars(with = "BranchName")]
    branch: &'static str,
    /// Title of the animal. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Title of the element. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    element_title: Option<&'static str>,
}

impl YearReply {
    fn of(year: i32, words: &ResponseTexts) -> Self {
        let pillar = year_pillar(year);
        let (stem, branch) = (pillar.stem(), pillar.branch());
        Self {
            sign: branch.animal(),
            element: stem.element().id(),
            polarity: Polarity::id(stem.polarity()),
            year,
            stem: stem.id(),
            branch: branch.id(),
            sign_title: words.title(&animal_title(branch)),
            element_title: words.title(&element_title(stem.element())),
        }
    }
}

/// The pillar of a Chinese year. 1984 was jia-zi.
fn year_pillar(year: i32) -> Pillar {
    Pillar::counted(i64::from(year) - 1984)
}

fn animal_title(branch: Branch) -> String {
    format!("chinese.{}", branch.animal())
}

fn element_title(element: Element) -> String {
    format!("chinese.{}", element.id())
}

fn text(words: &ResponseTexts, kind: &str, subject: &str) -> Option<TextReply> {
    words.text(Key::new("chinese", kind, subject).as_ref())
}

/// The Gregorian day that a field contains, and whether it has a time of day.
fn day_number(text: &str, field: &str) -> Result<i64, ApiError> {
    let at = Source::Pointer(format!("/{field}"));
    let parsed = ParsedDateTime::parse(text, Some(Calendar::Gregorian));
    let parsed = parsed.map_err(|error| {
        let code = match error {
            StatedError::Date(_) => ErrorCode::DateNotInCalendar,
            _ => ErrorCode::FieldFormat,
        };
        let problem = Problem::new(code, error.to_string());
        ApiError::from(problem.at(at.clone()))
    })?;
    let date = parsed.date;
    check_year(date.year(), field)?;
    Ok(Calendar::Gregorian.day_number(date.year(), date.month(), date.day()))
}

/// Refuses years outside the Chinese calendar's rules.
fn check_year(year: i32, field: &str) -> Result<(), ApiError> {
    if (FIRST_YEAR..=LAST_YEAR).contains(&year) {
        return Ok(());
    }
    let detail = format!(
        "The Chinese calendar is available from {FIRST_YEAR} to {LAST_YEAR}. Its rules are those of \
         the reform of 1645."
    );
    let problem = Problem::new(ErrorCode::OutsideEphemeris, detail);
    let problem = problem
        .with_meta("from", FIRST_YEAR)
        .with_meta("to", LAST_YEAR);
    Err(problem.at(Source::Pointer(format!("/{field}"))).into())
}

fn date_text(day_number: i64) -> String {
    let (year, month, day) = Calendar::Gregorian.date(day_number);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use astrology::chinese::cycle::{ANIMAL_IDS, Stem};
    use schemars::JsonSchema;

    use super::*;

    fn values<T: JsonSchema>() -> Vec<String> {
        let schema = T::json_schema(&mut schemars::SchemaGenerator::default());
        let values = schema.as_value()["enum"].as_array().unwrap().clone();
        let text = |it: &serde_json::Value| it.as_str().unwrap().to_owned();
        values.iter().map(text).collect()
    }

    #[test]
    fn closed_sets_are_those_of_the_library() {
        assert_eq!(values::<AnimalName>(), ANIMAL_IDS);
        assert_eq!(values::<ElementName>(), Element::ALL.map(Element::id));
        let stems: Vec<_> = (0..10).map(|it| Stem::new(it).id()).collect();
        assert_eq!(values::<StemName>(), stems);
        let branches: Vec<_> = (0..12).map(|it| Branch::new(it).id()).collect();
        assert_eq!(values::<BranchName>(), branches);
    }
}
