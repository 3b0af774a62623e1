//! Seasons, the half-years of the Sun, and the years of the eras.

use ephemeris::{Instant, Tt};

use super::{lunar_month::LunarMonth, part_of};

/// The season and half-year at a longitude of the Sun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Season {
    /// From 0 (vasanta) to 5 (shishira): two signs each, vasanta from 330 degrees.
    pub ritu: u8,
    /// Whether the Sun is on its way north: from 270 to 90 degrees.
    pub is_uttarayana: bool,
}

impl Season {
    /// Returns the season of a longitude: tropical for the seasons of the sky (drik), sidereal for those of tradition.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::vedic::panchang::{name::RITUS, year::Season};
    ///
    /// let winter_solstice = Season::of(270.0);
    /// assert_eq!(RITUS[usize::from(winter_solstice.ritu)], "shishira");
    /// assert!(winter_solstice.is_uttarayana);
    /// ```
    pub fn of(sun_deg: f64) -> Self {
        Self {
            ritu: part_of(sun_deg + 30.0, 6),
            is_uttarayana: part_of(sun_deg + 90.0, 2) == 0,
        }
    }
}

/// The years of the eras on a day. The Shaka and both Vikrama years are lunar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Samvat {
    /// Elapsed years of the Shaka era. The year begins with Chaitra.
    pub shaka: i32,
    /// Years of the Vikrama era that begin with Chaitra.
    pub vikram_chaitradi: i32,
    /// Years of the Vikrama era that begin with Kartika.
    pub vikram_kartikadi: i32,
    /// The year of Jupiter as counted in the south, from 1 to 60: one for each lunar year.
    pub samvatsara_south: u8,
    /// The year of Jupiter as counted in the north, from 1 to 60: by its mean motion.
    pub samvatsara_north: u8,
}

impl Samvat {
    /// Returns the years at an instant in a lunar month.
    ///
    /// An added Chaitra or Kartika belongs to the year before: the year begins with the regular month.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::ayanamsha::{Ayanamsha, Zodiac};
    /// use astrology::vedic::panchang::{lunar_month::LunarMonth, name::SAMVATSARAS, year::Samvat};
    /// use ephemeris::{Ephemeris, Instant};
    ///
    /// // 2018-04-01: Shaka 1940 (Vilambi), Vikrama 2075 (Virodhakrit), in Gujarat still 2074.
    /// let at = Instant::from_julian_date(2_458_209.5);
    /// let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
    /// let month = LunarMonth::at(Ephemeris::embedded(), zodiac, at)?;
    /// let samvat = Samvat::of(&month, at);
    /// assert_eq!((samvat.shaka, samvat.vikram_chaitradi, samvat.vikram_kartikadi), (1940, 2075, 2074));
    /// assert_eq!(SAMVATSARAS[usize::from(samvat.samvatsara_south) - 1], "vilambi");
    /// assert_eq!(SAMVATSARAS[usize::from(samvat.samvatsara_north) - 1], "virodhakrit");
    /// # Ok::<(), ephemeris::SkyError>(())
    /// ```
    pub fn of(month: &LunarMonth, at: Instant<Tt>) -> Self {
        let julian_date = at.julian_date();
        let shaka = shaka_year(month);
        let is_after_diwali =
            month.number > 8 || (month.number == 8 && !month.is_adhika) || is_added_chaitra(month);
        Self {
            shaka,
            vikram_chaitradi: shaka + 135,
            vikram_kartikadi: shaka + 134 + i32::from(is_after_diwali),
            samvatsara_south: of_sixty(i64::from(shaka) + 11),
            samvatsara_north: of_sixty(years_of_jupiter(julian_date) + 26),
        }
    }
}

/// Returns the elapsed years of the Shaka era in a lunar month.
fn shaka_year(month: &LunarMonth) -> i32 {
    /// About the mean entry of the Sun into Aries in 2018, in Shaka 1940.
    const ENTRY_OF_1940: f64 = 2_458_222.6;
    const SIDEREAL_YEAR_DAYS: f64 = 365.256_363;
    // The Sun enters Aries during Chaitra, so the middle of a month is within a month of its number in twelfths of a
    // year after that. The nearest year is the right one by five months.
    let middle = f64::midpoint(month.span.start.julian_date(), month.span.end.julian_date());
    let months = f64::from(month.number - 1);
    let years = (middle - ENTRY_OF_1940) / SIDEREAL_YEAR_DAYS - months / 12.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "years within the ephemeris are small"
    )]
    let years = years.round() as i32;
    1940 + years - i32::from(is_added_chaitra(month))
}

