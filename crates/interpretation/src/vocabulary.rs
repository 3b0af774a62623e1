//! The vocabulary of subjects: ids of points, signs, houses, aspects and phases, as in the API.
//! `kind.rs` defines which of them a text can be about.

/// Points a text can be about in a natal chart, in the order their pairs are written.
pub const POINTS: &[&str] = &[
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "chiron",
    "northNode",
    "southNode",
    "meanApogee",
    "partOfFortune",
];

/// Angles a text can be about.
pub const ANGLES: &[&str] = &["ascendant", "midheaven"];

/// Points whose natal aspects have texts. The south node, the Descendant and the Imum Coeli use the
/// opposite point with the mirrored aspect ([`mirror_aspect`]).
pub const ASPECT_POINTS: &[&str] = &[
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "chiron",
    "northNode",
    "ascendant",
    "midheaven",
];

/// Transiting points slow enough to have a text for every natal point.
pub const SLOW_POINTS: &[&str] = &["jupiter", "saturn", "uranus", "neptune", "pluto"];

/// Transiting points that pass quickly: one text for each aspect, whatever the natal point.
pub const FAST_POINTS: &[&str] = &["sun", "moon", "mercury", "venus", "mars"];

/// Natal points that slow transits have texts for.
pub const TRANSITED_POINTS: &[&str] = &[
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "ascendant",
    "midheaven",
];

/// Points compared between two charts.
pub const SYNASTRY_POINTS: &[&str] = &[
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "ascendant",
    "midheaven",
];

/// Points that can be retrograde and have a text for it.
pub const RETROGRADE_POINTS: &[&str] = &[
    "mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto", "chiron",
];

/// Points whose return has a text.
pub const RETURNING_POINTS: &[&str] = &["mercury", "venus", "mars", "jupiter", "saturn"];

/// The signs in zodiacal order.
pub const SIGNS: &[&str] = &[
    "aries",
    "taurus",
    "gemini",
    "cancer",
    "leo",
    "virgo",
    "libra",
    "scorpio",
    "sagittarius",
    "capricorn",
    "aquarius",
    "pisces",
];

/// The houses.
pub const HOUSES: &[&str] = &[
    "house-1", "house-2", "house-3", "house-4", "house-5", "house-6", "house-7", "house-8",
    "house-9", "house-10", "house-11", "house-12",
];

/// The aspects that have texts.
pub const ASPECTS: &[&str] = &["conjunction", "sextile", "square", "trine", "opposition"];

/// The eight phases of the Moon.
pub const PHASES: &[&str] = &[
    "new",
    "waxing-crescent",
    "first-quarter",
    "waxing-gibbous",
    "full",
    "waning-gibbous",
    "last-quarter",
    "waning-crescent",
];

/// Returns the point that replaces `id` in texts about aspects, and whether the aspect is mirrored:
/// a trine to the south node is a sextile to the north node.
pub fn aspect_point(id: &str) -> (&str, bool) {
    match id {
        "southNode" => ("northNode", true),
        "meanNode" | "trueNode" => ("northNode", false),
        "descendant" => ("ascendant", true),
        "imumCoeli" => ("midheaven", true),
        other => (other, false),
    }
}

/// Returns the aspect to the opposite point.
pub fn mirror_aspect(aspect: &str) -> &str {
    match aspect {
        "conjunction" => "opposition",
        "opposition" => "conjunction",
        "sextile" => "trine",
        "trine" => "sextile",
        other => other,
    }
}
