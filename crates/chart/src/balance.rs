//! The balance of elements and modes: how many planets are in their signs.

use ids::{Element, Mode, Sign};

use crate::{
    canvas::{Canvas, Style},
    font,
    glyph::PointGlyph,
    panel::{Rows, TEXT_OF_ROW},
    scene::{Segment, Shape},
    text::ChartText,
    theme::{Colour, Theme},
    wheel::{Area, Mark, Ring, Wheel},
};

/// The planets that count. Others, such as asteroids and lots, would outweigh them.
const PLANETS: [PointGlyph; 11] = [
    PointGlyph::Sun,
    PointGlyph::Moon,
    PointGlyph::Mercury,
    PointGlyph::Venus,
    PointGlyph::Earth,
    PointGlyph::Mars,
    PointGlyph::Jupiter,
    PointGlyph::Saturn,
    PointGlyph::Uranus,
    PointGlyph::Neptune,
    PointGlyph::Pluto,
];

const MODES: [Mode; 3] = [Mode::Cardinal, Mode::Fixed, Mode::Mutable];

/// A column at least this many rows long has modes beside elements, not below them.
const SIDE_BY_SIDE: f64 = 14.0;
/// The heading and the elements.
const ROWS_BESIDE: f64 = 5.2;
/// The heading, the elements and the modes.
const ROWS_BELOW: f64 = 8.2;
/// The length of a bar of all planets is this fraction of its column …
const BAR: f64 = 0.4;
/// … and its name has this fraction.
const NAME: f64 = 0.44;

/// Returns the height of the panel, in rows.
pub(crate) fn rows(wheel: &Wheel, rows: &Rows) -> f64 {
    let rings = wheel.rings().count();
    let one = if rows.length(rings) >= SIDE_BY_SIDE {
        ROWS_BESIDE
    } else {
        ROWS_BELOW
    };
    if rows.is_wide {
        one
    } else {
        one * rings as f64 + 0.8 * (rings - 1) as f64
    }
}

/// A name, how many planets it has, and the color of its bar.
type Entry<'a> = (&'a str, usize, Colour);

/// Draws the panel at the top of an area.
pub(crate) fn draw(wheel: &Wheel, (area, rows): (Area, &Rows), theme: &Theme, canvas: &mut Canvas) {
    let rings = wheel.rings().count();
    let column_px = rows.column_px(rings);
    let beside = rows.length(rings) >= SIDE_BY_SIDE;
    let height = (if beside { ROWS_BESIDE } else { ROWS_BELOW } + 0.8) * rows.row_px;
    for (index, ring) in wheel.rings().enumerate() {
        let step = index as f64;
        let own = if rows.is_wide {
            Area {
                x: area.x + step * (area.width - column_px),
                width: column_px,
                ..area
            }
        } else {
            area.below(step * height)
        };
        let panel = Panel {
            theme,
            row_px: rows.row_px,
            total: planets(ring).count(),
        };
        let heading = if rings > 1 {
            format!("{}: {}", ring.heading, wheel.words.balance)
        } else {
            wheel.words.balance.clone()
        };
        panel.heading(&heading, own, canvas);
        let (elements, modes) = (elements(wheel, ring, theme), modes(wheel, ring, theme));
        let top = own.below(1.2 * rows.row_px);
        if beside {
            let (left, right) = top.halves();
            panel.entries(&elements, left, canvas);
            panel.entries(&modes, right, canvas);
        } else {
            panel.entries(&elements, top, canvas);
            panel.entries(&modes, top.below(4.0 * rows.row_px), canvas);
        }
    }
}

/// Returns the signs of the planets of a ring.
fn planets(ring: &Ring) -> impl Iterator<Item = Sign> {
    let is_planet = |mark: &Mark| matches!(mark, Mark::Glyph(glyph) if PLANETS.contains(glyph));
    let planets = ring.points.iter().filter(move |it| is_planet(&it.mark));
    planets.map(|it| Sign::of(it.longitude_deg))
}

fn elements<'a>(wheel: &'a Wheel, ring: &Ring, theme: &Theme) -> Vec<Entry<'a>> {
    let count = |element| planets(ring).filter(|it| it.element() == element).count();
    let names = Element::ALL.into_iter().zip(&wheel.words.elements);
    let entry = |((element, name), colour): ((Element, &'a String), Colour)| {
        (name.as_str(), count(element), colour)
    };
    names.zip(theme.sign_inks).map(entry).collect()
}

fn modes<'a>(wheel: &'a Wheel, ring: &Ring, theme: &Theme) -> Vec<Entry<'a>> {
    let count = |mode| planets(ring).filter(|it| it.mode() == mode).count();
    let names = MODES.into_iter().zip(&wheel.words.modes);
    let entry = |(mode, name): (Mode, &'a String)| (name.as_str(), count(mode), theme.muted);
    names.map(entry).collect()
}

struct Panel<'a> {
    theme: &'a Theme,
    row_px: f64,
    /// The number of planets.
    total: usize,
}

impl Panel<'_> {
    fn heading(&self, text: &str, area: Area, canvas: &mut Canvas) {
        let style = Style::regular(self.row_px * TEXT_OF_ROW, self.theme.muted);
        let shown = font::fit(text, style.weight, area.width / style.size_px);
        let origin = (area.x, area.y + self.row_px * 0.7);
        canvas.label(&ChartText::new(&shown), origin, style);
    }

    fn entries(&self, entries: &[Entry<'_>], area: Area, canvas: &mut Canvas) {
        let style = Style::regular(self.row_px * TEXT_OF_ROW, self.theme.ink);
        let muted = Style::regular(style.size_px, self.theme.muted);
        for (index, (name, count, colour)) in entries.iter().enumerate() {
            let middle = area.y + self.row_px * (index as f64 + 0.5);
            let baseline = middle + font::CAP_HEIGHT * style.size_px / 2.0;
            let title = ChartText::new(&format!("{name}: {count}"));
            canvas.group(title, |canvas| {
                let room = area.width * NAME / style.size_px - 0.5;
                let shown = font::fit(name, style.weight, room);
                canvas.label(&ChartText::new(&shown), (area.x, baseline), style);
                let share = *count as f64 / self.total.max(1) as f64;
                let begin = area.x + area.width * NAME;
                let end = begin + area.width * BAR * share;
                let half = self.row_px * 0.22;
                if *count > 0 {
                    let bar = bar((begin, middle - half), (end, middle + half));
                    canvas.shape(bar, Some(*colour), None);
                }
                let digits = ChartText::new(&count.to_string());
                canvas.label(&digits, (end + self.row_px * 0.25, baseline), muted);
            });
        }
    }
}

fn bar((left, top): (f64, f64), (right, bottom): (f64, f64)) -> Shape {
    let mut segments =
        crate::canvas::polyline(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
    segments.push(Segment::Close);
    Shape::Path(segments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wheel::WheelPoint;

    #[test]
    fn only_planets_count() {
        let point = |mark, longitude_deg| WheelPoint {
            mark,
            name: ChartText::default(),
            longitude_deg,
            retrograde: false,
            house: None,
        };
        let ring = Ring {
            points: vec![
                point(Mark::Glyph(PointGlyph::Sun), 10.0),
                point(Mark::Glyph(PointGlyph::Moon), 359.0),
                point(Mark::Glyph(PointGlyph::NorthNode), 40.0),
                point(Mark::Letters(ChartText::new("Spica")), 203.8),
            ],
            ..Ring::default()
        };
        let signs: Vec<Sign> = planets(&ring).collect();
        assert_eq!(signs, [Sign::Aries, Sign::Pisces]);
    }
}
