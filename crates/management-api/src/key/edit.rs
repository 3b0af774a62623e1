//! `PATCH` and `DELETE /api/manage/orgs/{org}/keys/{key}`: updating and revoking a key.

use access::{DomainPattern, KeyId, Name, Rate, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::KeyEdit;

use super::{KeyReference, ManagedKey, audited, require_room, terms};
use crate::permission_text::PermissionText;
use auth::MemberCaller;
use http_api::text::{ParsedText, given, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{NoContent, Operation, Resource};
use platform::Platform;

#[derive(Debug)]
pub struct KeyUpdate;

/// Changes to a key. Omitted fields stay unchanged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "KeyUpdateRequest")]
pub struct KeyUpdateInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
    pub name: Option<ParsedText<Name>>,
    #[schemars(length(max = 4))]
    pub permissions: Option<Vec<PermissionText>>,
    #[schemars(length(max = 10))]
    pub rates: Option<Vec<ParsedText<Rate>>>,
    /// Modules the key can use. Null for all modules of its organization.
    #[serde(default, deserialize_with = "given")]
    #[schemars(
        with = "Option<Vec<String>>",
        length(max = 100),
        inner(length(max = 50))
    )]
    pub modules: Option<Option<Vec<String>>>,
    /// Domains the key can be used from. Null removes the restriction. An empty list is rejected.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<ParsedText<DomainPattern>>>", length(max = 50))]
    pub domains: Option<Option<Vec<ParsedText<DomainPattern>>>>,
    /// Time of expiration. Null for a key that does not expire.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<ParsedText<Timestamp>>")]
    pub expires_at: Option<Option<ParsedText<Timestamp>>>,
    /// Whether the key is enabled.
    pub enabled: Option<bool>,
}

#[async_trait]
impl Operation for KeyUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::ValueRefused,
            ErrorCode::KeyEnded,
            ErrorCode::KeySuperseded,
            ErrorCode::KeyLimitReached,
        ],
        description: "Takes effect on the next request with the key. A revoked key cannot be \
            changed. A rotated key keeps its expiration.",
        ..crate::spec(
            "key_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/keys/{key}",
            Rule::member(RolePermission::OrgUpdate),
            "Update an API key",
        )
    };
    type Context = Platform;
    type Input = KeyUpdateInput;
    type Reply = Resource<ManagedKey>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
        let id: KeyId = path_id(&input.key)?;
        let now = caller.now();
        let (mut locked, role) = caller.lock(platform).await?;
        let before = locked.key(id).await?.ok_or_else(not_found)?;
        if before.standing.revoked {
            return Err(ApiError::plain(ErrorCode::KeyEnded));
        }
        if before.superseded && input.expires_at.is_some() {
            return Err(ApiError::plain(ErrorCode::KeySuperseded));
        }
        // A later expiration makes an expired key active again.
        let expired = before.standing.expires_at.is_some_and(|it| it <= now);
        if expired && input.expires_at.is_some() {
            require_room(platform, &caller, &mut locked).await?;
        }
        let permissions = input.permissions.as_deref();
        let rates = input
            .rates
            .map(|it| it.into_iter().map(|it| it.0).collect());
        let edit = KeyEdit {
            name: input.name.map(|it| it.0),
            permissions: permissions
                .map(|it| terms::permissions(it, role))
                .transpose()?,
            rates,
            domains: input.domains.map(terms::domains).transpose()?,
            modules: input.modules.map(terms::modules).transpose()?,
            expires_at: input
                .expires_at
                .map(|it| terms::expiration(it, now))
                .transpose()?,
            enabled: input.enabled,
        };
        locked.edit_key(id, &edit).await?;
        let after = locked.key(id).await?.ok_or_else(not_found)?;
        let mut event = caller.event("key.update", &id);
        event.before = Some(audited(&before).to_string());
        event.after = Some(audited(&after).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(Resource(ManagedKey::of(&after, None, now)))
    }
}

#[derive(Debug)]
pub struct KeyRevoke;

#[async_trait]
impl Operation for KeyRevoke {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Permanently revokes the key and all other keys of its family. You can safely \
            repeat the request.",
        ..crate::spec(
            "key_revoke",
            Methods::Delete,
            "/api/manage/orgs/{org}/keys/{key}",
            Rule::member(RolePermission::OrgUpdate),
            "Revoke an API key",
        )
    };
    type Context = Platform;
    type Input = KeyReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: KeyId = path_id(&input.key)?;
        let (mut locked, _) = caller.lock(platform).await?;
        let ended = locked.revoke_key(id, caller.now()).await?;
        if ended.is_empty() {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        let family: Vec<_> = ended.iter().map(ToString::to_string).collect();
        let mut event = caller.event("key.revoke", &id);
        event.after = Some(json!({ "revoked": family }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(NoContent)
    }
}
