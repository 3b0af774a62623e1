//! What every operation can reach: the store, the clock, the configuration, the counters.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use access::{
    AuditKey, BrowserTokenKey, DeviceKey, MailLinkKey, MasterSecret, MasterSecrets, PasswordKey,
    Pepper, Period, RecoveryKey, SessionKey, SignedUrlKey, Timestamp, TokenDigest, TokenKey,
    TotpKey, TotpSecret, UserId, WebhookId, WebhookKey, WebhookSecret,
};
use axum::Router;
use serde_json::Value;
use store::{Store, StoreError};

use crate::api::Picture;
use crate::billing::{Manual, PaymentProvider};
use crate::http;
use crate::job::Job;
use crate::key_cache::KeyCache;
use crate::mail::SmtpSender;
use crate::memory::MemoryBudget;
use crate::meter::{KeyUses, Meter, Refusals};
use crate::metrics::Metrics;
use crate::operation::{Api, Price};
use crate::overlay::Overlays;
use crate::password_pool::PasswordPool;
use crate::pool::Pool;
use crate::webhook::{Resolver, WebhookDispatcher};
use config::Config;
use http_api::Declaration;
use http_api::clock::Clock;

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
    /// The effective configuration.
    pub config: Config,
    /// Where the time comes from.
    pub clock: Clock,
    /// What is kept.
    pub store: Store,
    /// Keys, in memory.
    pub key_cache: Arc<KeyCache>,
    /// What organizations put in front of the library's texts.
    pub overlays: Arc<Overlays>,
    /// Limits, quota and ledger.
    pub meter: Meter,
    /// Requests refused before they could be counted.
    pub refusals: Refusals,
    /// When keys were last used.
    pub uses: KeyUses,
    /// Counters for the operator.
    pub metrics: Metrics,
    /// Where passwords are hashed.
    pub passwords: PasswordPool,
    /// What is digested, signed and chained with.
    pub keys: ServiceKeys,
    /// Where long computations run.
    pub pool: Pool,
    /// Memory for work in progress.
    pub memory: MemoryBudget,
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
    draining: AtomicBool,
}

/// What the service derives from its master secret.
#[derive(Clone, Debug)]
pub struct ServiceKeys {
    /// Digests API keys.
    pub pepper: Pepper,
    /// Digests the cookies of sessions.
    pub session: SessionKey,
    /// Digests one-time links.
    pub token: TokenKey,
    /// Digests recovery codes.
    pub recovery: RecoveryKey,
    /// Signs browser tokens.
    pub browser_token: BrowserTokenKey,
    /// Signs the addresses of chart images.
    pub signed_url: SignedUrlKey,
    /// Makes the links in e-mails.
    pub mail_link: MailLinkKey,
    /// Makes the secrets of second factors.
    pub totp: TotpKey,
    /// Makes the secrets of webhooks.
    pub webhook: WebhookKey,
    /// Authenticates the cookies of known browsers.
    pub device: DeviceKey,
    /// Seals the hashes of passwords.
    pub password: PasswordKey,
    /// Chains the audit log.
    pub audit: AuditKey,
    /// The same of the master secret before this one, while it is accepted. Nothing new is made
    /// with it.
    pub previous: Option<Arc<PreviousKeys>>,
}

/// What was derived from the master secret before the current one.
#[derive(Clone, Debug)]
pub struct PreviousKeys {
    keys: ServiceKeys,
    replaced_at: Timestamp,
}

impl ServiceKeys {
    /// Everything that is derived from `secret`.
    pub fn of(secret: &MasterSecret) -> Self {
        Self {
            pepper: secret.pepper(),
            session: secret.session_key(),
            token: secret.token_key(),
            recovery: secret.recovery_key(),
            browser_token: secret.browser_token_key(),
            signed_url: secret.signed_url_key(),
            mail_link: secret.mail_link_key(),
            totp: secret.totp_key(),
            webhook: secret.webhook_key(),
            device: secret.device_key(),
            password: secret.password_key(),
            audit: secret.audit_key(),
            previous: None,
        }
    }

    /// Everything that verifies: what is derived from the current secret, and from the one before
    /// it while that is accepted.
    pub fn accepted(&self) -> impl Iterator<Item = &Self> {
        let previous = self.previous.as_deref().map(|it| &it.keys);
        std::iter::once(self).chain(previous)
    }

    /// What a one-time token may be stored as.
    pub fn token_digests(&self, token: &str) -> impl Iterator<Item = TokenDigest> {
        self.accepted().map(|it| TokenDigest::of(token, &it.token))
    }

