//! A picture as a list of items to draw: the input of both writers, and what tests inspect.
//!
//! Coordinates are whole hundredths of a pixel, so the list is the same on every machine. The SVG
//! matches the PNG exactly, except for symbols and letters within a line, which it rounds to a
//! twentieth of a pixel. There is no transparency and no clipping, which two renderers could
//! interpret differently. Lines have round ends, dashed lines have butt ends.

use std::fmt;

use crate::{
    font::{self, Weight},
    glyph::Glyph,
    size::Size,
    text::ChartText,
    theme::Colour,
};

/// A position or a length in hundredths of a pixel.
///
/// # Examples
///
/// ```
/// use chart::Length;
///
/// let length = Length::from_px(-3.254);
/// assert_eq!(length.hundredths(), -325);
/// assert_eq!(length.to_string(), "-3.25");
/// assert_eq!(Length::from_px(12.0).to_string(), "12");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Length(i32);

impl Length {
    /// Rounds to the nearest hundredth.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "pictures are at most 4000 pixels wide; beyond i32 the cast saturates"
    )]
    pub fn from_px(px: f64) -> Self {
        Self((px * 100.0).round() as i32)
    }

    /// Returns the length in pixels.
    pub fn px(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Returns the length in hundredths of a pixel.
    pub fn hundredths(self) -> i32 {
        self.0
    }
}

/// The shortest exact form: `12`, `0.5`, `-3.25`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match (rest, rest % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// A position in the picture, from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ScenePoint {
    /// To the right.
    pub x: Length,
    /// Downwards.
    pub y: Length,
}

impl ScenePoint {
    /// Rounds to the grid of hundredths.
    pub fn at(x_px: f64, y_px: f64) -> Self {
        Self {
            x: Length::from_px(x_px),
            y: Length::from_px(y_px),
        }
    }
}

impl fmt::Display for ScenePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// A part of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Begins a new contour.
    Move(ScenePoint),
    /// A straight line.
    Line(ScenePoint),
    /// A cubic curve: two control points and its end.
    Curve(ScenePoint, ScenePoint, ScenePoint),
    /// Closes the contour.
    Close,
}

/// The outline of an item.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A full circle.
    Circle {
        /// Its center.
        center: ScenePoint,
        /// Its radius.
        radius: Length,
    },
    /// Straight and curved contours.
    Path(Vec<Segment>),
    /// Copies of contours, rotated around a center by equal fractions of a full turn.
    Turned {
        /// The center of rotation.
        center: ScenePoint,
        /// The number of copies, including the original.
        times: u16,
        /// The contours, relative to the center.
        segments: Vec<Segment>,
    },
    /// Filled circles of one size, without an outline.
    Dots {
        /// Their centers.
        centers: Vec<ScenePoint>,
        /// Their radius.
        radius: Length,
    },
}

/// The dash pattern of a line. Lengths are in line widths, but never less than those of a line of
/// one pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dash {
    /// No dashes.
    #[default]
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// Dots.
    Dotted,
    /// Dash, dot, dash, dot.
    DashDot,
}

impl Dash {
    /// Returns the alternating lengths of strokes and gaps, in units of `unit_px`. Empty for a
    /// solid line.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::Dash;
    ///
    /// assert!(Dash::Solid.pattern_px(2.0).is_empty());
    /// // A dash pattern has a gap for every stroke, and it scales with the unit.
    /// let (one, two) = (Dash::DashDot.pattern_px(1.0), Dash::DashDot.pattern_px(2.0));
    /// assert_eq!(one.len() % 2, 0);
    /// assert!(one.iter().zip(&two).all(|(one, two)| 2.0 * one == *two));
    /// ```
    pub fn pattern_px(self, unit_px: f64) -> Vec<f64> {
        let parts: &[f64] = match self {
            Self::Solid => &[],
            Self::Long => &[7.0, 3.0],
            Self::Short => &[3.5, 2.5],
            Self::Dotted => &[1.2, 2.2],
            Self::DashDot => &[7.0, 2.2, 1.2, 2.2],
        };
        parts.iter().map(|part| part * unit_px).collect()
    }
}

/// The stroke of a contour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// Its color.
    pub colour: Colour,
    /// Its width.
    pub width: Length,
    /// Its dash pattern.
    pub dash: Dash,
    /// The unit of dash lengths.
    pub dash_unit: Length,
}

impl Stroke {
    /// Returns a solid line.
    pub fn solid(colour: Colour, width_px: f64) -> Self {
        Self::dashed(colour, width_px, Dash::Solid, 0.0)
    }

    /// Returns a dashed line with dash lengths in units of `unit_px`.
    pub fn dashed(colour: Colour, width_px: f64, dash: Dash, unit_px: f64) -> Self {
        Self {
            colour,
            width: Length::from_px(width_px),
            dash,
            dash_unit: Length::from_px(unit_px),
        }
    }
}

