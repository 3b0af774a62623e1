//! A scene as SVG.
//!
//! Elements and attributes are written by name from this file, their values from types that hold no text. Text of users
//! has one way in, [`Writer::text`], which escapes it. So nothing a user writes can become an element, an attribute or
//! an address; and the document refers to nothing outside itself, has no script and no style sheet.

use std::fmt::{self, Write as _};

use crate::{
    font::{self, Weight},
    glyph::{self, Glyph},
    scene::{Item, Length, Point, Scene, Segment, Shape, Stroke},
    text::Text,
    theme::Colour,
};

/// In texts up to this length only the first letter is told its place.
const SHORT_CHARACTERS: usize = 4;

impl Scene {
    /// The picture as an SVG document. It scales: its size is only what it has without other wishes.
    ///
    /// Text stays text, set in the bundled font where the viewer has it. Each letter is where it is in that font, so the
    /// layout holds with any other.
    pub fn to_svg(&self) -> String {
        let mut writer = Writer(String::with_capacity(32 * 1024));
        let (width, height) = (self.size.width_px(), self.size.height_px());
        writer
            .open("svg")
            .attribute("xmlns", "http://www.w3.org/2000/svg")
            .attribute("width", width)
            .attribute("height", height)
            .attribute("viewBox", ViewBox(width, height))
            .attribute("role", "img");
        if let Some(language) = Language::new(self.language.as_str()) {
            writer.attribute("lang", language);
        }
        writer
            .attribute("font-family", font::FAMILIES)
            .attribute("text-rendering", "geometricPrecision")
            .attribute("fill", "none")
            .attribute("stroke-linejoin", "round");
        writer.end_tag();
        writer.element_with_text("title", &self.title);
        writer.element_with_text("desc", &self.description);
        writer.definitions(&self.items);
        writer
            .open("rect")
            .attribute("width", width)
            .attribute("height", height)
            .attribute("fill", self.background)
            .end_empty();
        for item in &self.items {
            writer.0.push('\n');
            writer.item(item);
        }
        writer.close("svg");
        writer.0
    }
}

/// What may stand in an attribute: nothing here can hold a quotation mark.
trait Value: fmt::Display {}

impl Value for u32 {}
impl Value for &'static str {}
impl Value for Length {}
impl Value for Colour {}
impl Value for ViewBox {}
impl Value for Language<'_> {}
impl Value for Dashes {}
impl Value for LetterPlaces {}
impl Value for PathData<'_> {}
impl Value for Placement {}
impl Value for GlyphId {}
impl Value for GlyphReference {}

struct ViewBox(u32, u32);

impl fmt::Display for ViewBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0 0 {} {}", self.0, self.1)
    }
}

/// A language tag of ASCII letters, digits and hyphens.
struct Language<'a>(&'a str);

impl<'a> Language<'a> {
    fn new(tag: &'a str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (!tag.is_empty() && tag.bytes().all(is_plain)).then_some(Self(tag))
    }
}

impl fmt::Display for Language<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

struct Dashes(Stroke);

impl fmt::Display for Dashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pattern = self.0.dash.pattern_px(self.0.dash_unit.px());
        for (index, part) in pattern.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{}", Length::from_px(part))?;
        }
        Ok(())
    }
}

/// Where letters begin.
struct LetterPlaces(Vec<Length>);

impl fmt::Display for LetterPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, place) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{place}")?;
        }
        Ok(())
    }
}

struct PathData<'a>(&'a [Segment]);

/// Relative commands and no needless separators: half the size. Whole hundredths add up without error.
impl fmt::Display for PathData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut here, mut begin) = (Point::default(), Point::default());
        let mut last = ' ';
        for segment in self.0 {
            let (command, points): (char, &[Point]) = match segment {
                Segment::Move(to) => ('m', &[*to]),
                Segment::Line(to) => ('l', &[*to]),
                Segment::Curve(a, b, to) => ('c', &[*a, *b, *to]),
                Segment::Close => ('z', &[]),
            };
            // After `m`, further pairs of numbers are lines.
            let implied =
                command == last && command == 'c' || command == 'l' && "ml".contains(last);
            if !implied {
                f.write_char(command)?;
            }
            for (index, point) in points.iter().enumerate() {
                let (x, y) = (point.x.hundredths(), point.y.hundredths());
                let first = index == 0 && !implied;
                write_number(x - here.x.hundredths(), first, f)?;
                write_number(y - here.y.hundredths(), false, f)?;
            }
            match segment {
                Segment::Move(to) => (here, begin) = (*to, *to),
                Segment::Line(to) | Segment::Curve(_, _, to) => here = *to,
                Segment::Close => here = begin,
            }
            last = command;
        }
        Ok(())
    }
}

fn write_number(hundredths: i32, first: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if hundredths < 0 {
        f.write_char('-')?;
    } else if !first {
        f.write_char(' ')?;
    }
    let (whole, rest) = (
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    );
    if whole > 0 || rest == 0 {
        write!(f, "{whole}")?;
    }
    match (rest, rest % 10) {
        (0, _) => Ok(()),
        (_, 0) => write!(f, ".{}", rest / 10),
        _ => write!(f, ".{rest:02}"),
    }
}

/// Where and how large a symbol is.
struct Placement {
    center: Point,
    size: Length,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = format!("{:.4}", self.size.px() / glyph::SIDE);
        let scale = scale.trim_end_matches('0').trim_end_matches('.');
        write!(f, "translate({})scale({scale})", self.center)
    }
}

