//! Whether a text names the symbol that it is about, and whether it ends with a task: the rules of
//! `docs/guides/content.md` that words alone can show.

use interpretation::library::ContentText;
use interpretation::titles::Titles;
use interpretation::vocabulary::SIGNS;

use super::{Remark, prose};

/// The kinds whose texts name their symbols, by their two names.
const NAMING: &[(&str, &str)] = &[
    ("natal", "planet-in-sign"),
    ("natal", "planet-in-house"),
    ("natal", "angle-in-sign"),
    ("natal", "aspect"),
    ("transit", "aspect"),
    ("transit", "planet-in-house"),
    ("synastry", "aspect"),
    ("synastry", "planet-in-house"),
    ("composite", "planet-in-sign"),
    ("composite", "planet-in-house"),
    ("composite", "aspect"),
    ("vedic", "graha-in-sign"),
    ("vedic", "graha-in-house"),
];

/// The words within which a text names its symbols.
const BEGINNING_WORDS: usize = 40;

/// The stems of the words for an aspect, in lower case.
const ASPECTS: &[(&str, &str, &[&str])] = &[
    (
        "en",
        "conjunction",
        &[
            "conjunct", "join", "meet", "fuse", "merge", "unite", "together",
        ],
    ),
    ("en", "sextile", &["sextile"]),
    ("en", "square", &["square"]),
    ("en", "trine", &["trine"]),
    ("en", "opposition", &["oppos"]),
    ("nl", "conjunction", &["conjunct"]),
    ("nl", "sextile", &["sextiel"]),
    ("nl", "square", &["vierkant"]),
    ("nl", "trine", &["driehoek"]),
    ("nl", "opposition", &["oppositie", "tegenover"]),
    ("de", "conjunction", &["konjunktion"]),
    ("de", "sextile", &["sextil"]),
    ("de", "square", &["quadrat"]),
    ("de", "trine", &["trigon"]),
    ("de", "opposition", &["opposition", "gegenüber"]),
];

/// The stems of the ordinal numbers of houses, in lower case.
const ORDINALS: &[(&str, [&str; 12])] = &[
    (
        "en",
        [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth",
        ],
    ),
    (
        "nl",
        [
            "eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste",
            "negende", "tiende", "elfde", "twaalfde",
        ],
    ),
    (
        "de",
        [
            "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte",
            "neunte", "zehnte", "elfte", "zwölfte",
        ],
    ),
];

/// Names that differ from the titles, in lower case.
const OTHER_NAMES: &[(&str, &str, &[&str])] = &[
    ("en", "ascendant", &["rising"]),
    ("en", "rahu", &["rahu"]),
    ("en", "ketu", &["ketu"]),
    ("nl", "sun", &["zonne"]),
    ("nl", "moon", &["maan"]),
    ("de", "northNode", &["nördliche"]),
    ("de", "southNode", &["südliche"]),
    ("de", "midheaven", &["medium coeli", "mc"]),
    ("de", "gemini", &["zwilling"]),
    ("de", "pisces", &["fische"]),
    ("de", "virgo", &["jungfrau"]),
];

/// Words at the beginning of a last sentence that asks the reader to do something.
const IMPERATIVES: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "agree", "allow", "ask", "be", "begin", "book", "bring", "build", "call", "check",
            "choose", "come", "consider", "count", "decide", "do", "draw", "find", "finish",
            "give", "go", "hold", "invite", "keep", "learn", "leave", "let", "listen", "look",
            "make", "move", "name", "notice", "offer", "pick", "plan", "plant", "practise", "put",
            "read", "remember", "rest", "return", "save", "say", "schedule", "send", "set",
            "share", "show", "speak", "spend", "start", "take", "talk", "tell", "test", "treat",
            "trust", "try", "turn", "use", "wait", "walk", "watch", "write",
        ],
    ),
    (
        "nl",
        &[
            "begin", "bel", "beslis", "besteed", "bied", "bouw", "breng", "deel", "doe", "ga",
            "gebruik", "geef", "houd", "kies", "kijk", "laat", "leer", "lees", "let", "loop",
            "luister", "maak", "merk", "neem", "nodig", "noem", "oefen", "plan", "praat",
            "probeer", "rust", "schrijf", "spreek", "stuur", "tel", "test", "toon", "vertel",
            "vertrouw", "vraag", "wacht", "wees", "zeg", "zet", "zoek",
        ],
    ),
    (
        "de",
        &[
            "achte",
            "bau",
            "beginn",
            "beginne",
            "biete",
            "bring",
            "bringe",
            "entscheide",
            "erzähl",
            "erzähle",
            "frag",
            "frage",
            "geh",
            "gib",
            "halt",
            "halte",
            "hör",
            "höre",
            "lade",
            "lass",
            "lern",
            "lerne",
            "lies",
            "mach",
            "mache",
            "nenn",
            "nenne",
            "nimm",
            "nutze",
            "plan",
            "plane",
            "rede",
            "ruf",
            "ruh",
            "sag",
            "sage",
            "schau",
            "schick",
            "schreib",
            "schreibe",
            "sei",
            "setz",
            "setze",
            "sprich",
            "such",
            "suche",
            "teile",
            "teste",
            "tu",
            "versuch",
            "versuche",
            "vertrau",
            "wähl",
            "wähle",
            "warte",
            "zähle",
            "zeig",
            "zeige",
            "übe",
        ],
    ),
];

/// Whether texts of this kind name their symbols.
pub(super) fn is_naming(text: &ContentText<'_>) -> bool {
    NAMING.contains(&(text.kind.horoscope, text.kind.content))
}

