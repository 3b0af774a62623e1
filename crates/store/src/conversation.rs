//! Conversations with chatbots, and the daily counts of their messages and units.
//!
//! A message is counted with the units that it commits, before it is answered, in one transaction with its limits. When
//! it has ended, the units that it did not use are taken back: as in the ledger, a crash in between leaves all of them.

use access::{ChatbotId, ConversationId, Day, RequestId, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_org_readers};
use crate::chatbot::{ChatbotLimits, ChatbotRecord};
use crate::error::StoreError;
use crate::ledger::units;
use crate::store::Store;
use crate::tenant::OrgStore;

/// Who sends a message to which chatbot on which day.
#[derive(Clone, Debug)]
pub struct ChatSender {
    /// The chatbot.
    pub chatbot: ChatbotId,
    /// The digest of the end user.
    pub end_user: String,
    /// The day.
    pub day: Day,
}

/// Which daily limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatLimit {
    /// That of the chatbot.
    Chatbot,
    /// That of the end user.
    EndUser,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationRecord {
    /// The id.
    pub id: ConversationId,
    /// The digest of the end user who was stated when it began.
    pub end_user: Option<String>,
}

/// An answered message.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ChatExchange {
    /// What was asked.
    pub question: String,
    /// What was answered.
    pub answer: String,
}

/// An answered message to store, in a conversation that begins with it unless it exists.
#[derive(Clone, Debug)]
pub struct NewExchange {
    /// The conversation.
    pub conversation: ConversationRecord,
    /// The request, which orders the messages.
    pub request: RequestId,
    /// What was asked and answered.
    pub exchange: ChatExchange,
    /// The facts that the answer is based on, as JSON.
    pub facts: String,
    /// When it was answered.
    pub at: Timestamp,
}

/// How a counted message ended.
#[derive(Clone, Copy, Debug)]
pub struct ChatOutcome {
    /// Whether it failed by no fault of its sender.
    pub failed: bool,
    /// The committed units that it did not use.
    pub returned: u32,
}

/// The messages of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatDay {
    /// The day, as `2026-11-17`.
    pub day: String,
    /// Messages, with those that failed.
    pub messages: u64,
    /// Messages that failed by no fault of their sender.
    pub failed: u64,
    /// Units.
    pub units: u64,
}

#[derive(FromRow)]
struct ConversationRow {
    id: String,
    end_user: Option<String>,
}

impl ConversationRow {
    fn decode(self) -> Result<ConversationRecord, StoreError> {
        let id = self.id.parse();
        Ok(ConversationRecord {
            id: id.map_err(|_| StoreError::corrupt("chat_conversation.id", &self.id))?,
            end_user: self.end_user,
        })
    }
}

