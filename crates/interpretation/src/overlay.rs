//! Overlays: texts that override the library, such as an organization's own versions. This crate
//! does not know their owner. `origin` is a tag for the caller.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use crate::key::Key;
use crate::library::{BASE_LANGUAGE, Library};

/// A text that overrides the library's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayText {
    /// The heading.
    pub title: Arc<str>,
    /// The text, in Markdown.
    pub body: Arc<str>,
    /// The short form; empty if there is none.
    pub teaser: Arc<str>,
    /// The long form; empty if there is none.
    pub long: Arc<str>,
    /// The caller's tag.
    pub origin: Arc<str>,
}

impl OverlayText {
    fn bytes(&self, urn: &str) -> usize {
        urn.len() + self.title.len() + self.body.len() + self.teaser.len() + self.long.len()
    }
}

/// The parts of an overlay. A change to a clone copies one of them, not ten thousand names.
const PARTS: usize = 64;

/// Texts by URN. A clone shares them, and so does a changed clone, except for the changed part.
#[derive(Clone, Debug)]
pub struct TextOverlay {
    parts: Box<[Arc<Part>]>,
    texts: usize,
    /// The number of texts in each language.
    languages: HashMap<String, usize>,
    /// The number of texts of each kind of horoscope.
    horoscopes: HashMap<String, usize>,
    bytes: usize,
    edition: Arc<str>,
}

type Part = HashMap<Arc<str>, OverlayText>;

impl Default for TextOverlay {
    fn default() -> Self {
        Self {
            parts: vec![Arc::default(); PARTS].into(),
            texts: 0,
            languages: HashMap::new(),
            horoscopes: HashMap::new(),
            bytes: 0,
            edition: Arc::from(""),
        }
    }
}

/// The part that a URN belongs to: its 64-bit FNV-1a hash (Fowler, Noll and Vo, 1991), modulo the
/// number of parts.
fn part_of(urn: &str) -> usize {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    let hash = urn.bytes().fold(OFFSET, mix);
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is below 64")]
    let part = (hash % PARTS as u64) as usize;
    part
}

impl TextOverlay {
    /// Adds a text that overrides the library's text with the same URN.
    pub fn insert(&mut self, urn: &str, text: OverlayText) {
        self.remove(urn);
        if let Some(language) = language_of(urn) {
            count(&mut self.languages, language);
        }
        if let Some(horoscope) = horoscope_of(urn) {
            count(&mut self.horoscopes, horoscope);
        }
        self.bytes += text.bytes(urn);
        self.texts += 1;
        Arc::make_mut(&mut self.parts[part_of(urn)]).insert(urn.into(), text);
    }

    /// Removes the text with this URN, if there is one.
    pub fn remove(&mut self, urn: &str) {
        let part = &mut self.parts[part_of(urn)];
        if !part.contains_key(urn) {
            return;
        }
        let Some(text) = Arc::make_mut(part).remove(urn) else {
            return;
        };
        self.texts -= 1;
        self.bytes -= text.bytes(urn);
        if let Some(language) = language_of(urn)
            && let Some(texts) = self.languages.get_mut(language)
        {
            *texts -= 1;
        }
        if let Some(horoscope) = horoscope_of(urn)
            && let Some(texts) = self.horoscopes.get_mut(horoscope)
        {
            *texts -= 1;
        }
    }

    /// Names the edition of the texts, which differs whenever one of them does.
    pub fn set_edition(&mut self, edition: &str) {
        self.edition = edition.into();
    }

    /// Returns the edition of the texts.
    pub const fn edition(&self) -> &Arc<str> {
        &self.edition
    }

    /// Returns `true` if there is a text of this kind of horoscope.
    pub fn has_horoscope(&self, horoscope: &str) -> bool {
        self.horoscopes.get(horoscope).is_some_and(|it| *it > 0)
    }

    /// Returns the text with this URN.
    pub fn get(&self, urn: &str) -> Option<&OverlayText> {
        self.parts[part_of(urn)].get(urn)
    }

