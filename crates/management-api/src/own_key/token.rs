//! `POST /api/key/tokens`: mint a browser token from a server.

use std::time::Duration;

use access::{
    BrowserToken, BrowserTokenRequest, DomainPattern, KeyId, KeyPermission, MintRefusal, ParentKey,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::KeyRecord;

use crate::idempotency;
use crate::permission_text::PermissionText;
use auth::KeyCaller;
use http_api::clock::rfc3339;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};
use metering::KeySource;
use operation::{Created, Operation, resource};
use platform::Platform;

#[derive(Debug)]
pub struct KeyTokenCreate;

/// A browser token to create. It cannot exceed its key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "BrowserTokenRequest")]
pub struct TokenInput {
    #[schemars(length(min = 1, max = 4))]
    pub permissions: Vec<PermissionText>,
    /// Domains of the pages that can use the token. `*` is not allowed.
    #[schemars(length(min = 1, max = 10))]
    pub origins: Vec<ParsedText<DomainPattern>>,
    /// Lifetime in seconds, at most one hour.
    #[schemars(range(min = 1, max = 3600))]
    pub expires_in: u32,
}

/// A browser token.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrowserToken")]
pub struct TokenAttributes {
    #[serde(skip)]
    key: String,
    /// Token to send as `Authorization: Bearer`. Shown only once: null if the response repeats an
    /// earlier one.
    token: Option<String>,
    permissions: Vec<String>,
    origins: Vec<String>,
    #[schemars(extend("format" = "date-time"))]
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
    /// What is kept of a token, in the audit log and for a repeated request: everything but the
    /// token.
    pub fn kept(&self) -> Value {
        json!({
            "permissions": self.permissions,
            "origins": self.origins,
            "expiresAt": self.expires_at,
        })
    }

    /// The response to a repeated request: what was kept of the token, without the token.
    ///
    /// # Errors
    ///
    /// What was kept cannot be read.
    pub fn repeated(key: KeyId, kept: &str) -> Result<Created<Self>, ApiError> {
        let broken = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let kept: Kept = serde_json::from_str(kept).map_err(broken)?;
        let resource = Self {
            key: key.to_string(),
            token: None,
            permissions: kept.permissions,
            origins: kept.origins,
            expires_at: kept.expires_at,
        };
        let meta = Some(json!({ "secretShown": true }));
        Ok(Created { resource, meta })
    }
}

/// The parsed form of [`TokenAttributes::kept`].
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    permissions: Vec<String>,
    origins: Vec<String>,
    expires_at: String,
}

/// Mints a token that does not exceed its key.
///
/// # Errors
///
/// `value_refused` for anything that the key itself does not have.
pub fn mint(
    platform: &Platform,
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
    let now = platform.clock.now();
    let minted = BrowserToken::mint(request, parent, &platform.keys.browser_token, now);
    let (token, claims) = minted.map_err(|refusal| refused(&refusal))?;
    let (permissions, origins) = (claims.permissions.iter(), claims.origins.patterns().iter());
    Ok(TokenAttributes {
        key: key.id.to_string(),
        token: Some(token.reveal().to_owned()),
        permissions: permissions.map(|it| it.name().to_owned()).collect(),
        origins: origins.map(ToString::to_string).collect(),
        expires_at: rfc3339(claims.expires_at),
    })
}

#[async_trait]
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
        errors: &[
            ErrorCode::ValueRefused,
            ErrorCode::PermissionMissing,
            ErrorCode::IdempotencyConflict,
        ],
        group: "Key",
        summary: "Create a browser token",
        description: "Creates a token for use in web pages. A token cannot have more \
            permissions or domains than its key, is valid for at most one hour and expires with \
            its key. Call this operation from your server, never from a page. A token cannot \
            create another token. With an `Idempotency-Key`, a repeated request does not create a \
            second token: it returns `token: null` and `meta.secretShown`, and is charged like \
            any other request.",
    };
    type Context = Platform;
    type Input = TokenInput;
    type Reply = Created<TokenAttributes>;

    async fn run(
        platform: &Platform,
        caller: KeyCaller,
        input: TokenInput,
    ) -> Result<Self::Reply, ApiError> {
        if caller.source() != KeySource::Key {
            let detail = "A browser token cannot create another token. Use the API key itself.";
            return Err(Problem::new(ErrorCode::PermissionMissing, detail).into());
        }
        let (key, client) = (caller.key(), caller.client());
        let repeated = idempotency::key_of(platform, client, &key.id, Self::SPEC.id, &input)?;
        // Without a key nothing is stored: a token is signed.
        if repeated.is_none() {
            let resource = mint(platform, key, input)?;
            return Ok(Created {
                resource,
                meta: None,
            });
        }
        let mut transaction = platform.store.begin().await?;
        if let Some(kept) =
            idempotency::claim(platform, &mut transaction, repeated.as_ref()).await?
        {
            return TokenAttributes::repeated(key.id, &kept);
        }
        let token = mint(platform, key, input)?;
        idempotency::remember(&mut transaction, repeated.as_ref(), &token.kept()).await?;
        transaction.commit().await?;
        Ok(Created {
            resource: token,
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
