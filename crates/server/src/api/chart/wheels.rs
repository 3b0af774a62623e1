//! What each kind of chart shows.

use astrology::aspect::{AspectSettings, Orbs, aspects_between};
use astrology::chart::{Chart, ChartOptions, ChartPoint, DayChart, Moment};
use astrology::relation::composite::composite;
use astrology::relation::synastry::synastry;
use chart::{Text, Wheel};
use ephemeris::Ephemeris;

use super::sheet::{captions, houses, lines, place};
use super::word::Word;
use super::{Draw, Sheet, image};
use crate::api::calc::composite::{CompositeCalc, CompositeInput, method};
use crate::api::calc::davison::{DavisonCalc, middle};
use crate::api::calc::natal::{Natal, NatalInput};
use crate::api::calc::progressions::{Progressions, ProgressionsInput};
use crate::api::calc::returns::{
    LunarReturn, LunarReturnInput, ReturnChart, SolarReturn, SolarReturnInput,
};
use crate::api::calc::synastry::{PairInput, SynastryCalc};
use crate::api::calc::transit::{TransitCalc, TransitInput};
use crate::api::calc::{Problems, chart_problem};
use crate::error::{ApiError, ErrorCode};
use crate::guard::OrgCaller;
use crate::modules::{
    COMPOSITE_CHARTS, DAVISON_CHARTS, LUNAR_RETURN_CHARTS, NATAL_CHARTS, PROGRESSION_CHARTS,
    SOLAR_RETURN_CHARTS, SYNASTRY_CHARTS, TRANSIT_CHARTS,
};
use crate::operation::Spec;
use crate::wire::instant::{Resolved, ResolvedMoment, tt_text};

/// A wheel of one computed chart.
fn single(sheet: &Sheet, kind: &str, chart: &Chart, captions: Vec<Text>) -> Wheel {
    let ring = sheet.ring(kind, captions, &chart.points);
    Wheel {
        houses: houses(chart.houses.as_ref(), chart.angles.as_ref()),
        aspects: lines(&chart.aspects, &chart.points, &chart.points),
        notes: sheet.notes(chart),
        ..sheet.wheel(kind, ring, None)
    }
}

/// Gauquelin's sectors are no houses a wheel could show.
fn drawable(options: &ChartOptions) -> Result<(), ApiError> {
    if options.house_system != astrology::house::HouseSystem::Gauquelin {
        return Ok(());
    }
    let detail = "gauquelin divides into 36 sectors: they are calculated, and not drawn as a wheel";
    let problem = crate::error::Problem::new(ErrorCode::NotDrawable, detail);
    let at = crate::error::Source::Pointer("/houseSystem".to_owned());
    Err(problem.at(at).into())
}

impl Draw for Natal {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_natal",
        "/api/chart2/natal.{format}",
        &["/api/chart/image.{format}"],
        NATAL_CHARTS,
        "The wheel of a birth",
    );

    fn wheel(input: &NatalInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let mut problems = Problems::default();
        let options = input.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = problems.keep(input.when().resolve());
        problems.finish()?;
        drawable(&options)?;
        let ephemeris = Ephemeris::embedded();
        let failed = |error| chart_problem(error, "dateTime");
        match resolved.expect("what is not resolved has been reported") {
            Resolved::Moment(moment) => {
                let chart = Chart::compute(ephemeris, moment.at, &moment.observer, &options)
                    .map_err(failed)?;
                let captions = captions(&moment, &input.location, &input.date_time);
                Ok(single(sheet, sheet.word(Word::Natal), &chart, captions))
            }
            Resolved::Day(day) => {
                let chart = DayChart::compute(ephemeris, day.range, &day.observer, &options)
                    .map_err(failed)?;
                let points: Vec<ChartPoint> = chart.points.iter().map(|it| it.middle).collect();
                let captions = vec![
                    Text::new(&input.date_time),
                    Text::new(&place(&input.location)),
                    Text::new(sheet.word(Word::TimeUnknown)),
                ];
                let ring = sheet.ring(sheet.word(Word::Natal), captions, &points);
                Ok(sheet.wheel(sheet.word(Word::Natal), ring, None))
            }
        }
    }
}

impl Draw for TransitCalc {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_transit",
        "/api/chart2/transit.{format}",
        &[],
        TRANSIT_CHARTS,
        "The sky around a natal wheel",
    );

    fn wheel(input: &TransitInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let mut problems = Problems::default();
        let transiting = input.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = problems.keep(input.birth().resolve_moment());
        let now = problems.keep(input.beginning().resolve_beginning());
        problems.finish()?;
        drawable(&transiting)?;
        let (birth, now) = birth
            .zip(now)
            .expect("what is not resolved has been reported");
        let natal_options = ChartOptions {
            aspects: AspectSettings::default(),
            ..transiting.clone()
        };
        let natal = compute(&birth, &natal_options, "birthDate")?;
        let moving = ChartOptions {
            points: input.moving(),
            ..natal_options
        };
        let sky = compute(&now, &moving, "transitDateStart")?;
        let aspects = between(&natal, &sky, &transiting.aspects);
        let chart = sheet.ring(
            sheet.word(Word::Natal),
            captions(&birth, &input.birth_location, &input.birth_date),
            &natal.points,
        );
        let around = sheet.ring(
            sheet.word(Word::Transits),
            captions(&now, &input.transit_location, &input.transit_date_start),
            &sky.points,
        );
        Ok(Wheel {
            houses: houses(natal.houses.as_ref(), natal.angles.as_ref()),
            aspects,
            notes: sheet.notes(&natal),
            ..sheet.wheel(sheet.word(Word::Transits), chart, Some(around))
        })
    }
}