/// A remark about the symbols that the beginning of a text does not name.
pub(super) fn remark(text: &ContentText<'_>) -> Option<Remark> {
    let missing = missing(text);
    (!missing.is_empty()).then(|| {
        let names = missing.join(", ");
        Remark::new(
            text,
            format!("does not name {names} in its first {BEGINNING_WORDS} words"),
        )
    })
}

/// A remark about a sign in a text about a house. The planet stands in a sign of its own, with a text of its own,
/// and a second sign beside it contradicts that text.
pub(super) fn sign_remark(text: &ContentText<'_>) -> Option<Remark> {
    if !["planet-in-house", "graha-in-house"].contains(&text.kind.content) {
        return None;
    }
    let signs: Vec<String> = SIGNS
        .iter()
        .flat_map(|it| names(text.language, it))
        .collect();
    let is_sign = |word: &&str| {
        let has_capital = word.starts_with(char::is_uppercase);
        let word = word.to_lowercase();
        has_capital && signs.iter().any(|it| word.starts_with(it.as_str()))
    };
    let sign = prose::words(text.body).find(is_sign)?;
    Some(Remark::new(text, format!("names a sign (`{sign}`)")))
}

/// The parts of the subject that the beginning of a text does not name.
pub(super) fn missing<'a>(text: &ContentText<'a>) -> Vec<&'a str> {
    if !is_naming(text) {
        return Vec::new();
    }
    let beginning: Vec<String> = prose::words(text.body)
        .take(BEGINNING_WORDS)
        .map(str::to_lowercase)
        .collect();
    let beginning = format!(" {} ", beginning.join(" "));
    let parts = text.subject.split(':');
    parts
        .filter(|part| {
            let names = names(text.language, part);
            !names.iter().any(|it| beginning.contains(&format!(" {it}")))
        })
        .collect()
}

/// The beginnings of the words that name a part of a subject, in lower case.
fn names(language: &str, part: &str) -> Vec<String> {
    let of_language = |it: &&(&str, &str, &[&str])| it.0 == language && it.1 == part;
    let owned = |it: &(&str, &str, &[&str])| it.2.iter().map(|it| (*it).to_owned()).collect();
    if let Some(aspect) = ASPECTS.iter().find(of_language) {
        return owned(aspect);
    }
    if let Some(house) = part.strip_prefix("house-") {
        let index = house.parse::<usize>().unwrap_or(1) - 1;
        let ordinal = ORDINALS.iter().find(|it| it.0 == language);
        let ordinal = ordinal.map(|it| it.1[index].to_owned());
        let numbers = ["house", "huis", "haus"].map(|it| format!("{it} {house} "));
        return ordinal.into_iter().chain(numbers).collect();
    }
    let title = Titles::of_or_english(language).title(part);
    let mut names: Vec<String> = title.map(str::to_lowercase).into_iter().collect();
    if let Some(other) = OTHER_NAMES.iter().find(of_language) {
        let other: Vec<String> = owned(other);
        names.extend(other);
    }
    names
}

/// Whether a text ends with a question or a task.
pub(super) fn ends_with_a_task(text: &ContentText<'_>) -> bool {
    if text.body.ends_with('?') {
        return true;
    }
    let end = text.body.trim_end_matches(['.', '!', '"']);
    let last = end.rsplit(['.', '!', '?', '\n']).next().unwrap_or(end);
    let first = prose::words(last).next().unwrap_or_default().to_lowercase();
    let words = IMPERATIVES.iter().find(|it| it.0 == text.language);
    words.is_some_and(|it| it.1.contains(&first.as_str()))
}

#[cfg(test)]
mod tests {
    use interpretation::kind::Kind;

    use super::*;

    fn text(
        subject: &'static str,
        language: &'static str,
        body: &'static str,
    ) -> ContentText<'static> {
        let content = if subject.contains("house") {
            "planet-in-house"
        } else if subject.matches(':').count() == 2 {
            "aspect"
        } else {
            "planet-in-sign"
        };
        ContentText {
            kind: Kind::find("natal", content).expect("a kind"),
            subject,
            language,
            title: "Title",
            body,
            teaser: "",
            long: "",
        }
    }

    #[test]
    fn a_text_names_both_parts_of_its_symbol() {
        let check = |subject, language, body, expected: &[&str]| {
            assert_eq!(missing(&text(subject, language, body)), expected, "{body}");
        };
        check("mars:aries", "en", "Mars rules Aries.", &[]);
        check("mars:aries", "en", "You push.", &["mars", "aries"]);
        check("mars:house-3", "en", "Mars in the third house talks.", &[]);
        check("mars:house-3", "de", "Mars im dritten Haus redet.", &[]);
        check("mars:house-1", "nl", "Mars in huis 12 rust.", &["house-1"]);
        check("sun:moon:square", "en", "The Moon squares the Sun.", &[]);
        check("sun:moon:trine", "de", "Sonne und Mond.", &["trine"]);
        check("sun:gemini", "de", "Die Sonne in den Zwillingen.", &[]);
    }

    #[test]
    fn a_text_about_a_house_names_no_sign() {
        let is_remarked =
            |subject, language, body| sign_remark(&text(subject, language, body)).is_some();
        assert!(is_remarked("sun:house-7", "en", "In Libra the Sun falls."));
        assert!(is_remarked("sun:house-7", "de", "In der Waage fällt sie."));
        assert!(!is_remarked("sun:house-7", "en", "The scales tip."));
        assert!(!is_remarked("sun:house-1", "nl", "Een ram stoot."));
        assert!(!is_remarked("sun:libra", "en", "In Libra the Sun falls."));
    }

    #[test]
    fn a_question_and_an_imperative_are_tasks() {
        let ends = |body| ends_with_a_task(&text("mars:aries", "en", body));
        assert!(ends("You act. What do you want?"));
        assert!(ends("You act. Ask someone."));
        assert!(!ends("You ask. Someone answers."));
    }
}
