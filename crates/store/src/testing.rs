//! Empty, migrated databases for tests. Each test has its own.

#![expect(
    clippy::missing_panics_doc,
    reason = "a test without its database can only panic"
)]

use async_recursion::async_recursion as boxed;
use std::fmt;

use access::OrgId;
use futures_util::FutureExt as _;
use sqlx::Connection as _;

use crate::backend::{Backend, DatabaseLocation, POSTGRES_CONNECTIONS};
use crate::copy::TABLES;
use crate::error::StoreError;
use crate::org::{OrgStatus, OrgTerms, lock_org};
use crate::org_change::{set_status, set_terms};
use crate::org_permits::ReadPermit;
use crate::store::Store;
use crate::tenant::Tenant;

/// The value of a variable whose server or program is missing. `cargo xtask test` sets it and reports what is missing.
const MISSING: &str = "missing";

/// Returns the address or program in a variable that the test command sets, or `None` if it is
/// missing.
///
/// # Panics
///
/// Panics if the variable is not set: a test that needs a real server or browser must not pass
/// without it.
pub fn given(variable: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        clippy::panic,
        reason = "the command that starts the servers passes their addresses in variables"
    )]
    let value = std::env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `cargo xtask test`, which starts what the tests need")
    });
    (value != MISSING).then_some(value)
}

/// The variable with the PostgreSQL server that `cargo xtask test` starts for the tests.
pub const POSTGRES_VARIABLE: &str = "ALMAGEST_TEST_POSTGRES";

/// A database that exists for one test.
pub struct TestDatabase {
    /// The location.
    pub location: DatabaseLocation,
    // Removes the SQLite file when the test ends.
    _folder: tempfile::TempDir,
    /// The PostgreSQL server and the database to drop there.
    to_drop: Option<(String, String)>,
}

/// Drops the database: a hundred databases of a test run would fill a disk.
impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Some((server, name)) = self.to_drop.take() else {
            return;
        };
        // A test may end inside its runtime, where blocking is not possible, so another thread
        // waits.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(async {
                let mut connection = sqlx::PgConnection::connect(&server).await?;
                let sql = format!("drop database {name} with (force)");
                sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
                    .execute(&mut connection)
                    .await
                    .map(drop)
            })
        });
        // A database that cannot be dropped goes away with its server.
        dropping.join().ok();
    }
}

impl fmt::Debug for TestDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.location.fmt(f)
    }
}

impl TestDatabase {
    /// Creates a SQLite file in its own folder.
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("almagest.sqlite3");
        Self {
            location: DatabaseLocation::SqliteFile(path),
            _folder: folder,
            to_drop: None,
        }
    }

    /// Creates a database on the server of [`POSTGRES_VARIABLE`]. Returns `None` if `cargo xtask
    /// test` could not start one.
    ///
    /// # Panics
    ///
    /// Panics if the test was started by another command.
    #[boxed]
    pub async fn postgres() -> Option<Self> {
        let server = given(POSTGRES_VARIABLE)?;
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let unique = folder.path().file_name()?.to_str()?.to_lowercase();
        let name = format!("test_{}", unique.replace('.', ""));
        let mut connection = sqlx::PgConnection::connect(&server)
            .await
            .expect("the tests' PostgreSQL answers");
        let sql = format!("create database {name}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .expect("a database can be made");
        let (base, _) = server.rsplit_once('/')?;
        Some(Self {
            location: DatabaseLocation::Postgres(format!("{base}/{name}")),
            _folder: folder,
            to_drop: Some((server.clone(), name)),
        })
    }

    /// Creates the database as an earlier version of the program left it.
    #[boxed]
    pub async fn make_as_of(&self, version: i64) {
        let backend = Backend::connect(&self.location, true, POSTGRES_CONNECTIONS).await;
        let backend = backend.expect("a fresh database opens");
        let migrated = crate::migration::migrate_to(&backend, version).await;
        migrated.expect("a fresh database migrates");
    }

    /// Opens and migrates it.
    #[boxed]
    pub async fn open(&self) -> Store {
        Store::open_and_migrate(&self.location)
            .await
            .expect("a fresh database opens and migrates")
    }
}

