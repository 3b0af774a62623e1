//! Solar eclipses for the Earth as a whole. The Besselian elements are computed from the apparent
//! places (Explanatory Supplement, 3rd edition 2013, chapter 11) instead of from polynomials.

use super::{
    HALF_LENGTH_DAYS, Interval, MOON_RADIUS, MOON_RADIUS_INNER, Pair, SUN_RADIUS, angle_between,
    contacts,
};
use crate::angle::{DEGREE, normalize_deg};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::event::Range;
use crate::event::lunation::{Phase, lunations};
use crate::search::zero_between;
use crate::time::{Instant, Tt};
use crate::vector::Vector;

/// Flattening of the Earth (WGS 84).
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// A solar eclipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolarEclipse {
    /// Greatest eclipse.
    pub at: Instant<Tt>,
    /// The type at greatest eclipse.
    pub kind: SolarKind,
    /// Whether the shadow axis meets the Earth. A total or annular eclipse that is not central is
    /// visible only near a pole.
    pub central: bool,
    /// Least distance of the shadow axis from the Earth's center in equatorial radii, positive
    /// north.
    pub gamma: f64,
    /// Magnitude at the point of greatest eclipse: the ratio of the diameters when total or
    /// annular, otherwise the covered fraction of the Sun's diameter.
    pub magnitude: f64,
    /// Geodetic latitude and longitude (east positive) of the point of greatest eclipse, when
    /// central.
    pub greatest_place_deg: Option<(f64, f64)>,
    /// The Moon's penumbra meets the Earth and leaves it.
    pub partial: Interval,
    /// The shadow axis meets the Earth and leaves it, when central.
    pub axis: Option<Interval>,
}

/// The type of a solar eclipse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolarKind {
    /// The Moon covers a part of the Sun.
    Partial,
    /// A ring of the Sun remains visible.
    Annular,
    /// The Moon covers the whole Sun.
    Total,
    /// Total in the middle of the path, annular toward the ends.
    Hybrid,
}

/// The shadow in the fundamental plane, through the Earth's center and perpendicular to the shadow
/// axis; equatorial radii.
struct Bessel {
    /// Coordinates of the axis, toward east and north.
    x: f64,
    y: f64,
    /// Radii of the penumbra and, negative before the vertex of the cone, the umbra.
    l1: f64,
    l2: f64,
    /// Tangents of the half-angles of the cones.
    tan_f1: f64,
    tan_f2: f64,
    /// Semiminor axis of the Earth's outline seen along the shadow axis.
    polar: f64,
    /// Intersection of the axis with the Earth: height above the plane, geodetic latitude and
    /// longitude.
    foot: Option<(f64, f64, f64)>,
}

