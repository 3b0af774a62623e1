//! The workspace as cargo sees it: its folders, its packages, its binary.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{child, machine};

/// The workspace around the current folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// Where the workspace's Cargo.toml is.
    pub(crate) root: PathBuf,
    target: PathBuf,
}

/// How the service is compiled.
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
                .context("cargo names no workspace")
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

    /// A folder for what the commands of this crate keep between runs; it is ignored by git.
    pub(crate) fn kept(&self, name: &str) -> Result<PathBuf> {
        let path = self.target.join("xtask").join(name);
        std::fs::create_dir_all(&path)
            .with_context(|| format!("{} cannot be made", path.display()))?;
        Ok(path)
    }

    /// Where cargo leaves what it has built.
    pub(crate) fn built(&self, path: &str) -> PathBuf {
        self.target.join(path)
    }

    /// Compiles the service and says where its binary is.
    pub(crate) fn build_service(&self, profile: Profile) -> Result<PathBuf> {
        let mut command = self.cargo();
        let folder = match profile {
            // With the tests, which are needed anyway: building the binary alone would compile its dependencies a
            // second time, with the features that only the service itself asks for.
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

    /// Compiles the program without a ledger that the service is compared with, as the service is compiled for
    /// release, and says where it is.
    pub(crate) fn build_unmetered(&self) -> Result<PathBuf> {
        let name = "almagest-unmetered";
        let mut command = self.cargo();
        command.args(["build", "-p", "server", "--release"]);
        command.args(["--features", "unmetered", "--bin", name]);
        child::run(&mut command)?;
        Ok(self.target.join("release").join(name))
    }
}

fn cargo_in_place() -> Command {
    // Cargo tells its children which cargo it is: the pinned toolchain's, not the one on the PATH.
    let mut command = Command::new(machine::variable("CARGO").unwrap_or_else(|| "cargo".into()));
    // It also tells them which package they are. Some build scripts ask for that again (ring's does), so a cargo that
    // inherits it compiles them, and all that depends on them, anew: minutes, each time it is called differently.
    for name in machine::variable_names() {
        if name.to_str().is_some_and(describes_package) {
            command.env_remove(name);
        }
    }
    command
}

/// Whether `cargo run` sets this variable for the program it runs, because of the package it is in.
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
