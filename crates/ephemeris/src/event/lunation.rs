//! The principal phases of the Moon: its apparent longitude minus the Sun's is a multiple of 90
//! degrees.

use super::Range;
use super::crossing::{difference, difference_motion};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{SearchResult, find_all};
use crate::time::{Instant, Tt};

/// A principal phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lunation {
    /// The instant.
    pub at: Instant<Tt>,
    /// The phase.
    pub phase: Phase,
}

impl Lunation {
    /// Returns the phase for a crossing of one of the elongations of [`Phase::ALL`].
    pub fn of_crossing(found: SearchResult) -> Option<Self> {
        match found {
            SearchResult::Turn { .. } => None,
            SearchResult::Crossing { at, level, .. } => Some(Self {
                at,
                phase: Phase::ALL[level],
            }),
        }
    }
}

/// The principal phases of the Moon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In conjunction with the Sun.
    New,
    /// 90 degrees ahead of the Sun.
    FirstQuarter,
    /// In opposition to the Sun.
    Full,
    /// 90 degrees behind the Sun.
    LastQuarter,
}

impl Phase {
    /// The phases in chronological order.
    pub const ALL: [Self; 4] = [Self::New, Self::FirstQuarter, Self::Full, Self::LastQuarter];

    /// Returns the longitude of the Moon minus that of the Sun.
    pub fn elongation_deg(self) -> f64 {
        match self {
            Self::New => 0.0,
            Self::FirstQuarter => 90.0,
            Self::Full => 180.0,
            Self::LastQuarter => 270.0,
        }
    }
}

/// Finds every new moon, first quarter, full moon and last quarter.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::lunation::{Phase, lunations};
/// use ephemeris::{Ephemeris, Instant};
///
/// // Meeus, Astronomical Algorithms (1998), example 49.a: new moon at JDE 2443192.65118.
/// let start = Instant::from_julian_date(2_443_190.0);
/// let found = lunations(Ephemeris::embedded(), start..start.plus_days(29.0))?;
/// assert_eq!(found[0].phase, Phase::New);
/// assert!((found[0].at.julian_date() - 2_443_192.65118).abs() < 0.0003);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn lunations(ephemeris: &Ephemeris<'_>, range: Range) -> Result<Vec<Lunation>, SkyError> {
    let levels = Phase::ALL.map(Phase::elongation_deg);
    let found = find_all(
        range,
        &difference_motion(Body::Moon, Body::Sun),
        difference(ephemeris, Body::Moon, Body::Sun),
        &levels,
    )?;
    Ok(found
        .into_iter()
        .filter_map(Lunation::of_crossing)
        .collect())
}
