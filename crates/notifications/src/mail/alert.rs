//! The e-mail that tells of an alert.

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::alert::Told;
use i18n::{Language, msg};

/// What the outbox keeps of it until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertMail {
    organization: String,
    title: String,
    text: String,
    /// The page where something can be done about it.
    page: String,
}

impl AlertMail {
    /// Its name in the outbox.
    pub const KIND: &'static str = "alert";

    /// The e-mail about an alert.
    pub fn of(told: &Told, organization: &str, language: Language) -> Self {
        let words = told.words();
        Self {
            organization: organization.to_owned(),
            title: words.title.plain(language),
            text: words.text.plain(language),
            page: told.page(),
        }
    }

    /// As the outbox keeps it.
    ///
    /// # Panics
    ///
    /// Never: texts can be written as JSON.
    pub fn payload(&self) -> String {
        serde_json::to_string(self).expect("texts can be written as JSON")
    }

    /// Reads what the outbox kept; none of an e-mail that was sent, of which nothing is kept.
    pub(super) fn read(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }

    /// The e-mail in words.
    pub(super) fn message(
        &self,
        recipient: String,
        language: Language,
        public_url: &str,
        inbox: String,
    ) -> Message {
        let (organization, text, page) = (&self.organization, &self.text, &self.page);
        let see_to_it = language.word(msg("See to it:"));
        let all = language.word(msg(
            "All alerts of {organization}, and what you are told of:",
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
