//! Equinoxes and solstices: the Sun's apparent longitude is a multiple of 90 degrees.

use super::Range;
use super::crossing::longitude;
use super::motion::longitude_motion;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{Found, find_all};
use crate::time::{Instant, Tt};

/// The beginning of a season.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Season {
    /// When.
    pub at: Instant<Tt>,
    /// Which.
    pub kind: SeasonKind,
}

/// Which season begins; named by months, because the halves of the Earth disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonKind {
    /// The Sun at 0 degrees.
    MarchEquinox,
    /// The Sun at 90 degrees.
    JuneSolstice,
    /// The Sun at 180 degrees.
    SeptemberEquinox,
    /// The Sun at 270 degrees.
    DecemberSolstice,
}

impl SeasonKind {
    /// In the order of the Sun's longitudes.
    pub const ALL: [Self; 4] = [
        Self::MarchEquinox,
        Self::JuneSolstice,
        Self::SeptemberEquinox,
        Self::DecemberSolstice,
    ];

    /// The Sun's longitude.
    pub fn longitude_deg(self) -> f64 {
        match self {
            Self::MarchEquinox => 0.0,
            Self::JuneSolstice => 90.0,
            Self::SeptemberEquinox => 180.0,
            Self::DecemberSolstice => 270.0,
        }
    }
}

/// Every equinox and solstice.
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
        Found::Turn { .. } => None,
        Found::Crossing { at, level, .. } => Some(Season {
            at,
            kind: SeasonKind::ALL[level],
        }),
    };
    Ok(found.into_iter().filter_map(season).collect())
}
