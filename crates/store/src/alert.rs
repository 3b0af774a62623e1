//! Alerts and alert settings of organizations. [`access::alert`] decides when an alert is
//! triggered. This module stores each alert once.

use access::{
    AlertId, AlertRule, AlertSettings, EmailAddress, ErrorShareLimits, MailTo, Role, SpikeLimits,
    Timestamp,
};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

/// An alert to store.
#[derive(Clone, Debug)]
pub struct NewAlert {
    /// The id.
    pub id: AlertId,
    /// The rule that triggered it.
    pub rule: AlertRule,
    /// The subject: `live`, `test` or a key's id.
    pub subject: String,
    /// The period in which the alert is sent once.
    pub period: String,
    /// The threshold that was reached.
    pub threshold: u64,
    /// The current name of the subject.
    pub subject_name: String,
    /// The numbers that triggered it; opaque here.
    pub facts: String,
    /// When it was triggered.
    pub fired_at: Timestamp,
}

/// An alert as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertRecord {
    /// The id.
    pub id: AlertId,
    /// The rule that triggered it.
    pub rule: AlertRule,
    /// The subject: `live`, `test` or a key's id.
    pub subject: String,
    /// The period in which the alert is sent once.
    pub period: String,
    /// The threshold that was reached.
    pub threshold: u64,
    /// The name of the subject at that time.
    pub subject_name: String,
    /// The numbers that triggered it.
    pub facts: String,
    /// When it was triggered.
    pub fired_at: Timestamp,
    /// When someone read it.
    pub read_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct AlertRow {
    id: String,
    rule: String,
    subject: String,
    period: String,
    threshold: i64,
    subject_name: String,
    facts: String,
    fired_at: i64,
    read_at: Option<i64>,
}

impl AlertRow {
    fn decode(self) -> Result<AlertRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        Ok(AlertRecord {
            id: self.id.parse().map_err(|_| corrupt("alert.id"))?,
            rule: AlertRule::from_name(&self.rule).ok_or_else(|| corrupt("alert.rule"))?,
            threshold: u64::try_from(self.threshold).map_err(|_| corrupt("alert.threshold"))?,
            fired_at: Timestamp::from_micros(self.fired_at),
            read_at: self.read_at.map(Timestamp::from_micros),
            subject: self.subject,
            period: self.period,
            subject_name: self.subject_name,
            facts: self.facts,
        })
    }
}

/// Returns a query for alerts with this condition.
fn select(condition: &str) -> String {
    format!(
        "select id, rule, subject, period, threshold, subject_name, facts, fired_at, read_at \
         from alert {condition}"
    )
}

#[derive(FromRow)]
struct SettingsRow {
    mail_to: String,
    quota_percents: String,
    spike_minimum: Option<i64>,
    spike_deviations: Option<i64>,
    error_percent: Option<i64>,
    error_minimum: Option<i64>,
    denied_requests: Option<i64>,
    dormant_days: Option<i64>,
    expiry_days: String,
}

const SETTINGS: &str = "select mail_to, quota_percents, spike_minimum, spike_deviations, \
    error_percent, error_minimum, denied_requests, dormant_days, expiry_days \
    from alert_settings where org_id = $1";

/// Only one of two columns that belong together is set.
struct HalfSet;

/// Returns two columns that must both be set or both be null.
fn both(one: Option<i64>, other: Option<i64>) -> Result<Option<(i64, i64)>, HalfSet> {
    match (one, other) {
        (Some(one), Some(other)) => Ok(Some((one, other))),
        (None, None) => Ok(None),
        _ => Err(HalfSet),
    }
}

