//! `/api/manage/session` and `/api/manage/me/sessions`: signing in and out, here and elsewhere.

use access::{EmailAddress, Password, SessionId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::SessionRecord;
use zeroize::Zeroizing;

use crate::account::{
    Begun, Proof, SecondFactor, account_event, begin_session, cookie_for, use_second_factor,
};
use crate::app::App;
use crate::clock::rfc3339;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{Anyone, PersonCaller, Rule, Visitor};
use crate::operation::{
    Collection, Created, Methods, NoContent, NoInput, Operation, PageInput, Spec, WithCookie,
    resource,
};
use crate::wire::{SecretText, Text, path_id};

/// A signed-in browser.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Session")]
pub(crate) struct SessionAttributes {
    #[serde(skip)]
    id: String,
    /// Whether this very request came with it.
    current: bool,
    /// Whether a second factor was given.
    second_factor: bool,
    /// When the person signed in.
    created_at: String,
    /// When it was last used, to the minute.
    last_seen_at: String,
    /// The network address the person signed in from.
    source_address: Option<String>,
    /// What the browser calls itself.
    user_agent: Option<String>,
}

resource!(
    SessionAttributes,
    "session",
    id,
    "/api/manage/me/sessions/{id}",
    id
);

impl SessionAttributes {
    /// The answer to whoever has just signed in.
    pub(super) fn begun(
        begun: &Begun,
        now: Timestamp,
        visitor: &Visitor,
    ) -> WithCookie<Created<Self>> {
        Self::begun_with(begun, now, visitor, false)
    }

    fn begun_with(
        begun: &Begun,
        now: Timestamp,
        visitor: &Visitor,
        second_factor: bool,
    ) -> WithCookie<Created<Self>> {
        let resource = Self {
            id: begun.id.to_string(),
            current: true,
            second_factor,
            created_at: rfc3339(now),
            last_seen_at: rfc3339(now),
            source_address: visitor.source_address(),
            user_agent: visitor.user_agent.clone(),
        };
        let reply = Created {
            resource,
            meta: None,
        };
        let cookie = Zeroizing::new(begun.cookie.set(&begun.token));
        WithCookie { reply, cookie }
    }

    fn of(session: SessionRecord, current: SessionId) -> Self {
        Self {
            id: session.id.to_string(),
            current: session.id == current,
            second_factor: session.second_factor,
            created_at: rfc3339(session.facts.created_at),
            last_seen_at: rfc3339(session.facts.last_seen_at),
            source_address: session.source_address,
            user_agent: session.user_agent,
        }
    }
}

#[derive(Debug)]
pub(crate) struct SessionCreate;

/// Who signs in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SessionCreateRequest")]
pub(crate) struct SessionCreateInput {
    email: Text<EmailAddress>,
    password: SecretText,
    /// The six digits of the authenticator, where the account has one.
    code: Option<SecretText>,
    /// One of the recovery codes instead.
    recovery_code: Option<SecretText>,
}

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
        description: "Sets the cookie of a session. Over plain http this works on the machine \
            itself only.",
        ..super::spec(
            "session_create",
            Methods::Post,
            "/api/manage/session",
            Rule::PUBLIC,
            "Sign in",
        )
    };
    type Input = SessionCreateInput;
    type Reply = WithCookie<Created<SessionAttributes>>;

    async fn run(
        app: &App,
        caller: Anyone,
        input: SessionCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let visitor = caller.visitor();
        cookie_for(app, visitor)?;
        let failed = || ApiError::plain(ErrorCode::SignInFailed);
        let proof = Proof::begin(app, &input.email.0, visitor).await?;
        let password = Password::present(input.password.reveal()).map_err(|_| failed())?;
        let found = app.store.user_by_email(&input.email.0).await?;
        // Hashed also where there is no such account: time does not tell who has one.
        let (user, stored) = found.map_or((None, None), |it| {
            let stored = it.password.map(|sealed| (it.user.id, sealed));
            (Some(it.user), stored)
        });
        let right = app.passwords.verify(stored, password).await?;
        let user = user.filter(|it| right && it.disabled_at.is_none());
        let user = user.ok_or_else(failed)?;
        let given = match (&input.code, &input.recovery_code) {
            (Some(code), _) => Some(SecondFactor::Code(code.reveal())),
            (None, Some(code)) => Some(SecondFactor::RecoveryCode(code.reveal())),
            (None, None) => None,
        };
        let needed = user.totp.generation.is_some();
        let mut transaction = app.store.begin().await?;
        if needed {
            let given = given.ok_or_else(|| ApiError::plain(ErrorCode::SecondFactorMissing))?;
            if !use_second_factor(app, &mut transaction, &user, given).await? {
                return Err(ApiError::plain(ErrorCode::SecondFactorWrong));
            }
        }
        let begun = begin_session(app, &mut transaction, user.id, needed, visitor).await?;
        transaction.commit().await?;
        proof.succeed().await?;
        let now = app.clock.now();
        Ok(SessionAttributes::begun_with(&begun, now, visitor, needed))
    }
}

