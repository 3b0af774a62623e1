//! Jobs that one node runs for all.

use crate::platform::Platform;
use std::fmt::Display;
use std::time::Duration;

/// A job that must run once, not once on every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Sending e-mails.
    Mail,
    /// Deleting expired data.
    TidyUp,
    /// Checking alerts.
    Alerts,
    /// Sending webhook messages.
    Webhooks,
    /// Opening periods and creating statements.
    Billing,
}

impl Job {
    /// Every job.
    pub const ALL: [Self; 5] = [
        Self::Mail,
        Self::TidyUp,
        Self::Alerts,
        Self::Webhooks,
        Self::Billing,
    ];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::TidyUp => "tidy-up",
            Self::Alerts => "alerts",
            Self::Webhooks => "webhooks",
            Self::Billing => "billing",
        }
    }

    /// How long an unresponsive node keeps a job: a few rounds of the job.
    const fn lease(self) -> Duration {
        match self {
            Self::Mail | Self::Webhooks => Duration::from_secs(30),
            Self::Alerts => Duration::from_mins(5),
            Self::TidyUp | Self::Billing => Duration::from_mins(30),
        }
    }
}

impl Platform {
    /// Records the outcome of a round, for the operator. The next round retries after a failure.
    pub async fn record_job_run<E: Display>(&self, job: Job, outcome: Result<(), E>) {
        let failure = outcome.err().map(|it| it.to_string());
        if let Some(error) = &failure {
            tracing::warn!(error, ?job, "job failed; retrying");
        }
        let (node, now) = (self.meter.node(), self.clock.now());
        let noted = self
            .store
            .record_job_run(job.name(), node, now, failure.as_deref());
        if let Err(error) = noted.await {
            tracing::warn!(%error, ?job, "cannot record the outcome of a job");
        }
    }

    /// Whether this node has the lease of a job. Call it before every round. Returns false if the
    /// database is unreachable.
    pub async fn try_acquire_lease(&self, job: Job) -> bool {
        let lease = self
            .store
            .hold_lease(job.name(), self.meter.node(), job.lease());
        match lease.await {
            Ok(held) => held,
            Err(error) => {
                tracing::warn!(%error, ?job, "cannot read the lease of a job; retrying");
                false
            }
        }
    }
}
