//! A PostgreSQL server of one test, to be stopped and blocked.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) struct PrivatePostgres {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
    user: Option<(u32, u32)>,
    server: Option<Child>,
}

impl PrivatePostgres {
    /// Starts a server. Returns `None` if it is not installed, which `cargo xtask test` reports.
    pub(crate) fn start() -> Option<Self> {
        let folders = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let mut programs: Vec<_> = folders.flatten().map(|it| it.path().join("bin")).collect();
        programs.retain(|it| it.join("initdb").is_file());
        programs.sort();
        let folder = tempfile::tempdir().unwrap();
        let user = postgres_user();
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mut postgres = Self {
            programs: programs.pop()?,
            folder,
            port: free.local_addr().unwrap().port(),
            user,
            server: None,
        };
        drop(free);
        let mut initdb = postgres.program("initdb");
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--no-sync",
            "--pgdata",
        ]);
        let made = initdb.arg(postgres.data()).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        postgres.resume();
        Some(postgres)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(self.folder.path());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    pub(crate) fn address(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Restarts the server with its data, and waits until it answers.
    pub(crate) fn resume(&mut self) {
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data());
        command.arg("-k").arg(self.folder.path());
        let port = self.port.to_string();
        command.args(["-h", "127.0.0.1", "-p", &port]);
        let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.server = Some(server.unwrap());
        while !self.sql("select 1") {
            std::thread::yield_now();
        }
    }

    /// Stops the server at once, like a power loss.
    pub(crate) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            kill_process(Pid::from_child(&server), Signal::QUIT).unwrap();
            server.wait().unwrap();
        }
    }

    /// Runs a statement and returns `true` if it succeeded.
    pub(crate) fn sql(&self, text: &str) -> bool {
        let output = self.psql().args(["-c", text]).output().unwrap();
        output.status.success()
    }

    /// Opens a separate session.
    pub(crate) fn psql(&self) -> Command {
        let mut command = self.program("psql");
        command.args(["-X", "-q", "-h", "127.0.0.1", "-U", "postgres"]);
        command.arg("-p").arg(self.port.to_string());
        command
    }
}

/// A session that holds a lock on a table.
pub(crate) struct Held {
    session: Child,
    input: Option<ChildStdin>,
}

impl Held {
    /// Releases the lock.
    pub(crate) fn release(&mut self) {
        if let Some(mut input) = self.input.take() {
            input.write_all(b"commit;\n").unwrap();
            drop(input);
            self.session.wait().unwrap();
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.session.kill().ok();
        self.session.wait().ok();
    }
}

impl PrivatePostgres {
    /// Locks a table against all reads and writes until it is released.
    pub(crate) fn hold(&self, table: &str) -> Held {
        let mut psql = self.psql();
        psql.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut session = psql.spawn().unwrap();
        let mut input = session.stdin.take().unwrap();
        let lock = format!("begin; lock table {table} in access exclusive mode; \\echo held\n");
        input.write_all(lock.as_bytes()).unwrap();
        let mut said = String::new();
        let mut output = BufReader::new(session.stdout.take().unwrap());
        output.read_line(&mut said).unwrap();
        assert_eq!(said, "held\n");
        Held {
            session,
            input: Some(input),
        }
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns the user that the PostgreSQL package created, because PostgreSQL refuses to run as root.
fn postgres_user() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = std::fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    let line = users.lines().find(|it| it.starts_with("postgres:"))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
