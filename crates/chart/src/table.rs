//! Tables next to the wheel: of positions, and of house cusps.

use ids::Element;

use crate::{
    canvas::{Canvas, Style, polyline},
    font,
    glyph::{Glyph, PointGlyph},
    panel::{Rows, TEXT_OF_ROW},
    scene::Stroke,
    text::ChartText,
    theme::Theme,
    wheel::{Area, Mark, Ring, Wheel, WheelHouses, WheelPoint, draw_mark},
    words::InSign,
};

/// The largest row length, in row heights: the eye must find the number that belongs to a name.
const MAX_ROW_LENGTH: f64 = 22.0;
/// The height of the heading above one of two rings, in rows.
const HEADING_ROWS: f64 = 1.2;
/// The space below a table above another one, in rows.
const SPACE_ROWS: f64 = 0.6;
/// A column at least this many rows long has two columns of cusps.
const TWO_COLUMNS: f64 = 10.0;
/// The length of a column of cusps, in rows.
const CUSP_ROWS: f64 = 4.5;

/// A ring with its houses, and the lines of its table.
struct Part<'a> {
    ring: &'a Ring,
    houses: Option<&'a WheelHouses>,
}

fn parts(wheel: &Wheel) -> impl Iterator<Item = Part<'_>> {
    let houses = [wheel.houses.as_ref(), wheel.outer_houses()];
    let parts = wheel.rings().zip(houses);
    parts.map(|(ring, houses)| Part { ring, houses })
}

impl Part<'_> {
    /// The Ascendant and the Midheaven, unless they are among the points.
    fn angles(&self, wheel: &Wheel) -> Vec<WheelPoint> {
        let Some(houses) = self.houses else {
            return Vec::new();
        };
        let words = &wheel.words;
        let angles = [
            (
                PointGlyph::Ascendant,
                &words.ascendant,
                houses.ascendant_deg,
            ),
            (
                PointGlyph::Midheaven,
                &words.midheaven,
                houses.midheaven_deg,
            ),
        ];
        let angle = |(glyph, name, longitude_deg): (PointGlyph, &String, f64)| {
            let mark = Mark::Glyph(glyph);
            let is_new = self.ring.points.iter().all(|it| it.mark != mark);
            is_new.then(|| WheelPoint {
                mark,
                name: ChartText::new(name),
                longitude_deg,
                retrograde: false,
                house: None,
            })
        };
        angles.into_iter().filter_map(angle).collect()
    }

    fn lines(&self, wheel: &Wheel) -> Vec<Line> {
        let angles = self.angles(wheel);
        let points = self.ring.points.iter().chain(&angles).cloned();
        points.map(Line::of).collect()
    }
}

/// Returns the height of tables that are side by side or one below the other, in rows.
fn height(heights: &[f64], heading_rows: f64, rows: &Rows) -> f64 {
    let with_heading = heights
        .iter()
        .filter(|it| **it > 0.0)
        .map(|it| it + heading_rows);
    if rows.is_wide {
        with_heading.fold(0.0, f64::max)
    } else {
        let spaces = heights.len().saturating_sub(1) as f64 * SPACE_ROWS;
        with_heading.sum::<f64>() + spaces
    }
}

fn heading_rows(wheel: &Wheel) -> f64 {
    if wheel.around.is_some() {
        HEADING_ROWS
    } else {
        0.0
    }
}

/// Returns the height of the positions, in rows.
pub(crate) fn positions_rows(wheel: &Wheel, rows: &Rows) -> f64 {
    let heights: Vec<f64> = parts(wheel)
        .map(|it| it.lines(wheel).len() as f64)
        .collect();
    height(&heights, heading_rows(wheel), rows)
}

/// Returns the height of the cusps, in rows: none without houses.
pub(crate) fn cusps_rows(wheel: &Wheel, rows: &Rows) -> f64 {
    let of_part = |part: Part<'_>| part.houses.map(|_| 12.0 / cusp_columns(wheel, rows));
    let heights: Vec<f64> = parts(wheel).filter_map(of_part).collect();
    height(&heights, heading_rows(wheel), rows)
}

fn cusp_columns(wheel: &Wheel, rows: &Rows) -> f64 {
    if rows.length(wheel.rings().count()) >= TWO_COLUMNS {
        2.0
    } else {
        1.0
    }
}

