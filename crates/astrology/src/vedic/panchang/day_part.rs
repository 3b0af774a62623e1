//! Parts of the day and the night, which depend on the weekday and on sunrise and sunset alone.
//!
//! Eighths and the order of hours and choghadiyas are those of every printed panchang. The muhurtas to avoid are those
//! of Muhurta Chintamani, which names them by their deities: each weekday one or two of the fifteen of the day, Tuesday
//! also the seventh of the night.

use core::ops::Range;

use ephemeris::{Instant, Tt};

use crate::vedic::graha::Graha;

type Span = Range<Instant<Tt>>;

/// Eighths of the day (from 1) from Sunday to Saturday.
const RAHU: [u8; 7] = [8, 2, 7, 5, 6, 4, 3];
const YAMAGANDA: [u8; 7] = [5, 4, 3, 2, 1, 7, 6];
const GULIKA: [u8; 7] = [7, 6, 5, 4, 3, 2, 1];

/// Fifteenths of the day (from 1) to avoid, from Sunday to Saturday.
const DUR_MUHURTAS: [&[u8]; 7] = [&[14], &[9, 12], &[4], &[8], &[6, 12], &[4, 9], &[1, 2]];

/// The fifteenth of the night to avoid on a Tuesday.
const DUR_MUHURTA_OF_TUESDAY_NIGHT: u8 = 7;

const TUESDAY: u8 = 2;
const WEDNESDAY: u8 = 3;

/// The rulers of planetary hours, from the slowest planet to the fastest.
pub(crate) const CHALDEAN: [Graha; 7] = [
    Graha::Saturn,
    Graha::Jupiter,
    Graha::Mars,
    Graha::Sun,
    Graha::Venus,
    Graha::Mercury,
    Graha::Moon,
];

/// A day with a sunrise and a sunset.
#[derive(Debug, Clone, PartialEq)]
pub struct SolarDay {
    /// From 0 (Sunday) to 6 (Saturday).
    pub weekday: u8,
    /// Sunset of the day before.
    pub previous_sunset: Option<Instant<Tt>>,
    /// Sunrise.
    pub sunrise: Instant<Tt>,
    /// Sunset.
    pub sunset: Instant<Tt>,
    /// Sunrise of the next day.
    pub next_sunrise: Instant<Tt>,
}

/// A choghadiya: an eighth of the day or of the night.
#[derive(Debug, Clone, PartialEq)]
pub struct Choghadiya {
    /// Its kind.
    pub kind: ChoghadiyaKind,
    /// Whether it belongs to the day.
    pub is_day: bool,
    /// From its start to its end.
    pub span: Span,
}

/// The kind of a choghadiya, in the order of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChoghadiyaKind {
    Udveg,
    Char,
    Labh,
    Amrit,
    Kaal,
    Shubh,
    Rog,
}

impl ChoghadiyaKind {
    /// The ids, in the order of the day.
    pub const IDS: [&'static str; 7] = ["udveg", "char", "labh", "amrit", "kaal", "shubh", "rog"];

    const ALL: [Self; 7] = [
        Self::Udveg,
        Self::Char,
        Self::Labh,
        Self::Amrit,
        Self::Kaal,
        Self::Shubh,
        Self::Rog,
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// The ruler.
    pub const fn lord(self) -> Graha {
        match self {
            Self::Udveg => Graha::Sun,
            Self::Char => Graha::Venus,
            Self::Labh => Graha::Mercury,
            Self::Amrit => Graha::Moon,
            Self::Kaal => Graha::Saturn,
            Self::Shubh => Graha::Jupiter,
            Self::Rog => Graha::Mars,
        }
    }

    /// Whether it is good (`good`), bad (`bad`) or fit for travel only (`neutral`).
    pub const fn quality(self) -> &'static str {
        match self {
            Self::Amrit | Self::Shubh | Self::Labh => "good",
            Self::Char => "neutral",
            Self::Udveg | Self::Kaal | Self::Rog => "bad",
        }
    }

    fn ruled_by(lord: Graha) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.lord() == lord).unwrap_or(Self::Udveg)
    }

    fn plus(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % 7]
    }
}

/// A planetary hour.
#[derive(Debug, Clone, PartialEq)]
pub struct Hora {
    /// Its ruler.
    pub lord: Graha,
    /// Whether it belongs to the day.
    pub is_day: bool,
    /// From its start to its end.
    pub span: Span,
}

/// How a day is divided into hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoraDivision {
    /// Twelve equal ones from sunrise to sunset, twelve from sunset to sunrise.
    DayAndNight,
    /// Twenty-four equal ones from sunrise to sunrise.
    Equal,
}

