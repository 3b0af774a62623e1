//! The canvas: shorthand methods for the items of a scene, and the dial they are placed on.

use crate::{
    font::{self, Weight},
    glyph::{self, Glyph},
    scene::{Length, SceneItem, ScenePoint, Segment, Shape, Stroke},
    text::ChartText,
    theme::Colour,
};

/// A position in pixels, before rounding.
pub(crate) type Xy = (f64, f64);

/// Collects the items of a scene.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) items: Vec<SceneItem>,
}

/// The style of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) size_px: f64,
    pub(crate) colour: Colour,
    pub(crate) weight: Weight,
}

impl Style {
    pub(crate) fn regular(size_px: f64, colour: Colour) -> Self {
        Self {
            size_px,
            colour,
            weight: Weight::Regular,
        }
    }

    pub(crate) fn bold(size_px: f64, colour: Colour) -> Self {
        Self {
            weight: Weight::Bold,
            ..Self::regular(size_px, colour)
        }
    }

    pub(crate) fn width_px(self, text: &str) -> f64 {
        font::width_em(text, self.weight) * self.size_px
    }
}

impl Canvas {
    pub(crate) fn shape(&mut self, shape: Shape, fill: Option<Colour>, stroke: Option<Stroke>) {
        self.items.push(SceneItem::Shape {
            shape,
            fill,
            stroke,
        });
    }

    pub(crate) fn circle(
        &mut self,
        center: Xy,
        radius_px: f64,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    ) {
        let shape = Shape::Circle {
            center: point(center),
            radius: Length::from_px(radius_px),
        };
        self.shape(shape, fill, stroke);
    }

    pub(crate) fn polyline(&mut self, places: &[Xy], stroke: Stroke) {
        self.path(polyline(places), stroke);
    }

    /// Adds lines of one style. One shape for many lines is smaller and faster to write than many
    /// shapes.
    pub(crate) fn path(&mut self, segments: Vec<Segment>, stroke: Stroke) {
        if !segments.is_empty() {
            self.shape(Shape::Path(segments), None, Some(stroke));
        }
    }

    pub(crate) fn dots(&mut self, centers: &[Xy], radius_px: f64, colour: Colour) {
        if !centers.is_empty() {
            let shape = Shape::Dots {
                centers: centers.iter().copied().map(point).collect(),
                radius: Length::from_px(radius_px),
            };
            self.shape(shape, Some(colour), None);
        }
    }

    pub(crate) fn glyph(&mut self, glyph: Glyph, center: Xy, size_px: f64, colour: Colour) {
        self.items.push(SceneItem::Glyph {
            glyph,
            center: point(center),
            size: Length::from_px(size_px),
            colour,
            weight: glyph::weight(size_px),
        });
    }

    /// Adds a text whose baseline starts at a position.
    pub(crate) fn label(&mut self, text: &ChartText, origin: Xy, style: Style) {
        if text.is_empty() {
            return;
        }
        self.items.push(SceneItem::Label {
            text: text.clone(),
            origin: point(origin),
            size: Length::from_px(style.size_px),
            colour: style.colour,
            weight: style.weight,
        });
    }

    /// Adds a text whose capitals and digits are centered on a position.
    pub(crate) fn label_centered(&mut self, text: &ChartText, center: Xy, style: Style) {
        let origin = (
            center.0 - style.width_px(text.as_str()) / 2.0,
            center.1 + font::CAP_HEIGHT * style.size_px / 2.0,
        );
        self.label(text, origin, style);
    }

    /// Groups the items that `draw` adds.
    pub(crate) fn group(&mut self, title: ChartText, draw: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        draw(&mut inner);
        self.items.push(SceneItem::Group {
            title,
            items: inner.items,
        });
    }
}

pub(crate) fn polyline(places: &[Xy]) -> Vec<Segment> {
    let segment = |(index, place): (usize, &Xy)| match index {
        0 => Segment::Move(point(*place)),
        _ => Segment::Line(point(*place)),
    };
    places.iter().enumerate().map(segment).collect()
}

/// Rounds to the nearest tenth of a pixel: a twentieth is invisible, and digits are most of an
/// SVG's bytes.
pub(crate) fn point((x, y): Xy) -> ScenePoint {
    let tenths = |px: f64| (px * 10.0).round() / 10.0;
    ScenePoint::at(tenths(x), tenths(y))
}

/// A wheel in the picture: longitudes increase counterclockwise, and one of them points left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dial {
    pub(crate) center: Xy,
    pub(crate) radius_px: f64,
    /// The longitude at the left.
    pub(crate) left_deg: f64,
}

impl Dial {
    /// Returns the position of a longitude at a distance from the center, as a fraction of the
    /// radius.
    pub(crate) fn at(&self, longitude_deg: f64, part: f64) -> Xy {
        let angle = (longitude_deg - self.left_deg + 180.0).to_radians();
        let distance = part * self.radius_px;
        (
            self.center.0 + distance * angle.cos(),
            self.center.1 - distance * angle.sin(),
        )
    }

    /// Returns the angle, in degrees, that a length subtends at a distance from the center.
    pub(crate) fn angle_of_deg(&self, length_px: f64, part: f64) -> f64 {
        let half = length_px / 2.0 / (part * self.radius_px);
        2.0 * half.clamp(0.0, 1.0).asin().to_degrees()
    }

