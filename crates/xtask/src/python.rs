//! Python programs of this folder, with pinned packages in an environment of their own below
//! `target/`.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{cargo::Workspace, child};

/// An environment with some packages.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment, or finds it as an earlier run has made it.
    pub(crate) fn prepare(workspace: &Workspace, name: &str, packages: &[&str]) -> Result<Self> {
        let folder = workspace.kept(name)?;
        let stamp = folder.join("packages");
        let wanted = packages.join("\n");
        if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            return Ok(Self { folder });
        }
        let mut venv = Command::new("python3");
        child::capture(venv.args(["-m", "venv"]).arg(&folder))
            .context("python3 cannot make an environment")?;
        let environment = Self { folder };
        let mut pip = environment.python();
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps"])
            .args(packages);
        child::capture(&mut pip).context("the packages cannot be installed")?;
        fs::write(stamp, wanted)?;
        Ok(environment)
    }

    /// Its interpreter.
    pub(crate) fn python(&self) -> Command {
        Command::new(self.folder.join("bin/python"))
    }
}
