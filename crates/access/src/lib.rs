//! Who may do what, how often, at what price: permissions, roles, keys, limits, plans.
//!
//! Pure: nothing here reads a clock, a file or a socket. Time and randomness are parameters, so
//! every rule can be tested at the instant it changes its mind. Nothing here knows a planet.

pub mod decision;
pub mod id;
pub mod key;
pub mod master;
pub mod name;
pub mod permission;
pub mod plan;
pub mod quota;
pub mod random;
pub mod rate;
pub mod role;
pub mod timestamp;
pub mod token;

pub use decision::{KeyStanding, Refusal};
pub use id::{IdError, KeyId, OrgId, RequestId};
pub use key::{KeyDigest, KeyDisplay, KeyFormatError, KeyMode, PlainKey, PresentedKey};
pub use master::{MasterSecret, MasterSecretError, Pepper, TokenKey};
pub use name::{Name, NameError};
pub use permission::{KeyPermission, KeyPermissions, RolePermission, RolePermissions};
pub use plan::{Plan, PlanId, PlanIdError, Plans, Price};
pub use quota::{Allowance, Period, PeriodError};
pub use random::Random;
pub use rate::{Rate, RateError, RateLog, RateStanding, admit};
pub use role::Role;
pub use timestamp::Timestamp;
pub use token::{PlainToken, TokenDigest};
