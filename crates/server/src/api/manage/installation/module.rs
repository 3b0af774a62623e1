//! `/api/manage/installation/orgs/{org}/modules`: what an organization was granted besides the
//! modules of its plan.

use access::{ModuleGrant, OrgId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{OrgPageInput, spec};
use crate::app::App;
use crate::operation::{Collection, Created, NoContent, Operation, resource};
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::text::{Text, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Source, Spec};

const PATH: &str = "/api/manage/installation/orgs/{org}/modules";

/// A module that was granted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ModuleGrant")]
pub(crate) struct GrantAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    org: OrgId,
    /// The module's id.
    module: String,
    /// What granted it: `operator` or `purchase`.
    source: String,
    granted_at: String,
    /// When it ends, or ended; null for never.
    expires_at: Option<String>,
}

resource!(
    GrantAttributes,
    "module-grant",
    id,
    "/api/manage/installation/orgs/{org}/modules",
    org
);

impl GrantAttributes {
    fn of(grant: ModuleGrant, org: OrgId) -> Self {
        Self {
            id: format!("{}.{}", grant.module, grant.source),
            org,
            granted_at: rfc3339(grant.granted_at),
            expires_at: grant.expires_at.map(rfc3339),
            module: grant.module,
            source: grant.source,
        }
    }

    /// Cells for a table: module, source, end.
    pub(crate) fn cells(&self) -> Vec<String> {
        let end = self.expires_at.clone();
        let end = end.unwrap_or_else(|| "never".to_owned());
        vec![self.module.clone(), self.source.clone(), end]
    }
}

#[derive(Debug)]
pub(crate) struct InstallationModuleList;

impl Operation for InstallationModuleList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        ..spec(
            "installation_module_list",
            Methods::Get,
            PATH,
            "The modules an organization was granted, those that are over included",
        )
    };
    type Input = OrgPageInput;
    type Reply = Collection<GrantAttributes>;

    async fn run(
        app: &App,
        caller: OperatorCaller,
        input: OrgPageInput,
    ) -> Result<Self::Reply, ApiError> {
        let org = caller.org(app, path_id(&input.org)?).await?.id;
        let grants = app.store.org(caller.tenant(org)).module_grants().await?;
        let grants = grants.into_iter().map(|it| GrantAttributes::of(it, org));
        Collection::cut(grants.collect(), &input.page)
    }
}

#[derive(Debug)]
pub(crate) struct InstallationModuleGrant;

/// A module to be granted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ModuleGrantRequest")]
pub(crate) struct ModuleGrantInput {
    #[schemars(length(max = 100))]
    pub(crate) org: String,
    /// The module's id: `content-premium`.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) module: String,
    /// When it ends; absent or null for never.
    pub(crate) expires_at: Option<Text<Timestamp>>,
}

fn refused(detail: String, field: &str) -> ApiError {
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

impl Operation for InstallationModuleGrant {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound, ErrorCode::ValueRefused],
        description: "Granting again gives the grant another end: a repeated request changes \
            nothing.",
        ..spec(
            "installation_module_grant",
            Methods::Post,
            PATH,
            "Give an organization a module besides those of its plan",
        )
    };
    type Input = ModuleGrantInput;
    type Reply = Created<GrantAttributes>;

    async fn run(
        app: &App,
        caller: OperatorCaller,
        input: ModuleGrantInput,
    ) -> Result<Self::Reply, ApiError> {
        let now = caller.now();
        if CATALOGUE.module(&input.module).is_none() {
            let known: Vec<_> = CATALOGUE.modules().iter().map(|it| it.id).collect();
            let (module, known) = (&input.module, known.join(", "));
            let detail = format!("`{module}` is no module; there are {known}");
            return Err(refused(detail, "module"));
        }
        let expires_at = input.expires_at.map(|it| it.0);
        if expires_at.is_some_and(|it| it <= now) {
            return Err(refused("the end lies in the past".to_owned(), "expiresAt"));
        }
        let grant = ModuleGrant {
            module: input.module,
            source: "operator".to_owned(),
            granted_at: now,
            expires_at,
        };
        let mut locked = caller.lock(app, path_id(&input.org)?).await?;
        locked.grant_module(&grant).await?;
        let mut event = caller.event("module.grant", &grant.module);
        let after = json!({ "expiresAt": expires_at.map(rfc3339) });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        let org = locked.id();
        locked.commit().await?;
        app.key_cache.refresh().await?;
        Ok(Created {
            resource: GrantAttributes::of(grant, org),
            meta: None,
        })
    }
}

#[derive(Debug)]
pub(crate) struct InstallationModuleRevoke;

/// A granted module.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ModuleGrantReference")]
pub(crate) struct GrantReference {
    #[schemars(length(max = 100))]
    pub(crate) org: String,
    #[schemars(length(max = 100))]
    pub(crate) module: String,
}

impl Operation for InstallationModuleRevoke {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "From whatever source it was granted. What the plan includes stays.",
        ..spec(
            "installation_module_revoke",
            Methods::Delete,
            "/api/manage/installation/orgs/{org}/modules/{module}",
            "Take a granted module back",
        )
    };
    type Input = GrantReference;
    type Reply = NoContent;

    async fn run(
        app: &App,
        caller: OperatorCaller,
        input: GrantReference,
    ) -> Result<Self::Reply, ApiError> {
        let mut locked = caller.lock(app, path_id(&input.org)?).await?;
        let ended = locked.revoke_module(&input.module).await?;
        if ended == 0 {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        let mut event = caller.event("module.revoke", &input.module);
        event.after = Some(json!({ "ended": ended }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        app.key_cache.refresh().await?;
        Ok(NoContent)
    }
}
