//! Titles and interpretation texts in a response: those requested that the caller may have.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use interpretation::composition::Role;
use interpretation::key::Key;
use interpretation::kind::{KINDS, Kind};
use interpretation::library::{BASE_LANGUAGE, Library};
use interpretation::overlay::{TextCatalog, TextLength, TextOverlay, TextStr};
use interpretation::titles::Titles;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::meta::Warning;

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
    /// Set if `title` and `body` are empty because the organization's texts in this response are too
    /// long together. Get the text by its URN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["response_too_long"]))]
    pub omitted: Option<&'static str>,
}

fn written<S: Serializer>(text: &TextStr, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// How many bytes of an organization's texts a response has. Writing and compressing more would be more
/// work than the response costs, so longer texts are left out. Bytes are those of title and body in JSON.
#[derive(Clone, Copy, Debug)]
struct TextAllowance {
    /// The bytes of a text that the price includes: more than nearly all texts of the library have.
    usual_bytes: usize,
    /// The bytes of all texts beyond the usual ones.
    max_unusual_bytes: usize,
}

impl TextAllowance {
    /// For charts and everything else that shows each text once: about 30,000 words.
    const CHART: Self = Self {
        usual_bytes: 1_600,
        max_unusual_bytes: 200_000,
    };
    /// For a horoscope, which shows a text beside its fact and again in a paragraph, and can be one of
    /// twelve in a response.
    const HOROSCOPE: Self = Self {
        usual_bytes: 300,
        max_unusual_bytes: 5_000,
    };
}

/// The bytes of a text in JSON, without quotes. Texts contain no control characters except tabs and line
/// breaks.
fn json_bytes(text: &str) -> usize {
    let is_escaped = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n' | b'\r' | b'\t');
    text.len() + text.as_bytes().iter().filter(|it| is_escaped(it)).count()
}

/// Which texts a response is made of. Two responses of the same edition have the same texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// No texts.
    None,
    /// The library's.
    Library,
    /// An organization's own before the library's.
    Own(Arc<str>),
}

/// The titles and texts of one response.
#[derive(Clone, Debug)]
pub struct ResponseTexts {
    /// The requested language.
    language: String,
    titles: Option<&'static Titles>,
    texts: Option<Texts>,
    /// The kind of horoscope that the points, angles and aspects of a chart have texts of.
    horoscope: &'static str,
    /// Whether facts have their texts. A response can have a composed reading alone.
    has_texts_of_facts: bool,
}

#[derive(Clone, Debug)]
struct Texts {
    overlay: Option<Arc<TextOverlay>>,
    /// How many texts have been taken, and how many of them in another language than the requested one.
    taken: Arc<AtomicUsize>,
    fallbacks: Arc<AtomicUsize>,
    length: TextLength,
    /// How many texts do not have the requested length.
    other_lengths: Arc<AtomicUsize>,
    allowance: TextAllowance,
    /// The bytes beyond the usual ones so far.
    unusual_bytes: Arc<AtomicUsize>,
}

/// The horoscope of a birth.
const BIRTH: &str = "natal";
/// The horoscope of two people: composite and Davison charts.
const RELATIONSHIP: &str = "composite";

impl ResponseTexts {
    /// No titles and texts.
    pub const NONE: Self = Self {
        language: String::new(),
        titles: None,
        texts: None,
        horoscope: BIRTH,
        has_texts_of_facts: false,
    };

    /// With titles in a language, or in English if the language has none.
    #[must_use]
    pub fn with_titles(mut self, language: &str) -> Self {
        language.clone_into(&mut self.language);
        self.titles = Some(Titles::of_or_english(language));
        self
    }

    /// With texts in a language, the organization's own before those of the library.
    #[must_use]
    pub fn with_texts(mut self, language: &str, overlay: Option<Arc<TextOverlay>>) -> Self {
        language.clone_into(&mut self.language);
        self.has_texts_of_facts = true;
        self.texts = Some(Texts {
            overlay,
            taken: Arc::default(),
            fallbacks: Arc::default(),
            length: TextLength::Standard,
            other_lengths: Arc::default(),
            allowance: TextAllowance::CHART,
            unusual_bytes: Arc::default(),
        });
        self
    }

    /// The same with texts of this length.
    #[must_use]
    pub fn with_length(mut self, length: TextLength) -> Self {
        if let Some(texts) = &mut self.texts {
            texts.length = length;
        }
        self
    }

    /// The same without the texts of facts: only a composed reading has texts.
    #[must_use]
    pub fn for_reading_only(mut self) -> Self {
        self.has_texts_of_facts = false;
        self
    }

    /// The same for a horoscope, which has its own limit of long texts.
    #[must_use]
    pub fn for_horoscope(&self) -> Self {
        let mut other = self.clone();
        if let Some(texts) = &mut other.texts {
            texts.allowance = TextAllowance::HOROSCOPE;
            texts.unusual_bytes = Arc::default();
            // A cached horoscope takes no texts and must have the same warnings.
            texts.taken = Arc::default();
            texts.fallbacks = Arc::default();
        }
        other
    }

