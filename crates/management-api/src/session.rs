//! `/api/manage/session` and `/api/manage/me/sessions`: signing in and out, here and in other
//! browsers.

mod sign_in;

use access::{EmailAddress, SessionId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::SessionRecord;
use zeroize::Zeroizing;

use self::sign_in::SignIn;
use crate::account::{
    Begun, Proof, SecondFactor, account_event, audit_account, cookie_for, require_password,
    sign_in_budgets, use_second_factor,
};
use auth::{Anyone, ClientInfo, PersonCaller};
use http_api::clock::rfc3339;
use http_api::text::{ParsedText, SecretText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{
    Collection, Created, NoContent, NoInput, Operation, PageInput, WithCookie, resource,
};
use platform::Platform;

/// A session of a browser.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Session")]
pub struct SessionAttributes {
    #[serde(skip)]
    pub id: String,
    /// Whether it is the session of this request.
    pub current: bool,
    /// Whether a second factor was used.
    pub second_factor: bool,
    /// Time of the sign-in.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// Time of the last use, to the minute.
    #[schemars(extend("format" = "date-time"))]
    pub last_seen_at: String,
    /// IP address of the sign-in.
    pub source_address: Option<String>,
    /// IP address of the last use.
    pub last_seen_address: Option<String>,
    /// User agent of the browser.
    pub user_agent: Option<String>,
}

resource!(
    SessionAttributes,
    "session",
    id,
    "/api/manage/me/sessions/{id}",
    id
);

impl SessionAttributes {
    /// The response to a successful sign-in.
    pub(super) fn begun(
        platform: &Platform,
        begun: &Begun,
        client: &ClientInfo,
        second_factor: bool,
    ) -> WithCookie<Created<Self>> {
        let now = platform.clock.now();
        let resource = Self {
            id: begun.id.to_string(),
            current: true,
            second_factor,
            created_at: rfc3339(now),
            last_seen_at: rfc3339(now),
            source_address: client.source_address(),
            last_seen_address: client.source_address(),
            user_agent: client.user_agent.clone(),
        };
        let reply = Created {
            resource,
            meta: None,
        };
        let cookies = [
            begun.cookie.set(&begun.token),
            begun
                .cookie
                .set_device(&begun.device, &platform.keys.device),
        ];
        WithCookie {
            reply,
            cookies: cookies.map(Zeroizing::new).into(),
        }
    }

    fn of(session: SessionRecord, current: SessionId) -> Self {
        Self {
            id: session.id.to_string(),
            current: session.id == current,
            second_factor: session.second_factor,
            created_at: rfc3339(session.facts.created_at),
            last_seen_at: rfc3339(session.facts.last_seen_at),
            // The sign-in was the last use if no other was recorded.
            last_seen_address: session
                .seen_address
                .or_else(|| session.source_address.clone()),
            source_address: session.source_address,
            user_agent: session.user_agent,
        }
    }
}

#[derive(Debug)]
pub struct SessionCreate;

/// Your credentials.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SessionCreateRequest")]
pub struct SessionCreateInput {
    email: ParsedText<EmailAddress>,
    password: SecretText,
    /// Six-digit code of the authenticator app, if the account has a second factor.
    code: Option<SecretText>,
    /// Recovery code, instead of `code`.
    recovery_code: Option<SecretText>,
}

#[async_trait]
impl Operation for SessionCreate {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::SignInFailed,
            ErrorCode::SecondFactorMissing,
            ErrorCode::SecondFactorWrong,
            ErrorCode::AttemptsLimited,
            ErrorCode::InsecureTransport,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Sets a session cookie, and a cookie that identifies the browser at its next \
            sign-in. Plain HTTP works only on the same machine. After each failed attempt, the \
            required wait gets longer. For a known browser, only its own failed attempts count. For \
            other browsers, all failed attempts for the account and from the same IP address count. \
            During the wait, the correct password together with a correct second-factor code is \
            still accepted.",
        ..super::spec(
            "session_create",
            Methods::Post,
            "/api/manage/session",
            Rule::PUBLIC,
            "Sign in",
        )
    };
    type Context = Platform;
    type Input = SessionCreateInput;
    type Reply = WithCookie<Created<SessionAttributes>>;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: SessionCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let client = caller.client();
        cookie_for(platform, client)?;
        let found = platform.store.user_by_email(&input.email.0).await?;
        let (user, stored) = found.map_or((None, None), |it| {
            let stored = it.password.map(|sealed| (it.user.id, sealed));
            (Some(it.user), stored)
        });
        let sign_in = SignIn::new(platform, client, &input, user);
        let budgets = sign_in_budgets(&input.email.0, sign_in.device.as_ref(), client);
        match Proof::begin(platform, &budgets).await? {
            Ok(proof) => sign_in.admitted(proof, stored).await,
            Err(again) => sign_in.throttled(again, stored).await,
        }
    }
}

