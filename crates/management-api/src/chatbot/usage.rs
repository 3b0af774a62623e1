//! `GET /api/chatbots/{chatbot}/usage`: messages and units of a chatbot by day.

use access::{Day, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{found, spec};
use auth::OrgCaller;
use http_api::{ApiError, Methods, Spec};
use operation::{Operation, Resource, resource};
use platform::Platform;

const DAY_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// The usage of a chatbot.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChatbotUsage")]
pub struct ChatbotUsageAttributes {
    #[serde(skip)]
    id: String,
    /// Messages of all days.
    messages: u64,
    /// Units of all days. A message that is being answered counts with all units that it commits.
    units: u64,
    /// Days with messages, oldest first.
    days: Vec<ChatbotDay>,
}

/// The usage of a day.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChatbotDay")]
pub struct ChatbotDay {
    /// Day, in UTC.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// Messages, including failed ones.
    messages: u64,
    /// Messages whose units were returned because the language model or the service failed.
    failed: u64,
    units: u64,
}

resource!(
    ChatbotUsageAttributes,
    "chatbot-usage",
    id,
    "/api/chatbots/{id}/usage",
    id
);

/// The days to return.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChatbotUsageRequest")]
pub struct ChatbotUsageInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
    /// Number of days, including today.
    #[serde(default = "default_days")]
    #[schemars(range(min = 1, max = 366))]
    days: u32,
}

const fn default_days() -> u32 {
    30
}

#[derive(Debug)]
pub struct ChatbotUsageGet;

#[async_trait]
impl Operation for ChatbotUsageGet {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Returns the messages and units of the last days (UTC). The ledger lists every message as a \
            request for its operation.",
        ..spec(
            "chatbot_usage_get",
            Methods::Get,
            "/api/chatbots/{chatbot}/usage",
            RolePermission::BillingRead,
            "Get the usage of a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatbotUsageInput;
    type Reply = Resource<ChatbotUsageAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatbotUsageInput,
    ) -> Result<Self::Reply, ApiError> {
        let chatbot = found(platform, &caller, &input.chatbot).await?;
        let earlier = i64::from(input.days - 1) * DAY_MICROS;
        let since = Timestamp::from_micros(caller.now().micros() - earlier);
        let inside = platform.store.org(caller.tenant());
        let days = inside.chat_days(chatbot.id, Day::of(since)).await?;
        let show = |it: store::ChatDay| ChatbotDay {
            date: it.day,
            messages: it.messages,
            failed: it.failed,
            units: it.units,
        };
        Ok(Resource(ChatbotUsageAttributes {
            id: chatbot.id.to_string(),
            messages: days.iter().map(|it| it.messages).sum(),
            units: days.iter().map(|it| it.units).sum(),
            days: days.into_iter().map(show).collect(),
        }))
    }
}
