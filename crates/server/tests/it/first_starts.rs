//! Nodes that start together on an empty PostgreSQL database, some of which are killed meanwhile:
//! afterwards the database and the file always belong together.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use store::DatabaseLocation;
use store::testing::{StalledCommits, TestDatabase};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::binary::{Serving, run};

const NODES: usize = 10;

/// A migrated database without a master secret, and a folder for its nodes.
struct Empty {
    runtime: Runtime,
    database: TestDatabase,
    folder: TempDir,
}

/// A starting node.
struct Starting {
    child: Child,
    log: PathBuf,
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Starting {
    /// Waits until the node serves or refuses, and returns its message if it refuses.
    fn serves(&mut self) -> Result<(), String> {
        let stdout = self.child.stdout.as_mut().unwrap();
        let mut lines = BufReader::new(stdout).lines();
        if lines.any(|it| it.unwrap().contains("/docs")) {
            return Ok(());
        }
        assert!(!self.child.wait().unwrap().success());
        Err(std::fs::read_to_string(&self.log).unwrap())
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Empty {
    fn new() -> Option<Self> {
        let runtime = Runtime::new().unwrap();
        let database = runtime.block_on(TestDatabase::postgres())?;
        runtime.block_on(async { database.open().await.close().await });
        let folder = tempfile::tempdir().unwrap();
        Some(Self {
            runtime,
            database,
            folder,
        })
    }

    fn address(&self) -> &str {
        match &self.database.location {
            DatabaseLocation::Postgres(address) => address,
            DatabaseLocation::SqliteFile(_) => unreachable!("the location is PostgreSQL"),
        }
    }

    fn data(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("node-{node}"))
    }

    /// Returns a file that all nodes share, as on a shared file system.
    fn shared(&self) -> PathBuf {
        self.folder.path().join("secret")
    }

    /// Returns a file of one node, as on separate file systems.
    fn own(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("secret-{node}"))
    }

    fn options(&self, secret: &Path) -> Vec<String> {
        let secret = format!("master_key_file={}", secret.display());
        let options = ["--database", self.address(), "--set", &secret];
        options.map(str::to_owned).to_vec()
    }

    fn start(&self, node: usize, secret: &Path) -> Starting {
        let log = self.folder.path().join(format!("{node}.log"));
        let child = Command::new(env!("CARGO_BIN_EXE_almagest"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(self.options(secret))
            .arg("--data-dir")
            .arg(self.data(node))
            .env_clear()
            .current_dir(self.folder.path())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn();
        Starting {
            child: child.unwrap(),
            log,
        }
    }

    /// Starts every node while the database cannot be bound, so that all of them wait there, and
    /// then lets them continue.
    fn start_together(&self, secret: impl Fn(usize) -> PathBuf) -> Vec<Starting> {
        let mut stalled = self.stall();
        let nodes: Vec<_> = (0..NODES).map(|it| self.start(it, &secret(it))).collect();
        let waiting = i64::try_from(NODES).unwrap();
        self.runtime.block_on(stalled.until_waiting(waiting));
        self.runtime.block_on(stalled.end());
        nodes
    }

    fn stall(&self) -> StalledCommits {
        let stalled = StalledCommits::of_installation(self.address());
        self.runtime.block_on(stalled)
    }

    /// Starts a node and kills it when it has written its secret and waits for the database.
    fn kill_before_binding(&self, secret: &Path) {
        let mut stalled = self.stall();
        let mut node = self.start(0, secret);
        self.runtime.block_on(stalled.until_waiting(1));
        node.kill();
        self.runtime.block_on(stalled.end());
    }

    /// Stops every node and starts each again, alone.
    fn each_starts_again(&self, nodes: Vec<Starting>, secret: impl Fn(usize) -> PathBuf) {
        drop(nodes);
        for node in 0..NODES {
            let options = self.options(&secret(node));
            let options: Vec<_> = options.iter().map(String::as_str).collect();
            drop(Serving::start_with(&self.data(node), &options));
        }
    }

    /// Returns the files in the folder that hold or held a secret.
    fn secrets(&self) -> Vec<String> {
        let names = std::fs::read_dir(self.folder.path()).unwrap();
        let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.filter(|it| it.starts_with("secret")).collect();
        names.sort_unstable();
        names
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn ten_nodes_that_start_together_share_the_secret_of_the_first() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let mut nodes = empty.start_together(|_| empty.shared());
    for node in &mut nodes {
        node.serves().unwrap();
    }
    assert_eq!(empty.secrets(), ["secret"]);
    empty.each_starts_again(nodes, |_| empty.shared());
}

#[test]
fn on_separate_file_systems_one_node_starts_and_the_others_say_to_copy_its_secret() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let mut nodes = empty.start_together(|node| empty.own(node));
    let mut first = None;
    for (index, node) in nodes.iter_mut().enumerate() {
        match node.serves() {
            Ok(()) => assert_eq!(first.replace(index), None, "one node made the secret"),
            Err(refusal) => assert!(refusal.contains("copy it from the node"), "{refusal}"),
        }
    }
    let first = empty.own(first.unwrap());
    let name = first.file_name().unwrap().to_str().unwrap();
    assert_eq!(empty.secrets(), [name], "no other node wrote one");
    for node in 0..NODES {
        if empty.own(node) != first {
            std::fs::copy(&first, empty.own(node)).unwrap();
        }
    }
    empty.each_starts_again(nodes, |node| empty.own(node));
}

#[test]
fn a_secret_whose_maker_was_killed_before_binding_it_is_adopted() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    empty.kill_before_binding(&empty.shared());
    assert_eq!(empty.secrets(), ["secret.new"]);
    let written = read(&empty.folder.path().join("secret.new"));
    let mut nodes = empty.start_together(|_| empty.shared());
    for node in &mut nodes {
        node.serves().unwrap();
    }
    assert_eq!(empty.secrets(), ["secret"]);
    assert_eq!(read(&empty.shared()), written);
    empty.each_starts_again(nodes, |_| empty.shared());
}

/// On separate file systems, another node generates the secret after the first was killed. The
/// secret that the killed node wrote is not the database's and is left alone.
#[test]
fn a_killed_node_comes_back_with_the_secret_another_node_has_bound() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    empty.kill_before_binding(&empty.own(0));
    let made = empty.folder.path().join("secret-0.new");
    let written = read(&made);
    empty.start(1, &empty.own(1)).serves().unwrap();
    let refusal = empty.start(0, &empty.own(0)).serves().unwrap_err();
    assert!(refusal.contains("another master secret"), "{refusal}");
    assert!(refusal.contains("copy the master.key"), "{refusal}");
    assert_eq!(read(&made), written);
    std::fs::copy(empty.own(1), empty.own(0)).unwrap();
    empty.start(0, &empty.own(0)).serves().unwrap();
}

/// The database is bound, but the file was not renamed. Every node finds it nevertheless.
#[test]
fn a_node_that_was_killed_after_binding_leaves_a_secret_that_all_find() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    empty.start(0, &empty.shared()).serves().unwrap();
    let bound = read(&empty.shared());
    std::fs::rename(empty.shared(), empty.folder.path().join("secret.new")).unwrap();
    let mut nodes = empty.start_together(|_| empty.shared());
    for node in &mut nodes {
        node.serves().unwrap();
    }
    assert_eq!(empty.secrets(), ["secret"]);
    assert_eq!(read(&empty.shared()), bound);
}

/// Two operators rotate the secret of one installation at the same time, from two nodes.
#[test]
fn two_rotations_at_once_leave_the_secret_of_one_of_them() {
    let Some(empty) = Empty::new() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let options = empty.options(&empty.shared());
    let options: Vec<_> = options.iter().map(String::as_str).collect();
    let serving = Serving::start_with(&empty.data(0), &options);
    let key = serving.first_key();
    serving.stop();
    let rotate = [&["secret", "rotate"], options.as_slice()].concat();
    let done: Vec<Output> = std::thread::scope(|scope| {
        let (empty, rotate) = (&empty, &rotate);
        let rotating: Vec<_> = (0..4)
            .map(|node| scope.spawn(move || run(&empty.data(node), rotate)))
            .collect();
        rotating.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let rotated = done.iter().filter(|it| it.status.success()).count();
    assert_eq!(rotated, 1, "{done:?}");
    let serving = Serving::start_with(&empty.data(1), &options);
    assert_eq!(serving.status("/api/key", &key), 200);
    assert_eq!(empty.secrets(), ["secret", "secret.previous"]);
}
