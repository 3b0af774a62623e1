//! Measures the memory that the engine holds: the resident size before first use, and after
//! computing every body over the whole span of the ephemeris, so that every page of the embedded
//! pack has been read.
//!
//! `cargo run --release -p ephemeris --example resident`
#![expect(clippy::print_stdout, reason = "a figure is what it is for")]

use std::hint::black_box;

use ephemeris::{Body, Ephemeris, Instant, Star, Tt, View};

/// Days between the instants: shorter than any record of the pack.
const STEP_DAYS: f64 = 8.0;

/// The largest allowed growth of the resident size.
const LIMIT_MB: f64 = 16.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let before_mb = resident_mb()?;
    let ephemeris = Ephemeris::embedded();
    let span = ephemeris.span(Body::Sun).ok_or("no Sun")?;
    let days = span.last.minus(span.first);
    let star = Star::find("spica").ok_or("no Spica")?;
    let mut x = 1.0;
    let mut places = 0_u64;
    while x < days - 1.0 {
        let at: Instant<Tt> = span.first.plus_days(x).to_tt();
        let sky = ephemeris.sky(at)?;
        for body in Body::ALL {
            places += u64::from(black_box(sky.place(*body)).is_ok());
        }
        black_box(sky.star_place(star, &View::default()));
        x += STEP_DAYS;
    }
    let after_mb = resident_mb()?;
    let held_mb = after_mb - before_mb;
    println!(
        "resident: {before_mb:.1} MB before, {after_mb:.1} MB after {places} places from 1550 to 2650: the engine holds {held_mb:.1} MB, at most {LIMIT_MB}"
    );
    if held_mb > LIMIT_MB {
        return Err("the engine holds too much".into());
    }
    Ok(())
}

/// Returns the resident memory of this process in megabytes, as the kernel reports it.
fn resident_mb() -> Result<f64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|rest| rest.trim().strip_suffix(" kB"));
    let kilobytes: f64 = kilobytes.ok_or("no figure of resident memory")?.parse()?;
    Ok(kilobytes * 1024.0 / 1e6)
}
