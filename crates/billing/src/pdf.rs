//! PDF pages with positioned text and rules, and embedded fonts. The text can be selected, searched
//! and read aloud.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::ops::Range;

use chart::Weight;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The width of A4, in points.
pub(crate) const WIDTH_PT: f32 = 595.0;
/// The height of A4, in points.
pub(crate) const HEIGHT_PT: f32 = 842.0;

/// The alignment of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// It starts at the position.
    After,
    /// It ends at the position.
    Before,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) size_pt: f32,
    pub(crate) weight: Weight,
    /// From black, 0, to white, 1.
    pub(crate) grey: f32,
}

/// A font and its used glyphs. Lengths are in thousandths of the font size, as in PDF.
struct Font {
    characters: Charmap<'static>,
    metrics: Metrics,
    glyph_metrics: GlyphMetrics<'static>,
    file: &'static [u8],
    name: &'static str,
    used: BTreeMap<u16, char>,
}

impl Font {
    fn load(weight: Weight) -> Option<Self> {
        let file = chart::font_file(weight);
        let font = FontRef::new(file).ok()?;
        let (size, location) = (Size::new(1000.0), LocationRef::default());
        Some(Self {
            characters: font.charmap(),
            metrics: font.metrics(size, location),
            glyph_metrics: font.glyph_metrics(size, location),
            file,
            name: match weight {
                Weight::Regular => "DejaVuSans",
                Weight::Bold => "DejaVuSans-Bold",
            },
            used: BTreeMap::new(),
        })
    }

    fn advance(&self, glyph: u16) -> f32 {
        let advance = self.glyph_metrics.advance_width(GlyphId::from(glyph));
        advance.unwrap_or(0.0)
    }

    fn glyph(&self, letter: char) -> u16 {
        let glyph = self.characters.map(letter).map(GlyphId::to_u32);
        glyph.and_then(|it| u16::try_from(it).ok()).unwrap_or(0)
    }

    fn width_pt(&self, text: &str, size_pt: f32) -> f32 {
        let widths = text.chars().map(|it| self.advance(self.glyph(it)));
        widths.sum::<f32>() * size_pt / 1000.0
    }
}

/// The pages of a PDF in progress.
pub(crate) struct Sheets {
    regular: Font,
    bold: Font,
    pages: Vec<Content>,
}

impl Sheets {
    /// Starts with one empty page. None if the bundled font cannot be read, which a test excludes.
    pub(crate) fn new() -> Option<Self> {
        Some(Self {
            regular: Font::load(Weight::Regular)?,
            bold: Font::load(Weight::Bold)?,
            pages: vec![Content::new()],
        })
    }

    /// The number of pages.
    pub(crate) fn count(&self) -> usize {
        self.pages.len()
    }

    /// Starts a new page.
    pub(crate) fn turn(&mut self) {
        self.pages.push(Content::new());
    }

    /// The width of a text.
    pub(crate) fn width_pt(&self, text: &str, look: Look) -> f32 {
        self.font(text, look.weight).width_pt(text, look.size_pt)
    }

    /// The weight for a text. Characters missing from the bold font use the regular font.
    fn weight(&self, text: &str, wanted: Weight) -> Weight {
        let lacks = |letter: char| self.bold.glyph(letter) == 0;
        match wanted {
            Weight::Bold if !text.chars().any(lacks) => Weight::Bold,
            _ => Weight::Regular,
        }
    }

