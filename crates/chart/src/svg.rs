//! Writes a scene as SVG.
//!
//! Elements and attributes are written by name from this file, their values from types that contain
//! no text. User text has a single entry point, [`Writer::text`], which escapes it. So no user text
//! can become an element, an attribute or a URL. The document refers to nothing outside itself and
//! has no script and no style sheet.
//!
//! Bytes are saved without loss: consecutive items of one style share a group that states it once,
//! symbols are defined once, and paths use their shortest form.

use crate::{
    font::{self, Weight},
    glyph::{self, Glyph},
    scene::{Dash, Length, Scene, SceneItem, ScenePoint, Shape, Stroke},
    text::ChartText,
    theme::Colour,
};

mod number;
mod path;

use self::{number::Decimal, path::PathData};

/// In texts up to this length only the first letter has an explicit position.
const SHORT_CHARACTERS: usize = 4;

/// Up to this scale a tenth of a symbol's unit is too small to be seen.
const COARSE_SCALE: f64 = 1.3;

impl Scene {
    /// Writes the picture as an SVG document. It scales: its size is only the default.
    ///
    /// Text remains text, set in the bundled font if the viewer has it. Each letter is placed at
    /// its position in that font, so that the layout is the same with any other font.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{Colour, Scene, Size, ChartText};
    ///
    /// let scene = Scene {
    ///     size: Size::new(320, 200)?,
    ///     background: Colour::from_rgb(0xffffff),
    ///     title: ChartText::new("Sun & Moon"),
    ///     description: ChartText::default(),
    ///     language: ChartText::new("en"),
    ///     items: Vec::new(),
    /// };
    /// let svg = scene.to_svg();
    /// assert!(svg.contains(r#"viewBox="0 0 320 200""#));
    /// assert!(svg.contains("<title>Sun &amp; Moon</title>"));
    /// # Ok::<(), chart::DrawError>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let mut writer = Writer {
            out: String::with_capacity(32 * 1024),
            once: Vec::new(),
        };
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
            .attribute("stroke-linecap", "round")
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
        writer.items(&self.items);
        writer.close("svg");
        writer.out
    }
}

/// An attribute value. No implementation can write a quotation mark.
trait Value {
    fn write(&self, out: &mut String);
}

impl Value for u32 {
    fn write(&self, out: &mut String) {
        number::whole(*self, out);
    }
}

impl Value for &'static str {
    fn write(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl Value for Length {
    fn write(&self, out: &mut String) {
        number::hundredths(self.hundredths(), out);
    }
}

impl Value for Decimal {
    fn write(&self, out: &mut String) {
        Decimal::write(*self, out);
    }
}

impl Value for Colour {
    fn write(&self, out: &mut String) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        out.push('#');
        for channel in self.channels() {
            for digit in [channel >> 4, channel & 15] {
                out.push(char::from(DIGITS[usize::from(digit)]));
            }
        }
    }
}

impl Value for PathData<'_> {
    fn write(&self, out: &mut String) {
        PathData::write(*self, out);
    }
}

struct ViewBox(u32, u32);

impl Value for ViewBox {
    fn write(&self, out: &mut String) {
        out.push_str("0 0 ");
        number::whole(self.0, out);
        out.push(' ');
        number::whole(self.1, out);
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

impl Value for Language<'_> {
    fn write(&self, out: &mut String) {
        out.push_str(self.0);
    }
}

/// Numbers separated by spaces.
struct List<I>(I);

impl<I: Iterator<Item = Length> + Clone> Value for List<I> {
    fn write(&self, out: &mut String) {
        for (index, length) in self.0.clone().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            length.write(out);
        }
    }
}

/// The scale of a symbol relative to its definition.
#[derive(Clone, Copy)]
struct Scale(Decimal);

impl Scale {
    fn of(size: Length) -> Self {
        Self(Decimal::new(size.px() / glyph::SIDE, 4))
    }
}

impl Value for Scale {
    fn write(&self, out: &mut String) {
        out.push_str("scale(");
        self.0.write(out);
        out.push(')');
    }
}

/// The position and scale of a symbol.
struct Placement {
    center: ScenePoint,
    size: Length,
}

impl Value for Placement {
    fn write(&self, out: &mut String) {
        out.push_str("translate(");
        self.center.x.write(out);
        out.push(' ');
        self.center.y.write(out);
        out.push(')');
        Scale::of(self.size).write(out);
    }
}

