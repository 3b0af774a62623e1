//! `cargo xtask generate`: files that the service generates about itself. They are committed, so
//! that reviews show changes of the API. Parts of the client libraries are made from the API document.

mod api;
mod libraries;
mod python;
mod typescript;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    cargo::{Profile, Workspace},
    child,
};

/// The API document.
const DOCUMENT: &str = "docs/reference/openapi.json";

/// Each file, and the arguments of `almagest` that print it.
const FILES: &[(&str, &[&str])] = &[
    (DOCUMENT, &["reference", "openapi"]),
    ("docs/reference/errors.md", &["reference", "errors"]),
    ("docs/reference/operations.md", &["reference", "operations"]),
    ("docs/reference/configuration.md", &["reference", "config"]),
];

/// Requests and replies, recorded by a test, which also fails if they are out of date.
const EXAMPLES: &str = "crates/openapi/examples.json";
const EXAMPLES_TEST: &str = "examples::the_examples_are_those_that_the_service_gives";

/// Writes every file.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    write_examples(workspace)?;
    write_files(workspace, generated(workspace)?)
}

/// Writes the files of the client libraries, from the committed API document.
pub(crate) fn write_libraries(workspace: &Workspace) -> Result<()> {
    let document = fs::read(workspace.root.join(DOCUMENT))?;
    write_files(workspace, libraries::files(&workspace.root, &document)?)
}

fn write_files(workspace: &Workspace, files: Vec<(&str, Vec<u8>)>) -> Result<()> {
    for (file, text) in files {
        let path = workspace.root.join(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let changed = fs::read(&path).ok().as_ref() != Some(&text);
        fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
        println!("{file}: {}", if changed { "written" } else { "unchanged" });
    }
    Ok(())
}

/// Records the examples. They come first, because the API document contains the requests.
fn write_examples(workspace: &Workspace) -> Result<()> {
    let recorded = workspace.built("tmp/examples.json");
    // A failed recording must not leave the previous one.
    fs::remove_file(&recorded).ok();
    let mut test = workspace.cargo();
    // With the whole workspace, so that nothing is compiled twice with other features.
    test.args(["test", "--workspace", "--quiet", "--test", "it"]);
    test.args(["--", "--exact", EXAMPLES_TEST]);
    // The test fails if the recording differs from the file, which is why it is recorded.
    let outcome = child::capture(test.stderr(std::process::Stdio::null()));
    let Ok(text) = fs::read(&recorded) else {
        outcome.context("the examples could not be recorded: run the test to see why")?;
        bail!("the test of the examples has recorded nothing");
    };
    fs::write(workspace.root.join(EXAMPLES), text)?;
    println!("{EXAMPLES}: recorded");
    Ok(())
}

/// Reports every file that differs from what the code generates.
pub(crate) fn compare(workspace: &Workspace) -> Result<()> {
    let mut count = 0;
    for (file, text) in generated(workspace)? {
        if let Some(problem) = difference(&workspace.root.join(file), &text) {
            println!("{file}:{problem}");
            count += 1;
        }
    }
    match count {
        0 => Ok(()),
        _ => bail!(
            "{count} generated files are out of date: run `cargo xtask generate` and commit the result"
        ),
    }
}

fn generated(workspace: &Workspace) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let binary = workspace.build_service(Profile::Debug)?;
    let one = |(file, arguments): &(&'static str, &[&str])| {
        let mut command = Command::new(&binary);
        let text = child::capture(command.current_dir(&workspace.root).args(*arguments));
        Ok((
            *file,
            text.with_context(|| format!("cannot generate {file}"))?,
        ))
    };
    let mut files: Vec<(&'static str, Vec<u8>)> = FILES.iter().map(one).collect::<Result<_>>()?;
    let document = files.iter().find(|(file, _)| *file == DOCUMENT);
    let (_, document) = document.context("the API document is not generated")?;
    files.extend(libraries::files(&workspace.root, document)?);
    Ok(files)
}

/// The first line that differs, and what is wrong with it.
fn difference(path: &Path, wanted: &[u8]) -> Option<String> {
    let Ok(there) = fs::read(path) else {
        return Some("1: this generated file is missing".to_owned());
    };
    first_difference(&there, wanted)
        .map(|line| format!("{line}: this is not what the code generates"))
}

fn first_difference(there: &[u8], wanted: &[u8]) -> Option<usize> {
    if there == wanted {
        return None;
    }
    let same = there
        .split(|byte| *byte == b'\n')
        .zip(wanted.split(|byte| *byte == b'\n'));
    Some(same.take_while(|(there, wanted)| there == wanted).count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_different_line_is_named() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(first_difference(b"a\nb\nc\n", b"a\nx\nc\n"), Some(2));
        assert_eq!(first_difference(b"a\n", b"a\nb\n"), Some(2));
        assert_eq!(first_difference(b"a", b"a\n"), Some(2));
    }
}
