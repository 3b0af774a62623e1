//! `cargo xtask data zones`: the zone histories, compiled from the tz database including
//! `backzone`, the data that only concerns times before 1970.
//!
//! Zones that the tz database still lists get their full history, as do legacy names with a useful
//! history of their own. Other legacy names are links, as in the database.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::{apt, package::Package};
use crate::{cargo::Workspace, check::sha256_hex, child, scratch::Scratch};

/// The release of the tz database, as Debian's source package carries it.
const TZDATA: Package = Package {
    name: "tzdata",
    version: "2026b",
    sha256: "114543d9f19a6bfeb5bca43686aea173d38755a3db1f2eec112647ae92c6f544",
};

/// The revision of Debian's package. Any revision with the same archive works.
const DEBIAN_REVISION: &str = "0+deb12u1";

/// The files of the tz database in the order its own Makefile compiles them.
const FILES: &[&str] = &[
    "africa",
    "antarctica",
    "asia",
    "australasia",
    "europe",
    "northamerica",
    "southamerica",
    "etcetera",
    "factory",
    "backward",
    "backzone",
];

/// Legacy names that get the history of the place they are named after. The following are links,
/// because the database no longer maintains their clocks since 2000 under that name:
/// `Asia/Kashgar`, `Asia/Hanoi`, `America/Ensenada`, `America/Rainy_River`, `America/Rosario`,
/// `Europe/Tiraspol`, `Atlantic/Jan_Mayen`, `Pacific/Enderbury`,
/// `America/Argentina/ComodRivadavia`.
const OWN_HISTORY: &[&str] = &[
    "Africa/Timbuktu",
    "America/Coral_Harbour",
    "America/Montreal",
    "America/Nipigon",
    "America/Pangnirtung",
    "America/Thunder_Bay",
    "America/Yellowknife",
    "Asia/Chongqing",
    "Asia/Harbin",
    "Asia/Tel_Aviv",
    "Australia/Currie",
    "Europe/Belfast",
    "Europe/Uzhgorod",
    "Europe/Zaporozhye",
    "Pacific/Johnston",
];

const MAGIC: &[u8; 8] = b"ALMZONE1";

const DESTINATION: &str = "data/zones.pack";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let scratch = Scratch::new()?;
    let source = fetch(scratch.path())?;
    let listed = compile(&source, scratch.path(), "zone.tab")?;
    let every = compile(&source, scratch.path(), "")?;
    let mut zones = read_folder(&listed)?;
    let own = read_folder(&every)?;
    for name in OWN_HISTORY {
        let history = own
            .get(*name)
            .with_context(|| format!("{name} has no history"))?;
        zones.insert((*name).to_owned(), history.clone());
    }
    zones.remove("Factory");
    let bytes = pack(&zones)?;
    let path = workspace.root.join(DESTINATION);
    fs::write(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
    println!(
        "{DESTINATION}: {} names, {} bytes, SHA-256 {}",
        zones.len(),
        bytes.len(),
        sha256_hex(&bytes)
    );
    Ok(())
}

/// Downloads the source package with apt, from the machine's own sources turned into source
/// entries.
fn fetch(scratch: &Path) -> Result<PathBuf> {
    let wanted = format!("tzdata={}-{DEBIAN_REVISION}", TZDATA.version);
    let sources = |text: &str| text.replace("Types: deb\n", "Types: deb-src\n");
    apt::fetch(scratch, sources, &["source", "--download-only", &wanted])?;
    let archive = scratch.join(format!("tzdata_{}.orig.tar.gz", TZDATA.version));
    TZDATA.verify(&archive)?;
    let folder = scratch.join("tz");
    fs::create_dir(&folder)?;
    let mut tar = Command::new("tar");
    tar.current_dir(&folder)
        .args(["--extract", "--gzip", "--file"]);
    child::run(tar.arg(&archive))?;
    Ok(folder)
}

/// Compiles with `zic`. `only` limits the data before 1970 to the zones in that list.
fn compile(source: &Path, scratch: &Path, only: &str) -> Result<PathBuf> {
    let mut awk = Command::new("awk");
    awk.current_dir(source)
        .args(["-v", "DATAFORM=main", "-v", "PACKRATDATA=backzone", "-v"])
        .arg(format!("PACKRATLIST={only}"))
        .args(["-f", "ziguard.awk"]);
    let rules = child::capture(awk.args(FILES))?;
    let file = source.join("main.zi");
    fs::write(&file, rules)?;
    let folder = scratch.join(format!("compiled-{only}"));
    let mut zic = Command::new("/usr/sbin/zic");
    zic.args(["-b", "fat", "-d"]).arg(&folder).arg(&file);
    child::run(&mut zic).context("zic is part of Debian's libc-bin")?;
    Ok(folder)
}

/// All compiled zones by name.
fn read_folder(root: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut zones = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root)?.display().to_string();
            zones.insert(name, fs::read(&path)?);
        }
    }
    if zones.len() < 500 {
        bail!("zic compiled only {} zones", zones.len());
    }
    Ok(zones)
}

/// The layout that `places/src/zone/pack.rs` reads. Equal histories are stored once.
fn pack(zones: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>> {
    let mut histories: Vec<&Vec<u8>> = zones.values().collect();
    histories.sort();
    histories.dedup();
    let mut bytes = MAGIC.to_vec();
    bytes.push(u8::try_from(TZDATA.version.len())?);
    bytes.extend(TZDATA.version.as_bytes());
    bytes.extend(u16::try_from(zones.len())?.to_le_bytes());
    bytes.extend(u16::try_from(histories.len())?.to_le_bytes());
    for (name, history) in zones {
        let number = histories.binary_search(&history).ok();
        let number = number.context("a history is not in its own list")?;
        bytes.push(u8::try_from(name.len())?);
        bytes.extend(name.as_bytes());
        bytes.extend(u16::try_from(number)?.to_le_bytes());
    }
    for history in &histories {
        bytes.extend(u32::try_from(history.len())?.to_le_bytes());
    }
    bytes.extend(histories.into_iter().flatten());
    Ok(bytes)
}
