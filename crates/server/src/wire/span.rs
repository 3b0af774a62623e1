//! Ranges of time in requests.

use std::ops::Range;

use ephemeris::{Instant, Tt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::instant::{Reading, Resolved, TimePlace};
use super::location::Location;
use super::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::error::{ErrorCode, Problem, Source};

/// From `startDate` to `endDate`, in universal time unless they carry an offset.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct UtcSpan {
    /// The beginning: a date (00:00) or a date and time, UTC unless it carries an offset.
    #[schemars(extend("format" = DATE_TIME))]
    pub(crate) start_date: String,
    /// The end: a date (its last instant) or a date and time.
    #[schemars(extend("format" = DATE_TIME))]
    pub(crate) end_date: String,
}

impl UtcSpan {
    /// The instants.
    ///
    /// # Errors
    ///
    /// Everything wrong with them: no dates, reversed, longer than `most_days`.
    pub(crate) fn resolve(&self, most_days: f64) -> Result<Range<Instant<Tt>>, Vec<Problem>> {
        let greenwich = Location {
            timezone: Some("UTC".to_owned()),
            ..Location::at(51.48, 0.0)
        };
        let span = Span {
            start: (&self.start_date, "startDate"),
            end: (&self.end_date, "endDate"),
            location: (&greenwich, "location"),
        };
        span.resolve(most_days)
    }
}

/// A range of time on the clock of a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    /// The beginning and the name of its field.
    pub(crate) start: (&'a str, &'a str),
    /// The end and the name of its field; a bare date means its last instant.
    pub(crate) end: (&'a str, &'a str),
    /// The place and the name of its field.
    pub(crate) location: (&'a Location, &'a str),
}

impl Span<'_> {
    /// The instants.
    ///
    /// # Errors
    ///
    /// Everything wrong with them: no dates, reversed, longer than `most_days`.
    pub(crate) fn resolve(&self, most_days: f64) -> Result<Range<Instant<Tt>>, Vec<Problem>> {
        let when = |(date_time, field): (&str, &str)| {
            TimePlace {
                date_time,
                date_time_field: field,
                location: self.location.0,
                location_field: self.location.1,
                reading: Reading::default(),
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
        let start = match start {
            Resolved::Moment(it) => it.at.tt,
            Resolved::Day(it) => it.range.start,
        };
        let end = match end {
            Resolved::Moment(it) => it.at.tt,
            Resolved::Day(it) => it.range.end,
        };
        let problem = |code: ErrorCode, detail: String| {
            let at = Source::Pointer(format!("/{}", self.end.1));
            Problem::new(code, detail).at(at)
        };
        let days = end.minus(start);
        if days <= 0.0 {
            let (start, end) = (self.start.1, self.end.1);
            let detail = format!("`{end}` does not lie after `{start}`");
            return Err(vec![problem(ErrorCode::RangeReversed, detail)]);
        }
        if days > most_days {
            let detail = format!("{days:.0} days, and {most_days:.0} are covered at once");
            let problem = problem(ErrorCode::RangeTooLong, detail);
            return Err(vec![problem.with_meta("maximumDays", most_days)]);
        }
        Ok(start..end)
    }
}
