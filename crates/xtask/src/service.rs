//! The service itself, started on a free port with a folder of its own.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};
use rustix::process::Signal;
use serde_json::Value;

use crate::{
    cargo::Workspace,
    child::{self, Daemon},
    http::{self, Request},
    machine,
    scratch::Scratch,
};

/// How long the service may take until it is healthy.
const START_LIMIT: Duration = Duration::from_secs(20);

/// What to start.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// Names the log file.
    pub(crate) name: &'a str,
    pub(crate) binary: &'a Path,
    /// Given to `serve` after the address and the folder.
    pub(crate) arguments: &'a [&'a str],
    pub(crate) environment: &'a [(&'a str, &'a str)],
}

/// A running service; dropping it stops it and removes its folder.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    /// The first key, which a new installation prints once.
    pub(crate) key: String,
    /// What the service writes; it stays after the run.
    pub(crate) log: PathBuf,
    binary: PathBuf,
    data: PathBuf,
    /// Given to commands beside it, too.
    options: Vec<String>,
    // In this order: first the process ends, then its folder goes.
    daemon: Daemon,
    _folder: Scratch,
}

impl Service {
    /// Starts a new installation.
    pub(crate) fn start(workspace: &Workspace, launch: &Launch<'_>) -> Result<Self> {
        Self::launch(workspace, launch, true)
    }

    /// Starts a further node of an installation that exists, which prints no key.
    pub(crate) fn join(workspace: &Workspace, launch: &Launch<'_>) -> Result<Self> {
        Self::launch(workspace, launch, false)
    }

    fn launch(workspace: &Workspace, launch: &Launch<'_>, new: bool) -> Result<Self> {
        let folder = Scratch::new()?;
        let log = workspace.kept("logs")?.join(format!("{}.log", launch.name));
        let address = machine::free_address()?;
        let mut command = Command::new(launch.binary);
        command.current_dir(folder.path()).args([
            "serve",
            "--listen",
            &address.to_string(),
            "--data-dir",
        ]);
        let data = folder.path().join("data");
        command.arg(&data).args(launch.arguments);
        command.envs(launch.environment.iter().copied());
        let mut daemon = Daemon::start("almagest", &mut command, Signal::TERM, log.clone())?;
        daemon.wait_for(START_LIMIT, || is_healthy(address))?;
        let mut key = String::new();
        if new {
            let printed = daemon.wait_for(Duration::from_secs(1), || find_key_in(&log));
            key = printed.context(
                "almagest printed no first key (ak_test_ or ak_live_ and 36 letters or digits)",
            )?;
        }
        Ok(Self {
            address,
            key,
            log,
            binary: launch.binary.to_owned(),
            data,
            options: launch.arguments.iter().map(ToString::to_string).collect(),
            daemon,
            _folder: folder,
        })
    }
}

/// Linux counts processor time in these for programs, on every machine.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process has used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Processor time since its start.
    pub(crate) cpu_s: f64,
    /// Memory it occupies now.
    pub(crate) memory_kib: u64,
}

/// The highest rate a key can have. A bench that is faster than this needs several keys, each of an
/// organization of its own.
const HIGHEST_RATE: &str = "10000/1s";

impl Service {
    /// Keys that no limit stops: each may ask 10,000 times a second.
    pub(crate) fn unlimited_keys(&self, count: usize) -> Result<Vec<String>> {
        (0..count).map(|_| self.unlimited_key()).collect()
    }

    fn unlimited_key(&self) -> Result<String> {
        let org = self.command(&[
            "org",
            "create",
            "--name",
            "Bench",
            "--plan",
            "deluxe",
            "--rate",
            HIGHEST_RATE,
            "--quota",
            "1000000000000",
        ])?;
        let org = org["id"].as_str().context("the organization has no id")?;
        let key = self.command(&[
            "key",
            "create",
            "--org",
            org,
            "--name",
            "bench",
            "--permission",
            "calc:read",
            "--live",
        ])?;
        let key = key["key"].as_str().context("the key is not printed")?;
        Ok(key.to_owned())
    }

    /// What the process has used.
    pub(crate) fn usage(&self) -> Result<Usage> {
        let id = self.daemon.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let memory = line.and_then(|it| it.trim().split(' ').next()?.parse().ok());
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
        // The second field is the name, which may hold anything but ends with the last bracket.
        let fields = stat
            .rsplit_once(") ")
            .context("the process has no times")?
            .1;
        let fields: Vec<&str> = fields.split(' ').collect();
        let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
        let both = ticks(11)
            .zip(ticks(12))
            .context("the process has no times")?;
        Ok(Usage {
            cpu_s: (both.0 + both.1) / TICKS_PER_SECOND,
            memory_kib: memory.context("the process has no memory")?,
        })
    }

    /// Runs a command beside the service and reads its answer.
    fn command(&self, arguments: &[&str]) -> Result<Value> {
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .args(&self.options)
            .arg("--data-dir")
            .arg(&self.data)
            .arg("--json");
        let answer = child::capture(&mut command)?;
        serde_json::from_slice(&answer).context("the answer of almagest is not JSON")
    }
}

fn is_healthy(address: SocketAddr) -> Option<()> {
    let answer = http::fetch(address, &Request::get("/healthz")).ok()?;
    (answer.status == 200).then_some(())
}

fn find_key_in(log: &Path) -> Option<String> {
    let bytes = std::fs::read(log).ok()?;
    find_key(&String::from_utf8_lossy(&bytes)).map(str::to_owned)
}

/// The first API key in a text.
fn find_key(text: &str) -> Option<&str> {
    let begins = ["ak_test_", "ak_live_"]
        .into_iter()
        .flat_map(|prefix| text.match_indices(prefix));
    let keys = begins.filter_map(|(begin, prefix)| {
        let rest = &text[begin + prefix.len()..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        (length == 36).then(|| (begin, &text[begin..begin + prefix.len() + length]))
    });
    keys.min_by_key(|(begin, _)| *begin).map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_whole_key_is_found() {
        let key = format!("ak_live_{}", "aZ09".repeat(9));
        let other = format!("ak_test_{}", "bY18".repeat(9));
        assert_eq!(
            find_key(&format!("first key: {key}\nthen {other}.")),
            Some(key.as_str())
        );
        assert_eq!(
            find_key(&format!("ak_test_… or\n{other}")),
            Some(other.as_str())
        );
    }

    #[test]
    fn a_shorter_or_longer_word_is_no_key() {
        assert_eq!(find_key(&format!("ak_test_{}", "a".repeat(35))), None);
        assert_eq!(find_key(&format!("ak_test_{}", "a".repeat(37))), None);
    }
}
