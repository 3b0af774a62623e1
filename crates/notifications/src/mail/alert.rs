//! Alert e-mails.

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::alert::AlertNotice;
use i18n::{Language, msg};

/// The outbox payload until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertMail {
    organization: String,
    title: String,
    text: String,
    /// The page to resolve it on.
    page: String,
}

impl AlertMail {
    /// The name in the outbox.
    pub const KIND: &'static str = "alert";

    /// The e-mail about an alert.
    pub fn of(told: &AlertNotice, organization: &str, language: Language) -> Self {
        let words = told.words();
        Self {
            organization: organization.to_owned(),
            title: words.title.plain(language),
            text: words.text.plain(language),
            page: told.page(),
        }
    }

    /// The outbox payload.
    ///
    /// # Panics
    ///
    /// Never: texts can be written as JSON.
    pub fn payload(&self) -> String {
        serde_json::to_string(self).expect("texts can be written as JSON")
    }

    /// Reads the outbox payload. None for a sent e-mail, whose payload is deleted.
    pub(super) fn read(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }

    /// The message.
    pub(super) fn message(
        &self,
        recipient: String,
        language: Language,
        public_url: &str,
        inbox: String,
    ) -> Message {
        let (organization, text, page) = (&self.organization, &self.text, &self.page);
        let see_to_it = language.word(msg("View details:"));
        let all = language.word(msg(
            "View all alerts for {organization} and change your alert settings:",
        ));
        let all = all.replace("{organization}", organization);
        Message {
            recipient,
            subject: format!("{organization}: {}", self.title),
            text: format!("{text}\n\n{see_to_it}\n\n  {public_url}{page}\n\n{all}\n\n  {inbox}\n"),
            link: inbox,
        }
    }
}
