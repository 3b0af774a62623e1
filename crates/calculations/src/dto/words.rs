//! Titles and interpretation texts in a response: those requested that the caller may have.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    #[schemars(extend("enum" = ["system", "organization"]))]
    pub source: &'static str,
    /// Set if `body` is empty because the organization's texts in this response are too long
    /// together. Get it by its URN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["response_too_long"]))]
    pub omitted: Option<&'static str>,
}

fn written<S: Serializer>(text: &TextStr, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// The bytes of a text that the price of a calculation includes: more than nearly all texts of the
/// library have.
const USUAL_BYTES: usize = 1_600;
/// The bytes of one response's texts beyond the usual ones, about 30,000 words. Writing and
/// compressing more would be more work than the response costs, so longer texts are left out.
const MAX_UNUSUAL_BYTES: usize = 200_000;

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
    /// The bytes beyond the usual ones so far.
    unusual_bytes: Arc<AtomicUsize>,
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
            unusual_bytes: Arc::default(),
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
        let (mut body, mut omitted) = (passage.body, None);
        if passage.origin.is_some() {
            let unusual = body.len().saturating_sub(USUAL_BYTES);
            let before = texts.unusual_bytes.fetch_add(unusual, Ordering::Relaxed);
            if unusual > 0 && before + unusual > MAX_UNUSUAL_BYTES {
                body = TextStr::Library("");
                omitted = Some("response_too_long");
            }
        }
        Some(TextReply {
            title: passage.title,
            body,
            omitted,
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

#[cfg(test)]
mod tests {
    use interpretation::overlay::OverlayText;

    use super::*;

    #[test]
    fn own_texts_that_are_too_long_together_are_left_out_by_name() {
        let key = Key::new("natal", "planet-in-sign", "sun:gemini").unwrap();
        let respond = |bytes: usize, times: usize| {
            let mut overlay = TextOverlay::default();
            let text = OverlayText {
                title: "Sun in Gemini".into(),
                body: "x".repeat(bytes).into(),
                origin: "own".into(),
            };
            overlay.insert(&key.urn_text("en"), text);
            let words = ResponseTexts::NONE.with_texts("en", Some(Arc::new(overlay)));
            let shown = (0..times).filter_map(|_| words.text(Some(&key)));
            let (whole, omitted): (Vec<_>, Vec<_>) = shown.partition(|it| it.omitted.is_none());
            assert!(whole.iter().all(|it| it.body.len() == bytes));
            assert!(
                omitted
                    .iter()
                    .all(|it| it.body.is_empty() && it.urn == key.urn_text("en"))
            );
            (whole.len(), omitted.len())
        };
        assert_eq!(respond(USUAL_BYTES, 1_000), (1_000, 0));
        assert_eq!(respond(USUAL_BYTES + 20_000, 10), (10, 0));
        assert_eq!(respond(USUAL_BYTES + 20_000, 11), (10, 1));
    }
}
