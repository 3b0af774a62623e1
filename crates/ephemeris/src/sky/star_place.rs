//! Places of stars: space motion, parallax, deflection and aberration.

use super::Sky;
use crate::angle::{ARCSECOND, DEGREE};
use crate::apparent::{ObserverState, longitude, spherical};
use crate::axes::Axes;
use crate::gravity::LIGHT_AU_PER_DAY;
use crate::place::Place;
use crate::star::Star;
use crate::star::orbit::VisualOrbit;
use crate::vector::{State, Vector};
use crate::view::{Center, Correction, View};

const DAYS_PER_YEAR: f64 = 365.25;

/// J1991.25 in days since J2000.0.
const EPOCH_DAYS: f64 = -8.75 * DAYS_PER_YEAR;

/// One kilometer per second in astronomical units per year.
const AU_PER_YEAR: f64 = 86_400.0 * DAYS_PER_YEAR / 149_597_870.7;

impl Sky<'_> {
    /// Returns the place of a star in the given view. Catalogue positions include the light time:
    /// geometric and astrometric places are the same. The distance is infinite where the parallax
    /// is not positive.
    ///
    /// ```
    /// # #[cfg(feature = "embedded")] {
    /// use ephemeris::{Ephemeris, Instant, Star, View};
    ///
    /// // Regulus entered tropical Virgo at the end of 2011.
    /// let regulus = Star::find("regulus").unwrap();
    /// let sky = Ephemeris::embedded().sky(Instant::from_julian_date(2_456_300.5))?;
    /// let place = sky.star_place(regulus, &View::default());
    /// assert!((place.longitude_deg - 150.0).abs() < 0.05);
    /// assert!((place.latitude_deg - 0.46).abs() < 0.01);
    /// # }
    /// # Ok::<(), ephemeris::SkyError>(())
    /// ```
    pub fn star_place(&self, star: &Star, view: &View) -> Place {
        let eye = self.eye_at(view.center);
        let axes = self.axes.frame(view.frame);
        let from_earth = matches!(view.center, Center::Geocentric | Center::Topocentric(_));
        let direction = if view.correction == Correction::Apparent && from_earth {
            self.star_light(star, &eye)
        } else {
            let seen = star
                .motion
                .seen_from(self.tdb.days_since_j2000(), eye.state);
            seen.direction().0
        };
        let (distance_au, distance_speed_au) = star.distance();
        spherical(axes.apply(direction), distance_au, distance_speed_au)
    }

    /// Returns the longitude of [`Sky::star_place`] seen from the Earth's center in the ecliptic of
    /// date, in degrees. Searches for conjunctions use it to avoid the cost of the other
    /// coordinates and of the rates.
    pub fn star_longitude_deg(&self, star: &Star) -> f64 {
        let light = self.star_light(star, &self.eye);
        longitude(self.axes.ecliptic.apply(light)).0
    }

    /// Returns the apparent direction of a star, of about unit length, in the axes of a pack.
    #[inline]
    fn star_light(&self, star: &Star, eye: &ObserverState) -> State {
        let seen = star
            .motion
            .seen_from(self.tdb.days_since_j2000(), eye.state);
        let (direction, _, _) = seen.direction();
        eye.aberrated(eye.deflected(direction, seen))
    }
}

/// The space motion of a star, uniform but for a visual orbit, in the axes of a pack and in units of its distance at the
/// epoch (ESA 1997, The Hipparcos and Tycho Catalogues, volume 1, equations 1.2.12 to 1.2.16). That
/// model neglects the change of the light time: 31 mas for Barnard's Star after 500 years, less for
/// every other star.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SpaceMotion {
    /// Direction of the star at the epoch.
    towards: Vector,
    /// Change per day.
    per_day: Vector,
    /// One astronomical unit.
    parallax: f64,
    /// The orbit around a companion, with the directions of east and north.
    orbit: Option<(VisualOrbit, Vector, Vector)>,
}

impl SpaceMotion {
    pub(crate) fn of(star: &Star) -> Self {
        let icrs = Axes::icrs();
        let orbit = VisualOrbit::of(star.hip);
        // A pair moves with its center of mass, where the catalog does not have that.
        let center = orbit.as_ref().and_then(|it| Some((it, it.center?)));
        let (right_ascension_deg, declination_deg) = match &center {
            Some((orbit, center)) => center.position_deg(orbit),
            None => (star.right_ascension_deg, star.declination_deg),
        };
        let (sin_ra, cos_ra) = libm::sincos(right_ascension_deg * DEGREE);
        let (sin_dec, cos_dec) = libm::sincos(declination_deg * DEGREE);
        let towards = icrs.turn_back(Vector::new(cos_dec * cos_ra, cos_dec * sin_ra, sin_dec));
        let east = icrs.turn_back(Vector::new(-sin_ra, cos_ra, 0.0));
        let north = icrs.turn_back(Vector::new(-sin_dec * cos_ra, -sin_dec * sin_ra, cos_dec));
        let (motion_mas, parallax_mas, radial_km_s) = match center {
            Some((_, it)) => (it.motion_mas, it.parallax_mas, it.radial_velocity_km_s),
            None => (
                (star.motion_right_ascension_mas, star.motion_declination_mas),
                star.parallax_mas,
                star.radial_velocity_km_s.unwrap_or(0.0),
            ),
        };
        let mas = ARCSECOND / 1000.0;
        let parallax = parallax_mas.max(0.0) * mas;
        let radial = radial_km_s * AU_PER_YEAR * parallax;
        let motion = east * (motion_mas.0 * mas) + north * (motion_mas.1 * mas) + towards * radial;
        Self {
            towards,
            per_day: motion * (1.0 / DAYS_PER_YEAR),
            parallax,
            orbit: orbit.map(|it| (it, east, north)),
        }
    }

    /// Returns the direction of the star from the observer, with the Rømer delay (the light time
    /// across the Earth's orbit).
    #[inline]
    fn seen_from(&self, days_since_j2000: f64, eye: State) -> State {
        let late = eye.at.dot(self.towards) / LIGHT_AU_PER_DAY;
        let days = days_since_j2000 - EPOCH_DAYS + late;
        let mut at = self.towards + self.per_day * days - eye.at * self.parallax;
        let mut rate = self.per_day - eye.rate * self.parallax;
        if let Some((orbit, east, north)) = self.orbit {
            let ([to_east, to_north], per_year) = orbit.offset(1991.25 + days / DAYS_PER_YEAR);
            at = at + east * to_east + north * to_north;
            rate =
                rate + east * (per_year[0] / DAYS_PER_YEAR) + north * (per_year[1] / DAYS_PER_YEAR);
        }
        State { at, rate }
    }
}

impl Star {
    /// Returns the distance in astronomical units at the epoch, and its change per day.
    fn distance(&self) -> (f64, f64) {
        if self.parallax_mas <= 0.0 {
            return (f64::INFINITY, 0.0);
        }
        let distance_au = 1000.0 / (self.parallax_mas * ARCSECOND);
        let speed_au = self.radial_velocity_km_s.unwrap_or(0.0) * AU_PER_YEAR / DAYS_PER_YEAR;
        (distance_au, speed_au)
    }
}
