//! Exact aspects: between two moving bodies, or between a body and a fixed longitude.

use super::Range;
use super::crossing::{difference, difference_motion, longitude};
use super::motion::longitude_motion;
use crate::angle::normalize_deg;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{SearchResult, find_all};
use crate::time::{Instant, Tt};

/// An exact aspect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The instant.
    pub at: Instant<Tt>,
    /// The requested angle, from 0 to 180 degrees.
    pub angle_deg: f64,
    /// Whether the body is ahead of the other by the angle rather than behind. Always true for
    /// conjunctions and oppositions.
    pub ahead: bool,
    /// Whether the longitude difference is increasing.
    pub gaining: bool,
}

/// Returns the levels for both sides of every angle. For 0 and 180 degrees both sides coincide.
fn levels(angles_deg: &[f64]) -> Vec<(f64, f64, bool)> {
    let mut levels = Vec::with_capacity(2 * angles_deg.len());
    for angle_deg in angles_deg.iter().copied() {
        let (ahead, behind) = (normalize_deg(angle_deg), normalize_deg(-angle_deg));
        levels.push((ahead, angle_deg, true));
        if (ahead - behind).abs() > 1e-9 {
            levels.push((behind, angle_deg, false));
        }
    }
    levels
}

fn exact(found: Vec<SearchResult>, levels: &[(f64, f64, bool)]) -> Vec<Exact> {
    let exact = |found| match found {
        SearchResult::Turn { .. } => None,
        SearchResult::Crossing { at, level, rising } => {
            let (_, angle_deg, ahead) = levels[level];
            Some(Exact {
                at,
                angle_deg,
                ahead,
                gaining: rising,
            })
        }
    };
    found.into_iter().filter_map(exact).collect()
}

/// Finds every exact aspect between two moving bodies, for all angles at once.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::aspect::between_bodies;
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// // The great conjunction of Jupiter and Saturn on 2020-12-21.
/// let start = Instant::from_julian_date(2_459_000.5);
/// let range = start..start.plus_days(365.0);
/// let found = between_bodies(Ephemeris::embedded(), (Body::Jupiter, Body::Saturn), &[0.0], range)?;
/// assert_eq!(found.len(), 1);
/// assert!((found[0].at.julian_date() - 2_459_205.26).abs() < 0.01);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn between_bodies(
    ephemeris: &Ephemeris<'_>,
    (body, other): (Body, Body),
    angles_deg: &[f64],
    range: Range,
) -> Result<Vec<Exact>, SkyError> {
    let levels = levels(angles_deg);
    let values: Vec<f64> = levels.iter().map(|(value, ..)| *value).collect();
    let found = find_all(
        range,
        &difference_motion(body, other),
        difference(ephemeris, body, other),
        &values,
    )?;
    Ok(exact(found, &levels))
}

/// Finds every exact aspect of a moving body to a fixed longitude, for all angles at once.
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn to_longitude(
    ephemeris: &Ephemeris<'_>,
    (body, fixed_deg): (Body, f64),
    angles_deg: &[f64],
    range: Range,
) -> Result<Vec<Exact>, SkyError> {
    let levels = levels(angles_deg);
    let values: Vec<f64> = levels
        .iter()
        .map(|(value, ..)| normalize_deg(fixed_deg + value))
        .collect();
    let motion = longitude_motion(body);
    let found = find_all(range, &motion, longitude(ephemeris, body), &values)?;
    Ok(exact(found, &levels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_have_two_sides_but_for_the_two_that_have_one() {
        let levels = levels(&[0.0, 60.0, 180.0]);
        let values: Vec<f64> = levels.iter().map(|(value, ..)| *value).collect();
        assert_eq!(values, [0.0, 60.0, 300.0, 180.0]);
    }
}
