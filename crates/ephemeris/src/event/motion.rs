//! Motion in longitude: the sampling step of each body, and the bound that makes the search safe.
//!
//! The bound is on the fourth derivative of the apparent longitude, including nutation and
//! aberration. It was measured over the whole span of the ephemeris, daily (twice a day for the
//! points of the lunar orbit), by `cargo run --release -p ephemeris --example longitude_motion`,
//! and is listed with a margin of 50 per cent. The test of this module checks the resulting
//! interpolation error against dense sampling. Origin of the numbers:
//!
//! | body | largest (deg/day⁴) | cause |
//! |---|---|---|
//! | Moon | 6.7e-2 | the variation and the nine-day terms |
//! | Mercury, Venus | 9.3e-3, 3.7e-4 | the reversal of the retrograde loop |
//! | Mars, Eros | 6e-5, 9e-5 | the same |
//! | true node | 1.2e-2 | the Sun's tide, twice a month |
//! | true apogee | 0.85 | the osculating ellipse oscillates with the tide |
//! | all others | 1e-5 to 4e-5 | 13.7-day and 9-day nutation (1e-5) and the quantization of the pack |
//!
//! One effect is faster: when a body passes behind the Sun, the deflection of its light changes
//! within hours. It displaces the body by at most 6", at up to 72" per day. A body behind the Sun
//! is direct and at its fastest: 81" per day for Pluto at aphelion. So no station is missed. (A
//! body beyond 50 astronomical units that passes exactly behind the Sun's center would be
//! retrograde for an hour, unobservably.)

use crate::body::Body;
use crate::search::Motion;

/// Returns the step in days and the bound of the fourth derivative in degrees per day⁴.
fn step_and_fourth(body: Body) -> (f64, f64) {
    match body {
        Body::Sun | Body::Earth | Body::MeanNode | Body::MeanApogee => (16.0, 2e-5),
        Body::Moon => (2.0, 0.1),
        Body::Mercury => (4.0, 1.4e-2),
        Body::Venus => (6.0, 6e-4),
        Body::Mars => (10.0, 1e-4),
        Body::Eros => (6.0, 1.5e-4),
        Body::TrueNode => (2.0, 1.8e-2),
        Body::TrueApogee => (1.0, 1.3),
        _ => (16.0, 6e-5),
    }
}

/// Returns the motion of a body's apparent geocentric longitude.
pub fn longitude_motion(body: Body) -> Motion {
    let (step_days, fourth) = step_and_fourth(body);
    Motion {
        step_days,
        fourth,
        period: Some(360.0),
    }
}

#[cfg(test)]
#[cfg(feature = "embedded")]
mod tests {
    use super::*;
    use crate::ephemeris::Ephemeris;
    use crate::time::{Instant, Tt};
    use crate::{Place, difference_deg};

    /// The error of the cubic's rate in the middle of a step is at most √3/216 M h³ (see `search`).
    #[test]
    fn interpolated_speeds_keep_their_bound_between_the_samples() {
        let ephemeris = Ephemeris::embedded();
        let place = |body, at: Instant<Tt>| ephemeris.sky(at).unwrap().place(body).unwrap();
        println!(
            "{:12} {:>14} {:>14}",
            "body", "largest error", "bound (deg/day)"
        );
        for body in Body::ALL
            .iter()
            .copied()
            .filter(|body| *body != Body::Earth)
        {
            let Motion {
                step_days: h,
                fourth,
                ..
            } = longitude_motion(body);
            let bound = 3f64.sqrt() / 216.0 * fourth * h.powi(3);
            let mut largest = 0.0f64;
            // Steps spread over the years that cover every body, at no multiple of a period.
            for index in 0..400 {
                let start = Instant::from_days_since_j2000(-145_000.0 + 817.37 * f64::from(index));
                let (a, b) = (place(body, start), place(body, start.plus_days(h)));
                if behind_the_sun(ephemeris, body, start) {
                    continue;
                }
                for part in [0.2, 0.211_325, 0.35, 0.5, 0.788_675] {
                    let exact = place(body, start.plus_days(part * h)).longitude_speed_deg;
                    largest = largest.max((cubic_speed(&a, &b, h, part) - exact).abs());
                }
            }
            println!("{:12} {largest:14.3e} {bound:14.3e}", body.id());
            assert!(largest < bound, "{}: {largest} {bound}", body.id());
        }
    }

    fn cubic_speed(a: &Place, b: &Place, h: f64, s: f64) -> f64 {
        let d = difference_deg(b.longitude_deg, a.longitude_deg + h * a.longitude_speed_deg)
            + h * a.longitude_speed_deg;
        let (r0, r1) = (a.longitude_speed_deg * h, b.longitude_speed_deg * h);
        let (c2, c3) = (3.0 * d - 2.0 * r0 - r1, r0 + r1 - 2.0 * d);
        (r0 + s * (2.0 * c2 + s * 3.0 * c3)) / h
    }

    /// Whether the body can be behind the Sun within a step. Skipped, as the module documentation
    /// explains.
    fn behind_the_sun(ephemeris: &Ephemeris<'_>, body: Body, at: Instant<Tt>) -> bool {
        let sky = ephemeris.sky(at).unwrap();
        let (place, sun) = (sky.place(body).unwrap(), sky.place(Body::Sun).unwrap());
        let away_deg = difference_deg(place.longitude_deg, sun.longitude_deg);
        body != Body::Sun && place.distance_au > sun.distance_au && away_deg.abs() < 20.0
    }
}
