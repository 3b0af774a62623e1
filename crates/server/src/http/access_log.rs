//! One line for each request: a log target of its own, `access`, so that it can be filtered and kept
//! apart from the log of the service.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Response, StatusCode, Uri};

use super::envelope::About;
use crate::log::without_credentials;
use http_api::ApiError;
use http_api::input::query;
use operation::RequestLog;

/// Which requests are logged.
#[derive(Debug)]
pub(crate) struct AccessLog {
    sample: u64,
    seen: AtomicU64,
    /// Whether the last health check of each kind failed. Anyone can ask all of them, and during an outage they have
    /// different answers.
    is_unhealthy: [AtomicBool; 3],
}

/// A health check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HealthCheck {
    /// Whether the process runs.
    Alive,
    /// Whether the node accepts requests.
    NodeReady,
    /// Whether requests succeed.
    ServiceReady,
}

impl HealthCheck {
    /// The health check at an address.
    pub(super) fn of(uri: &Uri) -> Option<Self> {
        match uri.path() {
            "/healthz" => Some(Self::Alive),
            "/readyz" => {
                let pairs = query::pairs(uri.query().unwrap_or_default());
                let mut pairs = pairs.unwrap_or_default().into_iter();
                Some(if pairs.any(|it| it.0 == "scope" && it.1 == "node") {
                    Self::NodeReady
                } else {
                    Self::ServiceReady
                })
            }
            _ => None,
        }
    }
}

/// How much of a log a request deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Importance {
    /// Something that an operator should see.
    Error,
    /// The first health check of a kind that fails, and the first that succeeds again.
    HealthChanged,
    /// An ordinary request.
    Sampled,
    /// Nothing, unless somebody is debugging.
    Debug,
}

impl AccessLog {
    /// Logs one of this many requests.
    pub(crate) fn new(sample: u32) -> Self {
        Self {
            sample: u64::from(sample),
            seen: AtomicU64::new(0),
            is_unhealthy: <[AtomicBool; 3]>::default(),
        }
    }

    fn importance(&self, check: Option<HealthCheck>, status: StatusCode) -> Importance {
        if let Some(check) = check {
            return self.importance_of_check(check, status);
        }
        if status.is_server_error() {
            return Importance::Error;
        }
        let number = self.seen.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(self.sample) {
            Importance::Sampled
        } else {
            Importance::Debug
        }
    }

    fn importance_of_check(&self, check: HealthCheck, status: StatusCode) -> Importance {
        // A refused request, such as one with another method, does not tell how the service is.
        if status.is_client_error() {
            return Importance::Debug;
        }
        let is_unhealthy = status.is_server_error();
        let was = self.is_unhealthy[check as usize].swap(is_unhealthy, Ordering::Relaxed);
        if was == is_unhealthy {
            Importance::Debug
        } else {
            Importance::HealthChanged
        }
    }

    /// Writes the line of a request, if it gets one.
    pub(super) fn write(
        &self,
        about: &About,
        (response, trace): (&Response<Body>, &RequestLog),
        error: Option<&ApiError>,
        took: Duration,
    ) {
        let importance = self.importance(about.health_check, response.status());
        let status = response.status().as_u16();
        let code = error.map(|it| it.problems()[0].code.name());
        let cause = error.and_then(ApiError::cause).map(causes);
        let cause = cause.as_deref().map(without_credentials);
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(
                    target: "access",
                    request = %about.id,
                    method = %about.method,
                    path = without_credentials(&about.path),
                    operation = trace.operation,
                    status,
                    took_us = micros(took),
                    client = about.client.map(tracing::field::display),
                    client_request_id = about.client_id,
                    org = trace.org.map(tracing::field::display),
                    key = trace.key.map(tracing::field::display),
                    user = trace.user.map(tracing::field::display),
                    code,
                    cause,
                    "request"
                )
            };
        }
        match importance {
            Importance::Error => line!(error),
            Importance::HealthChanged => line!(warn),
            Importance::Sampled => line!(info),
            Importance::Debug => line!(debug),
        }
    }

    /// Writes the line of a request whose client disconnected. Its work was done, so it is as
    /// important as another request.
    pub(super) fn write_abandoned(&self, about: &About, took: Duration) {
        if about.health_check.is_some()
            || self.importance(None, StatusCode::OK) != Importance::Sampled
        {
            return;
        }
        tracing::info!(
            target: "access",
            request = %about.id,
            method = %about.method,
            path = without_credentials(&about.path),
            took_us = micros(took),
            client = about.client.map(tracing::field::display),
            client_request_id = about.client_id,
            "client disconnected before the response"
        );
    }
}

fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

/// An error with all its causes, in one line.
fn causes(error: &(dyn std::error::Error + Send + Sync)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_so_many_requests_is_logged_and_every_failure() {
        let log = AccessLog::new(3);
        let ordinary: Vec<_> = (0..6)
            .map(|_| log.importance(None, StatusCode::OK))
            .collect();
        let logged = ordinary.iter().filter(|it| **it == Importance::Sampled);
        assert_eq!(logged.count(), 2, "{ordinary:?}");
        for _ in 0..6 {
            let failure = log.importance(None, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(failure, Importance::Error);
        }
    }

    #[test]
    fn every_request_is_logged_by_default() {
        let log = AccessLog::new(1);
        let sampled = |_| log.importance(None, StatusCode::OK) == Importance::Sampled;
        assert!((0..10).all(sampled));
    }

    #[test]
    fn health_checks_are_logged_when_their_answer_changes() {
        let log = AccessLog::new(1);
        let answers = [false, false, true, true, true, false, false];
        let found = answers.map(|fails| {
            let status = if fails {
                StatusCode::SERVICE_UNAVAILABLE
            } else {
                StatusCode::OK
            };
            log.importance(Some(HealthCheck::ServiceReady), status)
        });
        let changed = Importance::HealthChanged;
        let same = Importance::Debug;
        assert_eq!(found, [same, same, changed, same, same, changed, same]);
    }

    #[test]
    fn an_outage_is_one_line_whatever_health_checks_are_asked() {
        let log = AccessLog::new(1);
        let check = |address: &'static str, status| {
            let check = HealthCheck::of(&Uri::from_static(address));
            assert!(check.is_some(), "{address}");
            log.importance(check, status)
        };
        let first = check("/readyz", StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(first, Importance::HealthChanged);
        for _ in 0..10 {
            for (address, status) in [
                ("/healthz", StatusCode::OK),
                ("/readyz?scope=node", StatusCode::OK),
                ("/readyz?sc%6fpe=n%6fde", StatusCode::OK),
                ("/readyz?scope=service", StatusCode::SERVICE_UNAVAILABLE),
                ("/readyz?scope=other", StatusCode::BAD_REQUEST),
                ("/readyz", StatusCode::METHOD_NOT_ALLOWED),
                ("/readyz", StatusCode::SERVICE_UNAVAILABLE),
            ] {
                assert_eq!(check(address, status), Importance::Debug, "{address}");
            }
        }
        let last = check("/readyz", StatusCode::OK);
        assert_eq!(last, Importance::HealthChanged);
        assert_eq!(HealthCheck::of(&Uri::from_static("/api/places")), None);
    }
}
