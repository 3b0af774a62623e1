//! Place search: its input, what counts as a match, and the order of the results.
//!
//! Exact names come first, then names that begin with the text, then, only when there are none,
//! names with a typing error. Within each, the population decides; an alternate name (München,
//! Мюнхен for Munich) counts an eighth of the place's own. `near` adds the distance to the ranking.
//! What follows a comma, or the last words when nothing else matches, names the country or the
//! division: "Springfield, IL", "London Ontario".

use std::fmt;

use super::best::Best;
use super::pack::{self, Section};
use super::{Gazetteer, GazetteerPlace, search_key};
use crate::coordinates::Coordinates;

/// The shortest and the longest text, in characters.
const TEXT_CHARACTERS: std::ops::RangeInclusive<usize> = 2..=100;

/// The largest number of results.
const MAX_RESULTS: usize = 10;

/// The input of a search.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// A name or its beginning, in any script; 2 to 100 characters.
    pub text: &'a str,
    /// The largest number of results, 1 to 10.
    pub limit: usize,
    /// Restricts the search to this country (ISO 3166-1, two letters).
    pub country_code: Option<&'a str>,
    /// Prefers places near these coordinates.
    pub near: Option<Coordinates>,
}

/// The kind of a match, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// The text is one of its names.
    Exact,
    /// One of its names begins with the text.
    Prefix,
    /// One of its names is the text with a typing error.
    Typo,
    /// One of its names begins with the text with a typing error.
    TypoPrefix,
}

/// A search result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceMatch {
    /// The place.
    pub place: GazetteerPlace,
    /// How it matched.
    pub kind: MatchKind,
}

/// Why a search is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The text has fewer than 2 or more than 100 characters.
    TextLength(usize),
    /// The limit is below 1 or above 10.
    Limit(usize),
    /// There is no country with this code.
    CountryUnknown(String),
}

impl Gazetteer {
    /// Returns the places that match best, the best match first.
    ///
    /// # Errors
    ///
    /// [`SearchError`] if the search is outside its limits or names a country that does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::gazetteer::{Gazetteer, MatchKind, Search, SearchError};
    ///
    /// let search = |text, country_code| {
    ///     let search = Search { text, limit: 3, country_code, near: None };
    ///     Gazetteer::embedded().search(&search)
    /// };
    /// assert_eq!(search("london", None)?[0].place.country_code(), "GB");
    /// assert_eq!(search("london", Some("CA"))?[0].place.division(), Some("Ontario"));
    /// // Any script, and a typing error.
    /// assert_eq!(search("Москва", None)?[0].place.name(), "Moscow");
    /// assert_eq!(search("Amsterdsm", None)?[0].kind, MatchKind::Typo);
    /// assert_eq!(search("A", None), Err(SearchError::TextLength(1)));
    /// # Ok::<(), SearchError>(())
    /// ```
    pub fn search(&'static self, search: &Search<'_>) -> Result<Vec<PlaceMatch>, SearchError> {
        let characters = search.text.chars().count();
        if !TEXT_CHARACTERS.contains(&characters) {
            return Err(SearchError::TextLength(characters));
        }
        if !(1..=MAX_RESULTS).contains(&search.limit) {
            return Err(SearchError::Limit(search.limit));
        }
        let country = search.country_code.map(|it| self.country(it)).transpose()?;
        let best = self.find(search, country);
        let found = best.into_vec().into_iter().map(|it| PlaceMatch {
            place: self.place(it.place),
            kind: it.kind,
        });
        Ok(found.collect())
    }

