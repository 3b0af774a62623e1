//! Which grahas are benefics in a chart (Raman, chapter V, in the article on paksha bala).
//!
//! Jupiter and Venus always are; the Moon from the eighth day of the bright half to the eighth of the dark half, here
//! while at least half of it is lit; Mercury unless it is badly associated, here unless more malefics than benefics share
//! its sign. Raman leaves both limits open. The nodes are malefics.

use super::ShadbalaFacts;
use crate::{angle::normalize_deg, vedic::graha::Graha};

/// Whether the Moon and Mercury are benefics; the nature of the others is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Natures {
    is_moon_benefic: bool,
    is_mercury_benefic: bool,
}

impl Natures {
    pub(super) fn of(facts: &ShadbalaFacts) -> Self {
        let sun_deg = facts.longitude_deg(Graha::Sun);
        let elongation_deg = normalize_deg(facts.longitude_deg(Graha::Moon) - sun_deg);
        let alone = Self {
            is_moon_benefic: (90.0..=270.0).contains(&elongation_deg),
            is_mercury_benefic: true,
        };
        let signs = facts.signs();
        let shares = |graha: &Graha| {
            *graha != Graha::Mercury && signs[graha.index()] == signs[Graha::Mercury.index()]
        };
        let (benefics, malefics): (Vec<Graha>, Vec<Graha>) = Graha::ALL
            .into_iter()
            .filter(shares)
            .partition(|graha| alone.is_benefic(*graha));
        Self {
            is_mercury_benefic: malefics.len() <= benefics.len(),
            ..alone
        }
    }

    pub(super) const fn is_benefic(self, graha: Graha) -> bool {
        match graha {
            Graha::Jupiter | Graha::Venus => true,
            Graha::Moon => self.is_moon_benefic,
            Graha::Mercury => self.is_mercury_benefic,
            Graha::Sun | Graha::Mars | Graha::Saturn | Graha::Rahu | Graha::Ketu => false,
        }
    }
}
