//! Symbols of aspects, and their families.

use crate::scene::Dash;

/// An aspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AspectKind {
    /// 0 degrees.
    Conjunction,
    /// 60 degrees.
    Sextile,
    /// 90 degrees.
    Square,
    /// 120 degrees.
    Trine,
    /// 180 degrees.
    Opposition,
    /// 30 degrees.
    Semisextile,
    /// 45 degrees.
    Semisquare,
    /// 72 degrees.
    Quintile,
    /// 135 degrees.
    Sesquisquare,
    /// 144 degrees.
    Biquintile,
    /// 150 degrees.
    Quincunx,
    /// A seventh of the circle.
    Septile,
    /// A ninth of the circle.
    Novile,
    /// Equal declinations.
    Parallel,
    /// Opposite declinations.
    Contraparallel,
}

impl AspectKind {
    /// All aspects, in declaration order.
    pub const ALL: &'static [Self] = &[
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

    /// Returns the id used by the API, such as `trine`.
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    /// Returns the aspect with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.id() == id)
    }

    /// Returns its family, which determines its colour.
    pub fn family(self) -> AspectFamily {
        match self {
            Self::Conjunction | Self::Parallel => AspectFamily::Union,
            Self::Square
            | Self::Opposition
            | Self::Semisquare
            | Self::Sesquisquare
            | Self::Contraparallel => AspectFamily::Tension,
            Self::Sextile | Self::Trine => AspectFamily::Harmony,
            Self::Semisextile | Self::Quincunx => AspectFamily::Adjustment,
            Self::Quintile | Self::Biquintile | Self::Septile | Self::Novile => {
                AspectFamily::Creation
            }
        }
    }

    /// Whether it is one of the five Ptolemaic aspects.
    pub fn is_major(self) -> bool {
        matches!(
            self,
            Self::Conjunction | Self::Sextile | Self::Square | Self::Trine | Self::Opposition
        )
    }

    /// Returns its dash pattern, so that no aspect is identified by colour alone.
    pub(crate) fn dash(self) -> Dash {
        match self {
            Self::Conjunction | Self::Square | Self::Trine | Self::Opposition => Dash::Solid,
            Self::Sextile => Dash::Long,
            Self::Semisquare | Self::Sesquisquare => Dash::DashDot,
            Self::Semisextile | Self::Quincunx | Self::Parallel | Self::Contraparallel => {
                Dash::Short
            }
            Self::Quintile | Self::Biquintile | Self::Septile | Self::Novile => Dash::Dotted,
        }
    }

    /// Returns its id and its drawing.
    const fn entry(self) -> (&'static str, &'static str) {
        TABLE[self as usize]
    }

    pub(super) fn drawing(self) -> &'static str {
        self.entry().1
    }
}

/// Id and drawing, in declaration order.
const TABLE: &[(&str, &str)] = &[
    ("conjunction", "O -2.8 2.8 5 M 0.8 -0.8 L 7.2 -7.2"),
    (
        "sextile",
        "M 0 -9 L 0 9 M -7.8 -4.5 L 7.8 4.5 M -7.8 4.5 L 7.8 -4.5",
    ),
    ("square", "M -7 -7 L 7 -7 L 7 7 L -7 7 Z"),
    ("trine", "M 0 -8.6 L 8.2 5.8 L -8.2 5.8 Z"),
    (
        "opposition",
        "O -4.8 4.8 3.6 O 4.8 -4.8 3.6 M -2.25 2.25 L 2.25 -2.25",
    ),
    (
        "semisextile",
        "M -8.6 4.2 L 8.6 4.2 M -5.6 -6.4 L 0 4.2 L 5.6 -6.4",
    ),
    ("semisquare", "M 6.6 -7.4 L -7.6 6 L 8.2 6"),
    ("quintile", "O 0 -0.8 7.4 M 2.2 2.8 L 7 7.4"),
    (
        "sesquisquare",
        "M -6.8 -7 L 3 -7 L 3 2.8 L -6.8 2.8 Z M 7 -2.6 L 7 6.8 L -2.4 6.8",
    ),
    (
        "biquintile",
        "M -8.6 -5.4 L -8.6 4.8 O -5.6 1.8 3 O 4 -0.4 4.6 M 4.8 2 L 8.4 5.4",
    ),
    (
        "quincunx",
        "M -8.6 -4.2 L 8.6 -4.2 M -5.6 6.4 L 0 -4.2 L 5.6 6.4",
    ),
    (
        "septile",
        "M 5.2 -5.6 C 3.4 -9.8 -5.4 -9.4 -5 -4.2 C -4.6 0.4 5.4 -0.4 5.4 4.4 C 5.4 9.6 -3.8 9.8 -5.6 5.4",
    ),
    ("novile", "M -5.6 8 L -5.6 -8 L 5.6 8 L 5.6 -8"),
    ("parallel", "M -3 -8.6 L -3 8.6 M 3 -8.6 L 3 8.6"),
    (
        "contraparallel",
        "M -3 -8.6 L -3 8.6 M 3 -8.6 L 3 8.6 M -7.6 3.4 L 7.6 -3.4",
    ),
];

/// A family of aspects that share a colour.
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
}
