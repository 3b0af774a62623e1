//! Points of a chart: bodies, nodes, angles and lots as one type.

use ephemeris::{Body, stars};
use ids::point;

use crate::lot::Lot;

/// A point of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Point {
    /// A body, or a node or apogee of the Moon named by its kind (`trueNode`, `meanApogee`).
    Body(Body),
    /// The Moon's ascending node of the kind in the chart's options.
    NorthNode,
    /// The point opposite to [`Point::NorthNode`].
    SouthNode,
    /// One of the angles.
    Angle(Angle),
    /// An Arabic part.
    Lot(Lot),
    /// A fixed star: its index in [`ephemeris::stars`].
    Star(u16),
}

/// The angles that are points.
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

/// A class of points that share orbs.
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

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ascendant => point::ASCENDANT,
            Self::Midheaven => point::MIDHEAVEN,
            Self::Descendant => point::DESCENDANT,
            Self::ImumCoeli => point::IMUM_COELI,
            Self::Vertex => point::VERTEX,
            Self::Antivertex => point::ANTIVERTEX,
            Self::EastPoint => point::EAST_POINT,
        }
    }

    /// Returns the angle that is always exactly opposite, if there is one.
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

    /// Returns the id used by the API.
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

    /// Returns the class with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.id() == id)
    }
}

/// The seven traditional planets.
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
    /// The default set: ten planets, both nodes, Chiron, mean apogee, Fortune.
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

    /// Returns the id used by the API, for example `partOfFortune`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Body(body) => body.id(),
            Self::NorthNode => point::NORTH_NODE,
            Self::SouthNode => point::SOUTH_NODE,
            Self::Angle(angle) => angle.id(),
            Self::Lot(lot) => lot.id(),
            Self::Star(number) => star_id(number),
        }
    }

    /// Returns the point with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            point::NORTH_NODE => return Some(Self::NorthNode),
            point::SOUTH_NODE => return Some(Self::SouthNode),
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

    /// Returns the class, which determines the orbs.
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

    /// Whether it is one of the lunar nodes.
    pub fn is_lunar_node(self) -> bool {
        matches!(
            self,
            Self::NorthNode | Self::SouthNode | Self::Body(Body::MeanNode | Body::TrueNode)
        )
    }

    /// Whether it is a planet, asteroid or other physical body, not a node, apogee, angle, lot or
    /// star.
    pub fn is_physical(self) -> bool {
        matches!(self, Self::Body(_)) && self.class() != PointClass::Node
    }

    /// Whether it is tied to another point.
    pub fn may_be_bound(self) -> bool {
        matches!(self, Self::Angle(_)) || self.is_lunar_node()
    }

    /// Whether an aspect between the two is meaningless because their distance is constant or both
    /// are models of the same point: node with node, Ascendant with Descendant, Midheaven with Imum
    /// Coeli, Vertex with Antivertex.
    pub fn is_bound_to(self, other: Self) -> bool {
        match (self, other) {
            (Self::Angle(a), Self::Angle(b)) => a.opposite() == Some(b),
            _ => self.is_lunar_node() && other.is_lunar_node(),
        }
    }
}

fn star_id(number: u16) -> &'static str {
    // An index beyond the catalog has no id. `from_id` never returns one.
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
