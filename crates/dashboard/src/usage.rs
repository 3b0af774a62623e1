//! Usage over time, by key, operation, status and origin; remaining quota; and the most frequent
//! problems.

use crate::message::Translate;
use std::borrow::Cow;
use std::time::Duration;

use access::{Period, Timestamp};
use askama::Template;

use super::csv::{attachment, csv_cell};
use super::markup::{Markup, ToMoment as _};
use super::message::Message;
use super::page::{PageResult, page};
use super::page_context::{Layout, PageContext};
use super::plot;
use super::requests::Names;
use http_api::ApiError;
use http_api::clock::rfc3339;
use http_api::text::ParsedText;
use i18n::{Language, msg};
use management_api::activity::{
    AllowanceState, GroupText, PeriodAttributes, UsageAttributes, UsageCurrent, UsageInput,
    UsageList,
};
use management_api::usage_recent::{RefusalSumAttributes, RefusalTop};
use operation::{Collection, NoInput, PageRequest};

const GROUPS: [(&str, &str); 7] = [
    ("hour", msg("By hour")),
    ("day", msg("By day")),
    ("month", msg("By month")),
    ("key", msg("By key")),
    ("operation", msg("By operation")),
    ("status", msg("By status")),
    ("origin", msg("By origin")),
];
const RANGES: [(&str, &str, u64); 6] = [
    ("1", msg("Last 24 hours"), 1),
    ("month", msg("This month"), 0),
    ("7", msg("Last 7 days"), 7),
    ("30", msg("Last 30 days"), 30),
    ("90", msg("Last 90 days"), 90),
    ("365", msg("Last 12 months"), 365),
];
/// The maximum number of pages in a CSV file: 10,000 rows.
const CSV_PAGES: usize = 100;
const DAY_MICROS: i64 = 86_400_000_000;

/// The total of a day, key, operation or origin. Pages also show rows that the API does not have:
/// days without requests, and totals by status.
#[derive(Clone, Debug)]
pub(super) struct UsageRow {
    pub(super) id: String,
    pub(super) requests: u64,
    pub(super) units: u64,
    pub(super) succeeded: u64,
    pub(super) refused: u64,
    pub(super) failed: u64,
}

impl From<UsageAttributes> for UsageRow {
    fn from(found: UsageAttributes) -> Self {
        Self {
            id: found.id,
            requests: found.requests,
            units: found.units,
            succeeded: found.succeeded,
            refused: found.refused,
            failed: found.failed,
        }
    }
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

/// What pages show of an allowance.
pub(super) trait AllowanceExt {
    /// The usage of the quota as text.
    fn text(&self, language: Language) -> Message;

    /// The usage of the overage as text, if there is one.
    fn overage_text(&self, language: Language) -> Option<Message>;
}

impl AllowanceExt for AllowanceState {
    fn text(&self, language: Language) -> Message {
        let sentence = language.t("{used} of {limit} units");
        let used = self.used.min(self.quota);
        sentence.with("used", used).with("limit", self.quota)
    }

    fn overage_text(&self, language: Language) -> Option<Message> {
        if self.overage == 0 {
            return None;
        }
        let sentence = language.t("Overage: {used} of {limit} units.");
        let used = self.used.saturating_sub(self.quota);
        Some(sentence.with("used", used).with("limit", self.overage))
    }
}

/// A quota at a point in its period.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) used: u64,
    pub(super) quota: u64,
    /// Units above the quota, which cost more.
    pub(super) overage: u64,
    /// The elapsed fraction of the period, from 0 to 1.
    pub(super) elapsed: f64,
}

/// Usage at the end of the period, at the current rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Forecast {
    /// No usage yet.
    Nothing,
    /// Not enough of the period has elapsed.
    Unknown,
    /// Within the quota.
    Enough { units: u64 },
    /// Above the quota, within the overage.
    Overage { units: u64, above: u64 },
    /// The quota and the overage run out after this fraction of the period.
    UsedUp { share: f64 },
}

impl Allowance {
    pub(super) fn of(state: &AllowanceState, now: Timestamp) -> Self {
        let period = Period::of(now);
        let (start, end) = (period.start().micros(), period.end().micros());
        Self {
            used: state.used,
            quota: state.quota,
            overage: state.overage,
            elapsed: (now.micros() - start) as f64 / (end - start) as f64,
        }
    }

    /// Extrapolates the average rate of the period. Available after the first day.
    pub(super) fn forecast(self) -> Forecast {
        if self.used == 0 {
            return Forecast::Nothing;
        }
        if self.elapsed < 1.0 / 31.0 {
            return Forecast::Unknown;
        }
        let at_end = self.used as f64 / self.elapsed;
        let limit = self.quota.saturating_add(self.overage) as f64;
        if at_end > limit {
            return Forecast::UsedUp {
                share: limit / at_end,
            };
        }
        let whole = at_end.round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and not above a limit that is a u64"
        )]
        let units = whole as u64;
        match units.saturating_sub(self.quota) {
            0 => Forecast::Enough { units },
            above => Forecast::Overage { units, above },
        }
    }
}

