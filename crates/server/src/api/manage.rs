//! `/api/manage/…`: accounts, organizations and their contents, for people. API keys cannot use
//! these operations.

pub(crate) mod activity;
pub(crate) mod alert;
pub(crate) mod alert_settings;
pub(crate) mod billing;
pub(crate) mod email;
pub(super) mod idempotency;
pub(crate) mod installation;
pub(crate) mod invitation;
pub(crate) mod key;
pub(crate) mod me;
pub(crate) mod member;
pub(crate) mod org;
pub(crate) mod password;
pub(crate) mod second_factor;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod usage_recent;
pub(crate) mod webhook;

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
