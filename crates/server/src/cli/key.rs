//! `almagest key …`

use std::process::ExitCode;

use access::{DomainPattern, KeyId, KeyModules, KeyPermission, Name, OrgId, Rate, Timestamp};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::{KeyRecord, Tenant};

use super::operator::Operator;
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::clock::{parse_rfc3339, rfc3339};
use http_api::modules::CATALOGUE;
use http_api::text::ParsedText;
use management_api::key::create::{KeyCreate, KeyCreateInput, ModeText};
use management_api::key::edit::{KeyRevoke, KeyUpdate, KeyUpdateInput};
use management_api::key::rotate::{KeyRotate, KeyRotateInput, RotationMeta};
use management_api::key::{KeyReference, ManagedKey, patterns, status};

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create a key. It is shown only once.
    Create(CreateArguments),
    /// List the keys of an organization.
    List {
        /// The organization.
        #[arg(long)]
        org: OrgId,
    },
    /// Update a key. Options that are not given stay unchanged.
    Edit(EditArguments),
    /// Replace a key's secret. The new one is shown only once.
    Rotate {
        /// The key's ID.
        id: KeyId,
        /// Seconds that the old secret keeps working, up to 30 days.
        #[arg(long, default_value_t = 0, value_name = "SECONDS")]
        grace: u32,
    },
    /// Revoke a key permanently, with all its rotated versions.
    Revoke {
        /// The key's ID.
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
    /// Permission: calc:read, content:read, chart:read or modules:read. Repeat for several.
    #[arg(long = "permission", value_name = "PERMISSION", required = true)]
    permissions: Vec<KeyPermission>,
    /// When the key expires, such as 2027-01-31T00:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = parse_rfc3339)]
    expires: Option<Timestamp>,
    /// Create a live key, which is billed, instead of a test key.
    #[arg(long)]
    live: bool,
    /// Domain of web pages that may use the key: example.com, *.example.com or *. Repeat for several.
    /// This protects against misuse in browsers only.
    #[arg(long = "domain", value_name = "PATTERN")]
    domains: Vec<DomainPattern>,
    /// Rate limit of the key, such as 60/60s. Repeat for several.
    #[arg(long = "rate", value_name = "N/WINDOW")]
    rates: Vec<Rate>,
    /// Module that the key may use. Repeat for several. [default: all modules of the organization]
    #[arg(long = "module", value_name = "MODULE")]
    modules: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct EditArguments {
    /// The key's ID.
    id: KeyId,
    /// New name.
    #[arg(long)]
    name: Option<Name>,
    /// Permission. Repeat for several. Replaces all permissions of the key.
    #[arg(long = "permission", value_name = "PERMISSION")]
    permissions: Vec<KeyPermission>,
    /// New expiration time.
    #[arg(long, value_name = "TIME", value_parser = parse_rfc3339)]
    expires: Option<Timestamp>,
    /// Domain pattern. Repeat for several. Replaces all patterns of the key.
    #[arg(long = "domain", value_name = "PATTERN", conflicts_with = "any_domain")]
    domains: Vec<DomainPattern>,
    /// Remove the domain restriction.
    #[arg(long)]
    any_domain: bool,
    /// Rate limit. Repeat for several. Replaces all rate limits of the key.
    #[arg(long = "rate", value_name = "N/WINDOW")]
    rates: Vec<Rate>,
    /// Module. Repeat for several. Replaces all modules of the key.
    #[arg(long = "module", value_name = "MODULE")]
    modules: Vec<String>,
    /// Enable the key.
    #[arg(long, conflicts_with = "disable")]
    enable: bool,
    /// Disable the key.
    #[arg(long)]
    disable: bool,
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
        KeyCommand::Edit(arguments) => edit(&operator, arguments, output).await,
        KeyCommand::Rotate { id, grace } => rotate(&operator, id, grace, output).await,
        KeyCommand::Revoke { id } => revoke(&operator, id, output).await,
    }
}

async fn create(
    operator: &Operator,
    arguments: CreateArguments,
    output: Output,
) -> Result<ExitCode, Failure> {
    let domains = arguments.domains;
    let modules = arguments.modules;
    require_known(&modules)?;
    let org = operator.org(arguments.org).await?;
    let input = KeyCreateInput {
        name: ParsedText(arguments.name),
        mode: if arguments.live {
            ModeText::Live
        } else {
            ModeText::Test
        },
        permissions: arguments.permissions.into_iter().map(Into::into).collect(),
        modules: (!modules.is_empty()).then_some(modules),
        rates: arguments.rates.into_iter().map(ParsedText).collect(),
        domains: (!domains.is_empty()).then(|| domains.into_iter().map(ParsedText).collect()),
        expires_at: arguments.expires.map(ParsedText),
    };
    let acting = operator.acting(org.id);
    let made = operator
        .app
        .call::<KeyCreate>(acting, input)
        .await?
        .resource;
    let shown = show_secret(operator, &made, output, (&org.name, None)).await;
    if let Err(failure) = shown {
        // Nobody has seen this key, so nobody could use it.
        let input = KeyReference {
            key: made.id().to_owned(),
        };
        let acting = operator.acting(org.id);
        operator.app.call::<KeyRevoke>(acting, input).await?;
        return Err(Failure::new(format!(
            "cannot write to standard output: {failure}. The key was revoked."
        )));
    }
    Ok(ExitCode::SUCCESS)
}

