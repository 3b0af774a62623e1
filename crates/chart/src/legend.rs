//! The legend: the line, the symbol and the name of each kind of aspect in the wheel.

use ids::AspectKind;

use crate::{
    canvas::{Canvas, Style},
    font,
    glyph::{AspectFamily, Glyph},
    panel::{Rows, TEXT_OF_ROW},
    text::ChartText,
    theme::Theme,
    wheel::{Area, Wheel, aspect_stroke},
};

/// The least length of an entry, in rows.
const ENTRY_ROWS: f64 = 7.5;
/// The most entries beside each other.
const MAX_COLUMNS: f64 = 3.0;
/// The length of the line, in rows.
const LINE_ROWS: f64 = 1.8;

/// Returns the kinds of aspects in the wheel, each once.
fn kinds(wheel: &Wheel) -> Vec<AspectKind> {
    let shown = |kind: &AspectKind| wheel.aspects.iter().any(|it| it.kind == *kind);
    AspectKind::ALL.into_iter().filter(shown).collect()
}

fn columns(rows: &Rows) -> f64 {
    (rows.length(1) / ENTRY_ROWS)
        .floor()
        .clamp(1.0, MAX_COLUMNS)
}

/// Returns the height of the panel, in rows: none without aspects.
pub(crate) fn rows(wheel: &Wheel, rows: &Rows) -> f64 {
    (kinds(wheel).len() as f64 / columns(rows)).ceil()
}

/// Draws the panel at the top of an area.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 1 to 3"
)]
pub(crate) fn draw(wheel: &Wheel, (area, rows): (Area, &Rows), theme: &Theme, canvas: &mut Canvas) {
    let row = rows.row_px;
    let columns = columns(rows) as usize;
    let width = (area.width / columns as f64).min(row * 11.0);
    let style = Style::regular(row * TEXT_OF_ROW, theme.ink);
    for (index, kind) in kinds(wheel).into_iter().enumerate() {
        let x = area.x + width * (index % columns) as f64;
        let middle = area.y + row * ((index / columns) as f64 + 0.5);
        let stroke = aspect_stroke(theme, kind, 1.0, row * 0.06);
        let end = x + LINE_ROWS * row;
        canvas.polyline(&[(x, middle), (end, middle)], stroke);
        let colour = theme.aspect(AspectFamily::of(kind));
        let center = (end + row * 0.65, middle);
        canvas.glyph(Glyph::Aspect(kind), center, row * 0.7, colour);
        let begin = end + row * 1.3;
        let room = (x + width - row * 0.3 - begin) / style.size_px;
        let name = font::fit(wheel.words.aspect(kind), style.weight, room);
        let baseline = middle + font::CAP_HEIGHT * style.size_px / 2.0;
        canvas.label(&ChartText::new(&name), (begin, baseline), style);
    }
}