impl Bessel {
    fn at(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<Self, SkyError> {
        let pair = Pair::at(ephemeris, at)?;
        let (axis, distance) = pair.axis();
        let (k, moon) = (axis.at, pair.moon.at);
        let across = (k.x * k.x + k.y * k.y).sqrt();
        let east = Vector::new(-k.y / across, k.x / across, 0.0);
        let north = k.cross(east);
        let z = moon.dot(k);
        let sin_f1 = (SUN_RADIUS + MOON_RADIUS) / distance;
        let sin_f2 = (SUN_RADIUS - MOON_RADIUS_INNER) / distance;
        let (cos_f1, cos_f2) = (
            (1.0 - sin_f1 * sin_f1).sqrt(),
            (1.0 - sin_f2 * sin_f2).sqrt(),
        );
        let (tan_f1, tan_f2) = (sin_f1 / cos_f1, sin_f2 / cos_f2);
        let eccentricity_squared = FLATTENING * (2.0 - FLATTENING);
        Ok(Self {
            x: moon.dot(east),
            y: moon.dot(north),
            l1: z * tan_f1 + MOON_RADIUS / cos_f1,
            l2: z * tan_f2 - MOON_RADIUS_INNER / cos_f2,
            tan_f1,
            tan_f2,
            polar: (1.0 - eccentricity_squared * across * across).sqrt(),
            foot: foot(moon, k, pair.sidereal_time_deg),
        })
    }

    /// Returns the distance of the axis from the Earth's center.
    fn distance(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Returns the distance of the axis from the Earth's outline, negative inside.
    fn outside(&self) -> f64 {
        let distance = self.distance();
        let scaled = (self.x * self.x + (self.y / self.polar) * (self.y / self.polar)).sqrt();
        distance - distance / scaled
    }
}

/// Returns the point where the line from the Moon along the shadow axis first meets the ellipsoid.
fn foot(moon: Vector, k: Vector, sidereal_time_deg: f64) -> Option<(f64, f64, f64)> {
    let stretch = 1.0 / (1.0 - FLATTENING);
    let round = |v: Vector| Vector::new(v.x, v.y, v.z * stretch);
    let (m, d) = (round(moon), round(k));
    // |m - s d| = 1. The smaller s is on the side of the Sun.
    let (a, b, c) = (d.dot(d), m.dot(d), m.dot(m) - 1.0);
    let root = b * b - a * c;
    if root < 0.0 {
        return None;
    }
    let s = (b - root.sqrt()) / a;
    let point = moon - k * s;
    let across = (point.x * point.x + point.y * point.y).sqrt();
    let latitude = libm::atan2(point.z * stretch * stretch, across) / DEGREE;
    let longitude = libm::atan2(point.y, point.x) / DEGREE - sidereal_time_deg;
    let longitude = normalize_deg(longitude + 180.0) - 180.0;
    Some((point.dot(k), latitude, longitude))
}

/// Finds every solar eclipse whose greatest eclipse is in the range.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::eclipse::{SolarKind, solar_eclipses};
/// use ephemeris::{Ephemeris, Instant};
///
/// // 2017-08-21: gamma 0.4367, magnitude 1.0306 in the Five Millennium Canon of Solar Eclipses.
/// let start = Instant::from_julian_date(2_457_980.5);
/// let found = solar_eclipses(Ephemeris::embedded(), start..start.plus_days(20.0))?;
/// assert_eq!(found[0].kind, SolarKind::Total);
/// assert!((found[0].gamma - 0.4367).abs() < 0.0005);
/// assert!((found[0].magnitude - 1.0306).abs() < 0.002);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range extended by a day on both sides.
pub fn solar_eclipses(
    ephemeris: &Ephemeris<'_>,
    range: Range,
) -> Result<Vec<SolarEclipse>, SkyError> {
    // Greatest eclipse and new moon are less than an hour apart.
    let wide = range.start.plus_days(-HALF_LENGTH_DAYS)..range.end.plus_days(HALF_LENGTH_DAYS);
    ephemeris.require(&[Body::Sun, Body::Moon], &wide)?;
    let mut eclipses = Vec::new();
    for lunation in lunations(ephemeris, wide)? {
        if lunation.phase == Phase::New
            && let Some(eclipse) = SolarEclipse::at_new_moon(ephemeris, lunation.at)?
            && eclipse.at >= range.start
            && eclipse.at < range.end
        {
            eclipses.push(eclipse);
        }
    }
    Ok(eclipses)
}

impl SolarEclipse {
    fn at_new_moon(
        ephemeris: &Ephemeris<'_>,
        new_moon: Instant<Tt>,
    ) -> Result<Option<Self>, SkyError> {
        let pair = Pair::at(ephemeris, new_moon)?;
        let (sun, _, _) = pair.sun.direction();
        let (moon, _, _) = pair.moon.direction();
        // At an eclipse the separation is at most 1.6 degrees: the parallax and both radii.
        if angle_between(sun.at, moon.at) > 0.035 {
            return Ok(None);
        }
        let around = new_moon.plus_days(-HALF_LENGTH_DAYS)..new_moon.plus_days(HALF_LENGTH_DAYS);
        let approach = |at| {
            let pair = Pair::at(ephemeris, at)?;
            let (axis, _) = pair.axis();
            let along = pair.moon.at.dot(axis.at);
            Ok(pair.moon.at.dot(pair.moon.rate) - along * pair.moon.dot_rate(axis))
        };
        let Some(at) = zero_between(around, approach)? else {
            return Ok(None);
        };
        let bessel = Bessel::at(ephemeris, at)?;
        let contact = |limit: fn(&Bessel) -> f64| {
            contacts(at, |at| {
                let bessel = Bessel::at(ephemeris, at)?;
                Ok(bessel.outside() - limit(&bessel))
            })
        };
        let Some(partial) = contact(|bessel| bessel.l1)? else {
            return Ok(None);
        };
        let axis = contact(|_| 0.0)?;
        let kind = kind(ephemeris, &bessel, axis)?;
        Ok(Some(Self {
            at,
            kind,
            central: axis.is_some(),
            gamma: bessel.distance().copysign(bessel.y),
            magnitude: magnitude(&bessel, kind),
            greatest_place_deg: bessel
                .foot
                .map(|(_, latitude, longitude)| (latitude, longitude)),
            partial,
            axis,
        }))
    }
}

fn kind(
    ephemeris: &Ephemeris<'_>,
    bessel: &Bessel,
    axis: Option<Interval>,
) -> Result<SolarKind, SkyError> {
    let Some(((begin, end), (height, ..))) = axis.zip(bessel.foot) else {
        return Ok(if bessel.outside() >= bessel.l2.abs() {
            SolarKind::Partial
        } else if bessel.l2 < 0.0 {
            SolarKind::Total
        } else {
            SolarKind::Annular
        });
    };
    if bessel.l2 - height * bessel.tan_f2 >= 0.0 {
        return Ok(SolarKind::Annular);
    }
    // At the ends of the path the Moon is lower, farther away and appears smaller.
    for at in [begin, end] {
        if Bessel::at(ephemeris, at)?.l2 > 0.0 {
            return Ok(SolarKind::Hybrid);
        }
    }
    Ok(SolarKind::Total)
}

fn magnitude(bessel: &Bessel, kind: SolarKind) -> f64 {
    let height = bessel.foot.map_or(0.0, |(height, ..)| height);
    let l1 = bessel.l1 - height * bessel.tan_f1;
    let l2 = bessel.l2 - height * bessel.tan_f2;
    match kind {
        SolarKind::Partial => (l1 - bessel.outside()) / (l1 + l2),
        _ => (l1 - l2) / (l1 + l2),
    }
}
