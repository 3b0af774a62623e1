//! What a chart has: bodies, nodes, angles and lots under one typed name.

use ephemeris::{Body, stars};

use crate::lot::Lot;

/// One point of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Point {
    /// A body, or a node or apogee of the Moon named by its kind (`trueNode`, `meanApogee`).
    Body(Body),
    /// The Moon's ascending node of the kind that the chart's options name.
    NorthNode,
    /// The point opposite to [`Point::NorthNode`].
    SouthNode,
    /// One of the angles.
    Angle(Angle),
    /// An Arabic part.
    Lot(Lot),
    /// A fixed star: its number in [`ephemeris::stars`].
    Star(u16),
}

/// The angles that are points of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "defined in house::Angles")]
pub enum Angle {
    Ascendant,
    Midheaven,
    Descendant,
    ImumCoeli,
    Vertex,
    Antivertex,
    EastPoint,
}

/// Points that share orbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointClass {
    /// Sun and Moon.
    Luminary,
    /// Mercury, Venus, Mars.
    Personal,
    /// Jupiter, Saturn.
    Social,
    /// Uranus, Neptune, Pluto.
    Outer,
    /// Asteroids, centaurs, dwarf planets other than Pluto.
    Minor,
    /// The Moon's nodes and apogees.
    Node,
    /// Angles.
    Angle,
    /// Lots.
    Lot,
    /// Fixed stars.
    Star,
}

impl Angle {
    /// Every angle.
    pub const ALL: [Self; 7] = [
        Self::Ascendant,
        Self::Midheaven,
        Self::Descendant,
        Self::ImumCoeli,
        Self::Vertex,
        Self::Antivertex,
        Self::EastPoint,
    ];

    /// The name used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ascendant => "ascendant",
            Self::Midheaven => "midheaven",
            Self::Descendant => "descendant",
            Self::ImumCoeli => "imumCoeli",
            Self::Vertex => "vertex",
            Self::Antivertex => "antivertex",
            Self::EastPoint => "eastPoint",
        }
    }

    /// The angle exactly opposite at all times, if that is an angle too.
    pub const fn opposite(self) -> Option<Self> {
        match self {
            Self::Ascendant => Some(Self::Descendant),
            Self::Descendant => Some(Self::Ascendant),
            Self::Midheaven => Some(Self::ImumCoeli),
            Self::ImumCoeli => Some(Self::Midheaven),
            Self::Vertex => Some(Self::Antivertex),
            Self::Antivertex => Some(Self::Vertex),
            Self::EastPoint => None,
        }
    }
}

impl PointClass {
    /// Every class.
    pub const ALL: [Self; 9] = [
        Self::Luminary,
        Self::Personal,
        Self::Social,
        Self::Outer,
        Self::Minor,
        Self::Node,
        Self::Angle,
        Self::Lot,
        Self::Star,
    ];

    /// The name used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Luminary => "luminary",
            Self::Personal => "personal",
            Self::Social => "social",
            Self::Outer => "outer",
            Self::Minor => "minor",
            Self::Node => "node",
            Self::Angle => "angle",
            Self::Lot => "lot",
            Self::Star => "star",
        }
    }

    /// The class with that id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.id() == id)
    }
}

/// Sun to Pluto as astrologers list them.
pub const PLANETS: [Body; 10] = [
    Body::Sun,
    Body::Moon,
    Body::Mercury,
    Body::Venus,
    Body::Mars,
    Body::Jupiter,
    Body::Saturn,
    Body::Uranus,
    Body::Neptune,
    Body::Pluto,
];

/// The seven of antiquity.
pub const TRADITIONAL_PLANETS: [Body; 7] = [
    Body::Sun,
    Body::Moon,
    Body::Mercury,
    Body::Venus,
    Body::Mars,
    Body::Jupiter,
    Body::Saturn,
];