impl OrgStore<'_> {
    /// Returns the limit that another message would exceed, if there is one. Nothing is counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn reached_chat_limit(
        &self,
        sender: &ChatSender,
        limits: ChatbotLimits,
    ) -> Result<Option<ChatLimit>, StoreError> {
        const SQL: &str = "select \
            coalesce((select messages from chat_day where org_id = $1 and chatbot_id = $2 and day = $3), 0), \
            coalesce((select messages from chat_user_day \
                where chatbot_id = $2 and end_user = $4 and day = $3), 0)";
        let (all, own): (i64, i64) = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(sender.chatbot.to_string())
            .bind(sender.day.to_string())
            .bind(&sender.end_user)
            .fetch_one(pool))?;
        Ok(if all >= i64::from(limits.daily_messages) {
            Some(ChatLimit::Chatbot)
        } else if own >= i64::from(limits.daily_messages_per_user) {
            Some(ChatLimit::EndUser)
        } else {
            None
        })
    }

    /// Counts a message and the units that it commits, unless that exceeds a limit of the day.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn count_chat_message(
        &self,
        sender: &ChatSender,
        limits: ChatbotLimits,
    ) -> Result<Option<ChatLimit>, StoreError> {
        const ALL: &str = "insert into chat_day (chatbot_id, day, org_id, messages, failed, units) \
            values ($1, $2, $3, 1, 0, $4) on conflict (chatbot_id, day) do update set \
            messages = chat_day.messages + 1, units = chat_day.units + $4 \
            where chat_day.messages < $5";
        const OWN: &str = "insert into chat_user_day (chatbot_id, end_user, day, messages) \
            values ($1, $2, $3, 1) on conflict (chatbot_id, end_user, day) do update set \
            messages = chat_user_day.messages + 1 where chat_user_day.messages < $4";
        let (chatbot, day) = (sender.chatbot.to_string(), sender.day.to_string());
        let mut transaction = self.store.backend.begin().await?;
        let counted = execute!(
            &mut transaction,
            sqlx::query(ALL)
                .bind(&chatbot)
                .bind(&day)
                .bind(&self.org_id)
                .bind(i64::from(limits.max_units))
                .bind(i64::from(limits.daily_messages))
        )?;
        if counted == 0 {
            return Ok(Some(ChatLimit::Chatbot));
        }
        let counted = execute!(
            &mut transaction,
            sqlx::query(OWN)
                .bind(&chatbot)
                .bind(&sender.end_user)
                .bind(&day)
                .bind(i64::from(limits.daily_messages_per_user))
        )?;
        if counted == 0 {
            return Ok(Some(ChatLimit::EndUser));
        }
        transaction.commit().await?;
        Ok(None)
    }

    /// Records how a counted message ended, and stores what was said if it was answered.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn finish_chat_message(
        &self,
        (chatbot, day): (&ChatbotRecord, Day),
        outcome: ChatOutcome,
        answered: Option<&NewExchange>,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update chat_day set units = units - $4, failed = failed + $5 \
            where org_id = $1 and chatbot_id = $2 and day = $3";
        let mut transaction = self.store.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(chatbot.id.to_string())
                .bind(day.to_string())
                .bind(i64::from(outcome.returned))
                .bind(i64::from(outcome.failed))
        )?;
        if let Some(answered) = answered {
            self.add_exchange(&mut transaction, chatbot, answered)
                .await?;
        }
        transaction.commit().await
    }

    async fn add_exchange(
        &self,
        transaction: &mut Transaction,
        chatbot: &ChatbotRecord,
        new: &NewExchange,
    ) -> Result<(), StoreError> {
        const CONVERSATION: &str = "insert into chat_conversation \
            (id, org_id, chatbot_id, end_user, updated_at, expires_at) \
            select $1, $2, $3, $4, $5, $6 where exists \
            (select 1 from chatbot where org_id = $2 and id = $3 and deleted_at is null) \
            on conflict (id) do update set updated_at = $5, expires_at = $6";
        const MESSAGE: &str = "insert into chat_message \
            (request_id, org_id, conversation_id, question, answer, facts, at) \
            values ($1, $2, $3, $4, $5, $6, $7)";
        let conversation = new.conversation.id.to_string();
        let at = new.at.micros();
        let kept = execute!(
            &mut *transaction,
            sqlx::query(CONVERSATION)
                .bind(&conversation)
                .bind(&self.org_id)
                .bind(chatbot.id.to_string())
                .bind(&new.conversation.end_user)
                .bind(at)
                .bind(at + chatbot.settings.limits.retention_micros())
        )?;
        // The chatbot was deleted while it answered.
        if kept == 0 {
            return Ok(());
        }
        execute!(
            transaction,
            sqlx::query(MESSAGE)
                .bind(new.request.to_string())
                .bind(&self.org_id)
                .bind(&conversation)
                .bind(&new.exchange.question)
                .bind(&new.exchange.answer)
                .bind(&new.facts)
                .bind(at)
        )?;
        Ok(())
    }

    /// Returns a conversation with a chatbot that has not expired.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn conversation(
        &self,
        chatbot: ChatbotId,
        id: ConversationId,
        now: Timestamp,
    ) -> Result<Option<ConversationRecord>, StoreError> {
        const SQL: &str = "select id, end_user from chat_conversation \
            where org_id = $1 and chatbot_id = $2 and id = $3 and expires_at > $4";
        let row: Option<ConversationRow> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(chatbot.to_string())
            .bind(id.to_string())
            .bind(now.micros())
            .fetch_optional(pool))?;
        row.map(ConversationRow::decode).transpose()
    }

    /// Returns the last messages of a conversation, oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn last_exchanges(
        &self,
        conversation: ConversationId,
        most: u32,
    ) -> Result<Vec<ChatExchange>, StoreError> {
        const SQL: &str = "select question, answer from chat_message \
            where org_id = $1 and conversation_id = $2 order by request_id desc limit $3";
        let mut rows: Vec<ChatExchange> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(conversation.to_string())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        rows.reverse();
        Ok(rows)
    }

    /// Returns the days of a chatbot since this one that have messages, oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn chat_days(
        &self,
        chatbot: ChatbotId,
        since: Day,
    ) -> Result<Vec<ChatDay>, StoreError> {
        const SQL: &str = "select day, messages, failed, units from chat_day \
            where org_id = $1 and chatbot_id = $2 and day >= $3 order by day";
        let rows: Vec<(String, i64, i64, i64)> = on_org_readers!(self, pool =>
            sqlx::query_as(SQL)
                .bind(&self.org_id)
                .bind(chatbot.to_string())
                .bind(since.to_string())
                .fetch_all(pool))?;
        let decode = |(day, messages, failed, used)| ChatDay {
            day,
            messages: units(messages),
            failed: units(failed),
            units: units(used),
        };
        Ok(rows.into_iter().map(decode).collect())
    }
}

