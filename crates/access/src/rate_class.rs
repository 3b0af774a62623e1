//! The rate class: which of an organization's rates a request is admitted under.

/// The rates of its organization that a request is admitted under, in addition to the ordinary
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateClass {
    /// No additional rates.
    Ordinary,
    /// The rates for chart images.
    Image,
    /// The rates for batches.
    Batch,
}

impl RateClass {
    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Image => "image",
            Self::Batch => "batch",
        }
    }
}
