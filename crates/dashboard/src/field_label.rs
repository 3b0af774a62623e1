//! Labels of API fields in the playground.

use crate::message::Translate as _;

use super::message::Message;
use i18n::{Language, msg};

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
    ("clockChange", msg("If the clock showed this time twice")),
    ("houseSystem", msg("House system")),
    ("polarFallback", msg("House system near the poles")),
    ("zodiac", msg("Zodiac")),
    ("ayanamsha", msg("Ayanamsha")),
    ("epoch", msg("Epoch of your ayanamsha")),
    ("value", msg("Your ayanamsha at the epoch")),
    ("center", msg("Center")),
    ("moonCenter", msg("Center for the Moon")),
    ("nodeType", msg("Lunar node")),
    ("lotFormula", msg("Formula of the lots")),
    ("compositeHouses", msg("Houses of the composite")),
    ("method", msg("Method")),
    ("progressedAngles", msg("Progressed angles")),
    ("voidPlanets", msg("Planets for void of course")),
    ("yearBoundary", msg("Start of the year")),
    ("points", msg("Points")),
    ("transitPoints", msg("Transiting points")),
    ("aspects", msg("Aspects")),
    ("language", msg("Language")),
    ("includeText", msg("Interpretation texts")),
    ("textLength", msg("Length of texts")),
    ("includeReading", msg("Composed reading")),
    ("includeReadableEntities", msg("Titles of points and signs")),
    ("text", msg("Interpretation text")),
    ("include", msg("Additional parts")),
    ("fields", msg("Fields to return")),
    ("precision", msg("Decimal places")),
    ("format", msg("File format")),
    ("width", msg("Width in pixels")),
    ("theme", msg("Theme")),
    ("positions", msg("Table of positions")),
    ("aspectGrid", msg("Aspect grid")),
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

/// An identifier in words: `polich-page` is "Polich page", `solarArcRa` is "Solar arc ra".
pub(super) fn humanized(id: &str) -> String {
    let mut words = String::with_capacity(id.len() + 4);
    for character in id.chars() {
        match character {
            '-' | '_' | '.' => words.push(' '),
            it if it.is_ascii_uppercase() => {
                if !words.is_empty() && !words.ends_with(' ') {
                    words.push(' ');
                }
                words.push(it.to_ascii_lowercase());
            }
            it if words.is_empty() => words.push(it.to_ascii_uppercase()),
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
    fn identifiers_are_read_as_words() {
        for (id, expected) in [
            ("polich-page", "Polich page"),
            ("meanNode", "Mean node"),
            ("sun", "Sun"),
        ] {
            assert_eq!(humanized(id), expected);
        }
    }
}
