//! Compatibility of two Suns as two plain scores, with their arithmetic.
//!
//! *Element*: the classical qualities (Aristotle, On Generation and Corruption II.3): fire is hot and dry, air hot and moist,
//! water cold and moist, earth cold and dry. 20 points to begin with, 50 for sharing hot or cold (the active quality), 30 for
//! sharing dry or moist. So: same element 100; fire with air, earth with water 70; fire with earth, air with water 50; fire
//! with water, earth with air 20.
//!
//! *Sun aspect*: 60 points without an aspect; with one, 60 + (value - 60) x exactness, where the values are trine 100,
//! conjunction 90, sextile 85, opposition 45, square 30 and exactness is 1 - orb / allowed orb (natal orbs).

use ephemeris::Body;

use crate::{
    aspect::{Aspect, AspectKind, AspectPoint, AspectSettings, aspect_of},
    point::Point,
    sign::{Element, Sign},
};

/// The scores and what they are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compatibility {
    /// The first Sun's sign.
    pub sign1: Sign,
    /// The second Sun's sign.
    pub sign2: Sign,
    /// 0 to 100.
    pub element_score: u8,
    /// Whether the two elements share hot or cold.
    pub shares_active_quality: bool,
    /// Whether they share dry or moist.
    pub shares_passive_quality: bool,
    /// 0 to 100.
    pub sun_aspect_score: u8,
    /// The aspect between the two Suns.
    pub sun_aspect: Option<Aspect>,
}

const ELEMENT_BASE: u8 = 20;
const ACTIVE_QUALITY: u8 = 50;
const PASSIVE_QUALITY: u8 = 30;

/// The Sun aspect score where there is no aspect.
const NO_ASPECT: f64 = 60.0;

/// Scores two Suns by their longitudes, degrees.
pub fn compatibility(sun1_deg: f64, sun2_deg: f64) -> Compatibility {
    let (sign1, sign2) = (Sign::of(sun1_deg), Sign::of(sun2_deg));
    let ((hot1, dry1), (hot2, dry2)) = (qualities(sign1.element()), qualities(sign2.element()));
    let (active, passive) = (hot1 == hot2, dry1 == dry2);
    let sun = |longitude_deg| AspectPoint {
        point: Point::Body(Body::Sun),
        longitude_deg,
        speed_deg: None,
        declination_deg: None,
        declination_speed_deg: None,
    };
    let sun_aspect = aspect_of(&sun(sun1_deg), &sun(sun2_deg), &AspectSettings::default());
    let score = sun_aspect.map_or(NO_ASPECT, |aspect| {
        NO_ASPECT + (value(aspect.kind) - NO_ASPECT) * aspect.exactness()
    });
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the score is between 30 and 100"
    )]
    let sun_aspect_score = score.round() as u8;
    Compatibility {
        sign1,
        sign2,
        element_score: ELEMENT_BASE
            + if active { ACTIVE_QUALITY } else { 0 }
            + if passive { PASSIVE_QUALITY } else { 0 },
        shares_active_quality: active,
        shares_passive_quality: passive,
        sun_aspect_score,
        sun_aspect,
    }
}

/// Hot, and dry.
const fn qualities(element: Element) -> (bool, bool) {
    match element {
        Element::Fire => (true, true),
        Element::Air => (true, false),
        Element::Water => (false, false),
        Element::Earth => (false, true),
    }
}

const fn value(kind: AspectKind) -> f64 {
    match kind {
        AspectKind::Trine => 100.0,
        AspectKind::Conjunction => 90.0,
        AspectKind::Sextile => 85.0,
        AspectKind::Opposition => 45.0,
        AspectKind::Square => 30.0,
        _ => NO_ASPECT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arithmetic_is_that_of_the_documentation() {
        for (sun1, sun2, element, aspect) in [
            (10.0, 130.0, 100, 100), // Aries and Leo, exact trine
            (10.0, 190.0, 70, 45),   // Aries and Libra, exact opposition
            (10.0, 100.0, 20, 30),   // Aries and Cancer, exact square
            (10.0, 45.0, 50, 60),    // Aries and Taurus, no aspect
            (10.0, 126.5, 100, 80),  // trine with half of its orb: 60 + 40 x 0.5
        ] {
            let found = compatibility(sun1, sun2);
            assert_eq!(
                (found.element_score, found.sun_aspect_score),
                (element, aspect)
            );
            let swapped = compatibility(sun2, sun1);
            assert_eq!(swapped.element_score, found.element_score);
            assert_eq!(swapped.sun_aspect_score, found.sun_aspect_score);
        }
    }
}
