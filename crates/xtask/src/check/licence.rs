//! Every linked package must have a licence that lets others use our binary freely.

use std::fs;

use anyhow::{Context, Result, bail};

use super::{Finding, line_of};
use crate::cargo::Workspace;

/// Licences, and licences with an exception, that we accept.
const ACCEPTED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Data packages with another licence than code: the package, its licence, and its requirements.
const DATA: &[(&str, &str, &str)] = &[(
    "tzf-dist",
    "ODbL-1.0",
    "names OpenStreetMap's contributors wherever the boundaries are used: PROVENANCE.md and /docs do",
)];

/// Packages without a licence in their manifest: the package, and what its licence file says.
const WITHOUT_EXPRESSION: &[(&str, &str)] = &[];

pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let metadata = workspace.resolved()?;
    let lock =
        fs::read_to_string(workspace.root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    let mut findings = Vec::new();
    for package in metadata["packages"]
        .as_array()
        .context("cargo reported no packages")?
    {
        let name = package["name"].as_str().unwrap_or_default();
        let version = package["version"].as_str().unwrap_or_default();
        if let Some(problem) = problem(name, package["license"].as_str()) {
            let line = line_of(&lock, &format!("name = \"{name}\""));
            findings.push(Finding::new(
                "Cargo.lock",
                line,
                format!("{name} {version} {problem}"),
            ));
        }
    }
    Ok(findings)
}

fn problem(name: &str, expression: Option<&str>) -> Option<String> {
    let Some(expression) = expression else {
        let is_known = WITHOUT_EXPRESSION.iter().any(|(known, _)| *known == name);
        return (!is_known).then(|| {
            format!(
                "names no licence: read its licence file and add it to the table in {}",
                file!()
            )
        });
    };
    let is_data = |licence: &str| DATA.iter().any(|it| it.0 == name && it.1 == licence);
    match is_satisfied(expression, &|licence| {
        ACCEPTED.contains(&licence) || is_data(licence)
    }) {
        Ok(true) => None,
        Ok(false) => Some(format!(
            "has the licence `{expression}`, which is not accepted"
        )),
        Err(error) => Some(format!(
            "has an invalid licence expression `{expression}`: {error}"
        )),
    }
}

/// Whether an SPDX expression can be satisfied with accepted licences only. `/` is crates.io's old
/// syntax for OR.
fn is_satisfied(expression: &str, accepts: &dyn Fn(&str) -> bool) -> Result<bool> {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser {
        words: &words,
        accepts,
    };
    let result = parser.any()?;
    match parser.words.first() {
        None => Ok(result),
        Some(word) => bail!("unexpected `{word}`"),
    }
}

/// WITH binds tightest, then AND, then OR.
struct Parser<'a> {
    words: &'a [&'a str],
    accepts: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    fn any(&mut self) -> Result<bool> {
        let mut result = self.all()?;
        while self.skip("OR") {
            // Not `||`: the rest must be parsed, and refused if it is wrong, in any case.
            result |= self.all()?;
        }
        Ok(result)
    }

    fn all(&mut self) -> Result<bool> {
        let mut result = self.one()?;
        while self.skip("AND") {
            result &= self.one()?;
        }
        Ok(result)
    }

    fn one(&mut self) -> Result<bool> {
        if self.skip("(") {
            let result = self.any()?;
            if !self.skip(")") {
                bail!("a bracket is not closed");
            }
            return Ok(result);
        }
        let licence = self.name()?;
        if self.skip("WITH") {
            let exception = self.name()?;
            return Ok((self.accepts)(&format!("{licence} WITH {exception}")));
        }
        Ok((self.accepts)(licence))
    }

    fn skip(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    fn name(&mut self) -> Result<&'a str> {
        let (first, rest) = self
            .words
            .split_first()
            .context("a licence is missing at the end")?;
        if matches!(*first, "AND" | "OR" | "WITH" | "(" | ")") {
            bail!("a licence is missing before `{first}`");
        }
        self.words = rest;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_satisfied_by_what_is_accepted() {
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("GPL-3.0-only OR MIT", true),
            ("MIT AND GPL-3.0-only", false),
            ("MIT/Apache-2.0", true),
            ("GPL-2.0/LGPL-2.1", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND OpenSSL", false),
            // AND binds closer than OR.
            ("MIT OR GPL-3.0-only AND GPL-2.0-only", true),
            ("GPL-3.0-only AND GPL-2.0-only OR MIT", true),
            ("GPL-3.0-only AND (GPL-2.0-only OR MIT)", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("GPL-2.0-only WITH LLVM-exception", false),
            ("MIT WITH LLVM-exception", false),
            ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", true),
            ("((MIT))", true),
            // A licence with `or later` is another licence until someone accepts it.
            ("MIT+", false),
        ] {
            assert_eq!(
                problem("x", Some(expression)).is_none(),
                expected,
                "{expression}"
            );
        }
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for expression in [
            "",
            "MIT OR",
            "OR MIT",
            "MIT Apache-2.0",
            "(MIT",
            "MIT)",
            "()",
            "MIT AND AND ISC",
            "Apache-2.0 WITH",
            "MIT OR (ISC WITH)",
        ] {
            assert!(is_satisfied(expression, &|_| true).is_err(), "{expression}");
        }
    }

    #[test]
    fn a_package_without_a_licence_is_a_finding() {
        assert!(problem("x", None).is_some_and(|sentence| sentence.contains("names no licence")));
    }
}
