//! Records of sign-ins that a job processes later: failed attempts for the audit log, and requests
//! for password reset links.
//!
//! Strangers cause both, so both are bounded. Failures are added up by hour, account and network
//! address. Beyond [`MAX_ADDRESSES`], [`MAX_UNKNOWN_ADDRESSES`] and [`MAX_TALLIES`] they are added
//! to a tally without an address, and to one without an account.

use access::{EmailAddress, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Transaction, execute, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::{LockedInstallation, OpenTransaction};
use crate::store::Store;
use crate::user::{UserRecord, UserRow};

/// The maximum number of distinct network addresses per account and hour.
pub const MAX_ADDRESSES: u32 = 10;
/// The maximum number of distinct network addresses per hour for accounts that do not exist.
pub const MAX_UNKNOWN_ADDRESSES: u32 = 100;
/// The maximum number of tallies per hour, for all accounts together.
pub const MAX_TALLIES: u32 = 2_000;

const HOUR_MICROS: i64 = 3_600_000_000;
/// The placeholder for an account that does not exist.
const UNKNOWN: &str = "unknown";
/// The placeholder for everything beyond the limits.
const OTHER: &str = "other";

/// The reason why a sign-in failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInFailure {
    /// The account does not exist or is disabled, or the password is wrong.
    Password,
    /// The password is correct, but the code is not.
    SecondFactor,
}

impl SignInFailure {
    const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::SecondFactor => "second_factor",
        }
    }
}

/// The failed attempts of one hour on one account, or from one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInTally {
    /// When the hour began.
    pub hour: Timestamp,
    /// The account's id, `unknown` if the account does not exist, or `other`.
    pub subject: String,
    /// The network address, `other`, or empty if the attempt did not come over a network.
    pub address: String,
    /// `password` or `second_factor`.
    pub reason: String,
    /// The number of attempts.
    pub count: u64,
}

#[derive(FromRow)]
struct TallyRow {
    hour: i64,
    subject: String,
    address: String,
    reason: String,
    count: i64,
}

/// A request for a password reset link.
#[derive(Clone, Debug)]
pub struct ResetRequest {
    /// The address given.
    pub email: EmailAddress,
    /// The language tag that the browser prefers.
    pub language: String,
}

#[derive(FromRow)]
struct RequestRow {
    email_unique: String,
    email: String,
    language: String,
}

fn hour_of(at: Timestamp) -> i64 {
    at.micros() - at.micros().rem_euclid(HOUR_MICROS)
}

impl Store {
    /// Adds a failed attempt to the tallies of its hour. Does the same work whether or not the
    /// account exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn tally_failed_sign_in(
        &self,
        user: Option<UserId>,
        address: Option<&str>,
        reason: SignInFailure,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let hour = hour_of(at);
        let subject = user.map_or_else(|| UNKNOWN.to_owned(), |it| it.to_string());
        let address = address.unwrap_or_default();
        let most = if user.is_some() {
            MAX_ADDRESSES
        } else {
            MAX_UNKNOWN_ADDRESSES
        };
        let mut transaction = self.backend.begin().await?;
        let it = &mut transaction;
        let added = add(it, hour, [&subject, address, reason.name()]).await?;
        if !added {
            let (all, own) = counts(it, hour, &subject).await?;
            let [subject, address] = match (all >= u64::from(MAX_TALLIES), own >= u64::from(most)) {
                (true, _) => [OTHER, OTHER],
                (false, true) => [subject.as_str(), OTHER],
                (false, false) => [subject.as_str(), address],
            };
            insert(it, hour, [subject, address, reason.name()]).await?;
        }
        transaction.commit().await
    }

    /// Records a request for a password reset link. Does the same for every address: the account is
    /// looked up later. A repeated request before that changes nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn request_password_reset(
        &self,
        request: &ResetRequest,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        const SQL: &str = "insert into password_reset_request \
            (email_unique, email, language, created_at) values ($1, $2, $3, $4) \
            on conflict (email_unique) do update set language = excluded.language";
        let mut transaction = self.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(request.email.unique_form())
                .bind(request.email.as_str())
                .bind(&request.language)
                .bind(at.micros())
        )?;
        transaction.commit().await
    }
}

