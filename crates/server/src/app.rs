//! The composition root: the platform that operations work with, what only the root knows, and the jobs beside requests.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use access::{Period, Timestamp};
use axum::Router;
use serde_json::Value;
use store::{Store, StoreError};

use crate::api::Picture;
use crate::http;
use crate::operation::{Api, Price};
use billing::{Billed, BillingJob, Manual, PaymentProvider};
use config::Config;
use http_api::Declaration;
use http_api::clock::Clock;
use notifications::AlertWatcher;
use notifications::mail::SmtpSender;
use notifications::webhook::{Resolver, WebhookDispatcher};
use platform::{Job, Platform, ServiceKeys};

/// How often what need not be durable is written.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);
/// How often links to choose a password are sent to those who asked.
const RESET_INTERVAL: Duration = Duration::from_secs(1);
/// How often what matters no more is deleted.
const TIDY_INTERVAL: Duration = Duration::from_mins(10);
/// How often it is seen whether a period has ended.
const BILLING_INTERVAL: Duration = Duration::from_mins(10);
/// How long an e-mail that was sent or given up is shown to the operator.
const MAILS_KEPT: Duration = Duration::from_hours(30 * 24);
/// How long the counts of refused requests are kept: as far back as a usage page looks.
const REFUSALS_KEPT: Duration = Duration::from_hours(91 * 24);
/// How long a message to a webhook stays in its log.
const DELIVERIES_KEPT: Duration = Duration::from_hours(30 * 24);
/// How long an alert stays in the inbox: a year and a bit, to look back on the same month.
const ALERTS_KEPT: Duration = Duration::from_hours(400 * 24);
/// How long it is kept what was used of test allowances, besides the month it lies in: units may
/// still be returned some time after a month's end.
const TEST_USAGE_KEPT: Duration = Duration::from_hours(7 * 24);

/// The running service, without its sockets.
#[derive(Debug)]
pub struct App {
    platform: Platform,
    /// Pictures drawn lately.
    pub pictures: Picture,
    /// Who collects what organizations owe.
    pub payments: Arc<dyn PaymentProvider>,
    /// What every operation has declared.
    pub declarations: Vec<Declaration>,
    /// How the price of each operation is told, by its id.
    pub(crate) prices: HashMap<&'static str, Price>,
    /// The OpenAPI document.
    pub openapi: Value,
    /// The OpenAPI document as it is sent, made when first asked for.
    pub(crate) openapi_file: tokio::sync::OnceCell<Arc<http::SharedDocument>>,
    /// Places for requests that are worked on.
    pub(crate) requests: Arc<http::RequestLimits>,
    /// What each client address holds.
    pub(crate) addresses: Arc<http::Addresses>,
    /// Bytes of responses that were not sent yet.
    pub(crate) unsent_bytes: Arc<http::ByteBudget>,
    /// Where large responses are compressed.
    pub(crate) compressor: http::Compressor,
}

/// The application is its platform and what only the composition root knows.
impl Deref for App {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.platform
    }
}

