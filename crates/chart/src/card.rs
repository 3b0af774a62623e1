//! A card: an emblem with a title, a few facts, bars and a text. For results that no wheel shows.

use ids::Sign;

use crate::{
    canvas::{Canvas, Dial, Style, Xy, point, polyline},
    error::DrawError,
    font,
    glyph::Glyph,
    scene::{Scene, Segment, Shape, Stroke},
    size::Size,
    text::ChartText,
    theme::{Colour, Theme},
};

/// The largest number of facts, and of bars.
pub const MAX_CARD_ROWS: usize = 8;
/// The longest text of a large card, in characters. Longer texts are truncated with an ellipsis.
pub const MAX_CARD_TEXT: usize = 2_000;
/// The longest text of a card of 600 by 600 pixels or less. Most of the work of a card is its letters, even
/// if they are small.
const MAX_SMALL_CARD_TEXT: usize = 1_200;
/// The pixels that each letter of a larger card needs.
const PIXELS_PER_LETTER: usize = 300;

/// The content of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// The large symbol.
    pub emblem: Emblem,
    /// A small line above the title, such as a date.
    pub overline: ChartText,
    /// The title, also for screen readers.
    pub title: ChartText,
    /// Names and values, in columns.
    pub facts: Vec<CardFact>,
    /// Names and shares, each a bar.
    pub bars: Vec<CardBar>,
    /// The heading of the text.
    pub heading: ChartText,
    /// The text, in as many lines as there is room for.
    pub text: String,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
}

/// The large symbol of a card.
#[derive(Debug, Clone, PartialEq)]
pub enum Emblem {
    /// A sign of the zodiac.
    Sign(Sign),
    /// A number.
    Number(ChartText),
    /// A place in a cycle of twelve, counted from 0 and clockwise from the bottom, where the first of the
    /// twelve branches is drawn.
    OfTwelve(u8),
}

/// A name and a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFact {
    /// The name.
    pub name: ChartText,
    /// The value.
    pub value: ChartText,
}

/// A name and a share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardBar {
    /// The name.
    pub name: ChartText,
    /// From 0 to 100. More counts as 100.
    pub percent: u8,
}

impl Card {
    /// Draws the card. The same card, size and theme give the same scene on every machine.
    ///
    /// # Errors
    ///
    /// [`DrawError::TooManyRows`] if there are more facts or bars than [`MAX_CARD_ROWS`].
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{Card, CardBar, CardFact, Emblem, Sign, Size, Theme, ThemeName};
    ///
    /// let card = Card {
    ///     emblem: Emblem::Sign(Sign::Leo),
    ///     overline: "18 November 2026".into(),
    ///     title: "Leo".into(),
    ///     facts: vec![CardFact { name: "Moon".into(), value: "Pisces".into() }],
    ///     bars: vec![CardBar { name: "Work".into(), percent: 63 }],
    ///     heading: "The Moon in the 8th house".into(),
    ///     text: "A shared account deserves a second look.".to_owned(),
    ///     language: "en".to_owned(),
    /// };
    /// let scene = card.draw(Size::new(600, 400)?, &Theme::named(ThemeName::Light))?;
    /// assert!(scene.description.as_str().contains("Work: 63 %"));
    /// # Ok::<(), chart::DrawError>(())
    /// ```
    pub fn draw(&self, size: Size, theme: &Theme) -> Result<Scene, DrawError> {
        for given in [self.facts.len(), self.bars.len()] {
            if given > MAX_CARD_ROWS {
                return Err(DrawError::TooManyRows { given });
            }
        }
        let layout = Layout::of(size);
        let mut canvas = Canvas::default();
        frame(size, theme, &mut canvas);
        self.emblem(&layout, theme, &mut canvas);
        let top = self.titles(&layout, theme, &mut canvas);
        let top = self.bars(&layout, top, theme, &mut canvas);
        let top = self.facts(&layout, top, theme, &mut canvas);
        self.text(&layout, top, theme, &mut canvas);
        Ok(Scene {
            size,
            background: theme.background,
            title: self.title.clone(),
            description: self.description(),
            language: ChartText::new(&self.language),
            items: canvas.items,
        })
    }

