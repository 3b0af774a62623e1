//! Shadbala: the six strengths of a graha, in virupas (shashtiamshas) of which sixty are a rupa.
//!
//! B. V. Raman, *Graha and Bhava Balas*, after the chapter on strengths of BPHS (27 in Santhanam's edition). The two
//! differ in the points of the saptavargaja bala, in the motional strength of Sun and Moon and in the drik bala; Raman
//! is followed, and every part says where he leaves something open. Rahu and Ketu have no shadbala.

pub mod cheshta;
pub mod dig;
pub mod drik;
pub mod kala;
pub mod naisargika;
mod nature;
pub mod sthana;

use ephemeris::{Instant, Tt};

use self::{kala::KalaBala, nature::Natures, sthana::SthanaBala};
use super::{chart::VedicChart, dignity::GrahaSigns, graha::Graha, upagraha::VedicDay};
use crate::{
    angle::{difference_deg, normalize_deg},
    sign::Sign,
};

/// What the strengths of a chart follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadbalaFacts {
    /// Sidereal longitudes, in the order of [`Graha::ALL`], in degrees.
    pub longitudes_deg: [f64; 9],
    /// Sidereal longitude of the lagna, in degrees.
    pub lagna_deg: f64,
    /// Sidereal longitude of the midheaven, in degrees.
    pub midheaven_deg: f64,
    /// Ayanamsha with nutation, in degrees: tropical minus sidereal longitude.
    pub ayanamsha_deg: f64,
    /// Hour angle of the true Sun: 0 at noon, in degrees.
    pub sun_hour_angle_deg: f64,
    /// The instant of birth.
    pub at: Instant<Tt>,
    /// The day of birth from sunrise to sunrise.
    pub day: VedicDay,
}

impl ShadbalaFacts {
    /// Returns the facts of a chart and the day of its birth.
    pub fn of(chart: &VedicChart, day: VedicDay) -> Self {
        let sun = chart.graha(Graha::Sun);
        Self {
            longitudes_deg: chart.longitudes_deg(),
            lagna_deg: chart.lagna_deg(),
            midheaven_deg: chart.angles.midheaven_deg,
            ayanamsha_deg: chart.frame.zodiac_offset_deg,
            sun_hour_angle_deg: difference_deg(chart.frame.armc_deg, sun.right_ascension_deg),
            at: chart.moment.tt,
            day,
        }
    }

    const fn longitude_deg(&self, graha: Graha) -> f64 {
        self.longitudes_deg[graha.index()]
    }

    fn tropical_deg(&self, graha: Graha) -> f64 {
        normalize_deg(self.longitude_deg(graha) + self.ayanamsha_deg)
    }

    fn signs(&self) -> GrahaSigns {
        self.longitudes_deg.map(Sign::of)
    }
}

/// The strengths of one graha, in virupas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadbala {
    /// The graha.
    pub graha: Graha,
    /// Strength by position.
    pub sthana: SthanaBala,
    /// Strength by direction.
    pub dig: f64,
    /// Strength by time.
    pub kala: KalaBala,
    /// Strength by motion.
    pub cheshta: f64,
    /// Natural strength.
    pub naisargika: f64,
    /// Strength by aspects; negative if those of malefics prevail.
    pub drik: f64,
}

impl Shadbala {
    /// Computes the strengths of the seven grahas, in the order of [`Graha::SEVEN`].
    pub fn compute(facts: &ShadbalaFacts) -> [Self; 7] {
        let natures = Natures::of(facts);
        let mut found = Graha::SEVEN.map(|graha| Self {
            graha,
            sthana: SthanaBala::of(graha, facts),
            dig: dig::dig_bala(graha, facts),
            kala: KalaBala::of(graha, facts, natures),
            cheshta: cheshta::cheshta_bala(graha, facts),
            naisargika: naisargika::naisargika_bala(graha),
            drik: drik::drik_bala(graha, facts, natures),
        });
        let before_war = found.map(|it| it.sthana.total() + it.dig + it.kala.until_hora());
        for war in kala::yuddha::wars(facts, &before_war) {
            found[war.victor.index()].kala.yuddha += war.virupas;
            found[war.vanquished.index()].kala.yuddha -= war.virupas;
        }
        found
    }

    /// Returns the sum of the six, in virupas.
    pub fn total(&self) -> f64 {
        let kala = self.kala.total();
        self.sthana.total() + self.dig + kala + self.cheshta + self.naisargika + self.drik
    }

    /// Returns the sum in rupas.
    pub fn rupas(&self) -> f64 {
        self.total() / 60.0
    }

    /// Returns how much of the strength that the graha needs it has; 1 is enough.
    pub fn ratio(&self) -> f64 {
        self.total() / required(self.graha)
    }
}

/// Returns the virupas a graha needs to be strong: 6.5, 6, 5, 7, 6.5, 5.5 and 5 rupas for Sun to Saturn (BPHS 27; Raman
/// in the chapter on bhava bala). The nodes need none.
pub const fn required(graha: Graha) -> f64 {
    match graha {
        Graha::Sun | Graha::Jupiter => 390.0,
        Graha::Moon => 360.0,
        Graha::Mars | Graha::Saturn => 300.0,
        Graha::Mercury => 420.0,
        Graha::Venus => 330.0,
        Graha::Rahu | Graha::Ketu => 0.0,
    }
}

#[cfg(test)]
mod tests;
