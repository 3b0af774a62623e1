//! Parts of a life: pinnacles, challenges and period cycles, with the ages they cover.

use crate::sum::{Sum, digit};
use crate::{Date, Options};

/// Age at which the first pinnacle ends for a life path of 0: four cycles of nine years.
const FIRST_END_YEARS: u32 = 36;
/// Years of a pinnacle between the first and the last.
const PINNACLE_YEARS: u32 = 9;
/// Years of the second period cycle: three cycles of nine years.
const PERIOD_YEARS: u32 = 27;

/// A number that holds for some years of a life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number.
    pub sum: Sum,
    /// The age in years at which it begins.
    pub from_age: u32,
    /// The age at which it ends. `None` for the last.
    pub to_age: Option<u32>,
}

/// The month, day and year of birth as digits.
fn parts(born: Date) -> [u32; 3] {
    [
        u32::from(born.month),
        u32::from(born.day),
        u32::from(born.year),
    ]
    .map(digit)
}

/// The four pinnacles: month and day, day and year, the first two, month and year. The first ends at 36 minus the
/// life path as a digit, the next two last nine years.
pub fn pinnacles(born: Date, life_path: u32, options: Options) -> [Stage; 4] {
    let [month, day, year] = parts(born);
    let keep = options.keeps_masters();
    let first = Sum::of(&[month, day], keep);
    let second = Sum::of(&[day, year], keep);
    let third = Sum::of(&[first.value(), second.value()], keep);
    let fourth = Sum::of(&[month, year], keep);
    let end = FIRST_END_YEARS - digit(life_path);
    let ends = [end, end + PINNACLE_YEARS, end + 2 * PINNACLE_YEARS];
    let [one, two, three] = ends;
    [
        (first, 0, Some(one)),
        (second, one, Some(two)),
        (third, two, Some(three)),
        (fourth, three, None),
    ]
    .map(stage)
}

/// The four challenges, during the same years as the pinnacles: the differences of month and day, day and year, the
/// first two, month and year.
pub fn challenges(born: Date, life_path: u32) -> [Stage; 4] {
    let [month, day, year] = parts(born);
    let first = Sum::difference(month, day);
    let second = Sum::difference(day, year);
    let third = Sum::difference(first.value(), second.value());
    let fourth = Sum::difference(month, year);
    let end = FIRST_END_YEARS - digit(life_path);
    let (two, three) = (end + PINNACLE_YEARS, end + 2 * PINNACLE_YEARS);
    [
        (first, 0, Some(end)),
        (second, end, Some(two)),
        (third, two, Some(three)),
        (fourth, three, None),
    ]
    .map(stage)
}

/// The three period cycles: month, day and year of birth. The first ends with the first pinnacle, the second lasts 27
/// years.
pub fn period_cycles(born: Date, life_path: u32, options: Options) -> [Stage; 3] {
    let sum = |number: u32| Sum::of(&[number], options.keeps_masters());
    let end = FIRST_END_YEARS - digit(life_path);
    [
        (sum(u32::from(born.month)), 0, Some(end)),
        (sum(u32::from(born.day)), end, Some(end + PERIOD_YEARS)),
        (sum(u32::from(born.year)), end + PERIOD_YEARS, None),
    ]
    .map(stage)
}

fn stage((sum, from_age, to_age): (Sum, u32, Option<u32>)) -> Stage {
    Stage {
        sum,
        from_age,
        to_age,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinnacles_follow_each_other_without_a_gap() {
        let born = Date {
            year: 1985,
            month: 12,
            day: 19,
        };
        for life_path in 1..=33 {
            let stages = pinnacles(born, life_path, Options::default());
            for (one, next) in stages.iter().zip(&stages[1..]) {
                assert_eq!(one.to_age, Some(next.from_age));
            }
            assert_eq!(stages[3].to_age, None);
        }
        // Life path 9: 36 - 9 = 27.
        let stages = pinnacles(born, 9, Options::default());
        let ages: Vec<u32> = stages.iter().map(|it| it.from_age).collect();
        assert_eq!(ages, [0, 27, 36, 45]);
    }
}
