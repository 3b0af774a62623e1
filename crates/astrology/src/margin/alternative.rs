//! The same chart with other conventions.

use ephemeris::Ephemeris;

use super::{
    MarginRequest, is_other,
    motion::{Motion, Snapshot},
    other_node,
};
use crate::{
    angle::normalize_deg,
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartError, ChartOptions, NodeKind},
    house::{HouseFrame, HouseSystem, Houses},
    point::Point,
};

/// A convention with another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Another ayanamsha.
    Ayanamsha(Ayanamsha),
    /// The other node.
    Node(NodeKind),
    /// Another house system.
    Houses(HouseSystem),
}

/// The chart of the birth with every alternative. Ayanamshas are ordered by their distance from the one in use.
pub(super) fn snapshots(
    ephemeris: &Ephemeris<'_>,
    request: &MarginRequest,
    motion: &Motion,
    birth: &Snapshot,
) -> Result<Vec<(Alternative, Snapshot)>, ChartError> {
    let mut found = Vec::new();
    let zodiac = request.options.zodiac;
    if zodiac != Zodiac::Tropical {
        let at = request.moment.tt;
        let used_deg = zodiac.offset_deg(at, 0.0);
        let others = request.alternatives.ayanamshas.iter();
        let mut others: Vec<(Ayanamsha, f64)> = others
            .filter(|it| is_other(**it, zodiac))
            .map(|it| (*it, Zodiac::Sidereal(*it).offset_deg(at, 0.0) - used_deg))
            .collect();
        others.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let shifted = others.into_iter().map(|(ayanamsha, by_deg)| {
            let chart = shifted(motion, birth, by_deg);
            (Alternative::Ayanamsha(ayanamsha), chart)
        });
        found.extend(shifted);
    }
    let is_node = |it: &Point| matches!(it, Point::NorthNode | Point::SouthNode);
    if request.alternatives.node && motion.points.iter().any(is_node) {
        let node = other_node(request.options.node);
        let chart = with_node(ephemeris, request, motion, birth, node)?;
        found.push((Alternative::Node(node), chart));
    }
    for system in &request.alternatives.houses {
        let houses = Houses::compute(*system, &birth.frame);
        // A system without cusps here has no other opinion.
        if let (Some(used), Ok(houses)) = (motion.system, houses)
            && used != *system
        {
            let chart = Snapshot {
                houses: Some(houses),
                ..birth.clone()
            };
            found.push((Alternative::Houses(*system), chart));
        }
    }
    Ok(found)
}

fn shifted(motion: &Motion, birth: &Snapshot, by_deg: f64) -> Snapshot {
    let shift = |it: &f64| normalize_deg(it - by_deg);
    let frame = HouseFrame {
        ayanamsha_deg: birth.frame.ayanamsha_deg + by_deg,
        ..birth.frame
    };
    Snapshot {
        points_deg: birth.points_deg.iter().map(shift).collect(),
        angles_deg: birth.angles_deg.each_ref().map(shift),
        houses: motion.houses(&frame),
        frame,
        ..birth.clone()
    }
}

fn with_node(
    ephemeris: &Ephemeris<'_>,
    request: &MarginRequest,
    motion: &Motion,
    birth: &Snapshot,
    node: NodeKind,
) -> Result<Snapshot, ChartError> {
    let options = ChartOptions {
        points: vec![Point::NorthNode, Point::SouthNode],
        house_system: HouseSystem::Whole,
        node,
        ..request.options.clone()
    };
    let chart = Chart::compute(ephemeris, request.moment, &request.observer, &options)?;
    let mut other = birth.clone();
    for (point, longitude_deg) in motion.points.iter().zip(&mut other.points_deg) {
        if let Some(placed) = chart.point(*point) {
            *longitude_deg = placed.longitude_deg;
        }
    }
    Ok(other)
}
