//! `POST /api/manage/orgs/{org}/keys/{key}/tokens`: a browser token of a key, for people who do not
//! have the key itself. There is no list: a token is signed and not stored, is valid for at most
//! one hour and expires with its key.

use access::{DomainPattern, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::idempotency;
use crate::own_key::token::{TokenAttributes, TokenInput, mint};
use crate::permission_text::PermissionText;
use auth::MemberCaller;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Created, Operation};
use platform::Platform;

#[derive(Debug)]
pub struct KeyTokenMint;

/// A browser token to create. It cannot exceed its key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "KeyTokenMintRequest")]
pub struct KeyTokenMintInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    key: String,
    #[schemars(length(min = 1, max = 4))]
    permissions: Vec<PermissionText>,
    /// Domains of the pages that can use the token. `*` is not allowed.
    #[schemars(length(min = 1, max = 10))]
    origins: Vec<ParsedText<DomainPattern>>,
    /// Lifetime in seconds, at most one hour.
    #[schemars(range(min = 1, max = 3600))]
    expires_in: u32,
}

#[async_trait]
impl Operation for KeyTokenMint {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::KeyEnded,
            ErrorCode::ValueRefused,
            ErrorCode::IdempotencyConflict,
        ],
        description: "The response shows the token only once. A token cannot have more \
            permissions or domains than its key, is valid for at most one hour and expires with \
            its key. Disabling or revoking the key also ends the token. With an \
            `Idempotency-Key`, a repeated request does not create a second token: it returns \
            `token: null` and `meta.secretShown`.",
        ..crate::spec(
            "key_token_mint",
            Methods::Post,
            "/api/manage/orgs/{org}/keys/{key}/tokens",
            Rule::member(RolePermission::OrgUpdate),
            "Create a browser token for a key",
        )
    };
    type Context = Platform;
    type Input = KeyTokenMintInput;
    type Reply = Created<TokenAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyTokenMintInput,
    ) -> Result<Self::Reply, ApiError> {
        let id = path_id(&input.key)?;
        let (operation, client) = (Self::SPEC.id, caller.client());
        let repeated = idempotency::key_of(platform, client, &caller.org(), operation, &input)?;
        let (mut locked, _) = caller.lock(platform).await?;
        if let Some(kept) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            return TokenAttributes::repeated(id, &kept);
        }
        let key = locked.key(id).await?;
        let key = key.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        let over = key.standing.expires_at.is_some_and(|it| it <= caller.now());
        if key.standing.revoked || over {
            return Err(ApiError::plain(ErrorCode::KeyEnded));
        }
        let wanted = TokenInput {
            permissions: input.permissions,
            origins: input.origins,
            expires_in: input.expires_in,
        };
        let token = mint(platform, &key, wanted)?;
        let mut event = caller.event("token.create", &id);
        event.after = Some(token.kept().to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &token.kept()).await?;
        locked.commit().await?;
        Ok(Created {
            resource: token,
            meta: None,
        })
    }
}
