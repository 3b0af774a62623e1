//! `/api/calc/composite`: a chart of midpoints.

use access::Capability;
use astrology::relation::composite::{CompositeHouses, composite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::natal::ImageReply;
use super::synastry::{PairInput, both_warnings};
use super::{Calculate, ChartLink, Desk, chart_problem, gated, spec};
use crate::error::ApiError;
use crate::guard::OrgCaller;
use crate::modules::{COMPOSITE_CALC, COMPOSITE_TEXTS};
use crate::operation::Spec;
use crate::wire::aspect::AspectReply;
use crate::wire::chart::{ById, PatternReply, angles};
use crate::wire::meta::{Meta, Warning};
use crate::wire::options::{CommonOptions, Effects};
use crate::wire::point::{CuspReply, PointReply};

#[derive(Debug)]
pub(crate) struct CompositeCalc;

/// Two births, and where the houses of their composite come from.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct CompositeInput {
    /// Where the houses come from: `derived` from the midpoint of the Midheavens where none is
    /// named.
    pub(crate) composite_houses: Option<CompositeHousesName>,
    #[serde(flatten)]
    pub(crate) pair: PairInput,
}

/// Where composite houses come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CompositeHousesName {
    /// From the nearer midpoint of the Midheavens, at the mean latitude.
    Derived,
    /// Each cusp is a midpoint of both charts' cusps.
    Midpoints,
}

/// The method that is meant; `derived` where none is named.
pub(crate) fn method(name: Option<CompositeHousesName>) -> CompositeHouses {
    match name {
        Some(CompositeHousesName::Midpoints) => CompositeHouses::Midpoints,
        Some(CompositeHousesName::Derived) | None => CompositeHouses::Derived,
    }
}

/// A chart of midpoints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Composite")]
pub(crate) struct CompositeReply {
    /// The nearer midpoint of each point.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points: ById<PointReply>,
    /// The angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    angles: Option<ById<CuspReply>>,
    /// The houses and where they come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<CompositeHousesReply>,
    /// Aspects among the midpoints.
    aspects: Vec<AspectReply>,
    /// Figures among the midpoints.
    patterns: Vec<PatternReply>,
    /// The image.
    charts: ImageReply,
    /// How the first chart was computed.
    meta: Meta,
}

/// Composite houses.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CompositeHouses")]
pub(crate) struct CompositeHousesReply {
    /// The system.
    system: &'static str,
    /// `derived` or `midpoints`.
    method: &'static str,
    /// The twelve cusps.
    cusps: Vec<CuspReply>,
}

impl Calculate for CompositeCalc {
    const SPEC: Spec<OrgCaller> = spec(
        "calc_composite",
        "/api/calc/composite",
        gated(COMPOSITE_CALC),
        "The chart of midpoints between two",
        "Each point is the nearer midpoint of the two charts' points; the Part of Fortune is \
         computed anew. The houses are derived from the midpoint of the Midheavens at the mean \
         latitude, or are midpoints of the cusps: `houses.method` says which.",
    );
    const TEXTS: Option<Capability> = Some(COMPOSITE_TEXTS);
    const EFFECTS: Effects = Effects::POINTS;
    const LONG: bool = false;
    type Input = CompositeInput;
    type Reply = CompositeReply;

    fn options(input: &CompositeInput) -> Option<&CommonOptions> {
        Some(&input.pair.options)
    }

    fn chart(input: &CompositeInput) -> Option<ChartLink<'_, CompositeInput>> {
        let path = "/api/chart2/composite.svg";
        Some(ChartLink { path, input })
    }

    fn compute(input: &CompositeInput, desk: &Desk) -> Result<CompositeReply, ApiError> {
        let pair = input.pair.charts()?;
        let from = method(input.composite_houses);
        let made = composite(&pair.first.1, &pair.second.1, &pair.options, from)
            .map_err(|error| chart_problem(error, input.pair.births.date_time_fields()[0]))?;
        let words = desk.words();
        let mut meta = Meta::of(&pair.first.0).with_chart(&pair.first.1);
        both_warnings(&mut meta, &Meta::of(&pair.second.0));
        for point in &made.opposite {
            let detail = format!(
                "`{}` stands exactly opposite in the two charts: of two equal midpoints the one \
                 that follows the first chart's point was taken",
                point.id()
            );
            meta.warn([Warning::new("midpoint_undecided", detail)]);
        }
        if let (Some(refusal), Some(houses)) = (&made.fallback_from, &made.houses) {
            let detail = format!("{refusal}: {} is used instead", houses.system);
            meta.warn([Warning::new("house_system_replaced", detail)]);
        }
        meta.warn(desk.warnings());
        let points = made.points.iter();
        Ok(CompositeReply {
            points: points
                .map(|it| {
                    (
                        it.point.id(),
                        PointReply::placed(it, Some(it.sign()), words),
                    )
                })
                .collect(),
            angles: made.angles.as_ref().map(|it| angles(it, words)),
            houses: made.houses.map(|houses| CompositeHousesReply {
                system: houses.system.id(),
                method: from.id(),
                cusps: (1_u8..)
                    .zip(houses.cusps_deg)
                    .map(|(number, cusp)| CuspReply::of_house(number, cusp, words))
                    .collect(),
            }),
            aspects: made
                .aspects
                .iter()
                .map(|it| AspectReply::of(it, "composite", words))
                .collect(),
            patterns: made.patterns.iter().map(PatternReply::from).collect(),
            charts: ImageReply {
                url: desk.chart_url(),
            },
            meta,
        })
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
