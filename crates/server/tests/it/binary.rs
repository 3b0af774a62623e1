//! The real binary: first start, commands alongside it, signals, configuration.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

pub(crate) fn almagest(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_almagest"));
    command.args(arguments).arg("--data-dir").arg(folder);
    // The tests' own settings must not reach it, nor must a file in the working folder.
    command.env_clear().current_dir(folder.parent().unwrap());
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    almagest(folder, arguments).output().unwrap()
}

pub(crate) fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, &[arguments, &["--json"]].concat());
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    serde_json::from_slice(&output.stdout).unwrap()
}

pub(crate) fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(!output.status.success(), "{arguments:?} succeeded");
    assert_eq!(output.stdout, b"", "{arguments:?} printed to stdout");
    String::from_utf8(output.stderr).unwrap()
}

fn log_file(folder: &Path) -> PathBuf {
    folder.with_extension("log")
}

pub(crate) struct Serving {
    child: Child,
    banner: String,
    address: SocketAddr,
    log: PathBuf,
    // Kept open, because a closed pipe would be another kind of test.
    _stdout: BufReader<ChildStdout>,
}

impl Serving {
    /// Starts the service and reads its banner, which is complete before it responds.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    pub(crate) fn start_with(folder: &Path, more: &[&str]) -> Self {
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        Self::spawn(folder, almagest(folder, &[&serve, more].concat()))
    }

    /// Starts the service with these variables in its environment.
    pub(crate) fn start_in(folder: &Path, more: &[&str], variables: &[(&str, &str)]) -> Self {
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let mut command = almagest(folder, &[&serve, more].concat());
        command.envs(variables.iter().copied());
        Self::spawn(folder, command)
    }

    /// Starts the service with a limit on the size of every file that it writes, in units of 512
    /// bytes, which acts like a full disk. Ignores the signal that comes with it.
    pub(crate) fn start_with_small_files(folder: &Path, blocks: u32) -> Self {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_almagest")]);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--set",
            "log_level=error",
        ]);
        command.arg("--data-dir").arg(folder);
        command.env_clear().current_dir(folder.parent().unwrap());
        Self::spawn(folder, command)
    }

    fn spawn(folder: &Path, mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            // A file takes any amount of log. A pipe that nobody reads would block the service.
            .stderr(File::create(log_file(folder)).unwrap())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut banner = String::new();
        while !banner.contains("/docs") {
            assert_ne!(
                stdout.read_line(&mut banner).unwrap(),
                0,
                "the process ended: {banner}"
            );
        }
        let address = banner
            .split("http://")
            .nth(1)
            .unwrap()
            .split('/')
            .next()
            .unwrap();
        let address = address.parse().unwrap();
        // The process writes the banner at once before it responds, so the same read returned the
        // rest of it.
        banner += std::str::from_utf8(stdout.buffer()).unwrap();
        Self {
            child,
            banner,
            address,
            log: log_file(folder),
            _stdout: stdout,
        }
    }

    /// Returns the status and the whole text of a response.
    pub(crate) fn get(&self, path: &str, key: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: {key}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    /// Returns the status of a GET.
    pub(crate) fn status(&self, path: &str, key: &str) -> u16 {
        self.get(path, key).0
    }

    /// Returns the key that the first start prints.
    pub(crate) fn first_key(&self) -> String {
        key_in(&self.banner).unwrap()
    }

    /// Returns what it printed at its start.
    pub(crate) fn banner(&self) -> &str {
        &self.banner
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end of a process that was told to end.
    pub(crate) fn ended(mut self) {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it with SIGTERM and returns its log.
    pub(crate) fn stop(mut self) -> String {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::TERM).unwrap();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
        std::fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Returns the key in a banner.
fn key_in(banner: &str) -> Option<String> {
    let start = banner.find("ak_test_")?;
    Some(banner[start..].chars().take(44).collect())
}

#[test]
fn the_first_start_prints_a_working_key_and_the_second_none() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = Serving::start(&data);
    let key = key_in(&first.banner).unwrap();
    assert!(first.banner.contains(&format!(
        "curl -H 'X-Api-Key: {key}' 'http://{}/api/calc/natal?",
        first.address
    )));
    let dashboard = format!("Dashboard    http://{}/\n", first.address);
    assert!(first.banner.contains(&dashboard), "{}", first.banner);
    let (status, answer) = first.get("/api/key", &key);
    assert_eq!(status, 200, "{answer}");
    assert!(
        answer.contains("calc:read") && answer.contains("modules:read"),
        "{answer}"
    );
    let first_link = first
        .banner
        .split("setup?token=")
        .nth(1)
        .unwrap()
        .to_owned();
    first.stop();

    let second = Serving::start(&data);
    assert_eq!(key_in(&second.banner), None, "{}", second.banner);
    let second_link = second.banner.split("setup?token=").nth(1).unwrap();
    assert_ne!(
        first_link.get(..43),
        second_link.get(..43),
        "each start renews the link"
    );
    assert_eq!(second.get("/api/key", &key).0, 200, "the key still works");
    second.stop();
}

#[test]
fn commands_work_beside_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start(&data);
    let org = json(
        &data,
        &[
            "org", "create", "--name", "Second", "--plan", "free", "--rate", "10000/1s",
        ],
    );
    let org = org["id"].as_str().unwrap();
    let orgs = json(&data, &["org", "list"]);
    assert_eq!(orgs.as_array().unwrap().len(), 2);
    let create = [
        "key",
        "create",
        "--org",
        org,
        "--name",
        "ci",
        "--permission",
        "calc:read",
        "--permission",
        "chart:read",
    ];
    let key = json(&data, &create);
    let secret = key["key"].as_str().unwrap();
    let (status, answer) = serving.get("/api/key", secret);
    assert_eq!(status, 200, "a new key works on the next request: {answer}");
    assert!(answer.contains("\"Second\""), "{answer}");

    let id = key["id"].as_str().unwrap();
    let revoked = json(&data, &["key", "revoke", id]);
    assert_eq!(revoked["status"], "revoked");
    // It takes up to a second. Here it is enough that the change is noticed.
    while serving.get("/api/key", secret).0 == 200 {}
    assert!(serving.get("/api/key", secret).1.contains("key_revoked"));
    let keys = json(&data, &["key", "list", "--org", org]);
    assert_eq!(keys[0]["status"], "revoked");
    assert_eq!(keys[0]["display"].as_str().unwrap().chars().count(), 17);
    let healthy = json(&data, &["doctor"]);
    assert!(
        healthy
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["verdict"] != "wrong"),
        "{healthy}"
    );
    serving.stop();
}

