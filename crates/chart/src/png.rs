//! Renders a scene as PNG: the same shapes, symbols and letters as in the SVG, rasterized here.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::{Affine, BezPath, Cap, Circle, Join, Rect, Shape as _};
use vello_cpu::{Level, Pixmap, RenderContext, RenderSettings, Resources, kurbo};

use crate::{
    error::DrawError,
    font, glyph,
    palette::Palette,
    scene::{Dash, Length, Scene, SceneItem, ScenePoint, Segment, Shape, Stroke},
    theme::Colour,
};

/// The deflate level.
const LEVEL: u32 = 2;
/// How far the curves of a circle may be from it.
const TOLERANCE_PX: f64 = 0.01;

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
        let [width, height] = self.size.sides();
        let settings = RenderSettings {
            // Not what this processor can do: every node draws the same bytes, whatever it runs on.
            level: Level::baseline(),
            num_threads: 0,
        };
        let mut canvas = RenderContext::new_with(width, height, settings);
        canvas.set_paint(paint(self.background));
        canvas.fill_rect(&Rect::new(0.0, 0.0, width.into(), height.into()));
        draw(&self.items, &mut canvas);
        canvas.flush();
        let mut pixmap = Pixmap::new(width, height);
        canvas.render(&mut pixmap, &mut Resources::new());
        let mut exact = vec![self.background];
        collect_colours(&self.items, &mut exact);
        encode(&pixmap, &exact).map_err(|error| DrawError::Encoding(error.to_string()))
    }
}

/// Collects every color used, once.
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
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width().into(), pixmap.height().into());
    encoder.set_depth(png::BitDepth::Eight);
    let rows = if let Some(palette) = Palette::of(pixmap, exact) {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.colours.as_flattened().to_vec());
        indexed_rows(&palette, pixmap.width(), pixmap.height())
    } else {
        encoder.set_color(png::ColorType::Rgb);
        true_colour_rows(pixmap)
    };
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &compress(&rows)?)?;
    writer.finish()?;
    Ok(bytes)
}

/// The filter byte of every row: none. Flat colors compress well without a filter.
const UNFILTERED: u8 = 0;

fn indexed_rows(palette: &Palette, width: u16, height: u16) -> Vec<u8> {
    let row = usize::from(width) + 1;
    let mut rows = Vec::with_capacity(row * usize::from(height));
    for run in &palette.runs {
        if rows.len() % row == 0 {
            rows.push(UNFILTERED);
        }
        rows.resize(rows.len() + usize::from(run.pixels), run.index);
    }
    rows
}

/// Nothing is transparent: an alpha channel would only cost time and bytes.
fn true_colour_rows(pixmap: &Pixmap) -> Vec<u8> {
    let (pixels, _) = pixmap.data_as_u8_slice().as_chunks::<4>();
    let mut rows = Vec::with_capacity(pixels.len() * 3 + usize::from(pixmap.height()));
    for row in pixels.chunks(usize::from(pixmap.width())) {
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

fn draw(items: &[SceneItem], canvas: &mut RenderContext) {
    for item in items {
        match item {
            SceneItem::Shape {
                shape,
                fill,
                stroke,
            } => draw_shape(shape, *fill, *stroke, canvas),
            SceneItem::Glyph { .. } => draw_glyph(item, canvas),
            SceneItem::Label { .. } => draw_label(item, canvas),
            SceneItem::Group { items, .. } => draw(items, canvas),
        }
    }
}

fn draw_shape(
    shape: &Shape,
    fill: Option<Colour>,
    stroke: Option<Stroke>,
    canvas: &mut RenderContext,
) {
    let path = match shape {
        Shape::Circle { center, radius } => circle(*center, *radius),
        Shape::Path(segments) => path_of(segments),
        Shape::Turned {
            center,
            times,
            segments,
        } => turned(&path_of(segments), *center, *times),
        Shape::Dots { centers, radius } => {
            let circles = centers.iter().map(|center| circle(*center, *radius));
            circles.flatten().collect()
        }
    };
    canvas.reset_transform();
    if let Some(fill) = fill {
        canvas.set_paint(paint(fill));
        canvas.fill_path(&path);
    }
    if let Some(stroke) = stroke {
        let pattern = stroke.dash.pattern_px(stroke.dash_unit.px());
        // Rounded like the numbers in the SVG.
        let pattern = pattern.into_iter().map(|part| Length::from_px(part).px());
        let cap = match stroke.dash {
            Dash::Solid => Cap::Round,
            _ => Cap::Butt,
        };
        let style = kurbo::Stroke::new(stroke.width.px())
            .with_caps(cap)
            .with_join(Join::Round)
            .with_dashes(0.0, pattern);
        canvas.set_paint(paint(stroke.colour));
        canvas.set_stroke(style);
        canvas.stroke_path(&path);
    }
}

fn draw_glyph(item: &SceneItem, canvas: &mut RenderContext) {
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
    let scale = size.px() / glyph::SIDE;
    let style = kurbo::Stroke::new(weight.px())
        .with_caps(Cap::Round)
        .with_join(Join::Round);
    canvas.set_transform(placed(*center, scale));
    canvas.set_paint(paint(*colour));
    canvas.set_stroke(style);
    canvas.stroke_path(&path_of(glyph.segments()));
}

fn draw_label(item: &SceneItem, canvas: &mut RenderContext) {
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
    let mut letters = Letters(BezPath::new());
    font::outline(text.as_str(), *weight, &mut letters);
    canvas.set_transform(placed(*origin, size.px()));
    canvas.set_paint(paint(*colour));
    canvas.fill_path(&letters.0);
}

struct Letters(BezPath);

impl font::Pen for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((x, y));
    }

    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32) {
        self.0.quad_to(control, (x, y));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}

fn circle(center: ScenePoint, radius: Length) -> BezPath {
    Circle::new(point(center), radius.px()).to_path(TOLERANCE_PX)
}

fn path_of(segments: &[Segment]) -> BezPath {
    let mut path = BezPath::with_capacity(segments.len());
    for segment in segments {
        match segment {
            Segment::Move(to) => path.move_to(point(*to)),
            Segment::Line(to) => path.line_to(point(*to)),
            Segment::Curve(a, b, to) => path.curve_to(point(*a), point(*b), point(*to)),
            Segment::Close => path.close_path(),
        }
    }
    path
}

/// Returns several copies of a path, rotated around a center.
fn turned(path: &BezPath, center: ScenePoint, times: u16) -> BezPath {
    let place = placed(center, 1.0);
    let turns = (0..times).flat_map(|turn| {
        let angle = std::f64::consts::TAU * f64::from(turn) / f64::from(times);
        place * Affine::rotate(angle) * path.clone()
    });
    turns.collect()
}

/// Scales a path and moves its origin to a point.
fn placed(origin: ScenePoint, scale: f64) -> Affine {
    Affine::translate(point(origin).to_vec2()) * Affine::scale(scale)
}

fn paint(colour: Colour) -> AlphaColor<Srgb> {
    let [red, green, blue] = colour.channels();
    AlphaColor::from_rgb8(red, green, blue)
}

fn point(point: ScenePoint) -> kurbo::Point {
    kurbo::Point::new(point.x.px(), point.y.px())
}
