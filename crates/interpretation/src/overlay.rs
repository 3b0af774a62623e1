//! Overlays: texts that override the library, such as an organization's own versions. This crate
//! does not know their owner. `origin` is a tag for the caller.

use std::collections::{HashMap, HashSet};
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

/// Texts by urn.
#[derive(Clone, Debug, Default)]
pub struct TextOverlay {
    texts: HashMap<String, OverlayText>,
    languages: HashSet<String>,
    bytes: usize,
}

impl TextOverlay {
    /// Adds a text that overrides the library's text with the same URN.
    pub fn insert(&mut self, urn: String, text: OverlayText) {
        if let Some(language) = urn.rsplit(':').next()
            && !self.languages.contains(language)
        {
            self.languages.insert(language.to_owned());
        }
        self.bytes += urn.len() + text.title.len() + text.body.len();
        if let Some(replaced) = self.texts.insert(urn, text) {
            self.bytes -= replaced.title.len() + replaced.body.len();
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
        self.languages.contains(language)
    }
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
        let own = self.overlay.and_then(|it| it.texts.get(&urn));
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
