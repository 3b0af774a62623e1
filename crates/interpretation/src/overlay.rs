//! Texts that stand in front of the library: an organization's own versions. This crate never
//! learns whose they are; `origin` is a tag for whoever put them here.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use crate::key::Key;
use crate::library::{BASE_LANGUAGE, Library};

/// A text in front of the library's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayText {
    /// Its heading.
    pub title: Arc<str>,
    /// The text, in Markdown.
    pub body: Arc<str>,
    /// What it is known by to whoever put it here.
    pub origin: Arc<str>,
}

/// Texts by urn.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    texts: HashMap<String, OverlayText>,
}

impl Overlay {
    /// Puts a text in front of what the library has under the same urn.
    pub fn insert(&mut self, urn: String, text: OverlayText) {
        self.texts.insert(urn, text);
    }

    /// How many texts it holds.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Whether any text is in this language.
    pub fn speaks(&self, language: &str) -> bool {
        let mut urns = self.texts.keys();
        urns.any(|it| it.rsplit(':').next() == Some(language))
    }
}

/// Words that are in memory already: an answer holds on to them instead of copying them.
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

/// A text as it is shown: from the overlay or from the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage<'a> {
    /// Its name.
    pub urn: String,
    /// The language it is written in, which may not be the one asked for.
    pub language: &'a str,
    /// Its heading.
    pub title: TextStr,
    /// The text, in Markdown.
    pub body: TextStr,
    /// The overlay's tag; nothing for a text of the library.
    pub origin: Option<&'a str>,
}

/// A library with what stands in front of it.
#[derive(Clone, Copy, Debug)]
pub struct TextCatalog<'a> {
    library: &'a Library<'static>,
    overlay: Option<&'a Overlay>,
}

impl<'a> TextCatalog<'a> {
    /// The library alone, or behind an overlay.
    pub fn new(library: &'a Library<'static>, overlay: Option<&'a Overlay>) -> Self {
        Self { library, overlay }
    }

    /// The text of a key: in the language asked for from the overlay, then from the library, then
    /// the same two in English.
    pub fn passage(&self, key: &Key, language: &'a str) -> Option<Passage<'a>> {
        self.in_language(key, language).or_else(|| {
            let other = language != BASE_LANGUAGE;
            other
                .then(|| self.in_language(key, BASE_LANGUAGE))
                .flatten()
        })
    }

    fn in_language(&self, key: &Key, language: &'a str) -> Option<Passage<'a>> {
        let urn = key.urn_text(language);
        let own = self.overlay.and_then(|it| it.texts.get(&urn));
        if let Some(text) = own {
            return Some(Passage {
                urn,
                language,
                title: TextStr::Own(Arc::clone(&text.title)),
                body: TextStr::Own(Arc::clone(&text.body)),
                origin: Some(&text.origin),
            });
        }
        let text = self.library.named(&urn)?;
        Some(Passage {
            urn,
            language: text.language,
            title: TextStr::Library(text.title),
            body: TextStr::Library(text.body),
            origin: None,
        })
    }
}
