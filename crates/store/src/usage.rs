//! The usage of an organization, from the daily and hourly ledger.

use async_recursion::async_recursion as boxed;
use std::ops::Range;

use access::{KeyId, Timestamp, UserId};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Backend, on_org_readers, on_readers};
use crate::error::StoreError;
use crate::ledger::{LedgerPlace, LedgerRow, units};
use crate::page::{Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

const HOUR_MICROS: i64 = 3_600_000_000;
const HOURS_OF_DAY: i64 = 24;

/// The grouping of usage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageGroup {
    /// Hours since 1970.
    Hour,
    /// Days since 1970, UTC.
    Day,
    /// Months, UTC: `2027-01`.
    Month,
    /// Keys, or people who sent requests without one.
    Key,
    /// Operations.
    Operation,
    /// The pages that requests came from.
    Origin,
}

/// The dimensions of the daily sums. Their names are in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dimension {
    Key,
    Operation,
    Origin,
}

impl Dimension {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Operation => "operation",
            Self::Origin => "origin",
        }
    }

    /// Returns the column of the dimension in the hourly rows.
    const fn column_of_hours(self) -> &'static str {
        match self {
            Self::Key => "key_id",
            Self::Operation => "operation",
            Self::Origin => "origin_host",
        }
    }
}

impl UsageGroup {
    /// Returns the dimension whose days to read. Every request is in the days of each dimension,
    /// and operations have the fewest.
    const fn dimension(self) -> Dimension {
        match self {
            Self::Key => Dimension::Key,
            Self::Hour | Self::Day | Self::Month | Self::Operation => Dimension::Operation,
            Self::Origin => Dimension::Origin,
        }
    }

    /// Returns the label that rows of [`UsageQuery::rows`] are grouped by.
    const fn label(self, backend: &Backend) -> &'static str {
        match self {
            Self::Hour => "cast(hour as text)",
            Self::Day => "cast(day as text)",
            Self::Month => match backend {
                Backend::Sqlite { .. } => "strftime('%Y-%m', day * 86400, 'unixepoch')",
                Backend::Postgres { .. } => {
                    "to_char(to_timestamp(day * 86400) at time zone 'UTC', 'YYYY-MM')"
                }
            },
            Self::Key | Self::Operation | Self::Origin => "label",
        }
    }

    /// Returns `true` for a grouping by time. There are few such groups, and none is a label of the
    /// days.
    const fn is_of_time(self) -> bool {
        matches!(self, Self::Hour | Self::Day | Self::Month)
    }
}

/// Whole days, and the hours before and after them that do not fill a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    days: Range<i64>,
    before: Range<i64>,
    after: Range<i64>,
}

impl Span {
    /// Creates the span from the hour of one instant up to but not including the hour of another.
    pub(crate) fn new(from: Timestamp, to: Timestamp) -> Self {
        let (from, to) = (hour(from), hour(to));
        let first = from.div_euclid(HOURS_OF_DAY) + i64::from(from.rem_euclid(HOURS_OF_DAY) > 0);
        let end = to.div_euclid(HOURS_OF_DAY);
        if first >= end {
            return Self {
                days: 0..0,
                before: from..to,
                after: 0..0,
            };
        }
        Self {
            days: first..end,
            before: from..first * HOURS_OF_DAY,
            after: end * HOURS_OF_DAY..to,
        }
    }

    /// Returns the rows of one dimension in the span, for an organization `$1`: a text to select
    /// from, and the values to bind after that organization.
    pub(crate) fn rows(&self, dimension: Dimension) -> (String, Vec<i64>) {
        let name = dimension.name();
        let mut numbers = vec![self.days.start, self.days.end];
        let sums = "requests, units, succeeded, refused, failed";
        let days = format!(
            "select label, day, {sums} from usage_day where org_id = $1 \
             and dimension = '{name}' and day >= $2 and day < $3"
        );
        if self.before.is_empty() && self.after.is_empty() {
            return (format!("({days}) as part"), numbers);
        }
        let hours = [&self.before, &self.after];
        numbers.extend(hours.iter().flat_map(|it| [it.start, it.end]));
        let label = dimension.column_of_hours();
        let hours = format!(
            "select {label}, hour / {HOURS_OF_DAY}, {sums} from usage_hour where org_id = $1 \
             and (hour >= $4 and hour < $5 or hour >= $6 and hour < $7)"
        );
        (format!("({days} union all {hours}) as part"), numbers)
    }
}

