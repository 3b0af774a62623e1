//! Runs `docs/cluster.md` on an empty Debian system: a root folder made of packages, with the package of
//! the release build, in namespaces of its own. Compares what the commands print with the page.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, child, debian, machine, scratch::Scratch};

const PAGE: &str = "docs/cluster.md";
/// What the first block of the page installs. The root folder has it from the start, because the page
/// runs without a network.
const PACKAGES: &str =
    "adduser,ca-certificates,curl,haproxy,libgcc-s1,postgresql,redis-server,util-linux";
const SUITE: &str = "bookworm";

/// Builds the package, makes the system and runs the page. `program` is used instead of a new build.
pub(crate) fn run(workspace: &Workspace, program: Option<PathBuf>) -> Result<()> {
    if let Some(reason) = obstacle() {
        println!("not run: {reason}");
        return Ok(());
    }
    let scratch = Scratch::new()?;
    let root = scratch.path().join("root");
    println!("building the package");
    let package = build_package(workspace, scratch.path(), program)?;
    println!("making a Debian system");
    make_root(&root)?;
    let name = package.file_name().context("a package has a name")?;
    fs::copy(&package, root.join("root").join(name))?;
    let page = fs::read_to_string(workspace.root.join(PAGE))?;
    let blocks = blocks(&page)?;
    fs::write(root.join("srv/walkthrough.sh"), script(&blocks))?;
    println!("running {PAGE}");
    let mut command = Command::new("unshare");
    command.args([
        "--mount",
        "--pid",
        "--fork",
        "--net",
        "--uts",
        "--kill-child",
    ]);
    command.args(["--mount-proc", "sh", "-c", ENTER, "sh"]);
    let output = command.arg(&root).output().context("cannot run unshare")?;
    let position = fs::read_to_string(root.join("srv/position")).unwrap_or_default();
    if !output.status.success() {
        let printed = last_output(&root, &blocks);
        let complaints = String::from_utf8_lossy(&output.stderr);
        bail!("{PAGE}, line {}: {complaints}\n{printed}", position.trim());
    }
    for block in &blocks {
        let printed = fs::read_to_string(output_file(&root, block)).unwrap_or_default();
        let line = block.line;
        if let Some(shown) = &block.output {
            compare(shown, &printed)
                .with_context(|| format!("{PAGE}, line {line} printed:\n{printed}"))?;
        }
        println!("line {line}: as printed on the page");
    }
    println!("not run: systemd (a namespace has no service manager)");
    Ok(())
}

/// Mounts what programs need, and runs the script in the root folder.
const ENTER: &str = "set -e
ip link set lo up 2>/dev/null || true
mount --rbind /dev \"$1/dev\"
mount -t proc proc \"$1/proc\"
mount -t tmpfs tmpfs \"$1/run\"
exec timeout 900 chroot \"$1\" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \\
    bash -c 'cd /srv && exec bash walkthrough.sh'";

/// Why the page cannot be run here.
fn obstacle() -> Option<String> {
    if !machine::is_root() {
        return Some("needs root".to_owned());
    }
    if machine::find_program("mmdebstrap").is_none()
        && let Err(error) = debian::install(&["mmdebstrap"])
    {
        return Some(format!("{error:#}"));
    }
    let mut probe = Command::new("unshare");
    probe.args(["--mount", "--pid", "--fork", "--net", "true"]);
    let probed = probe.output();
    if probed.is_ok_and(|it| it.status.success()) {
        return None;
    }
    Some("namespaces are not available".to_owned())
}

fn build_package(
    workspace: &Workspace,
    folder: &Path,
    program: Option<PathBuf>,
) -> Result<PathBuf> {
    let mut build = Command::new("packaging/debian/build");
    build.current_dir(&workspace.root).arg(folder);
    if let Some(program) = program {
        build.env("ALMAGEST_PROGRAM", program);
    }
    child::run(&mut build)?;
    let made = fs::read_dir(folder)?.flatten().map(|it| it.path());
    let mut packages = made.filter(|it| it.extension().is_some_and(|it| it == "deb"));
    packages.next().context("no package was built")
}

