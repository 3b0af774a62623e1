//! Labels of API fields in the playground.

use crate::message::Translate as _;

use super::message::Message;
use astrology_api::title::english_title;
use i18n::{Language, msg};
use interpretation::kind::Kind;

/// The labels of fields, by the last part of their name without a number at its end.
const LABELS: &[(&str, &str)] = &[
    ("dateTime", msg("Date and time")),
    ("birthDate", msg("Date and time of birth")),
    ("birthDateTime", msg("Date and time of birth")),
    ("dateTime1", msg("Date and time of birth")),
    ("dateTime2", msg("Date and time of birth")),
    ("transitDateStart", msg("Start")),
    ("transitDateEnd", msg("End")),
    ("startDate", msg("Start")),
    ("endDate", msg("End")),
    ("from", msg("Start")),
    ("to", msg("End")),
    ("targetDate", msg("Target date")),
    ("returnDate", msg("Search from")),
    ("returnYear", msg("Year of the return")),
    ("forDate", msg("Date")),
    ("date", msg("Date")),
    ("fullName", msg("Full name at birth")),
    ("fullName1", msg("Full name at birth")),
    ("fullName2", msg("Full name at birth")),
    ("sex", msg("Sex")),
    ("sign", msg("Sign")),
    ("period", msg("Period")),
    ("year", msg("Year")),
    ("month", msg("Month")),
    ("week", msg("Week")),
    ("day", msg("Day")),
    ("step", msg("Interval")),
    ("point", msg("Point")),
    ("latitude", msg("Latitude")),
    ("longitude", msg("Longitude")),
    ("timezone", msg("Time zone")),
    ("name", msg("Display name")),
    ("calendar", msg("Calendar")),
    (
        "clockChange",
        msg("If this local time occurred twice or was skipped"),
    ),
    ("houseSystem", msg("House system")),
    ("polarFallback", msg("House system near the poles")),
    ("zodiac", msg("Zodiac")),
    ("ayanamsha", msg("Ayanamsha")),
    ("epoch", msg("Epoch of the custom ayanamsha")),
    ("value", msg("Custom ayanamsha at the epoch")),
    ("center", msg("Center")),
    ("moonCenter", msg("Center for the Moon")),
    ("nodeType", msg("Lunar node")),
    ("lotFormula", msg("Lot formula")),
    ("compositeHouses", msg("Composite houses")),
    ("method", msg("Method")),
    ("progressedAngles", msg("Progressed angles")),
    ("voidPlanets", msg("Planets for void of course")),
    ("yearBoundary", msg("Start of the year")),
    ("points", msg("Points")),
    ("transitPoints", msg("Transiting points")),
    ("aspects", msg("Aspects")),
    ("language", msg("Language")),
    ("includeText", msg("Interpretation texts")),
    ("textLength", msg("Text length")),
    ("includeReading", msg("Full reading")),
    ("includeReadableEntities", msg("Titles of points and signs")),
    ("text", msg("Interpretation text")),
    ("include", msg("Additional parts")),
    ("fields", msg("Fields to return")),
    ("precision", msg("Decimal places")),
    ("format", msg("File format")),
    ("width", msg("Width in pixels")),
    ("theme", msg("Theme")),
    ("positions", msg("Table of positions")),
    ("cusps", msg("Table of house cusps")),
    ("aspectGrid", msg("Aspect grid")),
    ("balance", msg("Elements and modalities")),
    ("legend", msg("Legend of aspects")),
    ("outerHouses", msg("Houses of the outer chart")),
    ("aroundNatal", msg("Around the natal chart")),
    ("title", msg("Title")),
    ("q", msg("Search")),
    ("limit", msg("Maximum number of results")),
];

