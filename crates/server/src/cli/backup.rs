//! `almagest backup`, `restore` and `move`: copies the whole database into a file, back again, or
//! into PostgreSQL. All three use the store's copy, which compares both sides. A backup is an
//! encrypted SQLite file.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use access::MasterSecret;
use clap::Args;
use serde_json::{Value, json};
use store::{DatabaseLocation, Store, TableCopy};

use super::operator::{Operator, secrets};
use crate::backup_file;
use crate::data_dir;
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;

#[derive(Debug, Args)]
pub(super) struct BackupArguments {
    /// File to write. It must not exist.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Also write the master secret to FILE.master.key. Anyone who has both files can read everything.
    #[arg(long)]
    with_master_key: bool,
}

#[derive(Debug, Args)]
pub(super) struct RestoreArguments {
    /// Backup file.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Replace a database that is not empty.
    #[arg(long)]
    replace: bool,
    /// Accept an unencrypted backup of version 0.1. Its origin cannot be verified.
    #[arg(long)]
    unauthenticated: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct MoveArguments {
    /// URL of an empty PostgreSQL database (`postgres://…`).
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Use the embedded database again after a move, without what has changed since.
    #[arg(long)]
    undo: bool,
}

pub(super) async fn backup(
    arguments: BackupArguments,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    let secrets = secrets(&config.master_key_path(), operator.store()).await?;
    let path = arguments.to;
    let mut made = New::default();
    let file = made.create(&path)?;
    if arguments.with_master_key {
        let beside = beside(&path, ".master.key");
        made.write_secret(&beside, &secrets.current)?;
        if let Some(previous) = &secrets.previous {
            made.write_secret(&data_dir::previous(&beside), &previous.secret)?;
        }
    }
    let work = WorkFile::claim(&config)?;
    let copied = write_copy(operator.store(), &work.path).await?;
    let sealed = backup_file::seal(&work.path, &file, &secrets.current, &OsRandom);
    sealed.map_err(|error| about(&path, &error))?;
    data_dir::sync_folder(&path).map_err(|error| about(&path, &error))?;
    made.keep();
    let hint = if arguments.with_master_key {
        "The master secret is in a separate file beside it. Store the two in different places.\n"
    } else {
        "You need master.key to restore it. The backup does not contain it: store it elsewhere.\n"
    };
    let head = format!("{} contains:\n\n", path.display());
    let json = json!({ "file": path.display().to_string(), "tables": tables_json(&copied) });
    output.show(&format!("{head}{}\n{hint}", tables_text(&copied)), &json)
}

/// New files, which are removed on failure.
#[derive(Default)]
struct New(Vec<PathBuf>);

impl New {
    /// Creates a file that must not exist, readable only by its owner.
    fn create(&mut self, path: &Path) -> Result<fs::File, Failure> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                about(path, &"the file already exists. Choose another name.")
            }
            _ => about(path, &error),
        })?;
        self.0.push(path.to_owned());
        Ok(file)
    }

    fn write_secret(&mut self, path: &Path, secret: &MasterSecret) -> Result<(), Failure> {
        let mut file = self.create(path)?;
        let text = secret.to_file_text();
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all());
        written.map_err(|error| about(path, &error))
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for New {
    fn drop(&mut self) {
        for path in &self.0 {
            fs::remove_file(path).ok();
        }
    }
}

/// The decrypted database of a backup, while a command works with it. It is in the data folder,
/// which already holds the same content.
struct WorkFile {
    path: PathBuf,
    _lock: fs::File,
}

impl WorkFile {
    /// Claims the file, and removes what an interrupted command left.
    fn claim(config: &Config) -> Result<Self, Failure> {
        data_dir::prepare(&config.data_dir)?;
        let place = config.data_dir.join("backup.lock");
        let lock = data_dir::open_lock(&place).map_err(|error| about(&place, &error))?;
        if lock.try_lock().is_err() {
            let place = config.data_dir.display();
            let sentence = format!("{place}: another backup or restore is using this folder");
            return Err(Failure::new(sentence));
        }
        let work = Self {
            path: config.data_dir.join("backup.sqlite3"),
            _lock: lock,
        };
        work.remove();
        Ok(work)
    }

    fn remove(&self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            fs::remove_file(beside(&self.path, ending)).ok();
        }
    }
}

impl Drop for WorkFile {
    fn drop(&mut self) {
        self.remove();
    }
}

async fn write_copy(from: &Store, path: &Path) -> Result<Vec<TableCopy>, Failure> {
    let target = Store::open_and_migrate(&DatabaseLocation::SqliteFile(path.to_owned())).await?;
    let copied = from.copy_into(&target).await;
    // Checkpoints the write-ahead log, so that the backup is a single file.
    target.close().await;
    Ok(copied?)
}

pub(super) async fn restore(
    arguments: RestoreArguments,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let _lock = exclusive(&config)?;
    let path = config.master_key_path();
    let secrets = data_dir::read_secrets(&path)?;
    if secrets.is_empty() {
        let place = path.display();
        let sentence =
            format!("{place}: no master secret. Put the master.key of the backup here first.");
        return Err(Failure::new(sentence));
    }
    // Works on a copy: opening the backup itself would write to it, and migrate an older one.
    let work = WorkFile::claim(&config)?;
    let (from, unauthenticated) = (&arguments.from, arguments.unauthenticated);
    let opened = backup_file::open(from, &work.path, &secrets, unauthenticated);
    opened.map_err(|error| about(from, &error))?;
    let restored = restore_copy(&work.path, secrets, arguments.replace, &config).await?;
    drop(work);
    let mut text = format!("Restored:\n\n{}\n", tables_text(&restored.tables));
    text += &kept_closed(&restored);
    let json = json!({
        "tables": tables_json(&restored.tables),
        "keysKeptClosed": restored.keys_kept_closed,
        "membershipsBack": restored.memberships_back,
        "workingKeys": restored.working_keys,
        "compared": restored.compared,
    });
    output.show(&text, &json)
}

