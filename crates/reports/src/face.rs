//! The typefaces of reports, and how a text becomes glyphs.
//!
//! Prose is set in EB Garamond, tables in Lato. A character that a face lacks is taken from the next
//! one, at last from the font of the charts. A character that none of them has becomes U+FFFD: the
//! document must not contain glyphs without a shape.

use std::sync::LazyLock;

use harfrust::{Direction, Feature, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use skrifa::MetadataProvider as _;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;

/// The most that a pair of letters is moved together, in em. Poppler reads more as the beginning of
/// another line.
const MAX_KERNING_EM: f32 = 0.085;

/// A font file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Face {
    /// EB Garamond.
    Serif,
    /// EB Garamond Italic.
    SerifItalic,
    /// Lato.
    Sans,
    /// Lato Bold.
    SansBold,
    /// The font of the charts, which has most characters.
    Chart,
    /// Its bold.
    ChartBold,
}

impl Face {
    pub(crate) const ALL: [Self; 6] = [
        Self::Serif,
        Self::SerifItalic,
        Self::Sans,
        Self::SansBold,
        Self::Chart,
        Self::ChartBold,
    ];

    /// The font file.
    pub(crate) const fn file(self) -> &'static [u8] {
        match self {
            Self::Serif => include_bytes!("../assets/vendor/eb-garamond-regular.otf"),
            Self::SerifItalic => include_bytes!("../assets/vendor/eb-garamond-italic.otf"),
            Self::Sans => include_bytes!("../assets/vendor/lato-regular.ttf"),
            Self::SansBold => include_bytes!("../assets/vendor/lato-bold.ttf"),
            Self::Chart => chart::font_file(chart::Weight::Regular),
            Self::ChartBold => chart::font_file(chart::Weight::Bold),
        }
    }

    /// The faces to look for a character in, in order.
    const fn fallbacks(self) -> &'static [Self] {
        match self {
            Self::Serif => &[Self::Serif, Self::Sans, Self::Chart],
            Self::SerifItalic => &[Self::SerifItalic, Self::Serif, Self::Sans, Self::Chart],
            Self::Sans => &[Self::Sans, Self::Chart],
            Self::SansBold => &[Self::SansBold, Self::Sans, Self::Chart],
            Self::Chart => &[Self::Chart],
            Self::ChartBold => &[Self::ChartBold, Self::Chart],
        }
    }

    fn font(self) -> Option<&'static Font> {
        FONTS.get(self as usize)?.as_ref()
    }

    /// Whether the face has a character.
    pub(crate) fn has(self, character: char) -> bool {
        let font = self.font();
        font.is_some_and(|it| it.characters.map(character).is_some())
    }

    /// The face that a character of a text in this face is set in.
    fn of(self, character: char) -> Option<Self> {
        let fallbacks = self.fallbacks().iter().copied();
        fallbacks.into_iter().find(|it| it.has(character))
    }
}

/// What shaping needs of a font file.
struct Font {
    reference: harfrust::FontRef<'static>,
    data: ShaperData,
    characters: Charmap<'static>,
    advances: GlyphMetrics<'static>,
}

static FONTS: LazyLock<[Option<Font>; 6]> = LazyLock::new(|| {
    Face::ALL.map(|face| {
        let reference = harfrust::FontRef::new(face.file()).ok()?;
        let font = skrifa::FontRef::new(face.file()).ok()?;
        let (size, location) = (Size::unscaled(), LocationRef::default());
        Some(Font {
            data: ShaperData::new(&reference),
            reference,
            characters: font.charmap(),
            advances: font.glyph_metrics(size, location),
        })
    })
});

/// A glyph of a text. Lengths are in em.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShapedGlyph {
    pub(crate) face: Face,
    pub(crate) id: u32,
    pub(crate) advance: f32,
    pub(crate) dx: f32,
    pub(crate) dy: f32,
    /// The first byte of the characters that it shows.
    pub(crate) start: usize,
    /// The byte after them.
    pub(crate) end: usize,
}

/// A text without line breaks, as glyphs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shaped {
    pub(crate) text: String,
    pub(crate) glyphs: Vec<ShapedGlyph>,
}

impl Shaped {
    /// Shapes a text in a face.
    pub(crate) fn new(text: &str, face: Face) -> Self {
        let text = clean(text, face);
        let mut glyphs = Vec::with_capacity(text.len());
        for (face, start, end) in runs(&text, face) {
            shape(&text[start..end], face, start, &mut glyphs);
        }
        Self { text, glyphs }
    }

