//! The language of symbols: letters and numbers, separated by spaces.
//!
//! `M x y` begin, `L x y` line, `Q x y x y` and `C x y x y x y` curves, `Z` close, `O x y r` a
//! circle, `A x y r from to` an arc around a center from one angle to another in degrees: 0 is
//! right, 90 is down, and a smaller second angle means counterclockwise. An arc that begins at the
//! pen position continues the line; otherwise it begins a new one.

use crate::scene::{ScenePoint, Segment};

/// Parses a drawing. A word that is not a number counts as 0: a test draws every symbol.
pub(super) fn segments(drawing: &str) -> Vec<Segment> {
    let mut words = drawing.split_ascii_whitespace();
    let mut pen = Pen::default();
    while let Some(command) = words.next() {
        let mut number = || {
            words
                .next()
                .and_then(|word| word.parse::<f64>().ok())
                .unwrap_or(0.0)
        };
        let mut pair = || (number(), number());
        match command {
            "M" => pen.start(pair()),
            "L" => pen.line(pair()),
            "Q" => pen.quadratic(pair(), pair()),
            "C" => pen.curve(pair(), pair(), pair()),
            "O" => {
                let center = pair();
                pen.arc(center, number(), (0.0, 360.0));
                pen.segments.push(Segment::Close);
            }
            "A" => {
                let center = pair();
                let radius = number();
                pen.arc(center, radius, (number(), number()));
            }
            _ => pen.segments.push(Segment::Close),
        }
    }
    pen.segments
}

type Xy = (f64, f64);

#[derive(Default)]
struct Pen {
    segments: Vec<Segment>,
    here: Xy,
}

impl Pen {
    fn start(&mut self, to: Xy) {
        self.segments.push(Segment::Move(point(to)));
        self.here = to;
    }

    fn line(&mut self, to: Xy) {
        self.segments.push(Segment::Line(point(to)));
        self.here = to;
    }

    fn curve(&mut self, a: Xy, b: Xy, to: Xy) {
        self.segments
            .push(Segment::Curve(point(a), point(b), point(to)));
        self.here = to;
    }

    /// Converts a quadratic curve: the cubic controls are two thirds of the way to the single
    /// control.
    fn quadratic(&mut self, control: Xy, to: Xy) {
        let toward = |from: Xy| {
            let part = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
            (part(from.0, control.0), part(from.1, control.1))
        };
        self.curve(toward(self.here), toward(to), to);
    }

    fn arc(&mut self, center: Xy, radius: f64, (from, to): (f64, f64)) {
        let on = |degrees: f64| {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            (center.0 + radius * cosine, center.1 + radius * sine)
        };
        let begin = on(from);
        let distance = (begin.0 - self.here.0).hypot(begin.1 - self.here.1);
        if self.segments.is_empty() || distance > 0.05 {
            self.start(begin);
        }
        let parts = ((to - from).abs() / 90.0).ceil().max(1.0);
        let step = (to - from) / parts;
        // The best cubic approximation of an arc: its controls are 4/3 tan(angle/4) radii along the
        // tangents.
        let reach = 4.0 / 3.0 * (step.to_radians() / 4.0).tan() * radius;
        let mut angle = from;
        while (to - angle).abs() > 1e-6 {
            let next = angle + step;
            let (a, b) = (on(angle), on(next));
            let (tangent_a, tangent_b) =
                (angle.to_radians().sin_cos(), next.to_radians().sin_cos());
            self.curve(
                (a.0 - reach * tangent_a.0, a.1 + reach * tangent_a.1),
                (b.0 + reach * tangent_b.0, b.1 - reach * tangent_b.1),
                b,
            );
            angle = next;
        }
    }
}

fn point((x, y): Xy) -> ScenePoint {
    ScenePoint::at(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_four_curves_and_closed() {
        let circle = segments("O 0 0 10");
        assert_eq!(circle.len(), 6);
        assert_eq!(circle[0], Segment::Move(ScenePoint::at(10.0, 0.0)));
        // 10 * 0.5523, the standard control length of a quarter circle.
        let expected = Segment::Curve(
            ScenePoint::at(10.0, 5.52),
            ScenePoint::at(5.52, 10.0),
            ScenePoint::at(0.0, 10.0),
        );
        assert_eq!(circle[1], expected);
        assert_eq!(circle[5], Segment::Close);
    }

    #[test]
    fn an_arc_continues_the_line_that_ends_where_it_begins() {
        let joined = segments("M 5 5 L 5 0 A 0 0 5 0 -90");
        assert_eq!(joined.len(), 3);
        assert_eq!(segments("M 5 5 L 6 0 A 0 0 5 0 90").len(), 4);
    }
}
