//! What the billing job does in a round: it opens periods, makes the statements of those that have
//! ended, and asks the payment provider. Every step can be done again without harm: a period has one
//! first term and one statement, whoever makes it.

use std::time::Duration;

use access::{OrgId, Period};
use serde_json::json;
use store::{StatementRecord, Tenant};

use super::statement::{BillError, by_system, issue};
use super::terms::open_periods;
use crate::app::App;

/// How long after its end a period is billed: until then what happened to its last requests has
/// been noted, on every node.
const SETTLED_AFTER: Duration = Duration::from_hours(1);
/// What is read at once.
const PORTION: u32 = 200;

/// What a round did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// Organizations whose period was opened.
    pub opened: u32,
    /// Statements that were made.
    pub issued: u32,
    /// Statements a provider was asked about.
    pub requested: u32,
}

impl App {
    /// One round of the billing job. What fails for one organization is told at the end and does
    /// not keep others from being billed.
    ///
    /// # Errors
    ///
    /// The first failure.
    pub async fn bill_organizations(
        &self,
    ) -> Result<Billed, Box<dyn std::error::Error + Send + Sync>> {
        let mut round = Round::default();
        round.open(self).await?;
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
        tracing::error!(%whose, %error, "an organization could not be billed; trying again");
        self.failure
            .get_or_insert_with(|| format!("{whose}: {error}"));
    }

    async fn open(&mut self, app: &App) -> Result<(), store::StoreError> {
        let now = app.clock.now();
        loop {
            let orgs = app.store.orgs_to_open(Period::of(now), PORTION).await?;
            let before = self.billed.opened;
            for org in orgs {
                let inside = app.store.org(Tenant::named_by_operator(org));
                let Some(mut locked) = inside.locked(&app.keys.audit).await? else {
                    continue;
                };
                match open_periods(&mut locked, &app.config, now).await {
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

    async fn issue(&mut self, app: &App) -> Result<(), store::StoreError> {
        let settled = app
            .clock
            .now()
            .micros()
            .saturating_sub(micros(SETTLED_AFTER));
        let before = Period::of(access::Timestamp::from_micros(settled));
        loop {
            let due = app.store.periods_to_bill(before, PORTION).await?;
            let issued = self.billed.issued;
            for (org, period) in due {
                match issue(app, org, period).await {
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

    async fn request(&mut self, app: &App) -> Result<(), store::StoreError> {
        loop {
            let due = app.store.statements_to_request(PORTION).await?;
            let before = self.billed.requested;
            for statement in due {
                self.request_one(app, &statement).await?;
            }
            if self.billed.requested - before < PORTION {
                return Ok(());
            }
        }
    }

    async fn request_one(
        &mut self,
        app: &App,
        statement: &StatementRecord,
    ) -> Result<(), store::StoreError> {
        let made = match app.payments.request(statement).await {
            Ok(made) => made,
            Err(error) => {
                self.note(statement.org, &error);
                return Ok(());
            }
        };
        let inside = app.store.org(Tenant::named_by_operator(statement.org));
        let Some(mut locked) = inside.locked(&app.keys.audit).await? else {
            return Ok(());
        };
        let url = made.url.as_deref();
        locked
            .note_payment_request(statement.id, &made.reference, url)
            .await?;
        let after = json!({ "provider": app.payments.name(), "reference": made.reference });
        let event = by_system(app.clock.now(), "statement.request", statement.id, &after);
        locked.audit(&event).await?;
        locked.commit().await?;
        self.billed.requested += 1;
        Ok(())
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