impl Store {
    /// Deletes at most this many conversations that have expired or whose chatbot is deleted, with their messages, and
    /// returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_conversations(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        // Two statements, because one with both conditions would read the whole table.
        const EXPIRED: &str = "delete from chat_conversation where id in \
            (select id from chat_conversation where expires_at <= $1 order by expires_at limit $2)";
        const ORPHANED: &str = "delete from chat_conversation where id in \
            (select id from chat_conversation where chatbot_id in \
            (select id from chatbot where deleted_at is not null) order by id limit $1)";
        let mut transaction = self.backend.begin().await?;
        let expired = execute!(
            &mut transaction,
            sqlx::query(EXPIRED)
                .bind(now.micros())
                .bind(i64::from(most))
        )?;
        let rest = i64::from(most) - i64::try_from(expired).unwrap_or(i64::MAX);
        let orphaned = execute!(&mut transaction, sqlx::query(ORPHANED).bind(rest.max(0)))?;
        transaction.commit().await?;
        Ok(expired + orphaned)
    }

    /// Deletes deleted chatbots whose conversations are gone, with their profiles and counts, at most this many, and
    /// returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_chats_of_deleted_chatbots(&self, most: u32) -> Result<u64, StoreError> {
        let gone = "select id from chatbot where deleted_at is not null and not exists \
            (select 1 from chat_conversation where chatbot_id = chatbot.id) order by id limit $1";
        let statements = ["chat_profile", "chat_day", "chat_user_day"]
            .map(|table| format!("delete from {table} where chatbot_id in ({gone})"));
        let chatbots = format!("delete from chatbot where id in ({gone})");
        let mut transaction = self.backend.begin().await?;
        let mut deleted = 0;
        for sql in statements.iter().chain([&chatbots]) {
            deleted = execute!(
                &mut transaction,
                sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).bind(i64::from(most))
            )?;
        }
        transaction.commit().await?;
        Ok(deleted)
    }

    /// Deletes at most this many daily counts of end users, and of chatbots, of days before these and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_chat_days(
        &self,
        (users_before, chatbots_before): (Day, Day),
        most: u32,
    ) -> Result<u64, StoreError> {
        const USERS: &str = "delete from chat_user_day where (chatbot_id, end_user, day) in \
            (select chatbot_id, end_user, day from chat_user_day where day < $1 order by day limit $2)";
        const CHATBOTS: &str = "delete from chat_day where (chatbot_id, day) in \
            (select chatbot_id, day from chat_day where day < $1 order by day limit $2)";
        let mut transaction = self.backend.begin().await?;
        let mut deleted = 0;
        for (sql, before) in [(USERS, users_before), (CHATBOTS, chatbots_before)] {
            let of_table = execute!(
                &mut transaction,
                sqlx::query(sql)
                    .bind(before.to_string())
                    .bind(i64::from(most))
            )?;
            deleted = deleted.max(of_table);
        }
        transaction.commit().await?;
        Ok(deleted)
    }
}
