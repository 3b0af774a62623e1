//! A cache of recently drawn images, by input. Each organization finds only its own: response times
//! must not reveal what others have drawn.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use access::OrgId;
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use http_api::{ApiError, ErrorCode};

/// The most images to keep, by size.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A larger image is not kept: it would take the place of too many others.
const MAX_PICTURE_BYTES: u64 = MAX_BYTES / 16;

/// The approximate memory an image takes besides its bytes.
const OVERHEAD_BYTES: u64 = 256;

/// A bounded cache of images. Callers have been authorized and charged before.
///
/// If there is no room, the organization that uses most of it loses its least recently used image:
/// nobody can take the room of those who use less.
#[derive(Debug)]
pub struct PictureCache {
    contents: Mutex<Contents>,
}

impl Default for PictureCache {
    fn default() -> Self {
        Self::with_room(MAX_BYTES)
    }
}

impl PictureCache {
    fn with_room(max_bytes: u64) -> Self {
        let contents = Mutex::new(Contents::new(max_bytes));
        Self { contents }
    }

    /// The key of an image within its organization: everything it depends on.
    ///
    /// # Errors
    ///
    /// The input cannot be written as JSON: a defect, and reported as one.
    pub fn key(operation: &str, input: &impl Serialize) -> Result<[u8; 32], ApiError> {
        let input = serde_json::to_vec(input)
            .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
        let mut digest = Sha256::new();
        digest.update(operation.as_bytes());
        digest.update([0]);
        digest.update(&input);
        Ok(digest.finalize().into())
    }

    /// An image that was drawn for the organization before.
    pub fn get(&self, org: OrgId, key: &[u8; 32]) -> Option<Bytes> {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        contents.get(org, key)
    }

    /// Keeps an image for the organization.
    pub fn insert(&self, org: OrgId, key: [u8; 32], bytes: Bytes) {
        if weight(&bytes) <= MAX_PICTURE_BYTES {
            let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
            contents.insert(org, key, bytes);
        }
    }
}

fn weight(bytes: &Bytes) -> u64 {
    u64::try_from(bytes.len())
        .unwrap_or(u64::MAX)
        .saturating_add(OVERHEAD_BYTES)
}

#[derive(Debug)]
struct Contents {
    max_bytes: u64,
    bytes: u64,
    /// Counts uses, to order them.
    uses: u64,
    by_org: HashMap<OrgId, OrgPictures>,
    /// How much of the cache each organization uses, least first.
    by_bytes: BTreeSet<(u64, OrgId)>,
}

/// The images of one organization.
#[derive(Debug, Default)]
struct OrgPictures {
    bytes: u64,
    pictures: HashMap<[u8; 32], Kept>,
    /// When each was used.
    by_use: BTreeMap<u64, [u8; 32]>,
}

#[derive(Debug)]
struct Kept {
    bytes: Bytes,
    last_use: u64,
}

impl Contents {
    fn new(max_bytes: u64) -> Self {
        Self {
            max_bytes,
            bytes: 0,
            uses: 0,
            by_org: HashMap::new(),
            by_bytes: BTreeSet::new(),
        }
    }

    fn get(&mut self, org: OrgId, key: &[u8; 32]) -> Option<Bytes> {
        self.uses += 1;
        let owned = self.by_org.get_mut(&org)?;
        let kept = owned.pictures.get_mut(key)?;
        owned.by_use.remove(&kept.last_use);
        owned.by_use.insert(self.uses, *key);
        kept.last_use = self.uses;
        Some(kept.bytes.clone())
    }

    fn insert(&mut self, org: OrgId, key: [u8; 32], bytes: Bytes) {
        // Two requests may have drawn it at once.
        if self.get(org, &key).is_some() {
            return;
        }
        let last_use = self.uses;
        self.change(org, |owned| {
            owned.bytes += weight(&bytes);
            owned.by_use.insert(last_use, key);
            owned.pictures.insert(key, Kept { bytes, last_use });
        });
        while self.bytes > self.max_bytes
            && let Some((_, largest)) = self.by_bytes.last().copied()
        {
            self.change(largest, OrgPictures::drop_oldest);
        }
    }

