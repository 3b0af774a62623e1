//! People: their identity, credentials and status.

use access::{EmailAddress, Name, SealedPassword, Timestamp, TotpStep, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::OpenTransaction;
use crate::page::{self, Page, PageSize};
use crate::store::Store;

/// A person to add.
#[derive(Debug)]
pub struct NewUser {
    /// Their id.
    pub id: UserId,
    /// Their e-mail address, which must be unique.
    pub email: EmailAddress,
    /// Their name.
    pub name: Name,
    /// Their password. Without one they can only reset it.
    pub password: Option<SealedPassword>,
    /// When they verified the address.
    pub email_verified_at: Option<Timestamp>,
    /// Whether they run the installation.
    pub operator: bool,
    /// When they are added.
    pub created_at: Timestamp,
}

/// A person as stored, without their password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRecord {
    /// Their id.
    pub id: UserId,
    /// Their e-mail address.
    pub email: EmailAddress,
    /// Their name.
    pub name: String,
    /// When they verified the address.
    pub email_verified_at: Option<Timestamp>,
    /// Whether they run the installation.
    pub operator: bool,
    /// When an operator disabled them.
    pub disabled_at: Option<Timestamp>,
    /// An e-mail address that they want to change to and have not confirmed yet.
    pub new_email: Option<EmailAddress>,
    /// The language tag that they chose for the interface.
    pub language: Option<String>,
    /// The theme that they chose for the interface: `light` or `dark`.
    pub theme: Option<String>,
    /// The time zone that they chose for the interface, by its name in the tz database.
    pub time_zone: Option<String>,
    /// Whether they hid the checklist of the first steps.
    pub checklist_hidden: bool,
    /// Their second factor.
    pub totp: TotpState,
    /// When they were added.
    pub created_at: Timestamp,
}

/// The state of a person's second factor. Its secret is derived from the master secret, the person
/// and the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotpState {
    /// The generation in use; `None` if the second factor is off.
    pub generation: Option<u64>,
    /// A generation that was shown and waits for its first code.
    pub pending: Option<u64>,
    /// The step of the last accepted code.
    pub last_step: Option<TotpStep>,
}

/// The data needed to sign someone in.
#[derive(Debug)]
pub struct SignInUser {
    /// The person.
    pub user: UserRecord,
    /// Their password, if they have one.
    pub password: Option<SealedPassword>,
}

/// The columns of [`UserRow`], with `p` as the alias of the person.
pub(crate) const COLUMNS: &str = "p.id as person_id, p.email, p.name, p.email_verified_at, \
    p.operator, p.disabled_at, p.created_at as person_created_at, p.totp_generation, \
    p.totp_pending_generation, p.totp_last_step, p.new_email, p.language, p.theme, p.time_zone, \
    p.checklist_hidden";

#[derive(FromRow)]
pub(crate) struct UserRow {
    person_id: String,
    email: String,
    name: String,
    email_verified_at: Option<i64>,
    operator: bool,
    disabled_at: Option<i64>,
    person_created_at: i64,
    totp_generation: Option<i64>,
    totp_pending_generation: Option<i64>,
    totp_last_step: Option<i64>,
    new_email: Option<String>,
    language: Option<String>,
    theme: Option<String>,
    time_zone: Option<String>,
    checklist_hidden: bool,
}

impl UserRow {
    pub(crate) fn decode(self) -> Result<UserRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.person_id);
        let number = |stored: Option<i64>, column| {
            let number = |it| u64::try_from(it).map_err(|_| corrupt(column));
            stored.map(number).transpose()
        };
        let at = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        let step = number(self.totp_last_step, "person.totp_last_step")?;
        let new_email = self.new_email.map(|it| it.parse());
        let new_email = new_email.transpose();
        Ok(UserRecord {
            id: self.person_id.parse().map_err(|_| corrupt("person.id"))?,
            email: self.email.parse().map_err(|_| corrupt("person.email"))?,
            email_verified_at: at(self.email_verified_at),
            operator: self.operator,
            disabled_at: at(self.disabled_at),
            totp: TotpState {
                generation: number(self.totp_generation, "person.totp_generation")?,
                pending: number(
                    self.totp_pending_generation,
                    "person.totp_pending_generation",
                )?,
                last_step: step.map(TotpStep::from_number),
            },
            created_at: Timestamp::from_micros(self.person_created_at),
            new_email: new_email.map_err(|_| corrupt("person.new_email"))?,
            name: self.name,
            language: self.language,
            theme: self.theme,
            time_zone: self.time_zone,
            checklist_hidden: self.checklist_hidden,
        })
    }
}

