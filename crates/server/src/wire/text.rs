//! Values as they stand in requests: texts that are parsed into the types of `access` when they are
//! read, so that no operation sees one that is not what it says.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use access::{DomainPattern, EmailAddress, Name, PlanId, Rate, Timestamp};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use zeroize::Zeroizing;

use crate::clock::parse_rfc3339;
use crate::error::{ApiError, ErrorCode};

/// A type that is written as text of a named format.
pub trait Textual: Sized {
    /// The format's name in schemas.
    const FORMAT: &'static str;

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// A sentence saying what is expected.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! textual {
    ($($type:ty = $format:literal,)+) => {$(
        impl Textual for $type {
            const FORMAT: &'static str = $format;

            fn read(text: &str) -> Result<Self, String> {
                text.parse().map_err(|error: <Self as FromStr>::Err| error.to_string())
            }
        }
    )+};
}

textual! {
    EmailAddress = "email",
    Name = "name",
    Rate = "rate",
    PlanId = "plan",
    DomainPattern = "domain-pattern",
}

impl Textual for Timestamp {
    const FORMAT: &'static str = "date-time";

    fn read(text: &str) -> Result<Self, String> {
        parse_rfc3339(text)
    }
}

/// A text of a request, parsed.
#[derive(Clone, Debug)]
pub struct Text<T>(pub T);

impl<'de, T: Textual> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        T::read(&text).map(Self).map_err(D::Error::custom)
    }
}

impl<T: Textual> JsonSchema for Text<T> {
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
pub(crate) fn given<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
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
