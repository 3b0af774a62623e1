//! A table of positions next to the wheel.

use ids::Element;

use crate::{
    canvas::{Canvas, Style, polyline},
    font,
    glyph::Glyph,
    scene::Stroke,
    text::ChartText,
    theme::Theme,
    wheel::{Area, Ring, Wheel, WheelPoint, draw_mark},
    words::InSign,
};

/// The largest row height, as a fraction of the area's width.
const HIGHEST_ROW: f64 = 0.062;
/// The largest row length, in row heights: the eye must find the number that belongs to a name.
const MAX_ROW_LENGTH: f64 = 22.0;

/// Draws the table at the top of an area, no higher than it, and returns its height.
pub(crate) fn draw(wheel: &Wheel, area: Area, theme: &Theme, canvas: &mut Canvas) -> f64 {
    let rings = wheel.rings().count();
    let most = wheel
        .rings()
        .map(|ring| ring.points.len())
        .max()
        .unwrap_or(0);
    // Two rings are side by side.
    let width = area.width / rings as f64;
    let heading_rows = if rings > 1 { 1.2 } else { 0.0 };
    let row =
        (area.height / (most as f64 + heading_rows)).min(width.max(area.width * 0.7) * HIGHEST_ROW);
    for (index, ring) in wheel.rings().enumerate() {
        let space = if index + 1 < rings { width * 0.06 } else { 0.0 };
        let column = Area {
            x: area.x + width * index as f64,
            width: (width - space).min(row * MAX_ROW_LENGTH),
            ..area
        };
        let table = Table { wheel, theme, row };
        table.ring(ring, column, heading_rows, canvas);
    }
    row * (most as f64 + heading_rows + 0.6)
}

struct Table<'a> {
    wheel: &'a Wheel,
    theme: &'a Theme,
    row: f64,
}

impl Table<'_> {
    /// Draws column by column, so that items of one style are consecutive.
    fn ring(&self, ring: &Ring, column: Area, heading_rows: f64, canvas: &mut Canvas) {
        let size = self.row * 0.55;
        if heading_rows > 0.0 {
            let style = Style::bold(size, self.theme.ink);
            let text = font::fit(ring.heading.as_str(), style.weight, column.width / size);
            canvas.label(
                &ChartText::new(&text),
                (column.x, column.y + self.row * 0.7),
                style,
            );
        }
        let top = column.y + self.row * heading_rows;
        let line = |(index, point)| Line {
            point,
            place: InSign::of(point.longitude_deg),
            middle: top + self.row * (index as f64 + 0.5),
        };
        let lines: Vec<Line<'_>> = ring.points.iter().enumerate().map(line).collect();
        let rules = lines.iter().flat_map(|line| {
            let y = line.middle + self.row / 2.0;
            polyline(&[(column.x, y), (column.x + column.width, y)])
        });
        let rule = Stroke::solid(self.theme.line, (self.row * 0.02).max(0.5));
        canvas.path(rules.collect(), rule);
        let mark = Style::bold(self.row * 0.86, self.theme.ink);
        for line in &lines {
            let center = (column.x + self.row * 0.5, line.middle);
            draw_mark(&line.point.mark, center, mark, canvas);
        }
        self.columns(&lines, column, canvas);
    }

    /// From the right: house, motion, minute, sign, degree, name.
    fn columns(&self, lines: &[Line<'_>], column: Area, canvas: &mut Canvas) {
        let (theme, row) = (self.theme, self.row);
        let size = row * 0.55;
        let text = Style::regular(size, theme.ink);
        let baseline = |line: &Line<'_>| line.middle + font::CAP_HEIGHT * size / 2.0;
        let mut right = column.x + column.width;
        if self.wheel.houses.is_some() {
            let muted = Style::regular(size, theme.muted);
            for line in lines {
                if let Some(house) = line.point.house {
                    let label = house.to_string();
                    let origin = (right - muted.width_px(&label), baseline(line));
                    canvas.label(&ChartText::new(&label), origin, muted);
                }
            }
            right -= row * 1.15;
        }
        for line in lines.iter().filter(|line| line.point.retrograde) {
            let center = (right - row * 0.3, line.middle);
            canvas.glyph(Glyph::Retrograde, center, row * 0.66, theme.retrograde);
        }
        right -= row * 0.75 + text.width_px("00′");
        for line in lines {
            let minutes = ChartText::new(&format!("{:02}′", line.place.minutes));
            canvas.label(&minutes, (right, baseline(line)), text);
        }
        let sign = right - row * 0.52;
        right = sign - row * 0.45;
        for line in lines {
            let degrees = format!("{}°", line.place.degrees);
            let begin = right - text.width_px(&degrees);
            canvas.label(&ChartText::new(&degrees), (begin, baseline(line)), text);
        }
        let begin = column.x + row * 1.15;
        let room = right - text.width_px("00°") - row * 0.3 - begin;
        for line in lines {
            let name = font::fit(line.point.name.as_str(), text.weight, room / size);
            canvas.label(&ChartText::new(&name), (begin, baseline(line)), text);
        }
        for (element, colour) in Element::ALL.into_iter().zip(theme.sign_inks) {
            for line in lines {
                if line.place.sign.element() == element {
                    let glyph = Glyph::Sign(line.place.sign);
                    canvas.glyph(glyph, (sign, line.middle), row * 0.7, colour);
                }
            }
        }
    }
}

/// A point and its position.
struct Line<'a> {
    point: &'a WheelPoint,
    place: InSign,
    middle: f64,
}