/// The origin of the items that follow.
struct Origin(ScenePoint);

impl Value for Origin {
    fn write(&self, out: &mut String) {
        out.push_str("translate(");
        self.0.x.write(out);
        out.push(' ');
        self.0.y.write(out);
        out.push(')');
    }
}

/// A rotation in degrees.
struct Turn(f64);

impl Value for Turn {
    fn write(&self, out: &mut String) {
        out.push_str("rotate(");
        Decimal::new(self.0, 4).write(out);
        out.push(')');
    }
}

/// The id of a definition. The prefix avoids collisions with ids of a surrounding page.
#[derive(Clone, Copy)]
enum Id {
    Glyph(Glyph),
    /// A digest of the content: pictures in one page share an id only where they share the
    /// definition.
    Digest(u32),
}

impl Value for Id {
    fn write(&self, out: &mut String) {
        out.push_str("g-");
        match self {
            Self::Glyph(glyph) => out.push_str(glyph.id()),
            Self::Digest(digest) => number::whole(*digest, out),
        }
    }
}

struct Reference(Id);

impl Value for Reference {
    fn write(&self, out: &mut String) {
        out.push('#');
        self.0.write(out);
    }
}

/// The attributes that items can share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Look {
    fill: Option<Colour>,
    stroke: Option<(Colour, Length)>,
    dash: Option<(Dash, Length)>,
    font: Option<(Length, Weight)>,
    /// The size of a symbol.
    size: Option<Length>,
}

impl Look {
    /// Returns `None` for a group of several items.
    fn of(item: &SceneItem) -> Option<Self> {
        match item {
            SceneItem::Shape {
                shape: Shape::Dots { radius, .. },
                fill,
                ..
            } => {
                // A line of zero length consists of its round ends only: a dot.
                let width = Length::from_px(radius.px() * 2.0);
                Some(Self {
                    stroke: fill.map(|colour| (colour, width)),
                    ..Self::default()
                })
            }
            SceneItem::Shape { fill, stroke, .. } => Some(Self {
                fill: *fill,
                stroke: stroke.map(|it: Stroke| (it.colour, it.width)),
                dash: stroke
                    .filter(|it| it.dash != Dash::Solid)
                    .map(|it| (it.dash, it.dash_unit)),
                ..Self::default()
            }),
            SceneItem::Glyph {
                size,
                colour,
                weight,
                ..
            } => Some(Self {
                stroke: Some((*colour, *weight)),
                size: Some(*size),
                ..Self::default()
            }),
            SceneItem::Label {
                text,
                size,
                colour,
                weight,
                ..
            } => Some(Self {
                fill: Some(*colour),
                font: Some((*size, font::drawn_weight(text.as_str(), *weight))),
                ..Self::default()
            }),
            SceneItem::Group { items, .. } => match items.as_slice() {
                [single] => Self::of(single),
                _ => None,
            },
        }
    }
}

struct Writer {
    out: String,
    /// Symbols that occur once: they are drawn in place, without a definition.
    once: Vec<Glyph>,
}

