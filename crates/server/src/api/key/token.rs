//! `POST /api/key/tokens`: what a server mints from its key for a page.

use std::time::Duration;

use access::{
    BrowserToken, BrowserTokenRequest, DomainPattern, KeyPermission, MintRefusal, ParentKey,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::KeyRecord;

use super::super::manage::key::PermissionText;
use crate::app::App;
use crate::clock::rfc3339;
use crate::error::{ApiError, ErrorCode, Problem, Source};
use crate::guard::{KeyCaller, KeySource, Rule};
use crate::operation::{Created, Limits, Methods, Operation, Spec, resource};
use crate::wire::Text;

#[derive(Debug)]
pub(crate) struct KeyTokenCreate;

/// What the token is to be good for: at most what its key is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "BrowserTokenRequest")]
pub(crate) struct TokenInput {
    #[schemars(length(min = 1, max = 4))]
    pub(crate) permissions: Vec<PermissionText>,
    /// The pages that may use it, never `*`.
    #[schemars(length(min = 1, max = 10))]
    pub(crate) origins: Vec<Text<DomainPattern>>,
    /// Seconds, up to an hour.
    #[schemars(range(min = 1, max = 3600))]
    pub(crate) expires_in: u32,
}

/// A browser token.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrowserToken")]
pub(crate) struct TokenAttributes {
    #[serde(skip)]
    key: String,
    /// To be sent as `Authorization: Bearer`, shown this once.
    token: String,
    permissions: Vec<&'static str>,
    origins: Vec<String>,
    expires_at: String,
}

/// Without the token.
impl std::fmt::Debug for TokenAttributes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TokenAttributes").field(&self.key).finish()
    }
}

resource!(TokenAttributes, "browser-token", key, "/api/key/tokens");

impl TokenAttributes {
    /// What the audit log keeps of a token: everything but the token.
    pub(crate) fn audited(&self) -> Value {
        json!({
            "permissions": self.permissions,
            "origins": self.origins,
            "expiresAt": self.expires_at,
        })
    }
}

/// Mints a token from a key, at most as good as the key.
///
/// # Errors
///
/// `value_refused` for what the key itself has not.
pub(crate) fn mint(
    app: &App,
    key: &KeyRecord,
    input: TokenInput,
) -> Result<TokenAttributes, ApiError> {
    let parent = ParentKey {
        id: key.id,
        permissions: key.standing.permissions,
        domains: &key.domains,
        expires_at: key.standing.expires_at,
    };
    let permissions = input.permissions.iter();
    let request = BrowserTokenRequest {
        permissions: permissions.map(|it| KeyPermission::from(*it)).collect(),
        origins: input.origins.into_iter().map(|it| it.0).collect(),
        lifetime: Duration::from_secs(u64::from(input.expires_in)),
    };
    let now = app.clock.now();
    let minted = BrowserToken::mint(request, parent, &app.keys.browser_token, now);
    let (token, claims) = minted.map_err(|refusal| refused(&refusal))?;
    let origins = claims.origins.patterns().iter();
    Ok(TokenAttributes {
        key: key.id.to_string(),
        token: token.reveal().to_owned(),
        permissions: claims.permissions.iter().map(KeyPermission::name).collect(),
        origins: origins.map(ToString::to_string).collect(),
        expires_at: rfc3339(claims.expires_at),
    })
}

impl Operation for KeyTokenCreate {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = Spec {
        id: "key_token_create",
        methods: Methods::Post,
        path: "/api/key/tokens",
        aliases: &[],
        access: Rule::ANY_KEY,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ValueRefused, ErrorCode::PermissionMissing],
        group: "Key",
        summary: "Mint a browser token",
        description: "For pages: a token is narrower than its key, lives for an hour at most and \
            dies with its key. Call this from your server, never from a page. A token cannot mint \
            another.",
    };
    type Input = TokenInput;
    type Reply = Created<TokenAttributes>;

    async fn run(app: &App, caller: KeyCaller, input: TokenInput) -> Result<Self::Reply, ApiError> {
        if caller.source() != KeySource::Key {
            let detail = "a browser token cannot mint another one: use the key itself";
            return Err(Problem::new(ErrorCode::PermissionMissing, detail).into());
        }
        Ok(Created {
            resource: mint(app, caller.key(), input)?,
            meta: None,
        })
    }
}

fn refused(refusal: &MintRefusal) -> ApiError {
    let field = match refusal {
        MintRefusal::PermissionsEmpty | MintRefusal::PermissionNotHeld(_) => "/permissions",
        MintRefusal::OriginsEmpty
        | MintRefusal::TooManyOrigins { .. }
        | MintRefusal::OriginAny
        | MintRefusal::OriginNotCovered(_) => "/origins",
        MintRefusal::Lifetime | MintRefusal::OutlivesKey => "/expiresIn",
    };
    let problem = Problem::new(ErrorCode::ValueRefused, refusal.to_string());
    problem.at(Source::Pointer(field.to_owned())).into()
}
