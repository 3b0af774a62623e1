//! Approximate prefix matching: tracks the possible matches after each letter of a key, so that a
//! walk through the index abandons a branch as soon as it has too many errors.

/// The longest text that is searched with errors, in characters.
pub(super) const MAX_CHARACTERS: usize = 48;

/// The largest number of errors.
pub(super) const MAX_ERRORS: usize = 2;

/// A text prepared for comparison with many keys.
///
/// An error is an extra, missing or wrong letter, or one transposed with its neighbor (optimal
/// string alignment, Damerau 1964). Bit `n` of a mask represents letter `n` of the text. A step
/// over one letter of a key costs a few operations on whole masks (Wu and Manber, "Fast text
/// searching allowing errors", 1992), regardless of the length of the text.
#[derive(Debug)]
pub(super) struct Typo {
    /// The positions of each letter in the text: those below 128 by their code, others listed.
    ascii: [u64; 128],
    others: Vec<(char, u64)>,
    length: usize,
    errors: usize,
    is_latin: bool,
    /// The first bytes of the text's letters beyond 127.
    leads: (u8, u8),
}

/// The matching state after some letters of a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Bit `n` of `reached[e]`: the key so far matches the first `n` letters of the text with at
    /// most `e` errors.
    reached: [u64; MAX_ERRORS + 1],
    /// The same one letter earlier, and the positions of that letter in the text: for transposed
    /// letters.
    before: [u64; MAX_ERRORS + 1],
    last: u64,
}

impl Typo {
    /// Prepares a text. Returns `None` when it is too long to search with errors. At most
    /// [`MAX_ERRORS`] errors are allowed.
    pub(super) fn new(text: &str, errors: usize) -> Option<Self> {
        let length = text.chars().count();
        if length > MAX_CHARACTERS {
            return None;
        }
        let leads = || text.bytes().filter(|it| *it >= 0xC0);
        let mut typo = Self {
            ascii: [0; 128],
            others: Vec::new(),
            length,
            errors: errors.min(MAX_ERRORS),
            is_latin: text.is_ascii(),
            leads: (leads().min().unwrap_or(0xFF), leads().max().unwrap_or(0)),
        };
        for (index, letter) in text.chars().enumerate() {
            let bit = 1 << index;
            if let Some(mask) = typo.ascii.get_mut(letter as usize) {
                *mask |= bit;
            } else if let Some(known) = typo.others.iter_mut().find(|it| it.0 == letter) {
                known.1 |= bit;
            } else {
                typo.others.push((letter, bit));
            }
        }
        Some(typo)
    }

    /// Returns the state before the first letter of a key: the first `e` letters of the text may be
    /// missing.
    pub(super) fn start() -> State {
        let mut reached = [0; MAX_ERRORS + 1];
        for (errors, mask) in reached.iter_mut().enumerate() {
            *mask = (2 << errors) - 1;
        }
        State {
            reached,
            before: [0; MAX_ERRORS + 1],
            last: 0,
        }
    }

    /// Returns the state after one more letter of a key.
    #[inline]
    pub(super) fn step(&self, state: &State, letter: char) -> State {
        let here = self.occurrences(letter);
        let mut reached = [0; MAX_ERRORS + 1];
        reached[0] = (state.reached[0] & here) << 1;
        // Letters `n` and `n + 1` of the text are transposed in the key.
        let exchanged = here & (state.last >> 1);
        for errors in 1..=self.errors {
            let fewer = state.reached[errors - 1];
            let right = (state.reached[errors] & here) << 1;
            let too_many = fewer;
            let wrong = fewer << 1;
            let too_few = reached[errors - 1] << 1;
            let swapped = (state.before[errors - 1] & exchanged) << 2;
            reached[errors] = reached[errors - 1] | right | too_many | wrong | too_few | swapped;
        }
        State {
            reached,
            before: state.reached,
            last: here,
        }
    }

    #[inline]
    fn occurrences(&self, letter: char) -> u64 {
        if let Some(mask) = self.ascii.get(letter as usize) {
            return *mask;
        }
        let known = self.others.iter().find(|it| it.0 == letter);
        known.map_or(0, |it| it.1)
    }

    /// Whether the key so far matches the text, with no more errors than allowed.
    #[inline]
    pub(super) fn is_match(&self, state: &State) -> bool {
        state.reached[self.errors] & (1 << self.length) != 0
    }

    /// Whether a longer key can still match the text.
    #[inline]
    pub(super) fn can_match(&self, state: &State) -> bool {
        state.reached[self.errors] & ((2 << self.length) - 1) != 0
    }

    /// Whether a letter with this first byte can replace a letter of the text: nobody types a
    /// Chinese character instead of a Latin letter by mistake.
    #[inline]
    pub(super) fn is_of_its_script(&self, lead: u8) -> bool {
        lead == b' '
            || if self.is_latin {
                lead < 0x80
            } else {
                (self.leads.0..=self.leads.1).contains(&lead)
            }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_within(text: &str, key: &str, errors: usize) -> bool {
        let typo = Typo::new(text, errors).unwrap();
        let state = key
            .chars()
            .fold(Typo::start(), |state, it| typo.step(&state, it));
        typo.is_match(&state)
    }

    /// Computes the optimal string alignment distance from its definition.
    fn distance(left: &str, right: &str) -> usize {
        let (left, right): (Vec<char>, Vec<char>) =
            (left.chars().collect(), right.chars().collect());
        let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
        for row in 0..=left.len() {
            for column in 0..=right.len() {
                if row == 0 || column == 0 {
                    table[row][column] = row + column;
                    continue;
                }
                let differs = usize::from(left[row - 1] != right[column - 1]);
                let mut best = (table[row - 1][column] + 1)
                    .min(table[row][column - 1] + 1)
                    .min(table[row - 1][column - 1] + differs);
                if row > 1
                    && column > 1
                    && left[row - 1] == right[column - 2]
                    && left[row - 2] == right[column - 1]
                {
                    best = best.min(table[row - 2][column - 2] + 1);
                }
                table[row][column] = best;
            }
        }
        table[left.len()][right.len()]
    }

    #[track_caller]
    fn check(text: &str, key: &str, expected: usize) {
        let fewest = (0..=MAX_ERRORS).find(|errors| is_within(text, key, *errors));
        assert_eq!(fewest, Some(expected), "{text} {key}");
    }

    #[test]
    fn errors_are_counted_as_people_make_them() {
        check("amsterdam", "amsterdam", 0);
        check("amstredam", "amsterdam", 1);
        check("amserdam", "amsterdam", 1);
        check("amsterdaam", "amsterdam", 1);
        check("amsteedam", "amsterdam", 1);
        check("maserdam", "amsterdam", 2);
        check("москав", "москва", 1);
        check("мюнхем", "мюнхен", 1);
        assert!(!is_within("kitten", "sitting", MAX_ERRORS));
    }

    #[test]
    fn a_branch_is_given_up_only_when_nothing_can_match() {
        let typo = Typo::new("berlin", 1).unwrap();
        let after = |key: &str| {
            key.chars()
                .fold(Typo::start(), |state, it| typo.step(&state, it))
        };
        assert!(typo.can_match(&after("bex")));
        assert!(typo.can_match(&after("eb")));
        assert!(!typo.can_match(&after("bxx")));
    }

    proptest! {
        #[test]
        fn masks_agree_with_the_table_of_the_definition(
            text in "[abcж]{0,9}", key in "[abcж]{0,9}", errors in 0..=MAX_ERRORS
        ) {
            let expected = distance(&text, &key) <= errors;
            prop_assert_eq!(is_within(&text, &key, errors), expected);
        }
    }
}
