//! Changes to an organization's texts. Each change stores a version of the text and updates the
//! organization's content revision, so that every server notices it.

use access::{ContentId, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::AssertSqlSafe;

use super::words::{TextFilter, TextOwner};
use super::{COLUMNS, ContentRecord, ContentRow, TextForms};
use crate::backend::{execute, on_transaction};
use crate::change::{Revision, next_revision};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::locked::LockedOrg;

/// The maximum number of versions kept per text.
const MAX_VERSIONS: i64 = 500;
/// The bytes of all versions of an organization's texts. Beyond them the oldest are forgotten.
const MAX_HISTORY_BYTES: i64 = 64 * 1024 * 1024;
/// The bytes of a text that count toward the organization's limit. The migration that added the sum
/// has the same formula.
const TEXT_BYTES: &str = "cast(octet_length(title) + octet_length(body) + octet_length(teaser) \
    + octet_length(long_body) as bigint)";
/// The bytes of a version beside its texts: its row and its index entries, about.
const VERSION_ROW_BYTES: usize = 512;
/// The bytes of a version. The migration that added the sum has the same formula.
const VERSION_BYTES: &str = "512 + octet_length(title) + octet_length(body) + octet_length(teaser) \
    + octet_length(long_body) + octet_length(metadata)";
/// The number of old versions that one change can remove to make room for its own.
const MAX_FORGOTTEN: i64 = 500;

/// The number of deletions that are remembered per organization. A server that has missed as many
/// reads all texts.
pub(super) const MAX_REMOVALS: usize = 1_000;

/// An action on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentAction {
    /// The text was created.
    Create,
    /// The text was copied from the library.
    Copy,
    /// The text was edited.
    Update,
    /// The text was restored to the library's.
    Restore,
}

/// How much of its own content an organization has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentSize {
    /// The number of texts.
    pub texts: u64,
    /// The bytes of their titles, bodies and other forms.
    pub bytes: u64,
}

impl ContentAction {
    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Copy => "copy",
            Self::Update => "update",
            Self::Restore => "restore",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Create, Self::Copy, Self::Update, Self::Restore]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

/// A text to add.
#[derive(Clone, Debug)]
pub struct NewContent {
    /// The id.
    pub id: ContentId,
    /// The name, which must be unique in the organization.
    pub urn: String,
    /// The kind of horoscope.
    pub horoscope: String,
    /// The kind of item described.
    pub kind: String,
    /// The subject.
    pub subject: String,
    /// The language.
    pub language: String,
    /// The library text that it is a copy of.
    pub base_id: Option<String>,
    /// The content, its author and its time.
    pub edit: ContentEdit,
}

/// The content of a text after a change.
#[derive(Clone, Debug)]
pub struct ContentEdit {
    /// The action.
    pub action: ContentAction,
    /// The heading.
    pub title: String,
    /// The text.
    pub body: String,
    /// Its other forms.
    pub forms: TextForms,
    /// Additional metadata, as JSON text.
    pub metadata: String,
    /// When the change is made.
    pub at: Timestamp,
    /// Who makes the change.
    pub by: UserId,
}

impl ContentEdit {
    fn restored(&self) -> bool {
        self.action == ContentAction::Restore
    }

    /// The bytes that count toward the organization's limit.
    fn bytes(&self) -> i64 {
        let bytes = self.title.len() + self.body.len() + self.forms.bytes();
        i64::try_from(bytes).unwrap_or(i64::MAX)
    }
}