/// The label of a field: `location.latitude` is "Latitude". Fields without a label of their own show
/// their name in words.
pub(super) fn label(name: &str, language: Language) -> Message {
    let last = name.rsplit('.').next().unwrap_or(name);
    let bare = last.trim_end_matches(|it: char| it.is_ascii_digit());
    let found = LABELS.iter().find(|(it, _)| *it == last || *it == bare);
    // `transitCalendar` is the calendar of its group.
    let suffix = || {
        let ends = |(it, _): &&(&str, &str)| {
            matches!(*it, "calendar" | "clockChange")
                && bare
                    .to_ascii_lowercase()
                    .ends_with(&it.to_ascii_lowercase())
        };
        LABELS.iter().find(ends)
    };
    match found.or_else(suffix) {
        Some((_, label)) => language.t(label),
        None => Language::English.t(&humanized(last)),
    }
}

/// Labels of options that are proper names or abbreviations. Points, signs and stars have titles.
const NAMES: &[(&str, &str)] = &[
    // Ayanamshas.
    ("fagan-bradley", "Fagan–Bradley"),
    ("lahiri-icrc", "Lahiri (ICRC)"),
    ("lahiri-vp285", "Lahiri (VP285)"),
    ("krishnamurti-vp291", "Krishnamurti (VP291)"),
    ("usha-shashi", "Usha–Shashi"),
    ("djwhal-khul", "Djwhal Khul"),
    ("true-citra", "True Citra"),
    ("true-revati", "True Revati"),
    ("true-pushya", "True Pushya"),
    ("true-mula", "True Mula"),
    ("suryasiddhanta-mean-sun", "Suryasiddhanta (mean Sun)"),
    ("suryasiddhanta-revati", "Suryasiddhanta (Revati)"),
    ("suryasiddhanta-citra", "Suryasiddhanta (Citra)"),
    ("aryabhata-mean-sun", "Aryabhata (mean Sun)"),
    ("babylonian-huber", "Babylonian (Huber)"),
    ("babylonian-britton", "Babylonian (Britton)"),
    ("babylonian-kugler-1", "Babylonian (Kugler 1)"),
    ("babylonian-kugler-2", "Babylonian (Kugler 2)"),
    ("babylonian-kugler-3", "Babylonian (Kugler 3)"),
    ("babylonian-eta-piscium", "Babylonian (Eta Piscium)"),
    ("aldebaran-15-taurus", "Aldebaran at 15° Taurus"),
    (
        "galactic-center-0-sagittarius",
        "Galactic Center at 0° Sagittarius",
    ),
    ("galactic-center-gil-brand", "Galactic Center (Gil Brand)"),
    (
        "galactic-center-mula-wilhelm",
        "Galactic Center in Mula (Wilhelm)",
    ),
    ("galactic-center-cochrane", "Galactic Center (Cochrane)"),
    ("galactic-equator-iau1958", "Galactic Equator (IAU 1958)"),
    ("galactic-equator-true", "Galactic Equator (true)"),
    ("galactic-equator-mula", "Galactic Equator in Mula"),
    ("galactic-equator-fiorenza", "Galactic Equator (Fiorenza)"),
    ("galactic-alignment-mardyks", "Galactic Alignment (Mardyks)"),
    ("de-luce", "De Luce"),
    ("jn-bhasin", "J. N. Bhasin"),
    ("true-sheoran", "True Sheoran"),
    ("valens-moon", "Valens (Moon)"),
    ("krishnamurti-swiss", "Krishnamurti (Swiss Ephemeris)"),
    ("yukteshwar-swiss", "Yukteshwar (Swiss Ephemeris)"),
    ("usha-shashi-swiss", "Usha–Shashi (Swiss Ephemeris)"),
    ("djwhal-khul-swiss", "Djwhal Khul (Swiss Ephemeris)"),
    ("true-citra-mean", "True Citra (mean)"),
    ("true-revati-mean", "True Revati (mean)"),
    ("true-pushya-mean", "True Pushya (mean)"),
    ("true-mula-mean", "True Mula (mean)"),
    // House systems.
    ("whole", "Whole sign"),
    ("polich-page", "Polich–Page"),
    ("equal-mc", "Equal (MC)"),
    ("equal-aries", "Equal (Aries)"),
    ("pisa-goelzer", "Pisa–Goelzer"),
    ("pullen-sd", "Pullen (SD)"),
    ("pullen-sr", "Pullen (SR)"),
    ("apc", "APC"),
    // Other options.
    ("solarArcLongitude", "Solar arc (longitude)"),
    ("solarArcRa", "Solar arc (RA)"),
    ("naibodRa", "Naibod (RA)"),
    ("discCentre", "Center of the disc"),
    ("kp", "KP"),
    ("uma-shambhu", "Uma Shambhu"),
    ("both-leo", "Both Leo"),
    ("aries-even-reversed", "Aries, even reversed"),
    ("yearly-ascendant", "Yearly by Ascendant"),
    ("t-square", "T-square"),
    ("svg", "SVG"),
    ("png", "PNG"),
];

