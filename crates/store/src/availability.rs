//! Whether PostgreSQL can be reached. A connection of its own notices an outage within a fraction of a
//! second. From then on, statements fail at once instead of waiting until the pool gives up, and what
//! is waiting fails, too.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::error::StoreError;

/// How often the connection is tested.
const PROBE: Duration = Duration::from_millis(250);
/// A server that does not answer for this long is as good as away. A busy one answers sooner: the
/// test reads nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Watches the server until it is dropped.
#[derive(Debug)]
pub(crate) struct Availability {
    is_away: watch::Receiver<bool>,
    task: AbortHandle,
    in_progress: AtomicUsize,
    timeouts: AtomicU64,
}

/// The error of work that needs the server.
pub(crate) trait DatabaseFailure: From<sqlx::Error> {
    /// Whether the work waited for a connection for too long.
    fn is_pool_timeout(&self) -> bool;
}

impl DatabaseFailure for sqlx::Error {
    fn is_pool_timeout(&self) -> bool {
        matches!(self, Self::PoolTimedOut)
    }
}

impl DatabaseFailure for StoreError {
    fn is_pool_timeout(&self) -> bool {
        matches!(self, Self::Unavailable(sqlx::Error::PoolTimedOut))
    }
}

impl Availability {
    /// Watches the server of this connection.
    pub(crate) fn watch(options: PgConnectOptions, connection: PgConnection) -> Self {
        let (tell, is_away) = watch::channel(false);
        let watcher = Watcher {
            options,
            connection: Some(connection),
        };
        let task = tokio::spawn(watcher.run(tell)).abort_handle();
        Self {
            is_away,
            task,
            in_progress: AtomicUsize::new(0),
            timeouts: AtomicU64::new(0),
        }
    }

    /// Does the work, unless the server is away, or turns out to be while it waits.
    pub(crate) async fn unless_away<T, E: DatabaseFailure>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let _counted = Counted::new(&self.in_progress);
        let done = unless_away(self.is_away.clone(), Box::pin(work)).await;
        if done.as_ref().is_err_and(E::is_pool_timeout) {
            self.timeouts.fetch_add(1, Ordering::Relaxed);
        }
        done
    }

    /// Whether the server is away.
    pub(crate) fn is_away(&self) -> bool {
        *self.is_away.borrow()
    }

    /// The amount of work that waits for a connection or uses one.
    pub(crate) fn in_progress(&self) -> usize {
        self.in_progress.load(Ordering::Relaxed)
    }

    /// How often work waited for a connection for too long.
    pub(crate) fn timeouts(&self) -> u64 {
        self.timeouts.load(Ordering::Relaxed)
    }

    /// Ends the connection.
    pub(crate) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Availability {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Counts work while it lives.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(counter: &'a AtomicUsize) -> Self {
        counter.fetch_add(1, Ordering::Relaxed);
        Self(counter)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn unless_away<T, E: From<sqlx::Error>>(
    mut is_away: watch::Receiver<bool>,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    tokio::select! {
        biased;
        // Pending for ever once the watcher has ended: then only the work itself counts.
        () = async {
            if is_away.wait_for(|it| *it).await.is_err() {
                std::future::pending::<()>().await;
            }
        } => Err(away().into()),
        done = work => done,
    }
}

fn away() -> sqlx::Error {
    let kind = std::io::ErrorKind::NotConnected;
    sqlx::Error::Io(std::io::Error::new(kind, "the server cannot be reached"))
}

struct Watcher {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Watcher {
    async fn run(mut self, tell: watch::Sender<bool>) {
        let mut ticks = tokio::time::interval(PROBE);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let found = tokio::time::timeout(PATIENCE, self.answers()).await;
            let found = found.unwrap_or_else(|_| {
                self.connection = None;
                Err("it did not answer in time".to_owned())
            });
            let was_away = tell.send_replace(found.is_err());
            match found {
                Err(error) if !was_away => tracing::warn!(
                    error,
                    "database unreachable: requests get 503 until it is back"
                ),
                Ok(()) if was_away => tracing::info!("database reachable again"),
                _ => {}
            }
        }
    }

    /// Whether the server answers, and if not, why.
    async fn answers(&mut self) -> Result<(), String> {
        if let Some(connection) = &mut self.connection {
            if connection.ping().await.is_ok() {
                return Ok(());
            }
            self.connection = None;
        }
        match PgConnection::connect_with(&self.options).await {
            Ok(connection) => {
                self.connection = Some(connection);
                Ok(())
            }
            Err(error) if means_away(&error) => Err(crate::error::cause(&error)),
            // It answers, although not to this connection: others may still work.
            Err(_) => Ok(()),
        }
    }
}

/// Whether the failure to connect means that no connection can work: nobody listens, or the server is
/// starting or stopping (PostgreSQL documentation, appendix A, class 57).
pub(crate) fn means_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(refusal) => {
            matches!(refusal.code().as_deref(), Some("57P01" | "57P02" | "57P03"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Work = Result<(), sqlx::Error>;

    #[tokio::test]
    async fn what_waits_for_a_server_that_goes_away_fails_at_once() {
        let (tell, is_away) = watch::channel(false);
        let waiting = tokio::spawn(unless_away(is_away, std::future::pending::<Work>()));
        tell.send_replace(true);
        let error = waiting.await.unwrap().unwrap_err();
        assert!(error.to_string().contains("cannot be reached"), "{error}");
    }

    #[tokio::test]
    async fn nothing_is_tried_while_the_server_is_away() {
        let (tell, is_away) = watch::channel(true);
        let tried = std::cell::Cell::new(false);
        let work = || async {
            tried.set(true);
            Work::Ok(())
        };
        assert!(unless_away(is_away.clone(), work()).await.is_err());
        assert!(!tried.get());
        tell.send_replace(false);
        unless_away(is_away, work()).await.unwrap();
        assert!(tried.get());
    }

    #[tokio::test]
    async fn work_goes_on_when_nobody_watches() {
        let (tell, is_away) = watch::channel(false);
        drop(tell);
        unless_away(is_away, async { Work::Ok(()) }).await.unwrap();
    }
}
