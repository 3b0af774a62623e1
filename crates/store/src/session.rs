//! Sessions of signed-in browsers. [`access::session`] decides for every request whether one is
//! still valid.

use access::session::{ABSOLUTE_TIMEOUT, IDLE_TIMEOUT, TOUCH_INTERVAL};
use access::{SessionDigest, SessionFacts, SessionId, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::OpenTransaction;
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::user::{self, UserRecord, UserRow};

/// A session to add.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The id.
    pub id: SessionId,
    /// The person.
    pub user: UserId,
    /// The digest that its cookie is looked up by.
    pub digest: SessionDigest,
    /// Whether the person gave their second factor.
    pub second_factor: bool,
    /// When they signed in.
    pub created_at: Timestamp,
    /// The network address they signed in from.
    pub source_address: Option<String>,
    /// The browser's user agent.
    pub user_agent: Option<String>,
}

/// A session as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// The id.
    pub id: SessionId,
    /// The person.
    pub user: UserId,
    /// Whether the person gave their second factor.
    pub second_factor: bool,
    /// The facts that determine its validity.
    pub facts: SessionFacts,
    /// The network address they signed in from.
    pub source_address: Option<String>,
    /// The network address of the last recorded use; `None` until it was used after signing in.
    pub seen_address: Option<String>,
    /// The browser's user agent.
    pub user_agent: Option<String>,
}

const COLUMNS: &str = "s.id, s.user_id, s.second_factor, s.created_at, s.last_seen_at, \
    s.proved_at, s.revoked_at, s.source_address, s.seen_address, s.user_agent";

#[derive(FromRow)]
struct SessionRow {
    id: String,
    user_id: String,
    second_factor: bool,
    created_at: i64,
    last_seen_at: i64,
    proved_at: Option<i64>,
    revoked_at: Option<i64>,
    source_address: Option<String>,
    seen_address: Option<String>,
    user_agent: Option<String>,
}

impl SessionRow {
    fn decode(self) -> Result<SessionRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        Ok(SessionRecord {
            id: self.id.parse().map_err(|_| corrupt("session.id"))?,
            user: self
                .user_id
                .parse()
                .map_err(|_| corrupt("session.user_id"))?,
            second_factor: self.second_factor,
            facts: SessionFacts {
                created_at: Timestamp::from_micros(self.created_at),
                last_seen_at: Timestamp::from_micros(self.last_seen_at),
                // Signing in is a proof of identity.
                proved_at: Timestamp::from_micros(self.proved_at.unwrap_or(self.created_at)),
                revoked: self.revoked_at.is_some(),
            },
            source_address: self.source_address,
            seen_address: self.seen_address,
            user_agent: self.user_agent,
        })
    }
}

#[derive(FromRow)]
struct SignedInRow {
    #[sqlx(flatten)]
    session: SessionRow,
    #[sqlx(flatten)]
    user: UserRow,
}

/// Returns the instants of last use and of sign-in after which a session has not timed out.
fn still_valid_after(now: Timestamp) -> [i64; 2] {
    [IDLE_TIMEOUT, ABSOLUTE_TIMEOUT].map(|timeout| {
        let micros = i64::try_from(timeout.as_micros()).unwrap_or(i64::MAX);
        now.micros().saturating_sub(micros)
    })
}

