//! The operations of the API. Adding one to this list is the only way to serve it.

pub(crate) mod chat;
mod health;
mod llms;
pub(crate) mod mcp;
pub(crate) mod openapi;

pub use calculations::{CalculationSummary, card_summaries as cards, summaries as calculations};

use crate::routes::Api;
use ::calculations::{Calculation, CalculationVisitor, Draw, DrawCard, visit};
use astrology_api::calc::Calculated;
use astrology_api::calc::batch::Batch;
use astrology_api::calc::context::CalcContext;
use astrology_api::chart::{Drawn, DrawnCard, VedicImage};
use astrology_api::report::PdfReportGenerate;
use astrology_api::{content, geocoding};
use management_api::{self as manage, key, module, own_key};

/// All operations.
pub fn api() -> Api {
    let calculations = charts(Api::default())
        .with::<geocoding::search::GeocodingSearch>()
        .with::<geocoding::timezone::GeocodingTimezone>();
    let keys = contents(calculations)
        .with::<own_key::describe::KeyDescribe>()
        .with::<own_key::token::KeyTokenCreate>()
        .with::<module::ModuleList>()
        .with::<module::ModuleGet>();
    installation(bills(alerts(organizations(accounts(chats(keys))))))
        .with::<health::HealthLive>()
        .with::<health::HealthReady>()
        .with::<openapi::OpenapiGet>()
        .with::<openapi::OpenapiPartGet>()
        .with_mcp()
        .with::<llms::LlmsGet>()
        .with::<llms::LlmsFullGet>()
}

/// Every calculation, the batch of them, and every image.
fn charts(api: Api) -> Api {
    let mut calculations = AddCalculations(api);
    visit(&mut calculations);
    let mut images = AddImages(calculations.0.with::<Batch>().with::<CalcContext>());
    visit(&mut images);
    images.0.with::<VedicImage>().with::<PdfReportGenerate>()
}

struct AddCalculations(Api);

impl CalculationVisitor for AddCalculations {
    fn calculation<C: Calculation>(&mut self) {
        let api = std::mem::take(&mut self.0);
        self.0 = api.with::<Calculated<C>>();
    }
}

struct AddImages(Api);

impl CalculationVisitor for AddImages {
    fn calculation<C: Calculation>(&mut self) {}

    fn drawn<D: Draw>(&mut self) {
        let api = std::mem::take(&mut self.0);
        self.0 = api.with::<Drawn<D>>();
    }

    fn card<D: DrawCard>(&mut self) {
        let api = std::mem::take(&mut self.0);
        self.0 = api.with::<DrawnCard<D>>();
    }
}

/// Texts.
fn contents(api: Api) -> Api {
    use content::{by_kind, by_urn, copy, create, delete, get, list, restore, search, update};
    api.with::<list::ContentList>()
        .with::<by_kind::ContentGetByKind>()
        .with::<get::ContentGet>()
        .with::<by_urn::ContentGetByUrn>()
        .with::<search::ContentSearch>()
        .with::<content::versions::ContentVersions>()
        .with::<copy::ContentCopy>()
        .with::<create::ContentCreate>()
        .with::<update::ContentUpdate>()
        .with::<restore::ContentRestore>()
        .with::<delete::ContentDelete>()
}

/// Chatbots, and messages to them.
fn chats(api: Api) -> Api {
    use manage::chatbot;
    api.with::<chatbot::ChatbotList>()
        .with::<chatbot::ChatbotCreate>()
        .with::<chatbot::ChatbotGet>()
        .with::<chatbot::ChatbotUpdate>()
        .with::<chatbot::ChatbotDelete>()
        .with::<chatbot::ChatProfileList>()
        .with::<chatbot::ChatProfileCreate>()
        .with::<chatbot::ChatProfileDelete>()
        .with::<chatbot::ChatbotUsageGet>()
        .with_chat::<chat::ChatSend>()
        .with_chat::<chat::ChatDirect>()
        .with_chat::<chat::ChatWithProfile>()
}

/// Signing in, and one's own account.
fn accounts(api: Api) -> Api {
    use manage::invitation::{accept, describe};
    use manage::{email, me, password, second_factor, session, setup};
    api.with::<setup::AccountSetup>()
        .with::<session::SessionCreate>()
        .with::<session::SessionDelete>()
        .with::<session::SessionReauthenticate>()
        .with::<session::SessionList>()
        .with::<session::SessionRevoke>()
        .with::<session::SessionEndOthers>()
        .with::<me::MeGet>()
        .with::<me::MeUpdate>()
        .with::<me::MeOrganizations>()
        .with::<password::PasswordChange>()
        .with::<password::PasswordResetRequest>()
        .with::<password::PasswordResetConfirm>()
        .with::<email::EmailVerificationSend>()
        .with::<email::EmailVerificationConfirm>()
        .with::<email::EmailChange>()
        .with::<email::EmailChangeCancel>()
        .with::<email::EmailChangeConfirm>()
        .with::<second_factor::SecondFactorBegin>()
        .with::<second_factor::SecondFactorConfirm>()
        .with::<second_factor::RecoveryCodesRenew>()
        .with::<second_factor::SecondFactorDisable>()
        .with::<accept::InvitationAccept>()
        .with::<accept::InvitationRegister>()
        .with::<describe::InvitationDescribe>()
}

