//! `cargo xtask accuracy`: the distance of the engine from the full kernels, per body and century,
//! and from published tables if available.

mod tables;

use std::{fs, path::Path};

use anyhow::{Context, Result};
use ephemeris::Ephemeris;

use crate::{bench::sky::PEER_PACKAGES, cargo::Workspace, child, data, python::Environment};

/// The programs that compute the expected values of tests, and the committed files they write.
const ORACLES: &[(&str, &[&str])] = &[
    (
        "crates/xtask/oracle/places.py",
        &["crates/ephemeris/tests/fixtures/places.csv"],
    ),
    (
        "crates/xtask/oracle/views.py",
        &[
            "crates/ephemeris/tests/fixtures/views.csv",
            "crates/ephemeris/tests/fixtures/rotation.csv",
        ],
    ),
    (
        "crates/xtask/oracle/events.py",
        &[
            "crates/ephemeris/tests/fixtures/events.csv",
            "crates/ephemeris/tests/fixtures/lunar-points.csv",
        ],
    ),
    (
        "crates/xtask/oracle/stars.py",
        &["crates/ephemeris/tests/fixtures/stars.csv"],
    ),
];

/// Its packages: the published reduction routines, a reader of kernels, arrays.
const PACKAGES: &[&str] = &["pyerfa==2.0.1.5", "jplephem==2.24", "numpy==2.4.6"];

/// Prints the table, and the comparison with the published tables of a folder. Returns an error if
/// a limit is exceeded.
pub(crate) fn run(workspace: &Workspace, published: Option<&Path>) -> Result<()> {
    let mut test = workspace.cargo();
    test.args(["test", "--quiet", "--package", "ephemeris"])
        .args(["--test", "accuracy", "--", "--nocapture"]);
    child::run(&mut test)?;
    let Some(folder) = published else {
        return Ok(());
    };
    let pack = fs::read(workspace.root.join(data::sky::PACK))?;
    tables::compare(&Ephemeris::open(&pack)?, folder)
}

/// Prints how many facts a year of daily horoscopes tells, and how soon it repeats itself.
pub(crate) fn horoscopes(workspace: &Workspace) -> Result<()> {
    let mut test = workspace.cargo();
    test.args(["test", "--quiet", "--package", "astrology-api"])
        .args(["--test", "horoscopes", "a_year_of", "--", "--nocapture"]);
    child::run(&mut test)
}

/// Cases of every house system for the peer.
const HOUSE_CASES: &str = "2000";

/// Compares cusps and angles with a black-box peer, in more cases than are committed.
pub(crate) fn houses(workspace: &Workspace) -> Result<()> {
    let peer = Environment::prepare(workspace, "peer", PEER_PACKAGES)?;
    let mut ask = peer.python();
    ask.current_dir(&workspace.root)
        .args(["crates/xtask/oracle/houses.py", HOUSE_CASES]);
    let cases = workspace.kept("accuracy")?.join("houses.txt");
    fs::write(&cases, child::capture(&mut ask)?)?;
    let mut test = workspace.cargo();
    test.args(["test", "--quiet", "--package", "astrology"])
        .args(["--test", "houses", "--", "--nocapture"])
        .env("ALMAGEST_TEST_HOUSES", &cases);
    child::run(&mut test)
}

/// Recomputes the expected values of tests from the full kernels.
pub(crate) fn regenerate(workspace: &Workspace) -> Result<()> {
    let kernels = data::sky::kernel_files(workspace)?;
    let environment = Environment::prepare(workspace, "oracle", PACKAGES)?;
    for (program, files) in ORACLES {
        let mut oracle = environment.python();
        oracle
            .current_dir(&workspace.root)
            .arg(program)
            .args(&kernels)
            .args(*files);
        child::run(&mut oracle).with_context(|| format!("{program} failed"))?;
    }
    Ok(())
}
