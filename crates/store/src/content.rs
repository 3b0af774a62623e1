//! Texts: those of the library, and the copies and additions of organizations.
//!
//! An organization sees one text for each name: its own if it has one that is not restored,
//! otherwise the library's. Other organizations' texts are not found.

mod change;
mod library;
mod overlay;
mod search;
mod words;

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;

use access::{OrgId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::on_org_readers;
use crate::error::StoreError;
use crate::ledger::units;
use crate::page::{Page, PageSize};
use crate::tenant::OrgStore;

pub use change::{ContentAction, ContentEdit, ContentSize, NewContent};
pub use library::LibraryText;
pub use overlay::{OverlayChange, OverlayChanges, OverlayRow};
pub use search::{SearchHits, SearchQuery};
pub use words::search_words;

/// The shorter and the longer form of a text. Empty where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct TextForms {
    /// The short form.
    pub teaser: String,
    /// The long form.
    #[sqlx(rename = "long_body")]
    pub long: String,
}

impl TextForms {
    fn bytes(&self) -> usize {
        self.teaser.len() + self.long.len()
    }
}

/// A text as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentRecord {
    /// The id.
    pub id: String,
    /// The owner; `None` for the library's texts.
    pub owner: Option<OrgId>,
    /// The name.
    pub urn: String,
    /// The kind of horoscope that it belongs to.
    pub horoscope: String,
    /// The kind of item that it describes.
    pub kind: String,
    /// The subject.
    pub subject: String,
    /// The language.
    pub language: String,
    /// The heading.
    pub title: String,
    /// The text, in Markdown.
    pub body: String,
    /// Its other forms.
    pub forms: TextForms,
    /// Additional metadata, as JSON text.
    pub metadata: String,
    /// The library text that it is a copy of.
    pub base_id: Option<String>,
    /// Whether it was restored to the library text.
    pub restored: bool,
    /// The version: 1 on creation, incremented by each write.
    pub version: u64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last written.
    pub updated_at: Timestamp,
}

#[derive(FromRow)]
struct ContentRow {
    id: String,
    org_id: Option<String>,
    urn: String,
    horoscope: String,
    kind: String,
    subject: String,
    language: String,
    title: String,
    body: String,
    #[sqlx(flatten)]
    forms: TextForms,
    metadata: String,
    base_id: Option<String>,
    restored: bool,
    version: i64,
    created_at: i64,
    updated_at: i64,
}

#[derive(FromRow)]
struct NumberedRow {
    number: i64,
    #[sqlx(flatten)]
    row: ContentRow,
}

const COLUMNS: &str = "c.id, c.org_id, c.urn, c.horoscope, c.kind, c.subject, c.language, c.title, \
    c.body, c.teaser, c.long_body, c.metadata, c.base_id, c.restored, c.version, c.created_at, c.updated_at";

/// The condition for the own texts that the organization `$1` sees.
const OWN: &str = "c.org_id = $1 and not c.restored";
/// The condition for the library texts that the organization `$1` sees.
const NOT_REPLACED: &str = "c.org_id is null and not exists (select 1 from content o \
    where o.org_id = $1 and o.urn = c.urn and not o.restored)";
/// The condition for the texts of the organization `$1` and of the library. No index fits it: SQLite
/// would prefer one to the numbers of a hundred texts, and read all texts of both.
const SEEN_BY_ORG: &str = "coalesce(c.org_id, $1) = $1";
/// The bytes of a text or a version `c`.
const BYTES: &str = "cast(octet_length(c.title) + octet_length(c.body) + octet_length(c.teaser) \
    + octet_length(c.long_body) + octet_length(c.metadata) as bigint)";

/// The bytes of texts on one page, whatever its size: a page with one request's work of reading,
/// writing and compressing. A longer text is on a page of its own.
const MAX_PAGE_BYTES: i64 = 128 * 1024;

/// A text of a page before it is read.
#[derive(Clone, Copy, Debug)]
struct Listed {
    number: i64,
    bytes: i64,
}

impl Listed {
    /// Returns a statement that yields the rows of a table, in this order, as one row: a hundred rows
    /// would take longer to pass on than to find. The table has the columns `number` and `bytes`.
    fn together(table: &str, order: &str) -> String {
        format!(
            "select coalesce(string_agg(cast(number as text) || ':' || cast(bytes as text), ',' \
             order by {order}), '') from ({table}) as listed"
        )
    }

    /// Reads the row of such a statement.
    fn parse(together: &str) -> Result<Vec<Self>, StoreError> {
        let one = |text: &str| {
            let (number, bytes) = text.split_once(':')?;
            let (number, bytes) = (number.parse().ok()?, bytes.parse().ok()?);
            Some(Self { number, bytes })
        };
        let all = together.split(',').filter(|it| !it.is_empty());
        let all: Option<Vec<_>> = all.map(one).collect();
        all.ok_or_else(|| StoreError::corrupt("content.number", together))
    }

