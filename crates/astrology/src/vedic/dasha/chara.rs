//! Chara dasha of Jaimini, by the rules of K. N. Rao, *Predicting through Jaimini's Chara Dasha*.
//!
//! The order is forward if the 9th sign from the lagna is Aries, Taurus, Gemini, Libra, Scorpio or Sagittarius, and
//! backward otherwise. A sign has as many years as there are signs from it to its lord, counted forward for these six
//! signs and backward for the others; twelve if the lord is in it. Exaltation and debilitation add and take nothing.
//! The twelve sub-periods of a period are equal. They run from the next sign in the order to the sign itself.
//!
//! Scorpio has Mars and Ketu as lords, Aquarius has Saturn and Rahu. If one of them is in the sign, the other counts.
//! Otherwise the one counts that has more grahas beside it, then the one in a dual rather than a fixed rather than a
//! movable sign, then the one that gives more years.

use super::{Dasha, DashaLord, Division};
use crate::{
    sign::{Mode, Sign},
    vedic::{
        dignity::GrahaSigns,
        graha::Graha::{self, Ketu, Mars, Rahu, Saturn},
    },
};

/// Years of the shortest cycle. The number of periods in a range grows with the cycles in it.
///
/// Mercury is at most one sign and Venus at most two signs from the Sun, so not every sign can have one year. The test
/// `no_cycle_is_shorter_than_24_years` tries all places of the lords.
pub const SHORTEST_CYCLE_YEARS: f64 = 24.0;

/// Whether signs are counted forward from this sign.
const fn counts_forward(sign: Sign) -> bool {
    matches!(
        sign,
        Sign::Aries | Sign::Taurus | Sign::Gemini | Sign::Libra | Sign::Scorpio | Sign::Sagittarius
    )
}

/// Returns the Chara dasha of a lagna and the signs of the grahas.
///
/// # Examples
///
/// ```
/// use astrology::sign::Sign;
/// use astrology::vedic::dasha::{DashaLord, chara::chara};
///
/// // The 9th sign from Cancer is Pisces, so the order is backward. With every graha in Aries, Cancer counts
/// // backward to its lord: three signs, three years.
/// let dasha = chara(Sign::Cancer, &[Sign::Aries; 9]);
/// let [first, second, ..] = dasha.maha_dashas() else { unreachable!("there are twelve") };
/// assert_eq!(*first, (DashaLord::Sign(Sign::Cancer), 3.0));
/// assert_eq!(*second, (DashaLord::Sign(Sign::Gemini), 10.0));
/// ```
pub fn chara(lagna: Sign, signs: &GrahaSigns) -> Dasha {
    let forward = counts_forward(lagna.plus(8));
    let order = (0..12).map(|index| lagna.plus(if forward { index } else { 12 - index }));
    let cycle = order.map(|sign| (DashaLord::Sign(sign), years(sign, signs) as f64));
    Dasha {
        cycle: cycle.collect(),
        division: Division::TwelveSigns { forward },
        elapsed_years: 0.0,
    }
}

/// The years of a sign.
fn years(sign: Sign, signs: &GrahaSigns) -> usize {
    let place = |graha: Graha| signs[graha.index()];
    let lord = match sign {
        Sign::Scorpio => stronger(sign, (Mars, Ketu), signs),
        Sign::Aquarius => stronger(sign, (Saturn, Rahu), signs),
        _ => Graha::lord_of(sign),
    };
    distance(sign, place(lord))
}

/// Signs from a sign to that of its lord; twelve for the same.
fn distance(sign: Sign, lord: Sign) -> usize {
    let ahead = (lord.index() + 12 - sign.index()) % 12;
    match (ahead, counts_forward(sign)) {
        (0, _) => 12,
        (_, true) => ahead,
        (_, false) => 12 - ahead,
    }
}