    /// Changes what an organization uses, and the sums with it.
    fn change(&mut self, org: OrgId, change: impl FnOnce(&mut OrgPictures)) {
        let owned = self.by_org.entry(org).or_default();
        let before = owned.bytes;
        change(owned);
        let after = owned.bytes;
        self.by_bytes.remove(&(before, org));
        if owned.pictures.is_empty() {
            self.by_org.remove(&org);
        } else {
            self.by_bytes.insert((after, org));
        }
        self.bytes = self.bytes - before + after;
    }
}

impl OrgPictures {
    fn drop_oldest(&mut self) {
        let oldest = self.by_use.pop_first();
        let kept = oldest.and_then(|(_, key)| self.pictures.remove(&key));
        if let Some(kept) = kept {
            self.bytes -= weight(&kept.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use access::Timestamp;

    use super::*;
    use http_api::randomness::OsRandom;

    fn org() -> OrgId {
        OrgId::new(Timestamp::from_micros(0), &OsRandom)
    }

    /// A picture that weighs `size`, by a number.
    fn picture(number: u16, size: usize) -> ([u8; 32], Bytes) {
        let mut key = [0; 32];
        key[..2].copy_from_slice(&number.to_be_bytes());
        let overhead = usize::try_from(OVERHEAD_BYTES).unwrap();
        (key, vec![0; size - overhead].into())
    }

    fn add(cache: &PictureCache, org: OrgId, number: u16, size: usize) {
        let (key, bytes) = picture(number, size);
        cache.insert(org, key, bytes);
    }

    fn has(cache: &PictureCache, org: OrgId, number: u16) -> bool {
        cache.get(org, &picture(number, 1_000).0).is_some()
    }

    #[test]
    fn an_organization_finds_only_what_was_drawn_for_itself() {
        let (cache, mine, other) = (PictureCache::default(), org(), org());
        add(&cache, mine, 1, 1_000);
        assert!(has(&cache, mine, 1));
        assert!(
            !has(&cache, other, 1),
            "the same picture, drawn for another"
        );
    }

    #[test]
    fn an_organization_that_fills_the_cache_evicts_only_its_own_pictures() {
        let (cache, small, large) = (PictureCache::with_room(10_000), org(), org());
        for number in 0..3 {
            add(&cache, small, number, 1_000);
        }
        for number in 0..1_000 {
            add(&cache, large, number, 1_000);
        }
        let kept = (0..3).filter(|it| has(&cache, small, *it)).count();
        assert_eq!(kept, 3);
        let kept = (0..1_000).filter(|it| has(&cache, large, *it)).count();
        assert_eq!(kept, 7, "the rest of the room, and no more");
        assert!(has(&cache, large, 999), "its latest");
    }

    #[test]
    fn a_newcomer_gets_room_from_whoever_has_most() {
        let (cache, first, second) = (PictureCache::with_room(10_000), org(), org());
        for number in 0..10 {
            add(&cache, first, number, 1_000);
        }
        assert!(
            has(&cache, first, 0),
            "used again: the next oldest goes first"
        );
        for number in 0..10 {
            add(&cache, second, number, 1_000);
        }
        let kept = |org| (0..10).filter(|it| has(&cache, org, *it)).count();
        assert_eq!(kept(first) + kept(second), 10);
        assert!(kept(first).abs_diff(kept(second)) <= 1, "shared evenly");
        assert!(has(&cache, first, 0) && !has(&cache, first, 1));
    }

    #[test]
    fn all_pictures_together_never_take_more_than_the_cache_may() {
        let cache = PictureCache::with_room(10_000);
        for number in 0..500 {
            add(&cache, org(), number, 300 + usize::from(number));
            let contents = cache.contents.lock().unwrap();
            assert!(contents.bytes <= 10_000);
            assert_eq!(contents.by_org.len(), contents.by_bytes.len());
            let sum: u64 = contents.by_org.values().map(|it| it.bytes).sum();
            assert_eq!(sum, contents.bytes);
        }
    }
}
