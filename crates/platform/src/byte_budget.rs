//! A limit on bytes that are held at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts bytes up to a limit. Callers report when they release bytes.
#[derive(Debug)]
pub struct ByteBudget {
    limit: usize,
    held: AtomicUsize,
}

impl ByteBudget {
    /// A budget of this many bytes.
    pub const fn new(limit: usize) -> Self {
        Self {
            limit,
            held: AtomicUsize::new(0),
        }
    }

    /// Adds bytes if they fit. An amount larger than the whole budget fits while nothing else is
    /// held. Otherwise it would never be served.
    pub fn try_hold(&self, bytes: usize) -> bool {
        self.try_hold_beside(bytes, 0)
    }

    /// The same, where an amount larger than the whole budget also fits beside a few bytes.
    pub fn try_hold_beside(&self, bytes: usize, few: usize) -> bool {
        let fits = |held: usize| {
            let sum = held.checked_add(bytes)?;
            (held <= few || sum <= self.limit).then_some(sum)
        };
        let added = self
            .held
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits);
        added.is_ok()
    }

    /// Adds bytes if they leave this many free for others. Bytes that alone would not fit are never
    /// added.
    pub fn try_hold_leaving(&self, bytes: usize, reserve: usize) -> bool {
        let limit = self.limit.saturating_sub(reserve);
        let fits = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= limit);
        let added = self
            .held
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits);
        added.is_ok()
    }

    /// Whether anything more fits.
    pub fn has_room(&self) -> bool {
        self.held.load(Ordering::Relaxed) < self.limit
    }

    /// Removes bytes that were added before.
    pub fn release(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The number of held bytes.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_held_up_to_the_limit() {
        let budget = ByteBudget::new(10);
        assert!(budget.try_hold(6));
        assert!(!budget.try_hold(5));
        assert!(budget.try_hold(4));
        budget.release(6);
        assert!(budget.try_hold(6));
        assert_eq!(budget.held(), 10);
        assert!(!budget.has_room());
    }

    #[test]
    fn a_reserve_is_left_to_others() {
        let budget = ByteBudget::new(10);
        assert!(budget.try_hold_leaving(7, 3));
        assert!(!budget.try_hold_leaving(1, 3));
        assert!(budget.try_hold(3));
    }

    #[test]
    fn what_is_larger_than_the_budget_fits_alone() {
        let budget = ByteBudget::new(10);
        assert!(budget.try_hold(25));
        assert!(!budget.try_hold(1));
        budget.release(25);
        assert!(budget.try_hold(1));
        assert!(!budget.try_hold(25));
    }
}
