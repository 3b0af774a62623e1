//! Renders a scene as PNG: the same shapes, symbols and letters as in the SVG, rasterized here.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::{
    error::DrawError,
    font, glyph,
    palette::Palette,
    scene::{Dash, Length, Scene, SceneItem, ScenePoint, Segment, Shape, Stroke},
    theme::Colour,
};

/// The deflate level.
const LEVEL: u32 = 2;

impl Scene {
    /// Renders the picture as an opaque PNG.
    ///
    /// # Errors
    ///
    /// [`DrawError::Encoding`] if the encoder fails. No scene of a valid size is known to cause
    /// this.
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
    /// let png = scene.to_png()?;
    /// // A PNG begins with its signature. The width and the height follow in the first chunk.
    /// assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    /// assert_eq!(&png[16..24], [0, 0, 1, 64, 0, 0, 0, 200]);
    /// # Ok::<(), chart::DrawError>(())
    /// ```
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        let (width, height) = (self.size.width_px(), self.size.height_px());
        let mut pixmap = Pixmap::new(width, height)
            .ok_or_else(|| DrawError::Encoding(format!("no canvas of {width} x {height}")))?;
        let [red, green, blue] = self.background.channels();
        pixmap.fill(Color::from_rgba8(red, green, blue, 255));
        draw(&self.items, &mut pixmap);
        let mut exact = vec![self.background];
        collect_colours(&self.items, &mut exact);
        encode(&pixmap, &exact).map_err(|error| DrawError::Encoding(error.to_string()))
    }
}

/// Collects every colour used, once.
fn collect_colours(items: &[SceneItem], found: &mut Vec<Colour>) {
    for item in items {
        let colours = match item {
            SceneItem::Shape { fill, stroke, .. } => [*fill, stroke.map(|it| it.colour)],
            SceneItem::Glyph { colour, .. } | SceneItem::Label { colour, .. } => {
                [Some(*colour), None]
            }
            SceneItem::Group { items, .. } => {
                collect_colours(items, found);
                continue;
            }
        };
        for colour in colours.into_iter().flatten() {
            if !found.contains(&colour) {
                found.push(colour);
            }
        }
    }
}

fn encode(pixmap: &Pixmap, exact: &[Colour]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_depth(png::BitDepth::Eight);
    let rows = if let Some(palette) = Palette::of(pixmap, exact) {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.colours.as_flattened().to_vec());
        indexed_rows(&palette, pixmap.width())
    } else {
        encoder.set_color(png::ColorType::Rgb);
        true_colour_rows(pixmap)
    };
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &compress(&rows)?)?;
    writer.finish()?;
    Ok(bytes)
}

/// The filter byte of every row: none. Flat colours compress well without a filter.
const UNFILTERED: u8 = 0;

fn indexed_rows(palette: &Palette, width: u32) -> Vec<u8> {
    let mut rows = Vec::with_capacity(palette.rows.len() * (width as usize + 1));
    for row in &palette.rows {
        rows.push(UNFILTERED);
        for run in row {
            rows.resize(rows.len() + usize::from(run.pixels), run.index);
        }
    }
    rows
}

/// Nothing is transparent: an alpha channel would only cost time and bytes.
fn true_colour_rows(pixmap: &Pixmap) -> Vec<u8> {
    let (pixels, _) = pixmap.data().as_chunks::<4>();
    let mut rows = Vec::with_capacity(pixels.len() * 3 + pixmap.height() as usize);
    for row in pixels.chunks(pixmap.width() as usize) {
        rows.push(UNFILTERED);
        for [red, green, blue, _] in row {
            rows.extend([red, green, blue]);
        }
    }
    rows
}

/// Compresses the rows as one zlib stream. The encoder would pass them one by one, and clearing its
/// buffer for every row takes a tenth of the total time.
fn compress(rows: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(64 * 1024), Compression::new(LEVEL));
    encoder.write_all(rows)?;
    encoder.finish()
}

fn draw(items: &[SceneItem], pixmap: &mut Pixmap) {
    for item in items {
        match item {
            SceneItem::Shape {
                shape,
                fill,
                stroke,
            } => draw_shape(shape, *fill, *stroke, pixmap),
            SceneItem::Glyph { .. } => draw_glyph(item, pixmap),
            SceneItem::Label { .. } => draw_label(item, pixmap),
            SceneItem::Group { items, .. } => draw(items, pixmap),
        }
    }
}

