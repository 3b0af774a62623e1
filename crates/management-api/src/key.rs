//! `/api/manage/orgs/{org}/keys`: an organization's API keys.

pub mod check;
pub mod create;
pub mod domain_check;
pub mod edit;
pub mod embed_url;
pub mod list;
pub mod preview;
pub mod rotate;
mod terms;
pub mod token;

use access::{DomainRule, KeyModules, KeyPermission, Refusal, Role, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{KeyRecord, LockedOrg};

use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::{ApiError, ErrorCode, Problem};
use i18n::Language;
use notifications::mail::{KeyNotice, MailKind, NoticeMail, Recipient};
use operation::resource;
use platform::Platform;

/// Refuses another key if the organization has reached its limit. Operators are not limited.
async fn require_room(
    platform: &Platform,
    caller: &MemberCaller,
    locked: &mut LockedOrg,
) -> Result<(), ApiError> {
    let most = platform.config.max_keys_per_organization;
    if caller.user().is_none() || locked.active_keys(caller.now()).await? < u64::from(most) {
        return Ok(());
    }
    let code = ErrorCode::KeyLimitReached;
    Err(Problem::new(code, code.explanation())
        .with_meta("limit", most)
        .into())
}

/// A key, as members who manage it see it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ManagedKey")]
pub struct ManagedKey {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: String,
    /// The key itself. Shown only in the response that creates it.
    pub key: Option<String>,
    pub name: String,
    /// First 12 and last 4 characters.
    pub display: String,
    #[schemars(extend("enum" = ["live", "test"]))]
    pub mode: &'static str,
    /// Status: `active`, `disabled`, `expired`, `revoked`, or `suspended` with its organization.
    #[schemars(extend("enum" = ["active", "disabled", "expired", "revoked", "suspended"]))]
    pub status: &'static str,
    pub permissions: Vec<&'static str>,
    /// Modules the key can use. Null for all modules of its organization.
    pub modules: Option<Vec<String>>,
    /// Rate limits of the key, in addition to those of its organization.
    pub rates: Vec<String>,
    /// Domains the key can be used from. Null if it is not restricted.
    pub domains: Option<Vec<String>>,
    pub enabled: bool,
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: Option<String>,
    /// Time of the last use, to the minute.
    #[schemars(extend("format" = "date-time"))]
    pub last_used_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// ID of the user who created it. Null for an operator.
    pub created_by: Option<String>,
    /// ID of the first key of the family that shares its limits.
    pub family: String,
    /// Whether a newer key has replaced it.
    pub superseded: bool,
}

/// Without the key.
impl std::fmt::Debug for ManagedKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ManagedKey").field(&self.id).finish()
    }
}

resource!(
    ManagedKey,
    "key",
    id,
    "/api/manage/orgs/{org}/keys/{id}",
    org,
    id
);

impl ManagedKey {
    pub fn of(key: &KeyRecord, secret: Option<&str>, now: Timestamp) -> Self {
        let standing = &key.standing;
        Self {
            id: key.id.to_string(),
            org: key.org_id.to_string(),
            key: secret.map(str::to_owned),
            name: key.name.clone(),
            display: key.display.to_string(),
            mode: key.mode.name(),
            status: status(key, now),
            permissions: standing
                .permissions
                .iter()
                .map(KeyPermission::name)
                .collect(),
            modules: match &key.modules {
                KeyModules::All => None,
                KeyModules::Only(ids) => Some(ids.clone()),
            },
            rates: key.rates.iter().map(ToString::to_string).collect(),
            domains: patterns(&key.domains),
            enabled: standing.enabled,
            expires_at: standing.expires_at.map(rfc3339),
            last_used_at: key.last_used_at.map(rfc3339),
            created_at: rfc3339(key.created_at),
            created_by: key.created_by.map(|it| it.to_string()),
            family: key.family.to_string(),
            superseded: key.superseded,
        }
    }

    /// The key's id, for commands.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The secret, if this response shows it.
    pub fn secret(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

pub fn status(key: &KeyRecord, now: Timestamp) -> &'static str {
    match key.standing.usable(now) {
        Ok(()) => "active",
        Err(Refusal::KeyRevoked) => "revoked",
        Err(Refusal::KeyDisabled) => "disabled",
        Err(Refusal::KeyExpired) => "expired",
        Err(_) => "suspended",
    }
}

pub fn patterns(domains: &DomainRule) -> Option<Vec<String>> {
    match domains {
        DomainRule::Unrestricted => None,
        DomainRule::List(list) => Some(list.patterns().iter().map(ToString::to_string).collect()),
    }
}

/// The representation of a key in the audit log: everything but the key.
fn audited(key: &KeyRecord) -> Value {
    let permissions: Vec<_> = key
        .standing
        .permissions
        .iter()
        .map(KeyPermission::name)
        .collect();
    let modules = match &key.modules {
        KeyModules::All => None,
        KeyModules::Only(ids) => Some(ids),
    };
    let rates: Vec<_> = key.rates.iter().map(ToString::to_string).collect();
    json!({
        "name": key.name,
        "display": key.display.to_string(),
        "mode": key.mode.name(),
        "permissions": permissions,
        "modules": modules,
        "rates": rates,
        "domains": patterns(&key.domains),
        "enabled": key.standing.enabled,
        "revoked": key.standing.revoked,
        "expiresAt": key.standing.expires_at.map(rfc3339),
    })
}

/// A key of the organization, named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KeyReference")]
pub struct KeyReference {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
}

/// Notifies the organization's owners and the creator by e-mail that a key was created: a key works
/// long after the session that created it has ended.
async fn tell_of_new_key(
    platform: &Platform,
    locked: &mut LockedOrg,
    caller: &MemberCaller,
    name: &str,
) -> Result<(), ApiError> {
    let (client, now) = (caller.client(), caller.now());
    let creator = caller.account();
    let key = KeyNotice {
        name: name.to_owned(),
        organization: caller.membership().record().name.clone(),
        person: creator.map_or_else(|| "operator".to_owned(), |it| it.name.clone()),
    };
    let owners = locked.readers_in(&[Role::Owner]).await?;
    let owners = owners.into_iter().map(|it| Recipient {
        address: it.address,
        language: it
            .language
            .as_deref()
            .and_then(Language::of_tag)
            .unwrap_or_default(),
    });
    let to = creator.map(|it| Recipient::of(it, client));
    let to: Vec<_> = to.into_iter().chain(owners).collect();
    let notice = NoticeMail::of(client, now).about_key(key);
    let kind = MailKind::KeyCreated;
    notice
        .send(platform, locked.open(), (kind, now), to)
        .await?;
    Ok(())
}