    /// Everything on the card as text.
    fn description(&self) -> ChartText {
        let facts = self
            .facts
            .iter()
            .map(|it| format!("{}: {}.", it.name, it.value));
        let bars = self.bars.iter();
        let bars = bars.map(|it| format!("{}: {} %.", it.name, it.percent.min(100)));
        let mut sentences = vec![format!("{}.", self.title)];
        if !self.overline.is_empty() {
            sentences.push(format!("{}.", self.overline));
        }
        sentences.extend(facts.chain(bars));
        if !self.heading.is_empty() {
            sentences.push(format!("{}.", self.heading));
        }
        sentences.push(beginning(&self.text, MAX_CARD_TEXT));
        ChartText::long(&sentences.join(" "))
    }

    fn emblem(&self, layout: &Layout, theme: &Theme, canvas: &mut Canvas) {
        let Disc { center, radius_px } = layout.emblem;
        let ink = self.emblem.ink(theme);
        canvas.circle(
            center,
            radius_px,
            Some(self.emblem.fill(theme)),
            Some(Stroke::solid(theme.line, layout.line_px())),
        );
        match &self.emblem {
            Emblem::Sign(sign) => {
                canvas.glyph(Glyph::Sign(*sign), center, radius_px * 1.45, ink);
            }
            Emblem::Number(number) => {
                let longest = radius_px * 1.4;
                let em = font::width_em(number.as_str(), font::Weight::Bold);
                let size_px = (longest / em.max(0.1)).min(radius_px * 1.15);
                canvas.label_centered(number, center, Style::bold(size_px, ink));
            }
            Emblem::OfTwelve(place) => of_twelve(*place, layout, theme, canvas),
        }
    }

    /// Overline and title. Returns where the next part begins.
    fn titles(&self, layout: &Layout, theme: &Theme, canvas: &mut Canvas) -> f64 {
        let area = layout.titles;
        let (small, large) = (layout.text_px * 0.95, layout.text_px * 1.9);
        let mut baseline = area.y;
        if !self.overline.is_empty() {
            baseline += small;
            line(
                &self.overline,
                (area, baseline),
                Style::regular(small, theme.muted),
                canvas,
            );
            baseline += small * 0.35;
        }
        baseline += large;
        line(
            &self.title,
            (area, baseline),
            Style::bold(large, theme.ink),
            canvas,
        );
        (baseline + large * 0.45).max(layout.body.y)
    }

    /// Each share as a bar behind its name.
    fn bars(&self, layout: &Layout, top: f64, theme: &Theme, canvas: &mut Canvas) -> f64 {
        let size_px = layout.text_px * 0.85;
        let style = Style::regular(size_px, theme.ink);
        let widest = self.bars.iter().map(|it| style.width_px(it.name.as_str()));
        let area = layout.body;
        let names_px = widest.fold(0.0, f64::max).min(area.width * 0.4);
        let track_px = area.width - names_px - size_px;
        let mut y = top;
        for bar in &self.bars {
            if y + size_px * 1.6 > area.bottom() {
                break;
            }
            let middle = y + size_px * 0.8;
            let baseline = middle + font::CAP_HEIGHT * size_px / 2.0;
            let name = area.narrowed(names_px);
            line(&bar.name, (name, baseline), style, canvas);
            let start = area.x + names_px + size_px;
            let title = format!("{}: {} %", bar.name, bar.percent.min(100));
            canvas.group(ChartText::new(&title), |canvas| {
                let height = size_px * 0.45;
                let ends = |share: f64| [(start, middle), (start + track_px * share, middle)];
                canvas.polyline(
                    &ends(1.0),
                    Stroke::solid(theme.line, (height * 0.2).max(0.7)),
                );
                let share = f64::from(bar.percent.min(100)) / 100.0;
                if share > 0.0 {
                    let ink = self.emblem.ink(theme);
                    canvas.polyline(&ends(share), Stroke::solid(ink, height));
                }
            });
            y += size_px * 1.6;
        }
        if self.bars.is_empty() {
            y
        } else {
            y + size_px * 0.6
        }
    }

