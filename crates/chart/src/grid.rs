//! A grid of aspects: a triangle for one chart, a rectangle for two.

use crate::{
    canvas::{Canvas, Style, polyline},
    font::Weight,
    glyph::{AspectFamily, Glyph},
    scene::Stroke,
    text::ChartText,
    theme::Theme,
    wheel::{Area, AspectLine, Wheel, draw_mark},
};

/// The largest cell, as a fraction of the area's width.
const LARGEST_CELL: f64 = 0.075;

/// The size of an orb, as a fraction of its cell.
const ORB: f64 = 0.33;
/// The widest orb, as a fraction of its cell.
const WIDEST_ORB: f64 = 0.92;
/// Orbs are left out where they would be smaller than this.
const LEAST_ORB_PX: f64 = 6.0;

/// Returns the height of the grid in an area of this width: none without points.
pub(crate) fn natural_height_px(wheel: &Wheel, width_px: f64) -> f64 {
    let (columns, rows) = Grid::sides(wheel);
    if columns == 0 || rows == 0 {
        return 0.0;
    }
    (width_px / columns as f64).min(width_px * LARGEST_CELL) * rows as f64
}

/// Draws the grid at the top or the bottom of an area, and returns the side of its cells.
pub(crate) fn draw(
    wheel: &Wheel,
    (area, align): (Area, Align),
    theme: &Theme,
    canvas: &mut Canvas,
) -> f64 {
    let grid = Grid::of(wheel, area, align);
    grid.lines(theme, canvas);
    grid.heads(wheel, theme, canvas);
    // Grouped by color.
    for family in AspectFamily::ALL {
        let of_family = |aspect: &&AspectLine| AspectFamily::of(aspect.kind) == family;
        for aspect in wheel.aspects.iter().filter(of_family) {
            let (column, row) = grid.place(aspect);
            let (x, y) = grid.center(column, row);
            let (center, size_px) = if grid.shows_orbs() {
                ((x, y - grid.cell_px * 0.15), grid.cell_px * 0.5)
            } else {
                ((x, y), grid.cell_px * 0.72)
            };
            let glyph = Glyph::Aspect(aspect.kind);
            canvas.group(wheel.aspect_sentence(aspect), |canvas| {
                canvas.glyph(glyph, center, size_px, theme.aspect(family));
            });
        }
    }
    if grid.shows_orbs() {
        for aspect in &wheel.aspects {
            let (column, row) = grid.place(aspect);
            let (x, y) = grid.center(column, row);
            let text = orb(aspect.orb_deg);
            let style = grid.orb_style(&text, theme);
            let center = (x, y + grid.cell_px * 0.31);
            canvas.label_centered(&ChartText::new(&text), center, style);
        }
    }
    grid.cell_px
}

/// Returns an orb in degrees and minutes, such as `1°05′`.
fn orb(orb_deg: f64) -> String {
    let minutes = (orb_deg.abs() * 60.0).round();
    let (degrees, rest) = ((minutes / 60.0).floor(), minutes % 60.0);
    format!("{degrees:.0}°{rest:02.0}′")
}

/// The alignment of a grid that is smaller than its area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Top,
    Bottom,
}

struct Grid {
    left: f64,
    top: f64,
    cell_px: f64,
    columns: usize,
    rows: usize,
    /// One chart: the headings are on the diagonal, and only the cells below it exist.
    triangular: bool,
}

impl Grid {
    fn of(wheel: &Wheel, area: Area, align: Align) -> Self {
        let triangular = wheel.around.is_none();
        let (columns, rows) = Self::sides(wheel);
        let most = |count: usize| count.max(1) as f64;
        let cell_px = (area.width / most(columns))
            .min(area.height / most(rows))
            .min(area.width * LARGEST_CELL)
            .max(0.0);
        Self {
            left: area.x,
            top: match align {
                Align::Top => area.y,
                Align::Bottom => area.y + area.height - cell_px * rows as f64,
            },
            cell_px,
            columns,
            rows,
            triangular,
        }
    }

    /// Returns the number of columns and of rows.
    fn sides(wheel: &Wheel) -> (usize, usize) {
        let (chart, others) = (wheel.chart.points.len(), wheel.others().points.len());
        if wheel.around.is_none() {
            (chart, chart)
        } else {
            (chart + 1, others + 1)
        }
    }

    fn shows_orbs(&self) -> bool {
        self.cell_px * ORB >= LEAST_ORB_PX
    }

    fn orb_style(&self, text: &str, theme: &Theme) -> Style {
        let width_em = crate::font::width_em(text, Weight::Regular);
        let size_px = (self.cell_px * ORB).min(self.cell_px * WIDEST_ORB / width_em);
        Style::regular(size_px, theme.muted)
    }

    fn center(&self, column: usize, row: usize) -> (f64, f64) {
        (
            self.left + self.cell_px * (column as f64 + 0.5),
            self.top + self.cell_px * (row as f64 + 0.5),
        )
    }

    /// Returns the column and row of an aspect.
    fn place(&self, aspect: &AspectLine) -> (usize, usize) {
        if self.triangular {
            (aspect.from.min(aspect.to), aspect.from.max(aspect.to))
        } else {
            (aspect.from + 1, aspect.to + 1)
        }
    }

    fn lines(&self, theme: &Theme, canvas: &mut Canvas) {
        let at = |column: usize, row: usize| {
            let (x, y) = self.center(column, row);
            (x - self.cell_px / 2.0, y - self.cell_px / 2.0)
        };
        let mut segments = Vec::new();
        for row in 0..=self.rows {
            let first = usize::from(!self.triangular && row == 0);
            let last = if self.triangular {
                row.min(self.columns)
            } else {
                self.columns
            };
            segments.extend(polyline(&[at(first, row), at(last, row)]));
        }
        for column in 0..=self.columns {
            let first = if self.triangular {
                column
            } else {
                usize::from(column == 0)
            };
            segments.extend(polyline(&[
                at(column, first.min(self.rows)),
                at(column, self.rows),
            ]));
        }
        let stroke = Stroke::solid(theme.line, (self.cell_px * 0.02).max(0.5));
        canvas.path(segments, stroke);
    }

    fn heads(&self, wheel: &Wheel, theme: &Theme, canvas: &mut Canvas) {
        let style = Style::bold(self.cell_px * 0.8, theme.ink);
        for (index, point) in wheel.chart.points.iter().enumerate() {
            let (column, row) = if self.triangular {
                (index, index)
            } else {
                (index + 1, 0)
            };
            let center = self.center(column, row);
            canvas.group(point.name.clone(), |canvas| {
                draw_mark(&point.mark, center, style, canvas);
            });
        }
        if let Some(around) = &wheel.around {
            for (index, point) in around.points.iter().enumerate() {
                let center = self.center(0, index + 1);
                canvas.group(point.name.clone(), |canvas| {
                    draw_mark(&point.mark, center, style, canvas);
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbs_are_rounded_to_minutes() {
        for (orb_deg, expected) in [
            (0.0, "0°00′"),
            (1.4, "1°24′"),
            (-1.4, "1°24′"),
            (0.999, "1°00′"),
            (10.004, "10°00′"),
        ] {
            assert_eq!(orb(orb_deg), expected);
        }
    }
}
