//! Synastry: aspects between two charts, and the points of each in the houses of the other.

use crate::{
    aspect::{Aspect, AspectPoint, AspectSettings, aspects_between},
    chart::{Chart, ChartPoint, DayAspect, PossiblePlaces},
    house::Houses,
    point::Point,
};

/// A point of one chart in a house of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseOverlay {
    /// The point.
    pub point: Point,
    /// The house of the other chart, 1 to 12.
    pub house: u8,
}

/// A comparison of two charts.
#[derive(Debug, Clone, PartialEq)]
pub struct Synastry {
    /// Aspects with `point_a` of the first chart and `point_b` of the second. None applies or
    /// separates.
    pub aspects: Vec<Aspect>,
    /// The points of the first chart in the houses of the second; empty where the second has none.
    pub first_in_second: Vec<HouseOverlay>,
    /// The points of the second chart in the houses of the first; empty where the first has none.
    pub second_in_first: Vec<HouseOverlay>,
}

/// Compares two charts.
///
/// # Examples
///
/// ```
/// use astrology::aspect::{AspectKind, AspectSettings};
/// use astrology::chart::{Chart, ChartOptions, ChartMoment};
/// use astrology::relation::synastry::synastry;
/// use ephemeris::{Ephemeris, Instant, Observer};
///
/// let greenwich = Observer { latitude_deg: 51.48, longitude_deg: 0.0, height_m: 0.0 };
/// let moment = ChartMoment::from_tt(Instant::from_julian_date(2_448_058.0));
/// let options = ChartOptions::default();
/// let chart = Chart::compute(Ephemeris::embedded(), moment, &greenwich, &options)?;
///
/// // In a chart compared with itself every point is conjunct itself and stays in its house.
/// let both = synastry(&chart, &chart, &AspectSettings::default());
/// let same = both.aspects.iter().filter(|it| it.point_a == it.point_b);
/// assert_eq!(same.clone().count(), chart.points.len());
/// assert!(same.clone().all(|it| it.kind == AspectKind::Conjunction && it.orb_deg == 0.0));
/// assert!(both.first_in_second.iter().zip(&chart.points).all(|(a, b)| Some(a.house) == b.house));
/// # Ok::<(), astrology::chart::ChartError>(())
/// ```
pub fn synastry(first: &Chart, second: &Chart, settings: &AspectSettings) -> Synastry {
    let still = |chart: &Chart| -> Vec<AspectPoint> {
        chart.points.iter().map(ChartPoint::for_relations).collect()
    };
    Synastry {
        aspects: aspects_between(&still(first), &still(second), settings),
        first_in_second: overlays(first, second),
        second_in_first: overlays(second, first),
    }
}

/// A comparison of two births of which at least one has no time.
#[derive(Debug, Clone, PartialEq)]
pub struct DaySynastry {
    /// Aspects with `point_a` of the first birth and `point_b` of the second.
    pub aspects: Vec<DayAspect>,
    /// The points of the first birth that stay in one house of the second all day; empty where the
    /// second has none.
    pub first_in_second: Vec<HouseOverlay>,
    /// The points of the second birth that stay in one house of the first all day; empty where the
    /// first has none.
    pub second_in_first: Vec<HouseOverlay>,
}

/// Compares two births by the possible places of their points. The houses are those of a birth with
/// a known time.
pub fn synastry_of_days(
    (first, first_houses): (&PossiblePlaces, Option<&Houses>),
    (second, second_houses): (&PossiblePlaces, Option<&Houses>),
    settings: &AspectSettings,
) -> DaySynastry {
    let within = |places: &PossiblePlaces, houses: Option<&Houses>| -> Vec<HouseOverlay> {
        let found = houses.map_or_else(Vec::new, |houses| places.houses_within(houses));
        let overlay = |(point, house)| HouseOverlay { point, house };
        found.into_iter().map(overlay).collect()
    };
    DaySynastry {
        aspects: first.aspects_between(second, settings),
        first_in_second: within(first, second_houses),
        second_in_first: within(second, first_houses),
    }
}

fn overlays(of: &Chart, within: &Chart) -> Vec<HouseOverlay> {
    let Some(houses) = within.houses else {
        return Vec::new();
    };
    of.points
        .iter()
        .map(|point| HouseOverlay {
            point: point.point,
            house: houses.house_of(point.longitude_deg),
        })
        .collect()
}