    /// Names over values, in as many columns as the widest needs.
    fn facts(&self, layout: &Layout, top: f64, theme: &Theme, canvas: &mut Canvas) -> f64 {
        let (small, large) = (layout.text_px * 0.75, layout.text_px * 0.95);
        let (name, value) = (
            Style::regular(small, theme.muted),
            Style::bold(large, theme.ink),
        );
        let width = |it: &CardFact| {
            let (name_px, value_px) = (
                name.width_px(it.name.as_str()),
                value.width_px(it.value.as_str()),
            );
            name_px.max(value_px)
        };
        let area = layout.body;
        let widest = self.facts.iter().map(width).fold(1.0, f64::max) + large;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few columns"
        )]
        let most = ((area.width / widest) as usize).clamp(1, MAX_CARD_ROWS);
        // Rows of about the same length.
        let rows = self.facts.len().div_ceil(most).max(1);
        let columns = self.facts.len().div_ceil(rows).max(1);
        let column_px = area.width / columns as f64;
        let row_px = small * 1.25 + large * 1.55;
        let mut y = top;
        for row in self.facts.chunks(columns) {
            if y + row_px > area.bottom() {
                break;
            }
            for (index, fact) in row.iter().enumerate() {
                let cell = Area {
                    x: area.x + column_px * index as f64,
                    width: column_px - large * 0.5,
                    ..area
                };
                line(&fact.name, (cell, y + small), name, canvas);
                line(&fact.value, (cell, y + small * 1.25 + large), value, canvas);
            }
            y += row_px;
        }
        y + layout.text_px * 0.2
    }

    /// Heading and text, in the largest letters that fit, or cut at the last line.
    fn text(&self, layout: &Layout, top: f64, theme: &Theme, canvas: &mut Canvas) {
        let area = layout.body;
        let heading = Style::bold(layout.text_px, theme.ink);
        let mut y = top;
        if !self.heading.is_empty() && y + layout.text_px * 1.5 < area.bottom() {
            y += layout.text_px;
            line(&self.heading, (area, y), heading, canvas);
            y += layout.text_px * 0.5;
        }
        let text = beginning(&self.text, layout.letters);
        let room_px = area.bottom() - y;
        let style = |part: f64| Style::regular(layout.text_px * part, theme.ink);
        let fits = |part: f64| {
            let style = style(part);
            let lines = wrap(&text, area.width / style.size_px);
            (lines.len() as f64 * LEADING * style.size_px <= room_px).then_some((lines, style))
        };
        let (mut lines, style) = TEXT_SIZES.into_iter().find_map(fits).unwrap_or_else(|| {
            let style = style(SMALLEST);
            (wrap(&text, area.width / style.size_px), style)
        });
        let leading = style.size_px * LEADING;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most a picture's height"
        )]
        let room = (room_px.max(0.0) / leading) as usize;
        if lines.len() > room {
            lines.truncate(room);
            if let Some(last) = lines.last_mut() {
                *last = cut(last, area.width / style.size_px);
            }
        }
        for text in lines {
            y += leading;
            let baseline = y - (leading - style.size_px) / 2.0 - style.size_px * 0.15;
            canvas.label(&ChartText::new(&text), (area.x, baseline), style);
        }
    }
}

/// The first characters of a text, with an ellipsis if there are more.
fn beginning(text: &str, characters: usize) -> String {
    if text.chars().nth(characters).is_none() {
        return text.to_owned();
    }
    let mut beginning: String = text.chars().take(characters - 1).collect();
    beginning.push('…');
    beginning
}

/// The sizes of a text that are tried, relative to the usual size of letters on the card.
const TEXT_SIZES: [f64; 8] = [1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75];
/// The size of a text that is cut because it fits in none of them.
const SMALLEST: f64 = 0.75;
/// The distance of two baselines, in letters' sizes.
const LEADING: f64 = 1.42;

impl Emblem {
    fn ink(&self, theme: &Theme) -> Colour {
        match self {
            Self::Sign(sign) => theme.sign_inks[sign.element() as usize],
            Self::Number(_) => theme.sign_inks[3],
            Self::OfTwelve(_) => theme.sign_inks[0],
        }
    }

    fn fill(&self, theme: &Theme) -> Colour {
        match self {
            Self::Sign(sign) => theme.sign_fills[sign.element() as usize],
            Self::Number(_) => theme.sign_fills[3],
            Self::OfTwelve(_) => theme.sign_fills[0],
        }
    }
}

