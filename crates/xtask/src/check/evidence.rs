//! Tests that documents name as evidence: each of them must exist under that name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::Result;

use super::{Finding, tracked};
use crate::cargo::Workspace;

/// Documents whose claims are mapped to tests.
const DOCUMENTS: &[&str] = &["SECURITY.md", "docs/guides/"];

pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let paths = tracked(workspace)?;
    let mut tests = Tests::default();
    for path in paths
        .iter()
        .filter(|it| Path::new(it).extension().is_some_and(|it| it == "rs"))
    {
        tests.read(path, &fs::read_to_string(workspace.root.join(path))?);
    }
    let mut findings = Vec::new();
    let named = |path: &&String| DOCUMENTS.iter().any(|it| path.starts_with(it));
    for path in paths.iter().filter(named) {
        let text = fs::read_to_string(workspace.root.join(path))?;
        findings.extend(judge(path, &text, &tests));
    }
    Ok(findings)
}

/// The names of all tests, by file name without extension.
#[derive(Debug, Default)]
struct Tests(BTreeMap<String, BTreeSet<String>>);

impl Tests {
    fn read(&mut self, path: &str, text: &str) {
        let Some(module) = Path::new(path).file_stem().and_then(|it| it.to_str()) else {
            return;
        };
        let known = self.0.entry(module.to_owned()).or_default();
        let mut marked = false;
        for line in text.lines().map(str::trim_start) {
            marked |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
            let Some(name) = function_name(line) else {
                continue;
            };
            // Tests that a macro declares are recognized by their only argument.
            let declared = [
                "(database: &TestDatabase) {",
                "(stage: &Stage) {",
                "(deployment: Deployment) {",
            ];
            if marked || declared.iter().any(|it| line.ends_with(it)) {
                known.insert(name.to_owned());
            }
            marked = false;
        }
    }

    fn have(&self, module: &str, name: &str) -> bool {
        let known = self.0.get(module);
        known.is_some_and(|it| it.contains(name) || name == "*" && !it.is_empty())
    }
}

/// The name of a function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub(crate) ").unwrap_or(line);
    let rest = rest.strip_prefix("async ").unwrap_or(rest);
    let rest = rest.strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

fn judge(path: &str, text: &str, tests: &Tests) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        // Text between backticks is every second part.
        for code in line.split('`').skip(1).step_by(2) {
            let Some((module, name)) = code.split_once("::") else {
                continue;
            };
            let plain = |it: &str| {
                it.bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_')
            };
            if plain(module) && (name == "*" || plain(name)) && tests.have(module, name) {
                continue;
            }
            let sentence = format!("no test is named `{code}`");
            findings.push(Finding::new(path, index + 1, sentence));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        let mut known = Tests::default();
        let text = "#[test]\nfn one() {\n}\nfn helper() {}\n#[tokio::test(flavor = \"x\")]\n\
            async fn two() {}\nasync fn three(database: &TestDatabase) {\n";
        known.read("crates/server/tests/it/limits.rs", text);
        let found = |text: &str| judge("a.md", text, &known).len();
        assert_eq!(found("`limits::one`, `limits::two` and `limits::three`"), 0);
        assert_eq!(found("`limits::*`"), 0);
        assert_eq!(found("`limits::helper`"), 1);
        assert_eq!(found("`others::one`"), 1);
        assert_eq!(found("`others::*`"), 1);
        assert_eq!(found("`…::one`, `limits::…`"), 2);
        assert_eq!(found("limits::four, `cargo xtask fuzz`"), 0);
    }
}
