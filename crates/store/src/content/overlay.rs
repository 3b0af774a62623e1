//! The organization's texts that override the library's, for a cache that reads only what changed.

use access::OrgId;
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use super::TextForms;
use super::change::MAX_REMOVALS;
use crate::backend::{on_org_readers, on_readers};
use crate::change::Revision;
use crate::error::StoreError;
use crate::store::Store;
use crate::tenant::OrgStore;

/// A text that overrides the library's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayRow {
    /// The name.
    pub urn: String,
    /// The id.
    pub id: String,
    /// The heading.
    pub title: String,
    /// The text.
    pub body: String,
    /// Its other forms.
    pub forms: TextForms,
}

/// A change to the texts that override the library's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OverlayChange {
    /// The text was written.
    Written(OverlayRow),
    /// The library's text with this name is shown again.
    Removed(String),
}

/// What has changed since a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayChanges {
    /// The revision after these changes. Newer ones may be included.
    pub revision: Revision,
    /// Whether `changes` are all texts, not only those changed since the revision.
    pub all: bool,
    /// The changes, in their order.
    pub changes: Vec<OverlayChange>,
}

#[derive(FromRow)]
struct ChangeRow {
    urn: String,
    id: String,
    title: String,
    body: String,
    #[sqlx(flatten)]
    forms: TextForms,
    removed: bool,
}

impl ChangeRow {
    fn decode(self) -> OverlayChange {
        if self.removed {
            return OverlayChange::Removed(self.urn);
        }
        OverlayChange::Written(OverlayRow {
            urn: self.urn,
            id: self.id,
            title: self.title,
            body: self.body,
            forms: self.forms,
        })
    }
}

impl OrgStore<'_> {
    /// Returns the changes since a revision. Returns all texts if `since` is `None` or if too many
    /// have been deleted since.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn overlay_changes(
        &self,
        since: Option<Revision>,
    ) -> Result<OverlayChanges, StoreError> {
        const REVISION: &str = "select content_revision from organization where id = $1";
        // Before the texts: what is written in between is read again by the next call.
        let revision: Option<i64> = on_org_readers!(self, connection =>
            sqlx::query_scalar(REVISION).bind(&self.org_id).fetch_optional(connection))?;
        let revision = Revision(revision.unwrap_or_default());
        if let Some(since) = since
            && let Some(changes) = self.changes_after(since).await?
        {
            let all = false;
            return Ok(OverlayChanges {
                revision,
                all,
                changes,
            });
        }
        let changes = if revision == Revision(0) {
            Vec::new()
        } else {
            self.all_overlay_texts().await?
        };
        let all = true;
        Ok(OverlayChanges {
            revision,
            all,
            changes,
        })
    }

    /// Returns `None` if deletions may have been forgotten.
    async fn changes_after(
        &self,
        since: Revision,
    ) -> Result<Option<Vec<OverlayChange>>, StoreError> {
        // In one statement: a name that was deleted and used again occurs in both tables.
        const CHANGES: &str = "select urn, id, \
                case when restored then '' else title end as title, \
                case when restored then '' else body end as body, \
                case when restored then '' else teaser end as teaser, \
                case when restored then '' else long_body end as long_body, \
                restored as removed, false as deleted, revision \
                from content where org_id = $1 and revision > $2 \
            union all select urn, '', '', '', '', '', true, true, revision \
                from content_removal where org_id = $1 and revision > $2 \
            order by revision";
        #[derive(FromRow)]
        struct Row {
            #[sqlx(flatten)]
            change: ChangeRow,
            deleted: bool,
        }
        let rows: Vec<Row> = on_org_readers!(self, connection =>
            sqlx::query_as(CHANGES).bind(&self.org_id).bind(since.0).fetch_all(connection))?;
        let deleted = rows.iter().filter(|it| it.deleted).count();
        if deleted >= MAX_REMOVALS {
            return Ok(None);
        }
        let changes = rows.into_iter().map(|it| it.change.decode());
        Ok(Some(changes.collect()))
    }

    /// Reads all texts packed into a few long rows: ten thousand rows of their own would take several
    /// times as long to read.
    async fn all_overlay_texts(&self) -> Result<Vec<OverlayChange>, StoreError> {
        const PACKED: &str = "select count(*) as count, max(urn) as last, string_agg( \
                cast(octet_length(urn) as text) || ',' || cast(octet_length(id) as text) || ',' \
                || cast(octet_length(title) as text) || ',' || cast(octet_length(body) as text) \
                || ',' || cast(octet_length(teaser) as text) \
                || ',' || cast(octet_length(long_body) as text) \
                || ':' || urn || id || title || body || teaser || long_body, '') as texts \
            from (select urn, id, title, body, teaser, long_body from content \
                where org_id = $1 and not restored and urn > $2 \
                order by urn limit $3) as page";
        let mut texts = Vec::new();
        let mut after = String::new();
        loop {
            let packed: Option<PackedTexts> = on_org_readers!(self, connection =>
                sqlx::query_as(PACKED)
                    .bind(&self.org_id)
                    .bind(&after)
                    .bind(TEXTS_PER_ROW)
                    .fetch_optional(connection))?;
            let Some(PackedTexts {
                count,
                last: Some(last),
                texts: Some(packed),
            }) = packed
            else {
                return Ok(texts);
            };
            unpack(&packed, &mut texts)?;
            if count < TEXTS_PER_ROW {
                return Ok(texts);
            }
            after = last;
        }
    }
}

