//! A chart in the style of northern, southern or eastern India: a square with twelve fields.
//!
//! In the north, fields are houses and the lagna is at the top; in the south and in the east, fields are signs. The lagna
//! is drawn in bold letters, in the south also as a line across the corner of its field.

use std::fmt::Write as _;

use ids::Sign;

use crate::{
    canvas::{Canvas, Style, Xy, polyline},
    error::DrawError,
    glyph::Glyph,
    scene::{Scene, Segment, Stroke},
    size::Size,
    text::ChartText,
    theme::Theme,
    words::ChartWords,
};

/// The largest number of points, the lagna included.
pub const MAX_INDIAN_POINTS: usize = 16;

/// The content of a chart in an Indian style.
#[derive(Debug, Clone, PartialEq)]
pub struct IndianChart {
    /// The title of the picture for screen readers.
    pub title: ChartText,
    /// The title drawn above the chart.
    pub heading: Option<ChartText>,
    /// Short lines below the chart: time, place, ayanamsha.
    pub lines: Vec<ChartText>,
    /// Where the fields are.
    pub style: IndianStyle,
    /// The lagna.
    pub lagna: IndianPoint,
    /// The grahas.
    pub grahas: Vec<IndianPoint>,
    /// The words in the reader's language.
    pub words: ChartWords,
}

/// Where the twelve fields are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum IndianStyle {
    /// A diamond in a square: houses counterclockwise from the top.
    #[default]
    North,
    /// Twelve squares around an empty one: signs clockwise, Pisces in the upper left corner.
    South,
    /// Nine squares, those in the corners divided: signs counterclockwise, Aries at the top.
    East,
}

/// A point of the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct IndianPoint {
    /// The letters that are drawn.
    pub letters: ChartText,
    /// The name in the reader's language.
    pub name: ChartText,
    /// Its sign.
    pub sign: Sign,
    /// Whole degrees in the sign, unless the chart is a division.
    pub degrees: Option<u8>,
    /// Whether it is retrograde.
    pub retrograde: bool,
}

/// A rectangle in the unit square of the chart.
#[derive(Debug, Clone, Copy)]
struct Field {
    /// The room for points: left, top, width, height.
    room: [f64; 4],
    /// The center of the sign's number or symbol.
    mark: Xy,
}

impl Field {
    const fn new(room: [f64; 4], mark: Xy) -> Self {
        Self { room, mark }
    }

    /// The same on the other side of the diagonal from the upper left to the lower right.
    const fn across_diagonal(self) -> Self {
        let [left, top, width, height] = self.room;
        Self::new([top, left, height, width], (self.mark.1, self.mark.0))
    }

    const fn below(self) -> Self {
        let [left, top, width, height] = self.room;
        let room = [left, 1.0 - top - height, width, height];
        Self::new(room, (self.mark.0, 1.0 - self.mark.1))
    }

    const fn beside(self) -> Self {
        let [left, top, width, height] = self.room;
        let room = [1.0 - left - width, top, width, height];
        Self::new(room, (1.0 - self.mark.0, self.mark.1))
    }
}

/// A third of the square.
const THIRD: f64 = 1.0 / 3.0;

impl IndianStyle {
    /// Every style.
    pub const ALL: [Self; 3] = [Self::North, Self::South, Self::East];

