//! Names: from any script to the letters A to Z, and from letters to numbers.

use std::fmt;

use deunicode::deunicode;

use crate::sum::Sum;
use crate::{LetterY, NameReduction, Options, System};

/// The maximum length of a name, in characters.
pub const MAX_CHARACTERS: usize = 200;

/// A name in the letters a to z.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    words: Vec<String>,
    transliterated: bool,
}

/// The reason why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It has no letter.
    NoLetters,
    /// It has more than [`MAX_CHARACTERS`] characters.
    TooLong,
    /// It has a digit, which has no agreed value in a name.
    Digit(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLetters => {
                f.write_str("The name has no letters. Send a name with at least one letter.")
            }
            Self::TooLong => write!(f, "The name has more than {MAX_CHARACTERS} characters."),
            Self::Digit(digit) => {
                write!(
                    f,
                    "The name contains the digit `{digit}`. Write it as a word."
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Which letters are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// All of them.
    All,
    /// The vowels.
    Vowels,
    /// The consonants.
    Consonants,
}

impl Name {
    /// Reads a name. Diacritics are removed (`é` is `e`, `ß` is `ss`, `ø` is `o`), other scripts are
    /// transliterated. Spaces and hyphens separate words; apostrophes and full stops do not.
    ///
    /// # Errors
    ///
    /// The text has no letters, too many characters, or digits.
    pub fn read(text: &str) -> Result<Self, NameError> {
        if text.chars().count() > MAX_CHARACTERS {
            return Err(NameError::TooLong);
        }
        if let Some(digit) = text.chars().find(|it| it.is_numeric()) {
            return Err(NameError::Digit(digit));
        }
        let mut words = vec![String::new()];
        let mut transliterated = false;
        for character in text.chars() {
            if !character.is_alphabetic() && !is_mark(character) {
                if !JOINING.contains(&character) {
                    words.push(String::new());
                }
                continue;
            }
            transliterated |= !is_latin(character) && !is_mark(character);
            let latin = deunicode(character.encode_utf8(&mut [0; 4]));
            if let Some(word) = words.last_mut() {
                let letters = latin.bytes().filter(u8::is_ascii_alphabetic);
                word.extend(letters.map(|it| char::from(it.to_ascii_lowercase())));
            }
        }
        words.retain(|it| !it.is_empty());
        if words.is_empty() {
            return Err(NameError::NoLetters);
        }
        Ok(Self {
            words,
            transliterated,
        })
    }

    /// The words, in the letters a to z.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether a letter was of another script than Latin.
    pub fn is_transliterated(&self) -> bool {
        self.transliterated
    }

    /// Adds the letters of the name. Returns `None` if it has no such letter.
    pub fn sum(&self, letters: Letters, options: Options) -> Option<Sum> {
        let words = self.words.iter();
        let words = words.map(|word| chosen(word, letters, options.y));
        let words: Vec<Vec<u8>> = words.filter(|it| !it.is_empty()).collect();
        if words.is_empty() {
            return None;
        }
        let value = |letter: &u8| {
            let label = char::from(*letter).to_string();
            (label, letter_value(*letter, options.system))
        };
        let keep = options.keeps_masters();
        Some(match options.name_reduction {
            NameReduction::Total => Sum::labelled(words.iter().flatten().map(value), keep),
            NameReduction::PerName => {
                let keep_parts = options.keeps_masters_in_parts();
                let parts = words.iter();
                let parts: Vec<Sum> = parts
                    .map(|word| Sum::labelled(word.iter().map(value), keep_parts))
                    .collect();
                let values: Vec<u32> = parts.iter().map(Sum::value).collect();
                let steps = parts.iter().flat_map(|it| it.steps().to_vec()).collect();
                Sum::of(&values, keep).after(steps)
            }
        })
    }

    /// How often each value from 1 to 9 occurs, in this order.
    pub fn counts(&self, system: System) -> [usize; 9] {
        let mut counts = [0; 9];
        for letter in self.words.iter().flat_map(|it| it.bytes()) {
            counts[letter_value(letter, system) as usize - 1] += 1;
        }
        counts
    }
}

/// Characters that do not separate words: `O'Connor`, `J.R.`
const JOINING: [char; 6] = ['\'', '\u{2019}', '\u{02bc}', '`', '.', '\u{b7}'];

/// Combining marks, which belong to the letter before them.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// Letters of the Latin blocks of Unicode.
fn is_latin(character: char) -> bool {
    matches!(character,
        'A'..='Z' | 'a'..='z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}'
        | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}'
        | '\u{fb00}'..='\u{fb06}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}')
}

/// The letters of a word that are added.
fn chosen(word: &str, letters: Letters, y: LetterY) -> Vec<u8> {
    let word = word.as_bytes();
    let mut chosen = Vec::new();
    for (index, letter) in word.iter().copied().enumerate() {
        let before = index.checked_sub(1).and_then(|it| word.get(it));
        let vowel = is_vowel(letter, [before, word.get(index + 1)], y);
        if match letters {
            Letters::All => true,
            Letters::Vowels => vowel,
            Letters::Consonants => !vowel,
        } {
            chosen.push(letter);
        }
    }
    chosen
}

fn is_vowel(letter: u8, neighbours: [Option<&u8>; 2], y: LetterY) -> bool {
    const VOWELS: &[u8] = b"aeiou";
    if letter != b'y' {
        return VOWELS.contains(&letter);
    }
    match y {
        LetterY::Always => true,
        LetterY::Never => false,
        LetterY::Context => !neighbours
            .into_iter()
            .flatten()
            .any(|it| VOWELS.contains(it)),
    }
}

/// The value of a letter from a to z.
fn letter_value(letter: u8, system: System) -> u32 {
    match system {
        System::Pythagorean => u32::from(letter - b'a') % 9 + 1,
        System::Chaldean => match letter {
            b'a' | b'i' | b'j' | b'q' | b'y' => 1,
            b'b' | b'k' | b'r' => 2,
            b'c' | b'g' | b'l' | b's' => 3,
            b'd' | b'm' | b't' => 4,
            b'e' | b'h' | b'n' | b'x' => 5,
            b'u' | b'v' | b'w' => 6,
            b'o' | b'z' => 7,
            _ => 8,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        Name::read(text).unwrap().words
    }

    #[test]
    fn names_are_folded_to_the_letters_a_to_z() {
        let check = |text: &str, expected: &str| assert_eq!(words(text).join(" "), expected);
        check("Groß Weiß", "gross weiss");
        check("Søren Łódź", "soren lodz");
        check("Ĳsbrand Åse Peña", "ijsbrand ase pena");
        check("Mary O'Connor", "mary oconnor");
        check("Marie-Thérèse", "marie therese");
        check("Zoe\u{308} J.R.", "zoe jr");
        check("  Anna   Maria ", "anna maria");
    }

    #[test]
    fn other_scripts_are_transliterated_and_say_so() {
        let name = Name::read("Анна Каренина").unwrap();
        assert_eq!(name.words().join(" "), "anna karenina");
        assert!(name.is_transliterated());
        assert!(!Name::read("Ångström").unwrap().is_transliterated());
    }

    #[test]
    fn a_text_without_letters_or_with_digits_is_no_name() {
        let check = |text: &str, expected| assert_eq!(Name::read(text), Err(expected), "{text}");
        check("", NameError::NoLetters);
        check("- ' .", NameError::NoLetters);
        check("R2D2", NameError::Digit('2'));
        check("Louis Ⅳ", NameError::Digit('Ⅳ'));
        check(&"a".repeat(MAX_CHARACTERS + 1), NameError::TooLong);
    }

    #[test]
    fn y_is_a_vowel_where_no_other_vowel_stands_next_to_it() {
        let vowels = |word: &str, y| {
            let letters = chosen(word, Letters::Vowels, y);
            String::from_utf8(letters).unwrap()
        };
        assert_eq!(vowels("lynn", LetterY::Context), "y");
        assert_eq!(vowels("maya", LetterY::Context), "aa");
        assert_eq!(vowels("maya", LetterY::Always), "aya");
        assert_eq!(vowels("lynn", LetterY::Never), "");
    }

    #[test]
    fn letters_have_the_values_of_their_system() {
        let sum = |text: &str, options| Name::read(text).unwrap().sum(Letters::All, options);
        let chaldean = Options {
            system: System::Chaldean,
            ..Options::default()
        };
        // 1+5+5+1 and 1+5+5+1 in both systems; F is 6 and 8.
        assert_eq!(sum("Anna", Options::default()).unwrap().first(), 12);
        assert_eq!(sum("Anna", chaldean).unwrap().first(), 12);
        assert_eq!(sum("F", Options::default()).unwrap().first(), 6);
        assert_eq!(sum("F", chaldean).unwrap().first(), 8);
        let consonants = Name::read("Bcd").unwrap();
        assert_eq!(consonants.sum(Letters::Vowels, Options::default()), None);
    }
}
