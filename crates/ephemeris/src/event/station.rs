//! Stations: the speed in longitude is zero.

use super::Range;
use super::crossing::longitude;
use super::motion::longitude_motion;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{SearchResult, find_all};
use crate::time::{Instant, Tt};

/// A station of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// The instant.
    pub at: Instant<Tt>,
    /// The body.
    pub body: Body,
    /// The longitude of the station.
    pub longitude_deg: f64,
    /// The direction of motion after the station.
    pub turn: Turn,
}

impl Station {
    /// Returns the station for an extremum of the longitude.
    pub fn of_turn(body: Body, found: SearchResult) -> Option<Self> {
        match found {
            SearchResult::Crossing { .. } => None,
            SearchResult::Turn { at, value, maximum } => Some(Self {
                at,
                body,
                longitude_deg: value,
                turn: if maximum {
                    Turn::Retrograde
                } else {
                    Turn::Direct
                },
            }),
        }
    }
}

/// The direction of motion after a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Retrograde.
    Retrograde,
    /// Direct.
    Direct,
}

/// Finds every station of a body. The Sun and the Moon have none.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::station::stations;
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// // Mercury has six stations per year, seven at most.
/// let start = Instant::from_julian_date(2_460_310.5);
/// let found = stations(Ephemeris::embedded(), Body::Mercury, start..start.plus_days(366.0))?;
/// assert_eq!(found.len(), 7);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn stations(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    range: Range,
) -> Result<Vec<Station>, SkyError> {
    let motion = longitude_motion(body);
    let found = find_all(range, &motion, longitude(ephemeris, body), &[])?;
    let station = |found| Station::of_turn(body, found);
    Ok(found.into_iter().filter_map(station).collect())
}