/// An identifier as a label: its title or name, or its own words. `imumCoeli` is "Imum Coeli",
/// `solarArcRa` is "Solar arc (RA)", `meanSolar` is "Mean solar".
pub(super) fn humanized(id: &str) -> String {
    let named = NAMES.iter().find(|(it, _)| *it == id).map(|it| it.1);
    match named.or_else(|| english_title(id)) {
        Some(label) => label.to_owned(),
        None => words(id),
    }
}

/// A type of texts as a label: `moon-in-house` of `lunar-return` is "Lunar return: Moon in house".
pub(super) fn text_type(kind: &Kind) -> String {
    let content = kind.content.split('-').map(|word| match word {
        "sun" => "Sun",
        "moon" => "Moon",
        "ascendant" => "Ascendant",
        other => other,
    });
    let content: Vec<_> = content.collect();
    format!("{}: {}", humanized(kind.horoscope), content.join(" "))
}

/// The words of an identifier.
fn words(id: &str) -> String {
    let mut words = String::with_capacity(id.len() + 4);
    for character in id.chars() {
        match character {
            '-' | '_' | '.' => words.push(' '),
            it if words.is_empty() => words.push(it.to_ascii_uppercase()),
            it if it.is_ascii_uppercase() => {
                if !words.ends_with(' ') {
                    words.push(' ');
                }
                words.push(it.to_ascii_lowercase());
            }
            it => words.push(it),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_labels_and_others_their_names_in_words() {
        for (name, expected) in [
            ("houseSystem", "House system"),
            ("location1.latitude", "Latitude"),
            ("calendar2", "Calendar"),
            ("transitCalendar", "Calendar"),
            ("orbs.semisquare", "Semisquare"),
            ("dayBoundary", "Day boundary"),
        ] {
            assert_eq!(label(name, Language::English).to_string(), expected);
        }
    }

    #[test]
    fn identifiers_are_read_as_titles_names_or_words() {
        for (id, expected) in [
            ("sun", "Sun"),
            ("meanNode", "Mean Node"),
            ("imumCoeli", "Imum Coeli"),
            ("partOfFather", "Lot of the Father"),
            ("barnards-star", "Barnard's Star"),
            ("rigil-kentaurus", "Rigil Kentaurus"),
            ("polich-page", "Polich–Page"),
            ("equal-mc", "Equal (MC)"),
            ("lahiri-icrc", "Lahiri (ICRC)"),
            ("jn-bhasin", "J. N. Bhasin"),
            ("aryabhata-522", "Aryabhata 522"),
            ("meanSolar", "Mean solar"),
            ("D9", "D9"),
        ] {
            assert_eq!(humanized(id), expected);
        }
    }

    #[test]
    fn every_name_is_of_an_identifier_that_the_api_has() {
        let document = include_str!("../../../docs/reference/openapi.json");
        for (id, _) in NAMES {
            assert!(document.contains(&format!("\"{id}\"")), "{id}");
        }
    }

    #[test]
    fn types_of_texts_write_the_names_of_bodies_as_names() {
        for (horoscope, content, expected) in [
            ("natal", "planet-in-sign", "Natal: planet in sign"),
            ("compatibility", "sun-pair", "Compatibility: Sun pair"),
            (
                "lunar-return",
                "moon-in-house",
                "Lunar return: Moon in house",
            ),
        ] {
            let kind = Kind::find(horoscope, content).unwrap();
            assert_eq!(text_type(kind), expected);
        }
    }
}
