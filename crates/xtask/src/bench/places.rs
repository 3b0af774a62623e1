//! `cargo xtask bench places`: the duration of a place search and of a zone lookup. Every search
//! runs once, without warm-up.
//!
//! Processor time counts, so that a busy machine gives the same result. Wall time is printed beside
//! it.

mod typing;

use std::{hint::black_box, time::Duration};

use anyhow::{Context, Result, ensure};
use places::gazetteer::{Gazetteer, GazetteerPlace, Search};
use places::{Coordinates, Zone};

use self::typing::with_errors;
use crate::{dice::Dice, machine};

/// The largest places. Half of all searches are for one of them.
const BIG: usize = 5_000;

/// Searches of each kind.
const SEARCHES: usize = 4_000;

/// Points for the zone lookup.
const POINTS: usize = 100_000;

/// Languages whose names are searched in addition to those in Latin letters.
const LANGUAGES: &[&str] = &["ru", "el", "ar", "he", "hi", "th", "ja", "ko", "zh"];

/// The promised p99.
const PREFIX_LIMIT: Duration = Duration::from_millis(5);
const TYPO_LIMIT: Duration = Duration::from_millis(20);
const ZONE_LIMIT: Duration = Duration::from_micros(5);

/// A text and the intended place.
struct Query {
    text: String,
    meant: GazetteerPlace,
}

pub(crate) fn run() -> Result<()> {
    let opening = Timed::of(|| {
        black_box(Gazetteer::embedded());
    });
    let gazetteer = Gazetteer::embedded();
    println!("{} places opened in {:?}", gazetteer.len(), opening.wall);
    let boundaries = Timed::of(|| {
        black_box(Zone::boundaries_version());
    });
    println!("zone boundaries opened in {:?}", boundaries.wall);
    println!(
        "{:<34} {:>6} {:>9} {:>9} {:>9} {:>10} {:>10} {:>7}",
        "", "count", "p50", "p99", "max", "wall p99", "wall max", "found"
    );
    let mut dice = Dice::new(1);
    let names = names(gazetteer, &mut dice)?;
    prefixes(&names, &mut dice)?;
    typos(gazetteer, &names, &mut dice)?;
    zones()
}

/// Names as people search for them: half of the time a large place, otherwise any.
fn names(gazetteer: &'static Gazetteer, dice: &mut Dice) -> Result<Vec<Query>> {
    let places: Vec<GazetteerPlace> = gazetteer.places().collect();
    let big = places.get(..BIG).context("too few places")?;
    let names = (0..SEARCHES).map(|index| {
        let list = if index % 2 == 0 { big } else { &places[..] };
        let meant = list[dice.below(list.len())];
        Query {
            text: meant.name().to_owned(),
            meant,
        }
    });
    Ok(names.collect())
}

fn prefixes(names: &[Query], dice: &mut Dice) -> Result<()> {
    let beginning = |query: &Query, length: usize| Query {
        text: query.text.chars().take(length).collect(),
        meant: query.meant,
    };
    let two: Vec<Query> = names.iter().map(|it| beginning(it, 2)).collect();
    let some = names.iter().map(|it| beginning(it, 2 + dice.below(7)));
    let some: Vec<Query> = some.collect();
    let near = Coordinates::new(48.85, 2.35).ok();
    report("prefixes of 2 letters", &two, None, PREFIX_LIMIT)?;
    report("prefixes of 2, near a place", &two, near, PREFIX_LIMIT)?;
    report("prefixes of 2 to 8 letters", &some, None, PREFIX_LIMIT)
}

fn typos(gazetteer: &'static Gazetteer, names: &[Query], dice: &mut Dice) -> Result<()> {
    let one = mistyped(names, 1, 4, dice);
    report("names with one error", &one, None, TYPO_LIMIT)?;
    let two = mistyped(names, 2, 8, dice);
    report("names with two errors", &two, None, TYPO_LIMIT)?;
    let begun = names.iter().filter(|it| it.text.chars().count() > 6);
    let begun: Vec<Query> = begun
        .map(|it| Query {
            text: it.text.chars().take(5 + dice.below(5)).collect(),
            meant: it.meant,
        })
        .collect();
    let begun = mistyped(&begun, 1, 4, dice);
    report("beginnings with one error", &begun, None, TYPO_LIMIT)?;
    let others: Vec<Query> = gazetteer
        .places()
        .flat_map(|meant| LANGUAGES.iter().map(move |it| (meant, meant.name_in(it))))
        .filter_map(|(meant, name)| {
            let text = name?.to_owned();
            (!text.is_ascii()).then_some(Query { text, meant })
        })
        .collect();
    report("other scripts as written", &others, None, PREFIX_LIMIT)?;
    let one = mistyped(&others, 1, 4, dice);
    report("other scripts with one error", &one, None, TYPO_LIMIT)?;
    let two = mistyped(&others, 2, 8, dice);
    report("other scripts with two errors", &two, None, TYPO_LIMIT)?;
    let nonsense: Vec<Query> = names
        .iter()
        .map(|it| {
            let mut letters: Vec<char> = it.text.chars().collect();
            dice.shuffle(&mut letters);
            Query {
                text: letters.into_iter().collect(),
                meant: it.meant,
            }
        })
        .collect();
    report("letters of names, shuffled", &nonsense, None, TYPO_LIMIT)
}

