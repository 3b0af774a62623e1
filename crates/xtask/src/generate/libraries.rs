//! The generated files of the client libraries in `clients/`.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::{api::Api, python, typescript};

/// Packages have the version of the API. Each file, and how often it contains the version.
const VERSIONED: &[(&str, usize)] = &[
    ("clients/typescript/package.json", 1),
    ("clients/typescript/package-lock.json", 2),
];

/// Packages contain the licenses. Each copy, and its source.
const LICENCES: &[(&str, &str)] = &[
    ("clients/python/LICENSE-APACHE", "LICENSE-APACHE"),
    ("clients/python/LICENSE-MIT", "LICENSE-MIT"),
    ("clients/typescript/LICENSE-APACHE", "LICENSE-APACHE"),
    ("clients/typescript/LICENSE-MIT", "LICENSE-MIT"),
];

/// Every file, with its text for this API document.
pub(super) fn files(root: &Path, document: &[u8]) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let api = Api::read(document).context("cannot read the API document")?;
    let mut files: Vec<(&'static str, Vec<u8>)> = vec![
        (
            "clients/python/src/almagest/_operations.py",
            python::operations(&api).into(),
        ),
        (
            "clients/python/src/almagest/types.py",
            python::types(&api).into(),
        ),
        (
            "clients/typescript/src/generated/operations.ts",
            typescript::operations(&api).into(),
        ),
        (
            "clients/typescript/src/generated/types.ts",
            typescript::types(&api).into(),
        ),
    ];
    for (file, count) in VERSIONED {
        let text =
            fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))?;
        files.push((file, with_version(&text, &api.version, *count).into()));
    }
    for (file, source) in LICENCES {
        files.push((file, fs::read(root.join(source))?));
    }
    Ok(files)
}

/// Replaces the first values of `"version"`.
fn with_version(text: &str, version: &str, count: usize) -> String {
    const NAME: &str = "\"version\": \"";
    let mut parts = text.split(NAME);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        replaced.push_str(NAME);
        match part.split_once('"') {
            Some((_, rest)) if number < count => {
                replaced.push_str(version);
                replaced.push('"');
                replaced.push_str(rest);
            }
            _ => replaced.push_str(part),
        }
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_versions_are_replaced() {
        let text = r#"{ "version": "1", "a": { "version": "1" }, "b": { "version": "1" } }"#;
        let expected = r#"{ "version": "2", "a": { "version": "2" }, "b": { "version": "1" } }"#;
        assert_eq!(with_version(text, "2", 2), expected);
        assert_eq!(with_version(text, "1", 3), text);
    }
}
