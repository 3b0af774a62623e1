//! A ring of points: each with its symbol, degree, sign, minute and motion, spread so that nothing
//! overlaps.

use ids::Element;

use super::{
    Mark, Pen, Ring, WheelHouses, WheelPoint,
    layout::{RingPlan, Row, RowKind},
};
use crate::{
    canvas::{Canvas, Obstacle, Style, Xy, polyline},
    font,
    glyph::Glyph,
    scene::{Segment, Stroke},
    spread::spread_between,
    text::ChartText,
    words::InSign,
};

/// A ring with positioned labels.
pub(super) struct PlacedRing<'a> {
    plan: &'a RingPlan,
    points: Vec<PlacedPoint<'a>>,
}

struct PlacedPoint<'a> {
    point: &'a WheelPoint,
    label_deg: f64,
    /// Less than 1 where the labels must shrink to fit.
    scale: f64,
    /// The center of the label in each row.
    centers: Vec<Xy>,
}

impl<'a> Pen<'a> {
    pub(super) fn rings(&self) -> Vec<PlacedRing<'a>> {
        let parts = &self.layout.parts;
        let houses = self.wheel.houses.as_ref();
        let mut rings = vec![self.place(&self.wheel.chart, &parts.chart, houses)];
        if let (Some(ring), Some(plan)) = (&self.wheel.around, &parts.around) {
            let houses = self.wheel.outer_houses().or(houses);
            rings.push(self.place(ring, plan, houses));
        }
        rings
    }

    fn place(
        &self,
        ring: &'a Ring,
        plan: &'a RingPlan,
        houses: Option<&WheelHouses>,
    ) -> PlacedRing<'a> {
        let longitudes: Vec<f64> = ring
            .points
            .iter()
            .map(|point| point.longitude_deg)
            .collect();
        // A symbol on the wrong side of an axis would seem to be in another house.
        let axes = houses.map(WheelHouses::axes_deg);
        let axes = axes.as_ref().map_or(&[][..], |it| it);
        let spread = spread_between(&longitudes, plan.gap_deg, axes);
        let labels = spread.places_deg.iter().zip(&spread.gaps_deg);
        let place = |(point, (label_deg, gap_deg)): (&'a WheelPoint, (&f64, &f64))| PlacedPoint {
            point,
            label_deg: *label_deg,
            scale: gap_deg / plan.gap_deg,
            centers: plan
                .rows
                .iter()
                .map(|row| self.dial.at(*label_deg, row.part))
                .collect(),
        };
        PlacedRing {
            plan,
            points: ring.points.iter().zip(labels).map(place).collect(),
        }
    }
}

impl PlacedRing<'_> {
    /// Returns the areas that lines of other parts must not cross.
    pub(super) fn obstacles(&self) -> Vec<Obstacle> {
        let of_point = |placed: &PlacedPoint<'_>| {
            let shown = |(row, center): (&Row, &Xy)| {
                let hidden = row.kind == RowKind::Retrograde && !placed.point.retrograde;
                (!hidden).then_some(Obstacle {
                    center: *center,
                    radius_px: row.reach_px * placed.scale,
                })
            };
            let rows = self.plan.rows.iter().zip(&placed.centers);
            rows.filter_map(shown).collect::<Vec<_>>()
        };
        self.points.iter().flat_map(of_point).collect()
    }

    /// Draws row by row, so that items of one style are consecutive. Both writers are faster then,
    /// and the SVG takes half the bytes.
    pub(super) fn draw(&self, pen: &Pen<'_>, canvas: &mut Canvas) {
        let leaders = self.points.iter().flat_map(|it| self.leader(it, pen));
        let thin = Stroke::solid(pen.theme.muted, pen.thin_px());
        canvas.path(leaders.collect(), thin);
        for (index, row) in self.plan.rows.iter().enumerate() {
            let things: Vec<Thing<'_>> = self
                .points
                .iter()
                .map(|placed| Thing {
                    point: placed.point,
                    place: InSign::of(placed.point.longitude_deg),
                    center: placed.centers[index],
                    size_px: row.size_px * placed.scale,
                })
                .collect();
            draw_row(row.kind, &things, (pen, canvas));
        }
    }

    /// Returns a line from the true position at the rim to the symbol. Its angle changes at an even
    /// rate, so no two leaders cross.
    fn leader(&self, placed: &PlacedPoint<'_>, pen: &Pen<'_>) -> Vec<Segment> {
        let Some(mark) = self.plan.rows.first() else {
            return Vec::new();
        };
        let begin = self.plan.outer;
        let end = mark.part + (mark.reach_px * placed.scale) / pen.dial.radius_px;
        let truth = placed.point.longitude_deg;
        let shift = (placed.label_deg - truth + 180.0).rem_euclid(360.0) - 180.0;
        // A short tick exactly at the position, then the winding part.
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
        polyline(&places)
    }
}

/// The label of a point in a row.
struct Thing<'a> {
    point: &'a WheelPoint,
    place: InSign,
    center: Xy,
    size_px: f64,
}

fn draw_row(kind: RowKind, things: &[Thing<'_>], (pen, canvas): (&Pen<'_>, &mut Canvas)) {
    let theme = pen.theme;
    match kind {
        RowKind::Mark => {
            for thing in things {
                let style = Style::bold(thing.size_px, theme.ink);
                canvas.group(pen.wheel.sentence(thing.point), |canvas| {
                    draw_mark(&thing.point.mark, thing.center, style, canvas);
                });
            }
        }
        RowKind::Degrees => {
            for thing in things {
                let text = ChartText::new(&format!("{}°", thing.place.degrees));
                canvas.label_centered(
                    &text,
                    thing.center,
                    Style::regular(thing.size_px, theme.ink),
                );
            }
        }
        RowKind::Minutes => {
            for thing in things {
                let text = ChartText::new(&format!("{:02}′", thing.place.minutes));
                canvas.label_centered(
                    &text,
                    thing.center,
                    Style::regular(thing.size_px, theme.muted),
                );
            }
        }
        RowKind::Sign => {
            for (element, colour) in Element::ALL.into_iter().zip(theme.sign_inks) {
                for thing in things {
                    if thing.place.sign.element() == element {
                        canvas.glyph(
                            Glyph::Sign(thing.place.sign),
                            thing.center,
                            thing.size_px,
                            colour,
                        );
                    }
                }
            }
        }
        RowKind::Retrograde => {
            for thing in things.iter().filter(|thing| thing.point.retrograde) {
                canvas.glyph(
                    Glyph::Retrograde,
                    thing.center,
                    thing.size_px,
                    theme.retrograde,
                );
            }
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
            // The largest size that fits into the circle of a symbol.
            let diagonal = font::width_em(&short, style.weight)
                .hypot(font::CAP_HEIGHT)
                .max(0.1);
            let size_px = (style.size_px * 0.92 / diagonal).min(style.size_px * 0.55);
            canvas.label_centered(&ChartText::new(&short), center, Style { size_px, ..style });
        }
    }
}
