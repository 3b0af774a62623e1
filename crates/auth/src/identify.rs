//! From a request's credential to a principal.
//!
//! The order is fixed: format and checksum, digest, organization, key, domain. 401 until the key is
//! known to be valid, then 403.

use std::borrow::Cow;
use std::sync::Arc;

use access::RateClass;
use access::signed_url::PARAMETERS;
use access::{
    BrowserTokenClaims, BrowserTokenRefusal, DomainAllowance, DomainDecision, DomainDenial,
    DomainRule, DomainVerdict, KeyPermission, PresentedKey, Refusal, SessionDecision,
    SessionDigest, SignedUrl, Timestamp, UrlRefusal, signed_url,
};
use axum::http::header::{ORIGIN, REFERER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use crate::browser::{is_own_page, is_same_origin, session_cookie};
use crate::credential::{Credential, X_ORGANIZATION, credential, key_error};
use crate::head::RequestHead;
use crate::key_checks::{check_key, require_all};
use crate::principal::{KeyPrincipal, PersonPrincipal, Principal};
use http_api::input::query::pairs as query_pairs;
use http_api::{AccessPolicy, ApiError, ErrorCode, Problem, Source};
use metering::{CachedKey, KeySource, Payer};
use platform::{Platform, ServiceKeys};

/// The principal of a request. A cookie in addition to an explicit credential is ignored.
///
/// Rare values are boxed, here and in the meter: a request's future is created and moved for every
/// request, and would need room for everything that might happen (25 kB instead of 6).
///
/// # Errors
///
/// Returns what is wrong with the credential.
pub async fn identify(
    platform: &Platform,
    head: &RequestHead<'_>,
    access: AccessPolicy,
) -> Result<Principal, ApiError> {
    if access == AccessPolicy::Public {
        return anyone(platform, head);
    }
    match credential(head.headers)? {
        Some(Credential::Bearer(text)) if BrowserTokenClaims::recognizes(text) => {
            let principal = Box::pin(browser_token(platform, head, text)).await;
            principal.map_err(in_authorization)
        }
        Some(Credential::Bearer(text)) => {
            let principal = presented_key(platform, head, text).await;
            principal.map_err(in_authorization)
        }
        Some(Credential::ApiKey(text)) => presented_key(platform, head, text).await,
        None if takes_signed_urls(head, access) => Box::pin(signed(platform, head)).await,
        None if access == AccessPolicy::AnyKey => Err(key_error(ErrorCode::KeyMissing)),
        None => Box::pin(person(platform, head, access)).await,
    }
}

/// Refuses a key with `X-Organization`. This is part of the input check, after the key is admitted,
/// so that an invalid key gets 401 and a valid one pays.
///
/// # Errors
///
/// `organization_unexpected`.
pub fn require_no_organization(principal: &Principal, headers: &HeaderMap) -> Result<(), ApiError> {
    match principal {
        Principal::Key(_) if headers.contains_key(X_ORGANIZATION) => {
            let code = ErrorCode::OrganizationUnexpected;
            let problem = Problem::new(code, code.explanation());
            Err(problem.at(Source::Header("X-Organization")).into())
        }
        _ => Ok(()),
    }
}

/// Names the header in which the credential was sent.
fn in_authorization(error: ApiError) -> ApiError {
    error.map_problems(|problem| match problem.source {
        Some(Source::Header("X-Api-Key")) => problem.at(Source::Header("Authorization")),
        _ => problem,
    })
}

/// Forms that anyone may send, such as the sign-in form, must also come from our own pages.
/// Otherwise another website could sign its visitors in as someone else.
fn anyone(platform: &Platform, head: &RequestHead<'_>) -> Result<Principal, ApiError> {
    let is_form = head.is_unsafe() && head.path.starts_with("/api/manage/");
    if is_form && !is_same_origin(&platform.config, head.headers) {
        return Err(ApiError::plain(ErrorCode::CrossSiteRequest));
    }
    Ok(Principal::Anyone)
}

async fn presented_key(
    platform: &Platform,
    head: &RequestHead<'_>,
    text: &str,
) -> Result<Principal, ApiError> {
    let invalid = || key_error(ErrorCode::KeyInvalid);
    if BrowserTokenClaims::recognizes(text) {
        let detail = "This is a browser token. Send it in the header `Authorization: Bearer`.";
        let problem = Problem::new(ErrorCode::KeyInvalid, detail);
        return Err(problem.at(Source::Header("X-Api-Key")).into());
    }
    let presented = PresentedKey::parse(text).map_err(|_| invalid())?;
    let found = platform.key_cache.find(&presented).await?;
    let key = found.ok_or_else(invalid)?;
    let verdict = verdict(&key.key.domains, head);
    let (decision, origin_host) = (verdict.decision, host(verdict.host));
    let source = KeySource::Key;
    require_usable(platform, (&key, source), decision, (&origin_host, head.at)).await?;
    Ok(Principal::Key(KeyPrincipal {
        permissions: key.key.standing.permissions,
        key,
        source,
        token: None,
        origin_host,
    }))
}

/// A token has fewer permissions than its key. The key still decides whether it works, and on which
/// pages.
async fn browser_token(
    platform: &Platform,
    head: &RequestHead<'_>,
    text: &str,
) -> Result<Principal, ApiError> {
    let now = head.at;
    let verify = |keys: &ServiceKeys| BrowserTokenClaims::verify(text, &keys.browser_token, now);
    let mut claims = verify(&platform.keys);
    if let (Err(BrowserTokenRefusal::Invalid), Some(previous)) =
        (&claims, platform.keys.accepted().nth(1))
    {
        claims = verify(previous);
    }
    let claims = claims.map_err(|refusal| match refusal {
        BrowserTokenRefusal::Invalid => key_error(ErrorCode::KeyInvalid),
        BrowserTokenRefusal::Expired => ApiError::plain(ErrorCode::TokenExpired),
    })?;
    let found = platform.key_cache.find_by_id(claims.key).await?;
    let key = found.ok_or_else(|| key_error(ErrorCode::KeyInvalid))?;
    let own = verdict(&key.key.domains, head);
    let narrower = verdict(&DomainRule::List(claims.origins.clone()), head);
    let decision = match own.decision {
        DomainDecision::Allowed(_) => narrower.decision,
        denied @ DomainDecision::Denied(_) => denied,
    };
    let origin_host = host(own.host);
    let source = KeySource::BrowserToken;
    require_usable(platform, (&key, source), decision, (&origin_host, head.at)).await?;
    Ok(Principal::Key(KeyPrincipal {
        permissions: claims.permissions_within(key.key.standing.permissions),
        key,
        source,
        token: Some(Arc::new(claims)),
        origin_host,
    }))
}

/// The URL of an `<img>`. The page cannot send the key, but browsers name the page.
async fn signed(platform: &Platform, head: &RequestHead<'_>) -> Result<Principal, ApiError> {
    let pairs = query_pairs(head.query)?;
    let borrowed: Vec<_> = pairs
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let now = head.at;
    let verify =
        |keys: &ServiceKeys| signed_url::verify(head.path, &borrowed, &keys.signed_url, now);
    let mut url = verify(&platform.keys);
    if let (Err(_), Some(previous)) = (&url, platform.keys.accepted().nth(1)) {
        // If neither has signed it, the current one reports the error.
        url = verify(previous).or(url);
    }
    let url = url.map_err(|refusal| match refusal {
        UrlRefusal::Expired => ApiError::plain(ErrorCode::UrlExpired),
        _ => ApiError::plain(ErrorCode::UrlSignatureInvalid),
    })?;
    let (id, source) = match url {
        SignedUrl::OfKey { key, .. } => (key, KeySource::SignedUrl),
        // Looked up for every request, so that revoking it takes effect immediately.
        SignedUrl::Embed(id) => {
            let found = platform.store.embed_url(id).await?;
            let found = found.ok_or_else(|| ApiError::plain(ErrorCode::UrlRevoked))?;
            if now >= found.expires_at {
                return Err(ApiError::plain(ErrorCode::UrlExpired));
            }
            (found.key, KeySource::EmbedUrl)
        }
    };
    let found = platform.key_cache.find_by_id(id).await?;
    let key = found.ok_or_else(|| ApiError::plain(ErrorCode::UrlSignatureInvalid))?;
    let (decision, origin_host) = page_of_url(platform, &key.key.domains, head);
    require_usable(platform, (&key, source), decision, (&origin_host, head.at)).await?;
    Ok(Principal::Key(KeyPrincipal {
        permissions: key.key.standing.permissions,
        key,
        source,
        token: None,
        origin_host,
    }))
}

fn takes_signed_urls(head: &RequestHead<'_>, access: AccessPolicy) -> bool {
    let draws = matches!(
        access,
        AccessPolicy::Caller {
            key: Some(KeyPermission::ChartRead),
            ..
        }
    );
    let [.., signature] = PARAMETERS;
    draws
        && matches!(*head.method, Method::GET | Method::HEAD)
        && head.query.split('&').any(|it| {
            let name = it.split('=').next().unwrap_or_default();
            name == signature
        })
}

/// A session is looked up for every request, so ending it takes effect immediately.
async fn person(
    platform: &Platform,
    head: &RequestHead<'_>,
    access: AccessPolicy,
) -> Result<Principal, ApiError> {
    let missing = || match access {
        AccessPolicy::Caller { key: Some(_), .. } => key_error(ErrorCode::KeyMissing),
        _ => ApiError::plain(ErrorCode::SessionMissing),
    };
    let cookie = session_cookie(&platform.config, head.headers).ok_or_else(missing)?;
    let ended = || ApiError::plain(ErrorCode::SessionEnded);
    let mut found = None;
    for keys in platform.keys.accepted() {
        let digest = SessionDigest::of_cookie(cookie, &keys.session).ok_or_else(ended)?;
        found = platform.store.session_by_digest(&digest).await?;
        if found.is_some() {
            break;
        }
    }
    let (session, user) = found.ok_or_else(ended)?;
    let now = head.at;
    let SessionDecision::Active { touch } = session.facts.decide(now) else {
        return Err(ended());
    };
    if user.disabled_at.is_some() {
        return Err(ended());
    }
    // Another site cannot send a GET request that counts either, because it needs a custom header.
    if head.is_unsafe() && !is_same_origin(&platform.config, head.headers) {
        return Err(ApiError::plain(ErrorCode::CrossSiteRequest));
    }
    if touch {
        let address = head.address.map(|it| it.to_string());
        let touched = platform
            .store
            .touch_session(session.id, address.as_deref(), now);
        touched.await?;
    }
    Ok(Principal::Person(PersonPrincipal {
        user: Arc::new(user),
        session: session.id,
        second_factor: session.second_factor,
        recently_proved: session.facts.is_recently_proved(now),
    }))
}

/// Refuses a key that is not valid, or not from this page, and counts the refusal. A valid key
/// still gets the standing of its limits, also while its organization is suspended.
async fn require_usable(
    platform: &Platform,
    (key, source): (&Arc<CachedKey>, KeySource),
    decision: DomainDecision,
    (origin_host, now): (&str, Timestamp),
) -> Result<(), ApiError> {
    let Err(error) = require_all(check_key(&key.key.standing, decision, now)) else {
        return Ok(());
    };
    let error = if error.status() == StatusCode::FORBIDDEN {
        let payer = Payer::Key {
            key: Arc::clone(key),
            source,
            origin_host: origin_host.to_owned(),
        };
        // An unreachable store must not change this response.
        let standing = Box::pin(platform.meter.look(&payer, RateClass::Ordinary)).await;
        let mut headers = HeaderMap::new();
        if let Ok(standing) = standing {
            standing.write(&mut headers);
        }
        error.with_headers(headers)
    } else {
        error
    };
    let error = error.map_problems(|it| with_origin(it, source, origin_host));
    let code = error.problems()[0].code;
    platform.refusals.count(&key.key, code, origin_host, now);
    Err(error)
}

/// Names the domain that was compared with those of the key.
fn with_origin(mut problem: Problem, source: KeySource, origin_host: &str) -> Problem {
    if problem.code != ErrorCode::DomainNotAllowed || origin_host.is_empty() {
        return problem;
    }
    let (holder, advice) = match source {
        KeySource::BrowserToken => ("browser token", "Request a token for this origin."),
        KeySource::Key | KeySource::SignedUrl | KeySource::EmbedUrl => {
            ("key", "Add the domain to the key, or use another key.")
        }
    };
    problem.detail = format!("The {holder} does not allow requests from `{origin_host}`. {advice}");
    problem.with_meta("origin", origin_host)
}

fn verdict<'a>(rule: &DomainRule, head: &RequestHead<'a>) -> DomainVerdict<'a> {
    let fields = |name: HeaderName| {
        let values = head.headers.get_all(name).iter();
        values.map(HeaderValue::as_bytes)
    };
    rule.decide(fields(ORIGIN), fields(REFERER))
}