#[derive(FromRow)]
struct SignInRow {
    #[sqlx(flatten)]
    user: UserRow,
    password_hash: Option<String>,
}

fn decode_password(
    stored: Option<String>,
    user: &str,
) -> Result<Option<SealedPassword>, StoreError> {
    let read = |text: String| {
        let hash = SealedPassword::from_stored(&text);
        hash.map_err(|_| StoreError::corrupt("person.password_hash", user))
    };
    stored.map(read).transpose()
}

fn select(condition: &str) -> String {
    format!("select {COLUMNS} from person p {condition}")
}

impl Store {
    /// Returns the person with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn user(&self, id: UserId) -> Result<Option<UserRecord>, StoreError> {
        let sql = select("where p.id = $1");
        let row: Option<UserRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id.to_string()).fetch_optional(pool))?;
        row.map(UserRow::decode).transpose()
    }

    /// Returns the person with this e-mail address, in any letter case, with their password.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn user_by_email(
        &self,
        email: &EmailAddress,
    ) -> Result<Option<SignInUser>, StoreError> {
        let sql =
            format!("select {COLUMNS}, p.password_hash from person p where p.email_unique = $1");
        let row: Option<SignInRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(email.unique_form())
                .fetch_optional(pool))?;
        let Some(row) = row else { return Ok(None) };
        let password = decode_password(row.password_hash, &row.user.person_id)?;
        let user = row.user.decode()?;
        Ok(Some(SignInUser { user, password }))
    }

    /// Returns the password of a signed-in person who proves their identity again.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn password_of(&self, id: UserId) -> Result<Option<SealedPassword>, StoreError> {
        const SQL: &str = "select password_hash from person where id = $1";
        let found: Option<Option<String>> = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(id.to_string()).fetch_optional(pool))?;
        decode_password(found.flatten(), &id.to_string())
    }

    /// Returns `true` if anyone has an account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn has_users(&self) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from (select 1 from person limit 1) as anyone";
        let found: i64 =
            on_readers!(&self.backend, pool => sqlx::query_scalar(SQL).fetch_one(pool))?;
        Ok(found > 0)
    }

    /// Returns a page of all people, oldest first, after this one. For operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn users_page(
        &self,
        after: Option<UserId>,
        size: PageSize,
    ) -> Result<Page<UserRecord, UserId>, StoreError> {
        let sql = select("where p.id > $1 order by p.id limit $2");
        let rows: Vec<UserRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar("select count(*) from person").fetch_one(pool))?;
        let users: Result<Vec<_>, _> = rows.into_iter().map(UserRow::decode).collect();
        Ok(Page::cut(users?, size, units(total), |it| it.id))
    }
}

