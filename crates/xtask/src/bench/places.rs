//! `cargo xtask bench places`: how long a search and a zone take, each the best of three.

use std::{hint::black_box, time::Duration};

use anyhow::{Context, Result};
use places::gazetteer::{Gazetteer, Search};
use places::{Coordinates, Zone};

use crate::machine;

/// Names that searches are made from: every so many places, big ones and villages.
const NAMES: usize = 4_000;

/// Points for the zone look-up.
const POINTS: usize = 100_000;

pub(crate) fn run() -> Result<()> {
    let opening = timed(|| {
        black_box(Gazetteer::embedded());
    });
    let gazetteer = Gazetteer::embedded();
    println!("{} places opened in {opening:?}", gazetteer.len());
    let boundaries = timed(|| {
        black_box(Zone::boundaries_version());
    });
    println!("zone boundaries opened in {boundaries:?}");
    let names = names(gazetteer)?;
    println!(
        "{:<28} {:>8} {:>10} {:>10} {:>10}",
        "", "count", "median", "p99", "max"
    );
    let prefixes: Vec<String> = names
        .iter()
        .flat_map(|name| (2..=8).map(|length| name.chars().take(length).collect()))
        .collect();
    report(
        "prefixes of 2 to 8 letters",
        searches(gazetteer, &prefixes, None)?,
    );
    let two: Vec<String> = names
        .iter()
        .map(|it| it.chars().take(2).collect())
        .collect();
    report("prefixes of 2 letters", searches(gazetteer, &two, None)?);
    let near = Coordinates::new(48.85, 2.35).ok();
    report(
        "prefixes of 2, near a place",
        searches(gazetteer, &two, near)?,
    );
    for (title, errors) in [("names with a typing error", 1), ("names with two", 2)] {
        let typos = names.iter().filter_map(|it| with_typos(it, errors));
        let typos: Vec<String> = typos.collect();
        report(title, searches(gazetteer, &typos, None)?);
    }
    report("zone from coordinates", zones());
    Ok(())
}

fn timed(action: impl FnOnce()) -> Duration {
    let start = machine::now();
    action();
    start.elapsed()
}

/// What the machine does besides should not count; what the search does always counts.
fn best_of_three(once: &mut dyn FnMut() -> Duration) -> Duration {
    (0..3).map(|_| once()).min().unwrap_or_default()
}

/// Names all over the gazetteer, through its own search: two letters and the name they find.
fn names(gazetteer: &'static Gazetteer) -> Result<Vec<String>> {
    let step = 13_000_000 / 60_000;
    let ids = (0..60_000_u32).map(|it| 100_000 + it * step);
    let names: Vec<String> = ids
        .filter_map(|id| gazetteer.by_geoname_id(id))
        .map(|it| it.name().to_owned())
        .filter(|it| it.chars().count() >= 4)
        .take(NAMES)
        .collect();
    (names.len() > 500)
        .then_some(names)
        .context("too few places were found")
}

/// Two neighbouring letters exchanged in the middle, and a letter too many near the end.
fn with_typos(name: &str, errors: u8) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() < 5 || letters[middle] == letters[middle - 1] {
        return None;
    }
    letters.swap(middle, middle - 1);
    if errors > 1 {
        letters.insert(letters.len() - 1, 'q');
    }
    Some(letters.into_iter().collect())
}

fn searches(
    gazetteer: &'static Gazetteer,
    texts: &[String],
    near: Option<Coordinates>,
) -> Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(texts.len());
    for text in texts.iter().filter(|it| it.trim().chars().count() >= 2) {
        let search = Search {
            text,
            limit: 10,
            country_code: None,
            near,
        };
        let mut result = Ok(Vec::new());
        let mut once = || timed(|| result = gazetteer.search(&search));
        times.push(best_of_three(&mut once));
        black_box(result?);
    }
    Ok(times)
}

/// Points spread evenly over the globe by the golden angle.
fn zones() -> Vec<Duration> {
    let point = |index: usize| {
        let share = (index as f64 + 0.5) / POINTS as f64;
        let latitude_deg = (2.0 * share - 1.0).asin().to_degrees();
        let longitude_deg = (index as f64 * 137.507_764).rem_euclid(360.0) - 180.0;
        Coordinates::new(latitude_deg, longitude_deg).ok()
    };
    let points = (0..POINTS).filter_map(point);
    points
        .map(|it| {
            best_of_three(&mut || {
                timed(|| {
                    black_box(Zone::at(it));
                })
            })
        })
        .collect()
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let share = |hundredths: usize| {
        let index = (times.len() * hundredths / 100).min(times.len().saturating_sub(1));
        times.get(index).copied().unwrap_or_default()
    };
    println!(
        "{name:<28} {:>8} {:>10} {:>10} {:>10}",
        times.len(),
        format!("{:.1?}", share(50)),
        format!("{:.1?}", share(99)),
        format!("{:.1?}", share(100)),
    );
}
