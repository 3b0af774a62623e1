//! Checks of a single text: length, Markdown, voice.

use std::ops::RangeInclusive;

use interpretation::kind::Kind;
use interpretation::library::ContentText;

use super::Remark;

/// Shorter texts say too little, longer ones are not read. Texts of the same sense need more words in
/// Dutch and German.
const WORDS: RangeInclusive<usize> = 60..=140;

/// The same for kinds of which a response has many texts, by their two names.
const SHORTER: &[(&str, &str, RangeInclusive<usize>)] = &[
    ("natal", "opening", 18..=60),
    ("natal", "ruler", 22..=65),
    ("natal", "section", 8..=34),
    ("natal", "link", 4..=26),
    ("natal", "closing", 18..=55),
    ("synastry", "opening", 18..=55),
    ("synastry", "section", 8..=34),
    ("synastry", "link", 4..=26),
    ("synastry", "closing", 18..=55),
    ("composite", "opening", 18..=55),
    ("composite", "section", 8..=34),
    ("composite", "link", 4..=26),
    ("composite", "closing", 18..=55),
    ("transit", "opening", 18..=55),
    ("transit", "section", 8..=34),
    ("transit", "link", 4..=26),
    ("transit", "closing", 18..=55),
    ("solar-return", "opening", 18..=55),
    ("solar-return", "link", 4..=26),
    ("solar-return", "closing", 18..=55),
    ("chinese", "element", 30..=70),
    ("chinese", "month", 20..=45),
    ("horoscope", "aspect", 12..=50),
    ("horoscope", "closing", 4..=22),
    ("horoscope", "eclipse", 12..=50),
    ("horoscope", "ingress", 12..=50),
    ("horoscope", "link", 4..=22),
    ("horoscope", "lunation", 12..=50),
    ("horoscope", "moon", 12..=50),
    ("horoscope", "moon-aspect", 12..=50),
    ("horoscope", "opening", 4..=22),
    ("horoscope", "position", 12..=50),
    ("horoscope", "station", 12..=50),
    ("horoscope", "transit", 18..=60),
    ("horoscope", "void-of-course", 12..=50),
    ("numerology", "birthday", 40..=95),
    ("numerology", "challenge", 40..=95),
    ("numerology", "hidden-passion", 30..=75),
    ("numerology", "karmic-debt", 45..=110),
    ("numerology", "karmic-lesson", 30..=75),
    ("numerology", "period-cycle", 40..=95),
    ("numerology", "personal-day", 18..=45),
    ("numerology", "personal-month", 30..=70),
    ("numerology", "pinnacle", 40..=95),
];

/// The number of words that texts of a kind have.
fn length(kind: &Kind) -> RangeInclusive<usize> {
    let mut shorter = SHORTER.iter();
    let found = shorter.find(|it| (it.0, it.1) == (kind.horoscope, kind.content));
    found.map_or(WORDS, |it| it.2.clone())
}

/// Stems of words with claims that the texts must not make (about health, money, death), or that
/// tell people their fate. A stem matches the beginning of a word; with `$` at the end, the whole
/// word.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "death",
            "die$",
            "dies$",
            "dying",
            "fatal",
            "funeral",
            "suicid",
            "illness",
            "disease",
            "diagnos",
            "medicat",
            "cure$",
            "cures$",
            "fertility",
            "pregnan",
            "miscarr",
            "bipolar",
            "wealth",
            "millionaire",
            "lottery",
            "stocks$",
            "investment",
            "destined",
            "fated",
            "doomed",
            "cursed",
            "karma",
            "karmic",
        ],
    ),
    (
        "nl",
        &[
            "dood",
            "sterf",
            "sterv",
            "fataal",
            "begrafenis",
            "zelfmoord",
            "ziekte",
            "diagnos",
            "medicijn",
            "genez",
            "vruchtbaarheid",
            "zwanger",
            "rijkdom",
            "miljonair",
            "loterij",
            "aandelen",
            "belegg",
            "voorbestemd",
            "gedoemd",
            "vervloekt",
            "karma",
        ],
    ),
    (
        "de",
        &[
            "tod$",
            "todes",
            "sterb",
            "stirb",
            "tödlich",
            "begräbnis",
            "selbstmord",
            "krankheit",
            "diagnos",
            "medikament",
            "heilung",
            "unfruchtbar",
            "schwanger",
            "reichtum",
            "millionär",
            "lotterie",
            "aktien",
            "geldanlage",
            "vorherbestimmt",
            "verdammt",
            "verflucht",
            "karma",
        ],
    ),
];

