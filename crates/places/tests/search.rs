//! Search quality: what people type and what they mean (`queries.txt`).

use places::gazetteer::{Gazetteer, GazetteerPlace, Search};

const QUERIES: &str = include_str!("queries.txt");

/// Returns a place as its name and country.
fn name(place: GazetteerPlace) -> String {
    format!("{} {}", place.name(), place.country_code())
}

#[test]
fn the_first_result_is_the_place_that_was_meant() {
    let queries = QUERIES
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let (mut count, mut wrong) = (0, Vec::new());
    for line in queries {
        count += 1;
        let (text, expected) = line.split_once(" | ").unwrap();
        let search = Search {
            text,
            limit: 5,
            country_code: None,
            near: None,
        };
        let found = Gazetteer::embedded().search(&search).unwrap();
        let names: Vec<String> = found.iter().map(|it| name(it.place)).collect();
        let meant = expected.split_once(", ");
        let is_right = found.first().is_some_and(|it| {
            let (place, division) = meant.unwrap_or((expected, it.place.division().unwrap_or("")));
            name(it.place) == place && it.place.division().unwrap_or("") == division
        });
        if !is_right {
            wrong.push(format!("{text}: {expected}, not {names:?}"));
        }
    }
    println!(
        "{} of {count} right; not:\n{}",
        count - wrong.len(),
        wrong.join("\n")
    );
    assert!(count >= 300, "only {count} queries");
    assert!(
        wrong.len() * 50 <= count,
        "{} of {count} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