/// Draws the positions at the top of an area.
pub(crate) fn draw_positions(
    wheel: &Wheel,
    (area, rows): (Area, &Rows),
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let table = Table { wheel, theme, rows };
    let mut areas = Areas::of(wheel, area, rows);
    for part in parts(wheel) {
        let lines = part.lines(wheel);
        let own = areas.next(lines.len() as f64);
        let below = table.heading(part.ring, own, canvas);
        table.positions(lines, below, canvas);
    }
}

/// Draws the cusps at the top of an area.
pub(crate) fn draw_cusps(
    wheel: &Wheel,
    (area, rows): (Area, &Rows),
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let table = Table { wheel, theme, rows };
    let mut areas = Areas::of(wheel, area, rows);
    let columns = cusp_columns(wheel, rows);
    for part in parts(wheel) {
        let Some(houses) = part.houses else {
            areas.skip();
            continue;
        };
        let own = areas.next(12.0 / columns);
        let below = table.heading(part.ring, own, canvas);
        table.cusps(houses, (below, columns), canvas);
    }
}

/// The areas of the tables of one ring after the other.
struct Areas<'a> {
    next: Area,
    rows: &'a Rows,
    column_px: f64,
    heading_rows: f64,
}

impl<'a> Areas<'a> {
    fn of(wheel: &Wheel, area: Area, rows: &'a Rows) -> Self {
        Self {
            next: area,
            rows,
            column_px: rows.column_px(wheel.rings().count()),
            heading_rows: heading_rows(wheel),
        }
    }

    fn next(&mut self, lines: f64) -> Area {
        let own = Area {
            width: self.column_px.min(self.rows.row_px * MAX_ROW_LENGTH),
            ..self.next
        };
        if self.rows.is_wide {
            self.skip();
        } else {
            let used = lines + self.heading_rows + SPACE_ROWS;
            self.next = self.next.below(used * self.rows.row_px);
        }
        own
    }

    /// Leaves the place of a ring beside others empty.
    fn skip(&mut self) {
        if self.rows.is_wide {
            self.next.x += self.rows.width_px - self.column_px;
        }
    }
}

struct Table<'a> {
    wheel: &'a Wheel,
    theme: &'a Theme,
    rows: &'a Rows,
}

