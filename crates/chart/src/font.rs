//! The bundled font: text widths and letter outlines. System fonts are never used.
//!
//! Letters are placed without kerning and without shaping. Scripts that need shaping (Arabic,
//! Devanagari …) and scripts that the font lacks (Chinese …) appear as boxes in a PNG. An SVG keeps
//! them as text, which the viewer's fonts render. [`covers`] checks a text in advance.

use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The weight of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Ordinary text.
    Regular,
    /// Titles. Texts with letters that the bold font lacks are drawn regular.
    Bold,
}

/// The font families in an SVG: the bundled one, then fonts with similar widths.
pub(crate) const FAMILIES: &str = "DejaVu Sans,Verdana,sans-serif";

/// The height of digits and capitals above the baseline, in em.
pub(crate) const CAP_HEIGHT: f64 = 0.729;

static REGULAR: LazyLock<Option<Face>> = LazyLock::new(|| Face::new(Weight::Regular));
static BOLD: LazyLock<Option<Face>> = LazyLock::new(|| Face::new(Weight::Bold));

/// Returns the font as a TrueType file, for documents that embed it.
pub const fn file(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Regular => include_bytes!("../assets/vendor/dejavu-sans.ttf"),
        Weight::Bold => include_bytes!("../assets/vendor/dejavu-sans-bold.ttf"),
    }
}

/// Whether every character of a text is in the bundled font, so that a PNG shows it.
///
/// ```
/// assert!(chart::font_covers("Ада Zoë Ελένη Łódź Việt"));
/// assert!(!chart::font_covers("東京"));
/// ```
pub fn covers(text: &str) -> bool {
    all_in(Weight::Regular, text)
}

fn all_in(weight: Weight, text: &str) -> bool {
    text.chars().all(|c| width_of_em(c, weight).is_some())
}

/// Returns the weight that a text is actually drawn with.
pub(crate) fn drawn_weight(text: &str, wanted: Weight) -> Weight {
    match wanted {
        Weight::Bold if all_in(Weight::Bold, text) => Weight::Bold,
        _ => Weight::Regular,
    }
}

/// The parts of a font file that drawing needs. Lengths are in units of the font.
struct Face {
    characters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
}

impl Face {
    /// Returns `None` if the file cannot be read, which the tests rule out.
    fn new(weight: Weight) -> Option<Self> {
        let font = FontRef::new(file(weight)).ok()?;
        let location = LocationRef::default();
        let metrics = font.metrics(Size::unscaled(), location);
        Some(Self {
            characters: font.charmap(),
            metrics: font.glyph_metrics(Size::unscaled(), location),
            outlines: font.outline_glyphs(),
            units_per_em: metrics.units_per_em.into(),
        })
    }

    fn outline(&self, glyph: GlyphId, pen: &mut impl OutlinePen) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(outline) = self.outlines.get(glyph) {
            // A broken outline leaves a gap.
            let _ = outline.draw(settings, pen);
        }
    }
}

fn face(weight: Weight) -> Option<&'static Face> {
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::Bold => BOLD.as_ref(),
    }
}

/// Returns the width of a text in em.
pub(crate) fn width_em(text: &str, weight: Weight) -> f64 {
    widths_em(text, weight).sum()
}

/// Returns the offset of each letter of a text from its beginning, in em.
pub(crate) fn advances_em(text: &str, weight: Weight) -> impl Iterator<Item = f64> {
    widths_em(text, weight).scan(0.0, |end, width| {
        let begin = *end;
        *end += width;
        Some(begin)
    })
}

/// Returns the width of each letter of a text in em.
pub(crate) fn widths_em(text: &str, weight: Weight) -> impl Iterator<Item = f64> {
    let weight = drawn_weight(text, weight);
    // An unknown letter can be as wide as a Chinese one.
    text.chars()
        .map(move |character| width_of_em(character, weight).unwrap_or(1.0))
}

/// Letters up to here, those of most languages and the degree marks, are cached: a chart needs
/// thousands of widths.
const KEPT: u32 = 0x2040;

static REGULAR_WIDTHS: LazyLock<Vec<Option<f64>>> = LazyLock::new(|| widths(Weight::Regular));
static BOLD_WIDTHS: LazyLock<Vec<Option<f64>>> = LazyLock::new(|| widths(Weight::Bold));

fn widths(weight: Weight) -> Vec<Option<f64>> {
    let of = |code| char::from_u32(code).and_then(|character| look_up_em(character, weight));
    (0..KEPT).map(of).collect()
}

