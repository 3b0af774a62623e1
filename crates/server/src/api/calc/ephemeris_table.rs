//! `/api/calc/ephemeris`: positions at equal steps.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartCenter, ChartError, Moment};
use astrology::point::Point;
use astrology::sign::Sign;
use ephemeris::{Ephemeris, Observer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Calculate, Desk, OPEN, Problems, chart_problem, range_problem, spec};
use crate::error::{ApiError, ErrorCode, Problem, Source};
use crate::guard::OrgCaller;
use crate::operation::Spec;
use crate::wire::Text;
use crate::wire::chart::ById;
use crate::wire::degrees::Rounded;
use crate::wire::id::Id;
use crate::wire::instant::tt_text;
use crate::wire::meta::{Meta, unknown};
use crate::wire::options::{CommonOptions, Effects, MoonCenter};
use crate::wire::span::UtcSpan;
use crate::wire::step::Step;

/// Rows of one answer.
const MOST_ROWS: f64 = 10_000.0;
/// The whole ephemeris.
const MOST_DAYS: f64 = 410_000.0;

#[derive(Debug)]
pub(crate) struct EphemerisTable;

/// A range and a step.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct EphemerisInput {
    #[serde(flatten)]
    span: UtcSpan,
    /// The step between rows: a number and `m`, `h` or `d`, such as `1d`, `6h`, `15m`.
    step: Text<Step>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// Positions at equal steps.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EphemerisTable")]
pub(crate) struct EphemerisReply {
    /// One for each step.
    rows: Vec<Row>,
    /// How it was computed.
    meta: Meta,
}

/// The positions of one instant.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EphemerisRow")]
pub(crate) struct Row {
    /// When, in universal time.
    date_time: String,
    /// The points by their ids.
    #[schemars(with = "std::collections::BTreeMap<String, Position>")]
    points: ById<Position>,
}

/// A position.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    /// Longitude in the zodiac asked for, degrees.
    longitude: Rounded,
    /// Ecliptic latitude, degrees.
    latitude: Rounded,
    /// Distance, astronomical units.
    distance: Option<Rounded>,
    /// Degrees of longitude a day.
    speed_longitude: Option<Rounded>,
    /// Right ascension, degrees.
    right_ascension: Rounded,
    /// Declination, degrees.
    declination: Rounded,
    /// The sign.
    sign: Id<Sign>,
    /// Whether it moves backward.
    #[serde(skip_serializing_if = "Option::is_none")]
    retrograde: Option<bool>,
}

impl Calculate for EphemerisTable {
    const SPEC: Spec<OrgCaller> = spec(
        "calc_ephemeris",
        "/api/calc/ephemeris",
        OPEN,
        "Positions at equal steps",
        "Geocentric or heliocentric positions from a date to another, at most 10,000 rows. Angles \
         and lots need a place and are not part of an ephemeris.",
    );
    const TEXTS: Option<Capability> = None;
    const EFFECTS: Effects = Effects {
        fields: &["zodiac", "ayanamsha", "center", "nodeType", "points"],
        includes: &[],
    };
    const LONG: bool = true;
    type Input = EphemerisInput;
    type Reply = EphemerisReply;

    fn options(input: &EphemerisInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(input: &EphemerisInput, desk: &Desk) -> Result<EphemerisReply, ApiError> {
        let mut problems = Problems::default();
        let mut options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let step = input.step.0.days;
        let span = problems.keep(input.span.resolve(MOST_DAYS));
        needs_no_place(input, &mut problems);
        if let Some(span) = &span {
            let range = &span.range;
            let rows = (range.end.minus(range.start) / step).ceil();
            if rows > MOST_ROWS {
                let detail = format!("{rows:.0} rows, and {MOST_ROWS:.0} are given at once");
                let problem = Problem::new(ErrorCode::RangeTooLong, detail);
                let problem = problem.with_meta("maximumRows", MOST_ROWS);
                let at = Source::Pointer("/step".to_owned());
                problems.0.push(problem.at(at));
            }
        }
        problems.finish()?;
        let span = span.expect("what is not resolved has been reported");
        let range = &span.range;
        options
            .points
            .retain(|it| !matches!(it, Point::Angle(_) | Point::Lot(_)));
        // The whole divisions exist everywhere: no horizon is used, and none may refuse.
        options.house_system = astrology::house::HouseSystem::EqualAries;
        options.aspects.set = astrology::aspect::AspectSet::NONE;
        let nowhere = Observer {
            latitude_deg: 0.0,
            longitude_deg: 0.0,
            height_m: 0.0,
        };
        let mut rows = Vec::new();
        let mut left_out = Vec::new();
        let mut index = 0.0;
        loop {
            let at = range.start.plus_days(index * step);
            if at >= range.end {
                let mut meta = Meta::of_span(&span, None).with_sky(options.zodiac, range.start);
                meta.warn(unknown(&left_out));
                meta.warn(desk.warnings());
                return Ok(EphemerisReply { rows, meta });
            }
            let chart = Chart::compute(
                Ephemeris::embedded(),
                Moment::from_tt(at),
                &nowhere,
                &options,
            )
            .map_err(|error| match error {
                ChartError::Sky(error) => range_problem(error, range, ("startDate", "endDate")),
                other => chart_problem(other, "startDate"),
            })?;
            let news = chart.unknown.iter().filter(|it| !left_out.contains(it));
            let news: Vec<_> = news.copied().collect();
            left_out.extend(news);
            rows.push(Row {
                date_time: tt_text(at),
                points: positions(&chart),
            });
            index += 1.0;
        }
    }
}

fn positions(chart: &Chart) -> ById<Position> {
    let position = |it: &astrology::chart::ChartPoint| {
        let position = Position {
            longitude: it.longitude_deg.into(),
            latitude: it.latitude_deg.into(),
            distance: it.distance_au.map(Rounded),
            speed_longitude: it.speed_deg.map(Rounded),
            right_ascension: it.right_ascension_deg.into(),
            declination: it.declination_deg.into(),
            sign: Id(it.sign()),
            retrograde: it.retrograde(),
        };
        (it.point.id(), position)
    };
    chart.points.iter().map(position).collect()
}

/// Angles and lots that were asked for by name are refused, not left out in silence; so is a view
/// from a place, for there is none.
fn needs_no_place(input: &EphemerisInput, problems: &mut Problems) {
    let from_a_place = [
        (
            "center",
            input.options.center == Some(Id(ChartCenter::Topocentric)),
        ),
        (
            "moonCenter",
            input.options.moon_center == Some(MoonCenter::Topocentric),
        ),
    ];
    for (field, _) in from_a_place.into_iter().filter(|(_, is)| *is) {
        let detail = "a table has no place to look from: geocentric or heliocentric";
        let problem = Problem::new(ErrorCode::FieldsConflict, detail);
        let at = Source::Pointer(format!("/{field}"));
        problems.0.push(problem.at(at));
    }
    let named = input.options.points.iter().flatten().enumerate();
    for (index, point) in named {
        if matches!(point.0, Point::Angle(_) | Point::Lot(_)) {
            let detail = format!("`{}` needs a place and a horizon", point.0.id());
            let problem = Problem::new(ErrorCode::PointUndefined, detail);
            let at = Source::Pointer(format!("/points/{index}"));
            problems.0.push(problem.at(at));
        }
    }
}
