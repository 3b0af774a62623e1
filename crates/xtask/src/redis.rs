//! A private Redis or Valkey on a Unix socket, without persistence.

use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::Result;
use rustix::process::Signal;

use crate::{child::Daemon, machine, scratch::Scratch};

/// A running server. It must be dropped before its folder.
#[derive(Debug)]
pub(crate) struct Redis {
    socket: PathBuf,
    _daemon: Daemon,
}

impl Redis {
    pub(crate) fn start(program: &Path, scratch: &Scratch) -> Result<Self> {
        let home = scratch.private("redis")?;
        let socket = home.join("socket");
        let mut command = Command::new(program);
        command
            .current_dir(&home)
            .args(["--port", "0", "--save", "", "--appendonly", "no"]);
        command
            .arg("--unixsocket")
            .arg(&socket)
            .args(["--unixsocketperm", "700"]);
        let mut daemon = Daemon::start(
            "Redis",
            &mut command,
            Signal::TERM,
            scratch.path().join("redis.log"),
        )?;
        daemon.wait_for(Duration::from_secs(10), || answers(&socket))?;
        Ok(Self {
            socket,
            _daemon: daemon,
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("redis+unix://{}", self.socket.display())
    }
}

pub(crate) fn find() -> Option<PathBuf> {
    ["valkey-server", "redis-server"]
        .into_iter()
        .find_map(machine::find_program)
}

fn answers(socket: &Path) -> Option<()> {
    let mut stream = UnixStream::connect(socket).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
    stream.write_all(b"PING\r\n").ok()?;
    let mut answer = [0; 7];
    stream.read_exact(&mut answer).ok()?;
    (&answer == b"+PONG\r\n").then_some(())
}
