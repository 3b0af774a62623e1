//! Essential dignities: the strength of a planet by sign and degree.
//!
//! Rulerships, exaltations and falls follow Ptolemy, Tetrabiblos I.17-19, with the exaltation
//! degrees of Dorotheus, Carmen I.2; triplicities follow Dorotheus, Carmen I.1; Egyptian terms
//! follow Tetrabiblos I.20 and Dorotheus; faces follow the Chaldean order of Teucer of Babylon.
//! Modern rulers: Uranus of Aquarius, Neptune of Pisces, Pluto of Scorpio.

use ephemeris::Body;

use crate::{
    angle::normalize_deg,
    sect::Sect,
    sign::{Element, Sign, degrees_in_sign},
};

/// Returns the traditional ruler of a sign.
pub const fn ruler(sign: Sign) -> Body {
    match sign {
        Sign::Aries | Sign::Scorpio => Body::Mars,
        Sign::Taurus | Sign::Libra => Body::Venus,
        Sign::Gemini | Sign::Virgo => Body::Mercury,
        Sign::Cancer => Body::Moon,
        Sign::Leo => Body::Sun,
        Sign::Sagittarius | Sign::Pisces => Body::Jupiter,
        Sign::Capricorn | Sign::Aquarius => Body::Saturn,
    }
}

/// Returns the modern ruler of a sign.
pub const fn modern_ruler(sign: Sign) -> Body {
    match sign {
        Sign::Scorpio => Body::Pluto,
        Sign::Aquarius => Body::Uranus,
        Sign::Pisces => Body::Neptune,
        other => ruler(other),
    }
}

/// Returns the planet exalted in a sign and its degree of exaltation (the nth degree of the sign).
pub const fn exaltation(sign: Sign) -> Option<(Body, u8)> {
    match sign {
        Sign::Aries => Some((Body::Sun, 19)),
        Sign::Taurus => Some((Body::Moon, 3)),
        Sign::Cancer => Some((Body::Jupiter, 15)),
        Sign::Virgo => Some((Body::Mercury, 15)),
        Sign::Libra => Some((Body::Saturn, 21)),
        Sign::Capricorn => Some((Body::Mars, 28)),
        Sign::Pisces => Some((Body::Venus, 27)),
        _ => None,
    }
}

/// The rulers of a triplicity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Triplicity {
    /// The ruler by day.
    pub day: Body,
    /// The ruler by night.
    pub night: Body,
    /// The participating ruler, by day and by night.
    pub participating: Body,
}

/// Returns the triplicity rulers of an element.
pub const fn triplicity(element: Element) -> Triplicity {
    let (day, night, participating) = match element {
        Element::Fire => (Body::Sun, Body::Jupiter, Body::Saturn),
        Element::Earth => (Body::Venus, Body::Moon, Body::Mars),
        Element::Air => (Body::Saturn, Body::Mercury, Body::Jupiter),
        Element::Water => (Body::Venus, Body::Mars, Body::Moon),
    };
    Triplicity {
        day,
        night,
        participating,
    }
}

const ME: Body = Body::Mercury;
const VE: Body = Body::Venus;
const MA: Body = Body::Mars;
const JU: Body = Body::Jupiter;
const SA: Body = Body::Saturn;

/// Egyptian terms: for each sign the rulers and the degrees where their terms end.
const TERMS: [[(Body, u8); 5]; 12] = [
    [(JU, 6), (VE, 12), (ME, 20), (MA, 25), (SA, 30)],
    [(VE, 8), (ME, 14), (JU, 22), (SA, 27), (MA, 30)],
    [(ME, 6), (JU, 12), (VE, 17), (MA, 24), (SA, 30)],
    [(MA, 7), (VE, 13), (ME, 19), (JU, 26), (SA, 30)],
    [(JU, 6), (VE, 11), (SA, 18), (ME, 24), (MA, 30)],
    [(ME, 7), (VE, 17), (JU, 21), (MA, 28), (SA, 30)],
    [(SA, 6), (ME, 14), (JU, 21), (VE, 28), (MA, 30)],
    [(MA, 7), (VE, 11), (ME, 19), (JU, 24), (SA, 30)],
    [(JU, 12), (VE, 17), (ME, 21), (SA, 26), (MA, 30)],
    [(ME, 7), (JU, 14), (VE, 22), (SA, 26), (MA, 30)],
    [(ME, 7), (VE, 13), (JU, 20), (MA, 25), (SA, 30)],
    [(VE, 12), (JU, 16), (ME, 19), (MA, 28), (SA, 30)],
];

