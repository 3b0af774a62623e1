//! Finds duplicate sentences. Sentences are compared as sets of words, and texts by the runs of
//! words they share, within one language.

use std::collections::{HashMap, HashSet};

use interpretation::library::ContentText;

use super::{Remark, prose};

/// Shorter sentences ("Try it.") may be repeated.
const MIN_WORDS: usize = 6;
/// Sentences that share this fraction of their words are near duplicates.
const ALIKE: f64 = 0.75;
/// A run of this many equal words is not a coincidence.
const RUN: usize = 8;

struct Sentence<'a> {
    text: usize,
    words: HashSet<&'a str>,
    original: &'a str,
}

pub(super) fn remarks(texts: &[ContentText<'_>]) -> Vec<Remark> {
    let mut languages: Vec<&str> = texts.iter().map(|it| it.language).collect();
    languages.sort_unstable();
    languages.dedup();
    let mut remarks = Vec::new();
    for language in languages {
        let chosen: Vec<&ContentText<'_>> =
            texts.iter().filter(|it| it.language == language).collect();
        let lower: Vec<String> = chosen.iter().map(|it| it.body.to_lowercase()).collect();
        remarks.extend(alike_sentences(&chosen, &lower));
        remarks.extend(shared_runs(&chosen, &lower));
        remarks.extend(same_openings(&chosen));
    }
    remarks
}

fn alike_sentences(texts: &[&ContentText<'_>], lower: &[String]) -> Vec<Remark> {
    let sentences: Vec<Sentence<'_>> = lower
        .iter()
        .enumerate()
        .flat_map(|(text, body)| {
            sentences(body).map(move |original| Sentence {
                text,
                words: prose::words(original).collect(),
                original,
            })
        })
        .filter(|it| it.words.len() >= MIN_WORDS)
        .collect();
    // Similar sentences share rare words, so only sentences that share one of the three rarest
    // words are compared. With a share of 0.75, at most a quarter of the words differ, so at least
    // one of the rarest is shared unless all three are in that quarter.
    let mut frequency: HashMap<&str, usize> = HashMap::new();
    for word in sentences.iter().flat_map(|it| &it.words) {
        *frequency.entry(word).or_default() += 1;
    }
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut remarks = Vec::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let mut rare: Vec<&str> = sentence.words.iter().copied().collect();
        rare.sort_unstable_by_key(|it| (frequency[it], *it));
        rare.truncate(4);
        let candidates: HashSet<usize> = rare
            .iter()
            .filter_map(|it| by_word.get(it))
            .flatten()
            .copied()
            .collect();
        let mut candidates: Vec<usize> = candidates.into_iter().collect();
        candidates.sort_unstable();
        for other in candidates {
            let other = &sentences[other];
            if other.text != sentence.text && share(&other.words, &sentence.words) >= ALIKE {
                let urn = texts[other.text].urn();
                let told = format!("`{}` is nearly a sentence of {urn}", sentence.original);
                remarks.push(Remark::new(texts[sentence.text], told));
            }
        }
        for word in &sentence.words {
            by_word.entry(word).or_default().push(index);
        }
    }
    remarks
}

/// The fraction of all their words that two sentences share.
fn share(one: &HashSet<&str>, other: &HashSet<&str>) -> f64 {
    let common = one.intersection(other).count();
    common as f64 / (one.len() + other.len() - common) as f64
}

fn shared_runs(texts: &[&ContentText<'_>], lower: &[String]) -> Vec<Remark> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut told: HashSet<(usize, usize)> = HashSet::new();
    let mut remarks = Vec::new();
    for (index, body) in lower.iter().enumerate() {
        let words: Vec<&str> = prose::words(body).collect();
        for run in words.windows(RUN) {
            let run = run.join(" ");
            match seen.get(&run) {
                Some(&other) if other != index => {
                    if told.insert((other, index)) {
                        let urn = texts[other].urn();
                        remarks.push(Remark::new(
                            texts[index],
                            format!("`{run}` stands in {urn}"),
                        ));
                    }
                }
                _ => drop(seen.insert(run, index)),
            }
        }
    }
    remarks
}

/// The first four words of a text must not begin another text of its kind.
fn same_openings(texts: &[&ContentText<'_>]) -> Vec<Remark> {
    let mut seen: HashMap<(&str, &str, String), String> = HashMap::new();
    let mut remarks = Vec::new();
    for text in texts {
        let opening: Vec<String> = prose::words(text.body)
            .take(4)
            .map(str::to_lowercase)
            .collect();
        let opening = opening.join(" ");
        let place = (text.kind.horoscope, text.kind.content, opening);
        if let Some(other) = seen.get(&place) {
            let told = format!("opens with `{}`, like {other}", place.2);
            remarks.push(Remark::new(text, told));
        } else {
            seen.insert(place, text.urn());
        }
    }
    remarks
}

fn sentences(body: &str) -> impl Iterator<Item = &str> {
    body.split(['.', '!', '?', '\n', ';', ':'])
        .map(str::trim)
        .filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use interpretation::library::Library;

    use super::*;

    fn remarks_of(one: &str, other: &str) -> Vec<String> {
        let file = format!("## A {{#sun:aries}}\n\n{one}\n\n## B {{#moon:leo}}\n\n{other}\n");
        let library = Library::read([("en/natal/planet-in-sign.md", file.as_str())]).unwrap();
        remarks(library.texts())
            .into_iter()
            .map(|it| it.sentence)
            .collect()
    }

    #[test]
    fn a_sentence_with_swapped_words_is_found() {
        let found = remarks_of(
            "A quiet room helps you hear what you think before lunch.",
            "Later. A quiet kitchen helps you hear what you think before lunch.",
        );
        assert!(
            found.iter().any(|it| it.contains("nearly a sentence")),
            "{found:?}"
        );
    }

    #[test]
    fn a_run_of_eight_words_is_found_inside_different_sentences() {
        let found = remarks_of(
            "Ask yourself who you would be when nobody is there to watch, and sing.",
            "Only friends know who you would be when nobody is there to applaud or mend the roof at night.",
        );
        assert!(found.iter().any(|it| it.contains("stands in")), "{found:?}");
    }

    #[test]
    fn different_sentences_are_no_echo() {
        let found = remarks_of(
            "Morning finds you already halfway out of the door with one shoe on.",
            "Guests stay too long because your table is never quite cleared.",
        );
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn equal_openings_are_found() {
        let found = remarks_of(
            "There is a door in every long corridor.",
            "There is a door. Painted blue.",
        );
        assert!(
            found.iter().any(|it| it.starts_with("opens with")),
            "{found:?}"
        );
    }
}