impl Writer {
    fn open(&mut self, name: &'static str) -> &mut Self {
        self.out.push('<');
        self.out.push_str(name);
        self
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "values are made where they are written; a reference would only add a sign to each"
    )]
    fn attribute(&mut self, name: &'static str, value: impl Value) -> &mut Self {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        value.write(&mut self.out);
        self.out.push('"');
        self
    }

    fn end_tag(&mut self) {
        self.out.push('>');
    }

    fn end_empty(&mut self) {
        self.out.push_str("/>");
    }

    fn close(&mut self, name: &'static str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Ends an element that has no content but a title.
    fn end(&mut self, name: &'static str, title: Option<&ChartText>) {
        let Some(title) = title else {
            return self.end_empty();
        };
        self.end_tag();
        self.element_with_text("title", title);
        self.close(name);
    }

    /// Writes text. This is the only entry point for text into the document.
    fn text(&mut self, text: &ChartText) {
        for character in text.as_str().chars() {
            match character {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&#39;"),
                _ => self.out.push(character),
            }
        }
    }

    fn element_with_text(&mut self, name: &'static str, text: &ChartText) {
        self.open(name).end_tag();
        self.text(text);
        self.close(name);
    }

    fn definitions(&mut self, items: &[SceneItem]) {
        let mut used = Vec::new();
        collect_glyphs(items, &mut used);
        used.sort_by_key(|glyph| glyph.id());
        self.open("defs").end_tag();
        for same in used.chunk_by(|a, b| a == b) {
            match same {
                [glyph] => self.once.push(*glyph),
                [glyph, ..] => self
                    .open("path")
                    .attribute("id", Id::Glyph(*glyph))
                    .attribute("d", PathData::Contours(glyph.segments()))
                    .end_empty(),
                [] => {}
            }
        }
        self.close("defs");
    }

    /// Writes items. Consecutive items of one style share a group.
    fn items(&mut self, items: &[SceneItem]) {
        let looks: Vec<Option<Look>> = items.iter().map(Look::of).collect();
        let mut begin = 0;
        while let Some(look) = looks.get(begin) {
            let same = looks[begin..].iter().take_while(|it| *it == look).count();
            let run = &items[begin..begin + same];
            begin += same;
            self.out.push('\n');
            match (look, run) {
                (Some(look), [item]) => self.item(item, None, Some(*look)),
                (Some(look), _) => {
                    self.open("g");
                    if let Some(size) = look.size {
                        self.attribute("transform", Scale::of(size));
                    }
                    self.look(*look).end_tag();
                    for item in run {
                        self.item(item, None, None);
                    }
                    self.close("g");
                }
                (None, _) => {
                    for item in run {
                        self.item(item, None, None);
                    }
                }
            }
        }
    }

    fn look(&mut self, look: Look) -> &mut Self {
        if let Some(fill) = look.fill {
            self.attribute("fill", fill);
        }
        if let Some((colour, width)) = look.stroke {
            self.attribute("stroke", colour)
                .attribute("stroke-width", width);
        }
        if let Some((dash, unit)) = look.dash {
            let parts = dash.pattern_px(unit.px());
            self.attribute(
                "stroke-dasharray",
                List(parts.iter().copied().map(Length::from_px)),
            )
            .attribute("stroke-linecap", "butt");
        }
        if let Some((size, weight)) = look.font {
            self.attribute("font-size", size);
            if weight == Weight::Bold {
                self.attribute("font-weight", "bold");
            }
        }
        self
    }

    /// Writes an item with its style, or without it where the surrounding group has it.
    fn item(&mut self, item: &SceneItem, title: Option<&ChartText>, look: Option<Look>) {
        match item {
            SceneItem::Shape { shape, .. } => self.shape(shape, title, look.unwrap_or_default()),
            SceneItem::Glyph {
                glyph,
                center,
                size,
                ..
            } => self.glyph(*glyph, (*center, *size), title, look),
            SceneItem::Label {
                text,
                origin,
                size,
                weight,
                ..
            } => {
                self.open("text");
                self.letters(text, *origin, (*size, *weight));
                self.look(look.unwrap_or_default()).end_tag();
                self.text(text);
                if let Some(title) = title {
                    self.element_with_text("title", title);
                }
                self.close("text");
            }
            SceneItem::Group { title, items } => match items.as_slice() {
                [single] if Look::of(single).is_some() => self.item(single, Some(title), look),
                _ => {
                    self.open("g").end_tag();
                    self.element_with_text("title", title);
                    self.items(items);
                    self.close("g");
                }
            },
        }
    }

    fn glyph(
        &mut self,
        glyph: Glyph,
        (center, size): (ScenePoint, Length),
        title: Option<&ChartText>,
        look: Option<Look>,
    ) {
        let segments = glyph.segments();
        let is_once = self.once.contains(&glyph);
        let name = if is_once { "path" } else { "use" };
        self.open(name);
        match (look, is_once) {
            (Some(_), true) => self.attribute("d", PathData::Contours(segments)),
            (None, true) => {
                let [x, y] = scaled(center, size).map(|it| Length::from_px(it.value()));
                self.attribute("d", PathData::Moved(segments, ScenePoint { x, y }))
            }
            (_, false) => self.attribute("href", Reference(Id::Glyph(glyph))),
        };
        match (look, is_once) {
            (Some(look), _) => {
                self.attribute("transform", Placement { center, size })
                    .look(look);
            }
            (None, true) => {}
            (None, false) => {
                let [x, y] = scaled(center, size);
                self.attribute("x", x).attribute("y", y);
            }
        }
        self.end(name, title);
    }

    fn letters(&mut self, text: &ChartText, origin: ScenePoint, (size, weight): (Length, Weight)) {
        // Browsers apply kerning, and their fonts differ: each letter has an explicit position. Two
        // or three digits have the same width everywhere, and the widths of letters that only the
        // viewer has are unknown here.
        let letters = text.as_str().chars().count();
        let is_told = letters > SHORT_CHARACTERS && font::covers(text.as_str());
        if is_told {
            let tenths = |px: f64| (px * 10.0).round() / 10.0;
            let places: Vec<Length> = font::advances_em(text.as_str(), weight)
                .map(|em| Length::from_px(tenths(origin.x.px() + em * size.px())))
                .collect();
            self.attribute("x", List(places.into_iter()));
        } else {
            self.attribute("x", origin.x);
        }
        self.attribute("y", origin.y);
    }

    fn shape(&mut self, shape: &Shape, title: Option<&ChartText>, look: Look) {
        match shape {
            Shape::Circle { center, radius } => {
                self.open("circle")
                    .attribute("cx", center.x)
                    .attribute("cy", center.y)
                    .attribute("r", *radius)
                    .look(look)
                    .end("circle", title);
            }
            Shape::Path(segments) => self
                .open("path")
                .attribute("d", PathData::Contours(segments))
                .look(look)
                .end("path", title),
            Shape::Dots { centers, .. } => self
                .open("path")
                .attribute("d", PathData::Dots(centers))
                .look(look)
                .end("path", title),
            Shape::Turned {
                center,
                times,
                segments,
            } => {
                let data = PathData::Contours(segments);
                let id = Id::Digest(data.digest());
                self.open("g")
                    .attribute("transform", Origin(*center))
                    .look(look)
                    .end_tag();
                if let Some(title) = title {
                    self.element_with_text("title", title);
                }
                self.open("path")
                    .attribute("id", id)
                    .attribute("d", data)
                    .end_empty();
                for turn in 1..*times {
                    let degrees = 360.0 * f64::from(turn) / f64::from(*times);
                    self.open("use")
                        .attribute("href", Reference(id))
                        .attribute("transform", Turn(degrees))
                        .end_empty();
                }
                self.close("g");
            }
        }
    }
}

