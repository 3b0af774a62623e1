//! Returns: when a body returns to its natal longitude.
//!
//! The defining equation, longitude = natal longitude in the chart's zodiac, is solved to 1e-9
//! degree: far below a second even for Pluto's slowest passage.
//!
//! A topocentric longitude oscillates daily by the parallax, up to a degree for the Moon. A planet
//! near its station therefore passes its degree several times a day. The search finds the first of
//! these passages.

use core::ops::{ControlFlow, Range};

use ephemeris::{
    Body, Center, Ephemeris, Instant, SkyError, Tt, View,
    event::motion::longitude_motion,
    search::{Motion, Sample, SearchResult, scan},
};

use crate::{angle::difference_deg, ayanamsha::Zodiac};

/// A return: the body and its natal longitude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Return {
    /// The body.
    pub body: Body,
    /// The natal longitude, in degrees in the zodiac below.
    pub longitude_deg: f64,
    /// The zodiac. In a sidereal zodiac a return takes a sidereal period.
    pub zodiac: Zodiac,
    /// The center from which the return is seen.
    pub center: Center,
}

/// One passage over the natal longitude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReturnPassage {
    /// The instant.
    pub at: Instant<Tt>,
    /// Whether the motion is retrograde. For a planet two direct passages are near; the lunar nodes
    /// are mostly retrograde.
    pub retrograde: bool,
}

/// Mean tropical year, days.
const YEAR_DAYS: f64 = 365.242_19;

/// The search for a passage that may take longer skips stretches in which the body is elsewhere.
const SLOW_DAYS: f64 = 36_525.0;

/// The length of such a stretch. No body with a period of more than a century moves by 60 degrees in it.
const STRETCH_DAYS: f64 = 1_800.0;

/// More than the apparent longitude of such a body differs from its mean motion within a stretch, degrees: the annual
/// parallax of Neptune and Pluto is 2 degrees either way.
const LOOP_DEG: f64 = 6.0;

/// Days between samples where the Earth's rotation is resolved.
const CLOSE_STEP_DAYS: f64 = 0.1;

/// The fourth derivative of a parallactic oscillation of one degree, in degrees per day⁴: (2π ·
/// 1.0027)⁴ = 1576, and half as much again for the semidiurnal part of the Moon's.
const SWAY_FOURTH: f64 = 2_400.0;

