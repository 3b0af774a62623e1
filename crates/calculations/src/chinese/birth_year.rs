//! The birth of a request and the Chinese year in which it falls.

use astrology::chinese::month::new_year;
use astrology::chinese::solar_term::{SolarTerm, terms_of_year};
use ephemeris::Calendar;
use http_api::{ApiError, ErrorCode, Problem, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{date_text, day_number};
use crate::dto::instant::tt_text;
use crate::dto::location::Location;
use crate::dto::meta::Warning;
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::dto::moment::{ClockChangeName, DateInterpretation, LocalDateTimeInput};
use crate::dto::wording::{Wording, WordingOptions};
use crate::sky_problem;
use crate::{CalculationContext, Problems};

/// When a Chinese year begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseYearBoundary")]
pub(crate) enum YearBoundary {
    /// On the first day of the lunar year. It is compared with the date as written.
    #[default]
    NewYear,
    /// At the instant of lichun, when the Sun reaches 315 degrees. Requires a time and a place.
    Lichun,
}

/// A birth.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct BirthYearInput {
    /// Date of birth in the Gregorian calendar, with or without a time.
    #[schemars(extend("format" = DATE_TIME))]
    pub birth_date: String,
    /// Birthplace. Required with `yearBoundary: lichun`, otherwise without effect.
    pub location: Option<Location>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    pub clock_change: Option<ClockChangeName>,
    /// When the year begins. Defaults to `newYear`.
    pub year_boundary: Option<YearBoundary>,
    /// Whether to include titles of animals and elements.
    include_readable_entities: Option<bool>,
    #[serde(flatten)]
    wording: WordingOptions,
}

/// How a Chinese year was determined.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseMeta")]
pub(crate) struct YearMeta {
    /// Conventions used.
    conventions: YearConventions,
    /// First day of the lunar year in the Gregorian year of birth.
    #[schemars(extend("format" = "date"))]
    new_year: String,
    /// Lichun in the Gregorian year of birth, in UTC.
    #[schemars(extend("format" = "date-time"))]
    lichun: String,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

/// Conventions of a Chinese year.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseConventions")]
struct YearConventions {
    /// When the year begins.
    year_boundary: YearBoundary,
}

impl BirthYearInput {
    /// What the request says about titles and texts.
    pub(super) fn wording(&self) -> Wording<'_> {
        let titles = self.include_readable_entities.unwrap_or(false);
        self.wording.wording(titles)
    }

    /// The Gregorian year in which the Chinese year of the birth began.
    pub(super) fn year(&self, context: &CalculationContext) -> Result<(i32, YearMeta), ApiError> {
        let day = day_number(&self.birth_date, "birthDate")?;
        let year = i32::try_from(Calendar::Gregorian.date(day).0).unwrap_or(i32::MAX);
        let ephemeris = context.ephemeris();
        let sky = |error| sky_problem(error, "birthDate");
        let boundary = self.year_boundary.unwrap_or_default();
        let first = new_year(&ephemeris, year).map_err(sky)?;
        let terms = terms_of_year(&ephemeris, year).map_err(sky)?;
        let lichun = terms.iter().find(|it| it.term == SolarTerm::LICHUN);
        let lichun = lichun.expect("every year has a lichun").at;
        let mut warnings: Vec<Warning> = context.warnings().collect();
        let is_before = match boundary {
            YearBoundary::NewYear => {
                warnings.extend(self.without_effect());
                if let Some(other) = first.first_day.alternative {
                    warnings.push(uncertain(first.first_day.number, other));
                }
                day < first.first_day.number
            }
            YearBoundary::Lichun => self.instant()?.minus(lichun) < 0.0,
        };
        let meta = YearMeta {
            conventions: YearConventions {
                year_boundary: boundary,
            },
            new_year: date_text(first.first_day.number),
            lichun: tt_text(lichun),
            warnings,
        };
        Ok((year - i32::from(is_before), meta))
    }

    /// A warning about fields that only an instant needs.
    fn without_effect(&self) -> Option<Warning> {
        let given = [
            ("`location`", self.location.is_some()),
            ("`clockChange`", self.clock_change.is_some()),
        ];
        let names = given.iter().filter(|it| it.1).map(|it| it.0);
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| {
            let detail = format!(
                "These fields have no effect with `yearBoundary: newYear`: {}.",
                names.join(", ")
            );
            Warning::new("option_without_effect", detail)
        })
    }

    fn instant(&self) -> Result<ephemeris::Instant<ephemeris::Tt>, ApiError> {
        let Some(location) = &self.location else {
            let detail = "`location` is required with `yearBoundary: lichun`, because the year \
                          then begins at an exact moment and the local time is needed to compare \
                          with it.";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            return Err(problem.at(Source::Pointer("/location".to_owned())).into());
        };
        let input = LocalDateTimeInput {
            date_time: &self.birth_date,
            date_time_field: "birthDate",
            location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: None,
                clock_change: self.clock_change,
            },
        };
        let mut problems = Problems::default();
        let moment = problems.keep(input.resolve_moment());
        problems.finish()?;
        Ok(moment.expect("unresolved input has been reported").at.tt)
    }
}

/// A warning about a day that depends on the future rotation of the Earth.
pub(super) fn uncertain(day: i64, other: i64) -> Warning {
    let detail = format!(
        "A new moon or solar term is within five minutes of midnight in China. {} may become {} when \
         the Earth's rotation is known.",
        date_text(day),
        date_text(other)
    );
    Warning::new("chinese_date_uncertain", detail)
}
