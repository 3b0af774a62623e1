//! Lines between points in the middle of the wheel.

use super::Pen;
use crate::{
    canvas::Canvas,
    scene::{Dash, Stroke},
    text::Text,
};

impl Pen<'_> {
    pub(super) fn aspects(&self, canvas: &mut Canvas) {
        let disc = self.layout.parts.disc;
        let mut order: Vec<_> = self.wheel.aspects.iter().collect();
        // The strongest last, on top.
        order.sort_by(|a, b| a.strength.total_cmp(&b.strength));
        for aspect in order {
            let from = &self.wheel.chart.points[aspect.from];
            let to = &self.wheel.others().points[aspect.to];
            let strength = aspect.strength.clamp(0.0, 1.0);
            let importance = if aspect.kind.is_major() { 1.0 } else { 0.7 };
            let unit_px = (self.dial.radius_px * 0.0031).max(0.8);
            let width_px = unit_px * importance * (0.6 + 1.1 * strength);
            let dash = match (self.theme.aspect_patterns, aspect.kind.family()) {
                // Without colours, harmony is told from tension by its dashes.
                (true, crate::glyph::AspectFamily::Harmony)
                    if aspect.kind.dash() == Dash::Solid =>
                {
                    Dash::Long
                }
                (true, crate::glyph::AspectFamily::Harmony) => Dash::Short,
                (true, crate::glyph::AspectFamily::Adjustment) => Dash::DashDot,
                _ => aspect.kind.dash(),
            };
            let stroke = Stroke::dashed(
                self.theme.aspect(aspect.kind.family()),
                width_px,
                dash,
                unit_px,
            );
            let title = format!(
                "{} {} {}",
                from.name,
                self.wheel.words.aspect(aspect.kind),
                to.name
            );
            canvas.group(Text::new(&title), |canvas| {
                let (a, b) = (
                    self.dial.at(from.longitude_deg, disc),
                    self.dial.at(to.longitude_deg, disc),
                );
                canvas.line(a, b, stroke);
            });
        }
        self.places(canvas);
    }

    /// A dot on the rim of the disc for each point, where its lines end.
    fn places(&self, canvas: &mut Canvas) {
        let disc = self.layout.parts.disc;
        let radius_px = (self.dial.radius_px * 0.0045).max(1.0);
        for ring in self.wheel.rings() {
            for point in &ring.points {
                canvas.circle(
                    self.dial.at(point.longitude_deg, disc),
                    radius_px,
                    Some(self.theme.muted),
                    None,
                );
            }
        }
    }
}
