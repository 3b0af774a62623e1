//! The best few of many candidates.

use super::query::MatchKind;

/// A candidate: the kind of its match and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) place: usize,
    pub(super) kind: MatchKind,
    /// Higher is better; see `query.rs`.
    pub(super) weight: f64,
}

impl Candidate {
    fn precedes(&self, other: &Self) -> bool {
        let order = self.kind.cmp(&other.kind);
        let order = order.then(other.weight.total_cmp(&self.weight));
        order.then(self.place.cmp(&other.place)).is_lt()
    }
}

/// The best `limit` candidates so far, best first, each place once.
#[derive(Debug)]
pub(super) struct Best {
    limit: usize,
    kept: Vec<Candidate>,
}

impl Best {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            kept: Vec::with_capacity(limit + 1),
        }
    }

    /// Whether it would be kept.
    pub(super) fn has_room_for(&self, candidate: &Candidate) -> bool {
        self.kept.len() < self.limit
            || self
                .kept
                .last()
                .is_some_and(|last| candidate.precedes(last))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(super) fn offer(&mut self, candidate: Candidate) {
        if !self.has_room_for(&candidate) {
            return;
        }
        if let Some(same) = self.kept.iter().position(|it| it.place == candidate.place) {
            if !candidate.precedes(&self.kept[same]) {
                return;
            }
            self.kept.remove(same);
        }
        let at = self.kept.partition_point(|it| it.precedes(&candidate));
        self.kept.insert(at, candidate);
        self.kept.truncate(self.limit);
    }

    pub(super) fn into_vec(self) -> Vec<Candidate> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_in_order_and_each_once() {
        let mut best = Best::new(2);
        for (place, kind, weight) in [
            (1, MatchKind::Prefix, 5.0),
            (2, MatchKind::Exact, 1.0),
            (1, MatchKind::Exact, 0.5),
            (3, MatchKind::Typo, 9.0),
            (4, MatchKind::Prefix, 9.0),
        ] {
            best.offer(Candidate {
                place,
                kind,
                weight,
            });
        }
        let places: Vec<usize> = best.into_vec().iter().map(|it| it.place).collect();
        assert_eq!(places, [2, 1]);
    }
}
