//! One round of the billing job: opens periods, issues statements for ended ones, and requests
//! payment from the provider. Every step is idempotent: a period has one first term and one
//! statement.

use std::time::Duration;

use access::{OrgId, Period};
use serde_json::json;
use store::{StatementRecord, Tenant};

use crate::payment::PaymentProvider;
use crate::statement::{BillError, by_system, issue};
use crate::terms::open_periods;
use platform::Platform;

/// The delay between the end of a period and its statement. By then every node has stored the
/// results of its last requests.
const SETTLED_AFTER: Duration = Duration::from_hours(1);
/// The batch size of reads.
const PORTION: u32 = 200;

/// The result of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// Organizations with a newly opened period.
    pub opened: u32,
    /// Issued statements.
    pub issued: u32,
    /// Statements with a payment request.
    pub requested: u32,
}

/// The billing job.
#[derive(Clone, Copy, Debug)]
pub struct BillingJob<'a> {
    /// The services it works with.
    pub platform: &'a Platform,
    /// Who collects the money.
    pub payments: &'a dyn PaymentProvider,
}

impl BillingJob<'_> {
    /// Runs one round of the billing job. A failure for one organization is returned at the end and
    /// does not block the others.
    ///
    /// # Errors
    ///
    /// The first failure.
    pub async fn run(self) -> Result<Billed, Box<dyn std::error::Error + Send + Sync>> {
        let mut round = Round::default();
        round.open(self.platform).await?;
        round.issue(self).await?;
        round.request(self).await?;
        match round.failure {
            Some(failure) => Err(failure.into()),
            None => Ok(round.billed),
        }
    }
}

#[derive(Default)]
struct Round {
    billed: Billed,
    failure: Option<String>,
}

impl Round {
    fn note(&mut self, whose: OrgId, error: &dyn std::fmt::Display) {
        tracing::error!(%whose, %error, "cannot bill an organization; retrying");
        self.failure
            .get_or_insert_with(|| format!("{whose}: {error}"));
    }

    async fn open(&mut self, platform: &Platform) -> Result<(), store::StoreError> {
        let now = platform.clock.now();
        loop {
            let orgs = platform
                .store
                .orgs_to_open(Period::of(now), PORTION)
                .await?;
            let before = self.billed.opened;
            for org in orgs {
                let inside = platform.store.org(Tenant::named_by_operator(org));
                let Some(mut locked) = inside.locked(&platform.keys.audit).await? else {
                    continue;
                };
                match open_periods(&mut locked, &platform.config, now).await {
                    Ok(()) => {
                        locked.commit().await?;
                        self.billed.opened += 1;
                    }
                    Err(error) => self.note(org, &error),
                }
            }
            if self.billed.opened - before < PORTION {
                return Ok(());
            }
        }
    }

    async fn issue(&mut self, job: BillingJob<'_>) -> Result<(), store::StoreError> {
        let platform = job.platform;
        let settled = platform
            .clock
            .now()
            .micros()
            .saturating_sub(micros(SETTLED_AFTER));
        let before = Period::of(access::Timestamp::from_micros(settled));
        loop {
            let due = platform.store.periods_to_bill(before, PORTION).await?;
            let issued = self.billed.issued;
            for (org, period) in due {
                match issue(job, org, period).await {
                    Ok(true) => self.billed.issued += 1,
                    Ok(false) => {}
                    Err(BillError::Store(error)) => return Err(error),
                    Err(error) => self.note(org, &format!("{period}: {error}")),
                }
            }
            if self.billed.issued - issued < PORTION {
                return Ok(());
            }
        }
    }

    async fn request(&mut self, job: BillingJob<'_>) -> Result<(), store::StoreError> {
        loop {
            let due = job.platform.store.statements_to_request(PORTION).await?;
            let before = self.billed.requested;
            for statement in due {
                self.request_one(job, &statement).await?;
            }
            if self.billed.requested - before < PORTION {
                return Ok(());
            }
        }
    }

    async fn request_one(
        &mut self,
        job: BillingJob<'_>,
        statement: &StatementRecord,
    ) -> Result<(), store::StoreError> {
        let BillingJob { platform, payments } = job;
        let made = match payments.request(statement).await {
            Ok(made) => made,
            Err(error) => {
                self.note(statement.org, &error);
                return Ok(());
            }
        };
        let inside = platform.store.org(Tenant::named_by_operator(statement.org));
        let Some(mut locked) = inside.locked(&platform.keys.audit).await? else {
            return Ok(());
        };
        let url = made.url.as_deref();
        locked
            .note_payment_request(statement.id, &made.reference, url)
            .await?;
        let after = json!({ "provider": payments.name(), "reference": made.reference });
        let event = by_system(
            platform.clock.now(),
            "statement.request",
            statement.id,
            &after,
        );
        locked.audit(&event).await?;
        locked.commit().await?;
        self.billed.requested += 1;
        Ok(())
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
