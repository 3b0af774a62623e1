//! Python programs of this crate, with pinned packages in their own environment below `target/`.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{cargo::Workspace, child};

/// An environment with some packages.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Creates the environment, or reuses that of an earlier run.
    pub(crate) fn prepare(workspace: &Workspace, name: &str, packages: &[&str]) -> Result<Self> {
        let folder = workspace.kept(name)?;
        let stamp = folder.join("packages");
        let wanted = packages.join("\n");
        if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            return Ok(Self { folder });
        }
        let mut venv = Command::new("python3");
        child::capture(venv.args(["-m", "venv"]).arg(&folder))
            .context("cannot create a Python environment")?;
        let environment = Self { folder };
        let mut pip = environment.python();
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps"])
            .args(packages);
        child::capture(&mut pip).context("cannot install the packages")?;
        fs::write(stamp, wanted)?;
        Ok(environment)
    }

    /// Its interpreter.
    pub(crate) fn python(&self) -> Command {
        Command::new(self.folder.join("bin/python"))
    }
}
