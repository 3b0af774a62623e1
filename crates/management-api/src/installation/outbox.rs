//! `/api/manage/installation/outbox`: unsent emails with their links, for an operator without a
//! mail server.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;
use store::MailRecord;

use super::spec;
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::{ApiError, ErrorCode, Methods, Spec};
use notifications::mail::Message;
use operation::{Collection, Operation, PageInput, resource};
use platform::Platform;

/// An unsent email.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OutboxMail")]
pub struct MailAttributes {
    #[serde(skip)]
    pub id: String,
    pub recipient: String,
    /// Type: `invitation`, `verify_email`, `reset_password` or `alert`, or for notices
    /// `new_sign_in`, `password_changed`, `second_factor_on`, `second_factor_off`,
    /// `recovery_codes_renewed` or `key_created`.
    pub kind: String,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// Number of attempts to send it.
    pub attempts: u64,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Time at which the attempts ended.
    #[schemars(extend("format" = "date-time"))]
    pub given_up_at: Option<String>,
    /// Link in the email. Anyone who has the link can use it.
    pub link: Option<String>,
}

/// Without the link.
impl std::fmt::Debug for MailAttributes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MailAttributes").field(&self.id).finish()
    }
}

resource!(
    MailAttributes,
    "mail",
    id,
    "/api/manage/installation/outbox"
);

impl MailAttributes {
    fn of(mail: &MailRecord, platform: &Platform) -> Self {
        let message = Message::of(mail, &platform.keys, &platform.config.public_url());
        Self {
            id: mail.id.to_string(),
            recipient: mail.recipient.to_string(),
            kind: mail.kind.clone(),
            created_at: rfc3339(mail.created_at),
            attempts: mail.attempts,
            last_error: mail.last_error.clone(),
            given_up_at: mail.given_up_at.map(rfc3339),
            link: message.map(|it| it.link),
        }
    }

    /// Cells for a table: recipient, kind, last error, link.
    pub fn cells(&self) -> Vec<String> {
        vec![
            self.recipient.clone(),
            self.kind.clone(),
            self.last_error.clone().unwrap_or_default(),
            self.link.clone().unwrap_or_default(),
        ]
    }
}

#[derive(Debug)]
pub struct InstallationOutboxList;

#[async_trait]
impl Operation for InstallationOutboxList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ReauthenticationRequired],
        description: "Anyone who has a link can use it. Give it only to its recipient.",
        ..spec(
            "installation_outbox_list",
            Methods::Get,
            "/api/manage/installation/outbox",
            "List unsent emails, oldest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<MailAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        // A link is as powerful as a password.
        caller.require_recent_proof()?;
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = platform.store.unsent_mails_page(after, size).await?;
        Ok(Collection::of(page, |it| MailAttributes::of(&it, platform)))
    }
}
