//! The twelve horoscopes of a period, computed once and kept in memory as they are sent.
//!
//! Organizations without horoscope texts of their own share the entries of the library. Entries of
//! others name the edition of their texts, so a change of a text needs no invalidation.

use std::sync::{Arc, LazyLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::period::PeriodKind;
use super::reply::Horoscope;
use crate::dto::words::Edition;

/// The size of the cache, in bytes.
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
        (bytes + key.language.len()) as u64
    }
}

static CACHE: LazyLock<Cache<CacheKey, Arc<HoroscopesOfSigns>, Bytes>> =
    LazyLock::new(|| Cache::with_weighter(ABOUT_ENTRIES, MAX_BYTES, Bytes));

/// The horoscopes, if they are in memory.
pub(super) fn get(key: &CacheKey) -> Option<Arc<HoroscopesOfSigns>> {
    CACHE.get(key)
}

/// The horoscopes, computed if they are not in memory. Requests that arrive meanwhile wait for the same
/// computation.
pub(super) fn get_or_compute<E>(
    key: &CacheKey,
    compute: impl FnOnce() -> Result<HoroscopesOfSigns, E>,
) -> Result<Arc<HoroscopesOfSigns>, E> {
    CACHE.get_or_insert_with(key, || compute().map(Arc::new))
}
