//! How a chart is to be computed: the fields every chart calculation shares.

use astrology::aspect::{AspectKind, AspectSet, AspectSettings, Orbs};
use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::chart::{ChartCenter, ChartOptions, NodeKind, Unknown};
use astrology::house::HouseSystem;
use astrology::lot::{Lot, LotFormula};
use astrology::point::{Point, PointClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::Id;
use super::meta::Warning;
use http_api::{ErrorCode, Problem, Source, Work};

/// More points than there are bodies, angles and lots together; stars are asked for by `include`.
const MOST_POINTS: usize = chart::MAX_POINTS;

/// Fields that every chart calculation shares. None is required.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(deny_unknown_fields)]
pub struct CommonOptions {
    /// How the sky is divided into houses: `placidus` where none is named.
    pub house_system: Option<Id<HouseSystem>>,
    /// The system to use instead where the first one is undefined (near the poles). Without it
    /// such a request is refused.
    pub polar_fallback: Option<Id<HouseSystem>>,
    /// Where longitudes are counted from.
    pub zodiac: Option<ZodiacName>,
    /// The beginning of the sidereal zodiac; required with `zodiac: sidereal`.
    pub ayanamsha: Option<Id<Ayanamsha>>,
    /// From where the sky is seen. Heliocentric charts have no Sun, Moon, nodes, lots and houses.
    pub center: Option<Id<ChartCenter>>,
    /// From where the Moon alone is seen.
    pub moon_center: Option<MoonCenter>,
    /// Which of the Moon's nodes `northNode` and `southNode` mean: `true` where none is named.
    pub node_type: Option<Id<NodeKind>>,
    /// Whether lots turn their formula round at night: `sect` where none is named.
    pub lot_formula: Option<Id<LotFormula>>,
    /// The points of the chart, in the order wanted.
    #[schemars(length(min = 1, max = MOST_POINTS))]
    pub points: Option<Vec<Id<Point>>>,
    /// The kinds of aspects looked for: the five major ones where none is named.
    #[schemars(length(max = 15))]
    pub aspects: Option<Vec<Id<AspectKind>>>,
    /// How far from exact an aspect still counts, in degrees.
    pub orbs: Option<OrbFields>,
    /// What else the answer should contain.
    #[schemars(length(max = 6))]
    pub include: Option<Vec<Include>>,
    /// The language of texts and titles, as an ISO 639 code: `en` where none is named. One in which
    /// there are neither titles nor texts of the organization is refused.
    #[schemars(length(min = 2, max = 3))]
    pub language: Option<String>,
    /// Whether the answer contains interpretation texts.
    pub include_text: Option<bool>,
    /// Whether the answer contains titles of points, signs, houses and aspects.
    pub include_readable_entities: Option<bool>,
}

/// Where longitudes are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ZodiacName {
    /// From the equinox of date.
    Tropical,
    /// From the beginning that `ayanamsha` names.
    Sidereal,
}

/// From where the Moon is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoonCenter {
    /// From the centre of the Earth.
    Geocentric,
    /// From the place of the chart, up to a degree away.
    Topocentric,
}

/// Parts of an answer that are left out unless asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Include {
    /// The midpoints of all pairs of points.
    Midpoints,
    /// Antiscia and contra-antiscia of every point.
    Antiscia,
    /// All lots, not only those among the points.
    Lots,
    /// Conjunctions with fixed stars.
    Stars,
    /// For the place of every point who rules it, is exalted there, and so on. Each planet's own
    /// dignities are always among its fields.
    Dignities,
    /// The lunar mansions; needs a sidereal zodiac.
    Nakshatras,
}

impl Include {
    /// Every part.
    pub const ALL: &'static [Self] = &[
        Self::Midpoints,
        Self::Antiscia,
        Self::Lots,
        Self::Stars,
        Self::Dignities,
        Self::Nakshatras,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Midpoints => "midpoints",
            Self::Antiscia => "antiscia",
            Self::Lots => "lots",
            Self::Stars => "stars",
            Self::Dignities => "dignities",
            Self::Nakshatras => "nakshatras",
        }
    }
}

/// What changes an answer among the options that all charts share. The others are accepted, so
/// that a client may send one set of options everywhere, and answered with a warning.
#[derive(Clone, Copy, Debug)]
pub struct Effects {
    /// Names of fields; `include` goes by its values.
    pub fields: &'static [&'static str],
    /// Parts that the answer can have.
    pub includes: &'static [Include],
}

impl Effects {
    /// Of a whole chart.
    pub const CHART: Self = Self {
        fields: &[
            "houseSystem",
            "polarFallback",
            "zodiac",
            "ayanamsha",
            "center",
            "moonCenter",
            "nodeType",
            "lotFormula",
            "points",
            "aspects",
            "orbs",
            "language",
            "includeText",
            "includeReadableEntities",
        ],
        includes: Include::ALL,
    };

    /// Of points, houses and aspects without what follows from a single chart.
    pub const POINTS: Self = Self {
        includes: &[Include::Lots],
        ..Self::CHART
    };

