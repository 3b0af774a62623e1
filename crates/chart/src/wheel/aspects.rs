//! Aspect lines in the center of the wheel.

use ids::AspectKind;

use super::{AspectLine, Pen};
use crate::{
    canvas::{Canvas, Xy},
    glyph::{AspectFamily, dash},
    scene::{Dash, Stroke},
    theme::Theme,
};

impl Pen<'_> {
    pub(super) fn aspects(&self, canvas: &mut Canvas) {
        let disc = self.layout.parts.disc;
        let mut order: Vec<_> = self.wheel.aspects.iter().collect();
        // The strongest last, on top. Lines of one style are consecutive.
        let rank = |aspect: &AspectLine| {
            let kind = aspect.kind;
            (step(aspect), AspectFamily::of(kind) as usize, kind as usize)
        };
        order.sort_by(|a, b| {
            let by_strength = a.strength.total_cmp(&b.strength);
            rank(a).cmp(&rank(b)).then(by_strength)
        });
        for aspect in order {
            let from = &self.wheel.chart.points[aspect.from];
            let to = &self.wheel.others().points[aspect.to];
            let strength = f64::from(step(aspect)) / f64::from(STEPS);
            let unit_px = (self.dial.radius_px * 0.0031).max(0.8);
            let stroke = aspect_stroke(self.theme, aspect.kind, strength, unit_px);
            canvas.group(self.wheel.aspect_sentence(aspect), |canvas| {
                let (a, b) = (
                    self.dial.at(from.longitude_deg, disc),
                    self.dial.at(to.longitude_deg, disc),
                );
                canvas.polyline(&[a, b], stroke);
            });
        }
        self.places(canvas);
    }

    /// Draws a dot on the rim of the disc for each point, where its lines end.
    fn places(&self, canvas: &mut Canvas) {
        let disc = self.layout.parts.disc;
        let radius_px = (self.dial.radius_px * 0.0045).max(1.0);
        let points = self.wheel.rings().flat_map(|ring| &ring.points);
        let places: Vec<Xy> = points
            .map(|point| self.dial.at(point.longitude_deg, disc))
            .collect();
        canvas.dots(&places, radius_px, self.theme.muted);
    }
}

/// Returns the line of a kind of aspect with a strength from 0 to 1.
pub(crate) fn aspect_stroke(
    theme: &Theme,
    kind: AspectKind,
    strength: f64,
    unit_px: f64,
) -> Stroke {
    let is_major = AspectKind::PTOLEMAIC.contains(&kind);
    let importance = if is_major { 1.0 } else { 0.7 };
    let family = AspectFamily::of(kind);
    let width_px = unit_px * importance * (0.6 + 1.1 * strength);
    let dash = match (theme.aspect_patterns, family) {
        // Without colors, dashes distinguish harmony from tension.
        (true, AspectFamily::Harmony) if dash(kind) == Dash::Solid => Dash::Long,
        (true, AspectFamily::Harmony) => Dash::Short,
        (true, AspectFamily::Adjustment) => Dash::DashDot,
        _ => dash(kind),
    };
    Stroke::dashed(theme.aspect(family), width_px, dash, unit_px)
}

/// The number of line widths that the eye can distinguish.
const STEPS: u8 = 4;

/// Returns the line width step for the strength of an aspect.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 4"
)]
fn step(aspect: &AspectLine) -> u8 {
    (aspect.strength.clamp(0.0, 1.0) * f64::from(STEPS)).round() as u8
}
