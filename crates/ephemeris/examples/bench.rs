//! Measures the time per place at random instants from 1900 to 2100. Prints one `name nanoseconds`
//! pair per line. `cargo xtask bench sky` runs it next to a peer and passes the instants on
//! standard input. The clock is the CPU time of this thread, so other programs do not count.
#![expect(clippy::print_stdout, reason = "a program whose output is its purpose")]

use std::hint::black_box;
use std::io::Read as _;

use ephemeris::{Body, Ephemeris, Instant, Tt};
use rustix::time::{ClockId, clock_gettime};

/// Each figure is the best of this many rounds: machine noise only adds time.
const ROUNDS: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let instants: Vec<Instant<Tt>> = text
        .lines()
        .map(|line| Ok(Instant::from_julian_date(line.parse()?)))
        .collect::<Result<_, std::num::ParseFloatError>>()?;
    // The bodies of a natal chart.
    let natal = [
        &Body::PLANETS[..],
        &[Body::TrueNode, Body::MeanApogee, Body::Chiron],
    ]
    .concat();
    let ephemeris = Ephemeris::embedded();
    let only_sky = measure(&instants, |at| black_box(ephemeris.sky(at)).is_ok());
    println!("sky {only_sky:.1}");
    for body in natal.iter().copied() {
        let with_sky = measure(&instants, |at| {
            black_box(ephemeris.sky(at).and_then(|sky| sky.place(body))).is_ok()
        });
        println!("{} {with_sky:.1}", body.id());
    }
    let set = measure(&instants, |at| {
        let Ok(sky) = ephemeris.sky(at) else {
            return false;
        };
        natal.iter().all(|body| black_box(sky.place(*body)).is_ok())
    });
    println!("set {set:.1}");
    Ok(())
}

/// Returns the nanoseconds per instant.
fn measure(instants: &[Instant<Tt>], mut work: impl FnMut(Instant<Tt>) -> bool) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = processor_nanoseconds();
        let answered = instants.iter().filter(|at| work(**at)).count();
        let nanoseconds = (processor_nanoseconds() - begin) / instants.len() as f64;
        assert_eq!(answered, instants.len(), "an instant has no place");
        best = best.min(nanoseconds);
    }
    best
}

fn processor_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
