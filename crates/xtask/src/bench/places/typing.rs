//! Typing errors as people make them: any of the four kinds, anywhere in the word.

/// Numbers that look random and are the same in every run (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014: `SplitMix64`).
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    pub(super) fn new() -> Self {
        Self { state: 1 }
    }

    /// From 0 to below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        let limit = u128::try_from(limit).unwrap_or(u128::MAX);
        usize::try_from((u128::from(mixed) * limit) >> 64).unwrap_or(0)
    }

    /// Fisher and Yates.
    pub(super) fn shuffle(&mut self, letters: &mut [char]) {
        for last in (1..letters.len()).rev() {
            letters.swap(last, self.below(last + 1));
        }
    }
}

/// The name with so many errors, each a letter too many, too few, wrong, or exchanged with its
/// neighbour; letters too many and wrong letters are taken from another name.
pub(super) fn with_errors(name: &str, other: &str, errors: usize, dice: &mut Dice) -> String {
    let others: Vec<char> = other.to_lowercase().chars().collect();
    let mut letters: Vec<char> = name.chars().collect();
    for _ in 0..errors {
        let at = dice.below(letters.len());
        let letter = others.get(dice.below(others.len().max(1))).copied();
        let letter = letter.unwrap_or('x');
        match dice.below(4) {
            0 => letters.insert(at, letter),
            1 if letters.len() > 2 => {
                letters.remove(at);
            }
            2 if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => letters[at] = letter,
        }
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_is_made_at_every_place() {
        let mut dice = Dice::new();
        let typed: Vec<String> = (0..2_000)
            .map(|_| with_errors("berlin", "x", 1, &mut dice))
            .collect();
        for expected in [
            "xberlin", "berlixn", "erlin", "berli", "ebrlin", "berlni", "xerlin", "berlix",
        ] {
            assert!(typed.iter().any(|it| it == expected), "{expected}");
        }
    }
}
