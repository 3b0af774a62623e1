//! Attacks, grouped by kind. Each test is named after the guarantee that it checks. More attacks of
//! the same kinds are next to the tests of their targets: `guard.rs`, `verification.rs`,
//! `domains.rs`, `limits.rs`, `accounts.rs`.

/// Declares tests that each have their own [`Stage`](crate::fixtures::Stage).
macro_rules! attacks {
    ($(async fn $name:ident($stage:ident: &Stage) $body:block)+) => {$(
        #[tokio::test]
        async fn $name() {
            let stage = crate::fixtures::Stage::new().await;
            let $stage = &stage;
            $body
        }
    )+};
}

/// Declares tests of a service behind a socket, each on every deployment: SQLite, PostgreSQL with
/// shared counters, and TLS.
macro_rules! on_every_deployment {
    ($($name:ident)+) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Deployment::sqlite()).await;
            })+
        }
        mod on_postgres_and_redis {
            $(#[tokio::test]
            async fn $name() {
                if let Some(deployment) = super::Deployment::postgres_and_redis().await {
                    super::$name(deployment).await;
                }
            })+
        }
        mod over_tls {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Deployment::with_tls()).await;
            })+
        }
    };
}

mod accounts;
mod allowances;
mod billing;
mod browser;
mod connections;
mod deployment;
mod embed_urls;
mod escalation;
mod h2;
mod invitations;
mod keys;
mod logs;
mod mass_assignment;
mod noisy_neighbor;
mod operator;
mod operator_proof;
mod protocol;
mod queues;
mod quota;
mod refusals;
mod secrets;
mod sign_in;
mod signed_urls;
mod tenants;
mod webhooks;
mod work;
