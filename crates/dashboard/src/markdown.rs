//! Markdown of texts as HTML that is safe to show, whoever wrote it.
//!
//! HTML in the Markdown is shown as the text it is. Links lead to web pages and e-mail addresses
//! only, and lend them neither reputation nor a handle on our page; pictures become their
//! description, since they would tell a stranger's server who reads. Everything else a text needs
//! stays: emphasis, headings, lists, quotes.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The HTML of a text.
pub fn to_html(markdown: &str) -> String {
    let parser = Parser::new_ext(markdown, Options::empty());
    let mut inside_links = Vec::new();
    let events = parser.filter_map(|event| safe(event, &mut inside_links));
    let mut text = String::with_capacity(markdown.len() * 5 / 4);
    html::push_html(&mut text, events);
    text
}

/// The event as it may be shown. `links` remembers which of the open links are.
fn safe<'a>(event: Event<'a>, links: &mut Vec<bool>) -> Option<Event<'a>> {
    match event {
        // As text: the writer of the HTML escapes it.
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::HtmlBlock) => Some(Event::Start(Tag::Paragraph)),
        Event::End(TagEnd::HtmlBlock) => Some(Event::End(TagEnd::Paragraph)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { dest_url, .. }) => {
            let shown = is_safe(&dest_url);
            links.push(shown);
            shown.then(|| {
                let address = escape(&dest_url);
                let rel = "nofollow noopener noreferrer";
                let tag = format!("<a href=\"{address}\" rel=\"{rel}\">");
                Event::InlineHtml(CowStr::from(tag))
            })
        }
        Event::End(TagEnd::Link) => {
            let shown = links.pop().unwrap_or(false);
            shown.then_some(Event::InlineHtml(CowStr::Borrowed("</a>")))
        }
        other => Some(other),
    }
}

/// Browsers ignore white space and control characters inside a scheme, so an address with any is
/// no address here.
fn is_safe(address: &str) -> bool {
    let plain = !address
        .chars()
        .any(|it| it.is_control() || it.is_whitespace());
    let lower = address.to_ascii_lowercase();
    let known = ["https://", "http://", "mailto:"];
    plain && known.iter().any(|it| lower.starts_with(it))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, expected: &str) {
        assert_eq!(to_html(markdown).trim_end(), expected, "{markdown}");
    }

    #[test]
    fn a_text_keeps_its_form() {
        check(
            "You *ask*, **often**.\n\nAgain.",
            "<p>You <em>ask</em>, <strong>often</strong>.</p>\n<p>Again.</p>",
        );
        check(
            "## A\n\n- b\n- c",
            "<h2>A</h2>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>",
        );
        check("1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>");
    }

    #[test]
    fn html_is_shown_as_the_text_it_is() {
        check(
            "<script>alert(1)</script>",
            "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
        );
        check(
            "a <img src=x onerror=alert(1)> b",
            "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>",
        );
        check("<!-- --!><b>", "<p>&lt;!-- --!&gt;&lt;b&gt;</p>");
    }

    #[test]
    fn links_lead_to_pages_and_addresses_only() {
        let rel = "rel=\"nofollow noopener noreferrer\"";
        check(
            "[a](https://example.com/?x=1&y=\"2)",
            &format!("<p><a href=\"https://example.com/?x=1&amp;y=&quot;2\" {rel}>a</a></p>"),
        );
        check(
            "<mailto:a@example.com>",
            &format!("<p><a href=\"mailto:a@example.com\" {rel}>mailto:a@example.com</a></p>"),
        );
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "&#106;avascript:alert(1)",
            "data:text/html;base64,PHNjcmlwdD4=",
            "vbscript:x",
            "//evil.example",
            "/relative",
            "file:///etc/passwd",
        ] {
            check(&format!("[a]({address})"), "<p>a</p>");
        }
        check("[a](<java\tscript:alert(1)>)", "<p>a</p>");
        check("[![x](https://e.example/t.gif)](javascript:b)", "<p>x</p>");
    }

    /// What an attacker could try, as a browser would read it: no element but ours, no attribute
    /// but ours.
    #[test]
    fn hostile_text_yields_no_element_and_no_attribute_of_its_own() {
        let hostile = [
            "<svg/onload=alert(1)>",
            "</p></div><iframe src=javascript:alert(1)>",
            "[x](https://a.example/\"onmouseover=\"alert(1))",
            "[x](https://a.example/'onclick='alert(1) \"title\\\" onclick=\\\"x\")",
            "![x\" onerror=\"alert(1)](x)",
            "`<script>`",
            "```\"><script>alert(1)</script>\n<script>\n```",
            "<a href=\"javascript:alert(1)\">x</a>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "[a]: javascript:alert(1)\n\n[a]",
            "<https://a.example/\u{202e}x>",
            "<![CDATA[<script>]]>",
            "<?php echo 1 ?>",
            "<style>*{display:none}</style>",
        ];
        let ours = [
            "p",
            "em",
            "strong",
            "ul",
            "ol",
            "li",
            "a",
            "code",
            "pre",
            "blockquote",
            "h1",
            "h2",
        ];
        for text in hostile {
            let shown = to_html(text);
            for piece in shown.split('<').skip(1) {
                let (tag, _) = piece.split_once('>').unwrap();
                let name = tag
                    .trim_start_matches('/')
                    .split([' ', '\n'])
                    .next()
                    .unwrap();
                assert!(ours.contains(&name), "{text}: {shown}");
                let attributes = tag.strip_prefix(name).unwrap_or_default();
                let quotes = attributes.matches('"').count();
                let expected = match name {
                    "a" if !attributes.is_empty() => 4,
                    "code" if attributes.starts_with(" class=\"language-") => 2,
                    _ => 0,
                };
                assert_eq!(quotes, expected, "{text}: {shown}");
                assert!(!attributes.contains('\''), "{text}: {shown}");
            }
        }
    }

    #[test]
    fn deep_nesting_comes_to_an_end() {
        let shown = to_html(&"> ".repeat(10_000));
        assert!(shown.len() < 1_000_000);
        assert!(to_html(&"*a ".repeat(7_000)).len() < 100_000);
        assert!(to_html(&"[".repeat(20_000)).len() < 100_000);
    }
}
