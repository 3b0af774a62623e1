//! Margins: how much earlier or later a birth must be for a fact of its chart to change, and which conventions change it.
//!
//! A fact, such as a sign or an aspect in orb, holds while some angles stay between two limits. The instant at which it
//! changes is the first root of one of these angles ([`search`]). Positions between the ends of the window come from a
//! polynomial through exact charts ([`motion`]), houses and angles from the exact formulas at every step.
//!
//! Absent on purpose: lots, whose formulas change with the sect, parallels, and houses beyond the polar circles, where
//! cusps jump.

mod alternative;
mod fact;
mod motion;
mod search;

use ephemeris::{Ephemeris, Instant, Observer, Tt};

pub use self::alternative::Alternative;
pub use self::fact::FactKind;
use self::fact::Place;
use self::motion::Motion;
use crate::{
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartError, ChartMoment, ChartOptions, NodeKind},
    house::HouseSystem,
    point::Point,
    vedic::varga::{Varga, VargaVariants},
};

/// The largest window, in days to each side of the birth.
pub const MAX_WINDOW_DAYS: f64 = 1.0;

/// Which facts are examined.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a kind of fact; any combination occurs"
)]
pub struct FactSet {
    /// The house of every point.
    pub houses: bool,
    /// The aspects in orb.
    pub aspects: bool,
    /// The sign of the midheaven, and day or night.
    pub midheaven_and_sect: bool,
    /// Nakshatras and padas, and the tithi.
    pub nakshatras: bool,
    /// Signs in divisional charts.
    pub vargas: Vec<Varga>,
    /// Their variants.
    pub variants: VargaVariants,
    /// Lords of the Vimshottari dasha.
    pub dasha: Option<DashaDate>,
}

/// A date for which the lords of the Vimshottari dasha are examined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DashaDate {
    /// The date.
    pub at: Instant<Tt>,
    /// Length of a year, in days.
    pub year_days: f64,
    /// Number of levels, 1 to 5.
    pub levels: u8,
}

/// What to compare with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alternatives {
    /// Other ayanamshas. They apply to a sidereal zodiac.
    pub ayanamshas: Vec<Ayanamsha>,
    /// Whether to compare with the other node.
    pub node: bool,
    /// Other house systems.
    pub houses: Vec<HouseSystem>,
}

/// A birth, the facts of its chart that are examined, and how far around it.
#[derive(Clone, Debug, PartialEq)]
pub struct MarginRequest {
    /// The birth.
    pub moment: ChartMoment,
    /// Its place.
    pub observer: Observer,
    /// The options of the chart.
    pub options: ChartOptions,
    /// Which facts.
    pub facts: FactSet,
    /// Days to each side of the birth, at most [`MAX_WINDOW_DAYS`].
    pub window_days: f64,
    /// Conventions to compare with.
    pub alternatives: Alternatives,
}

/// A change of a fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// Days from the birth, not negative.
    pub days: f64,
    /// What the fact is there.
    pub value: u16,
}

/// A fact with its margins.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// Which fact.
    pub kind: FactKind,
    /// What it is at the birth; [`FactKind`] tells what the number means.
    pub value: u16,
    /// The nearest change before the birth; `None` if there is none in the window.
    pub earlier: Option<Flip>,
    /// The nearest change after it.
    pub later: Option<Flip>,
    /// The conventions that change it, and what it is with them.
    pub changed_by: Vec<(Alternative, u16)>,
}

impl Margin {
    /// Returns the days to the nearest change; `None` if there is none in the window.
    pub fn nearest_days(&self) -> Option<f64> {
        let flips = self.earlier.iter().chain(&self.later);
        flips.map(|it| it.days).min_by(f64::total_cmp)
    }
}

/// Returns the margins of a chart, the fact that changes first before all others.
///
/// # Errors
///
/// Those of the chart, at the birth or elsewhere in the window.
///
/// # Examples
///
/// ```
/// use astrology::chart::{ChartMoment, ChartOptions};
/// use astrology::margin::{FactKind, FactSet, MarginRequest, margins};
/// use astrology::point::{Angle, Point};
/// use ephemeris::{Ephemeris, Instant, Observer};
///
/// let request = MarginRequest {
///     moment: ChartMoment::from_utc(Instant::from_julian_date(2_448_058.020_833)), // 1990-06-15T12:30Z
///     observer: Observer { latitude_deg: 52.37, longitude_deg: 4.9, height_m: 0.0 },
///     options: ChartOptions::default(),
///     facts: FactSet { midheaven_and_sect: true, ..FactSet::default() },
///     window_days: 0.5,
///     alternatives: Default::default(),
/// };
/// let found = margins(Ephemeris::embedded(), &request)?;
/// let ascendant = found.iter().find(|it| it.kind == FactKind::Sign(Point::Angle(Angle::Ascendant))).unwrap();
/// // A sign takes less than three hours to rise there.
/// let (earlier, later) = (ascendant.earlier.unwrap(), ascendant.later.unwrap());
/// assert!(earlier.days + later.days < 3.0 / 24.0);
/// # Ok::<(), astrology::chart::ChartError>(())
/// ```
pub fn margins(
    ephemeris: &Ephemeris<'_>,
    request: &MarginRequest,
) -> Result<Vec<Margin>, ChartError> {
    let chart = Chart::compute(
        ephemeris,
        request.moment,
        &request.observer,
        &request.options,
    )?;
    let motion = Motion::compute(ephemeris, request, &chart)?;
    let birth = motion.at(0.0);
    let kinds = fact::kinds(request, &chart, &motion, &birth);
    let others = alternative::snapshots(ephemeris, request, &motion, &birth)?;
    let mut found = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let Some(value) = fact::value(kind, &birth, &motion, &request.facts) else {
            continue;
        };
        let limits = fact::limits(kind, &birth, &motion, &request.facts);
        let flip = |direction: f64| {
            let exits = limits
                .iter()
                .filter_map(|it| search::exit(&motion, it, direction));
            let days = exits.min_by(f64::total_cmp)?;
            let beyond = motion.at(direction * (days + search::BEYOND_DAYS));
            let value = fact::value(kind, &beyond, &motion, &request.facts)?;
            Some(Flip { days, value })
        };
        let changed = others.iter().filter_map(|(other, snapshot)| {
            let there = fact::value(kind, snapshot, &motion, &request.facts)?;
            (there != value).then_some((*other, there))
        });
        found.push(Margin {
            kind,
            value,
            earlier: flip(-1.0),
            later: flip(1.0),
            changed_by: changed.collect(),
        });
    }
    let order = |it: &Margin| it.nearest_days().unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| order(a).total_cmp(&order(b)));
    Ok(found)
}

/// The other node.
const fn other_node(node: NodeKind) -> NodeKind {
    match node {
        NodeKind::True => NodeKind::Mean,
        NodeKind::Mean => NodeKind::True,
    }
}

/// Whether an ayanamsha is not that of the zodiac.
fn is_other(ayanamsha: Ayanamsha, zodiac: Zodiac) -> bool {
    zodiac != Zodiac::Sidereal(ayanamsha)
}

/// Whether margins know the motion of a point.
const fn is_examined(point: Point) -> bool {
    matches!(
        point,
        Point::Body(_) | Point::NorthNode | Point::SouthNode | Point::Star(_)
    )
}
