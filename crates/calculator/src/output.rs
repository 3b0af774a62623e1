//! Output of commands: text or JSON on standard output, errors on standard error.

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde_json::Value;

use crate::flags;

/// The exit status of a process that failed. The numbers are those of `sysexits.h`, which
/// supervisors know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitStatus {
    /// Anything else.
    #[default]
    Failure = 1,
    /// A service that this one needs is unavailable. Trying again can help.
    Unavailable = 69,
    /// The program itself is damaged.
    Damaged = 70,
    /// The configuration, or a file that it names, cannot be used. Trying again does not help.
    Configuration = 78,
}

/// Why a command failed, in one sentence.
#[derive(Debug)]
pub struct Failure {
    sentence: String,
    status: ExitStatus,
}

impl Failure {
    /// With a sentence that says what failed.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            status: ExitStatus::default(),
        }
    }

    /// The same, with this exit status.
    #[must_use]
    pub fn with_status(self, status: ExitStatus) -> Self {
        Self { status, ..self }
    }

    /// The same, with the options of the command line instead of the fields of the API.
    #[must_use]
    pub(crate) fn naming_flags(self) -> Self {
        Self {
            sentence: flags::named_in(&self.sentence),
            ..self
        }
    }

    /// The exit status of the process.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.status as u8)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// The text of an error is already a sentence for the operator.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// The output format of a command.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// Whether to print JSON instead of text.
    pub json: bool,
}

impl Output {
    /// Prints the text or the JSON document, depending on the format.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub fn show(self, text: &str, json: &Value) -> Result<ExitCode, Failure> {
        if self.json {
            print(&format!("{json}\n"))?;
        } else {
            print(text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Headings of tables and sections.
pub(crate) const HEADING: Style = Style::new().bold();
/// What needs attention, such as the word `warning`.
pub(crate) const CAUTION: Style = AnsiColor::Yellow.on_default().bold();
/// Why a command failed.
const FAILED: Style = AnsiColor::Red.on_default().bold();

/// A text in a style. Only a terminal shows it: without one, or with `NO_COLOR`, it is removed.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Writes to standard output and flushes it. Styles are removed unless it is a terminal. A closed pipe (`almagest … | head`) is not a failure.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = AutoStream::auto(io::stdout()).lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Prints why a command failed.
pub fn complain(failure: &Failure) {
    // Nothing is left to do when even standard error is closed.
    let name = styled(FAILED, "almagest:");
    writeln!(AutoStream::auto(io::stderr()), "{name} {failure}").ok();
}

/// Prints a warning.
pub fn warn(sentence: &str) {
    let name = styled(CAUTION, "warning:");
    writeln!(
        AutoStream::auto(io::stderr()),
        "almagest: {name} {sentence}"
    )
    .ok();
}

/// Formats a table. Each column is as wide as its widest cell.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([headings[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..headings.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        let line: Vec<_> = padded.collect();
        format!("{}\n", line.join("  ").trim_end())
    };
    let mut text = format!("{}\n", styled(HEADING, line(headings).trim_end()));
    for row in rows {
        let cells: Vec<_> = row.iter().map(String::as_str).collect();
        text += &line(&cells);
    }
    text
}
