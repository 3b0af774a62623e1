//! What is known about a request when it has been answered.

use access::{KeyId, OrgId, UserId};
use metering::LimitStatus;
use tokio::time::Instant;

/// What an operation reports to the log about its request.
#[derive(Clone, Debug)]
pub struct RequestLog {
    /// The id of the operation.
    pub operation: &'static str,
    /// The organization.
    pub org: Option<OrgId>,
    /// The key.
    pub key: Option<KeyId>,
    /// The person.
    pub user: Option<UserId>,
    /// The standing of the caller's limits, for the headers.
    pub limits: Option<LimitStatus>,
    /// When the request's headers had arrived.
    pub started: Instant,
}

impl RequestLog {
    /// A request of this operation, whose headers have just arrived.
    pub fn of(operation: &'static str) -> Self {
        Self {
            operation,
            org: None,
            key: None,
            user: None,
            limits: None,
            started: Instant::now(),
        }
    }

    /// Records the caller.
    pub const fn identify(&mut self, org: Option<OrgId>, key: Option<KeyId>, user: Option<UserId>) {
        self.org = org;
        self.key = key;
        self.user = user;
    }
}
