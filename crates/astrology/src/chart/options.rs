//! What a chart is asked to be.

use ephemeris::{Body, Center, Observer};

use crate::{
    aspect::AspectSettings,
    ayanamsha::Zodiac,
    house::HouseSystem,
    lot::LotFormula,
    point::{PLANETS, Point, PointClass},
};

/// From where positions are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChartCenter {
    /// The Earth's centre.
    #[default]
    Geocentric,
    /// The place on the Earth's surface. Nodes and apogees stay as they are.
    Topocentric,
    /// The Sun's centre: no Sun, Moon, nodes, apogees, lots, angles, houses; the Earth appears.
    Heliocentric,
}

impl ChartCenter {
    /// The name used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Geocentric => "geocentric",
            Self::Topocentric => "topocentric",
            Self::Heliocentric => "heliocentric",
        }
    }
}

/// Which of the Moon's nodes `northNode` and `southNode` mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum NodeKind {
    /// Of the osculating orbit.
    #[default]
    True,
    /// Of the mean orbit.
    Mean,
}

impl NodeKind {
    /// The body that this node is.
    pub const fn body(self) -> Body {
        match self {
            Self::True => Body::TrueNode,
            Self::Mean => Body::MeanNode,
        }
    }

    /// The name used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::Mean => "mean",
        }
    }
}

/// What becomes of a minor body at a time for which its orbit is not known: their kernels end centuries before those of
/// Sun, Moon and planets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unknown {
    /// There is no chart.
    #[default]
    Refuse,
    /// The chart is without it, and says so.
    LeaveOut,
}

/// How a chart is computed.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartOptions {
    /// The points, in the order wanted.
    pub points: Vec<Point>,
    /// What becomes of those that are not known at the time.
    pub unknown: Unknown,
    /// The house system.
    pub house_system: HouseSystem,
    /// The system to use where the first is undefined; `None` refuses.
    pub polar_fallback: Option<HouseSystem>,
    /// Tropical, or sidereal with an ayanamsha.
    pub zodiac: Zodiac,
    /// From where.
    pub center: ChartCenter,
    /// The Moon from the place on the surface although the rest is geocentric.
    pub topocentric_moon: bool,
    /// What `northNode` is.
    pub node: NodeKind,
    /// Which formula lots take at night.
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
    /// The points of a chart whose caller names none.
    pub fn default_points(center: ChartCenter) -> Vec<Point> {
        if center != ChartCenter::Heliocentric {
            return Point::DEFAULT.to_vec();
        }
        let planets = PLANETS
            .into_iter()
            .filter(|body| !matches!(body, Body::Sun | Body::Moon));
        [Body::Earth]
            .into_iter()
            .chain(planets)
            .chain([Body::Chiron])
            .map(Point::Body)
            .collect()
    }

    /// From where a chart of that place sees a body.
    pub fn seen_from(&self, body: Body, observer: &Observer) -> Center {
        match self.center {
            _ if body == Body::Moon && self.topocentric_moon => Center::Topocentric(*observer),
            ChartCenter::Geocentric => Center::Geocentric,
            ChartCenter::Topocentric => Center::Topocentric(*observer),
            ChartCenter::Heliocentric => Center::Heliocentric,
        }
    }

    /// Whether a point exists from that centre.
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
