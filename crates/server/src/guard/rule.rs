//! What an operation declares about who may call it.

use std::marker::PhantomData;

use access::{Capability, KeyPermission, RolePermission};

use super::caller::{Anyone, KeyCaller, MemberCaller, OperatorCaller, OrgCaller, PersonCaller};
use http_api::ErrorCode;

/// What a caller must have before an operation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing. Spelled out, never the result of forgetting.
    Public,
    /// A valid API key, or a browser token of one.
    AnyKey,
    /// Someone acting inside one organization: a key holding the key permission, or a member who
    /// names it in `X-Organization` and whose role holds the role permission. GET operations whose
    /// key permission is `chart:read` can also be fetched by a signed URL.
    Caller {
        /// What a key must be allowed to do; none where only people may call.
        key: Option<KeyPermission>,
        /// What a member's role must allow.
        role: RolePermission,
        /// What the organization must have bought.
        capability: Option<Capability>,
    },
    /// A member of the organization that `{org}` in the path names.
    Member {
        /// What their role must allow.
        role: RolePermission,
    },
    /// Someone who is signed in.
    Person,
    /// Someone who runs the installation.
    Operator,
}

const KEY: &[ErrorCode] = &[
    ErrorCode::KeyMissing,
    ErrorCode::KeyInvalid,
    ErrorCode::KeyRevoked,
    ErrorCode::KeyDisabled,
    ErrorCode::KeyExpired,
    ErrorCode::TokenExpired,
    ErrorCode::CredentialAmbiguous,
    ErrorCode::OrganizationUnexpected,
    ErrorCode::OrganizationSuspended,
    ErrorCode::DomainNotAllowed,
    ErrorCode::RateLimited,
    ErrorCode::QuotaExhausted,
];
const SESSION: &[ErrorCode] = &[
    ErrorCode::SessionEnded,
    ErrorCode::CrossSiteRequest,
    ErrorCode::SecondFactorRequired,
];

impl Access {
    /// What the organization must have bought.
    pub const fn capability(self) -> Option<Capability> {
        match self {
            Self::Caller { capability, .. } => capability,
            _ => None,
        }
    }

    /// What the check can answer.
    pub(crate) fn error_codes(self) -> Vec<ErrorCode> {
        let with = |more: &[ErrorCode]| [KEY, SESSION, more].concat();
        match self {
            // Browsers are asked where a form comes from before anyone is signed in.
            Self::Public => vec![],
            Self::AnyKey => KEY.to_vec(),
            Self::Caller {
                key, capability, ..
            } => {
                let mut codes = with(&[
                    ErrorCode::OrganizationRequired,
                    ErrorCode::ResourceNotFound,
                    ErrorCode::PermissionMissing,
                ]);
                match key {
                    None => codes.extend([ErrorCode::PersonRequired, ErrorCode::SessionMissing]),
                    Some(KeyPermission::ChartRead) => {
                        codes.extend([ErrorCode::UrlSignatureInvalid, ErrorCode::UrlExpired]);
                    }
                    Some(_) => {}
                }
                codes.extend(capability.map(|_| ErrorCode::ModuleRequired));
                codes
            }
            Self::Member { .. } => with(&[
                ErrorCode::SessionMissing,
                ErrorCode::PersonRequired,
                ErrorCode::PermissionMissing,
                ErrorCode::ResourceNotFound,
            ]),
            Self::Person => with(&[ErrorCode::SessionMissing, ErrorCode::PersonRequired]),
            Self::Operator => with(&[
                ErrorCode::SessionMissing,
                ErrorCode::PersonRequired,
                ErrorCode::OperatorRequired,
            ]),
        }
    }

    /// Whether an API key can get anywhere with it.
    pub const fn takes_keys(self) -> bool {
        matches!(self, Self::AnyKey | Self::Caller { key: Some(_), .. })
    }

    /// Whether a signed-in person can.
    pub const fn takes_people(self) -> bool {
        !matches!(self, Self::Public | Self::AnyKey)
    }
}

/// An [`Access`] that fits the caller type `C`: an operation cannot declare itself public and
/// still receive an organization.
#[derive(Debug)]
pub struct Rule<C> {
    access: Access,
    caller: PhantomData<fn() -> C>,
}

impl<C> Clone for Rule<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Rule<C> {}

impl<C> Rule<C> {
    const fn new(access: Access) -> Self {
        Self {
            access,
            caller: PhantomData,
        }
    }

    /// What is checked.
    pub const fn access(self) -> Access {
        self.access
    }
}

impl Rule<Anyone> {
    /// Anyone may call it.
    pub const PUBLIC: Self = Self::new(Access::Public);
}

impl Rule<KeyCaller> {
    /// Any valid key may call it.
    pub const ANY_KEY: Self = Self::new(Access::AnyKey);
}

impl Rule<OrgCaller> {
    /// A key with `key`, or a member whose role has `role`, may call it.
    pub const fn caller(key: KeyPermission, role: RolePermission) -> Self {
        Self::new(Access::Caller {
            key: Some(key),
            role,
            capability: None,
        })
    }

    /// Only a member whose role has `role` may call it, naming the organization in
    /// `X-Organization`.
    pub const fn people(role: RolePermission) -> Self {
        Self::new(Access::Caller {
            key: None,
            role,
            capability: None,
        })
    }

    /// And the organization must have a module with this capability.
    #[must_use]
    pub const fn gated_by(self, capability: Capability) -> Self {
        match self.access {
            Access::Caller { key, role, .. } => Self::new(Access::Caller {
                key,
                role,
                capability: Some(capability),
            }),
            other => Self::new(other),
        }
    }
}

impl Rule<MemberCaller> {
    /// A member of the organization in the path, whose role has `role`, may call it.
    pub const fn member(role: RolePermission) -> Self {
        Self::new(Access::Member { role })
    }
}

impl Rule<PersonCaller> {
    /// Whoever is signed in may call it.
    pub const PERSON: Self = Self::new(Access::Person);
}

impl Rule<OperatorCaller> {
    /// Whoever runs the installation may call it.
    pub const OPERATOR: Self = Self::new(Access::Operator);
}