/// Aspects from the points of a chart to those around it.
fn between(inner: &Chart, outer: &Chart, settings: &AspectSettings) -> Vec<chart::Aspect> {
    let seen =
        |chart: &Chart| -> Vec<_> { chart.points.iter().map(ChartPoint::for_relations).collect() };
    let found = aspects_between(&seen(inner), &seen(outer), settings);
    lines(&found, &inner.points, &outer.points)
}

fn compute(
    moment: &ResolvedMoment,
    options: &ChartOptions,
    field: &str,
) -> Result<Chart, ApiError> {
    Chart::compute(Ephemeris::embedded(), moment.at, &moment.observer, options)
        .map_err(|error| chart_problem(error, field))
}

impl Draw for SynastryCalc {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_synastry",
        "/api/chart2/synastry.{format}",
        &[],
        SYNASTRY_CHARTS,
        "Two charts in one wheel",
    );

    fn wheel(input: &PairInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let pair = input.charts()?;
        drawable(&pair.options)?;
        let (first, second) = (&pair.first.1, &pair.second.1);
        let found = synastry(first, second, &pair.options.aspects);
        let [name1, name2] = input.births.names();
        let caption = |moment: &ResolvedMoment| vec![Text::new(&moment.meta.utc)];
        let chart = sheet.ring(
            name1.unwrap_or(sheet.word(Word::First)),
            caption(&pair.first.0),
            &first.points,
        );
        let around = sheet.ring(
            name2.unwrap_or(sheet.word(Word::Second)),
            caption(&pair.second.0),
            &second.points,
        );
        Ok(Wheel {
            houses: houses(first.houses.as_ref(), first.angles.as_ref()),
            aspects: lines(&found.aspects, &first.points, &second.points),
            notes: sheet.notes(first),
            ..sheet.wheel(sheet.word(Word::Synastry), chart, Some(around))
        })
    }
}

impl Draw for CompositeCalc {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_composite",
        "/api/chart2/composite.{format}",
        &["/api/chart/composite.{format}"],
        COMPOSITE_CHARTS,
        "The wheel of midpoints",
    );

    fn wheel(input: &CompositeInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let pair = input.charts()?;
        drawable(&pair.options)?;
        let from = method(input.composite_houses);
        let made = composite(&pair.first.1, &pair.second.1, &pair.options, from)
            .map_err(|error| chart_problem(error, "dateTime1"))?;
        let captions = vec![
            Text::new(&pair.first.0.meta.utc),
            Text::new(&pair.second.0.meta.utc),
        ];
        let ring = sheet.ring(sheet.word(Word::Composite), captions, &made.points);
        Ok(Wheel {
            houses: houses(made.houses.as_ref(), made.angles.as_ref()),
            aspects: lines(&made.aspects, &made.points, &made.points),
            notes: sheet.notes(&pair.first.1),
            ..sheet.wheel(sheet.word(Word::Composite), ring, None)
        })
    }
}

impl Draw for DavisonCalc {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_davison",
        "/api/chart2/davison.{format}",
        &[],
        DAVISON_CHARTS,
        "The wheel of the middle between two births",
    );

    fn wheel(input: &PairInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let made = middle(input)?;
        drawable(&made.options)?;
        let captions = vec![Text::new(&tt_text(made.chart.moment.tt))];
        Ok(single(
            sheet,
            sheet.word(Word::Davison),
            &made.chart,
            captions,
        ))
    }
}

/// The wheel of a return.
fn returned(sheet: &Sheet, kind: &str, made: &ReturnChart) -> Result<Wheel, ApiError> {
    drawable(&made.options)?;
    let at: Moment = made.chart.moment;
    let captions = vec![
        Text::new(&tt_text(at.tt)),
        Text::new(&place(&made.location)),
    ];
    Ok(single(sheet, kind, &made.chart, captions))
}

impl Draw for SolarReturn {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_solar_return",
        "/api/chart2/solar-return.{format}",
        &[],
        SOLAR_RETURN_CHARTS,
        "The wheel of the Sun's return",
    );

    fn wheel(input: &SolarReturnInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        returned(sheet, sheet.word(Word::SolarReturn), &input.made(None)?)
    }
}

impl Draw for LunarReturn {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_lunar_return",
        "/api/chart2/lunar-return.{format}",
        &[],
        LUNAR_RETURN_CHARTS,
        "The wheel of the Moon's return",
    );

    fn wheel(input: &LunarReturnInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        returned(sheet, sheet.word(Word::LunarReturn), &input.made(None)?)
    }
}

impl Draw for Progressions {
    const IMAGE: Spec<OrgCaller> = image(
        "chart_progressions",
        "/api/chart2/progressions.{format}",
        &[],
        PROGRESSION_CHARTS,
        "Progressed points around a natal wheel",
    );

    fn wheel(input: &ProgressionsInput, sheet: &Sheet) -> Result<Wheel, ApiError> {
        let (birth, progressed) = input.progressed()?;
        let made = &progressed.made;
        let chart = sheet.ring(
            sheet.word(Word::Natal),
            captions(&birth, &input.birth_location, &input.birth_date_time),
            &made.natal.points,
        );
        let lines_of = vec![
            Text::new(&input.target_date.replace('T', " ")),
            Text::new(sheet.word(Word::of_method(progressed.method))),
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
