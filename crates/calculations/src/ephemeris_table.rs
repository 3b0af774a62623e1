//! `/api/calc/ephemeris`: positions at regular intervals.

use std::ops::Range;

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartCenter, ChartError, ChartMoment, ChartOptions};
use astrology::point::Point;
use astrology::sign::Sign;
use ephemeris::{Ephemeris, Instant, Observer, Tt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::meta::{Meta, unknown};
use crate::dto::options::{CommonOptions, Effects, MoonCenter};
use crate::dto::span::{ResolvedSpan, UtcSpan};
use crate::dto::step::Step;
use crate::{Calculation, CalculationContext, OPEN, Problems, chart_problem, range_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::text::{ParsedText, thousands};
use http_api::{ApiError, ErrorCode, PIECE_BYTES, Pieces, Problem, Source, Spec, Work, unwritable};

/// Rows in one response.
const MAX_ROWS: i64 = 10_000;
/// The whole ephemeris.
const MAX_DAYS: f64 = 410_000.0;

#[derive(Debug)]
pub(crate) struct EphemerisTable;

/// A range and a step.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct EphemerisInput {
    #[serde(flatten)]
    span: UtcSpan,
    /// Interval between rows: a number followed by `m`, `h` or `d`, such as `1d`, `6h` or `15m`.
    step: ParsedText<Step>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// Positions at regular intervals.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EphemerisTable")]
pub(crate) struct EphemerisReply {
    /// One row per interval.
    rows: Vec<Row>,
    /// Metadata about the calculation.
    meta: Meta,
}

/// The positions at one instant.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EphemerisRow")]
pub(crate) struct Row {
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Points by ID.
    #[schemars(with = "std::collections::BTreeMap<String, Position>")]
    points: ById<Position>,
}

/// A position.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    /// Longitude in the requested zodiac, in degrees.
    longitude: Rounded,
    /// Ecliptic latitude in degrees.
    latitude: Rounded,
    /// Distance in astronomical units.
    distance: Option<Rounded>,
    /// Speed in longitude, in degrees per day.
    speed_longitude: Option<Rounded>,
    /// Right ascension in degrees.
    right_ascension: Rounded,
    /// Declination in degrees.
    declination: Rounded,
    /// Sign.
    sign: Id<Sign>,
    /// Whether the point is retrograde.
    #[serde(skip_serializing_if = "Option::is_none")]
    retrograde: Option<bool>,
}

impl Calculation for EphemerisTable {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_ephemeris",
        "/api/calc/ephemeris",
        OPEN,
        "Calculate an ephemeris",
        "Returns geocentric or heliocentric positions at regular intervals between two dates. \
         Returns at most 10,000 rows. Angles and lots depend on a place and are not available.",
    );
    const EXAMPLE: &'static str =
        r#"{"startDate":"2024-01-01","endDate":"2024-01-05","step":"1d"}"#;
    const TEXTS: Option<Capability> = None;
    const EFFECTS: Effects = Effects {
        fields: &[
            "zodiac",
            "ayanamsha",
            "ayanamshaAt",
            "center",
            "nodeType",
            "points",
        ],
        includes: &[],
        reading: false,
    };
    type Input = EphemerisInput;
    type Reply = EphemerisReply;

    fn options(input: &EphemerisInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    const COST_FORMULA: &'static str = "1 unit per about 1,800 positions (rows x points), in \
        proportion to the positions. At most 10,000 rows.";

    fn work(input: &EphemerisInput) -> Work {
        let Ok(span) = input.span.resolve(MAX_DAYS) else {
            return Work::REQUEST;
        };
        let rows = row_count(&span.range, &input.step.0);
        // A request with too many rows is refused later, with its own error.
        if rows > MAX_ROWS {
            return Work::REQUEST;
        }
        let points = input.options.points.as_ref().map_or(20, Vec::len) as f64;
        let rows = rows as f64;
        Work::estimated(
            1_000.0 + rows * (4.0 + 11.0 * points),
            1_000.0 + rows * (60.0 + 215.0 * points),
        )
    }

    fn held_bytes(_: Work) -> u64 {
        // A piece being written, one being sent, and a row.
        4 * PIECE_BYTES as u64
    }

    fn pieces(input: EphemerisInput, context: CalculationContext) -> Box<dyn Pieces> {
        Box::new(TablePieces {
            input,
            context,
            table: None,
        })
    }

    fn compute(
        input: &EphemerisInput,
        context: &CalculationContext,
    ) -> Result<EphemerisReply, ApiError> {
        let mut table = Table::of(input, context)?;
        let mut rows = Vec::new();
        while let Some(row) = table.next_row()? {
            rows.push(row);
        }
        let meta = table.meta(context);
        Ok(EphemerisReply { rows, meta })
    }
}

/// How many rows a range has. Rows are counted in UTC, so that leap seconds move none of them.
fn row_count(range: &Range<Instant<Tt>>, step: &Step) -> i64 {
    let unix_us = |at: Instant<Tt>| at.to_utc().to_unix_micros();
    let micros = unix_us(range.end) - unix_us(range.start);
    (micros + step.micros - 1).div_euclid(step.micros)
}

/// A table in progress, row by row.
struct Table {
    ephemeris: Ephemeris<'static>,
    options: ChartOptions,
    span: ResolvedSpan,
    /// The first row, in microseconds of Unix time.
    start_us: i64,
    step: Step,
    rows: i64,
    /// The next row.
    index: i64,
    left_out: Vec<Point>,
}

impl Table {
    /// Checks the input, and that the ephemeris covers both ends. What it covers at both ends it
    /// covers in between, so no row can fail after the first has been sent.
    fn of(input: &EphemerisInput, context: &CalculationContext) -> Result<Self, ApiError> {
        let mut problems = Problems::default();
        let mut options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let step = input.step.0.clone();
        let span = problems.keep(input.span.resolve(MAX_DAYS));
        needs_no_place(input, &mut problems);
        if let Some(span) = &span {
            let rows = row_count(&span.range, &step);
            if rows > MAX_ROWS {
                let (rows, limit) = (thousands(rows), thousands(MAX_ROWS));
                let detail = format!(
                    "The request asks for {rows} rows, but the limit is {limit}. Use a longer step or a \
                     shorter range."
                );
                let problem = Problem::new(ErrorCode::RangeTooLong, detail);
                let problem = problem.with_meta("maximumRows", MAX_ROWS);
                let at = Source::Pointer("/step".to_owned());
                problems.0.push(problem.at(at));
            }
        }
        problems.finish()?;
        let span = span.expect("unresolved input has been reported");
        options
            .points
            .retain(|it| !matches!(it, Point::Angle(_) | Point::Lot(_)));
        // These systems exist everywhere. No horizon is used, so none can be undefined.
        options.house_system = astrology::house::HouseSystem::EqualAries;
        options.aspects.set = astrology::aspect::AspectSet::NONE;
        let table = Self {
            ephemeris: context.ephemeris(),
            options,
            start_us: span.range.start.to_utc().to_unix_micros(),
            rows: row_count(&span.range, &step),
            step,
            index: 0,
            left_out: Vec::new(),
            span,
        };
        table.chart(table.instant(0))?;
        table.chart(table.instant(table.rows - 1))?;
        Ok(table)
    }

    fn instant(&self, index: i64) -> Instant<Tt> {
        Instant::from_unix_micros(self.start_us + index * self.step.micros).to_tt()
    }

    fn chart(&self, at: Instant<Tt>) -> Result<Chart, ApiError> {
        const NOWHERE: Observer = Observer {
            latitude_deg: 0.0,
            longitude_deg: 0.0,
            height_m: 0.0,
        };
        let moment = ChartMoment::from_tt(at);
        let chart = Chart::compute(&self.ephemeris, moment, &NOWHERE, &self.options);
        chart.map_err(|error| match error {
            ChartError::Sky(error) => {
                range_problem(error, &self.span.range, ("startDate", "endDate"))
            }
            other => chart_problem(other, "startDate"),
        })
    }

    /// The next row, or none after the last.
    fn next_row(&mut self) -> Result<Option<Row>, ApiError> {
        if self.index >= self.rows {
            return Ok(None);
        }
        let at = self.instant(self.index);
        let chart = self.chart(at)?;
        let news = chart
            .unknown
            .iter()
            .filter(|it| !self.left_out.contains(it));
        let news: Vec<_> = news.copied().collect();
        self.left_out.extend(news);
        self.index += 1;
        Ok(Some(Row {
            date_time: tt_text(at),
            points: positions(&chart),
        }))
    }

    /// The metadata, once every row has been calculated.
    fn meta(&self, context: &CalculationContext) -> Meta {
        let start = self.span.range.start;
        let mut meta = Meta::of_span(&self.span, None).with_sky(self.options.zodiac, start);
        meta.warn(unknown(&self.left_out));
        meta.warn(context.warnings());
        meta
    }
}

/// Positions that one piece has at most: those of 64 kB of whole rows.
const MAX_POSITIONS_PER_PIECE: i64 = 400;

/// A table as JSON, written exactly like [`EphemerisReply`].
struct TablePieces {
    input: EphemerisInput,
    context: CalculationContext,
    /// None before the first piece.
    table: Option<Table>,
}

impl Pieces for TablePieces {
    fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, ApiError> {
        let shape = self.context.shape();
        let has_rows = shape.has("rows");
        let table = if let Some(table) = &mut self.table {
            table
        } else {
            let table = Table::of(&self.input, &self.context)?;
            out.extend(if has_rows { &b"{\"rows\":["[..] } else { b"{" });
            self.table.insert(table)
        };
        let full = out.len() + PIECE_BYTES;
        // A row of which little is written takes as much work as a whole one.
        let points = i64::try_from(table.options.points.len().max(1)).unwrap_or(i64::MAX);
        let end = table.index + (MAX_POSITIONS_PER_PIECE / points).max(1);
        while out.len() < full && table.index < end {
            let is_first = table.index == 0;
            let Some(row) = table.next_row()? else {
                out.extend(if has_rows {
                    &b"],\"meta\":"[..]
                } else {
                    b"\"meta\":"
                });
                let meta = table.meta(&self.context);
                let meta = shape.applied_at("meta", &meta);
                serde_json::to_writer(&mut *out, &meta).map_err(unwritable)?;
                out.push(b'}');
                return Ok(false);
            };
            // The metadata names the points that some row does not have.
            if !has_rows {
                continue;
            }
            if !is_first {
                out.push(b',');
            }
            let row = shape.applied_at("rows", &row);
            serde_json::to_writer(&mut *out, &row).map_err(unwritable)?;
        }
        Ok(true)
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

/// Angles and lots that were requested by name are refused, not silently left out. So is a
/// topocentric center, because there is no place.
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
        let detail = "An ephemeris has no location. Set `center` to `geocentric` or \
                      `heliocentric`.";
        let problem = Problem::new(ErrorCode::FieldsConflict, detail);
        let at = Source::Pointer(format!("/{field}"));
        problems.0.push(problem.at(at));
    }
    let named = input.options.points.iter().flatten().enumerate();
    for (index, point) in named {
        if matches!(point.point, Point::Angle(_) | Point::Lot(_)) {
            let detail = format!(
                "`{}` depends on a location and is not available here.",
                point.point.id()
            );
            let problem = Problem::new(ErrorCode::PointUndefined, detail);
            let at = Source::Pointer(format!("/points/{index}"));
            problems.0.push(problem.at(at));
        }
    }
}
