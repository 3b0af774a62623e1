//! The words of texts, for the search.
//!
//! Every stored word begins with a tag of the text's owner. A search looks up words with the tag of
//! the library and of its own organization, so what others have stored changes neither its duration
//! nor its results. The tag is not unique: the rows that are found are filtered by their owner.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use access::OrgId;

/// The tag of the library. Tags of organizations are hexadecimal, so none begins with it.
const LIBRARY_TAG: &str = "l";
/// The characters of a word that count. PostgreSQL stores at most 2,046 bytes.
const MAX_LETTERS: usize = 40;
/// The number of bytes of an id, from its random end, that make the tag of an organization.
const TAG_BYTES: usize = 4;

/// The owner of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextOwner {
    Library,
    Org(OrgId),
}

impl TextOwner {
    /// Returns the tag that begins the owner's words.
    pub(super) fn tag(self) -> String {
        let Self::Org(org) = self else {
            return LIBRARY_TAG.to_owned();
        };
        let bytes = org.bytes();
        let mut tag = String::with_capacity(2 * TAG_BYTES);
        for byte in &bytes[bytes.len() - TAG_BYTES..] {
            let _infallible = write!(tag, "{byte:02x}");
        }
        tag
    }

    /// Returns the different words of a text, each with the owner's tag, separated by spaces.
    pub(super) fn words(self, text: &str) -> String {
        let tag = self.tag();
        let words: BTreeSet<String> = words(text).collect();
        let words = words.iter().map(|it| format!("{tag}{it}"));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The properties of a text that a search can ask for.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextFilter<'a> {
    Horoscope(&'a str),
    Language(&'a str),
    /// A subject, or a prefix of it that ends before a colon.
    Subject(&'a str),
}

impl TextFilter<'_> {
    /// Returns the word that texts of the owner with this property have.
    pub(super) fn word(self, owner: TextOwner) -> String {
        let (name, value) = match self {
            Self::Horoscope(value) => ("horoscope", value),
            Self::Language(value) => ("language", value),
            Self::Subject(value) => ("subject", value),
        };
        let letters: String = words(value).collect();
        format!("{}{name}{letters}", owner.tag())
    }

    /// Returns the words of all properties of a text.
    pub(super) fn words_of(
        owner: TextOwner,
        (horoscope, language, subject): (&str, &str, &str),
    ) -> String {
        let mut words = vec![
            TextFilter::Horoscope(horoscope).word(owner),
            TextFilter::Language(language).word(owner),
        ];
        let colons = subject.match_indices(':').map(|(place, _)| place);
        let ends = colons.chain([subject.len()]);
        words.extend(ends.map(|end| TextFilter::Subject(&subject[..end]).word(owner)));
        words.join(" ")
    }
}

/// Returns the different words that a search for a text looks up. A single Latin letter finds nearly
/// every text and is left out.
pub fn search_words(text: &str) -> BTreeSet<String> {
    let is_word = |it: &String| {
        let mut letters = it.chars();
        let first = letters.next();
        letters.next().is_some() || first.is_some_and(|it| !is_latin(it))
    };
    words(text).filter(is_word).collect()
}

/// Whether a character is a letter of the Latin alphabet, with or without marks, or a digit.
const fn is_latin(character: char) -> bool {
    character.is_ascii() || matches!(character, '\u{80}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Returns the words of a text in lower case: runs of letters and digits. Other characters that
/// search engines interpret, such as quotes and operators, separate words.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    let words = words.filter(|it| !it.is_empty());
    words.map(|it| {
        it.chars()
            .flat_map(char::to_lowercase)
            .filter(|it| it.is_alphanumeric())
            .take(MAX_LETTERS)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_looks_up_different_words_of_more_than_one_latin_letter() {
        let check = |text: &str, expected: &[&str]| {
            let found = search_words(text);
            assert!(found.iter().eq(expected), "{text}: {found:?}");
        };
        check("a.b.c é. e\u{301} (x) 7", &[]);
        check("ab.cd AB", &["ab", "cd"]);
        check("日 月", &["日", "月"]);
    }

    #[test]
    fn words_are_letters_and_digits_in_lower_case() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check("", &[]);
        check("  Self-worth, and ", &["self", "worth", "and"]);
        check(
            "a\" OR NEAR(b c) -d* 'e':*",
            &["a", "or", "near", "b", "c", "d", "e"],
        );
        check("Één ☉ ÉÉN", &["één", "één"]);
        check("'; drop table content; --", &["drop", "table", "content"]);
        check(&"x".repeat(3_000), &[&"x".repeat(40)]);
    }

    #[test]
    fn stored_words_are_different_and_begin_with_their_owner() {
        let org: OrgId = "org_0000000000000000000000000000beef".parse().unwrap();
        let own = TextOwner::Org(org);
        assert_eq!(
            own.words("The Sun, the Moon"),
            "0000beefmoon 0000beefsun 0000beefthe"
        );
        assert_eq!(TextOwner::Library.words("Sun"), "lsun");
        assert_eq!(own.words("☉"), "");
    }

    #[test]
    fn the_properties_of_a_text_are_words_and_a_subject_is_found_by_its_parts() {
        let words = TextFilter::words_of(TextOwner::Library, ("solar-return", "en", "sun:gemini"));
        let expected = "lhoroscopesolarreturn llanguageen lsubjectsun lsubjectsungemini";
        assert_eq!(words, expected);
        let asked = TextFilter::Subject("sun:gemini").word(TextOwner::Library);
        assert!(words.ends_with(&asked));
    }
}
