//! Copies all data from one database to another, in any combination: the mechanism behind backups
//! (to a SQLite file), restoring, and moving to PostgreSQL.
//!
//! The source is read in one snapshot, so that a running server can continue. The target is written
//! in one transaction and read back before the commit. Rows are compared by their count and a sum
//! of their digests, which does not depend on their order.

use async_recursion::async_recursion as boxed;
use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, Row as _, SqlSafeStr as _};

use crate::backend::Transaction;
use crate::error::StoreError;
use crate::store::Store;

/// Every table, parents before children. A test compares this list with the schema.
pub(crate) const TABLES: &[&str] = &[
    "installation",
    "revision",
    "organization",
    "api_key",
    "setup_token",
    "usage_period",
    "test_usage",
    "ledger",
    "usage_hour",
    "usage_day",
    "refusal_minute",
    "refusal_day",
    "api_key_use",
    "person",
    "recovery_code",
    "sealed_secret",
    "sign_in_failure",
    "sign_in_tally",
    "password_reset_request",
    "membership",
    "invitation",
    "invitation_mail",
    "session",
    "one_time_token",
    "outbox",
    "idempotency",
    "module_grant",
    "content",
    "content_version",
    "content_removal",
    "content_library",
    "billing_line",
    "billing_term",
    "billing_account",
    "statement",
    "statement_line",
    "job_run",
    "audit_entry",
    "audit_head",
    "alert_settings",
    "alert",
    "webhook",
    "webhook_delivery",
    "embed_url",
    "chatbot",
    "chat_profile",
    "chat_conversation",
    "chat_message",
    "chat_day",
    "chat_user_day",
    "job_progress",
    "node",
    "lease",
];

/// Columns that a database generates.
const MADE_BY_THE_DATABASE: &[(&str, &str)] = &[
    ("content", "number"),
    ("content", "search"),
    ("ledger", "number"),
];

/// The number of rows in one statement.
const ROWS_TOGETHER: usize = 200;

/// The copy of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCopy {
    /// The name.
    pub table: &'static str,
    /// The number of rows.
    pub rows: u64,
    /// The sum of the digests of its rows.
    pub checksum: u128,
}

/// The storage type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer,
    /// Four bytes in PostgreSQL, which does not decode as eight.
    ShortInteger,
    Boolean,
    Text,
    Bytes,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    kind: Kind,
}

/// A value in transit. Booleans are 0 and 1, as SQLite stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Store {
    /// Copies every row to `target`, replacing its content, and compares both sides before the
    /// commit.
    ///
    /// # Errors
    ///
    /// Returns an error if a database is unavailable, or if the copied rows differ from the source.
    #[boxed]
    pub async fn copy_into(&self, target: &Self) -> Result<Vec<TableCopy>, StoreError> {
        let mut to = target.backend.begin().await?;
        let copied = self.copy_within(&mut to).await?;
        to.commit().await?;
        Ok(copied)
    }

    /// Copies inside a transaction of the target, which the caller commits.
    pub(crate) async fn copy_within(
        &self,
        to: &mut Transaction,
    ) -> Result<Vec<TableCopy>, StoreError> {
        let mut from = self.backend.begin_snapshot().await?;
        for table in TABLES.iter().rev() {
            execute_text(to, &format!("delete from {table}")).await?;
        }
        let mut copied = Vec::new();
        for table in TABLES {
            let sent = copy_table(table, &mut from, to).await?;
            let arrived = summarize(table, to).await?;
            if sent != arrived {
                return Err(StoreError::CopyDiffers {
                    table,
                    sent: sent.rows,
                    arrived: arrived.rows,
                });
            }
            copied.push(sent);
        }
        Ok(copied)
    }

    /// Returns the count and checksum of every table as it is now.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn summarize(&self) -> Result<Vec<TableCopy>, StoreError> {
        let mut from = self.backend.begin_snapshot().await?;
        let mut tables = Vec::new();
        for table in TABLES {
            tables.push(summarize(table, &mut from).await?);
        }
        Ok(tables)
    }
}