fn decode_list(text: &str) -> Option<Vec<u32>> {
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

fn encode_list(numbers: &[u32]) -> String {
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

impl SettingsRow {
    fn decode(&self, org: &str) -> Result<AlertSettings, StoreError> {
        let decoded = self.settings();
        decoded.ok_or_else(|| StoreError::corrupt("alert_settings", org))
    }

    fn settings(&self) -> Option<AlertSettings> {
        let spike = match both(self.spike_minimum, self.spike_deviations).ok()? {
            None => None,
            Some((minimum, deviations)) => Some(SpikeLimits {
                minimum_requests: u64::try_from(minimum).ok()?,
                deviations: u32::try_from(deviations).ok()?,
            }),
        };
        let error_share = match both(self.error_percent, self.error_minimum).ok()? {
            None => None,
            Some((percent, minimum)) => Some(ErrorShareLimits {
                percent: u32::try_from(percent).ok()?,
                minimum_requests: u64::try_from(minimum).ok()?,
            }),
        };
        let denied = self.denied_requests.map(u64::try_from);
        let dormant = self.dormant_days.map(u32::try_from);
        let settings = AlertSettings {
            mail_to: MailTo::from_name(&self.mail_to)?,
            quota_percents: decode_list(&self.quota_percents)?,
            spike,
            error_share,
            denied_domains: denied.transpose().ok()?,
            dormant_days: dormant.transpose().ok()?,
            expiry_days: decode_list(&self.expiry_days)?,
        };
        settings.checked().ok()
    }
}

impl OrgStore<'_> {
    /// Returns the alert settings of the organization, or the defaults if it has none.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn alert_settings(&self) -> Result<AlertSettings, StoreError> {
        let row: Option<SettingsRow> = on_org_readers!(self, pool =>
            sqlx::query_as(SETTINGS).bind(&self.org_id).fetch_optional(pool))?;
        row.map_or_else(
            || Ok(AlertSettings::default()),
            |row| row.decode(&self.org_id),
        )
    }

    /// Returns a page of the organization's alerts, newest first, before this one: all or only
    /// unread ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn alerts_page(
        &self,
        unread: bool,
        before: Option<AlertId>,
        size: PageSize,
    ) -> Result<Page<AlertRecord, AlertId>, StoreError> {
        let which = if unread { "and read_at is null" } else { "" };
        let sql = select(&format!(
            "where org_id = $1 and ($2 = '' or id < $2) {which} order by id desc limit $3"
        ));
        let rows: Vec<AlertRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::after(before))
                .bind(size.probe())
                .fetch_all(pool))?;
        let sql = format!("select count(*) from alert where org_id = $1 {which}");
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_one(pool))?;
        let alerts: Result<Vec<_>, _> = rows.into_iter().map(AlertRow::decode).collect();
        Ok(Page::cut(alerts?, size, units(total), |it| it.id))
    }

    /// Returns the organization's alert with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn alert(&self, id: AlertId) -> Result<Option<AlertRecord>, StoreError> {
        let sql = select("where org_id = $1 and id = $2");
        let row: Option<AlertRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(AlertRow::decode).transpose()
    }

    /// Returns `true` if the organization already has this alert.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn was_told(
        &self,
        rule: AlertRule,
        subject: &str,
        period: &str,
        threshold: u64,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from alert where org_id = $1 and rule = $2 \
            and subject = $3 and period = $4 and threshold = $5";
        let found: i64 = on_org_readers!(self, pool => sqlx::query_scalar(SQL)
            .bind(&self.org_id)
            .bind(rule.name())
            .bind(subject)
            .bind(period)
            .bind(stored(threshold))
            .fetch_one(pool))?;
        Ok(found > 0)
    }
}

/// A recipient of alert e-mails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The e-mail address.
    pub address: EmailAddress,
    /// The language tag that the person chose, if any.
    pub language: Option<String>,
}