/// The usage of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageSum {
    /// The label of the group: a day's number, an id or a name.
    pub label: String,
    /// Counted requests.
    pub requests: u64,
    /// The units they cost.
    pub units: u64,
    /// Requests answered with a status below 400.
    pub succeeded: u64,
    /// Requests answered with a status from 400 to 499.
    pub refused: u64,
    /// Requests that the service failed, which cost nothing.
    pub failed: u64,
}

/// The usage of a key on a day.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct KeyDay {
    /// The key's id.
    pub key_id: String,
    /// Days since 1970, UTC.
    pub day: i64,
    /// Counted requests.
    pub requests: i64,
}

#[derive(FromRow)]
struct SumRow {
    label: String,
    requests: i64,
    units: i64,
    succeeded: i64,
    refused: i64,
    failed: i64,
}

/// A query for usage.
#[derive(Clone, Debug)]
pub struct UsageQuery {
    /// The grouping.
    pub group: UsageGroup,
    /// The start: the hour of this instant, inclusive.
    pub from: Timestamp,
    /// The end: the hour of this instant, exclusive.
    pub to: Timestamp,
    /// The label that the page starts after; `None` for the first page, which may start with a
    /// group without a name.
    pub after: Option<String>,
    /// The number of groups, if an earlier page has counted them.
    pub total: Option<u64>,
}

impl UsageQuery {
    /// Returns the rows to add up, for an organization `$1`: a text to select from, and the values
    /// to bind after that organization.
    fn rows(&self) -> (String, Vec<i64>) {
        if self.group != UsageGroup::Hour {
            return Span::new(self.from, self.to).rows(self.group.dimension());
        }
        let hours = "(select hour, requests, units, succeeded, refused, failed from usage_hour \
            where org_id = $1 and hour >= $2 and hour < $3) as part";
        (hours.to_owned(), vec![hour(self.from), hour(self.to)])
    }
}

