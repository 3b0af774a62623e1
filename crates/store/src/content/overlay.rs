//! The organization's texts that override the library's, for a cache that reads only what changed.

use access::OrgId;
use sqlx::FromRow;

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
                restored as removed, false as deleted, revision \
                from content where org_id = $1 and revision > $2 \
            union all select urn, '', '', '', true, true, revision \
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

    async fn all_overlay_texts(&self) -> Result<Vec<OverlayChange>, StoreError> {
        const ALL: &str = "select urn, id, title, body, restored as removed from content \
            where org_id = $1 and not restored";
        let rows: Vec<ChangeRow> = on_org_readers!(self, connection =>
            sqlx::query_as(ALL).bind(&self.org_id).fetch_all(connection))?;
        Ok(rows.into_iter().map(ChangeRow::decode).collect())
    }
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