async fn restore_copy(
    copy: &Path,
    secrets: Vec<MasterSecret>,
    replace: bool,
    config: &Config,
) -> Result<store::Restored, Failure> {
    let backup = Store::open_and_migrate(&DatabaseLocation::SqliteFile(copy.to_owned())).await?;
    let secrets = backup.choose_secrets(secrets).await?;
    let target = Store::open_and_migrate(&config.location()).await?;
    if !replace && !target.is_empty().await? {
        let place = config.location();
        let sentence = format!("{place} is not empty. Use --replace to replace its content.");
        return Err(Failure::new(sentence));
    }
    target.require_nobody_serves().await?;
    let now = Clock::System.now();
    let restored = target.restore_from(&backup, now).await?;
    let mut locked = target
        .installation_locked(&secrets.current.audit_key())
        .await?;
    locked.audit(&restoration(&restored, now)).await?;
    locked.commit().await?;
    backup.close().await;
    target.close().await;
    Ok(restored)
}

/// The entry about the restore in the installation's audit log.
fn restoration(restored: &store::Restored, at: access::Timestamp) -> store::AuditEvent {
    let after = json!({
        "keysKeptClosed": restored.keys_kept_closed,
        "workingKeys": restored.working_keys,
    });
    let mut event = store::AuditEvent::of_installation("installation.restore", at);
    event.after = Some(after.to_string());
    event
}

fn kept_closed(restored: &store::Restored) -> String {
    let closed = restored.keys_kept_closed.iter();
    let closed =
        closed.map(|key| format!("{key} was revoked or disabled after the backup and stays so."));
    let back = restored.memberships_back.iter().map(|(org, person)| {
        format!("{person} is a member of {org} again. Remove them if that is wrong.")
    });
    let blind = (!restored.compared).then(|| {
        let working = restored.working_keys;
        format!(
            "The replaced database was empty, so keys that were revoked after the backup are unknown. {working} keys \
             work. Check them with `almagest key list`."
        )
    });
    let lines: Vec<String> = closed.chain(back).chain(blind).collect();
    format!("{}\nEveryone has been signed out.\n", lines.join("\n"))
}

pub(super) async fn move_out(
    arguments: MoveArguments,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let from = config.location();
    let DatabaseLocation::SqliteFile(file) = &from else {
        return Err(Failure::new(format!(
            "{from}: only the embedded SQLite database can be moved. Run the command without the \
             setting `database`."
        )));
    };
    let _lock = exclusive(&config)?;
    let Some(to) = arguments.to else {
        return undo_move(file, output).await;
    };
    let operator = Operator::open(&config).await?;
    let to = DatabaseLocation::Postgres(to);
    let target = Store::open_and_migrate(&to).await?;
    if !target.is_empty().await? {
        return Err(Failure::new(format!(
            "{to} is not empty. Use an empty database."
        )));
    }
    let copied = operator.store().copy_into(&target).await?;
    operator.store().mark_moved().await?;
    let text = format!(
        "Moved to {to}. Row counts and checksums match the file:\n\n{}\n\
         Start the server with this database, and master_key_file set to a copy of\n{}.\n\
         The file {from} still contains the data, and is marked as moved: nothing uses it.\n\
         Remove it when you no longer need it.\n",
        tables_text(&copied),
        config.master_key_path().display(),
    );
    output.show(&text, &json!({ "tables": tables_json(&copied) }))
}

async fn undo_move(file: &Path, output: Output) -> Result<ExitCode, Failure> {
    if !file.exists() {
        return Err(about(file, &"there is no such file."));
    }
    Store::unmark_moved(file).await?;
    let shown = file.display().to_string();
    let text = format!(
        "{shown} can be used again. It lacks what has changed since the move.\n\
         Remove `database` from the configuration before you start the server.\n"
    );
    output.show(&text, &json!({ "file": shown }))
}

/// Prevents a server from starting in this folder, and fails if one is running. [`Store::require_nobody_serves`] finds
/// nodes elsewhere.
pub(super) fn exclusive(config: &Config) -> Result<data_dir::ServeLock, Failure> {
    data_dir::prepare(&config.data_dir)?;
    Ok(data_dir::lock(&config.data_dir)?)
}

fn tables_text(copied: &[TableCopy]) -> String {
    let row = |it: &TableCopy| {
        let checksum = format!("{:032x}", it.checksum);
        vec![it.table.to_owned(), it.rows.to_string(), checksum]
    };
    let rows: Vec<_> = copied.iter().map(row).collect();
    table(&["table", "rows", "checksum"], &rows)
}

fn tables_json(copied: &[TableCopy]) -> Value {
    let entry = |it: &TableCopy| json!({ "table": it.table, "rows": it.rows, "checksum": format!("{:032x}", it.checksum) });
    copied.iter().map(entry).collect()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn about(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