/// The forecast as text.
pub(super) fn forecast_text(allowance: Allowance, now: Timestamp, language: Language) -> Message {
    match allowance.forecast() {
        Forecast::Nothing => language.t("No live usage yet this month."),
        Forecast::Unknown => language.t("Not enough data for a forecast."),
        Forecast::Enough { units } => language
            .t("Forecast: {n} units by the end of the month, within your quota.")
            .with("n", units),
        Forecast::Overage { units, above } => language
            .t("Forecast: {n} units by the end of the month. {above} of them are above your quota and cost extra.")
            .with("n", units)
            .with("above", above),
        Forecast::UsedUp { share } => {
            let period = Period::of(now);
            let length = (period.end().micros() - period.start().micros()) as f64;
            let after = Duration::from_secs_f64(length * share / 1e6);
            let day = rfc3339(period.start().plus(after));
            let day = day.get(..10).unwrap_or(&day);
            let sentence = if allowance.overage == 0 {
                msg("Forecast: your quota runs out on {day}. Requests are then rejected until next month.")
            } else {
                msg("Forecast: your quota and overage run out on {day}. Requests are then rejected until next month.")
            };
            language.t(sentence).with("day", day)
        }
    }
}

/// Reads the usage of the current month.
pub(super) async fn current(context: &PageContext) -> Result<PeriodAttributes, ApiError> {
    Ok(context.call::<UsageCurrent>(NoInput {}).await?.0)
}

/// Reads totals of the last `days` days, or of the current month for 0.
pub(super) async fn sums(
    context: &PageContext,
    group_by: GroupText,
    days: u64,
    after: Option<String>,
) -> Result<Collection<UsageRow>, ApiError> {
    let from = (days > 0).then(|| {
        // Include the whole first day, because the table shows days.
        let today = context.app.clock.now().micros().div_euclid(DAY_MICROS);
        let first = today - i64::try_from(days).unwrap_or(0);
        ParsedText(Timestamp::from_micros(first * DAY_MICROS))
    });
    let input = UsageInput {
        group_by,
        from,
        to: None,
        page: PageRequest::new(100, after),
    };
    let found = context.call::<UsageList>(input).await?;
    Ok(Collection {
        items: found.items.into_iter().map(UsageRow::from).collect(),
        next: found.next,
        total: found.total,
    })
}

/// The hours, days or months of a time range, including empty ones.
fn every_slot(group: &str, rows: &[UsageRow], days: u64, now: Timestamp) -> Vec<UsageRow> {
    const HOUR: i64 = 3_600_000_000;
    let found = |id: &str| {
        let counted = rows.iter().find(|it| it.id == id).cloned();
        counted.unwrap_or_else(|| UsageRow::nothing(id))
    };
    match group {
        "hour" => {
            let last = now.micros().div_euclid(HOUR);
            let first = last - i64::try_from(days).unwrap_or(1) * 24;
            let id = |number: i64| {
                let start = rfc3339(Timestamp::from_micros(number * HOUR));
                start.get(..13).unwrap_or_default().to_owned()
            };
            (first..=last).map(|it| found(&id(it))).collect()
        }
        "month" => {
            let mut periods = vec![Period::of(now)];
            let back = i64::try_from(days).unwrap_or(0) * 24 * HOUR;
            let from = now.micros() - back;
            while let Some(first) = periods.last().map(|it| it.start())
                && first.micros() > from
            {
                periods.push(Period::of(Timestamp::from_micros(first.micros() - 1)));
            }
            periods.reverse();
            periods.iter().map(|it| found(&it.to_string())).collect()
        }
        _ => every_day(rows, days, now),
    }
}

/// Numbers of requests of the last days, today last.
pub(super) fn last_days(requests: &[u64], now: Timestamp) -> Vec<UsageRow> {
    let today = now.micros().div_euclid(DAY_MICROS);
    let first = today + 1 - i64::try_from(requests.len()).unwrap_or(0);
    let days = (first..).zip(requests).map(|(number, requests)| {
        let day = rfc3339(Timestamp::from_micros(number * DAY_MICROS));
        UsageRow {
            requests: *requests,
            ..UsageRow::nothing(day.get(..10).unwrap_or_default())
        }
    });
    days.collect()
}