/// Every permit to read that an organization has.
#[derive(Debug)]
pub struct HeldReads {
    _permits: Vec<ReadPermit>,
}

impl HeldReads {
    /// Takes them until the result is dropped.
    pub fn of(store: &Store, tenant: Tenant) -> Self {
        let take = || store.reads.take(tenant.org_id()).now_or_never()?.ok();
        Self {
            _permits: std::iter::from_fn(take).collect(),
        }
    }
}

/// Returns the number of rows of a table.
#[boxed]
pub async fn count_rows(location: &DatabaseLocation, table: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
    let count = match Backend::connect(location, false, POSTGRES_CONNECTIONS).await {
        Ok(Backend::Sqlite { writer, .. }) => sqlx::query_scalar(sql).fetch_one(&writer).await,
        Ok(Backend::Postgres { pool, .. }) => sqlx::query_scalar(sql).fetch_one(&pool).await,
        Err(error) => unreachable!("the test's database answers: {error}"),
    };
    count.expect("there is such a table")
}

/// Executes a statement that the program itself never does, to change the database behind its back.
#[boxed]
pub async fn execute(location: &DatabaseLocation, sql: &'static str) {
    let done = match Backend::connect(location, false, POSTGRES_CONNECTIONS).await {
        Ok(Backend::Sqlite { writer, .. }) => sqlx::raw_sql(sql).execute(&writer).await.map(drop),
        Ok(Backend::Postgres { pool, .. }) => sqlx::raw_sql(sql).execute(&pool).await.map(drop),
        Err(error) => unreachable!("the test's database answers: {error}"),
    };
    done.expect("the statement is right");
}

/// Stores an authenticator's secret in the only row, in the form of version 0.1.
#[boxed]
pub async fn keep_as_version_0_1(store: &Store, subject: &str, bytes: &[u8]) {
    const KEEP: &str = "update sealed_secret set bytes = $2 where subject = $1";
    const MARK: &str = "update installation set value = 'no' where name = 'secrets_sealed'";
    let begun = store.backend.begin().await;
    let mut transaction = begun.expect("the test's database answers");
    let kept = crate::backend::execute!(
        &mut transaction,
        sqlx::query(KEEP).bind(subject).bind(bytes)
    );
    assert_eq!(kept.expect("the statement is right"), 1);
    let marked = crate::backend::execute!(&mut transaction, sqlx::query(MARK));
    assert_eq!(marked.expect("the statement is right"), 1);
    let committed = transaction.commit().await;
    committed.expect("the test's database answers");
}

/// Returns how each kind of connection makes a commit durable, as the database reports it.
#[boxed]
pub async fn durability(store: &Store) -> Vec<String> {
    match &store.backend {
        Backend::Sqlite {
            readers,
            writer,
            ledger,
            ..
        } => {
            let mut found = Vec::new();
            for pool in [readers, writer] {
                let journal = sqlx::query_scalar("pragma journal_mode").fetch_one(pool);
                let journal: String = journal.await.expect("the pragma can be read");
                let synchronous = sqlx::query_scalar("pragma synchronous").fetch_one(pool);
                let synchronous: i64 = synchronous.await.expect("the pragma can be read");
                found.push(format!("{journal} {synchronous}"));
            }
            found.push(ledger.durability().expect("the pragma can be read"));
            found
        }
        Backend::Postgres { pool, .. } => {
            let setting = sqlx::query_scalar("show synchronous_commit").fetch_one(pool);
            vec![setting.await.expect("the setting can be read")]
        }
    }
}

/// Makes PostgreSQL confirm a commit before it is durable, for clients that do not set otherwise.
/// Sets the default of the database, which takes precedence over the server's.
#[boxed]
pub async fn make_commits_lazy(location: &DatabaseLocation) {
    let DatabaseLocation::Postgres(address) = location else {
        return;
    };
    let name = address.rsplit_once('/').map_or("", |(_, name)| name);
    let mut connection = sqlx::PgConnection::connect(address)
        .await
        .expect("the tests' PostgreSQL answers");
    let sql = format!("alter database {name} set synchronous_commit = off");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("the database can be altered");
    let mut plain = sqlx::PgConnection::connect(address)
        .await
        .expect("the tests' PostgreSQL answers");
    let setting = sqlx::query_scalar("show synchronous_commit").fetch_one(&mut plain);
    let setting: String = setting.await.expect("the setting can be read");
    assert_eq!(setting, "off", "a connection that asks for nothing");
}

