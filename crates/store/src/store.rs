//! The open store.

use async_recursion::async_recursion as boxed;
use std::path::Path;
use std::sync::Arc;

use crate::backend::{self, Backend, DatabaseLocation, POSTGRES_CONNECTIONS, WAIT, on_readers};
use crate::error::StoreError;
use crate::ledger::units;
use crate::migration;
use crate::org_permits::{OrgReads, OrgWrites};

/// An open store. Cheap to clone: all clones share the connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) backend: Backend,
    pub(crate) reads: Arc<OrgReads>,
    pub(crate) writes: Arc<OrgWrites>,
}

/// The connections of a node to PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseConnections {
    /// The maximum.
    pub max: u32,
    /// Open connections.
    pub open: u32,
    /// Those of them that are in use.
    pub in_use: u32,
    /// Statements and transactions that wait for a connection.
    pub waiting: u32,
    /// How often one waited for too long, since the start.
    pub timeouts: u64,
    /// Whether the server cannot be reached.
    pub is_away: bool,
}

impl Store {
    fn of(backend: Backend) -> Self {
        let reads = Arc::new(OrgReads::new(backend.most_readers(), WAIT));
        let writes = Arc::new(OrgWrites::new());
        Self {
            backend,
            reads,
            writes,
        }
    }

    /// Opens the database for a server: creates it if it is missing and migrates its schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be reached or migrated.
    #[boxed]
    pub async fn open_and_migrate(location: &DatabaseLocation) -> Result<Self, StoreError> {
        Self::open_and_migrate_with(location, POSTGRES_CONNECTIONS).await
    }

    /// The same, with at most this many connections to PostgreSQL.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be reached or migrated.
    #[boxed]
    pub async fn open_and_migrate_with(
        location: &DatabaseLocation,
        connections: u32,
    ) -> Result<Self, StoreError> {
        let backend = Backend::connect(location, true, connections).await?;
        migration::migrate(&backend).await?;
        Ok(Self::of(backend))
    }

    /// Opens the database for a command that runs alongside the server: does not change its schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not exist or cannot be reached, or if its schema is of
    /// another version.
    #[boxed]
    pub async fn open_existing(location: &DatabaseLocation) -> Result<Self, StoreError> {
        let backend = Backend::connect(location, false, POSTGRES_CONNECTIONS).await?;
        migration::require_newest(&backend, location).await?;
        Ok(Self::of(backend))
    }

    /// Checks that the database answers.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not.
    #[boxed]
    pub async fn ping(&self) -> Result<(), StoreError> {
        let one: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar("select cast(1 as bigint)").fetch_one(pool))?;
        debug_assert_eq!(one, 1);
        Ok(())
    }

    /// Returns the size of the database in bytes, with its indexes.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn size_bytes(&self) -> Result<u64, StoreError> {
        let sql = match &self.backend {
            Backend::Sqlite { .. } => {
                "select page_count * page_size from pragma_page_count(), pragma_page_size()"
            }
            Backend::Postgres { .. } => "select pg_database_size(current_database())",
        };
        let size: i64 =
            on_readers!(&self.backend, pool => sqlx::query_scalar(sql).fetch_one(pool))?;
        Ok(units(size))
    }

    /// Checks the integrity of the database file and returns what is wrong, if anything. Reads the
    /// whole file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    #[boxed]
    pub async fn integrity(&self) -> Result<Option<String>, StoreError> {
        self.backend.integrity().await
    }

    /// Returns the maximum number of concurrent reads.
    pub fn most_readers(&self) -> usize {
        self.backend.most_readers()
    }

    /// Returns the kind of database, for messages.
    pub const fn kind(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite { .. } => "SQLite",
            Backend::Postgres { .. } => "PostgreSQL",
        }
    }

    /// Returns `true` if several nodes can serve with this database.
    pub const fn serves_many_nodes(&self) -> bool {
        matches!(self.backend, Backend::Postgres { .. })
    }

    /// Returns `true` if the store was closed.
    pub fn is_closed(&self) -> bool {
        match &self.backend {
            Backend::Sqlite { readers, .. } => readers.is_closed(),
            Backend::Postgres { pool, .. } => pool.is_closed(),
        }
    }

    /// Marks the SQLite file, whose data was moved to PostgreSQL, so that no server and no command uses
    /// it by mistake.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    #[boxed]
    pub async fn mark_moved(&self) -> Result<(), StoreError> {
        self.backend.mark_moved().await
    }

    /// Removes the mark of [`Store::mark_moved`] from a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    #[boxed]
    pub async fn unmark_moved(path: &Path) -> Result<(), StoreError> {
        backend::unmark_moved(path).await
    }

    /// Returns the state of the connections to PostgreSQL; `None` for SQLite.
    pub fn connections(&self) -> Option<DatabaseConnections> {
        let Backend::Postgres {
            pool, availability, ..
        } = &self.backend
        else {
            return None;
        };
        let open = pool.size();
        let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
        let in_use = open.saturating_sub(idle);
        let in_progress = u32::try_from(availability.in_progress()).unwrap_or(u32::MAX);
        Some(DatabaseConnections {
            max: pool.options().get_max_connections(),
            open,
            in_use,
            waiting: in_progress.saturating_sub(in_use),
            timeouts: availability.timeouts(),
            is_away: availability.is_away(),
        })
    }

    /// Closes all connections after the current statements.
    #[boxed]
    pub async fn close(&self) {
        self.backend.close().await;
    }
}
