//! Two borders inside today's zones that mattered before 1970: Québec in the zone of Toronto and
//! Northern Ireland in the zone of London.

use crate::coordinates::Coordinates;
use crate::gazetteer::Gazetteer;

/// Returns the zone whose history applies, given the zone of today.
pub(super) fn refine(zone: &str, at: Coordinates) -> &str {
    match zone {
        "America/Toronto" if is_in_quebec(at) => "America/Montreal",
        "Europe/London" if is_in_northern_ireland(at) => "Europe/Belfast",
        _ => zone,
    }
}

/// Whether a point is in Québec. The border follows the Ottawa river and Lake Timiskaming, then the
/// meridian 79°31' W (Ontario Boundary Act 1889); west of the river's mouth the St Lawrence is
/// Ontario. Along the river the nearest town decides.
fn is_in_quebec(at: Coordinates) -> bool {
    const MERIDIAN_DEG: f64 = -79.517;
    let (latitude_deg, longitude_deg) = (at.latitude_deg(), at.longitude_deg());
    if longitude_deg < MERIDIAN_DEG {
        return false;
    }
    if latitude_deg > 47.7 || longitude_deg > -74.2 {
        return true;
    }
    if latitude_deg < 44.98 {
        return false;
    }
    let nearest = Gazetteer::embedded().nearest_in_ottawa_valley(at);
    nearest.is_some_and(|it| it.zone_name() == "America/Montreal")
}

/// Whether a point is on the island of Ireland: west of the North Channel, with Rathlin and without
/// Kintyre and Islay.
fn is_in_northern_ireland(at: Coordinates) -> bool {
    let (latitude_deg, longitude_deg) = (at.latitude_deg(), at.longitude_deg());
    let north_deg = if longitude_deg < -6.0 { 55.4 } else { 55.25 };
    (53.9..north_deg).contains(&latitude_deg) && (-8.4..-5.3).contains(&longitude_deg)
}
