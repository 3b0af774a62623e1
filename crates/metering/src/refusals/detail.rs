//! How much detail an organization's refusals are stored with. Refusals are free, and anyone who
//! found a key on a web page can cause them, so an organization adds a limited number of rows. Beyond
//! the limits no refusal loses its count; its row loses detail: first the minute, then the page,
//! then the key.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

use access::KeyId;

use crate::origin_hosts::OTHER;

/// Pages of an organization in an hour and in a day. Further ones are [`OTHER`].
pub(super) const MAX_HOSTS_PER_HOUR: usize = 50;
pub(super) const MAX_HOSTS_PER_DAY: usize = 500;
/// Rows of an organization by minute, key, reason and page.
pub(super) const MINUTE_ROWS: RowLimits = RowLimits {
    per_hour: 100,
    per_day: 500,
};
/// Rows by hour, key, reason and page.
pub(super) const HOUR_ROWS: RowLimits = RowLimits {
    per_hour: 50,
    per_day: 300,
};
/// Rows by hour, key and reason. They are apart from those with pages, so that a key with many pages
/// does not hide other keys.
pub(super) const KEY_ROWS: RowLimits = RowLimits {
    per_hour: 50,
    per_day: 200,
};
/// Sums of an organization by day, key and reason. Further ones are by day and reason.
pub(super) const MAX_SUMS_PER_DAY: usize = 100;
/// Hashes of all organizations that a node remembers, at some 20 bytes each. Beyond them, nothing
/// gets detail that it does not have yet.
pub(super) const MAX_HASHES: usize = 1_000_000;

const MINUTES_PER_HOUR: i64 = 60;
const MINUTES_PER_DAY: i64 = 1_440;

/// The maximum numbers of new rows of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowLimits {
    pub(super) per_hour: usize,
    pub(super) per_day: usize,
}

/// The row that a refusal is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place<'a> {
    /// `None` stands for all further keys.
    pub(super) key: Option<KeyId>,
    pub(super) reason: &'static str,
    pub(super) origin_host: &'a str,
    /// Minutes since 1970; the first of an hour for a row by hour.
    pub(super) minute: i64,
}

impl Place<'_> {
    /// The place with the least detail, of which an hour has a few: one for each reason, with a page
    /// and without.
    pub(super) fn coarsest(self) -> Self {
        Self {
            key: None,
            ..self.without_page().by_hour()
        }
    }

    fn by_hour(self) -> Self {
        let minute = self.hour() * MINUTES_PER_HOUR;
        Self { minute, ..self }
    }

    fn without_page(self) -> Self {
        let origin_host = if self.origin_host.is_empty() {
            ""
        } else {
            OTHER
        };
        Self {
            origin_host,
            ..self
        }
    }

    fn hour(self) -> i64 {
        hour(self.minute)
    }

    /// Days since 1970.
    pub(super) fn day(self) -> i64 {
        day(self.minute)
    }
}

const fn hour(minute: i64) -> i64 {
    minute.div_euclid(MINUTES_PER_HOUR)
}

const fn day(minute: i64) -> i64 {
    minute.div_euclid(MINUTES_PER_DAY)
}

/// The memory that organizations share. Values are remembered as hashes: a long name takes as much
/// as a short one, and the random key of the hashes keeps attackers from choosing names that collide.
#[derive(Debug)]
pub(super) struct Memory {
    hasher: RandomState,
    pub(super) left: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            left: MAX_HASHES,
        }
    }
}

/// The different values of an hour or a day.
#[derive(Debug, Default)]
struct Distinct {
    span: i64,
    seen: HashSet<u64>,
}

impl Distinct {
    /// Forgets an earlier span. A request that began just before the current one counts in the
    /// current one, or requests around the change would start it again and again.
    fn begin(&mut self, span: i64) {
        if span > self.span || span < self.span - 1 {
            let seen = HashSet::new();
            *self = Self { span, seen };
        }
    }

