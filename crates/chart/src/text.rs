//! User text, made safe to show: it cannot contain markup, displace its neighbors or hide.

use std::fmt;

/// Longer texts are truncated to this many characters, with an ellipsis.
pub const MAX_CHARACTERS: usize = 200;

/// A line of text that a picture shows as written.
///
/// - White space, including line breaks, becomes single spaces.
/// - Control characters, characters that XML forbids and characters that change the text direction
///   become U+FFFD, the visible replacement character: they would hide something, or break the
///   document.
/// - Direction marks (U+200E, U+200F, U+061C) and the zero-width no-break space are invisible by
///   themselves and removed.
///
/// Escaping is the task of each format's writer, so a name such as `<b>` stays what the user typed.
///
/// # Examples
///
/// ```
/// use chart::ChartText;
/// assert_eq!(ChartText::new(" Ada\n Lovelace ").as_str(), "Ada Lovelace");
/// assert_eq!(ChartText::new("a\u{202e}b\u{0}").as_str(), "a\u{fffd}b\u{fffd}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ChartText(String);

impl ChartText {
    /// Cleans a text as described above.
    pub fn new(raw: &str) -> Self {
        Self::limited(raw, MAX_CHARACTERS)
    }

    /// Like [`ChartText::new`] for the description of a whole chart, which combines many texts.
    pub(crate) fn long(raw: &str) -> Self {
        Self::limited(raw, MAX_CHARACTERS * 400)
    }

    fn limited(raw: &str, max_characters: usize) -> Self {
        // Most texts are short and clean, and a chart has hundreds.
        if raw.len() <= max_characters && is_clean(raw) {
            return Self(raw.to_owned());
        }
        let words: Vec<String> = raw
            .split_whitespace()
            .map(|word| word.chars().filter_map(visible).collect::<String>())
            .filter(|word| !word.is_empty())
            .collect();
        let joined = words.join(" ");
        if joined.chars().count() <= max_characters {
            return Self(joined);
        }
        let kept: String = joined.chars().take(max_characters - 1).collect();
        Self(kept.trim_end().to_owned() + "…")
    }

    /// Returns the cleaned text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text is empty after cleaning.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for ChartText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ChartText {
    fn from(raw: &str) -> Self {
        Self::new(raw)
    }
}

impl From<String> for ChartText {
    fn from(raw: String) -> Self {
        Self::new(&raw)
    }
}

/// Whether cleaning would change nothing.
fn is_clean(raw: &str) -> bool {
    let mut after_space = true;
    for character in raw.chars() {
        let is_space = character == ' ';
        if is_space && after_space
            || !is_space && character.is_whitespace()
            || visible(character) != Some(character)
        {
            return false;
        }
        after_space = is_space;
    }
    raw.is_empty() || !after_space
}

fn visible(character: char) -> Option<char> {
    match character {
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
            Some('\u{fffd}')
        }
        _ if character.is_control() => Some('\u{fffd}'),
        _ => Some(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_of_visible_characters() {
        for (raw, expected) in [
            ("", ""),
            ("  \t\n ", ""),
            ("Ada Lovelace", "Ada Lovelace"),
            (" Ada", "Ada"),
            ("Ada ", "Ada"),
            ("Ada  Lovelace", "Ada Lovelace"),
            ("Ada\u{a0}Lovelace", "Ada Lovelace"),
            ("Ада\r\nЛавлейс", "Ада Лавлейс"),
            ("<script>&amp;]]>", "<script>&amp;]]>"),
            ("a\u{1}b\u{7f}c\u{85}d", "a\u{fffd}b\u{fffd}c d"),
            ("\u{2067}x\u{2069}", "\u{fffd}x\u{fffd}"),
            ("\u{200f}שלום\u{200f}", "שלום"),
            ("\u{ffff}\u{fffe}", "\u{fffd}\u{fffd}"),
        ] {
            assert_eq!(ChartText::new(raw).as_str(), expected, "{raw:?}");
            assert_eq!(is_clean(raw), raw == expected, "{raw:?}");
        }
    }

    #[test]
    fn a_long_text_says_that_it_was_cut() {
        let text = ChartText::new(&"ä".repeat(MAX_CHARACTERS + 1));
        assert_eq!(text.as_str().chars().count(), MAX_CHARACTERS);
        assert!(text.as_str().ends_with('…'));
        let whole = "ä".repeat(MAX_CHARACTERS);
        assert_eq!(ChartText::new(&whole).as_str(), whole);
    }
}
