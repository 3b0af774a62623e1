//! Values as they stand in requests: texts that are parsed into the types of `access` when they are
//! read, so that no operation sees one that is not what it says.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use access::{DomainPattern, EmailAddress, Name, PlanId, Rate, Timestamp, WebhookUrl};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

use crate::clock::parse_rfc3339;
use crate::{ApiError, ErrorCode};

/// A type that is written as text of a named format.
pub trait Textual: Sized {
    /// The format's name in schemas.
    const FORMAT: &'static str;

    /// The format as a regular expression, where it is not a format that everybody knows and where
    /// an expression can say it.
    const PATTERN: Option<&'static str>;

    /// Its most characters, where the expression cannot say that.
    const LONGEST: Option<usize>;

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// A sentence saying what is expected.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! textual {
    ($($type:ty = $format:literal, $pattern:expr, $longest:expr;)+) => {$(
        impl Textual for $type {
            const FORMAT: &'static str = $format;
            const PATTERN: Option<&'static str> = $pattern;
            const LONGEST: Option<usize> = $longest;

            fn read(text: &str) -> Result<Self, String> {
                text.parse().map_err(|error: <Self as FromStr>::Err| error.to_string())
            }
        }
    )+};
}

/// Not all spaces, and no character that controls the text, hides in it or turns it.
const NAME: &str = concat!(
    r"^[^\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]*",
    r"[^\s\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]",
    r"[^\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]*$",
);

/// 1 to 10,000 in 1 second to 24 hours.
const RATE: &str = concat!(
    r"^([1-9][0-9]{0,3}|10000)/(",
    r"([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)s",
    r"|([1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)m",
    r"|([1-9]|1[0-9]|2[0-4])h)$",
);

textual! {
    EmailAddress = "email", None, None;
    Name = "name", Some(NAME), Some(100);
    Rate = "rate", Some(RATE), None;
    PlanId = "plan", None, None;
    // Names in other scripts and the list of public suffixes are beyond an expression.
    DomainPattern = "domain-pattern", None, None;
    WebhookUrl = "uri", None, None;
}

impl Textual for Timestamp {
    const FORMAT: &'static str = "date-time";
    const PATTERN: Option<&'static str> = None;
    const LONGEST: Option<usize> = None;

    fn read(text: &str) -> Result<Self, String> {
        parse_rfc3339(text)
    }
}

/// A text of a request, parsed.
#[derive(Clone, Debug)]
pub struct ParsedText<T>(pub T);

impl<'de, T: Textual> Deserialize<'de> for ParsedText<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        T::read(&text).map(Self).map_err(D::Error::custom)
    }
}

impl<T: Serialize> Serialize for ParsedText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: Textual> JsonSchema for ParsedText<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::FORMAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": T::FORMAT })
    }
}

/// A secret someone typed: it is not printed and leaves no copy in memory.
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

impl<'de> Deserialize<'de> for SecretText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|it| Self(Zeroizing::new(it)))
    }
}

impl JsonSchema for SecretText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "secret".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": 2048, "writeOnly": true })
    }
}

/// Reads a field whose null is a value, and another one than absent.
///
/// # Errors
///
/// What the type itself refuses.
pub fn given<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// A whole number of zero or more in a sentence, with its digits in groups of three.
///
/// ```
/// assert_eq!(http_api::text::thousands(999), "999");
/// assert_eq!(http_api::text::thousands(1_753_176), "1,753,176");
/// ```
pub fn thousands(number: impl fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes as lower-case hexadecimal digits.
///
/// # Panics
///
/// Never: a string takes any text.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes any text");
        text
    })
}

/// The id in a path. One that cannot be an id names nothing, like one that was never given out.
///
/// # Errors
///
/// `resource_not_found`.
pub fn path_id<T: FromStr>(text: &str) -> Result<T, ApiError> {
    let not_found = |_| ApiError::plain(ErrorCode::ResourceNotFound);
    text.parse().map_err(not_found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::string::string_regex;

    use super::*;

    fn fitting(pattern: &str) -> impl Strategy<Value = String> {
        string_regex(pattern.trim_matches(['^', '$'])).unwrap()
    }

    proptest! {
        #[test]
        fn whatever_fits_the_pattern_of_a_rate_is_one(text in fitting(RATE)) {
            prop_assert!(Rate::read(&text).is_ok(), "{}", text);
        }

        #[test]
        fn whatever_fits_the_pattern_of_a_name_is_one(text in fitting(NAME)) {
            prop_assume!(text.chars().count() <= Name::LONGEST.unwrap());
            prop_assert!(Name::read(&text).is_ok(), "{:?}", text);
        }
    }
}