/// The name a symbol is defined under. The prefix keeps it apart from names of a page around the picture.
struct GlyphId(Glyph);

impl fmt::Display for GlyphId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g-{}", self.0.id())
    }
}

struct GlyphReference(Glyph);

impl fmt::Display for GlyphReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", GlyphId(self.0))
    }
}

struct Writer(String);

impl Writer {
    fn put(&mut self, part: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        self.0.write_fmt(part).ok();
    }

    fn open(&mut self, name: &'static str) -> &mut Self {
        self.put(format_args!("<{name}"));
        self
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "values are made where they are written; a reference would only add a sign to each"
    )]
    fn attribute(&mut self, name: &'static str, value: impl Value) -> &mut Self {
        self.put(format_args!(" {name}=\"{value}\""));
        self
    }

    fn end_tag(&mut self) {
        self.0.push('>');
    }

    fn end_empty(&mut self) {
        self.0.push_str("/>");
    }

    fn close(&mut self, name: &'static str) {
        self.put(format_args!("</{name}>"));
    }

    /// The only way for text into the document.
    fn text(&mut self, text: &Text) {
        for character in text.as_str().chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                _ => self.0.push(character),
            }
        }
    }

    fn element_with_text(&mut self, name: &'static str, text: &Text) {
        self.open(name).end_tag();
        self.text(text);
        self.close(name);
    }

    fn definitions(&mut self, items: &[Item]) {
        let mut used = Vec::new();
        collect_glyphs(items, &mut used);
        used.sort_by_key(|glyph| glyph.id());
        used.dedup();
        self.open("defs").end_tag();
        for glyph in used {
            let data = glyph.segments();
            self.open("path")
                .attribute("id", GlyphId(glyph))
                .attribute("stroke-linecap", "round")
                .attribute("d", PathData(data))
                .end_empty();
        }
        self.close("defs");
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape {
                shape,
                fill,
                stroke,
            } => self.shape(shape, *fill, *stroke),
            Item::Glyph {
                glyph,
                center,
                size,
                colour,
                weight,
            } => self
                .open("use")
                .attribute("href", GlyphReference(*glyph))
                .attribute(
                    "transform",
                    Placement {
                        center: *center,
                        size: *size,
                    },
                )
                .attribute("stroke", *colour)
                .attribute("stroke-width", *weight)
                .end_empty(),
            Item::Label { .. } => self.label(item),
            Item::Group { title, items } => {
                self.open("g").end_tag();
                self.open("title").end_tag();
                self.text(title);
                self.close("title");
                self.items(items);
                self.close("g");
            }
        }
    }

    fn label(&mut self, item: &Item) {
        let Item::Label {
            text,
            origin,
            size,
            colour,
            weight,
        } = item
        else {
            return;
        };
        // Browsers kern, and their fonts differ: each letter is told its place. Two or three digits have the same width
        // everywhere; and the widths of letters that only the viewer has are not known here.
        let letters = text.as_str().chars().count();
        let is_told = letters > SHORT_CHARACTERS && font::covers(text.as_str());
        let told = if is_told { letters } else { 1 };
        let advances = font::advances_em(text.as_str(), *weight);
        let places = LetterPlaces(
            advances
                .take(told)
                .map(|em| Length::from_px(origin.x.px() + em * size.px()))
                .collect(),
        );
        self.open("text")
            .attribute("x", places)
            .attribute("y", origin.y)
            .attribute("font-size", *size)
            .attribute("fill", *colour);
        if font::drawn_weight(text.as_str(), *weight) == Weight::Bold {
            self.attribute("font-weight", "bold");
        }
        self.end_tag();
        self.text(text);
        self.close("text");
    }

    fn shape(&mut self, shape: &Shape, fill: Option<Colour>, stroke: Option<Stroke>) {
        match shape {
            Shape::Circle { center, radius } => self
                .open("circle")
                .attribute("cx", center.x)
                .attribute("cy", center.y)
                .attribute("r", *radius),
            Shape::Path(segments) => self.open("path").attribute("d", PathData(segments)),
        };
        if let Some(fill) = fill {
            self.attribute("fill", fill);
        }
        if let Some(stroke) = stroke {
            self.attribute("stroke", stroke.colour)
                .attribute("stroke-width", stroke.width);
            if stroke.dash != crate::scene::Dash::Solid {
                self.attribute("stroke-dasharray", Dashes(stroke));
            }
        }
        self.end_empty();
    }
}

fn collect_glyphs(items: &[Item], used: &mut Vec<Glyph>) {
    for item in items {
        match item {
            Item::Glyph { glyph, .. } => used.push(*glyph),
            Item::Group { items, .. } => collect_glyphs(items, used),
            Item::Shape { .. } | Item::Label { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_short_and_exact() {
        let at = Point::at;
        let segments = [
            Segment::Move(at(10.0, 20.5)),
            Segment::Line(at(10.25, 20.0)),
            Segment::Line(at(0.0, 0.0)),
            Segment::Curve(at(1.0, 0.0), at(2.0, 0.0), at(3.0, -4.0)),
            Segment::Close,
            Segment::Move(at(11.0, 20.5)),
        ];
        assert_eq!(
            PathData(&segments).to_string(),
            "m10 20.5 .25-.5-10.25-20c1 0 2 0 3-4zm1 0"
        );
    }

    #[test]
    fn only_plain_language_tags_are_written() {
        assert!(Language::new("pt-BR").is_some());
        for tag in ["", "en\"", "en onload", "ü"] {
            assert!(Language::new(tag).is_none(), "{tag}");
        }
    }
}
