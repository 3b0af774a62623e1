//! The options that every chart calculation shares.

use astrology::aspect::{AspectKind, AspectSet, AspectSettings, Orbs};
use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::chart::{ChartCenter, ChartOptions, NodeKind, Unknown};
use astrology::house::HouseSystem;
use astrology::lot::{Lot, LotFormula};
use astrology::point::{Point, PointClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ayanamsha::{AyanamshaAt, both_given};
use super::id::Id;
use super::meta::Warning;
use super::requested_point::RequestedPoint;
use super::wording::{DEFAULT_LANGUAGE, TextLengthName, Wording};
use http_api::{ErrorCode, Problem, Source, Work};

/// More than all bodies, angles and lots together. Stars are requested with `include`.
const MAX_POINTS: usize = chart::MAX_POINTS;

/// The work of a composed reading, and the bytes of its sixty texts at most.
const READING_MILLINATALS: usize = 1_500;
const READING_BYTES: usize = 60_000;

/// Options that every chart calculation shares. All are optional.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(deny_unknown_fields)]
pub struct CommonOptions {
    /// House system. Defaults to `placidus`.
    pub house_system: Option<Id<HouseSystem>>,
    /// House system to use near the poles, where the system set in `houseSystem` is undefined. If omitted,
    /// requests for such places are rejected.
    pub polar_fallback: Option<Id<HouseSystem>>,
    /// Zodiac. Defaults to `tropical`.
    pub zodiac: Option<ZodiacName>,
    /// Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is given.
    pub ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`.
    pub ayanamsha_at: Option<AyanamshaAt>,
    /// Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses.
    pub center: Option<Id<ChartCenter>>,
    /// Center used for the Moon's position only.
    pub moon_center: Option<MoonCenter>,
    /// Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`.
    pub node_type: Option<Id<NodeKind>>,
    /// `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults
    /// to `sect`.
    pub lot_formula: Option<Id<LotFormula>>,
    /// Points to include. The response keeps the order you give.
    #[schemars(length(min = 1, max = MAX_POINTS))]
    pub points: Option<Vec<RequestedPoint>>,
    /// Aspects to look for. Defaults to the five major aspects.
    #[schemars(length(max = 15))]
    pub aspects: Option<Vec<Id<AspectKind>>>,
    /// Maximum orbs, in degrees.
    pub orbs: Option<OrbFields>,
    /// Optional parts of the response to include.
    #[schemars(length(max = 7))]
    pub include: Option<Vec<Include>>,
    /// Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected
    /// if the service has no titles in this language and your organization has no texts in it.
    #[schemars(length(min = 2, max = 3))]
    pub language: Option<String>,
    /// Whether to include interpretation texts.
    pub include_text: Option<bool>,
    /// Length of interpretation texts. Defaults to `standard`.
    pub text_length: Option<TextLengthName>,
    /// Whether to include a reading composed of interpretation texts, with an opening, sections and a closing.
    pub include_reading: Option<bool>,
    /// Whether to include titles of points, signs, houses and aspects.
    pub include_readable_entities: Option<bool>,
}

/// Zodiac that longitudes are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ZodiacName {
    /// Measured from the equinox of date.
    Tropical,
    /// Measured from the zero point defined by `ayanamsha`.
    Sidereal,
}

/// Center used for the Moon's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoonCenter {
    /// Seen from the center of the Earth.
    Geocentric,
    /// Seen from the location of the chart, up to one degree away.
    Topocentric,
}

/// Optional parts of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Include {
    /// Midpoints of all pairs of points.
    Midpoints,
    /// Antiscia and contra-antiscia of every point.
    Antiscia,
    /// All lots, not only those in `points`.
    Lots,
    /// Conjunctions with fixed stars.
    Stars,
    /// Rulers, exaltations and other dignities at the position of every point. Each planet's own
    /// dignities are always included in its fields.
    Dignities,
    /// Nakshatras (lunar mansions). Requires a sidereal zodiac.
    Nakshatras,
    /// How much earlier or later the birth must be to change the facts of a natal chart.
    Margins,
}

