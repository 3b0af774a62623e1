//! Returns: when a body comes back to its natal longitude.
//!
//! The defining equation, longitude then = natal longitude in the chart's zodiac, is solved to 1e-9 degree: far below a
//! second even for Pluto's slowest passage.

use core::ops::{ControlFlow, Range};

use ephemeris::{
    Body, Ephemeris, Instant, SkyError, Tt,
    event::motion::longitude_motion,
    search::{Found, Sample, scan},
};

use crate::{angle::difference_deg, ayanamsha::Zodiac};

/// What comes back, and to where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Return {
    /// The body.
    pub body: Body,
    /// The longitude it returns to, degrees in the zodiac below.
    pub longitude_deg: f64,
    /// The zodiac: in a sidereal one a return takes a sidereal period.
    pub zodiac: Zodiac,
}

/// One passage over the natal longitude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// When.
    pub at: Instant<Tt>,
    /// Moving backward; then two others, direct, are near.
    pub retrograde: bool,
}

/// Mean tropical year, days.
const YEAR_DAYS: f64 = 365.242_19;

impl Return {
    /// The longitude minus the natal one and its rate a day, degrees.
    fn sample(&self, ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<Sample, SkyError> {
        let sky = ephemeris.sky(at)?;
        let place = sky.place(self.body)?;
        let offset = self.zodiac.offset_deg(at, sky.nutation().dpsi_deg);
        Ok(Sample {
            value: place.longitude_deg - offset - self.longitude_deg,
            rate: place.longitude_speed_deg,
        })
    }

    /// Every passage in a range.
    ///
    /// # Errors
    /// The ephemeris does not cover the range.
    pub fn passages(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
    ) -> Result<Vec<Passage>, SkyError> {
        let mut found = Vec::new();
        self.visit(ephemeris, range, |passage| {
            found.push(passage);
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// The first passage at or after an instant, within `limit_days`.
    ///
    /// # Errors
    /// The ephemeris ends before the passage.
    pub fn next(
        &self,
        ephemeris: &Ephemeris<'_>,
        from: Instant<Tt>,
        limit_days: f64,
    ) -> Result<Option<Passage>, SkyError> {
        let mut first = None;
        self.visit(ephemeris, from..from.plus_days(limit_days), |passage| {
            first = Some(passage);
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The Sun's return nearest to an instant (the birthday of a year).
    ///
    /// # Errors
    /// The ephemeris does not cover the return.
    pub fn nearest_of_sun(
        &self,
        ephemeris: &Ephemeris<'_>,
        birthday: Instant<Tt>,
    ) -> Result<Passage, SkyError> {
        let sun = Self {
            body: Body::Sun,
            ..*self
        };
        let miss = sun.sample(ephemeris, birthday)?;
        let guess = birthday.plus_days(-difference_deg(miss.value, 0.0) * YEAR_DAYS / 360.0);
        let at = sun.refine(ephemeris, guess)?;
        Ok(Passage {
            at,
            retrograde: false,
        })
    }

    fn visit(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
        mut visit: impl FnMut(Passage) -> ControlFlow<()>,
    ) -> Result<(), SkyError> {
        let motion = longitude_motion(self.body);
        let sample = |at: Instant<Tt>| self.sample(ephemeris, at);
        scan(range, &motion, sample, &[0.0], |found| match found {
            Found::Crossing { at, rising, .. } => visit(Passage {
                at,
                retrograde: !rising,
            }),
            Found::Turn { .. } => ControlFlow::Continue(()),
        })
    }

    /// Newton's steps on the real longitude.
    fn refine(
        &self,
        ephemeris: &Ephemeris<'_>,
        guess: Instant<Tt>,
    ) -> Result<Instant<Tt>, SkyError> {
        let mut at = guess;
        for _ in 0..8 {
            let Sample { value, rate } = self.sample(ephemeris, at)?;
            let miss = difference_deg(value, 0.0);
            at = at.plus_days(-miss / rate);
            if miss.abs() < 1e-10 {
                break;
            }
        }
        Ok(at)
    }
}

/// How long a body may take until its next passage, days: a little more than its longest interval between passages.
pub fn longest_wait_days(body: Body) -> f64 {
    let years = match body {
        Body::Moon => 0.08,
        Body::Sun | Body::Mercury | Body::Venus => 1.2,
        Body::Mars => 2.7,
        Body::Jupiter => 12.6,
        Body::Saturn => 30.5,
        Body::Uranus => 85.5,
        Body::Neptune => 166.5,
        Body::Pluto => 250.0,
        Body::MeanNode | Body::TrueNode => 19.1,
        Body::MeanApogee | Body::TrueApogee => 9.2,
        Body::Ceres | Body::Pallas | Body::Juno | Body::Vesta | Body::Hygiea | Body::Eros => 6.5,
        Body::Chiron => 52.0,
        _ => 600.0,
    };
    years * YEAR_DAYS
}
