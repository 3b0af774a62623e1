//! Our dependencies, judged by cargo-deny: licenses, duplicates, sources and advisories. `deny.toml`
//! has the rules.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{advisories, cargo::Workspace, child, scratch::Scratch};

const VERSION: &str = "0.20.2";
/// How cargo-deny names the folder of the database: the last part of its address, and a hash of it.
const DATABASE: &str = "advisory-db-3157b0e258782691";

pub(super) fn check(workspace: &Workspace) -> Result<String> {
    let deny = install(workspace)?;
    let scratch = Scratch::new()?;
    let folder = scratch.path().join(DATABASE);
    fs::create_dir(&folder)?;
    advisories::database(workspace, &folder)?;
    // It reads the manifests of all dependencies, including those of other systems, without the network.
    child::run(workspace.cargo().args(["fetch", "--locked"]))?;
    let mut command = Command::new(deny);
    command
        .current_dir(&workspace.root)
        .args(["--offline", "--workspace", "--all-features", "check"])
        .arg("--hide-inclusion-graph")
        // deny.toml reads it.
        .env("ADVISORIES", scratch.path());
    child::run(&mut command).context("cargo-deny found a dependency that deny.toml forbids")?;
    Ok(String::new())
}

/// Compiles cargo-deny, unless an earlier run did. Without optimization, which would take longer
/// than it saves.
fn install(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.kept(&format!("cargo-deny-{VERSION}"))?;
    let program = folder.join("bin/cargo-deny");
    if program.exists() {
        return Ok(program);
    }
    let mut cargo = workspace.cargo();
    cargo
        .args(["install", "--quiet", "--locked", "--profile", "dev"])
        .args(["cargo-deny", "--version", VERSION, "--root"])
        .arg(&folder);
    child::run(&mut cargo).context("cannot install cargo-deny")?;
    Ok(program)
}
