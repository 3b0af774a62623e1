//! Organizations: the list, and the plan, custom terms, modules and status of one.

use askama::Template;
use axum::extract::Path;

use super::super::form::{Form, FormInput};
use super::super::markup::ToMoment as _;
use super::super::page::{PageResult, page, refused, see_other};
use super::super::page_context::{Layout, PageContext};
use super::Area;
use http_api::ApiError;
use http_api::modules::CATALOGUE;
use management_api::installation::member::{InstallationMemberAdd, InstallationMemberList};
use management_api::installation::module::{
    GrantAttributes, GrantReference, InstallationModuleGrant, InstallationModuleList,
    InstallationModuleRevoke,
};
use management_api::installation::org::{
    InstallationOrgCreate, InstallationOrgGet, InstallationOrgList, InstallationOrgUpdate,
    OperatedOrg,
};
use management_api::installation::plan::{InstallationPlan, InstallationPlanList};
use management_api::installation::statement::InstallationStatementPay;
use management_api::installation::{OrgPageInput, OrgReference};
use management_api::member::MemberAttributes;
use operation::{Collection, NoInput, PageRequest};

/// A form with the plan and custom terms.
fn form_of(org: &OperatedOrg) -> Form {
    let number = |it: Option<u64>| it.map_or_else(String::new, |it| it.to_string());
    let rates = org.rates.as_ref().map(|it| it.join("\n"));
    let fields = [
        ("plan", org.plan.clone()),
        ("quota", number(org.quota)),
        ("overage", number(org.overage)),
        ("testAllowance", number(org.test_allowance)),
        ("rates", rates.unwrap_or_default()),
    ];
    Form::of(fields.map(|(name, value)| (name.to_owned(), value)))
}

async fn all_plans(context: &PageContext) -> Result<Vec<InstallationPlan>, ApiError> {
    let plans = context.call::<InstallationPlanList>(NoInput {}).await?;
    Ok(plans.items)
}

#[derive(Template)]
#[template(path = "operator-organizations.html")]
struct OrgsPage {
    layout: Layout,
    area: Area,
    orgs: Collection<OperatedOrg>,
    plans: Vec<InstallationPlan>,
    form: Form,
}

impl OrgsPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        Ok(Self {
            orgs: context
                .call::<InstallationOrgList>(context.page(50).into())
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
    let input = form.input(&["name", "plan"]);
    match context.submit::<InstallationOrgCreate>(input).await {
        Ok(made) => {
            let id = made.resource.id;
            Ok(see_other(&format!(
                "/operator/organizations/{id}?done=org_made"
            )))
        }
        Err(error) => refused(&OrgsPage::of(&context, form.refused(error)?).await?),
    }
}

#[derive(Template)]
#[template(path = "operator-organization.html")]
struct OrgPage {
    layout: Layout,
    area: Area,
    org: OperatedOrg,
    plans: Vec<InstallationPlan>,
    grants: Collection<GrantAttributes>,
    members: Collection<MemberAttributes>,
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
        let reference = OrgReference { org: id.to_owned() };
        let org = context.call::<InstallationOrgGet>(reference).await?.0;
        let first = || OrgPageInput {
            org: id.to_owned(),
            page: PageRequest::first(100),
        };
        let modules = CATALOGUE.modules().iter().map(|it| (it.id, it.name));
        Ok(Self {
            grants: context.call::<InstallationModuleList>(first()).await?,
            members: context.call::<InstallationMemberList>(first()).await?,
            plans: all_plans(context).await?,
            modules: modules.collect(),
            layout: context.layout("Organization", "/operator"),
            area: Area::at("/operator/organizations"),
            terms: terms.unwrap_or_else(|| form_of(&org)),
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

/// `POST /operator/organizations/{org}`: changes the plan and custom terms, or the status.
pub(crate) async fn update(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    if let Some(status) = form.given("status") {
        let input = FormInput::default()
            .set("org", id.as_str())
            .set("status", status);
        let outcome = context
            .submit::<InstallationOrgUpdate>(input)
            .await
            .map(drop);
        return settle(&context, &id, outcome, form, "org_status").await;
    }
    let rates = form.lines("rates");
    // Empty fields are null: the plan's values apply.
    let input = form
        .input(&["plan"])
        .set("org", id.as_str())
        .set_number("quota", form.given("quota"))
        .set_number("overage", form.given("overage"))
        .set_number("testAllowance", form.given("testAllowance"))
        .set("rates", Some(rates).filter(|it| !it.is_empty()));
    match context.submit::<InstallationOrgUpdate>(input).await {
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
    let input = form
        .input(&["module"])
        .set("org", id.as_str())
        .set("expiresAt", expires);
    let outcome = context
        .submit::<InstallationModuleGrant>(input)
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
    let input = GrantReference {
        org: id.clone(),
        module,
    };
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
    let input = form.input(&["email", "role"]).set("org", id.as_str());
    let outcome = context
        .submit::<InstallationMemberAdd>(input)
        .await
        .map(drop);
    settle(&context, &id, outcome, form, "member_added").await
}

/// `POST /operator/organizations/{org}/statements/{statement}/payment`: records a payment.
pub(crate) async fn pay(
    context: PageContext,
    Path((id, statement)): Path<(String, String)>,
    form: Form,
) -> PageResult {
    let input = form
        .input(&["note"])
        .set("org", id)
        .set("statement", statement);
    match context.submit::<InstallationStatementPay>(input).await {
        Ok(_) => Ok(see_other("/operator/invoices?done=paid")),
        Err(error) => super::invoices_refused(&context, form.refused(error)?).await,
    }
}
