//! Drik bala: strength by the aspects of others (Raman, chapter VIII).

use super::{ShadbalaFacts, nature::Natures};
use crate::{angle::normalize_deg, vedic::graha::Graha};

/// Returns the drishti of a graha upon a point so many degrees ahead of it, in virupas.
///
/// Mars, Jupiter and Saturn have 15, 30 and 45 more upon the houses of their special aspects, so that each is full
/// there: 4 and 8, 5 and 9, 3 and 10.
///
/// # Examples
///
/// ```
/// use astrology::vedic::{graha::Graha, shadbala::drik::drishti};
///
/// // The opposition is full for all, the square three quarters, full for Mars.
/// assert_eq!((drishti(Graha::Venus, 180.0), drishti(Graha::Venus, 90.0)), (60.0, 45.0));
/// assert_eq!(drishti(Graha::Mars, 90.0), 60.0);
/// ```
pub fn drishti(graha: Graha, ahead_deg: f64) -> f64 {
    let ahead = normalize_deg(ahead_deg);
    let common = match ahead {
        30.0..60.0 => (ahead - 30.0) / 2.0,
        60.0..90.0 => ahead - 45.0,
        90.0..120.0 => 30.0 + (120.0 - ahead) / 2.0,
        120.0..150.0 => 150.0 - ahead,
        150.0..180.0 => (ahead - 150.0) * 2.0,
        180.0..300.0 => (300.0 - ahead) / 2.0,
        _ => 0.0,
    };
    let special = match (graha, ahead) {
        (Graha::Mars, 90.0..120.0 | 210.0..240.0) => 15.0,
        (Graha::Jupiter, 120.0..150.0 | 240.0..270.0) => 30.0,
        (Graha::Saturn, 60.0..90.0 | 270.0..300.0) => 45.0,
        _ => 0.0,
    };
    common + special
}

/// A quarter of the aspects of benefics less those of malefics, among the seven.
pub(super) fn drik_bala(graha: Graha, facts: &ShadbalaFacts, natures: Natures) -> f64 {
    let others = Graha::SEVEN.into_iter().filter(|it| *it != graha);
    let sum: f64 = others
        .map(|other| {
            let ahead_deg = facts.longitude_deg(graha) - facts.longitude_deg(other);
            let virupas = drishti(other, ahead_deg);
            if natures.is_benefic(other) {
                virupas
            } else {
                -virupas
            }
        })
        .sum();
    sum / 4.0
}