/// Twelve sectors, one of them filled.
fn of_twelve(place: u8, layout: &Layout, theme: &Theme, canvas: &mut Canvas) {
    let Disc { center, radius_px } = layout.emblem;
    // The first sector is centered at the bottom, and the others follow clockwise.
    let dial = Dial {
        center,
        radius_px,
        left_deg: 0.0,
    };
    let begin = |index: u8| 90.0 - 15.0 - 30.0 * f64::from(index % 12);
    let (inner, outer) = (0.52, 0.94);
    let ink = theme.sign_inks[0];
    let sector = dial.sector(begin(place), begin(place) + 30.0, inner, outer);
    canvas.shape(Shape::Path(sector), Some(ink), None);
    let mut lines: Vec<Segment> = Vec::new();
    for index in 0..12 {
        lines.extend(polyline(&[
            dial.at(begin(index), inner),
            dial.at(begin(index), outer),
        ]));
    }
    let stroke = Stroke::solid(theme.line, layout.line_px());
    canvas.path(lines, stroke);
    canvas.circle(
        center,
        radius_px * inner,
        Some(theme.background),
        Some(stroke),
    );
    canvas.circle(center, radius_px * outer, None, Some(stroke));
    yin_and_yang(center, radius_px * inner * 0.72, ink, theme, canvas);
}

/// A disc in two halves, each with a dot of the other.
fn yin_and_yang(center: Xy, radius: f64, ink: Colour, theme: &Theme, canvas: &mut Canvas) {
    // The control points of a quarter circle of radius 1, by the usual approximation.
    const REACH: f64 = 0.552_285;
    let stroke = Stroke::solid(ink, (radius * 0.06).max(0.7));
    canvas.circle(center, radius, Some(theme.background), Some(stroke));
    let at = |x: f64, y: f64| point((center.0 + x * radius, center.1 + y * radius));
    let half = |from_y: f64, to_y: f64, side: f64| {
        let (middle, half) = (f64::midpoint(from_y, to_y), (to_y - from_y) / 2.0);
        let reach = REACH * half;
        let across = side * half.abs();
        [
            Segment::Curve(
                at(REACH * across, from_y),
                at(across, middle - reach),
                at(across, middle),
            ),
            Segment::Curve(
                at(across, middle + reach),
                at(REACH * across, to_y),
                at(0.0, to_y),
            ),
        ]
    };
    let mut segments = vec![Segment::Move(at(0.0, -1.0))];
    segments.extend(half(-1.0, 1.0, 1.0));
    segments.extend(half(1.0, 0.0, -1.0));
    segments.extend(half(0.0, -1.0, 1.0));
    segments.push(Segment::Close);
    canvas.shape(Shape::Path(segments), Some(ink), None);
    let dot = |y: f64| (center.0, center.1 + y * radius);
    canvas.circle(dot(-0.5), radius * 0.14, Some(ink), None);
    canvas.circle(dot(0.5), radius * 0.14, Some(theme.background), None);
}

/// A line around the card.
fn frame(size: Size, theme: &Theme, canvas: &mut Canvas) {
    let [width, height] = size.sides().map(f64::from);
    let inset = 0.5;
    let mut corners = polyline(&[
        (inset, inset),
        (width - inset, inset),
        (width - inset, height - inset),
        (inset, height - inset),
    ]);
    corners.push(Segment::Close);
    canvas.path(corners, Stroke::solid(theme.line, 1.0));
}

/// A line of text from the left edge of an area, cut at its right edge.
fn line(text: &ChartText, (area, baseline): (Area, f64), style: Style, canvas: &mut Canvas) {
    let shown = font::fit(text.as_str(), style.weight, area.width / style.size_px);
    canvas.label(&ChartText::new(&shown), (area.x, baseline), style);
}

/// Breaks a text between words, and words that are wider than a line between letters. Takes time in
/// proportion to the length of the text.
fn wrap(text: &str, width_em: f64) -> Vec<String> {
    let space_em = font::width_em(" ", font::Weight::Regular);
    let mut lines: Vec<String> = Vec::new();
    let mut used_em = 0.0;
    for word in ChartText::long(text)
        .as_str()
        .split(' ')
        .filter(|it| !it.is_empty())
    {
        let word_em = font::width_em(word, font::Weight::Regular);
        match lines.last_mut() {
            Some(line) if used_em + space_em + word_em <= width_em => {
                line.push(' ');
                line.push_str(word);
                used_em += space_em + word_em;
            }
            _ => {
                let mut rest = word;
                loop {
                    let (part, after) = rest.split_at(fitting(rest, width_em));
                    if after.is_empty() {
                        break;
                    }
                    lines.push(part.to_owned());
                    rest = after;
                }
                used_em = font::width_em(rest, font::Weight::Regular);
                lines.push(rest.to_owned());
            }
        }
    }
    lines
}

