//! `/api/calc/chinese-calendar`: months and solar terms of a year, and dates in both directions.

use access::Capability;
use astrology::chinese::day::ChineseDay;
use astrology::chinese::month::{
    ChineseDate, ChineseMonth, FIRST_YEAR, LAST_YEAR, day_of_date, month_of_day, months_of_year,
};
use astrology::chinese::solar_term::{TermInstant, terms_of_year};
use http_api::caller::AnyInOrganization;
use http_api::modules::CHINESE_HOROSCOPE_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::birth_year::uncertain;
use super::horoscope::COST;
use super::{check_year, date_text, day_number};
use crate::dto::instant::tt_text;
use crate::dto::meta::Warning;
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::sky_problem;
use crate::{Calculation, CalculationContext, gated, spec};

const ERRORS: &[ErrorCode] = &[
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::OutsideEphemeris,
    ErrorCode::DateNotInCalendar,
    ErrorCode::FieldsConflict,
];

#[derive(Debug)]
pub(crate) struct ChineseCalendarCalc;

/// Exactly one of a year, a Gregorian date, or a Chinese date.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct CalendarInput {
    /// Gregorian year whose months and solar terms to list.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    year: Option<i32>,
    /// Gregorian date to convert.
    #[schemars(extend("format" = DATE_TIME))]
    date: Option<String>,
    /// Lunar year of the Chinese date to convert: the Gregorian year in which it begins.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    lunar_year: Option<i32>,
    /// Month of the Chinese date.
    #[schemars(range(min = 1, max = 12))]
    month: Option<u8>,
    /// Whether the month is the leap month of that number. Defaults to `false`.
    leap_month: Option<bool>,
    /// Day of the Chinese date.
    #[schemars(range(min = 1, max = 30))]
    day: Option<u8>,
}

/// A year, or a converted date.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseCalendar")]
pub(crate) struct CalendarReply {
    /// Months that begin in `year`. Present if `year` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    months: Option<Vec<MonthReply>>,
    /// Solar terms of `year`. Present if `year` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    solar_terms: Option<Vec<TermReply>>,
    /// Lunar year. Present if `date` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lunar_year: Option<i32>,
    /// Month. Present if `date` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    month: Option<u8>,
    /// Whether it is a leap month. Present if `date` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    leap_month: Option<bool>,
    /// Day of the month. Present if `date` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<u8>,
    /// Gregorian date. Present if a Chinese date is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    date: Option<String>,
    /// Conventions and warnings.
    meta: CalendarMeta,
}

/// A month.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseMonth")]
pub(crate) struct MonthReply {
    /// First day.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// Other possible first day. Only after 2030, if the new moon is within five minutes of midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    alternative_date: Option<String>,
    /// Lunar year: the Gregorian year in which it begins.
    lunar_year: i32,
    /// Number from 1 to 12.
    month: u8,
    /// Whether it is a leap month.
    leap_month: bool,
    /// Number of days.
    days: i64,
    /// New moon, in UTC.
    #[schemars(extend("format" = "date-time"))]
    new_moon: String,
}

/// A solar term.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SolarTerm")]
pub(crate) struct TermReply {
    /// ID, in pinyin without tones.
    id: &'static str,
    /// Instant in UTC.
    #[schemars(extend("format" = "date-time"))]
    instant: String,
    /// Date in China.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// Other possible date. Only after 2030, if the instant is within five minutes of midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    alternative_date: Option<String>,
    /// Longitude of the Sun in degrees.
    longitude: f64,
}

/// How the calendar was computed.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseCalendarMeta")]
pub(crate) struct CalendarMeta {
    /// Warnings about the result.
    warnings: Vec<Warning>,
}

/// What a request asks for.
enum Asked<'a> {
    Year(i32),
    Date(&'a str),
    ChineseDate(ChineseDate),
}

impl CalendarInput {
    fn asked(&self) -> Result<Asked<'_>, ApiError> {
        let chinese = [
            self.lunar_year.is_some(),
            self.month.is_some(),
            self.leap_month.is_some(),
            self.day.is_some(),
        ];
        match (self.year, &self.date, self.lunar_year, self.month, self.day) {
            (Some(year), None, ..) if !chinese.contains(&true) => Ok(Asked::Year(year)),
            (None, Some(date), ..) if !chinese.contains(&true) => Ok(Asked::Date(date)),
            (None, None, Some(lunar_year), Some(month), Some(day)) => {
                Ok(Asked::ChineseDate(ChineseDate {
                    lunar_year,
                    month,
                    is_leap: self.leap_month.unwrap_or(false),
                    day,
                }))
            }
            _ => {
                let detail = "Send exactly one of `year`, `date`, or `lunarYear` with `month` and \
                              `day`.";
                let problem = Problem::new(ErrorCode::FieldsConflict, detail);
                Err(problem.at(Source::Pointer(String::new())).into())
            }
        }
    }
}