    fn find(&self, search: &Search<'_>, country: Option<u8>) -> Best {
        let mut best = Best::new(search.limit);
        let mut filter = Filter {
            country,
            near: search.near,
            regions: None,
        };
        let mut parts = search.text.split([',', '،', '、', '，']).map(search_key);
        let name = parts.next().unwrap_or_default();
        let qualifiers: Vec<String> = parts.filter(|it| !it.is_empty()).collect();
        if name.is_empty() {
            return best;
        }
        let regions = self.regions(&qualifiers);
        if !qualifiers.is_empty() {
            filter.regions = Some(&regions);
        }
        self.scan_prefix(&name, &filter, &mut best);
        if best.is_empty() && qualifiers.is_empty() {
            self.find_qualified(&name, &filter, &mut best);
        }
        let letters = name.chars().count();
        let allowed = match letters {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        for errors in 1..=allowed {
            if best.is_empty() {
                self.scan_typo(&name, errors, &filter, &mut best);
            }
        }
        best
    }

    /// Tries the last words as the country or division: "springfield illinois usa".
    fn find_qualified(&self, text: &str, filter: &Filter<'_>, best: &mut Best) {
        for (at, _) in text.rmatch_indices(' ').take(4) {
            let (name, rest) = (&text[..at], &text[at + 1..]);
            let mut regions = self.regions(&[rest.to_owned()]);
            if !regions.contains(&true) {
                let words: Vec<String> = rest.split(' ').map(ToOwned::to_owned).collect();
                regions = self.regions(&words);
            }
            if regions.contains(&true) {
                let filter = Filter {
                    regions: Some(&regions),
                    ..*filter
                };
                self.scan_prefix(name, &filter, best);
            }
            if !best.is_empty() {
                return;
            }
        }
    }

    fn country(&self, code: &str) -> Result<u8, SearchError> {
        let countries = self.pack.section(Section::Countries).chunks_exact(2);
        (0..)
            .zip(countries)
            .find(|(_, it)| it.eq_ignore_ascii_case(code.as_bytes()))
            .map(|it| it.0)
            .ok_or_else(|| SearchError::CountryUnknown(code.to_owned()))
    }

    /// Returns for each region whether every qualifier names its country or its division.
    fn regions(&self, qualifiers: &[String]) -> Vec<bool> {
        let count = self.pack.count(Section::Regions, 5);
        let mut accepted = vec![true; count];
        for qualifier in qualifiers.iter().map(String::as_bytes) {
            let countries: Vec<u8> = self
                .pack
                .strings(Section::CountryKeys)
                .iter_bytes()
                .filter_map(|it| {
                    let (country, key) = pack::country_key(it)?;
                    // A short key is an abbreviation: "us" is not the beginning of "usb".
                    let fits =
                        key == qualifier || qualifier.len() > 3 && key.starts_with(qualifier);
                    fits.then_some(country)
                })
                .collect();
            let keys = self.pack.strings(Section::DivisionKeys);
            let codes = self.pack.strings(Section::DivisionCodes);
            let divisions: Vec<bool> = keys
                .iter_bytes()
                .zip(codes.iter_bytes())
                .map(|(key, code)| {
                    let is_code = !code.is_empty() && code.eq_ignore_ascii_case(qualifier);
                    is_code || qualifier.len() > 2 && key.starts_with(qualifier)
                })
                .collect();
            for (index, accepted) in accepted.iter_mut().enumerate() {
                let region = self.pack.region(index);
                *accepted &=
                    countries.contains(&region.country) || divisions[usize::from(region.division)];
            }
        }
        accepted
    }
}

/// The filter and the weight of places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter<'a> {
    country: Option<u8>,
    near: Option<Coordinates>,
    regions: Option<&'a [bool]>,
}

