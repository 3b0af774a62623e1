//! The library of texts: read from Markdown files, validated as a whole, looked up by key and
//! language.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::OnceLock;

use crate::key::{Key, Urn, is_language, urn_text};
use crate::kind::{KINDS, Kind};

/// The complete language, which others fall back to.
pub const BASE_LANGUAGE: &str = "en";

/// The files below `content/`, by their relative paths.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// A text of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentText<'a> {
    /// The kind.
    pub kind: &'static Kind,
    /// The subject.
    pub subject: &'a str,
    /// The language.
    pub language: &'a str,
    /// The heading.
    pub title: &'a str,
    /// The text itself, in Markdown.
    pub body: &'a str,
    /// The short form; empty if there is none.
    pub teaser: &'a str,
    /// The long form; empty if there is none.
    pub long: &'a str,
}

impl ContentText<'_> {
    /// Returns the URN.
    pub fn urn(&self) -> String {
        urn_text(self.kind, self.subject, self.language)
    }
}

/// An error in a file of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentError {
    /// The path of the file below `content/`.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// A description of the error.
    pub sentence: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "content/{}:{}: {}", self.file, self.line, self.sentence)
    }
}

impl std::error::Error for ContentError {}

/// A library of texts.
#[derive(Debug)]
pub struct Library<'a> {
    /// The texts, ordered by kind, subject and language.
    texts: Vec<ContentText<'a>>,
    /// The index of each text by its URN.
    places: HashMap<String, usize>,
    languages: Vec<&'a str>,
}

impl Library<'static> {
    /// Returns the library that is embedded in the program.
    ///
    /// # Panics
    ///
    /// Never in a released program: this crate's tests read the same files.
    pub fn embedded() -> &'static Self {
        static LIBRARY: OnceLock<Library<'static>> = OnceLock::new();
        LIBRARY.get_or_init(|| {
            let texts = FILES.iter().filter(|(name, _)| is_text_file(name));
            Self::read(texts.copied()).expect("the embedded texts are valid")
        })
    }

    /// Returns [`Self::fingerprint`] of the embedded library, which is computed once.
    pub fn embedded_fingerprint() -> &'static str {
        static FINGERPRINT: OnceLock<String> = OnceLock::new();
        FINGERPRINT.get_or_init(|| Self::embedded().fingerprint())
    }
}

/// Returns `true` for a file of texts. Interface words are in `titles/`.
fn is_text_file(name: &str) -> bool {
    !name.starts_with("titles/")
}

/// Returns the embedded file with this name.
pub(crate) fn embedded_file(name: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(it, _)| *it == name);
    found.map(|(_, text)| *text)
}

/// Returns the names of the embedded files.
pub(crate) fn embedded_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

impl<'a> Library<'a> {
    /// Reads files given by path (`en/natal/aspect/sun.md`) and content.
    ///
    /// # Errors
    ///
    /// Returns the first text that does not have a known kind and subject, or that is a duplicate.
    pub fn read(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, ContentError> {
        let mut texts = Vec::new();
        let mut names = HashSet::new();
        for (name, content) in files {
            read_file(name, content, &mut texts, &mut names)?;
        }
        let order = subject_order();
        texts.sort_by_cached_key(|it: &ContentText<'a>| {
            let place = order.get(&place_name(it.kind, it.subject)).copied();
            let translated = it.language != BASE_LANGUAGE;
            (place.unwrap_or(usize::MAX), translated, it.language)
        });
        let mut places = HashMap::with_capacity(texts.len());
        let mut languages = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            places.insert(text.urn(), index);
            if !languages.contains(&text.language) {
                languages.push(text.language);
            }
        }
        Ok(Self {
            texts,
            places,
            languages,
        })
    }

    /// Returns all texts, ordered by kind, subject and language.
    pub fn texts(&self) -> &[ContentText<'a>] {
        &self.texts
    }

    /// Returns sixteen hexadecimal digits that change when any text changes: the 64-bit FNV-1a hash
    /// (Fowler, Noll and Vo, 1991) of all texts. It distinguishes editions of the library and is
    /// not cryptographic.
    pub fn fingerprint(&self) -> String {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut hash = OFFSET;
        for text in &self.texts {
            for part in [
                text.urn().as_str(),
                text.title,
                text.body,
                text.teaser,
                text.long,
            ] {
                // The zero separates parts, so that "ab", "c" differs from "a", "bc".
                for byte in part.bytes().chain([0]) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
                }
            }
        }
        format!("{hash:016x}")
    }

    /// Returns the languages of all texts, the complete one first.
    pub fn languages(&self) -> &[&'a str] {
        &self.languages
    }

    /// Returns the text of a key in a language, or in English if the language does not have it. The
    /// `language` of the text tells which.
    pub fn text(&self, key: &Key, language: &str) -> Option<&ContentText<'a>> {
        self.exact(key, language)
            .or_else(|| self.exact(key, BASE_LANGUAGE))
    }

    /// Returns the text of a key in exactly this language.
    pub fn exact(&self, key: &Key, language: &str) -> Option<&ContentText<'a>> {
        self.named(&key.urn_text(language))
    }

    /// Returns the text with this URN, given as text.
    pub fn named(&self, urn: &str) -> Option<&ContentText<'a>> {
        self.places.get(urn).map(|index| &self.texts[*index])
    }

    /// Returns the text with this URN.
    pub fn by_urn(&self, urn: &Urn) -> Option<&ContentText<'a>> {
        self.exact(&urn.key, &urn.language)
    }

    /// Returns the missing subjects: of all kinds in English, and of the kinds that every language
    /// must have in each of the others.
    pub fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        // English is checked even if there are no texts at all.
        let others = self.languages.iter().copied();
        let others = others.filter(|it| *it != BASE_LANGUAGE);
        for language in std::iter::once(BASE_LANGUAGE).chain(others) {
            let wanted = |it: &&Kind| language == BASE_LANGUAGE || it.in_every_language;
            for kind in KINDS.iter().filter(wanted) {
                for subject in kind.subjects() {
                    let key = Key::new(kind.horoscope, kind.content, &subject);
                    if key.is_some_and(|it| self.exact(&it, language).is_none()) {
                        let (horoscope, content) = (kind.horoscope, kind.content);
                        missing.push(format!("{language}/{horoscope}/{content}: {subject}"));
                    }
                }
            }
        }
        missing
    }
}

