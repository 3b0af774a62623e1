//! HTML fragments shared by many pages.

use std::fmt::{self, Write as _};

use askama::filters::HtmlSafe;
use i18n::Language;

/// HTML with all foreign text escaped.
#[derive(Clone, Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Adds trusted HTML.
    pub(super) fn raw(&mut self, html: &str) {
        self.0.push_str(html);
    }

    /// Adds escaped text.
    pub(super) fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
    }

    /// Adds escaped text in which `` `backticks` `` enclose code, as in the details of errors.
    pub(super) fn prose(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, (code, after))) = rest
            .split_once('`')
            .and_then(|(before, opened)| Some((before, opened.split_once('`')?)))
        {
            self.text(before);
            self.raw("<code>");
            self.text(code);
            self.raw("</code>");
            rest = after;
        }
        self.text(rest);
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: impl fmt::Display) {
        // Writing into a string cannot fail.
        _ = write!(self.0, "{number}");
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Markup {}

/// An API timestamp. Shown in UTC, or in the viewer's time zone by the script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(String);

impl Moment {
    /// The day in UTC, for an `<input type="date">`.
    pub(super) fn day(&self) -> &str {
        self.0.get(..10).unwrap_or(&self.0)
    }

    /// A `<time>` element, to the minute.
    pub(super) fn html(&self) -> Markup {
        let minute = self.0.get(..16).unwrap_or(&self.0).replace('T', " ");
        self.element("", &minute)
    }

    /// A `<time>` element, to the millisecond.
    pub(super) fn precise(&self) -> Markup {
        let text = self.0.trim_end_matches('Z').replace('T', " ");
        let (second, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let fraction = fraction.get(..3).unwrap_or(fraction);
        self.element(" data-precise", &format!("{second}.{fraction:0<3}"))
    }

    fn element(&self, attribute: &str, text: &str) -> Markup {
        let mut markup = Markup::default();
        markup.raw("<time datetime=\"");
        markup.text(&self.0);
        markup.raw("\"");
        markup.raw(attribute);
        markup.raw(">");
        markup.text(text);
        markup.raw(" UTC</time>");
        markup
    }
}

/// Replies contain timestamps as text (RFC 3339).
pub(super) trait ToMoment {
    /// The timestamp.
    fn moment(&self) -> Moment;
}

impl ToMoment for str {
    fn moment(&self) -> Moment {
        Moment(self.to_owned())
    }
}

/// A number with thousands separators.
pub(super) fn thousands(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(language.thousands_separator());
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_our_own_html_is_not() {
        let mut markup = Markup::default();
        markup.raw("<b>");
        markup.text("<script>'\"&");
        assert_eq!(markup.to_string(), "<b>&lt;script&gt;&#39;&quot;&amp;");
    }

    #[test]
    fn a_moment_is_shown_to_the_minute_or_the_millisecond() {
        let shown = |text: &str| text.moment().precise().to_string();
        let expected = "<time datetime=\"2026-11-15T05:44:00Z\" data-precise>\
            2026-11-15 05:44:00.000 UTC</time>";
        assert_eq!(shown("2026-11-15T05:44:00Z"), expected);
        assert!(shown("2026-11-15T05:44:07.0125Z").contains(">2026-11-15 05:44:07.012 UTC<"));
        assert!(shown("2026-11-15T05:44:07.5Z").contains(">2026-11-15 05:44:07.500 UTC<"));
        let minute = "2026-11-15T05:44:07.0125Z".moment().html().to_string();
        assert!(minute.contains(">2026-11-15 05:44 UTC<"));
    }

    #[test]
    fn backticks_enclose_code() {
        for (text, html) in [
            (
                "Use `a<b` or `c`.",
                "Use <code>a&lt;b</code> or <code>c</code>.",
            ),
            ("A `single one", "A `single one"),
        ] {
            let mut markup = Markup::default();
            markup.prose(text);
            assert_eq!(markup.to_string(), html);
        }
    }

    #[test]
    fn thousands_stand_apart() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number, Language::English), expected);
        }
        assert_eq!(thousands(1_234_567, Language::Dutch), "1.234.567");
    }
}
