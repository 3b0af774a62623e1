//! A Redis or Valkey server of one test, to be stopped, emptied and blocked.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) struct PrivateRedis {
    program: &'static str,
    folder: TempDir,
    tls_port: Option<u16>,
    child: Option<Child>,
}

impl PrivateRedis {
    /// Starts a server. Returns `None` if the program is not installed, which `cargo xtask test`
    /// reports.
    pub(crate) fn start() -> Option<Self> {
        store::testing::given("ALMAGEST_TEST_REDIS")?;
        let installed = |it: &&str| {
            let asked = Command::new(it).arg("--version").output();
            asked.is_ok_and(|it| it.status.success())
        };
        let programs = ["valkey-server", "redis-server"];
        let program = programs.into_iter().find(installed)?;
        let mut redis = Self {
            program,
            folder: tempfile::tempdir().unwrap(),
            tls_port: None,
            child: None,
        };
        redis.restart();
        Some(redis)
    }

    /// Starts a server that also accepts TLS, with a certificate for `localhost`, which is returned
    /// as PEM. Returns `None` if the program does not support TLS.
    pub(crate) fn with_tls() -> Option<(Self, String)> {
        let mut redis = Self::start()?;
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let [certificate, key] =
            ["certificate.pem", "key.pem"].map(|it| redis.folder.path().join(it));
        std::fs::write(certificate, made.cert.pem()).unwrap();
        std::fs::write(key, made.signing_key.serialize_pem()).unwrap();
        // The system assigns a free port, which nobody else requests meanwhile.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        redis.tls_port = Some(free.local_addr().unwrap().port());
        drop(free);
        redis.restart();
        Some((redis, made.cert.pem()))
    }

    /// Returns the TLS port.
    pub(crate) const fn tls_port(&self) -> u16 {
        self.tls_port.unwrap()
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub(crate) fn address(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    /// Restarts the server, empty, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let mut command = Command::new(self.program);
        if let Some(port) = self.tls_port {
            command.args(["--tls-port", &port.to_string()]);
            command.args(["--tls-cert-file", "certificate.pem"]);
            command.args(["--tls-key-file", "key.pem"]);
            command.args(["--tls-ca-cert-file", "certificate.pem"]);
            command.args(["--tls-auth-clients", "no"]);
        }
        let child = command
            .current_dir(self.folder.path())
            .args(["--port", "0", "--save", "", "--appendonly", "no"])
            .arg("--unixsocket")
            .arg(self.socket())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child.unwrap());
        while self.say("PING").is_none() {
            let ended = self.child.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "the counter server ended");
            std::thread::yield_now();
        }
    }

    /// Stops the server at once.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Deletes all data without stopping.
    pub(crate) fn flush(&self) {
        assert!(self.say("FLUSHALL").unwrap().starts_with("+OK"));
    }

    /// Stops answering until released.
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
