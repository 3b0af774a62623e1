//! Sums and their reduction to a digit or a master number, with every step.

use std::fmt::Write as _;

/// The numbers that are not reduced further where masters are kept.
pub const MASTERS: [u32; 3] = [11, 22, 33];

/// The sums that are called a karmic debt.
pub const DEBTS: [u32; 4] = [13, 14, 16, 19];

/// A number and how it was calculated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    steps: Vec<String>,
    /// The first sum and what it was reduced to, down to the value.
    chain: Vec<u32>,
}

impl Sum {
    /// Adds terms and reduces the sum.
    pub fn of(terms: &[u32], keep_masters: bool) -> Self {
        Self::labelled(terms.iter().map(|it| (String::new(), *it)), keep_masters)
    }

    /// Adds terms that are written with a label (`a 1 + n 5`), and reduces the sum.
    pub fn labelled(terms: impl IntoIterator<Item = (String, u32)>, keep_masters: bool) -> Self {
        let (mut written, mut count, mut total) = (String::new(), 0, 0);
        for (label, term) in terms {
            if count > 0 {
                written.push_str(" + ");
            }
            if !label.is_empty() {
                written.push_str(&label);
                written.push(' ');
            }
            let _ = write!(written, "{term}");
            count += 1;
            total += term;
        }
        // One term is what it is: nothing was added.
        let step = (count > 1).then(|| format!("{written} = {total}"));
        let mut sum = Self {
            steps: step.into_iter().collect(),
            chain: vec![total],
        };
        sum.reduce(keep_masters);
        sum
    }

    /// The distance of two numbers.
    pub fn difference(one: u32, other: u32) -> Self {
        let (more, less) = (one.max(other), one.min(other));
        Self {
            steps: vec![format!("{more} - {less} = {}", more - less)],
            chain: vec![more - less],
        }
    }

    fn reduce(&mut self, keep_masters: bool) {
        let mut number = self.value();
        while number > 9 && !(keep_masters && MASTERS.contains(&number)) {
            let digits = digits(number);
            let written: Vec<String> = digits.iter().map(u32::to_string).collect();
            number = digits.iter().sum();
            self.steps
                .push(format!("{} = {number}", written.join(" + ")));
            self.chain.push(number);
        }
    }

    /// The same sum, calculated after other steps.
    #[must_use]
    pub fn after(mut self, steps: Vec<String>) -> Self {
        let own = std::mem::replace(&mut self.steps, steps);
        self.steps.extend(own);
        self
    }

    /// The same sum, where a first sum of 11, 22 or 33 counts as its digit. Personal numbers are published like this:
    /// they know no master numbers, not even on the way.
    #[must_use]
    pub fn without_masters(mut self) -> Self {
        if self.chain.len() > 1 && MASTERS.contains(&self.first()) {
            self.chain.remove(0);
        }
        self
    }

    /// The number.
    pub fn value(&self) -> u32 {
        *self.chain.last().unwrap_or(&0)
    }

    /// The sum before its first reduction.
    pub fn first(&self) -> u32 {
        *self.chain.first().unwrap_or(&0)
    }

    /// Whether the number is 11, 22 or 33.
    pub fn is_master(&self) -> bool {
        MASTERS.contains(&self.value())
    }

    /// The karmic debt the sum passed through, if any.
    pub fn debt(&self) -> Option<u32> {
        self.chain.iter().copied().find(|it| DEBTS.contains(it))
    }

    /// Every step, as `left side = result`.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }
}

/// The decimal digits of a number, the first one first.
pub fn digits(number: u32) -> Vec<u32> {
    number
        .to_string()
        .bytes()
        .map(|it| u32::from(it - b'0'))
        .collect()
}

/// Reduces a number to one digit.
pub fn digit(number: u32) -> u32 {
    Sum::of(&[number], false).value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_reduced_to_a_digit_or_a_master_number() {
        let check = |terms: &[u32], keep: bool, value, steps: &[&str]| {
            let sum = Sum::of(terms, keep);
            assert_eq!(
                (sum.value(), sum.steps()),
                (value, steps.map_owned().as_slice())
            );
        };
        check(&[3, 1, 5], true, 9, &["3 + 1 + 5 = 9"]);
        check(&[20, 9], true, 11, &["20 + 9 = 29", "2 + 9 = 11"]);
        check(
            &[20, 9],
            false,
            2,
            &["20 + 9 = 29", "2 + 9 = 11", "1 + 1 = 2"],
        );
        check(&[7], true, 7, &[]);
        check(&[22], true, 22, &[]);
        check(&[22], false, 4, &["2 + 2 = 4"]);
    }

    #[test]
    fn a_debt_is_found_anywhere_in_the_chain() {
        assert_eq!(Sum::of(&[19], true).debt(), Some(19));
        assert_eq!(Sum::of(&[40, 9], true).debt(), Some(13));
        assert_eq!(Sum::of(&[12], true).debt(), None);
    }

    trait MapOwned {
        fn map_owned(&self) -> Vec<String>;
    }

    impl MapOwned for &[&str] {
        fn map_owned(&self) -> Vec<String> {
            self.iter().map(|it| (*it).to_owned()).collect()
        }
    }
}