impl SolarDay {
    /// Returns Rahu Kalam.
    pub fn rahu_kalam(&self) -> Span {
        self.eighth(RAHU)
    }

    /// Returns Yamaganda.
    pub fn yamaganda(&self) -> Span {
        self.eighth(YAMAGANDA)
    }

    /// Returns Gulika Kalam.
    pub fn gulika(&self) -> Span {
        self.eighth(GULIKA)
    }

    /// Returns the eighth muhurta of the day; `None` on a Wednesday, when it is to be avoided.
    pub fn abhijit(&self) -> Option<Span> {
        (self.weekday != WEDNESDAY).then(|| part(&self.day(), 15, 8))
    }

    /// Returns the last muhurta but one of the night before sunrise: a fifteenth of the night.
    pub fn brahma_muhurta(&self) -> Option<Span> {
        Some(part(&(self.previous_sunset?..self.sunrise), 15, 14))
    }

    /// Returns the muhurtas to avoid, in chronological order.
    pub fn dur_muhurtas(&self) -> Vec<Span> {
        let numbers = DUR_MUHURTAS[self.index()];
        let of_day = numbers.iter().map(|number| part(&self.day(), 15, *number));
        let of_night = (self.weekday == TUESDAY)
            .then(|| part(&self.night(), 15, DUR_MUHURTA_OF_TUESDAY_NIGHT));
        of_day.chain(of_night).collect()
    }

    /// Returns the eight choghadiyas of the day and the eight of the night.
    ///
    /// The first of the day is that of the weekday's lord; each following one is the next in the order of the day. The
    /// night begins with the sixth of this order from the first of the day, and each is the sixth from the one before.
    pub fn choghadiyas(&self) -> Vec<Choghadiya> {
        let first = ChoghadiyaKind::ruled_by(self.lord());
        let of_day = (0..8).map(|index| Choghadiya {
            kind: first.plus(index),
            is_day: true,
            span: part(&self.day(), 8, number(index)),
        });
        let of_night = (0..8).map(|index| Choghadiya {
            kind: first.plus(5 * (index + 1)),
            is_day: false,
            span: part(&self.night(), 8, number(index)),
        });
        of_day.chain(of_night).collect()
    }

    /// Returns the twenty-four planetary hours. The first is ruled by the lord of the weekday, and each following one
    /// by the next faster planet.
    pub fn horas(&self, division: HoraDivision) -> Vec<Hora> {
        let first = CHALDEAN
            .iter()
            .position(|it| *it == self.lord())
            .unwrap_or_default();
        (0..24)
            .map(|index| {
                let span = match division {
                    HoraDivision::Equal => {
                        part(&(self.sunrise..self.next_sunrise), 24, number(index))
                    }
                    HoraDivision::DayAndNight if index < 12 => part(&self.day(), 12, number(index)),
                    HoraDivision::DayAndNight => part(&self.night(), 12, number(index - 12)),
                };
                Hora {
                    lord: CHALDEAN[(first + index) % 7],
                    is_day: span.start < self.sunset,
                    span,
                }
            })
            .collect()
    }

    /// Returns the lord of the weekday.
    pub fn lord(&self) -> Graha {
        Graha::SEVEN[self.index()]
    }

    fn index(&self) -> usize {
        usize::from(self.weekday % 7)
    }

    fn day(&self) -> Span {
        self.sunrise..self.sunset
    }

    fn night(&self) -> Span {
        self.sunset..self.next_sunrise
    }

    fn eighth(&self, numbers: [u8; 7]) -> Span {
        part(&self.day(), 8, numbers[self.index()])
    }
}

fn number(index: usize) -> u8 {
    u8::try_from(index + 1).unwrap_or(u8::MAX)
}

/// Returns one of `count` equal parts, numbered from 1.
pub(super) fn part(whole: &Span, count: u8, number: u8) -> Span {
    between(
        whole,
        f64::from(number - 1) / f64::from(count),
        f64::from(number) / f64::from(count),
    )
}

