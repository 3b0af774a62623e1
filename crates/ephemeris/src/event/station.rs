//! When a body turns: its speed in longitude is zero.

use super::Range;
use super::crossing::longitude;
use super::motion::longitude_motion;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{Found, find_all};
use crate::time::{Instant, Tt};

/// A body turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// When.
    pub at: Instant<Tt>,
    /// Which body.
    pub body: Body,
    /// Where.
    pub longitude_deg: f64,
    /// Which way it moves afterwards.
    pub turn: Turn,
}

impl Station {
    /// The station of a turn.
    pub fn of_turn(body: Body, found: Found) -> Option<Self> {
        match found {
            Found::Crossing { .. } => None,
            Found::Turn { at, value, maximum } => Some(Self {
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

/// Which way a body moves after a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Backward.
    Retrograde,
    /// Forward.
    Direct,
}

/// Every station of a body. Sun and Moon have none.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::station::stations;
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// // Mercury turns six times a year, seven times at most.
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
