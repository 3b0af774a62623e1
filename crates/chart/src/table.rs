//! A table of positions beside the wheel.

use crate::{
    canvas::{Canvas, Style},
    font,
    glyph::Glyph,
    scene::Stroke,
    text::Text,
    theme::Theme,
    wheel::{Area, Ring, Wheel, WheelPoint, draw_mark},
    words::InSign,
};

/// Rows are not higher than this part of the area's width.
const HIGHEST_ROW: f64 = 0.062;
/// Rows are not longer than this many times their height: the eye must find the number that belongs to a name.
const LONGEST_ROW: f64 = 22.0;

/// Draws the table at the top of an area, no higher than it, and gives the height it took.
pub(crate) fn draw(wheel: &Wheel, area: Area, theme: &Theme, canvas: &mut Canvas) -> f64 {
    let rings = wheel.rings().count();
    let most = wheel
        .rings()
        .map(|ring| ring.points.len())
        .max()
        .unwrap_or(0);
    // Two rings stand side by side.
    let width = area.width / rings as f64;
    let heading_rows = if rings > 1 { 1.2 } else { 0.0 };
    let row =
        (area.height / (most as f64 + heading_rows)).min(width.max(area.width * 0.7) * HIGHEST_ROW);
    for (index, ring) in wheel.rings().enumerate() {
        let space = if index + 1 < rings { width * 0.06 } else { 0.0 };
        let column = Area {
            x: area.x + width * index as f64,
            width: (width - space).min(row * LONGEST_ROW),
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
    fn ring(&self, ring: &Ring, column: Area, heading_rows: f64, canvas: &mut Canvas) {
        let size = self.row * 0.55;
        if heading_rows > 0.0 {
            let style = Style::bold(size, self.theme.ink);
            let text = font::fit(ring.heading.as_str(), style.weight, column.width / size);
            canvas.label(
                &Text::new(&text),
                (column.x, column.y + self.row * 0.7),
                style,
            );
        }
        let top = column.y + self.row * heading_rows;
        let rule = Stroke::solid(self.theme.line, (self.row * 0.02).max(0.5));
        for (index, point) in ring.points.iter().enumerate() {
            let y = top + self.row * index as f64;
            let line = Area {
                y,
                height: self.row,
                ..column
            };
            self.point(point, line, canvas);
            canvas.line(
                (line.x, y + self.row),
                (line.x + line.width, y + self.row),
                rule,
            );
        }
    }

    /// Symbol, name, degree, sign, minute, motion, house.
    fn point(&self, point: &WheelPoint, line: Area, canvas: &mut Canvas) {
        let (theme, row) = (self.theme, self.row);
        let size = row * 0.55;
        let text = Style::regular(size, theme.ink);
        let middle = line.y + row / 2.0;
        let baseline = middle + font::CAP_HEIGHT * size / 2.0;
        let place = InSign::of(point.longitude_deg);
        draw_mark(
            &point.mark,
            (line.x + row * 0.5, middle),
            Style::bold(row * 0.86, theme.ink),
            canvas,
        );
        let mut right = line.x + line.width;
        if self.wheel.houses.is_some() {
            if let Some(house) = point.house {
                let label = house.to_string();
                let muted = Style::regular(size, theme.muted);
                canvas.label(
                    &Text::new(&label),
                    (right - muted.width_px(&label), baseline),
                    muted,
                );
            }
            right -= row * 1.15;
        }
        if point.retrograde {
            canvas.glyph(
                Glyph::Retrograde,
                (right - row * 0.3, middle),
                row * 0.66,
                theme.retrograde,
            );
        }
        right -= row * 0.75;
        let minutes = format!("{:02}′", place.minutes);
        right -= text.width_px("00′");
        canvas.label(&Text::new(&minutes), (right, baseline), text);
        right -= row * 0.52;
        let colour = theme.sign_inks[place.sign.element()];
        canvas.glyph(Glyph::Sign(place.sign), (right, middle), row * 0.7, colour);
        right -= row * 0.45;
        let degrees = format!("{}°", place.degrees);
        right -= text.width_px(&degrees);
        canvas.label(&Text::new(&degrees), (right, baseline), text);
        let begin = line.x + row * 1.15;
        let room = right - row * 0.3 - begin;
        let name = font::fit(point.name.as_str(), text.weight, room / size);
        canvas.label(&Text::new(&name), (begin, baseline), text);
    }
}
