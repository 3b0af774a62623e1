//! One round of checking the alert rules of each organization.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Duration;

use access::alert::{
    Awakening, DeniedHour, HISTORY_WEEKS, HourOfWeek, HourOutcome, denied_domains, dormant_key,
    error_share, key_expiry, quota, spike,
};
use access::{
    Alert, AlertId, AlertSettings, DeliveryId, KeyId, KeyMode, MailId, Role, SpikeLimits, Timestamp,
};
use store::{
    KeyHour, KeyRecord, NewAlert, NewDelivery, NewMail, OrgRecord, OrgStatus, OrgStore, PageSize,
    StoreError, Tenant,
};

use http_api::ErrorCode;
use http_api::randomness::OsRandom;
use i18n::Language;
use platform::{Job, Platform};

use crate::alert::AlertNotice;
use crate::alert::facts::AlertDetails;
use crate::mail::AlertMail;
use crate::webhook::{ALERT_FIRED, alert_body};

/// The name of this job in [`store::Store::job_progress`]. Its value is the hour of the last round.
const PROGRESS: &str = "alerts";
/// The maximum number of missed hours to check.
const MAX_HOURS_BACK: i64 = 24;
const HOUR_MICROS: i64 = 3_600_000_000;
const MINUTE_MICROS: i64 = 60_000_000;
const DAY_HOURS: i64 = 24;
const WEEK_HOURS: i64 = 168;

/// A new alert and the name of its subject.
type News = (Alert, String);
/// The minimum time between two rounds.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// Checks the alert rules and fires alerts.
#[derive(Clone, Copy, Debug)]
pub struct AlertWatcher<'a> {
    platform: &'a Platform,
}

impl<'a> AlertWatcher<'a> {
    /// Creates a watcher of every organization.
    pub const fn new(platform: &'a Platform) -> Self {
        Self { platform }
    }

    /// Checks the rules forever.
    pub async fn run(self) {
        let interval = self.platform.config.alert_interval;
        let mut ticks = tokio::time::interval(interval.max(MIN_INTERVAL));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if !self.platform.try_acquire_lease(Job::Alerts).await {
                continue;
            }
            if let Err(error) = self.round().await {
                tracing::warn!(%error, "cannot check alert rules, will retry");
            }
        }
    }

    /// Fires an alert unless it was fired before. Returns whether it fired.
    async fn tell(
        &self,
        org: &OrgRecord,
        settings: &AlertSettings,
        alert: &Alert,
        subject_name: String,
    ) -> Result<bool, StoreError> {
        let inside = self.platform.store.org(Tenant::named_by_operator(org.id));
        let (rule, subject) = (alert.facts.rule(), alert.subject.to_string());
        // Checked without a lock first: most alerts found every minute were fired before.
        let (period, threshold) = (alert.period.as_str(), alert.threshold);
        if inside.was_told(rule, &subject, period, threshold).await? {
            return Ok(false);
        }
        let now = self.platform.clock.now();
        let told = AlertNotice {
            id: AlertId::new(now, &OsRandom),
            facts: AlertDetails::of(alert),
            subject,
            subject_name,
            period: alert.period.clone(),
            threshold: alert.threshold,
        };
        let Some(mut locked) = inside.locked(&self.platform.keys.audit).await? else {
            return Ok(false);
        };
        let new = NewAlert {
            id: told.id,
            rule,
            subject: told.subject.clone(),
            period: told.period.clone(),
            threshold: told.threshold,
            subject_name: told.subject_name.clone(),
            facts: told.facts.to_text(),
            fired_at: now,
        };
        if !locked.add_alert(&new).await? {
            return Ok(false);
        }
        let roles = Role::ALL.iter().copied();
        let roles: Vec<_> = roles.filter(|it| settings.mail_to.includes(*it)).collect();
        for reader in locked.readers_in(&roles).await? {
            let language = reader.language.as_deref().and_then(Language::of_tag);
            let language = language.unwrap_or_default();
            let mail = NewMail {
                id: MailId::new(now, &OsRandom),
                recipient: reader.address,
                kind: AlertMail::KIND.to_owned(),
                payload: AlertMail::of(&told, &org.name, language).payload(),
                language: language.tag().to_owned(),
                created_at: now,
            };
            locked.add_mail(&mail).await?;
        }
        let body = alert_body(&told, org, now, &self.platform.config.public_url());
        for webhook in locked.webhooks().await? {
            let message = NewDelivery {
                id: DeliveryId::new(now, &OsRandom),
                kind: ALERT_FIRED,
                body: body.clone(),
                created_at: now,
            };
            locked.add_delivery(&webhook, &message).await?;
        }
        locked.commit().await?;
        tracing::info!(org = %org.id, rule = rule.name(), subject = told.subject, "alert fired");
        Ok(true)
    }
}

