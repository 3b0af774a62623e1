//! `/api/calc/retrograde`: retrograde periods with their shadows.

use access::Capability;
use astrology::chart::{NodeKind, Unknown};
use astrology::forecast::retrograde::{
    RetrogradePeriod, StationPoint, retrograde_periods, searched_range,
};
use astrology::point::Point;
use astrology::sign::{Sign, degrees_in_sign};
use ephemeris::{Body, Instant, Tt};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::meta::{Meta, unknown};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::span::UtcSpan;
use crate::dto::words::TextReply;
use crate::{Calculation, CalculationContext, Problems, gated, is_of_minor, range_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{RETROGRADE_CALC, RETROGRADE_TEXTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// A century.
const MAX_DAYS: f64 = 36_525.0;

/// The points used by default.
const DEFAULT: [Body; 9] = [
    Body::Mercury,
    Body::Venus,
    Body::Mars,
    Body::Jupiter,
    Body::Saturn,
    Body::Uranus,
    Body::Neptune,
    Body::Pluto,
    Body::Chiron,
];

#[derive(Debug)]
pub(crate) struct Retrograde;

/// A time range.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct RetrogradeInput {
    #[serde(flatten)]
    span: UtcSpan,
    #[serde(flatten)]
    options: CommonOptions,
}

/// Retrograde periods by body.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Retrograde")]
pub(crate) struct RetrogradeReply {
    /// Time range, in UTC.
    date_range: DateRange,
    /// Retrograde periods that overlap the range, by body. Each is given in full.
    #[schemars(with = "std::collections::BTreeMap<String, Vec<PeriodReply>>")]
    periods_by_point: ById<Vec<PeriodReply>>,
    /// Interpretation of the retrograde motion of each body. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "ById::is_empty")]
    #[schemars(default, with = "std::collections::BTreeMap<String, TextReply>")]
    texts: ById<TextReply>,
    /// Metadata about the calculation.
    meta: Meta,
}

/// A time range.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DateRange {
    /// Start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub start: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub end: String,
}

/// A retrograde period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RetrogradePeriod")]
pub(crate) struct PeriodReply {
    /// Retrograde station.
    retrograde_station: StationReply,
    /// Direct station.
    direct_station: StationReply,
    /// Days from the retrograde to the direct station.
    duration_days: Rounded,
    /// Signs between the stations.
    signs_traversed: Vec<Id<Sign>>,
    /// Pre-retrograde shadow: the first pass over the degrees that the body will retrace.
    pre_retrograde_shadow: ShadowReply,
    /// Post-retrograde shadow: the third pass over these degrees.
    post_retrograde_shadow: ShadowReply,
}

/// A station.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RetrogradeStation")]
pub(crate) struct StationReply {
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date: String,
    /// Longitude in degrees.
    longitude: Rounded,
    /// Sign.
    sign: Id<Sign>,
    /// Degrees from the start of the sign.
    degrees_in_sign: Rounded,
}

/// A shadow period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Shadow")]
pub(crate) struct ShadowReply {
    /// Start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start_date: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end_date: String,
    /// Length in days.
    duration_days: Rounded,
}

impl From<StationPoint> for StationReply {
    fn from(it: StationPoint) -> Self {
        Self {
            date: tt_text(it.at),
            longitude: it.longitude_deg.into(),
            sign: Id(Sign::of(it.longitude_deg)),
            degrees_in_sign: degrees_in_sign(it.longitude_deg).into(),
        }
    }
}

fn shadow(start: Instant<Tt>, end: Instant<Tt>) -> ShadowReply {
    ShadowReply {
        start_date: tt_text(start),
        end_date: tt_text(end),
        duration_days: end.minus(start).into(),
    }
}

impl From<&RetrogradePeriod> for PeriodReply {
    fn from(it: &RetrogradePeriod) -> Self {
        Self {
            retrograde_station: it.retrograde.into(),
            direct_station: it.direct.into(),
            duration_days: it.duration_days().into(),
            signs_traversed: it.signs.iter().copied().map(Id).collect(),
            pre_retrograde_shadow: shadow(it.shadow_start, it.retrograde.at),
            post_retrograde_shadow: shadow(it.direct.at, it.shadow_end),
        }
    }
}

/// The work per day of a body, in thousandths of a natal request. It depends on how often the body
/// changes direction.
fn per_day(body: Body) -> f64 {
    match body {
        Body::Mercury => 1.1,
        Body::TrueNode | Body::TrueApogee => 13.0,
        _ => 0.52,
    }
}

fn per_day_of(point: Point, node: NodeKind) -> f64 {
    match point {
        Point::Body(body) => per_day(body),
        Point::NorthNode | Point::SouthNode if node == NodeKind::True => per_day(Body::TrueNode),
        _ => per_day(Body::MeanNode),
    }
}

