//! Symbols of aspects, and their families.

use ids::AspectKind;

use crate::scene::Dash;

/// A family of aspects that share a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AspectFamily {
    /// Conjunction and parallel.
    Union,
    /// Square, opposition, semisquare, sesquisquare, contraparallel.
    Tension,
    /// Trine and sextile.
    Harmony,
    /// Semisextile and quincunx.
    Adjustment,
    /// Fifths, sevenths and ninths of the circle.
    Creation,
}

impl AspectFamily {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::Union,
        Self::Tension,
        Self::Harmony,
        Self::Adjustment,
        Self::Creation,
    ];

    /// Returns the family of an aspect.
    pub fn of(kind: AspectKind) -> Self {
        match kind {
            AspectKind::Conjunction | AspectKind::Parallel => Self::Union,
            AspectKind::Square
            | AspectKind::Opposition
            | AspectKind::Semisquare
            | AspectKind::Sesquisquare
            | AspectKind::Contraparallel => Self::Tension,
            AspectKind::Sextile | AspectKind::Trine => Self::Harmony,
            AspectKind::Semisextile | AspectKind::Quincunx => Self::Adjustment,
            AspectKind::Quintile
            | AspectKind::Biquintile
            | AspectKind::Septile
            | AspectKind::Novile => Self::Creation,
        }
    }
}

/// Returns the dash pattern of an aspect, so that none is identified by color alone.
pub(crate) fn dash(kind: AspectKind) -> Dash {
    match kind {
        AspectKind::Conjunction
        | AspectKind::Square
        | AspectKind::Trine
        | AspectKind::Opposition => Dash::Solid,
        AspectKind::Sextile => Dash::Long,
        AspectKind::Semisquare | AspectKind::Sesquisquare => Dash::DashDot,
        AspectKind::Semisextile
        | AspectKind::Quincunx
        | AspectKind::Parallel
        | AspectKind::Contraparallel => Dash::Short,
        AspectKind::Quintile
        | AspectKind::Biquintile
        | AspectKind::Septile
        | AspectKind::Novile => Dash::Dotted,
    }
}

pub(super) const fn drawing(kind: AspectKind) -> &'static str {
    match kind {
        AspectKind::Conjunction => "O -2.8 2.8 5 M 0.8 -0.8 L 7.2 -7.2",
        AspectKind::Sextile => "M 0 -9 L 0 9 M -7.8 -4.5 L 7.8 4.5 M -7.8 4.5 L 7.8 -4.5",
        AspectKind::Square => "M -7 -7 L 7 -7 L 7 7 L -7 7 Z",
        AspectKind::Trine => "M 0 -8.6 L 8.2 5.8 L -8.2 5.8 Z",
        AspectKind::Opposition => "O -4.8 4.8 3.6 O 4.8 -4.8 3.6 M -2.25 2.25 L 2.25 -2.25",
        AspectKind::Semisextile => "M -8.6 4.2 L 8.6 4.2 M -5.6 -6.4 L 0 4.2 L 5.6 -6.4",
        AspectKind::Semisquare => "M 6.6 -7.4 L -7.6 6 L 8.2 6",
        AspectKind::Quintile => "O 0 -0.8 7.4 M 2.2 2.8 L 7 7.4",
        AspectKind::Sesquisquare => {
            "M -6.8 -7 L 3 -7 L 3 2.8 L -6.8 2.8 Z M 7 -2.6 L 7 6.8 L -2.4 6.8"
        }
        AspectKind::Biquintile => {
            "M -8.6 -5.4 L -8.6 4.8 O -5.6 1.8 3 O 4 -0.4 4.6 M 4.8 2 L 8.4 5.4"
        }
        AspectKind::Quincunx => "M -8.6 -4.2 L 8.6 -4.2 M -5.6 6.4 L 0 -4.2 L 5.6 6.4",
        AspectKind::Septile => {
            "M 5.2 -5.6 C 3.4 -9.8 -5.4 -9.4 -5 -4.2 C -4.6 0.4 5.4 -0.4 5.4 4.4 C 5.4 9.6 -3.8 9.8 -5.6 5.4"
        }
        AspectKind::Novile => "M -5.6 8 L -5.6 -8 L 5.6 8 L 5.6 -8",
        AspectKind::Parallel => "M -3 -8.6 L -3 8.6 M 3 -8.6 L 3 8.6",
        AspectKind::Contraparallel => "M -3 -8.6 L -3 8.6 M 3 -8.6 L 3 8.6 M -7.6 3.4 L 7.6 -3.4",
    }
}
