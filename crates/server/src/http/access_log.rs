//! One line for each request: a log target of its own, `access`, so that it can be filtered and kept
//! apart from the log of the service.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::Response;

use super::envelope::About;
use crate::log::without_credentials;
use http_api::ApiError;
use operation::RequestLog;

/// Which requests are logged.
#[derive(Debug)]
pub(crate) struct AccessLog {
    sample: u64,
    seen: AtomicU64,
    /// Whether the last health check failed.
    is_unhealthy: AtomicBool,
}

/// How much of a log a request deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Importance {
    /// Something that an operator should see.
    Error,
    /// The first health check that fails, and the first that succeeds again.
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
            is_unhealthy: AtomicBool::new(false),
        }
    }

    fn importance(&self, is_health_check: bool, is_server_error: bool) -> Importance {
        if is_health_check {
            let was = self.is_unhealthy.swap(is_server_error, Ordering::Relaxed);
            return if was == is_server_error {
                Importance::Debug
            } else {
                Importance::HealthChanged
            };
        }
        if is_server_error {
            return Importance::Error;
        }
        let number = self.seen.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(self.sample) {
            Importance::Sampled
        } else {
            Importance::Debug
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
        let status = response.status().as_u16();
        let is_server_error = response.status().is_server_error();
        let importance = self.importance(about.is_health_check(), is_server_error);
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
        if self.importance(about.is_health_check(), false) != Importance::Sampled {
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
        let ordinary: Vec<_> = (0..6).map(|_| log.importance(false, false)).collect();
        let logged = ordinary.iter().filter(|it| **it == Importance::Sampled);
        assert_eq!(logged.count(), 2, "{ordinary:?}");
        for _ in 0..6 {
            assert_eq!(log.importance(false, true), Importance::Error);
        }
    }

    #[test]
    fn every_request_is_logged_by_default() {
        let log = AccessLog::new(1);
        let all = (0..10).all(|_| log.importance(false, false) == Importance::Sampled);
        assert!(all);
    }

    #[test]
    fn health_checks_are_logged_when_their_answer_changes() {
        let log = AccessLog::new(1);
        let answers = [false, false, true, true, true, false, false];
        let found = answers.map(|fails| log.importance(true, fails));
        let changed = Importance::HealthChanged;
        let same = Importance::Debug;
        assert_eq!(found, [same, same, changed, same, same, changed, same]);
    }
}
