//! Symbols of points, signs and aspects, drawn as lines of one width.
//!
//! Each symbol is written in a small language on a square of 24 units centered on (0, 0), with y
//! downwards: see [`pen`]. The ink of every symbol stays within [`INK_RADIUS`] of the center, so a
//! circle of that radius is all that a layout needs. Filled dots are circles so small that their
//! line covers them.

mod aspect;
mod pen;
mod point;
mod sign;

use std::sync::LazyLock;

use ids::{AspectKind, Sign};

pub(crate) use self::aspect::dash;
pub use self::{aspect::AspectFamily, point::PointGlyph};
use crate::scene::{Length, Segment};

/// The side of the square that symbols are drawn on.
pub const SIDE: f64 = 24.0;

/// No ink is farther from the center than this, with a line width of up to [`MAX_WEIGHT`].
pub const INK_RADIUS: f64 = 11.5;

/// The largest line width of symbols, in units of the square.
pub(crate) const MAX_WEIGHT: f64 = 2.2;

/// Any symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// A planet, asteroid, node, lot or angle.
    Point(PointGlyph),
    /// A sign of the zodiac.
    Sign(Sign),
    /// An aspect.
    Aspect(AspectKind),
    /// The mark of retrograde motion.
    Retrograde,
}

const RETROGRADE: (&str, &str) = (
    "retrograde",
    "M -4.9 8.6 L -4.9 -8 L 0.5 -8 C 5.7 -8 5.7 0.2 0.5 0.2 L -4.9 0.2 M 0 0.2 L 6.2 8.3 M 6.2 2 L 0.2 8.3",
);

static SEGMENTS: LazyLock<Vec<Vec<Segment>>> = LazyLock::new(|| {
    Glyph::all()
        .map(|glyph| pen::segments(glyph.drawing()))
        .collect()
});

impl Glyph {
    /// Returns every symbol.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::collections::HashSet;
    ///
    /// use chart::{AspectKind, Glyph, Sign};
    ///
    /// let ids: HashSet<&str> = Glyph::all().map(Glyph::id).collect();
    /// assert_eq!(ids.len(), Glyph::all().count(), "no two symbols have the same id");
    /// assert!(ids.contains(Glyph::Sign(Sign::Aries).id()));
    /// assert!(ids.contains(Glyph::Aspect(AspectKind::Trine).id()));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        let points = PointGlyph::ALL.iter().copied().map(Self::Point);
        let signs = Sign::ALL.iter().copied().map(Self::Sign);
        let aspects = AspectKind::ALL.iter().copied().map(Self::Aspect);
        points.chain(signs).chain(aspects).chain([Self::Retrograde])
    }

    /// Returns the unique id of the symbol. Those of points and aspects are the ids of the API.
    pub fn id(self) -> &'static str {
        match self {
            Self::Point(point) => point.id(),
            Self::Sign(sign) => sign.id(),
            Self::Aspect(aspect) => aspect.id(),
            Self::Retrograde => RETROGRADE.0,
        }
    }

    fn drawing(self) -> &'static str {
        match self {
            Self::Point(point) => point.drawing(),
            Self::Sign(sign) => sign::drawing(sign),
            Self::Aspect(aspect) => aspect::drawing(aspect),
            Self::Retrograde => RETROGRADE.1,
        }
    }

    /// Returns the lines of the symbol, in units of its square.
    pub fn segments(self) -> &'static [Segment] {
        let (points, signs) = (PointGlyph::ALL.len(), Sign::ALL.len());
        let index = match self {
            Self::Point(point) => point as usize,
            Self::Sign(sign) => points + sign as usize,
            Self::Aspect(aspect) => points + signs + aspect as usize,
            Self::Retrograde => points + signs + AspectKind::ALL.len(),
        };
        SEGMENTS.get(index).map_or(&[], Vec::as_slice)
    }
}

/// Returns the line width of a symbol, in units of its square. Small symbols need a heavier line
/// for the same visual weight.
pub(crate) fn weight(size_px: f64) -> Length {
    let weight = 1.55 + (24.0 - size_px).clamp(0.0, 16.0) * 0.035;
    Length::from_px(weight.min(MAX_WEIGHT))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::scene::ScenePoint;

    #[test]
    fn every_symbol_can_be_found_and_has_a_name_of_its_own() {
        let mut ids = BTreeSet::new();
        for (index, glyph) in Glyph::all().enumerate() {
            assert!(ids.insert(glyph.id()), "{} twice", glyph.id());
            assert_eq!(glyph.segments(), SEGMENTS[index], "{}", glyph.id());
            assert!(!glyph.segments().is_empty(), "{}", glyph.id());
        }
    }

    #[test]
    fn no_two_symbols_look_the_same() {
        let mut seen: Vec<Glyph> = Vec::new();
        for glyph in Glyph::all() {
            let same = seen
                .iter()
                .find(|other| other.segments() == glyph.segments());
            // A node and its two models share one symbol, and so do the two apogees.
            let may = |glyph: &Glyph| {
                [
                    "northNode",
                    "meanNode",
                    "trueNode",
                    "meanApogee",
                    "trueApogee",
                ]
                .contains(&glyph.id())
            };
            assert!(same.is_none_or(may), "{} looks like {same:?}", glyph.id());
            seen.push(glyph);
        }
    }

    #[test]
    fn all_ink_is_within_the_circle_that_layouts_reserve() {
        let mut wrong = Vec::new();
        for glyph in Glyph::all() {
            let mut here = ScenePoint::default();
            let mut farthest = 0.0_f64;
            for segment in glyph.segments() {
                for part in 0..=20 {
                    let (x, y) = on(here, *segment, f64::from(part) / 20.0);
                    farthest = farthest.max(x.hypot(y));
                }
                if let Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) = segment {
                    here = *to;
                }
            }
            let ink = farthest + MAX_WEIGHT / 2.0;
            if !(6.0..=INK_RADIUS).contains(&ink) {
                wrong.push(format!("{} reaches {ink:.2}", glyph.id()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// Returns the point of a segment at a parameter from 0 to 1.
    fn on(from: ScenePoint, segment: Segment, t: f64) -> (f64, f64) {
        let xy = |point: ScenePoint| (point.x.px(), point.y.px());
        let mix = |a: (f64, f64), b: (f64, f64)| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        match segment {
            Segment::Move(to) => xy(to),
            Segment::Line(to) => mix(xy(from), xy(to)),
            Segment::Curve(a, b, to) => {
                let (p, q, r) = (mix(xy(from), xy(a)), mix(xy(a), xy(b)), mix(xy(b), xy(to)));
                mix(mix(p, q), mix(q, r))
            }
            Segment::Close => xy(from),
        }
    }

    #[test]
    fn small_symbols_have_heavier_lines() {
        assert!(weight(10.0) > weight(20.0));
        assert_eq!(weight(24.0), weight(300.0));
        assert!(weight(1.0) <= Length::from_px(MAX_WEIGHT));
    }
}
