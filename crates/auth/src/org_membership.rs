//! The organization in which a person acts: the one they name, if they are a member.

use std::sync::Arc;

use access::{ModuleGrant, OrgId, Role};
use store::{OrgRecord, OrgStatus, OrgTerms, Tenant};

use crate::principal::{CallContext, Principal};
use http_api::{AccessPolicy, ApiError, ErrorCode, Problem, Source};
use platform::Platform;

/// An organization, and a person's role in it.
#[derive(Clone, Debug)]
pub struct OrgMembership {
    org: OrgRecord,
    role: Role,
    grants: Vec<ModuleGrant>,
    tenant: Tenant,
}

impl OrgMembership {
    /// The organization.
    pub const fn org(&self) -> OrgId {
        self.org.id
    }

    /// The organization as stored.
    pub const fn record(&self) -> &OrgRecord {
        &self.org
    }

    /// What it has bought.
    pub const fn terms(&self) -> &OrgTerms {
        &self.org.terms
    }

    /// The modules that it was granted in addition to its plan.
    pub fn grants(&self) -> &[ModuleGrant] {
        &self.grants
    }

    /// The person's role in it.
    pub const fn role(&self) -> Role {
        self.role
    }

    /// The right to act inside it.
    pub const fn tenant(&self) -> Tenant {
        self.tenant
    }
}

/// The organization of a call. `None` if a key determines it or no organization is involved.
///
/// # Errors
///
/// Returns an error if no organization is named, or if the caller does not belong to it.
pub async fn membership(
    platform: &Platform,
    acting: &CallContext,
    access: AccessPolicy,
) -> Result<Option<Arc<OrgMembership>>, ApiError> {
    let named = match access {
        AccessPolicy::Caller { .. } | AccessPolicy::Member { .. } => acting.org.as_deref(),
        _ => return Ok(None),
    };
    let person = match &acting.principal {
        Principal::Person(person) => Some(person),
        Principal::Operator => None,
        Principal::Key(_) | Principal::Anyone => return Ok(None),
    };
    let Some(named) = named else {
        let code = ErrorCode::OrganizationRequired;
        let problem = Problem::new(code, code.explanation());
        return Err(problem.at(Source::Header("X-Organization")).into());
    };
    let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
    let id: OrgId = named.parse().map_err(|_| not_found())?;
    let (tenant, role) = match person {
        None => (Tenant::named_by_operator(id), Role::Owner),
        Some(person) => {
            let membership = platform.store.membership(person.user().id, id).await?;
            let membership = membership.ok_or_else(not_found)?;
            if membership.require_second_factor && !person.second_factor() {
                return Err(ApiError::plain(ErrorCode::SecondFactorRequired));
            }
            (membership.tenant(), membership.role)
        }
    };
    let org = platform.store.org_by_id(id).await?.ok_or_else(not_found)?;
    let uses = matches!(access, AccessPolicy::Caller { .. });
    if uses && org.status != OrgStatus::Active {
        return Err(ApiError::plain(ErrorCode::OrganizationSuspended));
    }
    let grants = platform.store.org(tenant).module_grants().await?;
    Ok(Some(Arc::new(OrgMembership {
        org,
        role,
        grants,
        tenant,
    })))
}
