//! The words on images and in reports, in the requested language. `content/titles/` has them as
//! `wheel.…`, `card.…`, `date.…` and `report.…`.

use astrology::forecast::progression::ProgressionMethod;
use interpretation::titles::Titles;

macro_rules! words {
    ($(#[$doc:meta])* $vis:vis $name:ident $prefix:literal { $($word:ident = $id:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($word,)+
        }

        impl $name {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$word,)+];

            /// The name of its title.
            $vis const fn id(self) -> &'static str {
                match self {
                    $(Self::$word => concat!($prefix, $id),)+
                }
            }
        }
    };
}

words! {
/// A word on a wheel.
pub Word "wheel." {
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
    Balance = "balance",
    Fire = "fire",
    Earth = "earth",
    Air = "air",
    Water = "water",
    Cardinal = "cardinal",
    Fixed = "fixed",
    Mutable = "mutable",
}
}

words! {
/// A word on a card.
pub(crate) CardWord "card." {
    Daily = "daily",
    Weekly = "weekly",
    Monthly = "monthly",
    Yearly = "yearly",
    YearlyAscendant = "yearly-ascendant",
    Love = "love",
    Work = "work",
    Money = "money",
    Wellbeing = "wellbeing",
    LuckyNumber = "lucky-number",
    LuckyColour = "lucky-colour",
    LuckyDay = "lucky-day",
    LifePath = "life-path",
    Expression = "expression",
    SoulUrge = "soul-urge",
    Personality = "personality",
    Birthday = "birthday",
    Maturity = "maturity",
    PersonalYear = "personal-year",
    ChineseSign = "chinese-sign",
    ChineseYear = "chinese-year",
    Element = "element",
    Polarity = "polarity",
    StemAndBranch = "stem-and-branch",
}
}

words! {
/// A part of a date on an image.
pub(crate) DateWord "date." {
    Pattern = "pattern",
    First = "first",
    January = "january",
    February = "february",
    March = "march",
    April = "april",
    May = "may",
    June = "june",
    July = "july",
    August = "august",
    September = "september",
    October = "october",
    November = "november",
    December = "december",
}
}

impl DateWord {
    /// The names of the months.
    pub(crate) const MONTHS: [Self; 12] = [
        Self::January,
        Self::February,
        Self::March,
        Self::April,
        Self::May,
        Self::June,
        Self::July,
        Self::August,
        Self::September,
        Self::October,
        Self::November,
        Self::December,
    ];
}

words! {
/// A word of a PDF report.
pub(crate) ReportWord "report." {
    Natal = "natal",
    Synastry = "synastry",
    Composite = "composite",
    Transit = "transit",
    SolarReturn = "solar-return",
    LunarReturn = "lunar-return",
    Progressions = "progressions",
    Numerology = "numerology",
    Chinese = "chinese",
    YearAhead = "year-ahead",
    MoonCalendar = "moon-calendar",
    Contents = "contents",
    Point = "point",
    Position = "position",
    Aspect = "aspect",
    Orb = "orb",
    Cusp = "cusp",
    TransitPoint = "transit-point",
    NatalPoint = "natal-point",
    Begins = "begins",
    Exact = "exact",
    Ends = "ends",
    Number = "number",
    Calculation = "calculation",
    Interpretation = "interpretation",
    Date = "date",
    MoonSign = "moon-sign",
    Phase = "phase",
    Lit = "lit",
    Void = "void",
    PersonalMonth = "personal-month",
    PersonalDay = "personal-day",
    Pinnacles = "pinnacles",
    PeriodCycles = "period-cycles",
    Challenges = "challenges",
    Age = "age",
    Vedic = "vedic",
    Nakshatra = "nakshatra",
    Dasha = "dasha",
    Lord = "lord",
}
}

impl ReportWord {
    /// In a language. A test ensures that every language has every word.
    pub(crate) fn written(self, titles: &'static Titles) -> &'static str {
        titles.title(self.id()).unwrap_or_default()
    }
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
            let count = |prefix: &str| {
                let all = titles.ids().into_iter();
                all.filter(|it| it.starts_with(prefix)).count()
            };
            for word in Word::ALL {
                assert!(!word.written(titles).is_empty(), "{language}: {word:?}");
            }
            for word in CardWord::ALL {
                assert!(titles.title(word.id()).is_some(), "{language}: {word:?}");
            }
            for word in ReportWord::ALL {
                assert!(titles.title(word.id()).is_some(), "{language}: {word:?}");
            }
            for word in DateWord::ALL {
                assert!(titles.title(word.id()).is_some(), "{language}: {word:?}");
            }
            let all = [
                Word::ALL.len(),
                CardWord::ALL.len(),
                DateWord::ALL.len(),
                ReportWord::ALL.len(),
            ];
            let written = ["wheel.", "card.", "date.", "report."].map(count);
            assert_eq!(written, all, "{language}: a word nobody uses");
        }
    }
}
