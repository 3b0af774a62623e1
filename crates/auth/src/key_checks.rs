//! Whether a key may make a request: every check, in the order in which requests pass them. A
//! request stops at the first refusal; a dry run shows them all.

use std::fmt;

use access::{
    DomainAllowance, DomainDecision, Entitlements, KeyPermission, KeyPermissions, KeyState,
    Timestamp,
};
use http_api::modules::CATALOGUE;
use http_api::text::thousands;
use http_api::{AccessPolicy, ApiError, ErrorCode};
use metering::LimitStatus;

use crate::caller::module_required;
use crate::identify::{domain_denied, refusal};

/// A check of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCheckName {
    /// Its organization is active.
    Organization,
    /// It was not revoked, is enabled and has not expired.
    Key,
    /// Its domain rule allows the page.
    Domain,
    /// Every rate has capacity.
    Rate,
    /// The quota has units left.
    Quota,
    /// It has the permission that the operation requires.
    Permission,
    /// A module contains the capability that the operation requires.
    Module,
}

impl KeyCheckName {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::Key => "key",
            Self::Domain => "domain",
            Self::Rate => "rate",
            Self::Quota => "quota",
            Self::Permission => "permission",
            Self::Module => "module",
        }
    }
}

/// A check and its result: why the key passes, or the error that a request gets.
#[derive(Debug)]
pub struct Verdict {
    /// The check.
    pub check: KeyCheckName,
    /// Its result.
    pub result: Result<Passed, ApiError>,
}

/// Why a key passes a check. It is written as a sentence.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the sentence of each says it")]
pub enum Passed {
    OrganizationActive,
    KeyUsable,
    Domain(DomainAllowance),
    RatesFree,
    QuotaLeft(metering::QuotaStatus),
    NoPermissionRequired,
    Permission(KeyPermission),
    NoModuleRequired,
    Module,
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OrganizationActive => f.write_str("The organization is active."),
            Self::KeyUsable => f.write_str("The key is enabled and has not expired."),
            Self::Domain(DomainAllowance::Match) => f.write_str("The key allows this domain."),
            Self::Domain(_) => f.write_str("The key allows any domain."),
            Self::RatesFree => f.write_str("No rate limit is exceeded."),
            Self::QuotaLeft(quota) => {
                let (left, limit) = (thousands(quota.remaining), thousands(quota.limit));
                write!(f, "{left} of {limit} units remain for {}.", quota.span)
            }
            Self::NoPermissionRequired => f.write_str("No permission is required."),
            Self::Permission(it) => write!(f, "The key has the `{it}` permission."),
            Self::NoModuleRequired => f.write_str("No module is required."),
            Self::Module => {
                f.write_str("The organization has a module that includes this operation.")
            }
        }
    }
}

/// The checks before a request is metered.
pub fn check_key(
    state: &KeyState,
    domain: DomainDecision,
    now: Timestamp,
) -> impl Iterator<Item = Verdict> + '_ {
    let checks = [
        KeyCheckName::Organization,
        KeyCheckName::Key,
        KeyCheckName::Domain,
    ];
    checks.into_iter().map(move |check| Verdict {
        check,
        result: match check {
            KeyCheckName::Organization => state
                .organization_usable()
                .map(|()| Passed::OrganizationActive)
                .map_err(refusal),
            KeyCheckName::Key => state
                .key_usable(now)
                .map(|()| Passed::KeyUsable)
                .map_err(refusal),
            _ => match domain {
                DomainDecision::Allowed(allowance) => Ok(Passed::Domain(allowance)),
                DomainDecision::Denied(reason) => Err(domain_denied(reason)),
            },
        },
    })
}

/// The checks of the meter. For a request, it decides and counts in one step; this only looks.
pub fn check_limits(status: &LimitStatus) -> impl Iterator<Item = Verdict> + '_ {
    let checks = [KeyCheckName::Rate, KeyCheckName::Quota];
    checks.into_iter().map(move |check| Verdict {
        check,
        result: match check {
            KeyCheckName::Rate => status.require_rates().map(|()| Passed::RatesFree),
            _ => status
                .require_quota()
                .map(|()| Passed::QuotaLeft(status.quota)),
        },
    })
}

/// The checks of an operation's rule, after the request is metered.
pub fn check_rule<'a>(
    access: AccessPolicy,
    permissions: KeyPermissions,
    entitlements: &'a Entitlements<'a>,
    now: Timestamp,
) -> impl Iterator<Item = Verdict> + 'a {
    let checks = [KeyCheckName::Permission, KeyCheckName::Module];
    checks.into_iter().map(move |check| Verdict {
        check,
        result: match check {
            KeyCheckName::Permission => permission(access, permissions),
            _ => module(access, entitlements, now),
        },
    })
}

fn permission(access: AccessPolicy, held: KeyPermissions) -> Result<Passed, ApiError> {
    match access {
        AccessPolicy::Public | AccessPolicy::AnyKey => Ok(Passed::NoPermissionRequired),
        AccessPolicy::Caller { key: Some(it), .. } if held.allows(it) => Ok(Passed::Permission(it)),
        AccessPolicy::Caller { key: Some(it), .. } => {
            Err(refusal(access::Refusal::PermissionMissing(it)))
        }
        _ => Err(ApiError::plain(ErrorCode::PersonRequired)),
    }
}

fn module(
    access: AccessPolicy,
    entitlements: &Entitlements<'_>,
    now: Timestamp,
) -> Result<Passed, ApiError> {
    let AccessPolicy::Caller {
        capability: Some(capability),
        ..
    } = access
    else {
        return Ok(Passed::NoModuleRequired);
    };
    let found = entitlements.may(capability, CATALOGUE, now);
    found
        .map(|()| Passed::Module)
        .map_err(|module| module_required(capability, module.map(|it| it.id)))
}

/// The first refusal, if there is one. Checks after it are not made.
///
/// # Errors
///
/// The refusal.
pub fn require_all(verdicts: impl IntoIterator<Item = Verdict>) -> Result<(), ApiError> {
    verdicts
        .into_iter()
        .try_for_each(|it| it.result.map(|_passed| ()))
}
