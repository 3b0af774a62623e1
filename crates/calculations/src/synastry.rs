//! `/api/calc/synastry`: comparison of two charts.

use access::Capability;
use astrology::aspect::{Orbs, aspects_between};
use astrology::chart::{Certainty, Chart, ChartOptions};
use astrology::point::Point;
use astrology::relation::synastry::{HouseOverlay, synastry, synastry_of_days};
use interpretation::composition::{self, OverlaidPoint, SynastryFacts};
use interpretation::key::Key;
use interpretation::reading::MadeAspect;
use interpretation::vocabulary::aspect_point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::aspect::AspectReply;
use crate::dto::birth::TwoBirths;
use crate::dto::chart::ById;
use crate::dto::id::Id;
use crate::dto::instant::{BirthTime, ResolvedMoment};
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::LocalDateTimeInput;
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::point::{PointReply, house_id};
use crate::dto::reading::ReadingReply;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;
use crate::nativity::{Nativity, without_houses};
use crate::reading_facts::{further_angles, made, made_on_a_day, points};
use crate::{Calculation, CalculationContext, ChartLink, Problems, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{SYNASTRY_CALC, SYNASTRY_TEXTS};
use http_api::{ApiError, Spec, Work};

#[derive(Debug)]
pub(crate) struct SynastryCalc;

/// Two births and how to calculate their charts.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct PairInput {
    #[serde(flatten)]
    pub births: TwoBirths,
    #[serde(flatten)]
    pub options: CommonOptions,
}

/// The price of comparing two births, for the documentation.
pub(crate) const PAIR_COST: &str = "1 unit for up to 32 points. Above that, the price grows with \
    the square of the number of points. If a birth time is unknown: 1 unit for up to 28 points and \
    the five major aspects. Above that, the price grows with the square of the number of points \
    and with the number of aspects.";

impl PairInput {
    /// Two charts, and the aspects from every point of one to every point of the other. If a birth
    /// time is unknown, each aspect is searched for during the whole day.
    pub(crate) fn pair_work(&self) -> Work {
        let chart = self.options.chart_work();
        if !self.births.lacks_a_time() {
            return chart + chart;
        }
        let points = self.options.points.as_ref().map_or(20, Vec::len) as u64;
        let kinds = self.options.aspects.as_ref().map_or(5, Vec::len) as u64;
        chart + chart + Work::new(points * points * (10 + 2 * kinds), 0)
    }
}

/// A comparison of two charts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Synastry")]
pub(crate) struct SynastryReply {
    /// Aspects between the charts. `pointA` is in the first chart, `pointB` in the second.
    aspects: Vec<AspectReply>,
    /// House overlays: the points of each chart in the houses of the other.
    house_overlays: OverlaysReply,
    /// Points of the first chart.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points1: ById<PointReply>,
    /// Points of the second chart.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points2: ById<PointReply>,
    /// The texts as one reading. Present if `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Link to the image of both charts.
    charts: ImageReply,
    /// Metadata about the first chart.
    meta: Meta,
    /// Metadata about the second chart.
    meta2: Meta,
}

/// House overlays.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HouseOverlays")]
pub(crate) struct OverlaysReply {
    /// Points of the first chart in the houses of the second.
    chart1_in_chart2: Vec<OverlayReply>,
    /// Points of the second chart in the houses of the first.
    chart2_in_chart1: Vec<OverlayReply>,
}

