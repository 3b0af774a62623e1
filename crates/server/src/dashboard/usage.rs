//! What was used: over time, by key, operation and page of origin; what is left of the allowance.

use std::collections::HashMap;
use std::time::Duration;

use access::{Period, Timestamp};
use askama::Template;
use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::markup::{Markup, Moment};
use super::page::{Answer, page};
use super::plot;
use super::sentence::Sentence;
use super::visit::{Listing, Shell, Visit};
use crate::api::manage::key::list::KeyList;
use crate::api::manage::record::{RefusalList, UsageCurrent, UsageList};
use crate::clock::rfc3339;
use crate::error::ApiError;
use crate::language::{Language, said};

const GROUPS: [(&str, &str); 4] = [
    ("day", said("By day")),
    ("key", said("By key")),
    ("operation", said("By operation")),
    ("origin", said("By web page")),
];
const RANGES: [(&str, &str, u64); 4] = [
    ("month", said("This month"), 0),
    ("7", said("7 days"), 7),
    ("30", said("30 days"), 30),
    ("90", said("90 days"), 90),
];
/// The pages of a CSV file at most: 10,000 rows.
const CSV_PAGES: usize = 100;

/// The sum of a day, a key, an operation or a page.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct UsageRow {
    pub(super) id: String,
    pub(super) requests: u64,
    pub(super) units: u64,
    pub(super) succeeded: u64,
    pub(super) refused: u64,
    pub(super) failed: u64,
}

impl UsageRow {
    fn nothing(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            requests: 0,
            units: 0,
            succeeded: 0,
            refused: 0,
            failed: 0,
        }
    }
}

/// What was used of the present month.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Current {
    pub(super) period: String,
    pub(super) live: Used,
    pub(super) test: Used,
    pub(super) resets_at: Moment,
}

/// Used of a limit.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Used {
    pub(super) used: u64,
    pub(super) limit: u64,
}

impl Used {
    /// For people.
    pub(super) fn text(self, language: Language) -> Sentence {
        let sentence = language.say("{used} of {limit}");
        sentence.with("used", self.used).with("limit", self.limit)
    }
}

/// Requests that were refused and not counted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Refusal {
    key_id: String,
    reason: String,
    origin: String,
    at: Moment,
    requests: u64,
}

/// An allowance at a moment of its period.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) used: u64,
    pub(super) limit: u64,
    /// How much of the period is over, from 0 to 1.
    pub(super) elapsed: f64,
}

/// What will have been used at the end, if it goes on as it did so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Forecast {
    /// Nothing was used, or too little of the period is over to say.
    Unknown,
    /// It is enough.
    Enough { units: u64 },
    /// It is used up after this share of the period.
    UsedUp { share: f64 },
}

impl Allowance {
    pub(super) fn of(used: Used, now: Timestamp) -> Self {
        let period = Period::of(now);
        let (start, end) = (period.start().micros(), period.end().micros());
        Self {
            used: used.used,
            limit: used.limit,
            elapsed: (now.micros() - start) as f64 / (end - start) as f64,
        }
    }

    /// The average pace of the period so far, carried on. Said only once a day of it is over.
    pub(super) fn forecast(self) -> Forecast {
        if self.used == 0 || self.elapsed < 1.0 / 31.0 {
            return Forecast::Unknown;
        }
        let at_end = self.used as f64 / self.elapsed;
        if at_end > self.limit as f64 {
            let share = self.limit as f64 / at_end;
            return Forecast::UsedUp { share };
        }
        let whole = at_end.round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and not above a limit that is a u64"
        )]
        let units = whole as u64;
        Forecast::Enough { units }
    }
}