/// An item to draw.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SceneItem {
    /// A shape, filled or stroked or both.
    Shape {
        /// Its outline.
        shape: Shape,
        /// The fill color.
        fill: Option<Colour>,
        /// The outline.
        stroke: Option<Stroke>,
    },
    /// An astrological symbol.
    Glyph {
        /// The symbol.
        glyph: Glyph,
        /// Its center.
        center: ScenePoint,
        /// The side of its square. The ink fills about five sixths of it.
        size: Length,
        /// Its color.
        colour: Colour,
        /// Its line width in units of 1/24 of its side.
        weight: Length,
    },
    /// A line of text.
    Label {
        /// The text.
        text: ChartText,
        /// The start of its baseline.
        origin: ScenePoint,
        /// Its font size.
        size: Length,
        /// Its color.
        colour: Colour,
        /// The weight of its letters.
        weight: Weight,
    },
    /// Related items, with a sentence for tooltips and screen readers.
    Group {
        /// The sentence.
        title: ChartText,
        /// The items.
        items: Vec<SceneItem>,
    },
}

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Its size.
    pub size: Size,
    /// The background color.
    pub background: Colour,
    /// Its title.
    pub title: ChartText,
    /// The complete chart as text.
    pub description: ChartText,
    /// The language of the texts, as a BCP 47 tag.
    pub language: ChartText,
    /// The items to draw, from back to front.
    pub items: Vec<SceneItem>,
}

impl SceneItem {
    /// Returns the extent of a label's capitals and digits: left, top, right and bottom in pixels.
    /// `None` for other items.
    pub fn label_box_px(&self) -> Option<[f64; 4]> {
        let Self::Label {
            text,
            origin,
            size,
            weight,
            ..
        } = self
        else {
            return None;
        };
        let (x, y, size) = (origin.x.px(), origin.y.px(), size.px());
        let right = x + font::width_em(text.as_str(), *weight) * size;
        Some([x, y - font::CAP_HEIGHT * size, right, y])
    }
}

/// One line per item, as in the snapshots. Long paths are abbreviated to their length and a digest
/// of their numbers.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.size.width_px(), self.size.height_px());
        writeln!(f, "scene {width}x{height} on {}", self.background)?;
        writeln!(f, "title {}", self.title)?;
        writeln!(f, "description {}", self.description)?;
        self.items.iter().try_for_each(|item| dump(item, 0, f))
    }
}

fn dump(item: &SceneItem, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{:1$}", "", depth * 2)?;
    match item {
        SceneItem::Shape {
            shape,
            fill,
            stroke,
        } => {
            match shape {
                Shape::Circle { center, radius } => write!(f, "circle {center} r {radius}")?,
                Shape::Path(segments) => dump_path(segments, f)?,
                Shape::Turned {
                    center,
                    times,
                    segments,
                } => {
                    write!(f, "{times} times around {center} ")?;
                    dump_path(segments, f)?;
                }
                Shape::Dots { centers, radius } => {
                    write!(f, "dots r {radius}")?;
                    centers.iter().try_for_each(|it| write!(f, " {it}"))?;
                }
            }
            if let Some(fill) = fill {
                write!(f, " fill {fill}")?;
            }
            if let Some(Stroke {
                colour,
                width,
                dash,
                ..
            }) = stroke
            {
                write!(f, " stroke {colour} {width}")?;
                if *dash != Dash::Solid {
                    write!(f, " {dash:?}")?;
                }
            }
            writeln!(f)
        }
        SceneItem::Glyph {
            glyph,
            center,
            size,
            colour,
            ..
        } => writeln!(f, "glyph {} {center} size {size} {colour}", glyph.id()),
        SceneItem::Label {
            text,
            origin,
            size,
            colour,
            ..
        } => writeln!(f, "label {origin} size {size} {colour} {text}"),
        SceneItem::Group { title, items } => {
            writeln!(f, "group {title}")?;
            items.iter().try_for_each(|item| dump(item, depth + 1, f))
        }
    }
}

fn dump_path(segments: &[Segment], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if segments.len() > 12 {
        let ends = segments.iter().filter_map(|segment| match segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some(*to),
            Segment::Close => None,
        });
        // Sums of coordinates weighted by their position: any changed number changes them.
        let digest = ends.zip(1_i64..).fold(0_i64, |sum, (to, place)| {
            sum + place * i64::from(to.x.0) + (place + 7) * i64::from(to.y.0)
        });
        return write!(f, "path of {} segments, digest {digest}", segments.len());
    }
    f.write_str("path")?;
    for segment in segments {
        match segment {
            Segment::Move(to) => write!(f, " M{to}")?,
            Segment::Line(to) => write!(f, " L{to}")?,
            Segment::Curve(a, b, to) => write!(f, " C{a} {b} {to}")?,
            Segment::Close => f.write_str(" Z")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_with_as_few_digits_as_possible() {
        for (px, expected) in [
            (0.0, "0"),
            (12.0, "12"),
            (0.5, "0.5"),
            (-3.25, "-3.25"),
            (-0.004, "0"),
            (1.005_1, "1.01"),
            (7.03, "7.03"),
        ] {
            assert_eq!(Length::from_px(px).to_string(), expected);
        }
    }
}
