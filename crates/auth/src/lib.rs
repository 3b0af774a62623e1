//! Authentication and authorization. Only this module creates callers, so a function that takes one
//! has been authorized.
//!
//! A request passes several steps, in a fixed order: the credential becomes a [`Principal`]
//! (`identify`), the organization that a person names is looked up (`membership`), the meter admits the
//! payer, and the operation's rule turns the principal into the caller it declares (`authorize`).
//! Commands and pages take the same steps without HTTP.

mod browser;
mod caller;
mod credential;
mod head;
mod identified_call;
mod identify;
mod key_checks;
mod org_membership;
mod principal;

pub use browser::{SessionCookie, is_own_visit, is_same_origin};
pub use caller::{
    Anyone, Caller, KeyCaller, MemberCaller, OperatorCaller, OrgCaller, PersonCaller,
};
pub use credential::X_API_KEY;
pub use credential::X_ORGANIZATION;
pub use head::ClientInfo;
pub use head::{ClientAddress, RequestHead};
pub use identified_call::{IdentifiedCall, payer};
pub use identify::{identify, require_no_organization};
pub use key_checks::{
    KeyCheckName, Passed, Verdict, check_key, check_limits, check_rule, require_all,
};
pub use org_membership::OrgMembership;
pub use org_membership::membership;
pub use principal::{CallContext, KeyPrincipal, PersonPrincipal, Principal};