/// Returns the position of a symbol in a group scaled to its size.
fn scaled(center: ScenePoint, size: Length) -> [Decimal; 2] {
    let scale = Scale::of(size).0.value();
    let decimals = if scale <= COARSE_SCALE { 1 } else { 2 };
    [center.x, center.y].map(|length| Decimal::new(length.px() / scale, decimals))
}

fn collect_glyphs(items: &[SceneItem], used: &mut Vec<Glyph>) {
    for item in items {
        match item {
            SceneItem::Glyph { glyph, .. } => used.push(*glyph),
            SceneItem::Group { items, .. } => collect_glyphs(items, used),
            SceneItem::Shape { .. } | SceneItem::Label { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{glyph::PointGlyph, scene::Segment, size::Size};

    #[test]
    fn only_plain_language_tags_are_written() {
        assert!(Language::new("pt-BR").is_some());
        for tag in ["", "en\"", "en onload", "ü"] {
            assert!(Language::new(tag).is_none(), "{tag}");
        }
    }

    fn written(items: Vec<SceneItem>) -> String {
        let scene = Scene {
            size: Size::new(100, 100).unwrap(),
            background: Colour::from_rgb(0xff_ffff),
            title: ChartText::new("t"),
            description: ChartText::new("d"),
            language: ChartText::new("en"),
            items,
        };
        let svg = scene.to_svg();
        let begin = svg.find("/>\n").unwrap() + 3;
        svg[begin..].to_owned()
    }

    fn label(text: &str, x: f64) -> SceneItem {
        SceneItem::Label {
            text: ChartText::new(text),
            origin: ScenePoint::at(x, 2.0),
            size: Length::from_px(9.5),
            colour: Colour::from_rgb(0x12_3456),
            weight: Weight::Bold,
        }
    }

    fn sun(x: f64) -> SceneItem {
        SceneItem::Glyph {
            glyph: Glyph::Point(PointGlyph::Sun),
            center: ScenePoint::at(x, 6.0),
            size: Length::from_px(12.0),
            colour: Colour::from_rgb(0x12_3456),
            weight: Length::from_px(1.55),
        }
    }

    #[test]
    fn a_look_is_said_once_for_those_that_follow_each_other() {
        assert_eq!(
            written(vec![
                label("1", 0.5),
                label("2", 1.0),
                sun(3.0),
                dot(),
                sun(3.0)
            ]),
            "<g fill=\"#123456\" font-size=\"9.5\" font-weight=\"bold\">\
             <text x=\".5\" y=\"2\">1</text><text x=\"1\" y=\"2\">2</text></g>\n\
             <use href=\"#g-sun\" transform=\"translate(3 6)scale(.5)\" stroke=\"#123456\" stroke-width=\"1.55\"/>\n\
             <circle cx=\"5\" cy=\"5\" r=\"1\" fill=\"#123456\"/>\n\
             <use href=\"#g-sun\" transform=\"translate(3 6)scale(.5)\" stroke=\"#123456\" stroke-width=\"1.55\"/></svg>"
        );
    }

    fn dot() -> SceneItem {
        SceneItem::Shape {
            shape: Shape::Circle {
                center: ScenePoint::at(5.0, 5.0),
                radius: Length::from_px(1.0),
            },
            fill: Some(Colour::from_rgb(0x12_3456)),
            stroke: None,
        }
    }

    #[test]
    fn a_symbol_that_is_there_once_is_drawn_where_it_stands() {
        let trine = SceneItem::Glyph {
            glyph: Glyph::Retrograde,
            center: ScenePoint::at(3.0, 6.0),
            size: Length::from_px(12.0),
            colour: Colour::from_rgb(0x12_3456),
            weight: Length::from_px(1.55),
        };
        let alone = written(vec![trine.clone()]);
        assert!(alone.starts_with("<path d=\"m-4.9 8.6v-16.6"), "{alone}");
        let both = written(vec![trine, sun(4.0)]);
        // From (6, 12), its position at half the scale.
        let begin = "<g transform=\"scale(.5)\" stroke=\"#123456\" stroke-width=\"1.55\"><path d=\"m1.1 20.6v-16.6";
        assert!(both.starts_with(begin), "{both}");
    }

    #[test]
    fn symbols_of_a_group_have_their_places_in_its_scale_and_titles_inside() {
        let titled = SceneItem::Group {
            title: ChartText::new("a<b"),
            items: vec![sun(3.0)],
        };
        assert_eq!(
            written(vec![titled, sun(4.0)]),
            "<g transform=\"scale(.5)\" stroke=\"#123456\" stroke-width=\"1.55\">\
             <use href=\"#g-sun\" x=\"6\" y=\"12\"><title>a&lt;b</title></use>\
             <use href=\"#g-sun\" x=\"8\" y=\"12\"/></g></svg>"
        );
    }

    #[test]
    fn dots_are_lines_without_length_and_turned_lines_are_there_once() {
        let colour = Colour::from_rgb(0x12_3456);
        let dots = SceneItem::Shape {
            shape: Shape::Dots {
                centers: vec![ScenePoint::at(1.0, 2.0), ScenePoint::at(2.5, 2.0)],
                radius: Length::from_px(1.25),
            },
            fill: Some(colour),
            stroke: None,
        };
        let turned = SceneItem::Shape {
            shape: Shape::Turned {
                center: ScenePoint::at(50.0, 50.0),
                times: 3,
                segments: vec![
                    Segment::Move(ScenePoint::at(0.0, 30.0)),
                    Segment::Line(ScenePoint::at(0.0, 40.0)),
                ],
            },
            fill: None,
            stroke: Some(Stroke::dashed(colour, 1.0, Dash::Short, 2.0)),
        };
        let svg = written(vec![dots, turned]);
        let id = PathData::Contours(&[
            Segment::Move(ScenePoint::at(0.0, 30.0)),
            Segment::Line(ScenePoint::at(0.0, 40.0)),
        ])
        .digest();
        assert_eq!(
            svg,
            format!(
                "<path d=\"m1 2h0m1.5 0h0\" stroke=\"#123456\" stroke-width=\"2.5\"/>\n\
                 <g transform=\"translate(50 50)\" stroke=\"#123456\" stroke-width=\"1\" stroke-dasharray=\"7 5\" stroke-linecap=\"butt\">\
                 <path id=\"g-{id}\" d=\"m0 30v10\"/>\
                 <use href=\"#g-{id}\" transform=\"rotate(120)\"/><use href=\"#g-{id}\" transform=\"rotate(240)\"/></g></svg>"
            )
        );
    }
}
