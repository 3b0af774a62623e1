//! The twelve horoscopes of a period, computed once and kept in memory as they are sent.
//!
//! Organizations without horoscope texts of their own share the entries of the library. Entries of
//! others name the edition of their texts, so a change of a text needs no invalidation. They are in a
//! cache of their own, so they never take the place of what everybody shares.

use std::sync::{Arc, LazyLock};

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use super::period::PeriodKind;
use super::reply::Horoscope;
use crate::dto::words::Edition;

/// The size of each cache, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Entries of about four hundred kilobytes.
const ABOUT_ENTRIES: usize = 150;

/// What the horoscopes of a period depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CacheKey {
    pub(super) kind: PeriodKind,
    pub(super) number: i64,
    pub(super) zone: Option<&'static str>,
    pub(super) language: String,
    pub(super) edition: Edition,
}

/// A horoscope as a value, for cards, and as JSON, for responses.
#[derive(Debug)]
pub(super) struct CachedHoroscope {
    pub(super) horoscope: Arc<Horoscope>,
    /// The fields of the response that depend on nothing but the cache key, without its braces.
    pub(super) json_fields: Box<str>,
}

impl CachedHoroscope {
    /// A horoscope with its JSON.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON: a defect.
    pub(super) fn new(horoscope: Horoscope) -> Result<Self, serde_json::Error> {
        let json = serde_json::to_string(&horoscope)?;
        let fields = json.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        Ok(Self {
            json_fields: fields.unwrap_or_default().into(),
            horoscope: Arc::new(horoscope),
        })
    }

    /// The approximate memory that it takes: the value has about the bytes of its JSON.
    fn bytes(&self) -> usize {
        2 * self.json_fields.len()
    }
}

/// The horoscopes of a period.
#[derive(Debug)]
pub(super) struct HoroscopesOfSigns {
    /// Beginning and end of the period, in UTC, for the metadata of responses.
    pub(super) span: (String, String),
    /// From Aries to Pisces.
    pub(super) horoscopes: Vec<CachedHoroscope>,
}

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<CacheKey, Arc<HoroscopesOfSigns>> for Bytes {
    fn weight(&self, key: &CacheKey, of_signs: &Arc<HoroscopesOfSigns>) -> u64 {
        let all = of_signs.horoscopes.iter();
        let bytes: usize = all.map(CachedHoroscope::bytes).sum();
        (bytes + of_signs.span.1.len() + key.language.len()) as u64
    }
}

type PeriodCache = Cache<CacheKey, Arc<HoroscopesOfSigns>, Bytes>;

/// Entries with the library's texts, or without texts.
static SHARED: LazyLock<PeriodCache> = LazyLock::new(empty);
/// Entries with texts of an organization.
static OWN: LazyLock<PeriodCache> = LazyLock::new(empty);

/// Not sharded: divided among many cores, there would be no room for an entry.
fn empty() -> PeriodCache {
    let options = OptionsBuilder::new()
        .shards(1)
        .estimated_items_capacity(ABOUT_ENTRIES)
        .weight_capacity(MAX_BYTES)
        .build()
        .expect("both capacities are given");
    Cache::with_options(
        options,
        Bytes,
        DefaultHashBuilder::default(),
        DefaultLifecycle::default(),
    )
}

fn cache_of(key: &CacheKey) -> &'static PeriodCache {
    match key.edition {
        Edition::Own(_) => &OWN,
        Edition::Library | Edition::None => &SHARED,
    }
}

/// The horoscopes, if they are in memory.
pub(super) fn get(key: &CacheKey) -> Option<Arc<HoroscopesOfSigns>> {
    cache_of(key).get(key)
}

/// The horoscopes, computed if they are not in memory. Requests that arrive meanwhile wait for the same
/// computation.
pub(super) fn get_or_compute<E>(
    key: &CacheKey,
    compute: impl FnOnce() -> Result<HoroscopesOfSigns, E>,
) -> Result<Arc<HoroscopesOfSigns>, E> {
    cache_of(key).get_or_insert_with(key, || compute().map(Arc::new))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: i64, edition: Edition) -> CacheKey {
        CacheKey {
            kind: PeriodKind::Daily,
            number,
            zone: None,
            language: "en".to_owned(),
            edition,
        }
    }

    fn insert(key: &CacheKey, bytes: usize) {
        let horoscopes = HoroscopesOfSigns {
            span: (String::new(), "x".repeat(bytes)),
            horoscopes: Vec::new(),
        };
        get_or_compute::<()>(key, || Ok(horoscopes)).unwrap();
    }

    #[test]
    fn texts_of_organizations_take_no_room_from_shared_horoscopes() {
        let shared = key(-1, Edition::Library);
        insert(&shared, 1);
        for number in 0..1_000 {
            let own = key(number, Edition::Own("org@1".into()));
            insert(&own, 1024 * 1024);
        }
        assert!(get(&shared).is_some());
    }
}