async fn execute_text(to: &mut Transaction, sql: &str) -> Result<(), StoreError> {
    let sql = AssertSqlSafe(sql.to_owned()).into_sql_str();
    match to {
        Transaction::Sqlite(it) => sqlx::raw_sql(sql).execute(&mut **it).await.map(drop)?,
        Transaction::Postgres(it) => sqlx::raw_sql(sql).execute(&mut **it).await.map(drop)?,
    }
    Ok(())
}

async fn columns(table: &str, of: &mut Transaction) -> Result<Vec<Column>, StoreError> {
    let rows: Vec<(String, String)> = match of {
        Transaction::Sqlite(it) => {
            let sql = "select name, lower(type) from pragma_table_info($1) order by name";
            sqlx::query_as(sql).bind(table).fetch_all(&mut **it).await?
        }
        Transaction::Postgres(it) => {
            let sql = "select cast(column_name as text), cast(data_type as text) \
                from information_schema.columns \
                where table_schema = current_schema() and table_name = $1 \
                order by column_name collate \"C\"";
            sqlx::query_as(sql).bind(table).fetch_all(&mut **it).await?
        }
    };
    let column = |(name, kind): (String, String)| {
        let kind = match kind.as_str() {
            "integer" if matches!(of, Transaction::Postgres(_)) => Kind::ShortInteger,
            "integer" | "bigint" => Kind::Integer,
            "boolean" => Kind::Boolean,
            "text" => Kind::Text,
            "blob" | "bytea" => Kind::Bytes,
            _ => {
                let column = "a column's type";
                return Err(StoreError::corrupt(column, &format!("{table}.{name}")));
            }
        };
        Ok(Column { name, kind })
    };
    let carried = |(name, _): &(String, String)| {
        let made = MADE_BY_THE_DATABASE.iter();
        !made.clone().any(|it| *it == (table, name.as_str()))
    };
    rows.into_iter().filter(carried).map(column).collect()
}

/// Reads the values of one row from either database.
macro_rules! values {
    ($row:expr, $columns:expr) => {{
        let mut values = Vec::with_capacity($columns.len());
        for (index, column) in $columns.iter().enumerate() {
            values.push(match column.kind {
                Kind::Integer | Kind::ShortInteger => {
                    let value: Option<i64> = $row.try_get(index)?;
                    value.map_or(Value::Null, Value::Integer)
                }
                Kind::Boolean => {
                    let value: Option<bool> = $row.try_get(index)?;
                    value.map_or(Value::Null, |it| Value::Integer(it.into()))
                }
                Kind::Text => {
                    let value: Option<String> = $row.try_get(index)?;
                    value.map_or(Value::Null, Value::Text)
                }
                Kind::Bytes => {
                    let value: Option<Vec<u8>> = $row.try_get(index)?;
                    value.map_or(Value::Null, Value::Bytes)
                }
            });
        }
        values
    }};
}

fn selection(table: &str, columns: &[Column]) -> sqlx::SqlStr {
    let values = columns.iter().map(|it| match it.kind {
        Kind::ShortInteger => format!("cast({} as bigint)", it.name),
        _ => it.name.clone(),
    });
    let values: Vec<_> = values.collect();
    AssertSqlSafe(format!("select {} from {table}", values.join(", "))).into_sql_str()
}

