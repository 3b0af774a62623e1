//! Which of an organization's rates a request is admitted under.

/// Which rates of its organization a request is admitted under, besides the ordinary ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateClass {
    /// None besides.
    Ordinary,
    /// Those for chart images.
    Image,
    /// Those for batches.
    Batch,
}

impl RateClass {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Image => "image",
            Self::Batch => "batch",
        }
    }
}
