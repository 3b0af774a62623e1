//! A page request with a session: the user, the organization and the permissions.

use crate::message::Translate;
use std::sync::Arc;

use access::{OrgId, RequestId};
use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Response};
use axum::response::IntoResponse as _;

use super::form::{Form, FormInput};
use super::message::{Message, NegotiatedLanguage};
use super::page::{Assets, PageError, assets, see_other};
use crate::Dashboard;
use astrology_api::content::list::ContentList;
use astrology_api::geocoding::search::GeocodingSearch;
use auth::{self, CallContext, ClientInfo, Principal, RequestHead};
use http_api::randomness::OsRandom;
use http_api::{AccessPolicy, ApiError, ErrorCode, Problem};
use i18n::{Language, msg};
use management_api::activity::UsageList;
use management_api::alert::{AlertList, AlertListInput};
use management_api::audit::AuditList;
use management_api::billing::BillingGet;
use management_api::installation::health::InstallationHealthGet;
use management_api::key::list::KeyList;
use management_api::me::{MeAttributes, MeGet, MeOrganizations, MembershipAttributes};
use management_api::member::MemberList;
use management_api::module::OrgModuleList;
use management_api::org::{OrgAttributes, OrgGet};
use management_api::request::RequestList;
use operation::{NoInput, Operation, PageRequest};

/// The cookie with the selected organization. It grants no access: membership is checked on every
/// request.
pub(super) const ORG_COOKIE: &str = "almagest_org";

/// A page request with a session.
pub(super) struct PageContext {
    pub(super) app: Arc<Dashboard>,
    pub(super) me: MeAttributes,
    pub(super) memberships: Vec<MembershipAttributes>,
    pub(super) language: Language,
    /// Unread alerts. Zero for users who may not see alerts.
    pub(super) unread: u64,
    acting: CallContext,
    /// Whether the request does not come from another site.
    is_own: bool,
    org: Result<OrgAttributes, ErrorCode>,
    query: Vec<(String, String)>,
}

impl FromRequestParts<Arc<Dashboard>> for PageContext {
    type Rejection = Response<axum::body::Body>;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<Dashboard>,
    ) -> Result<Self, Self::Rejection> {
        Self::begin(parts, app).await.map_err(|error| {
            let code = error.problems()[0].code;
            let unknown = matches!(code, ErrorCode::SessionMissing | ErrorCode::SessionEnded);
            if unknown && parts.method == Method::GET {
                return see_other(&sign_in_path(parts));
            }
            PageError::from(error).into_response()
        })
    }
}

