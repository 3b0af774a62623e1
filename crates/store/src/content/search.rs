//! Full-text search in the texts that an organization sees, by the database's own engine. Words
//! match whole or by prefix, in any letter case. A text must have all of them. A text that has them
//! in its heading ranks first.

use sqlx::AssertSqlSafe;

use super::{COLUMNS, ContentRecord, ContentRow, EFFECTIVE};
use crate::backend::on_org_readers;
use crate::error::StoreError;
use crate::ledger::units;
use crate::page::PageSize;
use crate::tenant::OrgStore;

/// The maximum number of words in a search. Further words are ignored.
const MAX_WORDS: usize = 12;

/// A search query.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    /// The words.
    pub text: String,
    /// The kinds of horoscope to search in.
    pub horoscopes: Vec<String>,
    /// The language to search in.
    pub language: Option<String>,
    /// The subject to search for, or a prefix of it that ends before a colon.
    pub subject: Option<String>,
    /// The number of best matches to skip.
    pub skip: u32,
    /// The page size.
    pub size: PageSize,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchHits {
    /// The texts, best match first.
    pub items: Vec<ContentRecord>,
    /// The total number of matches.
    pub total: u64,
}

/// Returns the words of a search: runs of letters and digits. Other characters that search engines
/// interpret, such as quotes and operators, separate words.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    let words = words.filter(|it| !it.is_empty()).take(MAX_WORDS);
    words.map(str::to_lowercase).collect()
}

impl OrgStore<'_> {
    /// Searches the texts that the organization sees.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    pub async fn search_content(&self, query: &SearchQuery) -> Result<SearchHits, StoreError> {
        let words = words(&query.text);
        if words.is_empty() || query.horoscopes.is_empty() {
            return Ok(SearchHits {
                items: Vec::new(),
                total: 0,
            });
        }
        let engine = self.store.backend.text_search();
        let places: Vec<_> = (0..query.horoscopes.len())
            .map(|it| format!("${}", it + 7))
            .collect();
        let (from, condition, order) = (engine.from, engine.condition, engine.order);
        let places = places.join(", ");
        // The count takes the same parameters but needs only some of them.
        let found = format!(
            "from {from} where {condition} and ($3 = '' or c.language = $3) \
             and ($6 = '' or c.subject = $6 or substr(c.subject, 1, length($6) + 1) = $6 || ':') \
             and c.horoscope in ({places}) and {EFFECTIVE}"
        );
        let items = format!("select {COLUMNS} {found} order by {order}, c.urn limit $4 offset $5");
        let count = format!("select count(*) {found} and $4 >= 0 and $5 >= 0");
        let expression = (engine.expression)(&words);
        let size = i64::from(query.size.get());
        let rows: Vec<ContentRow> = on_org_readers!(self, pool => {
            let mut asked = sqlx::query_as(AssertSqlSafe(items.as_str()))
                .bind(&self.org_id)
                .bind(&expression)
                .bind(query.language.as_deref().unwrap_or_default())
                .bind(size)
                .bind(i64::from(query.skip))
                .bind(query.subject.as_deref().unwrap_or_default());
            for horoscope in &query.horoscopes {
                asked = asked.bind(horoscope);
            }
            asked.fetch_all(pool)
        })?;
        let total: i64 = on_org_readers!(self, pool => {
            let mut asked = sqlx::query_scalar(AssertSqlSafe(count.as_str()))
                .bind(&self.org_id)
                .bind(&expression)
                .bind(query.language.as_deref().unwrap_or_default())
                .bind(size)
                .bind(i64::from(query.skip))
                .bind(query.subject.as_deref().unwrap_or_default());
            for horoscope in &query.horoscopes {
                asked = asked.bind(horoscope);
            }
            asked.fetch_one(pool)
        })?;
        let items: Result<Vec<_>, _> = rows.into_iter().map(ContentRow::decode).collect();
        Ok(SearchHits {
            items: items?,
            total: units(total),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_its_words_and_nothing_an_engine_would_obey() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected, "{text}");
        check("", &[]);
        check("  Self-worth, and ", &["self", "worth", "and"]);
        check(
            "a\" OR NEAR(b c) -d* 'e':*",
            &["a", "or", "near", "b", "c", "d", "e"],
        );
        check("Één ☉ ÉÉN", &["één", "één"]);
        check("'; drop table content; --", &["drop", "table", "content"]);
        assert_eq!(words(&"x ".repeat(99)).len(), MAX_WORDS);
    }
}
