//! The panels next to the wheel: which there are, and how they share their area.

use crate::{
    balance,
    canvas::Canvas,
    error::DrawError,
    grid::{self, Align},
    legend, table,
    theme::Theme,
    wheel::{Area, Wheel},
};

/// A panel next to the wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    /// A table of positions, with the Ascendant and the Midheaven.
    Positions,
    /// A table of house cusps.
    Cusps,
    /// A grid of aspects, with their orbs if the cells are large enough.
    AspectGrid,
    /// The number of planets in the signs of each element and of each mode.
    Balance,
    /// The line, the symbol and the name of each kind of aspect in the wheel.
    Legend,
}

impl Panel {
    /// All panels, in the order in which they are drawn.
    pub const ALL: [Self; 5] = [
        Self::Positions,
        Self::Cusps,
        Self::AspectGrid,
        Self::Balance,
        Self::Legend,
    ];

    /// Whether it stands with the tables, not with the diagrams, where both fit side by side.
    const fn is_table(self) -> bool {
        matches!(self, Self::Positions | Self::Cusps)
    }
}

/// A set of panels.
///
/// # Examples
///
/// ```
/// use chart::{Panel, Panels};
///
/// let panels: Panels = [Panel::Positions, Panel::Legend].into_iter().collect();
/// assert!(panels.has(Panel::Legend) && !panels.has(Panel::Balance));
/// assert!(Panels::default().is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Panels([bool; Panel::ALL.len()]);

impl Panels {
    /// Every panel.
    pub fn all() -> Self {
        Panel::ALL.into_iter().collect()
    }

    /// Whether a panel is in the set.
    pub fn has(self, panel: Panel) -> bool {
        self.0[panel as usize]
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn iter(self) -> impl Iterator<Item = Panel> {
        Panel::ALL.into_iter().filter(move |it| self.has(*it))
    }
}

impl FromIterator<Panel> for Panels {
    fn from_iter<T: IntoIterator<Item = Panel>>(panels: T) -> Self {
        let mut set = Self::default();
        for panel in panels {
            set.0[panel as usize] = true;
        }
        set
    }
}

/// Text of a panel is at least this large. A panel with smaller text would show nothing.
const MIN_TEXT_PX: f64 = 4.5;
/// A cell of the grid is at least this large.
const MIN_CELL_PX: f64 = 4.0;
/// The size of text, as a fraction of its row.
pub(crate) const TEXT_OF_ROW: f64 = 0.55;
/// The space between two panels, in rows.
const SPACE_ROWS: f64 = 0.8;

/// Draws the panels: one below the other in a tall area; tables on the left and diagrams on the
/// right in a wide one.
///
/// # Errors
///
/// [`DrawError::NoRoomForPanels`] if their text would be too small to read.
pub(crate) fn draw(
    wheel: &Wheel,
    area: Area,
    theme: &Theme,
    canvas: &mut Canvas,
) -> Result<(), DrawError> {
    let (tables, diagrams): (Vec<_>, Vec<_>) = wheel
        .panels
        .iter()
        .filter(|it| natural_px(*it, wheel, &Rows::of(wheel, area)) > 0.0)
        .partition(|it| it.is_table());
    if area.width <= area.height || tables.is_empty() || diagrams.is_empty() {
        let all = [tables, diagrams].concat();
        let align = match all[..] {
            [.., Panel::AspectGrid] => Align::Bottom,
            _ => Align::Top,
        };
        return stack(&all, wheel, (area, align), (theme, canvas));
    }
    let (left, right) = area.halves();
    stack(&tables, wheel, (left, Align::Top), (theme, canvas))?;
    stack(&diagrams, wheel, (right, Align::Top), (theme, canvas))
}

/// The rows that the panels of an area share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    pub(crate) row_px: f64,
    pub(crate) width_px: f64,
    /// Whether there is room for names, and for two rings side by side.
    pub(crate) is_wide: bool,
}

