//! A birth with its chart, or with what is certain for its day if the time is unknown. Calculations
//! compare it with something else.

use astrology::chart::{Chart, ChartOptions, ChartPoint, DayChart, PossiblePlaces};
use astrology::house::Houses;
use ephemeris::Ephemeris;

use crate::chart_problem;
use crate::dto::instant::{BirthTime, ResolvedDay, ResolvedMoment};
use crate::dto::meta::{Meta, Warning, unknown};
use crate::dto::options::CommonOptions;
use crate::dto::point::PointReply;
use crate::dto::words::ResponseTexts;
use http_api::ApiError;

/// A birth.
#[derive(Debug)]
pub enum Nativity {
    /// With a known time.
    Moment(Box<(ResolvedMoment, Chart)>),
    /// With a known day only.
    Day(Box<(ResolvedDay, DayChart)>),
}

impl Nativity {
    /// Calculates the chart. `field` is the field of the birth time.
    ///
    /// # Errors
    ///
    /// Those of every chart.
    pub fn compute(
        resolved: BirthTime,
        options: &ChartOptions,
        field: &str,
    ) -> Result<Self, ApiError> {
        let ephemeris = Ephemeris::embedded();
        let failed = |error| chart_problem(error, field);
        Ok(match resolved {
            BirthTime::Moment(moment) => {
                let chart = Chart::compute(ephemeris, moment.at, &moment.observer, options)
                    .map_err(failed)?;
                Self::Moment(Box::new((moment, chart)))
            }
            BirthTime::Day(day) => {
                let range = day.range.clone();
                let chart =
                    DayChart::compute(ephemeris, range, &day.observer, options).map_err(failed)?;
                Self::Day(Box::new((day, chart)))
            }
        })
    }

    /// The chart, if the time is known.
    pub fn chart(&self) -> Option<&Chart> {
        match self {
            Self::Moment(it) => Some(&it.1),
            Self::Day(_) => None,
        }
    }

    /// The houses, if the time is known.
    pub fn houses(&self) -> Option<&Houses> {
        self.chart().and_then(|it| it.houses.as_ref())
    }

    /// The possible positions of its points.
    pub fn places(&self) -> PossiblePlaces {
        match self {
            Self::Moment(it) => PossiblePlaces::of_chart(&it.1),
            Self::Day(it) => it.1.places.clone(),
        }
    }

    /// Its points at the time of birth, or at the middle of the day.
    pub fn middle(&self) -> Vec<ChartPoint> {
        match self {
            Self::Moment(it) => it.1.points.clone(),
            Self::Day(it) => it.1.points.iter().map(|it| it.middle).collect(),
        }
    }

    /// Its points.
    pub fn points(&self, words: &ResponseTexts) -> Vec<PointReply> {
        match self {
            Self::Moment(it) => {
                let (_, chart) = &**it;
                let points = chart.points.iter();
                points.map(|it| PointReply::of(chart, it, words)).collect()
            }
            Self::Day(it) => {
                let points = it.1.points.iter();
                points.map(|it| PointReply::of_day(it, words)).collect()
            }
        }
    }

    /// The metadata, with warnings about options that a day ignores.
    pub fn meta(&self, common: &CommonOptions) -> Meta {
        match self {
            Self::Moment(it) => Meta::of(&it.0).with_chart(&it.1),
            Self::Day(it) => {
                let (day, chart) = &**it;
                let mut meta = Meta::of_day(day).with_frame(chart.places.frame());
                meta.warn(unknown(&chart.unknown));
                meta.warn(left_aside(chart, common));
                meta
            }
        }
    }
}

/// A warning about requested points that need the birth time.
pub(crate) fn left_aside(chart: &DayChart, common: &CommonOptions) -> Option<Warning> {
    let named = common.points.iter().flatten();
    let named: Vec<String> = named
        .filter(|it| chart.left_out.contains(&it.point))
        .map(|it| format!("`{}`", it.point.id()))
        .collect();
    (!named.is_empty()).then(|| {
        let detail = format!(
            "These points are omitted because they require the birth time: {}.",
            named.join(", ")
        );
        Warning::new("points_need_time", detail)
    })
}

/// A warning about options for angles, houses and lots where there are none.
pub(crate) fn without_houses(common: &CommonOptions) -> Option<Warning> {
    idle([
        ("houseSystem", common.house_system.is_some()),
        ("polarFallback", common.polar_fallback.is_some()),
        ("lotFormula", common.lot_formula.is_some()),
    ])
}

/// A warning about the option for lots where there are houses and no lots.
pub(crate) fn without_lots(common: &CommonOptions) -> Option<Warning> {
    idle([("lotFormula", common.lot_formula.is_some())])
}

fn idle<const N: usize>(given: [(&str, bool); N]) -> Option<Warning> {
    let given = given.into_iter().filter(|(_, is_given)| *is_given);
    let given: Vec<String> = given.map(|(name, _)| format!("`{name}`")).collect();
    (!given.is_empty()).then(|| {
        let detail = format!(
            "These options have no effect because the birth time is unknown: {}.",
            given.join(", ")
        );
        Warning::new("option_without_effect", detail)
    })
}
