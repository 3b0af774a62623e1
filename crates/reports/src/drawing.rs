//! Draws a chart as vectors: the same shapes, symbols and letters as its SVG.

use chart::{Colour, Dash, Scene, SceneItem, ScenePoint, Segment, Shape};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::paint::{Fill, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;

use crate::document::Fonts;
use crate::face::Face;
use crate::text::{Line, TextStyle};

/// How far the control points of a quarter of a circle are from its ends, in radii.
const KAPPA: f64 = 0.552_284_749_8;

/// A color to fill with.
pub(crate) fn fill(colour: Colour) -> Fill {
    Fill {
        paint: paint(colour),
        ..Fill::default()
    }
}

fn paint(colour: Colour) -> krilla::paint::Paint {
    let [red, green, blue] = colour.channels();
    rgb::Color::new(red, green, blue).into()
}

/// A line with round ends.
pub(crate) fn stroke(colour: Colour, width: f32) -> Stroke {
    Stroke {
        paint: paint(colour),
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// Draws a scene in its own units, from the origin of the surface.
pub(crate) fn scene(scene: &Scene, surface: &mut Surface<'_>, fonts: &Fonts) {
    items(&scene.items, surface, fonts);
}

fn items(all: &[SceneItem], surface: &mut Surface<'_>, fonts: &Fonts) {
    for item in all {
        match item {
            SceneItem::Shape {
                shape,
                fill,
                stroke,
            } => draw_shape(shape, (*fill, *stroke), surface),
            SceneItem::Glyph {
                glyph,
                center,
                size,
                colour,
                weight,
            } => {
                let center = (center.x.px(), center.y.px());
                let symbol = Symbol {
                    glyph: *glyph,
                    center,
                    size: size.px(),
                    colour: *colour,
                    weight: weight.px(),
                };
                symbol.draw(surface);
            }
            SceneItem::Label { .. } => label(item, surface, fonts),
            SceneItem::Group { items: inner, .. } => items(inner, surface, fonts),
        }
    }
}

fn draw_shape(
    shape: &Shape,
    (filling, line): (Option<Colour>, Option<chart::Stroke>),
    surface: &mut Surface<'_>,
) {
    let mut path = PathBuilder::new();
    match shape {
        Shape::Circle { center, radius } => circle(&mut path, *center, radius.px()),
        Shape::Path(segments) => contours(&mut path, segments, xy),
        Shape::Turned {
            center,
            times,
            segments,
        } => {
            let center = (center.x.px(), center.y.px());
            for turn in 0..*times {
                let angle = std::f64::consts::TAU * f64::from(turn) / f64::from(*times);
                contours(&mut path, segments, turned(center, angle));
            }
        }
        Shape::Dots { centers, radius } => {
            for center in centers {
                circle(&mut path, *center, radius.px());
            }
        }
    }
    let Some(path) = path.finish() else { return };
    surface.set_fill(filling.map(fill));
    surface.set_stroke(line.map(|it| line_of(&it)));
    if filling.is_some() || line.is_some() {
        surface.draw_path(&path);
    }
}

fn line_of(line: &chart::Stroke) -> Stroke {
    let pattern = line.dash.pattern_px(line.dash_unit.px());
    let dash = (line.dash != Dash::Solid).then(|| StrokeDash {
        array: pattern.into_iter().map(single).collect(),
        offset: 0.0,
    });
    Stroke {
        line_cap: if dash.is_some() {
            LineCap::Butt
        } else {
            LineCap::Round
        },
        dash,
        ..stroke(line.colour, single(line.width.px()))
    }
}

/// A symbol at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) glyph: chart::Glyph,
    pub(crate) center: (f64, f64),
    pub(crate) size: f64,
    pub(crate) colour: Colour,
    /// The width of its lines, in units of its square.
    pub(crate) weight: f64,
}

impl Symbol {
    pub(crate) fn draw(&self, surface: &mut Surface<'_>) {
        let scale = self.size / chart::SIDE;
        let (x, y) = self.center;
        let place = |point: ScenePoint| (point.x.px() * scale + x, point.y.px() * scale + y);
        let mut path = PathBuilder::new();
        contours(&mut path, self.glyph.segments(), place);
        let Some(path) = path.finish() else { return };
        surface.set_fill(None);
        surface.set_stroke(Some(stroke(self.colour, single(self.weight * scale))));
        surface.draw_path(&path);
    }
}

/// A label with its letters where the chart has placed them: without kerning.
fn label(item: &SceneItem, surface: &mut Surface<'_>, fonts: &Fonts) {
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
    let is_bold = *weight == chart::Weight::Bold;
    let is_bold = is_bold && text.as_str().chars().all(|it| Face::ChartBold.has(it));
    let face = if is_bold {
        Face::ChartBold
    } else {
        Face::Chart
    };
    let size = single(size.px());
    let line = crate::text::single_line(text.as_str(), TextStyle::new(face, size, size));
    surface.set_stroke(None);
    surface.set_fill(Some(fill(*colour)));
    let (x, y) = xy(*origin);
    let start = Point::from_xy(single(x), single(y));
    text_line(&line, (start, size), surface, fonts);
}

/// Draws a line of text in the current color.
pub(crate) fn text_line(
    line: &Line,
    (start, size): (Point, f32),
    surface: &mut Surface<'_>,
    fonts: &Fonts,
) {
    let mut glyphs = line
        .shaped
        .glyphs
        .get(line.from..line.to)
        .unwrap_or_default();
    let mut x = start.x;
    while let Some(first) = glyphs.first() {
        let count = glyphs.iter().take_while(|it| it.face == first.face).count();
        let (run, rest) = glyphs.split_at(count);
        let drawn: Vec<_> = run.iter().map(krilla_glyph).collect();
        let at = Point::from_xy(x, start.y);
        let text = &line.shaped.text;
        surface.draw_glyphs(at, &drawn, fonts.of(first.face), text, size, false);
        x += run.iter().map(|it| it.advance).sum::<f32>() * size;
        glyphs = rest;
    }
}

fn krilla_glyph(glyph: &crate::face::ShapedGlyph) -> krilla::text::KrillaGlyph {
    krilla::text::KrillaGlyph::new(
        krilla::text::GlyphId::new(glyph.id),
        glyph.advance,
        glyph.dx,
        glyph.dy,
        0.0,
        glyph.start..glyph.end,
        None,
    )
}

/// The circles and spokes of a zodiac, as an ornament.
pub(crate) fn zodiac(
    surface: &mut Surface<'_>,
    (center, radius): ((f32, f32), f32),
    colour: Colour,
) {
    let (x, y) = (f64::from(center.0), f64::from(center.1));
    let radius = f64::from(radius);
    let mut thin = PathBuilder::new();
    for share in [1.0, 0.985, 0.79, 0.60, 0.325] {
        circle(&mut thin, ScenePoint::at(x, y), radius * share);
    }
    let at = |angle: f64, share: f64| {
        let (sin, cos) = angle.sin_cos();
        (x + radius * share * cos, y + radius * share * sin)
    };
    for degree in (0..360_u16).step_by(5) {
        let angle = f64::from(degree).to_radians();
        let (from, to) = match degree % 30 {
            0 => (0.60, 1.0),
            _ if degree % 10 == 0 => (0.955, 0.985),
            _ => (0.968, 0.985),
        };
        line_between(&mut thin, at(angle, from), at(angle, to));
    }
    // Trines between the twelve spokes.
    for start in 0..4_u16 {
        let corner = |index: u16| at(f64::from(start * 30 + index * 120).to_radians(), 0.60);
        for index in 0..3 {
            line_between(&mut thin, corner(index), corner(index + 1));
        }
    }
    surface.set_fill(None);
    surface.set_stroke(Some(stroke(colour, 0.9)));
    if let Some(path) = thin.finish() {
        surface.draw_path(&path);
    }
    for (sign, index) in chart::Sign::ALL.into_iter().zip(0_u16..) {
        let angle = -f64::from(index * 30 + 15).to_radians();
        let symbol = Symbol {
            glyph: chart::Glyph::Sign(sign),
            center: at(angle, 0.885),
            size: radius * 0.12,
            colour,
            weight: 1.3,
        };
        symbol.draw(surface);
    }
}

fn line_between(path: &mut PathBuilder, from: (f64, f64), to: (f64, f64)) {
    path.move_to(single(from.0), single(from.1));
    path.line_to(single(to.0), single(to.1));
}

fn contours(
    path: &mut PathBuilder,
    segments: &[Segment],
    place: impl Fn(ScenePoint) -> (f64, f64),
) {
    let at = |point| {
        let (x, y) = place(point);
        (single(x), single(y))
    };
    for segment in segments {
        match segment {
            Segment::Move(to) => {
                let (x, y) = at(*to);
                path.move_to(x, y);
            }
            Segment::Line(to) => {
                let (x, y) = at(*to);
                path.line_to(x, y);
            }
            Segment::Curve(one, two, to) => {
                let ((x1, y1), (x2, y2), (x, y)) = (at(*one), at(*two), at(*to));
                path.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Close => path.close(),
        }
    }
}

/// Turns points around a center. They are relative to it.
fn turned(center: (f64, f64), angle: f64) -> impl Fn(ScenePoint) -> (f64, f64) {
    let (sin, cos) = angle.sin_cos();
    move |point| {
        let (x, y) = (point.x.px(), point.y.px());
        (center.0 + x * cos - y * sin, center.1 + x * sin + y * cos)
    }
}

fn circle(path: &mut PathBuilder, center: ScenePoint, radius: f64) {
    let (x, y) = xy(center);
    let control = radius * KAPPA;
    let at = |dx: f64, dy: f64| (single(x + dx), single(y + dy));
    let (r, k) = (radius, control);
    let start = at(r, 0.0);
    path.move_to(start.0, start.1);
    for [one, two, to] in [
        [at(r, k), at(k, r), at(0.0, r)],
        [at(-k, r), at(-r, k), at(-r, 0.0)],
        [at(-r, -k), at(-k, -r), at(0.0, -r)],
        [at(k, -r), at(r, -k), at(r, 0.0)],
    ] {
        path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
    }
    path.close();
}

fn xy(point: ScenePoint) -> (f64, f64) {
    (point.x.px(), point.y.px())
}

/// A path around a rectangle.
pub(crate) fn rectangle(area: crate::sheet::Area) -> Option<Path> {
    let rect = krilla::geom::Rect::from_xywh(area.left, area.top, area.width, area.height)?;
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    path.finish()
}

/// Moves the origin and scales.
pub(crate) fn placed(left: f32, top: f32, scale: f32) -> Transform {
    Transform::from_row(scale, 0.0, 0.0, scale, left, top)
}

/// The precision of a PDF.
#[expect(
    clippy::cast_possible_truncation,
    reason = "coordinates of a page are small numbers"
)]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}
