//! Why a report cannot be written.

use std::fmt;

/// Why a report cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportError {
    /// The logo is not a PNG image.
    LogoUnreadable(String),
    /// The logo has more pixels than a report may contain.
    LogoTooLarge {
        /// The longest side that is supported, in pixels.
        max_px: u32,
    },
    /// The report would have more pages than a report may have.
    TooManyPages {
        /// The most pages of a report.
        max: usize,
    },
    /// The caller stopped it.
    Stopped,
    /// The document violates its standard: a defect.
    Invalid(String),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LogoUnreadable(why) => write!(f, "The logo is not a PNG image: {why}."),
            Self::LogoTooLarge { max_px } => {
                write!(f, "The logo can have at most {max_px} x {max_px} pixels.")
            }
            Self::TooManyPages { max } => write!(f, "A report can have at most {max} pages."),
            Self::Stopped => f.write_str("The report was stopped."),
            Self::Invalid(why) => write!(f, "The document is invalid: {why}"),
        }
    }
}

impl std::error::Error for ReportError {}
