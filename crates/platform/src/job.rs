//! Work that one node does for all of them.

use crate::platform::Platform;
use std::fmt::Display;
use std::time::Duration;

/// Something that is to be done once, not once on every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Sending e-mails.
    Mail,
    /// Deleting what matters no more.
    TidyUp,
    /// Looking for what organizations want to be told.
    Alerts,
    /// Sending messages to webhooks.
    Webhooks,
    /// Opening periods and making statements.
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

    /// How long a node that is not heard of keeps a job: a few of the job's rounds.
    const fn lease(self) -> Duration {
        match self {
            Self::Mail | Self::Webhooks => Duration::from_secs(30),
            Self::Alerts => Duration::from_mins(5),
            Self::TidyUp | Self::Billing => Duration::from_mins(30),
        }
    }
}

impl Platform {
    /// Notes how a round of a job ended, for the operator; a failure is tried again in the next.
    pub async fn record_job_run<E: Display>(&self, job: Job, outcome: Result<(), E>) {
        let failure = outcome.err().map(|it| it.to_string());
        if let Some(error) = &failure {
            tracing::warn!(error, ?job, "a job could not be done; trying again");
        }
        let (node, now) = (self.meter.node(), self.clock.now());
        let noted = self
            .store
            .record_job_run(job.name(), node, now, failure.as_deref());
        if let Err(error) = noted.await {
            tracing::warn!(%error, ?job, "how a job ended could not be noted");
        }
    }

    /// Whether a job is this node's now; to be asked before every round. The answer is no when the
    /// database does not answer.
    pub async fn try_acquire_lease(&self, job: Job) -> bool {
        let lease = self
            .store
            .hold_lease(job.name(), self.meter.node(), job.lease());
        match lease.await {
            Ok(held) => held,
            Err(error) => {
                tracing::warn!(%error, ?job, "it is not known whose a job is; trying again");
                false
            }
        }
    }
}