impl Filter<'_> {
    pub(super) fn accepts(&self, gazetteer: &Gazetteer, place: usize) -> bool {
        if self.country.is_none() && self.regions.is_none() {
            return true;
        }
        let region = gazetteer.pack.number(Section::PlaceRegions, place, 2);
        let country = self.country;
        country.is_none_or(|it| gazetteer.pack.region(region).country == it)
            && self.regions.is_none_or(|it| it[region])
    }

    /// Returns the weight of a place, without distance.
    pub(super) fn inhabitants(gazetteer: &Gazetteer, place: usize) -> f64 {
        // The population of the smallest places is unknown. Their weight must not be zero.
        f64::from(gazetteer.population(place)) + 100.0
    }

    /// Returns the closeness to `near`, from 1 down to 0: a half at 50 km, a hundredth at 500 km.
    pub(super) fn nearness(&self, gazetteer: &Gazetteer, place: usize) -> f64 {
        let Some(near) = self.near else {
            return 1.0;
        };
        let at = gazetteer.coordinates(place);
        let north_deg = at.latitude_deg() - near.latitude_deg();
        let east_deg =
            (at.longitude_deg() - near.longitude_deg() + 540.0).rem_euclid(360.0) - 180.0;
        let middle_deg = f64::midpoint(at.latitude_deg(), near.latitude_deg());
        let east_deg = east_deg * middle_deg.to_radians().cos();
        // Kilometers as on a plane: far away, only the order of magnitude matters.
        let squared_km = (north_deg * north_deg + east_deg * east_deg) * 111.2 * 111.2;
        1.0 / (1.0 + squared_km / 2_500.0)
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TextLength(it) => {
                write!(
                    formatter,
                    "A search must have 2 to 100 characters, got {it}."
                )
            }
            Self::Limit(it) => write!(formatter, "A search can return 1 to 10 places, got {it}."),
            Self::CountryUnknown(it) => write!(
                formatter,
                "No place has the country code `{it}`. Use a two-letter ISO 3166-1 code."
            ),
        }
    }
}

impl std::error::Error for SearchError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(text: &str) -> Search<'_> {
        Search {
            text,
            limit: 5,
            country_code: None,
            near: None,
        }
    }

    #[track_caller]
    fn check(search: Search<'_>, expected: &str) {
        let found = Gazetteer::embedded().search(&search).unwrap();
        let first = found.first().map(|it| it.place);
        let first = first.map(|it| format!("{} {}", it.name(), it.country_code()));
        assert_eq!(
            first.as_deref(),
            Some(expected),
            "{} -> {found:?}",
            search.text
        );
    }

    #[test]
    fn a_place_is_found_by_any_of_its_names_and_while_typing() {
        for text in [
            "Munich",
            "München",
            "muenchen",
            "Мюнхен",
            "Мюнх",
            "Münch",
            "ミュンヘン",
            "Munchen",
        ] {
            check(search(text), "Munich DE");
        }
        check(search("Amst"), "Amsterdam NL");
        check(search("am"), "Amman JO");
    }

    #[test]
    fn a_typing_error_is_forgiven_only_when_nothing_else_fits() {
        check(search("Amstredam"), "Amsterdam NL");
        check(search("Londno"), "London GB");
        let found = Gazetteer::embedded().search(&search("Amsterdam")).unwrap();
        assert!(
            found.iter().all(|it| it.kind <= MatchKind::Prefix),
            "{found:?}"
        );
    }

    #[test]
    fn country_division_and_nearness_choose_among_places_of_one_name() {
        check(search("Paris"), "Paris FR");
        check(search("Paris, TX"), "Paris US");
        check(search("paris texas"), "Paris US");
        check(search("London, Ontario, Canada"), "London CA");
        let us = Search {
            country_code: Some("us"),
            ..search("Paris")
        };
        check(us, "Paris US");
        let dallas = Coordinates::new(32.78, -96.8).ok();
        let near = Search {
            near: dallas,
            ..search("Paris")
        };
        check(near, "Paris US");
    }

    #[test]
    fn what_is_outside_the_limits_is_refused() {
        let refused = |search: Search<'_>| Gazetteer::embedded().search(&search).unwrap_err();
        let long = "a".repeat(101);
        assert_eq!(refused(search("a")), SearchError::TextLength(1));
        assert_eq!(refused(search(&long)), SearchError::TextLength(101));
        let many = Search {
            limit: 11,
            ..search("Paris")
        };
        assert_eq!(refused(many), SearchError::Limit(11));
        let nowhere = Search {
            country_code: Some("QQ"),
            ..search("Paris")
        };
        assert_eq!(
            refused(nowhere),
            SearchError::CountryUnknown("QQ".to_owned())
        );
    }

    #[test]
    fn text_without_a_letter_finds_nothing() {
        assert_eq!(Gazetteer::embedded().search(&search("--")), Ok(Vec::new()));
        assert_eq!(Gazetteer::embedded().search(&search("''")), Ok(Vec::new()));
    }
}
