//! The conventions of numerology that a request can choose, and their echo in the response.

use numerology::Options;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Values of letters.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologySystem")]
enum System {
    /// A to I are 1 to 9, J to R are 1 to 9, S to Z are 1 to 8.
    #[default]
    Pythagorean,
    /// Values from 1 to 8 by sound. It has compound numbers, but no master numbers, karmic lessons or hidden passion.
    Chaldean,
}

/// How the life path number is calculated.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyReduction")]
enum Reduction {
    /// Month, day and year are reduced before they are added.
    #[default]
    Parts,
    /// All digits of the date are added.
    Digits,
}

/// Which steps keep the master numbers 11, 22 and 33 unreduced.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyMasterNumbers")]
enum MasterNumbers {
    /// Only as a result.
    #[default]
    Final,
    /// As a result, and in the month, day, year and words of a name that are added to it.
    Parts,
    /// Nowhere.
    None,
}

/// How the values of the names are combined.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyNameReduction")]
enum NameReduction {
    /// The letters of the whole name are added.
    #[default]
    Total,
    /// Each word is reduced before the words are added.
    PerName,
}

/// When the letter Y counts as a vowel.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyY")]
enum LetterY {
    /// A vowel if no A, E, I, O or U is next to it in its word.
    #[default]
    Context,
    /// Always a vowel.
    Always,
    /// Never a vowel.
    Never,
}

/// The conventions that a request chooses.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(deny_unknown_fields)]
pub(crate) struct NumerologyOptions {
    /// System of letter values. Defaults to `pythagorean`.
    system: Option<System>,
    /// How the life path number is calculated. Defaults to `parts`.
    reduction: Option<Reduction>,
    /// Which steps keep master numbers unreduced. Defaults to `final`.
    master_numbers: Option<MasterNumbers>,
    /// How the values of the names are combined. Defaults to `total`.
    name_reduction: Option<NameReduction>,
    /// When Y counts as a vowel. Defaults to `context`.
    y: Option<LetterY>,
}

/// The conventions that were used.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyConventions")]
pub(crate) struct ConventionsReply {
    /// System of letter values.
    system: System,
    /// How the life path number was calculated.
    reduction: Reduction,
    /// Which steps kept master numbers unreduced.
    master_numbers: MasterNumbers,
    /// How the values of the names were combined.
    name_reduction: NameReduction,
    /// When Y counted as a vowel.
    y: LetterY,
}

impl NumerologyOptions {
    pub(super) fn options(&self) -> Options {
        Options {
            system: match self.system.unwrap_or_default() {
                System::Pythagorean => numerology::System::Pythagorean,
                System::Chaldean => numerology::System::Chaldean,
            },
            reduction: match self.reduction.unwrap_or_default() {
                Reduction::Parts => numerology::Reduction::Parts,
                Reduction::Digits => numerology::Reduction::Digits,
            },
            master_numbers: match self.master_numbers.unwrap_or_default() {
                MasterNumbers::Final => numerology::MasterNumbers::Final,
                MasterNumbers::Parts => numerology::MasterNumbers::Parts,
                MasterNumbers::None => numerology::MasterNumbers::None,
            },
            name_reduction: match self.name_reduction.unwrap_or_default() {
                NameReduction::Total => numerology::NameReduction::Total,
                NameReduction::PerName => numerology::NameReduction::PerName,
            },
            y: match self.y.unwrap_or_default() {
                LetterY::Context => numerology::LetterY::Context,
                LetterY::Always => numerology::LetterY::Always,
                LetterY::Never => numerology::LetterY::Never,
            },
        }
    }

    pub(super) fn conventions(&self) -> ConventionsReply {
        ConventionsReply {
            system: self.system.unwrap_or_default(),
            reduction: self.reduction.unwrap_or_default(),
            master_numbers: self.master_numbers.unwrap_or_default(),
            name_reduction: self.name_reduction.unwrap_or_default(),
            y: self.y.unwrap_or_default(),
        }
    }
}