/// Changes of people. Each method returns whether the person exists.
impl OpenTransaction {
    /// Returns the person with this id, inside the transaction. Their row stays locked, so that
    /// decisions based on it still hold when they are written.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn user(&mut self, id: UserId) -> Result<Option<UserRecord>, StoreError> {
        let sql = select("where p.id = $1") + self.0.row_lock();
        let row: Option<UserRow> = on_transaction!(&mut self.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(id.to_string())
                .fetch_optional(connection))?;
        row.map(UserRow::decode).transpose()
    }

    /// Adds a person. Returns `false` if the e-mail address is already in use.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_user(&mut self, new: &NewUser) -> Result<bool, StoreError> {
        const SQL: &str = "insert into person (id, email, email_unique, name, password_hash, \
            email_verified_at, operator, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8) \
            on conflict (email_unique) do nothing";
        let added = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(new.email.as_str())
                .bind(new.email.unique_form())
                .bind(new.name.as_str())
                .bind(new.password.as_ref().map(SealedPassword::as_stored))
                .bind(new.email_verified_at.map(Timestamp::micros))
                .bind(new.operator)
                .bind(new.created_at.micros())
        )?;
        Ok(added > 0)
    }

    /// Sets a person's password. The caller ends their sessions.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_password(
        &mut self,
        id: UserId,
        password: &SealedPassword,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set password_hash = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(password.as_stored())
        )?;
        Ok(changed > 0)
    }

    /// Replaces a person's hash with another of the same password, unless they have changed the
    /// password meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn renew_password(
        &mut self,
        id: UserId,
        stored: &SealedPassword,
        renewed: &SealedPassword,
    ) -> Result<bool, StoreError> {
        const SQL: &str =
            "update person set password_hash = $3 where id = $1 and password_hash = $2";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(stored.as_stored())
                .bind(renewed.as_stored())
        )?;
        Ok(changed > 0)
    }

    /// Removes a person's password. They choose another through a link.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn forget_password(&mut self, id: UserId) -> Result<bool, StoreError> {
        const SQL: &str = "update person set password_hash = null where id = $1";
        let changed = execute!(&mut self.0, sqlx::query(SQL).bind(id.to_string()))?;
        Ok(changed > 0)
    }

    /// Changes a person's name.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_user_name(&mut self, id: UserId, name: &Name) -> Result<bool, StoreError> {
        const SQL: &str = "update person set name = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(name.as_str())
        )?;
        Ok(changed > 0)
    }

    /// Sets the interface language of a person. `None` follows their browser.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_user_language(
        &mut self,
        id: UserId,
        language: Option<&str>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set language = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(language)
        )?;
        Ok(changed > 0)
    }

    /// Hides or shows a person's checklist of the first steps.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_checklist_hidden(
        &mut self,
        id: UserId,
        hidden: bool,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set checklist_hidden = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(hidden)
        )?;
        Ok(changed > 0)
    }

    /// Sets the interface theme of a person. `None` follows their browser.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_user_theme(
        &mut self,
        id: UserId,
        theme: Option<&str>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set theme = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(theme)
        )?;
        Ok(changed > 0)
    }

    /// Sets the time zone of a person. `None` follows their browser.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_user_time_zone(
        &mut self,
        id: UserId,
        time_zone: Option<&str>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set time_zone = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(time_zone)
        )?;
        Ok(changed > 0)
    }

    /// Sets the e-mail address that a person wants to change to. `None` withdraws it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_new_email(
        &mut self,
        id: UserId,
        email: Option<&EmailAddress>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set new_email = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(email.map(EmailAddress::as_str))
        )?;
        Ok(changed > 0)
    }

    /// Changes a person's e-mail address to one that they have confirmed. Returns `false` if another
    /// account has it, or the person does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn change_email(
        &mut self,
        id: UserId,
        email: &EmailAddress,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set email = $2, email_unique = $3, \
            email_verified_at = $4, new_email = null where id = $1 \
            and not exists (select 1 from person other where other.email_unique = $3 \
            and other.id <> $1)";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(email.as_str())
                .bind(email.unique_form())
                .bind(at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Records that a person has verified their e-mail address. The first verification counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_email_verified(
        &mut self,
        id: UserId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str =
            "update person set email_verified_at = coalesce(email_verified_at, $2) where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Sets whether a person runs the installation.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_operator(&mut self, id: UserId, operator: bool) -> Result<bool, StoreError> {
        const SQL: &str = "update person set operator = $2 where id = $1";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(operator)
        )?;
        Ok(changed > 0)
    }

    /// Returns the number of other operators who can sign in.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn other_operators(&mut self, id: UserId) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from person \
            where operator and disabled_at is null and id <> $1";
        let others: i64 = on_transaction!(&mut self.0, connection =>
            sqlx::query_scalar(SQL).bind(id.to_string()).fetch_one(connection))?;
        Ok(units(others))
    }

    /// Disables a person from an instant on, or enables them again. From then on, their sessions
    /// are returned with a disabled person.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_user_disabled(
        &mut self,
        id: UserId,
        disabled_at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set disabled_at = $2 where id = $1";
        let disabled_at = disabled_at.map(Timestamp::micros);
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL).bind(id.to_string()).bind(disabled_at)
        )?;
        Ok(changed > 0)
    }
}
