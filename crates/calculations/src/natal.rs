//! `/api/calc/natal`: natal charts.

use access::Capability;
use astrology::aspect::{AspectSettings, Orbs, aspects_between};
use astrology::balance::Balance;
use astrology::chart::{Certainty, Chart, ChartOptions, DayChart};
use astrology::point::Point;
use astrology::sign::Sign;
use ephemeris::{Body, Ephemeris};
use interpretation::composition::{self, NatalFacts};
use interpretation::reading::{ChartFacts, PlacedPoint, select};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::chart::ChartReply;
use crate::dto::instant::{BirthTime, ResolvedDay, ResolvedMoment};
use crate::dto::location::Location;
use crate::dto::meta::{Meta, Warning, unknown};
use crate::dto::moment::{CalendarName, ClockChangeName};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects, Include};
use crate::dto::reading::ReadingReply;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::margins::{self, MarginReply, System};
use crate::nativity::{left_aside, without_houses};
use crate::reading_facts::{further_angles, made, made_on_a_day, points as aspect_points};
use crate::{
    Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, sky_problem, spec,
};
use http_api::caller::AnyInOrganization;
use http_api::modules::{NATAL_CALC, NATAL_TEXTS};
use http_api::{ApiError, Spec, Work};

/// A reading names what matters most, not everything.
const MAX_ENTRIES: usize = 24;

/// Natal charts.
#[derive(Debug)]
pub struct Natal;

/// The time and place of a birth, and how to calculate its chart.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct NatalInput {
    /// Local date and time of birth: `YYYY-MM-DDTHH:mm`, optionally with seconds, fractions and an
    /// offset. A date without a time means that the birth time is unknown.
    #[schemars(extend("format" = crate::dto::moment::DATE_TIME_FORMAT))]
    pub date_time: String,
    /// Birthplace.
    pub location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    pub calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    pub clock_change: Option<ClockChangeName>,
    #[serde(flatten)]
    pub(crate) options: CommonOptions,
}

/// A natal chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Natal")]
pub struct NatalReply {
    /// Birth time in UTC. If the time is unknown, the start of the day.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    #[serde(flatten)]
    chart: ChartReply,
    /// The most important texts in reading order. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<Vec<ReadingEntry>>,
    /// The texts as one reading. Present if `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Facts of the chart and how much earlier or later the birth must be to change them, within 720 minutes. Present
    /// if `include` has `margins` and the birth time is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    margins: Option<Vec<MarginReply>>,
    /// Link to the chart image.
    #[serde(rename = "chart")]
    image: ImageReply,
    /// Metadata about the calculation.
    meta: Meta,
}

/// Link to an image.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ImageAddress")]
pub struct ImageReply {
    /// URL that works in an `<img>` element for 24 hours, or as long as the browser token that
    /// requested it. Null if there is no image: `meta.warnings` says why.
    pub url: Option<String>,
}

/// A text of the reading.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadingEntry {
    #[serde(flatten)]
    text: TextReply,
    /// Weight that determines its position.
    weight: f64,
    /// What the weight consists of, strongest first.
    reasons: Vec<&'static str>,
}

impl NatalInput {
    /// The time and place.
    pub fn when(&self) -> LocalDateTimeInput<'_> {
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
}

impl Calculation for Natal {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_natal",
        "/api/calc/natal",
        gated(NATAL_CALC),
        "Calculate a natal chart",
        "Returns points, angles, houses, aspects and everything derived from them. For a date \
         without a time, the response contains only what is certain for that day: the longitude \
         range of each point, without angles or houses.",
    );
    const EXAMPLE: &'static str =
        r#"{"dateTime":"1990-06-15T14:30","location":{"latitude":52.37,"longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(NATAL_TEXTS);
    const EFFECTS: Effects = Effects::CHART.with_reading().with_margins();
    const COST_FORMULA: &'static str = "1 unit for up to 32 points, 4 units with `include: margins` and default points. \
        Above that, the price grows with the square of the number of points.";
    type Input = NatalInput;
    type Reply = NatalReply;

    fn options(input: &NatalInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn work(input: &NatalInput) -> Work {
        let work = input.options.chart_work();
        if input.options.includes(Include::Margins) {
            work + margins::western_work(&input.options)
        } else {
            work
        }
    }

    fn chart(input: &NatalInput) -> Option<ChartLink> {
        let path = "/api/chart2/natal.svg";
        ChartLink::wheel(path, input)
    }

    fn compute(input: &NatalInput, context: &CalculationContext) -> Result<NatalReply, ApiError> {
        let mut problems = Problems::default();
        let options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = problems.keep(input.when().resolve());
        if input.options.includes(Include::Margins) {
            problems.0.extend(margins::without_horizon(Some(&options)));
        }
        problems.finish()?;
        match resolved {
            Some(BirthTime::Moment(moment)) => of_moment(input, &moment, &options, context),
            Some(BirthTime::Day(day)) => of_day(input, &day, &options, context),
            None => unreachable!("unresolved input has been reported"),
        }
    }
}

