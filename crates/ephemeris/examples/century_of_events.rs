//! Measures how long one core needs for a century of events: stations and ingresses of Sun to
//! Pluto, the true node and Chiron, and the phases of the Moon, from 1950 to 2050. Prints one `name
//! number` pair per line: the counts, and `century` in nanoseconds of CPU time. `cargo xtask bench
//! sky` runs it.
#![expect(clippy::print_stdout, reason = "a table is what it is for")]

use rustix::time::{ClockId, clock_gettime};

use ephemeris::event::almanac::{SkyEvent, almanac};
use ephemeris::{Body, Ephemeris, Instant, SkyError};

/// The fastest of this many rounds counts: machine noise only adds time.
const ROUNDS: u32 = 10;

fn main() -> Result<(), SkyError> {
    let start = Instant::from_julian_date(2_433_282.5);
    let range = start..start.plus_days(36_525.0);
    let bodies = [&Body::PLANETS[..], &[Body::TrueNode, Body::Chiron]].concat();
    let ephemeris = Ephemeris::embedded();
    let (mut best, mut events) = (f64::INFINITY, Vec::new());
    for _ in 0..ROUNDS {
        let begin = processor_nanoseconds();
        events = almanac(ephemeris, &bodies, range.clone())?;
        best = best.min(processor_nanoseconds() - begin);
    }
    let count = |wanted: fn(&SkyEvent) -> bool| events.iter().filter(|event| wanted(event)).count();
    let ingresses = count(|event| matches!(event, SkyEvent::Ingress(_)));
    let stations = count(|event| matches!(event, SkyEvent::Station(_)));
    let phases = count(|event| matches!(event, SkyEvent::Lunation(_)));
    println!("ingresses {ingresses}\nstations {stations}\nphases {phases}\ncentury {best:.0}");
    Ok(())
}

fn processor_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
