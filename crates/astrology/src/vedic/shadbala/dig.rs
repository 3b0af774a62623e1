//! Dig bala: strength by direction (Raman, chapter IV).

use super::ShadbalaFacts;
use crate::{angle::separation_deg, vedic::graha::Graha};

/// Returns the dig bala, in virupas: a third of the degrees from the point where the graha is powerless. That is the
/// middle of bhava 4 for Sun and Mars, of 10 for Moon and Venus, of 7 for Mercury and Jupiter and of 1 for Saturn.
pub fn dig_bala(graha: Graha, facts: &ShadbalaFacts) -> f64 {
    let powerless_deg = match graha {
        Graha::Sun | Graha::Mars => facts.midheaven_deg + 180.0,
        Graha::Moon | Graha::Venus => facts.midheaven_deg,
        Graha::Mercury | Graha::Jupiter => facts.lagna_deg + 180.0,
        Graha::Saturn => facts.lagna_deg,
        Graha::Rahu | Graha::Ketu => return 0.0,
    };
    separation_deg(facts.longitude_deg(graha), powerless_deg) / 3.0
}
