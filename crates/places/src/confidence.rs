//! How reliable an offset is.

/// The reliability of an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// There is a known reason for doubt: see the cautions.
    Low,
    /// The history of the zone's main city, before 1970, or local mean time.
    Medium,
    /// Given with the time, or from 1970 on, where the tz database covers every place of a zone.
    High,
}

impl Confidence {
    /// Returns its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}
