//! Names in other languages: countries, and the cities that zones are named after.

use std::collections::BTreeMap;

use anyhow::Result;
use places::gazetteer::pack::Section;
use places::gazetteer::search_key;

use super::source::{LANGUAGES, Sources};
use super::table::Table;
use super::{Sections, narrow};

/// Places by their number, each with the CLDR name of the zone that is named after it.
pub(super) type Cities<'a> = BTreeMap<usize, &'a str>;

pub(super) fn write(
    sources: &Sources,
    table: &Table<'_>,
    cities: &Cities<'_>,
    sections: &mut Sections,
) -> Result<()> {
    sections.put_strings(Section::Languages, LANGUAGES.iter().copied())?;
    let name = |language: &str, country: &str| {
        let names = &sources.country_names[language];
        names.get(country).map_or("", String::as_str)
    };
    let names = LANGUAGES
        .iter()
        .flat_map(|language| table.countries.iter().map(move |it| name(language, it)));
    sections.put_strings(Section::CountryNames, names)?;
    let mut keys = Vec::new();
    for (number, country) in table.countries.iter().enumerate() {
        let mut of_this: Vec<String> = LANGUAGES
            .iter()
            .map(|language| search_key(name(language, country)))
            .chain([search_key(country)])
            .chain(sources.countries.get(*country).map(|it| search_key(it)))
            .chain((*country == "GB").then(|| "uk".to_owned()))
            .filter(|it| !it.is_empty())
            .collect();
        of_this.sort();
        of_this.dedup();
        // The number as one character that is valid in any position.
        let number = char::from_u32(0x100 + u32::try_from(number)?).unwrap_or_default();
        keys.extend(of_this.into_iter().map(|key| format!("{number}{key}")));
    }
    sections.put_strings(Section::CountryKeys, keys.iter().map(String::as_str))?;
    write_cities(sources, cities, sections)
}

/// CLDR keeps the first names of zones.
fn cldr_name(zone: &str) -> &str {
    match zone {
        "America/Argentina/Buenos_Aires" => "America/Buenos_Aires",
        "Asia/Ho_Chi_Minh" => "Asia/Saigon",
        "Asia/Kathmandu" => "Asia/Katmandu",
        "Asia/Kolkata" => "Asia/Calcutta",
        "Asia/Yangon" => "Asia/Rangoon",
        "Atlantic/Faroe" => "Atlantic/Faeroe",
        "Europe/Kyiv" => "Europe/Kiev",
        same => same,
    }
}

/// A zone's city is the largest place with that zone and the English name in CLDR.
pub(super) fn cities<'a>(sources: &Sources, table: &Table<'a>) -> Cities<'a> {
    let mut cities: Cities<'a> = BTreeMap::new();
    for (number, place) in table.places.iter().enumerate() {
        let zone = cldr_name(&place.timezone);
        let english = sources.zone_cities["en"].get(zone).cloned();
        let english = english.unwrap_or_else(|| {
            let last = zone.rsplit('/').next().unwrap_or(zone);
            last.replace('_', " ")
        });
        let is_it = search_key(&place.name) == search_key(&english)
            && !cities.values().any(|it| *it == zone);
        if is_it {
            cities.insert(number, zone);
        }
    }
    cities
}

/// The names of those cities in every language: names in responses must be searchable.
pub(super) fn names<'a>(sources: &'a Sources, cities: &Cities<'_>) -> Vec<(usize, &'a str)> {
    let names = cities.iter().flat_map(|(number, zone)| {
        let languages = LANGUAGES.iter();
        languages.filter_map(|it| Some((*number, sources.zone_cities[it].get(*zone)?.as_str())))
    });
    names.collect()
}

fn write_cities(sources: &Sources, cities: &Cities<'_>, sections: &mut Sections) -> Result<()> {
    let mut numbers = Vec::new();
    for number in cities.keys() {
        numbers.extend(narrow(*number as u64, 3)?);
    }
    println!("{} cities named in other languages", cities.len());
    sections.put(Section::LocalizedPlaces, numbers);
    let names = LANGUAGES.iter().flat_map(|language| {
        let names = &sources.zone_cities[language];
        cities
            .values()
            .map(move |zone| names.get(*zone).map_or("", String::as_str))
    });
    sections.put_strings(Section::LocalizedNames, names)
}
