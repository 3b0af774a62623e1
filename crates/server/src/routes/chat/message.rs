//! A message that may be answered: its chatbot, who sent it from which page, and what was said before.

use std::net::IpAddr;

use access::{ChatProfileId, ChatbotId, ConversationId, Day, DomainDecision, DomainDenial, OrgId};
use axum::http::header::{ORIGIN, REFERER};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use chat::{BirthData, Dialog, DialogLimits, Opening, Prompt};
use serde_json::Value;
use store::{
    ChatExchange, ChatLimit, ChatSender, ChatbotLimits, ChatbotRecord, ConversationRecord, Tenant,
};

use crate::api::chat::ChatMessage;
use auth::OrgCaller;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use http_api::text::{hex, path_id};
use http_api::{ApiError, ErrorCode, Problem, Source};
use platform::Platform;

/// Bytes of earlier messages that the model reads. Older ones are left out.
const MAX_HISTORY_BYTES: usize = 256 * 1024;

/// A message that may be answered.
#[derive(Debug)]
pub(super) struct PreparedMessage {
    pub(super) tenant: Tenant,
    pub(super) chatbot: ChatbotRecord,
    pub(super) sender: ChatSender,
    pub(super) text: String,
    /// The conversation that it begins or continues, if it is stored.
    pub(super) conversation: Option<ConversationRecord>,
    history: Vec<ChatExchange>,
    birth_data: Option<BirthData>,
}

impl PreparedMessage {
    pub(super) const fn org(&self) -> OrgId {
        self.tenant.org_id()
    }

    pub(super) const fn limits(&self) -> ChatbotLimits {
        self.chatbot.settings.limits
    }

    /// The dialog that it begins.
    pub(super) fn dialog(&self, model: String, tools: Vec<Value>) -> Dialog {
        let today = self.sender.day.to_string();
        let prompt = Prompt {
            instructions: &self.chatbot.settings.instructions,
            today: &today,
            birth_data: self.birth_data.as_ref(),
        };
        let mut room = MAX_HISTORY_BYTES;
        let newest = self.history.iter().rev().take_while(|it| {
            let bytes = it.question.len() + it.answer.len();
            let fits = bytes <= room;
            room = room.saturating_sub(bytes);
            fits
        });
        let mut history: Vec<_> = newest
            .map(|it| (it.question.clone(), it.answer.clone()))
            .collect();
        history.reverse();
        let opening = Opening {
            prompt: prompt.text(),
            history,
            message: self.text.clone(),
        };
        let limits = DialogLimits {
            tool_rounds: self.limits().max_tool_rounds,
        };
        Dialog::new(model, &opening, tools, limits)
    }
}

fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::ResourceNotFound)
}

/// Checks a message before anything is committed for it.
pub(super) async fn prepare(
    platform: &Platform,
    caller: &OrgCaller,
    message: ChatMessage,
    headers: &HeaderMap,
) -> Result<PreparedMessage, ApiError> {
    let tenant = caller.tenant();
    let inside = platform.store.org(tenant);
    let id: ChatbotId = path_id(&message.chatbot)?;
    let chatbot = inside.chatbot(id).await?.ok_or_else(not_found)?;
    let limits = chatbot.settings.limits;
    require_page(&chatbot, headers)?;
    require_text(&message, limits)?;
    let end_users = end_users(platform, caller, &message);
    let sender = ChatSender {
        chatbot: id,
        end_user: end_users.first().cloned().unwrap_or_default(),
        day: Day::of(caller.now()),
    };
    if let Some(reached) = inside.reached_chat_limit(&sender, limits).await? {
        return Err(limit_reached(reached, &sender, &platform.clock));
    }
    let birth_data = match &message.profile {
        None => message.birth_data,
        Some(profile) => {
            let profile: ChatProfileId = path_id(profile)?;
            let profile = inside.chat_profile(id, profile).await?;
            let corrupt = |error| ApiError::plain(ErrorCode::InternalError).because(error);
            let data = profile.ok_or_else(not_found)?.birth_data;
            Some(serde_json::from_str(&data).map_err(corrupt)?)
        }
    };
    let mut history = Vec::new();
    let conversation = if let Some(continued) = &message.conversation {
        let continued: ConversationId = path_id(continued)?;
        let found = inside.conversation(id, continued, caller.now()).await?;
        let is_open = |it: &ConversationRecord| match &it.end_user {
            None => true,
            Some(owner) => message.end_user.is_some() && end_users.contains(owner),
        };
        let found = found.filter(is_open).ok_or_else(not_found)?;
        history = inside.last_exchanges(found.id, limits.max_history).await?;
        Some(found)
    } else {
        let stated = message.end_user.as_ref().map(|_| sender.end_user.clone());
        message.is_stored.then(|| ConversationRecord {
            id: ConversationId::new(caller.now(), &OsRandom),
            end_user: stated,
        })
    };
    Ok(PreparedMessage {
        tenant,
        chatbot,
        sender,
        text: message.text,
        conversation,
        history,
        birth_data,
    })
}

