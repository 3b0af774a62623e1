//! A chart in a response: points, angles, houses, aspects and everything derived from them.

use astrology::antiscia::{antiscion_deg, contra_antiscion_deg};
use astrology::balance::Balance;
use astrology::chart::{Chart, DayChart, HouseRuler, angle_deg};
use astrology::dignity::{exaltation, face_ruler, modern_ruler, ruler, term_ruler, triplicity};
use astrology::fixed_star::{StarConjunction, StarOptions, star_conjunctions};
use astrology::house::{Angles, HouseSystem};
use astrology::midpoint::midpoints;
use astrology::nakshatra::nakshatra;
use astrology::pattern::{Pattern, PatternKind};
use astrology::phase::LunarPhase;
use astrology::point::{Angle, Point};
use astrology::sect::Sect;
use astrology::sign::{Element, Mode, Sign};
use ephemeris::{Body, Ephemeris, SkyError};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::aspect::AspectReply;
use super::closed_sets::{PatternName, SectName};
use super::degrees::Rounded;
use super::id::Id;
use super::options::{CommonOptions, Include};
use super::point::{CuspReply, PointReply};
use super::words::ResponseTexts;

/// Points, angles or cusps by id, in the order of the chart.
pub type ById<T> = IndexMap<&'static str, T>;

/// The contents of a chart.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Chart")]
pub struct ChartReply {
    /// Points by ID.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    pub points: ById<PointReply>,
    /// Angles by ID. They are never taken from house cusps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    pub angles: Option<ById<CuspReply>>,
    /// Houses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub houses: Option<HousesReply>,
    /// Aspects between the points.
    pub aspects: Vec<AspectReply>,
    /// Aspect patterns formed by the bodies.
    pub patterns: Vec<PatternReply>,
    /// Phase of the Moon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lunar_phase: Option<LunarPhaseReply>,
    /// Sect of the chart: `day` or `night`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SectName>")]
    pub sect: Option<&'static str>,
    /// Number of points from Sun to Pluto in each element and mode.
    pub balance: BalanceReply,
    /// Rulers of the Ascendant's sign and of the house cusps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rulers: Option<RulersReply>,
    /// Midpoints. Present if `include` contains `midpoints`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub midpoints: Option<Vec<MidpointReply>>,
    /// Antiscia. Present if `include` contains `antiscia`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub antiscia: Option<Vec<AntisciaReply>>,
    /// Conjunctions with fixed stars within one degree. Present if `include` contains `stars`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<Vec<StarReply>>,
    /// Dignities at the position of each point. Present if `include` contains `dignities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dignities: Option<Vec<PlaceDignitiesReply>>,
    /// Nakshatras (lunar mansions). Present if `include` contains `nakshatras`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nakshatras: Option<Vec<NakshatraReply>>,
}

/// Houses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Houses")]
pub struct HousesReply {
    /// House system.
    #[schemars(with = "Id<HouseSystem>")]
    pub system: &'static str,
    /// The twelve cusps. Empty with Gauquelin sectors.
    pub cusps: Vec<CuspReply>,
    /// Starting points of the 36 Gauquelin sectors, clockwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sectors: Option<Vec<Rounded>>,
    /// Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
    /// eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
    pub ascmc: [Rounded; 8],
}

/// An aspect pattern.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChartPattern")]
pub struct PatternReply {
    /// Type of pattern.
    #[schemars(with = "PatternName")]
    pub pattern: &'static str,
    /// Points of the pattern.
    pub points: Vec<Id<Point>>,
    /// Sign of a stellium.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Id<Sign>>,
}

/// A phase of the Moon.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LunarPhase")]
pub struct LunarPhaseReply {
    /// Phase, one of eight.
    pub phase: Id<LunarPhase>,
    /// Title of the phase. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_title: Option<&'static str>,
    /// Longitude of the Moon minus longitude of the Sun, in degrees.
    pub elongation: Rounded,
    /// Illuminated fraction of the disc.
    pub illumination: Rounded,
}

/// Distribution over elements and modes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Balance")]
pub struct BalanceReply {
    /// Number of points by element: fire, earth, air, water.
    #[schemars(with = "std::collections::BTreeMap<String, u8>")]
    pub elements: ById<u8>,
    /// Number of points by mode: cardinal, fixed, mutable.
    #[schemars(with = "std::collections::BTreeMap<String, u8>")]
    pub modes: ById<u8>,
}