fn make_root(root: &Path) -> Result<()> {
    let mut command = Command::new("mmdebstrap");
    command.args(["--variant=minbase", "--mode=root", "--quiet"]);
    command.arg(format!("--include={PACKAGES}"));
    // Maintainer scripts start no services: the page does.
    command.arg(SERVICES_OFF).arg(SUITE).arg(root);
    child::run(&mut command).context("cannot make a Debian system")
}

const SERVICES_OFF: &str = "--essential-hook=printf '#!/bin/sh\\nexit 101\\n' > \"$1/usr/sbin/policy-rc.d\" && chmod 755 \"$1/usr/sbin/policy-rc.d\"";

/// A block of commands, and what the page says that they print.
struct Block {
    line: usize,
    text: String,
    output: Option<String>,
    /// Whether it installs packages, of which only our own is missing.
    installs: bool,
}

fn blocks(page: &str) -> Result<Vec<Block>> {
    let mut found: Vec<Block> = Vec::new();
    let mut lines = page.lines().enumerate();
    let mut installs = false;
    let mut follows = false;
    while let Some((number, line)) = lines.next() {
        if line == "<!-- packages -->" {
            installs = true;
        }
        let Some(language) = line.strip_prefix("```") else {
            follows &= !line.starts_with('#');
            continue;
        };
        let inside = lines.by_ref().map(|(_, it)| it);
        let text: Vec<_> = inside.take_while(|it| *it != "```").collect();
        let text = text.join("\n");
        match (language, found.last_mut()) {
            ("sh", _) => found.push(Block {
                line: number + 1,
                text,
                output: None,
                installs: std::mem::take(&mut installs),
            }),
            ("text", Some(last)) if follows => last.output = Some(text),
            _ => bail!("{PAGE}, line {}: unexpected block", number + 1),
        }
        follows = language == "sh";
    }
    Ok(found)
}

fn output_file(root: &Path, block: &Block) -> PathBuf {
    root.join(format!("srv/line-{}.out", block.line))
}

/// One script, so that functions and variables stay.
fn script(blocks: &[Block]) -> String {
    let mut script = "set -euo pipefail\n".to_owned();
    for block in blocks {
        let (line, text) = (block.line, &block.text);
        let text = if block.installs {
            "dpkg --install ./almagest_*.deb"
        } else {
            text
        };
        writeln!(script, "echo {line} > /srv/position").expect("a string takes any text");
        writeln!(script, "{{\n{text}\n}} > /srv/line-{line}.out").expect("a string takes any text");
    }
    script
}

fn last_output(root: &Path, blocks: &[Block]) -> String {
    let printed = |it: &Block| fs::read_to_string(output_file(root, it)).unwrap_or_default();
    let all = blocks.iter().rev().map(printed);
    all.into_iter()
        .find(|it| !it.is_empty())
        .unwrap_or_default()
}

/// The parts of `shown` around each `…` must occur in `printed`, in their order. Spaces do not count.
fn compare(shown: &str, printed: &str) -> Result<()> {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let printed = squeeze(printed);
    let mut rest = printed.as_str();
    for part in squeeze(shown).split('…') {
        let Some(at) = rest.find(part) else {
            bail!("`{part}` is missing");
        };
        rest = &rest[at + part.len()..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_compared_with_the_text_that_follows_it() {
        let page = "<!-- packages -->\n```sh\napt-get install x\n```\n\n```sh\necho 1\n```\n\nprints\n\n\
            ```text\n1\n```\n# Next\n";
        let found = blocks(page).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found[0].installs && !found[1].installs);
        assert_eq!(found[1].output.as_deref(), Some("1"));
        assert!(script(&found).contains("dpkg --install ./almagest_*.deb"));
        assert!(compare("a … c", "a  b\nc").is_ok());
        assert!(compare("c … a", "a b c").is_err());
    }
}
