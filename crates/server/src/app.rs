//! Shared state of the service: the store, the clock, the configuration, the counters.

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
use crate::overlay::Overlays;
use billing::{Billed, BillingJob, Manual, PaymentProvider};
use config::Config;
use http_api::Declaration;
use http_api::clock::Clock;
use notifications::AlertWatcher;
use notifications::mail::SmtpSender;
use notifications::webhook::{Resolver, WebhookDispatcher};
use platform::{Job, Platform, ServiceKeys};

/// How often non-durable data is written.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);
/// How often requested password links are sent.
const RESET_INTERVAL: Duration = Duration::from_secs(1);
/// How often expired data is deleted.
const TIDY_INTERVAL: Duration = Duration::from_mins(10);
/// How often the billing job checks whether a period has ended.
const BILLING_INTERVAL: Duration = Duration::from_mins(10);
/// How long the operator can see an e-mail that was sent or given up.
const MAILS_KEPT: Duration = Duration::from_hours(30 * 24);
/// How long the counts of refused requests are kept: as far back as a usage page shows.
const REFUSALS_KEPT: Duration = Duration::from_hours(91 * 24);
/// How long a webhook message stays in its log.
const DELIVERIES_KEPT: Duration = Duration::from_hours(30 * 24);
/// How long an alert stays in the inbox: more than a year, to compare with the same month.
const ALERTS_KEPT: Duration = Duration::from_hours(400 * 24);
/// How long the usage of test allowances is kept beyond its month, because units may be returned
/// after the end of a month.
const TEST_USAGE_KEPT: Duration = Duration::from_hours(7 * 24);

/// The running service, without its sockets.
#[derive(Debug)]
pub struct App {
    platform: Platform,
    /// The texts that organizations use instead of the library's.
    pub overlays: Arc<Overlays>,
    /// The cache of chart images.
    pub pictures: Picture,
    /// The payment provider.
    pub payments: Arc<dyn PaymentProvider>,
    /// The declarations of all operations.
    pub declarations: Vec<Declaration>,
    /// The description of each operation's price, by its id.
    pub(crate) prices: HashMap<&'static str, Price>,
    /// The OpenAPI document.
    pub openapi: Value,
    /// The OpenAPI document as it is sent, created on first use.
    pub(crate) openapi_file: tokio::sync::OnceCell<Arc<http::SharedDocument>>,
    /// Slots for requests in progress.
    pub(crate) requests: Arc<http::RequestLimits>,
    /// What each client address uses.
    pub(crate) addresses: Arc<http::Addresses>,
    /// Bytes of responses that are not sent yet.
    pub(crate) unsent_bytes: Arc<http::ByteBudget>,
    /// The pool that compresses large responses.
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
    /// Creates the service.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn new(
        config: Config,
        clock: Clock,
        store: Store,
        keys: impl Into<ServiceKeys>,
        api: &Api,
    ) -> Result<Arc<Self>, StoreError> {
        let overlays = Overlays::new(store.clone()).await?;
        let platform = Platform::new(config, clock, store, keys.into()).await?;
        let config = &platform.config;
        let app = Self {
            overlays: Arc::new(overlays),
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
            compressor: http::Compressor::for_this_machine(platform.workers.clone()),
            pictures: Picture::default(),
            payments: Arc::new(Manual),
            platform,
        };
        Ok(Arc::new(app))
    }

    /// Starts the background tasks, which run until the process ends.
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

    /// Writes everything that is still in memory, and closes the store.
    pub async fn finish(&self) {
        self.meter.flush().await;
        self.meter.leave().await;
        self.refusals.write(&self.store).await;
        self.uses.write(&self.store).await;
        self.store.close().await;
    }

    /// Sends password links. Every node takes part. It runs at fixed times, so that the response
    /// reveals nothing about an address.
    async fn keep_sending_reset_links(&self) {
        let mut ticks = tokio::time::interval(RESET_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.send_reset_links().await {
                tracing::warn!(%error, "cannot send password reset links; retrying");
            }
        }
    }

    /// Deletes expired data periodically.
    async fn run_cleanup(&self) {
        let mut ticks = tokio::time::interval(TIDY_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // Every node has its own memory.
            self.meter.forget_idle();
            if !self.try_acquire_lease(Job::TidyUp).await {
                continue;
            }
            let tidied = self.tidy().await;
            let logged = self.log_failed_sign_ins().await;
            let done = tidied.map(drop).and(logged.map(drop));
            self.record_job_run(Job::TidyUp, done).await;
            if let Err(error) = self.send_anchors().await {
                tracing::warn!(%error, "cannot send audit log heads; retrying");
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

    /// Opens periods and creates statements periodically.
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

    /// Deletes ended sessions, stored responses, old failures, e-mails, counts of refusals and test
    /// allowances, alerts and messages, a limited number of each.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn tidy(&self) -> Result<u64, StoreError> {
        const MAX: u32 = 1_000;
        // These appear every minute, the others rarely.
        const MAX_REFUSALS: u32 = 20_000;
        let now = self.clock.now();
        let before = |kept: Duration| {
            let kept = i64::try_from(kept.as_micros()).unwrap_or(i64::MAX);
            Timestamp::from_micros(now.micros().saturating_sub(kept))
        };
        let store = &self.store;
        Ok(store.delete_ended_sessions(now, MAX).await?
            + store.delete_forgotten_answers(now, MAX).await?
            + store.delete_forgotten_failures(now, MAX).await?
            + store.delete_old_mails(before(MAILS_KEPT), MAX).await?
            + store
                .delete_old_invitation_mails(before(access::invitation::MAX_WINDOW), MAX)
                .await?
            + store
                .delete_old_refusals(before(REFUSALS_KEPT), MAX_REFUSALS)
                .await?
            + store.delete_old_alerts(before(ALERTS_KEPT), MAX).await?
            + store
                .delete_old_deliveries(before(DELIVERIES_KEPT), MAX)
                .await?
            + store
                .delete_old_test_usage(Period::of(before(TEST_USAGE_KEPT)), MAX)
                .await?)
    }

    /// Writes non-durable data once a second.
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

/// The router of everything: operations, documentation and dashboard, inside the envelope.
pub fn router(app: &Arc<App>, api: &Api) -> Router {
    let operations = api.router();
    let own = operations.clone().with_state(Arc::clone(app));
    let pages = crate::docs_page::router().merge(crate::dashboard::router(own));
    http::in_envelope(operations.merge(pages), app)
}
