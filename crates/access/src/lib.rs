//! Access control: permissions, roles, API keys, domains, users, rate limits, plans and charges.
//!
//! The crate is pure. It reads no clock, no file and no socket. Time and randomness are parameters,
//! so every rule can be tested at the exact instant its result changes. Nothing here depends on
//! astronomy.
//!
//! # Examples
//!
//! The checks that a request passes:
//!
//! ```
//! use access::{
//!     KeyPermission, KeyPermissions, KeyState, Rate, RateLog, Refusal, Timestamp, admit,
//! };
//!
//! let key = KeyState {
//!     organization_active: true,
//!     revoked: false,
//!     enabled: true,
//!     expires_at: None,
//!     permissions: KeyPermissions::of(&[KeyPermission::CalcRead]),
//! };
//! let rate: Rate = "2/1s".parse()?;
//! let mut log = RateLog::restore(rate, []);
//! let now = Timestamp::from_micros(0);
//!
//! assert_eq!(key.usable(now), Ok(()));
//! assert_eq!(key.holds(KeyPermission::CalcRead), Ok(()));
//! assert!(admit(&mut [&mut log], now).is_ok());
//!
//! // The key does not have this permission.
//! let chart = KeyPermission::ChartRead;
//! assert_eq!(key.holds(chart), Err(Refusal::PermissionMissing(chart)));
//! # Ok::<(), access::RateError>(())
//! ```

pub mod alert;
pub mod audit;
pub mod backup;
pub mod browser_token;
pub mod charge;
pub mod currency;
pub mod decision;
pub mod device;
pub mod domain;
pub mod email;
pub mod id;
pub mod invitation;
pub mod key;
pub mod lockout;
pub mod master;
pub mod membership;
pub mod module;
pub mod name;
pub mod password;
pub mod permission;
pub mod plan;
pub mod quota;
pub mod random;
pub mod rate;
mod rate_class;
pub mod recovery;
pub mod role;
pub mod rotation;
mod seal;
pub mod session;
pub mod signed_url;
pub mod storage;
pub mod timestamp;
pub mod token;
pub mod totp;
pub mod webhook;

pub use alert::{
    Alert, AlertFacts, AlertRule, AlertSettings, AlertSettingsError, AlertSubject, Baseline,
    ErrorShareLimits, MailTo, SpikeLimits,
};
pub use audit::{AuditBreak, AuditEntry, AuditMac, ChainHead, ChainId, ChainVerifier};
pub use backup::{
    BACKUP_CHUNK, BACKUP_TAG, BackupDamaged, BackupHeader, BackupKey, BackupOpener, BackupSealer,
};
pub use browser_token::{
    BrowserToken, BrowserTokenClaims, BrowserTokenRefusal, BrowserTokenRequest, MintRefusal,
    ParentKey,
};
pub use charge::{
    Charge, ChargeKind, PlanChangeRefusal, Tariff, Term, change_of_plan, charges, total_minor,
};
pub use currency::{decimal_amount, readable_amount};
pub use decision::{KeyState, Refusal};
pub use device::Device;
pub use domain::{
    DomainAllowance, DomainDecision, DomainDenial, DomainList, DomainListError, DomainPattern,
    DomainPatternError, DomainRule, DomainVerdict,
};
pub use email::{EmailAddress, EmailError};
pub use id::{
    AlertId, BillingLineId, ChatProfileId, ChatbotId, ContentId, ConversationId, DeliveryId,
    EmbedUrlId, IdError, IdText, InvitationId, KeyId, MailId, OrgId, RequestId, SessionId,
    StatementId, UserId, WebhookId,
};
pub use invitation::{InvitationFacts, InvitationState};
pub use key::{KeyDigest, KeyDisplay, KeyFormatError, KeyMode, PlainKey, PresentedKey};
pub use lockout::{Failures, TryAgain};
pub use master::{
    AuditKey, BrowserTokenKey, DeviceKey, MailLinkKey, MasterSecret, MasterSecretError,
    MasterSecrets, PasswordKey, Pepper, PreviousSecret, RecoveryKey, SessionKey, SignedUrlKey,
    TokenKey, TotpKey, WebhookKey,
};
pub use membership::{MembershipRefusal, Target};
pub use module::{
    Capability, Catalogue, Entitlements, KeyModules, Module, ModuleGrant, PlanModules,
};
pub use name::{Name, NameError};
pub use password::{
    Password, PasswordError, PasswordHash, PasswordHashError, PasswordUse, SealedPassword,
};
pub use permission::{KeyPermission, KeyPermissions, RolePermission, RolePermissions};
pub use plan::{Plan, PlanId, PlanIdError, Plans, Price};
pub use quota::{Allowance, Day, Period, PeriodError};
pub use random::Random;
pub use rate::{Rate, RateError, RateLog, RateStatus, admit, admit_share};
pub use rate_class::RateClass;
pub use recovery::{RecoveryCode, RecoveryDigest};
pub use role::{Role, UnknownRole};
pub use rotation::{RotationFacts, RotationRefusal};
pub use session::{SessionDecision, SessionDigest, SessionEnd, SessionFacts, SessionToken};
pub use signed_url::{SignedUrl, UrlRefusal, UrlSignature};
pub use storage::StorageError;
pub use timestamp::Timestamp;
pub use token::{PlainToken, TokenDigest};
pub use totp::{TotpRefusal, TotpSecret, TotpStep};
pub use webhook::{WebhookSecret, WebhookUrl, WebhookUrlError};
