//! The place of a connection among all connections, which it can lose to another client while it waits
//! for its own.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit};
use tokio::time::Instant;

use crate::activity::Activity;

/// The place of a connection.
#[derive(Debug)]
pub(crate) struct Seat {
    permit: Mutex<Option<OwnedSemaphorePermit>>,
    activity: Activity,
    given_up: Notify,
}

impl Seat {
    pub(crate) fn new(permit: OwnedSemaphorePermit) -> Arc<Self> {
        Arc::new(Self {
            permit: Mutex::new(Some(permit)),
            activity: Activity::new(),
            given_up: Notify::new(),
        })
    }

    /// The state of the connection.
    pub(crate) const fn activity(&self) -> &Activity {
        &self.activity
    }

    /// Since when the connection has waited for its client; none while requests are in progress, or if
    /// its place is already another's.
    pub(crate) fn waiting_since(&self) -> Option<Instant> {
        let permit = self.permit.lock().unwrap_or_else(PoisonError::into_inner);
        permit.as_ref()?;
        self.activity.waiting_since()
    }

    /// Takes the place away and tells the connection to end.
    pub(crate) fn give_up(&self) -> Option<OwnedSemaphorePermit> {
        let mut permit = self.permit.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = permit.take()?;
        self.given_up.notify_one();
        Some(taken)
    }

    /// Resolves when the place is another's.
    pub(crate) async fn given_up(&self) {
        self.given_up.notified().await;
    }
}
