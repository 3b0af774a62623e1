//! External files: PROVENANCE.md lists each with its digest, so that no change goes unnoticed.

use std::fs;

use anyhow::Result;
use sha2::{Digest, Sha256};

use super::{Finding, line_of, tracked};
use crate::cargo::Workspace;

const LEDGER: &str = "PROVENANCE.md";

pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let ledger = fs::read_to_string(workspace.root.join(LEDGER)).unwrap_or_default();
    let mut findings = Vec::new();
    for path in tracked(workspace)?.iter().filter(|path| is_foreign(path)) {
        let digest = sha256_hex(&fs::read(workspace.root.join(path))?);
        findings.extend(judge(path, &digest, &ledger));
    }
    Ok(findings)
}

/// The SHA-256 of some bytes, in lower-case hexadecimal digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    let digits = |byte: &u8| {
        [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or_default())
    };
    Sha256::digest(bytes).iter().flat_map(digits).collect()
}

fn is_foreign(path: &str) -> bool {
    path.starts_with("data/") || path.starts_with("vendor/") || path.contains("/vendor/")
}

fn judge(path: &str, digest: &str, ledger: &str) -> Option<Finding> {
    let lines: Vec<&str> = ledger.lines().filter(|line| names(line, path)).collect();
    match lines.first() {
        None => Some(Finding::new(
            path,
            1,
            format!("{LEDGER} does not list this file; its SHA-256 is {digest}"),
        )),
        Some(_) if lines.iter().any(|line| line.contains(digest)) => None,
        Some(line) => {
            let sentence = format!(
                "{path} was changed: its SHA-256 is {digest}, which this line does not contain"
            );
            Some(Finding::new(LEDGER, line_of(ledger, line), sentence))
        }
    }
}

/// Whether a line contains this path and not only a longer one.
fn names(line: &str, path: &str) -> bool {
    let continues = |character: char| character.is_alphanumeric() || "._-/".contains(character);
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(continues);
        let after = line[at + path.len()..]
            .chars()
            .next()
            .is_some_and(continues);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_published_one() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            sha256_hex(b"abc"),
            expected,
            "FIPS 180-4, the one-block example"
        );
    }

    #[test]
    fn foreign_files_are_those_in_data_and_vendor() {
        for (path, expected) in [
            ("data/moon.pack", true),
            ("crates/server/assets/vendor/x.js.gz", true),
            ("crates/access/tests/data/x", false),
            ("crates/xtask/src/vendor.rs", false),
        ] {
            assert_eq!(is_foreign(path), expected, "{path}");
        }
    }

    #[test]
    fn each_foreign_file_needs_a_line_with_its_digest() {
        let ledger =
            "# Provenance\n| `data/moon.pack` | `abc1` |\n| `data/moon.pack.old` | `abc2` |\n";
        assert_eq!(judge("data/moon.pack", "abc1", ledger), None);
        let changed = judge("data/moon.pack", "abc2", ledger).unwrap();
        assert_eq!((changed.path.as_str(), changed.line), (LEDGER, 2));
        let missing = judge("data/moon", "abc1", ledger).unwrap();
        assert_eq!((missing.path.as_str(), missing.line), ("data/moon", 1));
    }
}
