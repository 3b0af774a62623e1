//! Kinds of aspects.

/// A kind of aspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the angle of each is told by `angle_deg`")]
pub enum AspectKind {
    Conjunction,
    Sextile,
    Square,
    Trine,
    Opposition,
    Semisextile,
    Semisquare,
    Quintile,
    Sesquisquare,
    Biquintile,
    Quincunx,
    Septile,
    Novile,
    /// Equal declinations on the same side of the equator.
    Parallel,
    /// Equal declinations on opposite sides of the equator.
    Contraparallel,
}

impl AspectKind {
    /// Every kind, the five Ptolemaic aspects first.
    pub const ALL: [Self; 15] = [
        Self::Conjunction,
        Self::Sextile,
        Self::Square,
        Self::Trine,
        Self::Opposition,
        Self::Semisextile,
        Self::Semisquare,
        Self::Quintile,
        Self::Sesquisquare,
        Self::Biquintile,
        Self::Quincunx,
        Self::Septile,
        Self::Novile,
        Self::Parallel,
        Self::Contraparallel,
    ];

    /// The five aspects of Ptolemy, also called major.
    pub const PTOLEMAIC: [Self; 5] = [
        Self::Conjunction,
        Self::Sextile,
        Self::Square,
        Self::Trine,
        Self::Opposition,
    ];

    /// Returns the angle in longitude, in degrees; `None` for the two aspects in declination.
    pub const fn angle_deg(self) -> Option<f64> {
        Some(match self {
            Self::Conjunction => 0.0,
            Self::Sextile => 60.0,
            Self::Square => 90.0,
            Self::Trine => 120.0,
            Self::Opposition => 180.0,
            Self::Semisextile => 30.0,
            Self::Semisquare => 45.0,
            Self::Quintile => 72.0,
            Self::Sesquisquare => 135.0,
            Self::Biquintile => 144.0,
            Self::Quincunx => 150.0,
            Self::Septile => 360.0 / 7.0,
            Self::Novile => 40.0,
            Self::Parallel | Self::Contraparallel => return None,
        })
    }

    /// Returns the id used by the API, for example `trine`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Conjunction => "conjunction",
            Self::Sextile => "sextile",
            Self::Square => "square",
            Self::Trine => "trine",
            Self::Opposition => "opposition",
            Self::Semisextile => "semisextile",
            Self::Semisquare => "semisquare",
            Self::Quintile => "quintile",
            Self::Sesquisquare => "sesquisquare",
            Self::Biquintile => "biquintile",
            Self::Quincunx => "quincunx",
            Self::Septile => "septile",
            Self::Novile => "novile",
            Self::Parallel => "parallel",
            Self::Contraparallel => "contraparallel",
        }
    }

    /// Returns the kind with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_id_and_its_index() {
        for (index, kind) in AspectKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(AspectKind::from_id(kind.id()), Some(kind));
        }
        assert_eq!(AspectKind::from_id("Trine"), None);
    }

    #[test]
    fn the_ptolemaic_aspects_are_the_first() {
        assert_eq!(AspectKind::ALL[..5], AspectKind::PTOLEMAIC);
    }
}
