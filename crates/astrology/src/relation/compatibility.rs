//! Sun-sign compatibility of two births: two scores with their arithmetic.
//!
//! *Element*: the classical qualities (Aristotle, On Generation and Corruption II.3): fire is hot
//! and dry, air hot and moist, water cold and moist, earth cold and dry. The base is 20 points; 50
//! are added for sharing hot or cold (the active quality), 30 for sharing dry or moist. So: same
//! element 100; fire with air, earth with water 70; fire with earth, air with water 50; fire with
//! water, earth with air 20.
//!
//! *Sun aspect*: 60 points without an aspect; with one, 60 + (value - 60) x exactness, where the
//! values are trine 100, conjunction 90, sextile 85, opposition 45, square 30 and exactness is 1 -
//! orb / allowed orb (natal orbs).

use ephemeris::Body;

use crate::{
    aspect::{Aspect, AspectKind, AspectPoint, AspectSettings, aspect_of},
    chart::{Certainty, DayAspect, PossiblePlaces},
    point::Point,
    sign::{Element, Sign},
};

/// The scores and their components.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compatibility {
    /// The sign of the first Sun.
    pub sign1: Sign,
    /// The sign of the second Sun.
    pub sign2: Sign,
    /// The element score, 0 to 100.
    pub element_score: u8,
    /// Whether the two elements share hot or cold.
    pub shares_active_quality: bool,
    /// Whether they share dry or moist.
    pub shares_passive_quality: bool,
    /// The Sun aspect score, 0 to 100.
    pub sun_aspect_score: u8,
    /// The aspect between the two Suns.
    pub sun_aspect: Option<Aspect>,
}

const ELEMENT_BASE: u8 = 20;
const ACTIVE_QUALITY: u8 = 50;
const PASSIVE_QUALITY: u8 = 30;

/// The Sun aspect score without an aspect.
const NO_ASPECT: f64 = 60.0;

/// Scores two Suns by their longitudes in degrees.
///
/// # Examples
///
/// ```
/// use astrology::relation::compatibility::compatibility;
///
/// // 15° Aries and 15° Leo: the same element and an exact trine.
/// let both = compatibility(15.0, 135.0);
/// assert_eq!((both.element_score, both.sun_aspect_score), (100, 100));
/// // 15° Aries and 15° Cancer: fire and water share no quality, and the square is exact.
/// let both = compatibility(15.0, 105.0);
/// assert_eq!((both.element_score, both.sun_aspect_score), (20, 30));
/// ```
pub fn compatibility(sun1_deg: f64, sun2_deg: f64) -> Compatibility {
    let (sign1, sign2) = (Sign::of(sun1_deg), Sign::of(sun2_deg));
    let shared = Shared::between(sign1, sign2);
    let sun = |longitude_deg| AspectPoint {
        point: Point::Body(Body::Sun),
        longitude_deg,
        speed_deg: None,
        declination_deg: None,
        declination_speed_deg: None,
    };
    let sun_aspect = aspect_of(&sun(sun1_deg), &sun(sun2_deg), &AspectSettings::default());
    let score = sun_aspect.map_or(NO_ASPECT, |it| score(it.kind, it.exactness()));
    let sun_aspect_score = whole(score);
    Compatibility {
        sign1,
        sign2,
        element_score: shared.score(),
        shares_active_quality: shared.active,
        shares_passive_quality: shared.passive,
        sun_aspect_score,
        sun_aspect,
    }
}

/// The scores of two Suns of which at least one has an unknown birth time.
#[derive(Debug, Clone, PartialEq)]
pub struct DayCompatibility {
    /// The possible signs of the first Sun, in order: one, or two where it changes sign that day.
    pub signs1: Vec<Sign>,
    /// The possible signs of the second Sun.
    pub signs2: Vec<Sign>,
    /// The lowest and the highest element score.
    pub element_score: (u8, u8),
    /// Whether the two elements share hot or cold; `None` where that depends on the time.
    pub shares_active_quality: Option<bool>,
    /// Whether they share dry or moist; `None` where that depends on the time.
    pub shares_passive_quality: Option<bool>,
    /// The lowest and the highest Sun aspect score.
    pub sun_aspect_score: (u8, u8),
    /// The aspect between the two Suns.
    pub sun_aspect: Option<DayAspect>,
}

/// Scores two Suns by their possible places. The Sun is the only point of both.
pub fn compatibility_of_days(first: &PossiblePlaces, second: &PossiblePlaces) -> DayCompatibility {
    let (signs1, signs2) = (signs(first), signs(second));
    let mut shared = Vec::new();
    for one in &signs1 {
        shared.extend(signs2.iter().map(|two| Shared::between(*one, *two)));
    }
    let scores = || shared.iter().map(Shared::score);
    let same = |quality: fn(&Shared) -> bool| {
        let mut all = shared.iter().map(quality);
        let first = all.next()?;
        all.all(|it| it == first).then_some(first)
    };
    // The five kinds are at least 30 degrees apart, their orbs reach 8, and a Sun moves one degree:
    // there is at most one aspect.
    let aspects = first.aspects_between(second, &AspectSettings::default());
    let sun_aspect = aspects.first().copied();
    let by_aspect = sun_aspect.map_or([NO_ASPECT; 2], |aspect| {
        let at = |orb_deg: f64| score(aspect.kind, 1.0 - orb_deg / aspect.allowed_deg);
        let far = match aspect.certainty {
            Certainty::Certain => at(aspect.orb_deg.1),
            Certainty::Possible => NO_ASPECT,
        };
        [at(aspect.orb_deg.0), far]
    });
    DayCompatibility {
        element_score: (scores().min().unwrap_or(0), scores().max().unwrap_or(0)),
        shares_active_quality: same(|it| it.active),
        shares_passive_quality: same(|it| it.passive),
        sun_aspect_score: (
            whole(by_aspect[0].min(by_aspect[1])),
            whole(by_aspect[0].max(by_aspect[1])),
        ),
        sun_aspect,
        signs1,
        signs2,
    }
}

/// Returns the possible signs. The Sun is never retrograde, so those at both ends are all.
fn signs(places: &PossiblePlaces) -> Vec<Sign> {
    let suns = places.points();
    let mut signs: Vec<Sign> = suns
        .iter()
        .flat_map(|it| [Sign::of(it.start_deg), Sign::of(it.end_deg)])
        .collect();
    signs.dedup();
    signs
}

/// The qualities that two elements share.
struct Shared {
    active: bool,
    passive: bool,
}

impl Shared {
    fn between(one: Sign, two: Sign) -> Self {
        let ((hot1, dry1), (hot2, dry2)) = (qualities(one.element()), qualities(two.element()));
        Self {
            active: hot1 == hot2,
            passive: dry1 == dry2,
        }
    }

    fn score(&self) -> u8 {
        ELEMENT_BASE
            + if self.active { ACTIVE_QUALITY } else { 0 }
            + if self.passive { PASSIVE_QUALITY } else { 0 }
    }
}

fn score(kind: AspectKind, exactness: f64) -> f64 {
    NO_ASPECT + (value(kind) - NO_ASPECT) * exactness
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a score is between 30 and 100"
)]
fn whole(score: f64) -> u8 {
    score.round() as u8
}

/// Returns whether the element is hot, and whether it is dry.
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
