//! Pictures that were drawn lately, by what they were drawn from.

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::byte_cache::{ByteCache, Weighs, byte_cache};
use crate::error::{ApiError, ErrorCode};

/// Pictures kept at most, by their size.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// How many they are, about: what the cache is laid out for, no limit.
const ABOUT_PICTURES: usize = 1_000;

impl Weighs for Bytes {
    fn bytes(&self) -> usize {
        self.len()
    }
}

/// A bounded shelf of pictures. Whoever asks has been authorized and counted before.
#[derive(Debug)]
pub struct Picture {
    cache: ByteCache<[u8; 32], Bytes>,
}

impl Default for Picture {
    fn default() -> Self {
        let cache = byte_cache(ABOUT_PICTURES, MOST_BYTES);
        Self { cache }
    }
}

impl Picture {
    /// What a picture is known by: everything it depends on.
    pub(crate) fn key(operation: &str, input: &impl Serialize) -> Result<[u8; 32], ApiError> {
        let input = serde_json::to_vec(input)
            .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
        let mut digest = Sha256::new();
        digest.update(operation.as_bytes());
        digest.update([0]);
        digest.update(&input);
        Ok(digest.finalize().into())
    }

    /// A picture that was drawn before.
    pub(crate) fn get(&self, key: &[u8; 32]) -> Option<Bytes> {
        self.cache.get(key)
    }

    /// Keeps a picture.
    pub(crate) fn insert(&self, key: [u8; 32], bytes: Bytes) {
        self.cache.insert(key, bytes);
    }
}
