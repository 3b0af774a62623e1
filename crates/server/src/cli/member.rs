//! `almagest member …`

use std::process::ExitCode;

use access::{EmailAddress, OrgId, Role};
use clap::Subcommand;
use serde_json::{Value, json};
use store::{PageSize, Tenant};

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::rfc3339;
use crate::config::Config;

#[derive(Debug, Subcommand)]
pub(super) enum MemberCommand {
    /// Make someone who has an account a member.
    Add {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// The account.
        #[arg(long)]
        email: EmailAddress,
        /// owner, manager or member.
        #[arg(long)]
        role: Role,
    },
    /// List the members of an organization.
    List {
        /// The organization.
        #[arg(long)]
        org: OrgId,
    },
}

pub(super) async fn run(
    command: MemberCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        MemberCommand::Add { org, email, role } => add(&operator, org, &email, role, output).await,
        MemberCommand::List { org } => list(&operator, org, output).await,
    }
}

async fn add(
    operator: &Operator,
    org: OrgId,
    email: &EmailAddress,
    role: Role,
    output: Output,
) -> Result<ExitCode, Failure> {
    let found = operator.store().user_by_email(email).await?;
    let unknown = || {
        let hint = "`almagest user create` makes one";
        Failure::new(format!("there is no account for {email}: {hint}"))
    };
    let user = found.ok_or_else(unknown)?.user;
    let mut locked = operator.locked(org).await?;
    if !locked.add_member(user.id, role, operator.now).await? {
        return Err(Failure::new(format!("{email} is a member already")));
    }
    let event = operator.event("member.add", &user.id, &json!({ "role": role.name() }));
    locked.audit(&event).await?;
    locked.commit().await?;
    let text = format!("{email} is {role} of {org}\n");
    let document = json!({
        "organization": org.to_string(),
        "user": user.id.to_string(),
        "role": role.name(),
    });
    output.show(&text, &document)
}

async fn list(operator: &Operator, org: OrgId, output: Output) -> Result<ExitCode, Failure> {
    let org = operator.org(org).await?;
    let inside = operator.store().org(Tenant::named_by_operator(org.id));
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    let mut after = None;
    loop {
        let page = inside.members_page(after, PageSize::MOST).await?;
        for it in page.items {
            documents.push(json!({
                "user": it.user.to_string(),
                "email": it.email.as_str(),
                "name": it.name,
                "role": it.role.name(),
                "secondFactor": it.second_factor,
                "since": rfc3339(it.since),
            }));
            let role = it.role.name().to_owned();
            rows.push(vec![
                it.user.to_string(),
                it.email.to_string(),
                it.name,
                role,
            ]);
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let text = table(&["user", "email", "name", "role"], &rows);
    output.show(&text, &Value::Array(documents))
}
