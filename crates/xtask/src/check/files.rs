//! Rules about the text of files.

use std::{ffi::OsStr, fs, path::Path};

use anyhow::Result;

use super::{Finding, tracked};
use crate::cargo::Workspace;

/// A longer file covers two topics.
const MAX_LINES: usize = 800;

/// Words that mark unfinished work, each written in two parts so that this file does not contain them.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("#[", "ignore"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

/// Paths that exist only on one machine, in two parts for the same reason.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("../", "shared"),
];

pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in tracked(workspace)? {
        let bytes = fs::read(workspace.root.join(&path))?;
        if let Some(text) = as_text(&bytes) {
            findings.extend(judge(&path, text));
        }
    }
    Ok(findings)
}

/// `None` for binary files.
fn as_text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'))
}

fn judge(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let ending = Path::new(path)
        .extension()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    if ending == "rs" {
        if !text.starts_with("//!") {
            findings.push(Finding::new(
                path,
                1,
                "a source file must begin with `//!` and say what it contains",
            ));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            let sentence =
                format!("{lines} lines are too many for one file; split it at {MAX_LINES} lines");
            findings.push(Finding::new(path, lines, sentence));
        }
        if path.rsplit('/').next() == Some("mod.rs") {
            findings.push(Finding::new(
                path,
                1,
                "use `name.rs` beside `name/` instead of `mod.rs`",
            ));
        }
    }
    let is_code = ["rs", "sql", "toml", "html", "sh"].contains(&ending);
    for (index, line) in text.lines().enumerate() {
        for word in UNFINISHED
            .iter()
            .filter(|word| is_code && contains_word(line, word))
        {
            let sentence = format!("`{word}` marks unfinished work: finish it or explain why not");
            findings.push(Finding::new(path, index + 1, sentence));
        }
        for needle in MACHINE_PATHS
            .iter()
            .filter(|needle| contains_path(line, needle))
        {
            let sentence = format!("`{needle}` is a path that exists only on one machine");
            findings.push(Finding::new(path, index + 1, sentence));
        }
    }
    findings
}

/// Whether a word is not part of a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let is_letter = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word).any(|(at, _)| {
        let before =
            line[..at].chars().next_back().is_some_and(is_letter) && word.starts_with(is_letter);
        let after = line[at + word.len()..]
            .chars()
            .next()
            .is_some_and(is_letter)
            && word.ends_with(is_letter);
        !before && !after
    })
}

/// Whether a path begins there. After a letter or a dot it is the middle of a URL or of another
/// path.
fn contains_path(line: &str, needle: &str) -> bool {
    let continues = |character: char| character.is_alphanumeric() || "._-})".contains(character);
    line.match_indices(needle)
        .any(|(at, _)| !line[..at].chars().next_back().is_some_and(continues))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &[(usize, &str)]) {
        let findings = judge(path, text);
        assert_eq!(findings.len(), expected.len(), "{findings:?}");
        for (finding, (line, part)) in findings.iter().zip(expected) {
            assert_eq!(finding.line, *line, "{finding}");
            assert!(finding.sentence.contains(part), "{finding}");
        }
    }

    #[test]
    fn a_source_file_says_what_it_is() {
        check("a.rs", "//! This.\nfn a() {}\n", &[]);
        check("a.rs", "fn a() {}\n", &[(1, "//!")]);
        check("a/mod.rs", "//! This.\n", &[(1, "mod.rs")]);
        check("a/harmod.rs", "//! This.\n", &[]);
        check("a.md", "words\n", &[]);
    }

    #[test]
    fn a_long_file_is_two() {
        check("a.rs", &"//! This.\n".repeat(800), &[]);
        check("a.rs", &"//! This.\n".repeat(801), &[(801, "801 lines")]);
    }

    #[test]
    fn unfinished_work_is_found_in_code() {
        for word in UNFINISHED {
            check(
                "a.rs",
                &format!("//! This.\n\n    {word} later\n"),
                &[(3, word)],
            );
            check("notes.md", &format!("{word} later\n"), &[]);
        }
        check(
            "a.rs",
            &format!("//! {}{} and A{}\n", UNFINISHED[4], "X", UNFINISHED[4]),
            &[],
        );
    }

    #[test]
    fn paths_of_one_machine_are_found_everywhere() {
        let [root, home, beside] = MACHINE_PATHS else {
            panic!("three needles")
        };
        check(
            "notes.md",
            &format!("see\n`{root}x` and file://{home}y\n"),
            &[(2, root), (2, home)],
        );
        check(
            "a.toml",
            &format!("path = \"{beside}/design\"\n"),
            &[(1, beside)],
        );
        check(
            "notes.md",
            &format!("{home}x at the beginning\n"),
            &[(1, home)],
        );
        check(
            "notes.md",
            &format!("https://example.org{home}x and docs{root}\n"),
            &[],
        );
    }

    #[test]
    fn compressed_files_are_not_text() {
        assert_eq!(as_text(b"a\0b"), None);
        assert_eq!(as_text(&[0x1f, 0x8b, 0xff]), None);
        assert_eq!(as_text("ä".as_bytes()), Some("ä"));
    }
}