async fn copy_table(
    table: &'static str,
    from: &mut Transaction,
    to: &mut Transaction,
) -> Result<TableCopy, StoreError> {
    let read = columns(table, from).await?;
    let write = columns(table, to).await?;
    let mut sum = Sum::default();
    let mut waiting = Vec::with_capacity(ROWS_TOGETHER);
    macro_rules! stream {
        ($connection:expr) => {{
            let mut rows = sqlx::query(selection(table, &read)).fetch($connection);
            while let Some(row) = rows.try_next().await? {
                let values = values!(row, read);
                sum.add(&values);
                waiting.push(values);
                if waiting.len() == ROWS_TOGETHER {
                    insert(table, &write, &waiting, to).await?;
                    waiting.clear();
                }
            }
        }};
    }
    match from {
        Transaction::Sqlite(it) => stream!(&mut **it),
        Transaction::Postgres(it) => stream!(&mut **it),
    }
    if !waiting.is_empty() {
        insert(table, &write, &waiting, to).await?;
    }
    Ok(sum.of(table))
}

async fn summarize(table: &'static str, of: &mut Transaction) -> Result<TableCopy, StoreError> {
    let read = columns(table, of).await?;
    let mut sum = Sum::default();
    macro_rules! stream {
        ($connection:expr) => {{
            let mut rows = sqlx::query(selection(table, &read)).fetch($connection);
            while let Some(row) = rows.try_next().await? {
                sum.add(&values!(row, read));
            }
        }};
    }
    match of {
        Transaction::Sqlite(it) => stream!(&mut **it),
        Transaction::Postgres(it) => stream!(&mut **it),
    }
    Ok(sum.of(table))
}

async fn insert(
    table: &str,
    columns: &[Column],
    rows: &[Vec<Value>],
    to: &mut Transaction,
) -> Result<(), StoreError> {
    let names: Vec<&str> = columns.iter().map(|it| it.name.as_str()).collect();
    let places = to.rows(rows.len(), columns.len());
    let sql = format!("insert into {table} ({}) values {places}", names.join(", "));
    macro_rules! bound {
        ($connection:expr) => {{
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (column, value) in rows.iter().flat_map(|row| columns.iter().zip(row)) {
                query = match (column.kind, value) {
                    (Kind::Boolean, Value::Null) => query.bind(None::<bool>),
                    (Kind::Boolean, Value::Integer(it)) => query.bind(*it != 0),
                    (Kind::Text, Value::Null) => query.bind(None::<String>),
                    (Kind::Bytes, Value::Null) => query.bind(None::<Vec<u8>>),
                    (_, Value::Null) => query.bind(None::<i64>),
                    (_, Value::Integer(it)) => query.bind(*it),
                    (_, Value::Text(it)) => query.bind(it.as_str()),
                    (_, Value::Bytes(it)) => query.bind(it.as_slice()),
                };
            }
            query.execute($connection).await.map(drop)
        }};
    }
    match to {
        Transaction::Sqlite(it) => bound!(&mut **it)?,
        Transaction::Postgres(it) => bound!(&mut **it)?,
    }
    Ok(())
}

/// Counts rows and adds up their digests.
#[derive(Default)]
struct Sum {
    rows: u64,
    checksum: u128,
}

impl Sum {
    fn add(&mut self, values: &[Value]) {
        let mut digest = Sha256::new();
        for value in values {
            // Each value starts with its type and length, so that no two rows encode to the same
            // bytes.
            let (kind, bytes) = match value {
                Value::Null => (0_u8, Vec::new()),
                Value::Integer(it) => (1, it.to_be_bytes().to_vec()),
                Value::Text(it) => (2, it.as_bytes().to_vec()),
                Value::Bytes(it) => (3, it.clone()),
            };
            digest.update([kind]);
            digest.update((bytes.len() as u64).to_be_bytes());
            digest.update(&bytes);
        }
        let digest: [u8; 32] = digest.finalize().into();
        let (half, _) = digest.split_at(16);
        let half = u128::from_be_bytes(half.try_into().unwrap_or_default());
        self.rows += 1;
        self.checksum = self.checksum.wrapping_add(half);
    }

    fn of(self, table: &'static str) -> TableCopy {
        TableCopy {
            table,
            rows: self.rows,
            checksum: self.checksum,
        }
    }
}
