//! The words on wheels, in the requested language. `content/titles/` has them as `wheel.…`.

use astrology::forecast::progression::ProgressionMethod;
use interpretation::titles::Titles;

macro_rules! words {
    ($($word:ident = $id:literal,)+) => {
        /// A word on a wheel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Word {
            $($word,)+
        }

        impl Word {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$word,)+];

            /// The name of its title.
            const fn id(self) -> &'static str {
                match self {
                    $(Self::$word => concat!("wheel.", $id),)+
                }
            }
        }
    };
}

words! {
    Natal = "natal",
    Transits = "transits",
    Synastry = "synastry",
    Composite = "composite",
    Davison = "davison",
    SolarReturn = "solar-return",
    LunarReturn = "lunar-return",
    Progressions = "progressions",
    First = "first",
    Second = "second",
    Secondary = "secondary",
    Tertiary = "tertiary",
    Minor = "minor",
    SolarArc = "solar-arc",
    House = "house",
    Houses = "houses",
    Retrograde = "retrograde",
    Positions = "positions",
    Aspects = "aspects",
    NoHouses = "no-houses",
    TimeUnknown = "time-unknown",
    Tropical = "tropical",
    Sidereal = "sidereal",
}

impl Word {
    /// In a language. A test ensures that every language has every word.
    pub fn written(self, titles: &'static Titles) -> &'static str {
        titles.title(self.id()).unwrap_or_default()
    }

    /// The name of a progression method.
    pub const fn of_method(method: ProgressionMethod) -> Self {
        match method {
            ProgressionMethod::Secondary => Self::Secondary,
            ProgressionMethod::Tertiary => Self::Tertiary,
            ProgressionMethod::Minor => Self::Minor,
            ProgressionMethod::SolarArc => Self::SolarArc,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_titles_has_every_word() {
        for language in Titles::languages() {
            let titles = Titles::of(language).unwrap();
            for word in Word::ALL {
                assert!(!word.written(titles).is_empty(), "{language}: {word:?}");
            }
            let all = titles.ids().into_iter();
            let of_wheels = all.filter(|it| it.starts_with("wheel.")).count();
            assert_eq!(of_wheels, Word::ALL.len(), "{language}: a word nobody uses");
        }
    }
}
