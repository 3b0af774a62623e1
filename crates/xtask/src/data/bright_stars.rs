//! Radial velocities: D. Hoffleit & W. H. Warren, The Bright Star Catalogue, 5th revised edition (1991; CDS catalog V/50),
//! column `RadVel`, from Debian's package of the catalog. Single values are taken; the catalog itself is not kept.

use std::{collections::HashMap, fs, process::Command};

use anyhow::{Context, Result};

use super::{apt, package::Package};
use crate::{child, scratch::Scratch};

/// The catalog as packaged by Debian, in non-free.
const YALE: Package = Package {
    name: "yale",
    version: "5.0.95-3",
    sha256: "9a64e641811995cc9825bacb613d89b5bafebc32c57031a52af9d8bb1f24b061",
};

/// Velocities in km/s, positive when receding, by the two designations in the IAU's list.
#[derive(Debug, Default)]
pub(super) struct RadialVelocities {
    /// By the Harvard Revised number.
    by_hr: HashMap<u32, i16>,
    /// By the number in the Henry Draper Catalogue.
    by_hd: HashMap<u32, i16>,
}

impl RadialVelocities {
    pub(super) fn fetch() -> Result<Self> {
        let scratch = Scratch::new()?;
        let folder = scratch.path();
        let sources = |text: &str| text.replace("Components: main\n", "Components: non-free\n");
        let wanted = format!("{}={}", YALE.name, YALE.version);
        apt::fetch(folder, sources, &["download", &wanted])?;
        let archive = folder.join(format!("{}_{}_all.deb", YALE.name, YALE.version));
        YALE.verify(&archive)?;
        let mut unpack = Command::new("dpkg-deb");
        let files = folder.join("files");
        child::run(unpack.arg("--extract").arg(&archive).arg(&files))?;
        let catalogue = fs::read(files.join("usr/share/stardata/yale/catalog.dat"))
            .context("the package has no catalog")?;
        Ok(Self::read(&String::from_utf8_lossy(&catalogue)))
    }

    fn read(catalogue: &str) -> Self {
        let mut read = Self::default();
        for line in catalogue.lines() {
            // Columns as the catalog's own description counts them, from 1: HR 1-4, HD 26-31, RadVel 167-170.
            let field = |from: usize, to: usize| line.get(from - 1..to).map_or("", str::trim);
            let Ok(velocity) = field(167, 170).parse() else {
                continue;
            };
            if let Ok(number) = field(1, 4).parse() {
                read.by_hr.insert(number, velocity);
            }
            if let Ok(number) = field(26, 31).parse() {
                read.by_hd.insert(number, velocity);
            }
        }
        read
    }

    /// The velocity of a star named `HR 2491` or `HD 48915`.
    pub(super) fn of(&self, designation: &str) -> Option<i16> {
        let (catalogue, number) = designation.trim().split_once(' ')?;
        let number = number.trim().parse().ok()?;
        match catalogue {
            "HR" => self.by_hr.get(&number).copied(),
            "HD" => self.by_hd.get(&number).copied(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_are_found_by_either_number() {
        // Sirius and a star without a velocity, as in the catalog up to the column.
        let line = |hr: &str, hd: &str, velocity: &str| {
            format!("{hr:>4}{:21}{hd:>6}{:135}{velocity}SBO\n", "", "")
        };
        let catalogue = line("2491", "48915", "-008") + &line("10", "225", "    ");
        let read = RadialVelocities::read(&catalogue);
        for (name, expected) in [
            ("HR 2491", Some(-8)),
            ("HR 02491", Some(-8)),
            ("HD 48915", Some(-8)),
            ("HIP 32349", None),
            ("HR 10", None),
            ("Sirius", None),
        ] {
            assert_eq!(read.of(name), expected, "{name}");
        }
    }
}