/// Ends one of the caller's sessions and says so in the audit log; false when it is none of theirs,
/// or over already.
async fn end(app: &App, caller: &PersonCaller, session: SessionId) -> Result<bool, ApiError> {
    let (user, now) = (caller.user(), caller.now());
    let mut locked = app.store.installation_locked(&app.keys.audit).await?;
    if !locked.open().revoke_session(user, session, now).await? {
        return Ok(false);
    }
    let mut event = account_event(user, "session.end", caller.visitor(), now);
    event.before = Some(json!({ "session": session.to_string() }).to_string());
    locked.audit(&event).await?;
    locked.commit().await?;
    Ok(true)
}

#[derive(Debug)]
pub(crate) struct SessionDelete;

impl Operation for SessionDelete {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = super::spec(
        "session_delete",
        Methods::Delete,
        "/api/manage/session",
        Rule::PERSON,
        "Sign out",
    );
    type Input = NoInput;
    type Reply = WithCookie<NoContent>;

    async fn run(app: &App, caller: PersonCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        end(app, &caller, caller.person().session()).await?;
        let cookie = cookie_for(app, caller.visitor())?;
        Ok(WithCookie {
            reply: NoContent,
            cookie: Zeroizing::new(cookie.clear()),
        })
    }
}

#[derive(Debug)]
pub(crate) struct SessionList;

impl Operation for SessionList {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = super::spec(
        "session_list",
        Methods::Get,
        "/api/manage/me/sessions",
        Rule::PERSON,
        "Where you are signed in",
    );
    type Input = PageInput;
    type Reply = Collection<SessionAttributes>;

    async fn run(
        app: &App,
        caller: PersonCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let (user, now) = (caller.user(), caller.now());
        let page = app.store.sessions_page(user, now, after, size).await?;
        let current = caller.person().session();
        let show = |it| SessionAttributes::of(it, current);
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub(crate) struct SessionEnd;

/// One of one's sessions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SessionEndRequest")]
pub(crate) struct SessionEndInput {
    #[schemars(length(max = 100))]
    session: String,
}

impl Operation for SessionEnd {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        ..super::spec(
            "session_end",
            Methods::Delete,
            "/api/manage/me/sessions/{session}",
            Rule::PERSON,
            "Sign out one browser",
        )
    };
    type Input = SessionEndInput;
    type Reply = NoContent;

    async fn run(
        app: &App,
        caller: PersonCaller,
        input: SessionEndInput,
    ) -> Result<Self::Reply, ApiError> {
        if !end(app, &caller, path_id(&input.session)?).await? {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub(crate) struct SessionEndOthers;

impl Operation for SessionEndOthers {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = super::spec(
        "session_end_others",
        Methods::Delete,
        "/api/manage/me/sessions",
        Rule::PERSON,
        "Sign out everywhere else",
    );
    type Input = NoInput;
    type Reply = NoContent;

    async fn run(app: &App, caller: PersonCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        let keep = caller.person().session();
        let (user, now) = (caller.user(), caller.now());
        let mut locked = app.store.installation_locked(&app.keys.audit).await?;
        let ended = locked.open().revoke_sessions(user, Some(keep), now).await?;
        let mut event = account_event(user, "session.end_others", caller.visitor(), now);
        let after = json!({ "ended": ended, "kept": keep.to_string() });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