impl Calculation for Retrograde {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_retrograde",
        "/api/calc/retrograde",
        gated(RETROGRADE_CALC),
        "List retrograde periods",
        "Returns the retrograde periods that overlap a range, each in full and with its shadows. \
         Covers Mercury to Pluto and Chiron, or the bodies in `points`. The range cannot exceed 100 years.",
    );
    const EXAMPLE: &'static str = r#"{"startDate":"2024-01-01","endDate":"2024-12-31"}"#;
    const TEXTS: Option<Capability> = Some(RETROGRADE_TEXTS);
    const EFFECTS: Effects = Effects {
        fields: &[
            "zodiac",
            "ayanamsha",
            "ayanamshaAt",
            "nodeType",
            "points",
            "language",
            "includeText",
            "textLength",
        ],
        includes: &[],
        reading: false,
    };
    type Input = RetrogradeInput;
    type Reply = RetrogradeReply;

    const COST_FORMULA: &'static str = "1 unit per 9 bodies over 9 years, in proportion to days \
        and bodies. Mercury counts twice. The Moon's true node and true apogee count 25 times.";

    fn work(input: &RetrogradeInput) -> Work {
        let Ok(span) = input.span.resolve(MAX_DAYS) else {
            return Work::REQUEST;
        };
        let node = input
            .options
            .node_type
            .map_or_else(NodeKind::default, |it| it.0);
        let of_day: f64 = match &input.options.points {
            None => DEFAULT.iter().map(|it| per_day(*it)).sum(),
            Some(points) => points.iter().map(|it| per_day_of(it.point, node)).sum(),
        };
        let days = span.range.end.minus(span.range.start);
        // A period takes about 700 bytes, and about 40 thousandths to find and to write.
        let work = 1_000.0 + of_day * days;
        Work::estimated(work, 2_000.0 + of_day * days * 15.0)
    }

    fn options(input: &RetrogradeInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &RetrogradeInput,
        context: &CalculationContext,
    ) -> Result<RetrogradeReply, ApiError> {
        let mut problems = Problems::default();
        let options = input
            .options
            .chart(&astrology::aspect::Orbs::natal(), &mut problems.0);
        let span = problems.keep(input.span.resolve(MAX_DAYS));
        let movers = movers(input, options.node, &mut problems);
        problems.finish()?;
        let span = span.expect("unresolved input has been reported");
        let range = &span.range;
        let mut periods_by_point = ById::new();
        let mut texts = ById::new();
        let ephemeris = &context.ephemeris();
        let failed = |error| range_problem(error, range, ("startDate", "endDate"));
        let mut covered = Vec::with_capacity(movers.len());
        let mut left_out = Vec::new();
        // A body that the ephemeris does not cover is found before any is searched.
        for (point, body) in movers {
            match ephemeris.require(&[body], &searched_range(body, range)) {
                Ok(()) => covered.push((point, body)),
                Err(error) if options.unknown == Unknown::LeaveOut && is_of_minor(&error) => {
                    left_out.push(point);
                }
                Err(error) => return Err(failed(error)),
            }
        }
        for (point, body) in covered {
            let found = retrograde_periods(ephemeris, body, options.zodiac, range);
            let mut found = found.map_err(failed)?;
            if point == Point::SouthNode {
                found.iter_mut().for_each(turn_over);
            }
            let periods = found.iter().map(PeriodReply::from).collect();
            periods_by_point.insert(point.id(), periods);
            let key = Key::new("retrograde", "period", body.id());
            if let Some(text) = context.words().text(key.as_ref()) {
                texts.insert(point.id(), text);
            }
        }
        let mut meta = Meta::of_span(&span, None).with_sky(options.zodiac, range.start);
        meta.warn(unknown(&left_out));
        meta.warn(context.warnings());
        Ok(RetrogradeReply {
            date_range: DateRange {
                start: tt_text(range.start),
                end: tt_text(range.end),
            },
            periods_by_point,
            texts,
            meta,
        })
    }
}

/// The same periods for the opposite point.
fn turn_over(period: &mut RetrogradePeriod) {
    for station in [&mut period.retrograde, &mut period.direct] {
        station.longitude_deg = ephemeris::normalize_deg(station.longitude_deg + 180.0);
    }
    for sign in &mut period.signs {
        *sign = sign.opposite();
    }
}

/// The requested points, each with the body whose motion it follows.
fn movers(input: &RetrogradeInput, node: NodeKind, problems: &mut Problems) -> Vec<(Point, Body)> {
    let Some(points) = &input.options.points else {
        return DEFAULT.map(|body| (Point::Body(body), body)).to_vec();
    };
    let mut movers = Vec::new();
    for (index, point) in points.iter().enumerate() {
        match point.point {
            Point::Body(body) if !matches!(body, Body::Sun | Body::Moon | Body::Earth) => {
                movers.push((point.point, body));
            }
            Point::NorthNode | Point::SouthNode => movers.push((point.point, node.body())),
            other => {
                let detail = format!(
                    "`{}` has no retrograde periods. Remove it from `points`.",
                    other.id()
                );
                let problem = Problem::new(ErrorCode::PointUndefined, detail);
                let at = Source::Pointer(format!("/points/{index}"));
                problems.0.push(problem.at(at));
            }
        }
    }
    movers
}
