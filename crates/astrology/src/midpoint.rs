//! Midpoints of two longitudes.

use crate::{
    angle::{difference_deg, normalize_deg},
    point::Point,
};

/// The midpoint on the shorter side, and whether the two are exactly opposite so that there is no shorter side.
///
/// Exactly opposite: the midpoint that follows `first_deg` along the zodiac.
pub fn nearer_midpoint_deg(first_deg: f64, second_deg: f64) -> (f64, bool) {
    let arc = difference_deg(second_deg, first_deg);
    (
        normalize_deg(first_deg + arc / 2.0),
        (arc - 180.0).abs() < 1e-9,
    )
}

/// The midpoint of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Midpoint {
    /// One of the pair.
    pub point_a: Point,
    /// The other.
    pub point_b: Point,
    /// The nearer midpoint, degrees.
    pub longitude_deg: f64,
}

/// The nearer midpoints of all pairs, in the order of the points; pairs bound to each other are left out.
pub fn midpoints(points: &[(Point, f64)]) -> Vec<Midpoint> {
    let mut found = Vec::with_capacity(points.len() * points.len() / 2);
    for (index, (point_a, a_deg)) in points.iter().enumerate() {
        for (point_b, b_deg) in &points[index + 1..] {
            if !point_a.is_bound_to(*point_b) {
                found.push(Midpoint {
                    point_a: *point_a,
                    point_b: *point_b,
                    longitude_deg: nearer_midpoint_deg(*a_deg, *b_deg).0,
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
}
