//! Full-text search in the texts that an organization sees, by the database's own engine. Words
//! match whole or by prefix, in any letter case. A text must have all of them. A text that has them
//! in its heading ranks first.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::words::{TextOwner, words};
use super::{BYTES, ContentRecord, Listed, SHOWN};
use crate::backend::{TextSearch, on_org_readers};
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
    /// The texts, best match first. Fewer than requested if they are long.
    pub items: Vec<ContentRecord>,
    /// The total number of matches.
    pub total: u64,
}

#[derive(sqlx::FromRow)]
struct Hit {
    number: i64,
    bytes: i64,
    total: i64,
}

impl OrgStore<'_> {
    /// Searches the texts that the organization sees.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    pub async fn search_content(&self, query: &SearchQuery) -> Result<SearchHits, StoreError> {
        let words: BTreeSet<String> = words(&query.text).take(MAX_WORDS).collect();
        if words.is_empty() || query.horoscopes.is_empty() {
            return Ok(SearchHits {
                items: Vec::new(),
                total: 0,
            });
        }
        let engine = self.store.backend.text_search();
        let owners = [TextOwner::Library, TextOwner::Org(self.org)];
        let expression = expression(&engine, owners, &words);
        let places: Vec<_> = (0..query.horoscopes.len())
            .map(|it| format!("${}", it + 7))
            .collect();
        let (from, condition, score) = (engine.from, engine.condition, engine.score);
        let places = places.join(", ");
        // The texts themselves are read last, and only those of the page: most are many pages of
        // the database long.
        let sql = format!(
            "with found as materialized (\
             select c.number as number, c.urn as urn, {score} as score from {from} \
             where {condition} and ($3 = '' or c.language = $3) \
             and ($6 = '' or c.subject = $6 or substr(c.subject, 1, length($6) + 1) = $6 || ':') \
             and c.horoscope in ({places}) and {SHOWN}), \
             page as materialized (select number, urn, score from found \
             order by score, urn limit $4 offset $5) \
             select page.number, {BYTES} as bytes, (select count(*) from found) as total \
             from page join content c on c.number = page.number order by page.score, page.urn"
        );
        let hits: Vec<Hit> = on_org_readers!(self, connection => {
            let mut asked = sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(&expression)
                .bind(query.language.as_deref().unwrap_or_default())
                .bind(i64::from(query.size.get()))
                .bind(i64::from(query.skip))
                .bind(query.subject.as_deref().unwrap_or_default());
            for horoscope in &query.horoscopes {
                asked = asked.bind(horoscope);
            }
            asked.fetch_all(connection)
        })?;
        let total = hits.first().map_or(0, |it| units(it.total));
        let listed = hits.iter().map(|it| Listed {
            number: it.number,
            bytes: it.bytes,
        });
        let (listed, _more) = Listed::fitting(listed.collect(), query.size);
        Ok(SearchHits {
            items: self.listed(&listed).await?,
            total,
        })
    }
}

/// Returns the expression for texts with all of these words, or words that begin with them, of any
/// of these owners.
fn expression(engine: &TextSearch, owners: [TextOwner; 2], words: &BTreeSet<String>) -> String {
    let of_owner = |owner: TextOwner| {
        let tag = owner.tag();
        let words = words
            .iter()
            .map(|it| (engine.prefix)(&format!("{tag}{it}")));
        format!("({})", words.collect::<Vec<_>>().join(engine.and))
    };
    owners.map(of_owner).join(engine.or)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_search_begins_with_the_tag_of_the_library_or_its_own_organization() {
        let org = "org_0000000000000000000000000000beef".parse().unwrap();
        let owners = [TextOwner::Library, TextOwner::Org(org)];
        let engine = TextSearch {
            from: "",
            condition: "",
            score: "",
            prefix: |word| format!("{word}*"),
            and: " & ",
            or: " | ",
        };
        let words = words("Sun, in").collect();
        assert_eq!(
            expression(&engine, owners, &words),
            "(lin* & lsun*) | (0000beefin* & 0000beefsun*)"
        );
    }
}
