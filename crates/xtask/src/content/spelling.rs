//! Spelling, with Debian's hunspell dictionaries and our own list for each language: names and
//! words that a general dictionary lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use interpretation::library::Library;

use super::{Remark, prose};
use crate::{cargo::Workspace, debian, machine};

/// Each language with its dictionary and the Debian package that has it.
const DICTIONARIES: &[(&str, &str, &str)] = &[
    ("en", "en_GB", "hunspell-en-gb"),
    ("nl", "nl_NL", "hunspell-nl"),
    ("de", "de_DE", "hunspell-de-de"),
];

pub(super) fn remarks(workspace: &Workspace, library: &Library<'_>) -> Result<Vec<Remark>> {
    prepare(library)?;
    let mut remarks = Vec::new();
    for language in library.languages() {
        let Some((_, dictionary, _)) = DICTIONARIES.iter().find(|(it, ..)| it == language) else {
            bail!("no dictionary for the language `{language}`");
        };
        let own = own_words(workspace, language)?;
        // Every word once, with a text that contains it.
        let mut words: BTreeMap<String, usize> = BTreeMap::new();
        for (index, text) in library.texts().iter().enumerate() {
            if text.language == *language {
                let all = prose::words(text.title).chain(prose::words(text.body));
                for word in all {
                    words.entry(word.replace('’', "'")).or_insert(index);
                }
            }
        }
        for word in unknown(dictionary, words.keys())? {
            if !own.contains(&word) && !own.contains(&word.to_lowercase()) {
                let text = words.get(&word).map(|index| &library.texts()[*index]);
                let told = format!("`{word}` is in no dictionary");
                remarks.extend(text.map(|it| Remark::new(it, told)));
            }
        }
    }
    Ok(remarks)
}

/// Installs what is missing.
fn prepare(library: &Library<'_>) -> Result<()> {
    let known = |(language, ..): &&(&str, &str, &str)| library.languages().contains(language);
    let here = |dictionary: &str| {
        let path = format!("/usr/share/hunspell/{dictionary}.dic");
        std::path::Path::new(&path).exists()
    };
    let mut packages: Vec<&str> = DICTIONARIES
        .iter()
        .filter(known)
        .filter(|(_, dictionary, _)| !here(dictionary))
        .map(|(_, _, package)| *package)
        .collect();
    if machine::find_program("hunspell").is_none() {
        packages.push("hunspell");
    }
    if packages.is_empty() {
        return Ok(());
    }
    debian::install(&packages)
}

fn own_words(workspace: &Workspace, language: &str) -> Result<BTreeSet<String>> {
    let name = format!("crates/xtask/content/words-{language}.txt");
    let text = fs::read_to_string(workspace.root.join(&name))
        .with_context(|| format!("cannot read {name}"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The words that hunspell does not know.
fn unknown<'a>(
    dictionary: &str,
    words: impl Iterator<Item = &'a String>,
) -> Result<BTreeSet<String>> {
    let list: Vec<&str> = words.map(String::as_str).collect();
    let mut child = Command::new("hunspell")
        .args(["-d", dictionary, "-i", "utf-8", "-l"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start hunspell")?;
    let mut input = child.stdin.take().context("hunspell has no input stream")?;
    let text = list.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().context("hunspell does not exit")?;
    writer
        .join()
        .map_err(|_| anyhow::anyhow!("writing to hunspell panicked"))??;
    let found = String::from_utf8(output.stdout).context("the output of hunspell is not UTF-8")?;
    Ok(found.lines().map(str::to_owned).collect())
}
