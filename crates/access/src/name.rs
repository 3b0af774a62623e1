//! Names that people give to organizations and keys.

use std::fmt;
use std::str::FromStr;

/// The maximum number of characters.
const LONGEST: usize = 100;

/// A name of an organization or a key: 1 to 100 characters without surrounding white space and
/// without invisible characters that could make it look like another name.
///
/// # Examples
///
/// ```
/// use access::Name;
///
/// let name: Name = "  Website  ".parse()?;
/// assert_eq!(name.as_str(), "Website");
/// assert!("   ".parse::<Name>().is_err());
/// assert!("Web\u{200b}site".parse::<Name>().is_err());
/// # Ok::<(), access::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Text that cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameError;

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The name must be 1 to {LONGEST} characters long and contain no control characters."
        )
    }
}

impl std::error::Error for NameError {}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        let length = text.chars().count();
        let acceptable = (1..=LONGEST).contains(&length) && !text.chars().any(misleads);
        acceptable.then(|| Self(text.to_owned())).ok_or(NameError)
    }
}

/// Returns `true` for control characters, the zero-width space and mark, and characters that change
/// the direction of text. The zero-width joiners are allowed: Persian and Indic names need them.
fn misleads(character: char) -> bool {
    let direction = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let invisible = matches!(character, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}');
    character.is_control() || direction || invisible
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let name: Option<Name> = text.parse().ok();
        assert_eq!(name.as_ref().map(Name::as_str), expected, "{text:?}");
    }

    #[test]
    fn names_are_short_and_printable() {
        check(" Observatory ☉ ", Some("Observatory ☉"));
        check("", None);
        check("   ", None);
        check("two\nlines", None);
        check("\u{202e}live", None);
        check("zero\u{200b}width", None);
        check("می\u{200c}خواهم", Some("می\u{200c}خواهم"));
        check(&"é".repeat(100), Some(&"é".repeat(100)));
        check(&"é".repeat(101), None);
    }
}
