//! Upagrahas: points that follow from the parts of the day, and five from the Sun's longitude.
//!
//! BPHS, in the chapter that describes the grahas. Day and night are divided into eight parts each. The lords of the
//! day's parts follow the weekdays from the lord of the day on, those of the night from the lord of the fifth weekday.
//! The eighth part has no lord. Authors differ whether Gulika rises at the start or in the middle of Saturn's part,
//! and whether Mandi is the same. Here Gulika is at the start, Mandi in the middle.

use ephemeris::{
    Body, Ephemeris, Instant, Observer, SkyError, Tt,
    event::rise_set::{HorizonKind, rise_set},
};

use super::graha::Graha;
use crate::{
    angle::normalize_deg,
    ayanamsha::Zodiac,
    house::{Angles, HouseFrame},
};

/// The Julian day number of 1970-01-01.
const UNIX_DAY_NUMBER: i64 = 2_440_588;

/// The day of a birth, from sunrise to sunrise. The Sun rises when its upper limb appears, with refraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VedicDay {
    /// Sunrise before the birth.
    pub sunrise: Instant<Tt>,
    /// Sunset after it.
    pub sunset: Instant<Tt>,
    /// Sunrise of the next day.
    pub next_sunrise: Instant<Tt>,
    /// Whether the birth is between sunrise and sunset.
    pub is_daytime: bool,
    /// 0 for Sunday to 6 for Saturday.
    pub weekday: usize,
    /// Julian day number of the civil date of the sunrise.
    pub number: i64,
}

impl VedicDay {
    /// Finds the day of an instant; `None` where the Sun does not rise or set. `offset_seconds` is the offset of local
    /// time from UTC, which names the weekday of the sunrise.
    ///
    /// # Errors
    /// The ephemeris does not cover the day.
    pub fn of(
        ephemeris: &Ephemeris<'_>,
        at: Instant<Tt>,
        observer: &Observer,
        offset_seconds: f64,
    ) -> Result<Option<Self>, SkyError> {
        // Near the polar circles sunrises of successive days are up to some hours more than a day apart.
        let range = at.plus_days(-1.25)..at.plus_days(1.25);
        let found = rise_set(ephemeris, Body::Sun, observer, range)?;
        let of = |kind| found.events.iter().filter(move |it| it.kind == kind);
        let rises = || of(HorizonKind::Rise).map(|it| it.at);
        let Some(sunrise) = rises().rfind(|rise| *rise <= at) else {
            return Ok(None);
        };
        let Some(next_sunrise) = rises().find(|rise| *rise > at) else {
            return Ok(None);
        };
        let mut sets = of(HorizonKind::Set).map(|it| it.at);
        let Some(sunset) = sets.find(|set| *set > sunrise && *set < next_sunrise) else {
            return Ok(None);
        };
        let local_us = sunrise.to_utc().to_unix_micros() as f64 + offset_seconds * 1e6;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "days of history are small numbers"
        )]
        let number = (local_us / 86_400e6).floor() as i64 + UNIX_DAY_NUMBER;
        // Julian day numbers begin with a Monday.
        let weekday = usize::try_from((number + 1).rem_euclid(7)).unwrap_or_default();
        Ok(Some(Self {
            sunrise,
            sunset,
            next_sunrise,
            is_daytime: at < sunset,
            weekday,
            number,
        }))
    }

    /// The lord of the weekday.
    pub const fn lord(&self) -> Graha {
        Graha::SEVEN[self.weekday]
    }

    /// Returns when a graha's part of the day or night begins and ends.
    pub fn part(&self, graha: Graha) -> (Instant<Tt>, Instant<Tt>) {
        let (start, end, first) = if self.is_daytime {
            (self.sunrise, self.sunset, self.weekday)
        } else {
            (self.sunset, self.next_sunrise, self.weekday + 4)
        };
        let index = (graha.index() + 14 - first) % 7;
        let part_days = end.minus(start) / 8.0;
        let begin = start.plus_days(part_days * index as f64);
        (begin, begin.plus_days(part_days))
    }
}