/// Returns the span between two fractions of a span.
pub(super) fn between(whole: &Span, from: f64, to: f64) -> Span {
    let length_days = whole.end.minus(whole.start);
    whole.start.plus_days(from * length_days)..whole.start.plus_days(to * length_days)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day of 16 hours from hour 0 and a night of 8 hours.
    fn day(weekday: u8) -> SolarDay {
        SolarDay {
            weekday,
            previous_sunset: Some(hour(-8.0)),
            sunrise: hour(0.0),
            sunset: hour(16.0),
            next_sunrise: hour(24.0),
        }
    }

    fn hour(hours: f64) -> Instant<Tt> {
        Instant::from_days_since_j2000(6_000.0).plus_days(hours / 24.0)
    }

    fn hours(span: &Span) -> (f64, f64) {
        let of = |at: Instant<Tt>| (at.minus(hour(0.0)) * 24.0 * 1e6).round() / 1e6;
        (of(span.start), of(span.end))
    }

    #[test]
    fn the_eighths_of_the_day_follow_the_weekday() {
        // Monday: the second, fourth and sixth eighth of two hours each.
        let monday = day(1);
        assert_eq!(hours(&monday.rahu_kalam()), (2.0, 4.0));
        assert_eq!(hours(&monday.yamaganda()), (6.0, 8.0));
        assert_eq!(hours(&monday.gulika()), (10.0, 12.0));
        // A weekday has three different ones.
        for weekday in 0..7 {
            let day = day(weekday);
            let [a, b, c] = [day.rahu_kalam(), day.yamaganda(), day.gulika()];
            assert!(a != b && b != c && a != c, "{weekday}");
        }
    }

    #[test]
    fn abhijit_is_around_noon_except_on_wednesdays() {
        let (from, to) = hours(&day(4).abhijit().unwrap());
        assert!((f64::midpoint(from, to) - 8.0).abs() < 1e-6);
        assert!((to - from - 16.0 / 15.0).abs() < 2e-6);
        assert_eq!(day(3).abhijit(), None);
    }

    #[test]
    fn brahma_muhurta_ends_a_fifteenth_of_the_night_before_sunrise() {
        let (from, to) = hours(&day(0).brahma_muhurta().unwrap());
        assert!((from + 16.0 / 15.0).abs() < 2e-6 && (to + 8.0 / 15.0).abs() < 2e-6);
    }

    /// The printed table, day and night from Sunday to Saturday.
    #[test]
    fn choghadiyas_are_those_of_the_printed_table() {
        let of_day = [
            "udveg char labh amrit kaal shubh rog udveg",
            "amrit kaal shubh rog udveg char labh amrit",
            "rog udveg char labh amrit kaal shubh rog",
            "labh amrit kaal shubh rog udveg char labh",
            "shubh rog udveg char labh amrit kaal shubh",
            "char labh amrit kaal shubh rog udveg char",
            "kaal shubh rog udveg char labh amrit kaal",
        ];
        let of_night = [
            "shubh amrit char rog kaal labh udveg shubh",
            "char rog kaal labh udveg shubh amrit char",
            "kaal labh udveg shubh amrit char rog kaal",
            "udveg shubh amrit char rog kaal labh udveg",
            "amrit char rog kaal labh udveg shubh amrit",
            "rog kaal labh udveg shubh amrit char rog",
            "labh udveg shubh amrit char rog kaal labh",
        ];
        for weekday in 0..7_u8 {
            let found = day(weekday).choghadiyas();
            let names = |is_day| {
                let half = found.iter().filter(|it| it.is_day == is_day);
                half.map(|it| it.kind.id()).collect::<Vec<_>>().join(" ")
            };
            assert_eq!(names(true), of_day[usize::from(weekday)]);
            assert_eq!(names(false), of_night[usize::from(weekday)]);
            assert_eq!(hours(&found[15].span), (23.0, 24.0));
        }
    }

    #[test]
    fn the_first_hour_of_each_day_follows_the_last_of_the_day_before() {
        for division in [HoraDivision::DayAndNight, HoraDivision::Equal] {
            for weekday in 0..7 {
                let horas = day(weekday).horas(division);
                assert_eq!(horas.len(), 24);
                assert_eq!(horas[0].lord, day(weekday).lord());
                let next = day((weekday + 1) % 7).horas(division)[0].lord;
                let last = CHALDEAN.iter().position(|it| *it == horas[23].lord);
                assert_eq!(CHALDEAN[(last.unwrap() + 1) % 7], next);
                for pair in horas.windows(2) {
                    assert!(pair[1].span.start.minus(pair[0].span.end).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn tuesday_also_has_a_muhurta_to_avoid_at_night() {
        let counts = (0..7).map(|it| day(it).dur_muhurtas().len());
        assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 2, 1, 2, 2, 2]);
        let (from, to) = hours(&day(2).dur_muhurtas()[1]);
        assert!((from - 19.2).abs() < 1e-5 && (to - 19.2 - 8.0 / 15.0).abs() < 1e-5);
    }
}
