//! Security advisories about our dependencies: a snapshot of `rustsec/advisory-db`, because
//! that database cannot be downloaded everywhere. `cargo xtask advisories` replaces the snapshot.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, check::sha256_hex, child, scratch::Scratch};

/// The snapshot, from the root of the workspace.
pub(crate) const SNAPSHOT: &str = "crates/xtask/vendor/rustsec-advisories.md";
const UPSTREAM: &str = "https://github.com/rustsec/advisory-db";
/// How every advisory begins.
const FENCE: &str = "```toml\n";

/// Replaces the snapshot by the advisories in a checkout of the database: a new one unless a folder
/// is given.
pub(crate) fn refresh(workspace: &Workspace, folder: Option<&Path>) -> Result<()> {
    let scratch = Scratch::new()?;
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => clone(&scratch)?,
    };
    let mut snapshot = String::from(
        "Advisories of the RustSec database about packages in Cargo.lock: their data and titles. \
         `cargo xtask advisories`\nreplaces this file.\n\n",
    );
    let newest = newest(&folder)?;
    writeln!(snapshot, "Newest advisory in the database: {newest}")?;
    let mut count = 0;
    for package in locked_packages(workspace)? {
        for file in advisories_of(&folder, &package)? {
            let text = fs::read_to_string(&file)?;
            let advisory =
                shortened(&text).with_context(|| format!("cannot read {}", file.display()))?;
            writeln!(snapshot, "\n{advisory}")?;
            count += 1;
        }
    }
    fs::write(workspace.root.join(SNAPSHOT), &snapshot)?;
    let digest = sha256_hex(snapshot.as_bytes());
    println!("{SNAPSHOT}: {count} advisories, up to {newest}. PROVENANCE.md: SHA-256 {digest}");
    Ok(())
}

fn clone(scratch: &Scratch) -> Result<PathBuf> {
    let folder = scratch.path().join("advisory-db");
    let mut git = Command::new("git");
    git.args(["clone", "--quiet", "--depth", "1", UPSTREAM])
        .arg(&folder);
    child::run(&mut git).context("cannot download the database; name a checkout with --from")?;
    Ok(folder)
}

/// The names in Cargo.lock, without our own crates.
fn locked_packages(workspace: &Workspace) -> Result<BTreeSet<String>> {
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock"))?;
    let packages = lock.split("[[package]]").skip(1);
    let external = packages.filter(|it| it.contains("\nsource = "));
    let name = |text: &str| {
        Some(
            text.split_once("name = \"")?
                .1
                .split_once('"')?
                .0
                .to_owned(),
        )
    };
    Ok(external.filter_map(name).collect())
}

/// The numbered advisories of a package, sorted.
fn advisories_of(folder: &Path, package: &str) -> Result<Vec<PathBuf>> {
    let folder = folder.join("crates").join(package);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|it| it.to_str());
        let is_text = path.extension().is_some_and(|it| it == "md");
        // RUSTSEC-0000-0000 is a draft.
        if is_text && name.is_some_and(|it| it.starts_with("RUSTSEC-2")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The newest number in the database, by which a reader can tell how old the snapshot is.
fn newest(folder: &Path) -> Result<String> {
    let mut newest = String::new();
    for package in fs::read_dir(folder.join("crates"))? {
        let package = package?.file_name();
        for file in advisories_of(folder, &package.to_string_lossy())? {
            let id = file.file_stem().unwrap_or_default().to_string_lossy();
            newest = newest.max(id.into_owned());
        }
    }
    if newest.is_empty() {
        bail!("{} has no advisories", folder.display());
    }
    Ok(newest)
}

/// An advisory without its description.
fn shortened(text: &str) -> Result<String> {
    let data = text.strip_prefix(FENCE).context("it has no data")?;
    let (data, rest) = data.split_once("\n```").context("its data has no end")?;
    let title = rest.lines().find(|it| it.starts_with("# "));
    let title = title.context("it has no title")?;
    Ok(format!("{FENCE}{data}\n```\n\n{title}"))
}

/// A database in the form that cargo-deny reads: a Git repository with the snapshot's advisories.
pub(crate) fn database(workspace: &Workspace, folder: &Path) -> Result<()> {
    let snapshot = fs::read_to_string(workspace.root.join(SNAPSHOT))
        .with_context(|| format!("cannot read {SNAPSHOT}"))?;
    for advisory in snapshot.split(FENCE).skip(1) {
        let value = |name: &str| {
            let line = advisory.lines().find(|it| it.starts_with(name))?;
            line.split('"').nth(1)
        };
        let (Some(id), Some(package)) = (value("id = "), value("package = ")) else {
            bail!("an advisory in {SNAPSHOT} has no id or package");
        };
        let folder = folder.join("crates").join(package);
        fs::create_dir_all(&folder)?;
        fs::write(
            folder.join(format!("{id}.md")),
            format!("{FENCE}{advisory}"),
        )?;
    }
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "--all"],
        &[
            "-c",
            "user.name=xtask",
            "-c",
            "user.email=xtask@localhost",
            "commit",
            "--quiet",
            "--message",
            "Snapshot",
        ],
    ] {
        child::run(Command::new("git").current_dir(folder).args(arguments))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advisory_keeps_its_data_and_title() {
        let text = "```toml\n[advisory]\nid = \"RUSTSEC-2030-0001\"\n```\n\n# A title\n\nMore.\n";
        let short = "```toml\n[advisory]\nid = \"RUSTSEC-2030-0001\"\n```\n\n# A title";
        assert_eq!(shortened(text).unwrap(), short);
        assert!(shortened("# A title").is_err());
        assert!(shortened("```toml\n[advisory]\n```\n").is_err());
    }
}