/// The height of a row, as a fraction of the width of a panel with names.
const WIDE_ROW: f64 = 0.062;
/// The same without names.
const NARROW_ROW: f64 = 0.115;
/// Names are left out where their text would be smaller than this …
const LEAST_WIDE_TEXT_PX: f64 = 6.0;
/// … and the rows without names are no higher than this.
const MAX_NARROW_ROW_PX: f64 = 18.0;

impl Rows {
    fn of(wheel: &Wheel, area: Area) -> Self {
        let share = if wheel.around.is_some() { 0.7 } else { 1.0 };
        let wide_px = area.width * share * WIDE_ROW;
        let is_wide = wide_px * TEXT_OF_ROW >= LEAST_WIDE_TEXT_PX;
        let narrow_px = (area.width * NARROW_ROW).min(MAX_NARROW_ROW_PX);
        Self {
            row_px: if is_wide { wide_px } else { narrow_px },
            width_px: area.width,
            is_wide,
        }
    }

    fn shrunk(self, share: f64) -> Self {
        Self {
            row_px: self.row_px * share,
            ..self
        }
    }

    /// Returns the width of the column of one ring.
    pub(crate) fn column_px(&self, rings: usize) -> f64 {
        match (self.is_wide, rings) {
            (true, 2) => self.width_px * 0.47,
            _ => self.width_px,
        }
    }

    /// Returns how many rows long a column is.
    pub(crate) fn length(&self, rings: usize) -> f64 {
        self.column_px(rings) / self.row_px
    }
}

/// Returns the height of a panel.
fn natural_px(panel: Panel, wheel: &Wheel, rows: &Rows) -> f64 {
    match panel {
        Panel::Positions => table::positions_rows(wheel, rows) * rows.row_px,
        Panel::Cusps => table::cusps_rows(wheel, rows) * rows.row_px,
        Panel::AspectGrid => grid::natural_height_px(wheel, rows.width_px),
        Panel::Balance => balance::rows(wheel, rows) * rows.row_px,
        Panel::Legend => legend::rows(wheel, rows) * rows.row_px,
    }
}

/// Draws panels one below the other. If they are too high, all of them shrink.
fn stack(
    panels: &[Panel],
    wheel: &Wheel,
    (area, align): (Area, Align),
    (theme, canvas): (&Theme, &mut Canvas),
) -> Result<(), DrawError> {
    let rows = Rows::of(wheel, area);
    let heights: Vec<f64> = panels
        .iter()
        .map(|it| natural_px(*it, wheel, &rows))
        .collect();
    let space_px = SPACE_ROWS * rows.row_px;
    let total_px = heights.iter().sum::<f64>() + space_px * panels.len().saturating_sub(1) as f64;
    let share = (area.height / total_px).min(1.0);
    let shrunk = rows.shrunk(share);
    let mut rest = area;
    for (index, (panel, height_px)) in panels.iter().zip(heights).enumerate() {
        let is_last = index + 1 == panels.len();
        let own = Area {
            height: if is_last {
                rest.height
            } else {
                height_px * share
            },
            ..rest
        };
        let text_px = match panel {
            Panel::AspectGrid => MIN_TEXT_PX,
            _ => shrunk.row_px * TEXT_OF_ROW,
        };
        if text_px < MIN_TEXT_PX {
            return Err(DrawError::NoRoomForPanels);
        }
        match panel {
            Panel::Positions => table::draw_positions(wheel, (own, &shrunk), theme, canvas),
            Panel::Cusps => table::draw_cusps(wheel, (own, &shrunk), theme, canvas),
            Panel::AspectGrid => {
                let cell_px = grid::draw(wheel, (own, align), theme, canvas);
                if cell_px < MIN_CELL_PX {
                    return Err(DrawError::NoRoomForPanels);
                }
            }
            Panel::Balance => balance::draw(wheel, (own, &shrunk), theme, canvas),
            Panel::Legend => legend::draw(wheel, (own, &shrunk), theme, canvas),
        }
        rest = rest.below(height_px * share + space_px * share);
    }
    Ok(())
}
