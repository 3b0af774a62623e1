//! The two database backends. Only this file and the migrations know that there are two.

use std::fmt;
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection,
    SqlitePool,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::availability::{Availability, means_away};
use crate::error::{StoreError, cause};
use crate::ledger::{PostgresLedger, SqliteLedger};

/// How long a statement waits for a connection or for SQLite's write lock.
pub(crate) const WAIT: Duration = Duration::from_secs(5);
/// The number of concurrent readers of the SQLite file.
const SQLITE_READERS: u32 = 6;
/// The maximum number of connections of one node to PostgreSQL, unless it is configured.
pub(crate) const POSTGRES_CONNECTIONS: u32 = 16;
/// With fewer, writers, readers and health checks would wait for each other.
const LEAST_POSTGRES_CONNECTIONS: u32 = 4;

/// Marks the file of an installation that was moved to PostgreSQL, in SQLite's `user_version`, which is
/// 0 otherwise.
const MOVED: i64 = 0x4d4f_5645;

/// The mode of the database files, whatever the mode of their folder.
const OWNER_ONLY: u32 = 0o600;

/// The location of the database.
#[derive(Clone)]
pub enum DatabaseLocation {
    /// A file on this machine; the default.
    SqliteFile(PathBuf),
    /// A PostgreSQL server, as a `postgres://` URL.
    Postgres(String),
}

/// Omits the address, which may contain a password.
impl fmt::Debug for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SqliteFile(path) => f.debug_tuple("SqliteFile").field(path).finish(),
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

/// Describes the location without a password.
impl fmt::Display for DatabaseLocation {
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

impl DatabaseLocation {
    fn cannot_open(&self, cause: &dyn fmt::Display) -> StoreError {
        StoreError::CannotOpen {
            place: self.to_string(),
            cause: cause.to_string(),
            is_away: false,
        }
    }

    fn cannot_connect(&self, error: &sqlx::Error) -> StoreError {
        StoreError::CannotOpen {
            place: self.to_string(),
            cause: cause(error),
            is_away: means_away(error) || matches!(error, sqlx::Error::PoolTimedOut),
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
    /// SQLite has one writer at a time. One connection for writing, and another for the ledger that
    /// waits for the same semaphore, form a queue instead of causing lock errors. All other writers
    /// queue up in `writes` first, so that the ledger waits for at most one of them.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
        ledger: Arc<SqliteLedger>,
        turn: Arc<Semaphore>,
        writes: Arc<Semaphore>,
    },
    /// Writers other than the ledger take at most half of the connections, because they may wait
    /// for locks while they hold one.
    Postgres {
        pool: PgPool,
        ledger: PostgresLedger,
        writes: Arc<Semaphore>,
        availability: Arc<Availability>,
    },
}

/// A transaction on either database.
#[derive(Debug)]
pub(crate) enum Transaction {
    Sqlite(SqliteTransaction),
    Postgres(PostgresTransaction),
}

/// A SQLite transaction, with the write permits if it writes.
#[derive(Debug)]
pub(crate) struct SqliteTransaction {
    transaction: sqlx::Transaction<'static, Sqlite>,
    /// Dropped after the transaction.
    _permits: Option<[OwnedSemaphorePermit; 2]>,
}

/// A PostgreSQL transaction, with the write permit if it writes.
#[derive(Debug)]
pub(crate) struct PostgresTransaction {
    transaction: sqlx::Transaction<'static, Postgres>,
    /// Dropped after the transaction.
    _permit: Option<OwnedSemaphorePermit>,
}

impl Deref for PostgresTransaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.transaction
    }
}

impl DerefMut for PostgresTransaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.transaction
    }
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

/// Waits for a permit to write.
pub(crate) async fn take_turn(turn: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, StoreError> {
    let waiting = Arc::clone(turn).acquire_owned();
    match tokio::time::timeout(WAIT, waiting).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_closed)) => Err(sqlx::Error::PoolClosed.into()),
        Err(_elapsed) => Err(sqlx::Error::PoolTimedOut.into()),
    }
}

/// Gives a file that root has created to the owner of its folder, which is the service. SQLite gives
/// its log and shared memory to the owner of the file.
fn give_to_owner_of_folder(file: &File, path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let model = std::fs::metadata(folder.unwrap_or(Path::new(".")))?;
    let own = file.metadata()?;
    if own.uid() != 0 || model.uid() == 0 {
        return Ok(());
    }
    fchown(file, Some(model.uid()), Some(model.gid()))
}