/// The sign-in page with the page to return to.
fn sign_in_path(parts: &Parts) -> String {
    let wanted = parts.uri.path();
    if wanted == "/overview" {
        return "/sign-in".to_owned();
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("next", wanted);
    format!("/sign-in?{}", query.finish())
}

/// A caller without a session.
pub(super) fn anyone(parts: &Parts) -> CallContext {
    let id = parts.extensions.get().copied();
    CallContext {
        principal: Principal::Anyone,
        org: None,
        client: ClientInfo::of(parts),
        request: id.expect("the envelope gives every request an id"),
        is_page_load: false,
    }
}

/// An operation whose context the dashboard has.
pub(super) trait PageOperation: Operation {
    fn context(app: &Dashboard) -> &Self::Context;
}

impl<O: Operation> PageOperation for O
where
    Dashboard: AsRef<O::Context>,
{
    fn context(app: &Dashboard) -> &O::Context {
        app.as_ref()
    }
}

/// Calls an operation.
pub(super) async fn call<O: PageOperation>(
    app: &Dashboard,
    acting: CallContext,
    input: O::Input,
) -> Result<O::Reply, ApiError> {
    operation::call::<O>(app, O::context(app), acting, input).await
}

impl PageContext {
    async fn begin(parts: &Parts, app: &Arc<Dashboard>) -> Result<Self, ApiError> {
        let head = RequestHead::of(parts, app.clock.now());
        let principal = auth::identify(app, &head, AccessPolicy::Person).await?;
        if !matches!(principal, Principal::Person(_)) {
            return Err(ApiError::plain(ErrorCode::SessionMissing));
        }
        let mut acting = CallContext {
            principal,
            ..anyone(parts)
        };
        let me = call::<MeGet>(app, acting.clone(), NoInput {}).await?.0;
        let chosen_language = me.language.tag().and_then(Language::of_tag);
        let language = NegotiatedLanguage::choose(parts, chosen_language);
        let most = PageRequest::first(100).into();
        let memberships = call::<MeOrganizations>(app, acting.clone(), most).await?;
        let memberships = memberships.items;
        acting.org = chosen(&parts.headers, &memberships);
        let org = match &acting.org {
            None => Err(ErrorCode::ResourceNotFound),
            Some(_) => match call::<OrgGet>(app, acting.clone(), NoInput {}).await {
                Ok(org) => Ok(org.0),
                Err(error) => Err(error.problems()[0].code),
            },
        };
        let query = parts.uri.query().unwrap_or_default();
        let mut context = Self {
            app: Arc::clone(app),
            me,
            memberships,
            language,
            unread: 0,
            acting,
            is_own: auth::is_own_visit(&app.config, &parts.headers),
            org,
            query: url::form_urlencoded::parse(query.as_bytes())
                .into_owned()
                .collect(),
        };
        if context.may::<AlertList>() {
            let unread = AlertListInput {
                unread: true,
                page: PageRequest::first(1),
            };
            context.unread = context.call::<AlertList>(unread).await?.total;
        }
        Ok(context)
    }

    /// The current organization.
    ///
    /// # Errors
    ///
    /// When the user belongs to no organization or may not access it.
    pub(super) fn org(&self) -> Result<&OrgAttributes, ApiError> {
        self.org.as_ref().map_err(|code| ApiError::plain(*code))
    }

    /// The id of the current organization, for its share of what is limited.
    pub(super) fn org_id(&self) -> Option<OrgId> {
        self.acting.org.as_ref()?.parse().ok()
    }

    /// The notice about a link: with a mail server, or without one.
    pub(super) fn by_mail(&self, sent: &'static str, kept: &'static str) -> &'static str {
        if self.app.config.smtp.0.is_some() {
            sent
        } else {
            kept
        }
    }

    /// A form with the organization's name.
    pub(super) fn org_form(&self) -> Form {
        let name = self.org.as_ref().map_or("", |it| &it.name);
        Form::of([("name".to_owned(), name.to_owned())])
    }

    /// A query parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let mut all = self.query.iter();
        all.find(|(it, _)| it == name)
            .map(|(_, value)| value.as_str())
    }

    /// The requested page of a list.
    pub(super) fn page(&self, size: u32) -> PageRequest {
        PageRequest::new(size, self.parameter("after").map(str::to_owned))
    }

    /// Whether the user may call the operation. Controls only what is shown: the operation checks again.
    pub(super) fn may<O: Operation>(&self) -> bool {
        let access = O::SPEC.access.access();
        if access == AccessPolicy::Operator {
            return self.me.operator;
        }
        let Ok(org) = &self.org else { return false };
        match access {
            AccessPolicy::Member { role } | AccessPolicy::Caller { role, .. } => {
                org.permissions.contains(&role.name())
            }
            AccessPolicy::Person | AccessPolicy::Public => true,
            _ => false,
        }
    }

    /// The query parameters.
    pub(super) fn query(&self) -> &[(String, String)] {
        &self.query
    }

    /// Calls an operation as this user in this organization.
    pub(super) async fn call<O: PageOperation>(
        &self,
        input: O::Input,
    ) -> Result<O::Reply, ApiError> {
        call::<O>(&self.app, self.acting_for::<O>()?, input).await
    }

    /// Calls an operation that is counted elsewhere, to show a page with its response, which is free.
    pub(super) async fn load<O: PageOperation>(
        &self,
        input: O::Input,
    ) -> Result<O::Reply, ApiError> {
        call::<O>(&self.app, self.loading(), input).await
    }

    /// Calls an operation that is counted elsewhere with the query of a page, to show its response, which is free.
    ///
    /// # Errors
    ///
    /// The problems of the query, or the operation's own error.
    pub(super) async fn load_filtered<O: PageOperation>(
        &self,
        query: FormInput,
    ) -> Result<O::Reply, ApiError> {
        call::<O>(&self.app, self.loading(), query.decode::<O>()?).await
    }

    /// Calls an operation with `If-Match`.
    pub(super) async fn call_if_match<O: PageOperation>(
        &self,
        tag: &str,
        input: O::Input,
    ) -> Result<O::Reply, ApiError> {
        call::<O>(&self.app, self.matching::<O>(tag)?, input).await
    }

    /// Calls an operation with a submitted form.
    ///
    /// # Errors
    ///
    /// The problems of the form, or the operation's own error.
    pub(super) async fn submit<O: PageOperation>(
        &self,
        form: FormInput,
    ) -> Result<O::Reply, ApiError> {
        let acting = self.acting_for::<O>()?;
        call::<O>(&self.app, acting, form.decode::<O>()?).await
    }

    /// Calls an operation with a submitted form and `If-Match`.
    ///
    /// # Errors
    ///
    /// The problems of the form, or the operation's own error.
    pub(super) async fn submit_if_match<O: PageOperation>(
        &self,
        tag: &str,
        form: FormInput,
    ) -> Result<O::Reply, ApiError> {
        let acting = self.matching::<O>(tag)?;
        call::<O>(&self.app, acting, form.decode::<O>()?).await
    }

    /// Calls an operation with a submitted form and an idempotency key.
    ///
    /// # Errors
    ///
    /// The problems of the form, or the operation's own error.
    pub(super) async fn submit_once<O: PageOperation>(
        &self,
        once: &str,
        form: FormInput,
    ) -> Result<O::Reply, ApiError> {
        let mut acting = self.acting_for::<O>()?;
        acting.client.idempotency_key = Some(once.to_owned()).filter(|it| !it.is_empty());
        call::<O>(&self.app, acting, form.decode::<O>()?).await
    }

    /// The caller, with `If-Match`.
    fn matching<O: PageOperation>(&self, tag: &str) -> Result<CallContext, ApiError> {
        let mut acting = self.acting_for::<O>()?;
        acting.client.if_match = Some(tag.to_owned());
        Ok(acting)
    }

    /// The caller, who looks at a page.
    fn loading(&self) -> CallContext {
        CallContext {
            is_page_load: true,
            ..self.acting.clone()
        }
    }

    /// The caller. Counted operations have their own request id, because a page can call several.
    fn acting_for<O: PageOperation>(&self) -> Result<CallContext, ApiError> {
        let mut acting = self.acting.clone();
        if matches!(O::SPEC.access.access(), AccessPolicy::Caller { .. }) {
            acting.request = self.counted()?;
        }
        Ok(acting)
    }

    /// A new id for a counted request.
    ///
    /// # Errors
    ///
    /// When the request comes from another site, which must not cause counted requests.
    pub(super) fn counted(&self) -> Result<RequestId, ApiError> {
        if !self.is_own {
            let detail = msg(
                "You can't open this page from a link on another site, because opening it counts \
                 toward your quota. Open it from the menu.",
            );
            return Err(Problem::new(ErrorCode::CrossSiteRequest, detail).into());
        }
        Ok(RequestId::new(self.app.clock.now(), &OsRandom))
    }

    /// The layout of a page.
    pub(super) fn layout(&self, title: &'static str, current: &'static str) -> Layout {
        let entry = |href, label| Entry {
            href,
            label,
            is_current: href == current,
            unread: if href == "/alerts" { self.unread } else { 0 },
            children: Vec::new(),
        };
        let shown = |entries: &[(&'static str, &'static str, bool)]| -> Vec<Entry> {
            let allowed = entries.iter().filter(|(_, _, allowed)| *allowed);
            allowed.map(|(href, label, _)| entry(href, label)).collect()
        };
        let settings = Entry {
            children: shown(&[
                ("/settings/api-keys", msg("API Keys"), self.may::<KeyList>()),
                ("/members", msg("Members"), self.may::<MemberList>()),
                ("/billing", msg("Billing"), self.may::<BillingGet>()),
                ("/audit", msg("Audit log"), self.may::<AuditList>()),
            ]),
            ..entry("/settings", msg("Settings"))
        };
        let may_calculate = self.may::<GeocodingSearch>();
        let may_operate = self.may::<InstallationHealthGet>();
        let mut navigation = shown(&[
            ("/overview", msg("Overview"), true),
            ("/usage", msg("Usage"), self.may::<UsageList>()),
            ("/requests", msg("Requests"), self.may::<RequestList>()),
            ("/alerts", msg("Alerts"), self.may::<AlertList>()),
            ("/content", msg("Content"), self.may::<ContentList>()),
            ("/modules", msg("Modules"), self.may::<OrgModuleList>()),
            ("/playground", msg("Playground"), may_calculate),
            ("/images", msg("Image Builder"), may_calculate),
        ]);
        navigation.push(settings);
        navigation.extend(shown(&[
            ("/operator", msg("Operator"), may_operate),
            ("/docs", msg("API reference"), true),
        ]));
        let (org, org_name, role) = match &self.org {
            Ok(org) => (org.id.clone(), org.name.clone(), org.role),
            Err(_) => (
                String::new(),
                self.language.word(msg("No organization")).to_owned(),
                "",
            ),
        };
        Layout {
            assets: assets(),
            language: self.language,
            title,
            navigation,
            organizations: self
                .memberships
                .iter()
                .map(|it| (it.org.clone(), it.name.clone()))
                .collect(),
            org,
            org_name,
            role,
            user: self.me.name.clone(),
            theme: self.me.theme.name().unwrap_or("auto"),
            time_zone: self.me.time_zone.clone(),
            notice: self.parameter("done").and_then(notice),
        }
    }
}

