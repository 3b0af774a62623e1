//! A grid of aspects: a triangle for one chart, a rectangle for two.

use crate::{
    canvas::{Canvas, Style, polyline},
    glyph::{AspectFamily, Glyph},
    scene::Stroke,
    theme::Theme,
    wheel::{Area, AspectLine, Wheel, draw_mark},
};

/// The largest cell, as a fraction of the area's width.
const LARGEST_CELL: f64 = 0.075;

/// Draws the grid at the top or the bottom of an area.
pub(crate) fn draw(
    wheel: &Wheel,
    (area, align): (Area, Align),
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let grid = Grid::of(wheel, area, align);
    if grid.cell_px < 4.0 {
        return;
    }
    grid.lines(theme, canvas);
    grid.heads(wheel, theme, canvas);
    // Grouped by color.
    for family in AspectFamily::ALL {
        let of_family = |aspect: &&AspectLine| AspectFamily::of(aspect.kind) == family;
        for aspect in wheel.aspects.iter().filter(of_family) {
            let (column, row) = grid.place(aspect);
            let center = grid.center(column, row);
            let (glyph, size_px) = (Glyph::Aspect(aspect.kind), grid.cell_px * 0.72);
            canvas.group(wheel.aspect_sentence(aspect), |canvas| {
                canvas.glyph(glyph, center, size_px, theme.aspect(family));
            });
        }
    }
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
        let (columns, rows) = if triangular {
            (wheel.chart.points.len(), wheel.chart.points.len())
        } else {
            (
                wheel.chart.points.len() + 1,
                wheel.others().points.len() + 1,
            )
        };
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
