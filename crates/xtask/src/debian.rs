//! Debian packages: installed if something is missing and we have permission.

use std::{
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};

use crate::{child, machine};

/// The package lists are updated once per run.
static UPDATED: AtomicBool = AtomicBool::new(false);

/// Installs packages. The error says why it is not possible.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" and ");
    if machine::find_program("apt-get").is_none() {
        bail!("cannot install {names}: apt-get is not available");
    }
    if !machine::is_root() {
        bail!(
            "cannot install {names} without root (`apt-get install {}`)",
            packages.join(" ")
        );
    }
    if !UPDATED.swap(true, Ordering::Relaxed) {
        child::run(apt_get().args(["-qq", "update"])).context("cannot update the package lists")?;
    }
    child::run(
        apt_get()
            .args(["-qq", "install", "-y", "--no-install-recommends"])
            .args(packages),
    )
    .with_context(|| format!("cannot install {names}"))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    // Run level 1 prevents packages from starting their system-wide servers, because we start our
    // own.
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .env("RUNLEVEL", "1");
    command
}
