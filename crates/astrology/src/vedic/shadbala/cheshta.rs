//! Cheshta bala: strength by motion (Raman, chapter VI).
//!
//! A third of the degrees of the cheshta kendra, the distance of the shighrochcha from the middle between mean and true
//! longitude. The shighrochcha is the mean Sun for Mars, Jupiter and Saturn; Mercury and Venus have their own mean
//! heliocentric longitude as shighrochcha and the mean Sun as mean longitude. Raman gives Sun and Moon none; BPHS counts
//! the Sun's ayana bala and the Moon's paksha bala again.
//!
//! Mean longitudes: J. L. Simon et al., *Numerical expressions for precession formulae and mean elements for the Moon
//! and the planets*, 1994, section 5.9, for the mean equinox of date (also Meeus, *Astronomical Algorithms*, 1998, table
//! 31.A). Raman's tables are older, and have not been compared: a degree in the mean longitude is a sixth of a virupa.

use ephemeris::{Instant, Tt};

use super::ShadbalaFacts;
use crate::{
    angle::{difference_deg, normalize_deg, separation_deg},
    vedic::graha::Graha,
};

/// Returns the cheshta bala, in virupas.
pub fn cheshta_bala(graha: Graha, facts: &ShadbalaFacts) -> f64 {
    let Some(own_deg) = mean_longitude_deg(graha, facts.at) else {
        return 0.0;
    };
    // The Sun's mean longitude is that of the Earth from the other side.
    let Some(sun_deg) = mean_longitude_deg(Graha::Sun, facts.at) else {
        return 0.0;
    };
    let (shighrochcha_deg, mean_deg) = match graha {
        Graha::Mercury | Graha::Venus => (own_deg, sun_deg),
        Graha::Mars | Graha::Jupiter | Graha::Saturn => (sun_deg, own_deg),
        _ => return 0.0,
    };
    let true_deg = facts.tropical_deg(graha);
    let middle_deg = mean_deg + difference_deg(true_deg, mean_deg) / 2.0;
    separation_deg(shighrochcha_deg, middle_deg) / 3.0
}

/// Returns the mean tropical longitude of the Sun, or the mean heliocentric one of a planet, in degrees; `None` for the
/// Moon and the nodes.
pub fn mean_longitude_deg(graha: Graha, at: Instant<Tt>) -> Option<f64> {
    let (epoch_deg, rate_deg, square_deg) = match graha {
        Graha::Sun => (280.466_457, 36_000.769_827_8, 0.000_303_22),
        Graha::Mercury => (252.250_906, 149_474.072_249_1, 0.000_303_50),
        Graha::Venus => (181.979_801, 58_519.213_030_2, 0.000_310_14),
        Graha::Mars => (355.433_000, 19_141.696_447_1, 0.000_310_52),
        Graha::Jupiter => (34.351_519, 3_036.302_774_8, 0.000_223_30),
        Graha::Saturn => (50.077_444, 1_223.511_068_6, 0.000_519_08),
        Graha::Moon | Graha::Rahu | Graha::Ketu => return None,
    };
    let centuries = at.days_since_j2000() / 36_525.0;
    Some(normalize_deg(
        epoch_deg + centuries * (rate_deg + centuries * square_deg),
    ))
}
