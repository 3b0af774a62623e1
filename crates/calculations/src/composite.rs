//! `/api/calc/composite`: composite (midpoint) charts.

use access::Capability;
use astrology::aspect::{Aspect, Orbs};
use astrology::chart::{Certainty, ChartOptions, ChartPoint};
use astrology::house::HouseSystem;
use astrology::point::Point;
use astrology::relation::composite::{
    Composite, CompositeHouses, DayComposite, composite, composite_of_days, ingredients,
};
use astrology::sign::Sign;
use interpretation::composition::{self, CompositeFacts, Composition};
use interpretation::reading::PlacedPoint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::aspect::AspectReply;
use crate::dto::chart::{ById, PatternReply, angles, ascmc};
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::BirthTime;
use crate::dto::meta::{Meta, Warning, replaced};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::point::{CuspReply, PointReply};
use crate::dto::reading::ReadingReply;
use crate::dto::words::ResponseTexts;
use crate::natal::ImageReply;
use crate::nativity::without_houses;
use crate::reading_facts::{made, made_on_a_day};
use crate::synastry::{PAIR_COST, Pair, PairInput, both_warnings};
use crate::{Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{COMPOSITE_CALC, COMPOSITE_TEXTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

#[derive(Debug)]
pub(crate) struct CompositeCalc;

/// Two births and the method of the composite houses.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct CompositeInput {
    /// How the composite houses are calculated. Defaults to `derived`.
    pub composite_houses: Option<CompositeHousesName>,
    #[serde(flatten)]
    pub pair: PairInput,
}

/// How composite houses are calculated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CompositeHousesName {
    /// Houses derived from the nearer midpoint of the Midheavens, at the mean latitude.
    Derived,
    /// Each cusp is the midpoint of the two charts' cusps.
    Midpoints,
}

/// The method to use. Defaults to `derived`.
pub(crate) fn method(name: Option<CompositeHousesName>) -> CompositeHouses {
    match name {
        Some(CompositeHousesName::Midpoints) => CompositeHouses::Midpoints,
        Some(CompositeHousesName::Derived) | None => CompositeHouses::Derived,
    }
}

/// A composite chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Composite")]
pub(crate) struct CompositeReply {
    /// Nearer midpoint of each pair of points, by point ID.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points: ById<PointReply>,
    /// Angles of the composite chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    angles: Option<ById<CuspReply>>,
    /// Houses and the method used to calculate them.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<CompositeHousesReply>,
    /// Aspects between the midpoints.
    aspects: Vec<AspectReply>,
    /// Aspect patterns formed by the midpoints.
    patterns: Vec<PatternReply>,
    /// The texts as one reading. Present if `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Link to the chart image.
    charts: ImageReply,
    /// Metadata about the first chart, and warnings about the composite.
    meta: Meta,
    /// Metadata about the second chart.
    meta2: Meta,
}

/// Composite houses.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CompositeHouses")]
pub(crate) struct CompositeHousesReply {
    /// House system.
    #[schemars(with = "Id<HouseSystem>")]
    system: &'static str,
    /// Method used: `derived` or `midpoints`.
    #[schemars(extend("enum" = ["derived", "midpoints"]))]
    method: &'static str,
    /// The twelve cusps.
    cusps: Vec<CuspReply>,
    /// Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
    /// eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
    ascmc: [Rounded; 8],
}

impl Calculation for CompositeCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_composite",
        "/api/calc/composite",
        gated(COMPOSITE_CALC),
        "Calculate a composite (midpoint) chart",
        "Each point is at the nearer midpoint of its positions in the two charts. The Part of Fortune is \
         recalculated from the composite points. The houses are either derived from the midpoint \
         of the Midheavens at the mean latitude or calculated as midpoints of the cusps: \
         `houses.method` says which. If a birth time is unknown, every midpoint has a range of \
         possible longitudes, aspects are `certain` or `possible`, and there are no houses, angles \
         or lots.",
    );
    const EXAMPLE: &'static str = crate::calculation::PAIR_EXAMPLE;
    const TEXTS: Option<Capability> = Some(COMPOSITE_TEXTS);
    const EFFECTS: Effects = Effects::POINTS.with_reading();
    type Input = CompositeInput;
    type Reply = CompositeReply;

    const COST_FORMULA: &'static str = PAIR_COST;

    fn work(input: &CompositeInput) -> Work {
        input.pair.pair_work()
    }

    fn options(input: &CompositeInput) -> Option<&CommonOptions> {
        Some(&input.pair.options)
    }

    fn chart(input: &CompositeInput) -> Option<ChartLink> {
        let path = "/api/chart2/composite.svg";
        ChartLink::wheel(path, input)
    }

    fn compute(
        input: &CompositeInput,
        context: &CalculationContext,
    ) -> Result<CompositeReply, ApiError> {
        let from = method(input.composite_houses);
        let made = input.pair()?;
        let (options, [first, second]) = (&made.options, &made.births);
        let pair = &input.pair;
        let mut meta = first.meta(&pair.options);
        let meta2 = second.meta(&pair.options);
        both_warnings(&mut meta, &meta2);
        let words = &context.words().for_relationship();
        let wants_reading = pair.options.wants_reading() && words.has_reading();
        let mut reply = if let Some((one, two)) = made.charts() {
            let made = composite(one, two, options, from)
                .map_err(|error| chart_problem(error, pair.births.date_time_fields()[0]))?;
            meta.warn(made.opposite.iter().map(|it| undecided(*it)));
            meta.warn(replaced(made.fallback_from.as_ref(), made.houses.as_ref()));
            let composed = wants_reading.then(|| reading_of_chart(&made.points, &made.aspects));
            let mut reply = timed_reply(&made, from, (meta, meta2), words);
            reply.composed_reading = composed.map(|it| ReadingReply::of(&it, words));
            reply
        } else {
            let made = composite_of_days(&first.places(), &second.places(), options);
            meta.warn(made.opposite.iter().map(|it| undecided(*it)));
            meta.warn(without_houses(&pair.options));
            let idle = input.composite_houses.map(|_| {
                let detail = "`compositeHouses` has no effect because a birth time is unknown.";
                Warning::new("option_without_effect", detail)
            });
            meta.warn(idle);
            let composed = wants_reading.then(|| reading_of_days(&made));
            let mut reply = day_reply(&made, (meta, meta2), words);
            reply.composed_reading = composed.map(|it| ReadingReply::of(&it, words));
            reply
        };
        reply.meta.warn(context.warnings());
        reply.charts.url = context.chart_url();
        Ok(reply)
    }
}