/// The names that are long enough for this many errors, with them.
fn mistyped(names: &[Query], errors: usize, letters: usize, dice: &mut Dice) -> Vec<Query> {
    let long = names.iter().filter(|it| it.text.chars().count() >= letters);
    let long: Vec<&Query> = long.take(SEARCHES).collect();
    let typed = long.iter().map(|it| {
        // A wrong letter is one that people use in that script.
        let other = &long[dice.below(long.len())].text;
        Query {
            text: with_errors(&it.text, other, errors, dice),
            meant: it.meant,
        }
    });
    typed.collect()
}

/// Points spread evenly over the globe by the golden angle.
fn zones() -> Result<()> {
    let point = |index: usize| {
        let share = (index as f64 + 0.5) / POINTS as f64;
        let latitude_deg = (2.0 * share - 1.0).asin().to_degrees();
        let longitude_deg = (index as f64 * 137.507_764).rem_euclid(360.0) - 180.0;
        Coordinates::new(latitude_deg, longitude_deg).ok()
    };
    let points: Vec<Coordinates> = (0..POINTS).filter_map(point).collect();
    let each: Vec<Duration> = points
        .iter()
        .map(|it| {
            // Reading the processor clock takes as long as a lookup.
            let start = machine::now();
            black_box(Zone::at(*it));
            start.elapsed()
        })
        .collect();
    let all = Timed::of(|| {
        for it in &points {
            black_box(Zone::at(*it));
        }
    });
    let mean = all.processor / u32::try_from(points.len())?;
    let [p50, p99, max] = percentiles(each);
    println!(
        "zone from coordinates: mean {mean:.1?} of processor time; on the wall p50 {p50:.1?}, p99 {p99:.1?}, max {max:.1?}"
    );
    ensure!(mean < ZONE_LIMIT, "a zone takes {mean:?}");
    Ok(())
}

/// Runs the searches, prints a line, and fails if they take longer than promised.
fn report(name: &str, queries: &[Query], near: Option<Coordinates>, limit: Duration) -> Result<()> {
    let (mut processor, mut wall, mut found) = (Vec::new(), Vec::new(), 0);
    for query in queries.iter().filter(|it| it.text.chars().count() >= 2) {
        let search = Search {
            text: &query.text,
            limit: 10,
            country_code: None,
            near,
        };
        let mut result = Ok(Vec::new());
        let timed = Timed::of(|| result = Gazetteer::embedded().search(&search));
        found += usize::from(result?.iter().any(|it| it.place == query.meant));
        processor.push(timed.processor);
        wall.push(timed.wall);
    }
    let count = processor.len();
    ensure!(count > 100, "{name}: only {count} searches");
    let [p50, p99, max] = percentiles(processor);
    let [_, wall_p99, wall_max] = percentiles(wall);
    println!(
        "{name:<34} {count:>6} {:>9} {:>9} {:>9} {:>10} {:>10} {:>5.1} %",
        format!("{p50:.1?}"),
        format!("{p99:.1?}"),
        format!("{max:.1?}"),
        format!("{wall_p99:.1?}"),
        format!("{wall_max:.1?}"),
        100.0 * found as f64 / count as f64,
    );
    ensure!(p99 < limit, "{name}: p99 {p99:?} is not below {limit:?}");
    Ok(())
}

/// How long something took.
struct Timed {
    processor: Duration,
    wall: Duration,
}

impl Timed {
    fn of(action: impl FnOnce()) -> Self {
        let (processor, wall) = (machine::processor_time(), machine::now());
        action();
        Self {
            wall: wall.elapsed(),
            processor: machine::processor_time().saturating_sub(processor),
        }
    }
}

/// The median, p99 and maximum.
fn percentiles(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort_unstable();
    [50, 99, 100].map(|hundredths| {
        let index = (times.len() * hundredths / 100).min(times.len().saturating_sub(1));
        times.get(index).copied().unwrap_or_default()
    })
}
