//! `cargo xtask gallery`: the pictures of docs/gallery, drawn by an example of the crate `chart`.

use std::fs;

use anyhow::{Context, Result};

use crate::{cargo::Workspace, child};

/// Where the pictures are, from the root of the workspace.
const FOLDER: &str = "docs/gallery";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    child::run(
        workspace
            .cargo()
            .args([
                "run",
                "--quiet",
                "--release",
                "-p",
                "chart",
                "--example",
                "gallery",
                "--",
            ])
            .arg(FOLDER),
    )?;
    let (mut count, mut bytes) = (0_u32, 0);
    for entry in fs::read_dir(workspace.root.join(FOLDER)).context("there is no gallery")? {
        count += 1;
        bytes += entry?.metadata()?.len();
    }
    println!("{FOLDER}: {count} files, {} kB", bytes / 1000);
    Ok(())
}
