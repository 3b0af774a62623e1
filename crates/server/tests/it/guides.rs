//! README.md and the guides: every command runs as printed, beside a new installation, and prints
//! what the page shows.
//!
//! Blocks of shell, JavaScript, Python and PHP run in order. A comment before a block changes
//! that: `<!-- not run: why -->` leaves it out, `<!-- refused: code -->` expects the service to
//! refuse the request. A block of JSON or text after a command is its output, where `…` stands for
//! anything. The client libraries are installed.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary::{self, Serving};

/// The search path with curl, Node, PHP and Python, set by `cargo xtask test`.
const VARIABLE: &str = "ALMAGEST_TEST_GUIDES";

/// The folder with the built client libraries, set by `cargo xtask test`.
const LIBRARIES: &str = "ALMAGEST_TEST_CLIENTS";

/// As many blocks as cannot run today. Another one needs a reason, and a change here.
const MAX_NOT_RUN: usize = 16;

struct Block {
    line: usize,
    language: String,
    text: String,
    note: Note,
    /// What the page says that the block prints.
    output: Option<String>,
}

enum Note {
    Runs,
    NotRun(String),
    Refused(String),
}

impl Note {
    fn of(line: &str) -> Option<Self> {
        let text = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        let (word, rest) = text.split_once(": ")?;
        match word {
            "not run" => Some(Self::NotRun(rest.to_owned())),
            "refused" => Some(Self::Refused(rest.to_owned())),
            _ => None,
        }
    }
}

/// The blocks of a page that a reader would run.
fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut note = Note::Runs;
    // Whether nothing but empty lines follows the last block.
    let mut follows = false;
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let is_indented = line.starts_with(' ') && line.trim_start().starts_with("```");
        assert!(
            !is_indented,
            "line {}: not run, because indented",
            number + 1
        );
        if let Some(fence) = line.strip_prefix("```") {
            let text: Vec<&str> = lines
                .by_ref()
                .map(|(_, it)| it)
                .take_while(|it| *it != "```")
                .collect();
            let text = text.join("\n");
            let is_command = matches!(fence, "sh" | "js" | "python" | "php");
            let is_output = matches!(fence, "json" | "text");
            let is_shown = is_output || matches!(fence, "" | "html" | "http" | "toml");
            assert!(is_command || is_shown, "line {}: `{fence}`", number + 1);
            let given = std::mem::replace(&mut note, Note::Runs);
            if is_command {
                found.push(Block {
                    line: number + 1,
                    language: fence.to_owned(),
                    text,
                    note: given,
                    output: None,
                });
            } else if let (true, true, Some(last)) = (is_output, follows, found.last_mut()) {
                last.output = Some(text);
            }
            follows = is_command;
        } else if let Some(given) = Note::of(line) {
            note = given;
            follows = false;
        } else if !line.is_empty() {
            // A sentence between a command and its output does not separate them.
            follows &= !line.starts_with('#');
        }
    }
    found
}

/// A script that runs the blocks in one shell, so that variables stay.
fn script(blocks: &[Block], folder: &Path) -> String {
    let mut script = "set -euo pipefail\n\
        curl() { command curl --silent --show-error --fail-with-body \"$@\"; }\n"
        .to_owned();
    for block in blocks {
        let out = output_file(folder, block);
        let body = match block.language.as_str() {
            "js" => heredoc("node --input-type=module -", &block.text),
            "python" => heredoc("python3 -", &block.text),
            "php" => heredoc("php", &block.text),
            _ => block.text.clone(),
        };
        writeln!(script, "echo 'line {}' > position", block.line).unwrap();
        match &block.note {
            Note::NotRun(_) => {}
            Note::Runs => writeln!(script, "{{\n{body}\n}} > '{}'", out.display()).unwrap(),
            Note::Refused(_) => {
                let out = out.display();
                writeln!(
                    script,
                    "set +e; (\nset -e\n{body}\n) > '{out}'; refused=$?; set -e; [ $refused != 0 ]"
                )
                .unwrap();
            }
        }
    }
    script
}

fn heredoc(program: &str, text: &str) -> String {
    format!("{program} <<'END_OF_BLOCK'\n{text}\nEND_OF_BLOCK")
}

fn output_file(folder: &Path, block: &Block) -> PathBuf {
    folder.join(format!("line-{}.out", block.line))
}

/// Whether the parts of `shown` around each `…` occur in `printed`, in their order. Spaces do not
/// count.
fn is_shown(shown: &str, printed: &str) -> Result<(), String> {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let printed = squeeze(printed);
    let mut rest = printed.as_str();
    for part in squeeze(shown).split('…') {
        let Some(at) = rest.find(part) else {
            return Err(format!("`{part}` is not in the rest of the output: {rest}"));
        };
        rest = &rest[at + part.len()..];
    }
    Ok(())
}

/// Installs both client libraries for programs in `folder` and returns the search path with their Python.
fn install_libraries(folder: &Path, libraries: &Path, search_path: &str) -> OsString {
    let packages = libraries.join("client-typescript/use/node_modules");
    std::os::unix::fs::symlink(packages, folder.join("node_modules")).unwrap();
    let python = std::iter::once(libraries.join("venv-client/bin"));
    std::env::join_paths(python.chain(std::env::split_paths(search_path))).unwrap()
}