/// A point in a house of the other chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HouseOverlay")]
pub(crate) struct OverlayReply {
    /// ID of the point.
    point_id: Id<Point>,
    /// House of the other chart.
    house_number: u8,
    /// House ID.
    house_id: &'static str,
    /// Title of the point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    point_title: Option<&'static str>,
    /// Title of the house. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_title: Option<&'static str>,
    /// Interpretation text. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

impl OverlayReply {
    fn of(overlay: HouseOverlay, words: &ResponseTexts) -> Self {
        let key = words.has_texts().then(|| {
            let (point, _) = aspect_point(overlay.point.id());
            let subject = format!("{point}:{}", house_id(overlay.house));
            // The text about the north node holds for the south node in the opposite house only.
            let is_itself = point == overlay.point.id() || overlay.point.is_lunar_node();
            let is_itself = is_itself && overlay.point != Point::SouthNode;
            is_itself.then(|| Key::new("synastry", "planet-in-house", &subject))
        });
        let key = key.flatten().flatten();
        Self {
            text: words.text(key.as_ref()),
            point_id: Id(overlay.point),
            house_number: overlay.house,
            house_id: house_id(overlay.house),
            point_title: words.title(overlay.point.id()),
            house_title: words.title(house_id(overlay.house)),
        }
    }
}

/// Two births of one request, each with its chart as far as its time is known.
pub(crate) struct Pair {
    pub births: [Nativity; 2],
    pub options: ChartOptions,
}

impl Pair {
    /// Both charts, if both times are known.
    pub(crate) fn charts(&self) -> Option<(&Chart, &Chart)> {
        let [first, second] = &self.births;
        first.chart().zip(second.chart())
    }
}

impl PairInput {
    /// Both births, with their times.
    pub(crate) fn moments(
        &self,
        problems: &mut Problems,
    ) -> Option<(ResolvedMoment, ResolvedMoment)> {
        let resolve =
            |when: Result<LocalDateTimeInput<'_>, _>| when.and_then(|it| it.resolve_moment());
        let first = problems.keep(resolve(self.births.first()));
        let second = problems.keep(resolve(self.births.second()));
        first.zip(second)
    }

    /// Both births, with or without their times.
    pub(crate) fn resolved(&self, problems: &mut Problems) -> Option<[BirthTime; 2]> {
        let resolve = |when: Result<LocalDateTimeInput<'_>, _>| when.and_then(|it| it.resolve());
        let first = problems.keep(resolve(self.births.first()));
        let second = problems.keep(resolve(self.births.second()));
        first.zip(second).map(|(first, second)| [first, second])
    }

    /// Both births with their charts, each as far as its time is known.
    pub(crate) fn nativities(
        &self,
        resolved: [BirthTime; 2],
        options: &ChartOptions,
    ) -> Result<[Nativity; 2], ApiError> {
        let [first, second] = resolved;
        let [first_field, second_field] = self.births.date_time_fields();
        // A day takes long, and only a known time can be refused, for its houses.
        if matches!(first, BirthTime::Day(..)) {
            let second = Nativity::compute(second, options, second_field)?;
            return Ok([Nativity::compute(first, options, first_field)?, second]);
        }
        Ok([
            Nativity::compute(first, options, first_field)?,
            Nativity::compute(second, options, second_field)?,
        ])
    }

    /// Both births with their charts.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    pub(crate) fn pair(&self) -> Result<Pair, ApiError> {
        let mut problems = Problems::default();
        let options = self.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = self.resolved(&mut problems);
        problems.finish()?;
        let resolved = resolved.expect("unresolved input has been reported");
        let births = self.nativities(resolved, &options)?;
        Ok(Pair { births, options })
    }
}

