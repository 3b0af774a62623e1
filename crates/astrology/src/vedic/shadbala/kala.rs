//! Kala bala: strength by time, in nine parts (Raman, chapter V).

pub mod lord;
pub mod yuddha;

use self::lord::TimeLords;
use super::{ShadbalaFacts, nature::Natures};
use crate::{angle::separation_deg, vedic::graha::Graha};

/// The obliquity of the ecliptic in Raman's formula of the ayana bala: 23°27'.
const OBLIQUITY_DEG: f64 = 23.45;

/// Strength by time, in virupas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KalaBala {
    /// By day or night: a third of the degrees of the Sun from midnight, or from noon. Mercury always has 60.
    pub natonnata: f64,
    /// By the half of the month: a third of the Moon's degrees from the Sun, or for malefics the rest to 60. The Moon's
    /// is doubled.
    pub paksha: f64,
    /// 60 for the lord of the third of the day or night, and for Jupiter.
    pub tribhaga: f64,
    /// 15 for the lord of the year.
    pub abda: f64,
    /// 30 for the lord of the month.
    pub masa: f64,
    /// 45 for the lord of the day.
    pub vara: f64,
    /// 60 for the lord of the hora.
    pub hora: f64,
    /// By declination. The Sun's is doubled.
    pub ayana: f64,
    /// Won or lost in a war of planets.
    pub yuddha: f64,
}

impl KalaBala {
    pub(super) fn of(graha: Graha, facts: &ShadbalaFacts, natures: Natures) -> Self {
        let lords = TimeLords::of(facts.at, &facts.day);
        let lord = |ruler: Graha, virupas: f64| if ruler == graha { virupas } else { 0.0 };
        Self {
            natonnata: natonnata(graha, facts.sun_hour_angle_deg),
            paksha: paksha(graha, facts, natures),
            tribhaga: if graha == Graha::Jupiter {
                60.0
            } else {
                lord(lords.tribhaga, 60.0)
            },
            abda: lord(lords.abda, 15.0),
            masa: lord(lords.masa, 30.0),
            vara: lord(lords.vara, 45.0),
            hora: lord(lords.hora, 60.0),
            ayana: ayana(graha, facts.tropical_deg(graha)),
            yuddha: 0.0,
        }
    }

    /// Returns the sum of the parts before ayana bala, which wars compare.
    pub fn until_hora(&self) -> f64 {
        self.natonnata + self.paksha + self.tribhaga + self.lords()
    }

    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.until_hora() + self.ayana + self.yuddha
    }

    fn lords(&self) -> f64 {
        self.abda + self.masa + self.vara + self.hora
    }
}

/// Returns the natonnata bala by the Sun's hour angle, in degrees: Sun, Jupiter and Venus are strongest at noon, Moon,
/// Mars and Saturn at midnight.
pub fn natonnata(graha: Graha, sun_hour_angle_deg: f64) -> f64 {
    let from_noon = separation_deg(sun_hour_angle_deg, 0.0) / 3.0;
    match graha {
        Graha::Sun | Graha::Jupiter | Graha::Venus => 60.0 - from_noon,
        Graha::Moon | Graha::Mars | Graha::Saturn => from_noon,
        Graha::Mercury => 60.0,
        Graha::Rahu | Graha::Ketu => 0.0,
    }
}

fn paksha(graha: Graha, facts: &ShadbalaFacts, natures: Natures) -> f64 {
    let (moon, sun) = (Graha::Moon, Graha::Sun);
    let bright = separation_deg(facts.longitude_deg(moon), facts.longitude_deg(sun)) / 3.0;
    let own = if natures.is_benefic(graha) {
        bright
    } else {
        60.0 - bright
    };
    if graha == moon { own * 2.0 } else { own }
}

/// Returns the ayana bala of a tropical longitude: (23°27' + kranti) / 46°54' of a rupa, where kranti is the declination
/// of the point of the ecliptic. South is positive for Moon and Saturn, both are for Mercury, north is for the others.
pub fn ayana(graha: Graha, tropical_deg: f64) -> f64 {
    let sine = OBLIQUITY_DEG.to_radians().sin() * tropical_deg.to_radians().sin();
    let north_deg = sine.asin().to_degrees();
    let kranti_deg = match graha {
        Graha::Moon | Graha::Saturn => -north_deg,
        Graha::Mercury => north_deg.abs(),
        Graha::Rahu | Graha::Ketu => return 0.0,
        _ => north_deg,
    };
    let own = (OBLIQUITY_DEG + kranti_deg) / (2.0 * OBLIQUITY_DEG) * 60.0;
    if graha == Graha::Sun { own * 2.0 } else { own }
}
