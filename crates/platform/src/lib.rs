//! The services that operations, pages and jobs share: configuration, clock, store, meter, caches, thread pools, secrets.
//!
//! Deliberately absent: who may do what (`auth`), and everything that answers a request.

mod byte_budget;
mod byte_cache;
mod job;
mod key_cache;
mod memory;
mod metrics;
mod org_table;
mod password_pool;
mod platform;
mod platform_with;
mod pool;
mod service_keys;
mod worker_threads;

pub use byte_budget::ByteBudget;
pub use byte_cache::{ByteCache, Weighs, byte_cache};
pub use job::Job;
pub use key_cache::KeyCache;
pub use memory::{MemoryBudget, MemoryReservation};
pub use metrics::Metrics;
pub use org_table::OrgTable;
pub use password_pool::{PasswordPool, Verification};
pub use platform::{Platform, Storage};
pub use platform_with::PlatformWith;
pub use pool::{Lane, Pool};
pub use service_keys::{PreviousKeys, ServiceKeys};
pub use worker_threads::WorkerThreads;