impl Table<'_> {
    /// Draws the heading of one of two rings, and returns the area below it.
    fn heading(&self, ring: &Ring, area: Area, canvas: &mut Canvas) -> Area {
        let row = self.rows.row_px;
        if self.wheel.around.is_none() {
            return area;
        }
        let style = Style::bold(row * TEXT_OF_ROW, self.theme.ink);
        let text = font::fit(
            ring.heading.as_str(),
            style.weight,
            area.width / style.size_px,
        );
        canvas.label(&ChartText::new(&text), (area.x, area.y + row * 0.7), style);
        area.below(row * HEADING_ROWS)
    }

    /// Draws column by column, so that items of one style are consecutive.
    fn positions(&self, mut lines: Vec<Line>, column: Area, canvas: &mut Canvas) {
        let row = self.rows.row_px;
        for (index, line) in lines.iter_mut().enumerate() {
            line.at.middle = column.y + row * (index as f64 + 0.5);
        }
        let places: Vec<Place> = lines.iter().map(|line| line.at).collect();
        self.rules(&places, column, canvas);
        let mark = Style::bold(row * 0.86, self.theme.ink);
        for line in &lines {
            let center = (column.x + row * 0.5, line.at.middle);
            draw_mark(&line.point.mark, center, mark, canvas);
        }
        self.columns(&lines, column, canvas);
    }

    fn rules(&self, places: &[Place], column: Area, canvas: &mut Canvas) {
        let row = self.rows.row_px;
        let rules = places.iter().flat_map(|place| {
            let y = place.middle + row / 2.0;
            polyline(&[(column.x, y), (column.x + column.width, y)])
        });
        let rule = Stroke::solid(self.theme.line, (row * 0.02).max(0.5));
        canvas.path(rules.collect(), rule);
    }

    /// From the right: house, motion, minute, sign, degree, name.
    fn columns(&self, lines: &[Line], column: Area, canvas: &mut Canvas) {
        let (theme, row) = (self.theme, self.rows.row_px);
        let size = row * TEXT_OF_ROW;
        let text = Style::regular(size, theme.ink);
        let mut right = column.x + column.width;
        if lines.iter().any(|line| line.point.house.is_some()) {
            let muted = Style::regular(size, theme.muted);
            for line in lines {
                if let Some(house) = line.point.house {
                    let label = house.to_string();
                    let origin = (right - muted.width_px(&label), line.at.baseline(size));
                    canvas.label(&ChartText::new(&label), origin, muted);
                }
            }
            right -= row * 1.15;
        }
        for line in lines.iter().filter(|line| line.point.retrograde) {
            let center = (right - row * 0.3, line.at.middle);
            canvas.glyph(Glyph::Retrograde, center, row * 0.66, theme.retrograde);
        }
        right -= row * 0.75;
        let places: Vec<Place> = lines.iter().map(|line| line.at).collect();
        let left = self.longitudes(&places, right, canvas);
        if !self.rows.is_wide {
            return;
        }
        let begin = column.x + row * 1.15;
        let room = left - row * 0.3 - begin;
        for line in lines {
            let name = font::fit(line.point.name.as_str(), text.weight, room / size);
            let origin = (begin, line.at.baseline(size));
            canvas.label(&ChartText::new(&name), origin, text);
        }
    }

    /// Draws degrees, signs and minutes, and returns where they begin.
    fn longitudes(&self, places: &[Place], right: f64, canvas: &mut Canvas) -> f64 {
        let (theme, row) = (self.theme, self.rows.row_px);
        let size = row * TEXT_OF_ROW;
        let text = Style::regular(size, theme.ink);
        let minutes_begin = right - text.width_px("00′");
        for place in places {
            let minutes = ChartText::new(&format!("{:02}′", place.longitude.minutes));
            canvas.label(&minutes, (minutes_begin, place.baseline(size)), text);
        }
        let sign = minutes_begin - row * 0.52;
        let right = sign - row * 0.45;
        for place in places {
            let degrees = format!("{}°", place.longitude.degrees);
            let begin = right - text.width_px(&degrees);
            canvas.label(
                &ChartText::new(&degrees),
                (begin, place.baseline(size)),
                text,
            );
        }
        for (element, colour) in Element::ALL.into_iter().zip(theme.sign_inks) {
            for place in places {
                if place.longitude.sign.element() == element {
                    let glyph = Glyph::Sign(place.longitude.sign);
                    canvas.glyph(glyph, (sign, place.middle), row * 0.7, colour);
                }
            }
        }
        right - text.width_px("00°")
    }

    /// Draws the cusps: house, degree, sign, minute.
    fn cusps(&self, houses: &WheelHouses, (area, columns): (Area, f64), canvas: &mut Canvas) {
        let row = self.rows.row_px;
        let size = row * TEXT_OF_ROW;
        let muted = Style::regular(size, self.theme.muted);
        let per_column = 12.0 / columns;
        let width = (area.width / columns).min(row * CUSP_ROWS * 2.0);
        for column in [0.0, 1.0].into_iter().filter(|it| *it < columns) {
            let own = Area {
                x: area.x + width * column,
                width: (row * CUSP_ROWS).min(width),
                ..area
            };
            let cusps = houses.cusps_deg.iter().enumerate();
            let mut places = Vec::new();
            for (index, longitude_deg) in cusps {
                let line = index as f64 - column * per_column;
                if !(0.0..per_column).contains(&line) {
                    continue;
                }
                let place = Place::of(*longitude_deg, own.y + row * (line + 0.5));
                let label = (index + 1).to_string();
                let right = own.x + muted.width_px("12");
                let origin = (right - muted.width_px(&label), place.baseline(size));
                canvas.label(&ChartText::new(&label), origin, muted);
                places.push(place);
            }
            self.rules(&places, own, canvas);
            self.longitudes(&places, own.x + own.width, canvas);
        }
    }
}

/// A point and its position.
struct Line {
    point: WheelPoint,
    at: Place,
}

impl Line {
    fn of(point: WheelPoint) -> Self {
        let at = Place::of(point.longitude_deg, 0.0);
        Self { point, at }
    }
}

/// A longitude, and the height of its row.
#[derive(Clone, Copy)]
struct Place {
    longitude: InSign,
    middle: f64,
}

impl Place {
    fn of(longitude_deg: f64, middle: f64) -> Self {
        Self {
            longitude: InSign::of(longitude_deg),
            middle,
        }
    }

    fn baseline(self, size_px: f64) -> f64 {
        self.middle + font::CAP_HEIGHT * size_px / 2.0
    }
}
