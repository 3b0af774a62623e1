//! The two databases. This file and the migrations are the only places that know there are two.

use std::fmt;
use std::fs::{OpenOptions, Permissions};
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::StoreError;
use crate::ledger::{PostgresLedger, SqliteLedger};

/// How long a statement waits for a connection or for SQLite's write lock.
pub(crate) const WAIT: Duration = Duration::from_secs(5);
/// Concurrent readers of the SQLite file.
const SQLITE_READERS: u32 = 6;
/// Connections of one node to PostgreSQL.
const POSTGRES_CONNECTIONS: u32 = 16;

/// The mode of the database's files, whatever that of their folder.
const OWNER_ONLY: u32 = 0o600;

/// Where the database is.
#[derive(Clone)]
pub enum Location {
    /// A file on this machine; the default.
    SqliteFile(PathBuf),
    /// A PostgreSQL server, as a `postgres://` address.
    Postgres(String),
}

/// Without the address, which may hold a password.
impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SqliteFile(path) => f.debug_tuple("SqliteFile").field(path).finish(),
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

/// Where it is, in words and without a password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SqliteFile(path) => path.display().fmt(f),
            Self::Postgres(address) => match PgConnectOptions::from_str(address) {
                Ok(options) => {
                    let database = options.get_database().unwrap_or_default();
                    write!(
                        f,
                        "PostgreSQL at {}:{}/{database}",
                        options.get_host(),
                        options.get_port()
                    )
                }
                Err(_) => f.write_str("PostgreSQL"),
            },
        }
    }
}

impl Location {
    fn cannot_open(&self, cause: &dyn fmt::Display) -> StoreError {
        StoreError::CannotOpen {
            place: self.to_string(),
            cause: cause.to_string(),
        }
    }

    fn not_initialized(&self) -> StoreError {
        StoreError::NotInitialized {
            place: self.to_string(),
        }
    }
}

/// The open database.
#[derive(Clone, Debug)]
pub(crate) enum Backend {
    /// SQLite has one writer at a time. Giving it one connection, and the ledger another that waits
    /// for the same turn, makes a queue of what would be lock errors.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
        ledger: Arc<SqliteLedger>,
        turn: Arc<Semaphore>,
    },
    Postgres {
        pool: PgPool,
        ledger: PostgresLedger,
    },
}

/// A transaction on whichever database is open.
#[derive(Debug)]
pub(crate) enum Transaction {
    Sqlite(SqliteTransaction),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

/// A transaction of SQLite, with the turn to write if it is to write.
#[derive(Debug)]
pub(crate) struct SqliteTransaction {
    transaction: sqlx::Transaction<'static, Sqlite>,
    /// Dropped after the transaction.
    _turn: Option<OwnedSemaphorePermit>,
}

impl Deref for SqliteTransaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for SqliteTransaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

/// The turn to write into SQLite.
pub(crate) async fn take_turn(turn: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, StoreError> {
    let waiting = Arc::clone(turn).acquire_owned();
    match tokio::time::timeout(WAIT, waiting).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_closed)) => Err(sqlx::Error::PoolClosed.into()),
        Err(_elapsed) => Err(sqlx::Error::PoolTimedOut.into()),
    }
}

