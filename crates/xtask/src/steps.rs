//! The steps of a long command: each runs even if an earlier one failed, and a table at the end shows the results.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::machine;

/// The steps so far.
#[derive(Debug, Default)]
pub(crate) struct Steps(Vec<Row>);

#[derive(Debug)]
struct Row {
    name: String,
    outcome: Outcome,
    took: Duration,
    note: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// Something is missing on this machine.
    NotRun,
    /// Not requested.
    LeftOut,
}

impl Steps {
    /// Runs one step. Its result is its note in the table. Returns whether it passed.
    pub(crate) fn run(&mut self, name: &str, work: impl FnOnce() -> Result<String>) -> bool {
        if machine::stopped() {
            self.push(
                name,
                Outcome::Failed,
                Duration::ZERO,
                "not started: stopped by a signal",
            );
            return false;
        }
        println!("\n==> {name}");
        let begin = machine::now();
        let result = work();
        let took = begin.elapsed();
        match result {
            Ok(note) => self.push(name, Outcome::Passed, took, &note),
            Err(error) => {
                println!("{name}: {error:#}");
                let text = format!("{error:#}");
                self.push(
                    name,
                    Outcome::Failed,
                    took,
                    text.lines().next().unwrap_or_default(),
                );
            }
        }
        self.0
            .last()
            .is_some_and(|row| row.outcome == Outcome::Passed)
    }

    /// Records a step that this machine cannot run, which is a failure in CI.
    pub(crate) fn not_run(&mut self, name: &str, because: &str) {
        self.push(name, Outcome::NotRun, Duration::ZERO, because);
    }

    /// Records a step that was not requested, or makes no sense after an earlier failure.
    pub(crate) fn left_out(&mut self, name: &str, because: &str) {
        self.push(name, Outcome::LeftOut, Duration::ZERO, because);
    }

    fn push(&mut self, name: &str, outcome: Outcome, took: Duration, note: &str) {
        self.0.push(Row {
            name: name.to_owned(),
            outcome,
            took,
            note: note.to_owned(),
        });
    }

    /// Prints the steps that this machine could not run, with the reasons.
    pub(crate) fn print_not_run(&self) {
        for row in self.with(Outcome::NotRun) {
            println!("NOT RUN: {}: {}", row.name, row.note);
        }
    }

    /// Prints the table. The error names the failed steps.
    pub(crate) fn finish(&self) -> Result<()> {
        print!("\n{}", self.table());
        self.print_not_run();
        let unwatched = machine::in_ci();
        let bad = |row: &&Row| {
            row.outcome == Outcome::Failed || unwatched && row.outcome == Outcome::NotRun
        };
        let failed: Vec<&str> = self
            .0
            .iter()
            .filter(bad)
            .map(|row| row.name.as_str())
            .collect();
        if failed.is_empty() {
            return Ok(());
        }
        bail!(
            "{} of {} steps failed: {}",
            failed.len(),
            self.0.len(),
            failed.join("; ")
        )
    }

    fn with(&self, outcome: Outcome) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(move |row| row.outcome == outcome)
    }

    fn table(&self) -> String {
        let width = self
            .0
            .iter()
            .map(|row| row.name.len())
            .max()
            .unwrap_or(0)
            .max(4);
        let line = |name: &str, result: &str, seconds: &str, note: &str| {
            format!("{name:width$}  {result:8}  {seconds:>7}  {note}")
                .trim_end()
                .to_owned()
                + "\n"
        };
        let mut table = line("step", "result", "seconds", "");
        for row in &self.0 {
            let seconds = format!("{:.1}", row.took.as_secs_f64());
            // The reason why a step did not run has its own line below the table.
            let note = if row.outcome == Outcome::NotRun {
                ""
            } else {
                &row.note
            };
            table += &line(&row.name, row.outcome.word(), &seconds, note);
        }
        table
    }
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::NotRun => "NOT RUN",
            Self::LeftOut => "left out",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_runs_and_the_failed_ones_are_named() {
        let mut steps = Steps::default();
        assert!(!steps.run("first", || bail!("it broke\nin two lines")));
        assert!(steps.run("second", || Ok("3 of 3".to_owned())));
        steps.left_out("third", "nobody asked");
        assert_eq!(
            steps.finish().unwrap_err().to_string(),
            "1 of 3 steps failed: first"
        );
        let table = steps.table();
        assert!(
            table.contains("first   FAILED        0.0  it broke\n"),
            "{table}"
        );
        assert!(
            table.contains("second  passed        0.0  3 of 3\n"),
            "{table}"
        );
        assert!(
            table.contains("third   left out      0.0  nobody asked\n"),
            "{table}"
        );
    }
}
