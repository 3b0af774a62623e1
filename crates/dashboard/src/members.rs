//! Members, roles and invitations.

use askama::Template;
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;

use super::account::fields;
use super::form::Form;
use super::markup::Moment;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext, Paginated};
use http_api::ApiError;
use i18n::msg;
use management_api::invitation::{
    InvitationCreate, InvitationList, InvitationResend, InvitationRevoke,
};
use management_api::member::{MemberList, MemberRemove, MemberUpdate};

/// The roles by rank and what they allow.
const ROLES: [(&str, &str); 3] = [
    (
        "member",
        msg(
            "Can use calculations, charts and texts, and create custom copies of texts. Can't view \
             API keys, usage or members.",
        ),
    ),
    (
        "manager",
        msg("Can also manage API keys, usage, billing, texts and members."),
    ),
    (
        "owner",
        msg(
            "Can also view the audit log, require two-factor authentication, change any role and \
             close the organization.",
        ),
    ),
];

/// A member.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Member {
    id: String,
    name: String,
    email: String,
    role: String,
    second_factor: bool,
    disabled: bool,
    since: Moment,
}

/// An invitation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Invitation {
    id: String,
    email: String,
    role: String,
    state: String,
    sent_at: Moment,
    expires_at: Moment,
}

impl Invitation {
    /// Whether it can still be resent or revoked.
    fn is_open(&self) -> bool {
        self.state == "pending" || self.state == "expired"
    }
}

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage {
    layout: Layout,
    members: Paginated<Member>,
    invitations: Vec<Invitation>,
    roles: [(&'static str, &'static str); 3],
    me: String,
    form: Form,
    /// Whether a mail server is configured. Otherwise, the operator passes on the links.
    sends_mail: bool,
}

impl MembersPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let members = context.list::<MemberList, _, _>(context.page(50)).await?;
        let most = json!({ "page": { "size": 100 } });
        let found: Paginated<Invitation> = context.list::<InvitationList, _, _>(most).await?;
        Ok(Self {
            layout: context.layout("Members", "/members"),
            members,
            invitations: found
                .items
                .into_iter()
                .filter(Invitation::is_open)
                .collect(),
            roles: ROLES,
            me: context.me.id.clone(),
            form,
            sends_mail: context.app.config.smtp.0.is_some(),
        })
    }
}

/// `GET /members`.
pub(super) async fn show(context: PageContext) -> PageResult {
    page(&MembersPage::of(&context, Form::default()).await?)
}

/// Redirects after a successful change, or shows the page with the problem.
async fn settle(
    context: &PageContext,
    outcome: Result<(), ApiError>,
    form: Form,
    done: &str,
) -> PageResult {
    match outcome {
        Ok(()) => Ok(see_other(&format!("/members?done={done}"))),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&MembersPage::of(context, form).await?)
        }
    }
}

/// `POST /members`: sends an invitation.
pub(super) async fn invite(context: PageContext, form: Form) -> PageResult {
    let input = fields(&form, &["email", "role"]);
    let outcome = context.call::<InvitationCreate>(input).await.map(drop);
    settle(&context, outcome, form, "invited").await
}

/// `POST /members/{user}/role`.
pub(super) async fn change_role(
    context: PageContext,
    Path(user): Path<String>,
    form: Form,
) -> PageResult {
    let input = json!({ "user": user, "role": form.value("role") });
    let outcome = context.call::<MemberUpdate>(input).await.map(drop);
    // These fields are not part of the invitation form.
    settle(&context, outcome, Form::default(), "role_changed").await
}

/// `POST /members/{user}/remove`: removes a member or leaves the organization.
pub(super) async fn remove(context: PageContext, Path(user): Path<String>, _: Form) -> PageResult {
    let outcome = context.call::<MemberRemove>(json!({ "user": user })).await;
    if outcome.is_ok() && user == context.me.id {
        return Ok(see_other("/settings"));
    }
    settle(
        &context,
        outcome.map(drop),
        Form::default(),
        "member_removed",
    )
    .await
}

/// `POST /invitations/{invitation}/resend`.
pub(super) async fn resend(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    let input = json!({ "invitation": id });
    let outcome = context.call::<InvitationResend>(input).await.map(drop);
    settle(&context, outcome, Form::default(), "invitation_resent").await
}

/// `POST /invitations/{invitation}/revoke`.
pub(super) async fn take_back(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    let input = json!({ "invitation": id });
    let outcome = context.call::<InvitationRevoke>(input).await.map(drop);
    settle(&context, outcome, Form::default(), "invitation_revoked").await
}