/// Applies the chatbot's domain rule, like that of a key.
fn require_page(chatbot: &ChatbotRecord, headers: &HeaderMap) -> Result<(), ApiError> {
    let fields = |name: HeaderName| headers.get_all(name).iter().map(HeaderValue::as_bytes);
    let rule = &chatbot.settings.domains;
    let DomainDecision::Denied(denial) = rule.decide(fields(ORIGIN), fields(REFERER)).decision
    else {
        return Ok(());
    };
    let detail = match denial {
        DomainDenial::NoOrigin => {
            "The chatbot is restricted to certain domains, and the request has neither an Origin nor a Referer header."
        }
        _ => {
            "The chatbot is restricted to certain domains, and the request does not come from one of them."
        }
    };
    let problem = Problem::new(ErrorCode::DomainNotAllowed, detail).at(Source::Header("Origin"));
    Err(problem.with_meta("reason", denial.name()).into())
}

fn require_text(message: &ChatMessage, limits: ChatbotLimits) -> Result<(), ApiError> {
    let mut problems = Vec::new();
    let mut add = |code, detail: String, field: &str| {
        problems.push(Problem::new(code, detail).at(Source::Pointer(format!("/{field}"))));
    };
    let most = limits.max_message_characters;
    if message.text.chars().count() > most as usize {
        let detail = format!("This chatbot accepts messages of at most {most} characters.");
        add(ErrorCode::FieldLength, detail, "message");
    }
    if message.text.trim().is_empty() || message.text.contains('\0') {
        let detail = "Must contain text, and no character U+0000.";
        add(ErrorCode::FieldFormat, detail.to_owned(), "message");
    }
    if let Some(birth_data) = &message.birth_data {
        problems.extend(birth_data.problems("/birthData"));
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(ApiError::all(problems))
}

/// The digests of the end user, under the current secret first. Who it is stays with the client.
fn end_users(platform: &Platform, caller: &OrgCaller, message: &ChatMessage) -> Vec<String> {
    let who = match (&message.end_user, caller.client().address) {
        (Some(stated), _) => format!("user {stated}"),
        (None, Some(IpAddr::V6(address))) => {
            // A network has as many addresses as it likes.
            let [a, b, c, d, ..] = address.segments();
            format!("network {a:x}:{b:x}:{c:x}:{d:x}")
        }
        (None, Some(address)) => format!("address {address}"),
        (None, None) => "unknown".to_owned(),
    };
    let text = format!("chat {} {who}", message.chatbot);
    let digests = platform.keys.token_digests(&text);
    digests.map(|it| hex(it.as_bytes())).collect()
}

/// The error of a message that exceeds a daily limit.
pub(super) fn limit_reached(reached: ChatLimit, sender: &ChatSender, clock: &Clock) -> ApiError {
    let (whose, limit) = match reached {
        ChatLimit::Chatbot => ("chatbot", "dailyMessages"),
        ChatLimit::EndUser => ("user", "dailyMessagesPerUser"),
    };
    let detail = format!("The {whose} has reached the limit of messages for today (UTC).");
    let left = sender.day.end().micros() - clock.now().micros();
    let seconds = u64::try_from(left).unwrap_or(0).div_ceil(1_000_000);
    let problem = Problem::new(ErrorCode::ChatLimitReached, detail).with_meta("limit", limit);
    ApiError::from(problem).retry_after(seconds)
}
