//! The facts of a chart that composed readings need beyond those of the response: aspects to the Ascendant and the
//! Midheaven, which `aspects` lists only if `points` names them.

use astrology::aspect::{Aspect, AspectPoint};
use astrology::chart::{Chart, ChartPoint, DayAspect};
use astrology::point::{Angle, Point};
use interpretation::reading::MadeAspect;

/// The angles that texts are about.
const ANGLES: [Angle; 2] = [Angle::Ascendant, Angle::Midheaven];

/// The Ascendant and the Midheaven as input for aspects, unless they are among the points of the chart.
pub(crate) fn further_angles(chart: &Chart) -> Vec<AspectPoint> {
    let angle = |it: Angle| {
        let point = Point::Angle(it);
        let longitude_deg = chart.angle_deg(it)?;
        chart.point(point).is_none().then_some(AspectPoint {
            point,
            longitude_deg,
            speed_deg: None,
            declination_deg: None,
            declination_speed_deg: None,
        })
    };
    ANGLES.into_iter().filter_map(angle).collect()
}

/// The points of a chart as input for aspects.
pub(crate) fn points(chart: &Chart) -> Vec<AspectPoint> {
    chart.points.iter().map(ChartPoint::for_relations).collect()
}

/// An aspect as a fact of a reading.
pub(crate) fn made(aspect: &Aspect) -> MadeAspect<'static> {
    MadeAspect {
        point_a: aspect.point_a.id(),
        point_b: aspect.point_b.id(),
        aspect: aspect.kind.id(),
        exactness: aspect.exactness(),
    }
}

/// The same for a day without a time, at the least exact time.
pub(crate) fn made_on_a_day(aspect: &DayAspect) -> MadeAspect<'static> {
    MadeAspect {
        point_a: aspect.point_a.id(),
        point_b: aspect.point_b.id(),
        aspect: aspect.kind.id(),
        exactness: aspect.least_exactness(),
    }
}
