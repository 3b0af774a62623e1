//! A damaged file of texts is refused or read, and never crashes the reader. Runs 256 cases of each
//! property by default; `cargo xtask fuzz` sets the number.

use interpretation::library::Library;
use proptest::prelude::*;

/// Valid files, and names that are not valid.
const CORPUS: &[(&str, &str)] = &[
    (
        "en/natal/aspect/sun.md",
        include_str!("../../../content/en/natal/aspect/sun.md"),
    ),
    (
        "en/natal/aspect/sun.md",
        "# sun trine moon\n\nOne sentence.\n",
    ),
    ("en/natal/aspect/sun.md", "# \n#\n\n"),
    ("en/natal/aspect/sun.md", ""),
    ("xx//.md", "# sun trine moon\n\nOne sentence.\n"),
    ("", "# a\n\nb\n"),
];

/// The stack size for reading an input, an eighth of the default: recursion as deep as the input
/// would overflow it.
const STACK_BYTES: usize = 256 * 1024;

/// Runs a closure on a small stack. A panic propagates, so that proptest shrinks the input.
fn on_small_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run).expect("a thread can start");
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Checks that texts are taken from the file and are not empty.
fn check(name: &str, content: &str) {
    if let Ok(library) = Library::read([(name, content)]) {
        for text in library.texts() {
            assert!(!text.body.trim().is_empty(), "{name}: an empty text");
            assert!(
                content.contains(text.body),
                "{name}: a text that is not in the file"
            );
        }
    }
}

#[test]
fn the_corpus_is_read_or_refused() {
    for (name, content) in CORPUS {
        on_small_stack(|| check(name, content));
    }
    let (name, content) = CORPUS[0];
    assert!(Library::read([(name, content)]).is_ok_and(|it| !it.texts().is_empty()));
}

proptest! {
    #[test]
    fn no_damage_breaks_the_reader(
        file in proptest::sample::select(CORPUS),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..200, ".{0,4}"), 0..4),
    ) {
        let (name, content) = file;
        let mut letters: Vec<char> = content.chars().collect();
        for (at, removed, inserted) in cuts {
            let at = at.index(letters.len() + 1);
            let end = (at + removed).min(letters.len());
            letters.splice(at..end, inserted.chars());
        }
        let content: String = letters.iter().collect();
        on_small_stack(|| check(name, &content));
    }

    #[test]
    fn no_name_breaks_the_reader(
        name in "([a-z]{0,3}/){0,4}[a-z.]{0,8}|.{0,20}",
        content in "(#|\n|[a-z ]|.){0,60}",
    ) {
        on_small_stack(|| check(&name, &content));
    }
}
