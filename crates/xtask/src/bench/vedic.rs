//! `cargo xtask bench vedic`: the cost of Vedic charts, dashas, panchangs and margins, each with its limit.

use std::{fs, process::Command};

use anyhow::{Context, Result, ensure};

use super::sky::{Figures, julian_dates, read};
use crate::{cargo::Workspace, child};

/// The best of these counts.
const ROUNDS: usize = 5;

/// Random instants from 1900 to 2100.
const INSTANTS: usize = 2000;

/// The same seed gives the same instants.
const SEED: u64 = 108;

/// The rows of the table: name, maximum in nanoseconds, description.
const MEASURED: &[(&str, f64, &str)] = &[
    (
        "vedicChart",
        60_000.0,
        "a chart with twenty divisional charts",
    ),
    (
        "vimshottariLife",
        1_000_000.0,
        "five levels of Vimshottari for 120 years",
    ),
    ("panchangYear", 150_000_000.0, "the panchang of 365 days"),
    (
        "margins",
        5_000_000.0,
        "the margins of a natal chart within twelve hours",
    ),
    (
        "marginsVedic",
        5_000_000.0,
        "the margins of a Vedic chart with a navamsha",
    ),
];

/// Measures, and fails if a row is above its limit.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let dates = workspace.kept("bench-vedic")?.join("julian-dates");
    fs::write(&dates, julian_dates(INSTANTS, SEED))?;
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--quiet", "--release", "--package", "astrology"]);
    child::run(cargo.args(["--example", "calc"]))?;
    let engine = workspace.built("release/examples/calc");
    let mut figures = Figures::default();
    for _ in 0..ROUNDS {
        for (name, _, _) in MEASURED {
            figures.better(read(Command::new(&engine).arg(name), &dates)?);
        }
    }
    println!(
        "{:16} {:>12} {:>12}  what",
        "calculation", "us", "at most us"
    );
    let mut is_within = true;
    for (name, most, what) in MEASURED {
        let value = figures.nanoseconds.get(*name);
        let value = *value.with_context(|| format!("{name} was not measured"))?;
        is_within &= value <= *most;
        println!(
            "{name:16} {:>12.2} {:>12.1}  {what}",
            value / 1e3,
            most / 1e3
        );
    }
    ensure!(is_within, "a calculation takes longer than its limit");
    Ok(())
}
