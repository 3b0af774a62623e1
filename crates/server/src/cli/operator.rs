//! What operator commands work with: the database of a folder, beside a running server or not.

use access::{MasterSecret, OrgId, Timestamp};
use store::{OrgRecord, Store};

use super::output::Failure;
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir;

/// An open installation.
pub(super) struct Operator {
    pub(super) store: Store,
    pub(super) secret: MasterSecret,
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
        Ok(Self {
            store,
            secret,
            now: Clock::System.now(),
        })
    }

    /// The organization with this id.
    pub(super) async fn org(&self, id: OrgId) -> Result<OrgRecord, Failure> {
        let found = self.store.org_by_id(id).await?;
        found.ok_or_else(|| {
            Failure::new(format!(
                "there is no organization {id}: `almagest org list` shows all"
            ))
        })
    }
}
