//! `cargo xtask gallery`: the images and readings of docs/gallery. An example of the crate `chart` draws
//! the charts, one of `astrology-api` composes the readings; a test takes screenshots of the dashboard.

use std::fs;

use anyhow::{Context, Result};

use crate::{backends::Backends, cargo::Workspace, child};

/// The folder of the images, from the root of the workspace.
const FOLDER: &str = "docs/gallery";
/// The folder of the readings.
const READINGS: &str = "docs/gallery/readings";
/// The test that opens every page, and the folder for its screenshots.
const LOOK: &str = "accessibility::every_page_can_be_read_and_used_by_everyone_in_light_and_dark";
const PHOTOGRAPHS: &str = "docs/gallery/dashboard";

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
    child::run(
        workspace
            .cargo()
            .args([
                "run",
                "--quiet",
                "-p",
                "astrology-api",
                "--example",
                "readings",
                "--",
            ])
            .arg(READINGS),
    )?;
    photograph(workspace)?;
    let (mut count, mut bytes) = (0_u32, 0);
    for entry in fs::read_dir(workspace.root.join(FOLDER)).context("cannot read the gallery")? {
        count += 1;
        bytes += entry?.metadata()?.len();
    }
    println!("{FOLDER}: {count} files, {} kB", bytes / 1000);
    Ok(())
}

/// Every page of the dashboard, light and dark.
fn photograph(workspace: &Workspace) -> Result<()> {
    let backends = Backends::start()?;
    let mut command = workspace.cargo();
    command.args(["test", "--workspace", "--test", "it", "--", "--exact", LOOK]);
    command.env("ALMAGEST_TEST_GALLERY", workspace.root.join(PHOTOGRAPHS));
    backends.give_to(&mut command);
    child::run(&mut command)
}
