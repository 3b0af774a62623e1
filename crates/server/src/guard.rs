//! Who is calling, and may they? The only place that makes a caller; a function that takes one is
//! behind this.

use std::borrow::Cow;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use access::{DomainDecision, DomainDenial, KeyPermission, PresentedKey, Refusal};
use axum::http::header::{AUTHORIZATION, ORIGIN, REFERER};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use store::{KeyRecord, Tenant};

use crate::app::App;
use crate::error::{ApiError, ErrorCode, Problem, Source};
use crate::meter::LimitStanding;

/// The header an API key comes in.
pub const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// What a caller must have before an operation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing. Spelled out, never the result of forgetting.
    Public,
    /// A valid API key, holding the permission where one is named.
    Key {
        /// What the key must be allowed to do.
        permission: Option<KeyPermission>,
    },
}

impl Access {
    /// What the check can answer.
    pub(crate) const fn error_codes(self) -> &'static [ErrorCode] {
        const KEY: &[ErrorCode] = &[
            ErrorCode::KeyMissing,
            ErrorCode::KeyInvalid,
            ErrorCode::KeyRevoked,
            ErrorCode::KeyDisabled,
            ErrorCode::KeyExpired,
            ErrorCode::CredentialAmbiguous,
            ErrorCode::OrganizationSuspended,
            ErrorCode::DomainNotAllowed,
            ErrorCode::RateLimited,
            ErrorCode::QuotaExhausted,
            ErrorCode::PermissionMissing,
        ];
        match self {
            Self::Public => &[],
            Self::Key { permission: None } => KEY.split_at(KEY.len() - 1).0,
            Self::Key {
                permission: Some(_),
            } => KEY,
        }
    }
}

/// An [`Access`] that fits the caller type `C`: an operation cannot declare itself public and
/// still receive an organization.
#[derive(Debug)]
pub struct Rule<C> {
    access: Access,
    caller: PhantomData<fn() -> C>,
}

impl<C> Clone for Rule<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Rule<C> {}

impl<C> Rule<C> {
    const fn new(access: Access) -> Self {
        Self {
            access,
            caller: PhantomData,
        }
    }

    /// What is checked.
    pub const fn access(self) -> Access {
        self.access
    }
}

impl Rule<Anyone> {
    /// Anyone may call it.
    pub const PUBLIC: Self = Self::new(Access::Public);
}

impl Rule<OrgCaller> {
    /// Any valid key may call it.
    pub const ANY_KEY: Self = Self::new(Access::Key { permission: None });

    /// A key that holds `permission` may call it.
    pub const fn key_with(permission: KeyPermission) -> Self {
        Self::new(Access::Key {
            permission: Some(permission),
        })
    }
}

/// Someone who calls. Made in two steps: who it is, which decides who pays, and whether they may
/// do this; between the two the request is admitted by the meter.
pub trait Caller: Sized + Send + Sync + sealed::Sealed {
    /// Who a request comes from.
    fn identify(
        app: &App,
        headers: &HeaderMap,
    ) -> impl Future<Output = Result<Self, ApiError>> + Send;

    /// Whether they may do what the rule asks.
    ///
    /// # Errors
    ///
    /// What is missing.
    fn permit(&self, access: Access) -> Result<(), ApiError>;

    /// Whose organization pays; none for what nobody pays for.
    fn payer(&self) -> Option<Payer<'_>>;

    /// Takes note of how it stands with its limits, once it has been admitted.
    fn note_limits(&mut self, limits: LimitStanding);
}

/// Who pays for a request.
#[derive(Clone, Copy, Debug)]
pub struct Payer<'a> {
    /// The key it came with.
    pub key: &'a Arc<KeyRecord>,
    /// The page it came from, or nothing.
    pub origin_host: &'a str,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Anyone {}
    impl Sealed for super::OrgCaller {}
}

/// Someone about whom nothing is known. Reaches no organization.
#[derive(Debug)]
pub struct Anyone(());

impl Caller for Anyone {
    async fn identify(_: &App, _: &HeaderMap) -> Result<Self, ApiError> {
        Ok(Self(()))
    }

    fn permit(&self, access: Access) -> Result<(), ApiError> {
        assert_eq!(access, Access::Public, "the rule's type fits its caller");
        Ok(())
    }

    fn payer(&self) -> Option<Payer<'_>> {
        None
    }

    fn note_limits(&mut self, _: LimitStanding) {}
}

/// Someone acting inside one organization, which their key alone decides.
#[derive(Debug)]
pub struct OrgCaller {
    key: Arc<KeyRecord>,
    origin_host: String,
    limits: Option<LimitStanding>,
}

impl OrgCaller {
    /// The right to act inside the organization.
    pub fn tenant(&self) -> Tenant {
        self.key.tenant()
    }

