//! `cargo xtask content`: checks that the interpretation texts are complete, well-formed, in the
//! right voice and distinct. `cargo xtask check` applies the same rules.

mod echo;
mod prose;
mod spelling;
mod symbol;
mod table;

use anyhow::Result;
use interpretation::library::{ContentText, Library};

use crate::cargo::Workspace;

/// A problem that a writer should fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The urn of the text.
    pub(crate) urn: String,
    pub(crate) sentence: String,
}

impl Remark {
    fn new(text: &ContentText<'_>, sentence: impl Into<String>) -> Self {
        Self {
            urn: text.urn(),
            sentence: sentence.into(),
        }
    }
}

/// All problems with the texts. Spelling is separate, because it needs dictionaries that a machine
/// may not have.
pub(crate) fn remarks(library: &Library<'_>) -> Vec<String> {
    let missing = library.missing().into_iter();
    let mut sentences: Vec<String> = missing.map(|it| format!("{it} is missing")).collect();
    let texts = library.texts();
    let prose = texts.iter().flat_map(prose::remarks);
    let unnamed = texts.iter().filter_map(symbol::remark);
    let signs = texts.iter().filter_map(symbol::sign_remark);
    let echoes = echo::remarks(texts);
    let all = prose.chain(unnamed).chain(signs).chain(echoes);
    sentences.extend(all.map(|it| format!("{}: {}", it.urn, it.sentence)));
    sentences
}

/// Words that neither the dictionary of their language nor our own list contains.
pub(crate) fn misspelt(workspace: &Workspace, library: &Library<'_>) -> Result<Vec<String>> {
    let remarks = spelling::remarks(workspace, library)?;
    let line = |it: Remark| format!("{}: {}", it.urn, it.sentence);
    Ok(remarks.into_iter().map(line).collect())
}

/// The command: prints counts for each kind and language, then the problems.
pub(crate) fn command(workspace: &Workspace) -> Result<()> {
    let library = Library::embedded();
    print!("{}", table::table(library));
    print!("{}", totals(library));
    let mut wrong = remarks(library);
    wrong.extend(misspelt(workspace, library)?);
    for sentence in &wrong {
        println!("{sentence}");
    }
    if wrong.is_empty() {
        println!("no problems: every subject has a text");
        return Ok(());
    }
    anyhow::bail!("{} problems", wrong.len())
}

/// The total number of texts and words, and of duplicates.
fn totals(library: &Library<'_>) -> String {
    let texts = library.texts();
    let words: usize = texts.iter().map(|it| prose::words(it.body).count()).sum();
    let echoes = echo::remarks(texts).len();
    let count = texts.len();
    format!("texts in total {count}, words in total {words}, duplicates found {echoes}\n")
}