/// The current organization: the one in the cookie if the user belongs to it, or their first.
fn chosen(headers: &HeaderMap, memberships: &[MembershipAttributes]) -> Option<String> {
    let remembered = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(';'))
        .filter_map(|it| it.trim().split_once('='))
        .find(|(name, _)| *name == ORG_COOKIE)
        .map(|(_, value)| value);
    let remembered = memberships
        .iter()
        .find(|it| Some(it.org.as_str()) == remembered);
    let first = memberships.first();
    remembered.or(first).map(|it| it.org.clone())
}

/// The notice after a successful change.
fn notice(done: &str) -> Option<&'static str> {
    Some(match done {
        "key_changed" => msg("Key updated. The changes apply to all new requests."),
        "key_enabled" => msg("Key enabled."),
        "key_disabled" => msg("Key disabled. Requests with this key are now rejected."),
        "key_revoked" => msg(
            "The key, the keys it replaced, and the keys that replaced it are permanently \
             revoked.",
        ),
        "invited" => msg("Invitation sent."),
        "invitation_resent" => msg("Invitation resent. The previous link no longer works."),
        "invitation_renewed" => msg(
            "Invitation renewed. The previous link no longer works. Get the new link from the \
             operator.",
        ),
        "invitation_revoked" => msg("Invitation revoked."),
        "role_changed" => msg("Role changed. It applies to all new requests."),
        "member_removed" => msg("Member removed. API keys they created remain active."),
        "text_saved" => msg("Text saved. Calculations use it immediately."),
        "text_copied" => msg("Custom copy created. You can edit it below."),
        "text_exists" => msg("This custom copy already exists."),
        "text_restored" => msg("Library text restored. We keep your custom copy."),
        "text_deleted" => msg("Text deleted."),
        "display" => msg("Display settings saved."),
        "email_sent" => msg("We sent a confirmation link to the new address."),
        "email_created" => msg(
            "No mail server is configured. The operator can get the link for the new address with \
             `almagest outbox`.",
        ),
        "email_kept" => msg("Change canceled. Your email address stays the same."),
        "renamed" => msg("Name changed."),
        "policy" => msg("Policy saved."),
        "password" => msg("Password changed. All other sessions are signed out."),
        "session_ended" => msg("The session is signed out."),
        "sessions_ended" => msg("All other sessions are signed out."),
        "confirmed" => msg("Access confirmed. Submit the form again."),
        "second_factor_off" => msg("Two-factor authentication is disabled."),
        "verification_sent" => msg("We sent a confirmation link to your email address."),
        "verification_created" => msg(
            "No mail server is configured. The operator can get the confirmation link with \
             `almagest outbox`.",
        ),
        "joined" => msg("You joined the organization."),
        "closed" => {
            msg("Organization closed. Requests with its API keys are permanently rejected.")
        }
        "created" => msg("Organization created. You are its owner."),
        "alert_settings" => msg("Alert settings saved."),
        "webhook_tested" => msg("Test message sent. Check the delivery status below."),
        "embed_url_created" => msg("Embed URL created."),
        "embed_url_revoked" => msg("Embed URL revoked."),
        "webhook_deleted" => msg("Webhook deleted."),
        "bill_to" => msg("Billing address saved. It takes effect with the next statement."),
        "plan" => msg("Plan changed. It applies to all new requests."),
        "org_made" => msg("Organization created."),
        "org_terms" => msg("Plan and terms saved. They apply to all new requests."),
        "org_status" => msg("Status changed. It applies to all new requests."),
        "module_granted" => msg("Module granted."),
        "module_revoked" => msg("Module revoked."),
        "member_added" => msg("Member added."),
        "paid" => msg("Payment recorded."),
        "module" => {
            msg("Module purchased. It is active now and appears on this month's statement.")
        }
        _ => return None,
    })
}