impl Include {
    /// The parts of every chart.
    pub const OF_CHARTS: &'static [Self] = &[
        Self::Midpoints,
        Self::Antiscia,
        Self::Lots,
        Self::Stars,
        Self::Dignities,
        Self::Nakshatras,
    ];

    /// The parts of a natal chart.
    pub const OF_BIRTHS: &'static [Self] = &[
        Self::Midpoints,
        Self::Antiscia,
        Self::Lots,
        Self::Stars,
        Self::Dignities,
        Self::Nakshatras,
        Self::Margins,
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
            Self::Margins => "margins",
        }
    }
}

/// The common options that change a result. The others are accepted with a warning, so that a
/// client can send one set of options everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Effects {
    /// Names of fields. `include` is listed by value.
    pub fields: &'static [&'static str],
    /// Parts that the response can have.
    pub includes: &'static [Include],
    /// Whether the response can have a composed reading.
    pub reading: bool,
}

impl Effects {
    /// For a whole chart.
    pub const CHART: Self = Self {
        fields: &[
            "houseSystem",
            "polarFallback",
            "zodiac",
            "ayanamsha",
            "ayanamshaAt",
            "center",
            "moonCenter",
            "nodeType",
            "lotFormula",
            "points",
            "aspects",
            "orbs",
            "language",
            "includeText",
            "textLength",
            "includeReadableEntities",
        ],
        includes: Include::OF_CHARTS,
        reading: false,
    };

    /// For points, houses and aspects without the parts derived from a single chart.
    pub const POINTS: Self = Self {
        includes: &[Include::Lots],
        ..Self::CHART
    };

    /// For calculations that have only a zodiac and titles or texts.
    pub const WORDS: Self = Self {
        fields: &[
            "zodiac",
            "ayanamsha",
            "ayanamshaAt",
            "language",
            "includeText",
            "textLength",
            "includeReadableEntities",
        ],
        includes: &[],
        reading: false,
    };

    /// The same with margins.
    #[must_use]
    pub const fn with_margins(self) -> Self {
        Self {
            includes: Include::OF_BIRTHS,
            ..self
        }
    }

    /// The same with a composed reading.
    #[must_use]
    pub const fn with_reading(self) -> Self {
        Self {
            reading: true,
            ..self
        }
    }
}

