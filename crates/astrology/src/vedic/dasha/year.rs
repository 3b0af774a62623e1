//! What a year of a dasha is, and instants from years.

use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use super::{DashaBirth, Placed};
use crate::angle::{difference_deg, normalize_deg};

/// The length of a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DashaYear {
    /// So many days.
    Days(f64),
    /// 360 degrees of the true Sun's sidereal longitude, and parts of a year in proportion.
    SunSidereal,
    /// 360 degrees of the true Sun's tropical longitude, and parts of a year in proportion.
    SunTropical,
    /// 360 tithis of the true Moon, and parts of a year in proportion.
    Tithi,
}

/// Mean tropical year, in days.
const TROPICAL_YEAR_DAYS: f64 = 365.242_19;
/// Mean sidereal year, in days.
const SIDEREAL_YEAR_DAYS: f64 = 365.256_363;
/// Twelve mean synodic months, in days.
const TITHI_YEAR_DAYS: f64 = 354.367_06;

/// Degrees within which a boundary is found: a hundredth of a second of the Sun's motion.
const ACCURACY_DEG: f64 = 1e-7;
/// Newton's method doubles the digits with every step. The start is within some degrees.
const MAX_STEPS: usize = 12;

impl DashaYear {
    /// The mean length, in days.
    pub const fn mean_days(self) -> f64 {
        match self {
            Self::Days(days) => days,
            Self::SunSidereal => SIDEREAL_YEAR_DAYS,
            Self::SunTropical => TROPICAL_YEAR_DAYS,
            Self::Tithi => TITHI_YEAR_DAYS,
        }
    }

    /// Whether instants must be solved for with the ephemeris.
    pub const fn follows_the_sky(self) -> bool {
        !matches!(self, Self::Days(_))
    }

    /// Degrees that its angle advances in a year.
    const fn degrees(self) -> f64 {
        match self {
            Self::Tithi => 4_320.0,
            _ => 360.0,
        }
    }
}

impl DashaBirth {
    pub(super) fn clock<'a>(&self, ephemeris: &'a Ephemeris<'a>) -> Result<Clock<'a>, SkyError> {
        let mut clock = Clock {
            ephemeris,
            birth: *self,
            birth_deg: 0.0,
            #[cfg(test)]
            solved: core::cell::Cell::new(0),
        };
        if self.year.follows_the_sky() {
            clock.birth_deg = clock.angle(self.at)?.0;
        }
        Ok(clock)
    }
}

/// Converts between years since birth and instants.
pub(super) struct Clock<'a> {
    ephemeris: &'a Ephemeris<'a>,
    birth: DashaBirth,
    birth_deg: f64,
    /// How many boundaries were solved for.
    #[cfg(test)]
    pub(super) solved: core::cell::Cell<u32>,
}

impl Clock<'_> {
    /// The angle that the year follows, and its rate in degrees per day.
    fn angle(&self, at: Instant<Tt>) -> Result<(f64, f64), SkyError> {
        let sky = self.ephemeris.sky(at)?;
        let (sun_deg, sun_speed) = sky.longitude(Body::Sun)?;
        Ok(match self.birth.year {
            DashaYear::Days(_) | DashaYear::SunTropical => (sun_deg, sun_speed),
            DashaYear::SunSidereal => {
                let offset_deg = self.birth.zodiac.offset_deg(at, sky.nutation().dpsi_deg);
                (normalize_deg(sun_deg - offset_deg), sun_speed)
            }
            DashaYear::Tithi => {
                let (moon_deg, moon_speed) = sky.longitude(Body::Moon)?;
                (normalize_deg(moon_deg - sun_deg), moon_speed - sun_speed)
            }
        })
    }

    /// Years from birth to an instant.
    pub(super) fn years(&self, at: Instant<Tt>) -> Result<f64, SkyError> {
        let year = self.birth.year;
        let mean = at.minus(self.birth.at) / year.mean_days();
        if !year.follows_the_sky() {
            return Ok(mean);
        }
        // The true angle is within some degrees of the mean one, so the turns are known.
        let mean_deg = mean * year.degrees();
        let passed_deg = normalize_deg(self.angle(at)?.0 - self.birth_deg);
        let true_deg = mean_deg + difference_deg(passed_deg, normalize_deg(mean_deg));
        Ok(true_deg / year.degrees())
    }

    /// The instant that is so many years after birth.
    pub(super) fn instant(&self, years: f64) -> Result<Instant<Tt>, SkyError> {
        let near = self.birth.at.plus_days(years * self.birth.year.mean_days());
        self.solve(years, near)
    }

    /// The same for an instant within a period, which is near the proportional part of it.
    pub(super) fn instant_between(
        &self,
        years: f64,
        place: &Placed,
    ) -> Result<Instant<Tt>, SkyError> {
        if !self.birth.year.follows_the_sky() {
            return self.instant(years);
        }
        let part = (years - place.span.start) / (place.span.end - place.span.start);
        let near = place.start.plus_days(place.end.minus(place.start) * part);
        self.solve(years, near)
    }

    fn solve(&self, years: f64, near: Instant<Tt>) -> Result<Instant<Tt>, SkyError> {
        let year = self.birth.year;
        if !year.follows_the_sky() {
            return Ok(near);
        }
        #[cfg(test)]
        self.solved.set(self.solved.get() + 1);
        let target_deg = normalize_deg(self.birth_deg + years * year.degrees());
        let mut at = near;
        for _ in 0..MAX_STEPS {
            let (angle_deg, rate) = self.angle(at)?;
            let missing_deg = difference_deg(target_deg, angle_deg);
            at = at.plus_days(missing_deg / rate);
            if missing_deg.abs() < ACCURACY_DEG {
                break;
            }
        }
        Ok(at)
    }
}
