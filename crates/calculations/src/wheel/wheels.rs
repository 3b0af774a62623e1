//! The wheel of each kind of chart.

use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartPoint};
use astrology::relation::composite::{composite, composite_of_days};
use astrology::relation::synastry::synastry;
use chart::{ChartText, Wheel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WheelLabels;
use super::wheel_labels::{certain_lines, houses, houses_of_birth, lines, place};
use crate::composite::{CompositeCalc, CompositeInput, method};
use crate::davison::{DavisonCalc, middle};
use crate::dto::location::Location;
use crate::dto::options::CommonOptions;
use crate::image::{Draw, image_spec};
use crate::natal::{Natal, NatalInput};
use crate::nativity::Nativity;
use crate::progressions::{Progressions, ProgressionsInput};
use crate::synastry::{Pair, PairInput, SynastryCalc};
use crate::word::Word;
use crate::{Problems, chart_problem};
use http_api::caller::AnyInOrganization;
use http_api::modules::{
    COMPOSITE_CHARTS, DAVISON_CHARTS, NATAL_CHARTS, PROGRESSION_CHARTS, SYNASTRY_CHARTS,
};
use http_api::{ApiError, Spec, Work};

/// A wheel of one computed chart.
pub(super) fn single(
    sheet: &WheelLabels,
    kind: &str,
    chart: &Chart,
    captions: Vec<ChartText>,
) -> Wheel {
    let ring = sheet.ring(kind, captions, &chart.points);
    Wheel {
        houses: houses(chart.houses.as_ref(), chart.angles.as_ref()),
        aspects: lines(&chart.aspects, &chart.points, &chart.points),
        notes: sheet.notes(chart),
        ..sheet.wheel(kind, ring, None)
    }
}

impl Draw for Natal {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_natal",
        "/api/chart2/natal.{format}",
        &["/api/chart/image.{format}"],
        NATAL_CHARTS,
        "Draw a natal chart",
    );
    type Fields = NatalInput;

    fn look(fields: &NatalInput) -> &CommonOptions {
        &fields.options
    }

    fn wheel(input: &NatalInput, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let mut problems = Problems::default();
        let options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = problems.keep(input.when().resolve());
        problems.finish()?;
        let resolved = resolved.expect("unresolved input has been reported");
        let birth = Nativity::compute(resolved, &options, "dateTime")?;
        let points = birth.middle();
        let captions = sheet.captions(&birth, &input.location, &input.date_time);
        let ring = sheet.ring(sheet.word(Word::Natal), captions, &points);
        let aspects = match &birth {
            Nativity::Moment(it) => lines(&it.1.aspects, &points, &points),
            Nativity::Day(it) => certain_lines(&it.1.aspects, &points, &points),
        };
        Ok(Wheel {
            houses: houses_of_birth(&birth),
            aspects,
            notes: sheet.notes_of_birth(&birth),
            ..sheet.wheel(sheet.word(Word::Natal), ring, None)
        })
    }
}

/// Time and place of both births.
fn births(
    input: &PairInput,
    pair: &Pair,
    sheet: &WheelLabels,
) -> Result<[Vec<ChartText>; 2], ApiError> {
    let (first, second) = (input.births.first(), input.births.second());
    let (first, second) = (
        first.map_err(ApiError::all)?,
        second.map_err(ApiError::all)?,
    );
    let [one, two] = &pair.births;
    Ok([
        sheet.captions(one, first.location, first.date_time),
        sheet.captions(two, second.location, second.date_time),
    ])
}

/// Two births, and whether the houses of both are drawn.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct SynastryFields {
    /// Whether to draw the houses of the second birth in a second ring, if its time is known.
    /// Defaults to `false`.
    outer_houses: Option<bool>,
    #[serde(flatten)]
    pair: PairInput,
}

impl Draw for SynastryCalc {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_synastry",
        "/api/chart2/synastry.{format}",
        &[],
        SYNASTRY_CHARTS,
        "Draw a synastry chart",
    );
    type Fields = SynastryFields;

    fn has_two_rings(_: &SynastryFields) -> bool {
        true
    }

    fn look(fields: &SynastryFields) -> &CommonOptions {
        &fields.pair.options
    }

    fn chart_work(fields: &SynastryFields) -> Work {
        fields.pair.pair_work()
    }

    fn wheel(fields: &SynastryFields, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let input = &fields.pair;
        let pair = input.pair()?;
        let [first, second] = &pair.births;
        let (points1, points2) = (first.middle(), second.middle());
        let settings = &pair.options.aspects;
        let aspects = if let Some((one, two)) = pair.charts() {
            lines(&synastry(one, two, settings).aspects, &points1, &points2)
        } else {
            let found = first.places().aspects_between(&second.places(), settings);
            certain_lines(&found, &points1, &points2)
        };
        let [name1, name2] = input.births.names();
        let [lines1, lines2] = births(input, &pair, sheet)?;
        let chart = sheet.ring(name1.unwrap_or(sheet.word(Word::First)), lines1, &points1);
        let around = sheet.ring(name2.unwrap_or(sheet.word(Word::Second)), lines2, &points2);
        Ok(Wheel {
            houses: houses_of_birth(first),
            outer_houses: houses_of_birth(second).filter(|_| fields.outer_houses == Some(true)),
            aspects,
            notes: sheet.notes_of_birth(first),
            ..sheet.wheel(sheet.word(Word::Synastry), chart, Some(around))
        })
    }
}

