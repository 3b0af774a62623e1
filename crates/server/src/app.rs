//! What every operation can reach: the store, the clock, the configuration, the counters.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use access::MasterSecret;
use axum::Router;
use serde_json::Value;
use store::{Store, StoreError};

use crate::clock::Clock;
use crate::config::Config;
use crate::http;
use crate::key_ring::KeyRing;
use crate::meter::{Meter, Refusals};
use crate::metrics::Metrics;
use crate::operation::Api;

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
    pub key_ring: Arc<KeyRing>,
    /// Limits, quota and ledger.
    pub meter: Meter,
    /// Requests refused before they could be counted.
    pub refusals: Refusals,
    /// Counters for the operator.
    pub metrics: Metrics,
    /// The OpenAPI document.
    pub openapi: Value,
    draining: AtomicBool,
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
        secret: &MasterSecret,
        api: &Api,
    ) -> Result<Arc<Self>, StoreError> {
        let ring = KeyRing::new(store.clone(), secret.pepper(), clock.clone()).await?;
        Ok(Arc::new(Self {
            openapi: api.openapi(&config.public_url()),
            meter: Meter::new(store.clone(), clock.clone(), &config),
            refusals: Refusals::default(),
            config,
            clock,
            store,
            key_ring: Arc::new(ring),
            metrics: Metrics::default(),
            draining: AtomicBool::new(false),
        }))
    }

    /// Looks after what must happen while requests are served, for as long as the process lives.
    pub fn spawn_background(self: &Arc<Self>) {
        tokio::spawn(Arc::clone(&self.key_ring).watch());
        let app = Arc::clone(self);
        tokio::spawn(async move { app.refusals.keep_writing(&app.store).await });
    }

    /// Writes what is still in memory, and closes the store.
    pub async fn finish(&self) {
        self.meter.flush().await;
        self.refusals.write(&self.store).await;
        self.store.close().await;
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

/// Everything that is served: operations, documentation, and an envelope around both.
pub fn router(app: &Arc<App>, api: &Api) -> Router {
    http::in_envelope(api.router().merge(crate::docs_page::router()), app)
}