/// The forecast in words.
pub(super) fn forecast_text(allowance: Allowance, now: Timestamp, language: Language) -> Sentence {
    match allowance.forecast() {
        Forecast::Unknown => language.say("Too early in the month for a forecast."),
        Forecast::Enough { units } => language
            .say("At this pace about {n} by the end of the month: it is enough.")
            .with("n", units),
        Forecast::UsedUp { share } => {
            let period = Period::of(now);
            let length = (period.end().micros() - period.start().micros()) as f64;
            let after = Duration::from_secs_f64(length * share / 1e6);
            let day = rfc3339(period.start().plus(after));
            let day = day.get(..10).unwrap_or(&day);
            language
                .say("At this pace it is used up on {day}. Then requests are refused until the next month.")
                .with("day", day)
        }
    }
}

/// Reads what the month has used.
pub(super) async fn current(visit: &Visit) -> Result<Current, ApiError> {
    visit.one::<UsageCurrent, _, _>(json!({})).await
}

/// Reads sums of the last days; the beginning of the month for none.
pub(super) async fn sums(
    visit: &Visit,
    group: &str,
    days: u64,
    after: Option<&str>,
) -> Result<Listing<UsageRow>, ApiError> {
    let mut input = json!({ "groupBy": group, "page": { "size": 100 } });
    if days > 0 {
        let back = i64::try_from(days * 86_400_000_000).unwrap_or(0);
        let from = Timestamp::from_micros(visit.app.clock.now().micros() - back);
        input["from"] = rfc3339(from).into();
    }
    if let Some(after) = after {
        input["page"]["after"] = after.into();
    }
    visit.list::<UsageList, _, _>(input).await
}

/// The same days with those on which nothing was counted.
pub(super) fn every_day(rows: &[UsageRow], days: u64, now: Timestamp) -> Vec<UsageRow> {
    const DAY: i64 = 86_400_000_000;
    let first = match i64::try_from(days) {
        Ok(days) if days > 0 => now.micros() - days * DAY,
        _ => Period::of(now).start().micros(),
    };
    let days = first.div_euclid(DAY)..=now.micros().div_euclid(DAY);
    days.map(|number| {
        let day = rfc3339(Timestamp::from_micros(number * DAY));
        let day = day.get(..10).unwrap_or_default();
        let counted = rows.iter().find(|it| it.id == day).cloned();
        counted.unwrap_or_else(|| UsageRow::nothing(day))
    })
    .collect()
}

/// What is asked for, if it is one of the choices.
fn chosen(visit: &Visit) -> (&'static str, &'static str, u64) {
    let group = visit.parameter("group");
    let group = GROUPS.iter().find(|(it, _)| Some(*it) == group);
    let range = visit.parameter("range");
    let range = RANGES.iter().find(|(it, _, _)| Some(*it) == range);
    let (group, (range, _, days)) = (group.unwrap_or(&GROUPS[0]).0, range.unwrap_or(&RANGES[0]));
    (group, range, *days)
}

#[derive(Template)]
#[template(path = "usage.html")]
struct UsagePage {
    shell: Shell,
    groups: [(&'static str, &'static str); 4],
    ranges: [(&'static str, &'static str, u64); 4],
    group: &'static str,
    range: &'static str,
    current: Current,
    forecast: Sentence,
    burn_down: Markup,
    bars: Option<Markup>,
    rows: Listing<UsageRow>,
    names: HashMap<String, String>,
    refusals: Vec<Refusal>,
}

impl UsagePage {
    /// What the rows of the table are.
    fn group_label(&self) -> &'static str {
        match self.group {
            "key" => said("Key"),
            "operation" => said("Operation"),
            "origin" => said("Web page"),
            _ => said("Day"),
        }
    }

    /// A key's name where it has one, else what the row is called.
    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        match self.names.get(id) {
            Some(name) => name,
            None if id.is_empty() => self.shell.word(said("(none)")),
            None => id,
        }
    }
}

/// The names of the keys, where the visitor may see them.
async fn names(visit: &Visit) -> Result<HashMap<String, String>, ApiError> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
        name: String,
    }
    if !visit.may::<KeyList>() {
        return Ok(HashMap::new());
    }
    let first = json!({ "page": { "size": 100 } });
    let keys: Listing<Named> = visit.list::<KeyList, _, _>(first).await?;
    Ok(keys.items.into_iter().map(|it| (it.id, it.name)).collect())
}

