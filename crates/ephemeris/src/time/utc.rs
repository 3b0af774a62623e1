//! UTC: its leap seconds and its rates before 1972.
//!
//! Before 1960 a UTC reading is taken as UT1. From 1960 to 1971 TAI - UTC follows the official
//! rates. Since 1972 it changes by whole seconds. After the last announced leap second it stays
//! constant: the next one is unknown.
//!
//! An [`Instant<Utc>`] counts days of their actual length: a day that ends with a leap second has
//! 86,401 seconds, and the fraction of the day refers to those (the convention of the IAU's SOFA
//! library).

use super::table::{LEAP_SECONDS, RATES};
use super::{Instant, SECONDS_PER_DAY, Tt, Ut1, Utc};

/// TT - TAI, by definition.
const TT_MINUS_TAI_S: f64 = 32.184;

/// Modified Julian Date of the civil day whose noon is J2000.0.
const J2000_DAY_MJD: i32 = 51_544;

/// Days from 1970-01-01 to the civil day whose noon is J2000.0.
const UNIX_DAYS_AT_J2000: i64 = 10_957;

/// Microseconds in a day of Unix time, which has no leap seconds.
const UNIX_DAY_US: i64 = 86_400_000_000;

/// Returns TAI - UTC in seconds at the beginning of a day, or `None` before 1960, when UTC did not
/// exist.
fn tai_minus_utc(mjd: i32) -> Option<f64> {
    let steps = LEAP_SECONDS.partition_point(|(first, _)| *first <= mjd);
    if let Some(index) = steps.checked_sub(1) {
        return Some(LEAP_SECONDS[index].1);
    }
    let rates = RATES.partition_point(|(first, ..)| *first <= mjd);
    let (_, seconds, reference, rate) = RATES[rates.checked_sub(1)?];
    Some(seconds + (f64::from(mjd) - reference) * rate)
}

/// Returns the seconds of TAI in a day of UTC.
fn length_seconds(mjd: i32, start: f64) -> f64 {
    SECONDS_PER_DAY + tai_minus_utc(mjd + 1).map_or(0.0, |end| end - start)
}

/// Returns the seconds that a UTC clock counts in the given day, numbered from the day of J2000.0:
/// 86,401 with a leap second. In the years of stretched seconds clocks counted 86,400 of those, and
/// a tenth more or less where the offset was stepped.
pub(super) fn counted_seconds(day: f64) -> f64 {
    let mjd = mjd_of(day);
    let Some(start) = tai_minus_utc(mjd) else {
        return SECONDS_PER_DAY;
    };
    let rates = RATES.partition_point(|(first, ..)| *first <= mjd);
    let drift = if mjd < LEAP_SECONDS[0].0 {
        RATES[rates - 1].3
    } else {
        0.0
    };
    length_seconds(mjd, start) - drift
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole days; the cast saturates far outside any table"
)]
fn mjd_of(day: f64) -> i32 {
    (day as i32).saturating_add(J2000_DAY_MJD)
}

impl Instant<Utc> {
    /// Returns the instant at which a UTC clock reads a Unix time: microseconds since
    /// 1970-01-01T00:00, counting 86,400 seconds for every day.
    ///
    /// ```
    /// use ephemeris::{Calendar, CivilDateTime, Instant};
    ///
    /// // 2016-12-31T12:00 UTC, on a day that ends with a leap second.
    /// let noon = Instant::from_unix_micros(1_483_185_600_000_000);
    /// let civil = CivilDateTime::from_instant(noon, Calendar::Gregorian);
    /// assert_eq!((civil.day, civil.hour, civil.minute, civil.second), (31, 12, 0, 0.0));
    /// ```
    pub fn from_unix_micros(unix_us: i64) -> Self {
        let unix_day = unix_us.div_euclid(UNIX_DAY_US);
        let seconds = unix_us.rem_euclid(UNIX_DAY_US) as f64 / 1e6;
        let day = (unix_day - UNIX_DAYS_AT_J2000) as f64;
        Self::from_days_since_j2000(day - 0.5).plus_days(seconds / counted_seconds(day))
    }