impl Store {
    /// Returns the session with this digest and its person, whatever their states. The caller must
    /// check both.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn session_by_digest(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<(SessionRecord, UserRecord)>, StoreError> {
        let sql = format!(
            "select {COLUMNS}, {} from session s join person p on p.id = s.user_id \
             where s.digest = $1",
            user::COLUMNS
        );
        let row: Option<SignedInRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(digest.as_bytes().as_slice())
                .fetch_optional(pool))?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((row.session.decode()?, row.user.decode()?)))
    }

    /// Returns a page of a person's sessions that have not ended at `now`, oldest first, after this
    /// one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn sessions_page(
        &self,
        user: UserId,
        now: Timestamp,
        after: Option<SessionId>,
        size: PageSize,
    ) -> Result<Page<SessionRecord, SessionId>, StoreError> {
        const VALID: &str = "from session s where s.user_id = $1 and s.revoked_at is null \
            and s.last_seen_at > $2 and s.created_at > $3";
        let [seen, begun] = still_valid_after(now);
        let sql = format!("select {COLUMNS} {VALID} and s.id > $4 order by s.id limit $5");
        let rows: Vec<SessionRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(user.to_string())
                .bind(seen)
                .bind(begun)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let sql = format!("select count(*) {VALID}");
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                .bind(user.to_string())
                .bind(seen)
                .bind(begun)
                .fetch_one(pool))?;
        let sessions: Result<Vec<_>, _> = rows.into_iter().map(SessionRow::decode).collect();
        Ok(Page::cut(sessions?, size, units(total), |it| it.id))
    }

    /// Records that a session was used and from where, unless a use was recorded within the last
    /// minute.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn touch_session(
        &self,
        id: SessionId,
        address: Option<&str>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update session set last_seen_at = $2, \
            seen_address = coalesce($4, seen_address) where id = $1 and revoked_at is null and last_seen_at <= $3";
        let interval = i64::try_from(TOUCH_INTERVAL.as_micros()).unwrap_or(i64::MAX);
        let mut transaction = self.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(now.micros())
                .bind(now.micros().saturating_sub(interval))
                .bind(address)
        )?;
        transaction.commit().await
    }

    /// Deletes at most this many sessions that have ended at `now` and returns how many. If they
    /// are fewer than the maximum, none are left.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_ended_sessions(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const ENDED: &str = "delete from session where id in (select id from session \
            where revoked_at is not null or last_seen_at <= $1 or created_at <= $2 \
            order by id limit $3";
        let [seen, begun] = still_valid_after(now);
        let mut transaction = self.backend.begin().await?;
        let sql = [ENDED, transaction.free_row_lock(), ")"].concat();
        let deleted = execute!(
            &mut transaction,
            sqlx::query(AssertSqlSafe(sql.as_str()))
                .bind(seen)
                .bind(begun)
                .bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

impl OpenTransaction {
    /// Adds a session.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the person does not exist.
    #[boxed]
    pub async fn add_session(&mut self, new: &NewSession) -> Result<(), StoreError> {
        const SQL: &str = "insert into session (id, user_id, digest, second_factor, created_at, \
            last_seen_at, source_address, user_agent) values ($1, $2, $3, $4, $5, $5, $6, $7)";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(new.user.to_string())
                .bind(new.digest.as_bytes().as_slice())
                .bind(new.second_factor)
                .bind(new.created_at.micros())
                .bind(&new.source_address)
                .bind(&new.user_agent)
        )?;
        Ok(())
    }

    /// Records that the person of a session has given their second factor in it. Returns `false` if
    /// the session is not theirs or has been ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_session_second_factor(
        &mut self,
        user: UserId,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update session set second_factor = $3 \
            where user_id = $1 and id = $2 and revoked_at is null";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(id.to_string())
                .bind(true)
        )?;
        Ok(changed > 0)
    }

    /// Records that the person of a session has proved their identity again, with their second
    /// factor if they have one. Returns `false` if the session is not theirs or has been ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn prove_session(
        &mut self,
        user: UserId,
        id: SessionId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update session set proved_at = $3 \
            where user_id = $1 and id = $2 and revoked_at is null";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(id.to_string())
                .bind(at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Ends one of a person's sessions. Returns `false` if it is not theirs or was already ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revoke_session(
        &mut self,
        user: UserId,
        id: SessionId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update session set revoked_at = $3 \
            where user_id = $1 and id = $2 and revoked_at is null";
        let ended = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(id.to_string())
                .bind(at.micros())
        )?;
        Ok(ended > 0)
    }

    /// Ends all of a person's sessions, except optionally the current one, and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revoke_sessions(
        &mut self,
        user: UserId,
        except: Option<SessionId>,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "update session set revoked_at = $3 \
            where user_id = $1 and id <> $2 and revoked_at is null";
        let ended = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(page::after(except))
                .bind(at.micros())
        )?;
        Ok(ended)
    }
}
