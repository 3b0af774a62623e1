//! `/api/calc/chinese-forecast`: a year against the year of a birth.

use access::Capability;
use astrology::chinese::cycle::{Branch, Element};
use astrology::chinese::month::{FIRST_YEAR, LAST_YEAR};
use astrology::chinese::relation::{Relation, relations};
use astrology::chinese::solar_term::{SolarTerm, TermInstant, terms_of_year};
use http_api::caller::AnyInOrganization;
use http_api::modules::{CHINESE_FORECAST_CALC, CHINESE_TEXTS};
use http_api::{ApiError, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::birth_year::{BirthYearInput, YearMeta};
use super::horoscope::{COST, ERRORS};
use super::{
    AnimalName, BranchName, ElementRelationName, RelationName, YearReply, animal_title, check_year,
    text, year_pillar,
};
use crate::dto::instant::tt_text;
use crate::dto::wording::Wording;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::sky_problem;
use crate::{Calculation, CalculationContext, gated, spec};

#[derive(Debug)]
pub(crate) struct ChineseForecast;

/// A birth and a year.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ForecastInput {
    #[serde(flatten)]
    birth: BirthYearInput,
    /// Gregorian year in which the Chinese year of the forecast begins.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    forecast_year: i32,
}

/// A year against the year of a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseForecast")]
pub(crate) struct ForecastReply {
    /// Year of birth.
    birth: YearReply,
    /// Year of the forecast.
    year: YearReply,
    /// Relations of the animals of both years, the strongest first. `none` if there are none.
    #[schemars(with = "Vec<RelationName>")]
    relations: Vec<&'static str>,
    /// What the element of the birth year is to the element of the forecast year.
    #[schemars(with = "ElementRelationName")]
    element_relation: &'static str,
    /// The twelve solar months of the year.
    months: Vec<MonthReply>,
    /// Interpretation of the animals. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Interpretation of the elements. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    element_text: Option<TextReply>,
    /// How the year of birth was determined.
    meta: YearMeta,
}

/// A solar month.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseSolarMonth")]
pub(crate) struct MonthReply {
    /// Number from 1 to 12. The first begins at lichun.
    number: usize,
    /// Animal of the month.
    #[schemars(with = "AnimalName")]
    sign: &'static str,
    /// Earthly branch of the month.
    #[schemars(with = "BranchName")]
    branch: &'static str,
    /// Title of the animal. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Beginning, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// Relations of the animal of the month and the animal of the birth year. `none` if there are none.
    #[schemars(with = "Vec<RelationName>")]
    relations: Vec<&'static str>,
    /// Interpretation. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

impl Calculation for ChineseForecast {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: ERRORS,
        ..spec(
            "calc_chinese_forecast",
            "/api/calc/chinese-forecast",
            gated(CHINESE_FORECAST_CALC),
            "Calculate a Chinese forecast for a year",
            "Compares the animal and element of a year with those of a birth, and each of the \
             twelve solar months with the animal of the birth. Solar months begin when the Sun \
             reaches 315, 345, 15 … degrees.",
        )
    };
    const EXAMPLE: &'static str = r#"{"birthDate":"1990-06-15","forecastYear":2026}"#;
    const TEXTS: Option<Capability> = Some(CHINESE_TEXTS);
    const COST_FORMULA: &'static str = COST;
    type Input = ForecastInput;
    type Reply = ForecastReply;

    fn wording(input: &ForecastInput) -> Option<Wording<'_>> {
        Some(input.birth.wording())
    }

    fn work(_: &ForecastInput) -> Work {
        Work::new(10_000, 24 * 1_024)
    }

    fn compute(
        input: &ForecastInput,
        context: &CalculationContext,
    ) -> Result<ForecastReply, ApiError> {
        check_year(input.forecast_year, "forecastYear")?;
        let (birth_year, meta) = input.birth.year(context)?;
        let (birth, year) = (year_pillar(birth_year), year_pillar(input.forecast_year));
        let words = context.words();
        let animals = [birth, year].map(|it| it.branch().animal()).join(":");
        let elements = [birth, year].map(|it| it.stem().element());
        let jie = jie_of_year(context, input.forecast_year)?;
        let months = jie.windows(2).enumerate();
        let months = months.map(|(index, ends)| month(index, ends, birth.branch(), words));
        Ok(ForecastReply {
            birth: YearReply::of(birth_year, words),
            year: YearReply::of(input.forecast_year, words),
            relations: relation_names(birth.branch(), year.branch()),
            element_relation: element_relation(elements[0], elements[1]),
            months: months.collect(),
            text: text(words, "forecast", &animals),
            element_text: text(words, "element", &elements.map(Element::id).join(":")),
            meta,
        })
    }
}

/// Thirteen jie from lichun of a year to lichun of the next.
fn jie_of_year(context: &CalculationContext, year: i32) -> Result<Vec<TermInstant>, ApiError> {
    let ephemeris = context.ephemeris();
    let sky = |error| sky_problem(error, "forecastYear");
    let mut terms = terms_of_year(&ephemeris, year).map_err(sky)?;
    terms.extend(terms_of_year(&ephemeris, year + 1).map_err(sky)?);
    terms.retain(|it| !it.term.is_zhongqi());
    let lichun = terms.iter().position(|it| it.term == SolarTerm::LICHUN);
    let first = lichun.unwrap_or_default();
    Ok(terms.split_off(first).into_iter().take(13).collect())
}

fn month(index: usize, ends: &[TermInstant], birth: Branch, words: &ResponseTexts) -> MonthReply {
    // The month that begins at lichun is that of yin, the third branch.
    let branch = Branch::new(index + 2);
    let subject = format!("{}:{}", birth.animal(), branch.animal());
    MonthReply {
        number: index + 1,
        sign: branch.animal(),
        branch: branch.id(),
        sign_title: words.title(&animal_title(branch)),
        start: tt_text(ends[0].at),
        end: tt_text(ends[1].at),
        relations: relation_names(birth, branch),
        text: text(words, "month", &subject),
    }
}

fn relation_names(one: Branch, other: Branch) -> Vec<&'static str> {
    let found = relations(one, other);
    if found.is_empty() {
        return vec!["none"];
    }
    found.into_iter().map(Relation::id).collect()
}

fn element_relation(birth: Element, year: Element) -> &'static str {
    ["same", "produces", "controls", "controlledBy", "producedBy"][birth.steps_to(year)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_produce_and_control_each_other() {
        let check = |one, other, expected| assert_eq!(element_relation(one, other), expected);
        check(Element::Wood, Element::Fire, "produces");
        check(Element::Fire, Element::Wood, "producedBy");
        check(Element::Water, Element::Fire, "controls");
        check(Element::Wood, Element::Metal, "controlledBy");
        check(Element::Earth, Element::Earth, "same");
    }
}