impl App {
    /// Puts the service together.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn new(
        config: Config,
        clock: Clock,
        store: Store,
        keys: impl Into<ServiceKeys>,
        api: &Api,
    ) -> Result<Arc<Self>, StoreError> {
        let app = Self {
            declarations: api.declarations().collect(),
            prices: api.prices(),
            openapi: api.openapi(&config.public_url()),
            openapi_file: tokio::sync::OnceCell::new(),
            requests: http::RequestLimits::new(config.max_requests),
            addresses: http::Addresses::new(http::AddressLimits {
                max_connections: config.max_connections_per_address,
                max_incomplete_requests: config.max_incomplete_requests_per_address,
                incomplete_wait: http::INCOMPLETE_WAIT,
            }),
            unsent_bytes: http::unsent_bytes(),
            compressor: http::Compressor::for_this_machine(),
            pictures: Picture::default(),
            payments: Arc::new(Manual),
            platform: Platform::new(config, clock, store, keys.into()).await?,
        };
        Ok(Arc::new(app))
    }

    /// Looks after what must happen while requests are served, for as long as the process lives.
    pub fn spawn_background(self: &Arc<Self>) {
        tokio::spawn(Arc::clone(&self.key_cache).watch());
        tokio::spawn(Arc::clone(&self.overlays).watch());
        let app = Arc::clone(self);
        tokio::spawn(async move { app.keep_writing().await });
        let app = Arc::clone(self);
        tokio::spawn(async move { app.keep_sending_reset_links().await });
        let app = Arc::clone(self);
        tokio::spawn(async move { app.run_cleanup().await });
        let app = Arc::clone(self);
        tokio::spawn(async move { app.keep_billing().await });
        if let Some(sender) = SmtpSender::new(&self.config.smtp, &self.config.mail_from.0) {
            let app = Arc::clone(self);
            tokio::spawn(async move { sender.keep_delivering(&app).await });
        }
        let app = Arc::clone(self);
        tokio::spawn(async move { AlertWatcher::new(&app).run().await });
        let (app, dispatcher) = (
            Arc::clone(self),
            WebhookDispatcher::new(&self.config, Resolver::System),
        );
        tokio::spawn(async move { dispatcher.keep_delivering(&app).await });
        let app = Arc::clone(self);
        tokio::spawn(async move { app.meter.run_heartbeats().await });
    }

    /// Writes what is still in memory, and closes the store.
    pub async fn finish(&self) {
        self.meter.flush().await;
        self.meter.leave().await;
        self.refusals.write(&self.store).await;
        self.uses.write(&self.store).await;
        self.store.close().await;
    }

    /// Sends links to choose a password, on every node: each takes what no other has taken. At fixed
    /// times, so that nothing about an address shows in the answer to whoever asked.
    async fn keep_sending_reset_links(&self) {
        let mut ticks = tokio::time::interval(RESET_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.send_reset_links().await {
                tracing::warn!(%error, "links to choose a password could not be sent; trying again");
            }
        }
    }

    /// Deletes now and then what matters no more.
    async fn run_cleanup(&self) {
        let mut ticks = tokio::time::interval(TIDY_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // Memory is every node's own.
            self.meter.forget_idle();
            if !self.try_acquire_lease(Job::TidyUp).await {
                continue;
            }
            let tidied = self.tidy().await;
            let logged = self.log_failed_sign_ins().await;
            let done = tidied.map(drop).and(logged.map(drop));
            self.record_job_run(Job::TidyUp, done).await;
            if let Err(error) = self.send_anchors().await {
                tracing::warn!(%error, "the heads of the audit log could not be sent; trying again");
            }
        }
    }

    /// One round of the billing job.
    ///
    /// # Errors
    ///
    /// The first failure.
    pub async fn bill_organizations(
        &self,
    ) -> Result<Billed, Box<dyn std::error::Error + Send + Sync>> {
        let job = BillingJob {
            platform: self,
            payments: &*self.payments,
        };
        job.run().await
    }

    /// Opens periods and makes statements, now and then.
    async fn keep_billing(&self) {
        let mut ticks = tokio::time::interval(BILLING_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if !self.try_acquire_lease(Job::Billing).await {
                continue;
            }
            let billed = self.bill_organizations().await;
            self.record_job_run(Job::Billing, billed.map(drop)).await;
        }
    }

    /// Deletes ended sessions, forgotten answers and failures, old e-mails, counts of refusals and of
    /// test allowances, alerts and messages, some of each.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn tidy(&self) -> Result<u64, StoreError> {
        const MOST: u32 = 1_000;
        // They come by the minute, the others now and then.
        const MOST_REFUSALS: u32 = 20_000;
        let now = self.clock.now();
        let before = |kept: Duration| {
            let kept = i64::try_from(kept.as_micros()).unwrap_or(i64::MAX);
            Timestamp::from_micros(now.micros().saturating_sub(kept))
        };
        let store = &self.store;
        Ok(store.delete_ended_sessions(now, MOST).await?
            + store.delete_forgotten_answers(now, MOST).await?
            + store.delete_forgotten_failures(now, MOST).await?
            + store.delete_old_mails(before(MAILS_KEPT), MOST).await?
            + store
                .delete_old_invitation_mails(before(access::invitation::MAX_WINDOW), MOST)
                .await?
            + store
                .delete_old_refusals(before(REFUSALS_KEPT), MOST_REFUSALS)
                .await?
            + store.delete_old_alerts(before(ALERTS_KEPT), MOST).await?
            + store
                .delete_old_deliveries(before(DELIVERIES_KEPT), MOST)
                .await?
            + store
                .delete_old_test_usage(Period::of(before(TEST_USAGE_KEPT)), MOST)
                .await?)
    }

    /// Writes once a second what need not be durable before an answer.
    async fn keep_writing(&self) {
        let mut ticks = tokio::time::interval(WRITE_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.refusals.write(&self.store).await;
            self.uses.write(&self.store).await;
        }
    }
}

/// Everything that is served: operations, documentation, dashboard, and an envelope around them.
pub fn router(app: &Arc<App>, api: &Api) -> Router {
    let operations = api.router();
    let own = operations.clone().with_state(Arc::clone(app));
    let pages = crate::docs_page::router().merge(crate::dashboard::router(own));
    http::in_envelope(operations.merge(pages), app)
}
