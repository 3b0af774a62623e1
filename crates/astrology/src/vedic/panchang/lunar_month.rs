//! Lunar months, from new moon to new moon (amanta), with the months that are added and dropped.
//!
//! A month has the number of the sign the Sun enters during it: Chaitra, the first, is the one in which the Sun enters
//! Aries. A month in which the Sun enters no sign is added (adhika) and has the number of the month after it. In a
//! month in which the Sun enters two signs, a month is dropped (kshaya): Calendar Reform Committee, Report (1955),
//! part C. The signs are those of the ayanamsha, so an added month can be another one with another ayanamsha.

use core::ops::Range;

use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt, difference_deg};

use crate::{angle::normalize_deg, ayanamsha::Zodiac};

/// Mean length of a lunar month.
const MEAN_MONTH_DAYS: f64 = 29.530_588;

/// Mean motion of the elongation, in degrees per day.
const MEAN_MOTION_DEG: f64 = 360.0 / MEAN_MONTH_DAYS;

/// Rounds of Newton's method. The elongation moves by 10.7 to 14.6 degrees per day and the first
/// estimate is within two days, so five are enough.
const MAX_ROUNDS: u32 = 12;

/// A lunar month.
#[derive(Debug, Clone, PartialEq)]
pub struct LunarMonth {
    /// From 1 (Chaitra) to 12 (Phalguna).
    pub number: u8,
    /// Whether it is added: the Sun enters no sign.
    pub is_adhika: bool,
    /// The number of the month that is dropped after it: the Sun enters two signs.
    pub dropped: Option<u8>,
    /// The number of the next month.
    pub next_number: u8,
    /// From its new moon to the next.
    pub span: Range<Instant<Tt>>,
}

impl LunarMonth {
    /// Returns the month that contains an instant.
    ///
    /// # Errors
    /// The ephemeris does not cover a month before and after the instant.
    pub fn at(
        ephemeris: &Ephemeris<'_>,
        zodiac: Zodiac,
        at: Instant<Tt>,
    ) -> Result<Self, SkyError> {
        let (elongation_deg, _) = elongation(ephemeris, at)?;
        let before_days = normalize_deg(elongation_deg) / MEAN_MOTION_DEG;
        let start = new_moon_near(ephemeris, at.plus_days(-before_days))?;
        Self::from_new_moon(ephemeris, zodiac, start)
    }

    /// Returns the month after this one.
    ///
    /// # Errors
    /// The ephemeris does not cover it.
    pub fn next(&self, ephemeris: &Ephemeris<'_>, zodiac: Zodiac) -> Result<Self, SkyError> {
        Self::from_new_moon(ephemeris, zodiac, self.span.end)
    }

    fn from_new_moon(
        ephemeris: &Ephemeris<'_>,
        zodiac: Zodiac,
        start: Instant<Tt>,
    ) -> Result<Self, SkyError> {
        let end = new_moon_near(ephemeris, start.plus_days(MEAN_MONTH_DAYS))?;
        let sign = sun_sign(ephemeris, zodiac, start)?;
        let next_sign = sun_sign(ephemeris, zodiac, end)?;
        let entered = (next_sign + 12 - sign) % 12;
        let number = number_of(sign);
        Ok(Self {
            number,
            is_adhika: entered == 0,
            dropped: (entered == 2).then_some(number % 12 + 1),
            next_number: number_of(next_sign),
            span: start..end,
        })
    }

    /// Returns the number of the month from full moon to full moon (purnimanta) at a tithi of this month.
    ///
    /// In the dark half it is the next month, except in an added month: it keeps its name for both halves, between
    /// the halves of the regular month.
    pub const fn purnimanta(&self, tithi: u8) -> u8 {
        if tithi <= 15 || self.is_adhika {
            self.number
        } else {
            self.next_number
        }
    }
}

/// Returns the number of the month that begins while the Sun is in a sign (0 to 11).
const fn number_of(sign: u8) -> u8 {
    (sign + 1) % 12 + 1
}

/// Returns the sign of the Sun, from 0 to 11.
fn sun_sign(ephemeris: &Ephemeris<'_>, zodiac: Zodiac, at: Instant<Tt>) -> Result<u8, SkyError> {
    let sky = ephemeris.sky(at)?;
    let (sun_deg, _) = sky.longitude(Body::Sun)?;
    let offset_deg = zodiac.offset_deg(at, sky.nutation().dpsi_deg);
    Ok(super::part_of(sun_deg - offset_deg, 12))
}

