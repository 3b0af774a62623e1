//! `/api/calc/synastry`: two charts compared.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartOptions};
use astrology::point::Point;
use astrology::relation::synastry::{Overlay, synastry};
use ephemeris::Ephemeris;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::natal::ImageReply;
use super::{Calculate, ChartLink, Desk, Problems, chart_problem, gated, spec};
use crate::error::ApiError;
use crate::guard::OrgCaller;
use crate::modules::{SYNASTRY_CALC, SYNASTRY_TEXTS};
use crate::operation::Spec;
use crate::wire::aspect::AspectReply;
use crate::wire::birth::TwoBirths;
use crate::wire::chart::ById;
use crate::wire::id::Id;
use crate::wire::instant::{ResolvedMoment, TimePlace};
use crate::wire::meta::{Meta, Warning};
use crate::wire::options::{CommonOptions, Effects};
use crate::wire::point::{PointReply, house_id};

#[derive(Debug)]
pub(crate) struct SynastryCalc;

/// Two births and how their charts are to be computed.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct PairInput {
    #[serde(flatten)]
    pub(crate) births: TwoBirths,
    #[serde(flatten)]
    pub(crate) options: CommonOptions,
}

/// Two charts compared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Synastry")]
pub(crate) struct SynastryReply {
    /// `pointA` is of the first chart, `pointB` of the second.
    aspects: Vec<AspectReply>,
    /// Where each one's points fall in the other's houses.
    house_overlays: OverlaysReply,
    /// The points of the first chart.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points1: ById<PointReply>,
    /// The points of the second chart.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points2: ById<PointReply>,
    /// The image of both charts.
    charts: ImageReply,
    /// How the first chart was computed.
    meta: Meta,
    /// How the second chart was computed.
    meta2: Meta,
}

/// Points of one chart in the houses of the other.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HouseOverlays")]
pub(crate) struct OverlaysReply {
    /// The first chart's points in the second's houses.
    chart1_in_chart2: Vec<OverlayReply>,
    /// The second chart's points in the first's houses.
    chart2_in_chart1: Vec<OverlayReply>,
}

/// A point in a house of the other chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HouseOverlay")]
pub(crate) struct OverlayReply {
    /// The point.
    point_id: Id<Point>,
    /// The other chart's house.
    house_number: u8,
    /// The same as an id.
    house_id: &'static str,
}

impl From<&Overlay> for OverlayReply {
    fn from(overlay: &Overlay) -> Self {
        Self {
            point_id: Id(overlay.point),
            house_number: overlay.house,
            house_id: house_id(overlay.house),
        }
    }
}

/// Two charts that were asked for together.
pub(crate) struct Pair {
    pub(crate) first: (ResolvedMoment, Chart),
    pub(crate) second: (ResolvedMoment, Chart),
    pub(crate) options: ChartOptions,
}

impl PairInput {
    /// Both births, with their times.
    pub(super) fn moments(
        &self,
        problems: &mut Problems,
    ) -> Option<(ResolvedMoment, ResolvedMoment)> {
        let resolve = |when: Result<TimePlace<'_>, _>| when.and_then(|it| it.resolve_moment());
        let first = problems.keep(resolve(self.births.first()));
        let second = problems.keep(resolve(self.births.second()));
        first.zip(second)
    }

    /// Both charts.
    pub(crate) fn charts(&self) -> Result<Pair, ApiError> {
        let mut problems = Problems::default();
        let options = self.options.chart(&Orbs::natal(), &mut problems.0);
        let moments = self.moments(&mut problems);
        problems.finish()?;
        let (first, second) = moments.expect("what is not resolved has been reported");
        let chart = |moment: &ResolvedMoment, field: &str| {
            Chart::compute(Ephemeris::embedded(), moment.at, &moment.observer, &options)
                .map_err(|error| chart_problem(error, field))
        };
        let [first_field, second_field] = self.births.date_time_fields();
        let one = chart(&first, first_field)?;
        let two = chart(&second, second_field)?;
        Ok(Pair {
            first: (first, one),
            second: (second, two),
            options,
        })
    }
}

impl Calculate for SynastryCalc {
    const SPEC: Spec<OrgCaller> = spec(
        "calc_synastry",
        "/api/calc/synastry",
        gated(SYNASTRY_CALC),
        "Two charts compared",
        "Aspects between two charts, and where each one's points fall in the other's houses. Both \
         births need their times.",
    );
    const TEXTS: Option<Capability> = Some(SYNASTRY_TEXTS);
    const EFFECTS: Effects = Effects::POINTS;
    const LONG: bool = false;
    type Input = PairInput;
    type Reply = SynastryReply;

    fn options(input: &PairInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &PairInput) -> Option<ChartLink<'_, PairInput>> {
        let path = "/api/chart2/synastry.svg";
        Some(ChartLink { path, input })
    }

    fn compute(input: &PairInput, desk: &Desk) -> Result<SynastryReply, ApiError> {
        let pair = input.charts()?;
        let ((moment1, chart1), (moment2, chart2)) = (&pair.first, &pair.second);
        let found = synastry(chart1, chart2, &pair.options.aspects);
        let words = desk.words();
        let points = |chart: &Chart| {
            let points = chart.points.iter();
            points
                .map(|it| (it.point.id(), PointReply::of(chart, it, words)))
                .collect()
        };
        let overlays = |all: &[Overlay]| all.iter().map(OverlayReply::from).collect();
        let mut meta = Meta::of(moment1).with_chart(chart1);
        meta.warn(desk.warnings());
        Ok(SynastryReply {
            aspects: found
                .aspects
                .iter()
                .map(|it| AspectReply::of(it, "synastry", words))
                .collect(),
            house_overlays: OverlaysReply {
                chart1_in_chart2: overlays(&found.first_in_second),
                chart2_in_chart1: overlays(&found.second_in_first),
            },
            points1: points(chart1),
            points2: points(chart2),
            charts: ImageReply {
                url: desk.chart_url(),
            },
            meta,
            meta2: Meta::of(moment2).with_chart(chart2),
        })
    }
}

/// What a calculation of two charts says when they differ in how well their times are known.
pub(super) fn both_warnings(meta: &mut Meta, second: &Meta) {
    for warning in &second.moment.warnings {
        let detail = format!("second birth: {}", warning.detail);
        meta.warn([Warning::new(warning.code, detail)]);
    }
}
