//! Circular imports between modules. Inside one folder they are a matter of taste. Between folders
//! they mean that neither can be understood, tested or moved without the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::Finding;
use crate::cargo::Workspace;

/// Known circles: the crate, the modules with their own folder, and the reason.
const KNOWN: &[(&str, &[&str], &str)] = &[
    (
        "calculations",
        &[
            "chinese",
            "horoscope",
            "margins",
            "numerology",
            "returns",
            "vedic",
            "wheel",
        ],
        "a request is read with the fields that its calculation in the list can have, and the list names them all",
    ),
    (
        "chart",
        &["glyph", "theme", "wheel"],
        "the error names what it refuses, and a scene shows glyphs that are made of its own segments",
    ),
    (
        "ephemeris",
        &["sky", "star"],
        "a star keeps its motion as vectors, which the axes of the sky make from its catalog entry and its orbit",
    ),
    (
        "server",
        &["api", "http", "routes"],
        "the application has the state of all three, and each of them receives the application",
    ),
];

/// Circles that are not in the table, and rows of the table that no longer apply.
pub(super) fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let crates = workspace.root.join("crates");
    let mut found = Vec::new();
    for entry in fs::read_dir(&crates).context("cannot list the crates")? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let root = entry.path().join("src");
        for circle in circles(&imports(&root)?) {
            let folders: BTreeSet<String> = circle
                .into_iter()
                .filter(|it| root.join(it).is_dir())
                .collect();
            if folders.len() > 1 {
                found.push((name.clone(), folders));
            }
        }
    }
    Ok(judge(&found))
}

fn judge(found: &[(String, BTreeSet<String>)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let names = |folders: &BTreeSet<String>| folders.iter().cloned().collect::<Vec<_>>().join(", ");
    for (krate, folders) in found {
        let known = KNOWN.iter().find(|(name, _, _)| name == krate);
        let new: BTreeSet<String> = folders
            .iter()
            .filter(|it| known.is_none_or(|(_, known, _)| !known.contains(&it.as_str())))
            .cloned()
            .collect();
        if !new.is_empty() {
            let sentence = format!(
                "{} import each other in a circle: {} is new in it",
                names(folders),
                names(&new)
            );
            findings.push(Finding::new(
                &format!("crates/{krate}/src/lib.rs"),
                1,
                sentence,
            ));
        }
    }
    for (krate, folders, _) in KNOWN {
        let still: BTreeSet<_> = found
            .iter()
            .filter(|it| it.0 == *krate)
            .flat_map(|it| &it.1)
            .collect();
        for gone in folders
            .iter()
            .filter(|it| !still.contains(&(**it).to_owned()))
        {
            let sentence = format!(
                "{gone} has left the circle of {krate}: remove it from the table in {}",
                file!()
            );
            findings.push(Finding::new(
                &format!("crates/{krate}/src/lib.rs"),
                1,
                sentence,
            ));
        }
    }
    findings
}

/// Which top-level modules of a crate import which others, outside tests.
fn imports(root: &Path) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files {
        let inside = path.strip_prefix(root).unwrap_or(&path);
        let first = inside.iter().next().unwrap_or_default().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        imports.entry(module).or_default().extend(named(&text));
    }
    let modules: BTreeSet<String> = imports.keys().cloned().collect();
    for (module, to) in &mut imports {
        to.retain(|it| it != module && modules.contains(it));
    }
    // The root names every module, which is not an import.
    for root in ["lib", "main"] {
        imports.remove(root);
    }
    Ok(imports)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The modules after `crate::` in a file, without its tests and comments.
fn named(text: &str) -> BTreeSet<String> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let code: Vec<_> = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let mut named = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let names: Vec<&str> = match after.strip_prefix('{') {
            // A list: the first name of each entry at its outermost level.
            Some(list) => outermost(list),
            None => vec![after],
        };
        for name in names {
            let end = name
                .find(|it: char| !it.is_alphanumeric() && it != '_')
                .unwrap_or(name.len());
            named.insert(name[..end].to_owned());
        }
    }
    named
}

/// The entries of a list in braces, without nested braces.
fn outermost(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut entries) = (0, 0, Vec::new());
    for (index, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                entries.push(list[start..index].trim());
                return entries;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                entries.push(list[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    entries
}

/// Sets of modules in which each reaches every other.
fn circles(imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut next: Vec<String> = imports.get(from).into_iter().flatten().cloned().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module.clone()) {
                next.extend(imports.get(&module).into_iter().flatten().cloned());
            }
        }
        reached
    };
    let reach: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|it| (it, reached(it))).collect();
    let mut circles = BTreeSet::new();
    for (module, to) in &reach {
        let circle: BTreeSet<String> = to
            .iter()
            .filter(|it| reach.get(it).is_some_and(|back| back.contains(*module)))
            .cloned()
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arrows: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
        let to = |to: &[&str]| to.iter().map(|it| (*it).to_owned()).collect();
        arrows
            .iter()
            .map(|(from, names)| ((*from).to_owned(), to(names)))
            .collect()
    }

    #[test]
    fn a_circle_is_found_whatever_lies_between() {
        let found = circles(&graph(&[
            ("a", &["b"]),
            ("b", &["c"]),
            ("c", &["a", "d"]),
            ("d", &[]),
        ]));
        let expected = ["a", "b", "c"].map(str::to_owned).into_iter().collect();
        assert_eq!(found, [expected]);
        assert_eq!(
            circles(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &[])])),
            []
        );
    }

    #[test]
    fn imports_are_read_from_code_alone() {
        let text = "//! crate::comment\nuse crate::one::Thing;\nuse crate::{two::{A, B}, three, four::C};\n\
            fn f() { crate::five::g() }\n#[cfg(test)]\nmod tests {\n use crate::six;\n}\n";
        let expected = ["five", "four", "one", "three", "two"].map(str::to_owned);
        assert_eq!(named(text), expected.into_iter().collect());
    }

    #[test]
    fn a_new_module_in_a_circle_and_one_that_left_are_findings() {
        let all = |more: &str| {
            let (krate, folders, _) = KNOWN[0];
            let folders = folders
                .iter()
                .copied()
                .chain([more])
                .filter(|it| !it.is_empty());
            let rest = KNOWN[1..]
                .iter()
                .map(|(krate, folders, _)| (krate, folders.to_vec()));
            let mut found = vec![(krate.to_owned(), folders.map(str::to_owned).collect())];
            found.extend(rest.map(|(krate, it)| {
                (
                    (*krate).to_owned(),
                    it.into_iter().map(str::to_owned).collect(),
                )
            }));
            found
        };
        assert_eq!(judge(&all("")), []);
        let new = judge(&all("fresh"));
        assert!(new[0].sentence.ends_with("fresh is new in it"), "{new:?}");
        let gone = judge(&[]);
        assert!(gone[0].sentence.contains("has left the circle"), "{gone:?}");
        let other = judge(&[
            all("")[0].clone(),
            (
                "places".to_owned(),
                ["a", "b"].map(str::to_owned).into_iter().collect(),
            ),
        ]);
        assert!(other.iter().any(|it| it.path.starts_with("crates/places")));
    }
}