    /// The same titles and no texts.
    #[must_use]
    pub fn without_texts(&self) -> Self {
        Self {
            language: self.language.clone(),
            titles: self.titles,
            texts: None,
            horoscope: self.horoscope,
            has_texts_of_facts: false,
        }
    }

    /// The same for a chart of two people, which has texts of its own.
    #[must_use]
    pub fn for_relationship(&self) -> Self {
        Self {
            horoscope: RELATIONSHIP,
            ..self.clone()
        }
    }

    /// The kind of horoscope that the points, angles and aspects of a chart have texts of.
    pub const fn horoscope(&self) -> &'static str {
        self.horoscope
    }

    /// The title of an id, if titles were requested. A star has the same name in every language.
    pub fn title(&self, id: &str) -> Option<&'static str> {
        let titles = self.titles?;
        titles.title(id).or_else(|| {
            let star = ephemeris::Star::find(id);
            star.map(|it| it.name)
        })
    }

    /// The title of a section of a composed reading, in the language of its texts or in English.
    pub fn section_title(&self, id: &str) -> &'static str {
        let titles = Titles::of_or_english(&self.language);
        titles.title(&format!("reading.{id}")).unwrap_or_default()
    }

    /// Whether a composed reading has texts.
    pub const fn has_reading(&self) -> bool {
        self.texts.is_some()
    }

    /// The requested language, or an empty text if the response has no titles and texts.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The language of titles.
    pub fn title_language(&self) -> &'static str {
        self.titles.map_or("", Titles::language)
    }

    /// The edition of the texts about a kind of horoscope.
    pub fn edition(&self, horoscope: &str) -> Edition {
        let Some(texts) = &self.texts else {
            return Edition::None;
        };
        let own = texts.overlay.as_ref();
        match own.filter(|it| it.has_horoscope(horoscope)) {
            Some(own) => Edition::Own(Arc::clone(own.edition())),
            None => Edition::Library,
        }
    }

    /// The edition as responses name it.
    pub fn revision(&self, horoscope: &str) -> String {
        let library = Library::embedded_fingerprint();
        match self.edition(horoscope) {
            Edition::Own(own) => {
                let revision = own.rsplit('@').next().unwrap_or_default();
                format!("{library}.{revision}")
            }
            Edition::Library | Edition::None => library.to_owned(),
        }
    }

    /// A warning that texts about a kind of horoscope, or some of them, are in English instead of the
    /// requested language. Once texts have been taken, it counts them.
    pub fn fallback_warning(&self, horoscope: &str) -> Option<Warning> {
        let texts = self.texts.as_ref()?;
        let language = self.language.as_str();
        let taken = texts.taken.load(Ordering::Relaxed);
        if taken > 0 {
            let english = texts.fallbacks.load(Ordering::Relaxed);
            let (code, which) = match english {
                0 => return None,
                all if all == taken => ("text_language_unavailable", "do"),
                1 => ("text_language_incomplete", "does"),
                _ => ("text_language_incomplete", "do"),
            };
            let detail = format!(
                "{english} of {taken} texts {which} not exist in `{language}` and appear in `en`."
            );
            return Some(Warning::new(code, detail));
        }
        let is_written = Library::embedded().languages().contains(&language);
        let kinds = || KINDS.iter().filter(|it| it.horoscope == horoscope);
        let is_in_library = |kind: &Kind| is_written && kind.in_every_language;
        if language == BASE_LANGUAGE || kinds().all(is_in_library) {
            return None;
        }
        let has_own = texts.overlay.as_ref().is_some_and(|it| it.speaks(language));
        if has_own || kinds().any(is_in_library) {
            let detail = format!("Not all texts exist in `{language}`. The others are in `en`.");
            return Some(Warning::new("text_language_incomplete", detail));
        }
        let detail = format!("There are no texts in `{language}`. Texts are in `en`.");
        Some(Warning::new("text_language_unavailable", detail))
    }

    /// A warning that texts do not have the requested length, once they have been taken.
    pub fn length_warning(&self) -> Option<Warning> {
        let texts = self.texts.as_ref()?;
        let count = texts.other_lengths.load(Ordering::Relaxed);
        (count > 0).then(|| {
            let which = if count == 1 {
                "1 text does"
            } else {
                &format!("{count} texts do")
            };
            let detail = format!("{which} not have the requested `textLength` and appear in full.");
            Warning::new("text_length_unavailable", detail)
        })
    }

    /// Whether facts have their texts.
    pub const fn has_texts(&self) -> bool {
        self.has_texts_of_facts
    }

    /// The text of a fact, if texts of facts were requested and there is one.
    pub fn text(&self, key: Option<&Key>) -> Option<TextReply> {
        if self.has_texts_of_facts {
            self.reading_text(key?, Role::Text)
        } else {
            None
        }
    }

    /// The text of a part of a composed reading. What joins two texts has one length.
    pub fn reading_text(&self, key: &Key, role: Role) -> Option<TextReply> {
        let texts = self.texts.as_ref()?;
        let length = match role {
            Role::Text => texts.length,
            _ => TextLength::Standard,
        };
        let catalog = TextCatalog::new(Library::embedded(), texts.overlay.as_deref());
        let catalog = catalog.with_length(length);
        let passage = catalog.passage(key, &self.language)?;
        texts.taken.fetch_add(1, Ordering::Relaxed);
        if passage.language != self.language {
            texts.fallbacks.fetch_add(1, Ordering::Relaxed);
        }
        if !passage.has_length {
            texts.other_lengths.fetch_add(1, Ordering::Relaxed);
        }
        let (mut title, mut body, mut omitted) = (passage.title, passage.body, None);
        if passage.origin.is_some() {
            let allowance = texts.allowance;
            let bytes = json_bytes(&title) + json_bytes(&body);
            let unusual = bytes.saturating_sub(allowance.usual_bytes);
            // A text that is left out leaves its room to others.
            let room = |before: usize| {
                let after = before.checked_add(unusual)?;
                (unusual == 0 || after <= allowance.max_unusual_bytes).then_some(after)
            };
            let taken =
                texts
                    .unusual_bytes
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, room);
            if taken.is_err() {
                (title, body) = (TextStr::Library(""), TextStr::Library(""));
                omitted = Some("response_too_long");
            }
        }
        Some(TextReply {
            title,
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

    /// How many of `times` texts with this body are shown, and how many are left out.
    fn shown(
        words: impl Fn(ResponseTexts) -> ResponseTexts,
        body: &str,
        times: usize,
    ) -> (usize, usize) {
        let key = Key::new("natal", "planet-in-sign", "sun:gemini").unwrap();
        let mut overlay = TextOverlay::default();
        let text = OverlayText {
            title: "".into(),
            body: body.into(),
            teaser: "".into(),
            long: "".into(),
            origin: "own".into(),
        };
        overlay.insert(&key.urn_text("en"), text);
        let words = words(ResponseTexts::NONE.with_texts("en", Some(Arc::new(overlay))));
        let found = (0..times).filter_map(|_| words.text(Some(&key)));
        let (whole, omitted): (Vec<_>, Vec<_>) = found.partition(|it| it.omitted.is_none());
        assert!(whole.iter().all(|it| *it.body == *body));
        assert!(
            omitted
                .iter()
                .all(|it| it.body.is_empty() && it.urn == key.urn_text("en"))
        );
        (whole.len(), omitted.len())
    }

    #[test]
    fn own_texts_that_are_too_long_together_are_left_out_by_name() {
        let of_chart = |bytes: usize, times| shown(|it| it, &"x".repeat(bytes), times);
        assert_eq!(of_chart(1_600, 1_000), (1_000, 0));
        assert_eq!(of_chart(21_600, 10), (10, 0));
        assert_eq!(of_chart(21_600, 11), (10, 1));
    }

    #[test]
    fn a_horoscope_has_room_for_short_texts_and_few_long_ones() {
        let of_horoscope = |body: &str, times| shown(|it| it.for_horoscope(), body, times);
        assert_eq!(of_horoscope(&"x".repeat(300), 1_000), (1_000, 0));
        assert_eq!(of_horoscope(&"x".repeat(1_300), 6), (5, 1));
        assert_eq!(of_horoscope(&"x".repeat(20_000), 1), (0, 1));
    }

    #[test]
    fn a_text_that_is_left_out_leaves_its_room_to_others() {
        let keys =
            ["sun:gemini", "moon:leo"].map(|it| Key::new("natal", "planet-in-sign", it).unwrap());
        let mut overlay = TextOverlay::default();
        for (key, bytes) in keys.iter().zip([20_000, 5_300]) {
            let text = OverlayText {
                title: "".into(),
                body: "x".repeat(bytes).into(),
                teaser: "".into(),
                long: "".into(),
                origin: "own".into(),
            };
            overlay.insert(&key.urn_text("en"), text);
        }
        let words = ResponseTexts::NONE.with_texts("en", Some(Arc::new(overlay)));
        let words = words.for_horoscope();
        let omitted = keys.map(|it| words.text(Some(&it)).unwrap().omitted);
        assert_eq!(omitted, [Some("response_too_long"), None]);
    }

    #[test]
    fn characters_that_json_escapes_count_twice() {
        assert_eq!(json_bytes("a\"\\\né"), 9);
        let quotes = "\"".repeat(650);
        assert_eq!(shown(|it| it.for_horoscope(), &quotes, 6), (5, 1));
    }
}
