//! A chart in an answer: points, angles, houses, aspects and what follows from them.

use astrology::antiscia::{antiscion_deg, contra_antiscion_deg};
use astrology::balance::Balance;
use astrology::chart::{Chart, DayChart, HouseRuler, angle_deg};
use astrology::dignity::{exaltation, face_ruler, modern_ruler, ruler, term_ruler, triplicity};
use astrology::fixed_star::{StarConjunction, StarOptions, star_conjunctions};
use astrology::house::Angles;
use astrology::midpoint::midpoints;
use astrology::nakshatra::nakshatra;
use astrology::pattern::{Pattern, PatternKind};
use astrology::phase::LunarPhase;
use astrology::point::{Angle, Point};
use astrology::sect::Sect;
use astrology::sign::{Element, Mode, Sign};
use ephemeris::{Ephemeris, SkyError};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::aspect::AspectReply;
use super::degrees::Rounded;
use super::id::Id;
use super::options::{CommonOptions, Include};
use super::point::{CuspReply, PointReply};
use super::words::Words;

/// Points, angles or cusps by their ids, in the order of the chart.
pub type ById<T> = IndexMap<&'static str, T>;

/// What a chart consists of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Chart")]
pub struct ChartReply {
    /// The points by their ids.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    pub points: ById<PointReply>,
    /// The angles by their ids. They never come from cusps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    pub angles: Option<ById<CuspReply>>,
    /// The houses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub houses: Option<HousesReply>,
    /// Aspects among the points.
    pub aspects: Vec<AspectReply>,
    /// Figures among the bodies.
    pub patterns: Vec<PatternReply>,
    /// The Moon's phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lunar_phase: Option<LunarPhaseReply>,
    /// Whether it is a `day` or a `night` chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sect: Option<&'static str>,
    /// How many of Sun to Pluto stand in each element and mode.
    pub balance: BalanceReply,
    /// Who rules the Ascendant's sign and the cusps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rulers: Option<RulersReply>,
    /// Midpoints, with `include: midpoints`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub midpoints: Option<Vec<MidpointReply>>,
    /// Antiscia, with `include: antiscia`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub antiscia: Option<Vec<AntisciaReply>>,
    /// Conjunctions with fixed stars within a degree, with `include: stars`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<Vec<StarReply>>,
    /// Who has dignity where each point stands, with `include: dignities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dignities: Option<Vec<PlaceDignitiesReply>>,
    /// Lunar mansions, with `include: nakshatras`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nakshatras: Option<Vec<NakshatraReply>>,
}

/// Houses and what belongs to them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Houses")]
pub struct HousesReply {
    /// The system.
    pub system: &'static str,
    /// The twelve cusps; empty with Gauquelin's sectors.
    pub cusps: Vec<CuspReply>,
    /// The beginnings of Gauquelin's 36 sectors, clockwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sectors: Option<Vec<Rounded>>,
    /// In this order: ascendant, midheaven, armc (degrees of right ascension), vertex, eastPoint,
    /// coAscendantKoch, coAscendantMunkasey, polarAscendant.
    pub ascmc: [Rounded; 8],
}

/// A figure of several points.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Pattern")]
pub struct PatternReply {
    /// The kind of figure.
    pub pattern: &'static str,
    /// Its points.
    pub points: Vec<Id<Point>>,
    /// The sign of a stellium.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Id<Sign>>,
}

/// A phase of the Moon.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LunarPhase")]
pub struct LunarPhaseReply {
    /// The eighth of the cycle.
    pub phase: Id<LunarPhase>,
    /// Its title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_title: Option<&'static str>,
    /// Moon minus Sun in longitude, degrees.
    pub elongation: Rounded,
    /// The lit fraction of the disc.
    pub illumination: Rounded,
}

/// Elements and modes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Balance")]
pub struct BalanceReply {
    /// Fire, earth, air, water.
    #[schemars(with = "std::collections::BTreeMap<String, u8>")]
    pub elements: ById<u8>,
    /// Cardinal, fixed, mutable.
    #[schemars(with = "std::collections::BTreeMap<String, u8>")]
    pub modes: ById<u8>,
}

/// Rulers by tradition and in modern use.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rulers")]
pub struct RulersReply {
    /// The ruler of the Ascendant's sign.
    pub chart: RulerReply,
    /// The rulers of the signs on the cusps.
    pub houses: Vec<RulerReply>,
}

/// The ruler of a house.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ruler")]
pub struct RulerReply {
    /// The house.
    pub house_number: u8,
    /// The sign on its cusp.
    pub sign: Id<Sign>,
    /// The ruler by tradition.
    pub traditional: &'static str,
    /// The ruler in modern use.
    pub modern: &'static str,
}

/// A midpoint of two points.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Midpoint")]
pub struct MidpointReply {
    /// One point.
    pub point_a: Id<Point>,
    /// The other.
    pub point_b: Id<Point>,
    /// The nearer midpoint's longitude, degrees.
    pub longitude: Rounded,
    /// Its sign.
    pub sign: Id<Sign>,
}

