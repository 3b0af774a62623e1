//! The open store.

use std::sync::Arc;

use crate::backend::{Backend, Location, WAIT, on_readers};
use crate::error::StoreError;
use crate::migration;
use crate::org_reads::OrgReads;

/// The open store. Cheap to clone: all clones share the connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) backend: Backend,
    pub(crate) reads: Arc<OrgReads>,
}

impl Store {
    fn of(backend: Backend) -> Self {
        let reads = Arc::new(OrgReads::new(backend.most_readers(), WAIT));
        Self { backend, reads }
    }

    /// Opens the database as the server does: makes it when missing, brings its schema up to date.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached or migrated.
    pub async fn open_and_migrate(location: &Location) -> Result<Self, StoreError> {
        let backend = Backend::connect(location, true).await?;
        migration::migrate(&backend).await?;
        Ok(Self::of(backend))
    }

    /// Opens the database as a command beside the server does: changes nothing about its schema.
    ///
    /// # Errors
    ///
    /// When there is no database, it cannot be reached, or its schema is another version's.
    pub async fn open_existing(location: &Location) -> Result<Self, StoreError> {
        let backend = Backend::connect(location, false).await?;
        migration::require_newest(&backend, location).await?;
        Ok(Self::of(backend))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let one: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar("select cast(1 as bigint)").fetch_one(pool))?;
        debug_assert_eq!(one, 1);
        Ok(())
    }

    /// What is wrong with the database's file, if anything. Reads all of it.
    ///
    /// # Errors
    ///
    /// When it cannot even be read.
    pub async fn integrity(&self) -> Result<Option<String>, StoreError> {
        self.backend.integrity().await
    }

    /// How many statements can read at once.
    pub const fn most_readers(&self) -> usize {
        self.backend.most_readers()
    }

    /// Which database this is, for messages.
    pub const fn kind(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite { .. } => "SQLite",
            Backend::Postgres { .. } => "PostgreSQL",
        }
    }

    /// Whether several nodes can serve with this database.
    pub const fn serves_many_nodes(&self) -> bool {
        matches!(self.backend, Backend::Postgres { .. })
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        match &self.backend {
            Backend::Sqlite { readers, .. } => readers.is_closed(),
            Backend::Postgres { pool, .. } => pool.is_closed(),
        }
    }

    /// Closes all connections after the statements under way.
    pub async fn close(&self) {
        self.backend.close().await;
    }
}