/// How many bytes of a word fit in a line: at least a letter.
fn fitting(word: &str, width_em: f64) -> usize {
    let mut end_em = 0.0;
    let letters = word
        .char_indices()
        .zip(font::widths_em(word, font::Weight::Regular));
    for ((start, _), letter_em) in letters {
        end_em += letter_em;
        if end_em > width_em && start > 0 {
            return start;
        }
    }
    word.len()
}

/// A line with an ellipsis at its end.
fn cut(line: &str, width_em: f64) -> String {
    let ellipsis_em = font::width_em("…", font::Weight::Regular);
    let kept = &line[..fitting(line, (width_em - ellipsis_em).max(0.0))];
    let kept = kept.trim_end_matches([' ', ',', ';', '.']);
    format!("{kept}…")
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn bottom(self) -> f64 {
        self.y + self.height
    }

    fn narrowed(self, width: f64) -> Self {
        Self { width, ..self }
    }
}

#[derive(Debug, Clone, Copy)]
struct Disc {
    center: Xy,
    radius_px: f64,
}

/// Where the parts of a card are. A wide card has the emblem in a column of its own, other cards have it
/// beside the title.
#[derive(Debug, Clone, Copy)]
struct Layout {
    emblem: Disc,
    titles: Area,
    /// Bars, facts and text.
    body: Area,
    text_px: f64,
    /// The longest text, in characters.
    letters: usize,
}