    /// Of what has a zodiac and words.
    pub const WORDS: Self = Self {
        fields: &[
            "zodiac",
            "ayanamsha",
            "language",
            "includeText",
            "includeReadableEntities",
        ],
        includes: &[],
    };
}

/// Declares the orbs of every aspect and of every class of points as fields of one object.
macro_rules! orb_fields {
    ($($field:ident = $kind:ident,)+ ; $($class_field:ident = $class:ident,)+) => {
        /// Orbs in degrees, by aspect or by class of point. Where classes are given, a pair's orb
        /// is the mean of both points' orbs.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub struct OrbFields {
            $(
                #[doc = concat!("Orb of the aspect ", stringify!($field), ".")]
                #[schemars(range(min = 0.1, max = 30.0))]
                $field: Option<f64>,
            )+
            $(
                #[doc = concat!("Orb of points of the class ", stringify!($class_field), ".")]
                #[schemars(range(min = 0.1, max = 30.0))]
                $class_field: Option<f64>,
            )+
        }

        impl OrbFields {
            fn apply(&self, mut orbs: Orbs) -> Orbs {
                $(if let Some(degrees) = self.$class_field {
                    orbs = orbs.with_class(PointClass::$class, degrees);
                })+
                $(if let Some(degrees) = self.$field {
                    orbs = orbs.with_kind(AspectKind::$kind, degrees);
                })+
                orbs
            }
        }
    };
}

orb_fields! {
    conjunction = Conjunction,
    sextile = Sextile,
    square = Square,
    trine = Trine,
    opposition = Opposition,
    semisextile = Semisextile,
    semisquare = Semisquare,
    quintile = Quintile,
    sesquisquare = Sesquisquare,
    biquintile = Biquintile,
    quincunx = Quincunx,
    septile = Septile,
    novile = Novile,
    parallel = Parallel,
    contraparallel = Contraparallel,
    ;
    luminary = Luminary,
    personal = Personal,
    social = Social,
    outer = Outer,
    minor = Minor,
    node = Node,
    angle = Angle,
    lot = Lot,
    star = Star,
}

impl CommonOptions {
    /// How much work a chart with these options is. The figures were fitted to the processor time of
    /// default charts and of charts with 32 points and everything that can be included.
    pub fn chart_work(&self) -> Work {
        let mut points = self.points.as_ref().map_or(20, Vec::len);
        if self.includes(Include::Lots) {
            points += Lot::ALL.len();
        }
        let pairs = points * points.saturating_sub(1) / 2;
        let mut of_pair = if self.finds_many_aspects() {
            (22, 1_200)
        } else {
            (1, 60)
        };
        if self.includes(Include::Midpoints) {
            of_pair = (of_pair.0 + 6, of_pair.1 + 120);
        }
        let of_point = if self.wants_texts() {
            (70, 1_600)
        } else {
            (30, 400)
        };
        let stars = if self.includes(Include::Stars) {
            2_000
        } else {
            0
        };
        let work = 400 + of_point.0 * points + of_pair.0 * pairs + stars;
        let bytes = 1_000 + of_point.1 * points + of_pair.1 * pairs;
        Work::new(work as u64, bytes as u64)
    }

    /// Whether there may be far more aspects than usual: a wide orb makes nearly every pair an aspect, and some
    /// pairs several.
    pub fn finds_many_aspects(&self) -> bool {
        self.orbs.is_some() || self.aspects.as_ref().is_some_and(|it| it.len() > 5)
    }

    /// What was asked for and changes nothing, in the words of a request.
    pub fn without_effect(&self, effects: Effects) -> Vec<String> {
        let given = [
            ("houseSystem", self.house_system.is_some()),
            ("polarFallback", self.polar_fallback.is_some()),
            ("zodiac", self.zodiac.is_some()),
            ("ayanamsha", self.ayanamsha.is_some()),
            ("center", self.center.is_some()),
            ("moonCenter", self.moon_center.is_some()),
            ("nodeType", self.node_type.is_some()),
            ("lotFormula", self.lot_formula.is_some()),
            ("points", self.points.is_some()),
            ("aspects", self.aspects.is_some()),
            ("orbs", self.orbs.is_some()),
            ("language", self.language.is_some()),
            // What is not wanted has no effect anywhere.
            ("includeText", self.wants_texts()),
            ("includeReadableEntities", self.wants_titles()),
        ];
        let fields = given
            .into_iter()
            .filter(|(name, is_given)| *is_given && !effects.fields.contains(name))
            .map(|(name, _)| format!("`{name}`"));
        let parts = self.include.iter().flatten();
        let parts = parts
            .filter(|it| !effects.includes.contains(it))
            .map(|it| format!("`include: {}`", it.name()));
        fields.chain(parts).collect()
    }