/// The longitude of a point, by its id.
pub type Upagraha = (&'static str, f64);

/// Returns the five points that follow from the Sun: dhuma, vyatipata, parivesha, indrachapa and upaketu.
///
/// # Examples
///
/// ```
/// use astrology::vedic::upagraha::of_the_sun;
///
/// // Upaketu is one sign before the Sun.
/// let (id, longitude_deg) = of_the_sun(100.0)[4];
/// assert_eq!((id, longitude_deg.round()), ("upaketu", 70.0));
/// ```
pub fn of_the_sun(sun_deg: f64) -> [Upagraha; 5] {
    let dhuma = normalize_deg(sun_deg + 400.0 / 3.0);
    let vyatipata = normalize_deg(360.0 - dhuma);
    let parivesha = normalize_deg(vyatipata + 180.0);
    let indrachapa = normalize_deg(360.0 - parivesha);
    let upaketu = normalize_deg(indrachapa + 50.0 / 3.0);
    [
        ("dhuma", dhuma),
        ("vyatipata", vyatipata),
        ("parivesha", parivesha),
        ("indrachapa", indrachapa),
        ("upaketu", upaketu),
    ]
}

/// Returns the points that rise with the parts of the day: kala, mrityu, ardhaprahara and yamaghantaka at the start of
/// the parts of the Sun, Mars, Mercury and Jupiter, gulika at the start and mandi in the middle of Saturn's.
///
/// # Errors
/// The ephemeris does not cover the day.
pub fn of_the_day(
    ephemeris: &Ephemeris<'_>,
    day: &VedicDay,
    observer: &Observer,
    zodiac: Zodiac,
) -> Result<[Upagraha; 6], SkyError> {
    let rising = |at: Instant<Tt>| rising_deg(ephemeris, at, observer, zodiac);
    let start = |graha| rising(day.part(graha).0);
    let (from, to) = day.part(Graha::Saturn);
    let middle = from.plus_days(to.minus(from) / 2.0);
    Ok([
        ("kala", start(Graha::Sun)?),
        ("mrityu", start(Graha::Mars)?),
        ("ardhaprahara", start(Graha::Mercury)?),
        ("yamaghantaka", start(Graha::Jupiter)?),
        ("gulika", start(Graha::Saturn)?),
        ("mandi", rising(middle)?),
    ])
}

/// The sidereal longitude on the eastern horizon.
fn rising_deg(
    ephemeris: &Ephemeris<'_>,
    at: Instant<Tt>,
    observer: &Observer,
    zodiac: Zodiac,
) -> Result<f64, SkyError> {
    let sky = ephemeris.sky(at)?;
    let frame = HouseFrame {
        armc_deg: sky.armc_deg(at.to_ut1(), observer.longitude_deg),
        obliquity_deg: sky.true_obliquity_deg(),
        latitude_deg: observer.latitude_deg,
        sun_declination_deg: 0.0,
        ayanamsha_deg: zodiac.offset_deg(at, sky.nutation().dpsi_deg),
    };
    Ok(Angles::compute(&frame).ascendant_deg)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(weekday: usize, is_daytime: bool) -> VedicDay {
        let sunrise = Instant::from_julian_date(2_451_545.0);
        VedicDay {
            sunrise,
            sunset: sunrise.plus_days(0.4),
            next_sunrise: sunrise.plus_days(1.0),
            is_daytime,
            weekday,
            number: 2_451_545,
        }
    }

    #[test]
    fn saturn_has_the_parts_of_the_panchang() {
        // Gulika kala by day, Sunday to Saturday: 7 6 5 4 3 2 1. By night: 3 2 1 7 6 5 4.
        for (weekday, part) in [7, 6, 5, 4, 3, 2, 1].into_iter().enumerate() {
            let day = day(weekday, true);
            let begin = day.part(Graha::Saturn).0.minus(day.sunrise);
            assert!(
                (begin - 0.05 * f64::from(part - 1)).abs() < 1e-9,
                "{weekday}"
            );
        }
        for (weekday, part) in [3, 2, 1, 7, 6, 5, 4].into_iter().enumerate() {
            let day = day(weekday, false);
            let begin = day.part(Graha::Saturn).0.minus(day.sunset);
            assert!(
                (begin - 0.075 * f64::from(part - 1)).abs() < 1e-9,
                "{weekday}"
            );
        }
    }

    #[test]
    fn the_day_of_an_instant_begins_before_it_and_has_its_weekday() {
        // 2018-01-01, a Monday, at Chennai: sunrise 6:31 to 6:32 IST by the published calendar, 12:00 is daytime.
        let chennai = Observer {
            latitude_deg: 13.09,
            longitude_deg: 80.27,
            height_m: 0.0,
        };
        let noon = Instant::from_unix_micros(1_514_788_200_000_000).to_tt();
        let of = |at| VedicDay::of(Ephemeris::embedded(), at, &chennai, 19_800.0).unwrap();
        let day = of(noon).unwrap();
        assert_eq!((day.weekday, day.is_daytime), (1, true));
        assert!((noon.minus(day.sunrise) * 24.0 - 5.5).abs() < 0.1);
        // Before sunrise it is still Sunday's night.
        let early = of(noon.plus_days(-0.25)).unwrap();
        assert_eq!((early.weekday, early.is_daytime), (0, false));
        let pole = Observer {
            latitude_deg: 80.0,
            ..chennai
        };
        let found = VedicDay::of(Ephemeris::embedded(), noon, &pole, 0.0);
        assert_eq!(found.unwrap(), None);
    }
}
