//! Access of operator commands to an installation, whether or not its server is running.

use std::path::Path;
use std::sync::Arc;

use access::{MasterSecrets, OrgId, RequestId, Timestamp};
use serde_json::Value;
use store::{OrgRecord, Store};

use crate::api::api;
use crate::app::App;
use crate::data_dir;
use auth::CallContext;
use calculator::output::Failure;
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use operation::{Collection, Operation, PageRequest, ResourceKind};
use platform::ServiceKeys;

/// An open installation.
pub(super) struct Operator {
    /// The service without its sockets. Commands call the same operations as HTTP requests.
    pub(super) app: Arc<App>,
    pub(super) now: Timestamp,
}

impl Operator {
    /// Opens an installation that `almagest serve` created. Creates nothing.
    pub(super) async fn open(config: &Config) -> Result<Self, Failure> {
        let store = Store::open_existing(&config.location()).await?;
        let path = config.master_key_path();
        let secrets = secrets(&path, &store).await?;
        let clock = Clock::System;
        let now = clock.now();
        let app = App::new(config.clone(), clock, store, &secrets, &api()).await?;
        Ok(Self { app, now })
    }

    pub(super) fn store(&self) -> &Store {
        &self.app.store
    }

    pub(super) fn keys(&self) -> &ServiceKeys {
        &self.app.keys
    }

    /// The operator, in an organization.
    pub(super) fn acting(&self, org: OrgId) -> CallContext {
        CallContext::operator(Some(org), RequestId::new(self.now, &OsRandom))
    }

    /// Calls an operation on the installation.
    pub(super) async fn call<O: Operation>(&self, input: O::Input) -> Result<O::Reply, Failure>
    where
        App: AsRef<O::Context>,
    {
        let acting = CallContext::operator(None, RequestId::new(self.now, &OsRandom));
        Ok(self.app.call::<O>(acting, input).await?)
    }

    /// All items of a list of the installation, read page by page.
    pub(super) async fn list<O, T>(
        &self,
        input: impl Fn(PageRequest) -> O::Input,
    ) -> Result<Vec<T>, Failure>
    where
        App: AsRef<O::Context>,
        O: Operation<Reply = Collection<T>>,
        T: ResourceKind,
    {
        let mut page = PageRequest {
            size: 100,
            after: None,
        };
        let mut items = Vec::new();
        loop {
            let found = self.call::<O>(input(page.clone())).await?;
            items.extend(found.items);
            if found.next.is_none() {
                return Ok(items);
            }
            page.after = found.next;
        }
    }

    /// The organization with this id.
    pub(super) async fn org(&self, id: OrgId) -> Result<OrgRecord, Failure> {
        let found = self.store().org_by_id(id).await?;
        found.ok_or_else(|| {
            Failure::new(format!(
                "no organization {id}. `almagest org list` shows all."
            ))
        })
    }
}

/// The master secrets of an existing database.
pub(super) async fn secrets(path: &Path, store: &Store) -> Result<MasterSecrets, Failure> {
    let found = data_dir::read_secrets(path)?;
    if found.is_empty() {
        let none = format!("{}: master secret not found", path.display());
        return Err(Failure::new(none));
    }
    Ok(store.choose_secrets(found).await?)
}

/// A resource as JSON: its attributes and its id.
pub(super) fn document(resource: &impl ResourceKind) -> Result<Value, Failure> {
    let attributes = serde_json::to_value(resource);
    let mut document = attributes.map_err(|error| Failure::new(error.to_string()))?;
    document["id"] = resource.id().into();
    Ok(document)
}
