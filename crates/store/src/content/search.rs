//! Full-text search in the texts that an organization sees, by the database's own engine. Words
//! match whole or by prefix, in any letter case. A text must have all of them.
//!
//! Texts that have the words in their heading come first, and an organization's own texts come before
//! those of the library. The order needs no scores, so a search ends when it has found enough.

use async_recursion::async_recursion as boxed;
use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::words::{TextFilter, TextOwner};
use super::{BYTES, ContentOwner, ContentRecord, Listed, NOT_REPLACED, OWN, SEEN_BY_ORG};
use crate::backend::{TextPart, TextSearch, on_org_readers};
use crate::error::StoreError;
use crate::page::PageSize;
use crate::tenant::OrgStore;

/// A search query.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    /// The words, of [`search_words`](super::search_words). Each is looked up on its own.
    pub words: BTreeSet<String>,
    /// The kinds of horoscope to search in.
    pub horoscopes: Vec<String>,
    /// The language to search in.
    pub language: Option<String>,
    /// The subject to search for, or a prefix of it that ends before a colon.
    pub subject: Option<String>,
    /// Whose texts; both if there is none.
    pub owner: Option<ContentOwner>,
    /// The number of best matches to skip.
    pub skip: usize,
    /// The page size.
    pub size: PageSize,
    /// The maximum number of matches, on all pages together.
    pub max_hits: usize,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchHits {
    /// The texts, best match first. Fewer than requested if they are long.
    pub items: Vec<ContentRecord>,
    /// The number of matches, up to the maximum.
    pub total: u64,
}

impl OrgStore<'_> {
    /// Searches the texts that the organization sees.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn search_content(&self, query: &SearchQuery) -> Result<SearchHits, StoreError> {
        let mut found = Vec::new();
        if !query.words.is_empty() && !query.horoscopes.is_empty() {
            let words: Vec<_> = query.words.iter().cloned().collect();
            let engine = self.store.backend.text_search();
            let own = (ContentOwner::Organization, TextOwner::Org(self.org));
            let owners = [own, (ContentOwner::Library, TextOwner::Library)];
            for part in [TextPart::Title, TextPart::Anywhere] {
                for (_, owner) in owners
                    .into_iter()
                    .filter(|it| query.owner.is_none_or(|of| of == it.0))
                {
                    let expression = expression(&engine, owner, part, &words, query);
                    let room = query.max_hits - found.len();
                    if room > 0 {
                        found.extend(self.matches(query, owner, &expression, room).await?);
                    }
                }
            }
        }
        let total = u64::try_from(found.len()).unwrap_or(u64::MAX);
        let page = found.into_iter().skip(query.skip);
        let page: Vec<_> = page.take(query.size.get() as usize).collect();
        let page = self.with_sizes(&page).await?;
        let (page, _more) = Listed::fitting(page, query.size);
        Ok(SearchHits {
            items: self.listed(&page).await?,
            total,
        })
    }

    /// Returns the numbers of at most `most` texts of an owner that match an expression.
    async fn matches(
        &self,
        query: &SearchQuery,
        owner: TextOwner,
        expression: &str,
        most: usize,
    ) -> Result<Vec<i64>, StoreError> {
        let engine = self.store.backend.text_search();
        let shown = match owner {
            TextOwner::Org(_) => OWN,
            TextOwner::Library => NOT_REPLACED,
        };
        let places: Vec<_> = (0..query.horoscopes.len())
            .map(|it| format!("${}", it + 6))
            .collect();
        // The words of a text's properties are not unique, so the properties themselves are
        // compared, too. All numbers are one row: a thousand rows would take longer to pass on than
        // to find.
        let sql = format!(
            "select coalesce(string_agg(cast(number as text), ',' order by number), '') from (\
             select c.number from {} where {} and ($3 = '' or c.language = $3) \
             and ($4 = '' or c.subject = $4 or substr(c.subject, 1, length($4) + 1) = $4 || ':') \
             and c.horoscope in ({}) and {shown} order by {} limit $5) as found",
            engine.from,
            engine.condition,
            places.join(", "),
            engine.order,
        );
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found: String = on_org_readers!(self, connection => {
            let mut asked = sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(expression)
                .bind(query.language.as_deref().unwrap_or_default())
                .bind(query.subject.as_deref().unwrap_or_default())
                .bind(most);
            for horoscope in &query.horoscopes {
                asked = asked.bind(horoscope);
            }
            asked.fetch_one(connection)
        })?;
        let numbers = found.split(',').filter(|it| !it.is_empty());
        let numbers: Result<Vec<i64>, _> = numbers.map(str::parse).collect();
        numbers.map_err(|_| StoreError::corrupt("content.number", &found))
    }

    /// Adds the sizes of texts, in the same order.
    async fn with_sizes(&self, numbers: &[i64]) -> Result<Vec<Listed>, StoreError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let list: Vec<_> = numbers.iter().map(i64::to_string).collect();
        let sql = format!(
            "select c.number, {BYTES} as bytes from content c where c.number in ({}) \
             and {SEEN_BY_ORG}",
            list.join(", ")
        );
        let sql = Listed::together(&sql, "number");
        let sizes: String = on_org_readers!(self, connection =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_one(connection))?;
        let mut sizes = Listed::parse(&sizes)?;
        sizes.sort_by_key(|it| numbers.iter().position(|number| *number == it.number));
        Ok(sizes)
    }
}

