//! `almagest user …`

use std::process::ExitCode;
use std::time::Duration;

use access::{EmailAddress, Name, UserId};
use clap::Subcommand;
use serde_json::{Value, json};
use store::{NewToken, NewUser, OpenTransaction, PageSize, TokenPurpose};

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::mail::{LinkMail, MailKind};
use crate::randomness::OsRandom;

/// Whoever is told the link by an operator has a day to use it.
const LINK_LIVES: Duration = Duration::from_hours(24);

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Create an account; the link to choose its password is printed and put into the outbox.
    Create {
        /// The e-mail address to sign in with.
        #[arg(long)]
        email: EmailAddress,
        /// The person's name.
        #[arg(long)]
        name: Name,
        /// Let them run the installation.
        #[arg(long)]
        operator: bool,
    },
    /// Print a link to choose a new password.
    Reset {
        /// The account.
        #[arg(long)]
        email: EmailAddress,
        /// Switch the second factor off, too: whoever has lost it cannot sign in.
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
            let user = NewUser {
                id: UserId::new(operator.now, &OsRandom),
                email,
                name,
                password: None,
                email_verified_at: None,
                operator: runs,
                created_at: operator.now,
            };
            create(&operator, &user, output).await
        }
        UserCommand::Reset {
            email,
            second_factor,
        } => reset(&operator, &email, second_factor, output).await,
        UserCommand::List => list(&operator, output).await,
    }
}

async fn create(operator: &Operator, user: &NewUser, output: Output) -> Result<ExitCode, Failure> {
    let audit = &operator.keys().audit;
    let mut locked = operator.store().installation_locked(audit).await?;
    if !locked.open().add_user(user).await? {
        let email = &user.email;
        return Err(Failure::new(format!("there is an account for {email}")));
    }
    let link = link(operator, locked.open(), user.id, &user.email).await?;
    let after = json!({ "email": user.email.as_str(), "operator": user.operator });
    let event = operator.event("user.create", &user.id, &after);
    locked.audit(&event).await?;
    locked.commit().await?;
    show(user.id, &link, "created", output)
}

async fn reset(
    operator: &Operator,
    email: &EmailAddress,
    second_factor: bool,
    output: Output,
) -> Result<ExitCode, Failure> {
    let found = operator.store().user_by_email(email).await?;
    let unknown = || Failure::new(format!("there is no account for {email}"));
    let user = found.ok_or_else(unknown)?.user;
    let audit = &operator.keys().audit;
    let mut locked = operator.store().installation_locked(audit).await?;
    if second_factor {
        locked.open().remove_totp(user.id).await?;
    }
    let link = link(operator, locked.open(), user.id, &user.email).await?;
    let after = json!({ "secondFactorRemoved": second_factor });
    let event = operator.event("user.reset", &user.id, &after);
    locked.audit(&event).await?;
    locked.commit().await?;
    show(user.id, &link, "reset", output)
}

/// Makes the link to choose a password, and the e-mail with it.
async fn link(
    operator: &Operator,
    transaction: &mut OpenTransaction,
    user: UserId,
    email: &EmailAddress,
) -> Result<String, Failure> {
    let (keys, now) = (operator.keys(), operator.now);
    let kind = MailKind::ResetPassword;
    let mail = LinkMail::new(kind, email.clone(), "", keys, now);
    let token = NewToken {
        user,
        purpose: TokenPurpose::ResetPassword,
        digest: mail.digest,
        created_at: now,
        expires_at: now.plus(LINK_LIVES),
    };
    transaction.add_token(&token).await?;
    transaction.add_mail(&mail.mail).await?;
    let url = operator.app.config.public_url();
    Ok(kind.link(mail.mail.id, keys, &url))
}

fn show(user: UserId, link: &str, what: &str, output: Output) -> Result<ExitCode, Failure> {
    let text =
        format!("{what} {user}\nThe link to choose a password, good for a day:\n\n  {link}\n");
    output.show(&text, &json!({ "id": user.to_string(), "link": link }))
}

async fn list(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    let mut after = None;
    loop {
        let page = operator.store().users_page(after, PageSize::MOST).await?;
        for it in page.items {
            documents.push(json!({
                "id": it.id.to_string(),
                "email": it.email.as_str(),
                "name": it.name,
                "operator": it.operator,
                "secondFactor": it.totp.generation.is_some(),
                "disabledAt": it.disabled_at.map(rfc3339),
                "createdAt": rfc3339(it.created_at),
            }));
            rows.push(vec![
                it.id.to_string(),
                it.email.to_string(),
                it.name,
                if it.operator { "operator" } else { "" }.to_owned(),
            ]);
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let text = table(&["id", "email", "name", ""], &rows);
    output.show(&text, &Value::Array(documents))
}