    /// Returns the bytes of all texts, about.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.texts
    }

    /// Returns `true` if there are no texts.
    pub fn is_empty(&self) -> bool {
        self.texts == 0
    }

    /// Returns `true` if any text is in this language.
    pub fn speaks(&self, language: &str) -> bool {
        self.languages.get(language).is_some_and(|it| *it > 0)
    }
}

fn count(counts: &mut HashMap<String, usize>, name: &str) {
    match counts.get_mut(name) {
        Some(texts) => *texts += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}

/// The kind of horoscope of a URN: the part after `urn:content:1`.
fn horoscope_of(urn: &str) -> Option<&str> {
    urn.split(':').nth(3)
}

/// The language of a URN: its last part.
fn language_of(urn: &str) -> Option<&str> {
    urn.rsplit(':').next()
}

/// Text that is already in memory. A response shares it instead of copying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextStr {
    /// Part of the program.
    Library(&'static str),
    /// Part of an overlay.
    Own(Arc<str>),
}

impl Deref for TextStr {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Library(text) => text,
            Self::Own(text) => text,
        }
    }
}

/// Which form of a text to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextLength {
    /// The short form.
    Short,
    /// The body.
    #[default]
    Standard,
    /// The long form.
    Long,
}

impl TextLength {
    /// Returns the form of this length; `None` if there is none.
    fn of<T: AsRef<str>>(self, [body, teaser, long]: [T; 3]) -> Option<T> {
        let form = match self {
            Self::Standard => return Some(body),
            Self::Short => teaser,
            Self::Long => long,
        };
        Some(form).filter(|it| !it.as_ref().is_empty())
    }
}

/// A text to show, from the overlay or from the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownText<'a> {
    /// The URN.
    pub urn: String,
    /// The language of the text, which may differ from the requested one.
    pub language: &'a str,
    /// The heading.
    pub title: TextStr,
    /// The text, in Markdown.
    pub body: TextStr,
    /// Whether the text has the requested length. Otherwise `body` is that of the same text.
    pub has_length: bool,
    /// The overlay's tag; `None` for a text of the library.
    pub origin: Option<&'a str>,
}

/// A library with an optional overlay.
#[derive(Clone, Copy, Debug)]
pub struct TextCatalog<'a> {
    library: &'a Library<'static>,
    overlay: Option<&'a TextOverlay>,
    length: TextLength,
}

impl<'a> TextCatalog<'a> {
    /// Creates a catalog of the library, alone or behind an overlay.
    pub fn new(library: &'a Library<'static>, overlay: Option<&'a TextOverlay>) -> Self {
        Self {
            library,
            overlay,
            length: TextLength::Standard,
        }
    }

    /// Returns the same catalog for another length of texts.
    #[must_use]
    pub const fn with_length(self, length: TextLength) -> Self {
        Self { length, ..self }
    }

    /// Returns the text of a key: in the requested language from the overlay, then from the
    /// library, then from both in English.
    pub fn passage(&self, key: &Key, language: &'a str) -> Option<ShownText<'a>> {
        self.in_language(key, language).or_else(|| {
            let other = language != BASE_LANGUAGE;
            other
                .then(|| self.in_language(key, BASE_LANGUAGE))
                .flatten()
        })
    }

    fn in_language(&self, key: &Key, language: &'a str) -> Option<ShownText<'a>> {
        let urn = key.urn_text(language);
        let own = self.overlay.and_then(|it| it.get(&urn));
        if let Some(text) = own {
            let form = self.length.of([&text.body, &text.teaser, &text.long]);
            return Some(ShownText {
                urn,
                language,
                title: TextStr::Own(Arc::clone(&text.title)),
                body: TextStr::Own(Arc::clone(form.unwrap_or(&text.body))),
                has_length: form.is_some(),
                origin: Some(&text.origin),
            });
        }
        let text = self.library.named(&urn)?;
        let form = self.length.of([text.body, text.teaser, text.long]);
        Some(ShownText {
            urn,
            language: text.language,
            title: TextStr::Library(text.title),
            body: TextStr::Library(form.unwrap_or(text.body)),
            has_length: form.is_some(),
            origin: None,
        })
    }
}