/// The mirror images of a point.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Antiscia")]
pub struct AntisciaReply {
    /// The point.
    pub point_id: Id<Point>,
    /// Its mirror image across the solstices, degrees.
    pub antiscion: Rounded,
    /// Its mirror image across the equinoxes, degrees.
    pub contra_antiscion: Rounded,
}

/// A fixed star beside a point or an angle.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StarConjunction")]
pub struct StarReply {
    /// The star.
    pub star: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The point it is with.
    pub point_id: Id<Point>,
    /// The star's longitude in the chart's zodiac, degrees.
    pub longitude: Rounded,
    /// The distance in longitude, degrees.
    pub orb: Rounded,
}

/// Who has dignity, and who has none, where a point stands.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlaceDignities")]
pub struct PlaceDignitiesReply {
    /// The point.
    pub point_id: Id<Point>,
    /// The ruler of its sign by tradition.
    pub ruler: &'static str,
    /// The ruler of its sign in modern use.
    pub modern_ruler: &'static str,
    /// Who is exalted in the sign; null where nobody is.
    pub exaltation: Option<&'static str>,
    /// The rulers of the triplicity (Dorotheus).
    pub triplicity: TriplicityReply,
    /// The ruler of the term (Egyptian).
    pub term: &'static str,
    /// The ruler of the face (Chaldean).
    pub face: &'static str,
    /// Who is in detriment in the sign.
    pub detriment: &'static str,
    /// Who is in fall in the sign; null where nobody is.
    pub fall: Option<&'static str>,
}

/// The rulers of a triplicity.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Triplicity")]
pub struct TriplicityReply {
    /// By day.
    pub day: &'static str,
    /// By night.
    pub night: &'static str,
    /// Day and night.
    pub participating: &'static str,
}

impl PlaceDignitiesReply {
    fn of((point, longitude_deg): (Point, f64)) -> Self {
        let sign = Sign::of(longitude_deg);
        let exalted = |sign: Sign| exaltation(sign).map(|(body, _)| body.id());
        let rulers = triplicity(sign.element());
        Self {
            point_id: Id(point),
            ruler: ruler(sign).id(),
            modern_ruler: modern_ruler(sign).id(),
            exaltation: exalted(sign),
            triplicity: TriplicityReply {
                day: rulers.day.id(),
                night: rulers.night.id(),
                participating: rulers.participating.id(),
            },
            term: term_ruler(longitude_deg).id(),
            face: face_ruler(longitude_deg).id(),
            detriment: ruler(sign.opposite()).id(),
            fall: exalted(sign.opposite()),
        }
    }
}

/// The lunar mansion of a point.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Nakshatra")]
pub struct NakshatraReply {
    /// The point.
    pub point_id: Id<Point>,
    /// The mansion, 1 to 27.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Its quarter, 1 to 4.
    pub pada: u8,
    /// Its lord in the Vimshottari order.
    pub lord: &'static str,
}

impl ChartReply {
    /// A chart whose moment is known.
    ///
    /// # Errors
    ///
    /// The ephemeris does not cover the moment for the stars.
    pub fn of(chart: &Chart, options: &CommonOptions, words: &Words) -> Result<Self, SkyError> {
        let wanted = |part| options.includes(part);
        let points = chart.points.iter();
        let moving = || chart.points.iter().map(|it| (it.point, it.longitude_deg));
        Ok(Self {
            points: points
                .map(|it| (it.point.id(), PointReply::of(chart, it, words)))
                .collect(),
            angles: chart.angles.as_ref().map(|it| angles(it, words)),
            houses: houses(chart, words),
            aspects: chart
                .aspects
                .iter()
                .map(|it| AspectReply::of(it, "natal", words))
                .collect(),
            patterns: chart.patterns.iter().map(PatternReply::from).collect(),
            lunar_phase: chart.phase.map(|it| LunarPhaseReply {
                phase: Id(it.phase),
                phase_title: words.title(it.phase.id()),
                elongation: it.elongation_deg.into(),
                illumination: it.illuminated_fraction.into(),
            }),
            sect: chart.sect.map(Sect::id),
            balance: BalanceReply::from(&chart.balance),
            rulers: chart.ruler().map(|ruler| RulersReply {
                chart: ruler.into(),
                houses: chart.house_rulers().into_iter().map(Into::into).collect(),
            }),
            midpoints: wanted(Include::Midpoints).then(|| {
                let pairs: Vec<_> = moving().collect();
                let all = midpoints(&pairs).into_iter();
                let reply = |it: astrology::midpoint::Midpoint| MidpointReply {
                    point_a: Id(it.point_a),
                    point_b: Id(it.point_b),
                    longitude: it.longitude_deg.into(),
                    sign: Id(Sign::of(it.longitude_deg)),
                };
                all.map(reply).collect()
            }),
            antiscia: wanted(Include::Antiscia).then(|| {
                let reply = |(point, longitude_deg)| AntisciaReply {
                    point_id: Id(point),
                    antiscion: antiscion_deg(longitude_deg).into(),
                    contra_antiscion: contra_antiscion_deg(longitude_deg).into(),
                };
                moving().map(reply).collect()
            }),
            stars: wanted(Include::Stars).then(|| stars(chart)).transpose()?,
            dignities: wanted(Include::Dignities)
                .then(|| moving().map(PlaceDignitiesReply::of).collect()),
            nakshatras: wanted(Include::Nakshatras).then(|| {
                let reply = |(point, longitude_deg)| {
                    let mansion = nakshatra(longitude_deg);
                    NakshatraReply {
                        point_id: Id(point),
                        number: mansion.number,
                        name: mansion.name,
                        pada: mansion.pada,
                        lord: mansion.lord,
                    }
                };
                moving().map(reply).collect()
            }),
        })
    }