    /// The fields: of the houses in the north, of the signs elsewhere.
    fn fields(self) -> [Field; 12] {
        match self {
            Self::North => {
                let first = Field::new([0.38, 0.125, 0.24, 0.2], (0.5, 0.43));
                let second = Field::new([0.13, 0.01, 0.24, 0.115], (0.25, 0.19));
                let third = second.across_diagonal();
                let fourth = first.across_diagonal();
                Self::around([first, second, third, fourth])
            }
            Self::East => {
                let aries = Field::new(
                    [THIRD + 0.015, 0.02, THIRD - 0.03, 0.225],
                    (0.5, THIRD - 0.04),
                );
                let taurus = Field::new([0.13, 0.01, 0.195, 0.115], (0.3, 0.2));
                let gemini = taurus.across_diagonal();
                let cancer = Field::new(
                    [0.015, THIRD + 0.02, THIRD - 0.03, 0.225],
                    (THIRD / 2.0, 2.0 * THIRD - 0.04),
                );
                Self::around([aries, taurus, gemini, cancer])
            }
            Self::South => {
                // Column and row of each sign from Aries.
                const PLACES: [(u8, u8); 12] = [
                    (1, 0),
                    (2, 0),
                    (3, 0),
                    (3, 1),
                    (3, 2),
                    (3, 3),
                    (2, 3),
                    (1, 3),
                    (0, 3),
                    (0, 2),
                    (0, 1),
                    (0, 0),
                ];
                PLACES.map(|(column, row)| {
                    let (left, top) = (f64::from(column) * 0.25, f64::from(row) * 0.25);
                    Field::new(
                        [left + 0.012, top + 0.02, 0.226, 0.165],
                        (left + 0.03, top + 0.218),
                    )
                })
            }
        }
    }

    /// All fields from the first four, which are from the top to the left.
    const fn around([first, second, third, fourth]: [Field; 4]) -> [Field; 12] {
        let (fifth, sixth, seventh) = (third.below(), second.below(), first.below());
        [
            first,
            second,
            third,
            fourth,
            fifth,
            sixth,
            seventh,
            sixth.beside(),
            fifth.beside(),
            fourth.beside(),
            third.beside(),
            second.beside(),
        ]
    }

    /// The lines between the fields, besides the frame.
    fn lines(self) -> Vec<[Xy; 2]> {
        match self {
            Self::North => vec![
                [(0.0, 0.0), (1.0, 1.0)],
                [(1.0, 0.0), (0.0, 1.0)],
                [(0.5, 0.0), (0.0, 0.5)],
                [(0.0, 0.5), (0.5, 1.0)],
                [(0.5, 1.0), (1.0, 0.5)],
                [(1.0, 0.5), (0.5, 0.0)],
            ],
            Self::South => {
                let mut lines = Vec::new();
                for at in [0.25, 0.75] {
                    lines.push([(at, 0.0), (at, 1.0)]);
                    lines.push([(0.0, at), (1.0, at)]);
                }
                for (from, to) in [(0.0, 0.25), (0.75, 1.0)] {
                    lines.push([(0.5, from), (0.5, to)]);
                    lines.push([(from, 0.5), (to, 0.5)]);
                }
                lines
            }
            Self::East => {
                let far = 2.0 * THIRD;
                let mut lines = Vec::new();
                for at in [THIRD, far] {
                    lines.push([(at, 0.0), (at, 1.0)]);
                    lines.push([(0.0, at), (1.0, at)]);
                }
                for (corner, inner) in [
                    ((0.0, 0.0), (THIRD, THIRD)),
                    ((1.0, 0.0), (far, THIRD)),
                    ((0.0, 1.0), (THIRD, far)),
                    ((1.0, 1.0), (far, far)),
                ] {
                    lines.push([corner, inner]);
                }
                lines
            }
        }
    }
}

impl IndianPoint {
    fn label(&self) -> String {
        let mut label = self.letters.to_string();
        if self.retrograde {
            label.push_str("(R)");
        }
        if let Some(degrees) = self.degrees {
            // Writing to a string does not fail.
            write!(label, " {degrees}°").ok();
        }
        label
    }
}

/// The square in the picture.
#[derive(Debug, Clone, Copy)]
struct Square {
    left: f64,
    top: f64,
    side_px: f64,
}

/// Where a chart is drawn, and in which colors.
#[derive(Debug, Clone, Copy)]
struct Sheet<'a> {
    square: Square,
    theme: &'a Theme,
}

impl Square {
    fn at(self, (x, y): Xy) -> Xy {
        (self.left + x * self.side_px, self.top + y * self.side_px)
    }
}

