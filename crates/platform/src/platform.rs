//! The services that everything above the store works with.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use access::{TotpSecret, UserId, WebhookId, WebhookSecret};
use config::{Config, Switch};
use http_api::clock::Clock;
use metering::{Committer, KeyUses, Meter, OpenLedger, PersonRates, Refusals};
use store::{Store, StoreError};

use crate::key_cache::KeyCache;
use crate::memory::MemoryBudget;
use crate::metrics::Metrics;
use crate::password_pool::PasswordPool;
use crate::pool::Pool;
use crate::service_keys::ServiceKeys;
use crate::worker_threads::WorkerThreads;

/// The database, and how to open the ledger in it.
#[derive(Clone, Debug)]
pub struct Storage {
    /// The database.
    pub store: Store,
    /// Opens the ledger.
    pub open_ledger: OpenLedger,
}

impl From<Store> for Storage {
    fn from(store: Store) -> Self {
        Self {
            store,
            open_ledger: Committer::open,
        }
    }
}

/// The services of a node.
#[derive(Debug)]
pub struct Platform {
    /// The effective configuration.
    pub config: Config,
    /// Where the time comes from.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// API keys, in memory.
    pub key_cache: Arc<KeyCache>,
    /// Rate limits, quota and ledger.
    pub meter: Meter,
    /// What people do that nobody pays for.
    pub person_rates: PersonRates,
    /// Requests refused before they could be counted.
    pub refusals: Refusals,
    /// When keys were last used.
    pub uses: KeyUses,
    /// Counters for the operator.
    pub metrics: Metrics,
    /// Hashes passwords.
    pub passwords: PasswordPool,
    /// Everything that is derived from the master secret.
    pub keys: ServiceKeys,
    /// Threads for work that keeps a processor busy.
    pub workers: WorkerThreads,
    /// Runs long calculations.
    pub pool: Pool,
    /// Memory for work in progress.
    pub memory: MemoryBudget,
    draining: AtomicBool,
}

impl Platform {
    /// Puts the services together.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn new(
        config: Config,
        clock: Clock,
        storage: Storage,
        keys: ServiceKeys,
    ) -> Result<Self, StoreError> {
        let Storage { store, open_ledger } = storage;
        let pepper = keys.pepper.clone();
        let key_cache = KeyCache::new(store.clone(), pepper, clock.clone(), config.cached_keys);
        let previous = keys.accepted().nth(1).map(|it| it.pepper.clone());
        let key_cache = key_cache.await?.accepting(previous);
        let workers = WorkerThreads::new();
        Ok(Self {
            passwords: PasswordPool::new(keys.password.clone(), workers.clone()),
            keys,
            meter: Meter::new(store.clone(), clock.clone(), &config, open_ledger),
            person_rates: PersonRates::default(),
            refusals: Refusals::default(),
            uses: KeyUses::default(),
            memory: MemoryBudget::new(u64::from(config.work_memory_mb) * 1024 * 1024),
            metrics: Metrics::new(config.metrics_by_organization == Switch::On),
            config,
            clock,
            store,
            key_cache: Arc::new(key_cache),
            pool: Pool::for_this_machine(workers.clone()),
            workers,
            draining: AtomicBool::new(false),
        })
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

    /// From now on `/readyz` says no: a load balancer should send nothing new.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
    }

    /// Whether the service is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }
}

fn unreadable(subject: &impl ToString) -> StoreError {
    StoreError::Corrupt {
        column: "sealed_secret.bytes",
        row: subject.to_string(),
    }
}
