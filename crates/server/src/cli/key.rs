//! `almagest key …`

use std::process::ExitCode;

use access::{
    DomainList, DomainPattern, DomainRule, KeyId, KeyMode, KeyPermission, Name, OrgId, PlainKey,
    Rate, Timestamp,
};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::{KeyRecord, NewKey, Tenant};

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::{parse_rfc3339, rfc3339};
use crate::config::Config;
use crate::randomness::OsRandom;

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create a key; it is shown once and never again.
    Create(CreateArguments),
    /// List the keys of an organization.
    List {
        /// The organization.
        #[arg(long)]
        org: OrgId,
    },
    /// End a key for good.
    Revoke {
        /// The key's id.
        id: KeyId,
    },
}

#[derive(Debug, Args)]
pub(super) struct CreateArguments {
    /// The organization the key belongs to.
    #[arg(long)]
    org: OrgId,
    /// A name to recognize the key by.
    #[arg(long)]
    name: Name,
    /// What the key may do: calc:read, content:read, chart:read, modules:read; repeat for several.
    #[arg(long = "permission", value_name = "PERMISSION", required = true)]
    permissions: Vec<KeyPermission>,
    /// When the key stops working, as 2027-01-31T00:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = parse_rfc3339)]
    expires: Option<Timestamp>,
    /// A live key, which is billed; otherwise a test key.
    #[arg(long)]
    live: bool,
    /// Web pages that may use the key: example.com, *.example.com or *; repeat for several. This
    /// protects against misuse in browsers only.
    #[arg(long = "domain", value_name = "PATTERN")]
    domains: Vec<DomainPattern>,
    /// How often the key may be used, as 60/60s; repeat for several rates at once.
    #[arg(long = "rate", value_name = "N/WINDOW")]
    rates: Vec<Rate>,
}

pub(super) async fn run(
    command: KeyCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        KeyCommand::Create(arguments) => create(&operator, arguments, output).await,
        KeyCommand::List { org } => list(&operator, org, output).await,
        KeyCommand::Revoke { id } => revoke(&operator, id, output).await,
    }
}

async fn create(
    operator: &Operator,
    arguments: CreateArguments,
    output: Output,
) -> Result<ExitCode, Failure> {
    let domains = if arguments.domains.is_empty() {
        DomainRule::Unrestricted
    } else {
        DomainRule::List(DomainList::new(arguments.domains)?)
    };
    if arguments.expires.is_some_and(|it| it <= operator.now) {
        return Err(Failure::new(
            "--expires lies in the past: no key was created",
        ));
    }
    let org = operator.org(arguments.org).await?;
    let mode = if arguments.live {
        KeyMode::Live
    } else {
        KeyMode::Test
    };
    let plain = PlainKey::generate(mode, &OsRandom);
    let key = NewKey {
        id: KeyId::new(operator.now, &OsRandom),
        name: arguments.name,
        mode,
        digest: plain.digest(&operator.secret.pepper()),
        display: plain.display(),
        permissions: arguments.permissions.into_iter().collect(),
        rates: arguments.rates,
        domains,
        expires_at: arguments.expires,
        created_at: operator.now,
    };
    let inside = operator.store.org(Tenant::named_by_operator(org.id));
    inside.add_key(&key).await?;
    let text = format!(
        "created {} in {}\nThe key, shown this once:\n\n  {}\n",
        key.id,
        org.name,
        plain.reveal()
    );
    let permissions: Vec<_> = key.permissions.iter().map(KeyPermission::name).collect();
    let document = json!({
        "id": key.id.to_string(),
        "key": plain.reveal(),
        "organization": org.id.to_string(),
        "name": key.name.as_str(),
        "mode": mode.name(),
        "permissions": permissions,
        "rates": texts(&key.rates),
        "domains": patterns(&key.domains),
        "expiresAt": key.expires_at.map(rfc3339),
    });
    if let Err(failure) = output.show(&text, &document) {
        // A key nobody has seen is of use to nobody.
        inside.revoke_key(key.id, operator.now).await?;
        return Err(Failure::new(format!(
            "standard output: {failure}; the key was revoked"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(operator: &Operator, org: OrgId, output: Output) -> Result<ExitCode, Failure> {
    let org = operator.org(org).await?;
    let keys = operator
        .store
        .org(Tenant::named_by_operator(org.id))
        .keys()
        .await?;
    let rows: Vec<_> = keys
        .iter()
        .map(|it| {
            let permissions: Vec<_> = it
                .standing
                .permissions
                .iter()
                .map(KeyPermission::name)
                .collect();
            vec![
                it.id.to_string(),
                it.name.clone(),
                it.display.to_string(),
                status(it, operator.now).to_owned(),
                permissions.join(" "),
                it.standing
                    .expires_at
                    .map_or_else(|| "never".to_owned(), rfc3339),
            ]
        })
        .collect();
    let headings = ["id", "name", "key", "status", "permissions", "expires"];
    let documents = keys.iter().map(|it| as_json(it, operator.now)).collect();
    output.show(&table(&headings, &rows), &Value::Array(documents))
}

async fn revoke(operator: &Operator, id: KeyId, output: Output) -> Result<ExitCode, Failure> {
    let unknown = || Failure::new(format!("there is no key {id}"));
    let org = operator.store.org_of_key(id).await?.ok_or_else(unknown)?;
    let inside = operator.store.org(Tenant::named_by_operator(org));
    if !inside.revoke_key(id, operator.now).await? {
        return Err(unknown());
    }
    let text = format!("revoked {id}: a running server refuses it within a second\n");
    output.show(&text, &json!({ "id": id.to_string(), "status": "revoked" }))
}

fn status(key: &KeyRecord, now: Timestamp) -> &'static str {
    match key.standing.usable(now) {
        Ok(()) => "active",
        Err(access::Refusal::KeyRevoked) => "revoked",
        Err(access::Refusal::KeyDisabled) => "disabled",
        Err(access::Refusal::KeyExpired) => "expired",
        Err(_) => "organization suspended",
    }
}

fn as_json(key: &KeyRecord, now: Timestamp) -> Value {
    let permissions: Vec<_> = key
        .standing
        .permissions
        .iter()
        .map(KeyPermission::name)
        .collect();
    json!({
        "id": key.id.to_string(),
        "organization": key.org_id.to_string(),
        "name": key.name,
        "display": key.display.to_string(),
        "mode": key.mode.name(),
        "status": status(key, now),
        "permissions": permissions,
        "rates": texts(&key.rates),
        "domains": patterns(&key.domains),
        "expiresAt": key.standing.expires_at.map(rfc3339),
        "createdAt": rfc3339(key.created_at),
    })
}

fn texts(rates: &[Rate]) -> Vec<String> {
    rates.iter().map(ToString::to_string).collect()
}

/// Null for a key that is not restricted.
fn patterns(domains: &DomainRule) -> Option<Vec<String>> {
    match domains {
        DomainRule::Unrestricted => None,
        DomainRule::List(list) => Some(list.patterns().iter().map(ToString::to_string).collect()),
    }
}
