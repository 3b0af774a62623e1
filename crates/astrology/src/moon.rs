//! The Moon at an instant, on a day, in a month: phase, sign, exact aspects, void of course.

mod aspects;
mod calendar;
mod void;

pub use aspects::{MoonAspect, MoonAspects, moon_aspects};
pub use calendar::{MoonDay, SignStay, moon_days, sign_stays};
use ephemeris::{
    Body, Ephemeris, Instant, SkyError, Tt,
    event::{
        crossing::{difference, difference_motion},
        lunation::{Lunation, Phase, lunations},
    },
    search::{SearchResult, scan},
};
pub use void::{VoidPeriod, void_of_course};

use crate::{
    angle::normalize_deg,
    ayanamsha::Zodiac,
    phase::{DistantPlace, LunarPhase, illuminated_fraction},
    sign::Sign,
};

/// Longer than any synodic month, in days.
const MAX_MONTH_DAYS: f64 = 29.9;

/// The Moon's mean radius, in au (1737.4 km: IAU Working Group on Cartographic Coordinates 2015).
const RADIUS_AU: f64 = 1_737.4 / 149_597_870.7;

/// The Sun's radius, in au (695 700 km: IAU 2015 resolution B3).
const SUN_RADIUS_AU: f64 = 695_700.0 / 149_597_870.7;

/// The Moon at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoonState {
    /// Longitude in the requested zodiac, in degrees.
    pub longitude_deg: f64,
    /// Its sign.
    pub sign: Sign,
    /// Longitude of the Moon minus that of the Sun, in degrees in [0, 360).
    pub elongation_deg: f64,
    /// The eighth of the cycle.
    pub phase: LunarPhase,
    /// The illuminated fraction of the disc.
    pub illuminated_fraction: f64,
    /// Days since the exact new moon.
    pub age_days: f64,
    /// Geocentric distance, in au.
    pub distance_au: f64,
    /// Geocentric apparent diameter, in degrees.
    pub diameter_deg: f64,
    /// The Sun's geocentric distance, in au.
    pub sun_distance_au: f64,
    /// The Sun's geocentric apparent diameter, in degrees.
    pub sun_diameter_deg: f64,
}

impl MoonState {
    /// Computes the Moon at an instant.
    ///
    /// # Errors
    /// The ephemeris does not cover the instant and the month before it.
    pub fn at(
        ephemeris: &Ephemeris<'_>,
        at: Instant<Tt>,
        zodiac: Zodiac,
    ) -> Result<Self, SkyError> {
        let sky = ephemeris.sky(at)?;
        let (moon, sun) = (sky.place(Body::Moon)?, sky.place(Body::Sun)?);
        let elongation_deg = normalize_deg(moon.longitude_deg - sun.longitude_deg);
        let longitude_deg =
            normalize_deg(moon.longitude_deg - zodiac.offset_deg(at, sky.nutation().dpsi_deg));
        let distant = |place: &ephemeris::Place| DistantPlace {
            longitude_deg: place.longitude_deg,
            latitude_deg: place.latitude_deg,
            distance: place.distance_au,
        };
        let diameter_deg =
            |radius_au: f64, distance_au: f64| 2.0 * (radius_au / distance_au).asin().to_degrees();
        Ok(Self {
            longitude_deg,
            sign: Sign::of(longitude_deg),
            elongation_deg,
            phase: LunarPhase::of_elongation(elongation_deg),
            illuminated_fraction: illuminated_fraction(distant(&moon), distant(&sun)),
            age_days: at.minus(last_new_moon(ephemeris, at, elongation_deg)?),
            distance_au: moon.distance_au,
            diameter_deg: diameter_deg(RADIUS_AU, moon.distance_au),
            sun_distance_au: sun.distance_au,
            sun_diameter_deg: diameter_deg(SUN_RADIUS_AU, sun.distance_au),
        })
    }
}

/// Returns the exact new moon at or before an instant.
fn last_new_moon(
    ephemeris: &Ephemeris<'_>,
    at: Instant<Tt>,
    elongation_deg: f64,
) -> Result<Instant<Tt>, SkyError> {
    // The elongation grows by 10.7 to 14.6 degrees per day: the search need not begin a whole month
    // earlier.
    let earliest = at.plus_days(-(elongation_deg / 10.6 + 0.5).min(MAX_MONTH_DAYS));
    // An exact new moon at the instant itself belongs to the range.
    let range = earliest..at.plus_days(1e-6);
    let mut last = earliest;
    scan(
        range,
        &difference_motion(Body::Moon, Body::Sun),
        difference(ephemeris, Body::Moon, Body::Sun),
        &[0.0],
        |found| {
            if let SearchResult::Crossing { at, .. } = found {
                last = at;
            }
            core::ops::ControlFlow::Continue(())
        },
    )?;
    Ok(if last > at { at } else { last })
}

/// The principal phases around an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct PhasesAround {
    /// The last of each kind before the instant, in chronological order.
    pub previous: Vec<Lunation>,
    /// The first of each kind at or after it, in chronological order.
    pub next: Vec<Lunation>,
}

/// Returns the four principal phases before and the four after an instant.
///
/// # Errors
/// The ephemeris does not cover the month before and after it.
pub fn phases_around(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<PhasesAround, SkyError> {
    let before = lunations(ephemeris, at.plus_days(-MAX_MONTH_DAYS)..at)?;
    let after = lunations(ephemeris, at..at.plus_days(MAX_MONTH_DAYS))?;
    let mut previous: Vec<Lunation> = Phase::ALL
        .iter()
        .filter_map(|phase| before.iter().rev().find(|it| it.phase == *phase).copied())
        .collect();
    previous.sort_by(|a, b| a.at.minus(at).total_cmp(&b.at.minus(at)));
    let mut next: Vec<Lunation> = Phase::ALL
        .iter()
        .filter_map(|phase| after.iter().find(|it| it.phase == *phase).copied())
        .collect();
    next.sort_by(|a, b| a.at.minus(at).total_cmp(&b.at.minus(at)));
    Ok(PhasesAround { previous, next })
}
