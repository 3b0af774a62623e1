//! Solar and lunar eclipses.
//!
//! Conventions, for comparison with other sources:
//! - Lunar radius in equatorial radii of the Earth: k = 0.272 507 6 (IAU 1982) for the penumbra,
//!   for partial phases and for lunar eclipses; k = 0.272 281 (the valleys of the limb, as in the
//!   Five Millennium Canons of Espenak & Meeus) for umbra, totality and annularity.
//! - Solar radius: 959.63" at one astronomical unit (Auwers 1891).
//! - Shadow of the Earth: Danjon's rule as in the Canon of Lunar Eclipses, with the lunar parallax
//!   enlarged by one per cent for the atmosphere: 1.01 lunar parallaxes plus one solar parallax,
//!   minus (umbra) or plus (penumbra) the semidiameter of the Sun.
//! - Magnitude: the fraction of the diameter that is covered; for a total or annular solar eclipse
//!   the ratio of the apparent diameters, Moon to Sun.
//! - Greatest eclipse: the shadow axis is nearest to the Earth's center (solar), or the Moon is
//!   nearest to the shadow axis (lunar). γ is that distance in equatorial radii of the Earth,
//!   positive north.

mod local;
mod lunar;
mod solar;

/// The beginning and end of a phase.
pub type Interval = (Instant<Tt>, Instant<Tt>);

pub use local::{LocalContact, LocalEclipse, local_circumstances};
pub use lunar::{LunarEclipse, LunarKind, lunar_eclipses};
pub use solar::{SolarEclipse, SolarKind, solar_eclipses};

use crate::angle::{ARCSECOND, DEGREE};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::gravity::EARTH_RADIUS_AU;
use crate::place::Place;
use crate::search::zero_between;
use crate::time::{Instant, Tt};
use crate::vector::{State, Vector};
use crate::view::{ReferenceFrame, View};

/// Lunar radius for the penumbra and partial phases.
const MOON_RADIUS: f64 = 0.272_507_6;

/// Lunar radius for umbra, totality and annularity.
const MOON_RADIUS_INNER: f64 = 0.272_281;

/// Solar radius in equatorial radii of the Earth.
const SUN_RADIUS: f64 = SUN_RADIUS_AU / EARTH_RADIUS_AU;

/// Solar radius in astronomical units: sin 959.63".
const SUN_RADIUS_AU: f64 = 959.63 * ARCSECOND;

/// No contact is farther from greatest eclipse.
const HALF_LENGTH_DAYS: f64 = 0.2;

/// Apparent geocentric Sun and Moon in equatorial radii of the Earth, in the true equator and
/// equinox of date.
#[derive(Clone, Copy)]
struct Pair {
    sun: State,
    moon: State,
    /// Greenwich apparent sidereal time.
    sidereal_time_deg: f64,
}

impl Pair {
    fn at(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<Self, SkyError> {
        let view = View {
            frame: ReferenceFrame::EquatorialOfDate,
            ..View::default()
        };
        let sky = ephemeris.sky(at)?;
        Ok(Self {
            sun: vector(&sky.place_with(Body::Sun, &view)?),
            moon: vector(&sky.place_with(Body::Moon, &view)?),
            sidereal_time_deg: sky.armc_deg(at.to_ut1(), 0.0),
        })
    }

    /// Returns the direction from Moon to Sun with its rate, and the distance.
    fn axis(&self) -> (State, f64) {
        let (direction, distance, _) = (self.sun - self.moon).direction();
        (direction, distance)
    }
}

/// Returns the vector of a place with its rate, in equatorial radii of the Earth.
fn vector(place: &Place) -> State {
    let (sin_ra, cos_ra) = libm::sincos(place.longitude_deg * DEGREE);
    let (sin_dec, cos_dec) = libm::sincos(place.latitude_deg * DEGREE);
    let direction = Vector::new(cos_dec * cos_ra, cos_dec * sin_ra, sin_dec);
    let turning = Vector::new(-direction.y, direction.x, 0.0)
        * (place.longitude_speed_deg * DEGREE)
        + Vector::new(-sin_dec * cos_ra, -sin_dec * sin_ra, cos_dec)
            * (place.latitude_speed_deg * DEGREE);
    let scale = 1.0 / EARTH_RADIUS_AU;
    State {
        at: direction * (place.distance_au * scale),
        rate: (turning * place.distance_au + direction * place.distance_speed_au) * scale,
    }
}

/// Returns the angle between two unit vectors in radians. Accurate for small angles too.
fn angle_between(a: Vector, b: Vector) -> f64 {
    libm::atan2(a.cross(b).length(), a.dot(b))
}

/// Returns the contacts before and after greatest eclipse: the zeros of `distance` minus its limit.
fn contacts(
    middle: Instant<Tt>,
    mut excess: impl FnMut(Instant<Tt>) -> Result<f64, SkyError>,
) -> Result<Option<Interval>, SkyError> {
    let before = zero_between(middle.plus_days(-HALF_LENGTH_DAYS)..middle, &mut excess)?;
    let after = zero_between(middle..middle.plus_days(HALF_LENGTH_DAYS), &mut excess)?;
    Ok(before.zip(after))
}