/// Creates a database file that only its owner can read, or removes other users' access to an
/// existing one. SQLite gives its log and shared memory the mode of the file.
fn keep_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(OWNER_ONLY);
    // An existing file is not opened, because closing it would release the locks that SQLite holds
    // on it elsewhere in this process.
    match options.open(path) {
        Ok(file) => give_to_owner_of_folder(&file, path)?,
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
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

/// Runs one query text on the read pool of either database.
macro_rules! on_readers {
    ($backend:expr, $pool:ident => $query:expr) => {
        match $backend {
            $crate::backend::Backend::Sqlite { readers: $pool, .. } => $query.await,
            $crate::backend::Backend::Postgres {
                pool: $pool,
                availability,
                ..
            } => availability.unless_away($query).await,
        }
    };
}
pub(crate) use on_readers;

/// Runs one query text of an [`OrgStore`](crate::OrgStore) on the read pool, within the
/// organization's share of it.
macro_rules! on_org_readers {
    ($inside:expr, $connection:ident => $query:expr) => {{
        let permit = $inside.store.reads.take($inside.org).await?;
        match &$inside.store.backend {
            $crate::backend::Backend::Sqlite { readers, .. } => {
                let connection = readers.acquire().await?;
                let mut held = $crate::org_permits::OrgConnection::new(connection, permit);
                let $connection = held.begin();
                let result = $query.await;
                held.finish();
                result
            }
            $crate::backend::Backend::Postgres {
                pool, availability, ..
            } => {
                let connection = availability.unless_away(pool.acquire()).await?;
                let mut held = $crate::org_permits::OrgConnection::new(connection, permit);
                let $connection = held.begin();
                let result = $query.await;
                held.finish();
                result
            }
        }
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

/// Runs one statement text inside a [`Transaction`] and returns the number of affected rows.
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

/// The SQL of a full-text search on one database.
#[derive(Debug)]
pub(crate) struct TextSearch {
    pub(crate) from: &'static str,
    pub(crate) condition: &'static str,
    /// The order in which matches are found, so that a search can end early.
    pub(crate) order: &'static str,
    /// Returns the expression for texts that have all of these words in a part of them.
    pub(crate) all: fn(TextPart, &[String]) -> String,
    /// The operators between expressions.
    pub(crate) and: &'static str,
    pub(crate) or: &'static str,
    pub(crate) and_not: &'static str,
}

/// The part of a text that a search looks in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextPart {
    /// The heading, for words that begin with those given.
    Title,
    /// The heading and the text, for words that begin with those given.
    Anywhere,
    /// The text's properties, for exactly these words.
    Filter,
}

impl Backend {
    /// Returns the maximum number of concurrent reads.
    pub(crate) fn most_readers(&self) -> usize {
        let connections = match self {
            Self::Sqlite { .. } => SQLITE_READERS,
            Self::Postgres { pool, .. } => pool.options().get_max_connections(),
        };
        connections as usize
    }

    /// Connects to the database, with at most this many connections to PostgreSQL. Creates a missing
    /// SQLite file if `create` is set.
    pub(crate) async fn connect(
        location: &DatabaseLocation,
        create: bool,
        connections: u32,
    ) -> Result<Self, StoreError> {
        match location {
            DatabaseLocation::SqliteFile(path) => {
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
                        // Unlike a server, a file does not go away. A test would cost a round trip
                        // to the connection's thread each time.
                        .test_before_acquire(false)
                };
                // The writer connects first: it sets WAL mode, which readers cannot.
                let cannot_open = |error: sqlx::Error| location.cannot_open(&error);
                let writer = pool(1).connect_with(options.clone()).await;
                let writer = writer.map_err(cannot_open)?;
                let mark: i64 = sqlx::query_scalar("pragma user_version")
                    .fetch_one(&writer)
                    .await
                    .map_err(cannot_open)?;
                if mark == MOVED {
                    let path = path.clone();
                    return Err(StoreError::Moved { path });
                }
                let readers = pool(SQLITE_READERS).connect_with(options).await;
                let readers = readers.map_err(cannot_open)?;
                Ok(Self::Sqlite {
                    readers,
                    writer,
                    ledger: Arc::new(SqliteLedger::new(path.clone(), WAIT)),
                    turn: Arc::new(Semaphore::new(1)),
                    writes: Arc::new(Semaphore::new(1)),
                })
            }
            DatabaseLocation::Postgres(address) => {
                let cannot_open = |error: sqlx::Error| location.cannot_connect(&error);
                let connections = connections.max(LEAST_POSTGRES_CONNECTIONS);
                let options = PgConnectOptions::from_str(address).map_err(cannot_open)?;
                let options = options.options([
                    // A confirmed commit is durable, whatever is set for the server, the database
                    // or the role: `off` would lose the last commits when the machine fails.
                    ("synchronous_commit", "on"),
                    // Releases the locks of a disconnected node sooner than TCP, which waits for
                    // hours.
                    ("idle_in_transaction_session_timeout", "60s"),
                ]);
                // A pool would retry until its timeout and report only that. A single connection
                // reports the cause.
                let first = PgConnection::connect_with(&options)
                    .await
                    .map_err(cannot_open)?;
                let pool = PgPoolOptions::new()
                    .max_connections(connections)
                    .acquire_timeout(WAIT)
                    .connect_with(options.clone())
                    .await
                    .map_err(cannot_open)?;
                let ledger = PostgresLedger::start(pool.clone()).await?;
                let writes = Arc::new(Semaphore::new(connections as usize / 2));
                Ok(Self::Postgres {
                    pool,
                    ledger,
                    writes,
                    availability: Arc::new(Availability::watch(options, first)),
                })
            }
        }
    }

    /// Opens a transaction that may write.
    pub(crate) async fn begin(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            // IMMEDIATE takes the write lock at once. A deferred transaction that starts to write
            // fails without waiting if another process wrote in between.
            Self::Sqlite {
                writer,
                turn,
                writes,
                ..
            } => {
                let permits = [take_turn(writes).await?, take_turn(turn).await?];
                Transaction::Sqlite(SqliteTransaction {
                    transaction: writer.begin_with("begin immediate").await?,
                    _permits: Some(permits),
                })
            }
            Self::Postgres {
                pool,
                writes,
                availability,
                ..
            } => {
                let permitted = async {
                    let permit = take_turn(writes).await?;
                    Ok::<_, StoreError>((permit, pool.begin().await?))
                };
                let (permit, transaction) = availability.unless_away(permitted).await?;
                Transaction::Postgres(PostgresTransaction {
                    transaction,
                    _permit: Some(permit),
                })
            }
        })
    }

    /// Returns the SQL for searching the texts of `content`, aliased `c`, for the expression `$2`.
    pub(crate) const fn text_search(&self) -> TextSearch {
        match self {
            Self::Sqlite { .. } => TextSearch {
                // A cross join keeps this order: the other one would search once for each text.
                from: "content_search cross join content c on c.number = content_search.rowid",
                condition: "content_search match $2",
                order: "content_search.rowid",
                all: |part, words| {
                    let (columns, end) = match part {
                        TextPart::Title => ("title_words", "*"),
                        TextPart::Anywhere => ("{title_words body_words}", "*"),
                        TextPart::Filter => ("filter_words", ""),
                    };
                    let words: Vec<_> = words.iter().map(|it| format!("\"{it}\"{end}")).collect();
                    format!("({columns} : ({}))", words.join(" AND "))
                },
                and: " AND ",
                or: " OR ",
                and_not: " NOT ",
            },
            Self::Postgres { .. } => TextSearch {
                from: "content c",
                condition: "c.search @@ $2::tsquery",
                order: "c.number",
                all: |part, words| {
                    let marks = match part {
                        TextPart::Title => "*A",
                        TextPart::Anywhere => "*AD",
                        TextPart::Filter => "B",
                    };
                    let words: Vec<_> = words.iter().map(|it| format!("'{it}':{marks}")).collect();
                    format!("({})", words.join(" & "))
                },
                and: " & ",
                or: " | ",
                and_not: " & !",
            },
        }
    }

    /// Runs SQLite's integrity check on the whole file and returns what is wrong. PostgreSQL checks
    /// its own pages.
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

    /// Opens a read-only transaction with a consistent snapshot.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Transaction::Sqlite(SqliteTransaction {
                transaction: readers.begin().await?,
                _permits: None,
            }),
            Self::Postgres {
                pool, availability, ..
            } => {
                let begin = "begin isolation level repeatable read read only";
                let begun = availability.unless_away(pool.begin_with(begin));
                Transaction::Postgres(PostgresTransaction {
                    transaction: begun.await?,
                    _permit: None,
                })
            }
        })
    }

    /// Closes every connection. SQLite checkpoints its log into the file.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite {
                readers,
                writer,
                ledger,
                turn,
                writes,
            } => {
                // No further permits are given. Their current holders finish.
                writes.close();
                turn.close();
                ledger.close().await;
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres {
                pool, availability, ..
            } => {
                availability.stop();
                pool.close().await;
            }
        }
    }

    /// Marks the SQLite file as moved.
    pub(crate) async fn mark_moved(&self) -> Result<(), StoreError> {
        let Self::Sqlite { writer, turn, .. } = self else {
            return Ok(());
        };
        let _turn = take_turn(turn).await?;
        // A pragma takes no parameters.
        let sql = format!("pragma user_version = {MOVED}");
        sqlx::query(AssertSqlSafe(sql)).execute(writer).await?;
        Ok(())
    }
}