impl LockedOrg {
    /// Returns the alert settings of the organization inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn alert_settings(&mut self) -> Result<AlertSettings, StoreError> {
        let row: Option<SettingsRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(SETTINGS).bind(&self.org_id).fetch_optional(connection))?;
        row.map_or_else(
            || Ok(AlertSettings::default()),
            |row| row.decode(&self.org_id),
        )
    }

    /// Changes the alert settings of the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_alert_settings(&mut self, settings: &AlertSettings) -> Result<(), StoreError> {
        const SQL: &str = "insert into alert_settings (org_id, mail_to, quota_percents, \
            spike_minimum, spike_deviations, error_percent, error_minimum, denied_requests, \
            dormant_days, expiry_days) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
            on conflict (org_id) do update set mail_to = excluded.mail_to, \
            quota_percents = excluded.quota_percents, spike_minimum = excluded.spike_minimum, \
            spike_deviations = excluded.spike_deviations, \
            error_percent = excluded.error_percent, error_minimum = excluded.error_minimum, \
            denied_requests = excluded.denied_requests, dormant_days = excluded.dormant_days, \
            expiry_days = excluded.expiry_days";
        let (spike, errors) = (settings.spike, settings.error_share);
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(settings.mail_to.name())
                .bind(encode_list(&settings.quota_percents))
                .bind(spike.map(|it| stored(it.minimum_requests)))
                .bind(spike.map(|it| i64::from(it.deviations)))
                .bind(errors.map(|it| i64::from(it.percent)))
                .bind(errors.map(|it| stored(it.minimum_requests)))
                .bind(settings.denied_domains.map(stored))
                .bind(settings.dormant_days.map(i64::from))
                .bind(encode_list(&settings.expiry_days))
        )?;
        Ok(())
    }

    /// Stores an alert. Returns `false` if the organization already has it; nothing must be sent
    /// then.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_alert(&mut self, new: &NewAlert) -> Result<bool, StoreError> {
        const SQL: &str = "insert into alert (id, org_id, rule, subject, period, threshold, \
            subject_name, facts, fired_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
            on conflict (org_id, rule, subject, period, threshold) do nothing";
        let added = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(new.rule.name())
                .bind(&new.subject)
                .bind(&new.period)
                .bind(stored(new.threshold))
                .bind(&new.subject_name)
                .bind(&new.facts)
                .bind(new.fired_at.micros())
        )?;
        Ok(added > 0)
    }

    /// Marks an alert as read or unread. Returns `false` if it does not belong to the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn mark_alert(
        &mut self,
        id: AlertId,
        read_at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update alert set read_at = $3 where org_id = $1 and id = $2";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(read_at.map(Timestamp::micros))
        )?;
        Ok(changed > 0)
    }

    /// Marks all alerts as read and returns how many were unread.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn mark_all_alerts(&mut self, read_at: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "update alert set read_at = $2 where org_id = $1 and read_at is null";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(read_at.micros())
        )?;
        Ok(changed)
    }

    /// Returns the recipients with these roles in the organization. Disabled people receive no
    /// mail.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn readers_in(&mut self, roles: &[Role]) -> Result<Vec<Reader>, StoreError> {
        const SQL: &str = "select p.email, p.language, m.role from membership m \
            join person p on p.id = m.user_id \
            where m.org_id = $1 and p.disabled_at is null order by p.id";
        let rows: Vec<(String, Option<String>, String)> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(SQL).bind(&self.org_id).fetch_all(connection))?;
        let mut readers = Vec::new();
        for (email, language, role) in rows {
            let corrupt = |column| StoreError::corrupt(column, &self.org_id);
            let role: Role = role.parse().map_err(|_| corrupt("membership.role"))?;
            if roles.contains(&role) {
                let address = email.parse().map_err(|_| corrupt("person.email"))?;
                readers.push(Reader { address, language });
            }
        }
        Ok(readers)
    }
}

impl Store {
    /// Deletes at most this many alerts from before an instant and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_alerts(&self, before: Timestamp, most: u32) -> Result<u64, StoreError> {
        const SQL: &str = "delete from alert where id in \
            (select id from alert where fired_at < $1 order by id limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(before.micros()).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }

    /// Returns a job's progress, or `None` before its first round.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn job_progress(&self, job: &str) -> Result<Option<i64>, StoreError> {
        const SQL: &str = "select value from job_progress where job = $1";
        let value = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(job).fetch_optional(pool))?;
        Ok(value)
    }

    /// Stores a job's progress.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_job_progress(&self, job: &str, value: i64) -> Result<(), StoreError> {
        const SQL: &str = "insert into job_progress (job, value) values ($1, $2) \
            on conflict (job) do update set value = excluded.value";
        let mut transaction = self.backend.begin().await?;
        execute!(&mut transaction, sqlx::query(SQL).bind(job).bind(value))?;
        transaction.commit().await
    }
}
