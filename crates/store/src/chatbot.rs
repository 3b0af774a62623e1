//! Chatbots of organizations, and the profiles of people that they talk about. A deleted chatbot is found no more; its
//! rows are deleted in pieces, see [`delete_chats_of_deleted_chatbots`](crate::Store::delete_chats_of_deleted_chatbots).

use access::{ChatProfileId, ChatbotId, DomainRule, Name, OrgId, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_transaction};
use crate::error::StoreError;
use crate::key::{decode_domains, encode_domains};
use crate::ledger::units;
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::tenant::OrgStore;

/// What people choose about a chatbot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatbotSettings {
    /// Its name.
    pub name: Name,
    /// What it tells the model in addition to the rules of the service.
    pub instructions: String,
    /// The pages that may use it.
    pub domains: DomainRule,
    /// Its limits.
    pub limits: ChatbotLimits,
}

/// The limits of a chatbot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChatbotLimits {
    /// Units that a message commits before it is answered.
    pub max_units: u32,
    /// Characters of a message.
    pub max_message_characters: u32,
    /// Earlier messages of a conversation that the model sees.
    pub max_history: u32,
    /// How often the model can call tools before it must answer.
    pub max_tool_rounds: u32,
    /// Messages per day (UTC) of everybody.
    pub daily_messages: u32,
    /// Messages per day (UTC) of one end user.
    pub daily_messages_per_user: u32,
    /// Days that a conversation is kept after its last message.
    pub retention_days: u32,
}

/// A chatbot as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatbotRecord {
    /// The id.
    pub id: ChatbotId,
    /// The organization.
    pub org: OrgId,
    /// What people chose.
    pub settings: ChatbotSettings,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for an operator.
    pub created_by: Option<UserId>,
}

/// The birth data of someone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatProfileRecord {
    /// The id.
    pub id: ChatProfileId,
    /// The chatbot.
    pub chatbot: ChatbotId,
    /// The name that its creator chose.
    pub name: Name,
    /// The birth data, as JSON.
    pub birth_data: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for an operator.
    pub created_by: Option<UserId>,
}

const COLUMNS: &str = "id, org_id, name, instructions, domains, max_units, max_message_characters, max_history, \
    max_tool_rounds, daily_messages, daily_messages_per_user, retention_days, created_at, created_by";
const PROFILE_COLUMNS: &str = "id, chatbot_id, name, birth_data, created_at, created_by";

#[derive(FromRow)]
struct ChatbotRow {
    id: String,
    org_id: String,
    name: String,
    instructions: String,
    domains: Option<String>,
    max_units: i64,
    max_message_characters: i64,
    max_history: i64,
    max_tool_rounds: i64,
    daily_messages: i64,
    daily_messages_per_user: i64,
    retention_days: i64,
    created_at: i64,
    created_by: Option<String>,
}

impl ChatbotRow {
    fn decode(self) -> Result<ChatbotRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let number = |stored: i64| u32::try_from(stored).map_err(|_| corrupt("chatbot.limits"));
        let domains = decode_domains(self.domains.as_deref());
        Ok(ChatbotRecord {
            id: self.id.parse().map_err(|_| corrupt("chatbot.id"))?,
            org: self.org_id.parse().map_err(|_| corrupt("chatbot.org_id"))?,
            settings: ChatbotSettings {
                name: self.name.parse().map_err(|_| corrupt("chatbot.name"))?,
                domains: domains.ok_or_else(|| corrupt("chatbot.domains"))?,
                limits: ChatbotLimits {
                    max_units: number(self.max_units)?,
                    max_message_characters: number(self.max_message_characters)?,
                    max_history: number(self.max_history)?,
                    max_tool_rounds: number(self.max_tool_rounds)?,
                    daily_messages: number(self.daily_messages)?,
                    daily_messages_per_user: number(self.daily_messages_per_user)?,
                    retention_days: number(self.retention_days)?,
                },
                instructions: self.instructions,
            },
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self
                .created_by
                .as_deref()
                .map(|it| it.parse().map_err(|_| corrupt("chatbot.created_by")))
                .transpose()?,
        })
    }
}

