//! Measures a full natal set at random instants from 1900 to 2100: Sun to Pluto, true node, mean
//! apogee and Chiron with speeds, and the Placidus cusps. Prints `fullSet nanoseconds`. `cargo
//! xtask bench sky` runs it next to a peer and passes the instants (Julian Dates) on standard
//! input. The clock is the CPU time of this thread.
#![expect(clippy::print_stdout, reason = "a program whose output is its purpose")]

use std::{error::Error, hint::black_box, io::Read as _};

use astrology::house::{HouseFrame, HouseSystem, Houses};
use ephemeris::{Body, Ephemeris, Instant, Tt};
use rustix::time::{ClockId, clock_gettime};

/// Each figure is the best of this many rounds: machine noise only adds time.
const ROUNDS: usize = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let instants: Vec<Instant<Tt>> = text
        .lines()
        .map(|line| Ok(Instant::from_julian_date(line.parse()?)))
        .collect::<Result<_, std::num::ParseFloatError>>()?;
    let ephemeris = Ephemeris::embedded();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = processor_nanoseconds();
        for at in &instants {
            full_set(ephemeris, *at)?;
        }
        best = best.min((processor_nanoseconds() - begin) / instants.len() as f64);
    }
    println!("fullSet {best:.1}");
    Ok(())
}

fn full_set(ephemeris: &Ephemeris<'_>, at: Instant<Tt>) -> Result<(), Box<dyn Error>> {
    let sky = ephemeris.sky(at)?;
    let others = [Body::TrueNode, Body::MeanApogee, Body::Chiron];
    for body in Body::PLANETS.into_iter().chain(others) {
        black_box(sky.place(body)?);
    }
    let frame = HouseFrame {
        armc_deg: sky.armc_deg(sky.ut1(), 4.9),
        obliquity_deg: sky.true_obliquity_deg(),
        latitude_deg: 52.37,
        // Only the Sunshine system uses it.
        sun_declination_deg: 0.0,
        ayanamsha_deg: 0.0,
    };
    black_box(Houses::compute(HouseSystem::Placidus, &frame)?);
    Ok(())
}

fn processor_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
