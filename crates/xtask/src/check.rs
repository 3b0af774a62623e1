//! `cargo xtask check`: formatting, lints, documentation, dependencies, the house rules, the
//! generated files.

pub(crate) mod agents;
mod circles;
pub(crate) mod clients;
mod dependencies;
mod direction;
mod evidence;
mod files;
mod packaging;
mod provenance;

use std::{fmt, process::Command};

use anyhow::{Context, Result, bail};

pub(crate) use self::provenance::sha256_hex;
use interpretation::library::Library;

use crate::{cargo::Workspace, child, content, generate, machine, steps::Steps};

/// A violation of a house rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    /// From the root of the workspace.
    path: String,
    /// Counted from 1.
    line: usize,
    sentence: String,
}

impl Finding {
    fn new(path: &str, line: usize, sentence: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            sentence: sentence.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.sentence)
    }
}

/// Runs every check that is not a test.
pub(crate) fn everything(workspace: &Workspace) -> Result<()> {
    let cargo = |arguments: &[&str]| {
        let mut command = workspace.cargo();
        command.args(arguments);
        command
    };
    let mut steps = Steps::default();
    steps.run("format", || done(&mut cargo(&["fmt", "--all", "--check"])));
    steps.run("clippy", || {
        done(&mut cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    });
    steps.run("documentation", || {
        let mut doc = cargo(&[
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
        ]);
        done(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.run("dependencies", || dependencies::check(workspace));
    house_rules(workspace, &mut steps);
    steps.run("generated files", || {
        generate::compare(workspace).map(|()| String::new())
    });
    steps.finish()
}

/// Only the house rules: takes seconds, not minutes.
pub(crate) fn rules(workspace: &Workspace) -> Result<()> {
    let mut steps = Steps::default();
    house_rules(workspace, &mut steps);
    steps.finish()
}

fn house_rules(workspace: &Workspace, steps: &mut Steps) {
    steps.run("dependency direction", || {
        report(&direction::findings(workspace)?)
    });
    steps.run("circular imports", || {
        report(&circles::findings(workspace)?)
    });
    steps.run("files", || report(&files::findings(workspace)?));
    steps.run("texts", || judged(&content::remarks(Library::embedded())));
    steps.run("spelling", || {
        judged(&content::misspelt(workspace, Library::embedded())?)
    });
    steps.run("provenance", || report(&provenance::findings(workspace)?));
    steps.run("tests named in documents", || {
        report(&evidence::findings(workspace)?)
    });
    if packaging::can_run() {
        steps.run("systemd unit", || packaging::check(workspace));
    } else {
        steps.left_out("systemd unit", "systemd-analyze is not installed");
    }
    for example in packaging::EXAMPLES {
        if machine::find_program(example.program).is_some() {
            steps.run(example.name, || example.check(workspace));
        } else {
            let reason = format!("{} is not installed", example.program);
            steps.left_out(example.name, &reason);
        }
    }
}

fn done(command: &mut Command) -> Result<String> {
    child::run(command)?;
    Ok(String::new())
}

/// Prints every finding. Any finding fails the step.
fn report(findings: &[Finding]) -> Result<String> {
    for finding in findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(String::new()),
        1 => bail!("1 finding"),
        count => bail!("{count} findings"),
    }
}

fn judged(sentences: &[String]) -> Result<String> {
    for sentence in sentences {
        println!("{sentence}");
    }
    match sentences.len() {
        0 => Ok(String::new()),
        count => bail!("{count} problems"),
    }
}

/// Every file that is or would be committed, from the root of the workspace, sorted.
fn tracked(workspace: &Workspace) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(&workspace.root).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let bytes = child::capture(&mut git).context("cannot list the files of the repository")?;
    let text = String::from_utf8(bytes).context("a file name is not UTF-8")?;
    // Also lists files that were deleted but are still in the index.
    let exists = |path: &&str| !path.is_empty() && workspace.root.join(path).is_file();
    let mut paths: Vec<String> = text.split('\0').filter(exists).map(str::to_owned).collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// The number of the first line that contains `needle`, or 1.
fn line_of(text: &str, needle: &str) -> usize {
    text.lines()
        .position(|line| line.contains(needle))
        .map_or(1, |index| index + 1)
}
