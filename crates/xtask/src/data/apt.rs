//! Debian's archive: downloads files of packages with apt, without installing anything.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::child;

/// Runs `apt-get` in a scratch folder with the machine's own sources, modified by `change`, so that
/// the machine stays unchanged.
pub(super) fn fetch(
    scratch: &Path,
    change: impl Fn(&str) -> String,
    arguments: &[&str],
) -> Result<()> {
    let (sources, lists) = (scratch.join("sources"), scratch.join("lists"));
    fs::create_dir(&sources)?;
    fs::create_dir(&lists)?;
    let folder = Path::new("/etc/apt/sources.list.d");
    for entry in fs::read_dir(folder).context("this command needs Debian")? {
        let path = entry?.path();
        if path.file_name().is_some_and(|it| it == "debian.sources") {
            let text = fs::read_to_string(&path)?;
            fs::write(sources.join("debian.sources"), change(&text))?;
        }
    }
    for arguments in [&["update"][..], arguments] {
        let mut apt = Command::new("apt-get");
        apt.current_dir(scratch)
            .args(["-qq", "-o", "Dir::Etc::sourcelist=/dev/null", "-o"])
            .arg(format!("Dir::Etc::sourceparts={}", sources.display()))
            .arg("-o")
            .arg(format!("Dir::State::lists={}", lists.display()));
        child::run(apt.args(arguments))
            .with_context(|| format!("apt-get {} failed", arguments.join(" ")))?;
    }
    Ok(())
}
