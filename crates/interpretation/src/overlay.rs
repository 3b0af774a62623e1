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
    /// The caller's tag.
    pub origin: Arc<str>,
}

impl OverlayText {
    fn bytes(&self, urn: &str) -> usize {
        urn.len() + self.title.len() + self.body.len()
    }
}

/// Texts by URN. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct TextOverlay {
    texts: HashMap<Arc<str>, OverlayText>,
    /// The number of texts in each language.
    languages: HashMap<String, usize>,
    bytes: usize,
}

impl TextOverlay {
    /// Adds a text that overrides the library's text with the same URN.
    pub fn insert(&mut self, urn: &str, text: OverlayText) {
        self.remove(urn);
        if let Some(language) = language_of(urn) {
            match self.languages.get_mut(language) {
                Some(texts) => *texts += 1,
                None => drop(self.languages.insert(language.to_owned(), 1)),
            }
        }
        self.bytes += text.bytes(urn);
        self.texts.insert(urn.into(), text);
    }

    /// Removes the text with this URN, if there is one.
    pub fn remove(&mut self, urn: &str) {
        let Some(text) = self.texts.remove(urn) else {
            return;
        };
        self.bytes -= text.bytes(urn);
        if let Some(language) = language_of(urn)
            && let Some(texts) = self.languages.get_mut(language)
        {
            *texts -= 1;
        }
    }

    /// Returns the text with this URN.
    pub fn get(&self, urn: &str) -> Option<&OverlayText> {
        self.texts.get(urn)
    }

    /// Returns the bytes of all texts, about.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns `true` if there are no texts.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns `true` if any text is in this language.
    pub fn speaks(&self, language: &str) -> bool {
        self.languages.get(language).is_some_and(|it| *it > 0)
    }
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
    /// The overlay's tag; `None` for a text of the library.
    pub origin: Option<&'a str>,
}

/// A library with an optional overlay.
#[derive(Clone, Copy, Debug)]
pub struct TextCatalog<'a> {
    library: &'a Library<'static>,
    overlay: Option<&'a TextOverlay>,
}

impl<'a> TextCatalog<'a> {
    /// Creates a catalog of the library, alone or behind an overlay.
    pub fn new(library: &'a Library<'static>, overlay: Option<&'a TextOverlay>) -> Self {
        Self { library, overlay }
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
        let own = self.overlay.and_then(|it| it.texts.get(urn.as_str()));
        if let Some(text) = own {
            return Some(ShownText {
                urn,
                language,
                title: TextStr::Own(Arc::clone(&text.title)),
                body: TextStr::Own(Arc::clone(&text.body)),
                origin: Some(&text.origin),
            });
        }
        let text = self.library.named(&urn)?;
        Some(ShownText {
            urn,
            language: text.language,
            title: TextStr::Library(text.title),
            body: TextStr::Library(text.body),
            origin: None,
        })
    }
}
