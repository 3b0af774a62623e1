//! Lunar eclipses.

use super::{HALF_LENGTH_DAYS, Interval, MOON_RADIUS, Pair, SUN_RADIUS, angle_between, contacts};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::event::Range;
use crate::event::lunation::{Phase, lunations};
use crate::event::rise_set::altitude_and_azimuth_deg;
use crate::search::zero_between;
use crate::time::{Instant, Tt};
use crate::vector::Vector;
use crate::view::Observer;

/// Enlargement of the shadow by the atmosphere (Danjon's rule, rounded as in the Canon).
const ENLARGEMENT: f64 = 1.01;

/// A lunar eclipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LunarEclipse {
    /// Greatest eclipse.
    pub at: Instant<Tt>,
    /// The type.
    pub kind: LunarKind,
    /// Least distance of the Moon's center from the shadow axis in equatorial radii of the Earth,
    /// positive when the Moon passes north.
    pub gamma: f64,
    /// Fraction of the Moon's diameter in the umbra; negative when the Moon stays outside.
    pub umbral_magnitude: f64,
    /// Fraction of the Moon's diameter in the penumbra.
    pub penumbral_magnitude: f64,
    /// First and last contact with the penumbra.
    pub penumbral: Interval,
    /// First and last contact with the umbra.
    pub partial: Option<Interval>,
    /// Beginning and end of totality.
    pub total: Option<Interval>,
}

/// The type of a lunar eclipse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LunarKind {
    /// The Moon enters only the penumbra.
    Penumbral,
    /// The Moon enters the umbra partly.
    Partial,
    /// The Moon enters the umbra completely.
    Total,
}

/// The Moon relative to the shadow axis; angles in radians.
struct Shadow {
    separation: f64,
    /// Semidiameter of the Moon.
    moon: f64,
    umbra: f64,
    penumbra: f64,
    /// Distance from the axis in equatorial radii of the Earth, positive north.
    gamma: f64,
}

impl Shadow {
    fn at(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<Self, SkyError> {
        let pair = Pair::at(ephemeris, at)?;
        let (sun, sun_distance, _) = pair.sun.direction();
        let (moon, moon_distance, _) = pair.moon.direction();
        let axis = -sun.at;
        let separation = angle_between(axis, moon.at);
        let north = Vector::new(-axis.z * axis.x, -axis.z * axis.y, 1.0 - axis.z * axis.z);
        let moon_parallax = libm::asin(1.0 / moon_distance);
        let sun_parallax = libm::asin(1.0 / sun_distance);
        let sun_radius = libm::asin(SUN_RADIUS / sun_distance);
        let middle = ENLARGEMENT * moon_parallax + sun_parallax;
        Ok(Self {
            separation,
            moon: libm::asin(MOON_RADIUS / moon_distance),
            umbra: middle - sun_radius,
            penumbra: middle + sun_radius,
            gamma: (moon_distance * libm::sin(separation)).copysign((moon.at - axis).dot(north)),
        })
    }

    fn magnitude(&self, shadow: f64) -> f64 {
        (shadow + self.moon - self.separation) / (2.0 * self.moon)
    }
}

/// Finds every lunar eclipse whose greatest eclipse is in the range.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::eclipse::{LunarKind, lunar_eclipses};
/// use ephemeris::{Ephemeris, Instant};
///
/// // 2018-07-27, the longest total eclipse of the century: magnitude 1.6087, gamma 0.1168 in the Five
/// // Millennium Canon of Lunar Eclipses.
/// let start = Instant::from_julian_date(2_458_320.5);
/// let found = lunar_eclipses(Ephemeris::embedded(), start..start.plus_days(20.0))?;
/// assert_eq!(found[0].kind, LunarKind::Total);
/// assert!((found[0].umbral_magnitude - 1.6087).abs() < 0.002);
/// assert!((found[0].gamma - 0.1168).abs() < 0.0005);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range extended by a day on both sides.
pub fn lunar_eclipses(
    ephemeris: &Ephemeris<'_>,
    range: Range,
) -> Result<Vec<LunarEclipse>, SkyError> {
    // Greatest eclipse and full moon are less than an hour apart.
    let wide = range.start.plus_days(-HALF_LENGTH_DAYS)..range.end.plus_days(HALF_LENGTH_DAYS);
    ephemeris.require(&[Body::Sun, Body::Moon], &wide)?;
    let mut eclipses = Vec::new();
    for lunation in lunations(ephemeris, wide)? {
        if lunation.phase == Phase::Full
            && let Some(eclipse) = LunarEclipse::at_full_moon(ephemeris, lunation.at)?
            && eclipse.at >= range.start
            && eclipse.at < range.end
        {
            eclipses.push(eclipse);
        }
    }
    Ok(eclipses)
}

impl LunarEclipse {
    fn at_full_moon(
        ephemeris: &Ephemeris<'_>,
        full_moon: Instant<Tt>,
    ) -> Result<Option<Self>, SkyError> {
        // Far from a node the Moon passes the shadow axis at more than two degrees.
        if Shadow::at(ephemeris, full_moon)?.separation > 0.035 {
            return Ok(None);
        }
        let around = full_moon.plus_days(-HALF_LENGTH_DAYS)..full_moon.plus_days(HALF_LENGTH_DAYS);
        let approach = |at| {
            let pair = Pair::at(ephemeris, at)?;
            let (sun, _, _) = pair.sun.direction();
            let (moon, _, _) = pair.moon.direction();
            Ok(sun.dot_rate(moon))
        };
        let Some(at) = zero_between(around, approach)? else {
            return Ok(None);
        };
        let shadow = Shadow::at(ephemeris, at)?;
        let contact = |limit: fn(&Shadow) -> f64| {
            contacts(at, |at| {
                let shadow = Shadow::at(ephemeris, at)?;
                Ok(shadow.separation - limit(&shadow))
            })
        };
        let Some(penumbral) = contact(|shadow| shadow.penumbra + shadow.moon)? else {
            return Ok(None);
        };
        let partial = contact(|shadow| shadow.umbra + shadow.moon)?;
        let total = contact(|shadow| shadow.umbra - shadow.moon)?;
        Ok(Some(Self {
            at,
            kind: match (partial, total) {
                (_, Some(_)) => LunarKind::Total,
                (Some(_), None) => LunarKind::Partial,
                (None, None) => LunarKind::Penumbral,
            },
            gamma: shadow.gamma,
            umbral_magnitude: shadow.magnitude(shadow.umbra),
            penumbral_magnitude: shadow.magnitude(shadow.penumbra),
            penumbral,
            partial,
            total,
        }))
    }

    /// Returns the contacts and greatest eclipse in chronological order, each with the altitude of
    /// the Moon's center at a place, without refraction. A phase is visible when the Moon is above
    /// the horizon.
    ///
    /// # Errors
    /// The ephemeris does not cover the eclipse.
    pub fn altitudes_deg(
        &self,
        ephemeris: &Ephemeris<'_>,
        observer: &Observer,
    ) -> Result<Vec<(Instant<Tt>, f64)>, SkyError> {
        let begins = [Some(self.penumbral), self.partial, self.total];
        let ends = begins.into_iter().rev().flatten().map(|(_, end)| end);
        let begins = begins.into_iter().flatten().map(|(begin, _)| begin);
        begins
            .chain([self.at])
            .chain(ends)
            .map(|at| {
                let sky = ephemeris.sky(at)?;
                let (altitude_deg, _) = altitude_and_azimuth_deg(&sky, Body::Moon, observer)?;
                Ok((at, altitude_deg))
            })
            .collect()
    }
}
