//! The clocks of towns that did not follow the zone of today's boundaries, town by town, each with
//! its source (`jurisdictions.txt`); and that nothing from 1970 on is touched.

use places::gazetteer::{Gazetteer, Search};
use places::{
    BirthClock, ClockChange, Confidence, Coordinates, Offset, ParsedDateTime, Zone, resolve,
};

const CASES: &str = include_str!("jurisdictions.txt");

fn offset_of(text: &str, longitude_deg: f64) -> String {
    match text {
        "LMT" => Offset::local_mean(longitude_deg).to_string(),
        other => other.to_owned(),
    }
}

#[test]
fn towns_used_the_clocks_that_the_sources_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in CASES.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        count += 1;
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [town, place, local, clock, confidence, others, source] = columns[..] else {
            panic!("seven columns: {line}");
        };
        assert!(!town.is_empty() && !source.is_empty(), "{line}");
        let (latitude, longitude) = place.split_once(' ').unwrap();
        let (latitude, longitude): (f64, f64) =
            (latitude.parse().unwrap(), longitude.parse().unwrap());
        let place = Coordinates::new(latitude, longitude).unwrap();
        let stated = ParsedDateTime::parse(local, None).unwrap();
        let clock_of_place = BirthClock::Place(Zone::at(place));
        let resolution = resolve(stated.date, stated.time.unwrap(), clock_of_place, place).unwrap();
        let moment = resolution.choose(ClockChange::Earlier);
        let mut expected: Vec<String> = others
            .split(' ')
            .filter(|it| !it.is_empty() && *it != "-")
            .map(|it| offset_of(it, longitude))
            .collect();
        expected.sort();
        let mut found: Vec<String> = moment
            .alternatives
            .iter()
            .map(|it| it.offset.to_string())
            .collect();
        found.sort();
        let is_right = moment.offset.to_string() == offset_of(clock, longitude)
            && (confidence == "*" || moment.confidence().name() == confidence)
            && (others == "*" || found == expected);
        if !is_right {
            wrong.push(format!(
                "{} {} {found:?} instead of: {line}",
                moment.offset,
                moment.confidence().name()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 150, "only {count} cases");
}

#[test]
fn no_time_from_1970_on_depends_on_a_jurisdiction() {
    // The towns of the table, and large ones everywhere.
    let mut places: Vec<Coordinates> = CASES
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'))
        .map(|line| {
            let place = line.split('|').nth(1).unwrap().trim();
            let (latitude, longitude) = place.split_once(' ').unwrap();
            Coordinates::new(latitude.parse().unwrap(), longitude.parse().unwrap()).unwrap()
        })
        .collect();
    for letter in 'a'..='z' {
        let text = format!("{letter}a");
        let search = Search {
            text: &text,
            limit: 10,
            country_code: None,
            near: None,
        };
        let found = Gazetteer::embedded().search(&search).unwrap();
        places.extend(found.iter().map(|it| it.place.coordinates()));
    }
    for place in places {
        let zone = Zone::at(place);
        for year in 1970..=2037 {
            for (month, day, hour) in [(1, 1, 0), (3, 31, 2), (7, 1, 12), (12, 31, 23)] {
                let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:30");
                let stated = ParsedDateTime::parse(&text, None).unwrap();
                let read =
                    |clock| resolve(stated.date, stated.time.unwrap(), clock, place).unwrap();
                let by_place = read(BirthClock::Place(zone));
                assert_eq!(by_place, read(BirthClock::Zone(zone)), "{text} {place:?}");
                for reading in by_place.readings() {
                    assert!(reading.alternatives.is_empty() && reading.jurisdiction.is_none());
                    assert!(reading.confidence() >= Confidence::Low);
                }
            }
        }
    }
}