/// Returns the ruler of the Egyptian term of a longitude.
pub fn term_ruler(longitude_deg: f64) -> Body {
    term_ruler_in(Sign::of(longitude_deg), degrees_in_sign(longitude_deg))
}

fn term_ruler_in(sign: Sign, degrees: f64) -> Body {
    let terms = &TERMS[sign.index()];
    let [.., (last, _)] = terms;
    terms
        .iter()
        .find(|(_, end)| degrees < f64::from(*end))
        .map_or(*last, |(body, _)| *body)
}

/// Returns the ruler of the face (ten degrees) of a longitude.
pub fn face_ruler(longitude_deg: f64) -> Body {
    face_ruler_in(Sign::of(longitude_deg), degrees_in_sign(longitude_deg))
}

fn face_ruler_in(sign: Sign, degrees: f64) -> Body {
    const CHALDEAN_FROM_MARS: [Body; 7] = [
        Body::Mars,
        Body::Sun,
        Body::Venus,
        Body::Mercury,
        Body::Moon,
        Body::Saturn,
        Body::Jupiter,
    ];
    let decan = usize::from(degrees >= 10.0) + usize::from(degrees >= 20.0);
    CHALDEAN_FROM_MARS[(sign.index() * 3 + decan) % 7]
}

/// The role of a planet in the triplicity of its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriplicityRole {
    /// It rules by day in a day chart, or by night in a night chart.
    InSect,
    /// It rules the triplicity in the other sect.
    OutOfSect,
    /// It is the participating ruler.
    Participating,
}

/// The essential dignities of a planet at its longitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a dignity of its own; any combination occurs"
)]
pub struct Dignities {
    /// In a sign of its traditional rulership.
    pub rulership: bool,
    /// In a sign of its modern rulership only (Uranus, Neptune, Pluto).
    pub modern_rulership: bool,
    /// In the sign of its exaltation.
    pub exaltation: bool,
    /// Its role in the triplicity; `None` also when the sect is unknown.
    pub triplicity: Option<TriplicityRole>,
    /// In its own Egyptian term.
    pub term: bool,
    /// In its own face.
    pub face: bool,
    /// Opposite to a sign of its traditional rulership.
    pub detriment: bool,
    /// Opposite to a sign of its modern rulership only.
    pub modern_detriment: bool,
    /// Opposite to its exaltation.
    pub fall: bool,
    /// A traditional planet without rulership, exaltation, triplicity of its sect, term or face.
    pub peregrine: bool,
    /// The sum of the points of W. Lilly, Christian Astrology (1647), p. 115: rulership 5,
    /// exaltation 4, triplicity of the sect 3, term 2, face 1, detriment -5, fall -4, peregrine -5.
    /// 0 for modern planets.
    pub score: i8,
}

