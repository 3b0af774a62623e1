//! An alert: its values, its messages and the page to resolve it on.

pub mod facts;
pub mod messages;

use access::AlertId;

use self::facts::AlertDetails;
use self::messages::AlertMessage;

/// An alert with its values, stored or not.
#[derive(Clone, Debug)]
pub struct AlertNotice {
    /// Its id.
    pub id: AlertId,
    /// The key or the allowance it is about.
    pub subject: String,
    /// The name of the key.
    pub subject_name: String,
    /// The period in which it is told once.
    pub period: String,
    /// The threshold that was crossed.
    pub threshold: u64,
    /// The numbers behind it.
    pub facts: AlertDetails,
}

impl AlertNotice {
    /// Its messages.
    pub fn words(&self) -> AlertMessage {
        messages::words(self)
    }

    /// The page to resolve it on.
    pub fn page(&self) -> String {
        match self.facts {
            AlertDetails::Quota(_) => "/usage".to_owned(),
            _ => format!("/settings/api-keys/{}", self.subject),
        }
    }
}
