//! Titles of points, signs, houses, aspects and phases in the supported languages. There is one
//! file for each language in `content/titles/`. A test checks that all have the same ids.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::library::{BASE_LANGUAGE, embedded_file, embedded_names};

/// The titles of one language.
#[derive(Debug)]
pub struct Titles {
    language: &'static str,
    by_id: HashMap<&'static str, &'static str>,
}

impl Titles {
    /// Returns the titles in a language, or `None` if there are none.
    pub fn of(language: &str) -> Option<&'static Self> {
        all().iter().find(|it| it.language == language)
    }

    /// Returns the titles in a language, or in English. [`Self::language`] tells which.
    ///
    /// # Panics
    ///
    /// Never in a released program: the English titles are embedded.
    pub fn of_or_english(language: &str) -> &'static Self {
        Self::of(language)
            .or_else(|| Self::of(BASE_LANGUAGE))
            .expect("the English titles are embedded")
    }

    /// Returns every language that has titles.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        all().iter().map(|it| it.language)
    }

    /// Returns the language of the titles.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// Returns the title of an id: of a point, a sign, a house (`house-10`), an aspect or a phase.
    pub fn title(&self, id: &str) -> Option<&'static str> {
        self.by_id.get(id).copied()
    }

    /// Returns all ids, sorted.
    pub fn ids(&self) -> Vec<&'static str> {
        let mut ids: Vec<_> = self.by_id.keys().copied().collect();
        ids.sort_unstable();
        ids
    }
}

fn all() -> &'static [Titles] {
    static ALL: OnceLock<Vec<Titles>> = OnceLock::new();
    ALL.get_or_init(|| {
        embedded_names()
            .filter_map(|name| name.strip_prefix("titles/")?.strip_suffix(".txt"))
            .filter_map(|language| {
                let text = embedded_file(&format!("titles/{language}.txt"))?;
                Some(Titles {
                    language,
                    by_id: lines(text).collect(),
                })
            })
            .collect()
    })
}

/// Parses one `id = title` per line. `#` starts a comment.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let kept = text.lines().filter(|it| !it.starts_with('#'));
    kept.filter_map(|it| it.split_once(" = "))
        .map(|(id, title)| (id.trim(), title.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{ANGLES, ASPECTS, HOUSES, PHASES, POINTS, SIGNS};

    #[test]
    fn every_language_has_the_same_ids() {
        let english = Titles::of("en").unwrap().ids();
        for language in ["en", "nl", "de", "fr", "es", "it", "pt"] {
            let titles = Titles::of(language).unwrap();
            assert_eq!(titles.ids(), english, "{language}");
        }
    }

    #[test]
    fn every_line_of_a_file_is_a_title() {
        for language in Titles::languages() {
            let text = embedded_file(&format!("titles/{language}.txt")).unwrap();
            let wanted = text
                .lines()
                .filter(|it| !it.is_empty() && !it.starts_with('#'));
            let found = lines(text).filter(|(id, title)| !id.is_empty() && !title.is_empty());
            assert_eq!(found.count(), wanted.clone().count(), "{language}");
            assert_eq!(
                Titles::of(language).unwrap().ids().len(),
                wanted.count(),
                "{language}: duplicate id"
            );
        }
    }

    #[test]
    fn whatever_texts_are_about_has_a_title() {
        let titles = Titles::of("en").unwrap();
        for id in [POINTS, ANGLES, SIGNS, HOUSES, ASPECTS, PHASES].concat() {
            assert!(titles.title(id).is_some(), "{id}");
        }
        for id in crate::composition::SECTION_IDS {
            assert!(titles.title(&format!("reading.{id}")).is_some(), "{id}");
        }
        assert_eq!(titles.title("house-10"), Some("10th House"));
        assert_eq!(Titles::of_or_english("xx").language(), "en");
    }
}
