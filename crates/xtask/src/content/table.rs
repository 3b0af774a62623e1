//! The table of the library: texts, words, readability, symbols and tasks by kind and language.

use std::collections::HashMap;
use std::fmt::Write as _;

use interpretation::kind::KINDS;
use interpretation::library::{ContentText, Library};

use super::{prose, symbol};

/// The constants of a reading-ease formula: 206.8 - a x (words per sentence) - b x (syllables per word).
struct ReadingEase {
    language: &'static str,
    start: f64,
    of_sentence: f64,
    of_word: f64,
}

/// Flesch (*Journal of Applied Psychology* 32, 1948) for English, Douma (*De leesbaarheid van
/// landbouwbladen*, 1960) for Dutch, Amstad (*Wie verständlich sind unsere Zeitungen?*, 1978) for
/// German. 60 to 70 is plain prose.
const READING_EASE: &[ReadingEase] = &[
    ReadingEase {
        language: "en",
        start: 206.835,
        of_sentence: 1.015,
        of_word: 84.6,
    },
    ReadingEase {
        language: "nl",
        start: 206.84,
        of_sentence: 0.93,
        of_word: 77.0,
    },
    ReadingEase {
        language: "de",
        start: 180.0,
        of_sentence: 1.0,
        of_word: 58.5,
    },
];

/// The words of a sequence that two texts must not share.
const SEQUENCE_WORDS: usize = 7;

/// One line for each kind and language.
pub(super) fn table(library: &Library<'_>) -> String {
    let mut table = String::from(
        "kind                          language   texts     words  words/text  ease  named  task\n",
    );
    for kind in KINDS {
        for language in library.languages() {
            let of_kind = |it: &&ContentText<'_>| it.kind == kind && it.language == *language;
            let texts: Vec<_> = library.texts().iter().filter(of_kind).collect();
            if !texts.is_empty() {
                let name = format!("{}/{}", kind.horoscope, kind.content);
                line(&mut table, &name, language, &texts);
            }
        }
    }
    for language in library.languages() {
        let texts = library.texts().iter();
        let texts: Vec<_> = texts.filter(|it| it.language == *language).collect();
        line(&mut table, "all", language, &texts);
        let (sentences, sequences) = shared(&texts);
        let _ = writeln!(
            table,
            "{language}: {sentences} sentences and {sequences} sequences of {SEQUENCE_WORDS} words \
             in more than one text"
        );
    }
    table
}

fn line(table: &mut String, name: &str, language: &str, texts: &[&ContentText<'_>]) {
    let count = texts.len();
    let words: usize = texts.iter().map(|it| prose::words(it.body).count()).sum();
    let percent = |part: usize, of: usize| match of {
        0 => "-".to_owned(),
        of => format!("{:.0}%", part as f64 * 100.0 / of as f64),
    };
    let naming: Vec<_> = texts.iter().filter(|it| symbol::is_naming(it)).collect();
    let named = naming.iter().filter(|it| symbol::missing(it).is_empty());
    let named = percent(named.count(), naming.len());
    let tasks = texts.iter().filter(|it| symbol::ends_with_a_task(it));
    let tasks = percent(tasks.count(), count);
    let ease = ease(language, texts).map_or_else(|| "-".to_owned(), |it| format!("{it:.0}"));
    let mean = words as f64 / count as f64;
    let _ = writeln!(
        table,
        "{name:30}{language:8}{count:>8}{words:>10}{mean:>12.1}{ease:>6}{named:>7}{tasks:>6}"
    );
}

/// The mean reading ease of texts.
fn ease(language: &str, texts: &[&ContentText<'_>]) -> Option<f64> {
    let formula = READING_EASE.iter().find(|it| it.language == language)?;
    let (mut sentences, mut words, mut syllables) = (0, 0, 0);
    for text in texts {
        let ends = text.body.matches(['.', '?', '!']).count();
        sentences += ends.max(1);
        for word in prose::words(text.body) {
            words += 1;
            syllables += syllables_of(word);
        }
    }
    let per_sentence = f64::from(u32::try_from(words).ok()?) / sentences as f64;
    let per_word = syllables as f64 / f64::from(words);
    Some(formula.start - formula.of_sentence * per_sentence - formula.of_word * per_word)
}

/// Counts groups of vowels. A silent final `e` is none, as in English.
fn syllables_of(word: &str) -> usize {
    let is_vowel = |it: char| "aeiouyäöüáéíóúàèìòùâêîôûëï".contains(it);
    let lower = word.to_lowercase();
    let mut groups = 0;
    let mut before = false;
    for character in lower.chars() {
        let vowel = is_vowel(character);
        groups += usize::from(vowel && !before);
        before = vowel;
    }
    groups.max(1)
}

/// Counts sentences and sequences of words that occur in more than one text.
fn shared(texts: &[&ContentText<'_>]) -> (usize, usize) {
    let mut sentences: HashMap<String, (usize, bool)> = HashMap::new();
    let mut sequences: HashMap<String, (usize, bool)> = HashMap::new();
    let note = |all: &mut HashMap<String, (usize, bool)>, what: String, text: usize| {
        let entry = all.entry(what).or_insert((text, false));
        entry.1 |= entry.0 != text;
    };
    for (index, text) in texts.iter().enumerate() {
        let lower = text.body.to_lowercase();
        for sentence in lower.split(['.', '!', '?', '\n']) {
            let words: Vec<&str> = prose::words(sentence).collect();
            if words.len() > 2 {
                note(&mut sentences, words.join(" "), index);
            }
        }
        let words: Vec<&str> = prose::words(&lower).collect();
        for sequence in words.windows(SEQUENCE_WORDS) {
            note(&mut sequences, sequence.join(" "), index);
        }
    }
    let count = |all: HashMap<String, (usize, bool)>| all.values().filter(|it| it.1).count();
    (count(sentences), count(sequences))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_vowels_are_syllables() {
        for (word, expected) in [("moon", 1), ("saturn", 2), ("Jupiter", 3), ("Häuser", 2)] {
            assert_eq!(syllables_of(word), expected, "{word}");
        }
    }
}
