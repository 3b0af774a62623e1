//! Clocks of the past, case by case, each with the source that says so (`history.txt`).

use places::{Clock, Coordinates, Resolution, Stated, Zone, resolve};

const CASES: &str = include_str!("history.txt");

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
    let mut count = 0;
    for line in cases {
        count += 1;
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [zone, place, local, expected, source] = columns[..] else {
            panic!("five columns: {line}");
        };
        assert!(!source.is_empty(), "a case needs a source: {line}");
        let (latitude, longitude) = place.split_once(' ').unwrap();
        let (latitude, longitude) = (latitude.parse().unwrap(), longitude.parse().unwrap());
        let place = Coordinates::new(latitude, longitude).unwrap();
        let stated = Stated::parse(local, None).unwrap();
        let clock = Clock::Zone(Zone::named(zone).unwrap());
        let found = written(&resolve(stated.date, stated.time.unwrap(), clock, place).unwrap());
        if found != expected {
            wrong.push(format!("{found} instead of: {line}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count >= 150, "only {count} cases");
}
