//! Crossings of a longitude by a body.
//!
//! [`longitude`] and [`difference`] are the functions behind crossings, ingresses, lunations and
//! aspects. Other searches build on them: for a different zero point (a sidereal zodiac, a natal
//! position), subtract it from the value and its motion from the rate.

use super::Range;
use super::motion::longitude_motion;
use crate::angle::normalize_deg;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{Motion, Sample, SearchResult, find_all};
use crate::time::{Instant, Tt};

/// A body crosses a longitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The instant.
    pub at: Instant<Tt>,
    /// Whether the body is direct.
    pub direct: bool,
}

/// Returns the apparent geocentric longitude of date and its speed, as a function to search.
pub fn longitude<'a>(
    ephemeris: &'a Ephemeris<'a>,
    body: Body,
) -> impl FnMut(Instant<Tt>) -> Result<Sample, SkyError> + 'a {
    move |at| {
        let (value, rate) = ephemeris.sky(at)?.longitude(body)?;
        Ok(Sample { value, rate })
    }
}

/// Returns the longitude of `body` minus the longitude of `other`, as a function to search.
pub fn difference<'a>(
    ephemeris: &'a Ephemeris<'a>,
    body: Body,
    other: Body,
) -> impl FnMut(Instant<Tt>) -> Result<Sample, SkyError> + 'a {
    move |at| {
        let sky = ephemeris.sky(at)?;
        let ((longitude_deg, speed_deg), (other_deg, other_speed_deg)) =
            (sky.longitude(body)?, sky.longitude(other)?);
        Ok(Sample {
            value: normalize_deg(longitude_deg - other_deg),
            rate: speed_deg - other_speed_deg,
        })
    }
}

/// Returns the motion of the difference of two longitudes: its bound is the sum of both bounds.
pub fn difference_motion(body: Body, other: Body) -> Motion {
    let (one, two) = (longitude_motion(body), longitude_motion(other));
    Motion {
        step_days: one.step_days.min(two.step_days),
        fourth: one.fourth + two.fourth,
        ..one
    }
}

/// Finds every instant at which a body crosses a longitude. Around a station there are up to three
/// within weeks.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::crossing::crossings;
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// // Pluto reached 0 degrees of Aquarius five times in 2023 and 2024.
/// let start = Instant::from_julian_date(2_459_945.5);
/// let found = crossings(Ephemeris::embedded(), Body::Pluto, 300.0, start..start.plus_days(731.0))?;
/// assert_eq!(found.iter().map(|it| it.direct).collect::<Vec<_>>(), [true, false, true, false, true]);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn crossings(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    longitude_deg: f64,
    range: Range,
) -> Result<Vec<Crossing>, SkyError> {
    let motion = longitude_motion(body);
    let found = find_all(range, &motion, longitude(ephemeris, body), &[longitude_deg])?;
    let crossing = |found| match found {
        SearchResult::Crossing { at, rising, .. } => Some(Crossing { at, direct: rising }),
        SearchResult::Turn { .. } => None,
    };
    Ok(found.into_iter().filter_map(crossing).collect())
}
