//! `GET /api/geocoding/search`: places by name, while typing.

use access::{KeyPermission, RolePermission};
use places::Coordinates;
use places::gazetteer::{Found, Gazetteer, MatchKind, Search, SearchError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::operation::{DataReply, Operation};
use auth::OrgCaller;
use http_api::suggest::nearest;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};

#[derive(Debug)]
pub(crate) struct GeocodingSearch;

/// What is looked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SearchInput {
    /// A name or its beginning, in any script; after a comma the country or state.
    #[schemars(length(min = 2, max = 100))]
    q: String,
    /// At most so many places.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 10))]
    limit: u8,
    /// The language of names, as a BCP 47 tag (`nl`, `zh-Hant`); one without names is refused. Names
    /// that the data does not have in it come in English or as they are written locally.
    #[serde(default = "default_language")]
    #[schemars(length(min = 2, max = 35))]
    lang: String,
    /// Only places of this country (ISO 3166-1, two letters).
    #[schemars(length(min = 2, max = 2))]
    country: Option<String>,
    /// Prefer places near this point.
    near: Option<Near>,
}

/// A point that results should be near.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Near {
    /// Degrees north of the equator.
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    /// Degrees east of Greenwich.
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
pub(crate) struct PlaceReply {
    /// Its number at GeoNames, which stays.
    id: String,
    /// Its name in the language asked for, where the data has it.
    name: String,
    /// Name, state and country.
    display_name: String,
    /// Degrees north of the equator.
    latitude: f64,
    /// Degrees east of Greenwich.
    longitude: f64,
    /// The country's name in the language asked for.
    country: &'static str,
    /// The country's two letters.
    country_code: &'static str,
    /// State, province, canton …; null where there is none.
    state: Option<&'static str>,
    /// Its name as GeoNames has it.
    city: &'static str,
    /// The zone whose clock history it shares.
    timezone: &'static str,
    /// Inhabitants; 0 where nobody has counted.
    population: u64,
    /// How it matched: `exact`, `prefix`, or with a typing error `fuzzy`.
    #[serde(rename = "match")]
    matched: &'static str,
}

impl PlaceReply {
    /// A result in a language.
    pub(crate) fn new(found: &Found, language: &str) -> Self {
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
    pub(crate) fn row(&self) -> Vec<String> {
        vec![
            self.display_name.clone(),
            self.latitude.to_string(),
            self.longitude.to_string(),
            self.timezone.to_owned(),
            self.population.to_string(),
        ]
    }
}

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
        summary: "Places by name, while typing",
        description: "Finds places with more than 500 inhabitants by any of their names, in any \
            script: `Munich`, `München`, `Мюнхен`. Exact names come before names that begin with \
            the text; typing errors are forgiven when nothing else fits. Bigger places come \
            first; another name than the place's own counts less, distance from `near` counts \
            too. `Springfield, IL` and `london ontario` name the state or country.\n\nPlaces: \
            [GeoNames](https://www.geonames.org/), CC BY 4.0. Names in other languages: Unicode \
            CLDR.",
    };
    type Input = SearchInput;
    type Reply = DataReply<Vec<PlaceReply>>;

    async fn run(_: &App, _: OrgCaller, input: SearchInput) -> Result<Self::Reply, ApiError> {
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
        Ok(DataReply(places.collect()))
    }
}

fn language_unknown(tag: &str) -> Problem {
    let known: Vec<_> = Gazetteer::embedded().languages().collect();
    let shown: String = tag.chars().take(35).collect();
    let detail = match nearest(tag, known.iter().copied()) {
        Some(near) => format!("there are no names in `{shown}`: did you mean `{near}`?"),
        None => format!("there are no names in `{shown}`"),
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
