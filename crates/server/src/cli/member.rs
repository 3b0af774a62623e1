//! `almagest member …`

use std::process::ExitCode;

use access::{EmailAddress, OrgId, Role};
use clap::Subcommand;
use serde_json::{Value, json};

use super::operator::{Operator, document};
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::text::ParsedText;
use management_api::installation::OrgPageInput;
use management_api::installation::member::{
    InstallationMemberAdd, InstallationMemberList, MemberAddInput,
};
use management_api::member::MemberAttributes;
use operation::ResourceKind as _;

#[derive(Debug, Subcommand)]
pub(super) enum MemberCommand {
    /// Add a person with an account to an organization.
    Add {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// Email address of the account.
        #[arg(long)]
        email: EmailAddress,
        /// Role: owner, manager or member.
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
        MemberCommand::Add { org, email, role } => {
            let org = operator.org(org).await?.id;
            let input = MemberAddInput {
                org: org.to_string(),
                email: ParsedText(email.clone()),
                role: role.into(),
            };
            let added = operator.call::<InstallationMemberAdd>(input).await?;
            let document = json!({
                "organization": org.to_string(),
                "user": added.resource.id(),
                "role": role.name(),
            });
            output.show(&format!("added {email} to {org} as {role}\n"), &document)
        }
        MemberCommand::List { org } => list(&operator, org, output).await,
    }
}

async fn list(operator: &Operator, org: OrgId, output: Output) -> Result<ExitCode, Failure> {
    let org = operator.org(org).await?.id.to_string();
    let members = operator
        .list::<InstallationMemberList, _>(|page| OrgPageInput {
            org: org.clone(),
            page,
        })
        .await?;
    let rows: Vec<_> = members.iter().map(MemberAttributes::cells).collect();
    let as_json = |it: &MemberAttributes| {
        let mut document = document(it)?;
        document["user"] = document["id"].take();
        Ok(document)
    };
    let documents: Result<_, Failure> = members.iter().map(as_json).collect();
    let text = table(&["user", "email", "name", "role"], &rows);
    output.show(&text, &Value::Array(documents?))
}
