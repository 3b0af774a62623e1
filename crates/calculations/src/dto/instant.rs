//! Converts the time and place of a request into instants in TT and UT1 and an observer.
//! `moment.rs` interprets clock times.

use std::ops::Range;

use astrology::chart::ChartMoment;
use ephemeris::{Body, Ephemeris, Instant, Observer, Tt};
use places::CivilMoment;

use super::moment::{
    self, CalendarName, CivilTime, DateInterpretation, LocalDateTimeInput, MomentMeta,
};
use http_api::clock::rfc3339;
use http_api::{ErrorCode, Problem, Source};

/// An instant, or a day if the time is unknown.
#[derive(Clone, Debug)]
pub enum BirthTime {
    /// The time is known.
    Moment(ResolvedMoment),
    /// Only the day is known.
    Day(ResolvedDay),
}

/// An instant at a place.
#[derive(Clone, Debug)]
pub struct ResolvedMoment {
    /// The local time.
    pub civil: CivilMoment,
    /// How it was interpreted.
    pub meta: MomentMeta,
    /// The instant, for charts.
    pub at: ChartMoment,
    /// The place, for charts.
    pub observer: Observer,
}

/// A day at a place.
#[derive(Clone, Debug)]
pub struct ResolvedDay {
    /// Its first instant, in local time.
    pub start: CivilMoment,
    /// How it was interpreted.
    pub meta: MomentMeta,
    /// From its first moment to that of the next day.
    pub range: Range<Instant<Tt>>,
    /// The place, for charts.
    pub observer: Observer,
}

/// A day of a place's calendar.
#[derive(Clone, Debug)]
pub struct LocalDay {
    /// Days since 1970-01-01.
    pub number: i64,
    /// `YYYY-MM-DD` in the Gregorian calendar.
    pub date: String,
    /// The day itself.
    pub day: ResolvedDay,
}

impl LocalDateTimeInput<'_> {
    /// The instant or the day.
    ///
    /// # Errors
    ///
    /// Every problem with the time and the zone.
    pub fn resolve(&self) -> Result<BirthTime, Vec<Problem>> {
        let resolve = || {
            let civil = self.resolve_civil(&equation_of_time_s)?;
            let meta = self.meta(&civil)?;
            Ok((civil, meta))
        };
        let (civil, meta) = resolve().map_err(http_api::ApiError::into_problems)?;
        let observer = self.location.observer();
        Ok(match civil {
            CivilTime::Moment(civil) => BirthTime::Moment(ResolvedMoment {
                at: ChartMoment::from_utc(Instant::from_unix_micros(civil.unix_us)),
                civil,
                meta,
                observer,
            }),
            CivilTime::Day(day) => {
                let tt = |moment: &CivilMoment| Instant::from_unix_micros(moment.unix_us).to_tt();
                BirthTime::Day(ResolvedDay {
                    range: tt(&day.start)..tt(&day.end),
                    start: day.start,
                    meta,
                    observer,
                })
            }
        })
    }

    /// The instant. A date without a time is refused.
    ///
    /// # Errors
    ///
    /// As [`Self::resolve`], and `birth_time_required`.
    pub fn resolve_moment(&self) -> Result<ResolvedMoment, Vec<Problem>> {
        match self.resolve()? {
            BirthTime::Moment(moment) => Ok(moment),
            BirthTime::Day(_) => {
                let code = ErrorCode::BirthTimeRequired;
                let at = Source::Pointer(format!("/{}", self.date_time_field));
                Err(vec![Problem::new(code, code.explanation()).at(at)])
            }
        }
    }

    /// The instant. A date without a time means its first instant, for ranges and targets.
    ///
    /// # Errors
    ///
    /// As [`Self::resolve`].
    pub fn resolve_beginning(&self) -> Result<ResolvedMoment, Vec<Problem>> {
        Ok(match self.resolve()? {
            BirthTime::Moment(moment) => moment,
            BirthTime::Day(day) => ResolvedMoment {
                at: ChartMoment::from_tt(day.range.start),
                meta: MomentMeta {
                    utc_end: None,
                    ..day.meta
                },
                civil: day.start,
                observer: day.observer,
            },
        })
    }

    /// The local civil day of the date or instant. With a stated offset the local clock may already
    /// show another day.
    ///
    /// # Errors
    ///
    /// As [`Self::resolve`].
    pub fn resolve_day(&self) -> Result<LocalDay, Vec<Problem>> {
        let resolved = self.resolve()?;
        let calendar = self.interpretation.calendar.map(CalendarName::calendar);
        let stated = places::ParsedDateTime::parse(self.date_time, calendar);
        let Ok(stated) = stated else {
            unreachable!("the date has just been read")
        };
        let number = stated.date.days_since_1970();
        match resolved {
            BirthTime::Moment(moment) if stated.offset.is_some() => self.day_around(&moment),
            _ => self.day_of(number),
        }
    }

    /// A day by its number since 1970-01-01.
    ///
    /// # Errors
    ///
    /// The place skipped this day.
    pub fn day_of(&self, number: i64) -> Result<LocalDay, Vec<Problem>> {
        let Some(date) = places::CivilDate::gregorian_from_days(number) else {
            let problem = Problem::new(ErrorCode::FieldRange, "The calendar ends before this day.");
            let at = Source::Pointer(format!("/{}", self.date_time_field));
            return Err(vec![problem.at(at)]);
        };
        let (year, month, day) = (date.year(), date.month(), date.day());
        let date = format!("{year:04}-{month:02}-{day:02}");
        let input = LocalDateTimeInput {
            date_time: &date,
            interpretation: DateInterpretation {
                calendar: Some(CalendarName::Gregorian),
                clock_change: None,
            },
            ..*self
        };
        match input.resolve()? {
            BirthTime::Day(day) => Ok(LocalDay { number, date, day }),
            BirthTime::Moment(_) => unreachable!("a date without a time is a day"),
        }
    }

    /// The local day that contains the instant.
    fn day_around(&self, moment: &ResolvedMoment) -> Result<LocalDay, Vec<Problem>> {
        const DAY_US: f64 = 86_400e6;
        // Estimated by local mean time. A clock is never off by more than a day.
        let solar_us = moment.civil.unix_us as f64 + self.location.longitude / 360.0 * DAY_US;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "days of years below 10,000 are small numbers"
        )]
        let near = (solar_us / DAY_US).floor() as i64;
        for number in [near, near + 1, near - 1] {
            // A day that the place skipped does not contain the instant either.
            if let Ok(found) = self.day_of(number)
                && found.day.range.contains(&moment.at.tt)
            {
                return Ok(found);
            }
        }
        self.day_of(near)
    }
}

