//! The allowances that a batch uses, and how much of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::{KeyMode, OrgId, Period};

use super::test_units::{TestAccount, Used, test_accounts};
use super::{Commit, LedgerEntry};

/// The holder of an allowance, in the order in which PostgreSQL locks the rows, which prevents
/// deadlocks between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Account {
    pub(super) org: OrgId,
    pub(super) period: Period,
    is_test: bool,
}

impl Account {
    pub(super) fn of(entry: &LedgerEntry) -> Self {
        Self {
            org: entry.org,
            period: Period::of(entry.at),
            is_test: entry.mode == KeyMode::Test,
        }
    }

    /// Returns the mode's name in the database.
    pub(super) const fn mode(&self) -> &'static str {
        if self.is_test {
            KeyMode::Test.name()
        } else {
            KeyMode::Live.name()
        }
    }
}

/// What a batch requests from one account.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) total: u64,
    pub(super) cap: u64,
}

/// What a batch requests from each account.
#[derive(Debug, Default)]
pub(super) struct Shares {
    pub(super) orgs: BTreeMap<Account, Share>,
    pub(super) test: BTreeMap<TestAccount, u64>,
}

impl Shares {
    pub(super) fn of(entries: &[Arc<LedgerEntry>]) -> Self {
        let mut shares = Self::default();
        for entry in entries {
            let cost = u64::from(entry.cost);
            let share = shares.orgs.entry(Account::of(entry)).or_default();
            share.total += cost;
            share.cap = entry.cap;
            for account in test_accounts(entry) {
                *shares.test.entry(account).or_default() += cost;
            }
        }
        shares
    }

    /// Adds the accounts of a request whose units are returned, which are locked with the others.
    pub(super) fn add_returned(&mut self, entry: &LedgerEntry) {
        let cap = entry.cap;
        let share = Share { total: 0, cap };
        self.orgs.entry(Account::of(entry)).or_insert(share);
        for account in test_accounts(entry) {
            self.test.entry(account).or_default();
        }
    }
}

/// The usage of each account of a batch during the decision.
#[derive(Debug, Default)]
pub(super) struct Balances {
    pub(super) orgs: BTreeMap<Account, u64>,
    pub(super) test: BTreeMap<TestAccount, u64>,
}

impl Balances {
    /// Counts the entries in the order of arrival, each in all of its accounts or in none.
    pub(super) fn fill(&mut self, entries: &[Arc<LedgerEntry>]) -> Vec<Commit> {
        entries.iter().map(|it| self.count(it)).collect()
    }

    fn count(&mut self, entry: &LedgerEntry) -> Commit {
        let cost = u64::from(entry.cost);
        let org = self.orgs.entry(Account::of(entry)).or_default();
        let Some(limits) = entry.test else {
            let fits = *org + cost <= entry.cap;
            *org += if fits { cost } else { 0 };
            let used = Used {
                org: *org,
                ..Used::default()
            };
            return Commit::of(fits, used);
        };
        let (month, day) = limits.accounts(entry.at);
        let used = |account| self.test.get(&account).copied().unwrap_or(0);
        let mut used = Used {
            org: *org,
            month: month.map_or(0, used),
            day: used(day),
        };
        let fits = used.org + cost <= entry.cap
            && (month.is_none() || used.month + cost <= limits.month_cap)
            && used.day + cost <= limits.day_cap;
        if fits {
            used.org += cost;
            used.day += cost;
            *org = used.org;
            self.test.insert(day, used.day);
            if let Some(month) = month {
                used.month += cost;
                self.test.insert(month, used.month);
            }
        }
        Commit::of(fits, used)
    }
}

/// The units to return to each account.
#[derive(Debug, Default)]
pub(super) struct Returns {
    pub(super) orgs: BTreeMap<Account, i64>,
    pub(super) test: BTreeMap<TestAccount, i64>,
}

impl Returns {
    /// Adds the units to return for a request.
    pub(super) fn add(&mut self, entry: &LedgerEntry, units: u32) {
        if units == 0 {
            return;
        }
        let units = i64::from(units);
        *self.orgs.entry(Account::of(entry)).or_default() += units;
        for account in test_accounts(entry) {
            *self.test.entry(account).or_default() += units;
        }
    }
}