/// Returns the width of a letter in em; `None` for a letter that the font lacks.
fn width_of_em(character: char, weight: Weight) -> Option<f64> {
    let kept = match weight {
        Weight::Regular => &REGULAR_WIDTHS,
        Weight::Bold => &BOLD_WIDTHS,
    };
    match kept.get(character as usize) {
        Some(width) => *width,
        None => look_up_em(character, weight),
    }
}

fn look_up_em(character: char, weight: Weight) -> Option<f64> {
    let face = face(weight)?;
    let advance = face
        .metrics
        .advance_width(face.characters.map(character)?)?;
    Some(f64::from(advance) / f64::from(face.units_per_em))
}

/// Returns the longest prefix of a text that fits, with an ellipsis if it is truncated.
pub(crate) fn fit(text: &str, weight: Weight, max_em: f64) -> String {
    if width_em(text, weight) <= max_em {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() {
        let candidate = format!("{}…", kept.trim_end());
        if width_em(&candidate, weight) <= max_em {
            return candidate;
        }
    }
    String::new()
}

/// Emits the outlines of a text whose baseline starts at (0, 0), in em with y downwards.
pub(crate) fn outline(text: &str, weight: Weight, pen: &mut dyn Pen) {
    let Some(face) = face(drawn_weight(text, weight)) else {
        return;
    };
    let scale = 1.0 / face.units_per_em;
    let mut x = 0.0;
    for character in text.chars() {
        let glyph = face.characters.map(character);
        let mut placed = Placed { pen, x, scale };
        face.outline(glyph.unwrap_or(GlyphId::NOTDEF), &mut placed);
        x += match glyph {
            Some(glyph) => face.metrics.advance_width(glyph).unwrap_or(0.0) * scale,
            None => 1.0,
        };
    }
}

/// Receives outlines.
pub(crate) trait Pen {
    /// Begins a contour.
    fn move_to(&mut self, x: f32, y: f32);
    /// Adds a straight line.
    fn line_to(&mut self, x: f32, y: f32);
    /// Adds a quadratic curve.
    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32);
    /// Ends a contour.
    fn close(&mut self);
}

struct Placed<'a> {
    pen: &'a mut dyn Pen,
    x: f32,
    scale: f32,
}

impl Placed<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlinePen for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let control = self.at(x1, y1);
        let (x, y) = self.at(x, y);
        self.pen.quad_to(control, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        // TrueType outlines have no cubic curves. A middle control point keeps the trait total.
        self.quad_to(f32::midpoint(x1, x2), f32::midpoint(y1, y2), x, y);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_the_font_file_says() {
        // `fonttools ttx -t hmtx DejaVuSans.ttf`: digits 1303, degree sign 1024, A 1401 of 2048
        // units; bold A 1585.
        for (text, weight, expected) in [
            ("0", Weight::Regular, 1303.0),
            ("29°", Weight::Regular, 2.0 * 1303.0 + 1024.0),
            ("A", Weight::Regular, 1401.0),
            ("A", Weight::Bold, 1585.0),
            ("", Weight::Bold, 0.0),
        ] {
            let units = width_em(text, weight) * 2048.0;
            assert!((units - expected).abs() < 1e-6, "{text}: {units}");
        }
    }

    #[test]
    fn labels_of_every_supported_script_are_covered() {
        for text in [
            "29°59′ \u{fffd} … – ’ « »",
            "Größe Łódź İstanbul Ñandú Þór",
            "Αθήνα Ωρα",
            "Щедрин Їжак Ђорђе",
            "Đặng Thị",
            "Երևան",
            "თბილისი",
        ] {
            assert!(covers(text), "{text}");
        }
        assert!(!covers("東京"));
        assert!(!covers("שלום"));
    }

    #[test]
    fn a_text_that_does_not_fit_ends_with_an_ellipsis() {
        assert_eq!(fit("short", Weight::Regular, 10.0), "short");
        let cut = fit("a rather long line", Weight::Regular, 5.0);
        assert!(
            cut.ends_with('…') && width_em(&cut, Weight::Regular) <= 5.0,
            "{cut}"
        );
        assert_eq!(fit("long", Weight::Regular, 0.1), "");
    }

    #[test]
    fn a_title_in_letters_that_the_bold_font_lacks_is_regular() {
        assert_eq!(drawn_weight("Ada", Weight::Bold), Weight::Bold);
        assert_eq!(drawn_weight("თბილისი", Weight::Bold), Weight::Regular);
    }
}
