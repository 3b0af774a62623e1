//! A ring of points: each with its symbol, degree, sign, minute and motion, spread so that nothing overlaps.

use super::{
    Mark, Pen, Ring, WheelPoint,
    layout::{RingPlan, Row, RowKind},
};
use crate::{
    canvas::{Canvas, Obstacle, Style, Xy},
    font,
    glyph::Glyph,
    scene::Stroke,
    spread::spread,
    text::Text,
    words::InSign,
};

/// A ring whose labels have their places.
pub(super) struct PlacedRing<'a> {
    plan: &'a RingPlan,
    points: Vec<PlacedPoint<'a>>,
    /// Less than 1 when so many labels share the circle that they must be smaller.
    scale: f64,
}

struct PlacedPoint<'a> {
    point: &'a WheelPoint,
    label_deg: f64,
    /// The middle of each row's thing.
    centers: Vec<Xy>,
}

impl<'a> Pen<'a> {
    pub(super) fn rings(&self) -> Vec<PlacedRing<'a>> {
        let parts = &self.layout.parts;
        let mut rings = vec![self.place(&self.wheel.chart, &parts.chart)];
        if let (Some(ring), Some(plan)) = (&self.wheel.around, &parts.around) {
            rings.push(self.place(ring, plan));
        }
        rings
    }

    fn place(&self, ring: &'a Ring, plan: &'a RingPlan) -> PlacedRing<'a> {
        let longitudes: Vec<f64> = ring
            .points
            .iter()
            .map(|point| point.longitude_deg)
            .collect();
        let spread = spread(&longitudes, plan.gap_deg);
        let place = |(point, label_deg): (&'a WheelPoint, &f64)| PlacedPoint {
            point,
            label_deg: *label_deg,
            centers: plan
                .rows
                .iter()
                .map(|row| self.dial.at(*label_deg, row.part))
                .collect(),
        };
        PlacedRing {
            plan,
            points: ring
                .points
                .iter()
                .zip(&spread.places_deg)
                .map(place)
                .collect(),
            scale: spread.gap_deg / plan.gap_deg,
        }
    }
}

impl PlacedRing<'_> {
    /// What lines of other parts must not cross.
    pub(super) fn obstacles(&self) -> Vec<Obstacle> {
        let of_point = |placed: &PlacedPoint<'_>| {
            let shown = |(row, center): (&Row, &Xy)| {
                let hidden = row.kind == RowKind::Retrograde && !placed.point.retrograde;
                (!hidden).then_some(Obstacle {
                    center: *center,
                    radius_px: row.reach_px * self.scale,
                })
            };
            let rows = self.plan.rows.iter().zip(&placed.centers);
            rows.filter_map(shown).collect::<Vec<_>>()
        };
        self.points.iter().flat_map(of_point).collect()
    }

    pub(super) fn draw(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
        for placed in &self.points {
            canvas.group(pen.wheel.sentence(placed.point), |canvas| {
                self.leader(placed, pen, canvas);
                for (row, center) in self.plan.rows.iter().zip(&placed.centers) {
                    self.thing(placed.point, row, *center, (pen, canvas));
                }
            });
        }
    }

    /// A line from the true place at the rim to the symbol. It winds at an even rate, so no two leaders can cross.
    fn leader(&self, placed: &PlacedPoint<'_>, pen: &Pen<'_>, canvas: &mut Canvas) {
        let Some(mark) = self.plan.rows.first() else {
            return;
        };
        let begin = self.plan.outer;
        let end = mark.part + (mark.reach_px * self.scale) / pen.dial.radius_px;
        let truth = placed.point.longitude_deg;
        let shift = (placed.label_deg - truth + 180.0).rem_euclid(360.0) - 180.0;
        // A short tick exactly at the place, then the winding part.
        let bend = begin - (begin - end) * 0.3;
        let mut places = vec![pen.dial.at(truth, begin)];
        let parts = (shift.abs() / 3.0).ceil().max(1.0);
        let mut part = 0.0;
        while part <= parts {
            let share = part / parts;
            places.push(
                pen.dial
                    .at(truth + shift * share, bend + (end - bend) * share),
            );
            part += 1.0;
        }
        if shift.abs() < 0.05 {
            places = vec![places[0], pen.dial.at(truth, end)];
        }
        canvas.polyline(&places, Stroke::solid(pen.theme.muted, pen.thin_px()));
    }

    fn thing(
        &self,
        point: &WheelPoint,
        row: &Row,
        center: Xy,
        (pen, canvas): (&Pen<'_>, &mut Canvas),
    ) {
        let theme = pen.theme;
        let size = row.size_px * self.scale;
        let place = InSign::of(point.longitude_deg);
        match row.kind {
            RowKind::Mark => draw_mark(&point.mark, center, Style::bold(size, theme.ink), canvas),
            RowKind::Degrees => {
                let text = Text::new(&format!("{}°", place.degrees));
                canvas.label_centered(&text, center, Style::regular(size, theme.ink));
            }
            RowKind::Minutes => {
                let text = Text::new(&format!("{:02}′", place.minutes));
                canvas.label_centered(&text, center, Style::regular(size, theme.muted));
            }
            RowKind::Sign => {
                let colour = theme.sign_inks[place.sign.element()];
                canvas.glyph(Glyph::Sign(place.sign), center, size, colour);
            }
            RowKind::Retrograde if point.retrograde => {
                canvas.glyph(Glyph::Retrograde, center, size, theme.retrograde);
            }
            RowKind::Retrograde => {}
        }
    }
}

/// Draws a symbol, or letters that fit into its place. The size is that of the symbol.
pub(crate) fn draw_mark(mark: &Mark, center: Xy, style: Style, canvas: &mut Canvas) {
    match mark {
        Mark::Glyph(glyph) => {
            canvas.glyph(Glyph::Point(*glyph), center, style.size_px, style.colour);
        }
        Mark::Letters(letters) => {
            let short: String = letters.as_str().chars().take(3).collect();
            // The widest and tallest that fits into the circle a symbol has.
            let diagonal = font::width_em(&short, style.weight)
                .hypot(font::CAP_HEIGHT)
                .max(0.1);
            let size_px = (style.size_px * 0.92 / diagonal).min(style.size_px * 0.55);
            canvas.label_centered(&Text::new(&short), center, Style { size_px, ..style });
        }
    }
}
