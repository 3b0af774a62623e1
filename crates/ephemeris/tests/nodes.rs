//! How the points of the lunar orbit behave, as their definitions demand.
#![cfg(feature = "embedded")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use ephemeris::{Body, Ephemeris, Instant, Place, Tt, difference_deg};

/// Every six hours of 19 years: a whole turn of the node.
fn places(body: Body) -> impl Iterator<Item = Place> {
    (0..4 * 6940_u32).map(move |quarter| {
        let at = Instant::<Tt>::from_days_since_j2000(f64::from(quarter) / 4.0);
        Ephemeris::embedded().sky(at).unwrap().place(body).unwrap()
    })
}

#[test]
fn the_true_node_is_direct_a_quarter_of_the_time() {
    let (mut direct, mut all) = (0.0, 0.0);
    for place in places(Body::TrueNode) {
        all += 1.0;
        if place.longitude_speed_deg > 0.0 {
            direct += 1.0;
        }
        assert!(place.latitude_deg.abs() < 1e-12);
    }
    // A black-box peer with the same definition counts 0.2586 on the same instants.
    let share: f64 = direct / all;
    assert!((share - 0.2586).abs() < 0.001, "{share}");
}

#[test]
fn the_osculating_apogee_swings_between_its_known_speeds() {
    let speeds = places(Body::TrueApogee).map(|place| place.longitude_speed_deg);
    let (least, most) = speeds.fold((f64::MAX, f64::MIN), |(least, most), speed| {
        (least.min(speed), most.max(speed))
    });
    assert!((least + 3.6).abs() < 0.2, "{least}");
    assert!((most - 6.3).abs() < 0.2, "{most}");
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
