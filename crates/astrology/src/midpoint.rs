//! Midpoints of two longitudes.

use crate::{
    angle::{difference_deg, normalize_deg},
    point::Point,
};

/// Returns the midpoint on the shorter arc, and whether the two longitudes are exactly opposite, so
/// that there is no shorter arc. In that case it is the midpoint that follows `first_deg` in the
/// order of the zodiac.
///
/// # Examples
///
/// ```
/// use astrology::midpoint::nearer_midpoint_deg;
///
/// assert_eq!(nearer_midpoint_deg(350.0, 20.0), (5.0, false));
/// assert_eq!(nearer_midpoint_deg(0.0, 180.0), (90.0, true));
/// ```
pub fn nearer_midpoint_deg(first_deg: f64, second_deg: f64) -> (f64, bool) {
    let arc = difference_deg(second_deg, first_deg);
    (
        normalize_deg(first_deg + arc / 2.0),
        (arc - 180.0).abs() < 1e-9,
    )
}

/// Like [`nearer_midpoint_deg`] for two longitudes in [0, 360), without a branch on their order.
fn nearer_midpoint_within_a_turn_deg(first_deg: f64, second_deg: f64) -> f64 {
    let ahead = first_deg - second_deg;
    // Half of the sum is on the longer arc when they are more than half a turn apart. For opposite
    // longitudes it follows the smaller one.
    let on_longer_side = !(-180.0..180.0).contains(&ahead);
    let turn = if on_longer_side { 180.0 } else { 0.0 };
    let midpoint = f64::midpoint(first_deg, second_deg) + turn;
    if midpoint >= 360.0 {
        midpoint - 360.0
    } else {
        midpoint
    }
}

/// The midpoint of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Midpoint {
    /// The first point.
    pub point_a: Point,
    /// The second point.
    pub point_b: Point,
    /// The nearer midpoint, in degrees.
    pub longitude_deg: f64,
}

/// Returns the nearer midpoints of all pairs, in the order of the points. Pairs tied to each other
/// are skipped.
pub fn midpoints(points: &[(Point, f64)]) -> Vec<Midpoint> {
    let mut found = Vec::with_capacity(points.len() * points.len() / 2);
    let points: Vec<_> = points
        .iter()
        .map(|(point, longitude_deg)| (*point, normalize_deg(*longitude_deg)))
        .collect();
    for (index, (point_a, a_deg)) in points.iter().enumerate() {
        let may_be_bound = point_a.may_be_bound();
        for (point_b, b_deg) in &points[index + 1..] {
            if !(may_be_bound && point_a.is_bound_to(*point_b)) {
                found.push(Midpoint {
                    point_a: *point_a,
                    point_b: *point_b,
                    longitude_deg: nearer_midpoint_within_a_turn_deg(*a_deg, *b_deg),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_midpoint_crosses_zero_aries() {
        assert_eq!(nearer_midpoint_deg(350.0, 20.0), (5.0, false));
        assert_eq!(nearer_midpoint_deg(20.0, 350.0), (5.0, false));
        assert_eq!(nearer_midpoint_deg(200.0, 20.0), (290.0, true));
    }

    #[test]
    fn both_ways_to_a_midpoint_agree() {
        let longitudes = [0.0, 20.0, 90.0, 179.5, 180.0, 200.0, 270.0, 350.0, 359.9];
        for (first, second) in longitudes
            .into_iter()
            .flat_map(|first| longitudes.map(|second| (first, second)))
        {
            let (expected, _) = nearer_midpoint_deg(first, second);
            let found = nearer_midpoint_within_a_turn_deg(first, second);
            assert!((found - expected).abs() < 1e-9, "{first} {second}: {found}");
        }
    }
}