impl IndianChart {
    /// Draws the chart. The same chart, size and theme give the same scene on every machine.
    ///
    /// # Errors
    ///
    /// [`DrawError::TooManyPoints`] if there are more points than [`MAX_INDIAN_POINTS`].
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{ChartWords, IndianChart, IndianPoint, IndianStyle, Sign, Size, Theme, ThemeName};
    ///
    /// let point = |letters: &str, name: &str, sign| IndianPoint {
    ///     letters: letters.into(),
    ///     name: name.into(),
    ///     sign,
    ///     degrees: Some(12),
    ///     retrograde: false,
    /// };
    /// let chart = IndianChart {
    ///     title: "Vedic chart".into(),
    ///     heading: None,
    ///     lines: vec!["1990-06-15 14:30 (+05:30)".into()],
    ///     style: IndianStyle::South,
    ///     lagna: point("As", "Lagna", Sign::Libra),
    ///     grahas: vec![point("Su", "Sun", Sign::Gemini)],
    ///     words: ChartWords::english(),
    /// };
    /// let scene = chart.draw(Size::new(600, 600)?, &Theme::named(ThemeName::Light))?;
    /// assert!(scene.description.as_str().contains("Sun 12° Gemini, House 9"));
    /// # Ok::<(), chart::DrawError>(())
    /// ```
    pub fn draw(&self, size: Size, theme: &Theme) -> Result<Scene, DrawError> {
        let given = self.grahas.len() + 1;
        if given > MAX_INDIAN_POINTS {
            return Err(DrawError::TooManyPoints { given });
        }
        let mut canvas = Canvas::default();
        let sheet = Sheet {
            square: self.texts(size, theme, &mut canvas),
            theme,
        };
        self.fields(sheet, &mut canvas);
        for (index, field) in self.style.fields().into_iter().enumerate() {
            let sign = self.sign_of(index);
            self.mark(sign, field, sheet, &mut canvas);
            self.points(sign, field, sheet, &mut canvas);
        }
        Ok(Scene {
            size,
            background: theme.background,
            title: self.title.clone(),
            description: self.description(),
            language: ChartText::new(&self.words.language),
            items: canvas.items,
        })
    }

    /// Heading and lines. Returns the room that they leave.
    fn texts(&self, size: Size, theme: &Theme, canvas: &mut Canvas) -> Square {
        let (width, height) = (f64::from(size.width_px()), f64::from(size.height_px()));
        let side = width.min(height);
        let margin = side * 0.03;
        let (large, small) = ((side * 0.045).max(9.0), (side * 0.028).max(7.0));
        let center = |text: &ChartText, baseline: f64, style: Style, canvas: &mut Canvas| {
            let room = width - 2.0 * margin;
            let fitted = crate::font::fit(text.as_str(), style.weight, room / style.size_px);
            let begin = (width - style.width_px(&fitted)) / 2.0;
            canvas.label(&ChartText::new(&fitted), (begin, baseline), style);
        };
        let mut top = margin;
        if let Some(heading) = &self.heading {
            center(heading, top + large, Style::bold(large, theme.ink), canvas);
            top += large * 1.6;
        }
        let below = self.lines.len() as f64 * small * 1.4;
        let bottom = height - margin - below;
        for (index, line) in self.lines.iter().enumerate() {
            let baseline = bottom + small * 1.4 * (index as f64 + 1.0) - small * 0.2;
            center(line, baseline, Style::regular(small, theme.muted), canvas);
        }
        let gap = if self.lines.is_empty() {
            0.0
        } else {
            margin * 0.5
        };
        let side_px = (width - 2.0 * margin).min(bottom - gap - top).max(1.0);
        Square {
            left: (width - side_px) / 2.0,
            top: top + (bottom - gap - top - side_px).max(0.0) / 2.0,
            side_px,
        }
    }

    fn fields(&self, sheet: Sheet<'_>, canvas: &mut Canvas) {
        let Sheet { square, theme } = sheet;
        let mut segments: Vec<Segment> = Vec::new();
        for [from, to] in self.style.lines() {
            segments.extend(polyline(&[square.at(from), square.at(to)]));
        }
        let stroke = |part: f64| Stroke::solid(theme.line, (square.side_px * part).max(0.7));
        canvas.path(segments, stroke(0.002));
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let frame: Vec<Xy> = corners.map(|it| square.at(it)).to_vec();
        canvas.polyline(&frame, stroke(0.004));
        if self.style == IndianStyle::South {
            self.mark_lagna(sheet, canvas);
        }
    }

