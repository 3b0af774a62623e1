//! The possible readings of a local time.

use super::CivilMoment;

/// The readings of a local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The clock showed it once.
    Unique(CivilMoment),
    /// The clock showed it twice.
    Fold {
        /// The first time.
        earlier: CivilMoment,
        /// The second time.
        later: CivilMoment,
    },
    /// The clock skipped it.
    Gap {
        /// Read with the offset before the jump; the later instant.
        before: CivilMoment,
        /// Read with the offset after the jump; the earlier instant.
        after: CivilMoment,
    },
}

/// Which of two readings to use, by instant, for folds and gaps alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// The earlier instant.
    Earlier,
    /// The later instant.
    Later,
}

impl Resolution {
    /// Returns all readings, the earlier instant first.
    pub fn readings(&self) -> Vec<&CivilMoment> {
        match self {
            Self::Unique(moment) => vec![moment],
            Self::Fold { earlier, later } => vec![earlier, later],
            Self::Gap { before, after } => vec![after, before],
        }
    }

    /// Whether the clock skipped it because its place crossed the date line. Nothing else sets a
    /// clock forward by half a day.
    pub const fn crosses_date_line(&self) -> bool {
        const HALF_DAY_US: i64 = 12 * 3_600 * 1_000_000;
        match self {
            Self::Gap { before, after } => before.unix_us - after.unix_us >= HALF_DAY_US,
            Self::Unique(_) | Self::Fold { .. } => false,
        }
    }

    /// Returns the selected reading.
    ///
    /// # Examples
    ///
    /// In Rome the clocks showed 2023-10-29T02:30 twice.
    ///
    /// ```
    /// use places::{CivilDate, BirthClock, ClockChange, ClockTime, Coordinates, Zone, resolve};
    ///
    /// let rome = Coordinates::new(41.89, 12.48)?;
    /// let clock = BirthClock::Zone(Zone::named("Europe/Rome")?);
    /// let date = CivilDate::new(2023, 10, 29, None)?;
    /// let resolution = resolve(date, ClockTime::new(2, 30, 0)?, clock, rome)?;
    /// assert_eq!(resolution.readings().len(), 2);
    ///
    /// let earlier = resolution.clone().choose(ClockChange::Earlier);
    /// let later = resolution.choose(ClockChange::Later);
    /// assert_eq!((earlier.is_dst, later.is_dst), (Some(true), Some(false)));
    /// assert_eq!(later.unix_us - earlier.unix_us, 3_600_000_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(self, change: ClockChange) -> CivilMoment {
        match (self, change) {
            (Self::Unique(moment), _) => moment,
            (Self::Fold { earlier, .. }, ClockChange::Earlier) => earlier,
            (Self::Fold { later, .. }, ClockChange::Later) => later,
            (Self::Gap { after, .. }, ClockChange::Earlier) => after,
            (Self::Gap { before, .. }, ClockChange::Later) => before,
        }
    }
}
