//! Symbols of planets, asteroids, nodes, lots and angles.
//!
//! Bodies without an established symbol have one of this project, in the style of their family:
//! centaurs are keys like Chiron's. Angles are drawn as letters, so that they look the same in
//! every language and need no font.

use ids::point;

/// The symbol of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointGlyph {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// Mercury.
    Mercury,
    /// Venus.
    Venus,
    /// Mars.
    Mars,
    /// Jupiter.
    Jupiter,
    /// Saturn.
    Saturn,
    /// Uranus.
    Uranus,
    /// Neptune.
    Neptune,
    /// Pluto.
    Pluto,
    /// The Earth, in heliocentric charts.
    Earth,
    /// Chiron.
    Chiron,
    /// Ceres.
    Ceres,
    /// Pallas.
    Pallas,
    /// Juno.
    Juno,
    /// Vesta.
    Vesta,
    /// The ascending node, mean or true.
    NorthNode,
    /// The descending node.
    SouthNode,
    /// The mean ascending node.
    MeanNode,
    /// The true ascending node.
    TrueNode,
    /// The mean apogee of the Moon, Lilith.
    MeanApogee,
    /// The true apogee of the Moon.
    TrueApogee,
    /// The lot of fortune.
    PartOfFortune,
    /// The lot of spirit.
    PartOfSpirit,
    /// The Ascendant.
    Ascendant,
    /// The Midheaven.
    Midheaven,
    /// The Descendant.
    Descendant,
    /// The Imum Coeli.
    ImumCoeli,
    /// The Vertex.
    Vertex,
    /// The Antivertex.
    Antivertex,
    /// The East Point.
    EastPoint,
    /// Pholus.
    Pholus,
    /// Nessus.
    Nessus,
    /// Chariklo.
    Chariklo,
    /// Eris.
    Eris,
    /// Sedna.
    Sedna,
    /// Haumea.
    Haumea,
    /// Makemake.
    Makemake,
    /// Quaoar.
    Quaoar,
    /// Orcus.
    Orcus,
    /// Ixion.
    Ixion,
    /// Varuna.
    Varuna,
    /// Hygiea.
    Hygiea,
    /// The asteroid Eros.
    Eros,
}

impl PointGlyph {
    /// All symbols, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Sun,
        Self::Moon,
        Self::Mercury,
        Self::Venus,
        Self::Mars,
        Self::Jupiter,
        Self::Saturn,
        Self::Uranus,
        Self::Neptune,
        Self::Pluto,
        Self::Earth,
        Self::Chiron,
        Self::Ceres,
        Self::Pallas,
        Self::Juno,
        Self::Vesta,
        Self::NorthNode,
        Self::SouthNode,
        Self::MeanNode,
        Self::TrueNode,
        Self::MeanApogee,
        Self::TrueApogee,
        Self::PartOfFortune,
        Self::PartOfSpirit,
        Self::Ascendant,
        Self::Midheaven,
        Self::Descendant,
        Self::ImumCoeli,
        Self::Vertex,
        Self::Antivertex,
        Self::EastPoint,
        Self::Pholus,
        Self::Nessus,
        Self::Chariklo,
        Self::Eris,
        Self::Sedna,
        Self::Haumea,
        Self::Makemake,
        Self::Quaoar,
        Self::Orcus,
        Self::Ixion,
        Self::Varuna,
        Self::Hygiea,
        Self::Eros,
    ];

    /// Returns the id used by the API, such as `meanApogee`.
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    /// Returns the symbol with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.id() == id)
    }

    /// Returns its id and its drawing.
    const fn entry(self) -> (&'static str, &'static str) {
        TABLE[self as usize]
    }

    pub(super) fn drawing(self) -> &'static str {
        self.entry().1
    }
}

