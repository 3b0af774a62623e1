//! Every symbol, large, with its name.

use chart::{
    ChartText, Colour, DrawError, Glyph, Length, Scene, SceneItem, ScenePoint, Size, Weight,
};

const COLUMNS: usize = 10;
const CELL_PX: f64 = 96.0;

/// Draws the sheet.
pub(crate) fn scene() -> Result<Scene, DrawError> {
    let ink = Colour::from_rgb(0x1d_2430);
    let mut items = Vec::new();
    for (index, glyph) in Glyph::all().enumerate() {
        let x = ((index % COLUMNS) as f64 + 0.5) * CELL_PX;
        let y = ((index / COLUMNS) as f64 + 0.45) * CELL_PX;
        items.push(SceneItem::Glyph {
            glyph,
            center: ScenePoint::at(x, y),
            size: Length::from_px(56.0),
            colour: ink,
            weight: Length::from_px(1.55),
        });
        items.push(SceneItem::Label {
            text: ChartText::new(glyph.id()),
            origin: ScenePoint::at(x - CELL_PX * 0.45, y + CELL_PX * 0.48),
            size: Length::from_px(9.0),
            colour: ink,
            weight: Weight::Regular,
        });
    }
    let size = Size::new(960, 770)?;
    Ok(Scene {
        size,
        background: Colour::from_rgb(0xff_ffff),
        title: ChartText::new("Symbols"),
        description: ChartText::new("Every symbol of points, signs and aspects."),
        language: ChartText::new("en"),
        items,
    })
}
