//! Child processes: run to the end, captured, or kept running until dropped. Each has its own
//! process group, so that we pass on signals in the order we choose.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::machine;

/// How long a program can take to exit after it was asked to.
const GRACE: Duration = Duration::from_secs(10);

/// Runs a command with our output streams. Returns an error if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let mut child = spawn(command.stdin(Stdio::null()))?;
    finish(&mut child, command)
}

/// Runs a command and returns its standard output.
pub(crate) fn capture(command: &mut Command) -> Result<Vec<u8>> {
    let mut child = spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()))?;
    let mut stdout = child
        .stdout
        .take()
        .context("the output of a command is not captured")?;
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut bytes = Vec::new();
            stdout.read_to_end(&mut bytes).map(|_| bytes)
        });
        finish(&mut child, command)?;
        let bytes = reading.join().map_err(|_| {
            anyhow::anyhow!("the thread that reads the output of a command panicked")
        })?;
        Ok(bytes?)
    })
}

/// Runs a command with our output streams, and also returns the lines, without colors, that `keep`
/// selects, even if the command fails.
pub(crate) fn run_keeping(
    command: &mut Command,
    keep: fn(&str) -> bool,
) -> (Result<()>, Vec<String>) {
    let mut child = match spawn(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    ) {
        Ok(child) => child,
        Err(error) => return (Err(error), Vec::new()),
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let out = scope.spawn(move || stdout.map(|from| tee(from, io::stdout(), keep)));
        let err = scope.spawn(move || stderr.map(|from| tee(from, io::stderr(), keep)));
        let result = finish(&mut child, command);
        let kept = [out, err]
            .into_iter()
            .filter_map(|reading| reading.join().ok().flatten());
        (result, kept.flatten().collect())
    })
}

fn tee(from: impl Read, mut to: impl Write, keep: fn(&str) -> bool) -> Vec<String> {
    let mut from = BufReader::new(from);
    let (mut line, mut kept) = (Vec::new(), Vec::new());
    while matches!(from.read_until(b'\n', &mut line), Ok(length) if length > 0) {
        // A closed reader must not stop the command.
        to.write_all(&line).ok();
        let text = without_colours(&String::from_utf8_lossy(&line));
        if keep(&text) {
            kept.push(text.trim().to_owned());
        }
        line.clear();
    }
    kept
}

/// Removes `ESC [ … m` sequences.
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, text)| text));
    }
    plain
}

fn spawn(command: &mut Command) -> Result<Child> {
    let name = command.get_program().to_owned();
    command
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", name.display()))
}

fn finish(child: &mut Child, command: &Command) -> Result<()> {
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("`{}` failed ({status})", describe(command));
        }
        if machine::stopped() {
            kill_process_group(Pid::from_child(child), Signal::TERM).ok();
            end(child);
            bail!("`{}` was stopped by a signal", describe(command));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Waits for a child that was asked to exit. Kills its process group if it does not.
fn end(child: &mut Child) {
    let begin = machine::now();
    while begin.elapsed() < GRACE {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
    child.wait().ok();
}

/// The beginning of a command line, to identify it.
fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let line = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ");
    match line.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A server that runs until this value is dropped. Its output goes to a file.
#[derive(Debug)]
pub(crate) struct Daemon {
    name: &'static str,
    child: Child,
    stop: Signal,
    log: PathBuf,
}

impl Daemon {
    /// Starts `command`. `stop` is the signal that asks it to exit.
    pub(crate) fn start(
        name: &'static str,
        command: &mut Command,
        stop: Signal,
        log: PathBuf,
    ) -> Result<Self> {
        let output =
            File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let errors = output.try_clone()?;
        let child = spawn(command.stdin(Stdio::null()).stdout(output).stderr(errors))?;
        Ok(Self {
            name,
            child,
            stop,
            log,
        })
    }

    /// Waits until `ready` returns a value. Returns an error if the server exits before, or takes
    /// longer than `limit`.
    pub(crate) fn wait_for<T>(
        &mut self,
        limit: Duration,
        mut ready: impl FnMut() -> Option<T>,
    ) -> Result<T> {
        let answer = machine::poll(limit, || match self.child.try_wait()? {
            Some(status) => bail!(
                "{} exited during startup ({status}):\n{}",
                self.name,
                self.log_end()
            ),
            None => Ok(ready()),
        })?;
        answer.with_context(|| {
            format!(
                "{} was not ready after {} s:\n{}",
                self.name,
                limit.as_secs(),
                self.log_end()
            )
        })
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything the server has written so far.
    pub(crate) fn log_text(&self) -> String {
        fs::read(&self.log)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }

    fn log_end(&self) -> String {
        let text = self.log_text();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // Only the server itself gets the signal: PostgreSQL and others stop their own children.
        kill_process(Pid::from_child(&self.child), self.stop).ok();
        end(&mut self.child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_removed_and_text_stays() {
        assert_eq!(
            without_colours("\u{1b}[32;1m  Summary\u{1b}[0m [ 1 s] 3 tests"),
            "  Summary [ 1 s] 3 tests"
        );
        assert_eq!(without_colours("plain"), "plain");
    }

    #[test]
    fn kept_lines_come_back_from_a_failing_command() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo noise; echo keep me; echo keep that >&2; exit 3"]);
        let (result, mut kept) = run_keeping(&mut command, |line| line.contains("keep"));
        kept.sort();
        assert_eq!(kept, ["keep me", "keep that"]);
        assert!(result.unwrap_err().to_string().contains("exit status: 3"));
    }

    #[test]
    fn captured_output_is_complete() {
        let bytes = capture(Command::new("sh").args(["-c", "printf 'a\\nb'"])).unwrap();
        assert_eq!(bytes, b"a\nb");
    }
}