#[test]
fn no_key_is_ever_logged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start(&data);
    let key = key_in(&serving.banner).unwrap();
    serving.get("/api/key", &key);
    serving.get(&format!("/api/key?key={key}"), &key);
    serving.get("/nowhere", &key);
    serving.get(&format!("/api/{key}"), "");
    // Differs from the key's own last character, whatever that is.
    let other = if key.ends_with('x') { 'y' } else { 'x' };
    serving.get("/api/key", &format!("{}{other}", &key[..43]));
    let log = serving.stop();
    assert!(
        log.contains("key_describe") && log.contains("key_invalid"),
        "{log}"
    );
    assert!(!log.contains(&key[12..40]), "{log}");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start(&data);
    let complaint = refusal(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(
        complaint.contains("another `almagest serve`"),
        "{complaint}"
    );
    serving.stop();
}

#[test]
fn an_address_in_use_is_refused_with_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let data = folder.path().join("data");
    let complaint = refusal(&data, &["serve", "--listen", &address.to_string()]);
    let cannot = format!("cannot listen on {address}: ");
    assert!(complaint.contains(&cannot), "{complaint}");
    assert!(
        complaint.contains("Use `--listen 127.0.0.1:"),
        "{complaint}"
    );
}

#[test]
fn a_wrong_setting_names_itself_before_anything_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let complaint = refusal(&data, &["serve", "--listen", "somewhere"]);
    assert!(
        complaint.contains("command line: listen = `somewhere`"),
        "{complaint}"
    );
    let complaint = refusal(&data, &["serve", "--set", "log_levle=debug"]);
    assert!(
        complaint.contains("Did you mean `log_level`"),
        "{complaint}"
    );
    assert!(!data.exists());
}

#[test]
fn settings_come_from_file_environment_and_flags_in_this_order() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("almagest.toml");
    std::fs::write(
        &file,
        "log_level = \"warn\"\nmax_connections = 7\ntrusted_proxies = [\"10.0.0.1\"]\n",
    )
    .unwrap();
    let output = almagest(&data, &["config", "--json", "--set", "max_connections=9"])
        .env("ALMAGEST_LOG_LEVEL", "error")
        .output()
        .unwrap();
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(shown["log_level"]["value"], "error");
    assert_eq!(shown["log_level"]["source"], "environment");
    assert_eq!(shown["max_connections"]["value"], "9");
    assert_eq!(shown["trusted_proxies"]["value"], "10.0.0.1/32");
    assert_eq!(shown["trusted_proxies"]["source"], "almagest.toml");
    assert_eq!(shown["listen"]["source"], "default");
}