/// Whether the month stands before the regular Chaitra and belongs to the year that ends.
const fn is_added_chaitra(month: &LunarMonth) -> bool {
    month.number == 1 && month.is_adhika
}

/// Returns the elapsed years of Jupiter, a sign of its mean motion each, since the Kali Yuga.
///
/// Surya Siddhanta i.29-34 and i.55, without the later correction (bija): 364,220 revolutions in 1,577,917,828 days,
/// from midnight at Ujjain of JD 588465.5 (75.79 degrees east).
fn years_of_jupiter(julian_date: f64) -> i64 {
    const SIGNS: f64 = 12.0 * 364_220.0;
    const DAYS: f64 = 1_577_917_828.0;
    const KALI_YUGA: f64 = 588_465.5 - 75.79 / 360.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "years since 3102 BC are small"
    )]
    let years = ((julian_date - KALI_YUGA) * SIGNS / DAYS).floor() as i64;
    years
}

/// Returns a number from 1 to 60 from an elapsed count.
fn of_sixty(elapsed: i64) -> u8 {
    u8::try_from(elapsed.rem_euclid(60) + 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ayanamsha::{Ayanamsha, Zodiac},
        vedic::panchang::name::SAMVATSARAS,
    };
    use ephemeris::{Calendar, CivilDateTime, Ephemeris, Utc};

    fn samvat(year: i32, month: u8, day: u8) -> Samvat {
        let civil = CivilDateTime::date(year, month, day);
        let at: Instant<Utc> = civil.to_instant(Calendar::Gregorian).unwrap();
        let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
        let month = LunarMonth::at(Ephemeris::embedded(), zodiac, at.to_tt()).unwrap();
        Samvat::of(&month, at.to_tt())
    }

    /// Ugadi of Shaka 1909 (Prabhava, 1987-03-30), 1941 (2019-04-06), 1946 (2024-04-09), and Diwali.
    #[test]
    fn years_begin_with_chaitra_and_with_kartika() {
        let south = |it: Samvat| SAMVATSARAS[usize::from(it.samvatsara_south) - 1];
        assert_eq!(samvat(1987, 3, 28).shaka, 1908);
        assert_eq!(samvat(1987, 3, 31).shaka, 1909);
        assert_eq!(south(samvat(1987, 3, 31)), "prabhava");
        assert_eq!(
            (samvat(2019, 4, 4).shaka, samvat(2019, 4, 6).shaka),
            (1940, 1941)
        );
        assert_eq!(south(samvat(2024, 4, 10)), "krodhi");
        // The Gujarati year 2081 began on 2024-11-02.
        assert_eq!(samvat(2024, 10, 30).vikram_kartikadi, 2080);
        assert_eq!(samvat(2024, 11, 3).vikram_kartikadi, 2081);
        assert_eq!(samvat(2025, 1, 15).vikram_kartikadi, 2081);
        assert_eq!(samvat(2025, 1, 15).vikram_chaitradi, 2081);
    }

    /// A year number never steps back, and grows by one each year, over the whole ephemeris.
    #[test]
    fn the_year_grows_by_one_each_chaitra() {
        let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
        let ephemeris = Ephemeris::embedded();
        for start in [2_322_000.0, 2_440_000.0, 2_600_000.0] {
            let mut at =
                LunarMonth::at(ephemeris, zodiac, Instant::from_julian_date(start)).unwrap();
            let year =
                |month: &LunarMonth| Samvat::of(month, month.span.start.plus_days(1.0)).shaka;
            let mut before = year(&at);
            for _ in 0..900 {
                at = at.next(ephemeris, zodiac).unwrap();
                let now = year(&at);
                let is_first = at.number == 1 && !at.is_adhika;
                assert_eq!(now - before, i32::from(is_first), "{at:?}");
                before = now;
            }
        }
    }
}
