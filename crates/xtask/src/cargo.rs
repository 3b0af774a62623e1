//! The workspace as cargo sees it: its folders, its packages, its binary.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{child, machine};

/// The workspace around the current folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The folder of the workspace's Cargo.toml.
    pub(crate) root: PathBuf,
    target: PathBuf,
}

/// A build profile of the service.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self> {
        let metadata = metadata(cargo().arg("--no-deps"))?;
        let path = |name: &str| {
            metadata[name]
                .as_str()
                .map(PathBuf::from)
                .context("cargo reported no workspace")
        };
        Ok(Self {
            root: path("workspace_root")?,
            target: path("target_directory")?,
        })
    }

    /// `cargo`, in the root of the workspace.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = cargo_in_place();
        command.current_dir(&self.root);
        command
    }

    /// Every package of the resolved dependency graph, and that graph.
    pub(crate) fn resolved(&self) -> Result<Value> {
        metadata(cargo().current_dir(&self.root))
    }

    /// A folder for data that these commands keep between runs. Git ignores it.
    pub(crate) fn kept(&self, name: &str) -> Result<PathBuf> {
        let path = self.target.join("xtask").join(name);
        std::fs::create_dir_all(&path)
            .with_context(|| format!("cannot create {}", path.display()))?;
        Ok(path)
    }

    /// Cargo's target folder.
    pub(crate) fn built(&self, path: &str) -> PathBuf {
        self.target.join(path)
    }

    /// Compiles the service and returns the path of its binary.
    pub(crate) fn build_service(&self, profile: Profile) -> Result<PathBuf> {
        let mut command = self.cargo();
        let folder = match profile {
            // Together with the tests, which are needed anyway. Building only the binary would
            // compile its dependencies a second time, with only the features that the service
            // needs.
            Profile::Debug => {
                command.args(["test", "--workspace", "--no-run", "--quiet"]);
                "debug"
            }
            Profile::Release => {
                command.args(["build", "-p", "server", "--bin", "almagest", "--release"]);
                "release"
            }
        };
        child::run(&mut command)?;
        Ok(self.target.join(folder).join("almagest"))
    }

    /// Compiles a program in the folder `benches` of a crate, with the release profile, and returns
    /// its path.
    pub(crate) fn build_bench(&self, package: &str, name: &str) -> Result<PathBuf> {
        let mut command = self.cargo();
        command.args(["build", "--release", "--package", package, "--bench", name]);
        command.arg("--message-format=json-render-diagnostics");
        let messages = child::capture(&mut command)?;
        let mut built = messages.split(|byte| *byte == b'\n').filter_map(|line| {
            let message: Value = serde_json::from_slice(line).ok()?;
            let is_bench = message["target"]["name"] == name;
            let path = message["executable"].as_str().filter(|_| is_bench)?;
            Some(PathBuf::from(path))
        });
        built.next_back().context("cargo built no such benchmark")
    }
}

fn cargo_in_place() -> Command {
    // Cargo tells its children which cargo it is: that of the pinned toolchain, not the one on the
    // PATH.
    let mut command = Command::new(machine::variable("CARGO").unwrap_or_else(|| "cargo".into()));
    // It also tells them which package they are. Some build scripts depend on that (ring's does),
    // so a cargo that inherits it recompiles them and all their dependents: minutes, each time it
    // is called differently.
    for name in machine::variable_names() {
        if name.to_str().is_some_and(describes_package) {
            command.env_remove(name);
        }
    }
    command
}

/// Whether `cargo run` sets this variable for the program because of its package.
fn describes_package(variable: &str) -> bool {
    let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_"];
    prefixes.iter().any(|it| variable.starts_with(it))
        || matches!(
            variable,
            "CARGO_BIN_NAME" | "CARGO_CRATE_NAME" | "CARGO_PRIMARY_PACKAGE" | "OUT_DIR"
        )
}

fn cargo() -> Command {
    let mut command = cargo_in_place();
    command.args(["metadata", "--format-version", "1"]);
    command
}

fn metadata(command: &mut Command) -> Result<Value> {
    let bytes = child::capture(command)?;
    serde_json::from_slice(&bytes).context("the output of `cargo metadata` is not JSON")
}
