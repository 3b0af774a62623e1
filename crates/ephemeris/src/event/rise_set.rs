//! Rise, set, meridian transits and twilights at a place.
//!
//! The horizon is that of sea level (no dip for height). Refraction at the horizon is the
//! conventional 34'. By default, the Sun rises when its center is at -50' (34' and a semidiameter of
//! 16'), as in the tables of the US Naval Observatory; the Moon when its topocentric upper limb is at
//! -34'; other bodies when their center is at -34'. [`Horizon`] selects the center of the disc or a
//! horizon without refraction. The parallax of the Moon, about a degree, is included. That of other bodies is below 9" (0.6 s of time, longer where they rise slowly) and is
//! neglected.

use super::Range;
use crate::angle::DEGREE;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::gravity::EARTH_RADIUS_AU;
use crate::search::{Motion, Sample, SearchResult, find_all};
use crate::sidereal_time::SIDEREAL_RATE;
use crate::sky::Sky;
use crate::time::{Instant, Tt};
use crate::vector::{State, Vector};
use crate::view::{Observer, ReferenceFrame, View};

/// Refraction at the horizon.
const REFRACTION_DEG: f64 = 34.0 / 60.0;

/// The conventional semidiameter of the Sun.
const SUN_SEMIDIAMETER_DEG: f64 = 16.0 / 60.0;

/// Lunar radius in equatorial radii of the Earth (IAU 1982).
const MOON_RADIUS: f64 = 0.272_507_6;

/// The sine of an altitude has a period of a day: its fourth derivative is (2π)⁴ = 1559 per day⁴.
/// The Moon's parallax, a sixtieth in the second harmonic, adds 16 · 1559 / 60.
const ALTITUDE: Motion = Motion {
    step_days: 0.125,
    fourth: 2200.0,
    period: None,
};

/// Hour angles advance with the rotation of the Earth. Right ascensions have fourth derivatives
/// below 2 degrees per day⁴ (the Moon's at its greatest declination).
const HOUR_ANGLE: Motion = Motion {
    step_days: 0.25,
    fourth: 4.0,
    period: Some(360.0),
};

/// What counts as rising and setting. The default is the upper limb on a refracted horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// The part of the disc of the Sun or the Moon. Other bodies are points.
    pub limb: Limb,
    /// Whether refraction at the horizon counts.
    pub refraction: bool,
}

impl Default for Horizon {
    fn default() -> Self {
        Self {
            limb: Limb::Upper,
            refraction: true,
        }
    }
}

/// The part of a disc that rises or sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limb {
    /// The upper edge.
    Upper,
    /// The center of the disc.
    Center,
}

/// A rise, set or meridian transit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HorizonEvent {
    /// The instant.
    pub at: Instant<Tt>,
    /// The kind of event.
    pub kind: HorizonKind,
    /// Topocentric altitude of the center without refraction.
    pub altitude_deg: f64,
    /// Azimuth from north through east.
    pub azimuth_deg: f64,
}

/// The kind of a horizon or meridian event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HorizonKind {
    /// The body rises.
    Rise,
    /// The body sets.
    Set,
    /// The body crosses the upper meridian (upper culmination).
    UpperTransit,
    /// The body crosses the lower meridian (lower culmination).
    LowerTransit,
}

/// Whether a body crosses the horizon during a range of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// It rises or sets.
    CrossesTheHorizon,
    /// It never sets.
    Above,
    /// It never rises.
    Below,
}

/// The horizon and meridian events of a body at a place during a range of time.
#[derive(Clone, Debug, PartialEq)]
pub struct AtHorizon {
    /// In chronological order.
    pub events: Vec<HorizonEvent>,
    /// Whether it crosses the horizon.
    pub stays: Stays,
}

/// The kind of twilight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twilight {
    /// The Sun's center is at -6 degrees.
    Civil,
    /// The Sun's center is at -12 degrees.
    Nautical,
    /// The Sun's center is at -18 degrees.
    Astronomical,
}

impl Twilight {
    /// Returns the altitude of the Sun's center, without refraction.
    pub fn altitude_deg(self) -> f64 {
        match self {
            Self::Civil => -6.0,
            Self::Nautical => -12.0,
            Self::Astronomical => -18.0,
        }
    }
}

/// A body relative to a local horizon: the sine of its altitude with its rate, and quantities from
/// the same vectors.
struct Above {
    sine: f64,
    rate: f64,
    /// Topocentric distance.
    distance_au: f64,
    /// Components toward north and east.
    north: f64,
    east: f64,
}

