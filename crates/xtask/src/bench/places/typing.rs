//! Typing errors as people make them: any of the four kinds, anywhere in the word.

use crate::dice::Dice;

/// The name with this many errors: an extra, missing, wrong or transposed letter. Extra and wrong
/// letters come from another name.
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
        let mut dice = Dice::new(1);
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
