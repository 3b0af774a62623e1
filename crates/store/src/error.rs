//! Errors of the store.

use std::fmt;
use std::time::Duration;

use access::StorageError;

use crate::node::NODE_ABSENT_AFTER;

/// The reason why the store could not answer.
#[derive(Debug)]
pub enum StoreError {
    /// The database cannot be reached, is too busy, or refused the statement.
    Unavailable(sqlx::Error),
    /// The connection that writes the SQLite ledger is unavailable or refused the statement.
    LedgerUnavailable(rusqlite::Error),
    /// The database took longer than a request can wait. Whether it executed the request is
    /// unknown.
    TooSlow {
        /// How long the store waited.
        waited: Duration,
    },
    /// A stored value does not decode. No default replaces it.
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
    },
    /// There is no database at this location yet.
    NotInitialized {
        /// The expected location.
        place: String,
    },
    /// The database was created by another version of the program.
    SchemaMismatch {
        /// The newest migration in the database.
        found: i64,
        /// The newest migration that this program knows.
        expected: i64,
    },
    /// The database was created with another master secret: no stored key could ever match.
    WrongMasterSecret,
    /// A rotation is in progress and the previous secret is missing.
    PreviousSecretMissing,
    /// The master secret cannot be rotated before the last rotation is finished.
    RotationUnderWay,
    /// There is no rotation to finish.
    NoRotation,
    /// Nodes are serving with the database, which prevents this change.
    NodesServe {
        /// The number of nodes.
        count: u64,
    },
    /// The copied rows differ from the source. Nothing was kept.
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

impl StoreError {
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
            Self::Unavailable(cause) => write!(f, "the database does not answer: {cause}"),
            Self::LedgerUnavailable(cause) => {
                write!(f, "the database does not take the ledger: {cause}")
            }
            Self::TooSlow { waited } => {
                let seconds = waited.as_secs();
                write!(f, "the database has not answered within {seconds} s")
            }
            Self::Corrupt { column, row } => {
                write!(f, "the database holds an unreadable {column} in row {row}")
            }
            Self::CannotOpen { place, cause } => {
                write!(f, "{place}: cannot be opened as a database: {cause}")
            }
            Self::NotInitialized { place } => write!(
                f,
                "{place}: there is no database yet: `almagest serve` makes it at its first start"
            ),
            Self::SchemaMismatch { found, expected } => write!(
                f,
                "the database has schema version {found}, this program needs {expected}: \
                 `almagest serve` of the newer version migrates it"
            ),
            Self::WrongMasterSecret => f.write_str(
                "the database belongs to another master secret than the one in the file: copy the \
                 master.key file of a node that serves with this database, or of its back-up, here",
            ),
            Self::PreviousSecretMissing => f.write_str(
                "the master secret is being rotated, and the one before it is missing: put \
                 master.key.previous beside master.key, or end it with `almagest secret finish` \
                 where both are",
            ),
            Self::RotationUnderWay => f.write_str(
                "a rotation of the master secret is under way: `almagest secret finish` ends it",
            ),
            Self::NoRotation => f.write_str("no rotation of the master secret is under way"),
            Self::NodesServe { count } => write!(
                f,
                "the database is in use by nodes that serve ({count}): stop all of them first; \
                 one that was killed is counted for {} s",
                NODE_ABSENT_AFTER.as_secs()
            ),
            Self::CopyDiffers {
                table,
                sent,
                arrived,
            } => write!(
                f,
                "the copy of {table} is not what was read ({sent} rows sent, {arrived} arrived): \
                 nothing was changed"
            ),
            Self::Migration(cause) => write!(f, "the database could not be migrated: {cause}"),
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
            Self::Unavailable(cause) => Some(cause),
            Self::LedgerUnavailable(cause) => Some(cause),
            Self::Migration(cause) => Some(cause),
            Self::Corrupt { .. }
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