impl Return {
    /// Returns the longitude minus the natal one, and its rate per day, in degrees.
    fn sample(&self, ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<Sample, SkyError> {
        let sky = ephemeris.sky(at)?;
        let view = View {
            center: self.center,
            ..View::default()
        };
        let place = sky.place_with(self.body, &view)?;
        let nutation = sky.nutation();
        let offset_deg = self.zodiac.offset_deg(at, nutation.dpsi_deg);
        // The search halves its steps until value and rate agree. A rate without the motion of the
        // zodiac's zero point would make it halve to the shortest step.
        let offset_speed_deg = self.zodiac.offset_speed_deg(at, nutation.dpsi_speed_deg);
        Ok(Sample {
            value: place.longitude_deg - offset_deg - self.longitude_deg,
            rate: place.longitude_speed_deg - offset_speed_deg,
        })
    }

    /// Returns every passage in a range.
    ///
    /// # Errors
    /// The ephemeris does not cover the range.
    pub fn passages(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
    ) -> Result<Vec<ReturnPassage>, SkyError> {
        let mut found = Vec::new();
        self.visit(ephemeris, range, |passage| {
            found.push(passage);
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// Returns the first passage at or after an instant, within `limit_days`.
    ///
    /// # Errors
    /// The ephemeris ends before the passage.
    pub fn next(
        &self,
        ephemeris: &Ephemeris<'_>,
        from: Instant<Tt>,
        limit_days: f64,
    ) -> Result<Option<ReturnPassage>, SkyError> {
        let end = from.plus_days(limit_days);
        let is_slow = limit_days > SLOW_DAYS;
        let mut first = None;
        let mut start = from;
        while start < end && first.is_none() {
            let stop = if is_slow && end.minus(start) > STRETCH_DAYS {
                start.plus_days(STRETCH_DAYS)
            } else {
                end
            };
            if !is_slow || self.may_pass(ephemeris, start, stop)? {
                self.visit(ephemeris, start..stop, |passage| {
                    first = Some(passage);
                    ControlFlow::Break(())
                })?;
            }
            start = stop;
        }
        Ok(first)
    }

    /// Returns whether a slow body may pass its natal longitude in a stretch. A stretch that the ephemeris does not
    /// cover to its end may contain a passage before that.
    fn may_pass(
        &self,
        ephemeris: &Ephemeris<'_>,
        start: Instant<Tt>,
        stop: Instant<Tt>,
    ) -> Result<bool, SkyError> {
        let first = self.sample(ephemeris, start)?.value;
        let Ok(last) = self.sample(ephemeris, stop) else {
            return Ok(true);
        };
        let before_deg = difference_deg(first, 0.0);
        let after_deg = before_deg + difference_deg(last.value, first);
        let low_deg = before_deg.min(after_deg) - LOOP_DEG;
        let high_deg = before_deg.max(after_deg) + LOOP_DEG;
        let contains = |longitude_deg: f64| (low_deg..=high_deg).contains(&longitude_deg);
        Ok(contains(0.0) || contains(360.0) || contains(-360.0))
    }

    /// Returns the passage nearest to an instant, such as the birthday of a year. Only for bodies
    /// with a period of one year: the Sun, or the Earth seen from the Sun.
    ///
    /// # Errors
    ///
    /// [`SkyError`] if the ephemeris does not cover the return.
    ///
    /// # Examples
    ///
    /// A solar return after ten years:
    ///
    /// ```
    /// use astrology::{ayanamsha::Zodiac, forecast::returns::Return};
    /// use ephemeris::{Body, Center, Ephemeris, Instant};
    ///
    /// let birth = Instant::from_julian_date(2_448_058.0);
    /// let sun = Return {
    ///     body: Body::Sun,
    ///     longitude_deg: Ephemeris::embedded().sky(birth)?.place(Body::Sun)?.longitude_deg,
    ///     zodiac: Zodiac::Tropical,
    ///     center: Center::Geocentric,
    /// };
    /// // Ten tropical years. Nutation, the Moon and the planets shift each return by some minutes.
    /// let birthday = birth.plus_days(10.0 * 365.2422);
    /// let passage = sun.nearest_of_year(Ephemeris::embedded(), birthday)?;
    /// assert!(passage.at.minus(birthday).abs() < 0.02);
    /// # Ok::<(), ephemeris::SkyError>(())
    /// ```
    pub fn nearest_of_year(
        &self,
        ephemeris: &Ephemeris<'_>,
        birthday: Instant<Tt>,
    ) -> Result<ReturnPassage, SkyError> {
        let miss = self.sample(ephemeris, birthday)?;
        let guess = birthday.plus_days(-difference_deg(miss.value, 0.0) * YEAR_DAYS / 360.0);
        let at = self.refine(ephemeris, guess)?;
        Ok(ReturnPassage {
            at,
            retrograde: false,
        })
    }

    fn visit(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
        mut visit: impl FnMut(ReturnPassage) -> ControlFlow<()>,
    ) -> Result<(), SkyError> {
        if let (Center::Topocentric(_), Some(sway_deg)) = (self.center, sway_deg(self.body)) {
            return self.visit_from_place(ephemeris, range, sway_deg, &mut visit);
        }
        let motion = longitude_motion(self.body);
        self.search(ephemeris, range, &motion, &mut visit).map(drop)
    }

    /// Resolves the Earth's rotation where the geocentric longitude is within the largest parallax
    /// of the natal one. A passage is impossible elsewhere.
    fn visit_from_place(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
        sway_deg: f64,
        visit: &mut impl FnMut(ReturnPassage) -> ControlFlow<()>,
    ) -> Result<(), SkyError> {
        let from_centre = Self {
            center: Center::Geocentric,
            ..*self
        };
        let motion = longitude_motion(self.body);
        let close = Motion {
            step_days: CLOSE_STEP_DAYS,
            fourth: motion.fourth + SWAY_FOURTH * sway_deg,
            ..motion
        };
        let first = from_centre.sample(ephemeris, range.start)?;
        let is_near = difference_deg(first.value, 0.0).abs() < sway_deg;
        let mut near_since = is_near.then_some(range.start);
        let mut outcome = Ok(());
        let sample = |at: Instant<Tt>| from_centre.sample(ephemeris, at);
        let end = range.end;
        scan(range, &motion, sample, &[-sway_deg, sway_deg], |found| {
            let SearchResult::Crossing { at, level, rising } = found else {
                return ControlFlow::Continue(());
            };
            if rising == (level == 0) {
                near_since = Some(at);
                return ControlFlow::Continue(());
            }
            let Some(since) = near_since.take() else {
                return ControlFlow::Continue(());
            };
            self.search(ephemeris, since..at, &close, visit)
                .unwrap_or_else(|error| {
                    outcome = Err(error);
                    ControlFlow::Break(())
                })
        })?;
        outcome?;
        if let Some(since) = near_since {
            return self.search(ephemeris, since..end, &close, visit).map(drop);
        }
        Ok(())
    }

    /// Visits every passage of a range. Returns whether the visitor stopped the search.
    fn search(
        &self,
        ephemeris: &Ephemeris<'_>,
        range: Range<Instant<Tt>>,
        motion: &Motion,
        visit: &mut impl FnMut(ReturnPassage) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SkyError> {
        let mut flow = ControlFlow::Continue(());
        let sample = |at: Instant<Tt>| self.sample(ephemeris, at);
        scan(range, motion, sample, &[0.0], |found| {
            if let SearchResult::Crossing { at, rising, .. } = found {
                flow = visit(ReturnPassage {
                    at,
                    retrograde: !rising,
                });
            }
            flow
        })?;
        Ok(flow)
    }

    /// Refines a passage with Newton steps on the exact longitude.
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

/// Returns an upper bound of the topocentric parallax in longitude, in degrees; `None` for points
/// without parallax. The Moon's parallax reaches 1.025 degrees. Eros approaches to 0.15
/// astronomical units (0.016 degrees), and latitude increases the effect in longitude.
fn sway_deg(body: Body) -> Option<f64> {
    match body {
        Body::Moon => Some(1.05),
        Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => None,
        _ => Some(0.03),
    }
}

/// Returns the longest time until the next passage of a body, in days: slightly more than its
/// longest interval between passages.
pub fn longest_wait_days(body: Body) -> f64 {
    let years = match body {
        Body::Moon => 0.08,
        Body::Sun | Body::Earth | Body::Mercury | Body::Venus => 1.2,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ayanamsha::Ayanamsha;

    #[test]
    fn the_rate_of_a_sample_is_the_change_of_its_value() {
        let ephemeris = Ephemeris::embedded();
        for zodiac in [
            Zodiac::Tropical,
            Zodiac::Sidereal(Ayanamsha::Lahiri),
            Zodiac::Sidereal(Ayanamsha::FaganBradley),
        ] {
            for body in [Body::Sun, Body::Pluto, Body::Eris, Body::Sedna] {
                let target = Return {
                    body,
                    longitude_deg: 0.0,
                    zodiac,
                    center: Center::Geocentric,
                };
                for days in [-60_000.0, 0.0, 9_000.0] {
                    let at = Instant::from_days_since_j2000(days);
                    let value =
                        |days: f64| target.sample(ephemeris, at.plus_days(days)).unwrap().value;
                    // Over 0.2 days the third derivative changes the difference by less than 1e-8
                    // degree per day; precession alone is 3.8e-5.
                    let change = difference_deg(value(0.1), value(-0.1)) / 0.2;
                    let rate = target.sample(ephemeris, at).unwrap().rate;
                    assert!(
                        (rate - change).abs() < 1e-7,
                        "{}: {rate} {change}",
                        body.id()
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_passage_of_a_slow_body_is_the_one_that_a_search_without_gaps_finds() {
        let ephemeris = Ephemeris::embedded();
        for (body, longitude_deg, from_days) in [
            (Body::Neptune, 310.0, -60_000.0),
            (Body::Pluto, 200.0, -50_000.0),
            (Body::Pluto, 240.5, -3_000.0),
            (Body::Eris, 23.0, 0.0),
            (Body::Eris, 90.0, 0.0),
            (Body::Sedna, 60.0, 5_000.0),
        ] {
            for zodiac in [Zodiac::Tropical, Zodiac::Sidereal(Ayanamsha::Lahiri)] {
                let target = Return {
                    body,
                    longitude_deg,
                    zodiac,
                    center: Center::Geocentric,
                };
                let from = Instant::from_days_since_j2000(from_days);
                let limit_days = 70_000.0;
                let all = target.passages(ephemeris, from..from.plus_days(limit_days));
                let expected = all.unwrap().first().copied();
                let found = target.next(ephemeris, from, limit_days).unwrap();
                let close = match (found, expected) {
                    (Some(found), Some(expected)) => {
                        found.retrograde == expected.retrograde
                            && found.at.minus(expected.at).abs() < 1e-4
                    }
                    (found, expected) => found.is_none() && expected.is_none(),
                };
                assert!(close, "{}: {found:?} {expected:?}", body.id());
            }
        }
    }
}