    /// The key it was called with.
    pub fn key(&self) -> &KeyRecord {
        &self.key
    }

    /// How it stands with its limits, this request included.
    ///
    /// # Panics
    ///
    /// Never in an operation: nobody gets there without having been admitted.
    pub fn limits(&self) -> &LimitStanding {
        let limits = self.limits.as_ref();
        limits.expect("an operation runs for callers that were admitted")
    }
}

impl Caller for OrgCaller {
    /// In the fixed order: shape and checksum, digest, organization, key, domain.
    async fn identify(app: &App, headers: &HeaderMap) -> Result<Self, ApiError> {
        let text = credential(headers)?;
        let presented = PresentedKey::parse(text).map_err(|_| key_error(ErrorCode::KeyInvalid))?;
        let found = app.key_ring.find(&presented).await?;
        let key = found.ok_or_else(|| key_error(ErrorCode::KeyInvalid))?;
        let now = app.clock.now();
        let fields = |name| headers.get_all(name).iter().map(HeaderValue::as_bytes);
        let verdict = key.domains.decide(fields(ORIGIN), fields(REFERER));
        let origin_host = verdict.host.map(Cow::into_owned).unwrap_or_default();
        let usable = key.standing.usable(now).map_err(refusal);
        let allowed = usable.and_then(|()| match verdict.decision {
            DomainDecision::Allowed(_) => Ok(()),
            DomainDecision::Denied(reason) => Err(domain_denied(reason)),
        });
        if let Err(error) = allowed {
            app.refusals
                .count(&key, error.problems()[0].code, &origin_host, now);
            return Err(error);
        }
        Ok(Self {
            key,
            origin_host,
            limits: None,
        })
    }

    fn permit(&self, access: Access) -> Result<(), ApiError> {
        match access {
            Access::Key {
                permission: Some(permission),
            } => self.key.standing.holds(permission).map_err(refusal),
            _ => Ok(()),
        }
    }

    fn payer(&self) -> Option<Payer<'_>> {
        Some(Payer {
            key: &self.key,
            origin_host: &self.origin_host,
        })
    }

    fn note_limits(&mut self, limits: LimitStanding) {
        self.limits = Some(limits);
    }
}

/// The one credential of a request. Two that agree are one; two that differ are refused, because
/// whichever we took, a proxy or a log might have taken the other.
fn credential(headers: &HeaderMap) -> Result<&str, ApiError> {
    let mut found = Vec::new();
    for value in headers.get_all(X_API_KEY) {
        found.push(
            value
                .to_str()
                .map_err(|_| key_error(ErrorCode::KeyInvalid))?,
        );
    }
    if found.len() > 1 {
        return Err(ambiguous("several X-Api-Key headers"));
    }
    for value in headers.get_all(AUTHORIZATION) {
        let text = value
            .to_str()
            .map_err(|_| key_error(ErrorCode::KeyInvalid))?;
        let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
        // Another scheme (Basic, from a proxy in front) is not meant for us.
        if scheme.eq_ignore_ascii_case("bearer") {
            found.push(token.trim());
        }
    }
    match found.as_slice() {
        [] => Err(key_error(ErrorCode::KeyMissing)),
        [first, rest @ ..] if rest.iter().all(|it| it == first) => Ok(first),
        _ => Err(ambiguous("X-Api-Key and Authorization headers that differ")),
    }
}

fn key_error(code: ErrorCode) -> ApiError {
    let problem = Problem::new(code, code.explanation());
    problem.at(Source::Header("X-Api-Key")).into()
}

fn ambiguous(what: &str) -> ApiError {
    let detail = format!("the request has {what}: send one credential");
    let problem = Problem::new(ErrorCode::CredentialAmbiguous, detail);
    problem.at(Source::Header("X-Api-Key")).into()
}

fn domain_denied(reason: DomainDenial) -> ApiError {
    let problem = Problem::new(
        ErrorCode::DomainNotAllowed,
        ErrorCode::DomainNotAllowed.explanation(),
    )
    .at(Source::Header("Origin"))
    .with_meta("reason", reason.name());
    problem.into()
}

fn refusal(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::OrganizationSuspended => ApiError::plain(ErrorCode::OrganizationSuspended),
        Refusal::KeyRevoked => key_error(ErrorCode::KeyRevoked),
        Refusal::KeyDisabled => key_error(ErrorCode::KeyDisabled),
        Refusal::KeyExpired => key_error(ErrorCode::KeyExpired),
        Refusal::PermissionMissing(permission) => {
            let detail = format!("the key does not have the permission `{permission}`");
            let problem = Problem::new(ErrorCode::PermissionMissing, detail);
            problem
                .with_meta("requiredPermission", permission.name())
                .into()
        }
    }
}
