//! Outlines of regions: corners joined by straight lines on a map of degrees. They are coarse, so
//! the difference from great circles does not matter.

use crate::coordinates::Coordinates;

/// Whether a place is within an outline, by the even-odd rule.
pub(super) fn contains(outline: &[(f64, f64)], place: Coordinates) -> bool {
    let (north, east) = (place.latitude_deg(), place.longitude_deg());
    let mut is_inside = false;
    for (a, b) in edges(outline) {
        let spans = (a.0 > north) != (b.0 > north);
        if spans && east < (b.1 - a.1) * (north - a.0) / (b.0 - a.0) + a.1 {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// Returns the distance of a place from the nearest edge of an outline, in kilometers, on a plane
/// that touches the Earth at the place. Good to a percent within 300 km.
pub(super) fn distance_km(outline: &[(f64, f64)], place: Coordinates) -> f64 {
    const KM_PER_DEGREE: f64 = 111.2;
    let shrink = place.latitude_deg().to_radians().cos();
    let on_plane = |(north, east): (f64, f64)| {
        (
            (north - place.latitude_deg()) * KM_PER_DEGREE,
            (east - place.longitude_deg()) * KM_PER_DEGREE * shrink,
        )
    };
    edges(outline)
        .map(|(a, b)| {
            let (a, b) = (on_plane(a), on_plane(b));
            let along = (b.0 - a.0, b.1 - a.1);
            let length = along.0 * along.0 + along.1 * along.1;
            let share = if length > 0.0 {
                (-(a.0 * along.0 + a.1 * along.1) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            (a.0 + share * along.0).hypot(a.1 + share * along.1)
        })
        .fold(f64::INFINITY, f64::min)
}

fn edges(outline: &[(f64, f64)]) -> impl Iterator<Item = ((f64, f64), (f64, f64))> {
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().copied().zip(next.copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &[(f64, f64)] = &[(50.0, 10.0), (50.0, 12.0), (52.0, 12.0), (52.0, 10.0)];

    #[test]
    fn a_square_contains_its_middle_and_not_its_neighbor() {
        let at = |north, east| Coordinates::new(north, east).unwrap();
        assert!(contains(SQUARE, at(51.0, 11.0)));
        assert!(!contains(SQUARE, at(51.0, 12.1)));
        assert!(!contains(SQUARE, at(49.9, 11.0)));
    }

    #[test]
    fn distances_are_those_of_arcs() {
        let at = |north, east| Coordinates::new(north, east).unwrap();
        // A tenth of a degree of latitude is 11.1 km; of longitude, at 51 degrees, 7.0 km.
        assert!((distance_km(SQUARE, at(50.1, 11.0)) - 11.12).abs() < 0.02);
        assert!((distance_km(SQUARE, at(51.0, 12.1)) - 7.0).abs() < 0.02);
        // From a corner, outside.
        let corner = distance_km(SQUARE, at(52.1, 12.1));
        assert!((corner - 11.12_f64.hypot(6.83)).abs() < 0.05, "{corner}");
    }
}