/// `GET /usage`.
pub(super) async fn show(visit: Visit) -> Answer {
    visit.org()?;
    let (group, range, days) = chosen(&visit);
    let current = current(&visit).await?;
    let rows = sums(&visit, group, days, visit.parameter("after")).await?;
    let first: Value = json!({ "page": { "size": 10 } });
    let refusals: Listing<Refusal> = visit.list::<RefusalList, _, _>(first).await?;
    let now = visit.app.clock.now();
    let allowance = Allowance::of(current.live, now);
    page(&UsagePage {
        shell: visit.shell("Usage", "/usage"),
        groups: GROUPS,
        ranges: RANGES,
        group,
        range,
        forecast: forecast_text(allowance, now, visit.language),
        burn_down: plot::burn_down(&allowance, visit.language),
        current,
        bars: (group == "day" && !rows.items.is_empty())
            .then(|| plot::bars(&every_day(&rows.items, days, now), visit.language)),
        rows,
        names: names(&visit).await?,
        refusals: refusals.items,
    })
}

/// `GET /usage.csv`: the table as a file.
pub(super) async fn csv(visit: Visit) -> Answer {
    visit.org()?;
    let (group, _, days) = chosen(&visit);
    let mut text = format!("{group},requests,units,succeeded,refused,failed\r\n");
    let mut after = None;
    for _ in 0..CSV_PAGES {
        let rows = sums(&visit, group, days, after.as_deref()).await?;
        for row in &rows.items {
            let numbers = [
                row.requests,
                row.units,
                row.succeeded,
                row.refused,
                row.failed,
            ];
            let numbers = numbers.map(|it| it.to_string()).join(",");
            let name = csv_cell(&row.id);
            text.extend([name.as_str(), ",", numbers.as_str(), "\r\n"]);
        }
        after = rows.next;
        if after.is_none() {
            break;
        }
    }
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("text/csv; charset=utf-8");
    headers.insert(CONTENT_TYPE, media_type);
    let file = HeaderValue::from_static("attachment; filename=\"usage.csv\"");
    headers.insert(CONTENT_DISPOSITION, file);
    Ok(response)
}

/// A cell that no spreadsheet takes for a formula.
fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_is_the_average_pace_carried_on() {
        let check = |used, limit, elapsed, expected| {
            let allowance = Allowance {
                used,
                limit,
                elapsed,
            };
            assert_eq!(allowance.forecast(), expected);
        };
        check(0, 100, 0.5, Forecast::Unknown);
        check(5, 100, 0.01, Forecast::Unknown);
        check(40, 100, 0.5, Forecast::Enough { units: 80 });
        check(50, 100, 0.5, Forecast::Enough { units: 100 });
        check(80, 100, 0.4, Forecast::UsedUp { share: 0.5 });
        check(100, 100, 0.25, Forecast::UsedUp { share: 0.25 });
    }

    #[test]
    fn a_day_without_requests_is_a_day() {
        // 2027-01-15T08:00:00Z, as GNU date has it.
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let rows = [UsageRow {
            requests: 5,
            ..UsageRow::nothing("2027-01-14")
        }];
        let days = every_day(&rows, 2, now);
        let days: Vec<_> = days
            .iter()
            .map(|it| (it.id.as_str(), it.requests))
            .collect();
        assert_eq!(
            days,
            [("2027-01-13", 0), ("2027-01-14", 5), ("2027-01-15", 0)]
        );
        assert_eq!(every_day(&rows, 0, now).len(), 15);
    }

    #[test]
    fn a_cell_is_never_a_formula() {
        assert_eq!(csv_cell("=1+1"), "\"'=1+1\"");
        assert_eq!(csv_cell("a\"b"), "\"a\"\"b\"");
    }
}
