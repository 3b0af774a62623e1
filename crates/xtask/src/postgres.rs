//! A private PostgreSQL cluster for one run.

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

/// A running cluster. It must be dropped before its folder.
#[derive(Debug)]
pub(crate) struct Postgres {
    port: u16,
    _daemon: Daemon,
}

impl Postgres {
    /// Creates a cluster in `scratch` with the programs in `programs`, and starts it.
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
        // Only initdb's own files are not synced: after a power failure nobody needs the cluster.
        let mut initdb = command("initdb");
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        ]);
        child::capture(initdb.arg("--pgdata").arg(&data))
            .context("cannot create a PostgreSQL cluster")?;

        let mut last = None;
        // Another process may take the free port before PostgreSQL does.
        for _ in 0..3 {
            let port = machine::free_address()?.port();
            let mut postgres = command("postgres");
            postgres.arg("-D").arg(&data).arg("-k").arg(&home).args([
                "-h",
                "127.0.0.1",
                "-p",
                &port.to_string(),
            ]);
            // Many small databases, each with a few connections. fsync stays on, because durability
            // is tested.
            postgres.args(["-c", "max_connections=200", "-c", "shared_buffers=32MB"]);
            // SIGQUIT exits without a checkpoint, which nobody would read.
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
        Err(last.context("cannot start PostgreSQL")?)
    }

    /// The URL for a superuser. Each test creates its own database there.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

/// Creates a database on a server.
pub(crate) fn create_database(server: &str, name: &str) -> Result<()> {
    let programs = find().context("PostgreSQL is not installed")?;
    let mut psql = Command::new(programs.join("psql"));
    psql.args(["-X", "-q", "-d", server, "-c"]);
    child::run(psql.arg(format!("create database {name}")))
        .context("cannot create a PostgreSQL database")
}

/// The folder with `initdb` and `postgres`, which Debian does not add to the PATH.
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

/// PostgreSQL writes its state into the eighth line of this file, which `pg_ctl --wait` also reads.
fn is_ready(data: &Path) -> Option<()> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    (text.lines().nth(7)?.trim() == "ready").then_some(())
}

/// The user that runs PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct User {
    uid: u32,
    gid: u32,
}

impl User {
    /// `None` is the current user. PostgreSQL refuses to run as root, so root uses the packaged
    /// user.
    fn for_server() -> Result<Option<Self>> {
        if !machine::is_root() {
            return Ok(None);
        }
        let accounts =
            fs::read_to_string("/etc/passwd").context("cannot read the list of users")?;
        let user = Self::find("postgres", &accounts);
        user.map(Some)
            .context("PostgreSQL does not run as root, and there is no user postgres")
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
