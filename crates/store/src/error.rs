//! Errors of the store.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use access::StorageError;

use crate::availability::means_away;
use crate::node::NODE_ABSENT_AFTER;

/// Why a store operation failed.
#[derive(Debug)]
pub enum StoreError {
    /// The database cannot be reached, is too busy, or refused the statement.
    Unavailable(sqlx::Error),
    /// The same for the connection that writes the SQLite ledger.
    LedgerUnavailable(rusqlite::Error),
    /// The database timed out. Whether the statement took effect is unknown.
    TooSlow {
        /// The timeout.
        waited: Duration,
    },
    /// A stored value does not decode. It is never replaced with a default.
    Corrupt {
        /// The table and column.
        column: &'static str,
        /// The row's id.
        row: String,
    },
    /// The database cannot be opened at all.
    CannotOpen {
        /// The expected location.
        place: String,
        /// The cause.
        cause: String,
        /// Whether it may be reachable later.
        is_away: bool,
    },
    /// The data of this file was moved to PostgreSQL.
    Moved {
        /// The file.
        path: PathBuf,
    },
    /// There is no database at this location yet.
    NotInitialized {
        /// The expected location.
        place: String,
    },
    /// The database has the schema of another version.
    SchemaMismatch {
        /// The newest migration in the database.
        found: i64,
        /// The newest migration of this program.
        expected: i64,
    },
    /// The database belongs to another master secret, so no stored key could match.
    WrongMasterSecret,
    /// A rotation is in progress and the previous secret is missing.
    PreviousSecretMissing,
    /// A rotation is already in progress.
    RotationUnderWay,
    /// No rotation is in progress.
    NoRotation,
    /// Nodes are serving, which is not possible during this change.
    NodesServe {
        /// The number of nodes.
        count: u64,
    },
    /// A copy differs from its source. It was discarded.
    CopyDiffers {
        /// The table.
        table: &'static str,
        /// Rows read from the source.
        sent: u64,
        /// Rows found in the target.
        arrived: u64,
    },
    /// Applying migrations failed.
    Migration(Box<sqlx::migrate::MigrateError>),
}

/// The error as a sentence. PostgreSQL also sends the line of its own source code, which the library
/// appends to the message as if it were a line of the statement.
pub(crate) fn cause(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(refusal) => refusal.message().to_owned(),
        other => other.to_string(),
    }
}

impl StoreError {
    /// Whether the database cannot be reached now, or is used by others, and trying again can help.
    pub fn is_away(&self) -> bool {
        match self {
            Self::CannotOpen { is_away, .. } => *is_away,
            Self::Unavailable(_)
            | Self::LedgerUnavailable(_)
            | Self::TooSlow { .. }
            | Self::NodesServe { .. } => true,
            Self::Migration(error) => match &**error {
                sqlx::migrate::MigrateError::Execute(error) => means_away(error),
                _ => false,
            },
            _ => false,
        }
    }

    pub(crate) fn corrupt(column: &'static str, row: &str) -> Self {
        Self::Corrupt {
            column,
            row: row.to_owned(),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(error) => write!(f, "database unavailable: {}", cause(error)),
            Self::LedgerUnavailable(cause) => {
                write!(f, "cannot write the ledger to the database: {cause}")
            }
            Self::TooSlow { waited } => {
                let seconds = waited.as_secs();
                write!(f, "no response from the database within {seconds} s")
            }
            Self::Corrupt { column, row } => {
                write!(f, "unreadable {column} in the database, row {row}")
            }
            Self::CannotOpen { place, cause, .. } => {
                write!(f, "{place}: cannot open the database: {cause}")
            }
            Self::Moved { path } => write!(
                f,
                "{}: the data of this file was moved to PostgreSQL with `almagest move`. Set \
                 `database` to that database. To use this file again, without what has changed \
                 since, run `almagest move --undo`.",
                path.display()
            ),
            Self::NotInitialized { place } => write!(
                f,
                "{place}: no database yet. The first start of `almagest serve` creates it."
            ),
            Self::SchemaMismatch { found, expected } if found > expected => write!(
                f,
                "the database has schema version {found}, but this program knows only versions up \
                 to {expected}: a newer version of the program has migrated it. Install that \
                 version again, or restore the backup from before the upgrade."
            ),
            Self::SchemaMismatch { found, expected } => write!(
                f,
                "the database has schema version {found}, but this program needs {expected}. Run \
                 `almagest serve` of this version to migrate it."
            ),
            Self::WrongMasterSecret => f.write_str(
                "the database belongs to another master secret than the one in the file. To fix this, \
                 copy the master.key file of a node that serves this database, or of its backup.",
            ),
            Self::PreviousSecretMissing => f.write_str(
                "a rotation of the master secret is in progress, and the previous one is missing. Put \
                 master.key.previous beside master.key, or run `almagest secret finish` on a node \
                 that has both.",
            ),
            Self::RotationUnderWay => f.write_str(
                "a rotation of the master secret is already in progress. Run `almagest secret finish` to end it.",
            ),
            Self::NoRotation => f.write_str("no rotation of the master secret is in progress"),
            Self::NodesServe { count } => write!(
                f,
                "{count} nodes are serving with this database: stop all of them first. A killed node \
                 still counts for {} s.",
                NODE_ABSENT_AFTER.as_secs()
            ),
            Self::CopyDiffers {
                table,
                sent,
                arrived,
            } => write!(
                f,
                "the copy of {table} differs from its source ({sent} rows sent, {arrived} arrived). \
                 Nothing was changed."
            ),
            Self::Migration(error) => write!(f, "cannot migrate the database: {error}"),
        }
    }
}

impl StorageError for StoreError {
    fn is_temporary(&self) -> bool {
        !matches!(self, Self::Corrupt { .. })
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::LedgerUnavailable(cause) => Some(cause),
            Self::Migration(cause) => Some(cause),
            // Described by `cause`. The library's text would add the line of PostgreSQL's source.
            Self::Unavailable(_)
            | Self::Corrupt { .. }
            | Self::Moved { .. }
            | Self::TooSlow { .. }
            | Self::CannotOpen { .. }
            | Self::NotInitialized { .. }
            | Self::SchemaMismatch { .. }
            | Self::CopyDiffers { .. }
            | Self::NodesServe { .. }
            | Self::WrongMasterSecret
            | Self::PreviousSecretMissing
            | Self::RotationUnderWay
            | Self::NoRotation => None,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(cause: sqlx::Error) -> Self {
        Self::Unavailable(cause)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(cause: rusqlite::Error) -> Self {
        Self::LedgerUnavailable(cause)
    }
}
