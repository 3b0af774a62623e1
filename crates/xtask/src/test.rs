//! `cargo xtask test`: all tests of the workspace, with the servers they need.

use std::{io::IsTerminal, process::Command};

use anyhow::{Result, bail};

use crate::{
    backends::{Backends, MISSING},
    cargo::Workspace,
    child, fuzz,
    libraries::Libraries,
    steps::Steps,
};

/// The scope of a test run.
#[derive(Debug)]
pub(crate) struct Round {
    /// Passed to the test runner. With any, only the tests run.
    pub(crate) arguments: Vec<String>,
    /// Whether property tests and similar tests use high case counts.
    pub(crate) full: bool,
    pub(crate) fuzz: fuzz::Round,
}

impl Round {
    /// The run before every commit.
    pub(crate) fn short(arguments: Vec<String>) -> Self {
        Self {
            arguments,
            full: false,
            fuzz: fuzz::SHORT,
        }
    }
}

pub(crate) fn run(workspace: &Workspace, round: &Round) -> Result<()> {
    let backends = Backends::start()?;
    let mut steps = Steps::default();
    backends.report(&mut steps);
    let mut libraries = None;
    steps.run("client libraries", || {
        libraries = Some(Libraries::build(workspace)?);
        Ok(String::new())
    });
    let runner = Runner {
        workspace,
        backends: &backends,
        libraries: libraries.as_ref(),
        full: round.full,
        nextest: has_nextest(workspace),
    };
    let summary = if round.arguments.is_empty() {
        everything(&runner, round, &mut steps)
    } else {
        steps.print_not_run();
        let mut summary = None;
        steps.run("tests", || runner.tests(&round.arguments, &mut summary));
        steps.left_out(
            "doc tests, api-fuzz",
            "skipped because of arguments for the test runner",
        );
        summary
    };
    let result = steps.finish();
    if let Some(summary) = summary {
        println!("{summary}");
    }
    result
}

fn everything(runner: &Runner<'_>, round: &Round, steps: &mut Steps) -> Option<String> {
    let fuzzer = fuzz::tool(runner.workspace);
    if let Err(error) = &fuzzer {
        steps.not_run("api-fuzz", &format!("{error:#}"));
    }
    steps.print_not_run();
    let mut summary = None;
    if !steps.run("build", || runner.build()) {
        steps.left_out("everything else", "the build failed");
        return summary;
    }
    steps.run("tests", || runner.tests(&[], &mut summary));
    steps.run("doc tests", || runner.doc_tests());
    match runner.libraries {
        Some(libraries) => {
            steps.run("tests of the client libraries", || {
                libraries.test().map(|()| String::new())
            });
        }
        None => steps.left_out("tests of the client libraries", "they could not be built"),
    }
    if let Ok(fuzzer) = fuzzer {
        steps.run("api-fuzz", || {
            fuzz::run(runner.workspace, &fuzzer, round.fuzz)
        });
    }
    summary
}

fn has_nextest(workspace: &Workspace) -> bool {
    child::capture(
        workspace
            .cargo()
            .args(["nextest", "--version"])
            .stderr(std::process::Stdio::null()),
    )
    .is_ok()
}

/// The test runner: nextest if it is installed, otherwise `cargo test`.
struct Runner<'a> {
    workspace: &'a Workspace,
    backends: &'a Backends,
    /// None if they could not be built.
    libraries: Option<&'a Libraries>,
    full: bool,
    nextest: bool,
}

impl Runner<'_> {
    fn build(&self) -> Result<String> {
        child::run(self.command(&[]).arg("--no-run"))?;
        Ok(String::new())
    }

    /// Stores the runner's own summary in `summary`, also if tests fail.
    fn tests(&self, arguments: &[String], summary: &mut Option<String>) -> Result<String> {
        let mut command = self.command(arguments);
        if arguments.is_empty() {
            // Report all failures in one run.
            command.arg("--no-fail-fast");
        }
        if std::io::stderr().is_terminal() {
            // The output passes through a pipe, which would disable colors.
            command.env("CARGO_TERM_COLOR", "always");
        }
        if self.nextest {
            let (result, lines) = child::run_keeping(command.args(arguments), is_nextest_summary);
            *summary = lines.into_iter().next_back();
            result?;
            return Ok(summary
                .as_deref()
                .and_then(|line| line.split_once(']'))
                .map_or_else(String::new, |(_, counts)| counts.trim().to_owned()));
        }
        let (result, lines) = child::run_keeping(command.args(arguments), |line| {
            line.starts_with("test result: ")
        });
        result?;
        let passed: u64 = lines.iter().filter_map(|line| passed_count(line)).sum();
        // As in nextest, a filter that matches no test is an error.
        if passed == 0 {
            bail!("no test ran");
        }
        Ok(format!("{passed} passed"))
    }

    fn doc_tests(&self) -> Result<String> {
        let mut command = self.workspace.cargo();
        command.args(["test", "--workspace", "--doc"]);
        self.environment(&mut command);
        child::run(&mut command)?;
        Ok(String::new())
    }

    fn command(&self, arguments: &[String]) -> Command {
        let mut command = self.workspace.cargo();
        if self.nextest {
            command.args(["nextest", "run"]);
            if self.full {
                // Two hundred kills take longer than the timeout for tests that hang.
                command.args(["--profile", "soak"]);
            }
        } else {
            // Everything except benches, which `--all-targets` would also run.
            command.args(["test", "--lib", "--bins", "--tests", "--examples"]);
        }
        let names_package =
            |argument: &String| argument.starts_with("-p") || argument.starts_with("--package");
        if !arguments.iter().any(names_package) {
            command.arg("--workspace");
        }
        self.environment(&mut command);
        command
    }

    fn environment(&self, command: &mut Command) {
        self.backends.give_to(command);
        let folder = self
            .libraries
            .and_then(|_| Libraries::folder(self.workspace).ok());
        command.env(
            "ALMAGEST_TEST_CLIENTS",
            folder.unwrap_or_else(|| MISSING.into()),
        );
        if self.full {
            command.env("ALMAGEST_TEST_ROUNDS", "full");
        }
    }
}

fn is_nextest_summary(line: &str) -> bool {
    line.trim_start().starts_with("Summary [")
}

/// The number in `test result: ok. 12 passed; …`.
fn passed_count(line: &str) -> Option<u64> {
    let (before, _) = line.split_once(" passed")?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passed_tests_are_counted() {
        assert_eq!(
            passed_count("test result: ok. 12 passed; 0 failed; 0 ignored"),
            Some(12)
        );
        assert_eq!(passed_count("test result: nothing"), None);
    }

    #[test]
    fn a_summary_is_recognized_by_its_beginning() {
        assert!(is_nextest_summary(
            "     Summary [   0.012s] 3 tests run: 3 passed, 0 skipped"
        ));
        assert!(!is_nextest_summary("a test that prints Summary [1]"));
    }
}
