//! The outermost ring: twelve signs and a tick for each degree.

use ids::{Element, Sign};

use super::Pen;
use crate::{
    canvas::{Canvas, Dial, point, polyline},
    glyph::Glyph,
    scene::{Segment, Shape, Stroke},
    text::ChartText,
    wheel::layout::Detail,
};

/// The width of the strip that shows elements as patterns, as a fraction of the radius.
const STRIP: f64 = 0.014;

impl Pen<'_> {
    pub(super) fn zodiac(&self, canvas: &mut Canvas) {
        let (dial, theme, parts) = (&self.dial, self.theme, &self.layout.parts);
        let (inner, outer) = (parts.zodiac_inner, parts.zodiac_outer);
        for (element, fill) in Element::ALL.into_iter().zip(theme.sign_fills) {
            if fill != theme.background {
                let sectors = signs_of(element)
                    .map(Sign::begin_deg)
                    .flat_map(|begin| dial.sector(begin, begin + 30.0, inner, outer));
                canvas.shape(Shape::Path(sectors.collect()), Some(fill), None);
            }
            if theme.element_patterns {
                self.element(element, canvas);
            }
        }
        let line = Stroke::solid(theme.line, self.thin_px());
        let mut borders = Vec::new();
        for index in 0..12 {
            let begin = f64::from(index) * 30.0;
            borders.extend(polyline(&[dial.at(begin, inner), dial.at(begin, outer)]));
        }
        canvas.path(borders, line);
        let ticks = Shape::Turned {
            center: point(dial.center),
            times: 12,
            segments: self.ticks(),
        };
        canvas.shape(ticks, None, Some(line));
        for part in [inner, outer] {
            canvas.circle(dial.center, part * dial.radius_px, None, Some(line));
        }
        let strip = if theme.element_patterns { STRIP } else { 0.0 };
        let middle = (inner + self.tick_length() + outer - strip) / 2.0;
        for (element, colour) in Element::ALL.into_iter().zip(theme.sign_inks) {
            for sign in signs_of(element) {
                let center = dial.at(sign.begin_deg() + 15.0, middle);
                canvas.group(ChartText::new(self.wheel.words.sign(sign)), |canvas| {
                    canvas.glyph(Glyph::Sign(sign), center, parts.sign_size_px, colour);
                });
            }
        }
    }

    fn tick_length(&self) -> f64 {
        if self.layout.detail == Detail::Small {
            0.0
        } else {
            0.012
        }
    }

    /// Returns the ticks of the first sign, relative to the center.
    fn ticks(&self) -> Vec<Segment> {
        let inner = self.layout.parts.zodiac_inner;
        let every = match (self.layout.detail, self.theme.fine_ticks) {
            (Detail::Small, _) => 10,
            (Detail::Full, true) => 1,
            _ => 5,
        };
        let mut segments = Vec::new();
        let middle = Dial {
            center: (0.0, 0.0),
            ..self.dial
        };
        for degree in (1..30_u16).filter(|degree| degree % every == 0) {
            let length = match degree {
                ten if ten % 10 == 0 => 0.02,
                five if five % 5 == 0 => 0.016,
                _ => 0.009,
            };
            let end = |part| middle.at(f64::from(degree), part);
            segments.extend(polyline(&[end(inner), end(inner + length)]));
        }
        segments
    }

    /// Draws the pattern of an element: fire is a solid strip, earth is hatched, air is empty,
    /// water is a double line.
    fn element(&self, element: Element, canvas: &mut Canvas) {
        let (dial, ink) = (&self.dial, self.theme.ink);
        let outer = self.layout.parts.zodiac_outer;
        let inner = outer - STRIP;
        let line = Stroke::solid(ink, self.thin_px());
        let mut segments = Vec::new();
        for begin_deg in signs_of(element).map(Sign::begin_deg) {
            let end_deg = begin_deg + 30.0;
            segments.extend(dial.open_arc(begin_deg, end_deg, inner));
            match element {
                Element::Fire => {
                    let strip = dial.sector(begin_deg, end_deg, inner, outer);
                    canvas.shape(Shape::Path(strip), Some(ink), None);
                }
                Element::Earth => {
                    for step in 1..20 {
                        let longitude = begin_deg + f64::from(step) * 1.5;
                        let ends = [dial.at(longitude, inner), dial.at(longitude, outer)];
                        segments.extend(polyline(&ends));
                    }
                }
                Element::Water => {
                    let middle = f64::midpoint(inner, outer);
                    segments.extend(dial.open_arc(begin_deg, end_deg, middle));
                }
                Element::Air => {}
            }
        }
        canvas.path(segments, line);
    }
}

/// Returns the three signs of an element.
fn signs_of(element: Element) -> impl Iterator<Item = Sign> {
    let is_of_element = move |sign: &Sign| sign.element() == element;
    Sign::ALL.into_iter().filter(is_of_element)
}
