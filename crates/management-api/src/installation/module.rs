//! `/api/manage/installation/orgs/{org}/modules`: modules granted to an organization in addition to
//! those of its plan.

use access::{ModuleGrant, OrgId, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{OrgPageInput, spec};
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Source, Spec};
use operation::{Collection, Created, NoContent, Operation, resource};
use platform::Platform;

const PATH: &str = "/api/manage/installation/orgs/{org}/modules";

/// A granted module.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ModuleGrant")]
pub struct GrantAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// ID of the module.
    pub module: String,
    /// Source of the grant: `operator` or `purchase`.
    #[schemars(extend("enum" = ["operator", "purchase"]))]
    pub source: String,
    #[schemars(extend("format" = "date-time"))]
    pub granted_at: String,
    /// End of the grant. Null if it does not end.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: Option<String>,
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
    pub fn cells(&self) -> Vec<String> {
        let end = self.expires_at.clone();
        let end = end.unwrap_or_else(|| "never".to_owned());
        vec![self.module.clone(), self.source.clone(), end]
    }
}

#[derive(Debug)]
pub struct InstallationModuleList;

#[async_trait]
impl Operation for InstallationModuleList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Lists the modules that were granted or purchased, with their dates.",
        ..spec(
            "installation_module_list",
            Methods::Get,
            PATH,
            "List the modules granted to an organization",
        )
    };
    type Context = Platform;
    type Input = OrgPageInput;
    type Reply = Collection<GrantAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: OrgPageInput,
    ) -> Result<Self::Reply, ApiError> {
        let org = caller.org(platform, path_id(&input.org)?).await?.id;
        let grants = platform
            .store
            .org(caller.tenant(org))
            .module_grants()
            .await?;
        let grants = grants.into_iter().map(|it| GrantAttributes::of(it, org));
        Collection::cut(grants.collect(), &input.page)
    }
}

#[derive(Debug)]
pub struct InstallationModuleGrant;

/// A module to grant.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ModuleGrantRequest")]
pub struct ModuleGrantInput {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
    /// ID of the module, such as `content-premium`.
    #[schemars(length(min = 1, max = 40))]
    pub module: String,
    /// End of the grant. Omit it or send null for a grant without an end.
    pub expires_at: Option<ParsedText<Timestamp>>,
}

fn refused(detail: String, field: &str) -> ApiError {
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

#[async_trait]
impl Operation for InstallationModuleGrant {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound, ErrorCode::ValueRefused],
        description: "Granting a module again changes the end of the grant, so you can safely \
            repeat the request.",
        ..spec(
            "installation_module_grant",
            Methods::Post,
            PATH,
            "Grant a module to an organization",
        )
    };
    type Context = Platform;
    type Input = ModuleGrantInput;
    type Reply = Created<GrantAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: ModuleGrantInput,
    ) -> Result<Self::Reply, ApiError> {
        let now = caller.now();
        if CATALOGUE.module(&input.module).is_none() {
            let known: Vec<_> = CATALOGUE.modules().iter().map(|it| it.id).collect();
            let (module, known) = (&input.module, known.join(", "));
            let detail = format!("Unknown module `{module}`. Available modules: {known}.");
            return Err(refused(detail, "module"));
        }
        let expires_at = input.expires_at.map(|it| it.0);
        if expires_at.is_some_and(|it| it <= now) {
            return Err(refused("The end is in the past.".to_owned(), "expiresAt"));
        }
        let grant = ModuleGrant {
            module: input.module,
            source: "operator".to_owned(),
            granted_at: now,
            expires_at,
        };
        let mut locked = caller.lock(platform, path_id(&input.org)?).await?;
        locked.grant_module(&grant).await?;
        let mut event = caller.event("module.grant", &grant.module);
        let after = json!({ "expiresAt": expires_at.map(rfc3339) });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        let org = locked.id();
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(Created {
            resource: GrantAttributes::of(grant, org),
            meta: None,
        })
    }
}

#[derive(Debug)]
pub struct InstallationModuleRevoke;

/// A granted module.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ModuleGrantReference")]
pub struct GrantReference {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
    /// ID of the module.
    #[schemars(length(max = 100))]
    pub module: String,
}

#[async_trait]
impl Operation for InstallationModuleRevoke {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Ends every grant of the module, whatever its source. Modules included in the \
                      plan are not affected.",
        ..spec(
            "installation_module_revoke",
            Methods::Delete,
            "/api/manage/installation/orgs/{org}/modules/{module}",
            "Revoke a granted module",
        )
    };
    type Context = Platform;
    type Input = GrantReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: GrantReference,
    ) -> Result<Self::Reply, ApiError> {
        let mut locked = caller.lock(platform, path_id(&input.org)?).await?;
        let ended = locked.revoke_module(&input.module).await?;
        if ended == 0 {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        let mut event = caller.event("module.revoke", &input.module);
        event.after = Some(json!({ "ended": ended }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(NoContent)
    }
}
