//! A scene as PNG: the same shapes, symbols and letters as in the SVG, filled and stroked here.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::{
    error::ChartError,
    font, glyph,
    scene::{Dash, Item, Length, Point, Scene, Segment, Shape, Stroke},
    theme::Colour,
};

impl Scene {
    /// The picture as an opaque PNG.
    ///
    /// # Errors
    /// [`ChartError::Encoding`] if the encoder refuses, which no scene of a valid size has been seen to cause.
    pub fn to_png(&self) -> Result<Vec<u8>, ChartError> {
        let (width, height) = (self.size.width_px(), self.size.height_px());
        let mut pixmap = Pixmap::new(width, height)
            .ok_or_else(|| ChartError::Encoding(format!("no canvas of {width} x {height}")))?;
        let [red, green, blue] = self.background.channels();
        pixmap.fill(Color::from_rgba8(red, green, blue, 255));
        draw(&self.items, &mut pixmap);
        let mut exact = vec![self.background];
        collect_colours(&self.items, &mut exact);
        encode(&pixmap, &exact).map_err(|error| ChartError::Encoding(error.to_string()))
    }
}

/// Every colour that things are drawn in, once.
fn collect_colours(items: &[Item], found: &mut Vec<Colour>) {
    for item in items {
        let colours = match item {
            Item::Shape { fill, stroke, .. } => [*fill, stroke.map(|it| it.colour)],
            Item::Glyph { colour, .. } | Item::Label { colour, .. } => [Some(*colour), None],
            Item::Group { items, .. } => {
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

/// Rounds colours for a smaller file. The colours of the theme are kept. Blended colours at edges are rounded to six
/// bits per channel: an error of at most 3 of 255 that nobody sees, and a file that is an eighth smaller.
struct Rounding {
    exact: Vec<[u8; 3]>,
    /// Whether an exact colour has these high four bits in each channel. For most blended colours none has, which saves
    /// the search.
    has_similar: Vec<bool>,
}

impl Rounding {
    fn new(exact: &[Colour]) -> Self {
        let exact: Vec<_> = exact.iter().map(|it| it.channels()).collect();
        let mut has_similar = vec![false; 1 << 12];
        for colour in &exact {
            has_similar[high_bits(*colour)] = true;
        }
        Self { exact, has_similar }
    }

    fn round(&self, pixel: [u8; 3]) -> [u8; 3] {
        if self.has_similar[high_bits(pixel)] && self.exact.contains(&pixel) {
            return pixel;
        }
        pixel.map(|channel| channel & 0xfc | channel >> 6)
    }
}

fn high_bits([red, green, blue]: [u8; 3]) -> usize {
    let four = |channel: u8| usize::from(channel >> 4);
    four(red) << 8 | four(green) << 4 | four(blue)
}

fn encode(pixmap: &Pixmap, exact: &[Colour]) -> Result<Vec<u8>, png::EncodingError> {
    let rounding = Rounding::new(exact);
    // Nothing is transparent: the fourth channel would only cost time and bytes.
    let mut pixels = vec![0; pixmap.data().len() / 4 * 3];
    let (from, _) = pixmap.data().as_chunks::<4>();
    let (to, _) = pixels.as_chunks_mut::<3>();
    let (mut before, mut rounded) = (0, rounding.round([0; 3]));
    for (pixel, to) in from.iter().zip(to) {
        // Most pixels equal the one before; comparing them as integers is fastest.
        let number = u32::from_ne_bytes(*pixel);
        if number != before {
            let [red, green, blue, _] = *pixel;
            (before, rounded) = (number, rounding.round([red, green, blue]));
        }
        *to = rounded;
    }
    let mut bytes = Vec::with_capacity(128 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Flat colours repeat: unfiltered rows at the first level of deflate are both the smallest and among the fastest
    // (800 x 800: 150 kB in 6 ms; the presets `Fast` 229 kB in 3 ms, `Balanced` 165 kB in 39 ms; the second level saves
    // a seventh and needs twice the time).
    encoder.set_deflate_compression(png::DeflateCompression::Level(1));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn draw(items: &[Item], pixmap: &mut Pixmap) {
    for item in items {
        match item {
            Item::Shape {
                shape,
                fill,
                stroke,
            } => draw_shape(shape, *fill, *stroke, pixmap),
            Item::Glyph { .. } => draw_glyph(item, pixmap),
            Item::Label { .. } => draw_label(item, pixmap),
            Item::Group { items, .. } => draw(items, pixmap),
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
        // Rounded like the numbers that the SVG gives.
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

fn draw_glyph(item: &Item, pixmap: &mut Pixmap) {
    let Item::Glyph {
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

fn draw_label(item: &Item, pixmap: &mut Pixmap) {
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
                let [(x1, y1), (x2, y2), (x, y)] = [a, b, to].map(|p: &Point| (f(p.x), f(p.y)));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The same path several times, turned around a middle.
fn turned(path: &Path, center: Point, times: u16) -> Option<Path> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_between_those_of_things_are_rounded() {
        let exact = [Colour::from_rgb(0xff_fdf6), Colour::from_rgb(0x1d_2430)];
        for (pixel, expected) in [
            ([0xff, 0xfd, 0xf6], [0xff, 0xfd, 0xf6]),
            ([0x1d, 0x24, 0x30], [0x1d, 0x24, 0x30]),
            ([0xff, 0xfd, 0xf5], [0xff, 0xff, 0xf7]),
            ([0x00, 0x03, 0x81], [0x00, 0x00, 0x82]),
        ] {
            assert_eq!(Rounding::new(&exact).round(pixel), expected);
        }
        for channel in 0..=255_u8 {
            let [close, ..] = Rounding::new(&[]).round([channel; 3]);
            assert!(close.abs_diff(channel) <= 3, "{channel}: {close}");
        }
    }
}
