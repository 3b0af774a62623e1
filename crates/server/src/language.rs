//! The languages of the interface, and the catalogues of its sentences. The English sentence is the
//! key of its translation; `dashboard/sentence.rs` puts sentences into pages.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// A language the interface speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, in which every sentence is written first.
    #[default]
    English,
    /// Dutch.
    Dutch,
}

/// The catalogues of Dutch, one file per part of the interface; a sentence stands in one of them.
const DUTCH: &[(&str, &str)] = &[
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
            // A test reads every file; a catalogue that broke afterwards costs its translations only.
            tracing::error!(%error, name, "a catalogue of the interface cannot be read");
            Catalogue::new()
        })
    };
    files.iter().flat_map(entries).collect()
}

static DUTCH_SENTENCES: LazyLock<Catalogue> = LazyLock::new(|| read(DUTCH));

impl Language {
    /// Every language, the one of the sentences first.
    pub const ALL: [Self; 2] = [Self::English, Self::Dutch];

    /// Its tag, as in `<html lang>`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Dutch => "nl",
        }
    }

    /// What its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Dutch => "Nederlands",
        }
    }

    /// What stands between thousands.
    pub const fn thousands_separator(self) -> char {
        match self {
            Self::English => ',',
            Self::Dutch => '.',
        }
    }

    /// What stands before the tenths of a number.
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

    /// The one a browser likes best, English if it names none of ours (RFC 9110, 12.5.4).
    pub fn accepted(headers: &HeaderMap) -> Self {
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

    /// A sentence in this language; none if nobody has translated it.
    pub fn translation(self, english: &str) -> Option<&str> {
        match self {
            Self::English => Some(english),
            Self::Dutch => DUTCH_SENTENCES.get(english).map(String::as_str),
        }
    }

    /// A word that comes from elsewhere, such as a status: translated if it is known, else as it is.
    pub fn word(self, english: &str) -> &str {
        self.translation(english).unwrap_or(english)
    }
}

/// Marks a sentence that is translated where it is shown, so that the catalogues are known to hold it.
pub(crate) const fn said(english: &'static str) -> &'static str {
    english
}

#[cfg(test)]
mod tests;