/// The days of a time range, including empty ones.
pub(super) fn every_day(rows: &[UsageRow], days: u64, now: Timestamp) -> Vec<UsageRow> {
    let first = match i64::try_from(days) {
        Ok(days) if days > 0 => now.micros() - days * DAY_MICROS,
        _ => Period::of(now).start().micros(),
    };
    let days = first.div_euclid(DAY_MICROS)..=now.micros().div_euclid(DAY_MICROS);
    days.map(|number| {
        let day = rfc3339(Timestamp::from_micros(number * DAY_MICROS));
        let day = day.get(..10).unwrap_or_default();
        let counted = rows.iter().find(|it| it.id == day).cloned();
        counted.unwrap_or_else(|| UsageRow::nothing(day))
    })
    .collect()
}

/// The requested group and range, or the defaults.
fn chosen(context: &PageContext) -> (&'static str, &'static str, u64) {
    let group = context.parameter("group");
    let group = GROUPS.iter().find(|(it, _)| Some(*it) == group);
    let range = context.parameter("range");
    let range = RANGES.iter().find(|(it, _, _)| Some(*it) == range);
    let group = group.map_or("day", |it| it.0);
    // Hours and months have one suitable range each.
    let fixed = match group {
        "hour" => Some("1"),
        "month" => Some("365"),
        _ => None,
    };
    let fixed = RANGES.iter().find(|(it, _, _)| Some(*it) == fixed);
    let (range, _, days) = fixed.or(range).unwrap_or(&RANGES[1]);
    (group, range, *days)
}

#[derive(Template)]
#[template(path = "usage.html")]
struct UsagePage {
    layout: Layout,
    groups: [(&'static str, &'static str); 7],
    ranges: [(&'static str, &'static str, u64); 6],
    group: &'static str,
    range: &'static str,
    current: PeriodAttributes,
    forecast: Message,
    burn_down: Markup,
    bars: Option<Markup>,
    rows: Collection<UsageRow>,
    names: Names,
    errors: Vec<RefusalSumAttributes>,
}

/// The page and label of the solution of a problem.
pub(super) fn remedy(code: &str, key: Option<&str>) -> (String, &'static str) {
    let key = key.map_or_else(
        || "/settings/api-keys".to_owned(),
        |id| format!("/settings/api-keys/{id}"),
    );
    match code {
        "domain_not_allowed" => (key, msg("Add the domain to the key.")),
        "rate_limited" => (
            key,
            msg("Send fewer requests or raise the key's rate limit."),
        ),
        "quota_exhausted" => (
            "/overview".to_owned(),
            msg("Wait until next month or upgrade your plan."),
        ),
        "key_disabled" => (
            key,
            msg("Enable the key or remove it from your application."),
        ),
        "key_expired" | "key_revoked" => (
            "/settings/api-keys/new".to_owned(),
            msg("Create a new API key."),
        ),
        "permission_missing" => (key, msg("Add the permission to the key.")),
        "module_required" => ("/modules".to_owned(), msg("Add the module.")),
        code => (
            format!("/docs/errors#{code}"),
            msg("Look up the error code."),
        ),
    }
}

impl UsagePage {
    /// The heading of the first column.
    fn group_label(&self) -> &'static str {
        match self.group {
            "key" => msg("Key"),
            "operation" => msg("Operation"),
            "origin" => msg("Origin"),
            "hour" => msg("Hour (UTC)"),
            "month" => msg("Month"),
            "status" => msg("Status"),
            _ => msg("Day"),
        }
    }

    /// The page and label of the solution of a problem.
    fn solution(error: &RefusalSumAttributes) -> (String, &'static str) {
        remedy(&error.reason, error.key_id.as_deref())
    }

    /// The name of the key or person, or that of the row.
    fn name<'a>(&'a self, id: &'a str) -> Cow<'a, str> {
        match self.names.get(id) {
            Some(name) => name.into(),
            None if id.is_empty() => self.layout.word(msg("(none)")).into(),
            None if self.group == "status" => self.layout.word(id).into(),
            None if self.group == "hour" => plot::slot_name(id).into(),
            None if id.starts_with("usr_") => self.layout.word(msg("Former member")).into(),
            None => id.into(),
        }
    }
}

/// The totals by status class. Units are not stored by status, so rows contain only requests.
async fn by_status(context: &PageContext, days: u64) -> Result<Collection<UsageRow>, ApiError> {
    let months = sums(context, GroupText::Month, days, None).await?.items;
    let all = |count: fn(&UsageRow) -> u64| months.iter().map(count).sum::<u64>();
    let row = |id: &str, [succeeded, refused, failed]: [u64; 3]| UsageRow {
        requests: succeeded + refused + failed,
        succeeded,
        refused,
        failed,
        ..UsageRow::nothing(id)
    };
    let rows = [
        row(
            msg("Successful (2xx and 3xx)"),
            [all(|it| it.succeeded), 0, 0],
        ),
        row(msg("Client errors (4xx)"), [0, all(|it| it.refused), 0]),
        row(msg("Server errors (5xx)"), [0, 0, all(|it| it.failed)]),
    ];
    Ok(Collection {
        items: rows.into_iter().filter(|it| it.requests > 0).collect(),
        next: None,
        total: 3,
    })
}

