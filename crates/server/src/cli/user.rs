//! `almagest user …`

use std::process::ExitCode;

use access::{EmailAddress, Name};
use clap::Subcommand;
use serde_json::{Value, json};

use super::operator::{Operator, document};
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::text::ParsedText;
use management_api::installation::user::{
    InstallationUserCreate, InstallationUserList, InstallationUserReset, OperatedUser,
    UserCreateInput, UserResetInput,
};
use operation::{PageInput, ResourceKind as _};

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Create an account. The link to choose a password is printed and added to the outbox.
    Create {
        /// Email address to sign in with.
        #[arg(long)]
        email: EmailAddress,
        /// The person's name.
        #[arg(long)]
        name: Name,
        /// Make the account an operator of the installation.
        #[arg(long)]
        operator: bool,
    },
    /// Print a link to choose a new password.
    Reset {
        /// The account.
        #[arg(long)]
        email: EmailAddress,
        /// Also remove the second factor, for people who lost it.
        #[arg(long)]
        second_factor: bool,
    },
    /// List all accounts.
    List,
}

pub(super) async fn run(
    command: UserCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        UserCommand::Create {
            email,
            name,
            operator: runs,
        } => {
            let input = UserCreateInput {
                email: ParsedText(email),
                name: ParsedText(name),
                operator: runs,
            };
            let made = operator.call::<InstallationUserCreate>(input).await?;
            show(&made.resource, "created", output)
        }
        UserCommand::Reset {
            email,
            second_factor,
        } => {
            let found = operator.store().user_by_email(&email).await?;
            let unknown = || Failure::new(format!("no account with the email address {email}"));
            let input = UserResetInput {
                user: found.ok_or_else(unknown)?.user.id.to_string(),
                second_factor,
            };
            let reset = operator.call::<InstallationUserReset>(input).await?;
            show(&reset.0, "reset", output)
        }
        UserCommand::List => list(&operator, output).await,
    }
}

fn show(user: &OperatedUser, what: &str, output: Output) -> Result<ExitCode, Failure> {
    let (id, link) = (user.id(), user.link());
    let text = format!("{what} {id}\nLink to choose a password, valid for one day:\n\n  {link}\n");
    output.show(&text, &json!({ "id": id, "link": link }))
}

async fn list(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let users = operator
        .list::<InstallationUserList, _>(|page| PageInput { page })
        .await?;
    let rows: Vec<_> = users.iter().map(OperatedUser::cells).collect();
    let documents: Result<_, _> = users.iter().map(document).collect();
    let text = table(&["id", "email", "name", ""], &rows);
    output.show(&text, &Value::Array(documents?))
}
