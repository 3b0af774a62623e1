//! `GET /api/geocoding/search`: place search with autocompletion.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use places::Coordinates;
use places::gazetteer::{Gazetteer, MatchKind, PlaceMatch, Search, SearchError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use auth::OrgCaller;
use http_api::suggest::nearest;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};
use operation::{DataReply, Operation};
use platform::Platform;

#[derive(Debug)]
pub struct GeocodingSearch;

/// A search for places.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SearchInput {
    /// Name of the place or its beginning, in any script. Add the country or state after a comma.
    #[schemars(length(min = 2, max = 100))]
    q: String,
    /// Maximum number of places to return.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 10))]
    limit: u8,
    /// Language of the names, as a BCP 47 tag (`nl`, `zh-Hant`). Unsupported languages are
    /// rejected. Names that are not available in the language are in English or in their local form.
    #[serde(default = "default_language")]
    #[schemars(length(min = 2, max = 35))]
    lang: String,
    /// Only places in this country (ISO 3166-1, two letters).
    #[schemars(length(min = 2, max = 2))]
    country: Option<String>,
    /// Prefer places near this point.
    near: Option<Near>,
}

/// A point near which to prefer results.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// Latitude in degrees, positive north.
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    /// Longitude in degrees, positive east.
    #[schemars(range(min = -180, max = 180))]
    longitude: f64,
}

fn default_limit() -> u8 {
    5
}

fn default_language() -> String {
    "en".to_owned()
}

/// A place.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Place")]
pub struct PlaceReply {
    /// GeoNames ID, which does not change.
    pub id: String,
    /// Name in the requested language, if available.
    pub name: String,
    /// Name, state and country.
    pub display_name: String,
    /// Latitude in degrees, positive north.
    pub latitude: f64,
    /// Longitude in degrees, positive east.
    pub longitude: f64,
    /// Country name in the requested language.
    pub country: &'static str,
    /// Two-letter country code.
    pub country_code: &'static str,
    /// State, province or canton. Null if there is none.
    pub state: Option<&'static str>,
    /// Name in GeoNames.
    pub city: &'static str,
    /// Time zone.
    pub timezone: &'static str,
    /// Population. 0 if unknown.
    pub population: u64,
    /// Type of match: `exact`, `prefix`, or `fuzzy` for a match with a typo.
    #[serde(rename = "match")]
    #[schemars(extend("enum" = ["exact", "prefix", "fuzzy"]))]
    pub matched: &'static str,
}

impl PlaceReply {
    /// A result in a language.
    pub fn new(found: &PlaceMatch, language: &str) -> Self {
        let place = found.place;
        let name = place.name_in(language).unwrap_or(place.name());
        let country = place.country_in(language);
        let state = place.division().filter(|it| *it != name);
        let parts: Vec<&str> = [Some(name), state, Some(country)]
            .into_iter()
            .flatten()
            .collect();
        let at = place.coordinates();
        Self {
            id: place.geoname_id().to_string(),
            name: name.to_owned(),
            display_name: parts.join(", "),
            latitude: at.latitude_deg(),
            longitude: at.longitude_deg(),
            country,
            country_code: place.country_code(),
            state: place.division(),
            city: place.name(),
            timezone: place.zone_name(),
            population: place.population(),
            matched: match found.kind {
                MatchKind::Exact => "exact",
                MatchKind::Prefix => "prefix",
                MatchKind::Typo | MatchKind::TypoPrefix => "fuzzy",
            },
        }
    }
}

impl PlaceReply {
    /// The cells of a table: name, coordinates, zone, inhabitants.
    pub fn row(&self) -> Vec<String> {
        vec![
            self.display_name.clone(),
            self.latitude.to_string(),
            self.longitude.to_string(),
            self.timezone.to_owned(),
            self.population.to_string(),
        ]
    }
}

#[async_trait]
impl Operation for GeocodingSearch {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "geocoding_search",
        methods: Methods::Get,
        path: "/api/geocoding/search",
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::CountryUnknown, ErrorCode::LanguageUnknown],
        group: "Places",
        summary: "Search for places by name",
        description: "Finds places with more than 500 inhabitants by any of their names, in any \
            script: `Munich`, `München`, `Мюнхен`. Exact matches come before names that begin with \
            the text. Typos are tolerated if nothing else matches. Among equally good matches, larger \
            places come first. \
            Matches on the main name rank above matches on alternative names, and places closer to \
            `near` rank higher. Add a state or country to narrow the search: `Springfield, IL` or \
            `london ontario`.\n\nPlaces: [GeoNames](https://www.geonames.org/), CC BY 4.0. Names \
            in other languages: Unicode CLDR.",
    };
    type Context = Platform;
    type Input = SearchInput;
    type Reply = DataReply<Vec<PlaceReply>>;

    fn example() -> Option<Value> {
        Some(json!({ "q": "Amsterdam" }))
    }

    async fn run(_: &Platform, _: OrgCaller, input: SearchInput) -> Result<Self::Reply, ApiError> {
        find(&input).map(DataReply)
    }
}

/// The places that a search finds.
///
/// # Errors
///
/// The language or the country is unknown.
pub fn find(input: &SearchInput) -> Result<Vec<PlaceReply>, ApiError> {
    let language = Gazetteer::embedded().language(&input.lang);
    let language = language.ok_or_else(|| language_unknown(&input.lang))?;
    let near = input.near.as_ref();
    let near = near.and_then(|it| Coordinates::new(it.latitude, it.longitude).ok());
    let search = Search {
        text: &input.q,
        limit: input.limit.into(),
        country_code: input.country.as_deref(),
        near,
    };
    let found = Gazetteer::embedded()
        .search(&search)
        .map_err(|error| problem(&error))?;
    let places = found.iter().map(|it| PlaceReply::new(it, language));
    Ok(places.collect())
}

fn language_unknown(tag: &str) -> Problem {
    let known: Vec<_> = Gazetteer::embedded().languages().collect();
    let shown: String = tag.chars().take(35).collect();
    let detail = match nearest(tag, known.iter().copied()) {
        Some(near) => format!("Names in `{shown}` are not available. Did you mean `{near}`?"),
        None => format!("Names in `{shown}` are not available."),
    };
    Problem::new(ErrorCode::LanguageUnknown, detail)
        .at(Source::Pointer("/lang".to_owned()))
        .with_meta("accepted", known)
}

fn problem(error: &SearchError) -> Problem {
    let (code, pointer) = match error {
        SearchError::TextLength(_) => (ErrorCode::FieldLength, "/q"),
        SearchError::Limit(_) => (ErrorCode::FieldRange, "/limit"),
        SearchError::CountryUnknown(_) => (ErrorCode::CountryUnknown, "/country"),
    };
    Problem::new(code, error.to_string()).at(Source::Pointer(pointer.to_owned()))
}