/// The result of the key's domain rule for a signed URL, and the page that contains it. E-mail
/// clients and Markdown name no page, so a missing page is allowed. Pages of this service are
/// always allowed.
fn page_of_url(
    platform: &Platform,
    rule: &DomainRule,
    head: &RequestHead<'_>,
) -> (DomainDecision, String) {
    let verdict = verdict(rule, head);
    let decision = match verdict.decision {
        DomainDecision::Denied(DomainDenial::NoOrigin) => {
            DomainDecision::Allowed(DomainAllowance::Unrestricted)
        }
        DomainDecision::Denied(_) if is_own_page(&platform.config, head.headers) => {
            DomainDecision::Allowed(DomainAllowance::Match)
        }
        decision => decision,
    };
    (decision, host(verdict.host))
}

fn host(host: Option<Cow<'_, str>>) -> String {
    host.map(Cow::into_owned).unwrap_or_default()
}

pub(crate) fn domain_denied(reason: DomainDenial) -> ApiError {
    let code = ErrorCode::DomainNotAllowed;
    let detail = match reason {
        DomainDenial::NoOrigin => {
            "This key is restricted to certain domains, and the request has neither an Origin nor a \
             Referer header. For server requests, use a key without domain restrictions."
        }
        _ => code.explanation(),
    };
    let problem = Problem::new(code, detail)
        .at(Source::Header("Origin"))
        .with_meta("reason", reason.name());
    problem.into()
}

pub(crate) fn refusal(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::OrganizationSuspended => ApiError::plain(ErrorCode::OrganizationSuspended),
        Refusal::KeyRevoked => key_error(ErrorCode::KeyRevoked),
        Refusal::KeyDisabled => key_error(ErrorCode::KeyDisabled),
        Refusal::KeyExpired => key_error(ErrorCode::KeyExpired),
        Refusal::PermissionMissing(permission) => {
            let detail = format!(
                "The key does not have the `{permission}` permission. Add it to the key, or use another key."
            );
            let problem = Problem::new(ErrorCode::PermissionMissing, detail);
            problem
                .with_meta("requiredPermission", permission.name())
                .into()
        }
    }
}