#[derive(FromRow)]
struct ProfileRow {
    id: String,
    chatbot_id: String,
    name: String,
    birth_data: String,
    created_at: i64,
    created_by: Option<String>,
}

impl ProfileRow {
    fn decode(self) -> Result<ChatProfileRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let chatbot = self.chatbot_id.parse();
        let created_by = self.created_by.as_deref().map(str::parse).transpose();
        Ok(ChatProfileRecord {
            id: self.id.parse().map_err(|_| corrupt("chat_profile.id"))?,
            chatbot: chatbot.map_err(|_| corrupt("chat_profile.chatbot_id"))?,
            name: self
                .name
                .parse()
                .map_err(|_| corrupt("chat_profile.name"))?,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: created_by.map_err(|_| corrupt("chat_profile.created_by"))?,
            birth_data: self.birth_data,
        })
    }
}

impl OrgStore<'_> {
    /// Returns a page of the organization's chatbots, oldest first, after the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn chatbots_page(
        &self,
        after: Option<ChatbotId>,
        size: PageSize,
    ) -> Result<Page<ChatbotRecord, ChatbotId>, StoreError> {
        const TOTAL: &str = "select count(*) from chatbot where org_id = $1 and deleted_at is null";
        let sql = format!(
            "select {COLUMNS} from chatbot where org_id = $1 and deleted_at is null and id > $2 \
             order by id limit $3"
        );
        let rows: Vec<ChatbotRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(TOTAL).bind(&self.org_id).fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(ChatbotRow::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }

    /// Returns the organization's chatbot with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn chatbot(&self, id: ChatbotId) -> Result<Option<ChatbotRecord>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from chatbot where org_id = $1 and id = $2 and deleted_at is null"
        );
        let row: Option<ChatbotRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(ChatbotRow::decode).transpose()
    }

    /// Returns a page of a chatbot's profiles, oldest first, after the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn chat_profiles_page(
        &self,
        chatbot: ChatbotId,
        after: Option<ChatProfileId>,
        size: PageSize,
    ) -> Result<Page<ChatProfileRecord, ChatProfileId>, StoreError> {
        const TOTAL: &str =
            "select count(*) from chat_profile where org_id = $1 and chatbot_id = $2";
        let sql = format!(
            "select {PROFILE_COLUMNS} from chat_profile where org_id = $1 and chatbot_id = $2 \
             and id > $3 order by id limit $4"
        );
        let rows: Vec<ProfileRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(chatbot.to_string())
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool => sqlx::query_scalar(TOTAL)
            .bind(&self.org_id)
            .bind(chatbot.to_string())
            .fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(ProfileRow::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }

    /// Returns a chatbot's profile with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn chat_profile(
        &self,
        chatbot: ChatbotId,
        id: ChatProfileId,
    ) -> Result<Option<ChatProfileRecord>, StoreError> {
        let sql = format!(
            "select {PROFILE_COLUMNS} from chat_profile where org_id = $1 and chatbot_id = $2 \
             and id = $3"
        );
        let row: Option<ProfileRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(chatbot.to_string())
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(ProfileRow::decode).transpose()
    }
}