fn of_moment(
    input: &NatalInput,
    moment: &ResolvedMoment,
    options: &ChartOptions,
    context: &CalculationContext,
) -> Result<NatalReply, ApiError> {
    let chart = Chart::compute(Ephemeris::embedded(), moment.at, &moment.observer, options)
        .map_err(|error| chart_problem(error, "dateTime"))?;
    let words = context.words();
    let mut meta = Meta::of(moment).with_chart(&chart);
    meta.warn(input.options.assumed_node());
    let reply = ChartReply::of(&chart, &input.options, words)
        .map_err(|error| sky_problem(error, "dateTime"))?;
    let facts = facts(&chart, &options.aspects);
    let reading = reading(&facts, words);
    let composed = input.options.wants_reading() && words.has_reading();
    let composed_reading = composed.then(|| {
        let phase = chart.phase.as_ref().map(|it| it.phase.id());
        let facts = NatalFacts {
            elements: chart.balance.elements,
            modes: chart.balance.modes,
            sect: chart.sect.map(astrology::sect::Sect::id),
            phase,
            patterns: chart.patterns.iter().map(|it| it.kind.id()).collect(),
            chart: facts,
        };
        ReadingReply::of(&composition::natal(&facts), words)
    });
    let margins = input.options.includes(Include::Margins).then(|| {
        let request = margins::western_request(moment, options.clone());
        margins::facts(&request, System::Western, context)
    });
    meta.warn(context.warnings());
    Ok(NatalReply {
        date_time: meta.utc(),
        chart: reply,
        reading,
        composed_reading,
        margins: margins.transpose()?,
        image: ImageReply {
            url: context.chart_url(),
        },
        meta,
    })
}

fn of_day(
    input: &NatalInput,
    day: &ResolvedDay,
    options: &ChartOptions,
    context: &CalculationContext,
) -> Result<NatalReply, ApiError> {
    let ephemeris = Ephemeris::embedded();
    let chart = DayChart::compute(ephemeris, day.range.clone(), &day.observer, options)
        .map_err(|error| chart_problem(error, "dateTime"))?;
    let mut meta = Meta::of_day(day).with_sky(options.zodiac, day.range.start);
    meta.warn(input.options.include.as_ref().map(|_| {
        let detail = "`include` is ignored. Its parts require the birth time.";
        Warning::new("include_needs_time", detail)
    }));
    meta.warn(unknown(&chart.unknown));
    meta.warn(left_aside(&chart, &input.options));
    meta.warn(without_houses(&input.options));
    meta.warn(input.options.assumed_node());
    let point = |it: &astrology::chart::DayPoint| PlacedPoint {
        id: it.middle.point.id(),
        sign: it.sign.map(Sign::id),
        house: None,
    };
    // What is only possible says nothing about the person.
    let certain = chart
        .aspects
        .iter()
        .filter(|it| it.certainty == Certainty::Certain);
    let facts = ChartFacts {
        points: chart.points.iter().map(point).collect(),
        aspects: certain.map(made_on_a_day).collect(),
        ..ChartFacts::default()
    };
    let words = context.words();
    let reply = ChartReply::of_day(&chart, words);
    let reading = reading(&facts, words);
    let composed = input.options.wants_reading() && words.has_reading();
    let composed_reading = composed.then(|| {
        let planets = chart.points.iter().filter(
            |it| matches!(it.middle.point, Point::Body(body) if Body::PLANETS.contains(&body)),
        );
        let balance = Balance::of(planets.filter_map(|it| it.sign));
        let facts = NatalFacts {
            elements: balance.elements,
            modes: balance.modes,
            chart: facts,
            ..NatalFacts::default()
        };
        ReadingReply::of(&composition::natal(&facts), words)
    });
    meta.warn(context.warnings());
    Ok(NatalReply {
        date_time: meta.utc(),
        chart: reply,
        reading,
        composed_reading,
        margins: None,
        image: ImageReply {
            url: context.chart_url(),
        },
        meta,
    })
}

/// The facts that a reading needs from a chart.
fn facts(chart: &Chart, settings: &AspectSettings) -> ChartFacts<'static> {
    let points = chart.points.iter().map(|it| PlacedPoint {
        id: it.point.id(),
        sign: Some(it.sign().id()),
        house: it.house,
    });
    let angles = chart.angles.iter().flat_map(|angles| {
        let sign = |longitude| Sign::of(longitude).id();
        [
            ("ascendant", sign(angles.ascendant_deg)),
            ("midheaven", sign(angles.midheaven_deg)),
        ]
    });
    let to_angles = aspects_between(&further_angles(chart), &aspect_points(chart), settings);
    let aspects = chart.aspects.iter().chain(&to_angles);
    ChartFacts {
        points: points.collect(),
        angles: angles.collect(),
        aspects: aspects.map(made).collect(),
        chart_ruler: chart.ruler().map(|it| it.traditional.id()),
    }
}

fn reading(facts: &ChartFacts<'_>, words: &ResponseTexts) -> Option<Vec<ReadingEntry>> {
    if !words.has_texts() {
        return None;
    }
    let entries = select(facts, MAX_ENTRIES).into_iter();
    let entry = |it: interpretation::reading::Entry| {
        Some(ReadingEntry {
            text: words.text(Some(&it.key))?,
            weight: (it.weight * 100.0).round() / 100.0,
            reasons: it.reasons.iter().map(|it| it.id()).collect(),
        })
    };
    Some(entries.filter_map(entry).collect())
}