fn place_name(kind: &Kind, subject: &str) -> String {
    let (horoscope, content) = (kind.horoscope, kind.content);
    format!("{horoscope}:{content}:{subject}")
}

fn subject_order() -> HashMap<String, usize> {
    let names = KINDS.iter().flat_map(|kind| {
        let subjects = kind.subjects().into_iter();
        subjects.map(|subject| place_name(kind, &subject))
    });
    names
        .enumerate()
        .map(|(index, name)| (name, index))
        .collect()
}

fn read_file<'a>(
    name: &'a str,
    content: &'a str,
    texts: &mut Vec<ContentText<'a>>,
    names: &mut HashSet<String>,
) -> Result<(), ContentError> {
    let error = |line: usize, sentence: String| ContentError {
        file: name.to_owned(),
        line,
        sentence,
    };
    let path: Vec<&str> = name.trim_end_matches(".md").split('/').collect();
    let (language, kind) = match path.as_slice() {
        [language, horoscope, content] | [language, horoscope, content, _] => {
            (*language, Kind::find(horoscope, content))
        }
        _ => {
            return Err(error(
                1,
                "expected <language>/<horoscope>/<kind>.md".to_owned(),
            ));
        }
    };
    if !is_language(language) {
        return Err(error(1, format!("`{language}` is no language code")));
    }
    let kind = kind.ok_or_else(|| error(1, "there is no such kind of text".to_owned()))?;
    for section in sections(content) {
        let line = section.line;
        let (title, subject) = section
            .heading
            .strip_suffix('}')
            .and_then(|it| it.split_once(" {#"))
            .ok_or_else(|| error(line, "a heading is `## Title {#subject}`".to_owned()))?;
        if !kind.has(subject) {
            let sentence = format!("{} has no subject `{subject}`", kind.content);
            return Err(error(line, sentence));
        }
        if !names.insert(urn_text(kind, subject, language)) {
            return Err(error(line, format!("`{subject}` is there twice")));
        }
        let forms = Forms::of(section.body)
            .ok_or_else(|| error(line, "a form is `### teaser` or `### long`".to_owned()))?;
        if forms.body.is_empty() || title.trim().is_empty() {
            return Err(error(line, format!("`{subject}` is empty")));
        }
        texts.push(ContentText {
            kind,
            subject,
            language,
            title: title.trim(),
            body: forms.body,
            teaser: forms.teaser,
            long: forms.long,
        });
    }
    Ok(())
}

/// A text in its three forms. A heading of the third level begins another one.
#[derive(Default)]
struct Forms<'a> {
    body: &'a str,
    teaser: &'a str,
    long: &'a str,
}

impl<'a> Forms<'a> {
    /// Reads the forms of a section; `None` if a heading names none.
    fn of(section: &'a str) -> Option<Self> {
        let mut parts = section.split("\n### ");
        let mut forms = Self {
            body: parts.next().unwrap_or_default().trim(),
            ..Self::default()
        };
        for part in parts {
            let (name, text) = part.split_once('\n').unwrap_or((part, ""));
            match name.trim() {
                "teaser" => forms.teaser = text.trim(),
                "long" => forms.long = text.trim(),
                _ => return None,
            }
        }
        Some(forms)
    }
}

/// A second-level heading and its body.
struct Section<'a> {
    line: usize,
    heading: &'a str,
    body: &'a str,
}

