//! The index of names: every search key with its places.

use std::collections::BTreeMap;

use anyhow::Result;
use fst::MapBuilder;
use places::gazetteer::pack::{LAST, PRIMARY, Section};
use places::gazetteer::search_key;

use super::source::City;
use super::table::Table;
use super::{Sections, narrow};

/// A longer name is a description.
const MAX_KEY_CHARACTERS: usize = 60;

/// `translated` are names in other languages, in addition to those of the places.
pub(super) fn write(
    table: &Table<'_>,
    translated: &[(usize, &str)],
    sections: &mut Sections,
) -> Result<()> {
    let mut keys: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (number, name) in translated {
        let key = search_key(name);
        if key != search_key(&table.places[*number].name) {
            keys.entry(key).or_default().push(u32::try_from(*number)?);
        }
    }
    for (number, place) in table.places.iter().enumerate() {
        let number = u32::try_from(number)?;
        let primary = search_key(&place.name);
        let alternates = place.alternatenames.iter();
        let alternates = alternates.filter(|it| is_a_name(it) && !is_translation(place, it));
        for key in alternates.map(|it| search_key(it)) {
            if key != primary && !key.is_empty() && key.chars().count() <= MAX_KEY_CHARACTERS {
                keys.entry(key).or_default().push(number);
            }
        }
        keys.entry(primary).or_default().push(number | PRIMARY);
    }
    let mut postings = Vec::new();
    let mut map = MapBuilder::memory();
    for (key, places) in &mut keys {
        places.sort_unstable_by_key(|it| it & !PRIMARY);
        places.dedup();
        map.insert(key, (postings.len() / 3) as u64)?;
        if let Some(last) = places.last_mut() {
            *last |= LAST;
        }
        for place in places {
            postings.extend(narrow(u64::from(*place), 3)?);
        }
    }
    println!("{} keys, {} postings", keys.len(), postings.len() / 3);
    sections.put(Section::Keys, map.into_inner()?);
    sections.put(Section::Postings, postings);
    Ok(())
}

/// GeoNames adds machine transliterations of names in other scripts ("amusuterudamu"), which nobody
/// types. They start with a lower-case letter.
fn is_a_name(name: &str) -> bool {
    let is_latin = name.chars().all(|it| it.is_ascii() || it.is_lowercase());
    let starts_small = name.starts_with(|it: char| it.is_ascii_lowercase());
    let is_transliteration = is_latin && starts_small;
    !is_transliteration && !name.contains("//")
}

/// Automatically written encyclopedias name every village of France in Cyrillic and Chinese. Below
/// this size, a name in a script that the country does not use is left out, which saves two
/// megabytes.
const TRANSLATED_FROM: u64 = 5_000;

/// Scripts with many such names: first and last letter, and the countries that use them.
const SCRIPTS: &[(char, char, &str)] = &[
    (
        '\u{400}',
        '\u{52F}',
        "RU UA BY BG RS MK ME BA KZ KG TJ MN UZ MD TM AZ GE AM LV LT EE XK",
    ),
    (
        '\u{600}',
        '\u{6FF}',
        "DZ BH TD KM DJ EG IQ JO KW LB LY MR MA OM PS QA SA SO SD SY TN AE YE IR AF PK IN CN EH ER IL TJ AZ",
    ),
    ('\u{3040}', '\u{30FF}', "JP"),
    ('\u{3400}', '\u{9FFF}', "CN TW HK MO JP SG MY KR"),
    ('\u{AC00}', '\u{D7A3}', "KR KP"),
];

fn is_translation(place: &City, name: &str) -> bool {
    place.population < TRANSLATED_FROM
        && SCRIPTS.iter().any(|(first, last, countries)| {
            name.contains(|it: char| (*first..=*last).contains(&it))
                && !countries.split(' ').any(|it| it == place.countrycode)
        })
}