    /// Returns the Unix time that a UTC clock reads, rounded to a microsecond. Unix time cannot
    /// represent a leap second: every instant in one gives the last microsecond of its day.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "years that the ephemeris covers fit; the cast saturates outside"
    )]
    pub fn to_unix_micros(self) -> i64 {
        let (day, fraction) = self.parts();
        let seconds = (fraction + 0.5) * counted_seconds(day);
        // Less than half a microsecond is rounding, not a leap second.
        let is_leap_second = seconds >= SECONDS_PER_DAY + 0.5e-6;
        let within_us = if is_leap_second {
            UNIX_DAY_US - 1
        } else {
            (seconds * 1e6).round() as i64
        };
        let unix_day = (day as i64).saturating_add(UNIX_DAYS_AT_J2000);
        unix_day
            .saturating_mul(UNIX_DAY_US)
            .saturating_add(within_us)
    }

    /// Converts to TT.
    ///
    /// ```
    /// use ephemeris::{Instant, Utc};
    ///
    /// let noon = Instant::<Utc>::from_julian_date(2_451_545.0);
    /// assert!((noon.to_tt().minus(noon.to_tt()) == 0.0));
    /// let seconds = noon.to_tt().days_since_j2000() * 86_400.0;
    /// assert!((seconds - 64.184).abs() < 1e-9);
    /// ```
    pub fn to_tt(self) -> Instant<Tt> {
        let (day, fraction) = self.parts();
        let mjd = mjd_of(day);
        match tai_minus_utc(mjd) {
            Some(start) => {
                let elapsed = (fraction + 0.5) * length_seconds(mjd, start);
                Instant::<Tt>::from_days_since_j2000(day - 0.5)
                    .plus_seconds(elapsed + start + TT_MINUS_TAI_S)
            }
            None => self.on_scale::<Ut1>(0.0).to_tt(),
        }
    }

    /// Converts to UT1.
    pub fn to_ut1(self) -> Instant<Ut1> {
        match tai_minus_utc(mjd_of(self.parts().0)) {
            Some(_) => self.to_tt().to_ut1(),
            None => self.on_scale(0.0),
        }
    }
}

impl Instant<Tt> {
    /// Converts to UTC.
    ///
    /// ```
    /// use ephemeris::{Instant, Utc};
    ///
    /// let utc = Instant::<Utc>::from_julian_date(2_460_310.75);
    /// assert!((utc.to_tt().to_utc().minus(utc) * 86_400.0).abs() < 1e-9);
    /// ```
    pub fn to_utc(self) -> Instant<Utc> {
        let tai = self.plus_seconds(-TT_MINUS_TAI_S);
        let (tai_day, fraction) = tai.parts();
        // UTC is behind TAI by less than a day.
        for day in [tai_day, tai_day - 1.0] {
            let Some(start) = tai_minus_utc(mjd_of(day)) else {
                break;
            };
            let since = (tai_day - day + fraction + 0.5) * SECONDS_PER_DAY - start;
            if since >= 0.0 {
                let length = length_seconds(mjd_of(day), start);
                return Instant::<Utc>::from_days_since_j2000(day).plus_days(since / length - 0.5);
            }
        }
        self.to_ut1().on_scale(0.0)
    }
}

impl Instant<Ut1> {
    /// Converts to UTC.
    pub fn to_utc(self) -> Instant<Utc> {
        self.to_tt().to_utc()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Calendar, CivilDateTime};

    fn utc(year: i32, month: u8, day: u8, seconds: f64) -> Instant<Utc> {
        CivilDateTime::date(year, month, day)
            .to_instant(Calendar::Gregorian)
            .unwrap()
            .plus_seconds(seconds)
    }

    #[test]
    fn tai_minus_utc_is_the_official_one() {
        // IERS Bulletin C and the Explanatory Supplement (2013), table 3.1, evaluated by hand at 0
        // h.
        for (at, expected) in [
            (utc(1960, 1, 1, 0.0), 0.943_482),
            (utc(1961, 1, 1, 0.0), 1.422_818),
            (utc(1962, 1, 1, 0.0), 1.845_858),
            (utc(1968, 2, 1, 0.0), 6.185_682),
            (utc(1972, 1, 1, 0.0), 10.0),
            (utc(1999, 1, 1, 0.0), 32.0),
            (utc(2017, 1, 1, 0.0), 37.0),
            (utc(2300, 1, 1, 0.0), 37.0),
        ] {
            let (day, fraction) = at.parts();
            let reading = Instant::<Tt>::from_days_since_j2000(day).plus_days(fraction);
            let difference = at.to_tt().minus(reading) * SECONDS_PER_DAY - TT_MINUS_TAI_S;
            assert!((difference - expected).abs() < 1e-6, "{at:?}: {difference}");
        }
    }

    #[test]
    fn a_leap_second_lasts_one_second() {
        let before = CivilDateTime {
            hour: 23,
            minute: 59,
            second: 59.5,
            ..CivilDateTime::date(2016, 12, 31)
        };
        let within = CivilDateTime {
            second: 60.5,
            ..before
        };
        let [before, within] =
            [before, within].map(|it| it.to_instant::<Utc>(Calendar::Gregorian).unwrap().to_tt());
        let after = utc(2017, 1, 1, 0.5).to_tt();
        assert!((within.minus(before) * SECONDS_PER_DAY - 1.0).abs() < 1e-9);
        assert!((after.minus(within) * SECONDS_PER_DAY - 1.0).abs() < 1e-9);
    }

