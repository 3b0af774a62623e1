//! Debian packages: installed when something is missing and we may.

use std::{
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};

use crate::{child, machine};

/// The package lists are fetched once per run.
static UPDATED: AtomicBool = AtomicBool::new(false);

/// Installs packages; the error says why it cannot be done.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" and ");
    if machine::find_program("apt-get").is_none() {
        bail!("{names} cannot be installed here: there is no apt-get");
    }
    if !machine::is_root() {
        bail!(
            "{names} cannot be installed: this is not run as root (`apt-get install {}`)",
            packages.join(" ")
        );
    }
    if !UPDATED.swap(true, Ordering::Relaxed) {
        child::run(apt_get().args(["-qq", "update"]))
            .context("the package lists cannot be updated")?;
    }
    child::run(
        apt_get()
            .args(["-qq", "install", "-y", "--no-install-recommends"])
            .args(packages),
    )
    .with_context(|| format!("{names} cannot be installed"))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    // Run level 1 keeps the packages from starting their system-wide servers: we start our own.
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .env("RUNLEVEL", "1");
    command
}
