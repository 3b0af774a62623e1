//! `cargo xtask bench calc`: the cost of charts and forecasts, compared with a peer that has an
//! equivalent; then a thousand charts in one request, from the first byte sent to the last one
//! read.

use std::{fmt::Write as _, fs, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{
    SERVE_ARGUMENTS,
    sky::{Figures, Peer, julian_dates, read},
};
use crate::{
    cargo::{Profile, Workspace},
    child,
    http::{self, Request},
    machine,
    service::{Launch, Service, UNLIMITED},
};

const PEER: &str = "crates/xtask/oracle/calc_peer.py";

/// Ours and the peer take turns this often. The best value of each counts.
const ROUNDS: usize = 5;

/// Charts of one request.
const BATCH: usize = 1000;

/// Requests with them. An organization can send ten per minute.
const BATCH_ROUNDS: usize = 9;

/// Random instants from 1900 to 2100.
const INSTANTS: usize = 2000;

/// The same seed gives the same instants.
const SEED: u64 = 1661;

/// The rows of the table: name, maximum in nanoseconds, description.
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
    (
        "panchangYear",
        150_000_000.0,
        "panchang of 365 days: limbs with their ends, rise and set, months",
    ),
    (
        "batch",
        150_000_000.0,
        "a thousand natal charts in one request through HTTP, the best of nine",
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
        println!("no peer for comparison: {error:#}");
    }
    let (mut ours, mut theirs) = (Figures::default(), Figures::default());
    for _ in 0..ROUNDS {
        ours.better(read(&mut Command::new(&engine), &dates)?);
        if let Ok(peer) = &peer {
            theirs.better(read(&mut peer.command(workspace, PEER), &dates)?);
        }
    }
    batch(workspace, &mut ours)?;
    print_table(&ours, &theirs);
    Ok(())
}

/// Births at random times of the twentieth century, at all inhabited latitudes.
fn births() -> Vec<Value> {
    let birth = |index: usize| {
        let (year, month, day) = (1901 + index % 99, 1 + index % 12, 1 + index % 28);
        let (hour, minute) = (index % 24, index * 7 % 60);
        let latitude = (index * 13 % 1200) as f64 / 10.0 - 60.0;
        let longitude = (index * 37 % 3600) as f64 / 10.0 - 180.0;
        json!({
            "dateTime": format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z"),
            "location": { "latitude": latitude, "longitude": longitude },
        })
    };
    (0..BATCH).map(birth).collect()
}

/// Sends a batch several times and keeps the best time.
fn batch(workspace: &Workspace, ours: &mut Figures) -> Result<()> {
    let binary = workspace.build_service(Profile::Release)?;
    let launch = Launch {
        name: "bench-calc",
        binary: &binary,
        arguments: SERVE_ARGUMENTS,
        environment: &[],
        core: None,
        configuration: UNLIMITED,
    };
    let service = Service::start(workspace, &launch)?;
    let key = service.unlimited_keys(1)?.remove(0);
    let births = births();
    let items: Vec<_> = births
        .iter()
        .map(|body| json!({ "operation": "natal", "body": body }))
        .collect();
    let request = Request {
        method: "POST",
        body: json!({ "requests": items }).to_string().into_bytes(),
        ..Request::get("/api/calc/batch")
    };
    let request = request
        .header("X-Api-Key", &key)
        .header("Content-Type", "application/json");
    let mut best = f64::INFINITY;
    let mut report = String::new();
    for _ in 0..BATCH_ROUNDS {
        let before = service.usage()?.cpu_s;
        let begin = machine::now();
        let answer = http::fetch(service.address, &request)?;
        let seconds = begin.elapsed().as_secs_f64();
        ensure!(
            answer.status == 200,
            "the batch got status {}",
            answer.status
        );
        write!(report, " {:.0}", (service.usage()?.cpu_s - before) * 1e3)?;
        best = best.min(seconds);
        in_order(&births, &answer.body)?;
    }
    println!("processor time of the server for each batch, ms:{report}");
    ours.nanoseconds.insert("batch".to_owned(), best * 1e9);
    Ok(())
}

/// A batch returns every item, in the order of the request.
fn in_order(births: &[Value], body: &[u8]) -> Result<()> {
    let answer: Value = serde_json::from_slice(body)?;
    let results = answer["data"]["results"].as_array();
    let results = results.context("the batch has no results")?;
    ensure!(results.len() == births.len(), "{} results", results.len());
    for (birth, result) in births.iter().zip(results) {
        let (asked, told) = (&birth["dateTime"], &result["data"]["dateTime"]);
        ensure!(asked == told, "{told} instead of {asked}");
    }
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