impl LockedOrg {
    /// Returns the organization's chatbot with this id, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn chatbot(&mut self, id: ChatbotId) -> Result<Option<ChatbotRecord>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from chatbot where org_id = $1 and id = $2 and deleted_at is null"
        );
        let row: Option<ChatbotRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(connection))?;
        row.map(ChatbotRow::decode).transpose()
    }

    /// Returns the number of the organization's chatbots. Deleted ones count until their conversations are deleted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn count_chatbots(&mut self) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from chatbot where org_id = $1";
        let found: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL).bind(&self.org_id).fetch_one(connection))?;
        Ok(units(found))
    }

    /// Returns the number of a chatbot's profiles.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn count_chat_profiles(&mut self, chatbot: ChatbotId) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from chat_profile where org_id = $1 and chatbot_id = $2";
        let found: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(chatbot.to_string())
                .fetch_one(connection))?;
        Ok(units(found))
    }

    /// Adds a chatbot of this organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_chatbot(&mut self, new: &ChatbotRecord) -> Result<(), StoreError> {
        const SQL: &str = "insert into chatbot (id, org_id, name, instructions, domains, max_units, \
            max_message_characters, max_history, max_tool_rounds, daily_messages, \
            daily_messages_per_user, retention_days, created_at, created_by) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
        let ChatbotSettings { name, limits, .. } = &new.settings;
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(name.as_str())
                .bind(&new.settings.instructions)
                .bind(encode_domains(&new.settings.domains))
                .bind(i64::from(limits.max_units))
                .bind(i64::from(limits.max_message_characters))
                .bind(i64::from(limits.max_history))
                .bind(i64::from(limits.max_tool_rounds))
                .bind(i64::from(limits.daily_messages))
                .bind(i64::from(limits.daily_messages_per_user))
                .bind(i64::from(limits.retention_days))
                .bind(new.created_at.micros())
                .bind(new.created_by.map(|it| it.to_string()))
        )?;
        Ok(())
    }

    /// Changes a chatbot. Another retention also applies to stored conversations.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_chatbot(
        &mut self,
        id: ChatbotId,
        settings: &ChatbotSettings,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update chatbot set name = $3, instructions = $4, domains = $5, \
            max_units = $6, max_message_characters = $7, max_history = $8, max_tool_rounds = $9, \
            daily_messages = $10, daily_messages_per_user = $11, retention_days = $12 \
            where org_id = $1 and id = $2 and deleted_at is null";
        const ENDS: &str = "update chat_conversation set expires_at = updated_at + $3 \
            where org_id = $1 and chatbot_id = $2 and expires_at <> updated_at + $3 \
            and (select retention_days from chatbot where org_id = $1 and id = $2) <> $4";
        let ChatbotSettings { name, limits, .. } = settings;
        // Only if the retention changes: there may be many conversations.
        execute!(
            &mut self.transaction.0,
            sqlx::query(ENDS)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(limits.retention_micros())
                .bind(i64::from(limits.retention_days))
        )?;
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(name.as_str())
                .bind(&settings.instructions)
                .bind(encode_domains(&settings.domains))
                .bind(i64::from(limits.max_units))
                .bind(i64::from(limits.max_message_characters))
                .bind(i64::from(limits.max_history))
                .bind(i64::from(limits.max_tool_rounds))
                .bind(i64::from(limits.daily_messages))
                .bind(i64::from(limits.daily_messages_per_user))
                .bind(i64::from(limits.retention_days))
        )?;
        Ok(())
    }

    /// Marks a chatbot as deleted. Returns `false` if the organization does not have it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_chatbot(
        &mut self,
        id: ChatbotId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update chatbot set deleted_at = $3 \
            where org_id = $1 and id = $2 and deleted_at is null";
        let deleted = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(at.micros())
        )?;
        Ok(deleted > 0)
    }

    /// Adds a profile to a chatbot of this organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_chat_profile(&mut self, new: &ChatProfileRecord) -> Result<(), StoreError> {
        const SQL: &str = "insert into chat_profile \
            (id, org_id, chatbot_id, name, birth_data, created_at, created_by) \
            values ($1, $2, $3, $4, $5, $6, $7)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(new.chatbot.to_string())
                .bind(new.name.as_str())
                .bind(&new.birth_data)
                .bind(new.created_at.micros())
                .bind(new.created_by.map(|it| it.to_string()))
        )?;
        Ok(())
    }

    /// Deletes a profile. Returns `false` if the chatbot does not have it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_chat_profile(
        &mut self,
        chatbot: ChatbotId,
        id: ChatProfileId,
    ) -> Result<bool, StoreError> {
        const SQL: &str =
            "delete from chat_profile where org_id = $1 and chatbot_id = $2 and id = $3";
        let deleted = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(chatbot.to_string())
                .bind(id.to_string())
        )?;
        Ok(deleted > 0)
    }
}

impl ChatbotLimits {
    /// How long a conversation is kept after its last message.
    pub(crate) const fn retention_micros(&self) -> i64 {
        const DAY: i64 = 24 * 60 * 60 * 1_000_000;
        self.retention_days as i64 * DAY
    }
}