impl CompositeInput {
    /// Both births, with the charts that the composite needs.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    pub(crate) fn pair(&self) -> Result<Pair, ApiError> {
        let mut problems = Problems::default();
        let options = self.pair.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = self.pair.resolved(&mut problems);
        let is_timed = |it: &BirthTime| matches!(it, BirthTime::Moment(_));
        let timed = resolved.as_ref().is_none_or(|it| it.iter().all(is_timed));
        if timed {
            problems.0.extend(no_sectors(&options));
        }
        problems.finish()?;
        let resolved = resolved.expect("unresolved input has been reported");
        // There are no houses without both birth times, so no latitude can make them undefined.
        let houses = if timed {
            method(self.composite_houses)
        } else {
            CompositeHouses::Derived
        };
        let needed = ingredients(&options, houses);
        let births = self.pair.nativities(resolved, &needed)?;
        Ok(Pair { births, options })
    }
}

/// Gauquelin sectors divide a real day, which a composite chart does not have.
fn no_sectors(options: &ChartOptions) -> Option<Problem> {
    (options.house_system == HouseSystem::Gauquelin).then(|| {
        let detail = "Gauquelin sectors require a real date and time, which a composite chart does \
                      not have. Use another `houseSystem`.";
        let problem = Problem::new(ErrorCode::FieldsConflict, detail);
        problem.at(Source::Pointer("/houseSystem".to_owned()))
    })
}

fn undecided(point: Point) -> Warning {
    let detail = format!(
        "`{}` is, or may be, exactly opposite in the two charts. The midpoint that follows the \
         first chart's point is used.",
        point.id()
    );
    Warning::new("midpoint_undecided", detail)
}

/// The reading of a chart of two people.
pub(crate) fn reading_of_chart(points: &[ChartPoint], aspects: &[Aspect]) -> Composition {
    let placed = points.iter().map(|it| PlacedPoint {
        id: it.point.id(),
        sign: Some(it.sign().id()),
        house: it.house,
    });
    composition::composite(&CompositeFacts {
        points: placed.collect(),
        aspects: aspects.iter().map(made).collect(),
    })
}

/// The same without birth times: only what holds whatever the times are.
fn reading_of_days(chart: &DayComposite) -> Composition {
    let placed = chart.points.iter().map(|it| PlacedPoint {
        id: it.middle.point.id(),
        sign: it.sign.map(Sign::id),
        house: None,
    });
    let aspects = chart.aspects.iter();
    let certain = aspects.filter(|it| it.certainty == Certainty::Certain);
    composition::composite(&CompositeFacts {
        points: placed.collect(),
        aspects: certain.map(made_on_a_day).collect(),
    })
}

fn timed_reply(
    made: &Composite,
    from: CompositeHouses,
    (meta, meta2): (Meta, Meta),
    words: &ResponseTexts,
) -> CompositeReply {
    let point = |it: &ChartPoint| {
        let reply = PointReply::placed(it, Some(it.sign()), words);
        (it.point.id(), reply)
    };
    let aspects = made.aspects.iter();
    CompositeReply {
        points: made.points.iter().map(point).collect(),
        angles: made.angles.as_ref().map(|it| angles(it, words)),
        houses: made
            .houses
            .zip(made.angles)
            .map(|(houses, angles)| CompositeHousesReply {
                system: houses.system.id(),
                method: from.id(),
                cusps: (1_u8..)
                    .zip(houses.cusps_deg)
                    .map(|(number, cusp)| CuspReply::of_house(number, cusp, words))
                    .collect(),
                ascmc: ascmc(&angles),
            }),
        aspects: aspects
            .map(|it| AspectReply::of(it, words.horoscope(), words))
            .collect(),
        patterns: made.patterns.iter().map(PatternReply::from).collect(),
        composed_reading: None,
        charts: ImageReply { url: None },
        meta,
        meta2,
    }
}

fn day_reply(
    made: &DayComposite,
    (meta, meta2): (Meta, Meta),
    words: &ResponseTexts,
) -> CompositeReply {
    let points = made.points.iter();
    let aspects = made.aspects.iter();
    CompositeReply {
        points: points
            .map(|it| (it.middle.point.id(), PointReply::of_day(it, words)))
            .collect(),
        angles: None,
        houses: None,
        aspects: aspects
            .map(|it| AspectReply::of_day(it, words.horoscope(), words))
            .collect(),
        patterns: Vec::new(),
        composed_reading: None,
        charts: ImageReply { url: None },
        meta,
        meta2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_derived() {
        assert_eq!(method(None), CompositeHouses::Derived);
        let named = Some(CompositeHousesName::Midpoints);
        assert_eq!(method(named), CompositeHouses::Midpoints);
    }
}