/// The API refuses unknown modules, too, but does not know the command that lists all.
fn require_known(modules: &[String]) -> Result<(), Failure> {
    match modules.iter().find(|it| CATALOGUE.module(it).is_none()) {
        None => Ok(()),
        Some(unknown) => Err(Failure::new(format!(
            "Unknown module `{unknown}`. `almagest module list` shows all."
        ))),
    }
}

/// Prints a key that is shown once, the name of its organization and, after a rotation, when the
/// old key ends.
async fn show_secret(
    operator: &Operator,
    made: &ManagedKey,
    output: Output,
    (org_name, rotation): (&str, Option<&RotationMeta>),
) -> Result<ExitCode, Failure> {
    let id: KeyId = made.id().parse().map_err(|_| Failure::new("no id"))?;
    let secret = made.secret().unwrap_or_default();
    let record = found(operator, id).await?;
    let mut text =
        format!("created {id} in {org_name}\nThe key (shown only once):\n\n  {secret}\n");
    let mut document = as_json(&record, operator.now);
    document["key"] = secret.into();
    if let Some(rotation) = rotation {
        let end = rotation.old_expires_at.as_deref().unwrap_or_default();
        let works = parse_rfc3339(end).is_ok_and(|it| it > operator.app.clock.now());
        let old = if works {
            format!("\nThe old key works until {end}.\n")
        } else {
            "\nThe old key no longer works.\n".to_owned()
        };
        text.push_str(&old);
        document["replaces"] = rotation.replaces.as_str().into();
        document["oldExpiresAt"] = end.into();
    }
    output.show(&text, &document)
}

/// The key with this id, whosever it is.
async fn found(operator: &Operator, id: KeyId) -> Result<KeyRecord, Failure> {
    let unknown = || Failure::new(format!("there is no key {id}"));
    let org = operator.store().org_of_key(id).await?.ok_or_else(unknown)?;
    let inside = operator.store().org(Tenant::named_by_operator(org));
    inside.key(id).await?.ok_or_else(unknown)
}

async fn edit(
    operator: &Operator,
    arguments: EditArguments,
    output: Output,
) -> Result<ExitCode, Failure> {
    require_known(&arguments.modules)?;
    let before = found(operator, arguments.id).await?;
    let list = |given: Vec<KeyPermission>| given.into_iter().map(Into::into).collect();
    let domains = if arguments.any_domain {
        Some(None)
    } else {
        let given = arguments.domains;
        (!given.is_empty()).then(|| Some(given.into_iter().map(ParsedText).collect()))
    };
    let input = KeyUpdateInput {
        key: arguments.id.to_string(),
        name: arguments.name.map(ParsedText),
        permissions: (!arguments.permissions.is_empty()).then(|| list(arguments.permissions)),
        rates: (!arguments.rates.is_empty())
            .then(|| arguments.rates.into_iter().map(ParsedText).collect()),
        modules: (!arguments.modules.is_empty()).then_some(Some(arguments.modules)),
        domains,
        expires_at: arguments.expires.map(|it| Some(ParsedText(it))),
        enabled: match (arguments.enable, arguments.disable) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
    };
    let acting = operator.acting(before.org_id);
    operator.app.call::<KeyUpdate>(acting, input).await?;
    let after = found(operator, arguments.id).await?;
    let text = format!("changed {}\n", arguments.id);
    output.show(&text, &as_json(&after, operator.now))
}

async fn rotate(
    operator: &Operator,
    id: KeyId,
    grace_seconds: u32,
    output: Output,
) -> Result<ExitCode, Failure> {
    let old = found(operator, id).await?;
    let input = KeyRotateInput {
        key: id.to_string(),
        grace_seconds,
    };
    let acting = operator.acting(old.org_id);
    let made = operator.app.call::<KeyRotate>(acting, input).await?;
    let about = (old.org_name.as_str(), made.meta.as_ref());
    show_secret(operator, &made.resource, output, about).await
}

async fn list(operator: &Operator, org: OrgId, output: Output) -> Result<ExitCode, Failure> {
    let org = operator.org(org).await?;
    let keys = operator
        .store()
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
    let key = found(operator, id).await?;
    let input = KeyReference {
        key: id.to_string(),
    };
    let acting = operator.acting(key.org_id);
    operator.app.call::<KeyRevoke>(acting, input).await?;
    let text = format!("revoked {id}; a running server rejects it within a second\n");
    output.show(&text, &json!({ "id": id.to_string(), "status": "revoked" }))
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
        "rates": key.rates.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "modules": match &key.modules {
            KeyModules::All => None,
            KeyModules::Only(ids) => Some(ids),
        },
        "lastUsedAt": key.last_used_at.map(rfc3339),
        "domains": patterns(&key.domains),
        "expiresAt": key.standing.expires_at.map(rfc3339),
        "createdAt": rfc3339(key.created_at),
    })
}