impl Above {
    fn at(sky: &Sky<'_>, body: Body, observer: &Observer) -> Result<Self, SkyError> {
        let view = View {
            frame: ReferenceFrame::EquatorialOfDate,
            ..View::default()
        };
        let place = sky.place_with(body, &view)?;
        let sidereal_time_deg = sky.armc_deg(sky.at().to_ut1(), 0.0);
        let (sin_ra, cos_ra) = libm::sincos(place.longitude_deg * DEGREE);
        let (sin_dec, cos_dec) = libm::sincos(place.latitude_deg * DEGREE);
        let ra_rate = place.longitude_speed_deg * DEGREE;
        let dec_rate = place.latitude_speed_deg * DEGREE;
        let towards = Vector::new(cos_dec * cos_ra, cos_dec * sin_ra, sin_dec);
        let towards_rate = Vector::new(-towards.y, towards.x, 0.0) * ra_rate
            + Vector::new(-sin_dec * cos_ra, -sin_dec * sin_ra, cos_dec) * dec_rate;
        let mut seen = State {
            at: towards * place.distance_au,
            rate: towards_rate * place.distance_au + towards * place.distance_speed_au,
        };
        if body == Body::Moon {
            seen = seen - observer.carried(sidereal_time_deg).state;
        }
        let (direction, distance_au, _) = seen.direction();
        let local = (sidereal_time_deg + observer.longitude_deg) * DEGREE;
        let (sin_lst, cos_lst) = libm::sincos(local);
        let (sin_phi, cos_phi) = libm::sincos(observer.latitude_deg * DEGREE);
        let up = Vector::new(cos_phi * cos_lst, cos_phi * sin_lst, sin_phi);
        let up_rate = Vector::new(-up.y, up.x, 0.0) * SIDEREAL_RATE;
        let north = Vector::new(-sin_phi * cos_lst, -sin_phi * sin_lst, cos_phi);
        let east = Vector::new(-sin_lst, cos_lst, 0.0);
        Ok(Self {
            sine: up.dot(direction.at),
            rate: up_rate.dot(direction.at) + up.dot(direction.rate),
            distance_au,
            north: north.dot(direction.at),
            east: east.dot(direction.at),
        })
    }

    fn altitude_deg(&self) -> f64 {
        libm::asin(self.sine.clamp(-1.0, 1.0)) / DEGREE
    }

    fn azimuth_deg(&self) -> f64 {
        crate::angle::normalize_deg(libm::atan2(self.east, self.north) / DEGREE)
    }

    /// Returns the altitude of the center at which the body rises.
    fn horizon_deg(&self, body: Body, horizon: Horizon) -> f64 {
        let semidiameter_deg = match (horizon.limb, body) {
            (Limb::Upper, Body::Sun) => SUN_SEMIDIAMETER_DEG,
            (Limb::Upper, Body::Moon) => {
                let radius = MOON_RADIUS * EARTH_RADIUS_AU / self.distance_au;
                libm::asin(radius.min(1.0)) / DEGREE
            }
            _ => 0.0,
        };
        let refraction_deg = if horizon.refraction {
            REFRACTION_DEG
        } else {
            0.0
        };
        -refraction_deg - semidiameter_deg
    }
}

/// Returns the altitude of a body's center, without refraction, and its azimuth from north through
/// east.
///
/// # Errors
/// The ephemeris does not cover the body at this instant, or the body has no geocentric place.
pub fn altitude_and_azimuth_deg(
    sky: &Sky<'_>,
    body: Body,
    observer: &Observer,
) -> Result<(f64, f64), SkyError> {
    let above = Above::at(sky, body, observer)?;
    Ok((above.altitude_deg(), above.azimuth_deg()))
}

/// Finds every rise, set and meridian transit of a body at a place.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::rise_set::{HorizonKind, Stays, rise_set};
/// use ephemeris::{Body, Ephemeris, Instant, Observer};
///
/// // Meeus, Astronomical Algorithms (1998), example 15.a: Venus at Boston on 1988-03-20 rises at
/// // 12:25, transits at 19:41 and sets at 2:55 UT.
/// let boston = Observer { latitude_deg: 42.3333, longitude_deg: -71.0833, height_m: 0.0 };
/// let start = Instant::from_julian_date(2_447_240.5).plus_seconds(56.0);
/// let found = rise_set(Ephemeris::embedded(), Body::Venus, &boston, start..start.plus_days(1.0))?;
/// let minutes = |kind| {
///     let event = found.events.iter().find(|it| it.kind == kind).unwrap();
///     (event.at.minus(start) * 1440.0).round()
/// };
/// assert_eq!(minutes(HorizonKind::Set), 175.0);
/// assert_eq!(minutes(HorizonKind::Rise), 745.0);
/// assert_eq!(minutes(HorizonKind::UpperTransit), 1181.0);
///
/// // The Sun does not rise in Longyearbyen in December.
/// let north = Observer { latitude_deg: 78.22, longitude_deg: 15.65, height_m: 0.0 };
/// let winter = Instant::from_julian_date(2_460_300.5);
/// let found = rise_set(Ephemeris::embedded(), Body::Sun, &north, winter..winter.plus_days(5.0))?;
/// assert_eq!(found.stays, Stays::Below);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range, or the body has no geocentric place.
pub fn rise_set(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    observer: &Observer,
    range: Range,
) -> Result<AtHorizon, SkyError> {
    let AtHorizon { mut events, stays } = horizon_crossings(
        ephemeris,
        (body, Horizon::default()),
        observer,
        range.clone(),
    )?;
    let hour_angle = |at: Instant<Tt>| hour_angle(&ephemeris.sky(at)?, body, observer);
    for found in find_all(range, &HOUR_ANGLE, hour_angle, &[0.0, 180.0])? {
        if let SearchResult::Crossing { at, level, .. } = found {
            let kind = if level == 0 {
                HorizonKind::UpperTransit
            } else {
                HorizonKind::LowerTransit
            };
            events.push(event(ephemeris, (body, observer), at, kind)?);
        }
    }
    events.sort_by(|a, b| a.at.minus(b.at).total_cmp(&0.0));
    Ok(AtHorizon { events, stays })
}

