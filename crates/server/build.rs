//! Names the commit of a release build. Other builds name none, so that a commit does not compile the
//! crate again. A build outside a repository names none either, and `ALMAGEST_COMMIT` replaces it.
#![expect(
    clippy::disallowed_methods,
    reason = "a build script gets its instructions in the environment"
)]

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ALMAGEST_COMMIT");
    let given = std::env::var("ALMAGEST_COMMIT").ok();
    let given = given.filter(|it| !it.is_empty());
    let is_release = std::env::var("PROFILE").is_ok_and(|it| it == "release");
    // A commit of a repository that merely contains these sources would be misleading.
    let is_ours = || Path::new("../../.git").exists();
    let commit = given.or_else(|| {
        if !is_release || !is_ours() {
            return None;
        }
        for file in ["HEAD", "logs/HEAD"] {
            if let Some(path) = git(&["rev-parse", "--git-path", file]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
        git(&["rev-parse", "--short=12", "HEAD"])
    });
    if let Some(commit) = commit {
        println!("cargo::rustc-env=ALMAGEST_BUILD_COMMIT={commit}");
    }
}
