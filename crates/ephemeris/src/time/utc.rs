//! UTC: the steps and rates by which civil clocks have followed the Earth.
//!
//! Before 1960 a reading of UTC is a reading of UT1; from 1960 to 1971 TAI - UTC follows the official rates;
//! since 1972 it steps by whole seconds. After the last announced step it stays: nobody knows the next one.
//!
//! An [`Instant<Utc>`] counts days of the length they had: a day that ends with a leap second has 86,401
//! seconds, and its fraction is a fraction of those (the convention of the IAU's SOFA library).

use super::table::{LEAP_SECONDS, RATES};
use super::{Instant, SECONDS_PER_DAY, Tt, Ut1, Utc};

/// TT - TAI, by definition.
const TT_MINUS_TAI_S: f64 = 32.184;

/// Modified Julian Date of the civil day whose noon is J2000.0.
const J2000_DAY_MJD: i32 = 51_544;

/// TAI - UTC in seconds at the beginning of a day; `None` before 1960, when there was no UTC.
fn tai_minus_utc(mjd: i32) -> Option<f64> {
    let steps = LEAP_SECONDS.partition_point(|(first, _)| *first <= mjd);
    if let Some(index) = steps.checked_sub(1) {
        return Some(LEAP_SECONDS[index].1);
    }
    let rates = RATES.partition_point(|(first, ..)| *first <= mjd);
    let (_, seconds, reference, rate) = RATES[rates.checked_sub(1)?];
    Some(seconds + (f64::from(mjd) - reference) * rate)
}

/// Seconds of TAI in a day of UTC.
fn length_seconds(mjd: i32, start: f64) -> f64 {
    SECONDS_PER_DAY + tai_minus_utc(mjd + 1).map_or(0.0, |end| end - start)
}

/// Seconds that clocks showing UTC counted in the day so many days after the day of J2000.0: 86,401 with a
/// leap second. In the years of stretched seconds clocks counted 86,400 of those, and a tenth more or less
/// where the offset was stepped.
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
    /// The same moment in TT.
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

    /// The same moment in UT1.
    pub fn to_ut1(self) -> Instant<Ut1> {
        match tai_minus_utc(mjd_of(self.parts().0)) {
            Some(_) => self.to_tt().to_ut1(),
            None => self.on_scale(0.0),
        }
    }
}

impl Instant<Tt> {
    /// The same moment in UTC.
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
        // UTC is behind TAI, by less than a day.
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
    /// The same moment in UTC.
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
        // IERS Bulletin C and the Explanatory Supplement (2013), table 3.1, evaluated by hand at 0 h.
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