/// Returns the expression for the texts of an owner that have all of these words, or words that
/// begin with them, in a part, and not already in the heading.
fn expression(
    engine: &TextSearch,
    owner: TextOwner,
    part: TextPart,
    words: &[String],
    query: &SearchQuery,
) -> String {
    let tag = owner.tag();
    let words: Vec<_> = words.iter().map(|it| format!("{tag}{it}")).collect();
    let filter = |filter: TextFilter<'_>| (engine.all)(TextPart::Filter, &[filter.word(owner)]);
    let horoscopes = query.horoscopes.iter();
    let horoscopes: Vec<_> = horoscopes
        .map(|it| filter(TextFilter::Horoscope(it)))
        .collect();
    let mut needed = vec![
        (engine.all)(part, &words),
        format!("({})", horoscopes.join(engine.or)),
    ];
    needed.extend(
        query
            .language
            .as_deref()
            .map(|it| filter(TextFilter::Language(it))),
    );
    needed.extend(
        query
            .subject
            .as_deref()
            .map(|it| filter(TextFilter::Subject(it))),
    );
    let needed = format!("({})", needed.join(engine.and));
    match part {
        TextPart::Anywhere => {
            let in_title = (engine.all)(TextPart::Title, &words);
            format!("{needed}{}{in_title}", engine.and_not)
        }
        TextPart::Title | TextPart::Filter => needed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_search_begins_with_the_tag_of_its_owner() {
        let org = "org_0000000000000000000000000000beef".parse().unwrap();
        let engine = TextSearch {
            from: "",
            condition: "",
            order: "",
            all: |part, words| format!("{part:?}:{}", words.join("+")),
            and: " & ",
            or: " | ",
            and_not: " - ",
        };
        let query = SearchQuery {
            words: BTreeSet::new(),
            horoscopes: vec!["natal".to_owned(), "moon".to_owned()],
            language: Some("en".to_owned()),
            subject: None,
            owner: None,
            skip: 0,
            size: PageSize::DEFAULT,
            max_hits: 1,
        };
        let words = ["in".to_owned(), "sun".to_owned()];
        let check = |owner, part, expected: &str| {
            assert_eq!(expression(&engine, owner, part, &words, &query), expected);
        };
        check(
            TextOwner::Library,
            TextPart::Title,
            "(Title:lin+lsun & (Filter:lhoroscopenatal | Filter:lhoroscopemoon) \
             & Filter:llanguageen)",
        );
        check(
            TextOwner::Org(org),
            TextPart::Anywhere,
            "(Anywhere:0000beefin+0000beefsun \
             & (Filter:0000beefhoroscopenatal | Filter:0000beefhoroscopemoon) \
             & Filter:0000beeflanguageen) - Title:0000beefin+0000beefsun",
        );
    }
}
