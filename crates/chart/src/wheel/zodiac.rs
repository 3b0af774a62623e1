//! The outermost ring: twelve signs and a tick for each degree.

use super::Pen;
use crate::{
    canvas::{Canvas, Xy, polyline},
    glyph::{Glyph, Sign},
    scene::{Point, Segment, Shape, Stroke},
    wheel::layout::Detail,
};

/// The width of the strip that shows elements as patterns, in parts of the radius.
const STRIP: f64 = 0.014;

impl Pen<'_> {
    pub(super) fn zodiac(&self, canvas: &mut Canvas) {
        let (dial, theme, parts) = (&self.dial, self.theme, &self.layout.parts);
        let (inner, outer) = (parts.zodiac_inner, parts.zodiac_outer);
        for (index, sign) in Sign::ALL.iter().enumerate() {
            let begin = index as f64 * 30.0;
            let fill = theme.sign_fills[sign.element()];
            if fill != theme.background {
                canvas.shape(
                    dial.sector(begin, begin + 30.0, inner, outer),
                    Some(fill),
                    None,
                );
            }
            if theme.element_patterns {
                self.element(*sign, begin, canvas);
            }
        }
        let line = Stroke::solid(theme.line, self.thin_px());
        let mut borders = Vec::new();
        for index in 0..12 {
            let begin = f64::from(index) * 30.0;
            borders.extend(polyline(&[dial.at(begin, inner), dial.at(begin, outer)]));
        }
        canvas.shape(Shape::Path(borders), None, Some(line));
        canvas.shape(Shape::Path(self.ticks()), None, Some(line));
        for part in [inner, outer] {
            canvas.circle(dial.center, part * dial.radius_px, None, Some(line));
        }
        let strip = if theme.element_patterns { STRIP } else { 0.0 };
        let middle = (inner + self.tick_length() + outer - strip) / 2.0;
        for (index, sign) in Sign::ALL.iter().enumerate() {
            let center = dial.at(index as f64 * 30.0 + 15.0, middle);
            let colour = theme.sign_inks[sign.element()];
            canvas.glyph(Glyph::Sign(*sign), center, parts.sign_size_px, colour);
        }
    }

    fn tick_length(&self) -> f64 {
        if self.layout.detail == Detail::Small {
            0.0
        } else {
            0.012
        }
    }

    fn ticks(&self) -> Vec<Segment> {
        let inner = self.layout.parts.zodiac_inner;
        let every = match (self.layout.detail, self.theme.fine_ticks) {
            (Detail::Small, _) => 10,
            (Detail::Full, true) => 1,
            _ => 5,
        };
        let mut segments = Vec::new();
        for degree in (0..360_u16).filter(|degree| degree % every == 0 && degree % 30 != 0) {
            let length = match degree {
                ten if ten % 10 == 0 => 0.02,
                five if five % 5 == 0 => 0.016,
                _ => 0.009,
            };
            let end = |part| coarse(self.dial.at(f64::from(degree), part));
            segments.push(Segment::Move(end(inner)));
            segments.push(Segment::Line(end(inner + length)));
        }
        segments
    }

    /// Fire is a full strip, earth is hatched, air is empty, water is a double line.
    fn element(&self, sign: Sign, begin_deg: f64, canvas: &mut Canvas) {
        let (dial, ink) = (&self.dial, self.theme.ink);
        let outer = self.layout.parts.zodiac_outer;
        let inner = outer - STRIP;
        let line = Stroke::solid(ink, self.thin_px());
        let mut segments = dial.open_arc(begin_deg, begin_deg + 30.0, inner);
        match sign.element() {
            0 => canvas.shape(
                dial.sector(begin_deg, begin_deg + 30.0, inner, outer),
                Some(ink),
                None,
            ),
            1 => {
                for step in 1..20 {
                    let longitude = begin_deg + f64::from(step) * 1.5;
                    segments.extend(polyline(&[
                        dial.at(longitude, inner),
                        dial.at(longitude, outer),
                    ]));
                }
            }
            3 => {
                let middle = f64::midpoint(inner, outer);
                segments.extend(dial.open_arc(begin_deg, begin_deg + 30.0, middle));
            }
            _ => {}
        }
        canvas.shape(Shape::Path(segments), None, Some(line));
    }
}

/// The nearest tenth of a pixel. Ticks are a quarter of a whole picture's bytes, and nobody sees a twentieth of a pixel.
fn coarse((x, y): Xy) -> Point {
    let tenths = |px: f64| (px * 10.0).round() / 10.0;
    Point::at(tenths(x), tenths(y))
}
