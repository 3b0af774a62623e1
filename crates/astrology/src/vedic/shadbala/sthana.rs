//! Sthana bala: strength by position, in five parts (Raman, chapter III).

use super::ShadbalaFacts;
use crate::{
    angle::separation_deg,
    sign::{Sign, degrees_in_sign},
    vedic::{
        dignity::{Dignity, compound_regard, exaltation_deg, house_from, moolatrikona},
        graha::Graha,
        varga::{Varga, VargaVariants},
    },
};
use ids::Polarity;

/// The vargas of the saptavargaja bala.
const SEVEN_VARGAS: [Varga; 7] = [
    Varga::D1,
    Varga::D2,
    Varga::D3,
    Varga::D7,
    Varga::D9,
    Varga::D12,
    Varga::D30,
];

/// Strength by position, in virupas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SthanaBala {
    /// Distance from the point of deepest debilitation: a third of the degrees.
    pub uccha: f64,
    /// Dignity in seven vargas.
    pub saptavargaja: f64,
    /// 15 each for an odd sign and an odd navamsha; for the Moon and Venus, even ones.
    pub ojayugma: f64,
    /// 60 in houses 1, 4, 7 and 10 from the lagna, 30 in the following and 15 in the last ones. Houses are signs.
    pub kendradi: f64,
    /// 15 in the first third of a sign for Sun, Mars and Jupiter, in the second for Mercury and Saturn, in the last for
    /// Moon and Venus.
    pub drekkana: f64,
}

impl SthanaBala {
    pub(super) fn of(graha: Graha, facts: &ShadbalaFacts) -> Self {
        let longitude_deg = facts.longitude_deg(graha);
        Self {
            uccha: uccha(graha, longitude_deg),
            saptavargaja: SEVEN_VARGAS
                .map(|varga| in_varga(graha, varga, facts))
                .iter()
                .sum(),
            ojayugma: ojayugma(graha, longitude_deg),
            kendradi: kendradi(Sign::of(facts.lagna_deg), Sign::of(longitude_deg)),
            drekkana: drekkana(graha, longitude_deg),
        }
    }

    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.uccha + self.saptavargaja + self.ojayugma + self.kendradi + self.drekkana
    }
}

/// Returns the uccha bala: 60 at the point of deepest exaltation, 0 at the opposite one.
pub fn uccha(graha: Graha, longitude_deg: f64) -> f64 {
    exaltation_deg(graha).map_or(0.0, |deepest| {
        (180.0 - separation_deg(longitude_deg, deepest)) / 3.0
    })
}

/// The points of a graha in one varga. Moolatrikona counts in the rashi chart only. Friendships are compound, with the
/// temporary part of the rashi chart. BPHS has 20, 10, 4 and 2 where Raman has 22.5, 7.5, 3.75 and 1.875.
fn in_varga(graha: Graha, varga: Varga, facts: &ShadbalaFacts) -> f64 {
    let longitude_deg = facts.longitude_deg(graha);
    let sign = VargaVariants::default().sign(varga, longitude_deg);
    if varga == Varga::D1
        && let Some((own, from, to)) = moolatrikona(graha)
        && own == sign
        && (from..to).contains(&degrees_in_sign(longitude_deg))
    {
        return 45.0;
    }
    match compound_regard(graha, Graha::lord_of(sign), &facts.signs()) {
        Some(Dignity::GreatFriend) => 22.5,
        Some(Dignity::Friend) => 15.0,
        Some(Dignity::Neutral) => 7.5,
        Some(Dignity::Enemy) => 3.75,
        Some(Dignity::GreatEnemy) => 1.875,
        // No regard for itself: its own sign.
        _ => 30.0,
    }
}

/// Returns the ojayugmarashyamsha bala.
pub fn ojayugma(graha: Graha, longitude_deg: f64) -> f64 {
    let is_even_wanted = matches!(graha, Graha::Moon | Graha::Venus);
    let fits = |varga| {
        let sign = VargaVariants::default().sign(varga, longitude_deg);
        (sign.polarity() == Polarity::Negative) == is_even_wanted
    };
    [Varga::D1, Varga::D9]
        .into_iter()
        .map(|varga| if fits(varga) { 15.0 } else { 0.0 })
        .sum()
}

/// Returns the kendradi bala of a sign.
pub fn kendradi(lagna: Sign, sign: Sign) -> f64 {
    match house_from(lagna, sign) % 3 {
        1 => 60.0,
        2 => 30.0,
        _ => 15.0,
    }
}

/// Returns the drekkana bala.
pub fn drekkana(graha: Graha, longitude_deg: f64) -> f64 {
    let (from, to) = match graha {
        Graha::Sun | Graha::Mars | Graha::Jupiter => (0.0, 10.0),
        Graha::Mercury | Graha::Saturn => (10.0, 20.0),
        Graha::Moon | Graha::Venus => (20.0, 30.0),
        Graha::Rahu | Graha::Ketu => return 0.0,
    };
    let is_in = (from..to).contains(&degrees_in_sign(longitude_deg));
    if is_in { 15.0 } else { 0.0 }
}
