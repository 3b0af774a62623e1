//! The texts of results as blocks of a report.

use interpretation::titles::Titles;
use reports::{Block, Chapter};
use serde_json::Value;

use crate::word::ReportWord;

/// Texts of facts in one report at most. No result has as many.
const MAX_TEXTS: usize = 400;

/// The chapters of a composed reading, one for each section. Empty if the result has none.
pub(super) fn reading(result: &Value) -> Vec<Chapter> {
    let sections = result["composedReading"]["sections"].as_array();
    let sections = sections.into_iter().flatten().enumerate();
    let chapters = sections.map(|(index, section)| Chapter {
        title: text_of(section, "title"),
        continues: index > 0,
        blocks: section_blocks(section),
    });
    chapters.filter(|it| !it.blocks.is_empty()).collect()
}

fn section_blocks(section: &Value) -> Vec<Block> {
    let parts = section["parts"].as_array().into_iter().flatten();
    let mut blocks = Vec::new();
    // A link leads from one text to the next, so it stands below the heading of the next.
    let mut link = String::new();
    for part in parts {
        let body = text_of(part, "body");
        match part["role"].as_str() {
            Some("text") => {
                blocks.push(Block::Subheading(text_of(part, "title")));
                blocks.extend(period(part));
                let joined = if link.is_empty() {
                    body
                } else {
                    format!("{} {body}", std::mem::take(&mut link))
                };
                blocks.extend(markdown(&joined));
            }
            Some("link") => link = body,
            Some("lead" | "closing") => blocks.push(Block::Lead(plain(&body))),
            _ => blocks.extend(markdown(&body)),
        }
    }
    blocks.extend(markdown(&link));
    blocks.retain(|it| !is_empty(it));
    blocks
}

/// When a transit lasts.
fn period(part: &Value) -> Option<Block> {
    let period = part.get("period")?;
    let ends = [period["enter"].as_str(), period["leave"].as_str()];
    let [enter, leave] = ends.map(|it| it.map_or("…", day));
    let exact = period["exact"].as_array().into_iter().flatten();
    let exact: Vec<_> = exact.filter_map(Value::as_str).map(day).collect();
    let middle = if exact.is_empty() {
        String::new()
    } else {
        format!(" ({})", exact.join(", "))
    };
    Some(Block::Note(format!("{enter} – {leave}{middle}")))
}

/// The date of an instant.
pub(super) fn day(instant: &str) -> &str {
    instant.split('T').next().unwrap_or(instant)
}

/// The texts of facts under their titles, in the order of the result, each once.
pub(super) fn texts(result: &Value, titles: &'static Titles) -> Option<Chapter> {
    let mut found = Vec::new();
    collect(result, &mut found);
    let mut blocks = Vec::new();
    for (index, text) in found.iter().enumerate() {
        let is_repeated = found[..index].iter().any(|it| it["urn"] == text["urn"]);
        if !is_repeated {
            blocks.push(Block::Subheading(text_of(text, "title")));
            blocks.extend(markdown(&text_of(text, "body")));
        }
    }
    blocks.retain(|it| !is_empty(it));
    let title = ReportWord::Interpretation.written(titles).to_owned();
    (!blocks.is_empty()).then_some(Chapter {
        title,
        blocks,
        ..Chapter::default()
    })
}

/// Every object with a URN, a title and a body.
fn collect<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    if found.len() >= MAX_TEXTS {
        return;
    }
    match value {
        Value::Object(fields) => {
            if fields.contains_key("urn") && fields.contains_key("body") {
                found.push(value);
                return;
            }
            for inner in fields.values() {
                collect(inner, found);
            }
        }
        Value::Array(items) => {
            for item in items {
                collect(item, found);
            }
        }
        _ => {}
    }
}

