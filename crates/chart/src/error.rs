//! Why a chart cannot be drawn.

use std::fmt;

use crate::{card, size, theme::ColorRole, wheel};

/// Why a drawing request is invalid, with the values a message needs.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawError {
    /// A side of the picture is outside [`size::MIN_PX`] to [`size::MAX_PX`].
    SizeOutOfRange {
        /// The requested side, in pixels.
        given_px: u32,
    },
    /// A ring has more points than [`wheel::MAX_POINTS`].
    TooManyPoints {
        /// The number of points in the ring.
        given: usize,
    },
    /// There are more aspects than [`wheel::MAX_ASPECTS`].
    TooManyAspects {
        /// The number of aspects.
        given: usize,
    },
    /// A card has more facts or bars than [`card::MAX_CARD_ROWS`].
    TooManyRows {
        /// The number of facts or bars.
        given: usize,
    },
    /// A longitude, an orb or a strength is not a finite number.
    NotFinite {
        /// The name of the value.
        what: &'static str,
    },
    /// The text of the panels would be too small to read.
    NoRoomForPanels,
    /// An aspect names a point that its ring does not have.
    NoSuchPoint {
        /// The index in the aspect.
        index: usize,
    },
    /// A text is not a color in the form `#rrggbb`.
    ColorSyntax {
        /// The text.
        given: String,
    },
    /// A custom color has too little contrast with its background.
    ContrastTooLow {
        /// The role of the color.
        role: ColorRole,
        /// Its contrast ratio, as defined by WCAG 2.2.
        contrast: f64,
        /// The required contrast ratio.
        required: f64,
    },
    /// The picture could not be encoded.
    Encoding(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SizeOutOfRange { given_px } => write!(
                f,
                "The image sides must be between {} and {} pixels, got {given_px}.",
                size::MIN_PX,
                size::MAX_PX
            ),
            Self::TooManyPoints { given } => write!(
                f,
                "A ring can have at most {} points, got {given}.",
                wheel::MAX_POINTS
            ),
            Self::TooManyAspects { given } => write!(
                f,
                "A wheel can have at most {} aspects, got {given}.",
                wheel::MAX_ASPECTS
            ),
            Self::TooManyRows { given } => write!(
                f,
                "A card can have at most {} facts and {0} bars, got {given}.",
                card::MAX_CARD_ROWS
            ),
            Self::NotFinite { what } => write!(f, "Expected a finite number for {what}."),
            Self::NoRoomForPanels => f.write_str(
                "The panels have no room: their text would be too small to read. Use a larger image, \
                 fewer panels or fewer points.",
            ),
            Self::NoSuchPoint { index } => {
                write!(
                    f,
                    "An aspect refers to point {index}, which its ring does not have."
                )
            }
            Self::ColorSyntax { given } => {
                write!(f, "`{given}` is not a valid color. Use the format #rrggbb.")
            }
            Self::ContrastTooLow {
                role,
                contrast,
                required,
            } => write!(
                f,
                "The color of {role} has a contrast ratio of {contrast:.2} against its background. Use a color with a contrast ratio of at least {required:.1}."
            ),
            Self::Encoding(cause) => write!(f, "The image cannot be encoded: {cause}."),
        }
    }
}

impl std::error::Error for DrawError {}
