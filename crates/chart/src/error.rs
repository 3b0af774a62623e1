//! Why a chart cannot be drawn.

use std::fmt;

use crate::{size, theme::Role, wheel};

/// What is wrong with a request to draw, with the values a message needs.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartError {
    /// A side of the picture is outside [`size::MIN_PX`] to [`size::MAX_PX`].
    SizeOutOfRange {
        /// The side that was asked for, in pixels.
        given_px: u32,
    },
    /// A ring has more points than [`wheel::MAX_POINTS`].
    TooManyPoints {
        /// How many points the ring has.
        given: usize,
    },
    /// There are more aspects than [`wheel::MAX_ASPECTS`].
    TooManyAspects {
        /// How many aspects were given.
        given: usize,
    },
    /// A longitude, an orb or a strength is not a finite number.
    NotFinite {
        /// Which value it is.
        what: &'static str,
    },
    /// An aspect names a point that its ring does not have.
    NoSuchPoint {
        /// The index the aspect names.
        index: usize,
    },
    /// A text does not name a colour as `#rrggbb`.
    ColourSyntax {
        /// The text.
        given: String,
    },
    /// A custom colour cannot be told from what is behind it.
    ContrastTooLow {
        /// What the colour is for.
        role: Role,
        /// The contrast it would have, as WCAG 2.2 defines it.
        contrast: f64,
        /// The contrast it needs.
        required: f64,
    },
    /// The picture could not be encoded.
    Encoding(String),
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SizeOutOfRange { given_px } => write!(
                f,
                "a side of {given_px} pixels is outside {} to {}",
                size::MIN_PX,
                size::MAX_PX
            ),
            Self::TooManyPoints { given } => write!(
                f,
                "{given} points are too many for one ring: at most {} can be told apart",
                wheel::MAX_POINTS
            ),
            Self::TooManyAspects { given } => write!(
                f,
                "{given} aspects are too many for one wheel: at most {} are drawn",
                wheel::MAX_ASPECTS
            ),
            Self::NotFinite { what } => write!(f, "{what} is not a finite number"),
            Self::NoSuchPoint { index } => {
                write!(
                    f,
                    "an aspect names point {index}, which its ring does not have"
                )
            }
            Self::ColourSyntax { given } => {
                write!(f, "`{given}` is not a colour: write it as #rrggbb")
            }
            Self::ContrastTooLow {
                role,
                contrast,
                required,
            } => write!(
                f,
                "the colour of {role} has a contrast of {contrast:.2} to what is behind it, and needs {required:.1}"
            ),
            Self::Encoding(cause) => write!(f, "the picture cannot be encoded: {cause}"),
        }
    }
}

impl std::error::Error for ChartError {}
