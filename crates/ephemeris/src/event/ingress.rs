//! Ingresses: a body enters a sign of the tropical zodiac.

use super::Range;
use super::crossing::longitude;
use super::motion::longitude_motion;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{SearchResult, find_all};
use crate::time::{Instant, Tt};

/// The longitudes at which the signs begin.
pub const SIGN_STARTS_DEG: [f64; 12] = [
    0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0, 210.0, 240.0, 270.0, 300.0, 330.0,
];

/// A body enters a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ingress {
    /// The instant.
    pub at: Instant<Tt>,
    /// The body.
    pub body: Body,
    /// The sign entered: 0 is Aries, 11 is Pisces.
    pub sign: usize,
    /// The longitude of the sign boundary.
    pub longitude_deg: f64,
    /// Whether the body is direct. A retrograde body enters the sign that precedes the boundary.
    pub direct: bool,
}

impl Ingress {
    /// Returns the ingress for a crossing of one of [`SIGN_STARTS_DEG`].
    pub fn of_crossing(body: Body, found: SearchResult) -> Option<Self> {
        match found {
            SearchResult::Turn { .. } => None,
            SearchResult::Crossing { at, level, rising } => Some(Self {
                at,
                body,
                sign: if rising { level } else { (level + 11) % 12 },
                longitude_deg: SIGN_STARTS_DEG[level],
                direct: rising,
            }),
        }
    }
}

/// Finds every ingress of a body.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::ingress::ingresses;
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// let start = Instant::from_julian_date(2_460_310.5);
/// let found = ingresses(Ephemeris::embedded(), Body::Sun, start..start.plus_days(366.0))?;
/// assert_eq!(found.len(), 12);
/// assert_eq!(found[0].sign, 10); // Aquarius, in January
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn ingresses(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    range: Range,
) -> Result<Vec<Ingress>, SkyError> {
    let motion = longitude_motion(body);
    let found = find_all(range, &motion, longitude(ephemeris, body), &SIGN_STARTS_DEG)?;
    let ingress = |found| Ingress::of_crossing(body, found);
    Ok(found.into_iter().filter_map(ingress).collect())
}
