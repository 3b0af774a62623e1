//! Translated messages with values. The English message is the key. In a template:
//! `{{ layout.t("{n} total").with("n", keys.total) }}`.
//!
//! A message can contain values in braces, `` `code` ``, `**bold**` and `[a link](/address)`, so that
//! a translation can order them as its grammar requires.

use std::fmt;
use std::sync::{Arc, OnceLock};

use askama::filters::HtmlSafe;
use axum::http::request::Parts;

use super::markup::{Markup, Moment, thousands};
use i18n::Language;

/// A value in a message.
pub(super) trait Piece {
    fn write(&self, language: Language, into: &mut Markup);
}

impl Piece for str {
    fn write(&self, _: Language, into: &mut Markup) {
        into.text(self);
    }
}

impl Piece for String {
    fn write(&self, _: Language, into: &mut Markup) {
        into.text(self);
    }
}

impl Piece for u64 {
    fn write(&self, language: Language, into: &mut Markup) {
        into.text(&thousands(*self, language));
    }
}

impl Piece for u16 {
    fn write(&self, _: Language, into: &mut Markup) {
        into.number(self);
    }
}

impl Piece for usize {
    fn write(&self, language: Language, into: &mut Markup) {
        (*self as u64).write(language, into);
    }
}

impl Piece for Markup {
    fn write(&self, _: Language, into: &mut Markup) {
        into.raw(&self.to_string());
    }
}

impl Piece for Message {
    fn write(&self, _: Language, into: &mut Markup) {
        into.raw(&self.to_string());
    }
}

impl Piece for Moment {
    fn write(&self, _: Language, into: &mut Markup) {
        into.raw(&self.html().to_string());
    }
}

impl<T: Piece + ?Sized> Piece for &T {
    fn write(&self, language: Language, into: &mut Markup) {
        (**self).write(language, into);
    }
}

/// A message in a language with its values.
#[derive(Clone, Debug)]
pub(super) struct Message {
    language: Language,
    text: String,
    values: Vec<(&'static str, Markup)>,
}

/// Puts messages into pages.
pub(super) trait Translate {
    /// Translates a message. Without a translation it stays in English. Debug builds put it in double brackets, so
    /// that tests detect it.
    fn t(self, english: &str) -> Message;
}

impl Translate for Language {
    fn t(self, english: &str) -> Message {
        let text = match self.translation(english) {
            Some(text) => text.to_owned(),
            None if cfg!(debug_assertions) => format!("⟦{english}⟧"),
            None => english.to_owned(),
        };
        Message {
            language: self,
            text,
            values: Vec::new(),
        }
    }
}

impl Message {
    /// Replaces the name in braces with a value.
    pub(super) fn with(mut self, name: &'static str, value: impl Piece) -> Self {
        let mut written = Markup::default();
        value.write(self.language, &mut written);
        self.values.push((name, written));
        self
    }

    fn write(&self, text: &str, into: &mut Markup) {
        let Some(at) = text.find(['{', '`', '*', '[']) else {
            into.text(text);
            return;
        };
        let (before, rest) = text.split_at(at);
        into.text(before);
        let after = self.write_part(rest, into);
        self.write(after, into);
    }

    /// Writes the first part of `text` and returns the rest.
    fn write_part<'a>(&self, text: &'a str, into: &mut Markup) -> &'a str {
        let enclosed = |open: &str, close: &str| text.strip_prefix(open)?.split_once(close);
        if let Some((name, after)) = enclosed("{", "}") {
            match self.values.iter().find(|(it, _)| *it == name) {
                Some((_, value)) => into.raw(&value.to_string()),
                None => into.text(&format!("{{{name}}}")),
            }
            return after;
        }
        for (mark, tag) in [("`", "code"), ("**", "strong")] {
            if let Some((inside, after)) = enclosed(mark, mark) {
                into.raw(&format!("<{tag}>"));
                self.write(inside, into);
                into.raw(&format!("</{tag}>"));
                return after;
            }
        }
        if let Some((label, rest)) = enclosed("[", "](")
            && let Some((address, after)) = rest.split_once(')')
        {
            into.raw("<a href=\"");
            self.write(address, into);
            into.raw("\">");
            self.write(label, into);
            into.raw("</a>");
            return after;
        }
        // An unmatched mark is a normal character. Each is one byte long.
        let (mark, after) = text.split_at(1);
        into.text(mark);
        after
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut markup = Markup::default();
        self.write(&self.text, &mut markup);
        f.write_str(&markup.to_string())
    }
}

impl HtmlSafe for Message {}

/// The language of a response: the browser's preference, until the user's own choice is known.
#[derive(Clone, Debug)]
pub(super) struct NegotiatedLanguage {
    browser: Language,
    chosen: Arc<OnceLock<Language>>,
}

impl NegotiatedLanguage {
    pub(super) fn of_browser(browser: Language) -> Self {
        Self {
            browser,
            chosen: Arc::default(),
        }
    }

    /// The response language of a request.
    pub(super) fn of(parts: &Parts) -> Language {
        let negotiated = parts.extensions.get::<Self>();
        negotiated.map_or_else(Language::default, Self::language)
    }

    pub(super) fn language(&self) -> Language {
        self.chosen.get().copied().unwrap_or(self.browser)
    }

    /// Switches to the user's chosen language, if any.
    pub(super) fn choose(parts: &Parts, chosen: Option<Language>) -> Language {
        if let (Some(negotiated), Some(chosen)) = (parts.extensions.get::<Self>(), chosen) {
            // The first choice stays: a request has one user.
            _ = negotiated.chosen.set(chosen);
        }
        Self::of(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &Message, expected: &str) {
        assert_eq!(sentence.to_string(), expected);
    }

    #[test]
    fn values_stand_where_the_sentence_has_them_and_are_escaped() {
        let english = Language::English;
        check(
            &english
                .t("{n} of {all}")
                .with("all", 1000_u64)
                .with("n", 2_u64),
            "2 of 1,000",
        );
        check(
            &english.t("As {who}.").with("who", "<b>{n}"),
            "As &lt;b&gt;{n}.",
        );
        check(&english.t("{n} total"), "{n} total");
    }

    #[test]
    fn a_sentence_has_code_weight_and_links() {
        let english = Language::English;
        check(
            &english
                .t("**Read** `a/{id}` or [the {id} page](/keys/{id}), ok?")
                .with("id", "\"x"),
            "<strong>Read</strong> <code>a/&quot;x</code> or \
             <a href=\"/keys/&quot;x\">the &quot;x page</a>, ok?",
        );
        check(&english.t("2 * 3 [see] `"), "2 * 3 [see] `");
    }

    #[test]
    fn a_sentence_nobody_translated_is_noticed_in_tests() {
        check(&Language::Dutch.t("Qwerty uiop"), "⟦Qwerty uiop⟧");
    }
}