impl AlertWatcher<'_> {
    /// Checks all organizations once. Returns the number of alerts fired.
    ///
    /// Each round checks the current hour, so that alerts do not wait for its end, and the hours since
    /// the last round. An alert fires only once, so an interrupted round can be repeated.
    ///
    /// # Errors
    ///
    /// When the database is unavailable. An organization whose rows cannot be read is skipped and
    /// checked again in the next round.
    pub async fn round(&self) -> Result<usize, StoreError> {
        let hour = self.platform.clock.now().micros().div_euclid(HOUR_MICROS);
        let done = self.platform.store.job_progress(PROGRESS).await?;
        let hours = done.unwrap_or(hour).clamp(hour - MAX_HOURS_BACK, hour)..=hour;
        let (mut told, mut complete) = (0, true);
        let mut after = None;
        loop {
            let page = self.platform.store.orgs_page(after, PageSize::MAX).await?;
            let active = page
                .items
                .iter()
                .filter(|it| it.status == OrgStatus::Active);
            for org in active {
                match self.watch_org(org, hours.clone()).await {
                    Ok(count) => told += count,
                    Err(error) => {
                        complete = false;
                        tracing::warn!(%error, org = %org.id, "cannot check alert rules");
                    }
                }
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        if complete && done != Some(hour) {
            self.platform.store.set_job_progress(PROGRESS, hour).await?;
        }
        Ok(told)
    }

    async fn watch_org(
        &self,
        org: &OrgRecord,
        hours: RangeInclusive<i64>,
    ) -> Result<usize, StoreError> {
        let inside = self.platform.store.org(Tenant::named_by_operator(org.id));
        let settings = inside.alert_settings().await?;
        let watch = Watch {
            platform: self.platform,
            org,
            inside,
            settings: &settings,
            now: self.platform.clock.now(),
        };
        let mut told = 0;
        for (alert, name) in watch.news(hours).await? {
            told += usize::from(self.tell(org, &settings, &alert, name).await?);
        }
        Ok(told)
    }
}

/// The check of one organization.
struct Watch<'a> {
    platform: &'a Platform,
    org: &'a OrgRecord,
    inside: OrgStore<'a>,
    settings: &'a AlertSettings,
    now: Timestamp,
}