/// The requested rows.
async fn rows_of(
    context: &PageContext,
    group: &str,
    days: u64,
    after: Option<String>,
) -> Result<Collection<UsageRow>, ApiError> {
    let group_by = match group {
        "status" => return by_status(context, days).await,
        "hour" => GroupText::Hour,
        "month" => GroupText::Month,
        "key" => GroupText::Key,
        "operation" => GroupText::Operation,
        "origin" => GroupText::Origin,
        _ => GroupText::Day,
    };
    sums(context, group_by, days, after).await
}

/// `GET /usage`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let (group, range, days) = chosen(&context);
    let current = current(&context).await?;
    let after = context.parameter("after").map(str::to_owned);
    let rows = rows_of(&context, group, days, after).await?;
    let errors = context.call::<RefusalTop>(NoInput {}).await?;
    let now = context.app.clock.now();
    let allowance = Allowance::of(&current.live, now);
    page(&UsagePage {
        layout: context.layout("Usage", "/usage"),
        groups: GROUPS,
        ranges: RANGES,
        group,
        range,
        forecast: forecast_text(allowance, now, context.language),
        burn_down: plot::burn_down(&allowance, context.language),
        current,
        bars: (["hour", "day", "month"].contains(&group) && !rows.items.is_empty())
            .then(|| plot::bars(&every_slot(group, &rows.items, days, now), context.language)),
        rows,
        names: Names::of(&context).await?,
        errors: errors.items,
    })
}

/// `GET /usage.csv`: the table as a file.
pub(super) async fn csv(context: PageContext) -> PageResult {
    context.org()?;
    let (group, _, days) = chosen(&context);
    let mut text = format!("{group},requests,units,succeeded,refused,failed\r\n");
    let mut after = None;
    for _ in 0..CSV_PAGES {
        let rows = rows_of(&context, group, days, after).await?;
        for row in &rows.items {
            let numbers = [
                row.requests,
                row.units,
                row.succeeded,
                row.refused,
                row.failed,
            ];
            let mut numbers = numbers.map(|it| it.to_string());
            if group == "status" {
                // Units are not stored by status, which is different from zero.
                numbers[1].clear();
            }
            let numbers = numbers.join(",");
            let name = csv_cell(&row.id);
            text.extend([name.as_str(), ",", numbers.as_str(), "\r\n"]);
        }
        after = rows.next;
        if after.is_none() {
            break;
        }
    }
    Ok(attachment("text/csv; charset=utf-8", "usage.csv", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_is_the_average_pace_carried_on() {
        let check = |used, (quota, overage), elapsed, expected| {
            let allowance = Allowance {
                used,
                quota,
                overage,
                elapsed,
            };
            assert_eq!(allowance.forecast(), expected);
        };
        let quota = (100, 0);
        check(0, quota, 0.5, Forecast::Nothing);
        check(5, quota, 0.01, Forecast::Unknown);
        check(40, quota, 0.5, Forecast::Enough { units: 80 });
        check(50, quota, 0.5, Forecast::Enough { units: 100 });
        check(80, quota, 0.4, Forecast::UsedUp { share: 0.5 });
        check(100, quota, 0.25, Forecast::UsedUp { share: 0.25 });
        let both = (100, 60);
        check(50, both, 0.5, Forecast::Enough { units: 100 });
        let above = Forecast::Overage {
            units: 160,
            above: 60,
        };
        check(80, both, 0.5, above);
        check(160, both, 0.5, Forecast::UsedUp { share: 0.5 });
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
    fn the_last_of_some_days_is_today() {
        // 2027-01-15T08:00:00Z, as GNU date has it.
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let days = last_days(&[3, 0, 1], now);
        let days: Vec<_> = days
            .iter()
            .map(|it| (it.id.as_str(), it.requests))
            .collect();
        assert_eq!(
            days,
            [("2027-01-13", 3), ("2027-01-14", 0), ("2027-01-15", 1)]
        );
    }

    #[test]
    fn hours_and_months_without_requests_are_there_too() {
        // 2027-01-15T08:00:00Z, as GNU date has it.
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let hours = every_slot("hour", &[], 1, now);
        let ends = [hours.first(), hours.last()].map(|it| it.unwrap().id.as_str());
        assert_eq!(
            (hours.len(), ends),
            (25, ["2027-01-14T08", "2027-01-15T08"])
        );
        let months = every_slot("month", &[], 365, now);
        let ends = [months.first(), months.last()].map(|it| it.unwrap().id.as_str());
        assert_eq!((months.len(), ends), (13, ["2026-01", "2027-01"]));
    }
}
