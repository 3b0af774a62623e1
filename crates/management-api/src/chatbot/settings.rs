//! What people choose about a chatbot, with its limits.

use access::{DomainList, DomainPattern, DomainRule, Name};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ChatbotLimits, ChatbotSettings};

use super::refused;
use http_api::text::{ParsedText, given};
use http_api::{ApiError, ErrorCode};

/// What a new chatbot has unless it says otherwise.
const DEFAULTS: ChatbotLimits = ChatbotLimits {
    max_units: 20,
    max_message_characters: 2_000,
    max_history: 10,
    max_tool_rounds: 4,
    daily_messages: 1_000,
    daily_messages_per_user: 50,
    retention_days: 30,
};

/// A chatbot to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatbotCreateRequest")]
pub struct ChatbotCreateInput {
    name: ParsedText<Name>,
    /// What it tells the language model in addition to the rules of the service.
    #[serde(default)]
    #[schemars(length(max = 8000))]
    instructions: String,
    /// Domains of the pages that can use it. Null if it is not restricted.
    #[serde(default)]
    #[schemars(length(max = 50))]
    domains: Option<Vec<ParsedText<DomainPattern>>>,
    /// Units that a message commits before it is answered. Unused ones are returned. Default: 20.
    #[schemars(range(min = 1, max = 400))]
    max_units: Option<u32>,
    /// Maximum length of a message, in characters. Default: 2,000.
    #[schemars(range(min = 1, max = 8000))]
    max_message_characters: Option<u32>,
    /// Number of earlier messages of a conversation that the language model reads. Default: 10.
    #[schemars(range(min = 0, max = 50))]
    max_history: Option<u32>,
    /// How often the language model can call tools before it must answer. Default: 4.
    #[schemars(range(min = 0, max = 10))]
    max_tool_rounds: Option<u32>,
    /// Messages per day (UTC). Default: 1,000.
    #[schemars(range(min = 1, max = 1_000_000))]
    daily_messages: Option<u32>,
    /// Messages per day (UTC) of one end user. Default: 50.
    #[schemars(range(min = 1, max = 1_000_000))]
    daily_messages_per_user: Option<u32>,
    /// Days that a conversation is kept after its last message. Default: 30.
    #[schemars(range(min = 1, max = 3650))]
    retention_days: Option<u32>,
}

impl ChatbotCreateInput {
    pub(super) fn settings(self) -> Result<ChatbotSettings, ApiError> {
        let or = |given: Option<u32>, default| given.unwrap_or(default);
        Ok(ChatbotSettings {
            domains: domains(self.domains)?,
            name: self.name.0,
            instructions: checked_instructions(self.instructions)?,
            limits: ChatbotLimits {
                max_units: or(self.max_units, DEFAULTS.max_units),
                max_message_characters: or(
                    self.max_message_characters,
                    DEFAULTS.max_message_characters,
                ),
                max_history: or(self.max_history, DEFAULTS.max_history),
                max_tool_rounds: or(self.max_tool_rounds, DEFAULTS.max_tool_rounds),
                daily_messages: or(self.daily_messages, DEFAULTS.daily_messages),
                daily_messages_per_user: or(
                    self.daily_messages_per_user,
                    DEFAULTS.daily_messages_per_user,
                ),
                retention_days: or(self.retention_days, DEFAULTS.retention_days),
            },
        })
    }
}

/// Changes to a chatbot. Omitted fields stay unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatbotUpdateRequest")]
pub struct ChatbotChanges {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
    name: Option<ParsedText<Name>>,
    #[schemars(length(max = 8000))]
    instructions: Option<String>,
    /// Domains of the pages that can use it. Null removes the restriction. An empty list is rejected.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<ParsedText<DomainPattern>>>", length(max = 50))]
    pub domains: Option<Option<Vec<ParsedText<DomainPattern>>>>,
    #[schemars(range(min = 1, max = 400))]
    max_units: Option<u32>,
    #[schemars(range(min = 1, max = 8000))]
    max_message_characters: Option<u32>,
    #[schemars(range(min = 0, max = 50))]
    max_history: Option<u32>,
    #[schemars(range(min = 0, max = 10))]
    max_tool_rounds: Option<u32>,
    #[schemars(range(min = 1, max = 1_000_000))]
    daily_messages: Option<u32>,
    #[schemars(range(min = 1, max = 1_000_000))]
    daily_messages_per_user: Option<u32>,
    #[schemars(range(min = 1, max = 3650))]
    retention_days: Option<u32>,
}

/// The settings after the changes.
pub(super) fn changed(
    mut settings: ChatbotSettings,
    changes: ChatbotChanges,
) -> Result<ChatbotSettings, ApiError> {
    if let Some(name) = changes.name {
        settings.name = name.0;
    }
    if let Some(instructions) = changes.instructions {
        settings.instructions = checked_instructions(instructions)?;
    }
    if let Some(given) = changes.domains {
        settings.domains = domains(given)?;
    }
    let limits = &mut settings.limits;
    for (limit, change) in [
        (&mut limits.max_units, changes.max_units),
        (
            &mut limits.max_message_characters,
            changes.max_message_characters,
        ),
        (&mut limits.max_history, changes.max_history),
        (&mut limits.max_tool_rounds, changes.max_tool_rounds),
        (&mut limits.daily_messages, changes.daily_messages),
        (
            &mut limits.daily_messages_per_user,
            changes.daily_messages_per_user,
        ),
        (&mut limits.retention_days, changes.retention_days),
    ] {
        if let Some(change) = change {
            *limit = change;
        }
    }
    Ok(settings)
}

/// The database and the model take everything but a zero.
fn checked_instructions(text: String) -> Result<String, ApiError> {
    if text.contains('\0') {
        let detail = "The character U+0000 is not allowed.";
        return Err(refused(ErrorCode::ValueRefused, detail, "instructions"));
    }
    Ok(text)
}

/// An empty list is refused: removing the last entry never opens a chatbot.
fn domains(given: Option<Vec<ParsedText<DomainPattern>>>) -> Result<DomainRule, ApiError> {
    let Some(patterns) = given else {
        return Ok(DomainRule::Unrestricted);
    };
    let list = DomainList::new(patterns.into_iter().map(|it| it.0));
    let refuse = |error: access::DomainListError| {
        refused(ErrorCode::ValueRefused, error.to_string(), "domains")
    };
    list.map(DomainRule::List).map_err(refuse)
}

/// The patterns of a rule.
pub(super) fn shown_domains(rule: &DomainRule) -> Option<Vec<String>> {
    match rule {
        DomainRule::Unrestricted => None,
        DomainRule::List(list) => Some(list.patterns().iter().map(ToString::to_string).collect()),
    }
}
