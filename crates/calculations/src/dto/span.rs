//! Time ranges in requests.

use std::ops::Range;

use ephemeris::{Instant, Tt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::instant::BirthTime;
use super::location::Location;
use super::moment::{CalendarName, DATE_TIME_FORMAT as DATE_TIME, MomentMeta};
use super::moment::{DateInterpretation, LocalDateTimeInput};
use http_api::text::thousands;
use http_api::{ErrorCode, Problem, Source};

/// A range from `startDate` to `endDate`, in UTC unless they have an offset.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct UtcSpan {
    /// Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset.
    #[schemars(extend("format" = DATE_TIME))]
    pub start_date: String,
    /// End of the range: a date (its last instant) or a date and time, in UTC unless it has an
    /// offset.
    #[schemars(extend("format" = DATE_TIME))]
    pub end_date: String,
    /// Calendar of both dates. Required before 1582-10-15.
    pub calendar: Option<CalendarName>,
}

/// A resolved time range.
#[derive(Clone, Debug)]
pub struct ResolvedSpan {
    /// From its start to its end.
    pub range: Range<Instant<Tt>>,
    /// How its start was interpreted, with the end of the range.
    pub meta: MomentMeta,
}

impl UtcSpan {
    /// The instants.
    ///
    /// # Errors
    ///
    /// Every problem: invalid dates, a reversed range, or more than `most_days`.
    pub fn resolve(&self, most_days: f64) -> Result<ResolvedSpan, Vec<Problem>> {
        let greenwich = Location {
            timezone: Some("UTC".to_owned()),
            ..Location::at(51.48, 0.0)
        };
        let span = TimeRange {
            start: (&self.start_date, "startDate"),
            end: (&self.end_date, "endDate"),
            location: (&greenwich, "location"),
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: None,
            },
        };
        let mut resolved = span.resolve(most_days)?;
        // These dates are in UTC. The request did not ask for that zone, and no place has it.
        resolved.meta.timezone_source = None;
        Ok(resolved)
    }
}

/// A time range in local time.
#[derive(Clone, Copy, Debug)]
pub struct TimeRange<'a> {
    /// The start and the name of its field.
    pub start: (&'a str, &'a str),
    /// The end and the name of its field. A date without a time means its last instant.
    pub end: (&'a str, &'a str),
    /// The place and the name of its field.
    pub location: (&'a Location, &'a str),
    /// How to interpret both.
    pub interpretation: DateInterpretation,
}

impl TimeRange<'_> {
    /// The instants.
    ///
    /// # Errors
    ///
    /// Every problem: invalid dates, a reversed range, or more than `most_days`.
    pub fn resolve(&self, most_days: f64) -> Result<ResolvedSpan, Vec<Problem>> {
        let when = |(date_time, field): (&str, &str)| {
            LocalDateTimeInput {
                date_time,
                date_time_field: field,
                location: self.location.0,
                location_field: self.location.1,
                interpretation: self.interpretation,
            }
            .resolve()
        };
        let (start, end) = match (when(self.start), when(self.end)) {
            (Ok(start), Ok(end)) => (start, end),
            (start, end) => {
                let mut problems = start.err().unwrap_or_default();
                for problem in end.err().unwrap_or_default() {
                    // A wrong zone is one problem, not two.
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
                return Err(problems);
            }
        };
        let (start, start_meta) = match start {
            BirthTime::Moment(it) => (it.at.tt, it.meta),
            BirthTime::Day(it) => (it.range.start, it.meta),
        };
        let (end, end_meta) = match end {
            BirthTime::Moment(it) => (it.at.tt, it.meta),
            BirthTime::Day(it) => (it.range.end, it.meta),
        };
        let problem = |code: ErrorCode, detail: String| {
            let at = Source::Pointer(format!("/{}", self.end.1));
            Problem::new(code, detail).at(at)
        };
        let days = end.minus(start);
        if days <= 0.0 {
            let (start, end) = (self.start.1, self.end.1);
            let detail = format!("`{end}` must be after `{start}`.");
            return Err(vec![problem(ErrorCode::RangeReversed, detail)]);
        }
        if days > most_days {
            let detail = format!(
                "The range covers {} days, but the limit is {} days. Shorten the range, or split it into \
                 several requests.",
                thousands(format_args!("{days:.0}")),
                thousands(format_args!("{most_days:.0}"))
            );
            let problem = problem(ErrorCode::RangeTooLong, detail);
            return Err(vec![problem.with_meta("maximumDays", most_days)]);
        }
        Ok(ResolvedSpan {
            range: start..end,
            meta: ended(start_meta, end_meta),
        })
    }
}

/// The metadata of a range: that of its start, and what its end adds.
fn ended(start: MomentMeta, end: MomentMeta) -> MomentMeta {
    let mut warnings = start.warnings;
    for warning in end.warnings {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    MomentMeta {
        utc_end: Some(end.utc_end.unwrap_or(end.utc)),
        offset_end: (end.offset != start.offset).then_some(end.offset),
        warnings,
        ..start
    }
}
