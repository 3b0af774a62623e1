//! How long the events of a century take on one core: stations and ingresses of Sun to Pluto, the true node and
//! Chiron, and the phases of the Moon, from 1950 to 2050.
//!
//! `cargo run --release -p ephemeris --example century_of_events -- [ROUNDS]`
#![expect(clippy::print_stdout, reason = "a table is what it is for")]

use rustix::time::{ClockId, clock_gettime};

use ephemeris::event::almanac::{SkyEvent, almanac};
use ephemeris::{Body, Ephemeris, Instant, SkyError};

const BODIES: [Body; 12] = [
    Body::Sun,
    Body::Moon,
    Body::Mercury,
    Body::Venus,
    Body::Mars,
    Body::Jupiter,
    Body::Saturn,
    Body::Uranus,
    Body::Neptune,
    Body::Pluto,
    Body::TrueNode,
    Body::Chiron,
];

/// Rounds when none are asked for; the fastest counts, because noise of the machine only adds.
const ROUNDS: u32 = 15;

/// What is wanted.
const MOST_MS: f64 = 100.0;

fn main() -> Result<(), SkyError> {
    let start = Instant::from_julian_date(2_433_282.5);
    let range = start..start.plus_days(36_525.0);
    let ephemeris = Ephemeris::embedded();
    let mut times = Vec::new();
    let mut events = Vec::new();
    let asked = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let rounds = asked.unwrap_or(ROUNDS).max(1);
    for _ in 0..rounds {
        let begin_ms = processor_ms();
        events = almanac(ephemeris, &BODIES, range.clone())?;
        times.push(processor_ms() - begin_ms);
    }
    times.sort_by(f64::total_cmp);
    let count = |wanted: fn(&SkyEvent) -> bool| events.iter().filter(|event| wanted(event)).count();
    println!(
        "events of a century: {} ingresses, {} stations, {} phases",
        count(|event| matches!(event, SkyEvent::Ingress(_))),
        count(|event| matches!(event, SkyEvent::Station(_))),
        count(|event| matches!(event, SkyEvent::Lunation(_))),
    );
    println!(
        "processor time on one core: fastest {:.1} ms, median {:.1} ms of {rounds} rounds, at most {MOST_MS}",
        times[0],
        times[times.len() / 2],
    );
    Ok(())
}

/// Milliseconds of processor time that this thread has used.
fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}
