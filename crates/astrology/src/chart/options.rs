//! The options of a chart.

use ephemeris::{Body, Center, Observer};

use crate::{
    aspect::AspectSettings,
    ayanamsha::Zodiac,
    house::HouseSystem,
    lot::LotFormula,
    point::{Point, PointClass},
};

/// The center from which positions are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChartCenter {
    /// The Earth's center.
    #[default]
    Geocentric,
    /// A place on the Earth's surface. Nodes and apogees remain geocentric.
    Topocentric,
    /// The Sun's center. There is no Sun, Moon, node, apogee, lot, angle or house; the Earth is
    /// included.
    Heliocentric,
}

impl ChartCenter {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Geocentric => "geocentric",
            Self::Topocentric => "topocentric",
            Self::Heliocentric => "heliocentric",
        }
    }
}

/// Which lunar nodes `northNode` and `southNode` denote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum NodeKind {
    /// Of the osculating orbit.
    #[default]
    True,
    /// Of the mean orbit.
    Mean,
}

impl NodeKind {
    /// Returns the corresponding body.
    pub const fn body(self) -> Body {
        match self {
            Self::True => Body::TrueNode,
            Self::Mean => Body::MeanNode,
        }
    }

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::Mean => "mean",
        }
    }
}

/// How to treat a minor body at a time that its orbit data do not cover: their kernels end
/// centuries before those of Sun, Moon and planets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unknown {
    /// The chart is refused.
    #[default]
    Refuse,
    /// The chart omits the body and reports it.
    LeaveOut,
}

/// The options of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartOptions {
    /// The points, in the desired order.
    pub points: Vec<Point>,
    /// How to treat points that have no data at the time.
    pub unknown: Unknown,
    /// The house system.
    pub house_system: HouseSystem,
    /// The fallback where the first system is undefined; `None` returns an error.
    pub polar_fallback: Option<HouseSystem>,
    /// Tropical, or sidereal with an ayanamsha.
    pub zodiac: Zodiac,
    /// The center.
    pub center: ChartCenter,
    /// Whether the Moon is topocentric although the other bodies are geocentric.
    pub topocentric_moon: bool,
    /// The node that `northNode` denotes.
    pub node: NodeKind,
    /// The formula for lots in night charts.
    pub lot_formula: LotFormula,
    /// Aspects and their orbs.
    pub aspects: AspectSettings,
}

impl Default for ChartOptions {
    fn default() -> Self {
        Self {
            points: Point::DEFAULT.to_vec(),
            unknown: Unknown::default(),
            house_system: HouseSystem::Placidus,
            polar_fallback: None,
            zodiac: Zodiac::Tropical,
            center: ChartCenter::Geocentric,
            topocentric_moon: false,
            node: NodeKind::True,
            lot_formula: LotFormula::Sect,
            aspects: AspectSettings::default(),
        }
    }
}

impl ChartOptions {
    /// Returns the default points of a chart.
    pub fn default_points(center: ChartCenter) -> Vec<Point> {
        if center != ChartCenter::Heliocentric {
            return Point::DEFAULT.to_vec();
        }
        let planets = Body::PLANETS
            .into_iter()
            .filter(|body| !matches!(body, Body::Sun | Body::Moon));
        [Body::Earth]
            .into_iter()
            .chain(planets)
            .chain([Body::Chiron])
            .map(Point::Body)
            .collect()
    }

    /// Returns the center from which a chart at that place sees a body.
    pub fn seen_from(&self, body: Body, observer: &Observer) -> Center {
        match self.center {
            _ if body == Body::Moon && self.topocentric_moon => Center::Topocentric(*observer),
            ChartCenter::Geocentric => Center::Geocentric,
            ChartCenter::Topocentric => Center::Topocentric(*observer),
            ChartCenter::Heliocentric => Center::Heliocentric,
        }
    }

    /// Whether a point exists from that center.
    pub fn exists(center: ChartCenter, point: Point) -> bool {
        match (center, point) {
            (ChartCenter::Heliocentric, Point::Body(Body::Sun | Body::Moon)) => false,
            (ChartCenter::Heliocentric, point) => !matches!(
                point.class(),
                PointClass::Node | PointClass::Angle | PointClass::Lot
            ),
            (_, point) => point != Point::Body(Body::Earth),
        }
    }
}
