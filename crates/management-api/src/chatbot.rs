//! `/api/chatbots`: chatbots of an organization. People create them; keys only chat.

mod profile;
mod settings;
mod usage;

use access::{ChatbotId, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::ChatbotRecord;

pub use profile::{ChatProfileAttributes, ChatProfileCreate, ChatProfileDelete, ChatProfileList};
pub use settings::{ChatbotChanges, ChatbotCreateInput};
use settings::{changed, shown_domains};
pub use usage::{ChatbotDay, ChatbotUsageAttributes, ChatbotUsageGet};

use auth::OrgCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};
use operation::{Collection, Created, NoContent, Operation, PageInput, Resource, resource};
use platform::Platform;

/// The most chatbots of an organization, with deleted ones whose conversations are not deleted yet.
const MAX_CHATBOTS: u64 = 50;

/// A chatbot.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Chatbot")]
pub struct ChatbotAttributes {
    #[serde(skip)]
    pub id: String,
    pub name: String,
    /// What it tells the language model in addition to the rules of the service.
    pub instructions: String,
    /// Domains of the pages that can use it. Null if it is not restricted.
    pub domains: Option<Vec<String>>,
    /// Units that a message commits before it is answered. Unused ones are returned.
    pub max_units: u32,
    /// Maximum length of a message, in characters.
    pub max_message_characters: u32,
    /// Number of earlier messages of a conversation that the language model reads.
    pub max_history: u32,
    /// How often the language model can call tools before it must answer.
    pub max_tool_rounds: u32,
    /// Messages per day (UTC).
    pub daily_messages: u32,
    /// Messages per day (UTC) of one end user.
    pub daily_messages_per_user: u32,
    /// Days that a conversation is kept after its last message.
    pub retention_days: u32,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// ID of the user who created it. Null for an operator.
    pub created_by: Option<String>,
}

resource!(ChatbotAttributes, "chatbot", id, "/api/chatbots/{id}", id);

impl ChatbotAttributes {
    fn of(chatbot: &ChatbotRecord) -> Self {
        let settings = &chatbot.settings;
        let limits = settings.limits;
        Self {
            id: chatbot.id.to_string(),
            name: settings.name.as_str().to_owned(),
            instructions: settings.instructions.clone(),
            domains: shown_domains(&settings.domains),
            max_units: limits.max_units,
            max_message_characters: limits.max_message_characters,
            max_history: limits.max_history,
            max_tool_rounds: limits.max_tool_rounds,
            daily_messages: limits.daily_messages,
            daily_messages_per_user: limits.daily_messages_per_user,
            retention_days: limits.retention_days,
            created_at: rfc3339(chatbot.created_at),
            created_by: chatbot.created_by.map(|it| it.to_string()),
        }
    }
}

/// A chatbot, named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChatbotReference")]
pub struct ChatbotReference {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
}

fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::ResourceNotFound)
}

/// The declaration that these operations share: requests of people that count like every other.
const fn spec(
    id: &'static str,
    methods: Methods,
    path: &'static str,
    role: RolePermission,
    summary: &'static str,
) -> Spec<OrgCaller> {
    Spec {
        id,
        methods,
        path,
        aliases: &[],
        access: Rule::people(role),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Chat",
        summary,
        description: "",
    }
}

/// The organization's chatbot with the id in a path.
async fn found(
    platform: &Platform,
    caller: &OrgCaller,
    id: &str,
) -> Result<ChatbotRecord, ApiError> {
    let id: ChatbotId = path_id(id)?;
    let inside = platform.store.org(caller.tenant());
    inside.chatbot(id).await?.ok_or_else(not_found)
}

fn limit_reached(limit: u64) -> ApiError {
    let detail = format!("There can be at most {limit}. Delete one first.");
    let problem = Problem::new(ErrorCode::ChatbotLimitReached, detail);
    problem.with_meta("limit", limit).into()
}