    fn font(&self, text: &str, wanted: Weight) -> &Font {
        match self.weight(text, wanted) {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Writes a text on a page. The position is its baseline, in points from the top.
    pub(crate) fn text(
        &mut self,
        page: usize,
        (at, side): ((f32, f32), Side),
        text: &str,
        look: Look,
    ) {
        let x = match side {
            Side::After => at.0,
            Side::Before => at.0 - self.width_pt(text, look),
        };
        let (font, name) = match self.weight(text, look.weight) {
            Weight::Regular => (&mut self.regular, Name(b"R")),
            Weight::Bold => (&mut self.bold, Name(b"B")),
        };
        let mut glyphs = Vec::with_capacity(text.len() * 2);
        for letter in text.chars() {
            let glyph = font.glyph(letter);
            font.used.insert(glyph, letter);
            glyphs.extend(glyph.to_be_bytes());
        }
        let Some(content) = self.pages.get_mut(page) else {
            return;
        };
        content.set_fill_gray(look.grey);
        content.begin_text();
        content.set_font(name, look.size_pt);
        content.next_line(x, HEIGHT_PT - at.1);
        content.show(Str(&glyphs));
        content.end_text();
    }

    /// Draws a rule across a page.
    pub(crate) fn rule(&mut self, page: usize, across: Range<f32>, y: f32, grey: f32) {
        let Some(content) = self.pages.get_mut(page) else {
            return;
        };
        content.set_stroke_gray(grey);
        content.set_line_width(0.6);
        content.move_to(across.start, HEIGHT_PT - y);
        content.line_to(across.end, HEIGHT_PT - y);
        content.stroke();
    }

    /// Returns the PDF file.
    pub(crate) fn finish(self, title: &str, language: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = 1_i32;
        let mut id = || {
            next += 1;
            Ref::new(next - 1)
        };
        let (catalog, tree, about) = (id(), id(), id());
        let fonts = [(id(), b"R", &self.regular), (id(), b"B", &self.bold)];
        let pages: Vec<_> = self.pages.iter().map(|_| (id(), id())).collect();
        for (font, _, it) in &fonts {
            write_font(&mut pdf, *font, [id(), id(), id(), id()], it);
        }
        let mut root = pdf.catalog(catalog);
        root.pages(tree);
        root.lang(TextStr(language));
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        pdf.document_info(about)
            .title(TextStr(title))
            .producer(TextStr("Almagest"));
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        pdf.pages(tree)
            .kids(pages.iter().map(|it| it.0))
            .count(count);
        for ((page, content), drawn) in pages.iter().zip(self.pages) {
            let mut leaf = pdf.page(*page);
            leaf.media_box(Rect::new(0.0, 0.0, WIDTH_PT, HEIGHT_PT));
            leaf.parent(tree);
            leaf.contents(*content);
            let mut resources = leaf.resources();
            let mut named = resources.fonts();
            for (font, name, _) in &fonts {
                named.pair(Name(*name), *font);
            }
            named.finish();
            resources.finish();
            leaf.finish();
            let packed = pack(&drawn.finish());
            pdf.stream(*content, &packed).filter(Filter::FlateDecode);
        }
        pdf.finish()
    }
}

/// The character collection that identifies glyphs by number.
const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

fn write_font(pdf: &mut Pdf, id: Ref, parts: [Ref; 4], font: &Font) {
    let [descendant, descriptor, file, letters] = parts;
    let name = Name(font.name.as_bytes());
    pdf.type0_font(id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(letters);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2);
    cid.base_font(name);
    cid.system_info(IDENTITY);
    cid.font_descriptor(descriptor);
    cid.default_width(0.0);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    let used: BTreeSet<u16> = font.used.keys().copied().collect();
    for glyph in used {
        widths.consecutive(glyph, [font.advance(glyph)]);
    }
    widths.finish();
    cid.finish();
    let metrics = &font.metrics;
    let bounds = metrics.bounds.unwrap_or_default();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            bounds.x_min,
            bounds.y_min,
            bounds.x_max,
            bounds.y_max,
        ))
        .italic_angle(0.0)
        .ascent(metrics.ascent)
        .descent(metrics.descent)
        .cap_height(metrics.cap_height.unwrap_or(metrics.ascent))
        .stem_v(if font.name.ends_with("Bold") {
            140.0
        } else {
            80.0
        })
        .font_file2(file);
    let packed = pack(font.file);
    let mut stream = pdf.stream(file, &packed);
    stream.filter(Filter::FlateDecode);
    let length = i32::try_from(font.file.len()).unwrap_or(i32::MAX);
    stream.pair(Name(b"Length1"), length);
    stream.finish();
    let mut map = UnicodeCmap::<u16>::new(Name(b"Letters"), IDENTITY);
    for (glyph, letter) in &font.used {
        map.pair(*glyph, *letter);
    }
    pdf.cmap(letters, &map.finish());
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let written = packer.write_all(bytes).and_then(|()| packer.finish());
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look {
        size_pt: 10.0,
        weight: Weight::Bold,
        grey: 0.0,
    };

    #[test]
    fn a_text_is_as_wide_as_the_font_says() {
        let sheets = Sheets::new().unwrap();
        let regular = Look {
            weight: Weight::Regular,
            ..LOOK
        };
        // DejaVu Sans: 0 to 9 are 1303 of 2048 units wide (fontTools, hmtx).
        let expected = 3.0 * 1303.0 / 2048.0 * 10.0;
        assert!((sheets.width_pt("012", regular) - expected).abs() < 0.01);
        assert!(sheets.width_pt("", regular).abs() < f32::EPSILON);
    }

    #[test]
    fn every_page_and_both_fonts_are_in_the_file() {
        let mut sheets = Sheets::new().unwrap();
        sheets.text(0, ((50.0, 50.0), Side::After), "Zoë", LOOK);
        sheets.turn();
        sheets.text(1, ((50.0, 50.0), Side::Before), "2", LOOK);
        let file = sheets.finish("Invoice", "en");
        assert!(file.starts_with(b"%PDF-1."));
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("/Count 2"));
        assert_eq!(text.matches("/FontFile2").count(), 2);
        assert!(text.trim_end().ends_with("%%EOF"));
    }
}