/// Id and drawing, in declaration order.
const TABLE: &[(&str, &str)] = &[
    (point::SUN, "O 0 0 9 O 0 0 0.8"),
    (
        point::MOON,
        "A -2.6 0 9 -109.47 109.47 A -7.7 0 8.74 76.1 -76.1 Z",
    ),
    (
        point::MERCURY,
        "A 0 -9.2 4 8 172 O 0 -1.2 4 M 0 2.8 L 0 10.2 M -3.4 6.6 L 3.4 6.6",
    ),
    (
        point::VENUS,
        "O 0 -4.4 5.4 M 0 1 L 0 10.2 M -4.2 5.8 L 4.2 5.8",
    ),
    (
        point::MARS,
        "O -2.4 2.4 5.8 M 1.7 -1.7 L 7.2 -7.2 M 2 -7.2 L 7.2 -7.2 L 7.2 -2",
    ),
    (
        point::JUPITER,
        "M -7 -6.3 C -5.4 -9.8 0.6 -9.8 0.6 -4.9 C 0.6 -0.8 -3.8 2.6 -7.4 3.4 L 7.8 3.4 M 4 -8.8 L 4 9.4",
    ),
    (
        point::SATURN,
        "M -3.2 -9.8 L -3.2 4 M -7 -6.4 L 1.4 -6.4 M -3.2 -0.4 C -1.6 -4.4 5.8 -4.6 5.4 0.8 C 5 4.8 0.8 5.8 2.4 8.7 C 3.1 10 5.2 9.6 5.9 8",
    ),
    (
        point::URANUS,
        "M -6.8 -7.7 C -4.7 -6.2 -4.7 0.2 -6.8 1.8 M 6.8 -7.7 C 4.7 -6.2 4.7 0.2 6.8 1.8 M -5.3 -3 L 5.3 -3 M 0 -8.6 L 0 4.4 O 0 7.1 2.7",
    ),
    (
        point::NEPTUNE,
        "M 0 -9.6 L 0 10.2 M -3.6 6.2 L 3.6 6.2 M -6.8 -7 C -6.8 2.6 6.8 2.6 6.8 -7 M -8.4 -4.8 L -6.8 -7.2 L -5.1 -4.8 M 8.4 -4.8 L 6.8 -7.2 L 5.1 -4.8 M -1.8 -7.4 L 0 -9.8 L 1.8 -7.4",
    ),
    (
        point::PLUTO,
        "O 0 -6.9 2.8 A 0 -6.3 6.4 0 180 M 0 0.1 L 0 10.2 M -3.9 5.2 L 3.9 5.2",
    ),
    (point::EARTH, "O 0 0 9 M 0 -9 L 0 9 M -9 0 L 9 0"),
    (
        point::CHIRON,
        "O 0 6.1 3.7 M 0 2.4 L 0 -9.8 M 5 -8.8 L 0 -3.8 L 5 1",
    ),
    (
        point::CERES,
        "A 0 -4.8 5.2 -165 90 L 0 10.2 M -3.8 5.6 L 3.8 5.6",
    ),
    (
        point::PALLAS,
        "M 0 -10 L 5.2 -4.6 L 0 0.8 L -5.2 -4.6 Z M 0 0.8 L 0 10.2 M -3.8 5.6 L 3.8 5.6",
    ),
    (
        point::JUNO,
        "M 0 -10 L 0 10.2 M -5 -5 L 5 -5 M -3.6 -8.6 L 3.6 -1.4 M 3.6 -8.6 L -3.6 -1.4 M -3.8 5.8 L 3.8 5.8",
    ),
    (
        point::VESTA,
        "M -8.6 -0.6 L -5.2 -0.6 L 0 9.6 L 5.2 -0.6 L 8.6 -0.6 M 0 3.4 C -4.6 -0.6 -0.4 -4 0.2 -9.6 C 3.4 -5 4.2 -0.8 0 3.4 Z",
    ),
    (
        point::NORTH_NODE,
        "A 0 -2.2 6.2 140 400 O -5.3 4.9 3.1 O 5.3 4.9 3.1",
    ),
    (
        point::SOUTH_NODE,
        "A 0 2.2 6.2 -140 -400 O -5.3 -4.9 3.1 O 5.3 -4.9 3.1",
    ),
    (
        point::MEAN_NODE,
        "A 0 -2.2 6.2 140 400 O -5.3 4.9 3.1 O 5.3 4.9 3.1",
    ),
    (
        point::TRUE_NODE,
        "A 0 -2.2 6.2 140 400 O -5.3 4.9 3.1 O 5.3 4.9 3.1",
    ),
    (
        point::MEAN_APOGEE,
        "A -0.6 -4.8 5.2 -115 115 A -3.2 -4.8 4.73 85.1 -85.1 Z M 0 0.4 L 0 10.2 M -3.8 5.6 L 3.8 5.6",
    ),
    (
        point::TRUE_APOGEE,
        "A -0.6 -4.8 5.2 -115 115 A -3.2 -4.8 4.73 85.1 -85.1 Z M 0 0.4 L 0 10.2 M -3.8 5.6 L 3.8 5.6",
    ),
    (
        point::PART_OF_FORTUNE,
        "O 0 0 9 M -6.36 -6.36 L 6.36 6.36 M 6.36 -6.36 L -6.36 6.36",
    ),
    (point::PART_OF_SPIRIT, "O 0 0 6.6 M 0 -10.2 L 0 10.2"),
    (
        point::ASCENDANT,
        "M -9 5.2 L -5.2 -5.2 L -1.4 5.2 M -7.8 1.8 L -2.6 1.8 M 8.8 -3.2 C 7.6 -6.6 1.8 -6.8 1.6 0 C 1.8 6.8 7.6 6.6 8.8 3.2",
    ),
    (
        point::MIDHEAVEN,
        "M -9 5.2 L -9 -5.2 L -5.1 1.8 L -1.2 -5.2 L -1.2 5.2 M 9.2 -3.2 C 8.1 -6.6 2.4 -6.8 2.2 0 C 2.4 6.8 8.1 6.6 9.2 3.2",
    ),
    (
        point::DESCENDANT,
        "M -8.4 5.2 L -8.4 -5.2 L -6 -5.2 C -0.2 -5.2 -0.2 5.2 -6 5.2 Z M 8.8 -3.2 C 7.6 -6.6 1.8 -6.8 1.6 0 C 1.8 6.8 7.6 6.6 8.8 3.2",
    ),
    (
        point::IMUM_COELI,
        "M -5.8 5.2 L -5.8 -5.2 M 6 -3.2 C 4.8 -6.6 -1 -6.8 -1.2 0 C -1 6.8 4.8 6.6 6 3.2",
    ),
    (
        point::VERTEX,
        "M -8.6 -5.2 L -4.8 5.2 L -1 -5.2 M 2.2 -1.6 L 8.2 5.2 M 8.2 -1.6 L 2.2 5.2",
    ),
    (
        point::ANTIVERTEX,
        "M -9 5.2 L -5.2 -5.2 L -1.4 5.2 M -7.8 1.8 L -2.6 1.8 M 2.2 -1.6 L 5.3 5.2 L 8.4 -1.6",
    ),
    (
        point::EAST_POINT,
        "M -1.8 -5.2 L -8 -5.2 L -8 5.2 L -1.8 5.2 M -8 0 L -2.8 0 M 2.4 5.2 L 2.4 -5.2 L 5 -5.2 C 9.6 -5.2 9.6 0.8 5 0.8 L 2.4 0.8",
    ),
    (
        point::PHOLUS,
        "O 0 6.1 3.7 M 0 2.4 L 0 -9.6 L 1.2 -9.6 C 6.4 -9.6 6.4 -3 1.2 -3 L 0 -3",
    ),
    (
        point::NESSUS,
        "O 0 6.1 3.7 M 0 2.4 L 0 -9.4 L 5.4 -1.4 L 5.4 -8.6",
    ),
    (
        point::CHARIKLO,
        "O 0 6.1 3.7 M 0 2.4 L 0 -1.9 A 0 -5.7 3.8 90 315 M 0 -1.9 A 0 -5.7 3.8 90 45",
    ),
    (
        point::ERIS,
        "O 0 -5.4 4.6 M 0 -0.8 L 0 10 M -3.9 5.9 L 0 10 L 3.9 5.9 M -3.9 2.4 L 3.9 2.4",
    ),
    (
        point::SEDNA,
        "O 0 0 9 M 3.9 -3.2 C 2.2 -6 -4 -5.6 -3.8 -2.5 C -3.6 0.5 4 -0.5 3.9 2.6 C 3.8 5.9 -2.6 6 -4.2 3.2",
    ),
    (
        point::HAUMEA,
        "O 0 -6.7 3 M 0 -3.7 L 0 2.6 M -6.6 -4.6 C -6.2 0.6 6.2 0.6 6.6 -4.6 M -5.6 8.4 C -5 0.6 5 0.6 5.6 8.4 O 0 8 1",
    ),
    (
        point::MAKEMAKE,
        "M -7.6 -5.6 C -7.8 4.4 -4 9.8 0 9.8 C 4 9.8 7.8 4.4 7.6 -5.6 C 4 -9.8 -4 -9.8 -7.6 -5.6 Z O -3 -2.6 1.3 O 3 -2.6 1.3 M -2.2 4.4 L 2.2 4.4",
    ),
    (
        point::QUAOAR,
        "M 0 -9.4 L 8.6 0 L 0 9.4 L -8.6 0 Z M 1.2 1.2 L 7.2 7.2",
    ),
    (
        point::ORCUS,
        "O 0 6.9 2.8 A 0 6.3 6.4 180 360 M 0 -0.1 L 0 -10.2 M -3.9 -5.2 L 3.9 -5.2",
    ),
    (
        point::IXION,
        "O 0 0 9 M 0 -9 L 0 9 M -7.79 -4.5 L 7.79 4.5 M -7.79 4.5 L 7.79 -4.5",
    ),
    (
        point::VARUNA,
        "M -6.4 -8 L 0 9 L 6.4 -8 M -9.2 -1.2 C -6.2 -4.4 -3 2 0 -1.2 C 3 -4.4 6.2 2 9.2 -1.2",
    ),
    (
        point::HYGIEA,
        "A 0 -7.6 5.6 0 180 L 5.6 -7.6 M 0 -2 L 0 9.4 M -4.2 9.4 L 4.2 9.4 M -4 7 C -1.6 3.6 4.6 6.8 3.8 3.6 C 3 0.6 -3.2 3.2 -4 -0.2",
    ),
    (
        point::EROS,
        "M 0 0.8 C -8.6 -4 -6.6 -9.4 -3.2 -9.4 C -1.4 -9.4 0 -8 0 -6.8 C 0 -8 1.4 -9.4 3.2 -9.4 C 6.6 -9.4 8.6 -4 0 0.8 Z M 0 0.8 L 0 10.2 M -3.8 5.6 L 3.8 5.6",
    ),
];