/// Returns the essential dignities of Sun to Pluto at a longitude; `None` for other bodies.
///
/// # Examples
///
/// ```
/// use astrology::dignity::dignities;
/// use astrology::sect::Sect;
/// use ephemeris::Body;
///
/// // At 19° Aries by day the Sun is exalted (4), rules the triplicity of fire (3) and the second
/// // face (1).
/// let sun = dignities(Body::Sun, 19.0, Some(Sect::Day)).expect("the Sun has dignities");
/// assert!(sun.exaltation && sun.face && !sun.term);
/// assert_eq!(sun.score, 4 + 3 + 1);
/// assert_eq!(dignities(Body::Chiron, 19.0, Some(Sect::Day)), None);
/// ```
pub fn dignities(body: Body, longitude_deg: f64, sect: Option<Sect>) -> Option<Dignities> {
    if !Body::PLANETS.contains(&body) {
        return None;
    }
    let sign = Sign::of(longitude_deg);
    let degrees = normalize_deg(longitude_deg) - sign.begin_deg();
    let rules = |sign: Sign| ruler(sign) == body;
    let rules_only_now = |sign: Sign| modern_ruler(sign) == body && !rules(sign);
    let is_exalted = |sign: Sign| matches!(exaltation(sign), Some((exalted, _)) if exalted == body);
    let triplicity = sect.and_then(|sect| triplicity_role(body, sign.element(), sect));
    let mut found = Dignities {
        rulership: rules(sign),
        modern_rulership: rules_only_now(sign),
        exaltation: is_exalted(sign),
        triplicity,
        term: term_ruler_in(sign, degrees) == body,
        face: face_ruler_in(sign, degrees) == body,
        detriment: rules(sign.opposite()),
        modern_detriment: rules_only_now(sign.opposite()),
        fall: is_exalted(sign.opposite()),
        peregrine: false,
        score: 0,
    };
    if crate::point::TRADITIONAL_PLANETS.contains(&body) {
        let in_sect = triplicity == Some(TriplicityRole::InSect);
        found.peregrine =
            !(found.rulership || found.exaltation || in_sect || found.term || found.face);
        found.score = [
            (found.rulership, 5),
            (found.exaltation, 4),
            (in_sect, 3),
            (found.term, 2),
            (found.face, 1),
            (found.detriment, -5),
            (found.fall, -4),
            (found.peregrine, -5),
        ]
        .into_iter()
        .filter_map(|(has, points)| has.then_some(points))
        .sum();
    }
    Some(found)
}

fn triplicity_role(body: Body, element: Element, sect: Sect) -> Option<TriplicityRole> {
    let rulers = triplicity(element);
    let (in_sect, out_of_sect) = match sect {
        Sect::Day => (rulers.day, rulers.night),
        Sect::Night => (rulers.night, rulers.day),
    };
    if body == in_sect {
        Some(TriplicityRole::InSect)
    } else if body == out_of_sect {
        Some(TriplicityRole::OutOfSect)
    } else if body == rulers.participating {
        Some(TriplicityRole::Participating)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_egyptian_terms_sum_to_the_years_of_the_planets() {
        // Ptolemy, Tetrabiblos I.20, gives the totals: Saturn 57, Jupiter 79, Mars 66, Venus 82,
        // Mercury 76.
        let mut totals = std::collections::HashMap::new();
        for sign in &TERMS {
            let mut begin = 0;
            for (body, end) in sign {
                *totals.entry(*body).or_insert(0) += i32::from(*end) - begin;
                begin = i32::from(*end);
            }
        }
        for (body, total) in [(SA, 57), (JU, 79), (MA, 66), (VE, 82), (ME, 76)] {
            assert_eq!(totals[&body], total, "{body:?}");
        }
    }

    #[test]
    fn faces_follow_the_chaldean_order_from_mars_to_mars() {
        assert_eq!(face_ruler(0.0), Body::Mars);
        assert_eq!(face_ruler(35.0), Body::Mercury);
        assert_eq!(face_ruler(359.9), Body::Mars);
    }

    #[test]
    fn a_planet_without_any_dignity_is_peregrine() {
        // Lilly, Christian Astrology, p. 112: a planet without any essential dignity. Mars at 12
        // Gemini by day: sign of Mercury, term of Venus (12 to 17), but face of Mars (10 to 20); at
        // 22 it is in its own term.
        let mars = dignities(Body::Mars, 60.0 + 7.0, Some(Sect::Day)).unwrap();
        assert!(mars.peregrine);
        assert_eq!(mars.score, -5);
        let mars = dignities(Body::Mars, 60.0 + 12.0, Some(Sect::Day)).unwrap();
        assert!(mars.face && !mars.peregrine);
        assert_eq!(dignities(Body::Chiron, 0.0, None), None);
    }
}
