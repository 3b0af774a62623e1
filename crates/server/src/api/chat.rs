//! `POST /api/chat/…`: messages to chatbots. `routes/chat.rs` answers them, because a message calls other operations.

use std::sync::OnceLock;

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Response};
use bytes::Bytes;
use chat::{BirthData, ProviderClient, ProviderSettings};
use futures_util::stream;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::mpsc;
use zeroize::Zeroizing;

use super::mcp::McpServices;
use auth::OrgCaller;
use config::Config;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec, modules};
use operation::{MediaType, Operation, Reply, ReplyContext, SettlementSlot};
use platform::PlatformWith;

/// Tools that are no calculations, or whose result is an image.
const OTHER_TOOLS: [&str; 4] = [
    "draw_chart",
    "key_status",
    "find_operation",
    "call_operation",
];

/// The language model and the tools that it can call.
#[derive(Debug)]
pub(crate) struct ChatServices {
    provider: Option<(ProviderClient, String)>,
    mcp: Arc<McpServices>,
    /// Written with the first message.
    tools: OnceLock<Vec<Value>>,
}

impl ChatServices {
    pub(crate) fn new(config: &Config, mcp: &Arc<McpServices>) -> Self {
        Self {
            provider: provider(config),
            mcp: Arc::clone(mcp),
            tools: OnceLock::new(),
        }
    }

    /// The client of the model's server, and the name of the model.
    pub(crate) fn provider(&self) -> Result<&(ProviderClient, String), ApiError> {
        let unconfigured = || ApiError::plain(ErrorCode::ChatUnconfigured);
        self.provider.as_ref().ok_or_else(unconfigured)
    }

    /// The tools, as functions of the model's protocol.
    pub(crate) fn tools(&self) -> &[Value] {
        self.tools.get_or_init(|| {
            let all = self.mcp.server().tools().as_array().into_iter().flatten();
            let offered = all.filter(|it| !is_other(it["name"].as_str().unwrap_or_default()));
            let function = |it: &Value| {
                json!({ "type": "function", "function": {
                    "name": it["name"],
                    "description": it["description"],
                    "parameters": it["inputSchema"],
                } })
            };
            offered.map(function).collect()
        })
    }

    /// Whether the model can call a tool.
    pub(crate) fn offers(&self, tool: &str) -> bool {
        let mut tools = self.tools().iter();
        tools.any(|it| it["function"]["name"] == tool)
    }
}

fn is_other(tool: &str) -> bool {
    OTHER_TOOLS.contains(&tool)
}

fn provider(config: &Config) -> Option<(ProviderClient, String)> {
    let (endpoint, model) = (
        config.chat_endpoint.0.clone()?,
        config.chat_model.0.clone()?,
    );
    let key = match config.chat_key() {
        Ok(key) => key,
        Err(error) => {
            tracing::error!(error, "chat is disabled");
            return None;
        }
    };
    let settings = ProviderSettings {
        endpoint,
        key: key.map(|it| Zeroizing::new(it.reveal().to_owned())),
        silence_timeout: config.chat_silence_timeout,
    };
    Some((ProviderClient::new(settings), model))
}

/// An operation that sends a message to a chatbot.
pub(crate) trait ChatOperation:
    Operation<Caller = OrgCaller, Context = PlatformWith<ChatServices>, Reply = ChatReply>
{
    /// The message of an input.
    fn message(input: Self::Input) -> ChatMessage;
}

/// A message to a chatbot.
#[derive(Debug)]
pub(crate) struct ChatMessage {
    pub(crate) chatbot: String,
    pub(crate) text: String,
    pub(crate) end_user: Option<String>,
    /// Whether it belongs to a conversation.
    pub(crate) is_stored: bool,
    /// The conversation that it continues.
    pub(crate) conversation: Option<String>,
    pub(crate) birth_data: Option<BirthData>,
    pub(crate) profile: Option<String>,
}

/// The events of an answer, which a task writes.
#[derive(Debug)]
pub(crate) struct ChatReply {
    pub(crate) events: mpsc::Receiver<Bytes>,
    pub(crate) settlement: SettlementSlot,
}

impl Reply for ChatReply {
    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let description = "Server-sent events: `message` (`delta`), `tool` (`name`, `operation`, `succeeded`, \
            `units`), `facts` (`facts`), then `done` (`conversationId`, `finishReason`, `units`) or `error` \
            (`error`, `units`).";
        let schema = json!({ "type": "string", "description": description });
        vec![(MediaType::EventStream, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let events = stream::unfold(self.events, async |mut events| {
            let event = events.recv().await?;
            Some((Ok::<_, std::convert::Infallible>(event), events))
        });
        let mut response = Response::new(Body::from_stream(events));
        let name = HeaderValue::from_static(MediaType::EventStream.name());
        response.headers_mut().insert(CONTENT_TYPE, name);
        response.extensions_mut().insert(self.settlement);
        Ok(response)
    }
}

/// The declaration that these operations share.
const fn spec(id: &'static str, path: &'static str, summary: &'static str) -> Spec<OrgCaller> {
    Spec {
        id,
        methods: Methods::Post,
        path,
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse)
            .gated_by(modules::CHAT_SEND),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[
            ErrorCode::ChatUnconfigured,
            ErrorCode::ChatLimitReached,
            ErrorCode::ProviderUnreachable,
            ErrorCode::ProviderTimeout,
            ErrorCode::ProviderError,
            ErrorCode::ResponseStalled,
            ErrorCode::ResourceNotFound,
            ErrorCode::DomainNotAllowed,
            ErrorCode::ValueRefused,
        ],
        group: "Chat",
        summary,
        description: "",
    }
}