/// A PostgreSQL database that does not decide commits to the ledger, or of a first start, until
/// this ends.
#[derive(Debug)]
pub struct StalledCommits(sqlx::PgConnection);

impl StalledCommits {
    /// Starts to block commits.
    #[boxed]
    pub async fn begin(address: &str) -> Self {
        const SQL: &str = "create function stall() returns trigger language plpgsql as \
            $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$; \
            create constraint trigger stall after insert or update on ledger \
            deferrable initially deferred for each row execute function stall(); \
            select pg_advisory_lock(1)";
        let connection = sqlx::PgConnection::connect(address).await;
        let mut connection = connection.expect("the tests' PostgreSQL answers");
        let begun = sqlx::raw_sql(SQL).execute(&mut connection).await;
        begun.expect("the statements are right");
        Self(connection)
    }

    /// Creates a migrated database that cannot be bound to a master secret from now on.
    #[boxed]
    pub async fn of_installation(address: &str) -> Self {
        const SQL: &str = "begin; lock table installation in exclusive mode";
        let connection = sqlx::PgConnection::connect(address).await;
        let mut connection = connection.expect("the tests' PostgreSQL answers");
        let begun = sqlx::raw_sql(SQL).execute(&mut connection).await;
        begun.expect("the statements are right");
        Self(connection)
    }

    /// Resolves when this many transactions are waiting.
    #[boxed]
    pub async fn until_waiting(&mut self, count: i64) {
        const SQL: &str = "select count(*) from pg_stat_activity \
            where datname = current_database() and wait_event_type = 'Lock'";
        loop {
            // Within a transaction, PostgreSQL shows the activity as of its first read.
            let forget = sqlx::query("select pg_stat_clear_snapshot()");
            let forgotten = forget.execute(&mut self.0).await;
            forgotten.expect("the statement is right");
            let waiting = sqlx::query_scalar(SQL).fetch_one(&mut self.0).await;
            let waiting: i64 = waiting.expect("the activity can be read");
            if waiting >= count {
                return;
            }
        }
    }

    /// Unblocks the waiting commits and all that follow.
    #[boxed]
    pub async fn end(self) {
        self.0.close().await.expect("the session can be ended");
    }
}

/// Returns the sorted names of the tables that a copy includes.
pub fn copied_tables() -> Vec<String> {
    let mut names: Vec<_> = TABLES.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// Returns the sorted names of all tables.
#[boxed]
pub async fn table_names(store: &Store) -> Vec<String> {
    let names: Result<Vec<String>, _> = match &store.backend {
        Backend::Sqlite { readers, .. } => {
            let sql = "select name from sqlite_schema where type = 'table' \
                and name not like 'sqlite_%' and name <> '_sqlx_migrations' \
                and name not like 'content_search%'";
            sqlx::query_scalar(sql).fetch_all(readers).await
        }
        Backend::Postgres { pool, .. } => {
            let sql = "select cast(table_name as text) from information_schema.tables \
                where table_schema = current_schema() and table_name <> '_sqlx_migrations'";
            sqlx::query_scalar(sql).fetch_all(pool).await
        }
    };
    let mut names = names.expect("the catalog can be read");
    names.sort_unstable();
    names
}

/// These methods write no audit entry and open no billing terms. [`LockedOrg`](crate::LockedOrg)
/// has the same methods with both.
impl Store {
    /// Changes an organization's terms. Returns `true` if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_org_terms(&self, id: OrgId, terms: &OrgTerms) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let org_id = id.to_string();
        if lock_org(&mut transaction, &org_id).await?.is_none() {
            return Ok(false);
        }
        set_terms(&mut transaction, &org_id, terms).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Suspends or reinstates an organization. Returns `true` if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_org_status(&self, id: OrgId, status: OrgStatus) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let org_id = id.to_string();
        if lock_org(&mut transaction, &org_id).await?.is_none() {
            return Ok(false);
        }
        set_status(&mut transaction, &org_id, status).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
