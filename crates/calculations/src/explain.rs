//! `/api/calc/explain`: why another program shows other longitudes.

mod reading;

use access::Capability;
use astrology::ayanamsha::Ayanamsha;
use astrology::chart::{ChartCenter, NodeKind};
use astrology::explain::{Equinox, Explanation, MAX_READINGS, Question, Scale, explain};
use astrology::point::{Angle, Point};
use ephemeris::{Body, Correction};
use http_api::caller::AnyInOrganization;
use http_api::modules::EXPLAIN_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::reading::{BirthReading, readings};
use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::location::Location;
use crate::dto::meta::Meta;
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::ZodiacName;
use crate::dto::wording::Wording;
use crate::{Calculation, CalculationContext, gated, sky_problem, spec};

/// Explanations in a response.
const MAX_EXPLANATIONS: usize = 5;
/// Longitudes are mostly printed to the minute.
const DEFAULT_TOLERANCE_ARCMINUTES: f64 = 1.0;
const NO_EXPLANATION: &str = "No setting explains these longitudes. Check the birth data and the longitudes: a value in \
    the wrong sign has a difference of many degrees.";

/// Explanations of longitudes printed elsewhere.
#[derive(Debug)]
pub(crate) struct ExplainCalc;

/// A birth, and its longitudes as another program shows them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ExplainInput {
    /// Local date and time of birth, as it was entered in the other program. The time is required.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Longitudes as the other program shows them, by point. The more there are, the fewer settings fit.
    longitudes: ForeignLongitudes,
    /// Largest difference that the rounding of the longitudes explains, in arc minutes. Defaults to 1, for longitudes
    /// cut or rounded to the minute.
    #[schemars(range(min = 0.001, max = 60))]
    tolerance_arcminutes: Option<f64>,
}

/// Declares the points that can be compared as fields of one object.
macro_rules! longitude_fields {
    ($($field:ident = $point:expr, $name:literal;)+) => {
        /// Longitudes in degrees from 0° Aries of the other program's zodiac, by point.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub(crate) struct ForeignLongitudes {
            $(
                #[doc = concat!("Longitude of ", $name, ", in degrees.")]
                #[schemars(range(min = 0, max = 360))]
                $field: Option<f64>,
            )+
        }

        impl ForeignLongitudes {
            fn given(&self) -> Vec<(Point, f64)> {
                let all = [$(($point, self.$field),)+];
                all.into_iter().filter_map(|(point, it)| Some((point, it?))).collect()
            }
        }
    };
}

longitude_fields! {
    sun = Point::Body(Body::Sun), "the Sun";
    moon = Point::Body(Body::Moon), "the Moon";
    mercury = Point::Body(Body::Mercury), "Mercury";
    venus = Point::Body(Body::Venus), "Venus";
    mars = Point::Body(Body::Mars), "Mars";
    jupiter = Point::Body(Body::Jupiter), "Jupiter";
    saturn = Point::Body(Body::Saturn), "Saturn";
    uranus = Point::Body(Body::Uranus), "Uranus";
    neptune = Point::Body(Body::Neptune), "Neptune";
    pluto = Point::Body(Body::Pluto), "Pluto";
    chiron = Point::Body(Body::Chiron), "Chiron";
    north_node = Point::NorthNode, "the ascending lunar node (Rahu)";
    south_node = Point::SouthNode, "the descending lunar node (Ketu)";
    ascendant = Point::Angle(Angle::Ascendant), "the Ascendant";
    midheaven = Point::Angle(Angle::Midheaven), "the Midheaven";
}

http_api::closed_sets! {
    /// Corrections for the path of light.
    CorrectionName "LightCorrection" = ["apparent", "astrometric", "geometric"];
    /// Treatment of nutation.
    EquinoxName "EquinoxId" = ["true", "mean"];
}

/// Settings that reproduce longitudes printed elsewhere.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExplainResult")]
pub(crate) struct ExplainReply {
    /// Birth time in UTC, as this service reads it.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Whether settings reproduce every longitude within the tolerance.
    explained: bool,
    /// What to do if nothing explains the longitudes. Null otherwise.
    detail: Option<&'static str>,
    /// Explanations, the most likely first. If nothing explains the longitudes, the settings that come nearest.
    explanations: Vec<ExplanationReply>,
    /// Metadata about the calculation.
    meta: ExplainMeta,
}

/// Metadata about explanations.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExplainMeta")]
struct ExplainMeta {
    #[serde(flatten)]
    meta: Meta,
    /// Conventions used, including defaults.
    conventions: ExplainConventions,
}

/// Conventions of a comparison.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExplainConventions")]
struct ExplainConventions {
    /// Largest difference that rounding explains, in arc minutes.
    tolerance_arcminutes: f64,
}

/// Settings, and how well they reproduce the longitudes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Explanation")]
struct ExplanationReply {
    /// Whether every longitude is within the tolerance.
    fits: bool,
    /// Largest difference, in arc minutes.
    residual_arcminutes: Rounded,
    /// How the birth time was read.
    reading: BirthReading,
    /// Zodiac.
    zodiac: ZodiacName,
    /// Ayanamsha. Null in the tropical zodiac, and if no known one fits.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// Mean ayanamsha at the birth that would explain the longitudes, in degrees. Present if no known one fits better.
    #[serde(skip_serializing_if = "Option::is_none")]
    ayanamsha_value: Option<Rounded>,
    /// Center of the positions.
    center: Id<ChartCenter>,
    /// Type of lunar node. Null if no node was compared.
    node_type: Option<Id<NodeKind>>,
    /// Corrections for the path of light: `apparent` (all), `astrometric` (aberration left out) or `geometric` (light
    /// time left out, too).
    #[schemars(with = "CorrectionName")]
    correction: &'static str,
    /// Treatment of nutation: `true` is usual. With `mean`, tropical longitudes lack it, and sidereal ones have it
    /// because the mean ayanamsha was subtracted from true longitudes.
    #[schemars(with = "EquinoxName")]
    equinox: &'static str,
    /// Longitude of the other program minus the computed one, in arc minutes, by point.
    #[schemars(with = "std::collections::BTreeMap<String, Rounded>")]
    differences: ById<Rounded>,
}

