//! `/api/calc/davison`: Davison charts, at the midpoint in time and space.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::ayanamsha::Zodiac;
use astrology::chart::Chart;
use astrology::relation::davison::davison;
use ephemeris::Ephemeris;
use schemars::JsonSchema;
use serde::Serialize;

use crate::composite::reading_of_chart;
use crate::dto::chart::ChartReply;
use crate::dto::degrees::Rounded;
use crate::dto::instant::ResolvedMoment;
use crate::dto::meta::Meta;
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::reading::ReadingReply;
use crate::natal::ImageReply;
use crate::synastry::{PairInput, both_warnings};
use crate::{
    Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, sky_problem, spec,
};
use http_api::caller::AnyInOrganization;
use http_api::modules::{COMPOSITE_TEXTS, DAVISON_CALC};
use http_api::{ApiError, Spec};

#[derive(Debug)]
pub(crate) struct DavisonCalc;

/// A Davison relationship chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Davison")]
pub(crate) struct DavisonReply {
    /// Midpoint of the two birth times, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Midpoint of the two birthplaces.
    location: MiddlePlace,
    #[serde(flatten)]
    chart: ChartReply,
    /// The texts as one reading. Present if `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Link to the chart image.
    charts: ImageReply,
    /// Metadata about the calculation.
    meta: Meta,
    /// How the first birth time was interpreted.
    meta1: Meta,
    /// How the second birth time was interpreted.
    meta2: Meta,
}

/// A calculated place.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MiddlePlace {
    /// Latitude in degrees, positive north.
    latitude: Rounded,
    /// Longitude in degrees, positive east.
    longitude: Rounded,
}

impl Calculation for DavisonCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_davison",
        "/api/calc/davison",
        gated(DAVISON_CALC),
        "Calculate a Davison relationship chart",
        "Calculates a chart for the midpoint in time between two births, at the midpoint of the \
         two places: the mean of the latitudes, and the midpoint of the longitudes along the shorter arc. \
         Both birth times are required. Interpretation texts are those of composite charts.",
    );
    const EXAMPLE: &'static str = crate::calculation::PAIR_EXAMPLE;
    const TEXTS: Option<Capability> = Some(COMPOSITE_TEXTS);
    const EFFECTS: Effects = Effects::CHART.with_reading();
    type Input = PairInput;
    type Reply = DavisonReply;

    fn options(input: &PairInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &PairInput) -> Option<ChartLink> {
        let path = "/api/chart2/davison.svg";
        ChartLink::wheel(path, input)
    }

    fn compute(input: &PairInput, context: &CalculationContext) -> Result<DavisonReply, ApiError> {
        let made = middle(input)?;
        let (chart, observer) = (&made.chart, &made.chart.observer);
        let mut meta = Meta::of_instant(chart.moment, observer).with_chart(chart);
        let zodiac = made.zodiac;
        let read = |it: &ResolvedMoment| Meta::of(it).with_sky(zodiac, it.at.tt);
        let (meta1, meta2) = (read(&made.first), read(&made.second));
        meta.warn(meta1.moment.warnings.iter().cloned());
        both_warnings(&mut meta, &meta2);
        meta.warn(context.warnings());
        let words = &context.words().for_relationship();
        let composed = (input.options.wants_reading() && words.has_reading())
            .then(|| reading_of_chart(&chart.points, &chart.aspects));
        Ok(DavisonReply {
            date_time: meta.utc(),
            location: MiddlePlace {
                latitude: observer.latitude_deg.into(),
                longitude: observer.longitude_deg.into(),
            },
            chart: ChartReply::of(chart, &input.options, words)
                .map_err(|error| sky_problem(error, input.births.date_time_fields()[0]))?,
            composed_reading: composed.map(|it| ReadingReply::of(&it, words)),
            charts: ImageReply {
                url: context.chart_url(),
            },
            meta,
            meta1,
            meta2,
        })
    }
}

/// The midpoint chart and the two births.
pub(crate) struct Middle {
    first: ResolvedMoment,
    second: ResolvedMoment,
    zodiac: Zodiac,
    pub chart: Chart,
}

/// Calculates the midpoint chart.
///
/// # Errors
///
/// Every problem with the input.
pub(crate) fn middle(input: &PairInput) -> Result<Middle, ApiError> {
    let mut problems = Problems::default();
    let options = input.options.chart(&Orbs::natal(), &mut problems.0);
    let moments = input.moments(&mut problems);
    problems.finish()?;
    let (first, second) = moments.expect("unresolved input has been reported");
    let (at, observer) = davison((first.at, &first.observer), (second.at, &second.observer));
    let chart = Chart::compute(Ephemeris::embedded(), at, &observer, &options)
        .map_err(|error| chart_problem(error, input.births.date_time_fields()[0]))?;
    Ok(Middle {
        first,
        second,
        zodiac: options.zodiac,
        chart,
    })
}
