//! `cargo xtask bench calc`: what charts and forecasts cost, and how that compares to a peer where it has an equal.

use std::{fs, process::Command};

use anyhow::Result;

use super::sky::{Figures, Peer, julian_dates, read};
use crate::{cargo::Workspace, child};

const PEER: &str = "crates/xtask/oracle/calc_peer.py";

/// Ours and the peer take turns this often; the best figure of each counts.
const ROUNDS: usize = 3;

/// Random instants from 1900 to 2100.
const INSTANTS: usize = 2000;

/// The same seed gives the same instants.
const SEED: u64 = 1661;

/// What is measured, in the order of the table: the name, the most it should take in nanoseconds, and what it is.
const MEASURED: &[(&str, f64, &str)] = &[
    (
        "placidus",
        1_500.0,
        "twelve cusps from sidereal time and latitude",
    ),
    (
        "natal",
        f64::NAN,
        "15 points, angles, Placidus, five aspects, figures, dignities",
    ),
    (
        "everything",
        25_000.0,
        "34 points, all aspects, parallels, midpoints, antiscia, stars",
    ),
    (
        "month",
        1_000_000.0,
        "transits of a month to 19 points: enter, exact, leave, signs, houses",
    ),
    ("year", 20_000_000.0, "transits of a year"),
    (
        "moonMonth",
        f64::NAN,
        "31 days of the Moon: signs, void of course, aspects, phases",
    ),
];

/// Measures.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let dates = workspace.kept("bench-calc")?.join("julian-dates");
    fs::write(&dates, julian_dates(INSTANTS, SEED))?;
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--quiet", "--release", "--package", "astrology"]);
    child::run(cargo.args(["--example", "calc"]))?;
    let engine = workspace.built("release/examples/calc");
    let peer = Peer::prepare(workspace);
    if let Err(error) = &peer {
        println!("no peer to compare with: {error:#}");
    }
    let (mut ours, mut theirs) = (Figures::default(), Figures::default());
    for _ in 0..ROUNDS {
        ours.better(read(&mut Command::new(&engine), &dates)?);
        if let Ok(peer) = &peer {
            theirs.better(read(&mut peer.command(workspace, PEER), &dates)?);
        }
    }
    print_table(&ours, &theirs);
    Ok(())
}

fn print_table(ours: &Figures, theirs: &Figures) {
    println!(
        "{:12} {:>12} {:>12} {:>12} {:>7}  what",
        "calculation", "ours us", "at most us", "peer us", "times"
    );
    for (name, most, what) in MEASURED {
        let Some(value) = ours.nanoseconds.get(*name) else {
            continue;
        };
        let most = if most.is_nan() {
            String::new()
        } else {
            format!("{:.1}", most / 1e3)
        };
        let (peer, times) = match theirs.nanoseconds.get(*name) {
            Some(peer) => (format!("{:.1}", peer / 1e3), format!("{:.1}", peer / value)),
            None => (String::new(), String::new()),
        };
        println!(
            "{name:12} {:>12.2} {most:>12} {peer:>12} {times:>7}  {what}",
            value / 1e3
        );
    }
}
