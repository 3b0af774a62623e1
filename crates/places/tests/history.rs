//! Historical clocks, case by case, each with its source (`history.txt`).

use std::collections::BTreeMap;

use places::{BirthClock, Coordinates, ParsedDateTime, Resolution, Zone, resolve};

const CASES: &str = include_str!("history.txt");

/// The possible bases of an expected value; the last is not an independent source.
const BASES: [&str; 4] = ["comment", "literature", "longitude", "data"];

fn written(resolution: &Resolution) -> String {
    match resolution {
        Resolution::Unique(moment) => moment.offset.to_string(),
        Resolution::Fold { earlier, later } => format!("fold {} {}", earlier.offset, later.offset),
        Resolution::Gap { before, after } => format!("gap {} {}", before.offset, after.offset),
    }
}

#[test]
fn clocks_showed_what_the_sources_say() {
    let cases = CASES
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in cases {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [zone, place, local, expected, basis, source] = columns[..] else {
            panic!("six columns: {line}");
        };
        assert!(BASES.contains(&basis), "{line}");
        assert!(!source.is_empty(), "a case needs a source: {line}");
        *counts.entry(basis).or_default() += 1;
        let (latitude, longitude) = place.split_once(' ').unwrap();
        let (latitude, longitude) = (latitude.parse().unwrap(), longitude.parse().unwrap());
        let place = Coordinates::new(latitude, longitude).unwrap();
        let stated = ParsedDateTime::parse(local, None).unwrap();
        let clock = BirthClock::Zone(Zone::named(zone).unwrap());
        let found = written(&resolve(stated.date, stated.time.unwrap(), clock, place).unwrap());
        if found != expected {
            wrong.push(format!("{found} instead of: {line}"));
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    let stated = counts.get("comment").copied().unwrap_or(0);
    assert!(stated >= 150, "only {stated} cases are stated in words");
}
