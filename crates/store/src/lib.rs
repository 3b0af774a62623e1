//! Storage of organizations, people, keys and related data in SQLite or PostgreSQL, and of counters
//! that several nodes share in Valkey or Redis.
//!
//! This crate contains no business rules. Rows are decoded to `access` types. A row that does not
//! decode is [`StoreError::Corrupt`], never a default. Data of an organization is reached only
//! through [`Store::org`], which adds the organization to every statement. Access rights in it
//! change only through [`OrgStore::locked`]. People, their sessions and their mail belong to no
//! organization: they change in an [`OpenTransaction`], alone or inside a locked one.

mod alert;
mod attempt;
mod audit;
mod availability;
mod backend;
mod billing;
mod change;
mod chatbot;
mod content;
mod conversation;
mod copy;
mod counter;
mod embed_url;
mod error;
mod idempotency;
mod installation;
mod invitation;
mod job_run;
mod key;
mod key_change;
mod key_hours;
mod lease;
mod ledger;
mod locked;
mod membership;
mod migration;
mod module;
mod node;
mod one_time;
mod org;
mod org_change;
mod org_permits;
mod outbox;
mod page;
mod queue;
mod refusal;
mod restore;
mod second_factor;
mod secret;
mod session;
mod sign_in;
mod store;
mod tenant;
#[cfg(feature = "testing")]
pub mod testing;
mod usage;
mod user;
mod webhook;

pub use access::KeyModules;
pub use alert::{AlertRecord, NewAlert, Reader};
pub use attempt::{Attempt, Budget};
pub use audit::{
    AuditEvent, AuditFilter, AuditMatches, AuditOrder, SealedEntry, VerificationLimit,
};
pub use backend::DatabaseLocation;
pub use billing::{
    BillingLine, CountedUse, NewBillingLine, NewStatement, Payment, StatementLine, StatementRecord,
    StatementState,
};
pub use change::{Change, ChangeFeed, Revision};
pub use chatbot::{ChatProfileRecord, ChatbotLimits, ChatbotRecord, ChatbotSettings};
pub use content::{
    ContentAction, ContentEdit, ContentFilter, ContentOwner, ContentRecord, ContentSize,
    ContentVersion, LibraryText, NewContent, OverlayChange, OverlayChanges, OverlayRow, SearchHits,
    SearchQuery, TextForms, search_words,
};
pub use conversation::{
    ChatDay, ChatExchange, ChatLimit, ChatOutcome, ChatSender, ConversationRecord, NewExchange,
};
pub use copy::TableCopy;
pub use counter::{Counters, CountersAway, Counting, LogOwner, RatedLog, Taken};
pub use embed_url::{EmbedUrlRecord, NewEmbedUrl};
pub use error::StoreError;
pub use idempotency::{Claim, IDEMPOTENCY_LIFETIME, IdempotencyKey};
pub use installation::{FirstOrganization, Installation, SecretLock};
pub use invitation::{
    Acceptance, InvitationMail, InvitationMails, InvitationRecord, NewInvitation,
};
pub use job_run::JobRun;
pub use key::{KeyRecord, KeyWithGrants, NewKey};
pub use key_change::{KeyEdit, KeySuccessor, Rotation};
pub use key_hours::KeyHour;
pub use ledger::{
    Commit, KeyRequest, LedgerEntry, LedgerFilter, LedgerMatches, LedgerPlace, LedgerPlaceError,
    LedgerRow, Outcome, StatusClass, TestHolder, TestLimits, Used, UsedUnits,
};
pub use locked::{LockedInstallation, LockedOrg, OpenTransaction};
pub use membership::{CreatedOrgs, MemberRecord, MembershipRecord};
pub use migration::SCHEMA_VERSION;
pub use module::OperationsUse;
pub use node::{NODE_ABSENT_AFTER, NodeClock, Nodes};
pub use one_time::{NewToken, TokenPurpose};
pub use org::{NewOrg, OrgRecord, OrgStatus, OrgTerms};
pub use outbox::{MailRecord, NewMail};
pub use page::{Page, PageSize};
pub use queue::{Backlog, QueueClaim, QueueLimits};
pub use refusal::{KeyRefusals, RefusalCount, RefusalDay, RefusalRow, RefusalSum};
pub use restore::Restored;
pub use secret::{OldSecretUses, SecretRotation};
pub use session::{NewSession, SessionRecord};
pub use sign_in::{
    MAX_ADDRESSES, MAX_TALLIES, MAX_UNKNOWN_ADDRESSES, ResetRequest, SignInFailure, SignInTally,
};
pub use store::{DatabaseConnections, Store};
pub use tenant::{OrgStore, Tenant};
pub use usage::{KeyDay, UsageGroup, UsageQuery, UsageSum};
pub use user::{NewUser, SignInUser, TotpState, UserRecord};
pub use webhook::{DeliveryRecord, NewDelivery, NewWebhook, WebhookRecord};