    /// A line across a corner of the lagna's field.
    fn mark_lagna(&self, sheet: Sheet<'_>, canvas: &mut Canvas) {
        let Sheet { square, theme } = sheet;
        let field = self.style.fields()[self.lagna.sign as usize];
        let [left, top, ..] = field.room;
        let (x, y) = (left - 0.008, top - 0.014);
        let length = 0.03;
        let ends = [(x, y + length), (x + length, y)].map(|it| square.at(it));
        let ink = theme.sign_inks[self.lagna.sign.element() as usize];
        canvas.polyline(&ends, Stroke::solid(ink, (square.side_px * 0.004).max(0.8)));
    }

    /// The sign of a field.
    fn sign_of(&self, field: usize) -> Sign {
        match self.style {
            IndianStyle::North => Sign::ALL[(self.lagna.sign as usize + field) % 12],
            IndianStyle::South | IndianStyle::East => Sign::ALL[field],
        }
    }

    /// The number of the sign in the north, its symbol elsewhere.
    fn mark(&self, sign: Sign, field: Field, sheet: Sheet<'_>, canvas: &mut Canvas) {
        let Sheet { square, theme } = sheet;
        let center = square.at(field.mark);
        let ink = theme.sign_inks[sign.element() as usize];
        let size_px = square.side_px * 0.034;
        canvas.group(ChartText::new(self.words.sign(sign)), |canvas| {
            if self.style == IndianStyle::North {
                let number = ChartText::new(&(sign as usize + 1).to_string());
                canvas.label_centered(&number, center, Style::regular(size_px, ink));
            } else {
                canvas.glyph(Glyph::Sign(sign), center, size_px * 1.1, ink);
            }
        });
    }

