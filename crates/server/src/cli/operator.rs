//! What operator commands work with: the database of a folder, beside a running server or not.

use std::sync::Arc;

use access::{OrgId, RequestId, Timestamp};
use serde_json::Value;
use store::{AuditEvent, LockedOrg, OrgRecord, Store, Tenant};

use super::output::Failure;
use crate::api::api;
use crate::app::{App, ServiceKeys};
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir;
use crate::guard::Acting;
use crate::randomness::OsRandom;

/// An open installation.
pub(super) struct Operator {
    /// The service without its sockets: operations are called as they are over HTTP.
    pub(super) app: Arc<App>,
    pub(super) now: Timestamp,
}

impl Operator {
    /// Opens what `almagest serve` has made; makes nothing.
    pub(super) async fn open(config: &Config) -> Result<Self, Failure> {
        let store = Store::open_existing(&config.location()).await?;
        let path = config.master_key_path();
        let secret = data_dir::read_secret(&path)?
            .ok_or_else(|| Failure::new(format!("{}: no master secret here", path.display())))?;
        store.require_master_secret(&secret).await?;
        let clock = Clock::System;
        let now = clock.now();
        let app = App::new(config.clone(), clock, store, &secret, &api()).await?;
        Ok(Self { app, now })
    }

    pub(super) fn store(&self) -> &Store {
        &self.app.store
    }

    pub(super) fn keys(&self) -> &ServiceKeys {
        &self.app.keys
    }

    /// The operator, in an organization where one is named.
    pub(super) fn acting(&self, org: OrgId) -> Acting {
        Acting::operator(Some(org), RequestId::new(self.now, &OsRandom))
    }

    /// The organization with this id.
    pub(super) async fn org(&self, id: OrgId) -> Result<OrgRecord, Failure> {
        let found = self.store().org_by_id(id).await?;
        found.ok_or_else(|| {
            Failure::new(format!(
                "there is no organization {id}: `almagest org list` shows all"
            ))
        })
    }

    /// A transaction that holds the organization's lock.
    pub(super) async fn locked(&self, id: OrgId) -> Result<LockedOrg, Failure> {
        let inside = self.store().org(Tenant::named_by_operator(id));
        let locked = inside.locked(&self.keys().audit).await?;
        locked.ok_or_else(|| Failure::new(format!("there is no organization {id}")))
    }

    /// What is written into an audit log for something done here.
    pub(super) fn event(&self, action: &str, subject: &impl ToString, after: &Value) -> AuditEvent {
        AuditEvent {
            at: self.now,
            actor: "operator".to_owned(),
            action: action.to_owned(),
            subject: subject.to_string(),
            before: None,
            after: Some(after.to_string()),
            source_address: None,
        }
    }
}
