//! Members, roles and invitations.

use askama::Template;
use axum::extract::Path;

use super::form::Form;
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use i18n::msg;
use management_api::invitation::link::{InvitationLink, InvitationLinkAttributes};
use management_api::invitation::{
    InvitationAttributes, InvitationCreate, InvitationList, InvitationReference, InvitationResend,
    InvitationRevoke,
};
use management_api::member::{
    MemberAttributes, MemberList, MemberReference, MemberRemove, MemberUpdate,
};
use operation::{Collection, PageRequest};

/// The roles by rank and what they allow.
static ROLES: [(&str, &str); 3] = [
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
    /// The roles that the user can grant.
    roles: &'static [(&'static str, &'static str)],
    me: String,
    /// Whether the user is the only owner, who can neither leave nor take a lower role.
    is_only_owner: bool,
    may: Allowed,
    form: Form,
    /// Whether a mail server is configured. Otherwise, the operator passes on the links.
    sends_mail: bool,
}

/// The operations that the user may call.
struct Allowed {
    change: bool,
    remove: bool,
    invite: bool,
}

/// The position of a role in [`ROLES`].
fn rank(role: &str) -> usize {
    let found = ROLES.iter().position(|(name, _)| *name == role);
    found.unwrap_or(0)
}

impl MembersPage {
    /// Whether the user can change a member, which the operation checks again: owners can change
    /// everyone, others those below them and themselves.
    fn is_changeable(&self, member: &MemberAttributes) -> bool {
        let own = rank(self.layout.role);
        if member.user == self.me {
            return !self.is_only_owner;
        }
        own == ROLES.len() - 1 || rank(member.role) < own
    }

    /// Whether the user can copy, resend or revoke an invitation, which the operation checks again: neither its role
    /// nor its inviter is above them.
    fn is_invitation_changeable(&self, invitation: &InvitationAttributes) -> bool {
        let own = rank(self.layout.role);
        let mut members = self.members.items.iter();
        let inviter = members.find(|it| it.user == invitation.invited_by);
        let highest = inviter.map_or(0, |it| rank(it.role));
        self.may.invite && rank(invitation.role).max(highest) <= own
    }

    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let members = context.call::<MemberList>(context.page(50).into()).await?;
        let most = PageRequest::first(100).into();
        let found = context.call::<InvitationList>(most).await?;
        let layout = context.layout("Members", "/members");
        let owners = members.items.iter().filter(|it| it.role == "owner");
        let is_whole = members.total == members.items.len() as u64;
        Ok(Self {
            is_only_owner: is_whole && owners.count() == 1 && layout.role == "owner",
            may: Allowed {
                change: context.may::<MemberUpdate>(),
                remove: context.may::<MemberRemove>(),
                invite: context.may::<InvitationCreate>(),
            },
            members,
            invitations: found.items.into_iter().filter(is_open).collect(),
            roles: &ROLES[..=rank(layout.role)],
            layout,
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
    match context.submit::<InvitationCreate>(input).await {
        // Nobody else tells the invited person.
        Ok(made) if context.app.config.smtp.0.is_none() => {
            show_link(&context, made.resource.id).await
        }
        outcome => settle(&context, outcome.map(drop), form, "invited").await,
    }
}

#[derive(Template)]
#[template(path = "invitation-link.html")]
struct LinkPage {
    layout: Layout,
    link: InvitationLinkAttributes,
    sends_mail: bool,
}

async fn show_link(context: &PageContext, invitation: String) -> PageResult {
    let input = InvitationReference { invitation };
    let created = context.call::<InvitationLink>(input).await?;
    page(&LinkPage {
        layout: context.layout("Invitation link", "/members"),
        link: created.resource,
        sends_mail: context.app.config.smtp.0.is_some(),
    })
}

/// `POST /invitations/{invitation}/link`: shows a link to copy.
pub(super) async fn link(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    show_link(&context, id).await
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
