//! Who pays for a request.

use std::sync::Arc;

use access::{KeyMode, OrgId, Rate, UserId};
use store::OrgTerms;

use crate::cached_key::CachedKey;

/// How a key was presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// The key itself.
    Key,
    /// A browser token minted from it.
    BrowserToken,
    /// The signed URL of a response.
    SignedUrl,
    /// An embed URL.
    EmbedUrl,
}

/// Whose organization pays for a request.
#[derive(Clone, Debug)]
pub enum Payer {
    /// That of a key.
    Key {
        /// The key.
        key: Arc<CachedKey>,
        /// How it was presented.
        source: KeySource,
        /// The page it came from, or nothing.
        origin_host: String,
    },
    /// The one a person acts in.
    Person {
        /// The person.
        user: UserId,
        /// The organization they act in.
        org: OrgId,
        /// What it has bought.
        terms: Arc<OrgTerms>,
    },
}

impl Payer {
    /// The organization.
    pub fn org(&self) -> OrgId {
        match self {
            Self::Key { key, .. } => key.key.org_id,
            Self::Person { org, .. } => *org,
        }
    }

    /// What it has bought.
    pub fn terms(&self) -> &OrgTerms {
        match self {
            Self::Key { key, .. } => &key.key.terms,
            Self::Person { terms, .. } => terms,
        }
    }

    /// Which allowance is used: people's calls are live.
    pub fn mode(&self) -> KeyMode {
        match self {
            Self::Key { key, .. } => key.key.mode,
            Self::Person { .. } => KeyMode::Live,
        }
    }

    /// The key, if it is one.
    pub fn key(&self) -> Option<&CachedKey> {
        match self {
            Self::Key { key, .. } => Some(key),
            Self::Person { .. } => None,
        }
    }

    /// Whether strangers can read what was presented: a browser token or a signed URL is part of a
    /// page.
    pub const fn is_in_a_page(&self) -> bool {
        matches!(
            self,
            Self::Key {
                source: KeySource::BrowserToken | KeySource::SignedUrl | KeySource::EmbedUrl,
                ..
            }
        )
    }

    /// The person, if there is no key.
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Key { .. } => None,
            Self::Person { user, .. } => Some(*user),
        }
    }

    /// The key's own rates.
    pub fn key_rates(&self) -> &[Rate] {
        self.key().map_or(&[], |it| &it.key.rates)
    }

    /// The page it came from, or nothing.
    pub fn origin_host(&self) -> &str {
        match self {
            Self::Key { origin_host, .. } => origin_host,
            Self::Person { .. } => "",
        }
    }
}
