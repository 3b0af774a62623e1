//! A chart without a birth time: what holds for the whole civil day, and what is only possible.

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
    /// The first and last instant of the day.
    pub day: Range<Instant<Tt>>,
    /// The points that exist without a time, in the requested order.
    pub points: Vec<DayPoint>,
    /// Aspects that hold all day, and those that are possible.
    pub aspects: Vec<DayAspect>,
    /// Requested points that need a time: angles and lots.
    pub left_out: Vec<Point>,
    /// Points that have no data on that day and were omitted, as the options allow.
    pub unknown: Vec<Point>,
    /// The possible places of the points, for comparisons with other charts.
    pub places: PossiblePlaces,
}

impl DayChart {
    /// Computes the chart of a civil day. It has no angles, houses, lots or sect.
    ///
    /// # Errors
    ///
    /// As [`super::Chart::compute`], except for houses.
    ///
    /// # Examples
    ///
    /// On 2024-03-20 the Sun enters Aries, so its sign depends on the time of birth.
    ///
    /// ```
    /// use astrology::chart::{ChartOptions, DayChart};
    /// use astrology::{point::Point, sign::Sign};
    /// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Observer, Utc};
    ///
    /// let midnight: Instant<Utc> = CivilDateTime::date(2024, 3, 20).to_instant(Calendar::Gregorian)?;
    /// let day = midnight.to_tt()..midnight.plus_days(1.0).to_tt();
    /// let london = Observer { latitude_deg: 51.5, longitude_deg: -0.1, height_m: 0.0 };
    /// let options = ChartOptions {
    ///     points: [Body::Sun, Body::Saturn].map(Point::Body).to_vec(),
    ///     ..ChartOptions::default()
    /// };
    /// let chart = DayChart::compute(Ephemeris::embedded(), day, &london, &options)?;
    /// assert_eq!(chart.points[0].sign, None);
    /// // Saturn was in Pisces from March 2023 to May 2025.
    /// assert_eq!(chart.points[1].sign, Some(Sign::Pisces));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