fn sections(content: &str) -> Vec<Section<'_>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for (index, line) in content.split_inclusive('\n').enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            starts.push((at, at + line.len(), index + 1, heading.trim()));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|it| it.0).chain([content.len()]);
    let section = |(&(_, body, line, heading), end)| Section {
        line,
        heading,
        body: content[body..end].trim(),
    };
    starts.iter().zip(ends).map(section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Planets\n\n## Sun in Aries {#sun:aries}\n\nFirst.\n\nSecond.\n\n\
                        ## Moon in Leo {#moon:leo}\n\nThird.\n";

    fn gemini() -> Key {
        Key::new("natal", "planet-in-sign", "sun:aries").unwrap()
    }

    #[test]
    fn a_file_is_read_entry_by_entry() {
        let library = Library::read([("en/natal/planet-in-sign/sun.md", FILE)]).unwrap();
        let text = library.text(&gemini(), "en").unwrap();
        assert_eq!(
            (text.title, text.body),
            ("Sun in Aries", "First.\n\nSecond.")
        );
        assert_eq!(
            text.urn(),
            "urn:content:1:natal:planet-in-sign:sun:aries:en"
        );
        assert_eq!(library.by_urn(&text.urn().parse().unwrap()), Some(text));
        assert_eq!(library.texts().len(), 2);
    }

    #[test]
    fn a_text_can_have_a_short_and_a_long_form() {
        let file = "## Sun in Aries {#sun:aries}\n\nBody.\n\n### teaser\n\nShort.\n\n\
                    ### long\n\nOne.\n\nTwo.\n\n## Moon in Leo {#moon:leo}\n\nThird.\n";
        let library = Library::read([("en/natal/planet-in-sign.md", file)]).unwrap();
        let forms: Vec<_> = library
            .texts()
            .iter()
            .map(|it| (it.body, it.teaser, it.long))
            .collect();
        assert_eq!(
            forms,
            [("Body.", "Short.", "One.\n\nTwo."), ("Third.", "", "")]
        );
    }

    #[test]
    fn a_language_without_the_text_falls_back_to_english_and_says_so() {
        let dutch = "## Zon in Ram {#sun:aries}\n\nEerste.\n";
        let library = Library::read([
            ("en/natal/planet-in-sign.md", FILE),
            ("nl/natal/planet-in-sign.md", dutch),
        ])
        .unwrap();
        assert_eq!(library.text(&gemini(), "nl").unwrap().language, "nl");
        assert_eq!(library.text(&gemini(), "de").unwrap().language, "en");
        let moon = Key::new("natal", "planet-in-sign", "moon:leo").unwrap();
        assert_eq!(library.text(&moon, "nl").unwrap().language, "en");
        assert_eq!(library.exact(&moon, "nl"), None);
        assert_eq!(library.languages(), ["en", "nl"]);
        assert!(
            library
                .missing()
                .contains(&"nl/natal/planet-in-sign: moon:leo".to_owned())
        );
    }

    #[test]
    fn a_fingerprint_tells_two_editions_apart() {
        let print = |text: &str| {
            let library = Library::read([("en/natal/planet-in-sign.md", text)]);
            library.unwrap().fingerprint()
        };
        let fingerprint = print(FILE);
        assert_eq!(fingerprint, print(FILE));
        assert_ne!(fingerprint, print(&FILE.replace("Third", "Fourth")));
        assert_ne!(fingerprint, print(&FILE.replace("in Aries ", "in Ariesx ")));
        // Without texts, the hash is the offset basis as published by its authors.
        let none = Library::read([]).unwrap();
        assert_eq!(none.fingerprint(), "cbf29ce484222325");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let check = |name: &str, text: &str, line: usize, expected: &str| {
            let found = Library::read([(name, text)]).unwrap_err();
            assert_eq!(found.line, line, "{found}");
            assert!(found.sentence.contains(expected), "{found}");
        };
        let name = "en/natal/planet-in-sign.md";
        check("en/natal.md", FILE, 1, "expected");
        check("EN/natal/planet-in-sign.md", FILE, 1, "no language");
        check("en/natal/planet-on-toast.md", FILE, 1, "no such kind");
        check(
            name,
            "# A\n\n## Sun in Aries\n\nText\n",
            3,
            "## Title {#subject}",
        );
        check(
            name,
            "## Sun {#sun:rams}\n\nText\n",
            1,
            "no subject `sun:rams`",
        );
        check(
            name,
            "## Sun {#sun:aries}\n\n## Moon {#moon:leo}\n\nText\n",
            1,
            "empty",
        );
        let twice = "## A {#sun:aries}\n\nText\n## B {#sun:aries}\n\nText\n";
        check(name, twice, 4, "twice");
        let form = "## A {#sun:aries}\n\nText\n\n### middle\n\nText\n";
        check(name, form, 1, "### teaser");
    }
}