    /// Returns the texts that fit on a page, and whether there are others.
    fn fitting(mut rows: Vec<Self>, size: PageSize) -> (Vec<Self>, bool) {
        let mut bytes = 0;
        let fits = rows.iter().take_while(|it| {
            bytes += it.bytes;
            bytes <= MAX_PAGE_BYTES
        });
        let most = size.get() as usize;
        let count = fits.count().max(1).min(most);
        let more = rows.len() > count;
        rows.truncate(count);
        (rows, more)
    }
}

impl ContentRow {
    fn decode(self) -> Result<ContentRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let owner = self.org_id.as_deref().map(str::parse).transpose();
        Ok(ContentRecord {
            owner: owner.map_err(|_| corrupt("content.org_id"))?,
            version: u64::try_from(self.version).map_err(|_| corrupt("content.version"))?,
            urn: self.urn,
            horoscope: self.horoscope,
            kind: self.kind,
            subject: self.subject,
            language: self.language,
            title: self.title,
            body: self.body,
            forms: self.forms,
            metadata: self.metadata,
            base_id: self.base_id,
            restored: self.restored,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
            id: self.id,
        })
    }
}

/// A filter for a list of texts.
#[derive(Clone, Debug, Default)]
pub struct ContentFilter {
    /// The kind of horoscope.
    pub horoscope: String,
    /// The kind of item described.
    pub kind: String,
    /// The language.
    pub language: Option<String>,
    /// The subject, or a prefix of it that ends before a colon.
    pub subject: Option<String>,
    /// Whose texts; both if there is none.
    pub owner: Option<ContentOwner>,
}

/// Who a listed text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentOwner {
    /// The organization.
    Organization,
    /// The library, without the texts that the organization has a copy of.
    Library,
}

/// A text after one of its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentVersion {
    /// The version number, from 1.
    pub version: u64,
    /// The action.
    pub action: ContentAction,
    /// The heading at that version.
    pub title: String,
    /// The text at that version.
    pub body: String,
    /// Its other forms at that version.
    pub forms: TextForms,
    /// Additional metadata at that version, as JSON text.
    pub metadata: String,
    /// When it was changed.
    pub changed_at: Timestamp,
    /// Who changed it.
    pub changed_by: String,
}

#[derive(FromRow)]
struct VersionRow {
    version: i64,
    action: String,
    title: String,
    body: String,
    #[sqlx(flatten)]
    forms: TextForms,
    metadata: String,
    changed_at: i64,
    changed_by: String,
}

impl VersionRow {
    fn decode(self, id: &str) -> Result<ContentVersion, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, id);
        let action = ContentAction::from_name(&self.action);
        Ok(ContentVersion {
            version: u64::try_from(self.version).map_err(|_| corrupt("content_version.version"))?,
            action: action.ok_or_else(|| corrupt("content_version.action"))?,
            title: self.title,
            body: self.body,
            forms: self.forms,
            metadata: self.metadata,
            changed_at: Timestamp::from_micros(self.changed_at),
            changed_by: self.changed_by,
        })
    }
}

