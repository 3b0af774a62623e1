//! `POST /api/manage/orgs/{org}/keys`: a new key, shown once.

use access::{DomainPattern, KeyId, KeyMode, Name, PlainKey, Rate, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::NewKey;

use super::{ManagedKey, audited, require_room, tell_of_new_key, terms};
use crate::idempotency;
use crate::permission_text::PermissionText;
use auth::MemberCaller;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Created, Operation};
use platform::Platform;

#[derive(Debug)]
pub struct KeyCreate;

/// A key to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "KeyCreateRequest")]
pub struct KeyCreateInput {
    pub name: ParsedText<Name>,
    pub mode: ModeText,
    #[schemars(length(max = 4))]
    pub permissions: Vec<PermissionText>,
    /// Modules the key can use. Omit it or send null for all modules that the organization has, now
    /// and later. You can name a module that the organization does not have yet.
    #[schemars(length(max = 100), inner(length(max = 50)))]
    pub modules: Option<Vec<String>>,
    /// Rate limits of the key, such as `60/60s`, in addition to those of its organization.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub rates: Vec<ParsedText<Rate>>,
    /// Domains the key can be used from: `example.com`, `*.example.com` or `*`. Omit it or send
    /// null for no restriction. This protects only against misuse in browsers.
    #[schemars(length(max = 50))]
    pub domains: Option<Vec<ParsedText<DomainPattern>>>,
    /// Time of expiration. Omit it or send null for a key that does not expire.
    pub expires_at: Option<ParsedText<Timestamp>>,
}

/// Whether the use of a key is billed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "KeyMode")]
pub enum ModeText {
    Live,
    Test,
}

impl From<ModeText> for KeyMode {
    fn from(text: ModeText) -> Self {
        match text {
            ModeText::Live => Self::Live,
            ModeText::Test => Self::Test,
        }
    }
}

#[async_trait]
impl Operation for KeyCreate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::ValueRefused,
            ErrorCode::KeyLimitReached,
            ErrorCode::IdempotencyConflict,
        ],
        description: "The response shows the key only once. With an `Idempotency-Key`, a repeated request \
            does not create a second key: it returns `key: null` and `meta.secretShown`.",
        ..crate::spec(
            "key_create",
            Methods::Post,
            "/api/manage/orgs/{org}/keys",
            Rule::member(RolePermission::OrgUpdate),
            "Create an API key",
        )
    };
    type Context = Platform;
    type Input = KeyCreateInput;
    type Reply = Created<ManagedKey>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let (now, client) = (caller.now(), caller.client());
        let repeated = idempotency::key_of(platform, client, &caller.org(), "key_create", &input)?;
        let mode = KeyMode::from(input.mode);
        let plain = PlainKey::generate(mode, &OsRandom);
        let (mut locked, role) = caller.lock(platform).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            let found = locked.key(path_id(&made)?).await?;
            let found = found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
            return Ok(Created {
                resource: ManagedKey::of(&found, None, now),
                meta: Some(json!({ "secretShown": true })),
            });
        }
        require_room(platform, &caller, &mut locked).await?;
        let modules = terms::modules(input.modules)?;
        let key = NewKey {
            id: KeyId::new(now, &OsRandom),
            name: input.name.0,
            mode,
            digest: plain.digest(&platform.keys.pepper),
            display: plain.display(),
            permissions: terms::permissions(&input.permissions, role)?,
            rates: input.rates.into_iter().map(|it| it.0).collect(),
            domains: terms::domains(input.domains)?,
            expires_at: terms::expiration(input.expires_at, now)?,
            created_at: now,
        };
        locked.add_key(&key, &modules, caller.user()).await?;
        let made = locked.key(key.id).await?;
        let made = made.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        let mut event = caller.event("key.create", &key.id);
        event.after = Some(audited(&made).to_string());
        locked.audit(&event).await?;
        tell_of_new_key(platform, &mut locked, &caller, &made.name).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &key.id).await?;
        locked.commit().await?;
        Ok(Created {
            resource: ManagedKey::of(&made, Some(plain.reveal()), now),
            meta: None,
        })
    }
}