    /// Whether a value is one of the first of its span.
    fn admits(&mut self, span: i64, most: usize, value: u64, memory: &mut Memory) -> bool {
        self.begin(span);
        if self.seen.contains(&value) {
            return true;
        }
        if self.seen.len() >= most || memory.left == 0 {
            return false;
        }
        memory.left -= 1;
        self.seen.insert(value)
    }
}

/// The rows of one kind that were added in the current hour, and how many in the day.
#[derive(Debug, Default)]
struct Rows {
    of_hour: Distinct,
    day: i64,
    in_day: usize,
}

impl Rows {
    /// Whether a row exists or can be added.
    fn admits(&mut self, place: Place<'_>, limits: RowLimits, memory: &mut Memory) -> bool {
        let day = place.day();
        if day > self.day || day < self.day - 1 {
            self.day = day;
            self.in_day = 0;
        }
        let hour = place.hour();
        self.of_hour.begin(hour);
        let left = limits.per_day.saturating_sub(self.in_day);
        let before = self.of_hour.seen.len();
        let most = limits.per_hour.min(before.saturating_add(left));
        let value = memory.hasher.hash_one(place);
        let admitted = self.of_hour.admits(hour, most, value, memory);
        self.in_day += self.of_hour.seen.len() - before;
        admitted
    }
}

/// What is already stored of an organization's refusals on this node.
#[derive(Debug, Default)]
pub(super) struct OrgDetail {
    hosts_of_hour: Distinct,
    hosts_of_day: Distinct,
    minute_rows: Rows,
    hour_rows: Rows,
    key_rows: Rows,
    sums: Distinct,
}

impl OrgDetail {
    /// Returns the row of a refusal, with as much detail as the limits leave.
    pub(super) fn place<'a>(&mut self, refusal: Place<'a>, memory: &mut Memory) -> Place<'a> {
        let by_minute = if self.lists_page(refusal, memory) {
            refusal
        } else {
            refusal.without_page()
        };
        let by_hour = by_minute.by_hour();
        let by_key = by_hour.without_page();
        if self.minute_rows.admits(by_minute, MINUTE_ROWS, memory) {
            by_minute
        } else if self.hour_rows.admits(by_hour, HOUR_ROWS, memory) {
            by_hour
        } else if self.key_rows.admits(by_key, KEY_ROWS, memory) {
            by_key
        } else {
            refusal.coarsest()
        }
    }

    /// Whether the sum of a day has a key of its own.
    pub(super) fn sums_by_key(&mut self, refusal: Place<'_>, memory: &mut Memory) -> bool {
        let value = memory.hasher.hash_one((refusal.key, refusal.reason));
        self.sums
            .admits(refusal.day(), MAX_SUMS_PER_DAY, value, memory)
    }

    fn lists_page(&mut self, refusal: Place<'_>, memory: &mut Memory) -> bool {
        let host = refusal.origin_host;
        // Most requests have no page: they come from servers.
        if host.is_empty() || host == OTHER {
            return true;
        }
        let value = memory.hasher.hash_one(host);
        let (hour, day) = (refusal.hour(), refusal.day());
        self.hosts_of_hour
            .admits(hour, MAX_HOSTS_PER_HOUR, value, memory)
            && self
                .hosts_of_day
                .admits(day, MAX_HOSTS_PER_DAY, value, memory)
    }

    /// Forgets earlier hours and days, and returns how many hashes are left.
    pub(super) fn prune(&mut self, minute: i64) -> usize {
        let of_hour = [
            &mut self.hosts_of_hour,
            &mut self.minute_rows.of_hour,
            &mut self.hour_rows.of_hour,
            &mut self.key_rows.of_hour,
        ];
        let of_day = [&mut self.hosts_of_day, &mut self.sums];
        let of_hour = of_hour.into_iter().map(|it| (it, hour(minute)));
        let of_day = of_day.into_iter().map(|it| (it, day(minute)));
        of_hour
            .chain(of_day)
            .map(|(distinct, span)| {
                distinct.begin(span);
                distinct.seen.len()
            })
            .sum()
    }
}
