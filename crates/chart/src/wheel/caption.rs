//! Text outside the wheel: the heading above, captions in the corners. The wheel shrinks only as far
//! as the text requires.

use super::{
    Ring, Wheel,
    layout::{Area, Layout},
};
use crate::{
    canvas::{Canvas, Style, Xy},
    font,
    text::ChartText,
    theme::{Colour, Theme},
};

/// A line in a corner.
struct Line<'a> {
    text: &'a ChartText,
    style: Style,
    width_px: f64,
    /// From the top of the area to the baseline, or from the baseline to the bottom of the area.
    distance_px: f64,
    at_top: bool,
    at_left: bool,
}

struct Colours {
    ink: Colour,
    muted: Colour,
}

/// The largest number of lines in a corner.
const MAX_LINES: usize = 6;

fn lines<'a>(wheel: &'a Wheel, side_px: f64, colours: &Colours) -> Vec<Line<'a>> {
    let heading_px = (side_px * 0.0235).max(12.0);
    let text_px = (side_px * 0.0155).max(9.5);
    let mut lines = Vec::new();
    let mut corner = |ring: &'a Ring, at_left: bool| {
        let mut distance_px = 0.0;
        if !ring.heading.is_empty() {
            distance_px += heading_px * 0.8;
            let style = Style::bold(heading_px, colours.ink);
            lines.push(Line {
                text: &ring.heading,
                style,
                width_px: style.width_px(ring.heading.as_str()),
                distance_px,
                at_top: true,
                at_left,
            });
            distance_px += heading_px * 0.15;
        }
        for text in ring
            .lines
            .iter()
            .filter(|text| !text.is_empty())
            .take(MAX_LINES)
        {
            distance_px += text_px * 1.42;
            let style = Style::regular(text_px, colours.muted);
            lines.push(Line {
                text,
                style,
                width_px: style.width_px(text.as_str()),
                distance_px,
                at_top: true,
                at_left,
            });
        }
    };
    corner(&wheel.chart, true);
    if let Some(around) = &wheel.around {
        corner(around, false);
    }
    let notes: Vec<&ChartText> = wheel
        .notes
        .iter()
        .filter(|text| !text.is_empty())
        .take(MAX_LINES)
        .collect();
    for (index, text) in notes.iter().rev().enumerate() {
        let style = Style::regular(text_px, colours.muted);
        lines.push(Line {
            text,
            style,
            width_px: style.width_px(text.as_str()),
            distance_px: text_px * (0.25 + 1.42 * index as f64),
            at_top: false,
            at_left: true,
        });
    }
    lines
}

/// Returns the center and radius of the largest circle that leaves room for the text.
pub(super) fn fit_circle(wheel: &Wheel, area: Area, side_px: f64) -> (Xy, f64) {
    // Colors do not change widths.
    let black = Colour::from_rgb(0);
    let lines = lines(
        wheel,
        side_px,
        &Colours {
            ink: black,
            muted: black,
        },
    );
    let step_px = side_px * 0.006;
    let circle = |top: f64, bottom: f64| {
        let radius = (area.width / 2.0).min((area.height - top - bottom) / 2.0);
        let spare = area.height - top - bottom - 2.0 * radius;
        let center = (
            area.x + area.width / 2.0,
            area.y + top + spare / 2.0 + radius,
        );
        (center, radius)
    };
    let fits = |(center, radius): (Xy, f64), at_top: bool| {
        lines
            .iter()
            .filter(|line| line.at_top == at_top)
            .all(|line| line.width_px <= room_px(line, area, center, radius))
    };
    // Total reserve first, so the first that fits has the largest wheel.
    for total in 0..40_u8 {
        for bottom in 0..=total {
            let (top, bottom) = (
                f64::from(total - bottom) * step_px,
                f64::from(bottom) * step_px,
            );
            let candidate = circle(top, bottom);
            if fits(candidate, true) && fits(candidate, false) {
                return candidate;
            }
        }
    }
    // Too much text for any wheel: it is truncated with an ellipsis.
    circle(side_px * 0.075, side_px * 0.03)
}

/// Returns the room for a line beside the circle.
fn room_px(line: &Line<'_>, area: Area, center: Xy, radius: f64) -> f64 {
    let size = line.style.size_px;
    let (top, bottom) = line.extent(area, size);
    // The height where the circle is widest beside the line.
    let y = center.1.clamp(top, bottom);
    let reach = radius + size * 0.6;
    let half = (reach.powi(2) - (y - center.1).powi(2)).max(0.0).sqrt();
    let to_circle = if half > 0.0 {
        center.0 - half - area.x
    } else {
        area.width
    };
    // Two corners share a line, with some space between them.
    to_circle.min(area.width * 0.49)
}

impl Line<'_> {
    fn baseline(&self, area: Area) -> f64 {
        if self.at_top {
            area.y + self.distance_px
        } else {
            area.y + area.height - self.distance_px
        }
    }

    fn extent(&self, area: Area, size_px: f64) -> (f64, f64) {
        let baseline = self.baseline(area);
        (baseline - 0.8 * size_px, baseline + 0.25 * size_px)
    }
}

/// Draws the heading in the middle of its strip, truncated with an ellipsis if it is too long.
pub(super) fn draw_heading(wheel: &Wheel, layout: &Layout, theme: &Theme, canvas: &mut Canvas) {
    let (Some(text), Some(area)) = (&wheel.heading, layout.heading) else {
        return;
    };
    let style = Style::bold(area.height * 0.68, theme.ink);
    let shown = font::fit(text.as_str(), style.weight, area.width / style.size_px);
    let center = (area.x + area.width / 2.0, area.y + style.size_px / 2.0);
    canvas.label_centered(&ChartText::new(&shown), center, style);
}

pub(super) fn draw(wheel: &Wheel, layout: &Layout, theme: &Theme, canvas: &mut Canvas) {
    if !layout.captions {
        return;
    }
    let area = layout.area;
    let colours = Colours {
        ink: theme.ink,
        muted: theme.muted,
    };
    for line in lines(wheel, layout.side_px, &colours) {
        let room = room_px(&line, area, layout.center, layout.radius_px);
        let shown = font::fit(
            line.text.as_str(),
            line.style.weight,
            room / line.style.size_px,
        );
        let x = if line.at_left {
            area.x
        } else {
            area.x + area.width - line.style.width_px(&shown)
        };
        canvas.label(
            &ChartText::new(&shown),
            (x, line.baseline(area)),
            line.style,
        );
    }
}
