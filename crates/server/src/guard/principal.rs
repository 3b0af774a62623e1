//! Who is calling, whatever they may do: one type for every way in.

use std::net::IpAddr;
use std::sync::Arc;

use access::{
    BrowserTokenClaims, KeyId, KeyMode, KeyPermissions, OrgId, Rate, RequestId, SessionId, UserId,
};
use store::{OrgTerms, UserRecord};

use super::head::ClientInfo;
use super::place::Place;
use crate::key_cache::CachedKey;

/// Who is calling. Made from a request by the guard, or by a command for its operator.
#[derive(Clone, Debug)]
pub enum Principal {
    /// Nothing is known about them.
    Anyone,
    /// Someone with an API key, or with something made from one.
    Key(KeyPrincipal),
    /// Someone who is signed in.
    Person(PersonPrincipal),
    /// The operator at the command line: they have the master secret and the database anyway.
    Operator,
}

/// A verified key.
#[derive(Clone, Debug)]
pub struct KeyPrincipal {
    pub(super) key: Arc<CachedKey>,
    pub(super) permissions: KeyPermissions,
    pub(super) source: KeySource,
    /// What a browser token made of the key is good for.
    pub(super) token: Option<Arc<BrowserTokenClaims>>,
    pub(super) origin_host: String,
}

impl KeyPrincipal {
    /// The key's id.
    pub fn id(&self) -> KeyId {
        self.key.key.id
    }

    /// Its organization.
    pub fn org(&self) -> OrgId {
        self.key.key.org_id
    }

    /// Whether it came as an address that this service has signed.
    pub fn is_signed_url(&self) -> bool {
        self.source == KeySource::SignedUrl
    }
}

/// How a key was presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// The key itself.
    Key,
    /// A browser token minted from it.
    BrowserToken,
    /// A URL this service signed for it.
    SignedUrl,
}

/// A verified session.
#[derive(Clone, Debug)]
pub struct PersonPrincipal {
    pub(super) user: Arc<UserRecord>,
    pub(super) session: SessionId,
    pub(super) second_factor: bool,
    pub(super) recently_proved: bool,
}

impl PersonPrincipal {
    /// The person.
    pub fn user(&self) -> &UserRecord {
        &self.user
    }

    /// The session they are signed in with.
    pub const fn session(&self) -> SessionId {
        self.session
    }

    /// Whether they gave their second factor in it.
    pub const fn second_factor(&self) -> bool {
        self.second_factor
    }

    /// Whether they proved who they are within the last minutes, by signing in or once more since.
    pub const fn recently_proved(&self) -> bool {
        self.recently_proved
    }
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
        /// Where they act.
        place: Arc<Place>,
    },
}

impl Payer {
    /// The organization.
    pub fn org(&self) -> OrgId {
        match self {
            Self::Key { key, .. } => key.key.org_id,
            Self::Person { place, .. } => place.org(),
        }
    }

    /// What it has bought.
    pub fn terms(&self) -> &OrgTerms {
        match self {
            Self::Key { key, .. } => &key.key.terms,
            Self::Person { place, .. } => place.terms(),
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

    /// Whether a browser token was presented, which strangers can read.
    pub const fn is_browser_token(&self) -> bool {
        matches!(
            self,
            Self::Key {
                source: KeySource::BrowserToken,
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

/// A call: who, in which organization where that is not decided by a key, and from where.
#[derive(Clone, Debug)]
pub struct Acting {
    /// Who.
    pub principal: Principal,
    /// The organization they name: `{org}` of a path, or `X-Organization`.
    pub org: Option<String>,
    /// From where.
    pub client: ClientInfo,
    /// The request's id: that of its row in the ledger.
    pub request: RequestId,
}

impl Acting {
    /// The operator at the command line, in an organization where one is named.
    pub fn operator(org: Option<OrgId>, request: RequestId) -> Self {
        Self {
            principal: Principal::Operator,
            org: org.map(|it| it.to_string()),
            client: ClientInfo::default(),
            request,
        }
    }

    /// The network address it comes from.
    pub const fn address(&self) -> Option<IpAddr> {
        self.client.address
    }
}