impl Layout {
    fn of(size: Size) -> Self {
        let [width, height] = size.sides().map(f64::from);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number of pixels"
        )]
        let pixels = (width * height) as usize;
        let letters = (pixels / PIXELS_PER_LETTER).clamp(MAX_SMALL_CARD_TEXT, MAX_CARD_TEXT);
        let side = width.min(height);
        let margin = (side * 0.055).max(6.0);
        let text_px = (side * 0.032).max(8.0);
        let gap = margin * 0.8;
        let is_wide = width >= height * 1.4;
        let diameter = if is_wide {
            (width * 0.26).min(height - 2.0 * margin)
        } else {
            side * 0.22
        };
        let emblem = Disc {
            center: (
                margin + diameter / 2.0,
                if is_wide {
                    height / 2.0
                } else {
                    margin + diameter / 2.0
                },
            ),
            radius_px: diameter / 2.0,
        };
        let beside = margin + diameter + gap;
        let titles_px = text_px * 3.6;
        let titles = Area {
            x: beside,
            y: if is_wide {
                margin
            } else {
                margin + (diameter - titles_px).max(0.0) / 2.0
            },
            width: width - beside - margin,
            height: titles_px,
        };
        let (x, y) = if is_wide {
            (beside, margin + titles_px)
        } else {
            (margin, margin + diameter.max(titles_px) + gap * 0.6)
        };
        let body = Area {
            x,
            y,
            width: width - x - margin,
            height: (height - y - margin).max(0.0),
        };
        Self {
            emblem,
            titles,
            body,
            text_px,
            letters,
        }
    }

    fn line_px(&self) -> f64 {
        (self.text_px * 0.06).max(0.7)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{SceneItem, ThemeName};

    fn card(text: &str, rows: usize) -> Card {
        Card {
            emblem: Emblem::OfTwelve(4),
            overline: ChartText::new(text),
            title: ChartText::new(text),
            facts: vec![
                CardFact {
                    name: ChartText::new(text),
                    value: ChartText::new(text),
                };
                rows
            ],
            bars: vec![
                CardBar {
                    name: ChartText::new(text),
                    percent: 200,
                };
                rows
            ],
            heading: ChartText::new(text),
            text: format!("{text} ").repeat(40),
            language: "en".to_owned(),
        }
    }

    fn labels(items: &[SceneItem], found: &mut Vec<[f64; 4]>) {
        for item in items {
            if let SceneItem::Group { items, .. } = item {
                labels(items, found);
            }
            found.extend(item.label_box_px());
        }
    }

    #[test]
    fn more_rows_than_a_card_has_are_refused() {
        let size = Size::new(600, 600).unwrap();
        let theme = Theme::named(ThemeName::Dark);
        assert!(card("a", MAX_CARD_ROWS).draw(size, &theme).is_ok());
        let refused = card("a", MAX_CARD_ROWS + 1).draw(size, &theme);
        assert_eq!(refused, Err(DrawError::TooManyRows { given: 9 }));
    }

    #[test]
    fn a_text_without_room_ends_with_an_ellipsis() {
        let card = Card {
            text: "words, ".repeat(300),
            ..card("title", 0)
        };
        let scene = card.draw(
            Size::new(300, 200).unwrap(),
            &Theme::named(ThemeName::Light),
        );
        let scene = scene.unwrap();
        let texts = scene.items.iter().filter_map(|item| match item {
            SceneItem::Label { text, .. } => Some(text.as_str()),
            _ => None,
        });
        assert!(
            texts
                .collect::<Vec<_>>()
                .last()
                .unwrap()
                .ends_with("words…")
        );
    }

    #[test]
    fn a_small_card_has_a_limited_number_of_letters_however_small_they_are() {
        let percent_signs = |width: u32, height: u32| {
            let card = Card {
                text: "%".repeat(5_000),
                ..card("", 0)
            };
            let size = Size::new(width, height).unwrap();
            let scene = card.draw(size, &Theme::named(ThemeName::Light)).unwrap();
            let texts = scene.items.iter().filter_map(|item| match item {
                SceneItem::Label { text, .. } => Some(text.as_str()),
                _ => None,
            });
            texts.map(|it| it.matches('%').count()).sum::<usize>()
        };
        assert_eq!(percent_signs(250, 1440), 1_199, "and an ellipsis");
        assert!(percent_signs(500, 2880) > 1_199);
    }

    #[test]
    fn a_picture_shows_the_same_card_in_every_theme() {
        for name in ThemeName::ALL {
            for emblem in [
                Emblem::Sign(Sign::Leo),
                Emblem::Number("33".into()),
                Emblem::OfTwelve(11),
            ] {
                let card = Card {
                    emblem,
                    ..card("A card", 3)
                };
                let scene = card
                    .draw(Size::new(600, 315).unwrap(), &Theme::named(name))
                    .unwrap();
                assert!(scene.to_svg().contains("A card"));
                assert!(scene.to_png().unwrap().starts_with(b"\x89PNG"));
            }
        }
    }

    #[test]
    fn a_word_wider_than_a_line_continues_on_the_next_one() {
        let word = "ñandú".repeat(100);
        let lines = wrap(&word, 10.0);
        assert!(lines.len() > 10);
        assert_eq!(lines.concat(), word);
        let widths = lines
            .iter()
            .map(|it| font::width_em(it, font::Weight::Regular));
        assert!(widths.fold(0.0, f64::max) <= 10.0);
        assert_eq!(wrap("a b", 0.1), ["a", "b"], "a line has at least a letter");
    }

    proptest! {
        #[test]
        fn no_text_leaves_the_picture_or_covers_another(
            width in 100_u32..1500,
            height in 100_u32..1500,
            text in "[A-Za-z,. ]{1,60}",
            rows in 0_usize..=MAX_CARD_ROWS,
        ) {
            let size = Size::new(width, height).unwrap();
            let scene = card(&text, rows).draw(size, &Theme::named(ThemeName::Classic)).unwrap();
            let mut boxes = Vec::new();
            labels(&scene.items, &mut boxes);
            for (index, [left, top, right, bottom]) in boxes.iter().enumerate() {
                prop_assert!(*left >= 0.0 && *top >= 0.0);
                prop_assert!(*right <= f64::from(width) && *bottom <= f64::from(height));
                for [l, t, r, b] in &boxes[index + 1..] {
                    let across = right.min(*r) - left.max(*l);
                    let down = bottom.min(*b) - top.max(*t);
                    prop_assert!(across.min(down) <= 0.5, "{across} {down}");
                }
            }
        }
    }
}
