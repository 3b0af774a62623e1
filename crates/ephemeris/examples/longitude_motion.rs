//! Measures the bounds that `event::motion` lists: the largest fourth derivative of every body's
//! apparent longitude, from differences of its speed over the whole span of the ephemeris. Days on
//! which the body is behind the Sun and within two degrees of it are skipped: there the light
//! deflection changes faster (see `event::motion`).
//!
//! `cargo run --release -p ephemeris --example longitude_motion`
#![expect(clippy::print_stdout, reason = "a table is what it is for")]

use ephemeris::event::motion::longitude_motion;
use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt, difference_deg};

fn main() -> Result<(), SkyError> {
    let ephemeris = Ephemeris::embedded();
    println!(
        "{:12} {:>7} {:>12} {:>12} {:>7}",
        "body", "step", "largest", "bound", "margin"
    );
    for body in Body::ALL
        .iter()
        .copied()
        .filter(|body| *body != Body::Earth)
    {
        let Some(span) = ephemeris.span(body) else {
            continue;
        };
        let earth = ephemeris.span(Body::Earth).unwrap_or(span);
        let first = if span.first > earth.first {
            span.first
        } else {
            earth.first
        };
        let last = if span.last < earth.last {
            span.last
        } else {
            earth.last
        };
        // Long compared with the noise of the pack, short compared with a week.
        let step = match body {
            Body::Moon | Body::TrueNode | Body::TrueApogee => 0.5,
            _ => 1.0,
        };
        let start = first.to_tt().plus_days(5.0);
        let days = last.minus(first) - 10.0;
        let mut speeds = [f64::NAN; 4];
        let (mut largest, mut x) = (0.0f64, 0.0);
        while x < days {
            let at = start.plus_days(x);
            speeds.rotate_left(1);
            speeds[3] = speed(ephemeris, body, at)?;
            let [a, b, c, d] = speeds;
            // A skipped speed is NaN, which `max` ignores.
            largest = largest.max(((d - a - 3.0 * (c - b)) / (step * step * step)).abs());
            x += step;
        }
        let bound = longitude_motion(body).fourth;
        println!(
            "{:12} {:7.2} {largest:12.3e} {bound:12.3e} {:7.2}",
            body.id(),
            longitude_motion(body).step_days,
            bound / largest
        );
    }
    Ok(())
}

/// Returns the speed in longitude, or NaN behind the Sun.
fn speed(ephemeris: &Ephemeris<'_>, body: Body, at: Instant<Tt>) -> Result<f64, SkyError> {
    let sky = ephemeris.sky(at)?;
    let (place, sun) = (sky.place(body)?, sky.place(Body::Sun)?);
    let away_deg = difference_deg(place.longitude_deg, sun.longitude_deg).hypot(place.latitude_deg);
    let behind = body != Body::Sun && place.distance_au > sun.distance_au && away_deg < 2.0;
    Ok(if behind {
        f64::NAN
    } else {
        place.longitude_speed_deg
    })
}
