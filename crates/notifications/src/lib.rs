//! Messages that leave the service: e-mails, webhooks and the alerts that send both. One queue mechanism delivers them,
//! each kind with its own concurrency, shared fairly by organization.
//!
//! Deliberately absent: when an account operation sends an e-mail (`server::api::manage`), and how messages are stored
//! (`store`).

pub mod alert;
mod alert_watcher;
pub mod mail;
mod queue;
pub mod webhook;

pub use alert_watcher::AlertWatcher;
