//! Lays out tables: columns by weight, rows that stay whole, the header again on every page.

use crate::error::ReportError;
use crate::flow::{Flow, height_of};
use crate::layout::{CELL, HEADER_CELL};
use crate::report::{Cell, Column, Table};
use crate::sheet::{Area, ElementId, Item, Role};
use crate::text::{Line, TextStyle, lines};

/// A table of so many rows stays on one page.
const SHORT_ROWS: usize = 14;
/// The space above and below the text of a row.
const PADDING: f32 = 3.1;
/// The space between columns.
const GUTTER: f32 = 10.0;
/// The size of a symbol, and the space that it takes.
const SYMBOL: f32 = 11.5;
const SYMBOL_SPACE: f32 = 16.0;
/// The inset of the first and the last column.
const INSET: f32 = 5.0;

/// A row whose texts are broken into lines.
struct Row<'a> {
    cells: Vec<(&'a Cell, Vec<Line>)>,
    height: f32,
}

/// Left edge and width of a column.
type Slot = (f32, f32);

impl Flow<'_> {
    /// The header and the first rows, which stay together: all of a short table, two of a longer one.
    pub(crate) fn beginning_of_table(&self, table: &Table) -> f32 {
        let slots = self.slots(&table.columns);
        let kept = if table.rows.len() <= SHORT_ROWS {
            table.rows.len()
        } else {
            2
        };
        let rows = table.rows.iter().take(kept);
        let rows: f32 = rows.map(|it| row(it, &slots, CELL).height).sum();
        header_height() + rows
    }

    pub(crate) fn table(&mut self, table: &Table) -> Result<(), ReportError> {
        let slots = self.slots(&table.columns);
        let element = self.part.element(Role::Table(table.summary.clone()), None);
        self.header(&table.columns, &slots, Some(element));
        for (index, cells) in table.rows.iter().enumerate() {
            let row = row(cells, &slots, CELL);
            if !self.fits(row.height) && !self.is_at_top() {
                self.page()?;
                self.header(&table.columns, &slots, None);
            }
            if index % 2 == 1 {
                self.band(row.height);
            }
            self.row(&row, (&table.columns, &slots), element);
        }
        self.rule(0.6);
        Ok(())
    }

    /// Left edge and width of each column.
    fn slots(&self, columns: &[Column]) -> Vec<Slot> {
        let weights: f32 = columns.iter().map(|it| it.weight).sum();
        #[expect(clippy::cast_precision_loss, reason = "a table has few columns")]
        let gutters = GUTTER * columns.len().saturating_sub(1) as f32;
        let available = self.frame.width - gutters - 2.0 * INSET;
        let mut left = self.frame.left + INSET;
        let mut slots = Vec::with_capacity(columns.len());
        for column in columns {
            let width = available * column.weight / weights;
            slots.push((left, width));
            left += width + GUTTER;
        }
        slots
    }

    /// The header. Screen readers read it once.
    fn header(&mut self, columns: &[Column], slots: &[Slot], table: Option<ElementId>) {
        let row = table.map(|it| self.part.element(Role::Row, Some(it)));
        for (column, slot) in columns.iter().zip(slots) {
            let element = row.map(|it| self.part.element(Role::HeaderCell, Some(it)));
            let title = lines(&column.title, HEADER_CELL, slot.1);
            for line in title.into_iter().take(1) {
                let left = aligned(*slot, &line, column.right);
                self.part.draw(Item::Text {
                    line,
                    style: HEADER_CELL,
                    colour: self.palette.muted,
                    left,
                    baseline: self.y + PADDING + HEADER_CELL.ascent(),
                    element,
                });
            }
        }
        self.y += header_height();
        self.rule(0.9);
    }

    fn rule(&mut self, height: f32) {
        let area = Area {
            left: self.frame.left,
            top: self.y - height,
            width: self.frame.width,
            height,
        };
        let colour = self.palette.rule;
        self.part.draw(Item::Bar { area, colour });
    }

    fn band(&mut self, height: f32) {
        let area = Area {
            left: self.frame.left,
            top: self.y,
            width: self.frame.width,
            height,
        };
        let colour = self.palette.tint;
        self.part.draw(Item::Bar { area, colour });
    }

    fn row(&mut self, row: &Row<'_>, (columns, slots): (&[Column], &[Slot]), table: ElementId) {
        let parent = self.part.element(Role::Row, Some(table));
        for ((cell, found), (column, slot)) in row.cells.iter().zip(columns.iter().zip(slots)) {
            let element = self.part.element(Role::Cell, Some(parent));
            let slot = self.symbol(cell, *slot);
            for (index, line) in found.iter().enumerate() {
                let left = aligned(slot, line, column.right);
                self.part.draw(Item::Text {
                    line: line.clone(),
                    style: CELL,
                    colour: self.palette.ink,
                    left,
                    baseline: self.y + PADDING + height_of(index, CELL) + CELL.ascent(),
                    element: Some(element),
                });
            }
        }
        self.y += row.height;
    }

    /// Draws the symbol of a cell, and returns the rest of its slot.
    fn symbol(&mut self, cell: &Cell, (left, width): Slot) -> Slot {
        let Some(glyph) = cell.glyph else {
            return (left, width);
        };
        self.part.draw(Item::Symbol {
            glyph,
            left,
            middle: self.y + PADDING + CELL.leading / 2.0,
            size: SYMBOL,
            colour: self.palette.heading,
        });
        (left + SYMBOL_SPACE, width - SYMBOL_SPACE)
    }
}

fn header_height() -> f32 {
    HEADER_CELL.leading + 2.0 * PADDING
}

fn row<'a>(cells: &'a [Cell], slots: &[Slot], style: TextStyle) -> Row<'a> {
    let broken = cells.iter().zip(slots).map(|(cell, slot)| {
        let symbol = if cell.glyph.is_some() {
            SYMBOL_SPACE
        } else {
            0.0
        };
        (cell, lines(&cell.text, style, slot.1 - symbol))
    });
    let cells: Vec<_> = broken.collect();
    let most = cells.iter().map(|(_, lines)| lines.len()).max();
    let height = height_of(most.unwrap_or(0).max(1), style) + 2.0 * PADDING;
    Row { cells, height }
}

fn aligned((left, width): Slot, line: &Line, right: bool) -> f32 {
    if right {
        left + width - line.width
    } else {
        left
    }
}
