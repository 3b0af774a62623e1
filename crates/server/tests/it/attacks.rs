//! Attacks, grouped by kind, each named as the guarantee it checks. Others of the same kinds stand
//! where what they attack is tested: `guard.rs`, `verification.rs`, `domains.rs`, `limits.rs`,
//! `accounts.rs`.

/// Declares tests that each have a [`Stage`](crate::stage::Stage) of their own.
macro_rules! attacks {
    ($(async fn $name:ident($stage:ident: &Stage) $body:block)+) => {$(
        #[tokio::test]
        async fn $name() {
            let stage = crate::stage::Stage::new().await;
            let $stage = &stage;
            $body
        }
    )+};
}

mod accounts;
mod allowances;
mod billing;
mod browser;
mod connections;
mod escalation;
mod invitations;
mod keys;
mod logs;
mod mass_assignment;
mod operator;
mod operator_proof;
mod protocol;
mod queues;
mod quota;
mod secrets;
mod sign_in;
mod signed_urls;
mod tenants;
mod webhooks;
mod work;