impl OpenTransaction {
    /// Takes at most this many of the oldest requests for a link, each with its person, if there is
    /// one. Other nodes take others.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn take_reset_requests(
        &mut self,
        most: u32,
    ) -> Result<Vec<(ResetRequest, Option<UserRecord>)>, StoreError> {
        const OLDEST: &str = "select email_unique, email, language from password_reset_request \
            order by created_at, email_unique limit $1";
        const TAKE: &str = "delete from password_reset_request where email_unique = $1";
        let person = format!(
            "select {} from person p where p.email_unique = $1",
            crate::user::COLUMNS
        );
        let sql = [OLDEST, self.0.free_row_lock()].concat();
        let rows: Vec<RequestRow> = on_transaction!(&mut self.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(i64::from(most))
                .fetch_all(connection))?;
        let mut requests = Vec::with_capacity(rows.len());
        for row in rows {
            execute!(&mut self.0, sqlx::query(TAKE).bind(&row.email_unique))?;
            let found: Option<UserRow> = on_transaction!(&mut self.0, connection =>
                sqlx::query_as(AssertSqlSafe(person.as_str()))
                    .bind(&row.email_unique)
                    .fetch_optional(connection))?;
            let email = row.email.parse();
            let request = ResetRequest {
                email: email.map_err(|_| {
                    StoreError::corrupt("password_reset_request.email", &row.email_unique)
                })?,
                language: row.language,
            };
            requests.push((request, found.map(UserRow::decode).transpose()?));
        }
        Ok(requests)
    }
}

impl LockedInstallation {
    /// Takes at most this many tallies of hours that have ended at `now`, oldest first, to be
    /// written to the audit chain.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn take_sign_in_tallies(
        &mut self,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<SignInTally>, StoreError> {
        const OLDEST: &str = "select hour, subject, address, reason, count from sign_in_tally \
            where hour < $1 order by hour, subject, address, reason limit $2";
        const TAKE: &str = "delete from sign_in_tally \
            where hour = $1 and subject = $2 and address = $3 and reason = $4";
        let it = &mut self.transaction.0;
        let rows: Vec<TallyRow> = on_transaction!(&mut *it, connection => sqlx::query_as(OLDEST)
            .bind(hour_of(now))
            .bind(i64::from(most))
            .fetch_all(connection))?;
        let mut tallies = Vec::with_capacity(rows.len());
        for row in rows {
            execute!(
                &mut *it,
                sqlx::query(TAKE)
                    .bind(row.hour)
                    .bind(&row.subject)
                    .bind(&row.address)
                    .bind(&row.reason)
            )?;
            tallies.push(SignInTally {
                hour: Timestamp::from_micros(row.hour),
                subject: row.subject,
                address: row.address,
                reason: row.reason,
                count: units(row.count),
            });
        }
        Ok(tallies)
    }
}

/// Adds to an existing tally. Returns `false` if there is none.
async fn add(
    transaction: &mut Transaction,
    hour: i64,
    [subject, address, reason]: [&str; 3],
) -> Result<bool, StoreError> {
    const SQL: &str = "update sign_in_tally set count = count + 1 \
        where hour = $1 and subject = $2 and address = $3 and reason = $4";
    let changed = execute!(
        transaction,
        sqlx::query(SQL)
            .bind(hour)
            .bind(subject)
            .bind(address)
            .bind(reason)
    )?;
    Ok(changed > 0)
}

async fn insert(
    transaction: &mut Transaction,
    hour: i64,
    [subject, address, reason]: [&str; 3],
) -> Result<(), StoreError> {
    const SQL: &str = "insert into sign_in_tally (hour, subject, address, reason, count) \
        values ($1, $2, $3, $4, 1) on conflict (hour, subject, address, reason) \
        do update set count = sign_in_tally.count + 1";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(hour)
            .bind(subject)
            .bind(address)
            .bind(reason)
    )?;
    Ok(())
}

/// Counts the tallies of an hour: all of them, and those of one subject.
async fn counts(
    transaction: &mut Transaction,
    hour: i64,
    subject: &str,
) -> Result<(u64, u64), StoreError> {
    const SQL: &str = "select count(*), count(case when subject = $2 then 1 end) \
        from sign_in_tally where hour = $1";
    let (all, own): (i64, i64) = on_transaction!(transaction, connection => sqlx::query_as(SQL)
        .bind(hour)
        .bind(subject)
        .fetch_one(connection))?;
    Ok((units(all), units(own)))
}
