//! `/api/chatbots/{chatbot}/profiles`: people whose birth data a chatbot knows.

use access::{ChatProfileId, ChatbotId, Name, RolePermission};
use async_trait::async_trait;
use chat::BirthData;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::ChatProfileRecord;

use super::{found, limit_reached, not_found, spec};
use auth::OrgCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Spec};
use operation::{Collection, Created, NoContent, Operation, PageRequest, resource};
use platform::Platform;

/// The most profiles of a chatbot.
const MAX_PROFILES: u64 = 1_000;

/// A person whose birth data a chatbot knows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChatProfile")]
pub struct ChatProfileAttributes {
    #[serde(skip)]
    pub id: String,
    /// ID of the chatbot.
    pub chatbot_id: String,
    pub name: String,
    pub birth_data: BirthData,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// ID of the user who created it. Null for an operator.
    pub created_by: Option<String>,
}

resource!(
    ChatProfileAttributes,
    "chat-profile",
    id,
    "/api/chatbots/{chatbot_id}/profiles",
    chatbot_id
);

impl ChatProfileAttributes {
    fn of(profile: &ChatProfileRecord) -> Result<Self, ApiError> {
        let corrupt = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        Ok(Self {
            id: profile.id.to_string(),
            chatbot_id: profile.chatbot.to_string(),
            name: profile.name.as_str().to_owned(),
            birth_data: serde_json::from_str(&profile.birth_data).map_err(corrupt)?,
            created_at: rfc3339(profile.created_at),
            created_by: profile.created_by.map(|it| it.to_string()),
        })
    }
}

/// A page of the profiles of a chatbot.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChatProfileListRequest")]
pub struct ChatProfileListInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
    #[serde(default)]
    pub page: PageRequest,
}

/// A profile to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ChatProfileCreateRequest")]
pub struct ChatProfileCreateInput {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
    /// Name of the person, for the list. The language model does not see it.
    name: ParsedText<Name>,
    birth_data: BirthData,
}

/// A profile, named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChatProfileReference")]
pub struct ChatProfileReference {
    /// ID of the chatbot.
    #[schemars(length(max = 100))]
    pub chatbot: String,
    /// ID of the profile.
    #[schemars(length(max = 100))]
    pub profile: String,
}

#[derive(Debug)]
pub struct ChatProfileList;

#[async_trait]
impl Operation for ChatProfileList {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Lists the people whose birth data the chatbot knows, oldest first.",
        ..spec(
            "chat_profile_list",
            Methods::Get,
            "/api/chatbots/{chatbot}/profiles",
            RolePermission::OrgUpdate,
            "List the profiles of a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatProfileListInput;
    type Reply = Collection<ChatProfileAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatProfileListInput,
    ) -> Result<Self::Reply, ApiError> {
        let chatbot = found(platform, &caller, &input.chatbot).await?;
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let page = inside.chat_profiles_page(chatbot.id, after, size).await?;
        let shown = page.items.iter().map(ChatProfileAttributes::of);
        Ok(Collection {
            items: shown.collect::<Result<_, _>>()?,
            next: page.next.map(|it| it.to_string()),
            total: page.total,
        })
    }
}

#[derive(Debug)]
pub struct ChatProfileCreate;

#[async_trait]
impl Operation for ChatProfileCreate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        errors: &[ErrorCode::ChatbotLimitReached],
        description: "Stores birth data that a page can refer to by an ID, so that the data itself is not in the page.",
        ..spec(
            "chat_profile_create",
            Methods::Post,
            "/api/chatbots/{chatbot}/profiles",
            RolePermission::OrgUpdate,
            "Create a profile of a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatProfileCreateInput;
    type Reply = Created<ChatProfileAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatProfileCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let problems = input.birth_data.problems("/birthData");
        if !problems.is_empty() {
            return Err(ApiError::all(problems));
        }
        let chatbot: ChatbotId = path_id(&input.chatbot)?;
        let (mut locked, user) = caller.lock(platform, RolePermission::OrgUpdate).await?;
        locked.chatbot(chatbot).await?.ok_or_else(not_found)?;
        if locked.count_chat_profiles(chatbot).await? >= MAX_PROFILES {
            return Err(limit_reached(MAX_PROFILES));
        }
        let new = ChatProfileRecord {
            id: ChatProfileId::new(caller.now(), &OsRandom),
            chatbot,
            name: input.name.0,
            birth_data: json!(input.birth_data).to_string(),
            created_at: caller.now(),
            created_by: Some(user),
        };
        locked.add_chat_profile(&new).await?;
        let mut event = caller.event("chat_profile.create", &new.id);
        // Without the birth data, which the audit log would keep forever.
        event.after = Some(json!({ "chatbot": chatbot.to_string() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Created {
            resource: ChatProfileAttributes::of(&new)?,
            meta: None,
        })
    }
}

#[derive(Debug)]
pub struct ChatProfileDelete;

#[async_trait]
impl Operation for ChatProfileDelete {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Conversations about it are kept as long as every other conversation.",
        ..spec(
            "chat_profile_delete",
            Methods::Delete,
            "/api/chatbots/{chatbot}/profiles/{profile}",
            RolePermission::OrgUpdate,
            "Delete a profile of a chatbot",
        )
    };
    type Context = Platform;
    type Input = ChatProfileReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ChatProfileReference,
    ) -> Result<Self::Reply, ApiError> {
        let chatbot: ChatbotId = path_id(&input.chatbot)?;
        let id: ChatProfileId = path_id(&input.profile)?;
        let (mut locked, _) = caller.lock(platform, RolePermission::OrgUpdate).await?;
        locked.chatbot(chatbot).await?.ok_or_else(not_found)?;
        if !locked.delete_chat_profile(chatbot, id).await? {
            return Err(not_found());
        }
        let mut event = caller.event("chat_profile.delete", &id);
        event.before = Some(json!({ "chatbot": chatbot.to_string() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
