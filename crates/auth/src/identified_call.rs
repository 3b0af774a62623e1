//! What is known about a call when the rule of its operation is checked, and who pays for it.

use std::sync::Arc;

use http_api::AccessPolicy;
use metering::{LimitStatus, Payer};

use crate::head::ClientInfo;
use crate::org_membership::OrgMembership;
use crate::principal::Principal;

/// What is known when an operation's rule is evaluated.
#[derive(Clone, Debug)]
pub struct IdentifiedCall {
    /// Who is calling.
    pub principal: Principal,
    /// The organization they act in.
    pub membership: Option<Arc<OrgMembership>>,
    /// Where the call comes from.
    pub client: ClientInfo,
    /// How the caller stands with its limits.
    pub limits: Option<LimitStatus>,
}

/// The payer. `None` if nobody pays. A key pays wherever it is presented.
pub fn payer(
    principal: &Principal,
    membership: Option<&Arc<OrgMembership>>,
    access: AccessPolicy,
) -> Option<Payer> {
    match (principal, membership) {
        (Principal::Key(key), _) => Some(Payer::Key {
            key: Arc::clone(&key.key),
            source: key.source,
            origin_host: key.origin_host.clone(),
        }),
        (Principal::Person(person), Some(membership)) => {
            let uses = matches!(access, AccessPolicy::Caller { .. });
            uses.then(|| Payer::Person {
                user: person.user().id,
                org: membership.org(),
                terms: Arc::new(membership.terms().clone()),
            })
        }
        _ => None,
    }
}