impl Calculation for SynastryCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_synastry",
        "/api/calc/synastry",
        gated(SYNASTRY_CALC),
        "Calculate the synastry between two people",
        "Returns the aspects between two charts and the points of each chart in the houses of the \
         other. For a birth without a time, there are no angles or houses: each point is given as its \
         longitude range for that day, aspects are `certain` or `possible`, and house overlays \
         contain only points that stay in one house of the other chart all day.",
    );
    const EXAMPLE: &'static str = crate::calculation::PAIR_EXAMPLE;
    const TEXTS: Option<Capability> = Some(SYNASTRY_TEXTS);
    const EFFECTS: Effects = Effects::POINTS.with_reading();
    type Input = PairInput;
    type Reply = SynastryReply;

    const COST_FORMULA: &'static str = PAIR_COST;

    fn work(input: &PairInput) -> Work {
        input.pair_work()
    }

    fn options(input: &PairInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &PairInput) -> Option<ChartLink> {
        let path = "/api/chart2/synastry.svg";
        ChartLink::wheel(path, input)
    }

    fn compute(input: &PairInput, context: &CalculationContext) -> Result<SynastryReply, ApiError> {
        let pair = input.pair()?;
        let words = context.words();
        let found = Compared::of(&pair, words);
        let [first, second] = &pair.births;
        let points_of = |birth: &Nativity| {
            let points = birth.points(words).into_iter();
            points.map(|it| (it.point_id.0.id(), it)).collect()
        };
        let composed = input.options.wants_reading() && words.has_reading();
        let composed_reading =
            composed.then(|| ReadingReply::of(&composition::synastry(&found.facts(&pair)), words));
        let (points1, points2) = (points_of(first), points_of(second));
        let mut meta = first.meta(&input.options);
        if first.chart().is_none() && second.chart().is_none() {
            meta.warn(without_houses(&input.options));
        }
        meta.warn(context.warnings());
        Ok(SynastryReply {
            aspects: found.aspects,
            house_overlays: found.overlays,
            points1,
            points2,
            composed_reading,
            charts: ImageReply {
                url: context.chart_url(),
            },
            meta,
            meta2: second.meta(&input.options),
        })
    }
}

/// The aspects and overlays of two births.
struct Compared {
    aspects: Vec<AspectReply>,
    overlays: OverlaysReply,
    /// The same aspects for a reading, without those that are only possible.
    facts: Vec<MadeAspect<'static>>,
}

impl Compared {
    fn of(pair: &Pair, words: &ResponseTexts) -> Self {
        let overlays =
            |all: &[HouseOverlay]| all.iter().map(|it| OverlayReply::of(*it, words)).collect();
        if let Some((one, two)) = pair.charts() {
            let found = synastry(one, two, &pair.options.aspects);
            let aspects = found.aspects.iter();
            return Self {
                aspects: aspects
                    .map(|it| AspectReply::of(it, "synastry", words))
                    .collect(),
                overlays: OverlaysReply {
                    chart1_in_chart2: overlays(&found.first_in_second),
                    chart2_in_chart1: overlays(&found.second_in_first),
                },
                facts: found.aspects.iter().map(made).collect(),
            };
        }
        let [first, second] = &pair.births;
        let found = synastry_of_days(
            (&first.places(), first.houses()),
            (&second.places(), second.houses()),
            &pair.options.aspects,
        );
        let aspects = found.aspects.iter();
        Self {
            aspects: aspects
                .map(|it| AspectReply::of_day(it, "synastry", words))
                .collect(),
            overlays: OverlaysReply {
                chart1_in_chart2: overlays(&found.first_in_second),
                chart2_in_chart1: overlays(&found.second_in_first),
            },
            facts: found
                .aspects
                .iter()
                .filter(|it| it.certainty == Certainty::Certain)
                .map(made_on_a_day)
                .collect(),
        }
    }

    /// The facts of a reading, with the aspects to the angles.
    fn facts(&self, pair: &Pair) -> SynastryFacts<'static> {
        let mut aspects = self.facts.clone();
        if let Some((one, two)) = pair.charts() {
            let settings = &pair.options.aspects;
            let (first, second) = (further_angles(one), further_angles(two));
            let found = [
                aspects_between(&first, &points(two), settings),
                aspects_between(&points(one), &second, settings),
                aspects_between(&first, &second, settings),
            ];
            aspects.extend(found.iter().flatten().map(made));
        }
        let overlays = &self.overlays;
        let overlaid = overlays
            .chart1_in_chart2
            .iter()
            .chain(&overlays.chart2_in_chart1);
        SynastryFacts {
            aspects,
            overlays: overlaid
                .map(|it| OverlaidPoint {
                    id: it.point_id.0.id(),
                    house: it.house_number,
                })
                .collect(),
        }
    }
}

/// Merges the warnings when one birth time is known better than the other.
pub(crate) fn both_warnings(meta: &mut Meta, second: &Meta) {
    for warning in &second.moment.warnings {
        let detail = format!("Second birth: {}", warning.detail);
        meta.warn([Warning::new(warning.code, detail)]);
    }
}
