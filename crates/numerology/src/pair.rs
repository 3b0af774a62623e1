//! Two people: how well their numbers agree.

use crate::name::{Letters, Name};
use crate::profile::life_path;
use crate::sum::{Sum, digit};
use crate::{Date, Options};

/// How two numbers agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accord {
    /// The same number.
    Same,
    /// Of the same concord: 1 5 7, 2 4 8 or 3 6 9.
    Concord,
    /// Both odd or both even.
    Parity,
    /// Neither.
    Contrast,
}

impl Accord {
    /// How two numbers agree, master numbers as their digit.
    pub fn of(one: u32, other: u32) -> Self {
        let (one, other) = (digit(one), digit(other));
        let concord = |number: u32| match number {
            1 | 5 | 7 => 0,
            2 | 4 | 8 => 1,
            _ => 2,
        };
        if one == other {
            Self::Same
        } else if concord(one) == concord(other) {
            Self::Concord
        } else if one % 2 == other % 2 {
            Self::Parity
        } else {
            Self::Contrast
        }
    }

    /// The score, 0 to 100.
    pub const fn score(self) -> u32 {
        match self {
            Self::Same => 90,
            Self::Concord => 100,
            Self::Parity => 60,
            Self::Contrast => 35,
        }
    }

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Concord => "concord",
            Self::Parity => "parity",
            Self::Contrast => "contrast",
        }
    }
}

/// The comparison of one number of two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The id of the number.
    pub number: &'static str,
    /// The value of each person.
    pub values: [u32; 2],
    /// How they agree.
    pub accord: Accord,
    /// The share of the total score, in percent of the weights that are present.
    pub weight: u32,
}

/// The comparison of two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The numbers both have.
    pub parts: Vec<Part>,
    /// The weighted mean of the scores, 0 to 100, rounded.
    pub score: u32,
}

/// The core numbers of one person. Those of the name are `None` without a name, or without such letters.
#[derive(Clone, Debug)]
pub struct CoreNumbers {
    /// Of the date of birth.
    pub life_path: Sum,
    /// Of the vowels.
    pub soul_urge: Option<Sum>,
    /// Of all letters.
    pub expression: Option<Sum>,
    /// Of the consonants.
    pub personality: Option<Sum>,
    /// Of the day of birth.
    pub birthday: Sum,
}

impl CoreNumbers {
    /// Calculates the core numbers.
    pub fn of(name: Option<&Name>, born: Date, options: Options) -> Self {
        let letters = |letters| name.and_then(|it| it.sum(letters, options));
        Self {
            life_path: life_path(born, options),
            soul_urge: letters(Letters::Vowels),
            expression: letters(Letters::All),
            personality: letters(Letters::Consonants),
            birthday: Sum::of(&[u32::from(born.day)], options.keeps_masters()),
        }
    }

    /// The numbers with their ids and weights.
    fn weighted(&self) -> [(&'static str, u32, Option<&Sum>); 5] {
        [
            ("lifePathNumber", 40, Some(&self.life_path)),
            ("soulUrgeNumber", 25, self.soul_urge.as_ref()),
            ("expressionNumber", 20, self.expression.as_ref()),
            ("personalityNumber", 10, self.personality.as_ref()),
            ("birthdayNumber", 5, Some(&self.birthday)),
        ]
    }
}

/// Compares two people by the numbers that both have.
///
/// ```
/// use numerology::pair::{CoreNumbers, compare};
/// use numerology::{Date, Options};
///
/// let person = |year, month, day| {
///     CoreNumbers::of(None, Date { year, month, day }, Options::default())
/// };
/// // Life paths 9 and 3 belong to one concord, birthdays 1 and 4 contrast.
/// let found = compare(&person(1985, 12, 19), &person(1990, 6, 4));
/// assert_eq!(found.parts.len(), 2);
/// ```
pub fn compare(one: &CoreNumbers, other: &CoreNumbers) -> Comparison {
    let pairs = one.weighted().into_iter().zip(other.weighted());
    let parts: Vec<Part> = pairs
        .filter_map(|((number, weight, one), (_, _, other))| {
            let values = [one?.value(), other?.value()];
            Some(Part {
                number,
                values,
                accord: Accord::of(values[0], values[1]),
                weight,
            })
        })
        .collect();
    let weights: u32 = parts.iter().map(|it| it.weight).sum();
    let points: u32 = parts.iter().map(|it| it.weight * it.accord.score()).sum();
    Comparison {
        score: (points + weights / 2) / weights.max(1),
        parts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_as_the_concords_say() {
        let check = |one, other, expected| {
            assert_eq!(Accord::of(one, other), expected, "{one} {other}");
            assert_eq!(Accord::of(other, one), expected, "{other} {one}");
        };
        check(1, 1, Accord::Same);
        check(11, 2, Accord::Same);
        check(1, 7, Accord::Concord);
        check(22, 8, Accord::Concord);
        check(3, 33, Accord::Concord);
        check(1, 3, Accord::Parity);
        check(1, 2, Accord::Contrast);
    }

    #[test]
    fn the_score_is_the_weighted_mean_of_the_parts() {
        let person = |day| {
            let born = Date {
                year: 2000,
                month: 1,
                day,
            };
            CoreNumbers::of(None, born, Options::default())
        };
        // Days 1 and 3: life paths 1+1+2 = 4 and 1+3+2 = 6 have the same parity, and so have the birthdays.
        assert_eq!(compare(&person(1), &person(3)).score, 60);
        // Days 1 and 10: life paths and birthdays are the same.
        assert_eq!(compare(&person(1), &person(10)).score, 90);
        // Days 1 and 2: 4 and 5 contrast, 1 and 2 contrast.
        assert_eq!(compare(&person(1), &person(2)).score, 35);
    }
}