    /// What was current at an instant.
    pub fn at(&self, instant: Timestamp) -> &Self {
        match self.previous.as_deref() {
            Some(previous) if instant < previous.replaced_at => &previous.keys,
            _ => self,
        }
    }
}

impl From<&MasterSecret> for ServiceKeys {
    fn from(secret: &MasterSecret) -> Self {
        Self::of(secret)
    }
}

impl From<&MasterSecrets> for ServiceKeys {
    fn from(secrets: &MasterSecrets) -> Self {
        let previous = secrets.previous.as_ref().map(|it| {
            Arc::new(PreviousKeys {
                keys: Self::of(&it.secret),
                replaced_at: it.replaced_at,
            })
        });
        Self {
            previous,
            ..Self::of(&secrets.current)
        }
    }
}

fn unreadable(subject: &impl ToString) -> StoreError {
    StoreError::Corrupt {
        column: "sealed_secret.bytes",
        row: subject.to_string(),
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
        let keys = keys.into();
        let pepper = keys.pepper.clone();
        let ring = KeyCache::new(store.clone(), pepper, clock.clone(), config.cached_keys);
        let previous = keys.accepted().nth(1).map(|it| it.pepper.clone());
        let ring = ring.await?.accepting(previous);
        let overlays = Arc::new(Overlays::new(store.clone()).await?);
        let memory = MemoryBudget::new(u64::from(config.work_memory_mb) * 1024 * 1024);
        let app = Self {
            passwords: PasswordPool::new(keys.password.clone()),
            keys,
            declarations: api.declarations().collect(),
            prices: api.prices(),
            openapi: api.openapi(&config.public_url()),
            meter: Meter::new(store.clone(), clock.clone(), &config),
            refusals: Refusals::default(),
            overlays,
            uses: KeyUses::default(),
            openapi_file: tokio::sync::OnceCell::new(),
            requests: http::RequestLimits::new(config.max_requests),
            addresses: http::Addresses::new(http::AddressLimits {
                max_connections: config.max_connections_per_address,
                max_incomplete_requests: config.max_incomplete_requests_per_address,
                incomplete_wait: http::INCOMPLETE_WAIT,
            }),
            unsent_bytes: http::unsent_bytes(),
            compressor: http::Compressor::for_this_machine(),
            config,
            clock,
            store,
            key_cache: Arc::new(ring),
            metrics: Metrics::default(),
            pool: Pool::for_this_machine(),
            memory,
            pictures: Picture::default(),
            payments: Arc::new(Manual),
            draining: AtomicBool::new(false),
        };
        Ok(Arc::new(app))
    }

    /// Becomes one of the nodes that serve: commands beside them are none.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn join(&self) -> Result<(), StoreError> {
        self.meter.heartbeat().await?;
        self.meter.probe().await;
        Ok(())
    }

    /// The secret of a person's second factor: derived, or kept from an earlier master secret.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn totp_secret(
        &self,
        user: UserId,
        generation: u64,
    ) -> Result<TotpSecret, StoreError> {
        let key = &self.keys.totp;
        match self.store.sealed_totp(user, generation).await? {
            None => Ok(key.secret(user, generation)),
            Some(sealed) => {
                let opened = key.open(user, generation, &sealed);
                opened.ok_or_else(|| unreadable(&user))
            }
        }
    }

    /// The secret of a webhook's endpoint: derived, or kept from an earlier master secret.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn webhook_secret(&self, endpoint: WebhookId) -> Result<WebhookSecret, StoreError> {
        let key = &self.keys.webhook;
        match self.store.sealed_webhook(endpoint).await? {
            None => Ok(key.endpoint_secret(endpoint)),
            Some(sealed) => {
                let opened = key.open(endpoint, &sealed);
                opened.ok_or_else(|| unreadable(&endpoint))
            }
        }
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
        tokio::spawn(async move { app.keep_watching().await });
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

    /// From now on `/readyz` says no: a load balancer should send nothing new.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
    }

    /// Whether the service is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }
}

/// Everything that is served: operations, documentation, dashboard, and an envelope around them.
pub fn router(app: &Arc<App>, api: &Api) -> Router {
    let operations = api.router();
    let own = operations.clone().with_state(Arc::clone(app));
    let pages = crate::docs_page::router().merge(crate::dashboard::router(own));
    http::in_envelope(operations.merge(pages), app)
}