/// Ends one of the caller's sessions and records it in the audit log. Returns false if the session
/// is not theirs or has already ended.
async fn end(
    platform: &Platform,
    caller: &PersonCaller,
    session: SessionId,
) -> Result<bool, ApiError> {
    let (user, now) = (caller.user(), caller.now());
    let mut locked = platform
        .store
        .installation_locked(&platform.keys.audit)
        .await?;
    if !locked.open().revoke_session(user, session, now).await? {
        return Ok(false);
    }
    let mut event = account_event(user, "session.end", caller.client(), now);
    event.before = Some(json!({ "session": session.to_string() }).to_string());
    locked.audit(&event).await?;
    locked.commit().await?;
    Ok(true)
}

#[derive(Debug)]
pub struct SessionDelete;

#[async_trait]
impl Operation for SessionDelete {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "Ends the session of this request and deletes its cookie.",
        ..super::spec(
            "session_delete",
            Methods::Delete,
            "/api/manage/session",
            Rule::PERSON,
            "Sign out",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = WithCookie<NoContent>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        end(platform, &caller, caller.person().session()).await?;
        let cookie = cookie_for(platform, caller.client())?;
        Ok(WithCookie {
            reply: NoContent,
            cookies: vec![Zeroizing::new(cookie.clear())],
        })
    }
}

#[derive(Debug)]
pub struct SessionReauthenticate;

/// Your password, and a code if the account has a second factor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SessionReauthenticateRequest")]
pub struct SessionReauthenticateInput {
    password: SecretText,
    /// Six-digit code of the authenticator app, if the account has a second factor.
    code: Option<SecretText>,
    /// Recovery code, instead of `code`.
    recovery_code: Option<SecretText>,
}

#[async_trait]
impl Operation for SessionReauthenticate {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PasswordWrong,
            ErrorCode::SecondFactorMissing,
            ErrorCode::SecondFactorWrong,
            ErrorCode::AttemptsLimited,
        ],
        description: "For the next ten minutes, the session can perform operator actions that \
            require confirmation: create password links, create and change accounts, add members, \
            suspend organizations, and read unsent emails. Signing in also counts as \
            confirmation.",
        ..super::spec(
            "session_reauthenticate",
            Methods::Post,
            "/api/manage/session/reauthenticate",
            Rule::PERSON,
            "Confirm your identity",
        )
    };
    type Context = Platform;
    type Input = SessionReauthenticateInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: SessionReauthenticateInput,
    ) -> Result<Self::Reply, ApiError> {
        let person = caller.person();
        let (user, session, now) = (person.user(), person.session(), caller.now());
        require_password(platform, person, input.password.reveal()).await?;
        let needed = user.totp.generation.is_some();
        let given = SecondFactor::of(input.code.as_ref(), input.recovery_code.as_ref());
        let given = given.filter(|_| needed);
        if needed && given.is_none() {
            return Err(ApiError::plain(ErrorCode::SecondFactorMissing));
        }
        let proof = match given {
            Some(_) => Some(Proof::of_code(platform, person).await?),
            None => None,
        };
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        if let Some(given) = given {
            if !use_second_factor(platform, locked.open(), user, given).await? {
                return Err(ApiError::plain(ErrorCode::SecondFactorWrong));
            }
            let open = locked.open();
            open.set_session_second_factor(user.id, session).await?;
        }
        locked.open().prove_session(user.id, session, now).await?;
        let action = "session.reauthenticate";
        audit_account(&mut locked, user.id, action, caller.client(), now).await?;
        locked.commit().await?;
        if let Some(proof) = proof {
            proof.succeed().await?;
        }
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct SessionList;

#[async_trait]
impl Operation for SessionList {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "Lists the browsers and devices in which you are signed in. `current` marks \
            the session of this request.",
        ..super::spec(
            "session_list",
            Methods::Get,
            "/api/manage/me/sessions",
            Rule::PERSON,
            "List your sessions",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<SessionAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let (user, now) = (caller.user(), caller.now());
        let page = platform.store.sessions_page(user, now, after, size).await?;
        let current = caller.person().session();
        let show = |it| SessionAttributes::of(it, current);
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct SessionRevoke;

/// One of your sessions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SessionEndRequest")]
pub struct SessionEndInput {
    /// ID of the session.
    #[schemars(length(max = 100))]
    pub session: String,
}

#[async_trait]
impl Operation for SessionRevoke {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Ends one of your sessions, such as one on a lost device.",
        ..super::spec(
            "session_end",
            Methods::Delete,
            "/api/manage/me/sessions/{session}",
            Rule::PERSON,
            "Sign out of a session",
        )
    };
    type Context = Platform;
    type Input = SessionEndInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: SessionEndInput,
    ) -> Result<Self::Reply, ApiError> {
        if !end(platform, &caller, path_id(&input.session)?).await? {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct SessionEndOthers;

#[async_trait]
impl Operation for SessionEndOthers {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "Ends all your sessions except the current one.",
        ..super::spec(
            "session_end_others",
            Methods::Delete,
            "/api/manage/me/sessions",
            Rule::PERSON,
            "Sign out of all other sessions",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let keep = caller.person().session();
        let (user, now) = (caller.user(), caller.now());
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let ended = locked.open().revoke_sessions(user, Some(keep), now).await?;
        let mut event = account_event(user, "session.end_others", caller.client(), now);
        let after = json!({ "ended": ended, "kept": keep.to_string() });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
