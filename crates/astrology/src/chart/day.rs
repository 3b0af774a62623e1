//! A chart without a birth time: what holds for the whole civil day, and what only may.

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, Observer, Tt};

use super::{
    ChartError, ChartOptions,
    possible::{DayAspect, DayPoint, PossiblePlaces, needs_time},
};
use crate::point::Point;

/// The chart of a day.
#[derive(Debug, Clone, PartialEq)]
pub struct DayChart {
    /// The day's first and last instant.
    pub day: Range<Instant<Tt>>,
    /// The points that exist without a time, in the order asked for.
    pub points: Vec<DayPoint>,
    /// Aspects that hold all day, and those that may.
    pub aspects: Vec<DayAspect>,
    /// Points that were asked for and need a time: angles and lots.
    pub left_out: Vec<Point>,
    /// Those that are not known on that day and were left out, as the options allow.
    pub unknown: Vec<Point>,
    /// Where the points may stand, for what is compared with them.
    pub places: PossiblePlaces,
}

impl DayChart {
    /// The chart of a civil day: no angles, houses, lots, sect.
    ///
    /// # Errors
    /// As [`super::Chart::compute`], without houses.
    pub fn compute(
        ephemeris: &Ephemeris<'_>,
        day: Range<Instant<Tt>>,
        observer: &Observer,
        options: &ChartOptions,
    ) -> Result<Self, ChartError> {
        let places = PossiblePlaces::of_day(ephemeris, &day, observer, options)?;
        let asked = options.points.iter().copied();
        let (left_out, timeless): (Vec<_>, Vec<_>) = asked.partition(|it| needs_time(*it));
        let points = places.points();
        let is_placed = |point: &Point| points.iter().any(|it| it.middle.point == *point);
        Ok(Self {
            day,
            unknown: timeless.into_iter().filter(|it| !is_placed(it)).collect(),
            points,
            aspects: places.aspects_within(&options.aspects),
            left_out,
            places,
        })
    }
}