/// Texts in one row, about a megabyte of usual ones.
const TEXTS_PER_ROW: i64 = 1_000;

/// Texts of an organization, each as six lengths in bytes, separated by commas and ended by a colon, and then URN, id,
/// title, body, teaser and long form without separators.
#[derive(FromRow)]
struct PackedTexts {
    count: i64,
    last: Option<String>,
    texts: Option<String>,
}

/// Reads packed texts.
fn unpack(packed: &str, texts: &mut Vec<OverlayChange>) -> Result<(), StoreError> {
    let mut rest = packed;
    while !rest.is_empty() {
        let text = unpack_text(&mut rest);
        let text = text.ok_or_else(|| StoreError::corrupt("content", "packed texts"))?;
        texts.push(OverlayChange::Written(text));
    }
    Ok(())
}

/// Reads the first of packed texts. `None` if they are not packed texts.
fn unpack_text(rest: &mut &str) -> Option<OverlayRow> {
    let (lengths, mut fields) = rest.split_once(':')?;
    let mut lengths = lengths.split(',').map(str::parse::<usize>);
    let mut next = || {
        let (field, after) = fields.split_at_checked(lengths.next()?.ok()?)?;
        fields = after;
        Some(field.to_owned())
    };
    let row = OverlayRow {
        urn: next()?,
        id: next()?,
        title: next()?,
        body: next()?,
        forms: TextForms {
            teaser: next()?,
            long: next()?,
        },
    };
    *rest = fields;
    Some(row)
}

#[derive(FromRow)]
struct OrgRevisionRow {
    id: String,
    content_revision: i64,
}

impl Store {
    /// Returns every organization whose texts have changed after `seen`, each with its newest
    /// revision.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn content_changes_since(
        &self,
        seen: Revision,
    ) -> Result<Vec<(OrgId, Revision)>, StoreError> {
        const SQL: &str = "select id, content_revision from organization \
            where content_revision > $1 order by content_revision";
        let rows: Vec<OrgRevisionRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(SQL).bind(seen.0).fetch_all(pool))?;
        let decode = |row: OrgRevisionRow| {
            let id = row.id.parse();
            let id = id.map_err(|_| StoreError::corrupt("organization.id", &row.id))?;
            Ok((id, Revision(row.content_revision)))
        };
        rows.into_iter().map(decode).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_texts_read_back_whatever_they_contain() {
        let texts = [
            ["urn:a", "1", "3,1:é", "two\nlines, 4:x", "", "long"],
            ["urn:b", "2", "", "🌒", "short", ""],
        ];
        let pack = |fields: &[&str; 6]| {
            let lengths = fields.map(|it| it.len().to_string());
            format!("{}:{}", lengths.join(","), fields.concat())
        };
        let packed: String = texts.iter().map(pack).collect();
        let mut found = Vec::new();
        unpack(&packed, &mut found).unwrap();
        let expected = texts.map(|[urn, id, title, body, teaser, long]| {
            OverlayChange::Written(OverlayRow {
                urn: urn.to_owned(),
                id: id.to_owned(),
                title: title.to_owned(),
                body: body.to_owned(),
                forms: TextForms {
                    teaser: teaser.to_owned(),
                    long: long.to_owned(),
                },
            })
        });
        assert_eq!(found, expected);
        for broken in ["1,2,3:x", "1,1,1,1,1,9:abcdef", "text"] {
            assert!(unpack(broken, &mut Vec::new()).is_err(), "{broken}");
        }
    }
}
