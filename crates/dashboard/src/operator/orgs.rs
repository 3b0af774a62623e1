//! Organizations: the list, and the plan, custom terms, modules and status of one.

use askama::Template;
use axum::extract::Path;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::form::Form;
use super::super::markup::Moment;
use super::super::page::{PageResult, page, refused, see_other};
use super::super::page_context::{Layout, PageContext, Paginated};
use super::{Area, Plan};
use http_api::ApiError;
use http_api::modules::CATALOGUE;
use management_api::installation::member::{InstallationMemberAdd, InstallationMemberList};
use management_api::installation::module::{
    InstallationModuleGrant, InstallationModuleList, InstallationModuleRevoke,
};
use management_api::installation::org::{
    InstallationOrgCreate, InstallationOrgGet, InstallationOrgList, InstallationOrgUpdate,
};
use management_api::installation::plan::InstallationPlanList;
use management_api::installation::statement::InstallationStatementPay;

/// An organization.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Org {
    id: String,
    name: String,
    plan: String,
    status: String,
    rates: Option<Vec<String>>,
    quota: Option<u64>,
    overage: Option<u64>,
    test_allowance: Option<u64>,
    created_at: Moment,
    used: Used,
}

#[derive(Deserialize)]
struct Used {
    period: String,
    live: u64,
    test: u64,
}

impl Org {
    /// The initial form.
    fn form(&self) -> Form {
        let number = |it: Option<u64>| it.map_or_else(String::new, |it| it.to_string());
        let rates = self.rates.as_ref().map(|it| it.join("\n"));
        let fields = [
            ("plan", self.plan.clone()),
            ("quota", number(self.quota)),
            ("overage", number(self.overage)),
            ("testAllowance", number(self.test_allowance)),
            ("rates", rates.unwrap_or_default()),
        ];
        Form::of(fields.map(|(name, value)| (name.to_owned(), value)))
    }
}

async fn all_plans(context: &PageContext) -> Result<Vec<Plan>, ApiError> {
    let plans: Paginated<Plan> = context
        .list::<InstallationPlanList, _, _>(json!({}))
        .await?;
    Ok(plans.items)
}

#[derive(Template)]
#[template(path = "operator-organizations.html")]
struct OrgsPage {
    layout: Layout,
    area: Area,
    orgs: Paginated<Org>,
    plans: Vec<Plan>,
    form: Form,
}

impl OrgsPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        Ok(Self {
            orgs: context
                .list::<InstallationOrgList, _, _>(context.page(50))
                .await?,
            plans: all_plans(context).await?,
            layout: context.layout("Organizations", "/operator"),
            area: Area::at("/operator/organizations"),
            form,
        })
    }
}

/// `GET /operator/organizations`.
pub(crate) async fn list(context: PageContext) -> PageResult {
    page(&OrgsPage::of(&context, Form::default()).await?)
}

/// `POST /operator/organizations`.
pub(crate) async fn create(context: PageContext, form: Form) -> PageResult {
    let input = json!({ "name": form.value("name"), "plan": form.value("plan") });
    match context.call::<InstallationOrgCreate>(input).await {
        Ok(made) => {
            let id = operation::ResourceKind::id(&made.resource);
            Ok(see_other(&format!(
                "/operator/organizations/{id}?done=org_made"
            )))
        }
        Err(error) => refused(&OrgsPage::of(&context, form.refused(error)?).await?),
    }
}

/// A granted module.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Grant {
    module: String,
    source: String,
    expires_at: Option<Moment>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    email: String,
    role: String,
}

#[derive(Template)]
#[template(path = "operator-organization.html")]
struct OrgPage {
    layout: Layout,
    area: Area,
    org: Org,
    plans: Vec<Plan>,
    grants: Paginated<Grant>,
    members: Paginated<Member>,
    modules: Vec<(&'static str, &'static str)>,
    /// The plan and custom terms.
    terms: Form,
    /// Another rejected form of the page.
    form: Form,
}

