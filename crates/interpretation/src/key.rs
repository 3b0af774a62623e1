//! Text keys: the kind and subject of a text, and the URN that adds the language.

use std::fmt;
use std::str::FromStr;

use crate::kind::Kind;

/// The maximum length of a URN, longer than any subject needs.
pub const MAX_URN_BYTES: usize = 160;

/// A kind and one of its subjects. Equal keys have the same subject, in any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    // First, because it distinguishes most keys.
    subject: String,
    kind: &'static Kind,
}

impl Key {
    /// Creates the key of a subject. Returns `None` if the kind does not have the subject.
    pub fn new(horoscope: &str, content: &str, subject: &str) -> Option<Self> {
        let kind = Kind::find(horoscope, content)?;
        kind.has(subject).then(|| Self {
            subject: subject.to_owned(),
            kind,
        })
    }

    /// Creates the key of an unordered pair, given in either order.
    pub fn pair(horoscope: &str, content: &str, pair: (&str, &str), then: &[&str]) -> Option<Self> {
        let kind = Kind::find(horoscope, content)?;
        let subject = kind.pair_subject(pair.0, pair.1, then)?;
        Some(Self { subject, kind })
    }

    /// Returns the kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Returns the subject, with its parts joined by colons.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns the URN of this key's text in a language, as text.
    pub fn urn_text(&self, language: &str) -> String {
        urn_text(self.kind, &self.subject, language)
    }

    /// Returns the URN of this key's text in a language.
    pub fn urn(&self, language: &str) -> Urn {
        Urn {
            key: self.clone(),
            language: language.to_owned(),
        }
    }
}

/// The name of a text: `urn:content:1:natal:planet-in-sign:sun:gemini:en`. The number is the
/// version of the naming scheme, not of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Urn {
    /// The key of the text.
    pub key: Key,
    /// The language of the text.
    pub language: String,
}

impl fmt::Display for Urn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key.urn_text(&self.language))
    }
}

/// The prefix of every URN.
const BEGINNING: &str = "urn:content:1";

/// Returns a URN as text. A response looks up a hundred of them, so this is a single allocation.
pub(crate) fn urn_text(kind: &Kind, subject: &str, language: &str) -> String {
    [BEGINNING, kind.horoscope, kind.content, subject, language].join(":")
}

/// The reason why a text is not a URN of this service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrnError {
    /// The text does not start with `urn:content:1:` or is too long.
    Form,
    /// The kind does not exist.
    Kind,
    /// The kind does not have the subject.
    Subject,
    /// The last part is not a language code.
    Language,
}

impl fmt::Display for UrnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "a urn begins with `urn:content:1:`",
            Self::Kind => "there is no such kind of text",
            Self::Subject => "the kind has no such subject",
            Self::Language => "the last part is a language code such as `en`",
        })
    }
}

impl std::error::Error for UrnError {}

impl FromStr for Urn {
    type Err = UrnError;

    fn from_str(text: &str) -> Result<Self, UrnError> {
        let rest = text.strip_prefix("urn:content:1:").ok_or(UrnError::Form)?;
        if text.len() > MAX_URN_BYTES {
            return Err(UrnError::Form);
        }
        let (rest, language) = rest.rsplit_once(':').ok_or(UrnError::Form)?;
        let mut parts = rest.splitn(3, ':');
        let (horoscope, content) = (parts.next(), parts.next());
        let (Some(horoscope), Some(content)) = (horoscope, content) else {
            return Err(UrnError::Form);
        };
        Kind::find(horoscope, content).ok_or(UrnError::Kind)?;
        let subject = parts.next().unwrap_or_default();
        let key = Key::new(horoscope, content, subject).ok_or(UrnError::Subject)?;
        if !is_language(language) {
            return Err(UrnError::Language);
        }
        Ok(key.urn(language))
    }
}

/// Returns `true` for two or three lower-case letters, as in ISO 639.
pub fn is_language(text: &str) -> bool {
    (2..=3).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::KINDS;

    #[test]
    fn every_urn_reads_back_as_what_it_names() {
        for kind in KINDS {
            for subject in kind.subjects() {
                let key = Key::new(kind.horoscope, kind.content, &subject).unwrap();
                let urn = key.urn("nl");
                assert!(urn.to_string().len() <= MAX_URN_BYTES);
                assert_eq!(urn.to_string().parse(), Ok(urn));
            }
        }
    }

    #[test]
    fn the_documented_urn_is_understood() {
        let urn: Urn = "urn:content:1:natal:planet-in-sign:sun:gemini:en"
            .parse()
            .unwrap();
        assert_eq!(urn.key.kind().content, "planet-in-sign");
        assert_eq!(urn.key.subject(), "sun:gemini");
        assert_eq!(urn.language, "en");
    }

    #[test]
    fn what_is_wrong_with_a_urn_is_said() {
        let check = |text: &str, expected| assert_eq!(text.parse::<Urn>(), Err(expected), "{text}");
        check("", UrnError::Form);
        check(
            "urn:content:2:natal:planet-in-sign:sun:gemini:en",
            UrnError::Form,
        );
        check("urn:content:1:natal", UrnError::Form);
        check(
            "urn:content:1:natal:planet-on-toast:sun:gemini:en",
            UrnError::Kind,
        );
        check(
            "urn:content:1:natal:planet-in-sign:sun:ophiuchus:en",
            UrnError::Subject,
        );
        check(
            "urn:content:1:natal:planet-in-sign:sun:gemini:EN",
            UrnError::Language,
        );
    }
}
