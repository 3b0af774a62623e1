//! An organization's audit log: its entries, and whether its chain is intact.

use std::borrow::Cow;

use access::{OrgId, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{AuditFilter, AuditMatches, SealedEntry, VerificationLimit};

use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::text::{ParsedText, hex};
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Spec};
use operation::{Collection, NoInput, Operation, PageRequest, Resource, ResourceKind, resource};
use platform::Platform;

/// A change of access.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditEntry")]
pub struct AuditAttributes {
    #[serde(skip)]
    pub id: String,
    /// The path of the list it belongs to: an organization's, or the installation's.
    #[serde(skip)]
    list: String,
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    /// ID of the user, or `operator`.
    pub actor: String,
    pub action: String,
    /// ID of the subject.
    pub subject: String,
    /// Subject before the change.
    #[schemars(extend("type" = ["object", "null"]))]
    pub before: Value,
    /// Subject after the change.
    #[schemars(extend("type" = ["object", "null"]))]
    pub after: Value,
    pub source_address: Option<String>,
    /// Keyed hash (HMAC) of this entry and all entries before it.
    pub mac: String,
}

resource!(AuditAttributes, "audit-entry", id, "{list}", list);

impl AuditAttributes {
    pub(super) fn of(sealed: SealedEntry, list: String) -> Self {
        let entry = sealed.entry;
        let json = |text: Option<String>| {
            let read = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
            text.map_or(Value::Null, read)
        };
        Self {
            id: entry.sequence.to_string(),
            list,
            at: rfc3339(entry.at),
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            before: json(entry.before),
            after: json(entry.after),
            source_address: entry.source_address,
            mac: hex(sealed.mac.as_bytes()),
        }
    }
}

/// A query for audit entries.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AuditListRequest")]
pub struct AuditListInput {
    /// ID of the user, or `operator`.
    #[schemars(length(max = 100))]
    pub actor: Option<String>,
    /// Action, such as `key.create`, or group of actions, such as `key`.
    #[schemars(length(max = 100))]
    pub action: Option<String>,
    /// ID of the subject.
    #[schemars(length(max = 200))]
    pub subject: Option<String>,
    /// Start, inclusive.
    pub from: Option<ParsedText<Timestamp>>,
    /// End, exclusive.
    pub to: Option<ParsedText<Timestamp>>,
    #[serde(default)]
    pub page: PageRequest,
}

impl AuditListInput {
    pub(super) fn filter(&self) -> AuditFilter {
        AuditFilter {
            actor: self.actor.clone(),
            action: self.action.clone(),
            subject: self.subject.clone(),
            from: self.from.as_ref().map(|it| it.0),
            to: self.to.as_ref().map(|it| it.0),
        }
    }
}

/// A page of entries of the list at this path.
pub(super) fn collected(found: AuditMatches, list: &str) -> Collection<AuditAttributes> {
    let show = |it| AuditAttributes::of(it, list.to_owned());
    Collection {
        items: found.entries.into_iter().map(show).collect(),
        next: found.next.map(|it| it.to_string()),
        total: found.total,
    }
}

#[derive(Debug)]
pub struct AuditList;

#[async_trait]
impl Operation for AuditList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "A page has at most 1 MiB of entries. If you filter, each page searches 5,000 \
            entries. It can therefore contain fewer entries than you asked for, or none, even if \
            there is a next page. \
            `meta.total` is the number of all entries, without filters. \
            `GET /api/manage/orgs/{org}/audit/verification` checks that no entry has been changed.",
        ..super::spec(
            "audit_list",
            Methods::Get,
            "/api/manage/orgs/{org}/audit",
            Rule::member(RolePermission::AdminAccess),
            "List audit entries, newest first",
        )
    };
    type Context = Platform;
    type Input = AuditListInput;
    type Reply = Collection<AuditAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: AuditListInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let found = inside.audit_search(&input.filter(), after, size).await?;
        let list = format!("/api/manage/orgs/{}/audit", caller.org());
        Ok(collected(found, &list))
    }
}

/// Whether an audit log is intact.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditVerification")]
pub struct AuditVerification {
    #[serde(skip)]
    org: OrgId,
    /// Whether every entry has the keyed hash (HMAC) that was computed when it was written.
    pub sound: bool,
    /// Number of verified entries, if the log is intact.
    pub entries: Option<u64>,
    /// What is wrong, if the log is not intact.
    pub finding: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub verified_at: String,
}

impl ResourceKind for AuditVerification {
    const TYPE: &'static str = "audit-verification";

    fn id(&self) -> String {
        self.org.to_string()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/audit/verification", self.org).into()
    }
}

/// How much one request verifies: a few tenths of a second.
const MAX_VERIFIED: VerificationLimit = VerificationLimit {
    entries: 20_000,
    bytes: 16 * 1024 * 1024,
};

#[derive(Debug)]
pub struct AuditVerify;

#[async_trait]
impl Operation for AuditVerify {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::WorkLimitExceeded],
        limits: Limits::LONG,
        description: "Recomputes the keyed hash (HMAC) of every entry, from the first to the last. A \
            log of more than 20,000 entries, or of more than 16 MiB, is verified with the command \
            `almagest audit verify`.",
        ..super::spec(
            "audit_verify",
            Methods::Get,
            "/api/manage/orgs/{org}/audit/verification",
            Rule::member(RolePermission::AdminAccess),
            "Verify the audit log",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<AuditVerification>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let verdict = inside
            .verify_audit(&platform.keys.audit, MAX_VERIFIED)
            .await?;
        let too_long = || {
            let detail = "The audit log has more than 20,000 entries, or more than 16 MiB. Run \
                `almagest audit verify`.";
            Problem::new(ErrorCode::WorkLimitExceeded, detail)
                .with_meta("limit", MAX_VERIFIED.entries)
                .with_meta("limitBytes", MAX_VERIFIED.bytes)
        };
        let verdict = verdict.ok_or_else(too_long)?;
        Ok(Resource(AuditVerification {
            org: caller.org(),
            sound: verdict.is_ok(),
            entries: verdict.as_ref().ok().copied(),
            finding: verdict.err().map(|it| it.to_string()),
            verified_at: rfc3339(caller.now()),
        }))
    }
}
