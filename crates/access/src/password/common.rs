//! The list of common passwords: the entries of Django's list with at least eight characters, in
//! lower case.
//!
//! The list is embedded as text, 82 kB, and searched in place. PROVENANCE.md names its source.

use zeroize::Zeroizing;

/// One password per line, sorted by bytes.
const LIST: &str = include_str!("../../assets/vendor/common-passwords.txt");
/// The minimum number of characters of a listed password.
const SHORTEST: usize = 8;

/// Returns `true` if `password` is on the list in any letter case, or repeats a text that is on the
/// list or too short for it. A repetition is as easy to guess as the text it repeats, and without
/// this check `passwordpassword` would be long enough.
pub(super) fn is_common(password: &str) -> bool {
    let lower = Zeroizing::new(password.to_lowercase());
    let characters = Zeroizing::new(lower.chars().collect::<Vec<char>>());
    if is_listed(&lower) {
        return true;
    }
    let Some(period) = period(&characters) else {
        return false;
    };
    let unit: Zeroizing<String> = Zeroizing::new(characters[..period].iter().collect());
    period < SHORTEST || is_listed(&unit)
}

/// Returns the length of the shortest text whose repetition forms the whole, if there is one. The
/// last repetition may be cut short: `abcabcab` has the period 3.
fn period(characters: &[char]) -> Option<usize> {
    let count = characters.len();
    (1..=count / 2).find(|period| characters[*period..] == characters[..count - period])
}

fn is_listed(text: &str) -> bool {
    // Both bounds are always starts of lines or the end of the list.
    let (mut low, mut high) = (0, LIST.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let bytes = LIST.as_bytes();
        let start = bytes[low..middle].iter().rposition(|byte| *byte == b'\n');
        let start = start.map_or(low, |at| low + at + 1);
        let end = bytes[start..].iter().position(|byte| *byte == b'\n');
        let end = end.map_or(LIST.len(), |at| start + at);
        match text.as_bytes().cmp(&bytes[start..end]) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => high = start,
            std::cmp::Ordering::Greater => low = end + 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_nothing_between_the_lines() {
        let lines: Vec<&str> = LIST.lines().collect();
        assert!(lines.len() > 8_000 && LIST.ends_with('\n'));
        assert!(lines.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
        for line in &lines {
            assert!(line.chars().count() >= SHORTEST, "{line}");
            assert!(is_listed(line), "{line}");
            let next = format!("{line}\u{1}");
            assert!(!is_listed(&next), "{next}");
        }
        for absent in ["", "\n", "password\n", "\u{10ffff}", "!", "passwor"] {
            assert!(!is_listed(absent), "{absent:?}");
        }
    }

    #[test]
    fn repetitions_are_as_common_as_what_they_repeat() {
        let check = |text: &str, expected| assert_eq!(is_common(text), expected, "{text}");
        check("aaaaaaaaaaaaaaaa", true);
        check("abcabcabcabcabca", true);
        check("PasswordPassword", true);
        check("12345678123456781234", true);
        check("tr0ubadourtr0ubadour", false);
        check("abcdefgh abcdefg", false);
    }
}
