//! Schema migrations: forward only, one file per dialect, both in the same commit.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::backend::{Backend, DatabaseLocation, on_readers};
use crate::error::StoreError;
use crate::node::present_nodes;

/// One migration in both dialects.
struct Step {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! step {
    ($version:literal, $name:literal, $file:literal) => {
        Step {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../migrations/sqlite/", $file)),
            postgres: include_str!(concat!("../migrations/postgres/", $file)),
        }
    };
}

const STEPS: &[Step] = &[
    step!(1, "foundation", "0001_foundation.sql"),
    step!(2, "metering", "0002_metering.sql"),
    step!(3, "people", "0003_people.sql"),
    step!(4, "modules", "0004_modules.sql"),
    step!(10, "content", "0010_content.sql"),
    step!(20, "nodes", "0020_nodes.sql"),
    step!(29, "usage day", "0029_usage_day.sql"),
    step!(31, "dashboard", "0031_dashboard.sql"),
    step!(32, "alerts", "0032_alerts.sql"),
    step!(33, "statements", "0033_statements.sql"),
    step!(34, "secret", "0034_secret.sql"),
    step!(35, "mail language", "0035_mail_language.sql"),
    step!(36, "compact ledger", "0036_compact_ledger.sql"),
    step!(37, "proof", "0037_proof.sql"),
    step!(38, "sign-in", "0038_sign_in.sql"),
    step!(39, "queues", "0039_queues.sql"),
    step!(40, "sealed", "0040_sealed.sql"),
    step!(42, "test usage", "0042_test_usage.sql"),
    step!(43, "content search", "0043_content_search.sql"),
    step!(44, "content size", "0044_content_size.sql"),
    step!(45, "content removal", "0045_content_removal.sql"),
    step!(46, "refusal day", "0046_refusal_day.sql"),
    step!(47, "embed url", "0047_embed_url.sql"),
    step!(48, "text forms", "0048_text_forms.sql"),
    step!(49, "request details", "0049_request_details.sql"),
    step!(50, "node clock", "0050_node_clock.sql"),
    step!(60, "account", "0060_account.sql"),
    step!(61, "invitation link", "0061_invitation_link.sql"),
    step!(65, "checklist", "0065_checklist.sql"),
    step!(70, "chat", "0070_chat.sql"),
];

/// The migration that adds the list of nodes.
const NODES_SINCE: i64 = 20;

/// The latest migration that is incompatible with nodes of earlier versions: all must be stopped
/// for it.
const NEWEST_ALONE: i64 = 44;

/// The schema version of this program: the newest migration.
pub const SCHEMA_VERSION: i64 = STEPS[STEPS.len() - 1].version;

const NEWEST: i64 = SCHEMA_VERSION;

fn migrator(newest: i64, text: fn(&Step) -> &'static str) -> Migrator {
    let steps = STEPS.iter().filter(|step| step.version <= newest);
    let migrations = steps.map(|step| {
        Migration::new(
            step.version,
            Cow::Borrowed(step.name),
            MigrationType::Simple,
            SqlStr::from_static(text(step)),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

/// Migrates the schema to the newest version. Several nodes may start at once: PostgreSQL holds an
/// advisory lock meanwhile, and a SQLite folder has one server only.
pub(crate) async fn migrate(backend: &Backend) -> Result<(), StoreError> {
    // The library would report a missing migration.
    let found = applied(backend).await?;
    if found > NEWEST {
        let expected = NEWEST;
        return Err(StoreError::SchemaMismatch { found, expected });
    }
    require_alone(backend).await?;
    migrate_to(backend, NEWEST).await
}

/// Refuses a migration that would break nodes that are serving now.
async fn require_alone(backend: &Backend) -> Result<(), StoreError> {
    if applied(backend).await? < NODES_SINCE {
        return Ok(());
    }
    // In this order: a node that started alongside this one and already serves has migrated before.
    let count = present_nodes(backend).await?;
    if count > 0 && applied(backend).await? < NEWEST_ALONE {
        return Err(StoreError::NodesServe { count });
    }
    Ok(())
}

/// Returns the newest migration in the database, or 0 if there is none.
async fn applied(backend: &Backend) -> Result<i64, StoreError> {
    const SQL: &str = "select coalesce(max(version), 0) from _sqlx_migrations where success";
    if !has_migrations_table(backend).await? {
        return Ok(0);
    }
    Ok(on_readers!(backend, pool => sqlx::query_scalar(SQL).fetch_one(pool))?)
}

/// Migrates an older or empty schema to this version.
pub(crate) async fn migrate_to(backend: &Backend, newest: i64) -> Result<(), StoreError> {
    let result = match backend {
        Backend::Sqlite { writer, .. } => migrator(newest, |step| step.sqlite).run(writer).await,
        Backend::Postgres { pool, .. } => migrator(newest, |step| step.postgres).run(pool).await,
    };
    result.map_err(|cause| StoreError::Migration(Box::new(cause)))
}

/// Refuses a database whose schema is not exactly the one that this program knows.
pub(crate) async fn require_newest(
    backend: &Backend,
    location: &DatabaseLocation,
) -> Result<(), StoreError> {
    match applied(backend).await? {
        NEWEST => Ok(()),
        0 => Err(StoreError::NotInitialized {
            place: location.to_string(),
        }),
        found => Err(StoreError::SchemaMismatch {
            found,
            expected: NEWEST,
        }),
    }
}

async fn has_migrations_table(backend: &Backend) -> Result<bool, StoreError> {
    let found: i64 = match backend {
        Backend::Sqlite { readers, .. } => {
            let query = "select count(*) from sqlite_schema where name = '_sqlx_migrations'";
            sqlx::query_scalar(query).fetch_one(readers).await?
        }
        Backend::Postgres { pool, .. } => {
            let query = "select count(*) from pg_class where oid = to_regclass('_sqlx_migrations')";
            sqlx::query_scalar(query).fetch_one(pool).await?
        }
    };
    Ok(found > 0)
}
