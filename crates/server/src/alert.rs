//! Alerts: one node looks at every organization once a minute, asks the rules of [`access::alert`],
//! and tells what is news: in the inbox, by e-mail, to webhooks, all in one transaction.

pub(crate) mod facts;
mod watch;
pub(crate) mod words;

use std::time::Duration;

use access::{Alert, AlertId, AlertSettings, DeliveryId, MailId, Role};
use store::{NewAlert, NewDelivery, NewMail, OrgRecord, StoreError, Tenant};

use self::facts::Facts;
use self::words::Words;
use crate::app::App;
use crate::job::Job;
use crate::mail::AlertMail;
use crate::webhook::{ALERT_FIRED, alert_body};
use http_api::randomness::OsRandom;
use i18n::Language;

/// A shorter time between two rounds would be no time at all.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(100);

/// An alert in words and numbers, before or after it was kept.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) id: AlertId,
    pub(crate) subject: String,
    pub(crate) subject_name: String,
    pub(crate) period: String,
    pub(crate) threshold: u64,
    pub(crate) facts: Facts,
}

impl Told {
    /// What it says.
    pub(crate) fn words(&self) -> Words {
        words::words(self)
    }

    /// The page where something can be done about it.
    pub(crate) fn page(&self) -> String {
        match self.facts {
            Facts::Quota(_) => "/usage".to_owned(),
            _ => format!("/settings/api-keys/{}", self.subject),
        }
    }
}

impl App {
    /// Watches for ever.
    pub(crate) async fn keep_watching(&self) {
        let mut ticks = tokio::time::interval(self.config.alert_interval.max(SHORTEST_INTERVAL));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if !self.try_acquire_lease(Job::Alerts).await {
                continue;
            }
            if let Err(error) = self.watch_alerts().await {
                tracing::warn!(%error, "alerts could not be looked for; trying again");
            }
        }
    }

    /// Tells an organization, if it was not told already; whether it was told now.
    async fn tell(
        &self,
        org: &OrgRecord,
        settings: &AlertSettings,
        alert: &Alert,
        subject_name: String,
    ) -> Result<bool, StoreError> {
        let inside = self.store.org(Tenant::named_by_operator(org.id));
        let (rule, subject) = (alert.facts.rule(), alert.subject.to_string());
        // Asked without a lock first: most of what is found every minute was told before.
        let (period, threshold) = (alert.period.as_str(), alert.threshold);
        if inside.was_told(rule, &subject, period, threshold).await? {
            return Ok(false);
        }
        let now = self.clock.now();
        let told = Told {
            id: AlertId::new(now, &OsRandom),
            facts: Facts::of(alert),
            subject,
            subject_name,
            period: alert.period.clone(),
            threshold: alert.threshold,
        };
        let Some(mut locked) = inside.locked(&self.keys.audit).await? else {
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
        let body = alert_body(&told, org, now, &self.config.public_url());
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
        tracing::info!(org = %org.id, rule = rule.name(), subject = told.subject, "an alert was told");
        Ok(true)
    }
}