/// Which of two lords of a sign counts.
fn stronger(sign: Sign, (one, other): (Graha, Graha), signs: &GrahaSigns) -> Graha {
    let place = |graha: Graha| signs[graha.index()];
    if place(one) == sign {
        return other;
    }
    if place(other) == sign {
        return one;
    }
    let rank = |graha: Graha| {
        let with = signs.iter().filter(|it| **it == place(graha)).count();
        let mode = match place(graha).mode() {
            Mode::Cardinal => 0,
            Mode::Fixed => 1,
            Mode::Mutable => 2,
        };
        (with, mode, distance(sign, place(graha)))
    };
    if rank(other) > rank(one) { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(lagna: Sign) -> Vec<Sign> {
        let dasha = chara(lagna, &[Sign::Aries; 9]);
        let sign = |(lord, _): &(DashaLord, f64)| match lord {
            DashaLord::Sign(sign) => *sign,
            DashaLord::Graha(_) => unreachable!("lords are signs"),
        };
        dasha.maha_dashas().iter().map(sign).collect()
    }

    #[test]
    fn the_order_is_forward_for_the_six_lagnas_that_rao_lists() {
        let forward = [
            Sign::Aries,
            Sign::Leo,
            Sign::Virgo,
            Sign::Libra,
            Sign::Aquarius,
            Sign::Pisces,
        ];
        for lagna in Sign::ALL {
            let steps = if forward.contains(&lagna) { 1 } else { 11 };
            assert_eq!(order(lagna)[..2], [lagna, lagna.plus(steps)], "{lagna:?}");
        }
    }

    #[test]
    fn a_lord_in_its_sign_gives_twelve_years_and_one_in_the_next_one_or_eleven() {
        let mut signs = [Sign::Gemini; 9];
        signs[Mars.index()] = Sign::Aries;
        assert_eq!(years(Sign::Aries, &signs), 12);
        signs[Mars.index()] = Sign::Taurus;
        assert_eq!(years(Sign::Aries, &signs), 1);
        // Leo counts backward.
        signs[Graha::Sun.index()] = Sign::Virgo;
        assert_eq!(years(Sign::Leo, &signs), 11);
        signs[Graha::Sun.index()] = Sign::Cancer;
        assert_eq!(years(Sign::Leo, &signs), 1);
    }

    #[test]
    fn of_two_lords_the_one_outside_the_sign_counts_then_the_one_with_company() {
        let mut signs = [Sign::Gemini; 9];
        signs[Mars.index()] = Sign::Scorpio;
        signs[Ketu.index()] = Sign::Capricorn;
        assert_eq!(years(Sign::Scorpio, &signs), 2);
        signs[Ketu.index()] = Sign::Scorpio;
        assert_eq!(years(Sign::Scorpio, &signs), 12);
        // Mars in Gemini has company, Ketu in Pisces has none.
        signs[Mars.index()] = Sign::Gemini;
        signs[Ketu.index()] = Sign::Pisces;
        assert_eq!(years(Sign::Scorpio, &signs), 7);
    }

    /// Calls `check` with the places of Sun, Moon, Mercury, Venus and Jupiter, and the years of their eight signs,
    /// where a cycle can have at most so many years.
    fn places_of_short_cycles(most: usize, mut check: impl FnMut(&mut GrahaSigns, usize)) {
        use Graha::{Jupiter, Mercury, Moon, Sun, Venus};
        let of = |lord: Graha, signs: &GrahaSigns| -> usize {
            let ruled = Sign::ALL.into_iter();
            let ruled = ruled.filter(|it| Graha::lord_of(*it) == lord);
            ruled.map(|it| distance(it, signs[lord.index()])).sum()
        };
        let mut signs = [Sign::Aries; 9];
        for (sun, mercury, venus) in (0..12 * 3 * 5).map(|it| (it / 15, it / 5 % 3, it % 5)) {
            signs[Sun.index()] = Sign::ALL[sun];
            signs[Mercury.index()] = Sign::ALL[sun].plus(11 + mercury);
            signs[Venus.index()] = Sign::ALL[sun].plus(10 + venus);
            let inner: usize = [Sun, Mercury, Venus].map(|it| of(it, &signs)).iter().sum();
            for (moon, jupiter) in (0..144).map(|it| (it / 12, it % 12)) {
                signs[Moon.index()] = Sign::ALL[moon];
                signs[Jupiter.index()] = Sign::ALL[jupiter];
                let years = inner + of(Moon, &signs) + of(Jupiter, &signs);
                // The signs of Mars and Saturn have at least a year each.
                if years + 4 <= most {
                    check(&mut signs, years);
                }
            }
        }
    }

    #[test]
    fn no_cycle_is_shorter_than_24_years() {
        let mut shortest = usize::MAX;
        places_of_short_cycles(24, |signs, others| {
            for (mars, saturn, rahu) in (0..1_728).map(|it| (it / 144, it / 12 % 12, it % 12)) {
                signs[Mars.index()] = Sign::ALL[mars];
                signs[Saturn.index()] = Sign::ALL[saturn];
                signs[Rahu.index()] = Sign::ALL[rahu];
                signs[Ketu.index()] = Sign::ALL[rahu].plus(6);
                let ruled = [Sign::Aries, Sign::Scorpio, Sign::Capricorn, Sign::Aquarius];
                let years: usize = ruled.iter().map(|it| years(*it, signs)).sum();
                shortest = shortest.min(others + years);
            }
        });
        let difference = shortest as f64 - SHORTEST_CYCLE_YEARS;
        assert!(difference.abs() < 1e-9, "{shortest} years");
    }
}