pub(super) fn text_of(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

fn is_empty(block: &Block) -> bool {
    match block {
        Block::Heading(text)
        | Block::Subheading(text)
        | Block::Lead(text)
        | Block::Text(text)
        | Block::Note(text) => text.trim().is_empty(),
        Block::Table(_) | Block::Figure(_) => false,
    }
}

/// A text in Markdown as paragraphs and subheadings. Items of lists begin with a dot.
fn markdown(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        let item = ["- ", "* ", "+ "]
            .iter()
            .find_map(|it| line.strip_prefix(it));
        if line.is_empty() {
            is_open = false;
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            blocks.push(Block::Subheading(plain(heading)));
            is_open = false;
        } else if let Some(item) = item {
            blocks.push(Block::Text(format!("•\u{a0}{}", plain(item))));
            is_open = true;
        } else {
            // A line break within a paragraph is a space.
            match blocks.last_mut() {
                Some(Block::Text(open)) if is_open => {
                    open.push(' ');
                    open.push_str(&plain(line));
                }
                _ => blocks.push(Block::Text(plain(line))),
            }
            is_open = true;
        }
    }
    blocks
}

/// A line of Markdown without its marks: emphasis, code and the addresses of links.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        match character {
            '\\' if after.starts_with(|it: char| it.is_ascii_punctuation()) => {
                out.push_str(&after[..1]);
                rest = &after[1..];
                continue;
            }
            // An underscore within a word is a letter.
            '_' if out.ends_with(char::is_alphanumeric)
                && after.starts_with(char::is_alphanumeric) =>
            {
                out.push('_');
            }
            '*' | '`' | '_' => {}
            '[' => {
                if let Some((label, beyond)) = link(after) {
                    out.push_str(&plain(label));
                    rest = beyond;
                    continue;
                }
                out.push('[');
            }
            other => out.push(other),
        }
        rest = after;
    }
    out
}

/// The label of a link and what follows it, from behind its opening bracket on. The search ends at the
/// next opening bracket, so it takes no longer for a line of brackets.
fn link(text: &str) -> Option<(&str, &str)> {
    let end = text.find(['[', ']'])?;
    let label = &text[..end];
    let target = text[end..].strip_prefix("](")?;
    let end = target.find([')', '['])?;
    let beyond = target[end..].strip_prefix(')')?;
    Some((label, beyond))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn markdown_becomes_paragraphs_without_marks() {
        let text = "# Sun\nA **bold** and\n_soft_ word.\n\nSee [the guide](https://x.example/a).\n- one\n- two \\*";
        let expected = [
            Block::Subheading("Sun".to_owned()),
            Block::Text("A bold and soft word.".to_owned()),
            Block::Text("See the guide.".to_owned()),
            Block::Text("•\u{a0}one".to_owned()),
            Block::Text("•\u{a0}two *".to_owned()),
        ];
        assert_eq!(markdown(text), expected);
        assert_eq!(
            plain("snake_case [not a link] 3 < 4"),
            "snake_case [not a link] 3 < 4"
        );
    }

    #[test]
    fn every_text_of_a_result_appears_once() {
        let text = json!({ "urn": "a", "title": "Sun", "body": "Bright." });
        let result = json!({ "points": { "sun": { "text": text } }, "again": [text] });
        let chapter = texts(&result, Titles::of_or_english("en")).unwrap();
        let expected = [
            Block::Subheading("Sun".to_owned()),
            Block::Text("Bright.".to_owned()),
        ];
        assert_eq!(chapter.blocks, expected);
        assert_eq!(texts(&json!({}), Titles::of_or_english("en")), None);
    }

    #[test]
    fn a_link_stands_below_the_heading_of_the_next_text() {
        let part = |role: &str, body: &str| json!({ "role": role, "title": "Moon", "body": body });
        let section = json!({ "parts": [part("lead", "Now."), part("link", "But wait."), part("text", "You feel.")] });
        let expected = [
            Block::Lead("Now.".to_owned()),
            Block::Subheading("Moon".to_owned()),
            Block::Text("But wait. You feel.".to_owned()),
        ];
        assert_eq!(section_blocks(&section), expected);
    }

    #[test]
    fn a_transit_has_its_period() {
        let part = json!({ "period": { "enter": null, "exact": ["2026-01-05T01:00:00Z"], "leave": "2026-01-09T03:00:00Z" } });
        let expected = Block::Note("… – 2026-01-09 (2026-01-05)".to_owned());
        assert_eq!(period(&part), Some(expected));
    }
}
