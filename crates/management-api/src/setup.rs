//! `POST /api/manage/setup`: the link of the first start creates the first account, which owns the
//! first organization and operates the installation.

use access::{EmailAddress, Name, PasswordUse, Role, TokenDigest, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{NewUser, PageSize, Tenant};

use super::session::SessionAttributes;
use crate::account::{begin_session, chosen_password, cookie_for};
use auth::Anyone;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, SecretText};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Created, Operation, WithCookie};
use platform::Platform;

#[derive(Debug)]
pub struct AccountSetup;

/// The first account.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "AccountSetupRequest")]
pub struct AccountSetupInput {
    /// Token of the link.
    token: SecretText,
    email: ParsedText<EmailAddress>,
    name: ParsedText<Name>,
    /// Password of at least 15 characters.
    password: SecretText,
}

#[async_trait]
impl Operation for AccountSetup {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::PasswordRefused,
            ErrorCode::InsecureTransport,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Uses the setup link that the service prints at its first start. The account \
            becomes an operator of the installation and is signed in. The link works \
            once.",
        ..super::spec(
            "account_setup",
            Methods::Post,
            "/api/manage/setup",
            Rule::PUBLIC,
            "Create the first account",
        )
    };
    type Context = Platform;
    type Input = AccountSetupInput;
    type Reply = WithCookie<Created<SessionAttributes>>;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: AccountSetupInput,
    ) -> Result<Self::Reply, ApiError> {
        let now = platform.clock.now();
        cookie_for(platform, caller.client())?;
        let invalid = || ApiError::plain(ErrorCode::LinkInvalid);
        // Checked before the slow hash, and again when the link is used up. Each start creates a
        // new link, so a link of an earlier master secret is never the current one.
        let digest = TokenDigest::of(input.token.reveal(), &platform.keys.token);
        if !platform.store.is_setup_token(&digest, now).await? || has_accounts(platform).await? {
            return Err(invalid());
        }
        let password = input.password.reveal();
        let password = chosen_password(password, PasswordUse::Alone, "/password")?;
        let id = UserId::new(now, &OsRandom);
        let password = platform.passwords.hash(id, password).await?;
        let orgs = platform.store.orgs_page(None, PageSize::DEFAULT).await?;
        let first = orgs.items.first().ok_or_else(invalid)?;
        let user = NewUser {
            id,
            email: input.email.0,
            name: input.name.0,
            password: Some(password),
            email_verified_at: None,
            operator: true,
            created_at: now,
        };
        let inside = platform.store.org(Tenant::named_by_operator(first.id));
        let locked = inside.locked(&platform.keys.audit).await?;
        let mut locked = locked.ok_or_else(invalid)?;
        let fresh = locked.open().use_setup_token(&digest, now).await?;
        if !fresh || !locked.open().add_user(&user).await? {
            return Err(invalid());
        }
        locked.add_member(user.id, Role::Owner, now).await?;
        let client = caller.client();
        let event = store::AuditEvent {
            at: now,
            actor: user.id.to_string(),
            action: "account.setup".to_owned(),
            subject: user.id.to_string(),
            before: None,
            after: Some(serde_json::json!({ "role": "owner", "operator": true }).to_string()),
            source_address: client.source_address(),
        };
        locked.audit(&event).await?;
        // It also creates an operator, which concerns the installation.
        locked.audit_installation(&event).await?;
        let begun = begin_session(platform, locked.open(), user.id, false, client).await?;
        locked.commit().await?;
        Ok(SessionAttributes::begun(platform, &begun, client, false))
    }
}

/// Whether anyone has an account. From then on, no setup link works.
///
/// # Errors
///
/// If the database is unavailable.
pub async fn has_accounts(platform: &Platform) -> Result<bool, ApiError> {
    Ok(platform.store.has_users().await?)
}
