//! Titles and interpretation texts in a response: those requested that the caller may have.

use std::sync::Arc;

use interpretation::key::Key;
use interpretation::library::Library;
use interpretation::overlay::{TextCatalog, TextOverlay, TextStr};
use interpretation::titles::Titles;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// An interpretation text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Text")]
pub struct TextReply {
    /// URN of the text. Get it from `/api/content/urn/{urn}`.
    pub urn: String,
    /// Heading of the text.
    #[schemars(with = "String")]
    #[serde(serialize_with = "written")]
    pub title: TextStr,
    /// Body of the text, in Markdown.
    #[schemars(with = "String")]
    #[serde(serialize_with = "written")]
    pub body: TextStr,
    /// Language of the text, which may differ from the requested one.
    pub language: String,
    /// Source of the text: `system` for the service's library, `organization` for the
    /// organization's own.
    pub source: &'static str,
}

fn written<S: Serializer>(text: &TextStr, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// The titles and texts of one response.
#[derive(Clone, Debug)]
pub struct ResponseTexts {
    titles: Option<&'static Titles>,
    texts: Option<Texts>,
}

#[derive(Clone, Debug)]
struct Texts {
    language: String,
    overlay: Option<Arc<TextOverlay>>,
}

impl ResponseTexts {
    /// No titles and texts.
    pub const NONE: Self = Self {
        titles: None,
        texts: None,
    };

    /// With titles in a language, or in English if the language has none.
    #[must_use]
    pub fn with_titles(mut self, language: &str) -> Self {
        self.titles = Some(Titles::of_or_english(language));
        self
    }

    /// With texts in a language, the organization's own before those of the library.
    #[must_use]
    pub fn with_texts(mut self, language: &str, overlay: Option<Arc<TextOverlay>>) -> Self {
        self.texts = Some(Texts {
            language: language.to_owned(),
            overlay,
        });
        self
    }

    /// The same titles and no texts.
    #[must_use]
    pub fn without_texts(&self) -> Self {
        Self {
            titles: self.titles,
            texts: None,
        }
    }

    /// The title of an id, if titles were requested. A star has the same name in every language.
    pub fn title(&self, id: &str) -> Option<&'static str> {
        let titles = self.titles?;
        titles.title(id).or_else(|| {
            let star = ephemeris::Star::find(id);
            star.map(|it| it.name)
        })
    }

    /// Whether the response has texts.
    pub const fn has_texts(&self) -> bool {
        self.texts.is_some()
    }

    /// The text of a key, if texts were requested and there is one.
    pub fn text(&self, key: Option<&Key>) -> Option<TextReply> {
        let (texts, key) = (self.texts.as_ref()?, key?);
        let shelf = TextCatalog::new(Library::embedded(), texts.overlay.as_deref());
        let passage = shelf.passage(key, &texts.language)?;
        Some(TextReply {
            title: passage.title,
            body: passage.body,
            language: passage.language.to_owned(),
            source: if passage.origin.is_some() {
                "organization"
            } else {
                "system"
            },
            urn: passage.urn,
        })
    }
}