impl LockedOrg {
    /// Returns one of the organization's own texts, by id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content(&mut self, id: &str) -> Result<Option<ContentRecord>, StoreError> {
        self.own_content("c.id", id).await
    }

    /// Returns one of the organization's own texts, restored or not, by name.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content_by_urn(&mut self, urn: &str) -> Result<Option<ContentRecord>, StoreError> {
        self.own_content("c.urn", urn).await
    }

    async fn own_content(
        &mut self,
        column: &str,
        name: &str,
    ) -> Result<Option<ContentRecord>, StoreError> {
        let sql = format!("select {COLUMNS} from content c where c.org_id = $1 and {column} = $2");
        let row: Option<ContentRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(name)
                .fetch_optional(connection))?;
        row.map(ContentRow::decode).transpose()
    }

    /// Returns the number of texts of the organization, and their bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn content_size(&mut self) -> Result<ContentSize, StoreError> {
        const SQL: &str = "select content_texts, content_bytes from organization where id = $1";
        let (texts, bytes): (i64, i64) = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(SQL).bind(&self.org_id).fetch_one(connection))?;
        Ok(ContentSize {
            texts: units(texts),
            bytes: units(bytes),
        })
    }

    /// Returns the number of texts of a kind, shown or restored.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn content_of_kind(
        &mut self,
        horoscope: &str,
        kind: &str,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from content \
            where org_id = $1 and horoscope = $2 and kind = $3";
        let texts: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(horoscope)
                .bind(kind)
                .fetch_one(connection))?;
        Ok(units(texts))
    }

    /// Adds a text and returns the new revision.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable, or if the organization already has a text
    /// of that name.
    #[boxed]
    pub async fn add_content(&mut self, content: &NewContent) -> Result<Revision, StoreError> {
        const SQL: &str = "insert into content (id, org_id, urn, horoscope, kind, subject, \
            language, title, body, metadata, base_id, restored, version, created_at, updated_at, \
            title_words, body_words, revision, filter_words, teaser, long_body) values \
            ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $13, $14, $15, $16, $17, \
            $18, $19)";
        let id = content.id.to_string();
        let edit = &content.edit;
        let revision = self.announce_content().await?;
        let [title_words, body_words] = self.words(edit);
        let properties = (
            content.horoscope.as_str(),
            content.language.as_str(),
            content.subject.as_str(),
        );
        let filter_words = TextFilter::words_of(TextOwner::Org(self.id), properties);
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&id)
                .bind(&self.org_id)
                .bind(&content.urn)
                .bind(&content.horoscope)
                .bind(&content.kind)
                .bind(&content.subject)
                .bind(&content.language)
                .bind(&edit.title)
                .bind(&edit.body)
                .bind(&edit.metadata)
                .bind(&content.base_id)
                .bind(edit.restored())
                .bind(edit.at.micros())
                .bind(title_words)
                .bind(body_words)
                .bind(revision.0)
                .bind(filter_words)
                .bind(&edit.forms.teaser)
                .bind(&edit.forms.long)
        )?;
        self.add_content_size(1, edit.bytes()).await?;
        self.keep_version(&id, 1, edit).await?;
        Ok(revision)
    }

    /// Returns the words by which the search finds a text: none if the library's is shown instead.
    fn words(&self, edit: &ContentEdit) -> [String; 2] {
        if edit.restored() {
            return Default::default();
        }
        let owner = TextOwner::Org(self.id);
        [owner.words(&edit.title), owner.words(&edit.body)]
    }

    /// Updates a text. Returns the new revision, or `None` if the organization does not have the
    /// text.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn edit_content(
        &mut self,
        id: &str,
        edit: &ContentEdit,
    ) -> Result<Option<Revision>, StoreError> {
        const SQL: &str = "update content set title = $3, body = $4, metadata = $5, \
            restored = $6, updated_at = $7, title_words = $8, body_words = $9, revision = $10, \
            teaser = $11, long_body = $12, version = version + 1 where org_id = $1 and id = $2 returning version";
        let before = format!("select {TEXT_BYTES} from content where org_id = $1 and id = $2");
        let before: Option<i64> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(AssertSqlSafe(before.as_str()))
                .bind(&self.org_id)
                .bind(id)
                .fetch_optional(connection))?;
        let Some(before) = before else {
            return Ok(None);
        };
        let revision = self.announce_content().await?;
        let [title_words, body_words] = self.words(edit);
        let version: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(id)
                .bind(&edit.title)
                .bind(&edit.body)
                .bind(&edit.metadata)
                .bind(edit.restored())
                .bind(edit.at.micros())
                .bind(title_words)
                .bind(body_words)
                .bind(revision.0)
                .bind(&edit.forms.teaser)
                .bind(&edit.forms.long)
                .fetch_one(connection))?;
        self.add_content_size(0, edit.bytes() - before).await?;
        self.keep_version(id, units(version), edit).await?;
        Ok(Some(revision))
    }

    /// Deletes a text and all its versions. Returns the new revision, or `None` if the organization
    /// does not have the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn remove_content(&mut self, id: &str) -> Result<Option<Revision>, StoreError> {
        self.forget_versions(id, i64::MAX).await?;
        let delete = format!(
            "delete from content where org_id = $1 and id = $2 returning urn, {TEXT_BYTES} as bytes"
        );
        let removed: Option<(String, i64)> = on_transaction!(
            &mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(delete.as_str()))
                .bind(&self.org_id)
                .bind(id)
                .fetch_optional(connection))?;
        let Some((urn, bytes)) = removed else {
            return Ok(None);
        };
        self.add_content_size(-1, -bytes).await?;
        let revision = self.announce_content().await?;
        self.keep_removal(&urn, revision).await?;
        Ok(Some(revision))
    }

    /// Stores the name of a deleted text, and forgets the oldest ones beyond the limit.
    async fn keep_removal(&mut self, urn: &str, revision: Revision) -> Result<(), StoreError> {
        const KEEP: &str =
            "insert into content_removal (org_id, revision, urn) values ($1, $2, $3)";
        const FORGET: &str = "delete from content_removal where org_id = $1 and revision <= (\
            select revision from content_removal where org_id = $1 \
            order by revision desc limit 1 offset $2)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(KEEP)
                .bind(&self.org_id)
                .bind(revision.0)
                .bind(urn)
        )?;
        let kept = i64::try_from(MAX_REMOVALS).unwrap_or(i64::MAX);
        execute!(
            &mut self.transaction.0,
            sqlx::query(FORGET).bind(&self.org_id).bind(kept)
        )?;
        Ok(())
    }

    /// Stores a version of a text, and forgets the oldest ones beyond the limits.
    async fn keep_version(
        &mut self,
        id: &str,
        version: u64,
        edit: &ContentEdit,
    ) -> Result<(), StoreError> {
        const KEEP: &str = "insert into content_version (content_id, version, action, title, \
            body, metadata, changed_at, changed_by, org_id, teaser, long_body) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(KEEP)
                .bind(id)
                .bind(stored(version))
                .bind(edit.action.name())
                .bind(&edit.title)
                .bind(&edit.body)
                .bind(&edit.metadata)
                .bind(edit.at.micros())
                .bind(edit.by.to_string())
                .bind(&self.org_id)
                .bind(&edit.forms.teaser)
                .bind(&edit.forms.long)
        )?;
        let texts = edit.title.len() + edit.body.len() + edit.forms.bytes();
        let bytes = VERSION_ROW_BYTES + texts + edit.metadata.len();
        self.add_history_bytes(i64::try_from(bytes).unwrap_or(i64::MAX))
            .await?;
        self.forget_versions(id, stored(version) - MAX_VERSIONS)
            .await?;
        self.forget_oldest().await
    }

    /// Forgets the versions of a text up to this one.
    async fn forget_versions(&mut self, id: &str, newest: i64) -> Result<(), StoreError> {
        const FORGET: &str = "delete from content_version \
            where content_id = $1 and version <= $2 and org_id = $3";
        if newest <= 0 {
            return Ok(());
        }
        let sum = format!(
            "select cast(coalesce(sum({VERSION_BYTES}), 0) as bigint) from content_version \
             where content_id = $1 and version <= $2 and org_id = $3"
        );
        let bytes: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(AssertSqlSafe(sum.as_str()))
                .bind(id)
                .bind(newest)
                .bind(&self.org_id)
                .fetch_one(connection))?;
        execute!(
            &mut self.transaction.0,
            sqlx::query(FORGET).bind(id).bind(newest).bind(&self.org_id)
        )?;
        self.add_history_bytes(-bytes).await
    }

    /// Forgets the oldest versions of any text until the rest fits, but no current version.
    async fn forget_oldest(&mut self) -> Result<(), StoreError> {
        const HELD: &str = "select content_history_bytes from organization where id = $1";
        const FORGET: &str = "delete from content_version where content_id = $1 and version = $2";
        let held: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(HELD).bind(&self.org_id).fetch_one(connection))?;
        let mut excess = held - MAX_HISTORY_BYTES;
        if excess <= 0 {
            return Ok(());
        }
        let oldest = format!(
            "select content_id, version, cast({VERSION_BYTES} as bigint) as bytes from content_version v \
             where org_id = $1 and version < (select version from content where id = v.content_id) \
             order by changed_at, content_id, version limit $2"
        );
        let oldest: Vec<(String, i64, i64)> = on_transaction!(
            &mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(oldest.as_str()))
                .bind(&self.org_id)
                .bind(MAX_FORGOTTEN)
                .fetch_all(connection))?;
        for (id, version, bytes) in oldest {
            if excess <= 0 {
                break;
            }
            execute!(
                &mut self.transaction.0,
                sqlx::query(FORGET).bind(id).bind(version)
            )?;
            self.add_history_bytes(-bytes).await?;
            excess -= bytes;
        }
        Ok(())
    }

    async fn add_content_size(&mut self, texts: i64, bytes: i64) -> Result<(), StoreError> {
        const SQL: &str = "update organization set content_texts = content_texts + $2, \
            content_bytes = content_bytes + $3 where id = $1";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(texts).bind(bytes)
        )?;
        Ok(())
    }

    async fn add_history_bytes(&mut self, bytes: i64) -> Result<(), StoreError> {
        const SQL: &str = "update organization \
            set content_history_bytes = content_history_bytes + $2 where id = $1";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(bytes)
        )?;
        Ok(())
    }

    async fn announce_content(&mut self) -> Result<Revision, StoreError> {
        const SQL: &str = "update organization set content_revision = $2 where id = $1";
        let transaction = &mut self.transaction.0;
        let revision = next_revision(transaction).await?;
        execute!(
            transaction,
            sqlx::query(SQL).bind(&self.org_id).bind(revision.0)
        )?;
        Ok(revision)
    }
}