/// Runs a page beside its own service.
fn check(name: &str, page: &str, libraries: &Path, search_path: &str) {
    let folder = tempfile::tempdir().unwrap();
    let search_path = install_libraries(folder.path(), libraries, search_path);
    let data = folder.path().join("almagest-data");
    let serving = Serving::start(&data);
    let org = binary::json(&data, &["org", "list"])[0]["id"].clone();
    let key = binary::json(&data, &["key", "list", "--org", org.as_str().unwrap()]);
    let page = page
        .replace(
            "http://127.0.0.1:8080",
            &format!("http://{}", serving.address()),
        )
        .replace("ak_test_…", &serving.first_key())
        .replace("org_…", org.as_str().unwrap())
        .replace("key_…", key[0]["id"].as_str().unwrap());
    let blocks = blocks(&page);
    let program = Path::new(env!("CARGO_BIN_EXE_almagest"));
    let path = std::env::join_paths(
        std::iter::once(program.parent().unwrap().to_path_buf())
            .chain(std::env::split_paths(&search_path)),
    );
    let ran = Command::new("bash")
        .args(["-c", &script(&blocks, folder.path())])
        .env_clear()
        .env("PATH", path.unwrap())
        .env("HOME", folder.path())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let position = std::fs::read_to_string(folder.path().join("position")).unwrap_or_default();
    let printed = |block: &Block| {
        std::fs::read_to_string(output_file(folder.path(), block)).unwrap_or_default()
    };
    let last = blocks.iter().rfind(|it| !printed(it).is_empty());
    assert!(
        ran.status.success(),
        "{name}, {position}{}\n{}",
        String::from_utf8_lossy(&ran.stderr),
        last.map(printed).unwrap_or_default()
    );
    for block in &blocks {
        let printed = printed(block);
        let line = block.line;
        if let Note::Refused(code) = &block.note {
            assert!(printed.contains(code), "{name}, line {line}: {printed}");
        }
        if let (Some(shown), Note::Runs | Note::Refused(_)) = (&block.output, &block.note) {
            let missing = is_shown(shown, &printed).err();
            assert_eq!(missing, None, "{name}, line {line}");
        }
    }
}

/// README.md and every guide, with their names.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guides = std::fs::read_dir(root.join("docs/guides")).unwrap();
    let mut paths: Vec<PathBuf> = guides.map(|it| it.unwrap().path()).collect();
    paths.push(root.join("README.md"));
    paths.sort();
    let named = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(named).collect()
}

#[test]
fn every_command_of_the_readme_and_the_guides_works() {
    let Some(search_path) = store::testing::given(VARIABLE) else {
        return;
    };
    let Some(libraries) = store::testing::given(LIBRARIES) else {
        return;
    };
    for (name, page) in pages() {
        check(&name, &page, Path::new(&libraries), &search_path);
    }
}

/// Those for keys that name nothing of another installation.
#[test]
fn the_commands_of_the_reference_work_as_pasted() {
    let Some(search_path) = store::testing::given(VARIABLE) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(&folder.path().join("almagest-data"));
    let url = format!("http://{}", serving.address());
    let document = openapi::with_examples(server::api::api().operations().document(&url));
    let mut script = format!(
        "set -euo pipefail\nALMAGEST_KEY={}\n\
         curl() {{ command curl --silent --show-error --fail-with-body \"$@\"; }}\n",
        serving.first_key()
    );
    let mut count = 0;
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let sample = operation["x-codeSamples"][0]["source"].as_str().unwrap();
            let names_something = ["cnt_", "/api/chat/"].iter().any(|it| sample.contains(it));
            if sample.contains("$ALMAGEST_KEY") && !names_something {
                let id = operation["operationId"].as_str().unwrap();
                writeln!(script, "echo {id}\n{sample} > last").unwrap();
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
    let ran = Command::new("bash")
        .args(["-c", &script])
        .env_clear()
        .env("PATH", search_path)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let last = std::fs::read(folder.path().join("last")).unwrap_or_default();
    let texts = [&ran.stdout, &ran.stderr, &last].map(|it| String::from_utf8_lossy(it));
    assert!(
        ran.status.success(),
        "{}\n{}\n{}",
        texts[0],
        texts[1],
        texts[2]
    );
}

#[test]
fn commands_that_do_not_run_are_few_and_have_a_reason() {
    let mut count = 0;
    for (name, page) in pages() {
        for block in blocks(&page) {
            if let Note::NotRun(why) = block.note {
                assert!(why.len() >= 10, "{name}, line {}: {why}", block.line);
                println!("{name}, line {}: not run: {why}", block.line);
                count += 1;
            }
        }
    }
    println!("{count} blocks are not run");
    assert!(count <= MAX_NOT_RUN, "{count} blocks are not run");
}

#[test]
fn a_page_is_read_as_its_readers_see_it() {
    let page = "# A\n```sh\ncurl x\n```\nprints:\n\n```json\n{ \"a\": …, \"b\": 2 }\n```\n\
        <!-- not run: needs root -->\n```sh\nsudo y\n```\n<!-- refused: no_such -->\n```python\nz\n```\n\
        # B\n```json\n{}\n```\n";
    let found = blocks(page);
    let languages: Vec<&str> = found.iter().map(|it| it.language.as_str()).collect();
    assert_eq!(languages, ["sh", "sh", "python"]);
    assert_eq!(found[0].output.as_deref(), Some("{ \"a\": …, \"b\": 2 }"));
    assert!(matches!(&found[1].note, Note::NotRun(why) if why == "needs root"));
    assert!(matches!(&found[2].note, Note::Refused(code) if code == "no_such"));
    assert_eq!(found[2].output, None, "a heading separates");
    let shown = found[0].output.as_deref().unwrap();
    assert!(is_shown(shown, "{\"a\":{\"c\":1},\"b\":2}").is_ok());
    assert!(is_shown(shown, "{\"a\":1,\"b\":3}").is_err());
    assert!(is_shown("b…a", "a b").is_err(), "in their order");
}
