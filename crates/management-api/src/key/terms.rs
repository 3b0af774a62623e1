//! The terms of a key, checked the same way when it is created and when it is changed.

use access::{
    DomainList, DomainPattern, DomainRule, KeyModules, KeyPermission, KeyPermissions, Role,
    RolePermission, Timestamp,
};

use crate::permission_text::PermissionText;
use http_api::modules::CATALOGUE;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode, Problem, Source};

fn refused(code: ErrorCode, detail: String, field: &str) -> ApiError {
    let problem = Problem::new(code, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

/// A member's keys can have the member's own permissions and no others.
const fn needed(permission: KeyPermission) -> RolePermission {
    match permission {
        KeyPermission::CalcRead => RolePermission::CalcUse,
        KeyPermission::ChartRead => RolePermission::ChartUse,
        KeyPermission::ContentRead => RolePermission::ContentRead,
        KeyPermission::ModulesRead => RolePermission::ModulesRead,
    }
}

/// The permissions, if the creator has them.
pub(super) fn permissions(
    given: &[PermissionText],
    maker: Role,
) -> Result<KeyPermissions, ApiError> {
    let wanted: KeyPermissions = given.iter().map(|it| KeyPermission::from(*it)).collect();
    let held = maker.permissions();
    match wanted.iter().find(|it| !held.allows(needed(*it))) {
        None => Ok(wanted),
        Some(permission) => {
            let detail = format!("Your role {maker} cannot grant `{permission}` to a key.");
            Err(refused(ErrorCode::GrantTooHigh, detail, "permissions"))
        }
    }
}

/// Null removes the restriction. An empty list is rejected: removing the last entry never opens a
/// key.
pub(super) fn domains(
    given: Option<Vec<ParsedText<DomainPattern>>>,
) -> Result<DomainRule, ApiError> {
    let Some(patterns) = given else {
        return Ok(DomainRule::Unrestricted);
    };
    let list = DomainList::new(patterns.into_iter().map(|it| it.0));
    let refuse = |error: access::DomainListError| {
        refused(ErrorCode::ValueRefused, error.to_string(), "domains")
    };
    list.map(DomainRule::List).map_err(refuse)
}

/// Null for all modules of the organization. A named module need not be held: modules come and go
/// with plans, purchases and trials, and a restricted key stays restricted through all of it.
pub(super) fn modules(given: Option<Vec<String>>) -> Result<KeyModules, ApiError> {
    let Some(ids) = given else {
        return Ok(KeyModules::All);
    };
    match ids.iter().find(|it| CATALOGUE.module(it).is_none()) {
        None => Ok(KeyModules::Only(ids)),
        Some(unknown) => {
            let detail = format!(
                "Unknown module `{unknown}`. `GET /api/manage/orgs/{{org}}/modules` lists the modules."
            );
            Err(refused(ErrorCode::ValueRefused, detail, "modules"))
        }
    }
}

/// An expiration in the future.
pub(super) fn expiration(
    given: Option<ParsedText<Timestamp>>,
    now: Timestamp,
) -> Result<Option<Timestamp>, ApiError> {
    match given.map(|it| it.0) {
        Some(end) if end <= now => {
            let detail = "The expiration date is in the past.".to_owned();
            Err(refused(ErrorCode::ValueRefused, detail, "expiresAt"))
        }
        end => Ok(end),
    }
}
