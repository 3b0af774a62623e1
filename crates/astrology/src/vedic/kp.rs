//! Krishnamurti Paddhati: lords of sign, star, sub and sub-sub, the table of 249 subs, significators.
//!
//! K. S. Krishnamurti's readers: each nakshatra is divided into nine subs in proportion to the Vimshottari years, from
//! the lord of the nakshatra on, and each sub likewise. Boundaries are whole thirds of an arc minute: a year of a lord
//! is 20 of them in a nakshatra of 2,400.

use std::sync::LazyLock;

use super::{dasha::nakshatra_dasha::VIMSHOTTARI, graha::Graha};
use crate::{angle::normalize_deg, sign::Sign};

/// Thirds of an arc minute in a degree.
const THIRDS: f64 = 180.0;
const NAKSHATRA_THIRDS: u32 = 2_400;
const SIGN_THIRDS: u32 = 5_400;

/// The lords of a longitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KpLords {
    /// Of the sign.
    pub sign_lord: Graha,
    /// Of the nakshatra.
    pub star_lord: Graha,
    /// Of the sub.
    pub sub_lord: Graha,
    /// Of the sub of the sub.
    pub sub_sub_lord: Graha,
}

impl KpLords {
    /// Returns the lords of a sidereal longitude.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::vedic::{graha::Graha, kp::KpLords};
    ///
    /// // The first sub of Ashwini is Ketu's own, 46'40" long. Venus follows.
    /// let lords = KpLords::of(0.8);
    /// assert_eq!((lords.star_lord, lords.sub_lord), (Graha::Ketu, Graha::Venus));
    /// assert_eq!(lords.sub_sub_lord, Graha::Venus);
    /// ```
    pub fn of(longitude_deg: f64) -> Self {
        let longitude = normalize_deg(longitude_deg);
        let thirds = longitude * THIRDS;
        let nakshatra = (thirds / f64::from(NAKSHATRA_THIRDS)).floor().min(26.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is from 0 to 26"
        )]
        let star = nakshatra as usize % 9;
        let within = (thirds / f64::from(NAKSHATRA_THIRDS) - nakshatra) * 120.0;
        let (sub, within) = divided(star, within);
        let (sub_sub, _) = divided(sub, within);
        Self {
            sign_lord: Graha::lord_of(Sign::of(longitude)),
            star_lord: VIMSHOTTARI[star].0,
            sub_lord: VIMSHOTTARI[sub].0,
            sub_sub_lord: VIMSHOTTARI[sub_sub].0,
        }
    }
}

/// The lord of a part of 120 years that begins with the years of a lord, and how far into its years in 120.
fn divided(first: usize, mut years: f64) -> (usize, f64) {
    for index in 0..8 {
        let lord = (first + index) % 9;
        let (_, own) = VIMSHOTTARI[lord];
        if years < own {
            return (lord, years / own * 120.0);
        }
        years -= own;
    }
    let last = (first + 8) % 9;
    (last, years / VIMSHOTTARI[last].1 * 120.0)
}

/// A sub of the table of 249.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KpSub {
    /// 1 to 249.
    pub number: u8,
    /// Where it begins, in thirds of an arc minute.
    start_thirds: u32,
    /// Where it ends.
    end_thirds: u32,
    /// Its sign.
    pub sign: Sign,
    /// Lord of the nakshatra.
    pub star_lord: Graha,
    /// Lord of the sub.
    pub sub_lord: Graha,
}

impl KpSub {
    /// Returns where it begins, in degrees.
    pub fn start_deg(&self) -> f64 {
        f64::from(self.start_thirds) / THIRDS
    }

    /// Returns where it ends, in degrees.
    pub fn end_deg(&self) -> f64 {
        f64::from(self.end_thirds) / THIRDS
    }
}

/// Returns the number of the sub at a sidereal longitude, 1 to 249.
///
/// # Examples
///
/// ```
/// use astrology::vedic::kp::sub_number;
///
/// // The first sub, of Ketu, is 46'40" long. The last one ends with the circle.
/// assert_eq!((sub_number(0.0), sub_number(0.8), sub_number(359.99)), (1, 2, 249));
/// ```
pub fn sub_number(longitude_deg: f64) -> u8 {
    static SUBS: LazyLock<Vec<KpSub>> = LazyLock::new(subs);
    let thirds = normalize_deg(longitude_deg) * THIRDS;
    let begun = SUBS.partition_point(|it| f64::from(it.start_thirds) <= thirds);
    SUBS[begun.saturating_sub(1)].number
}

