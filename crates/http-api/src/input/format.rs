//! Formats of text: the name a schema gives them, and the parser that decides.

use crate::text::Textual;

/// A text format, by the name it has in the schema, and the parser that decides.
#[derive(Debug)]
pub struct TextFormat {
    /// Its name in the schema.
    pub name: &'static str,
    /// The same as a regular expression for readers of the document, if one can express it: a
    /// matching text is accepted. The parser may accept more, such as surrounding spaces.
    pub pattern: Option<&'static str>,
    /// The most characters, if the expression cannot say that.
    pub longest: Option<usize>,
    /// A sentence when the text does not have the format.
    pub check: fn(&str) -> Result<(), String>,
}

impl PartialEq for TextFormat {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Lists of formats. Every format that a schema declares is also listed, so that none is left
/// unchecked.
pub type Formats = &'static [&'static [TextFormat]];

/// The formats of the types of `access`. The parser is the one the typed field uses, too.
pub const ACCESS_FORMATS: &[TextFormat] = &[
    TextFormat::of::<access::Timestamp>(),
    TextFormat::of::<access::EmailAddress>(),
    TextFormat::of::<access::Name>(),
    TextFormat::of::<access::Rate>(),
    TextFormat::of::<access::PlanId>(),
    TextFormat::of::<access::DomainPattern>(),
    TextFormat::of::<access::WebhookUrl>(),
];

impl TextFormat {
    /// The format of a type that is written as text.
    pub const fn of<T: Textual>() -> Self {
        Self {
            name: T::FORMAT,
            pattern: T::PATTERN,
            longest: T::LONGEST,
            check: |text| T::read(text).map(drop),
        }
    }
}