    /// A chart of a day whose hour is unknown: no angles, houses, lots and sect.
    pub fn of_day(chart: &DayChart, words: &Words) -> Self {
        let known = chart.points.iter().filter_map(|it| match it.middle.point {
            Point::Body(body) if astrology::point::PLANETS.contains(&body) => it.sign,
            _ => None,
        });
        Self {
            points: chart
                .points
                .iter()
                .map(|it| (it.middle.point.id(), PointReply::of_day(it, words)))
                .collect(),
            angles: None,
            houses: None,
            aspects: chart
                .aspects
                .iter()
                .map(|it| AspectReply::of_day(it, "natal", words))
                .collect(),
            patterns: Vec::new(),
            lunar_phase: None,
            sect: None,
            balance: BalanceReply::from(&Balance::of(known)),
            rulers: None,
            midpoints: None,
            antiscia: None,
            stars: None,
            dignities: None,
            nakshatras: None,
        }
    }
}

/// The stars beside a chart's points.
fn stars(chart: &Chart) -> Result<Vec<StarReply>, SkyError> {
    let found = star_conjunctions(Ephemeris::embedded(), chart, StarOptions::default())?;
    let reply = |it: StarConjunction| StarReply {
        star: it.star.id,
        name: it.star.name,
        point_id: Id(it.point),
        longitude: it.longitude_deg.into(),
        orb: it.orb_deg.into(),
    };
    Ok(found.into_iter().map(reply).collect())
}

/// The angles by their ids.
pub fn angles(angles: &Angles, words: &Words) -> ById<CuspReply> {
    let reply = |angle: Angle| {
        let id = angle.id();
        (id, CuspReply::of_angle(id, angle_deg(angles, angle), words))
    };
    Angle::ALL.into_iter().map(reply).collect()
}

/// The angles in the order that `ascmc` has.
pub fn ascmc(angles: &Angles) -> [Rounded; 8] {
    [
        angles.ascendant_deg,
        angles.midheaven_deg,
        angles.armc_deg,
        angles.vertex_deg,
        angles.east_point_deg,
        angles.co_ascendant_koch_deg,
        angles.co_ascendant_munkasey_deg,
        angles.polar_ascendant_deg,
    ]
    .map(Rounded)
}

/// The houses, or Gauquelin's sectors.
pub fn houses(chart: &Chart, words: &Words) -> Option<HousesReply> {
    let ascmc = ascmc(chart.angles.as_ref()?);
    if let Some(houses) = &chart.houses {
        let cusps = (1_u8..).zip(houses.cusps_deg);
        let cusp = |(number, longitude)| CuspReply::of_house(number, longitude, words);
        return Some(HousesReply {
            system: houses.system.id(),
            cusps: cusps.map(cusp).collect(),
            sectors: None,
            ascmc,
        });
    }
    let sectors = chart.sectors.as_ref()?;
    Some(HousesReply {
        system: astrology::house::HouseSystem::Gauquelin.id(),
        cusps: Vec::new(),
        sectors: Some(sectors.cusps_deg.map(Rounded).to_vec()),
        ascmc,
    })
}

impl From<&Pattern> for PatternReply {
    fn from(pattern: &Pattern) -> Self {
        Self {
            pattern: PatternKind::id(pattern.kind),
            points: pattern.points.iter().copied().map(Id).collect(),
            sign: pattern.sign.map(Id),
        }
    }
}

impl From<&Balance> for BalanceReply {
    fn from(balance: &Balance) -> Self {
        let elements = Element::ALL.map(|it| (it.id(), balance.element(it)));
        let modes = Mode::ALL.map(|it| (it.id(), balance.mode(it)));
        Self {
            elements: elements.into_iter().collect(),
            modes: modes.into_iter().collect(),
        }
    }
}

impl From<HouseRuler> for RulerReply {
    fn from(ruler: HouseRuler) -> Self {
        Self {
            house_number: ruler.house,
            sign: Id(ruler.sign),
            traditional: ruler.traditional.id(),
            modern: ruler.modern.id(),
        }
    }
}
