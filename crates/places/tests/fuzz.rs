//! Every text in a place search gets a result or an error. 256 cases of each property by default;
//! `cargo xtask fuzz` runs as many as requested.

use places::Coordinates;
use places::gazetteer::{Gazetteer, Search, SearchError};
use proptest::prelude::*;

/// Known difficult inputs: letters without a base, several scripts, only separators, long words.
const CORPUS: &[&str] = &[
    "Amsterdam",
    "san francisco, california",
    "Zürich",
    "Saint-Étienne",
    "北京",
    "Москва, Россия",
    "القاهرة",
    ",,,,",
    "a\u{301}\u{301}\u{301}\u{301}",
    "\u{200d}\u{200d}\u{feff}",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "İstanbul",
    "ſtraße",
    "ﬁﬂﬃ",
    "\u{1d504}msterdam",
    "O'Fallon",
    "St. John's",
];

/// The stack size for reading an input, an eighth of the usual one. Recursion as deep as the input
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

fn check(text: &str, country_code: Option<&str>, near: Option<Coordinates>, limit: usize) {
    let search = Search {
        text,
        limit,
        country_code,
        near,
    };
    match Gazetteer::embedded().search(&search) {
        Ok(found) => {
            assert!(found.len() <= limit, "{text:?}");
            let places: std::collections::HashSet<_> =
                found.iter().map(|it| it.place.geoname_id()).collect();
            assert_eq!(places.len(), found.len(), "{text:?}: each place once");
        }
        Err(SearchError::TextLength(length)) => assert!(!(2..=100).contains(&length)),
        Err(SearchError::Limit(limit)) => assert!(!(1..=10).contains(&limit)),
        Err(SearchError::CountryUnknown(code)) => assert_eq!(Some(code.as_str()), country_code),
    }
}

#[test]
fn the_corpus_is_answered() {
    for text in CORPUS {
        on_small_stack(|| check(text, None, None, 10));
        on_small_stack(|| check(text, Some("NL"), None, 1));
    }
}

/// A word of the corpus with an insertion and a truncation.
fn near_corpus() -> impl Strategy<Value = String> {
    let word = proptest::sample::select(CORPUS);
    (word, any::<prop::sample::Index>(), ".{0,3}", 0_usize..12).prop_map(
        |(word, at, inserted, cut)| {
            let letters: Vec<char> = word.chars().collect();
            let (before, after) = letters.split_at(at.index(letters.len() + 1));
            let after = after.iter().skip(cut);
            let parts = before.iter().copied().chain(inserted.chars());
            parts.chain(after.copied()).collect()
        },
    )
}

proptest! {
    #[test]
    fn no_text_breaks_a_search(
        text in prop_oneof![near_corpus(), ".{0,110}", "[a-z]{2,5}(, ?[a-z]{0,4}){0,3}"],
        country in prop::option::of("[A-Z]{2}|.{0,3}"),
        limit in 0_usize..12,
        near in prop::option::of((-90.0..=90.0_f64, -180.0..=180.0_f64)),
    ) {
        let near = near.and_then(|(latitude, longitude)| Coordinates::new(latitude, longitude).ok());
        on_small_stack(|| check(&text, country.as_deref(), near, limit));
    }
}