/// Removes the mark of a file that was moved.
pub(crate) async fn unmark_moved(path: &Path) -> Result<(), StoreError> {
    let location = DatabaseLocation::SqliteFile(path.to_owned());
    let cannot_open = |error: sqlx::Error| location.cannot_open(&error);
    let options = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(WAIT);
    let connected = SqliteConnection::connect_with(&options).await;
    let mut connection = connected.map_err(cannot_open)?;
    let removed = sqlx::query("pragma user_version = 0").execute(&mut connection);
    removed.await.map_err(cannot_open)?;
    connection.close().await.map_err(cannot_open)
}

impl Transaction {
    /// Returns `($1, $2), ($3, $4)` for two rows of two columns, for statements with many rows.
    /// SQLite gets plain `?`: it looks up each numbered parameter by a linear search, which for a
    /// thousand parameters takes longer than writing the rows.
    pub(crate) fn rows(&self, rows: usize, columns: usize) -> String {
        match self {
            Self::Sqlite(_) => {
                let row = format!("({})", vec!["?"; columns].join(", "));
                vec![row; rows].join(", ")
            }
            Self::Postgres(_) => numbered_rows(rows, columns),
        }
    }

    /// Returns the end of a `select` that takes row-level locks until the transaction ends. In
    /// SQLite the transaction itself is the lock.
    pub(crate) const fn row_lock(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            // Not `for update`, which would also block inserts of rows that refer to this one:
            // counting a request must not wait for a change of access.
            Self::Postgres(_) => " for no key update",
        }
    }

    /// Returns the end of a `select` that takes row-level locks and skips locked rows.
    pub(crate) const fn free_row_lock(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => " for no key update skip locked",
        }
    }

    /// Takes an advisory lock, so that transactions with the same name wait for each other. In
    /// SQLite the transaction itself is the lock.
    pub(crate) async fn lock_name(&mut self, name: &str) -> Result<(), StoreError> {
        if let Self::Postgres(it) = self {
            let sql = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
            sqlx::query(sql).bind(name).execute(&mut **it).await?;
        }
        Ok(())
    }

    /// Returns the database's current time, in microseconds.
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

    /// Commits the transaction durably.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(it) => it.transaction.commit().await?,
            Self::Postgres(it) => it.transaction.commit().await?,
        }
        Ok(())
    }
}

/// Returns `($1, $2), ($3, $4)` for two rows of two columns.
pub(crate) fn numbered_rows(rows: usize, columns: usize) -> String {
    let row = |row: usize| format!("({})", numbered_places(row * columns, columns));
    let rows: Vec<_> = (0..rows).map(row).collect();
    rows.join(", ")
}

/// Returns `$3, $4` for two placeholders after two.
pub(crate) fn numbered_places(after: usize, count: usize) -> String {
    let place = |number: usize| format!("${number}");
    let places: Vec<_> = (after + 1..=after + count).map(place).collect();
    places.join(", ")
}

/// The row counts of multi-row statements. With a fixed set of texts, each is prepared once. A
/// separate text for every batch would be parsed every time.
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
