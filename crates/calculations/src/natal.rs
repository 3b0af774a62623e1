//! `/api/calc/natal`: the chart of a birth.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Certainty, Chart, ChartOptions, DayAspect, DayChart};
use astrology::sign::Sign;
use ephemeris::Ephemeris;
use interpretation::reading::{Facts, MadeAspect, PlacedPoint, select};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::chart::ChartReply;
use crate::dto::instant::{Reading, Resolved, ResolvedDay, ResolvedMoment, TimePlace};
use crate::dto::location::Location;
use crate::dto::meta::{Meta, Warning, unknown};
use crate::dto::moment::{CalendarName, ClockChangeName};
use crate::dto::options::CommonOptions;
use crate::dto::words::{TextReply, Words};
use crate::nativity::{left_aside, without_houses};
use crate::{
    Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, sky_problem, spec,
};
use http_api::caller::AnyInOrganization;
use http_api::modules::{NATAL_CALC, NATAL_TEXTS};
use http_api::{ApiError, Spec};

/// A reading names what matters most, not everything.
const MOST_ENTRIES: usize = 24;

/// The chart of a birth.
#[derive(Debug)]
pub struct Natal;

/// The moment and place of a birth, and how its chart is to be computed.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct NatalInput {
    /// What the clock showed: `YYYY-MM-DDTHH:mm`, seconds, fractions and an offset allowed. A date
    /// alone means that the time of birth is unknown.
    #[schemars(extend("format" = crate::dto::moment::DATE_TIME_FORMAT))]
    pub date_time: String,
    /// Where.
    pub location: Location,
    /// The calendar of the date; required before 1582-10-15.
    pub calendar: Option<CalendarName>,
    /// Which reading is meant where clocks were changed.
    pub clock_change: Option<ClockChangeName>,
    #[serde(flatten)]
    pub(crate) options: CommonOptions,
}

/// A natal chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Natal")]
pub struct NatalReply {
    /// The moment in universal time; of a day of unknown birth time its beginning.
    date_time: String,
    #[serde(flatten)]
    chart: ChartReply,
    /// The most important texts in the order they are worth reading, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<Vec<ReadingEntry>>,
    /// The image of the chart.
    #[serde(rename = "chart")]
    image: ImageReply,
    /// How it was computed.
    meta: Meta,
}

/// The address of an image.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ImageAddress")]
pub struct ImageReply {
    /// Works in an `<img>` for 24 hours; null where there is none, and `meta.warnings` says why.
    pub url: Option<String>,
}

/// An entry of a reading.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadingEntry {
    #[serde(flatten)]
    text: TextReply,
    /// The sum that decides its place.
    weight: f64,
    /// What the sum is made of, the strongest first.
    reasons: Vec<&'static str>,
}

impl NatalInput {
    /// The moment and place.
    pub fn when(&self) -> TimePlace<'_> {
        TimePlace {
            date_time: &self.date_time,
            date_time_field: "dateTime",
            location: &self.location,
            location_field: "location",
            reading: Reading {
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
        "The chart of a birth",
        "Points, angles, houses, aspects and what follows from them. A date without a time gives \
         what is certain about the day: no angles and houses, and for every point the range it runs \
         through.",
    );
    const EXAMPLE: &'static str =
        r#"{"dateTime":"1990-06-15T14:30","location":{"latitude":52.37,"longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(NATAL_TEXTS);
    type Input = NatalInput;
    type Reply = NatalReply;

    fn options(input: &NatalInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &NatalInput) -> Option<ChartLink<'_, NatalInput>> {
        let path = "/api/chart2/natal.svg";
        Some(ChartLink { path, input })
    }

    fn compute(input: &NatalInput, context: &CalculationContext) -> Result<NatalReply, ApiError> {
        let mut problems = Problems::default();
        let options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = problems.keep(input.when().resolve());
        problems.finish()?;
        match resolved {
            Some(Resolved::Moment(moment)) => of_moment(input, &moment, &options, context),
            Some(Resolved::Day(day)) => of_day(input, &day, &options, context),
            None => unreachable!("what is not resolved has been reported"),
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
    let mut meta = Meta::of(moment).with_chart(&chart);
    meta.warn(context.warnings());
    Ok(NatalReply {
        date_time: meta.utc(),
        chart: ChartReply::of(&chart, &input.options, context.words())
            .map_err(|error| sky_problem(error, "dateTime"))?,
        reading: reading(&facts(&chart), context.words()),
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
        let detail = "`include` is left aside: its parts need the time of birth";
        Warning::new("include_needs_time", detail)
    }));
    meta.warn(unknown(&chart.unknown));
    meta.warn(left_aside(&chart, &input.options));
    meta.warn(without_houses(&input.options));
    meta.warn(context.warnings());
    let point = |it: &astrology::chart::DayPoint| PlacedPoint {
        id: it.middle.point.id(),
        sign: it.sign.map(Sign::id),
        house: None,
    };
    // What is only possible tells nothing about the person.
    let certain = chart
        .aspects
        .iter()
        .filter(|it| it.certainty == Certainty::Certain);
    let aspect = |it: &DayAspect| MadeAspect {
        point_a: it.point_a.id(),
        point_b: it.point_b.id(),
        aspect: it.kind.id(),
        exactness: it.least_exactness(),
    };
    let facts = Facts {
        points: chart.points.iter().map(point).collect(),
        aspects: certain.map(aspect).collect(),
        ..Facts::default()
    };
    Ok(NatalReply {
        date_time: meta.utc(),
        chart: ChartReply::of_day(&chart, context.words()),
        reading: reading(&facts, context.words()),
        image: ImageReply {
            url: context.chart_url(),
        },
        meta,
    })
}

/// What a reading needs to know of a chart.
pub fn facts(chart: &Chart) -> Facts<'static> {
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
    let aspects = chart.aspects.iter().map(|it| MadeAspect {
        point_a: it.point_a.id(),
        point_b: it.point_b.id(),
        aspect: it.kind.id(),
        exactness: it.exactness(),
    });
    Facts {
        points: points.collect(),
        angles: angles.collect(),
        aspects: aspects.collect(),
        chart_ruler: chart.ruler().map(|it| it.traditional.id()),
    }
}

fn reading(facts: &Facts<'_>, words: &Words) -> Option<Vec<ReadingEntry>> {
    if !words.has_texts() {
        return None;
    }
    let entries = select(facts, MOST_ENTRIES).into_iter();
    let entry = |it: interpretation::reading::Entry| {
        Some(ReadingEntry {
            text: words.text(Some(&it.key))?,
            weight: (it.weight * 100.0).round() / 100.0,
            reasons: it.reasons.iter().map(|it| it.id()).collect(),
        })
    };
    Some(entries.filter_map(entry).collect())
}
