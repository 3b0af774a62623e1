//! The ten poruthams of southern India, counted from the bride to the groom: B. V. Raman, Muhurtha (Electional
//! Astrology), in the chapter on marriage.

use super::{Gana, MoonPlace, mutual_regard};
use crate::{sign::Sign, vedic::graha::Regard};

/// A porutham.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Porutham {
    Dina,
    Gana,
    Mahendra,
    StreeDeergha,
    Yoni,
    Rasi,
    Rasyadhipati,
    Vasya,
    Rajju,
    Vedha,
}

/// Nakshatras in which bride and groom may be the same for Dina.
const SAME_DINA: [u8; 8] = [4, 6, 10, 13, 16, 22, 26, 27];

/// The part of the body of each nine nakshatras, for Rajju: foot, waist, navel, neck, head and back.
const RAJJUS: [&str; 5] = ["pada", "kati", "nabhi", "kantha", "shiro"];

/// Signs that obey a sign, from Aries.
const VASYAS: [&[Sign]; 12] = [
    &[Sign::Leo, Sign::Scorpio],
    &[Sign::Cancer, Sign::Libra],
    &[Sign::Virgo],
    &[Sign::Scorpio, Sign::Sagittarius],
    &[Sign::Libra],
    &[Sign::Pisces, Sign::Gemini],
    &[Sign::Capricorn, Sign::Virgo],
    &[Sign::Cancer],
    &[Sign::Pisces],
    &[Sign::Aries, Sign::Aquarius],
    &[Sign::Aries],
    &[Sign::Capricorn],
];

impl Porutham {
    /// Every porutham.
    pub const ALL: [Self; 10] = [
        Self::Dina,
        Self::Gana,
        Self::Mahendra,
        Self::StreeDeergha,
        Self::Yoni,
        Self::Rasi,
        Self::Rasyadhipati,
        Self::Vasya,
        Self::Rajju,
        Self::Vedha,
    ];

    /// Whether it agrees. `stree_deergha` is the count of nakshatras that must be exceeded.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::vedic::matching::{MoonPlace, porutham::Porutham};
    ///
    /// // Ashwini and Jyeshtha pierce each other, and both belong to the foot.
    /// let (ashwini, jyeshtha) = (MoonPlace::of(5.0), MoonPlace::of(230.0));
    /// assert!(!Porutham::Vedha.agrees(ashwini, jyeshtha, 9));
    /// assert!(!Porutham::Rajju.agrees(ashwini, jyeshtha, 9));
    /// ```
    pub fn agrees(self, groom: MoonPlace, bride: MoonPlace, stree_deergha: u8) -> bool {
        let count = bride.nakshatras_to(groom);
        match self {
            Self::Dina => match count {
                1 => SAME_DINA.contains(&bride.nakshatra),
                _ => matches!(count % 9, 0 | 2 | 4 | 6 | 8),
            },
            Self::Gana => bride.gana() != Gana::Rakshasa || groom.gana() == Gana::Rakshasa,
            Self::Mahendra => matches!(count, 4 | 7 | 10 | 13 | 16 | 19 | 22 | 25),
            Self::StreeDeergha => count > stree_deergha,
            Self::Yoni => !groom.yoni().is_enemy_of(bride.yoni()),
            Self::Rasi => !(2..=6).contains(&bride.signs_to(groom)),
            Self::Rasyadhipati => {
                let (one, other) = mutual_regard(groom.lord(), bride.lord());
                one != Regard::Enemy && other != Regard::Enemy
            }
            Self::Vasya => {
                let obeys = |a: MoonPlace, b: MoonPlace| VASYAS[a.sign.index()].contains(&b.sign);
                obeys(groom, bride) || obeys(bride, groom)
            }
            Self::Rajju => rajju(groom) != rajju(bride),
            Self::Vedha => !pierces(groom.nakshatra, bride.nakshatra),
        }
    }
}

/// Returns the rajju of a nakshatra. It runs up the body and down again.
pub const fn rajju(moon: MoonPlace) -> &'static str {
    let step = (moon.nakshatra as usize + 8) % 9;
    RAJJUS[if step > 4 { 8 - step } else { step }]
}

/// Whether two nakshatras pierce each other. Mrigashira, Chitra and Dhanishta pierce one another.
const fn pierces(one: u8, other: u8) -> bool {
    if one == other {
        return false;
    }
    if matches!(one, 5 | 14 | 23) && matches!(other, 5 | 14 | 23) {
        return true;
    }
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    match low {
        1..=4 => low + high == 19,
        6..=9 => low + high == 28,
        10..=13 => low + high == 37,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nakshatras() -> impl Iterator<Item = MoonPlace> {
        (0..27).map(|number| MoonPlace::of((f64::from(number) + 0.5) * 40.0 / 3.0))
    }

    #[test]
    fn every_nakshatra_pierces_one_other_except_three_that_pierce_two() {
        for one in nakshatras() {
            let pierced: Vec<u8> = nakshatras()
                .filter(|other| pierces(one.nakshatra, other.nakshatra))
                .map(|it| it.nakshatra)
                .collect();
            let expected = if matches!(one.nakshatra, 5 | 14 | 23) {
                2
            } else {
                1
            };
            assert_eq!(pierced.len(), expected, "{} {pierced:?}", one.nakshatra);
        }
        // Rohini and Swati, Magha and Revati, Hasta and Shatabhisha.
        assert!(pierces(4, 15) && pierces(10, 27) && pierces(13, 24));
    }

    #[test]
    fn rajju_groups_have_their_nakshatras() {
        let of = |name: &str| -> Vec<u8> {
            let all = nakshatras().filter(|it| rajju(*it) == name);
            all.map(|it| it.nakshatra).collect()
        };
        assert_eq!(of("shiro"), [5, 14, 23]);
        assert_eq!(of("kantha"), [4, 6, 13, 15, 22, 24]);
        assert_eq!(of("nabhi"), [3, 7, 12, 16, 21, 25]);
        assert_eq!(of("kati"), [2, 8, 11, 17, 20, 26]);
        assert_eq!(of("pada"), [1, 9, 10, 18, 19, 27]);
    }

    #[test]
    fn a_bride_of_the_rakshasa_gana_agrees_with_her_own_gana_only() {
        for groom in nakshatras() {
            for bride in nakshatras() {
                let expected = bride.gana() != Gana::Rakshasa || groom.gana() == bride.gana();
                assert_eq!(Porutham::Gana.agrees(groom, bride, 9), expected);
            }
        }
    }

    #[test]
    fn counts_run_from_the_bride_to_the_groom() {
        let (rohini, chitra) = (MoonPlace::of(45.0), MoonPlace::of(180.0));
        // From Rohini to Chitra eleven, from Chitra to Rohini eighteen.
        assert!(Porutham::Dina.agrees(chitra, rohini, 9));
        assert!(Porutham::StreeDeergha.agrees(chitra, rohini, 9));
        assert!(!Porutham::StreeDeergha.agrees(chitra, rohini, 13));
        assert!(Porutham::StreeDeergha.agrees(rohini, chitra, 13));
    }
}
