//! The library's texts in the database, so that lists and searches find them alongside those of the
//! organizations. The program contains them, and only differences are written.

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;

use access::Timestamp;
use sqlx::{AssertSqlSafe, FromRow};

use super::TextForms;
use super::words::{TextFilter, TextOwner};
use crate::backend::{Transaction, execute, on_readers, on_transaction, portions};
use crate::error::StoreError;
use crate::store::Store;

/// A text of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryText<'a> {
    /// The id.
    pub id: String,
    /// The name.
    pub urn: String,
    /// The kind of horoscope.
    pub horoscope: &'a str,
    /// The kind of item described.
    pub kind: &'a str,
    /// The subject.
    pub subject: &'a str,
    /// The language.
    pub language: &'a str,
    /// The heading.
    pub title: &'a str,
    /// The text.
    pub body: &'a str,
    /// The short form; empty if there is none.
    pub teaser: &'a str,
    /// The long form; empty if there is none.
    pub long: &'a str,
}

#[derive(FromRow)]
struct KnownRow {
    id: String,
    title: String,
    body: String,
    #[sqlx(flatten)]
    forms: TextForms,
    has_words: bool,
}

/// A text of an organization that was written before the search had words.
#[derive(FromRow)]
struct WordlessRow {
    id: String,
    org_id: String,
    horoscope: String,
    language: String,
    subject: String,
    title: String,
    body: String,
    restored: bool,
}

/// The number of texts that get their words at a time.
const WORDLESS_TOGETHER: i64 = 500;

impl Store {
    /// Synchronizes the library's texts in the database with those of the program. Does nothing if
    /// they already have this fingerprint. Returns `true` if anything was changed. Several nodes
    /// may start at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn sync_library(
        &self,
        fingerprint: &str,
        texts: &[LibraryText<'_>],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const SEEN: &str = "select fingerprint from content_library where id = 1";
        // The update locks the row in PostgreSQL: the second node waits and finds it done.
        const MARK: &str = "update content_library set fingerprint = $1 \
            where id = 1 and fingerprint <> $1";
        const KNOWN: &str = "select id, title, body, teaser, long_body, \
            filter_words <> '' as has_words \
            from content where org_id is null";
        let seen: String = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SEEN).fetch_one(pool))?;
        if seen == fingerprint {
            return Ok(false);
        }
        let mut transaction = self.backend.begin().await?;
        if execute!(&mut transaction, sqlx::query(MARK).bind(fingerprint))? == 0 {
            return Ok(false);
        }
        let known: Vec<KnownRow> = on_transaction!(&mut transaction, connection =>
            sqlx::query_as(KNOWN).fetch_all(connection))?;
        let mut known: HashMap<String, KnownRow> =
            known.into_iter().map(|it| (it.id.clone(), it)).collect();
        let mut new = Vec::new();
        for text in texts {
            match known.remove(&text.id) {
                None => new.push(text),
                Some(row) if row.is(text) => {}
                Some(_) => rewrite(&mut transaction, text, now).await?,
            }
        }
        for gone in known.keys() {
            const SQL: &str = "delete from content where org_id is null and id = $1";
            execute!(&mut transaction, sqlx::query(SQL).bind(gone))?;
        }
        for portion in portions(&new) {
            insert(&mut transaction, portion, now).await?;
        }
        add_missing_words(&mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

impl LibraryText<'_> {
    /// Returns the words by which a search filters.
    fn filter_words(&self) -> String {
        let properties = (self.horoscope, self.language, self.subject);
        TextFilter::words_of(TextOwner::Library, properties)
    }
}

impl KnownRow {
    /// Returns `true` if the row is up to date.
    fn is(&self, text: &LibraryText<'_>) -> bool {
        let forms = (self.forms.teaser.as_str(), self.forms.long.as_str());
        self.title == text.title
            && self.body == text.body
            && forms == (text.teaser, text.long)
            && self.has_words
    }
}

/// Adds the words of texts that were written before the search had any.
async fn add_missing_words(transaction: &mut Transaction) -> Result<(), StoreError> {
    const FIND: &str = "select id, org_id, horoscope, language, subject, title, body, restored \
        from content where id > $1 and org_id is not null and filter_words = '' \
        order by id limit $2";
    const SQL: &str = "update content set title_words = $2, body_words = $3, filter_words = $4 \
        where id = $1";
    let mut after = String::new();
    loop {
        let rows: Vec<WordlessRow> = on_transaction!(&mut *transaction, connection =>
            sqlx::query_as(FIND)
                .bind(&after)
                .bind(WORDLESS_TOGETHER)
                .fetch_all(connection))?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after.clone_from(&last.id);
        for row in rows {
            let org = row.org_id.parse();
            let org = org.map_err(|_| StoreError::corrupt("content.org_id", &row.id))?;
            let owner = TextOwner::Org(org);
            // A restored text has no words until it is edited.
            let words = |text: &str| {
                if row.restored {
                    String::new()
                } else {
                    owner.words(text)
                }
            };
            execute!(
                &mut *transaction,
                sqlx::query(SQL)
                    .bind(&row.id)
                    .bind(words(&row.title))
                    .bind(words(&row.body))
                    .bind(TextFilter::words_of(
                        owner,
                        (&row.horoscope, &row.language, &row.subject)
                    ))
            )?;
        }
    }
}

async fn rewrite(
    transaction: &mut Transaction,
    text: &LibraryText<'_>,
    now: Timestamp,
) -> Result<(), StoreError> {
    const SQL: &str = "update content set title = $2, body = $3, version = version + 1, \
        updated_at = $4, title_words = $5, body_words = $6, filter_words = $7, \
        teaser = $8, long_body = $9 where org_id is null and id = $1";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(&text.id)
            .bind(text.title)
            .bind(text.body)
            .bind(now.micros())
            .bind(TextOwner::Library.words(text.title))
            .bind(TextOwner::Library.words(text.body))
            .bind(text.filter_words())
            .bind(text.teaser)
            .bind(text.long)
    )?;
    Ok(())
}

async fn insert(
    transaction: &mut Transaction,
    texts: &[&LibraryText<'_>],
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql = format!(
        "insert into content (id, urn, horoscope, kind, subject, language, title, body, metadata, \
         version, created_at, updated_at, title_words, body_words, filter_words, teaser, \
         long_body) \
         values {}",
        transaction.rows(texts.len(), 17)
    );
    execute!(transaction, {
        let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
        for text in texts {
            query = query
                .bind(&text.id)
                .bind(&text.urn)
                .bind(text.horoscope)
                .bind(text.kind)
                .bind(text.subject)
                .bind(text.language)
                .bind(text.title)
                .bind(text.body)
                .bind("{}")
                .bind(1_i64)
                .bind(now.micros())
                .bind(now.micros())
                .bind(TextOwner::Library.words(text.title))
                .bind(TextOwner::Library.words(text.body))
                .bind(text.filter_words())
                .bind(text.teaser)
                .bind(text.long);
        }
        query
    })?;
    Ok(())
}
