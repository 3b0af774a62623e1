//! Dependency direction: compares the arrows of ARCHITECTURE.md with `cargo metadata`.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Finding, line_of};
use crate::cargo::Workspace;

/// Every crate and the crates of the workspace it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("calendar", &[]),
    ("ids", &[]),
    ("numerology", &[]),
    ("ephemeris", &["calendar", "ids"]),
    ("astrology", &["ephemeris", "ids"]),
    ("places", &["calendar"]),
    ("chart", &["ids"]),
    ("interpretation", &["ids"]),
    ("access", &["calendar"]),
    ("i18n", &[]),
    ("http-api", &["access"]),
    ("store", &["access"]),
    ("config", &["access", "http-api", "store"]),
    ("metering", &["access", "config", "http-api", "store"]),
    (
        "platform",
        &["access", "config", "http-api", "metering", "store"],
    ),
    ("reports", &["chart"]),
    (
        "calculations",
        &[
            "reports",
            "ephemeris",
            "astrology",
            "places",
            "chart",
            "interpretation",
            "numerology",
            "access",
            "http-api",
        ],
    ),
    (
        "auth",
        &[
            "access", "config", "http-api", "i18n", "metering", "platform", "store",
        ],
    ),
    (
        "notifications",
        &[
            "access", "auth", "config", "http-api", "i18n", "platform", "store",
        ],
    ),
    (
        "billing",
        &[
            "access", "chart", "config", "http-api", "i18n", "platform", "store",
        ],
    ),
    (
        "operation",
        &[
            "access", "auth", "http-api", "metering", "platform", "store",
        ],
    ),
    // A dialog knows neither customers nor the sky.
    ("chat", &["http-api"]),
    (
        "management-api",
        &[
            "access",
            "auth",
            "billing",
            "chat",
            "config",
            "http-api",
            "i18n",
            "metering",
            "notifications",
            "operation",
            "platform",
            "store",
        ],
    ),
    // Here the two towers meet.
    (
        "astrology-api",
        &[
            "reports",
            "calculations",
            "ephemeris",
            "astrology",
            "places",
            "chart",
            "interpretation",
            "access",
            "auth",
            "http-api",
            "metering",
            "operation",
            "platform",
            "store",
        ],
    ),
    ("openapi", &["http-api", "operation"]),
    // Tools are made from operations; calculations write the text of their results.
    ("mcp", &["calculations", "http-api", "openapi", "places"]),
    (
        "transport",
        &["access", "calendar", "http-api", "metering", "platform"],
    ),
    (
        "calculator",
        &[
            "access",
            "astrology",
            "astrology-api",
            "calculations",
            "ephemeris",
            "http-api",
            "mcp",
            "openapi",
            "places",
        ],
    ),
    (
        "dashboard",
        &[
            "access",
            "astrology-api",
            "auth",
            "billing",
            "config",
            "http-api",
            "i18n",
            "interpretation",
            "management-api",
            "notifications",
            "operation",
            "places",
            "platform",
        ],
    ),
    (
        "server",
        &[
            "astrology-api",
            "auth",
            "billing",
            "calculations",
            "calculator",
            "chat",
            "dashboard",
            "management-api",
            "mcp",
            "openapi",
            "operation",
            "ephemeris",
            "astrology",
            "places",
            "chart",
            "interpretation",
            "access",
            "config",
            "http-api",
            "i18n",
            "metering",
            "notifications",
            "platform",
            "store",
            "transport",
        ],
    ),
    // Builds the coefficient packs and verifies them with the engine's own reader; checks the
    // texts.
    (
        "xtask",
        &["calendar", "ephemeris", "places", "interpretation"],
    ),
];

/// Pure crates: time, randomness and data are parameters.
const PURE: &[&str] = &[
    "calendar",
    "ids",
    "ephemeris",
    "astrology",
    "chart",
    "interpretation",
    "access",
];

/// What a pure crate must not use outside its tests, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    ("tokio", "it does no I/O and is not asynchronous"),
    ("axum", "only the server uses HTTP"),
    ("hyper", "only the server uses HTTP"),
    ("sqlx", "only the store uses the database"),
    (
        "serde",
        "its types are not wire types; those are in the server, rows in the store",
    ),
    (
        "serde_json",
        "its types are not wire types; those are in the server, rows in the store",
    ),
];

pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let metadata = workspace.resolved()?;
    let members = metadata["workspace_members"]
        .as_array()
        .context("cargo reported no workspace members")?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo reported no packages")?;
    let ours: Vec<&Value> = packages
        .iter()
        .filter(|package| members.contains(&package["id"]))
        .collect();
    let names: Vec<&str> = ours
        .iter()
        .filter_map(|package| package["name"].as_str())
        .collect();
    let mut findings = Vec::new();
    for package in ours {
        let manifest = package["manifest_path"]
            .as_str()
            .context("a package has no manifest")?;
        let text =
            fs::read_to_string(manifest).with_context(|| format!("cannot read {manifest}"))?;
        let path = Path::new(manifest)
            .strip_prefix(&workspace.root)
            .unwrap_or(Path::new(manifest));
        let (path, name) = (
            path.display().to_string(),
            package["name"].as_str().unwrap_or_default(),
        );
        if allowed(name).is_none() {
            let sentence = format!(
                "the crate {name} is not in the architecture: add it to ARCHITECTURE.md and to the table in {}",
                file!()
            );
            findings.push(Finding::new(&path, line_of(&text, "name"), sentence));
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = dependency["name"].as_str().unwrap_or_default();
            let is_dev = dependency["kind"] == "dev";
            if let Some(sentence) = judge(name, to, names.contains(&to), is_dev) {
                findings.push(Finding::new(&path, line_of_dependency(&text, to), sentence));
            }
        }
    }
    Ok(findings)
}

fn allowed(name: &str) -> Option<&'static [&'static str]> {
    ALLOWED
        .iter()
        .find(|(from, _)| *from == name)
        .map(|(_, to)| *to)
}

/// The problem with an arrow, if there is one. `inside` says whether it ends inside the workspace.
fn judge(from: &str, to: &str, inside: bool, is_dev: bool) -> Option<String> {
    if inside {
        // A test may use the crate it tests, with another feature for example.
        if is_dev && from == to {
            return None;
        }
        if to == "xtask" {
            return Some("nothing depends on xtask: it does not ship".to_owned());
        }
        // A crate that is not in the table is a separate finding.
        let allowed = allowed(from)?;
        return (!allowed.contains(&to)).then(|| match allowed {
            [] => format!("{from} depends on no crate of the workspace, so not on {to}"),
            _ => format!(
                "{from} may depend on {} only, not on {to}",
                allowed.join(", ")
            ),
        });
    }
    if is_dev || !PURE.contains(&from) {
        return None;
    }
    let (_, reason) = FORBIDDEN.iter().find(|(name, _)| *name == to)?;
    Some(format!("{from} must not depend on {to}: {reason}"))
}

/// The line of a manifest with a dependency, as a key or as a table.
fn line_of_dependency(manifest: &str, name: &str) -> usize {
    let names = |line: &str| {
        let key = line
            .split(['=', '#'])
            .next()
            .unwrap_or_default()
            .trim()
            .trim_matches(['[', ']']);
        key == name
            || key.ends_with(&format!("dependencies.{name}"))
            || key.starts_with(&format!("{name}."))
    };
    manifest
        .lines()
        .position(names)
        .map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_no_circle_and_no_unknown_name() {
        for (index, (from, to)) in ALLOWED.iter().enumerate() {
            for name in *to {
                let place = ALLOWED.iter().position(|(other, _)| other == name);
                assert!(place.is_some_and(|place| place < index), "{from} -> {name}");
            }
        }
        for name in PURE {
            assert!(allowed(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_towers_meet_only_in_the_server() {
        for from in [
            "ephemeris",
            "astrology",
            "places",
            "chart",
            "interpretation",
        ] {
            for to in ["access", "store"] {
                assert!(judge(from, to, true, false).is_some(), "{from} -> {to}");
                assert!(
                    judge(to, from, true, true).is_some(),
                    "{to} -> {from} in tests"
                );
                assert!(judge("server", to, true, false).is_none());
            }
            assert!(judge("server", from, true, false).is_none());
        }
    }

    #[test]
    fn an_arrow_against_the_table_says_what_is_allowed() {
        let check = |from, to, is_dev, expected: Option<&str>| {
            assert_eq!(
                judge(from, to, true, is_dev).as_deref(),
                expected,
                "{from} -> {to}"
            );
        };
        check("store", "access", false, None);
        check(
            "calendar",
            "store",
            false,
            Some("calendar depends on no crate of the workspace, so not on store"),
        );
        check(
            "access",
            "store",
            false,
            Some("access may depend on calendar only, not on store"),
        );
        check(
            "interpretation",
            "places",
            true,
            Some("interpretation may depend on ids only, not on places"),
        );
        check(
            "server",
            "xtask",
            true,
            Some("nothing depends on xtask: it does not ship"),
        );
        check("access", "access", true, None);
    }

    #[test]
    fn pure_crates_stay_pure_outside_their_tests() {
        assert!(
            judge("access", "serde", false, false)
                .is_some_and(|sentence| sentence.contains("wire types"))
        );
        assert!(judge("chart", "tokio", false, false).is_some());
        assert!(judge("access", "serde_json", false, true).is_none());
        assert!(judge("store", "sqlx", false, false).is_none());
        assert!(judge("access", "sha2", false, false).is_none());
    }

    #[test]
    fn a_dependency_is_found_in_its_manifest() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\nserde_json = \"1\"\nserde = \"1\" # why\nstore.workspace = true\n[dev-dependencies.access]\n";
        for (name, line) in [
            ("serde_json", 4),
            ("serde", 5),
            ("store", 6),
            ("access", 7),
            ("absent", 1),
        ] {
            assert_eq!(line_of_dependency(manifest, name), line, "{name}");
        }
    }
}