/// All problems with one text.
pub(super) fn remarks(text: &ContentText<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let count = words(text.body).count();
    let length = length(text.kind);
    if !length.contains(&count) {
        let (fewest, most) = (length.start(), length.end());
        remarks.push(Remark::new(
            text,
            format!("has {count} words, expected {fewest} to {most}"),
        ));
    }
    for word in words(text.body) {
        // A term of numerology, in the texts about it.
        let is_term = |stem: &&str| text.kind.content.starts_with(stem);
        if let Some(stem) = forbidden(text.language, word).filter(|it| !is_term(it)) {
            let sentence =
                format!("`{word}`: no claim about health, money, death or fate ({stem})");
            remarks.push(Remark::new(text, sentence));
        }
    }
    remarks.extend(markdown(text.body).map(|it| Remark::new(text, it)));
    remarks
}

/// The words of a text, without surrounding punctuation.
pub(super) fn words(body: &str) -> impl Iterator<Item = &str> {
    body.split(|it: char| it.is_whitespace() || matches!(it, '—' | '–' | '/' | '…'))
        .map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()))
        .filter(|it| !it.is_empty())
}

fn forbidden(language: &str, word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let (_, stems) = FORBIDDEN.iter().find(|(it, _)| *it == language)?;
    let matches = |stem: &&&str| match stem.strip_suffix('$') {
        Some(whole) => word == whole,
        None => word.starts_with(**stem),
    };
    stems.iter().find(matches).copied()
}

/// Plain prose: paragraphs with emphasis at most. Returns anything else.
fn markdown(body: &str) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    for line in body.lines() {
        let start = line.trim_start();
        let is_list = ["- ", "* ", "+ ", "> ", "#", "|", "```", "    "];
        if is_list.iter().any(|it| start.starts_with(it)) || line.starts_with("    ") {
            found.push(format!("`{line}` is no prose"));
        }
        if line != line.trim_end() {
            found.push("a line ends with white space".to_owned());
        }
    }
    for character in ['<', '>', '[', ']', '`', '_', '\\', '\t', '{', '}'] {
        if body.contains(character) {
            found.push(format!(
                "`{}` does not belong into prose",
                character.escape_debug()
            ));
        }
    }
    if body.matches('*').count() % 2 == 1 {
        found.push("an emphasis is not closed".to_owned());
    }
    if body.contains("\n\n\n") {
        found.push("more than one empty line".to_owned());
    }
    if !body.ends_with(['.', '?', '!', '”', '’', '"', '*']) {
        found.push("does not end as a sentence".to_owned());
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_stem_matches_words_that_begin_with_it() {
        assert_eq!(forbidden("en", "Investments"), Some("investment"));
        assert_eq!(forbidden("en", "dies"), Some("dies$"));
        assert_eq!(forbidden("en", "diesel"), None);
        assert_eq!(forbidden("de", "die"), None);
        assert_eq!(forbidden("nl", "rijkdommen"), Some("rijkdom"));
    }

    #[test]
    fn only_prose_passes() {
        let count = |body: &str| markdown(body).count();
        assert_eq!(count("One *word*.\n\nAnother."), 0);
        assert_eq!(count("- a list."), 1);
        assert_eq!(count("An *open emphasis."), 1);
        assert_eq!(count("A [link](x)."), 2);
        assert_eq!(count("No end"), 1);
    }

    #[test]
    fn words_are_counted_without_punctuation() {
        let found: Vec<_> = words("You, who—perhaps—don't; “ask” twice.").collect();
        assert_eq!(found, ["You", "who", "perhaps", "don't", "ask", "twice"]);
    }
}
