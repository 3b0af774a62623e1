//! What the Moon's nakshatra and sign mean for people born under others, and the times to avoid that follow from them.

use core::ops::Range;

use ephemeris::{Instant, Tt};

use super::{anga::Anga, day_part::between, name};

type Span = Range<Instant<Tt>>;

/// Counts from the nakshatra of birth, inclusive and modulo 9, that are good: sampat, kshema, sadhaka, mitra and
/// ati-mitra.
const GOOD_TARAS: [u8; 5] = [2, 4, 6, 8, 9];

/// Signs of the Moon counted from that of birth, inclusive, that are good.
const GOOD_SIGNS: [u8; 6] = [1, 3, 6, 7, 10, 11];

/// The ghati (sixtieth of the nakshatra) after which Varjyam begins, from Ashwini. It lasts four.
///
/// Muhurta Chintamani (visha-ghati). Telugu panchangs also count a second one in Mula, from ghati 20.
const VARJYAM: [u8; 27] = [
    50, 24, 30, 40, 14, 21, 30, 20, 32, 30, 20, 18, 21, 20, 14, 14, 10, 14, 56, 24, 20, 10, 10, 18,
    16, 24, 30,
];

/// The ghati after which Amrita Kalam begins, from Ashwini, as Telugu panchangs print it after Kalamrita. It lasts four.
const AMRITA: [u8; 27] = [
    42, 48, 54, 52, 38, 35, 54, 44, 56, 54, 44, 42, 45, 44, 38, 38, 34, 38, 44, 48, 44, 34, 34, 42,
    40, 48, 54,
];

/// Returns the tara of a day's nakshatra for a nakshatra of birth, from 1 (janma) to 9 (ati-mitra).
///
/// # Examples
///
/// ```
/// use astrology::vedic::panchang::bala::tara;
///
/// assert_eq!([tara(1, 1), tara(1, 3), tara(27, 1), tara(1, 27)], [1, 3, 2, 9]);
/// ```
pub const fn tara(birth: u8, day: u8) -> u8 {
    (day + 27 - birth) % 27 % 9 + 1
}

/// Returns the nakshatras of birth for which a nakshatra of the Moon is good (tarabala).
pub fn good_nakshatras(day: u8) -> Vec<u8> {
    (1..=27)
        .filter(|birth| GOOD_TARAS.contains(&tara(*birth, day)))
        .collect()
}

/// Returns the signs of birth for which a sign of the Moon is good (chandrabala). Signs are numbered from 1.
pub fn good_signs(day: u8) -> Vec<u8> {
    (1..=12)
        .filter(|birth| GOOD_SIGNS.contains(&((day + 12 - birth) % 12 + 1)))
        .collect()
}

/// Returns the Varjyams of the nakshatras that overlap a day.
pub(super) fn varjyam(nakshatras: &[Anga], day: &Span) -> Vec<Span> {
    four_ghatis(nakshatras, day, &VARJYAM)
}

/// Returns the Amrita Kalams of the nakshatras that overlap a day.
pub(super) fn amrit_kalam(nakshatras: &[Anga], day: &Span) -> Vec<Span> {
    four_ghatis(nakshatras, day, &AMRITA)
}

fn four_ghatis(nakshatras: &[Anga], day: &Span, from: &[u8; 27]) -> Vec<Span> {
    let spans = nakshatras.iter().map(|it| {
        let ghati = f64::from(from[usize::from(it.number - 1)]);
        between(&it.span, ghati / 60.0, (ghati + 4.0) / 60.0)
    });
    spans
        .filter(|it| it.start < day.end && it.end > day.start)
        .collect()
}

/// A Vishti karana, with the world in which Bhadra dwells.
#[derive(Debug, Clone, PartialEq)]
pub struct Bhadra {
    /// The karana.
    pub span: Span,
    /// `earth` (to be avoided), `heaven` or `underworld`: by the Moon's sign at its start.
    pub abode: &'static str,
}

/// Returns the Vishti karanas that overlap a day.
pub(super) fn bhadras(karanas: &[Anga], moon_signs: &[Anga], day: &Span) -> Vec<Bhadra> {
    karanas
        .iter()
        .filter(|it| name::karana(it.number) == "vishti")
        .filter(|it| it.span.start < day.end && it.span.end > day.start)
        .map(|it| {
            let sign = moon_signs
                .iter()
                .find(|sign| sign.span.contains(&it.span.start));
            Bhadra {
                span: it.span.clone(),
                abode: sign.map_or("earth", |sign| abode(sign.number)),
            }
        })
        .collect()
}

/// Muhurta Chintamani: the Moon in Aries, Taurus, Gemini or Scorpio, heaven; in Virgo, Libra, Sagittarius or Capricorn,
/// the underworld; in the other four, the earth.
const fn abode(moon_sign: u8) -> &'static str {
    match moon_sign {
        1 | 2 | 3 | 8 => "heaven",
        6 | 7 | 9 | 10 => "underworld",
        _ => "earth",
    }
}

/// Returns the stay of the Moon in Aquarius and Pisces (Panchaka) that overlaps a day.
pub(super) fn panchaka(moon_signs: &[Anga], day: &Span) -> Option<Span> {
    moon_signs
        .windows(2)
        .find(|pair| {
            pair[0].number == 11 && pair[0].span.start < day.end && pair[1].span.end > day.start
        })
        .map(|pair| pair[0].span.start..pair[1].span.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_nakshatras_and_six_signs_are_good_each_day() {
        for day in 1..=27 {
            assert_eq!(good_nakshatras(day).len(), 15);
        }
        for day in 1..=12 {
            assert_eq!(good_signs(day).len(), 6);
        }
        // Ashwini: good for those who count it as the 2nd, 4th, 6th, 8th or 9th of nine.
        assert_eq!(
            good_nakshatras(1),
            [2, 3, 5, 7, 9, 11, 12, 14, 16, 18, 20, 21, 23, 25, 27]
        );
        // The Moon in Aries is in the eleventh sign for those born with the Moon in Gemini.
        assert_eq!(good_signs(1), [1, 3, 4, 7, 8, 11]);
    }

    #[test]
    fn varjyam_lasts_a_fifteenth_of_its_nakshatra() {
        let start = Instant::from_days_since_j2000(0.0);
        let day = start..start.plus_days(2.0);
        let ashwini = Anga {
            number: 1,
            span: start..start.plus_days(1.0),
        };
        let found = varjyam(core::slice::from_ref(&ashwini), &day);
        assert!((found[0].start.minus(start) - 50.0 / 60.0).abs() < 1e-9);
        assert!((found[0].end.minus(start) - 54.0 / 60.0).abs() < 1e-9);
        let later = start.plus_days(0.95)..start.plus_days(2.0);
        assert!(varjyam(&[ashwini], &later).is_empty());
    }
}
