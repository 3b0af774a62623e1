//! Readings of a solar return: the year from one birthday to the next.

use super::natal::angularity;
use super::{CLOSING, Composer, Composition, OPENING, Part, Role};
use crate::key::Key;

/// What the reading of a solar return needs to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct YearFacts<'a> {
    /// The sign of the Ascendant; `None` without houses.
    pub ascendant: Option<&'a str>,
    /// The house of the Sun, from 1; `None` without houses.
    pub sun_house: Option<u8>,
    /// The year, from which the variants follow.
    pub year: i64,
}

/// Composes the reading of a solar return.
///
/// ```
/// use interpretation::composition::{YearFacts, solar_return};
///
/// let facts = YearFacts { ascendant: Some("leo"), sun_house: Some(10), year: 2026 };
/// let reading = solar_return(&facts);
/// let subjects: Vec<_> = reading.parts().map(|it| it.key.subject()).collect();
/// assert_eq!(subjects[1..4], ["ascendant:leo", "house:5", "sun:house-10"]);
/// ```
pub fn solar_return(facts: &YearFacts<'_>) -> Composition {
    let seed = usize::try_from(facts.year.rem_euclid(6)).unwrap_or_default();
    let mut composer = Composer::new("solar-return", seed);
    let place = facts.sun_house.map_or("unknown", angularity);
    let opening = composer.varied(("opening", Role::Opening), place, super::VARIANTS);
    composer.section(OPENING, opening.into_iter().collect());
    let ascendant = facts.ascendant.and_then(|sign| {
        let subject = format!("ascendant:{sign}");
        Key::new("solar-return", "ascendant-in-sign", &subject)
    });
    let house = facts.sun_house.and_then(|house| {
        let subject = format!("sun:house-{house}");
        Key::new("solar-return", "sun-in-house", &subject)
    });
    let mut parts: Vec<Part> = composer.text(ascendant).into_iter().collect();
    if let Some(text) = composer.text(house) {
        if !parts.is_empty() {
            parts.extend(composer.link("house"));
        }
        parts.push(text);
    }
    composer.section("year", parts);
    let closing = composer.closing(place);
    composer.section(CLOSING, closing.into_iter().collect());
    composer.composition
}
