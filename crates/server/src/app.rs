//! Shared state of the service: the store, the clock, the configuration, the counters.

use std::ops::Deref;
use std::sync::{Arc, Weak};
use std::time::Duration;

use access::{Day, Period, Timestamp};
use axum::Router;
use store::StoreError;

use crate::api::chat::ChatServices;
use crate::api::mcp::McpServices;
use crate::api::openapi::OpenapiCache;
use crate::http;
use crate::http::access_log::AccessLog;
use crate::routes::Api;
use astrology_api::chart::{CardServices, PictureCache};
use astrology_api::overlay::Overlays;
use billing::{Billed, BillingJob, Manual, PaymentProvider};
use config::{Config, Switch};
use dashboard::Dashboard;
use http_api::clock::Clock;
use notifications::AlertWatcher;
use notifications::mail::SmtpSender;
use notifications::webhook::{Resolver, WebhookDispatcher};
use operation::Catalog;
use platform::{Job, Platform, PlatformWith, ServiceKeys, Storage};
use transport::Transport;

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

/// How long the counts of a chatbot's messages are kept: as far back as its usage shows, and a month.
const CHAT_DAYS_KEPT: Duration = Duration::from_hours(400 * 24);

/// How long an expired embed URL stays in the list of its key.
const EMBED_URLS_KEPT: Duration = Duration::from_hours(30 * 24);

/// The running service, without its sockets.
#[derive(Debug)]
pub struct App {
    platform: Arc<Platform>,
    /// For operations that use the texts of organizations.
    texts: PlatformWith<Overlays>,
    /// For operations that draw images.
    images: PlatformWith<PictureCache>,
    /// For operations that draw images with texts.
    cards: PlatformWith<CardServices>,
    /// For operations that describe other operations.
    catalog: PlatformWith<Catalog>,
    /// For the OpenAPI document.
    openapi: PlatformWith<OpenapiCache>,
    /// For messages of agents.
    mcp: PlatformWith<McpServices>,
    /// For messages to chatbots.
    chat: PlatformWith<ChatServices>,
    /// For tasks that outlive the request that starts them.
    this: Weak<Self>,
    /// The payment provider.
    pub payments: Arc<dyn PaymentProvider>,
    /// What connections and requests in progress use.
    pub transport: Arc<Transport>,
    /// When the service was started.
    pub started_at: Timestamp,
    /// Which requests are logged.
    pub(crate) access_log: AccessLog,
}

/// The application is its platform and what only the composition root knows.
impl Deref for App {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.platform
    }
}

/// What the context of an operation can be.
macro_rules! provide {
    ($($field:ident: $context:ty),+) => {
        $(impl AsRef<$context> for App {
            fn as_ref(&self) -> &$context {
                &self.$field
            }
        })+
    };
}

provide!(
    platform: Platform,
    texts: PlatformWith<Overlays>,
    images: PlatformWith<PictureCache>,
    cards: PlatformWith<CardServices>,
    catalog: PlatformWith<Catalog>,
    openapi: PlatformWith<OpenapiCache>,
    mcp: PlatformWith<McpServices>,
    chat: PlatformWith<ChatServices>
);

