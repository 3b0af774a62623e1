//! The message catalogs contain all sentences of the pages and nothing else, and no page has a
//! sentence outside them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use http_api::ErrorCode;
use http_api::modules::CATALOGUE;
use i18n::DUTCH;

/// Words of the API that pages show in the viewer's language.
const API_WORDS: [&str; 21] = [
    "active",
    "disabled",
    "expired",
    "revoked",
    "suspended",
    "closed",
    "pending",
    "owner",
    "manager",
    "member",
    "live",
    "test",
    "due",
    "paid",
    "plan",
    "purchase",
    "operator",
    "create",
    "copy",
    "update",
    "restore",
];

/// The markers before a sentence in a template or a source file.
const MARKS: [&str; 4] = [".t(", "msg(", ".layout(", ".word("];

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                let text = fs::read_to_string(&path).unwrap();
                // Strings in tests are not sentences of the interface.
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                found.push((path, text.to_owned()));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// Returns the string literal at the start of a text, as the compiler reads it.
fn literal(text: &str) -> Option<String> {
    let mut characters = text.trim_start().strip_prefix('"')?.chars();
    let mut read = String::new();
    loop {
        match characters.next()? {
            '"' => return Some(read),
            '\\' => match characters.next()? {
                'n' => read.push('\n'),
                '\n' => characters = characters.as_str().trim_start().chars(),
                other => read.push(other),
            },
            other => read.push(other),
        }
    }
}

/// Returns every sentence of the interface and its file.
fn sentences() -> BTreeMap<String, PathBuf> {
    let mut sentences = BTreeMap::new();
    let places = [
        files("../dashboard/templates", "html"),
        files("../dashboard/src", "rs"),
        files("../notifications/src", "rs"),
        files("../billing/src", "rs"),
    ];
    for (path, text) in places.concat() {
        for mark in MARKS {
            for after in text.split(mark).skip(1) {
                if let Some(sentence) = literal(after) {
                    sentences.insert(sentence, path.clone());
                }
            }
        }
    }
    let modules = CATALOGUE.modules().iter();
    let named = |name: &str| (name.to_owned(), PathBuf::from("the modules"));
    sentences.extend(modules.map(|it| named(it.name)));
    sentences.extend(API_WORDS.map(|it| (it.to_owned(), PathBuf::from("the API"))));
    sentences
}

/// Returns what every translation must keep: values in braces, code, URLs of links.
fn fixed_parts(sentence: &str) -> BTreeSet<String> {
    let enclosed = |open: &str, close: &str| {
        let after = sentence.split(open).skip(1);
        let parts = after.filter_map(|it| it.split_once(close)).map(|it| it.0);
        parts.map(|it| format!("{open}{it}")).collect::<Vec<_>>()
    };
    let code = sentence.split('`').skip(1).step_by(2);
    let code = code.map(|it| format!("`{it}")).collect();
    [enclosed("{", "}"), enclosed("](", ")"), code]
        .concat()
        .into_iter()
        .collect()
}

#[test]
fn dutch_has_every_sentence_once_and_nothing_else() {
    let said = sentences();
    let mut translated: BTreeMap<String, &str> = BTreeMap::new();
    // The API uses English. Errors that people see on pages may be translated.
    let of_errors: BTreeSet<&str> = ErrorCode::ALL
        .iter()
        .flat_map(|it| [it.title(), it.explanation()])
        .collect();
    let mut wrong = Vec::new();
    for (name, text) in DUTCH {
        let entries: BTreeMap<String, String> = toml::from_str(text).unwrap();
        for (english, dutch) in entries {
            if fixed_parts(&english) != fixed_parts(&dutch) {
                wrong.push(format!("{name}: other values or links: {dutch}"));
            }
            let is_said = said.contains_key(&english) || of_errors.contains(english.as_str());
            if !is_said {
                wrong.push(format!("{name}: nobody says: {english}"));
            }
            if let Some(other) = translated.insert(english.clone(), name) {
                wrong.push(format!("in {other} and {name}: {english}"));
            }
        }
    }
    for (sentence, path) in said {
        if !translated.contains_key(&sentence) {
            wrong.push(format!("{}: no translation: {sentence}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns a template's text without placeholders, tags and code.
fn bare_text(template: &str) -> String {
    let mut text = template.to_owned();
    let cuts = [
        ("{{", "}}"),
        ("{%", "%}"),
        ("{#", "#}"),
        ("<pre", "</pre>"),
        ("<code", "</code>"),
        // The names of keys on a keyboard.
        ("<kbd", "</kbd>"),
        ("<", ">"),
    ];
    for (open, close) in cuts {
        while let Some((before, rest)) = text.split_once(open) {
            let after = rest.split_once(close).unwrap_or_default().1;
            // A character that cannot occur in a text keeps the words on both sides of a cut
            // separate.
            text = format!("{before}\u{1}{after}");
        }
    }
    text
}

#[test]
fn no_template_has_words_that_are_not_said() {
    for (path, template) in files("../dashboard/templates", "html") {
        let text = bare_text(&template)
            .replace("Almagest", "")
            .replace("&nbsp;", "");
        let bare: Vec<_> = text
            .lines()
            .filter(|line| line.chars().any(char::is_alphabetic))
            .collect();
        assert!(bare.is_empty(), "{}: {bare:?}", path.display());
        for attribute in ["aria-label=\"", "title=\"", "alt=\"", "data-copied=\""] {
            for value in template.split(attribute).skip(1) {
                let is_said = value.starts_with("{{") || value.starts_with('"');
                assert!(is_said, "{}: {attribute}{value:.40}", path.display());
            }
        }
    }
}
