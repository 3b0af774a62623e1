//! The numbers of one person.

use crate::cycles::{Stage, challenges, period_cycles, pinnacles};
use crate::name::{Letters, Name};
use crate::sum::{Sum, digits};
use crate::{Date, Options, Reduction, System};

/// The numbers of one person.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Of the date of birth.
    pub life_path: Sum,
    /// Of all letters.
    pub expression: Sum,
    /// Of the vowels. `None` if the name has no vowel.
    pub soul_urge: Option<Sum>,
    /// Of the consonants. `None` if the name has no consonant.
    pub personality: Option<Sum>,
    /// Of the day of birth.
    pub birthday: Sum,
    /// Of life path and expression.
    pub maturity: Sum,
    /// Of the year asked for.
    pub personal_year: Sum,
    /// Of its month.
    pub personal_month: Sum,
    /// Of its day.
    pub personal_day: Sum,
    /// Numbers from 1 to 9 that no letter has. `None` in the Chaldean system.
    pub karmic_lessons: Option<Vec<u32>>,
    /// The most frequent numbers of the letters. `None` in the Chaldean system.
    pub hidden_passion: Option<Vec<u32>>,
    /// The four pinnacles.
    pub pinnacles: [Stage; 4],
    /// The four challenges.
    pub challenges: [Stage; 4],
    /// The three period cycles.
    pub period_cycles: [Stage; 3],
}

/// Calculates the numbers of a person for a date.
pub fn profile(name: &Name, born: Date, for_date: Date, options: Options) -> Profile {
    let keep = options.keeps_masters();
    let life_path = life_path(born, options);
    let expression = sum(name, Letters::All, options).unwrap_or_else(|| Sum::of(&[0], keep));
    let maturity = Sum::of(&[life_path.value(), expression.value()], keep);
    let personal_year = personal_year(born, for_date);
    let personal_month = personal(&personal_year, for_date.month);
    let personal_day = personal(&personal_month, for_date.day);
    let counts = (options.system == System::Pythagorean).then(|| name.counts(options.system));
    Profile {
        soul_urge: sum(name, Letters::Vowels, options),
        personality: sum(name, Letters::Consonants, options),
        birthday: Sum::of(&[u32::from(born.day)], keep),
        maturity,
        personal_year,
        personal_month,
        personal_day,
        karmic_lessons: counts.map(|it| numbers(it, |count, _| count == 0)),
        hidden_passion: counts.map(|it| numbers(it, |count, most| count == most)),
        pinnacles: pinnacles(born, life_path.value(), options),
        challenges: challenges(born, life_path.value()),
        period_cycles: period_cycles(born, life_path.value(), options),
        life_path,
        expression,
    }
}

fn sum(name: &Name, letters: Letters, options: Options) -> Option<Sum> {
    name.sum(letters, options)
}

/// The number of the date of birth.
pub fn life_path(born: Date, options: Options) -> Sum {
    let keep = options.keeps_masters();
    let date = [
        u32::from(born.month),
        u32::from(born.day),
        u32::from(born.year),
    ];
    match options.reduction {
        Reduction::Parts => {
            let parts = date.map(|it| Sum::of(&[it], options.keeps_masters_in_parts()));
            let steps = parts.iter().flat_map(|it| it.steps().to_vec()).collect();
            let values: Vec<u32> = parts.iter().map(Sum::value).collect();
            Sum::of(&values, keep).after(steps)
        }
        Reduction::Digits => {
            let all: Vec<u32> = date.into_iter().flat_map(digits).collect();
            Sum::of(&all, keep)
        }
    }
}

/// Month and day of birth with the year asked for. Never a master number.
fn personal_year(born: Date, for_date: Date) -> Sum {
    let parts = [
        u32::from(born.month),
        u32::from(born.day),
        u32::from(for_date.year),
    ]
    .map(|it| Sum::of(&[it], false));
    let steps = parts.iter().flat_map(|it| it.steps().to_vec()).collect();
    let values: Vec<u32> = parts.iter().map(Sum::value).collect();
    Sum::of(&values, false).without_masters().after(steps)
}

/// The number of a month in its personal year, or of a day in its personal month.
fn personal(of: &Sum, part: u8) -> Sum {
    let part = Sum::of(&[u32::from(part)], false);
    let sum = Sum::of(&[of.value(), part.value()], false);
    sum.without_masters().after(part.steps().to_vec())
}

/// The numbers from 1 to 9 whose count is chosen, given the highest count.
fn numbers(counts: [usize; 9], chosen: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let most = counts.into_iter().max().unwrap_or(0);
    let all = (1..).zip(counts);
    all.filter(|(_, count)| chosen(*count, most))
        .map(|(number, _)| number)
        .collect()
}
