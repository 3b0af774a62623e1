//! `cargo xtask bench texts`: the cost of texts in a natal response.

use std::process::Command;

use anyhow::Result;

use super::sky::figures;
use crate::{cargo::Workspace, child};

/// The rows: name, maximum in microseconds, description.
const MEASURED: &[(&str, f64, &str)] = &[
    ("library", 20.0, "60 texts of the library"),
    (
        "overlay",
        20.0,
        "the same where the organization rewrote a third",
    ),
    (
        "selection",
        f64::NAN,
        "the 24 most important, by their weights",
    ),
];

/// Measures.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "interpretation",
    ]);
    child::run(cargo.args(["--example", "texts"]))?;
    let mut program = Command::new(workspace.built("release/examples/texts"));
    let measured = figures(&mut program)?;
    println!("{:12} {:>8} {:>11}  what", "texts", "us", "at most us");
    for (name, most, what) in MEASURED {
        let microseconds = measured.nanoseconds.get(*name).copied().unwrap_or(f64::NAN) / 1e3;
        let most = if most.is_nan() {
            String::new()
        } else {
            format!("{most:.0}")
        };
        println!("{name:12} {microseconds:>8.2} {most:>11}  {what}");
    }
    Ok(())
}
