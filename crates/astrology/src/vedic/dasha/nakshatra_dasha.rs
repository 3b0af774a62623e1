//! Dashas that begin with the Moon's nakshatra: Vimshottari, Yogini and Ashtottari.
//!
//! BPHS, in the chapters on dashas.

use super::{Dasha, DashaLord, Division};
use crate::{
    angle::normalize_deg,
    nakshatra::nakshatra,
    vedic::graha::Graha::{self, Jupiter, Ketu, Mars, Mercury, Moon, Rahu, Saturn, Sun, Venus},
};

/// Vimshottari: 120 years.
pub const VIMSHOTTARI: [(Graha, f64); 9] = [
    (Ketu, 7.0),
    (Venus, 20.0),
    (Sun, 6.0),
    (Moon, 10.0),
    (Mars, 7.0),
    (Rahu, 18.0),
    (Jupiter, 16.0),
    (Saturn, 19.0),
    (Mercury, 17.0),
];

/// Yogini: 36 years. The yoginis are Mangala, Pingala, Dhanya, Bhramari, Bhadrika, Ulka, Siddha and Sankata.
pub const YOGINI: [(Graha, f64); 8] = [
    (Moon, 1.0),
    (Sun, 2.0),
    (Jupiter, 3.0),
    (Mars, 4.0),
    (Mercury, 5.0),
    (Saturn, 6.0),
    (Venus, 7.0),
    (Rahu, 8.0),
];

/// The yoginis, in the order of [`YOGINI`].
pub const YOGINI_NAMES: [&str; 8] = [
    "mangala", "pingala", "dhanya", "bhramari", "bhadrika", "ulka", "siddha", "sankata",
];

/// Ashtottari: 108 years.
pub const ASHTOTTARI: [(Graha, f64); 8] = [
    (Sun, 6.0),
    (Moon, 15.0),
    (Mars, 8.0),
    (Mercury, 17.0),
    (Saturn, 10.0),
    (Jupiter, 19.0),
    (Rahu, 12.0),
    (Venus, 21.0),
];

/// The nakshatra from which the lords of Ashtottari are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AshtottariStart {
    /// Groups of four and three nakshatras in turn, from Ardra.
    #[default]
    Ardra,
    /// Groups of three and four nakshatras in turn, from Krittika.
    Krittika,
}

impl AshtottariStart {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ardra, Self::Krittika];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ardra => "ardra",
            Self::Krittika => "krittika",
        }
    }
}

/// Returns the Vimshottari dasha of a Moon's sidereal longitude.
///
/// # Examples
///
/// ```
/// use astrology::vedic::dasha::{DashaLord, nakshatra_dasha::vimshottari};
/// use astrology::vedic::graha::Graha;
///
/// // At a quarter of Rohini, three quarters of the Moon's ten years remain.
/// let (lord, years) = vimshottari(40.0 + 10.0 / 3.0).balance();
/// assert_eq!(lord, DashaLord::Graha(Graha::Moon));
/// assert!((years - 7.5).abs() < 1e-9);
/// ```
pub fn vimshottari(moon_deg: f64) -> Dasha {
    let found = nakshatra(moon_deg);
    let elapsed = found.degrees / (40.0 / 3.0);
    dasha(&VIMSHOTTARI, usize::from(found.number - 1) % 9, elapsed)
}

/// Returns the Yogini dasha of a Moon's sidereal longitude: the number of the nakshatra and three, divided by eight,
/// leaves the number of the yogini.
pub fn yogini(moon_deg: f64) -> Dasha {
    let found = nakshatra(moon_deg);
    let elapsed = found.degrees / (40.0 / 3.0);
    dasha(&YOGINI, usize::from(found.number + 2) % 8, elapsed)
}

/// Returns the Ashtottari dasha of a Moon's sidereal longitude.
///
/// Abhijit takes the last quarter of Uttara Ashadha and the first fifteenth of Shravana. The years of a lord are
/// shared equally by the nakshatras of its group, whatever their extent.
pub fn ashtottari(moon_deg: f64, start: AshtottariStart) -> Dasha {
    let (index, passed) = of_28(moon_deg);
    let (first, sizes) = match start {
        AshtottariStart::Ardra => (5, [4, 3]),
        AshtottariStart::Krittika => (2, [3, 4]),
    };
    let mut within = (index + 28 - first) % 28;
    let mut lord = 0;
    while within >= sizes[lord % 2] {
        within -= sizes[lord % 2];
        lord += 1;
    }
    let elapsed = (within as f64 + passed) / sizes[lord % 2] as f64;
    dasha(&ASHTOTTARI, lord, elapsed)
}

