//! Whose allowance a batch uses, and how much of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::{KeyMode, OrgId, Period};

use super::{Commit, LedgerEntry};

/// Whose allowance is used: in the order in which PostgreSQL locks the rows, so that two nodes
/// never wait for each other.
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

    /// The mode's name in the database.
    pub(super) const fn mode(&self) -> &'static str {
        if self.is_test {
            KeyMode::Test.name()
        } else {
            KeyMode::Live.name()
        }
    }
}

/// The entries of one account in one batch.
#[derive(Debug, Default)]
pub(super) struct Share {
    pub(super) entries: Vec<usize>,
    pub(super) total: u64,
    pub(super) cap: u64,
}

impl Share {
    /// Fills the account up to its cap, in the order of arrival; answers what is used then.
    pub(super) fn fill(
        &self,
        mut used: u64,
        entries: &[Arc<LedgerEntry>],
        commits: &mut [Commit],
    ) -> u64 {
        for index in &self.entries {
            let after = used + u64::from(entries[*index].cost);
            commits[*index] = if after <= self.cap {
                used = after;
                Commit::Counted { used }
            } else {
                Commit::Exhausted { used }
            };
        }
        used
    }
}

/// The entries of a batch by account.
pub(super) fn shares(entries: &[Arc<LedgerEntry>]) -> BTreeMap<Account, Share> {
    let mut shares: BTreeMap<Account, Share> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let share = shares.entry(Account::of(entry)).or_default();
        share.entries.push(index);
        share.total += u64::from(entry.cost);
        share.cap = entry.cap;
    }
    shares
}