impl Watch<'_> {
    async fn news(&self, hours: RangeInclusive<i64>) -> Result<Vec<News>, StoreError> {
        let mut news = self.quotas().await?;
        news.extend(self.expirations().await?);
        news.extend(self.denials().await?);
        let mut before = self.inside.key_hours(hours.start() - 1).await?;
        for hour in hours {
            let here = self.inside.key_hours(hour).await?;
            news.extend(self.hour(hour, &here, &before).await?);
            before = here;
        }
        Ok(news)
    }

    async fn quotas(&self) -> Result<Vec<News>, StoreError> {
        let mut news = Vec::new();
        for mode in [KeyMode::Live, KeyMode::Test] {
            let Some(allowance) = self.platform.meter.allowance_of(&self.org.terms, mode) else {
                continue;
            };
            let used = self
                .platform
                .meter
                .used_of(self.org, mode, self.now)
                .await?;
            let percents = &self.settings.quota_percents;
            let found = quota(mode, used, allowance, percents, self.now);
            news.extend(found.map(|it| (it, mode.name().to_owned())));
        }
        Ok(news)
    }

    async fn expirations(&self) -> Result<Vec<News>, StoreError> {
        let days = &self.settings.expiry_days;
        let Some(furthest) = days.iter().max() else {
            return Ok(Vec::new());
        };
        let until = self
            .now
            .plus(Duration::from_hours(24 * u64::from(*furthest)));
        let ending = self.inside.ending_keys(self.now, until).await?;
        let news = ending.into_iter().filter_map(|key| {
            let end = key.standing.expires_at?;
            Some((key_expiry(key.id, end, days, self.now)?, key.name))
        });
        Ok(news.collect())
    }

    async fn denials(&self) -> Result<Vec<News>, StoreError> {
        let Some(threshold) = self.settings.denied_domains else {
            return Ok(Vec::new());
        };
        // The current minute and the 59 before it.
        let minute = self.now.micros().div_euclid(MINUTE_MICROS) - 59;
        let reason = ErrorCode::DomainNotAllowed.name();
        let mut by_key: BTreeMap<KeyId, Vec<(String, u64)>> = BTreeMap::new();
        for row in self.inside.refusals_since(reason, minute).await? {
            let hosts = by_key.entry(row.key).or_default();
            hosts.push((row.origin_host, row.requests));
        }
        let from = Timestamp::from_micros(minute * MINUTE_MICROS);
        let mut news = Vec::new();
        for (key, by_host) in by_key {
            let denied = DeniedHour { from, by_host };
            if let Some(alert) = denied_domains(key, &denied, threshold)
                && let Some(record) = self.inside.key(key).await?
            {
                news.push((alert, record.name));
            }
        }
        Ok(news)
    }

    /// Checks the requests of each key in an hour, given the hour before.
    async fn hour(
        &self,
        hour: i64,
        here: &[KeyHour],
        before: &[KeyHour],
    ) -> Result<Vec<News>, StoreError> {
        let at = Timestamp::from_micros(hour * HOUR_MICROS);
        let awake_before: BTreeSet<_> = before.iter().map(|it| it.key).collect();
        let mut news = Vec::new();
        for it in here {
            let outcome = HourOutcome {
                hour: at,
                requests: it.requests,
                refused: it.refused,
                failed: it.failed,
            };
            let limits = self.settings.error_share;
            let mut found: Vec<Alert> = limits
                .and_then(|limits| error_share(it.key, outcome, limits))
                .into_iter()
                .collect();
            let spikes = self.settings.spike;
            let spikes = spikes.filter(|limits| it.requests >= limits.minimum_requests);
            let dormant = self.settings.dormant_days;
            let dormant = dormant.filter(|_| !awake_before.contains(&it.key));
            if found.is_empty() && spikes.is_none() && dormant.is_none() {
                continue;
            }
            let Some(key) = self.inside.key(it.key).await? else {
                continue;
            };
            if let Some(limits) = spikes {
                found.extend(self.spike(&key, (hour, it.requests), limits).await?);
            }
            if let Some(days) = dormant {
                found.extend(self.awakening(&key, hour, days).await?);
            }
            news.extend(found.into_iter().map(|it| (it, key.name.clone())));
        }
        Ok(news)
    }

    async fn spike(
        &self,
        key: &KeyRecord,
        (hour, requests): (i64, u64),
        limits: SpikeLimits,
    ) -> Result<Option<Alert>, StoreError> {
        let made = key.created_at.micros().div_euclid(HOUR_MICROS);
        let weeks = (1..=i64::from(HISTORY_WEEKS)).map(|it| hour - it * WEEK_HOURS);
        let mut hours: Vec<_> = weeks.filter(|it| *it >= made).collect();
        hours.push(hour - DAY_HOURS);
        let mut earlier_weeks = self.inside.requests_in(key.id, &hours).await?;
        let day_before = earlier_weeks.pop().unwrap_or(0);
        let of_week = HourOfWeek {
            hour: Timestamp::from_micros(hour * HOUR_MICROS),
            requests,
            earlier_weeks,
            day_before,
        };
        Ok(spike(key.id, &of_week, limits))
    }

    async fn awakening(
        &self,
        key: &KeyRecord,
        hour: i64,
        days: u32,
    ) -> Result<Option<Alert>, StoreError> {
        let at = |hour: i64| Timestamp::from_micros(hour * HOUR_MICROS);
        // A younger key cannot have been dormant for so long, so the query would find nothing.
        let since = Duration::from_hours(24 * u64::from(days));
        if key.created_at.plus(since) > at(hour + 1) {
            return Ok(None);
        }
        let last = self.inside.last_hour_before(key.id, hour).await?;
        let awakening = Awakening {
            hour: at(hour),
            last_used: last.map(at),
            created_at: key.created_at,
        };
        Ok(dormant_key(key.id, awakening, days))
    }
}
