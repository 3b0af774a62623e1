//! Ids of the points of a chart. A fixed star has the id of its catalog in `ephemeris`.
#![expect(missing_docs, reason = "the names say it")]

/// The Sun, the Moon and Mercury to Pluto, which astrology calls planets, in its order.
pub const PLANETS: [&str; 10] = [
    SUN, MOON, MERCURY, VENUS, MARS, JUPITER, SATURN, URANUS, NEPTUNE, PLUTO,
];

// The Sun, the Moon, the Earth and the planets.
pub const SUN: &str = "sun";
pub const MOON: &str = "moon";
pub const MERCURY: &str = "mercury";
pub const VENUS: &str = "venus";
pub const EARTH: &str = "earth";
pub const MARS: &str = "mars";
pub const JUPITER: &str = "jupiter";
pub const SATURN: &str = "saturn";
pub const URANUS: &str = "uranus";
pub const NEPTUNE: &str = "neptune";
pub const PLUTO: &str = "pluto";

// The nodes and apogees of the Moon's orbit.
pub const NORTH_NODE: &str = "northNode";
pub const SOUTH_NODE: &str = "southNode";
pub const MEAN_NODE: &str = "meanNode";
pub const TRUE_NODE: &str = "trueNode";
pub const MEAN_APOGEE: &str = "meanApogee";
pub const TRUE_APOGEE: &str = "trueApogee";

// Asteroids, centaurs and dwarf planets.
pub const CHIRON: &str = "chiron";
pub const PHOLUS: &str = "pholus";
pub const NESSUS: &str = "nessus";
pub const CHARIKLO: &str = "chariklo";
pub const CERES: &str = "ceres";
pub const PALLAS: &str = "pallas";
pub const JUNO: &str = "juno";
pub const VESTA: &str = "vesta";
pub const HYGIEA: &str = "hygiea";
pub const EROS: &str = "eros";
pub const ERIS: &str = "eris";
pub const SEDNA: &str = "sedna";
pub const HAUMEA: &str = "haumea";
pub const MAKEMAKE: &str = "makemake";
pub const QUAOAR: &str = "quaoar";
pub const ORCUS: &str = "orcus";
pub const IXION: &str = "ixion";
pub const VARUNA: &str = "varuna";

// Angles.
pub const ASCENDANT: &str = "ascendant";
pub const MIDHEAVEN: &str = "midheaven";
pub const DESCENDANT: &str = "descendant";
pub const IMUM_COELI: &str = "imumCoeli";
pub const VERTEX: &str = "vertex";
pub const ANTIVERTEX: &str = "antivertex";
pub const EAST_POINT: &str = "eastPoint";

// Lots.
pub const PART_OF_FORTUNE: &str = "partOfFortune";
pub const PART_OF_SPIRIT: &str = "partOfSpirit";
pub const PART_OF_EROS: &str = "partOfEros";
pub const PART_OF_NECESSITY: &str = "partOfNecessity";
pub const PART_OF_COURAGE: &str = "partOfCourage";
pub const PART_OF_VICTORY: &str = "partOfVictory";
pub const PART_OF_NEMESIS: &str = "partOfNemesis";
pub const PART_OF_FATHER: &str = "partOfFather";
pub const PART_OF_MOTHER: &str = "partOfMother";
pub const PART_OF_MARRIAGE: &str = "partOfMarriage";
pub const PART_OF_CHILDREN: &str = "partOfChildren";
pub const PART_OF_EXALTATION: &str = "partOfExaltation";
pub const PART_OF_BASIS: &str = "partOfBasis";