/// Traditional and modern rulers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rulers")]
pub struct RulersReply {
    /// Ruler of the Ascendant's sign.
    pub chart: RulerReply,
    /// Rulers of the signs on the house cusps.
    pub houses: Vec<RulerReply>,
}

/// The ruler of a house.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ruler")]
pub struct RulerReply {
    /// House number.
    pub house_number: u8,
    /// Sign on the cusp.
    pub sign: Id<Sign>,
    /// Traditional ruler.
    pub traditional: &'static str,
    /// Modern ruler.
    pub modern: &'static str,
}

/// A midpoint of two points.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Midpoint")]
pub struct MidpointReply {
    /// First point.
    pub point_a: Id<Point>,
    /// Second point.
    pub point_b: Id<Point>,
    /// Longitude of the nearer midpoint, in degrees.
    pub longitude: Rounded,
    /// Sign of the midpoint.
    pub sign: Id<Sign>,
}

/// Antiscion and contra-antiscion of a point.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Antiscia")]
pub struct AntisciaReply {
    /// ID of the point.
    pub point_id: Id<Point>,
    /// Reflection across the solstice axis, in degrees.
    pub antiscion: Rounded,
    /// Reflection across the equinox axis, in degrees.
    pub contra_antiscion: Rounded,
}

/// A fixed star conjunct a point or an angle.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StarConjunction")]
pub struct StarReply {
    /// ID of the star.
    pub star: &'static str,
    /// Name of the star.
    pub name: &'static str,
    /// Point or angle that the star is conjunct.
    pub point_id: Id<Point>,
    /// Longitude of the star in the chart's zodiac, in degrees.
    pub longitude: Rounded,
    /// Orb in longitude, in degrees.
    pub orb: Rounded,
}

/// Rulers and other dignities of the degree where a point is placed.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlaceDignities")]
pub struct PlaceDignitiesReply {
    /// ID of the point.
    pub point_id: Id<Point>,
    /// Traditional ruler of the sign.
    pub ruler: &'static str,
    /// Modern ruler of the sign.
    pub modern_ruler: &'static str,
    /// Planet exalted in the sign. Null if there is none.
    pub exaltation: Option<&'static str>,
    /// Triplicity rulers (Dorotheus).
    pub triplicity: TriplicityReply,
    /// Ruler of the term (Egyptian).
    pub term: &'static str,
    /// Ruler of the face (Chaldean).
    pub face: &'static str,
    /// Planet in detriment in the sign.
    pub detriment: &'static str,
    /// Planet in fall in the sign. Null if there is none.
    pub fall: Option<&'static str>,
}

/// Triplicity rulers.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Triplicity")]
pub struct TriplicityReply {
    /// Day ruler.
    pub day: &'static str,
    /// Night ruler.
    pub night: &'static str,
    /// Participating ruler, by day and by night.
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

/// Nakshatra (lunar mansion) of a point.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Nakshatra")]
pub struct NakshatraReply {
    /// ID of the point.
    pub point_id: Id<Point>,
    /// Number of the nakshatra, 1 to 27.
    pub number: u8,
    /// Name of the nakshatra.
    pub name: &'static str,
    /// Pada (quarter), 1 to 4.
    pub pada: u8,
    /// Lord in the Vimshottari order.
    pub lord: &'static str,
}

impl ChartReply {
    /// A chart with a known time.
    ///
    /// # Errors
    ///
    /// The ephemeris does not cover the date for the stars.
    pub fn of(
        chart: &Chart,
        options: &CommonOptions,
        words: &ResponseTexts,
    ) -> Result<Self, SkyError> {
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
                .map(|it| AspectReply::of(it, words.horoscope(), words))
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

    /// A chart with unknown time: no angles, houses, lots or sect.
    pub fn of_day(chart: &DayChart, words: &ResponseTexts) -> Self {
        let known = chart.points.iter().filter_map(|it| match it.middle.point {
            Point::Body(body) if Body::PLANETS.contains(&body) => it.sign,
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

/// The stars conjunct a chart's points.
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

/// The angles by id.
pub fn angles(angles: &Angles, words: &ResponseTexts) -> ById<CuspReply> {
    let reply = |angle: Angle| {
        let id = angle.id();
        (id, CuspReply::of_angle(id, angle_deg(angles, angle), words))
    };
    Angle::ALL.into_iter().map(reply).collect()
}

/// The angles in the order of `ascmc`.
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

/// The houses, or the Gauquelin sectors.
pub fn houses(chart: &Chart, words: &ResponseTexts) -> Option<HousesReply> {
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
        system: HouseSystem::Gauquelin.id(),
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