fn elongation(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<(f64, f64), SkyError> {
    let sky = ephemeris.sky(at)?;
    let ((moon_deg, moon_speed), (sun_deg, sun_speed)) =
        (sky.longitude(Body::Moon)?, sky.longitude(Body::Sun)?);
    Ok((moon_deg - sun_deg, moon_speed - sun_speed))
}

/// Returns the new moon nearest to an estimate, by Newton's method on a function without an extremum.
fn new_moon_near(
    ephemeris: &Ephemeris<'_>,
    estimate: Instant<Tt>,
) -> Result<Instant<Tt>, SkyError> {
    let mut at = estimate;
    for _ in 0..MAX_ROUNDS {
        let (elongation_deg, speed_deg) = elongation(ephemeris, at)?;
        let step_days = difference_deg(elongation_deg, 0.0) / speed_deg;
        at = at.plus_days(-step_days);
        if step_days.abs() < 1e-7 {
            break;
        }
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ayanamsha::Ayanamsha;
    use ephemeris::{Calendar, CivilDateTime, Utc};

    fn months(from_year: i32, to_year: i32) -> Vec<(i32, LunarMonth)> {
        let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
        let ephemeris = Ephemeris::embedded();
        let civil = CivilDateTime::date(from_year, 1, 1);
        let start: Instant<Utc> = civil.to_instant(Calendar::Gregorian).unwrap();
        let mut month = LunarMonth::at(ephemeris, zodiac, start.to_tt()).unwrap();
        let mut months = Vec::new();
        loop {
            let julian_date = month.span.start.julian_date();
            #[expect(clippy::cast_possible_truncation, reason = "years are small")]
            let year = (2000.0 + (julian_date - 2_451_544.5) / 365.2425).floor() as i32;
            if year >= to_year {
                return months;
            }
            let next = month.next(ephemeris, zodiac).unwrap();
            months.push((year, month));
            month = next;
        }
    }

    /// As printed panchangs count them.
    #[test]
    fn added_months_are_those_of_the_calendar() {
        let added: Vec<(i32, u8)> = months(2001, 2027)
            .into_iter()
            .filter(|(_, month)| month.is_adhika)
            .map(|(year, month)| (year, month.number))
            .collect();
        let expected = [
            (2001, 7),
            (2004, 5),
            (2007, 3),
            (2010, 2),
            (2012, 6),
            (2015, 4),
            (2018, 3),
            (2020, 7),
            (2023, 5),
            (2026, 3),
        ];
        assert_eq!(added, expected);
    }

    /// Only 1963-64 and 1982-83 have a dropped month between 1823 and 2123: each is between two added ones.
    #[test]
    fn dropped_months_are_those_of_the_calendar() {
        let all = months(1824, 2123);
        let dropped: Vec<usize> = (0..all.len())
            .filter(|index| all[*index].1.dropped.is_some())
            .collect();
        let found: Vec<(i32, u8)> = dropped
            .iter()
            .map(|it| (all[*it].0, all[*it].1.number))
            .collect();
        assert_eq!(found, [(1963, 8), (1983, 10)]);
        let names: Vec<u8> = dropped.iter().filter_map(|it| all[*it].1.dropped).collect();
        assert_eq!(names, [9, 11], "Margashirsha and Magha");
        for (index, around) in dropped
            .iter()
            .zip([[(1963, 8), (1964, 1)], [(1982, 7), (1983, 12)]])
        {
            let near = &all[index - 4..=index + 4];
            let added = near.iter().filter(|(_, month)| month.is_adhika);
            let added: Vec<(i32, u8)> = added.map(|(year, month)| (*year, month.number)).collect();
            assert_eq!(added, around);
        }
    }

    #[test]
    fn the_dark_half_of_an_added_month_keeps_its_name() {
        let all = months(2018, 2019);
        let names = |number, is_adhika| {
            let found = all
                .iter()
                .find(|(_, it)| (it.number, it.is_adhika) == (number, is_adhika));
            let month = &found.unwrap().1;
            [month.purnimanta(1), month.purnimanta(16)]
        };
        assert_eq!(
            names(2, false),
            [2, 3],
            "the first half of the regular Jyeshtha"
        );
        assert_eq!(names(3, true), [3, 3]);
        assert_eq!(names(3, false), [3, 4]);
        assert_eq!(names(12, false), [12, 1]);
    }
}