impl Point {
    /// The set used when a caller names none: ten planets, both nodes, Chiron, mean apogee, Fortune.
    pub const DEFAULT: [Self; 15] = [
        Self::Body(Body::Sun),
        Self::Body(Body::Moon),
        Self::Body(Body::Mercury),
        Self::Body(Body::Venus),
        Self::Body(Body::Mars),
        Self::Body(Body::Jupiter),
        Self::Body(Body::Saturn),
        Self::Body(Body::Uranus),
        Self::Body(Body::Neptune),
        Self::Body(Body::Pluto),
        Self::NorthNode,
        Self::SouthNode,
        Self::Body(Body::Chiron),
        Self::Body(Body::MeanApogee),
        Self::Lot(Lot::Fortune),
    ];

    /// The name used by the API, for example `partOfFortune`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Body(body) => body.id(),
            Self::NorthNode => "northNode",
            Self::SouthNode => "southNode",
            Self::Angle(angle) => angle.id(),
            Self::Lot(lot) => lot.id(),
            Self::Star(number) => star_id(number),
        }
    }

    /// The point with that id.
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "northNode" => return Some(Self::NorthNode),
            "southNode" => return Some(Self::SouthNode),
            _ => {}
        }
        let angle = || Angle::ALL.into_iter().find(|angle| angle.id() == id);
        let lot = || Lot::ALL.into_iter().find(|lot| lot.id() == id);
        Body::from_id(id)
            .map(Self::Body)
            .or_else(|| angle().map(Self::Angle))
            .or_else(|| lot().map(Self::Lot))
            .or_else(|| star_from_id(id))
    }

    /// Which orbs apply to it.
    pub fn class(self) -> PointClass {
        match self {
            Self::NorthNode | Self::SouthNode => PointClass::Node,
            Self::Angle(_) => PointClass::Angle,
            Self::Lot(_) => PointClass::Lot,
            Self::Star(_) => PointClass::Star,
            Self::Body(body) => match body {
                Body::Sun | Body::Moon | Body::Earth => PointClass::Luminary,
                Body::Mercury | Body::Venus | Body::Mars => PointClass::Personal,
                Body::Jupiter | Body::Saturn => PointClass::Social,
                Body::Uranus | Body::Neptune | Body::Pluto => PointClass::Outer,
                Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => {
                    PointClass::Node
                }
                _ => PointClass::Minor,
            },
        }
    }

    /// Whether it is one of the Moon's nodes.
    pub fn is_lunar_node(self) -> bool {
        matches!(
            self,
            Self::NorthNode | Self::SouthNode | Self::Body(Body::MeanNode | Body::TrueNode)
        )
    }

    /// A planet, asteroid or other body that can be seen; not a node, apogee, angle, lot or star.
    pub fn is_physical(self) -> bool {
        matches!(self, Self::Body(_)) && self.class() != PointClass::Node
    }

    /// Whether there is a point that this one is bound to.
    pub fn may_be_bound(self) -> bool {
        matches!(self, Self::Angle(_)) || self.is_lunar_node()
    }

    /// Whether an aspect of the two says nothing because their distance never changes or is that of two models of the
    /// same thing: node with node, Ascendant with Descendant, Midheaven with Imum Coeli, Vertex with Antivertex.
    pub fn is_bound_to(self, other: Self) -> bool {
        match (self, other) {
            (Self::Angle(a), Self::Angle(b)) => a.opposite() == Some(b),
            _ => self.is_lunar_node() && other.is_lunar_node(),
        }
    }
}

fn star_id(number: u16) -> &'static str {
    // A number beyond the catalogue has no name; `from_id` never makes one.
    stars().get(usize::from(number)).map_or("", |star| star.id)
}

fn star_from_id(id: &str) -> Option<Point> {
    let number = stars().iter().position(|star| star.id == id)?;
    u16::try_from(number).ok().map(Point::Star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_names_its_point() {
        for point in Point::DEFAULT {
            assert_eq!(Point::from_id(point.id()), Some(point));
        }
        for angle in Angle::ALL {
            assert_eq!(Point::from_id(angle.id()), Some(Point::Angle(angle)));
        }
        for lot in Lot::ALL {
            assert_eq!(Point::from_id(lot.id()), Some(Point::Lot(lot)));
        }
        assert_eq!(Point::from_id("vulcan"), None);
    }
}
