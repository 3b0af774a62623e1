//! Rate limits, quota and ledger: whether a request is admitted, and that it is counted before its work
//! begins.
//!
//! A request is *admitted* if every rate has a free slot and the quota a unit left. It is *counted*
//! when its cost is committed to the ledger. The ledger decides about the quota: with any number of
//! nodes and requests, the database never lets the sum exceed the cap.
//!
//! Deliberately absent: who is calling and what they may do (`auth`), and HTTP beyond the headers of a response.

mod cached_key;
mod clock_offset;
mod committer;
mod ending;
mod key_uses;
mod ledger;
mod ledger_metrics;
mod limit_status;
mod limiter_slot;
mod meter;
mod org_limiter;
mod origin_hosts;
mod payer;
mod person_rates;
mod refusals;
mod shared_counters;

pub use cached_key::CachedKey;
pub use clock_offset::MAX_CLOCK_OFFSET_US;
pub use committer::Committer;
pub use ending::Ending;
pub use key_uses::KeyUses;
pub use ledger::{Ledger, OpenLedger};
pub use ledger_metrics::LedgerMetrics;
pub use limit_status::{EXPOSED_HEADERS, LimitStatus, NamedRateStatus, QuotaSpan, QuotaStatus};
pub use limiter_slot::LimiterSlot;
pub use meter::{LedgerCharge, Meter, MeteredRequest, Reservation};
pub use payer::{KeySource, Payer};
pub use person_rates::{Intent, PersonRates};
pub use refusals::Refusals;
