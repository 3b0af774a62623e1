//! `cargo xtask font`: subsets Debian's `DejaVu` Sans to the characters that images need, pinned by
//! digest.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, check::sha256_hex, child, chromium, debian, python};

/// The subsetting tool, a Python package. Another version may order tables differently.
const FONTTOOLS: &str = "fonttools==4.68.0";

struct Cut {
    /// The file in the package.
    original: &'static str,
    /// Which characters are kept.
    characters: &'static str,
    /// From the root of the workspace.
    destination: &'static str,
    /// Of the result. PROVENANCE.md repeats it.
    sha256: &'static str,
}

const FONTS: &[Cut] = &[
    // Latin with all its additions, combining marks, Greek, Cyrillic, Armenian, Georgian, punctuation.
    Cut {
        original: "DejaVuSans.ttf",
        characters: "U+0020-007E,U+00A0-024F,U+0300-0345,U+0370-03FF,U+0400-052F,U+0531-058A,U+10D0-10FF,U+1E00-1EFF,U+2010-2027,U+2030-203A,U+2044,U+20AC,U+2116,U+2122,U+2190-2199,U+2212,U+2260,U+2264-2265,U+FFFD",
        destination: "crates/chart/assets/vendor/dejavu-sans.ttf",
        sha256: "889b8c84b9a8d489131e5cc895194d4dc839ba80d60ebd5f0fae6ee3abd3bd94",
    },
    // Titles: fewer characters. Missing ones use the regular font.
    Cut {
        original: "DejaVuSans-Bold.ttf",
        characters: "U+0020-007E,U+00A0-017F,U+0218-021B,U+0386-03CE,U+0400-045F,U+0490-0491,U+1EA0-1EF9,U+2010-2027,U+2032-2033,U+20AC,U+FFFD",
        destination: "crates/chart/assets/vendor/dejavu-sans-bold.ttf",
        sha256: "8864260bbee3f5f8d6ed07c2601168a43e89c8f7ed113e2c706eaa1db42cf4a4",
    },
];

/// Only outlines and widths are used: no hints, no positioning, and no current date.
const OPTIONS: &[&str] = &[
    "--layout-features=",
    "--no-hinting",
    "--notdef-outline",
    "--no-recalc-timestamp",
    "--drop-tables+=GSUB,GPOS,GDEF,kern,FFTM",
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let originals = Path::new(chromium::FONTS);
    if !originals.join(FONTS[0].original).is_file() {
        debian::install(&["fonts-dejavu-core"])?;
    }
    let environment = workspace.kept("venv-fonttools")?;
    python::make_environment(&environment)?;
    child::run(Command::new(environment.join("bin/python")).args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        FONTTOOLS,
    ]))
    .context("cannot install fonttools")?;
    let made = environment.join("cut.ttf");
    for font in FONTS {
        let mut command = Command::new(environment.join("bin/pyftsubset"));
        command
            .arg(originals.join(font.original))
            .arg(format!("--unicodes={}", font.characters))
            .arg(format!("--output-file={}", made.display()))
            .args(OPTIONS);
        child::run(&mut command).with_context(|| format!("cannot subset {}", font.original))?;
        let bytes = fs::read(&made)?;
        let digest = sha256_hex(&bytes);
        if digest != font.sha256 {
            bail!(
                "{} has the SHA-256 {digest}, not {}: nothing was written",
                font.destination,
                font.sha256
            );
        }
        fs::write(workspace.root.join(font.destination), &bytes)
            .with_context(|| format!("cannot write {}", font.destination))?;
        println!(
            "{}: {} bytes, SHA-256 {digest}",
            font.destination,
            bytes.len()
        );
    }
    Ok(())
}
