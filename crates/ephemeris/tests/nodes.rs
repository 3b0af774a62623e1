//! Checks that the points of the lunar orbit behave as their definitions require.
#![cfg(feature = "embedded")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use ephemeris::{Body, Ephemeris, Instant, Place, Tt, difference_deg};

/// Every six hours for 19 years: a full revolution of the node.
fn places(body: Body) -> impl Iterator<Item = Place> {
    (0..4 * 6940_u32).map(move |quarter| {
        let at = Instant::<Tt>::from_days_since_j2000(f64::from(quarter) / 4.0);
        Ephemeris::embedded().sky(at).unwrap().place(body).unwrap()
    })
}

/// Fraction of direct motion, slowest and fastest speed at the same instants, from differences of
/// the full kernel: `fixtures/lunar-points.csv`, written by `crates/xtask/oracle/events.py` with
/// six decimals. One instant in 27,760 is 0.00004.
#[test]
fn true_points_move_as_those_of_the_full_kernel() {
    for line in include_str!("fixtures/lunar-points.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let body = Body::from_id(fields[0]).unwrap();
        let expected: Vec<f64> = fields[1..].iter().map(|it| it.parse().unwrap()).collect();
        let (mut direct, mut all) = (0.0, 0.0);
        let (mut slowest, mut fastest) = (f64::MAX, f64::MIN);
        for place in places(body) {
            let speed = place.longitude_speed_deg;
            all += 1.0;
            direct += if speed > 0.0 { 1.0 } else { 0.0 };
            (slowest, fastest) = (speed.min(slowest), speed.max(fastest));
        }
        let found = [direct / all, slowest, fastest];
        println!("{line}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            let apart = (found - expected).abs();
            println!("{apart:.1e}");
            assert!(apart < 7e-7, "{line}: {found}");
        }
    }
}

#[test]
fn the_true_node_is_in_the_ecliptic() {
    for place in places(Body::TrueNode).step_by(10) {
        assert!(place.latitude_deg.abs() < 1e-12, "{place:?}");
    }
}

#[test]
fn the_mean_apogee_reaches_the_inclination_of_the_orbit() {
    let highest = places(Body::MeanApogee)
        .map(|place| place.latitude_deg.abs())
        .fold(0.0, f64::max);
    assert!((highest - 5.15).abs() < 0.01, "{highest}");
}

#[test]
fn mean_points_stay_near_the_true_ones() {
    for (mean, truly, limit_deg) in [
        (Body::MeanNode, Body::TrueNode, 2.0),
        (Body::MeanApogee, Body::TrueApogee, 32.0),
    ] {
        for (mean, truly) in places(mean).zip(places(truly)) {
            let apart = difference_deg(truly.longitude_deg, mean.longitude_deg);
            assert!(apart.abs() < limit_deg, "{apart}");
        }
    }
}