impl Calculation for ChineseCalendarCalc {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: ERRORS,
        ..spec(
            "calc_chinese_calendar",
            "/api/calc/chinese-calendar",
            gated(CHINESE_HOROSCOPE_CALC),
            "Convert dates to and from the Chinese calendar",
            "With `year`, lists the months that begin in a Gregorian year and its 24 solar terms. \
             With `date`, converts a Gregorian date to a Chinese date. With `lunarYear`, `month` and \
             `day`, converts a Chinese date to a Gregorian date. Months and terms are calculated from \
             exact new moons and longitudes of the Sun. Days begin at midnight in UTC+8 (from 1914 to \
             1928, in Beijing mean time).",
        )
    };
    const EXAMPLE: &'static str = r#"{"date":"2026-02-17"}"#;
    const TEXTS: Option<Capability> = None;
    const COST_FORMULA: &'static str = COST;
    type Input = CalendarInput;
    type Reply = CalendarReply;

    fn work(_: &CalendarInput) -> Work {
        Work::new(15_000, 16 * 1_024)
    }

    fn compute(
        input: &CalendarInput,
        context: &CalculationContext,
    ) -> Result<CalendarReply, ApiError> {
        let ephemeris = context.ephemeris();
        let mut reply = CalendarReply::default();
        reply.meta.warnings.extend(context.warnings());
        match input.asked()? {
            Asked::Year(year) => {
                check_year(year, "year")?;
                let sky = |error| sky_problem(error, "year");
                let months = months_of_year(&ephemeris, year).map_err(sky)?;
                let terms = terms_of_year(&ephemeris, year).map_err(sky)?;
                reply.months = Some(months.iter().map(MonthReply::of).collect());
                reply.solar_terms = Some(terms.iter().map(TermReply::of).collect());
            }
            Asked::Date(date) => {
                let number = day_number(date, "date")?;
                let month = month_of_day(&ephemeris, number);
                let month = month.map_err(|error| sky_problem(error, "date"))?;
                reply.meta.warnings.extend(doubt(month.first_day));
                let found = month.date(number);
                reply.lunar_year = Some(found.lunar_year);
                reply.month = Some(found.month);
                reply.leap_month = Some(found.is_leap);
                reply.day = Some(found.day);
            }
            Asked::ChineseDate(date) => {
                check_year(date.lunar_year, "lunarYear")?;
                let sky = |error| sky_problem(error, "lunarYear");
                let number = day_of_date(&ephemeris, date).map_err(sky)?;
                let number = number.ok_or_else(|| no_such_date(date))?;
                let month = month_of_day(&ephemeris, number).map_err(sky)?;
                reply.meta.warnings.extend(doubt(month.first_day));
                reply.date = Some(date_text(number));
            }
        }
        Ok(reply)
    }
}

fn doubt(day: ChineseDay) -> Option<Warning> {
    day.alternative.map(|other| uncertain(day.number, other))
}

fn no_such_date(date: ChineseDate) -> ApiError {
    let leap = if date.is_leap { "leap month" } else { "month" };
    let ChineseDate {
        lunar_year,
        month,
        day,
        ..
    } = date;
    let detail = format!("The lunar year {lunar_year} has no day {day} of {leap} {month}.");
    let field = if date.is_leap { "leapMonth" } else { "day" };
    let problem = Problem::new(ErrorCode::DateNotInCalendar, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

impl MonthReply {
    fn of(month: &ChineseMonth) -> Self {
        Self {
            date: date_text(month.first_day.number),
            alternative_date: month.first_day.alternative.map(date_text),
            lunar_year: month.lunar_year,
            month: month.number,
            leap_month: month.is_leap,
            days: month.length(),
            new_moon: tt_text(month.new_moon),
        }
    }
}

impl TermReply {
    fn of(found: &TermInstant) -> Self {
        Self {
            id: found.term.id(),
            instant: tt_text(found.at),
            date: date_text(found.day.number),
            alternative_date: found.day.alternative.map(date_text),
            longitude: found.term.longitude_deg(),
        }
    }
}
