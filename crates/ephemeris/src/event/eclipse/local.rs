//! Local circumstances of a solar eclipse.

use super::{
    HALF_LENGTH_DAYS, Interval, MOON_RADIUS, MOON_RADIUS_INNER, Pair, SUN_RADIUS, SolarEclipse,
    SolarKind, angle_between, contacts,
};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::event::rise_set::altitude_and_azimuth_deg;
use crate::gravity::EARTH_RADIUS_AU;
use crate::search::zero_between;
use crate::time::{Instant, Tt};
use crate::view::Observer;

/// The local circumstances of a solar eclipse, whether or not the Sun is above the horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalEclipse {
    /// Maximum eclipse: the centers are nearest.
    pub greatest: LocalContact,
    /// The local type: partial, annular or total.
    pub kind: SolarKind,
    /// The covered fraction of the Sun's diameter; the ratio of the diameters when total or
    /// annular.
    pub magnitude: f64,
    /// The covered fraction of the Sun's disc.
    pub obscuration: f64,
    /// First and last contact.
    pub partial: (LocalContact, LocalContact),
    /// Beginning and end of totality or annularity.
    pub central: Option<(LocalContact, LocalContact)>,
}

/// A contact or maximum at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalContact {
    /// The instant.
    pub at: Instant<Tt>,
    /// Altitude of the Sun's center without refraction. Below -50' the Sun is not visible.
    pub sun_altitude_deg: f64,
}

/// Topocentric Sun and Moon; angles in radians.
struct Discs {
    separation: f64,
    /// The rate of the cosine of the separation.
    approach: f64,
    sun: f64,
    moon: f64,
    moon_inner: f64,
}

impl Discs {
    fn at(
        ephemeris: &Ephemeris<'_>,
        observer: &Observer,
        at: Instant<Tt>,
    ) -> Result<Self, SkyError> {
        let pair = Pair::at(ephemeris, at)?;
        let place = observer.carried(pair.sidereal_time_deg).state * (1.0 / EARTH_RADIUS_AU);
        let (sun, sun_distance, _) = (pair.sun - place).direction();
        let (moon, moon_distance, _) = (pair.moon - place).direction();
        Ok(Self {
            separation: angle_between(sun.at, moon.at),
            approach: sun.dot_rate(moon),
            sun: libm::asin(SUN_RADIUS / sun_distance),
            moon: libm::asin(MOON_RADIUS / moon_distance),
            moon_inner: libm::asin(MOON_RADIUS_INNER / moon_distance),
        })
    }

    /// Returns the fraction of the Sun's disc behind the Moon: two circular segments.
    fn obscuration(&self) -> f64 {
        let (s, m, d) = (self.sun, self.moon, self.separation);
        if d >= s + m {
            return 0.0;
        }
        if d <= (s - m).abs() {
            return ((m / s) * (m / s)).min(1.0);
        }
        let angle = |x: f64| libm::acos(x.clamp(-1.0, 1.0));
        let at_sun = angle((d * d + s * s - m * m) / (2.0 * d * s));
        let at_moon = angle((d * d + m * m - s * s) / (2.0 * d * m));
        let segment =
            |radius: f64, half: f64| radius * radius * (half - libm::sin(2.0 * half) / 2.0);
        (segment(s, at_sun) + segment(m, at_moon)) / (core::f64::consts::PI * s * s)
    }
}

/// Returns the local circumstances of an eclipse, or `None` if the Moon does not touch the Sun's
/// disc there.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::eclipse::{SolarKind, local_circumstances, solar_eclipses};
/// use ephemeris::{Ephemeris, Instant, Observer};
///
/// // 2024-04-08 in Dallas: totality of nearly four minutes.
/// let ephemeris = Ephemeris::embedded();
/// let start = Instant::from_julian_date(2_460_400.5);
/// let eclipse = solar_eclipses(ephemeris, start..start.plus_days(20.0))?[0];
/// let dallas = Observer { latitude_deg: 32.78, longitude_deg: -96.80, height_m: 131.0 };
/// let seen = local_circumstances(ephemeris, &eclipse, &dallas)?.expect("it is seen there");
/// let (begin, end) = seen.central.expect("it is total there");
/// assert_eq!(seen.kind, SolarKind::Total);
/// assert!((end.at.minus(begin.at) * 86_400.0 - 231.0).abs() < 6.0);
/// assert!(begin.sun_altitude_deg > 60.0);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the eclipse.
pub fn local_circumstances(
    ephemeris: &Ephemeris<'_>,
    eclipse: &SolarEclipse,
    observer: &Observer,
) -> Result<Option<LocalEclipse>, SkyError> {
    let discs = |at| Discs::at(ephemeris, observer, at);
    let around = eclipse.at.plus_days(-HALF_LENGTH_DAYS)..eclipse.at.plus_days(HALF_LENGTH_DAYS);
    let Some(at) = zero_between(around, |at| Ok(discs(at)?.approach))? else {
        return Ok(None);
    };
    let contact = |at| {
        let sky = ephemeris.sky(at)?;
        let (sun_altitude_deg, _) = altitude_and_azimuth_deg(&sky, Body::Sun, observer)?;
        Ok(LocalContact {
            at,
            sun_altitude_deg,
        })
    };
    let both = |times: Option<Interval>| {
        times
            .map(|(begin, end)| Ok((contact(begin)?, contact(end)?)))
            .transpose()
    };
    let outer = contacts(at, |at| {
        let discs = discs(at)?;
        Ok(discs.separation - discs.sun - discs.moon)
    })?;
    let Some(partial) = both(outer)? else {
        return Ok(None);
    };
    let inner = contacts(at, |at| {
        let discs = discs(at)?;
        Ok(discs.separation - (discs.sun - discs.moon_inner).abs())
    })?;
    let central = both(inner)?;
    let greatest = discs(at)?;
    let covered = (greatest.sun + greatest.moon - greatest.separation) / (2.0 * greatest.sun);
    let (kind, magnitude) = match central {
        None => (SolarKind::Partial, covered),
        Some(_) if greatest.moon_inner >= greatest.sun => {
            (SolarKind::Total, greatest.moon_inner / greatest.sun)
        }
        Some(_) => (SolarKind::Annular, greatest.moon_inner / greatest.sun),
    };
    Ok(Some(LocalEclipse {
        greatest: contact(at)?,
        kind,
        magnitude,
        obscuration: greatest.obscuration(),
        partial,
        central,
    }))
}
