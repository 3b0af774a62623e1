//! Numerology: the numbers of a name and a date of birth, with every step of their calculation.
//!
//! [`name::Name`] gives letters their values, [`sum::Sum`] adds and reduces numbers and records each
//! step, [`profile`] computes the numbers of one person, [`pair`] compares two people.
//!
//! ```
//! use numerology::{Date, Options, name::Name, profile::profile};
//!
//! let name = Name::read("Anna Maria Visser").expect("the name has letters");
//! let born = Date { year: 1985, month: 12, day: 19 };
//! let today = Date { year: 2026, month: 11, day: 16 };
//! let profile = profile(&name, born, today, Options::default());
//! assert_eq!(profile.expression.value(), 11);
//! assert_eq!(profile.expression.steps().last().map(String::as_str), Some("6 + 5 = 11"));
//! ```
//!
//! What schools do differently is an option ([`Options`]). The library reads no clock and knows neither
//! texts nor the sky.

pub mod cycles;
pub mod name;
pub mod pair;
pub mod profile;
pub mod sum;

/// A date in the calendar in which it was written. Numerology adds its digits, so it is not converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year, 1 or later.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

/// What schools do differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The values of letters.
    pub system: System,
    /// How the life path number is calculated.
    pub reduction: Reduction,
    /// Where 11, 22 and 33 are kept.
    pub master_numbers: MasterNumbers,
    /// How the values of the names are combined.
    pub name_reduction: NameReduction,
    /// Whether Y is a vowel.
    pub y: LetterY,
}

/// The values of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// A to I are 1 to 9, and so on through the alphabet.
    #[default]
    Pythagorean,
    /// Values from 1 to 8 by sound. It has no master numbers, karmic lessons or hidden passion.
    Chaldean,
}

/// How the life path number is calculated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// Month, day and year are reduced before they are added.
    #[default]
    Parts,
    /// All digits of the date are added.
    Digits,
}

/// Where the master numbers 11, 22 and 33 are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MasterNumbers {
    /// Only as a result.
    #[default]
    Final,
    /// As a result, and in the parts that are added to it.
    Parts,
    /// Nowhere.
    None,
}

/// How the values of the names are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameReduction {
    /// The letters of the whole name are added.
    #[default]
    Total,
    /// Each word is reduced first.
    PerName,
}

/// Whether the letter Y is a vowel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterY {
    /// A vowel if no A, E, I, O or U is next to it in its word.
    #[default]
    Context,
    /// Always a vowel.
    Always,
    /// Never a vowel.
    Never,
}

impl Options {
    /// Whether a result can be a master number.
    pub fn keeps_masters(self) -> bool {
        self.system == System::Pythagorean && self.master_numbers != MasterNumbers::None
    }

    /// Whether a part of a sum can be a master number.
    pub fn keeps_masters_in_parts(self) -> bool {
        self.keeps_masters() && self.master_numbers == MasterNumbers::Parts
    }
}