/// Finds every rise and set of a body at a place, without the meridian transits.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::rise_set::{Horizon, Limb, horizon_crossings};
/// use ephemeris::{Body, Ephemeris, Instant, Observer};
///
/// // At the equator on the day of an equinox the Sun moves straight up: its centre crosses the
/// // geometric horizon 50 minutes of arc, 3 minutes 20 seconds, after its upper limb appears.
/// let equator = Observer { latitude_deg: 0.0, longitude_deg: 0.0, height_m: 0.0 };
/// let day = Instant::from_julian_date(2_460_389.5)..Instant::from_julian_date(2_460_390.0);
/// let rise = |horizon| {
///     let found =
///         horizon_crossings(Ephemeris::embedded(), (Body::Sun, horizon), &equator, day.clone())?;
///     Ok::<_, ephemeris::SkyError>(found.events[0].at)
/// };
/// let geometric = rise(Horizon { limb: Limb::Center, refraction: false })?;
/// let seconds = geometric.minus(rise(Horizon::default())?) * 86_400.0;
/// assert!((seconds - 200.0).abs() < 1.0, "{seconds}");
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range, or the body has no geocentric place.
pub fn horizon_crossings(
    ephemeris: &Ephemeris<'_>,
    (body, horizon): (Body, Horizon),
    observer: &Observer,
    range: Range,
) -> Result<AtHorizon, SkyError> {
    let above_horizon = |at: Instant<Tt>| {
        let above = Above::at(&ephemeris.sky(at)?, body, observer)?;
        // The level moves with the Moon's distance, a thousand times slower than the altitude.
        Ok(Sample {
            value: above.sine - libm::sin(above.horizon_deg(body, horizon) * DEGREE),
            rate: above.rate,
        })
    };
    let mut events = Vec::new();
    for found in find_all(range.clone(), &ALTITUDE, above_horizon, &[0.0])? {
        if let SearchResult::Crossing { at, rising, .. } = found {
            let kind = if rising {
                HorizonKind::Rise
            } else {
                HorizonKind::Set
            };
            events.push(event(ephemeris, (body, observer), at, kind)?);
        }
    }
    let stays = match events.is_empty() {
        false => Stays::CrossesTheHorizon,
        true if above_horizon(range.start)?.value > 0.0 => Stays::Above,
        true => Stays::Below,
    };
    Ok(AtHorizon { events, stays })
}

fn event(
    ephemeris: &Ephemeris<'_>,
    (body, observer): (Body, &Observer),
    at: Instant<Tt>,
    kind: HorizonKind,
) -> Result<HorizonEvent, SkyError> {
    let above = Above::at(&ephemeris.sky(at)?, body, observer)?;
    Ok(HorizonEvent {
        at,
        kind,
        altitude_deg: above.altitude_deg(),
        azimuth_deg: above.azimuth_deg(),
    })
}

fn hour_angle(sky: &Sky<'_>, body: Body, observer: &Observer) -> Result<Sample, SkyError> {
    let view = View {
        frame: ReferenceFrame::EquatorialOfDate,
        ..View::default()
    };
    let place = sky.place_with(body, &view)?;
    let local_deg = sky.armc_deg(sky.at().to_ut1(), observer.longitude_deg);
    Ok(Sample {
        value: crate::angle::normalize_deg(local_deg - place.longitude_deg),
        rate: SIDEREAL_RATE / DEGREE - place.longitude_speed_deg,
    })
}

/// Finds every beginning (`rising`, in the morning) and end of a twilight.
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn twilights(
    ephemeris: &Ephemeris<'_>,
    twilight: Twilight,
    observer: &Observer,
    range: Range,
) -> Result<Vec<(Instant<Tt>, bool)>, SkyError> {
    let sine = |at: Instant<Tt>| {
        let above = Above::at(&ephemeris.sky(at)?, Body::Sun, observer)?;
        Ok(Sample {
            value: above.sine,
            rate: above.rate,
        })
    };
    let level = libm::sin(twilight.altitude_deg() * DEGREE);
    let crossing = |found| match found {
        SearchResult::Crossing { at, rising, .. } => Some((at, rising)),
        SearchResult::Turn { .. } => None,
    };
    let found = find_all(range, &ALTITUDE, sine, &[level])?;
    Ok(found.into_iter().filter_map(crossing).collect())
}
