//! Checks the files in `packaging/` with the programs that use them.

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, child, machine, scratch::Scratch};

const UNIT: &str = "packaging/almagest.service";
const PROGRAM: &str = "/usr/bin/almagest";

/// The maximum exposure that `systemd-analyze security` may report, in tenths. 0 is a service
/// without network access, 100 one without any restriction.
const MAX_EXPOSED: &str = "20";

/// A file that another program can check.
pub(super) struct Example {
    pub(super) name: &'static str,
    pub(super) program: &'static str,
    arguments: &'static [&'static str],
}

/// The programs are in Debian's packages prometheus and haproxy, and on PyPI.
pub(super) const EXAMPLES: &[Example] = &[
    Example {
        name: "maintainer scripts",
        program: "sh",
        arguments: &[
            "-c",
            "for it in build postinst prerm postrm; do sh -n packaging/debian/$it || exit 1; done",
        ],
    },
    Example {
        name: "alert rules",
        program: "promtool",
        arguments: &[
            "check",
            "rules",
            "--lint-fatal",
            "packaging/prometheus/almagest.rules.yml",
        ],
    },
    Example {
        name: "tests of alert rules",
        program: "promtool",
        arguments: &[
            "test",
            "rules",
            "packaging/prometheus/almagest.rules.test.yml",
        ],
    },
    Example {
        name: "load balancer",
        program: "haproxy",
        arguments: &["-c", "-f", "packaging/haproxy/haproxy.cfg"],
    },
    Example {
        name: "Kubernetes manifests",
        program: "kubernetes-validate",
        arguments: &["--strict", "--quiet", "packaging/kubernetes/almagest.yaml"],
    },
];

impl Example {
    pub(super) fn check(&self, workspace: &Workspace) -> Result<String> {
        let mut command = Command::new(self.program);
        command.current_dir(&workspace.root).args(self.arguments);
        child::capture(&mut command)?;
        Ok(String::new())
    }
}

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
