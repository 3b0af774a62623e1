//! Python programs of this crate, with pinned packages in their own environment below `target/`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};

use crate::{cargo::Workspace, child, debian, machine};

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

    /// The same with the packages of a file, from the root of the workspace. Missing Debian packages
    /// are installed.
    pub(crate) fn of_requirements(workspace: &Workspace, name: &str, file: &Path) -> Result<Self> {
        let file = workspace.root.join(file);
        let wanted =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let environment = Self {
            folder: workspace.kept(name)?,
        };
        let stamp = environment.folder.join("requirements.installed");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(environment);
        }
        make_environment(&environment.folder)?;
        let mut pip = environment.python();
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--requirement",
        ]);
        child::run(pip.arg(&file)).context("cannot install the packages")?;
        fs::write(&stamp, wanted)?;
        Ok(environment)
    }

    /// A program of one of its packages.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// The folder of its programs.
    pub(crate) fn programs(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// Its interpreter.
    pub(crate) fn python(&self) -> Command {
        Command::new(self.folder.join("bin/python"))
    }
}

/// Creates a Python environment in a folder, and installs missing Debian packages.
pub(crate) fn make_environment(folder: &Path) -> Result<()> {
    let make = || {
        let mut command = Command::new("python3");
        // Debian's python3 without python3-venv prints a long explanation. Ours is shorter.
        command
            .args(["-m", "venv", "--clear"])
            .arg(folder)
            .stderr(Stdio::null());
        child::capture(&mut command)
    };
    if machine::find_program("python3").is_some() && make().is_ok() {
        return Ok(());
    }
    debian::install(&["python3", "python3-venv"])
        .context("python3 with its venv module is missing")?;
    make().context("cannot create a Python environment")?;
    Ok(())
}