impl OrgStore<'_> {
    /// Returns a page of sums, by label.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn usage_page(
        &self,
        query: &UsageQuery,
        size: PageSize,
    ) -> Result<Page<UsageSum, String>, StoreError> {
        let label = query.group.label(&self.store.backend);
        let (part, numbers) = query.rows();
        let sums = ["requests", "units", "succeeded", "refused", "failed"]
            .map(|it| format!("cast(sum({it}) as bigint) as {it}"))
            .join(", ");
        let next = numbers.len() + 2;
        let after = query.after.as_ref();
        let condition =
            after.map_or_else(String::new, |_| format!("where {label} > ${}", next + 1));
        let sql = format!(
            "select {label} as label, {sums} from {part} {condition} \
             group by {label} order by {label} limit ${next}"
        );
        let rows: Vec<SumRow> = on_org_readers!(self, pool => {
            let mut query_as = sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(&self.org_id);
            for number in &numbers {
                query_as = query_as.bind(number);
            }
            query_as = query_as.bind(size.probe());
            if let Some(after) = after {
                query_as = query_as.bind(after);
            }
            query_as.fetch_all(pool)
        })?;
        let total = match query.total {
            Some(total) => total,
            None => units(self.count_groups(query).await?),
        };
        let decode = |row: SumRow| UsageSum {
            label: row.label,
            requests: units(row.requests),
            units: units(row.units),
            succeeded: units(row.succeeded),
            refused: units(row.refused),
            failed: units(row.failed),
        };
        let sums = rows.into_iter().map(decode).collect();
        Ok(Page::cut(sums, size, total, |it| it.label.clone()))
    }

    /// Returns the number of groups.
    async fn count_groups(&self, query: &UsageQuery) -> Result<i64, StoreError> {
        let label = query.group.label(&self.store.backend);
        let (part, numbers) = query.rows();
        let sql = if query.group.is_of_time() || numbers.len() > 2 {
            format!("select count(distinct {label}) from {part}")
        } else {
            distinct_labels(query.group.dimension())
        };
        Ok(on_org_readers!(self, pool => {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql.as_str())).bind(&self.org_id);
            for number in &numbers {
                query = query.bind(number);
            }
            query.fetch_one(pool)
        })?)
    }

    /// Returns a page of the ledger, oldest first, after the request with this id. The total comes
    /// from the daily sums: counting the rows would read them all.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn ledger_page(
        &self,
        after: Option<LedgerPlace>,
        size: PageSize,
    ) -> Result<Page<LedgerRow, LedgerPlace>, StoreError> {
        let rows = self.ledger(after, size.get() + 1).await?;
        let total = self.ledger_size().await?;
        Ok(Page::cut(rows, size, total, LedgerRow::place))
    }

    /// Returns the number of requests in the organization's ledger, from the daily sums.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn ledger_size(&self) -> Result<u64, StoreError> {
        const SQL: &str = "select cast(coalesce(sum(requests), 0) as bigint) from usage_day \
            where org_id = $1 and dimension = 'operation'";
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(SQL).bind(&self.org_id).fetch_one(pool))?;
        Ok(units(total))
    }

    /// Returns the usage of some keys by day, from this instant's day. Omits days without use.
    /// Reads the daily sums: the hours of a page of keys are many times as many rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn key_days(
        &self,
        keys: &[KeyId],
        from: Timestamp,
    ) -> Result<Vec<KeyDay>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<_> = (0..keys.len()).map(|it| format!("${}", it + 4)).collect();
        let sql = format!(
            "select label as key_id, day, requests from usage_day \
             where org_id = $1 and dimension = $2 and day >= $3 and label in ({}) \
             order by label, day",
            places.join(", ")
        );
        let rows = on_org_readers!(self, pool => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(Dimension::Key.name())
                .bind(hour(from).div_euclid(HOURS_OF_DAY));
            for key in keys {
                query = query.bind(key.to_string());
            }
            query.fetch_all(pool)
        })?;
        Ok(rows)
    }
}

impl Store {
    /// Returns `true` if a person owns any organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn owns_an_org(&self, user: UserId) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from membership where user_id = $1 and role = 'owner'";
        let owned: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(user.to_string()).fetch_one(pool))?;
        Ok(owned > 0)
    }
}

/// Returns a query for the number of labels of a dimension that have days from `$2` up to `$3`. It
/// steps from each label to the next, with one index look-up for each, however many days it has.
fn distinct_labels(dimension: Dimension) -> String {
    let name = dimension.name();
    let rows = format!("usage_day where org_id = $1 and dimension = '{name}'");
    format!(
        "with recursive known(label) as (select min(label) from {rows} union all \
         select (select min(label) from {rows} and label > known.label) from known \
         where known.label is not null) \
         select count(*) from known where label is not null and exists (\
         select 1 from {rows} and usage_day.label = known.label and day >= $2 and day < $3)"
    )
}

pub(crate) fn hour(at: Timestamp) -> i64 {
    at.micros().div_euclid(HOUR_MICROS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from_hour: i64, to_hour: i64, days: Range<i64>, hours: [Range<i64>; 2]) {
        let at = |hour: i64| Timestamp::from_micros(hour * HOUR_MICROS + 1);
        let [before, after] = hours;
        let expected = Span {
            days,
            before,
            after,
        };
        assert_eq!(Span::new(at(from_hour), at(to_hour)), expected);
    }

    #[test]
    fn a_span_is_whole_days_and_the_hours_around_them() {
        check(24, 72, 1..3, [24..24, 72..72]);
        check(23, 73, 1..3, [23..24, 72..73]);
        check(25, 72, 2..3, [25..48, 72..72]);
        check(30, 40, 0..0, [30..40, 0..0]);
        check(30, 50, 0..0, [30..50, 0..0]);
        check(0, 24, 0..1, [0..0, 24..24]);
    }
}