impl OrgPage {
    async fn of(
        context: &PageContext,
        id: &str,
        terms: Option<Form>,
        form: Form,
    ) -> Result<Self, ApiError> {
        let org: Org = context
            .one::<InstallationOrgGet, _, _>(json!({ "org": id }))
            .await?;
        let first = || json!({ "org": id, "page": { "size": 100 } });
        let modules = CATALOGUE.modules().iter().map(|it| (it.id, it.name));
        Ok(Self {
            grants: context
                .list::<InstallationModuleList, _, _>(first())
                .await?,
            members: context
                .list::<InstallationMemberList, _, _>(first())
                .await?,
            plans: all_plans(context).await?,
            modules: modules.collect(),
            layout: context.layout("Organization", "/operator"),
            area: Area::at("/operator/organizations"),
            terms: terms.unwrap_or_else(|| org.form()),
            org,
            form,
        })
    }
}

/// `GET /operator/organizations/{org}`.
pub(crate) async fn show(context: PageContext, Path(id): Path<String>) -> PageResult {
    page(&OrgPage::of(&context, &id, None, Form::default()).await?)
}

/// Redirects after a successful change, or shows the page with the problem.
async fn settle(
    context: &PageContext,
    id: &str,
    outcome: Result<(), ApiError>,
    form: Form,
    done: &str,
) -> PageResult {
    match outcome {
        Ok(()) => Ok(see_other(&format!(
            "/operator/organizations/{id}?done={done}"
        ))),
        Err(error) => refused(&OrgPage::of(context, id, None, form.refused(error)?).await?),
    }
}

/// A number, or null for an empty field.
fn number(form: &Form, name: &str) -> Value {
    match form.given(name) {
        None => Value::Null,
        // The operation rejects text that is not a number, with a problem at the field.
        Some(text) => text
            .parse::<u64>()
            .map_or_else(|_| text.into(), Value::from),
    }
}

/// `POST /operator/organizations/{org}`: changes the plan and custom terms, or the status.
pub(crate) async fn update(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    if let Some(status) = form.given("status") {
        let input = json!({ "org": id, "status": status });
        let outcome = context.call::<InstallationOrgUpdate>(input).await.map(drop);
        return settle(&context, &id, outcome, form, "org_status").await;
    }
    let rates = form.lines("rates");
    let input = json!({
        "org": id,
        "plan": form.value("plan"),
        "quota": number(&form, "quota"),
        "overage": number(&form, "overage"),
        "testAllowance": number(&form, "testAllowance"),
        "rates": if rates.is_empty() { Value::Null } else { rates.into() },
    });
    match context.call::<InstallationOrgUpdate>(input).await {
        Ok(_) => Ok(see_other(&format!(
            "/operator/organizations/{id}?done=org_terms"
        ))),
        Err(error) => {
            let terms = form.refused(error)?;
            refused(&OrgPage::of(&context, &id, Some(terms), Form::default()).await?)
        }
    }
}

/// `POST /operator/organizations/{org}/modules`.
pub(crate) async fn grant(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let expires = form.given("expires").map(|day| format!("{day}T00:00:00Z"));
    let input = json!({ "org": id, "module": form.value("module"), "expiresAt": expires });
    let outcome = context
        .call::<InstallationModuleGrant>(input)
        .await
        .map(drop);
    settle(&context, &id, outcome, form, "module_granted").await
}

/// `POST /operator/organizations/{org}/modules/{module}/revoke`.
pub(crate) async fn revoke(
    context: PageContext,
    Path((id, module)): Path<(String, String)>,
    form: Form,
) -> PageResult {
    let input = json!({ "org": id, "module": module });
    let outcome = context
        .call::<InstallationModuleRevoke>(input)
        .await
        .map(drop);
    settle(&context, &id, outcome, form, "module_revoked").await
}

/// `POST /operator/organizations/{org}/members`.
pub(crate) async fn add_member(
    context: PageContext,
    Path(id): Path<String>,
    form: Form,
) -> PageResult {
    let input = json!({ "org": id, "email": form.value("email"), "role": form.value("role") });
    let outcome = context.call::<InstallationMemberAdd>(input).await.map(drop);
    settle(&context, &id, outcome, form, "member_added").await
}

/// `POST /operator/organizations/{org}/statements/{statement}/payment`: records a payment.
pub(crate) async fn pay(
    context: PageContext,
    Path((id, statement)): Path<(String, String)>,
    form: Form,
) -> PageResult {
    let input = json!({ "org": id, "statement": statement, "note": form.value("note") });
    match context.call::<InstallationStatementPay>(input).await {
        Ok(_) => Ok(see_other("/operator/invoices?done=paid")),
        Err(error) => super::invoices_refused(&context, form.refused(error)?).await,
    }
}