/// The layout of pages with a session.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) assets: Assets,
    pub(super) language: Language,
    pub(super) title: &'static str,
    pub(super) navigation: Vec<Entry>,
    pub(super) organizations: Vec<(String, String)>,
    pub(super) org: String,
    pub(super) org_name: String,
    pub(super) role: &'static str,
    pub(super) user: String,
    /// `auto`, `light` or `dark`.
    pub(super) theme: &'static str,
    /// `auto`, or a name of the tz database.
    pub(super) time_zone: String,
    pub(super) notice: Option<&'static str>,
}

impl Layout {
    /// The viewer's language.
    pub(super) const fn language(&self) -> Language {
        self.language
    }

    /// Translates a message.
    pub(super) fn t(&self, english: &str) -> Message {
        self.language.t(english)
    }

    /// A role as a label.
    pub(super) fn role_label(&self, role: &str) -> Message {
        self.t(match role {
            "owner" => msg("Owner"),
            "manager" => msg("Manager"),
            _ => msg("Member"),
        })
    }

    /// Translates an API value, such as a role or a status.
    pub(super) fn word<'a>(&self, english: &'a str) -> &'a str {
        self.language.word(english)
    }
}

/// A link of the sidebar.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) href: &'static str,
    pub(super) label: &'static str,
    pub(super) is_current: bool,
    /// The number of unread items.
    pub(super) unread: u64,
    /// The pages below this one.
    pub(super) children: Vec<Entry>,
}