#[test]
fn commands_say_what_is_wrong_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let complaint = refusal(&data, &["org", "list"]);
    assert!(
        complaint.contains("The first start of `almagest serve` creates it."),
        "{complaint}"
    );
    let serving = Serving::start(&data);
    let org = json(&data, &["org", "list"])[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let base = [
        "key",
        "create",
        "--org",
        &org,
        "--name",
        "x",
        "--permission",
        "calc:read",
    ];
    for (more, expected) in [
        (&["--domain", "https://example.com"][..], "example.com"),
        (
            &["--rate", "60"],
            "`60` is not a valid rate. Use a value such as `60/60s`",
        ),
        (&["--expires", "2001-01-01T00:00:00Z"], "is in the past"),
        (
            &["--expires", "soon"],
            "`soon` is not a valid date and time",
        ),
        (
            &["--permission", "calc:write"],
            "Available permissions: calc:read, content:read",
        ),
    ] {
        let complaint = refusal(&data, &[&base[..], more].concat());
        assert!(complaint.contains(expected), "{more:?}: {complaint}");
    }
    let keys = json(&data, &["key", "list", "--org", &org]);
    assert_eq!(keys.as_array().unwrap().len(), 1, "nothing was created");
    let unknown = "org_00000000000000000000000000000000";
    let complaint = refusal(&data, &["key", "list", "--org", unknown]);
    assert!(complaint.contains("no organization org_"), "{complaint}");
    let complaint = refusal(&data, &["org", "create", "--name", "x", "--plan", "golden"]);
    assert!(
        complaint.contains("Available plans: free, basic, gold, premium, deluxe."),
        "{complaint}"
    );
    serving.stop();
}

#[test]
fn another_master_secret_is_refused_by_server_and_commands() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    let secret = data.join("master.key");
    std::fs::write(&secret, "ab".repeat(32)).unwrap();
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["org", "list"]] {
        let complaint = refusal(&data, arguments);
        assert!(complaint.contains("another master secret"), "{complaint}");
    }
    std::fs::remove_file(&secret).unwrap();
    let complaint = refusal(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("is missing"), "{complaint}");
    assert!(!secret.exists(), "no new secret next to an old database");
}

#[test]
fn a_lost_database_is_not_replaced_silently() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    for file in std::fs::read_dir(&data).unwrap() {
        let path = file.unwrap().path();
        if path.to_string_lossy().contains("sqlite3") {
            std::fs::remove_file(path).unwrap();
        }
    }
    let complaint = refusal(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("its database is missing"), "{complaint}");
}

/// Simulates a first start that was killed between binding the database and renaming the file.
#[test]
fn an_interrupted_first_start_is_finished_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    std::fs::rename(data.join("master.key"), data.join("master.key.new")).unwrap();
    Serving::start(&data).stop();
    assert!(data.join("master.key").exists());
}

#[test]
fn a_key_that_cannot_be_shown_is_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    let org = json(&data, &["org", "list"])[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let create = [
        "key",
        "create",
        "--org",
        &org,
        "--name",
        "unseen",
        "--permission",
        "calc:read",
    ];
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = almagest(&data, &create).stdout(full).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("The key was revoked"));
    let keys = json(&data, &["key", "list", "--org", &org]);
    let unseen = keys
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "unseen")
        .unwrap();
    assert_eq!(unseen["status"], "revoked");
}

#[test]
fn a_password_in_a_broken_configuration_file_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("almagest.toml");
    std::fs::write(
        &file,
        "log_level = \"info\"\ndatabase = \"postgres://u:hunter2@h/d\n",
    )
    .unwrap();
    let complaint = refusal(&data, &["config"]);
    assert!(complaint.contains("almagest.toml: line 2"), "{complaint}");
    assert!(!complaint.contains("hunter2"), "{complaint}");
    std::fs::write(&file, "database = \"postgres://u:p@h/d?pasword=hunter2\"\n").unwrap();
    let complaint = refusal(&data, &["config"]);
    assert!(
        complaint.contains("Unknown parameter `pasword`"),
        "{complaint}"
    );
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

/// Runs the same binary and commands on PostgreSQL, with the secret in its own file.
#[test]
fn the_service_runs_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let Some(database) = runtime.block_on(store::testing::TestDatabase::postgres()) else {
        println!("not run: no PostgreSQL");
        return;
    };
    let store::DatabaseLocation::Postgres(address) = &database.location else {
        panic!("the location is PostgreSQL");
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let secret = format!("master_key_file={}", folder.path().join("secret").display());
    let options = ["--database", address.as_str(), "--set", secret.as_str()];
    let serving = Serving::start_with(&data, &options);
    let key = key_in(&serving.banner).unwrap();
    assert_eq!(serving.get("/api/key", &key).0, 200);
    assert_eq!(serving.get("/readyz", "").0, 200);
    let orgs = json(&data, &[&["org", "list"][..], &options].concat());
    assert_eq!(orgs[0]["used"]["test"], 1, "counted in PostgreSQL");
    assert!(!data.join("almagest.sqlite3").exists());
    serving.stop();
    let second = Serving::start_with(&data, &options);
    assert_eq!(key_in(&second.banner), None);
    second.stop();
}