impl App {
    /// Creates the service.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn new(
        config: Config,
        clock: Clock,
        storage: impl Into<Storage>,
        keys: impl Into<ServiceKeys>,
        api: &Api,
    ) -> Result<Arc<Self>, StoreError> {
        let storage = storage.into();
        let overlays = Arc::new(Overlays::new(storage.store.clone()).await?);
        let platform = Arc::new(Platform::new(config, clock, storage, keys.into()).await?);
        let config = &platform.config;
        let catalog = Arc::new(api.catalog(&config.public_url()));
        let openapi = Arc::new(OpenapiCache::new(Arc::clone(&catalog)));
        let pictures: Arc<PictureCache> = Arc::default();
        let cards = CardServices {
            overlays: Arc::clone(&overlays),
            pictures: Arc::clone(&pictures),
        };
        let mcp = Arc::new(McpServices::new(api));
        let chat = Arc::new(ChatServices::new(config, &mcp));
        Ok(Arc::new_cyclic(|this| Self {
            texts: PlatformWith::new(Arc::clone(&platform), overlays),
            images: PlatformWith::new(Arc::clone(&platform), pictures),
            cards: PlatformWith::new(Arc::clone(&platform), Arc::new(cards)),
            catalog: PlatformWith::new(Arc::clone(&platform), catalog),
            openapi: PlatformWith::new(Arc::clone(&platform), openapi),
            mcp: PlatformWith::new(Arc::clone(&platform), mcp),
            chat: PlatformWith::new(Arc::clone(&platform), chat),
            this: Weak::clone(this),
            transport: Transport::new(Arc::clone(&platform)),
            payments: Arc::new(Manual),
            started_at: platform.clock.now(),
            access_log: AccessLog::new(platform.config.access_log_sample),
            platform,
        }))
    }

    /// The same for a task that outlives the request that starts it.
    pub(crate) fn shared(&self) -> Option<Arc<Self>> {
        self.this.upgrade()
    }

    /// The services that everything shares.
    pub(crate) fn platform(&self) -> Arc<Platform> {
        Arc::clone(&self.platform)
    }

    /// What the operations are.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog.service
    }

    /// The texts of organizations.
    pub fn overlays(&self) -> &Overlays {
        &self.texts.service
    }

    /// Starts the background tasks, which run until the process ends: those that requests need, and
    /// unless the service is quiet, those that send something or change what is stored.
    pub fn spawn_background(self: &Arc<Self>) {
        tokio::spawn(Arc::clone(&self.key_cache).watch());
        tokio::spawn(Arc::clone(&self.texts.service).watch());
        let app = Arc::clone(self);
        tokio::spawn(async move { app.keep_writing().await });
        let app = Arc::clone(self);
        tokio::spawn(async move { app.meter.run_heartbeats().await });
        if self.config.quiet == Switch::Off {
            self.spawn_jobs();
        }
    }

    fn spawn_jobs(self: &Arc<Self>) {
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
    }

    /// Writes everything that is still in memory, and closes the store.
    pub async fn finish(&self) {
        self.meter.flush().await;
        self.meter.deregister().await;
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
            if let Err(error) = management_api::send_reset_links(self).await {
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
            let logged = management_api::log_failed_sign_ins(self).await;
            let done = tidied.map(drop).and(logged.map(drop));
            self.record_job_run(Job::TidyUp, done).await;
            if let Err(error) = crate::anchor::send_anchors(self).await {
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
    /// allowances, alerts, messages, embed URLs and conversations, until none of them is left.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn tidy(&self) -> Result<u64, StoreError> {
        let now = self.clock.now();
        let before = |kept: Duration| {
            let kept = i64::try_from(kept.as_micros()).unwrap_or(i64::MAX);
            Timestamp::from_micros(now.micros().saturating_sub(kept))
        };
        let store = &self.store;
        let refused = before(REFUSALS_KEPT);
        let invited = before(access::invitation::MAX_WINDOW);
        let (mailed, alerted) = (before(MAILS_KEPT), before(ALERTS_KEPT));
        let delivered = before(DELIVERIES_KEPT);
        let tested = Period::of(before(TEST_USAGE_KEPT));
        let embedded = before(EMBED_URLS_KEPT);
        Ok(
            in_pieces(|most| store.delete_ended_sessions(now, most)).await?
                + in_pieces(|most| store.delete_forgotten_answers(now, most)).await?
                + in_pieces(|most| store.delete_forgotten_failures(now, most)).await?
                + in_pieces(|most| store.delete_old_mails(mailed, most)).await?
                + in_pieces(|most| store.delete_old_invitation_mails(invited, most)).await?
                + in_pieces(|most| store.delete_old_refusals(refused, most)).await?
                + in_pieces(|most| store.delete_old_refusal_days(refused, most)).await?
                + in_pieces(|most| store.delete_old_alerts(alerted, most)).await?
                + in_pieces(|most| store.delete_old_deliveries(delivered, most)).await?
                + in_pieces(|most| store.delete_old_test_usage(tested, most)).await?
                + in_pieces(|most| store.delete_old_embed_urls(embedded, most)).await?
                + self
                    .tidy_chats(now, Day::of(before(CHAT_DAYS_KEPT)))
                    .await?,
        )
    }

    /// Deletes conversations that have ended, deleted chatbots and old counts.
    async fn tidy_chats(&self, now: Timestamp, counted: Day) -> Result<u64, StoreError> {
        let (store, today) = (&self.store, Day::of(now));
        Ok(
            in_pieces(|most| store.delete_old_conversations(now, most)).await?
                + in_pieces(|most| store.delete_chats_of_deleted_chatbots(most)).await?
                + in_pieces(|most| store.delete_old_chat_days((today, counted), most)).await?,
        )
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

/// Deletes rows a limited number at a time until none are left, and returns how many. Each piece is a
/// transaction of a few milliseconds, and writes that wait for it come before the next piece.
async fn in_pieces<F>(delete: impl Fn(u32) -> F) -> Result<u64, StoreError>
where
    F: Future<Output = Result<u64, StoreError>>,
{
    const PIECE: u32 = 1_000;
    let mut deleted = 0;
    loop {
        let piece = delete(PIECE).await?;
        deleted += piece;
        if piece < u64::from(PIECE) {
            return Ok(deleted);
        }
    }
}

/// The router of everything: operations, documentation and dashboard, inside the envelope.
pub fn router(app: &Arc<App>, api: &Api) -> Router {
    let operations = api.router();
    let own = operations.clone().with_state(Arc::clone(app));
    let dashboard = Dashboard {
        platform: app.platform(),
        texts: app.texts.clone(),
        catalog: app.catalog.clone(),
    };
    let pages = crate::docs_page::router().merge(dashboard::router(dashboard, own));
    http::in_envelope(operations.merge(pages), app)
}