/// Returns the nakshatra of 28, with Abhijit after Uttara Ashadha, from 0, and the part of it that has passed.
fn of_28(longitude_deg: f64) -> (usize, f64) {
    const UTTARA_ASHADHA_DEG: f64 = 800.0 / 3.0;
    const ABHIJIT_DEG: f64 = 830.0 / 3.0;
    const SHRAVANA_DEG: f64 = 280.0 + 8.0 / 9.0;
    const DHANISHTA_DEG: f64 = 880.0 / 3.0;
    let longitude = normalize_deg(longitude_deg);
    let part = |from: f64, to: f64| (longitude - from) / (to - from);
    if (UTTARA_ASHADHA_DEG..ABHIJIT_DEG).contains(&longitude) {
        (20, part(UTTARA_ASHADHA_DEG, ABHIJIT_DEG))
    } else if (ABHIJIT_DEG..SHRAVANA_DEG).contains(&longitude) {
        (21, part(ABHIJIT_DEG, SHRAVANA_DEG))
    } else if (SHRAVANA_DEG..DHANISHTA_DEG).contains(&longitude) {
        (22, part(SHRAVANA_DEG, DHANISHTA_DEG))
    } else {
        let found = nakshatra(longitude);
        let after_abhijit = usize::from(found.number > 22);
        let index = usize::from(found.number - 1) + after_abhijit;
        (index, found.degrees / (40.0 / 3.0))
    }
}

fn dasha(lords: &'static [(Graha, f64)], first: usize, elapsed: f64) -> Dasha {
    let cycle: Vec<(DashaLord, f64)> = (0..lords.len())
        .map(|index| {
            let (graha, years) = lords[(first + index) % lords.len()];
            (DashaLord::Graha(graha), years)
        })
        .collect();
    Dasha {
        elapsed_years: cycle[0].1 * elapsed.clamp(0.0, 1.0),
        cycle,
        division: Division::Proportional {
            lords,
            total_years: lords.iter().map(|(_, years)| years).sum(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_have_the_years_of_their_names() {
        let check = |lords: &[(Graha, f64)], expected: f64| {
            let years: f64 = lords.iter().map(|(_, years)| years).sum();
            assert!((years - expected).abs() < 1e-9, "{years}");
        };
        // Vimshottari is 120, Ashtottari 108 in Sanskrit; eight yoginis have 1 to 8 years.
        check(&VIMSHOTTARI, 120.0);
        check(&ASHTOTTARI, 108.0);
        check(&YOGINI, 36.0);
    }

    #[test]
    fn yoginis_begin_with_the_nakshatra_that_tradition_gives_them() {
        // Ardra is Mangala's, Ashwini Bhramari's.
        let lord = |number: u8| yogini((f64::from(number) - 0.5) * 40.0 / 3.0).balance().0;
        assert_eq!(lord(6), DashaLord::Graha(Moon));
        assert_eq!(lord(1), DashaLord::Graha(Mars));
        assert_eq!(lord(5), DashaLord::Graha(Rahu));
    }

    #[test]
    fn ashtottari_groups_have_their_lords() {
        let lord = |number: f64, start| {
            let middle = (number - 0.5) * 40.0 / 3.0;
            ashtottari(middle, start).balance().0
        };
        let ardra = |number| lord(number, AshtottariStart::Ardra);
        let expected = [
            (1.0, Rahu),
            (3.0, Venus),
            (5.0, Venus),
            (6.0, Sun),
            (9.0, Sun),
            (10.0, Moon),
            (13.0, Mars),
            (17.0, Mercury),
            (20.0, Saturn),
            (22.0, Saturn),
            (23.0, Jupiter),
            (26.0, Rahu),
        ];
        for (number, graha) in expected {
            assert_eq!(ardra(number), DashaLord::Graha(graha), "{number}");
        }
        assert_eq!(lord(3.0, AshtottariStart::Krittika), DashaLord::Graha(Sun));
        assert_eq!(lord(6.0, AshtottariStart::Krittika), DashaLord::Graha(Moon));
        assert_eq!(
            lord(1.0, AshtottariStart::Krittika),
            DashaLord::Graha(Venus)
        );
    }

    #[test]
    fn the_elapsed_part_of_ashtottari_grows_without_a_jump_but_where_the_lord_changes() {
        let remaining = |deg: f64| ashtottari(deg, AshtottariStart::Ardra).balance();
        let mut last = remaining(0.0);
        for step in 1..36_000 {
            let now = remaining(f64::from(step) / 100.0);
            if now.0 == last.0 {
                // A group is at least 40 degrees for at most 21 years. Abhijit is short: 2.5 years in 4.2 degrees.
                assert!(now.1 <= last.1 && last.1 - now.1 < 0.011, "{step}");
            }
            last = now;
        }
    }
}