impl OrgStore<'_> {
    /// Returns a text by id: one of the organization's, restored or not, or one of the library's.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content(&self, id: &str) -> Result<Option<ContentRecord>, StoreError> {
        self.one_content("c.id = $2 and (c.org_id is null or c.org_id = $1)", id)
            .await
    }

    /// Returns the text that the organization sees under a name.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content_by_urn(&self, urn: &str) -> Result<Option<ContentRecord>, StoreError> {
        let condition = format!("c.urn = $2 and (({OWN}) or ({NOT_REPLACED}))");
        self.one_content(&condition, urn).await
    }

    async fn one_content(
        &self,
        condition: &str,
        name: &str,
    ) -> Result<Option<ContentRecord>, StoreError> {
        let sql = format!("select {COLUMNS} from content c where {condition}");
        let row: Option<ContentRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(name)
                .fetch_optional(pool))?;
        row.map(ContentRow::decode).transpose()
    }

    /// Returns a page of the texts of one kind that the organization sees, by name, after the text
    /// with this name. It has fewer texts than requested if they are long.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn contents_page(
        &self,
        filter: &ContentFilter,
        after: Option<&str>,
        size: PageSize,
    ) -> Result<Page<ContentRecord, String>, StoreError> {
        // Matches a subject by prefix, part by part. Comparing with the character after the colon
        // excludes longer words without a pattern to escape.
        let of_kind = "c.horoscope = $2 and c.kind = $3 and ($4 = '' or c.language = $4) \
             and ($5 = '' or c.subject = $5 or substr(c.subject, 1, length($5) + 1) = $5 || ':')";
        // Own texts and those of the library apart: each list is in the order of an index.
        let part = |shown: &str| {
            format!(
                "select * from (select c.number, c.urn from content c \
                 where {of_kind} and {shown} and c.urn > $6 order by c.urn limit $7) as {}",
                if shown == OWN { "own" } else { "library" }
            )
        };
        let shown: &[&str] = match filter.owner {
            None => &[OWN, NOT_REPLACED],
            Some(ContentOwner::Organization) => &[OWN],
            Some(ContentOwner::Library) => &[NOT_REPLACED],
        };
        let parts: Vec<String> = shown.iter().map(|it| part(it)).collect();
        let items = format!(
            "select c.number, {BYTES} as bytes, page.urn from \
             (select number, urn from ({}) as parts order by urn limit $7) as page \
             join content c on c.number = page.number",
            parts.join(" union all ")
        );
        let items = Listed::together(&items, "urn");
        let count =
            |shown: &str| format!("(select count(*) from content c where {of_kind} and {shown})");
        let counts: Vec<String> = shown.iter().map(|it| count(it)).collect();
        let count = format!("select {}", counts.join(" + "));
        let (language, subject) = (filter.language.as_deref(), filter.subject.as_deref());
        let rows: String = on_org_readers!(self, connection =>
            sqlx::query_scalar(AssertSqlSafe(items.as_str()))
                .bind(&self.org_id)
                .bind(&filter.horoscope)
                .bind(&filter.kind)
                .bind(language.unwrap_or_default())
                .bind(subject.unwrap_or_default())
                .bind(after.unwrap_or_default())
                .bind(size.probe())
                .fetch_one(connection))?;
        let total: i64 = on_org_readers!(self, connection =>
            sqlx::query_scalar(AssertSqlSafe(count.as_str()))
                .bind(&self.org_id)
                .bind(&filter.horoscope)
                .bind(&filter.kind)
                .bind(language.unwrap_or_default())
                .bind(subject.unwrap_or_default())
                .fetch_one(connection))?;
        let (rows, more) = Listed::fitting(Listed::parse(&rows)?, size);
        let items = self.listed(&rows).await?;
        Ok(Page {
            next: items.last().filter(|_| more).map(|it| it.urn.clone()),
            items,
            total: units(total),
        })
    }

    /// Reads texts by their numbers, in this order. Omits those that were deleted in the meantime.
    async fn listed(&self, listed: &[Listed]) -> Result<Vec<ContentRecord>, StoreError> {
        if listed.is_empty() {
            return Ok(Vec::new());
        }
        let numbers: Vec<_> = listed.iter().map(|it| it.number.to_string()).collect();
        let sql = format!(
            "select {COLUMNS}, c.number from content c where c.number in ({}) \
             and {SEEN_BY_ORG}",
            numbers.join(", ")
        );
        let rows: Vec<NumberedRow> = on_org_readers!(self, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_all(connection))?;
        let mut rows: HashMap<i64, ContentRow> =
            rows.into_iter().map(|it| (it.number, it.row)).collect();
        let found = listed.iter().filter_map(|it| rows.remove(&it.number));
        found.map(ContentRow::decode).collect()
    }

    /// Returns a page of the versions of one of the organization's texts, newest first, before a
    /// version. It has fewer versions than requested if they are long.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content_versions(
        &self,
        id: &str,
        before: Option<u64>,
        size: PageSize,
    ) -> Result<Page<ContentVersion, u64>, StoreError> {
        const OWN: &str =
            "content_id = $2 and exists (select 1 from content where id = $2 and org_id = $1)";
        let sizes = format!(
            "select version as number, {BYTES} as bytes from content_version c \
             where {OWN} and version < $3 order by version desc limit $4"
        );
        let sizes = Listed::together(&sizes, "number desc");
        let items = format!(
            "select version, action, title, body, teaser, long_body, metadata, changed_at, changed_by \
             from content_version where {OWN} and version < $3 order by version desc limit $4"
        );
        let count = format!("select count(*) from content_version where {OWN}");
        let before = before.and_then(|it| i64::try_from(it).ok());
        let sizes: String = on_org_readers!(self, connection =>
            sqlx::query_scalar(AssertSqlSafe(sizes.as_str()))
                .bind(&self.org_id)
                .bind(id)
                .bind(before.unwrap_or(i64::MAX))
                .bind(size.probe())
                .fetch_one(connection))?;
        let (listed, more) = Listed::fitting(Listed::parse(&sizes)?, size);
        let most = i64::try_from(listed.len()).unwrap_or(i64::MAX);
        let rows: Vec<VersionRow> = on_org_readers!(self, connection =>
            sqlx::query_as(AssertSqlSafe(items.as_str()))
                .bind(&self.org_id)
                .bind(id)
                .bind(before.unwrap_or(i64::MAX))
                .bind(most)
                .fetch_all(connection))?;
        let total: i64 = on_org_readers!(self, connection =>
            sqlx::query_scalar(AssertSqlSafe(count.as_str()))
                .bind(&self.org_id)
                .bind(id)
                .fetch_one(connection))?;
        let items: Result<Vec<_>, _> = rows.into_iter().map(|it| it.decode(id)).collect();
        let items = items?;
        Ok(Page {
            next: items.last().filter(|_| more).map(|it| it.version),
            items,
            total: units(total),
        })
    }
}
