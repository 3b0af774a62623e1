//! One round: what the rules are asked about each organization.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Duration;

use access::alert::{
    Awakening, DeniedHour, HISTORY_WEEKS, HourOfWeek, HourOutcome, denied_domains, dormant_key,
    error_share, key_expiry, quota, spike,
};
use access::{Alert, AlertSettings, KeyId, KeyMode, SpikeLimits, Timestamp};
use store::{KeyHour, KeyRecord, OrgRecord, OrgStatus, OrgStore, PageSize, StoreError, Tenant};

use crate::app::App;
use http_api::ErrorCode;

/// What [`store::Store::job_progress`] knows this job by: its value is the hour of the last round.
const PROGRESS: &str = "alerts";
/// Hours that are made up for after nobody looked for a while.
const MOST_HOURS_BACK: i64 = 24;
const HOUR_MICROS: i64 = 3_600_000_000;
const MINUTE_MICROS: i64 = 60_000_000;
const DAY_HOURS: i64 = 24;
const WEEK_HOURS: i64 = 168;

/// Something that is news, and what its subject is called.
type News = (Alert, String);

impl App {
    /// One round over all organizations; answers how many alerts were told.
    ///
    /// The hour under way is looked at every time, so that nothing waits for its end, and the hours
    /// since the last round with it. What was told already is not told again, so a round that was
    /// interrupted can be repeated.
    ///
    /// # Errors
    ///
    /// When the database does not answer. An organization whose rows cannot be read is passed over,
    /// and looked at again in the next round.
    pub async fn watch_alerts(&self) -> Result<usize, StoreError> {
        let hour = self.clock.now().micros().div_euclid(HOUR_MICROS);
        let done = self.store.job_progress(PROGRESS).await?;
        let hours = done.unwrap_or(hour).clamp(hour - MOST_HOURS_BACK, hour)..=hour;
        let (mut told, mut complete) = (0, true);
        let mut after = None;
        loop {
            let page = self.store.orgs_page(after, PageSize::MOST).await?;
            let active = page
                .items
                .iter()
                .filter(|it| it.status == OrgStatus::Active);
            for org in active {
                match self.watch_org(org, hours.clone()).await {
                    Ok(count) => told += count,
                    Err(error) => {
                        complete = false;
                        tracing::warn!(%error, org = %org.id, "alerts could not be looked for");
                    }
                }
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        if complete && done != Some(hour) {
            self.store.set_job_progress(PROGRESS, hour).await?;
        }
        Ok(told)
    }

    async fn watch_org(
        &self,
        org: &OrgRecord,
        hours: RangeInclusive<i64>,
    ) -> Result<usize, StoreError> {
        let inside = self.store.org(Tenant::named_by_operator(org.id));
        let settings = inside.alert_settings().await?;
        let watch = Watch {
            app: self,
            org,
            inside,
            settings: &settings,
            now: self.clock.now(),
        };
        let mut told = 0;
        for (alert, name) in watch.news(hours).await? {
            told += usize::from(self.tell(org, &settings, &alert, name).await?);
        }
        Ok(told)
    }
}

/// One organization, looked at.
struct Watch<'a> {
    app: &'a App,
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
            let Some(allowance) = self.app.meter.allowance_of(&self.org.terms, mode) else {
                continue;
            };
            let used = self.app.meter.used_of(self.org, mode, self.now).await?;
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
        // The minute under way and the 59 before it.
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

    /// What keys did in an hour, given what they did in the one before.
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
        // A key younger than that has not been silent for so long; the question would read for
        // nothing.
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
