//! The service itself, started on a free port with a folder of its own.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};
use rustix::process::Signal;

use crate::{
    cargo::Workspace,
    child::Daemon,
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
    // In this order: first the process ends, then its folder goes.
    _daemon: Daemon,
    _folder: Scratch,
}

impl Service {
    pub(crate) fn start(workspace: &Workspace, launch: &Launch<'_>) -> Result<Self> {
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
        command
            .arg(folder.path().join("data"))
            .args(launch.arguments);
        command.envs(launch.environment.iter().copied());
        let mut daemon = Daemon::start("almagest", &mut command, Signal::TERM, log.clone())?;
        daemon.wait_for(START_LIMIT, || is_healthy(address))?;
        let printed = daemon.wait_for(Duration::from_secs(1), || find_key_in(&log));
        let key = printed.context(
            "almagest printed no first key (ak_test_ or ak_live_ and 36 letters or digits)",
        )?;
        Ok(Self {
            address,
            key,
            log,
            _daemon: daemon,
            _folder: folder,
        })
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
