//! Members, roles and invitations.

use askama::Template;
use axum::extract::Path;

use super::form::Form;
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use i18n::msg;
use management_api::invitation::{
    InvitationAttributes, InvitationCreate, InvitationList, InvitationReference, InvitationResend,
    InvitationRevoke,
};
use management_api::member::{
    MemberAttributes, MemberList, MemberReference, MemberRemove, MemberUpdate,
};
use operation::{Collection, PageRequest};

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
        msg("Can also view usage and manage API keys, billing, texts and members."),
    ),
    (
        "owner",
        msg(
            "Can also view the audit log, require two-factor authentication, change any role and \
             close the organization.",
        ),
    ),
];

/// Whether an invitation can still be resent or revoked.
fn is_open(invitation: &InvitationAttributes) -> bool {
    invitation.state == "pending" || invitation.state == "expired"
}

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage {
    layout: Layout,
    members: Collection<MemberAttributes>,
    invitations: Vec<InvitationAttributes>,
    roles: [(&'static str, &'static str); 3],
    me: String,
    form: Form,
    /// Whether a mail server is configured. Otherwise, the operator passes on the links.
    sends_mail: bool,
}

impl MembersPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let members = context.call::<MemberList>(context.page(50).into()).await?;
        let most = PageRequest::first(100).into();
        let found = context.call::<InvitationList>(most).await?;
        Ok(Self {
            layout: context.layout("Members", "/members"),
            members,
            invitations: found.items.into_iter().filter(is_open).collect(),
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
    let input = form.filled(&["email", "role"]);
    let outcome = context.submit::<InvitationCreate>(input).await.map(drop);
    let done = context.by_mail("invited", "invitation_created");
    settle(&context, outcome, form, done).await
}

/// `POST /members/{user}/role`.
pub(super) async fn change_role(
    context: PageContext,
    Path(user): Path<String>,
    form: Form,
) -> PageResult {
    let input = form.input(&["role"]).set("user", user);
    let outcome = context.submit::<MemberUpdate>(input).await.map(drop);
    // These fields are not part of the invitation form.
    settle(&context, outcome, Form::default(), "role_changed").await
}

/// `POST /members/{user}/remove`: removes a member or leaves the organization.
pub(super) async fn remove(context: PageContext, Path(user): Path<String>, _: Form) -> PageResult {
    let is_me = user == context.me.id;
    let outcome = context.call::<MemberRemove>(MemberReference { user }).await;
    if outcome.is_ok() && is_me {
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
    let input = InvitationReference { invitation: id };
    let outcome = context.call::<InvitationResend>(input).await.map(drop);
    let done = context.by_mail("invitation_resent", "invitation_renewed");
    settle(&context, outcome, Form::default(), done).await
}

/// `POST /invitations/{invitation}/revoke`.
pub(super) async fn take_back(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    let input = InvitationReference { invitation: id };
    let outcome = context.call::<InvitationRevoke>(input).await.map(drop);
    settle(&context, outcome, Form::default(), "invitation_revoked").await
}