impl ExplainInput {
    fn when(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.date_time,
            date_time_field: "dateTime",
            location: &self.location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    fn tolerance_arcminutes(&self) -> f64 {
        self.tolerance_arcminutes
            .unwrap_or(DEFAULT_TOLERANCE_ARCMINUTES)
    }

    /// The longitudes, of which there must be one.
    fn longitudes(&self) -> Result<Vec<(Point, f64)>, Vec<Problem>> {
        let given = self.longitudes.given();
        if given.is_empty() {
            let detail = "`longitudes` is empty. Send the longitude of one point at least.";
            let problem = Problem::new(ErrorCode::FieldMissing, detail);
            return Err(vec![problem.at(Source::Pointer("/longitudes".to_owned()))]);
        }
        Ok(given)
    }
}

impl Calculation for ExplainCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_explain",
        "/api/calc/explain",
        gated(EXPLAIN_CALC),
        "Explain longitudes of another program",
        "Returns the settings that reproduce longitudes shown by another program: how it read the birth time, zodiac \
             and ayanamsha, center, lunar node, corrections for light, and nutation. Settings whose longitudes are equal \
             within `toleranceArcminutes` count as equal; the most usual ones come first.",
    );
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":52.37,"longitude":4.89},
        "longitudes":{"sun":84.15,"moon":345.64,"mars":11.06}}"#;
    const TEXTS: Option<Capability> = None;
    const COST_FORMULA: &'static str =
        "The price grows with the number of longitudes: 4 units for 15.";
    type Input = ExplainInput;
    type Reply = ExplainReply;

    fn wording(_: &ExplainInput) -> Option<Wording<'_>> {
        None
    }

    fn work(input: &ExplainInput) -> Work {
        let points = input.longitudes.given().len() as u64;
        Work::new(10_000 + 4_500 * points, 6_000 + 300 * points)
    }

    fn compute(
        input: &ExplainInput,
        context: &CalculationContext,
    ) -> Result<ExplainReply, ApiError> {
        let mut problems = crate::Problems::default();
        let birth = problems.keep(input.when().resolve_moment());
        let longitudes = problems.keep(input.longitudes());
        problems.finish()?;
        let birth = birth.expect("unresolved input has been reported");
        let mut readings = readings(&input.when(), &birth);
        readings.truncate(MAX_READINGS);
        let question = Question {
            readings: readings.iter().map(BirthReading::reading).collect(),
            observer: birth.observer,
            longitudes: longitudes.unwrap_or_default(),
            tolerance_deg: input.tolerance_arcminutes() / 60.0,
        };
        let found = explain(&context.ephemeris(), &question, MAX_EXPLANATIONS)
            .map_err(|error| sky_problem(error, "dateTime"))?;
        let reply = |it: &Explanation| ExplanationReply::of(it, &question, &readings);
        let explanations: Vec<ExplanationReply> = found.iter().map(reply).collect();
        let explained = explanations.first().is_some_and(|it| it.fits);
        let mut meta = Meta::of(&birth);
        meta.warn(context.warnings());
        Ok(ExplainReply {
            date_time: meta.utc(),
            explained,
            detail: (!explained).then_some(NO_EXPLANATION),
            explanations,
            meta: ExplainMeta {
                meta,
                conventions: ExplainConventions {
                    tolerance_arcminutes: input.tolerance_arcminutes(),
                },
            },
        })
    }
}

impl ExplanationReply {
    fn of(found: &Explanation, question: &Question, readings: &[BirthReading]) -> Self {
        let settings = found.settings;
        let is_node = |it: &(Point, f64)| matches!(it.0, Point::NorthNode | Point::SouthNode);
        let has_node = question.longitudes.iter().any(is_node);
        let points = question.longitudes.iter().map(|it| it.0.id());
        let differences = points.zip(found.differences_deg.iter().map(|it| (it * 60.0).into()));
        let (zodiac, ayanamsha, value) = match settings.scale {
            Scale::Tropical => (ZodiacName::Tropical, None, None),
            Scale::Known(it) => (ZodiacName::Sidereal, Some(Id(it)), None),
            Scale::Unknown(degrees) => (ZodiacName::Sidereal, None, Some(degrees.into())),
        };
        Self {
            fits: found.residual_deg <= question.tolerance_deg,
            residual_arcminutes: (found.residual_deg * 60.0).into(),
            reading: readings[settings.reading].clone(),
            zodiac,
            ayanamsha,
            ayanamsha_value: value,
            center: Id(settings.center),
            node_type: has_node.then_some(Id(settings.node)),
            correction: match settings.correction {
                Correction::Apparent => "apparent",
                Correction::Astrometric => "astrometric",
                Correction::Geometric => "geometric",
            },
            equinox: match settings.equinox {
                Equinox::True => "true",
                Equinox::Mean => "mean",
            },
            differences: differences.collect(),
        }
    }
}