/// An instant as the API writes it: UTC, to the millisecond.
pub fn tt_text(at: Instant<Tt>) -> String {
    let us = at.to_utc().to_unix_micros();
    let rounded = (us + 500).div_euclid(1_000) * 1_000;
    rfc3339(access::Timestamp::from_micros(rounded))
}

/// The day of an instant, UTC; years before 1 and after 9999 have a sign and six digits.
pub fn date_text(at: Instant<Tt>) -> String {
    let mut text = moment::utc(at.to_utc().to_unix_micros());
    let end = text.find('T').unwrap_or(text.len());
    text.truncate(end);
    text
}

/// Apparent minus mean solar time in seconds: the hour angle of the Sun seen at Greenwich minus
/// universal time; `None` outside the ephemeris.
pub fn equation_of_time_s(unix_us: i64) -> Option<f64> {
    let at = ChartMoment::from_utc(Instant::from_unix_micros(unix_us));
    let sky = Ephemeris::embedded().sky(at.tt).ok()?;
    let sun = sky.place(Body::Sun).ok()?;
    let (right_ascension_deg, _) = sun.equatorial(sky.true_obliquity_deg());
    let hour_angle_deg = sky.armc_deg(at.ut1, 0.0) - right_ascension_deg;
    let (_, fraction) = at.ut1.parts();
    // A Julian day begins at noon, where the mean Sun's hour angle is 0.
    let mean_deg = fraction * 360.0;
    Some(ephemeris::difference_deg(hour_angle_deg, mean_deg) * 240.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_far_back_have_their_whole_date() {
        // In universal time Julian Date 0.5 begins 25 November of -4713 in the Gregorian calendar (astronomical
        // years); by the parabola of Stephenson, Morrison & Hohenkerk terrestrial time is 1.6 days ahead then.
        let at = Instant::<Tt>::from_julian_date(1.0 + 1.6);
        assert_eq!(date_text(at), "-004713-11-25");
        assert_eq!(
            date_text(Instant::from_julian_date(2_451_545.0)),
            "2000-01-01"
        );
    }

    #[test]
    fn the_equation_of_time_is_that_of_the_almanacs() {
        // Meeus, Astronomical Algorithms (1998), example 28.a: 1992-10-13 0h TD, 3.427351 degrees.
        // His mean Sun is that of TD; clocks follow the one of UT1, which ΔT = 59 s of its motion
        // (0.9856 degrees a day) puts 0.16 s behind.
        let us = 718_934_400_000_000 - 59_000_000;
        let found = equation_of_time_s(us).unwrap();
        let expected = 3.427_351 * 240.0 - 59.0 / 86_400.0 * 0.9856 * 240.0;
        assert!(
            (found - expected).abs() < 0.05,
            "{found}, expected {expected}"
        );
    }
}
