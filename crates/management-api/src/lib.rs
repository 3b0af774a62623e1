//! Accounts, organizations, keys, modules and bills as operations of the API: `/api/manage/…` for
//! people, `/api/key` and `/api/modules` for keys.
//!
//! Deliberately absent: astrology in any form, and pages (`dashboard`).
#![expect(
    missing_docs,
    reason = "an operation is documented by its SPEC, and the fields of its input and reply by their schemas"
)]

mod account;
pub mod activity;
pub mod alert;
pub mod alert_settings;
pub mod audit;
pub mod billing;
pub mod chatbot;
pub mod email;
mod idempotency;
pub mod installation;
pub mod invitation;
pub mod key;
pub mod me;
pub mod member;
pub mod module;
pub mod org;
pub mod own_key;
pub mod password;
pub mod permission_text;
pub mod request;
pub mod second_factor;
pub mod session;
pub mod setup;
pub mod usage_recent;
pub mod webhook;

pub use account::log_failed_sign_ins;
pub use password::send_reset_links;

use http_api::{Limits, Methods, Rule, Spec};

/// The defaults most of these operations share: they cost nothing and take little.
const fn spec<C>(
    id: &'static str,
    methods: Methods,
    path: &'static str,
    access: Rule<C>,
    summary: &'static str,
) -> Spec<C> {
    Spec {
        id,
        methods,
        path,
        aliases: &[],
        access,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Management",
        summary,
        description: "",
    }
}