    /// The days that end with a leap second, and TAI - UTC on them in seconds (IERS Bulletin C).
    const LEAP_DAYS: [((i32, u8, u8), f64); 27] = [
        ((1972, 6, 30), 10.0),
        ((1972, 12, 31), 11.0),
        ((1973, 12, 31), 12.0),
        ((1974, 12, 31), 13.0),
        ((1975, 12, 31), 14.0),
        ((1976, 12, 31), 15.0),
        ((1977, 12, 31), 16.0),
        ((1978, 12, 31), 17.0),
        ((1979, 12, 31), 18.0),
        ((1981, 6, 30), 19.0),
        ((1982, 6, 30), 20.0),
        ((1983, 6, 30), 21.0),
        ((1985, 6, 30), 22.0),
        ((1987, 12, 31), 23.0),
        ((1989, 12, 31), 24.0),
        ((1990, 12, 31), 25.0),
        ((1992, 6, 30), 26.0),
        ((1993, 6, 30), 27.0),
        ((1994, 6, 30), 28.0),
        ((1995, 12, 31), 29.0),
        ((1997, 6, 30), 30.0),
        ((1998, 12, 31), 31.0),
        ((2005, 12, 31), 32.0),
        ((2008, 12, 31), 33.0),
        ((2012, 6, 30), 34.0),
        ((2015, 6, 30), 35.0),
        ((2016, 12, 31), 36.0),
    ];

    #[test]
    fn unix_time_is_exact_on_days_that_end_with_a_leap_second() {
        for ((year, month, day), tai_minus_utc) in LEAP_DAYS {
            let midnight = utc(year, month, day, 0.0);
            let midnight_us = midnight.to_unix_micros();
            assert_eq!(
                midnight_us.rem_euclid(UNIX_DAY_US),
                0,
                "{year}-{month}-{day}"
            );
            for seconds in [0.0, 1.0, 43_200.0, 86_399.0] {
                #[expect(clippy::cast_possible_truncation, reason = "whole seconds of a day")]
                let at = Instant::from_unix_micros(midnight_us + (seconds * 1e6) as i64);
                // TT - UTC = TAI - UTC + 32.184 s at every clock reading of the day.
                let midnight_tt = Instant::<Tt>::from_days_since_j2000(midnight.parts().0 - 0.5);
                let found = at.to_tt().minus(midnight_tt) * SECONDS_PER_DAY - seconds;
                let expected = tai_minus_utc + TT_MINUS_TAI_S;
                assert!(
                    (found - expected).abs() < 1e-6,
                    "{year}-{month}-{day} + {seconds}: {found}"
                );
            }
        }
    }

    #[test]
    fn unix_time_comes_back() {
        let leap_day_us = 1_483_142_400_000_000;
        for unix_us in [
            0,
            1,
            -1,
            1_800_000_000_123_456,
            -11_676_096_000_000_001,
            leap_day_us + 43_200_000_000,
            leap_day_us + 86_399_999_999,
            leap_day_us + 86_400_000_000,
        ] {
            assert_eq!(Instant::from_unix_micros(unix_us).to_unix_micros(), unix_us);
        }
    }

    #[test]
    fn a_leap_second_reads_as_the_last_microsecond_of_its_day() {
        let leap_second = CivilDateTime {
            hour: 23,
            minute: 59,
            second: 60.5,
            ..CivilDateTime::date(2016, 12, 31)
        };
        let at: Instant<Utc> = leap_second.to_instant(Calendar::Gregorian).unwrap();
        assert_eq!(at.to_unix_micros(), 1_483_228_800_000_000 - 1);
    }

    #[test]
    fn before_1960_utc_is_ut1() {
        let at = utc(1950, 6, 1, 0.0);
        assert_eq!(at.to_ut1().parts(), at.parts());
        assert!((at.to_tt().to_utc().minus(at) * SECONDS_PER_DAY).abs() < 1e-6);
    }

    #[test]
    fn readings_come_back() {
        for days in (-20_000..10_000).map(|index| f64::from(index) * 1.37) {
            let at = Instant::<Utc>::from_days_since_j2000(days);
            let back = at.to_tt().to_utc();
            assert!(
                (back.minus(at) * SECONDS_PER_DAY).abs() < 1e-6,
                "{at:?} {back:?}"
            );
            let back = at.to_ut1().to_utc();
            assert!(
                (back.minus(at) * SECONDS_PER_DAY).abs() < 1e-6,
                "{at:?} {back:?}"
            );
        }
    }
}
