//! What a local time can mean.

use super::Moment;

/// The readings of a local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The clock showed it once.
    Unique(Moment),
    /// The clock showed it twice.
    Fold {
        /// The first time.
        earlier: Moment,
        /// The second time.
        later: Moment,
    },
    /// The clock jumped over it.
    Gap {
        /// Read with the offset before the jump; the later instant.
        before: Moment,
        /// Read with the offset after the jump; the earlier instant.
        after: Moment,
    },
}

/// Which reading is meant where there are two: by instant, for folds and gaps alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// The earlier instant.
    Earlier,
    /// The later instant.
    Later,
}

impl Resolution {
    /// All readings, the earlier instant first.
    pub fn readings(&self) -> Vec<&Moment> {
        match self {
            Self::Unique(moment) => vec![moment],
            Self::Fold { earlier, later } => vec![earlier, later],
            Self::Gap { before, after } => vec![after, before],
        }
    }

    /// The reading that is meant.
    pub fn choose(self, change: ClockChange) -> Moment {
        match (self, change) {
            (Self::Unique(moment), _) => moment,
            (Self::Fold { earlier, .. }, ClockChange::Earlier) => earlier,
            (Self::Fold { later, .. }, ClockChange::Later) => later,
            (Self::Gap { after, .. }, ClockChange::Earlier) => after,
            (Self::Gap { before, .. }, ClockChange::Later) => before,
        }
    }
}
