//! Equinoxes and solstices: the Sun's apparent longitude is a multiple of 90 degrees.

use super::Range;
use super::crossing::longitude;
use super::motion::longitude_motion;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{SearchResult, find_all};
use crate::time::{Instant, Tt};

/// An equinox or solstice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Season {
    /// The instant.
    pub at: Instant<Tt>,
    /// The kind.
    pub kind: SeasonKind,
}

/// The kind of equinox or solstice, named by month because the seasons of the two hemispheres
/// differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonKind {
    /// The Sun is at 0 degrees.
    MarchEquinox,
    /// The Sun is at 90 degrees.
    JuneSolstice,
    /// The Sun is at 180 degrees.
    SeptemberEquinox,
    /// The Sun is at 270 degrees.
    DecemberSolstice,
}

impl SeasonKind {
    /// In the order of the Sun's longitude.
    pub const ALL: [Self; 4] = [
        Self::MarchEquinox,
        Self::JuneSolstice,
        Self::SeptemberEquinox,
        Self::DecemberSolstice,
    ];

    /// Returns the Sun's longitude.
    pub fn longitude_deg(self) -> f64 {
        match self {
            Self::MarchEquinox => 0.0,
            Self::JuneSolstice => 90.0,
            Self::SeptemberEquinox => 180.0,
            Self::DecemberSolstice => 270.0,
        }
    }
}

/// Finds every equinox and solstice.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::season::{SeasonKind, seasons};
/// use ephemeris::{Ephemeris, Instant};
///
/// // Meeus, Astronomical Algorithms (1998), example 27.a: the June solstice of 1962, JDE 2437837.39245.
/// let start = Instant::from_julian_date(2_437_800.5);
/// let found = seasons(Ephemeris::embedded(), start..start.plus_days(60.0))?;
/// assert_eq!(found[0].kind, SeasonKind::JuneSolstice);
/// assert!((found[0].at.julian_date() - 2_437_837.39245).abs() < 0.0005);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn seasons(ephemeris: &Ephemeris<'_>, range: Range) -> Result<Vec<Season>, SkyError> {
    let levels = SeasonKind::ALL.map(SeasonKind::longitude_deg);
    let found = find_all(
        range,
        &longitude_motion(Body::Sun),
        longitude(ephemeris, Body::Sun),
        &levels,
    )?;
    let season = |found| match found {
        SearchResult::Turn { .. } => None,
        SearchResult::Crossing { at, level, .. } => Some(Season {
            at,
            kind: SeasonKind::ALL[level],
        }),
    };
    Ok(found.into_iter().filter_map(season).collect())
}
