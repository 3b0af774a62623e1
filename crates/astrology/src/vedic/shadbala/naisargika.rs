//! Naisargika bala: natural strength (Raman, chapter VII).

use crate::vedic::graha::Graha;

/// Returns the naisargika bala, in virupas: a seventh of a rupa for Saturn, two for Mars, and so on through Mercury,
/// Jupiter, Venus and Moon to a whole rupa for the Sun.
pub const fn naisargika_bala(graha: Graha) -> f64 {
    let sevenths = match graha {
        Graha::Saturn => 1.0,
        Graha::Mars => 2.0,
        Graha::Mercury => 3.0,
        Graha::Jupiter => 4.0,
        Graha::Venus => 5.0,
        Graha::Moon => 6.0,
        Graha::Sun => 7.0,
        Graha::Rahu | Graha::Ketu => 0.0,
    };
    60.0 / 7.0 * sevenths
}