    /// The width of glyphs from one index to another, in em.
    pub(crate) fn width_em(&self, from: usize, to: usize) -> f32 {
        let glyphs = self.glyphs.get(from..to).unwrap_or_default();
        glyphs.iter().map(|it| it.advance).sum()
    }
}

/// Removes what cannot be shown: white space becomes spaces, and characters without a shape become
/// U+FFFD.
fn clean(text: &str, face: Face) -> String {
    let shown = |character: char| match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{61c}' => None,
        '\u{a0}' | '\u{202f}' => Some(character),
        _ if character.is_whitespace() => Some(' '),
        _ if character.is_control() || face.of(character).is_none() => Some('\u{fffd}'),
        _ => Some(character),
    };
    text.chars().filter_map(shown).collect()
}

/// The parts of a text that are set in one face: the face, the first byte and the byte after them.
fn runs(text: &str, face: Face) -> Vec<(Face, usize, usize)> {
    let mut runs: Vec<(Face, usize, usize)> = Vec::new();
    for (start, character) in text.char_indices() {
        let own = face.of(character).unwrap_or(Face::Chart);
        let end = start + character.len_utf8();
        match runs.last_mut() {
            // A space belongs to the word before it, which saves changes of the font.
            Some(last) if last.0 == own || character == ' ' && last.0.has(' ') => last.2 = end,
            _ => runs.push((own, start, end)),
        }
    }
    runs
}

fn shape(text: &str, face: Face, offset: usize, glyphs: &mut Vec<ShapedGlyph>) {
    let Some(font) = face.font() else { return };
    let shaper = font.data.shaper(&font.reference).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    // Digits as high as capitals: the old-style one of the serif looks like a letter.
    let features = [Feature::new(Tag::new(b"lnum"), 1, ..)];
    let shaped = shaper.shape(buffer, ShapeOptions::new().features(&features));
    #[expect(
        clippy::cast_precision_loss,
        reason = "units of a font are small numbers"
    )]
    let (single, units_per_em) = (|units: i32| units as f32, shaper.units_per_em() as f32);
    let em = |units: i32| single(units) / units_per_em;
    let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
    // Where the cluster of each glyph ends: where the next one begins.
    let mut ends = vec![text.len(); infos.len()];
    for index in (1..infos.len()).rev() {
        let (info, next) = (&infos[index - 1], &infos[index]);
        ends[index - 1] = if info.cluster == next.cluster {
            ends[index]
        } else {
            next.cluster as usize
        };
    }
    for ((info, position), end) in infos.iter().zip(positions).zip(ends) {
        // A tighter pair is read as two lines by programs that extract text.
        let nominal = font.advances.advance_width(info.glyph_id.into());
        let least = nominal.unwrap_or(0.0) / units_per_em - MAX_KERNING_EM;
        glyphs.push(ShapedGlyph {
            face,
            id: info.glyph_id,
            advance: em(position.x_advance).max(least),
            dx: em(position.x_offset),
            dy: em(position.y_offset),
            start: offset + info.cluster as usize,
            end: offset + end,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_can_be_read_and_has_letters() {
        for face in Face::ALL {
            assert!(face.font().is_some() && face.has('a'), "{face:?}");
        }
    }

    #[test]
    fn glyphs_cover_the_text_in_order_whatever_its_script() {
        for text in ["Office fjord", "Łódź — Ελένη", "Ада", "Երևան", "x\u{301}"] {
            let shaped = Shaped::new(text, Face::Serif);
            let first = shaped.glyphs.first().unwrap();
            let last = shaped.glyphs.last().unwrap();
            assert_eq!((first.start, last.end), (0, shaped.text.len()), "{text}");
            assert_eq!(shaped.text, text);
            assert!(shaped.glyphs.iter().all(|it| it.id != 0), "{text}");
        }
    }

    #[test]
    fn letters_that_no_font_has_are_shown_as_missing() {
        let shaped = Shaped::new("東\u{7}a\tb\u{200e}", Face::Sans);
        assert_eq!(shaped.text, "\u{fffd}\u{fffd}a b");
        assert!(shaped.glyphs.iter().all(|it| it.id != 0));
    }

    #[test]
    fn pairs_of_letters_are_kerned() {
        let width = |text| {
            let shaped = Shaped::new(text, Face::Serif);
            shaped.width_em(0, shaped.glyphs.len())
        };
        assert!(width("AV") < width("A") + width("V"));
    }
}
