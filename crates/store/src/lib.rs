//! Keeps it: organizations, keys and what belongs to them, in SQLite or PostgreSQL.
//!
//! No business rule lives here. Rows become `access` types on the way out; one that does not decode
//! is [`StoreError::Corrupt`], never a default. What belongs to an organization is reached only
//! through [`Store::org`], which puts the organization into every statement.

mod backend;
mod change;
mod error;
mod installation;
mod key;
mod ledger;
mod migration;
mod org;
mod refusal;
mod store;
mod tenant;
#[cfg(feature = "testing")]
pub mod testing;

pub use backend::Location;
pub use change::{Change, Revision};
pub use error::StoreError;
pub use installation::{FirstOrganization, Installation};
pub use key::{KeyRecord, NewKey};
pub use ledger::{Commit, LedgerEntry, LedgerRow, Outcome};
pub use org::{NewOrg, OrgRecord, OrgStatus, OrgTerms};
pub use refusal::{RefusalCount, RefusalRow};
pub use store::Store;
pub use tenant::{OrgStore, Tenant};