fn draw_shape(shape: &Shape, fill: Option<Colour>, stroke: Option<Stroke>, pixmap: &mut Pixmap) {
    let path = match shape {
        Shape::Circle { center, radius } => {
            PathBuilder::from_circle(f(center.x), f(center.y), f(*radius))
        }
        Shape::Path(segments) => path_of(segments),
        Shape::Turned {
            center,
            times,
            segments,
        } => path_of(segments).and_then(|path| turned(&path, *center, *times)),
        Shape::Dots { centers, radius } => {
            let mut builder = PathBuilder::new();
            for center in centers {
                builder.push_circle(f(center.x), f(center.y), f(*radius));
            }
            builder.finish()
        }
    };
    let Some(path) = path else { return };
    if let Some(fill) = fill {
        fill_path(&path, fill, Transform::identity(), pixmap);
    }
    if let Some(stroke) = stroke {
        let pattern = stroke.dash.pattern_px(stroke.dash_unit.px());
        // Rounded like the numbers in the SVG.
        let pattern = pattern.into_iter().map(|part| f(Length::from_px(part)));
        let style = tiny_skia::Stroke {
            width: f(stroke.width),
            line_cap: match stroke.dash {
                Dash::Solid => LineCap::Round,
                _ => LineCap::Butt,
            },
            line_join: LineJoin::Round,
            dash: StrokeDash::new(pattern.collect(), 0.0),
            ..Default::default()
        };
        let paint = paint(stroke.colour);
        pixmap.stroke_path(&path, &paint, &style, Transform::identity(), None);
    }
}

fn draw_glyph(item: &SceneItem, pixmap: &mut Pixmap) {
    let SceneItem::Glyph {
        glyph,
        center,
        size,
        colour,
        weight,
    } = item
    else {
        return;
    };
    let Some(path) = path_of(glyph.segments()) else {
        return;
    };
    let scale = f(*size) / glyph::SIDE_F32;
    let place = Transform::from_scale(scale, scale).post_translate(f(center.x), f(center.y));
    let style = tiny_skia::Stroke {
        width: f(*weight),
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Default::default()
    };
    pixmap.stroke_path(&path, &paint(*colour), &style, place, None);
}

fn draw_label(item: &SceneItem, pixmap: &mut Pixmap) {
    let SceneItem::Label {
        text,
        origin,
        size,
        colour,
        weight,
    } = item
    else {
        return;
    };
    let mut letters = Letters(PathBuilder::new());
    font::outline(text.as_str(), *weight, &mut letters);
    let Some(path) = letters.0.finish() else {
        return;
    };
    let place = Transform::from_scale(f(*size), f(*size)).post_translate(f(origin.x), f(origin.y));
    fill_path(&path, *colour, place, pixmap);
}

struct Letters(PathBuilder);

impl font::Pen for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32) {
        self.0.quad_to(control.0, control.1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn path_of(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match segment {
            Segment::Move(to) => builder.move_to(f(to.x), f(to.y)),
            Segment::Line(to) => builder.line_to(f(to.x), f(to.y)),
            Segment::Curve(a, b, to) => {
                let [(x1, y1), (x2, y2), (x, y)] =
                    [a, b, to].map(|p: &ScenePoint| (f(p.x), f(p.y)));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Returns several copies of a path, rotated around a centre.
fn turned(path: &Path, center: ScenePoint, times: u16) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for turn in 0..times {
        let degrees = 360.0 * f32::from(turn) / f32::from(times);
        let place = Transform::from_rotate(degrees).post_translate(f(center.x), f(center.y));
        builder.push_path(&path.clone().transform(place)?);
    }
    builder.finish()
}

fn fill_path(path: &Path, colour: Colour, place: Transform, pixmap: &mut Pixmap) {
    pixmap.fill_path(path, &paint(colour), FillRule::Winding, place, None);
}

fn paint(colour: Colour) -> Paint<'static> {
    let [red, green, blue] = colour.channels();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "four thousand pixels in hundredths need 19 of the 24 bits"
)]
fn f(length: Length) -> f32 {
    length.px() as f32
}