impl Draw for CompositeCalc {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_composite",
        "/api/chart2/composite.{format}",
        &["/api/chart/composite.{format}"],
        COMPOSITE_CHARTS,
        "Draw a composite chart",
    );
    type Fields = CompositeInput;

    fn look(fields: &CompositeInput) -> &CommonOptions {
        &fields.pair.options
    }

    fn chart_work(fields: &CompositeInput) -> Work {
        fields.pair.pair_work()
    }

    fn wheel(input: &CompositeInput, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let pair = input.pair()?;
        let captions = births(&input.pair, &pair, sheet)?.concat();
        let [first, second] = &pair.births;
        let kind = sheet.word(Word::Composite);
        let Some((one, two)) = pair.charts() else {
            let made = composite_of_days(&first.places(), &second.places(), &pair.options);
            let points: Vec<ChartPoint> = made.points.iter().map(|it| it.middle).collect();
            let ring = sheet.ring(kind, captions, &points);
            return Ok(Wheel {
                aspects: certain_lines(&made.aspects, &points, &points),
                notes: sheet.notes_of(first.places().frame(), None),
                ..sheet.wheel(kind, ring, None)
            });
        };
        let from = method(input.composite_houses);
        let made = composite(one, two, &pair.options, from).map_err(|error| {
            let [field, _] = input.pair.births.date_time_fields();
            chart_problem(error, field)
        })?;
        let ring = sheet.ring(kind, captions, &made.points);
        Ok(Wheel {
            houses: houses(made.houses.as_ref(), made.angles.as_ref()),
            aspects: lines(&made.aspects, &made.points, &made.points),
            // The births have only what the composite needs, not the houses that were asked for.
            notes: sheet.notes_of(&one.frame, made.houses.as_ref()),
            ..sheet.wheel(kind, ring, None)
        })
    }
}

impl Draw for DavisonCalc {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_davison",
        "/api/chart2/davison.{format}",
        &[],
        DAVISON_CHARTS,
        "Draw a Davison chart",
    );
    type Fields = PairInput;

    fn look(fields: &PairInput) -> &CommonOptions {
        &fields.options
    }

    fn chart_work(fields: &PairInput) -> Work {
        fields.pair_work()
    }

    fn wheel(input: &PairInput, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let made = middle(input)?;
        let observer = &made.chart.observer;
        let middle = Location::at(observer.latitude_deg, observer.longitude_deg);
        let captions = vec![
            sheet.instant(made.chart.moment.tt),
            ChartText::new(&place(&middle)),
        ];
        Ok(single(
            sheet,
            sheet.word(Word::Davison),
            &made.chart,
            captions,
        ))
    }
}

impl Draw for Progressions {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_progressions",
        "/api/chart2/progressions.{format}",
        &[],
        PROGRESSION_CHARTS,
        "Draw a progressed chart",
    );
    type Fields = ProgressionsInput;

    fn has_two_rings(_: &ProgressionsInput) -> bool {
        true
    }

    fn look(fields: &ProgressionsInput) -> &CommonOptions {
        &fields.options
    }

    fn wheel(input: &ProgressionsInput, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let (birth, progressed) = input.progressed()?;
        let made = &progressed.made;
        let chart = sheet.ring(
            sheet.word(Word::Natal),
            sheet.moment_captions(
                &birth,
                &input.when.birth.birth_location,
                &input.when.birth.birth_date_time,
            ),
            &made.natal.points,
        );
        let lines_of = vec![
            sheet.date_time(&input.when.target_date),
            ChartText::new(sheet.word(Word::of_method(progressed.method))),
        ];
        let around = sheet.ring(sheet.word(Word::Progressions), lines_of, &made.chart.points);
        // The calculation names the progressed point first, a wheel the inner one.
        let turned: Vec<_> = made
            .aspects_to_natal
            .iter()
            .map(|it| astrology::aspect::Aspect {
                point_a: it.point_b,
                point_b: it.point_a,
                ..*it
            })
            .collect();
        Ok(Wheel {
            houses: houses(made.natal.houses.as_ref(), made.natal.angles.as_ref()),
            aspects: lines(&turned, &made.natal.points, &made.chart.points),
            notes: sheet.notes(&made.natal),
            ..sheet.wheel(sheet.word(Word::Progressions), chart, Some(around))
        })
    }
}