/// Makes the file of a database that only its owner can read, or takes others' rights to one that
/// is there. SQLite gives its log and its shared memory the rights of the file.
fn keep_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(OWNER_ONLY);
    // One that is there is not opened: closing it would release the locks that SQLite holds on it
    // elsewhere in this process.
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::metadata(&name) {
            Ok(found) if found.mode() & 0o077 != 0 => {
                std::fs::set_permissions(&name, Permissions::from_mode(OWNER_ONLY))?;
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Runs one query text on the pool for reading of whichever database is open.
macro_rules! on_readers {
    ($backend:expr, $pool:ident => $query:expr) => {
        match $backend {
            $crate::backend::Backend::Sqlite { readers: $pool, .. } => $query.await,
            $crate::backend::Backend::Postgres { pool: $pool, .. } => $query.await,
        }
    };
}
pub(crate) use on_readers;

/// Runs one query text of an [`OrgStore`](crate::OrgStore) on the pool for reading, within the organization's share of it.
macro_rules! on_org_readers {
    ($inside:expr, $pool:ident => $query:expr) => {{
        let _turn = $inside.store.reads.take($inside.org).await?;
        $crate::backend::on_readers!(&$inside.store.backend, $pool => $query)
    }};
}
pub(crate) use on_org_readers;

/// Runs one query text inside a [`Transaction`].
macro_rules! on_transaction {
    ($transaction:expr, $connection:ident => $query:expr) => {
        match $transaction {
            $crate::backend::Transaction::Sqlite(transaction) => {
                let $connection = &mut **transaction;
                $query.await
            }
            $crate::backend::Transaction::Postgres(transaction) => {
                let $connection = &mut **transaction;
                $query.await
            }
        }
    };
}
pub(crate) use on_transaction;

/// Runs one statement text inside a [`Transaction`] and answers how many rows it changed.
macro_rules! execute {
    ($transaction:expr, $statement:expr) => {
        match $transaction {
            $crate::backend::Transaction::Sqlite(transaction) => {
                let result = $statement.execute(&mut **transaction).await;
                result.map(|it| it.rows_affected())
            }
            $crate::backend::Transaction::Postgres(transaction) => {
                let result = $statement.execute(&mut **transaction).await;
                result.map(|it| it.rows_affected())
            }
        }
    };
}
pub(crate) use execute;

/// A full-text search in a database's own words.
#[derive(Debug)]
pub(crate) struct TextSearch {
    pub(crate) from: &'static str,
    pub(crate) condition: &'static str,
    /// Best first.
    pub(crate) order: &'static str,
    /// What finds texts with all of these words, or words that begin with them.
    pub(crate) expression: fn(&[String]) -> String,
}

impl Backend {
    /// How many statements can read at once.
    pub(crate) const fn most_readers(&self) -> usize {
        let connections = match self {
            Self::Sqlite { .. } => SQLITE_READERS,
            Self::Postgres { .. } => POSTGRES_CONNECTIONS,
        };
        connections as usize
    }

    /// Connects; makes the SQLite file when it is missing and `create` is set.
    pub(crate) async fn connect(location: &Location, create: bool) -> Result<Self, StoreError> {
        match location {
            Location::SqliteFile(path) => {
                if !create {
                    match path.metadata() {
                        Err(error) if error.kind() == io::ErrorKind::NotFound => {
                            return Err(location.not_initialized());
                        }
                        Err(error) => return Err(location.cannot_open(&error)),
                        Ok(_) => {}
                    }
                } else if let Err(error) = keep_private(path) {
                    return Err(location.cannot_open(&error));
                }
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(create)
                    .journal_mode(SqliteJournalMode::Wal)
                    // FULL: a commit survives power loss, not only a crash of the process.
                    .synchronous(SqliteSynchronous::Full)
                    .foreign_keys(true)
                    .busy_timeout(WAIT);
                let pool = |connections| {
                    SqlitePoolOptions::new()
                        .max_connections(connections)
                        .acquire_timeout(WAIT)
                        // A file does not go away as a server does: asking first costs a
                        // round trip to the connection's thread each time.
                        .test_before_acquire(false)
                };
                // The writer first: it sets WAL mode, which readers cannot.
                let cannot_open = |error: sqlx::Error| location.cannot_open(&error);
                let writer = pool(1).connect_with(options.clone()).await;
                let writer = writer.map_err(cannot_open)?;
                let readers = pool(SQLITE_READERS).connect_with(options).await;
                let readers = readers.map_err(cannot_open)?;
                Ok(Self::Sqlite {
                    readers,
                    writer,
                    ledger: Arc::new(SqliteLedger::new(path.clone(), WAIT)),
                    turn: Arc::new(Semaphore::new(1)),
                })
            }
            Location::Postgres(address) => {
                let cannot_open = |error: sqlx::Error| location.cannot_open(&error);
                let options = PgConnectOptions::from_str(address).map_err(cannot_open)?;
                let options = options.options([
                    // What was answered is durable, whatever is set for the server, the database
                    // or the role: `off` would lose the last commits when the machine fails.
                    ("synchronous_commit", "on"),
                    // The locks of a node that is cut off are not held for the hours that TCP waits.
                    ("idle_in_transaction_session_timeout", "60s"),
                ]);
                // A pool would try until its time is up and then only say so; one connection says
                // what is wrong.
                let first = PgConnection::connect_with(&options)
                    .await
                    .map_err(cannot_open)?;
                first.close().await.map_err(cannot_open)?;
                let pool = PgPoolOptions::new()
                    .max_connections(POSTGRES_CONNECTIONS)
                    .acquire_timeout(WAIT)
                    .connect_with(options)
                    .await?;
                let ledger = PostgresLedger::start(pool.clone()).await?;
                Ok(Self::Postgres { pool, ledger })
            }
        }
    }

    /// Opens a transaction that may write.
    pub(crate) async fn begin(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            // IMMEDIATE takes the write lock at once: a deferred transaction that turns into a
            // writer fails without waiting when another process wrote in between.
            Self::Sqlite { writer, turn, .. } => {
                let turn = take_turn(turn).await?;
                Transaction::Sqlite(SqliteTransaction {
                    transaction: writer.begin_with("begin immediate").await?,
                    _turn: Some(turn),
                })
            }
            Self::Postgres { pool, .. } => Transaction::Postgres(pool.begin().await?),
        })
    }

    /// How this database searches the texts of `content`, as `c`, for the expression `$2`.
    pub(crate) const fn text_search(&self) -> TextSearch {
        match self {
            Self::Sqlite { .. } => TextSearch {
                from: "content_search join content c on c.number = content_search.rowid",
                condition: "content_search match $2",
                order: "bm25(content_search, 4.0, 1.0)",
                expression: |words| {
                    let words: Vec<_> = words.iter().map(|it| format!("\"{it}\"*")).collect();
                    words.join(" ")
                },
            },
            Self::Postgres { .. } => TextSearch {
                from: "content c",
                condition: "c.search @@ to_tsquery('simple', $2)",
                order: "ts_rank(c.search, to_tsquery('simple', $2)) desc",
                expression: |words| {
                    let words: Vec<_> = words.iter().map(|it| format!("'{it}':*")).collect();
                    words.join(" & ")
                },
            },
        }
    }

    /// Reads everything SQLite keeps about its file and answers what is wrong with it. PostgreSQL
    /// looks after its own pages.
    pub(crate) async fn integrity(&self) -> Result<Option<String>, StoreError> {
        match self {
            Self::Sqlite { readers, .. } => {
                let query = sqlx::query_scalar("pragma quick_check(1)");
                let found: String = query.fetch_one(readers).await?;
                Ok((found != "ok").then_some(found))
            }
            Self::Postgres { .. } => Ok(None),
        }
    }

    /// Opens a transaction that only reads, and sees everything as it was at one instant.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Transaction::Sqlite(SqliteTransaction {
                transaction: readers.begin().await?,
                _turn: None,
            }),
            Self::Postgres { pool, .. } => {
                let begin = "begin isolation level repeatable read read only";
                Transaction::Postgres(pool.begin_with(begin).await?)
            }
        })
    }

    /// Closes every connection; SQLite folds its log into the file.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite {
                readers,
                writer,
                ledger,
                turn,
            } => {
                // Nobody gets a turn any more; whoever has one finishes.
                turn.close();
                ledger.close().await;
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

impl Transaction {
    /// `($1, $2), ($3, $4)` for two rows of two, for statements with many rows. SQLite gets plain
    /// `?`: it keeps the names of numbered parameters in a list that is searched from its start for
    /// each of them, which for a thousand parameters takes longer than writing the rows.
    pub(crate) fn rows(&self, rows: usize, columns: usize) -> String {
        match self {
            Self::Sqlite(_) => {
                let row = format!("({})", vec!["?"; columns].join(", "));
                vec![row; rows].join(", ")
            }
            Self::Postgres(_) => numbered_rows(rows, columns),
        }
    }

    /// Ends a `select` whose rows stay locked until the transaction ends. In SQLite the
    /// transaction itself is the lock.
    pub(crate) const fn row_lock(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            // Not `for update`, which would also stop whoever inserts a row that refers to this
            // one: counting a request must not wait for a change of access.
            Self::Postgres(_) => " for no key update",
        }
    }

    /// The same for a `select` that passes over rows that others have locked.
    pub(crate) const fn free_row_lock(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => " for no key update skip locked",
        }
    }

    /// Makes transactions that name the same thing wait for each other. In SQLite the transaction
    /// itself is the lock.
    pub(crate) async fn lock_name(&mut self, name: &str) -> Result<(), StoreError> {
        if let Self::Postgres(it) = self {
            let sql = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
            sqlx::query(sql).bind(name).execute(&mut **it).await?;
        }
        Ok(())
    }

    /// The database's own time, in microseconds.
    pub(crate) async fn now(&mut self) -> Result<i64, StoreError> {
        let now = match self {
            Self::Sqlite(it) => {
                let sql = "select cast(unixepoch('subsec') * 1000000 as integer)";
                sqlx::query_scalar(sql).fetch_one(&mut **it).await?
            }
            Self::Postgres(it) => {
                let sql = "select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)";
                sqlx::query_scalar(sql).fetch_one(&mut **it).await?
            }
        };
        Ok(now)
    }

    /// Makes everything in it durable.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(it) => it.transaction.commit().await?,
            Self::Postgres(it) => it.commit().await?,
        }
        Ok(())
    }
}

/// `($1, $2), ($3, $4)` for two rows of two.
pub(crate) fn numbered_rows(rows: usize, columns: usize) -> String {
    let row = |row: usize| format!("({})", numbered_places(row * columns, columns));
    let rows: Vec<_> = (0..rows).map(row).collect();
    rows.join(", ")
}

/// `$3, $4` for two places after two.
pub(crate) fn numbered_places(after: usize, count: usize) -> String {
    let place = |number: usize| format!("${number}");
    let places: Vec<_> = (after + 1..=after + count).map(place).collect();
    places.join(", ")
}

/// Statements for many rows come in these sizes only, so that each is prepared once and kept:
/// a text of its own for every batch would be parsed anew every time.
const SIZES: [usize; 4] = [128, 32, 8, 1];

/// Splits rows into portions of those sizes, largest first.
pub(crate) fn portions<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rows.len())?;
        let (portion, rest) = rows.split_at(size);
        rows = rest;
        Some(portion)
    })
}
