//! What an operation declares about who may call it.

use std::marker::PhantomData;

use access::{Capability, KeyPermission, RolePermission};

use crate::ErrorCode;

/// What a caller must have before an operation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPolicy {
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

impl AccessPolicy {
    /// The same policy for an input that needs this capability, which only modules have that also have
    /// the capability of the policy.
    #[must_use]
    pub const fn requiring(self, more: Option<Capability>) -> Self {
        match (self, more) {
            (Self::Caller { key, role, .. }, Some(_)) => Self::Caller {
                key,
                role,
                capability: more,
            },
            (policy, _) => policy,
        }
    }
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
    ErrorCode::RateLimited,
];

impl AccessPolicy {
    /// What the organization must have bought.
    pub const fn capability(self) -> Option<Capability> {
        match self {
            Self::Caller { capability, .. } => capability,
            _ => None,
        }
    }

    /// What the check can answer.
    pub fn error_codes(self) -> Vec<ErrorCode> {
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
                        codes.extend([
                            ErrorCode::UrlSignatureInvalid,
                            ErrorCode::UrlExpired,
                            ErrorCode::UrlRevoked,
                        ]);
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

/// Kinds of callers. A type of caller says which kind it is, and only a rule of that kind fits it: an operation
/// cannot declare itself public and still receive an organization.
pub mod caller {
    /// Someone about whom nothing is known.
    pub trait Anonymous {}
    /// Someone with an API key.
    pub trait KeyHolder {}
    /// Someone acting inside one organization, as a key or as a member.
    pub trait InOrganization {}
    /// A member of the organization in the path.
    pub trait Member {}
    /// Someone who is signed in.
    pub trait SignedIn {}
    /// Someone who runs the installation.
    pub trait Operator {}

    /// Any caller that acts inside one organization: for declarations that are made before the types of callers
    /// are known, such as those of calculations.
    #[derive(Clone, Copy, Debug)]
    pub enum AnyInOrganization {}

    impl InOrganization for AnyInOrganization {}
}

/// An [`AccessPolicy`] that fits the caller type `C`: an operation cannot declare itself public and
/// still receive an organization.
#[derive(Debug)]
pub struct Rule<C> {
    access: AccessPolicy,
    caller: PhantomData<fn() -> C>,
}

impl<C> Clone for Rule<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Rule<C> {}

impl<C> Rule<C> {
    const fn new(access: AccessPolicy) -> Self {
        Self {
            access,
            caller: PhantomData,
        }
    }

    /// What is checked.
    pub const fn access(self) -> AccessPolicy {
        self.access
    }
}

impl<C: caller::Anonymous> Rule<C> {
    /// Anyone may call it.
    pub const PUBLIC: Self = Self::new(AccessPolicy::Public);
}

impl<C: caller::KeyHolder> Rule<C> {
    /// Any valid key may call it.
    pub const ANY_KEY: Self = Self::new(AccessPolicy::AnyKey);
}

impl<C: caller::InOrganization> Rule<C> {
    /// A key with `key`, or a member whose role has `role`, may call it.
    pub const fn caller(key: KeyPermission, role: RolePermission) -> Self {
        Self::new(AccessPolicy::Caller {
            key: Some(key),
            role,
            capability: None,
        })
    }

    /// Only a member whose role has `role` may call it, naming the organization in
    /// `X-Organization`.
    pub const fn people(role: RolePermission) -> Self {
        Self::new(AccessPolicy::Caller {
            key: None,
            role,
            capability: None,
        })
    }

    /// The same rule for another type of caller of the same kind.
    pub const fn for_caller<D: caller::InOrganization>(self) -> Rule<D> {
        Rule::new(self.access)
    }

    /// And the organization must have a module with this capability.
    #[must_use]
    pub const fn gated_by(self, capability: Capability) -> Self {
        match self.access {
            AccessPolicy::Caller { key, role, .. } => Self::new(AccessPolicy::Caller {
                key,
                role,
                capability: Some(capability),
            }),
            other => Self::new(other),
        }
    }
}

impl<C: caller::Member> Rule<C> {
    /// A member of the organization in the path, whose role has `role`, may call it.
    pub const fn member(role: RolePermission) -> Self {
        Self::new(AccessPolicy::Member { role })
    }
}

impl<C: caller::SignedIn> Rule<C> {
    /// Whoever is signed in may call it.
    pub const PERSON: Self = Self::new(AccessPolicy::Person);
}

impl<C: caller::Operator> Rule<C> {
    /// Whoever runs the installation may call it.
    pub const OPERATOR: Self = Self::new(AccessPolicy::Operator);
}