    /// The points of a sign, in the largest letters that its field has room for.
    fn points(&self, sign: Sign, field: Field, sheet: Sheet<'_>, canvas: &mut Canvas) {
        /// The largest letters, as a part of the square.
        const LARGEST: f64 = 0.036;
        /// The distance of two rows, in letters' sizes.
        const LEADING: f64 = 1.25;
        let lagna = (self.lagna.sign == sign).then_some((&self.lagna, true));
        let grahas = self.grahas.iter().filter(|it| it.sign == sign);
        let all: Vec<(&IndianPoint, bool)> = lagna
            .into_iter()
            .chain(grahas.map(|it| (it, false)))
            .collect();
        if all.is_empty() {
            return;
        }
        let Sheet { square, theme } = sheet;
        let style = |is_lagna: bool, size_px: f64| {
            if is_lagna {
                Style::bold(size_px, theme.ink)
            } else {
                Style::regular(size_px, theme.ink)
            }
        };
        let widest_em = all
            .iter()
            .map(|(point, is_lagna)| style(*is_lagna, 1.0).width_px(&point.label()))
            .fold(0.0, f64::max);
        let [_, _, width, height] = field.room.map(|it| it * square.side_px);
        let size_of = |columns: usize| {
            let rows = all.len().div_ceil(columns);
            let by_width = width / columns as f64 / (widest_em + 0.4);
            let by_height = height / (rows as f64 * LEADING);
            by_width.min(by_height).min(square.side_px * LARGEST)
        };
        let columns = (1..=3_usize).max_by(|one, other| size_of(*one).total_cmp(&size_of(*other)));
        // Of equal sizes, `max_by` returns the last: one column is easier to read.
        let columns = columns.map_or(1, |most| {
            let best = size_of(most);
            (1..=most).find(|it| size_of(*it) >= best).unwrap_or(most)
        });
        let size_px = size_of(columns);
        let count = all.len();
        let rows = count.div_ceil(columns);
        let (left, top) = square.at((field.room[0], field.room[1]));
        let block = rows as f64 * size_px * LEADING;
        for (index, (point, is_lagna)) in all.into_iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            // The last row is centered as well.
            let in_row = columns.min(count - row * columns);
            let center = (
                left + width * (column as f64 + 0.5) / in_row as f64,
                top + (height - block) / 2.0 + size_px * LEADING * (row as f64 + 0.5),
            );
            canvas.group(self.sentence(point), |canvas| {
                let label = ChartText::new(&point.label());
                canvas.label_centered(&label, center, style(is_lagna, size_px));
            });
        }
    }

    /// A point as text.
    fn sentence(&self, point: &IndianPoint) -> ChartText {
        let words = &self.words;
        let mut sentence = point.name.to_string();
        // Writing to a string does not fail.
        if let Some(degrees) = point.degrees {
            write!(sentence, " {degrees}°").ok();
        }
        write!(sentence, " {}", words.sign(point.sign)).ok();
        if point.retrograde {
            write!(sentence, ", {}", words.retrograde).ok();
        }
        let house = (point.sign as usize + 12 - self.lagna.sign as usize) % 12 + 1;
        write!(sentence, ", {} {house}", words.house).ok();
        ChartText::new(&sentence)
    }

    /// Everything on the picture as text.
    fn description(&self) -> ChartText {
        let lines = self.lines.iter().map(|it| format!("{it}."));
        let points = std::iter::once(&self.lagna).chain(&self.grahas);
        let points: Vec<String> = points.map(|it| self.sentence(it).to_string()).collect();
        let all: Vec<String> = lines
            .chain([format!("{}: {}.", self.words.positions, points.join("; "))])
            .collect();
        ChartText::long(&all.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{SceneItem, ThemeName};

    fn point(letters: &str, sign: Sign) -> IndianPoint {
        IndianPoint {
            letters: letters.into(),
            name: letters.into(),
            sign,
            degrees: Some(29),
            retrograde: letters == "Sa",
        }
    }

    fn chart(style: IndianStyle, lagna: Sign, signs: &[Sign]) -> IndianChart {
        let letters = ["Su", "Mo", "Ma", "Me", "Ju", "Ve", "Sa", "Ra", "Ke"];
        IndianChart {
            title: "A chart".into(),
            heading: Some("A heading".into()),
            lines: vec!["A time".into(), "A place".into()],
            style,
            lagna: point("As", lagna),
            grahas: letters
                .into_iter()
                .zip(signs)
                .map(|(it, sign)| point(it, *sign))
                .collect(),
            words: ChartWords::english(),
        }
    }

    fn boxes(items: &[SceneItem], found: &mut Vec<(String, [f64; 4])>) {
        for item in items {
            match item {
                SceneItem::Group { items, .. } => boxes(items, found),
                SceneItem::Label { text, .. } => {
                    found.extend(item.label_box_px().map(|it| (text.to_string(), it)));
                }
                _ => {}
            }
        }
    }

    fn labels(scene: &Scene) -> Vec<(String, [f64; 4])> {
        let mut found = Vec::new();
        boxes(&scene.items, &mut found);
        found
    }

    fn middle_of(scene: &Scene, wanted: &str) -> Xy {
        let found = labels(scene);
        let (_, [left, top, right, bottom]) =
            found.iter().find(|it| it.0 == wanted).expect("it is drawn");
        (f64::midpoint(*left, *right), f64::midpoint(*top, *bottom))
    }

    fn draw(chart: &IndianChart) -> Scene {
        let size = Size::new(600, 600).unwrap();
        chart.draw(size, &Theme::named(ThemeName::Light)).unwrap()
    }

    #[test]
    fn the_lagna_of_the_north_is_at_the_top_with_the_number_of_its_sign() {
        let scene = draw(&chart(
            IndianStyle::North,
            Sign::Libra,
            &[Sign::Capricorn, Sign::Aries],
        ));
        let (x, y) = middle_of(&scene, "As 29°");
        assert!((x - 300.0).abs() < 5.0 && y < 250.0, "{x} {y}");
        let (x, y) = middle_of(&scene, "7");
        assert!((x - 300.0).abs() < 5.0 && y < 300.0, "{x} {y}");
        // Houses follow counterclockwise: the fourth is on the left, the seventh at the bottom.
        let (x, _) = middle_of(&scene, "Su 29°");
        assert!(x < 250.0, "{x}");
        let (_, y) = middle_of(&scene, "Mo 29°");
        assert!(y > 350.0, "{y}");
    }

    #[test]
    fn signs_of_the_south_stay_in_their_places() {
        for lagna in [Sign::Aries, Sign::Virgo] {
            let scene = draw(&chart(
                IndianStyle::South,
                lagna,
                &[Sign::Pisces, Sign::Gemini, Sign::Virgo, Sign::Sagittarius],
            ));
            let corner = |letters: &str| {
                let (x, y) = middle_of(&scene, letters);
                (x < 300.0, y < 300.0)
            };
            assert_eq!(corner("Su 29°"), (true, true), "Pisces");
            assert_eq!(corner("Mo 29°"), (false, true), "Gemini");
            assert_eq!(corner("Ma 29°"), (false, false), "Virgo");
            assert_eq!(corner("Me 29°"), (true, false), "Sagittarius");
        }
    }

    #[test]
    fn signs_of_the_east_go_counterclockwise_from_the_top() {
        let scene = draw(&chart(
            IndianStyle::East,
            Sign::Leo,
            &[Sign::Aries, Sign::Cancer, Sign::Libra, Sign::Capricorn],
        ));
        let (_, y) = middle_of(&scene, "Su 29°");
        let (x, _) = middle_of(&scene, "Mo 29°");
        assert!(y < 200.0 && x < 200.0, "{y} {x}");
        let (_, y) = middle_of(&scene, "Ma 29°");
        let (x, _) = middle_of(&scene, "Me 29°");
        assert!(y > 380.0 && x > 400.0, "{y} {x}");
    }

    #[test]
    fn more_points_than_a_chart_has_are_refused() {
        let mut crowded = chart(IndianStyle::North, Sign::Aries, &[]);
        crowded.grahas = vec![point("Su", Sign::Aries); MAX_INDIAN_POINTS];
        let size = Size::new(300, 300).unwrap();
        let refused = crowded.draw(size, &Theme::named(ThemeName::Dark));
        assert_eq!(refused, Err(DrawError::TooManyPoints { given: 17 }));
    }

    #[test]
    fn a_picture_shows_the_same_chart_in_every_theme() {
        for name in ThemeName::ALL {
            for style in IndianStyle::ALL {
                let scene = chart(style, Sign::Leo, &[Sign::Leo; 9])
                    .draw(Size::new(420, 480).unwrap(), &Theme::named(name))
                    .unwrap();
                assert!(scene.to_svg().contains("Sa(R) 29°"));
                assert!(scene.to_png().unwrap().starts_with(b"\x89PNG"));
            }
        }
    }

    proptest! {
        #[test]
        fn no_label_leaves_the_picture_or_covers_another(
            style in 0_usize..3,
            lagna in 0_usize..12,
            signs in prop::collection::vec(0_usize..12, 9),
            width in 200_u32..1200,
            height in 200_u32..1200,
        ) {
            let signs: Vec<Sign> = signs.into_iter().map(|it| Sign::ALL[it]).collect();
            let chart = chart(IndianStyle::ALL[style], Sign::ALL[lagna], &signs);
            let size = Size::new(width, height).unwrap();
            let scene = chart.draw(size, &Theme::named(ThemeName::Classic)).unwrap();
            let found = labels(&scene);
            for (index, (one, [left, top, right, bottom])) in found.iter().enumerate() {
                prop_assert!(*left >= 0.0 && *top >= 0.0, "{one}");
                prop_assert!(*right <= f64::from(width) && *bottom <= f64::from(height), "{one}");
                for (other, [l, t, r, b]) in &found[index + 1..] {
                    let across = right.min(*r) - left.max(*l);
                    let down = bottom.min(*b) - top.max(*t);
                    prop_assert!(across.min(down) <= 0.5, "{one} {other}: {across} {down}");
                }
            }
        }
    }
}
