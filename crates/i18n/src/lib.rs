//! Languages and message catalogs of the user interface. The English message is the key of its translation.
//!
//! Not here: rendering messages in pages and e-mails, and the languages of calculations and texts.

use std::collections::HashMap;
use std::sync::LazyLock;

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

/// A language of the user interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, the language of the message keys.
    #[default]
    English,
    /// Dutch.
    Dutch,
}

/// The Dutch catalogs by area of the user interface. Each message is in exactly one of them.
pub const DUTCH: &[(&str, &str)] = &[
    ("common", include_str!("../locales/nl/common.toml")),
    ("account", include_str!("../locales/nl/account.toml")),
    ("alerts", include_str!("../locales/nl/alerts.toml")),
    ("billing", include_str!("../locales/nl/billing.toml")),
    ("content", include_str!("../locales/nl/content.toml")),
    ("errors", include_str!("../locales/nl/errors.toml")),
    ("keys", include_str!("../locales/nl/keys.toml")),
    ("modules", include_str!("../locales/nl/modules.toml")),
    ("operator", include_str!("../locales/nl/operator.toml")),
    (
        "organization",
        include_str!("../locales/nl/organization.toml"),
    ),
    ("playground", include_str!("../locales/nl/playground.toml")),
    ("usage", include_str!("../locales/nl/usage.toml")),
];

type Catalogue = HashMap<String, String>;

fn read(files: &[(&str, &str)]) -> Catalogue {
    let entries = |(name, text): &(&str, &str)| {
        let read: Result<Catalogue, _> = toml::from_str(text);
        read.unwrap_or_else(|error| {
            // A test reads every file. At run time, a broken catalog only loses its translations.
            tracing::error!(%error, name, "cannot read message catalog");
            Catalogue::new()
        })
    };
    files.iter().flat_map(entries).collect()
}

static DUTCH_MESSAGES: LazyLock<Catalogue> = LazyLock::new(|| read(DUTCH));

impl Language {
    /// All languages, the default first.
    pub const ALL: [Self; 2] = [Self::English, Self::Dutch];

    /// The language tag, as in `<html lang>`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Dutch => "nl",
        }
    }

    /// The name of the language in that language.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Dutch => "Nederlands",
        }
    }

    /// The thousands separator.
    pub const fn thousands_separator(self) -> char {
        match self {
            Self::English => ',',
            Self::Dutch => '.',
        }
    }

    /// The decimal mark.
    pub const fn decimal_mark(self) -> char {
        match self {
            Self::English => '.',
            Self::Dutch => ',',
        }
    }

    /// The language with this tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.tag() == tag)
    }

    /// The browser's preferred language, or English if it accepts none of these (RFC 9110, 12.5.4).
    pub fn negotiate(headers: &HeaderMap) -> Self {
        let values = headers.get_all(ACCEPT_LANGUAGE).iter();
        let ranges = values
            .filter_map(|it| it.to_str().ok())
            .flat_map(|it| it.split(','));
        let mut best = (Self::English, 0.0_f32);
        for range in ranges {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let quality = parts.find_map(|it| it.strip_prefix("q="));
            let quality = quality.map_or(1.0, |it| it.parse().unwrap_or(0.0));
            let primary = tag.split('-').next().unwrap_or_default();
            match Self::of_tag(primary) {
                Some(language) if quality > best.1 => best = (language, quality),
                _ => {}
            }
        }
        best.0
    }

    /// A message in this language. None if it has no translation.
    pub fn translation(self, english: &str) -> Option<&str> {
        match self {
            Self::English => Some(english),
            Self::Dutch => DUTCH_MESSAGES.get(english).map(String::as_str),
        }
    }

    /// Translates a value from the API, such as a status. An unknown value stays as it is.
    pub fn word(self, english: &str) -> &str {
        self.translation(english).unwrap_or(english)
    }
}

/// Marks a message for translation. A test compares all marked messages with the catalogs.
pub const fn msg(english: &'static str) -> &'static str {
    english
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_language_that_the_browser_prefers_is_chosen() {
        let check = |header: &str, expected| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_str(header).unwrap());
            assert_eq!(Language::negotiate(&headers), expected, "{header}");
        };
        check("nl", Language::Dutch);
        check("nl-BE,nl;q=0.9,en;q=0.8", Language::Dutch);
        check("de-DE, en;q=0.5, nl;q=0.7", Language::Dutch);
        check("en-GB,nl;q=0.9", Language::English);
        check("fr", Language::English);
        check("nl;q=0", Language::English);
        check("nl;q=x, *", Language::English);
        assert_eq!(Language::negotiate(&HeaderMap::new()), Language::English);
    }
}