fn refused(code: ErrorCode, detail: impl Into<String>, field: &str) -> ApiError {
    let problem = Problem::new(code, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

#[derive(Debug)]
pub struct ChatbotList;

#[async_trait]
impl Operation for ChatbotList {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Lists the organization's chatbots, oldest first.",
        ..spec(
            "chatbot_list",
            Methods::Get,
            "/api/chatbots",
            RolePermission::OrgUpdate,
            "List chatbots",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<ChatbotAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = inside.chatbots_page(after, size).await?;
        Ok(Collection::of(page, |it| ChatbotAttributes::of(&it)))
    }
}

#[derive(Debug)]
pub struct ChatbotGet;

#[async_trait]
impl Operation for ChatbotGet {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Returns a chatbot with its limits.",
        ..spec(
            "chatbot_get",
            Methods::Get,
            "/api/chatbots/{chatbot}",
            RolePermission::OrgUpdate,
            "Get a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatbotReference;
    type Reply = Resource<ChatbotAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatbotReference,
    ) -> Result<Self::Reply, ApiError> {
        let chatbot = found(platform, &caller, &input.chatbot).await?;
        Ok(Resource(ChatbotAttributes::of(&chatbot)))
    }
}

#[derive(Debug)]
pub struct ChatbotCreate;

#[async_trait]
impl Operation for ChatbotCreate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        errors: &[ErrorCode::ValueRefused, ErrorCode::ChatbotLimitReached],
        description: "Adds a chatbot that keys with the permission `calc:read` can talk to. The service tells the \
            language model to state only what its tools return; `instructions` are added to that. Each message \
            commits `maxUnits` before it is answered, and unused units are returned.",
        ..spec(
            "chatbot_create",
            Methods::Post,
            "/api/chatbots",
            RolePermission::OrgUpdate,
            "Create a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatbotCreateInput;
    type Reply = Created<ChatbotAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatbotCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let settings = input.settings()?;
        let (mut locked, user) = caller.lock(platform, RolePermission::OrgUpdate).await?;
        if locked.count_chatbots().await? >= MAX_CHATBOTS {
            return Err(limit_reached(MAX_CHATBOTS));
        }
        let new = ChatbotRecord {
            id: ChatbotId::new(caller.now(), &OsRandom),
            org: caller.org(),
            settings,
            created_at: caller.now(),
            created_by: Some(user),
        };
        locked.add_chatbot(&new).await?;
        let attributes = ChatbotAttributes::of(&new);
        let mut event = caller.event("chatbot.create", &new.id);
        event.after = Some(audited(&attributes));
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Created {
            resource: attributes,
            meta: None,
        })
    }
}

/// A chatbot in the audit log.
fn audited(chatbot: &ChatbotAttributes) -> String {
    json!(chatbot).to_string()
}

#[derive(Debug)]
pub struct ChatbotUpdate;

#[async_trait]
impl Operation for ChatbotUpdate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        errors: &[ErrorCode::ValueRefused],
        description: "Omitted fields stay unchanged. A change takes effect on the next message. Another \
            `retentionDays` also applies to stored conversations.",
        ..spec(
            "chatbot_update",
            Methods::Patch,
            "/api/chatbots/{chatbot}",
            RolePermission::OrgUpdate,
            "Update a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatbotChanges;
    type Reply = Resource<ChatbotAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatbotChanges,
    ) -> Result<Self::Reply, ApiError> {
        let id: ChatbotId = path_id(&input.chatbot)?;
        let (mut locked, _) = caller.lock(platform, RolePermission::OrgUpdate).await?;
        let mut chatbot = locked.chatbot(id).await?.ok_or_else(not_found)?;
        let before = audited(&ChatbotAttributes::of(&chatbot));
        chatbot.settings = changed(chatbot.settings, input)?;
        locked.set_chatbot(id, &chatbot.settings).await?;
        let attributes = ChatbotAttributes::of(&chatbot);
        let mut event = caller.event("chatbot.update", &id);
        event.before = Some(before);
        event.after = Some(audited(&attributes));
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(attributes))
    }
}

#[derive(Debug)]
pub struct ChatbotDelete;

#[async_trait]
impl Operation for ChatbotDelete {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "It is gone at once. Its conversations, profiles and usage are deleted within minutes.",
        ..spec(
            "chatbot_delete",
            Methods::Delete,
            "/api/chatbots/{chatbot}",
            RolePermission::OrgUpdate,
            "Delete a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatbotReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatbotReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: ChatbotId = path_id(&input.chatbot)?;
        let (mut locked, _) = caller.lock(platform, RolePermission::OrgUpdate).await?;
        let before = locked.chatbot(id).await?.ok_or_else(not_found)?;
        locked.delete_chatbot(id, caller.now()).await?;
        let mut event = caller.event("chatbot.delete", &id);
        event.before = Some(audited(&ChatbotAttributes::of(&before)));
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
