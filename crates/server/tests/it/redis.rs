//! A Redis or Valkey of a test's own, to be stopped, emptied and held up.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) struct PrivateRedis {
    program: &'static str,
    folder: TempDir,
    child: Option<Child>,
}

impl PrivateRedis {
    /// Starts one; none where the program is not installed, which `cargo xtask test` reports.
    pub(crate) fn start() -> Option<Self> {
        let installed = |it: &&str| {
            let asked = Command::new(it).arg("--version").output();
            asked.is_ok_and(|it| it.status.success())
        };
        let programs = ["valkey-server", "redis-server"];
        let program = programs.into_iter().find(installed)?;
        let mut redis = Self {
            program,
            folder: tempfile::tempdir().unwrap(),
            child: None,
        };
        redis.restart();
        Some(redis)
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub(crate) fn address(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    /// Starts it again, empty, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let child = Command::new(self.program)
            .current_dir(self.folder.path())
            .args(["--port", "0", "--save", "", "--appendonly", "no"])
            .arg("--unixsocket")
            .arg(self.socket())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child.unwrap());
        while self.say("PING").is_none() {
            std::thread::yield_now();
        }
    }

    /// Ends it at once.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Forgets everything and goes on.
    pub(crate) fn flush(&self) {
        assert!(self.say("FLUSHALL").unwrap().starts_with("+OK"));
    }

    /// Answers nobody until it is released.
    pub(crate) fn hold(&self) {
        self.signal(Signal::STOP);
    }

    pub(crate) fn release(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let child = self.child.as_ref().unwrap();
        kill_process(Pid::from_child(child), signal).unwrap();
    }

    fn say(&self, command: &str) -> Option<String> {
        let mut stream = UnixStream::connect(self.socket()).ok()?;
        stream.write_all(format!("{command}\r\n").as_bytes()).ok()?;
        let mut answer = [0; 64];
        let length = stream.read(&mut answer).ok().filter(|it| *it > 0)?;
        Some(String::from_utf8_lossy(&answer[..length]).into_owned())
    }
}

impl Drop for PrivateRedis {
    fn drop(&mut self) {
        self.stop();
    }
}