/// What organizations are told, and where it is sent.
fn alerts(api: Api) -> Api {
    use manage::{alert, alert_settings, webhook};
    api.with::<alert::AlertList>()
        .with::<alert::AlertGet>()
        .with::<alert::AlertUpdate>()
        .with::<alert::AlertReadAll>()
        .with::<alert_settings::AlertSettingsGet>()
        .with::<alert_settings::AlertSettingsUpdate>()
        .with::<webhook::WebhookList>()
        .with::<webhook::WebhookGet>()
        .with::<webhook::WebhookCreate>()
        .with::<webhook::WebhookDelete>()
        .with::<webhook::WebhookTest>()
        .with::<webhook::WebhookDeliveries>()
}

/// Organizations, and what is in them.
fn organizations(api: Api) -> Api {
    use manage::{activity, audit, invitation, member, org, request, usage_recent};
    api.with::<org::OrgCreate>()
        .with::<org::OrgGet>()
        .with::<org::OrgUpdate>()
        .with::<org::OrgPolicy>()
        .with::<org::OrgClose>()
        .with::<member::MemberList>()
        .with::<member::MemberUpdate>()
        .with::<member::MemberRemove>()
        .with::<invitation::InvitationList>()
        .with::<invitation::InvitationCreate>()
        .with::<invitation::InvitationResend>()
        .with::<invitation::InvitationRevoke>()
        .with::<invitation::link::InvitationLink>()
        .with::<key::list::KeyList>()
        .with::<key::create::KeyCreate>()
        .with::<key::list::KeyGet>()
        .with::<key::edit::KeyUpdate>()
        .with::<key::edit::KeyRevoke>()
        .with::<key::rotate::KeyRotate>()
        .with::<key::check::KeyCheck>()
        .with::<key::preview::KeyPreview>()
        .with::<key::token::KeyTokenMint>()
        .with::<key::embed_url::EmbedUrlList>()
        .with::<key::embed_url::EmbedUrlCreate>()
        .with::<key::embed_url::EmbedUrlRevoke>()
        .with::<key::domain_check::DomainCheck>()
        .with::<module::OrgModuleList>()
        .with::<module::purchase::ModulePurchase>()
        .with::<activity::UsageCurrent>()
        .with::<activity::UsageList>()
        .with::<usage_recent::UsageOfKeys>()
        .with::<usage_recent::LedgerLatest>()
        .with::<usage_recent::RefusalTop>()
        .with::<activity::LedgerList>()
        .with::<request::RequestList>()
        .with::<request::RequestGet>()
        .with::<activity::RefusalList>()
        .with::<audit::AuditList>()
        .with::<audit::AuditVerify>()
}

/// The installation as a whole, for those who run it.
fn installation(api: Api) -> Api {
    use manage::installation::{audit, health, member, module, org, outbox, plan, statement, user};
    api.with::<org::InstallationOrgList>()
        .with::<org::InstallationOrgCreate>()
        .with::<org::InstallationOrgGet>()
        .with::<org::InstallationOrgUpdate>()
        .with::<member::InstallationMemberList>()
        .with::<member::InstallationMemberAdd>()
        .with::<module::InstallationModuleList>()
        .with::<module::InstallationModuleGrant>()
        .with::<module::InstallationModuleRevoke>()
        .with::<user::InstallationUserList>()
        .with::<user::InstallationUserCreate>()
        .with::<user::InstallationUserGet>()
        .with::<user::InstallationUserUpdate>()
        .with::<user::InstallationUserReset>()
        .with::<outbox::InstallationOutboxList>()
        .with::<plan::InstallationPlanList>()
        .with::<statement::InstallationStatementList>()
        .with::<statement::InstallationStatementPay>()
        .with::<health::InstallationHealthGet>()
        .with::<health::InstallationJobList>()
        .with::<audit::InstallationAuditList>()
}

/// What an organization pays.
fn bills(api: Api) -> Api {
    use manage::billing::{BillingGet, BillingUpdate, plan, statement};
    api.with::<BillingGet>()
        .with::<BillingUpdate>()
        .with::<plan::PlanList>()
        .with::<plan::PlanUpdate>()
        .with::<statement::StatementList>()
        .with::<statement::StatementGet>()
        .with::<statement::StatementExport>()
        .with::<statement::InvoiceGet>()
}
