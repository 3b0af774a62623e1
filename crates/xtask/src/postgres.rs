//! A private PostgreSQL cluster: made for one run, gone after it.

use std::{
    fs,
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};
use rustix::process::Signal;

use crate::{
    child::{self, Daemon},
    machine,
    scratch::Scratch,
};

/// A running cluster. It must be dropped before the folder it lives in.
#[derive(Debug)]
pub(crate) struct Postgres {
    port: u16,
    _daemon: Daemon,
}

impl Postgres {
    /// Makes a cluster in `scratch` with the programs in `programs`, and starts it.
    pub(crate) fn start(programs: &Path, scratch: &Scratch) -> Result<Self> {
        let home = scratch.private("pg")?;
        let user = User::for_server()?;
        if let Some(user) = user {
            chown(&home, Some(user.uid), Some(user.gid))?;
        }
        let command = |program: &str| {
            let mut command = Command::new(programs.join(program));
            command.current_dir(&home);
            if let Some(user) = user {
                command.uid(user.uid).gid(user.gid);
            }
            command
        };
        let data = home.join("data");
        let log = scratch.path().join("postgres.log");
        // Only initdb's own files are not synced: a machine that stops during a test run needs no cluster any more.
        let mut initdb = command("initdb");
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        ]);
        child::capture(initdb.arg("--pgdata").arg(&data))
            .context("a PostgreSQL cluster cannot be made")?;

        let mut last = None;
        // Somebody else may take the free port before PostgreSQL does.
        for _ in 0..3 {
            let port = machine::free_address()?.port();
            let mut postgres = command("postgres");
            postgres.arg("-D").arg(&data).arg("-k").arg(&home).args([
                "-h",
                "127.0.0.1",
                "-p",
                &port.to_string(),
            ]);
            // Many small databases, each with a few connections. fsync stays on: durability is tested.
            postgres.args(["-c", "max_connections=200", "-c", "shared_buffers=32MB"]);
            // SIGQUIT ends without a checkpoint, which nobody would read.
            let mut daemon = Daemon::start("PostgreSQL", &mut postgres, Signal::QUIT, log.clone())?;
            match daemon.wait_for(Duration::from_secs(30), || is_ready(&data)) {
                Ok(()) => {
                    return Ok(Self {
                        port,
                        _daemon: daemon,
                    });
                }
                Err(error) => last = Some(error),
            }
        }
        Err(last.context("PostgreSQL was not started")?)
    }

    /// Where a superuser reaches it; each test makes its own database there.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

/// Makes a database on a server.
pub(crate) fn create_database(server: &str, name: &str) -> Result<()> {
    let programs = find().context("PostgreSQL is not installed")?;
    let mut psql = Command::new(programs.join("psql"));
    psql.args(["-X", "-q", "-d", server, "-c"]);
    child::run(psql.arg(format!("create database {name}")))
        .context("a PostgreSQL database cannot be made")
}

/// The folder that holds `initdb` and `postgres`. Debian keeps them off the PATH.
pub(crate) fn find() -> Option<PathBuf> {
    let told = machine::find_program("pg_config")
        .and_then(|program| child::capture(Command::new(program).arg("--bindir")).ok())
        .map(|bytes| PathBuf::from(String::from_utf8_lossy(&bytes).trim()));
    let on_path =
        machine::find_program("initdb").and_then(|program| program.parent().map(Path::to_owned));
    let complete =
        |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    told.into_iter()
        .chain(debian_folders())
        .chain(on_path)
        .find(complete)
}

/// Debian's folders, newest version first.
fn debian_folders() -> Vec<PathBuf> {
    let entries = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<f32>().ok();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| version(path).is_some())
        .collect();
    folders.sort_by(|a, b| {
        version(b)
            .partial_cmp(&version(a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    folders
        .into_iter()
        .map(|folder| folder.join("bin"))
        .collect()
}

/// PostgreSQL writes its state into the eighth line of this file; `pg_ctl --wait` reads the same.
fn is_ready(data: &Path) -> Option<()> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    (text.lines().nth(7)?.trim() == "ready").then_some(())
}

/// Whom PostgreSQL runs as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct User {
    uid: u32,
    gid: u32,
}

impl User {
    /// `None` means ourselves. PostgreSQL refuses to run as root, so root lends it the packaged user.
    fn for_server() -> Result<Option<Self>> {
        if !machine::is_root() {
            return Ok(None);
        }
        let accounts =
            fs::read_to_string("/etc/passwd").context("the list of users cannot be read")?;
        let user = Self::find("postgres", &accounts);
        user.map(Some)
            .context("PostgreSQL does not run as root, and there is no user postgres to run it as")
    }

    fn find(name: &str, accounts: &str) -> Option<Self> {
        let line = accounts
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some(Self {
            uid: fields.next()?.parse().ok()?,
            gid: fields.next()?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_the_whole_name() {
        let accounts =
            "postgres2:x:7:8::/:/bin/sh\npostgres:x:101:104:Administrator,,,:/var/lib:/bin/bash\n";
        assert_eq!(
            User::find("postgres", accounts),
            Some(User { uid: 101, gid: 104 })
        );
        assert_eq!(User::find("redis", accounts), None);
    }
}
