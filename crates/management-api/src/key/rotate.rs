//! `POST /api/manage/orgs/{org}/keys/{key}/rotate`: a new secret with a grace period for the old
//! one.

use std::time::Duration;

use access::{KeyId, PlainKey, RolePermission, RotationRefusal};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{KeySuccessor, Rotation};

use super::{ManagedKey, require_room, tell_of_new_key};
use crate::idempotency;
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Spec};
use operation::{Created, Operation};
use platform::Platform;

#[derive(Debug)]
pub struct KeyRotate;

/// The grace period of the old key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "KeyRotateRequest")]
pub struct KeyRotateInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
    /// Grace period of the old key in seconds, at most 30 days.
    #[schemars(range(min = 0, max = 2_592_000))]
    pub grace_seconds: u32,
}

/// Metadata of a rotation.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RotationMeta {
    /// ID of the old key.
    pub replaces: String,
    /// Time at which the old key stops working. Absent from a repeated response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_expires_at: Option<String>,
    /// Present and true if an earlier response has shown the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_shown: Option<bool>,
}

#[async_trait]
impl Operation for KeyRotate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::KeySuperseded,
            ErrorCode::KeyEnded,
            ErrorCode::KeyLimitReached,
            ErrorCode::IdempotencyConflict,
        ],
        description: "The new key has the settings, limits and expiration of the old one and is \
            shown only once. With an `Idempotency-Key`, a repeated request does not create a second key: \
            it returns `key: null` and `meta.secretShown`.",
        ..crate::spec(
            "key_rotate",
            Methods::Post,
            "/api/manage/orgs/{org}/keys/{key}/rotate",
            Rule::member(RolePermission::OrgUpdate),
            "Rotate an API key",
        )
    };
    type Context = Platform;
    type Input = KeyRotateInput;
    type Reply = Created<ManagedKey, RotationMeta>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyRotateInput,
    ) -> Result<Self::Reply, ApiError> {
        let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
        let id: KeyId = path_id(&input.key)?;
        let (now, client) = (caller.now(), caller.client());
        let repeated = idempotency::key_of(platform, client, &caller.org(), "key_rotate", &input)?;
        let (mut locked, _) = caller.lock(platform).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            let found = locked.key(path_id(&made)?).await?.ok_or_else(not_found)?;
            return Ok(Created {
                resource: ManagedKey::of(&found, None, now),
                meta: Some(RotationMeta {
                    replaces: id.to_string(),
                    old_expires_at: None,
                    secret_shown: Some(true),
                }),
            });
        }
        let old = locked.key(id).await?.ok_or_else(not_found)?;
        // Without a grace period the new key takes the place of the old one.
        if input.grace_seconds > 0 {
            require_room(platform, &caller, &mut locked).await?;
        }
        let plain = PlainKey::generate(old.mode, &OsRandom);
        let successor = KeySuccessor {
            id: KeyId::new(now, &OsRandom),
            digest: plain.digest(&platform.keys.pepper),
            display: plain.display(),
            created_by: caller.user(),
            created_at: now,
            grace: Duration::from_secs(u64::from(input.grace_seconds)),
        };
        let old_expires_at = match locked.rotate_key(id, &successor).await? {
            Rotation::Done { old_expires_at } => old_expires_at,
            Rotation::NotFound => return Err(not_found()),
            Rotation::Refused(refusal) => return Err(refused(refusal)),
        };
        let new = locked.key(successor.id).await?.ok_or_else(not_found)?;
        let end = rfc3339(old_expires_at);
        let mut event = caller.event("key.rotate", &id);
        let successor_id = successor.id.to_string();
        let after = json!({ "successor": successor_id, "oldExpiresAt": end });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        tell_of_new_key(platform, &mut locked, &caller, &new.name).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &successor.id).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(Created {
            resource: ManagedKey::of(&new, Some(plain.reveal()), now),
            meta: Some(RotationMeta {
                replaces: id.to_string(),
                old_expires_at: Some(end),
                secret_shown: None,
            }),
        })
    }
}

fn refused(refusal: RotationRefusal) -> ApiError {
    let code = match refusal {
        RotationRefusal::Superseded => ErrorCode::KeySuperseded,
        RotationRefusal::Revoked | RotationRefusal::Expired => ErrorCode::KeyEnded,
        RotationRefusal::GraceTooLong => ErrorCode::FieldRange,
    };
    let problem = Problem::new(code, refusal.to_string());
    problem.with_meta("reason", refusal.name()).into()
}
