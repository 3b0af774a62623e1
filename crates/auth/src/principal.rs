//! Who is calling, whatever they may do: one type for every way in.

use std::net::IpAddr;
use std::sync::Arc;

use access::{BrowserTokenClaims, KeyId, KeyPermissions, OrgId, RequestId, SessionId};
use store::UserRecord;

use crate::head::ClientInfo;
use metering::{CachedKey, KeySource};

/// Who is calling. Created from a request by [`identify`](crate::identify()), or by a command for its operator.
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
    pub(crate) key: Arc<CachedKey>,
    pub(crate) permissions: KeyPermissions,
    pub(crate) source: KeySource,
    /// What a browser token made of the key is good for.
    pub(crate) token: Option<Arc<BrowserTokenClaims>>,
    pub(crate) origin_host: String,
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

    /// How it was presented.
    pub const fn source(&self) -> KeySource {
        self.source
    }
}

/// A verified session.
#[derive(Clone, Debug)]
pub struct PersonPrincipal {
    pub(crate) user: Arc<UserRecord>,
    pub(crate) session: SessionId,
    pub(crate) second_factor: bool,
    pub(crate) recently_proved: bool,
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

/// A call: who, in which organization where that is not decided by a key, and from where.
#[derive(Clone, Debug)]
pub struct CallContext {
    /// Who is calling.
    pub principal: Principal,
    /// The organization they name: `{org}` of a path, or `X-Organization`.
    pub org: Option<String>,
    /// From where.
    pub client: ClientInfo,
    /// The request's id: that of its row in the ledger.
    pub request: RequestId,
    /// Whether the call shows a page of the dashboard. Such a call is free: the rates of the person apply instead of
    /// the organization's rates and quota.
    pub is_page_load: bool,
}

impl CallContext {
    /// The operator at the command line, in an organization where one is named.
    pub fn operator(org: Option<OrgId>, request: RequestId) -> Self {
        Self {
            principal: Principal::Operator,
            org: org.map(|it| it.to_string()),
            client: ClientInfo::default(),
            request,
            is_page_load: false,
        }
    }

    /// The network address it comes from.
    pub const fn address(&self) -> Option<IpAddr> {
        self.client.address
    }
}