/// Returns the 249 subs: 243, of which the beginnings of signs divide six.
///
/// # Examples
///
/// ```
/// use astrology::vedic::kp::subs;
///
/// assert_eq!(subs().len(), 249);
/// ```
pub fn subs() -> Vec<KpSub> {
    let mut found = Vec::with_capacity(249);
    let mut start = 0;
    for nakshatra in 0..27_usize {
        for index in 0..9 {
            let (star, sub) = (nakshatra % 9, (nakshatra + index) % 9);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "years are whole numbers"
            )]
            let years = VIMSHOTTARI[sub].1 as u32;
            let end = start + years * 20;
            let border = (start / SIGN_THIRDS + 1) * SIGN_THIRDS;
            let parts = if border < end {
                vec![(start, border), (border, end)]
            } else {
                vec![(start, end)]
            };
            for (from, to) in parts {
                found.push(KpSub {
                    number: u8::try_from(found.len() + 1).unwrap_or(u8::MAX),
                    start_thirds: from,
                    end_thirds: to,
                    sign: Sign::ALL[(from / SIGN_THIRDS) as usize],
                    star_lord: VIMSHOTTARI[star].0,
                    sub_lord: VIMSHOTTARI[sub].0,
                });
            }
            start = end;
        }
    }
    found
}

/// The houses that a graha signifies, strongest level first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Significations {
    /// Houses that the lord of its nakshatra occupies.
    pub occupied_by_star_lord: Vec<u8>,
    /// Houses that it occupies.
    pub occupied: Vec<u8>,
    /// Houses that the lord of its nakshatra rules.
    pub ruled_by_star_lord: Vec<u8>,
    /// Houses that it rules.
    pub ruled: Vec<u8>,
}

/// Returns the houses that every graha signifies, in the order of [`Graha::ALL`].
///
/// `houses` are the houses of the grahas, `cusps_deg` the longitudes of the cusps. The nodes rule no house.
pub fn significations(
    longitudes_deg: &[f64; 9],
    houses: &[u8; 9],
    cusps_deg: &[f64; 12],
) -> [Significations; 9] {
    let ruled = |graha: Graha| -> Vec<u8> {
        let cusps = (1_u8..).zip(cusps_deg);
        let own = cusps.filter(|(_, cusp)| graha.rules(Sign::of(**cusp)));
        own.map(|(number, _)| number).collect()
    };
    std::array::from_fn(|index| {
        let graha = Graha::ALL[index];
        let star = KpLords::of(longitudes_deg[index]).star_lord;
        Significations {
            occupied_by_star_lord: vec![houses[star.index()]],
            occupied: vec![houses[index]],
            ruled_by_star_lord: ruled(star),
            ruled: ruled(graha),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_249_subs_that_cover_the_zodiac_and_never_cross_a_sign() {
        let subs = subs();
        assert_eq!(subs.len(), 249);
        let mut end = 0;
        for sub in &subs {
            assert_eq!(sub.start_thirds, end);
            end = sub.end_thirds;
            assert_eq!((end - 1) / SIGN_THIRDS, sub.start_thirds / SIGN_THIRDS);
            let middle = KpLords::of(f64::midpoint(sub.start_deg(), sub.end_deg()));
            assert_eq!(
                (middle.sign_lord, middle.star_lord, middle.sub_lord),
                (Graha::lord_of(sub.sign), sub.star_lord, sub.sub_lord),
                "{}",
                sub.number
            );
        }
        assert_eq!(end, 360 * 180);
    }

    #[test]
    fn known_numbers_of_the_table_have_their_lords() {
        // Krishnamurti's table: 1 begins at 0° Aries with Ketu, 23 at 0° Taurus with the Sun's star and Rahu's sub,
        // which begins in Aries as 22; 249 ends Revati with Saturn.
        let subs = subs();
        let at = |number: usize| subs[number - 1];
        assert_eq!(
            (at(1).star_lord, at(1).sub_lord),
            (Graha::Ketu, Graha::Ketu)
        );
        assert_eq!(at(23).start_thirds, SIGN_THIRDS);
        for number in [22, 23] {
            let lords = (at(number).star_lord, at(number).sub_lord);
            assert_eq!(lords, (Graha::Sun, Graha::Rahu));
        }
        let last = (at(249).star_lord, at(249).sub_lord);
        assert_eq!(last, (Graha::Mercury, Graha::Saturn));
    }
}