    /// Returns an arc along the dial from one longitude to a later one, as curves of at most 30
    /// degrees.
    fn arc(&self, from_deg: f64, to_deg: f64, part: f64) -> Vec<Segment> {
        let parts = ((to_deg - from_deg).abs() / 30.0).ceil().max(1.0);
        let step = (to_deg - from_deg) / parts;
        let reach = 4.0 / 3.0 * (step.to_radians() / 4.0).tan();
        let mut segments = Vec::new();
        let mut angle = from_deg;
        while (to_deg - angle) * step > 1e-6 {
            let next = angle + step;
            let beside = |place: f64, sign: f64| {
                // The tangent is the position a quarter turn further.
                let (x, y) = self.at(place, part);
                let (ahead_x, ahead_y) = self.at(place + 90.0, part);
                (
                    x + sign * reach * (ahead_x - self.center.0),
                    y + sign * reach * (ahead_y - self.center.1),
                )
            };
            segments.push(Segment::Curve(
                point(beside(angle, 1.0)),
                point(beside(next, -1.0)),
                point(self.at(next, part)),
            ));
            angle = next;
        }
        segments
    }

    /// Returns the sector of a ring between two longitudes and two distances.
    pub(crate) fn sector(
        &self,
        from_deg: f64,
        to_deg: f64,
        inner: f64,
        outer: f64,
    ) -> Vec<Segment> {
        let mut segments = vec![Segment::Move(point(self.at(from_deg, outer)))];
        segments.extend(self.arc(from_deg, to_deg, outer));
        segments.push(Segment::Line(point(self.at(to_deg, inner))));
        segments.extend(self.arc(to_deg, from_deg, inner));
        segments.push(Segment::Close);
        segments
    }

    /// Returns an open arc.
    pub(crate) fn open_arc(&self, from_deg: f64, to_deg: f64, part: f64) -> Vec<Segment> {
        let mut segments = vec![Segment::Move(point(self.at(from_deg, part)))];
        segments.extend(self.arc(from_deg, to_deg, part));
        segments
    }
}

/// A disc that lines must not cross.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Obstacle {
    pub(crate) center: Xy,
    pub(crate) radius_px: f64,
}

/// Returns the parts of a line outside every obstacle, without those shorter than `least_px`, which
/// look like dirt.
pub(crate) fn cut(from: Xy, to: Xy, obstacles: &[Obstacle], least_px: f64) -> Vec<(Xy, Xy)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1e-9 {
        return Vec::new();
    }
    let mut hidden: Vec<(f64, f64)> = obstacles
        .iter()
        .filter_map(|obstacle| {
            let (ox, oy) = (obstacle.center.0 - from.0, obstacle.center.1 - from.1);
            let along = (ox * dx + oy * dy) / length;
            let aside = (ox * dy - oy * dx).abs() / length;
            let half = (obstacle.radius_px.powi(2) - aside.powi(2)).max(0.0).sqrt();
            (half > 0.0).then_some((along - half, along + half))
        })
        .collect();
    hidden.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut pieces = Vec::new();
    let mut here = 0.0_f64;
    hidden.push((length, length));
    for (begin, end) in hidden {
        if begin.min(length) - here >= least_px {
            pieces.push((here, begin.min(length)));
        }
        here = here.max(end);
    }
    let on = |distance: f64| {
        (
            from.0 + dx * distance / length,
            from.1 + dy * distance / length,
        )
    };
    pieces
        .into_iter()
        .map(|(begin, end)| (on(begin), on(end)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAL: Dial = Dial {
        center: (100.0, 100.0),
        radius_px: 50.0,
        left_deg: 15.0,
    };

    fn near(a: Xy, b: Xy) {
        assert!((a.0 - b.0).hypot(a.1 - b.1) < 1e-9, "{a:?} {b:?}");
    }

    #[test]
    fn the_dial_runs_against_the_clock_from_the_left() {
        near(DIAL.at(15.0, 1.0), (50.0, 100.0));
        near(DIAL.at(105.0, 1.0), (100.0, 150.0));
        near(DIAL.at(195.0, 0.5), (125.0, 100.0));
        near(DIAL.at(285.0, 1.0), (100.0, 50.0));
    }

    #[test]
    fn arcs_stay_on_their_circle() {
        for segment in DIAL.open_arc(350.0, 380.0, 1.0) {
            if let Segment::Curve(a, b, to) = segment {
                let from = DIAL.at(350.0, 1.0);
                let middle = |p: f64, a: f64, b: f64, q: f64| (p + 3.0 * a + 3.0 * b + q) / 8.0;
                let x = middle(from.0, a.x.px(), b.x.px(), to.x.px());
                let y = middle(from.1, a.y.px(), b.y.px(), to.y.px());
                assert!(((x - 100.0).hypot(y - 100.0) - 50.0).abs() < 0.1);
            }
        }
    }

    #[test]
    fn a_line_is_interrupted_by_obstacles_only() {
        let at = |x: f64| Obstacle {
            center: (x, 3.0),
            radius_px: 5.0,
        };
        let whole = cut((0.0, 0.0), (100.0, 0.0), &[], 3.0);
        assert_eq!(whole, [((0.0, 0.0), (100.0, 0.0))]);
        let pieces = cut(
            (0.0, 0.0),
            (100.0, 0.0),
            &[at(50.0), at(52.0), at(100.0)],
            3.0,
        );
        assert_eq!(
            pieces,
            [((0.0, 0.0), (46.0, 0.0)), ((56.0, 0.0), (96.0, 0.0))]
        );
    }
}