const COST: Option<&str> = Some(
    "1 unit, and the price of each tool that the language model calls. `maxUnits` of the chatbot are committed first, \
     and unused ones are returned at the end.",
);

/// Requests never come here, see the head of this file.
fn misrouted() -> ApiError {
    let cause = std::io::Error::other("a chat message was not routed to its task");
    ApiError::plain(ErrorCode::InternalError).because(cause)
}

/// Declares an operation that sends a message.
macro_rules! chat_operations {
    ($($(#[$doc:meta])* $name:ident($input:ident): $id:literal, $path:literal, $summary:literal, $description:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name;

        #[async_trait]
        impl Operation for $name {
            type Caller = OrgCaller;
            const SPEC: Spec<OrgCaller> = Spec {
                description: $description,
                ..spec($id, $path, $summary)
            };
            type Context = PlatformWith<ChatServices>;
            type Input = $input;
            type Reply = ChatReply;
            const COST_FORMULA: Option<&'static str> = COST;

            async fn run(
                _: &PlatformWith<ChatServices>,
                _: OrgCaller,
                _: $input,
            ) -> Result<ChatReply, ApiError> {
                Err(misrouted())
            }
        }
    )+};
}

chat_operations! {
    /// A message in a conversation.
    ChatSend(ChatInput): "chat_send", "/api/chat/{chatbot}", "Send a message to a chatbot",
        "Answers with server-sent events: the text as `message` events, each `tool` that the language model calls, the \
        `facts` that the tools returned, and at the end `done` with the units, or `error`. Without `conversationId`, \
        the message begins a conversation, whose ID is in `done`. The errors of the language model \
        (`provider_unreachable`, `provider_timeout`, `provider_error`) and `response_stalled` come in the event \
        `error`, because the status of the response is sent before.";
    /// A message without a conversation.
    ChatDirect(ChatDirectInput): "chat_direct", "/api/chat/{chatbot}/direct", "Send a message without a conversation",
        "Like `chat_send`, but the message stands alone, and neither it nor its answer is stored.";
    /// A message about a profile.
    ChatWithProfile(ChatProfileInput): "chat_profile_send", "/api/chat/{chatbot}/profile/{profile}",
        "Send a message about a profile",
        "Like `chat_send` with the birth data of a profile.";
}

/// A message in a conversation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatRequest")]
pub(crate) struct ChatInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    chatbot: String,
    /// Text of the message. The chatbot can have a lower limit.
    #[schemars(length(min = 1, max = 8000))]
    message: String,
    /// ID of the conversation to continue, from the event `done`.
    #[schemars(length(max = 100))]
    conversation_id: Option<String>,
    /// Birth data of the person that the message is about.
    birth_data: Option<BirthData>,
    /// Your own ID of the user. It has a daily limit of its own, and a conversation that it began is open to nobody
    /// else. Without it, the daily limit is that of the client's address.
    #[schemars(length(min = 1, max = 100))]
    end_user: Option<String>,
}

/// A message without a conversation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatDirectRequest")]
pub(crate) struct ChatDirectInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    chatbot: String,
    /// Text of the message. The chatbot can have a lower limit.
    #[schemars(length(min = 1, max = 8000))]
    message: String,
    /// Birth data of the person that the message is about.
    birth_data: Option<BirthData>,
    /// Your own ID of the user, for the daily limit.
    #[schemars(length(min = 1, max = 100))]
    end_user: Option<String>,
}

/// A message about a profile.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatProfileRequest")]
pub(crate) struct ChatProfileInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    chatbot: String,
    /// ID of the profile.
    #[schemars(length(max = 100))]
    profile: String,
    /// Text of the message. The chatbot can have a lower limit.
    #[schemars(length(min = 1, max = 8000))]
    message: String,
    /// ID of the conversation to continue, from the event `done`.
    #[schemars(length(max = 100))]
    conversation_id: Option<String>,
    /// Your own ID of the user.
    #[schemars(length(min = 1, max = 100))]
    end_user: Option<String>,
}

impl ChatOperation for ChatSend {
    fn message(input: ChatInput) -> ChatMessage {
        ChatMessage {
            chatbot: input.chatbot,
            text: input.message,
            end_user: input.end_user,
            is_stored: true,
            conversation: input.conversation_id,
            birth_data: input.birth_data,
            profile: None,
        }
    }
}

impl ChatOperation for ChatDirect {
    fn message(input: ChatDirectInput) -> ChatMessage {
        ChatMessage {
            chatbot: input.chatbot,
            text: input.message,
            end_user: input.end_user,
            is_stored: false,
            conversation: None,
            birth_data: input.birth_data,
            profile: None,
        }
    }
}

impl ChatOperation for ChatWithProfile {
    fn message(input: ChatProfileInput) -> ChatMessage {
        ChatMessage {
            chatbot: input.chatbot,
            text: input.message,
            end_user: input.end_user,
            is_stored: true,
            conversation: input.conversation_id,
            birth_data: None,
            profile: Some(input.profile),
        }
    }
}
