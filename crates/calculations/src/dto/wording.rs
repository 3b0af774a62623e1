//! The words of a response: in which language, and whether it has titles and texts. Calculations without a chart have
//! these options alone; the others have them among their [`CommonOptions`](super::options::CommonOptions).

use interpretation::overlay::TextLength;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The language of a response without a requested one.
pub const DEFAULT_LANGUAGE: &str = "en";

/// What a request says about words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording<'a> {
    /// The language.
    pub language: &'a str,
    /// Whether titles were requested.
    pub titles: bool,
    /// Whether texts of facts were requested.
    pub texts: bool,
    /// Whether a composed reading was requested.
    pub reading: bool,
    /// The length of texts.
    pub length: TextLength,
}

/// The options of a calculation that has texts and no chart.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(deny_unknown_fields)]
pub struct WordingOptions {
    /// Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected
    /// if the service has no titles in this language and your organization has no texts in it.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
    /// Whether to include interpretation texts.
    include_text: Option<bool>,
    /// Length of interpretation texts. Defaults to `standard`.
    text_length: Option<TextLengthName>,
}

/// Length of interpretation texts. A text that does not have the requested length appears in its standard length, with
/// a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TextLength")]
pub enum TextLengthName {
    /// At most 25 words.
    Short,
    /// 70 to 110 words.
    Standard,
    /// 220 to 350 words.
    Long,
}

impl From<TextLengthName> for TextLength {
    fn from(name: TextLengthName) -> Self {
        match name {
            TextLengthName::Short => Self::Short,
            TextLengthName::Standard => Self::Standard,
            TextLengthName::Long => Self::Long,
        }
    }
}

impl WordingOptions {
    /// What they say, with or without titles.
    pub fn wording(&self, titles: bool) -> Wording<'_> {
        Wording {
            language: self.language.as_deref().unwrap_or(DEFAULT_LANGUAGE),
            titles,
            texts: self.include_text.unwrap_or(false),
            reading: false,
            length: self.text_length.map(Into::into).unwrap_or_default(),
        }
    }
}