    /// Kinds in declination that were asked for where only longitudes are followed.
    pub fn in_longitude_only(&self) -> Option<Warning> {
        let kinds = self.aspects.iter().flatten();
        let idle: Vec<String> = kinds
            .filter(|it| it.0.angle_deg().is_none())
            .map(|it| format!("`aspects: {}`", it.0.id()))
            .collect();
        (!idle.is_empty()).then(|| {
            let detail = format!(
                "without effect on this calculation, which follows longitudes: {}",
                idle.join(", ")
            );
            Warning::new("option_without_effect", detail)
        })
    }

    /// Why a chart with these options is not drawn.
    pub fn undrawable(&self) -> Option<&'static str> {
        let sectors = self.house_system.map(|it| it.0) == Some(HouseSystem::Gauquelin);
        sectors.then_some(
            "gauquelin divides into 36 sectors: they are calculated, and not drawn as a wheel",
        )
    }

    /// The language asked for.
    pub fn language(&self) -> &str {
        self.language.as_deref().unwrap_or("en")
    }

    /// Whether a part was asked for.
    pub fn includes(&self, part: Include) -> bool {
        self.include.as_ref().is_some_and(|it| it.contains(&part))
    }

    /// Whether titles were asked for.
    pub fn wants_titles(&self) -> bool {
        self.include_readable_entities.unwrap_or(false)
    }

    /// Whether texts were asked for.
    pub fn wants_texts(&self) -> bool {
        self.include_text.unwrap_or(false)
    }

    /// The options of a chart with these orbs where the request names none. Every contradiction
    /// between fields is added to `problems`.
    pub fn chart(&self, orbs: &Orbs, problems: &mut Vec<Problem>) -> ChartOptions {
        let center = self.center.map_or_else(ChartCenter::default, |it| it.0);
        let zodiac = self.zodiac(problems);
        let mut points: Vec<Point> = match &self.points {
            Some(points) => points.iter().map(|it| it.0).collect(),
            None => ChartOptions::default_points(center),
        };
        for (index, point) in points.iter().enumerate() {
            if !ChartOptions::exists(center, *point) {
                let (id, center) = (point.id(), center.id());
                let detail = format!("`{id}` does not exist in a {center} chart");
                let problem = Problem::new(ErrorCode::PointUndefined, detail);
                problems.push(problem.at(pointer(&format!("points/{index}"))));
            }
            if points[..index].contains(point) {
                let detail = format!("`{}` is there twice", point.id());
                let problem = Problem::new(ErrorCode::FieldsConflict, detail);
                problems.push(problem.at(pointer(&format!("points/{index}"))));
            }
        }
        if self.includes(Include::Lots) && center != ChartCenter::Heliocentric {
            let lots = Lot::ALL.map(Point::Lot).into_iter();
            let missing: Vec<_> = lots.filter(|it| !points.contains(it)).collect();
            points.extend(missing);
        }
        let kinds = self.aspects.as_ref().map(|it| it.iter().map(|it| it.0));
        let orbs = self.orbs.as_ref().map_or(*orbs, |it| it.apply(*orbs));
        ChartOptions {
            points,
            // What the caller named is never left out.
            unknown: match self.points {
                Some(_) => Unknown::Refuse,
                None => Unknown::LeaveOut,
            },
            house_system: self.house_system.map_or(HouseSystem::Placidus, |it| it.0),
            polar_fallback: self.polar_fallback.map(|it| it.0),
            zodiac,
            center,
            topocentric_moon: self.moon_center == Some(MoonCenter::Topocentric),
            node: self.node_type.map_or_else(NodeKind::default, |it| it.0),
            lot_formula: self.lot_formula.map_or(LotFormula::Sect, |it| it.0),
            aspects: AspectSettings {
                set: kinds.map_or_else(AspectSet::default, Iterator::collect),
                orbs,
            },
        }
    }

    fn zodiac(&self, problems: &mut Vec<Problem>) -> Zodiac {
        let sidereal = self.zodiac == Some(ZodiacName::Sidereal);
        if self.includes(Include::Nakshatras) && !sidereal {
            let detail = "nakshatras need `zodiac: sidereal` and an `ayanamsha`";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            problems.push(problem.at(pointer("include")));
        }
        match (sidereal, self.ayanamsha) {
            (true, Some(ayanamsha)) => Zodiac::Sidereal(ayanamsha.0),
            (false, None) => Zodiac::Tropical,
            (true, None) => {
                let detail = "a sidereal zodiac needs an `ayanamsha`: which one is not assumed";
                let problem = Problem::new(ErrorCode::FieldsConflict, detail);
                problems.push(problem.at(pointer("ayanamsha")));
                Zodiac::Tropical
            }
            (false, Some(_)) => {
                let detail = "an `ayanamsha` has a meaning with `zodiac: sidereal` only";
                let problem = Problem::new(ErrorCode::FieldsConflict, detail);
                problems.push(problem.at(pointer("ayanamsha")));
                Zodiac::Tropical
            }
        }
    }
}

fn pointer(field: &str) -> Source {
    Source::Pointer(format!("/{field}"))
}