/// Declares the orbs of every aspect and of every class of points as fields of one object.
macro_rules! orb_fields {
    (
        $($field:ident = $kind:ident: $aspects:literal,)+
        ;
        $($class_field:ident = $class:ident: $points:literal,)+
    ) => {
        /// Orbs in degrees, by aspect or by class of point. If classes are given, the orb of a pair
        /// is the mean of both points' orbs.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub struct OrbFields {
            $(
                #[doc = concat!("Orb for ", $aspects, ", in degrees.")]
                #[schemars(range(min = 0.1, max = 30.0))]
                $field: Option<f64>,
            )+
            $(
                #[doc = concat!("Orb for ", $points, ", in degrees.")]
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
    conjunction = Conjunction: "conjunctions",
    sextile = Sextile: "sextiles",
    square = Square: "squares",
    trine = Trine: "trines",
    opposition = Opposition: "oppositions",
    semisextile = Semisextile: "semisextiles",
    semisquare = Semisquare: "semisquares",
    quintile = Quintile: "quintiles",
    sesquisquare = Sesquisquare: "sesquisquares",
    biquintile = Biquintile: "biquintiles",
    quincunx = Quincunx: "quincunxes",
    septile = Septile: "septiles",
    novile = Novile: "noviles",
    parallel = Parallel: "parallels",
    contraparallel = Contraparallel: "contraparallels",
    ;
    luminary = Luminary: "luminaries",
    personal = Personal: "personal planets",
    social = Social: "social planets",
    outer = Outer: "outer planets",
    minor = Minor: "minor planets",
    node = Node: "lunar nodes and apogees",
    angle = Angle: "angles",
    lot = Lot: "lots",
    star = Star: "fixed stars",
}

impl CommonOptions {
    /// How much work a chart with these options is. The figures were fitted to the processor time
    /// of default charts and of charts with 32 points and every optional part.
    pub fn chart_work(&self) -> Work {
        let mut points = self.points.as_ref().map_or(20, Vec::len);
        if self.includes(Include::Lots) {
            points += Lot::ALL.len();
        }
        let pairs = points * points.saturating_sub(1) / 2;
        let mut of_pair = if self.finds_many_aspects() {
            (28, 1_200)
        } else {
            (1, 60)
        };
        if self.includes(Include::Midpoints) {
            of_pair = (of_pair.0 + 6, of_pair.1 + 120);
        }
        let of_point = if self.wants_texts() && self.text_length == Some(TextLengthName::Long) {
            (110, 4_000)
        } else if self.wants_texts() {
            (70, 1_600)
        } else {
            (30, 400)
        };
        let stars = if self.includes(Include::Stars) {
            2_000
        } else {
            0
        };
        let reading = if self.wants_reading() {
            (READING_MILLINATALS, READING_BYTES)
        } else {
            (0, 0)
        };
        let work = 400 + of_point.0 * points + of_pair.0 * pairs + stars + reading.0;
        let bytes = 1_000 + of_point.1 * points + of_pair.1 * pairs + reading.1;
        Work::new(work as u64, bytes as u64)
    }

    /// Whether there may be far more aspects than usual: a wide orb makes nearly every pair an
    /// aspect, and some pairs several.
    pub fn finds_many_aspects(&self) -> bool {
        self.orbs.is_some() || self.aspects.as_ref().is_some_and(|it| it.len() > 5)
    }

    /// Requested options that have no effect, as written in a request.
    pub fn without_effect(&self, effects: Effects) -> Vec<String> {
        let given = [
            ("houseSystem", self.house_system.is_some()),
            ("polarFallback", self.polar_fallback.is_some()),
            ("zodiac", self.zodiac.is_some()),
            ("ayanamsha", self.ayanamsha.is_some()),
            ("ayanamshaAt", self.ayanamsha_at.is_some()),
            ("center", self.center.is_some()),
            ("moonCenter", self.moon_center.is_some()),
            ("nodeType", self.node_type.is_some()),
            ("lotFormula", self.lot_formula.is_some()),
            ("points", self.points.is_some()),
            ("aspects", self.aspects.is_some()),
            ("orbs", self.orbs.is_some()),
            ("language", self.language.is_some()),
            // An option set to false has no effect anywhere.
            ("includeText", self.wants_texts()),
            ("textLength", self.text_length.is_some()),
            ("includeReadableEntities", self.wants_titles()),
        ];
        let fields = given
            .into_iter()
            .filter(|(name, is_given)| *is_given && !effects.fields.contains(name))
            .map(|(name, _)| format!("`{name}`"));
        let reading = self.wants_reading() && !effects.reading;
        let fields = fields.chain(reading.then(|| "`includeReading`".to_owned()));
        let parts = self.include.iter().flatten();
        let parts = parts
            .filter(|it| !effects.includes.contains(it))
            .map(|it| format!("`include: {}`", it.name()));
        fields.chain(parts).collect()
    }

    /// Aspects in declination that were requested where only longitudes are used.
    pub fn in_longitude_only(&self) -> Option<Warning> {
        let kinds = self.aspects.iter().flatten();
        let idle: Vec<String> = kinds
            .filter(|it| it.0.angle_deg().is_none())
            .map(|it| format!("`aspects: {}`", it.0.id()))
            .collect();
        (!idle.is_empty()).then(|| {
            let detail = format!(
                "These aspects have no effect on this calculation, which uses longitudes only: {}.",
                idle.join(", ")
            );
            Warning::new("option_without_effect", detail)
        })
    }

    /// A warning about the lunar node of a sidereal chart whose request does not name its type: Vedic calculations use
    /// the mean node by default.
    pub fn assumed_node(&self) -> Option<Warning> {
        let is_node = |it: &RequestedPoint| matches!(it.point, Point::NorthNode | Point::SouthNode);
        let has_node = self.points.as_ref().is_none_or(|it| it.iter().any(is_node));
        let is_sidereal = self.zodiac == Some(ZodiacName::Sidereal);
        let is_heliocentric = self.center.map(|it| it.0) == Some(ChartCenter::Heliocentric);
        let is_assumed = is_sidereal && self.node_type.is_none() && has_node && !is_heliocentric;
        is_assumed.then(|| {
            let detail = "`northNode` and `southNode` are the true node. Vedic calculations use the mean node by \
                          default, up to 1.7 degrees away. Set `nodeType` to choose.";
            Warning::new("node_type_assumed", detail)
        })
    }

    /// Why a chart with these options cannot be drawn.
    pub fn undrawable(&self) -> Option<&'static str> {
        let sectors = self.house_system.map(|it| it.0) == Some(HouseSystem::Gauquelin);
        sectors.then_some("Gauquelin's 36 sectors cannot be drawn as a wheel.")
    }

    /// The requested language.
    pub fn language(&self) -> &str {
        self.language.as_deref().unwrap_or(DEFAULT_LANGUAGE)
    }

    /// What they say about words.
    pub fn wording(&self) -> Wording<'_> {
        Wording {
            language: self.language(),
            titles: self.wants_titles(),
            texts: self.wants_texts(),
            reading: self.wants_reading(),
            length: self.text_length.map(Into::into).unwrap_or_default(),
        }
    }

    /// Whether a part was requested.
    pub fn includes(&self, part: Include) -> bool {
        self.include.as_ref().is_some_and(|it| it.contains(&part))
    }

    /// Whether titles were requested.
    pub fn wants_titles(&self) -> bool {
        self.include_readable_entities.unwrap_or(false)
    }

    /// Whether texts of facts were requested.
    pub fn wants_texts(&self) -> bool {
        self.include_text.unwrap_or(false)
    }

    /// Whether a composed reading was requested.
    pub fn wants_reading(&self) -> bool {
        self.include_reading.unwrap_or(false)
    }

    /// The options of a chart. `orbs` are the defaults for orbs that the request does not give.
    /// Every contradiction between fields is added to `problems`.
    pub fn chart(&self, orbs: &Orbs, problems: &mut Vec<Problem>) -> ChartOptions {
        let center = self.center.map_or_else(ChartCenter::default, |it| it.0);
        let zodiac = self.zodiac(problems);
        let mut points: Vec<Point> = match &self.points {
            Some(points) => points.iter().map(|it| it.point).collect(),
            None => ChartOptions::default_points(center),
        };
        for (index, point) in points.iter().enumerate() {
            if !ChartOptions::exists(center, *point) {
                let (id, center) = (point.id(), center.id());
                let detail = format!(
                    "`{id}` is not available in a {center} chart. Remove it from `points`."
                );
                let problem = Problem::new(ErrorCode::PointUndefined, detail);
                problems.push(problem.at(pointer(&format!("points/{index}"))));
            }
            if points[..index].contains(point) {
                let detail = format!("`{}` is listed twice.", point.id());
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
            // A point that the caller named is never left out.
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
            let detail = "Nakshatras require a sidereal zodiac. Set `zodiac` to `sidereal` and \
                          choose an `ayanamsha`.";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            problems.push(problem.at(pointer("include")));
        }
        let mut conflict = |field: &str, detail: &str| {
            let problem = Problem::new(ErrorCode::FieldsConflict, detail.to_owned());
            problems.push(problem.at(pointer(field)));
            Zodiac::Tropical
        };
        match (sidereal, self.ayanamsha, &self.ayanamsha_at) {
            (false, None, None) => Zodiac::Tropical,
            (true, Some(ayanamsha), None) => Zodiac::Sidereal(ayanamsha.0),
            (true, None, Some(custom)) => custom.zodiac().unwrap_or_else(|found| {
                problems.extend(found);
                Zodiac::Tropical
            }),
            (true, None, None) => conflict(
                "ayanamsha",
                "`ayanamsha` is required with `zodiac: sidereal`.",
            ),
            (true, Some(_), Some(_)) => {
                problems.push(both_given());
                Zodiac::Tropical
            }
            (false, Some(_), _) => {
                conflict("ayanamsha", "`ayanamsha` requires `zodiac: sidereal`.")
            }
            (false, None, Some(_)) => {
                conflict("ayanamshaAt", "`ayanamshaAt` requires `zodiac: sidereal`.")
            }
        }
    }
}

fn pointer(field: &str) -> Source {
    Source::Pointer(format!("/{field}"))
}
