//! `almagest secret …`: rotation of the master secret. During a rotation both secrets are accepted.

use std::process::ExitCode;

use access::{MasterSecrets, PreviousSecret};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::{AuditEvent, OldSecretUses, Store};

use super::backup::exclusive;
use super::operator::secrets;
use crate::data_dir;
use calculator::output::{Failure, Output};
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;

#[derive(Debug, Subcommand)]
pub(super) enum SecretCommand {
    /// Create a new master secret. The previous one stays valid until `finish`.
    Rotate,
    /// Stop accepting the previous master secret.
    Finish(FinishArguments),
}

#[derive(Debug, Args)]
pub(super) struct FinishArguments {
    /// Finish even if keys, codes or links still need the previous secret. They stop working.
    #[arg(long)]
    anyway: bool,
}

pub(super) async fn run(
    command: SecretCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let _lock = exclusive(&config)?;
    let _secrets = data_dir::lock_secrets(&config.master_key_path())?;
    let store = Store::open_existing(&config.location()).await?;
    store.require_nobody_serves().await?;
    let present = secrets(&config.master_key_path(), &store).await?;
    let done = match command {
        SecretCommand::Rotate => rotate(&config, &store, present).await?,
        SecretCommand::Finish(arguments) => {
            finish(&config, &store, &present, arguments.anyway).await?
        }
    };
    store.close().await;
    output.show(&done.0, &done.1)
}

async fn rotate(
    config: &Config,
    store: &Store,
    present: MasterSecrets,
) -> Result<(String, Value), Failure> {
    let path = config.master_key_path();
    // A first start or a rotation may have been interrupted before it moved the files.
    data_dir::keep_secret(&path)?;
    data_dir::settle_secrets(&path, &present, &OsRandom)?;
    if present.previous.is_some() {
        return Err(store::StoreError::RotationUnderWay.into());
    }
    let now = Clock::System.now();
    // Another node may share the file and rotate at the same time. Only one may do so until the
    // database belongs to the new secret.
    let mut lock = store.lock_secret().await?;
    let old = present.current;
    lock.require_only(&old).await?;
    // An interrupted rotation may have left a secret that the database does not know.
    data_dir::forget_pending_secret(&path)?;
    let new = data_dir::make_secret(&path, &OsRandom)?;
    let mut event = AuditEvent::of_installation("secret.rotate", now);
    event.before = Some(json!({ "fingerprint": old.fingerprint() }).to_string());
    event.after = Some(json!({ "fingerprint": new.fingerprint() }).to_string());
    let rotated = lock.rotate(&old, &new, &event).await?;
    let fingerprint = new.fingerprint();
    let both = MasterSecrets {
        current: new,
        previous: Some(PreviousSecret {
            secret: old,
            replaced_at: now,
        }),
    };
    data_dir::settle_secrets(&path, &both, &OsRandom)?;
    let broken: Vec<_> = rotated.broken.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "{} contains the new master secret, {} the previous one.\n\
         {} audit chains and {} password hashes were re-sealed; {} authenticator and webhook secrets were kept.\n",
        path.display(),
        data_dir::previous(&path).display(),
        rotated.chains,
        rotated.passwords,
        rotated.kept,
    );
    if !broken.is_empty() {
        let chains = broken.join(", ");
        text += "Chains that were already broken, left unchanged: ";
        text += &chains;
        text += "\n";
    }
    text += "Copy both files to every node, back up both, and start the servers. Keys and sessions \
         move to the new\nsecret when they are used. Run `almagest secret finish` to end the rotation.\n";
    let document = json!({
        "fingerprint": fingerprint,
        "chains": rotated.chains,
        "brokenChains": broken,
        "keptSecrets": rotated.kept,
        "passwords": rotated.passwords,
    });
    Ok((text, document))
}

async fn finish(
    config: &Config,
    store: &Store,
    present: &MasterSecrets,
    anyway: bool,
) -> Result<(String, Value), Failure> {
    let path = config.master_key_path();
    data_dir::settle_secrets(&path, present, &OsRandom)?;
    let mut event = AuditEvent::of_installation("secret.finish", Clock::System.now());
    let fingerprint = present.current.fingerprint();
    event.after = Some(json!({ "fingerprint": fingerprint, "anyway": anyway }).to_string());
    let uses = store
        .finish_rotation(&present.current, anyway, &event)
        .await?;
    if !uses.is_none() && !anyway {
        let sentence = format!(
            "the previous master secret is still needed: {}. Keys need it until they are \
             used once or revoked, recovery codes until they are renewed, invitations for a week, \
             other links for at most a day. Use --anyway to invalidate all of them.",
            told(&uses)
        );
        return Err(Failure::new(sentence));
    }
    data_dir::forget_previous_secret(&path)?;
    let mut text = format!(
        "The previous master secret is no longer accepted, and {} is removed.\n\
         Remove its copies on other nodes, and start the servers.\n",
        data_dir::previous(&path).display()
    );
    if !uses.is_none() {
        text += "Invalidated: ";
        text += &told(&uses);
        text += ".\n";
    }
    let document = json!({
        "fingerprint": fingerprint,
        "ended": {
            "keys": uses.keys,
            "recoveryCodes": uses.recovery_codes,
            "invitations": uses.invitations,
            "links": uses.links,
        },
    });
    Ok((text, document))
}

fn told(uses: &OldSecretUses) -> String {
    let parts = [
        (uses.keys, "keys"),
        (uses.recovery_codes, "recovery codes"),
        (uses.invitations, "invitations"),
        (uses.links, "other links in emails"),
    ];
    let some = parts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<_> = some
        .map(|(count, what)| format!("{what}: {count}"))
        .collect();
    told.join(", ")
}
