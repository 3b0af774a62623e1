//! Checks the systemd unit with systemd.

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, child, machine, scratch::Scratch};

const UNIT: &str = "packaging/almagest.service";
const PROGRAM: &str = "/usr/bin/almagest";

/// The maximum exposure that `systemd-analyze security` may report, in tenths. 0 is a service
/// without network access, 100 one without any restriction.
const MAX_EXPOSED: &str = "20";

/// Whether systemd is available.
pub(super) fn can_run() -> bool {
    machine::find_program("systemd-analyze").is_some()
}

/// Verifies the unit, and compares its exposure with the limit. Starts nothing.
pub(super) fn check(workspace: &Workspace) -> Result<String> {
    let folder = Scratch::new()?;
    let text = fs::read_to_string(workspace.root.join(UNIT))?;
    if !text.contains(PROGRAM) {
        bail!("{UNIT} does not start {PROGRAM}");
    }
    // Verification looks for the program, which need not be installed here, so use any program.
    let unit = folder.path().join("almagest.service");
    fs::write(&unit, text.replace(PROGRAM, "/bin/true"))?;
    let mut verify = Command::new("systemd-analyze");
    verify.args(["verify", "--man=no"]).arg(&unit);
    let output = verify.output().context("cannot run systemd-analyze")?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    let ours = complaints.lines().find(|it| it.contains("almagest"));
    if let Some(complaint) = ours {
        bail!("{UNIT}: {complaint}");
    }
    let mut security = Command::new("systemd-analyze");
    security.args(["security", "--offline=true", "--no-pager"]);
    security.args(["--threshold", MAX_EXPOSED]).arg(&unit);
    let answer = child::capture(&mut security)?;
    let answer = String::from_utf8_lossy(&answer);
    let last = answer.lines().rev().find(|it| it.contains("exposure"));
    Ok(last.unwrap_or_default().trim().to_owned())
}
