//! Fills pages with the chapters of a report, from top to bottom.
//!
//! A heading stays with the beginning of what follows it. A paragraph that does not fit leaves at
//! least two lines on either page.

use chart::{Colour, Scene};

use crate::error::ReportError;
use crate::layout::{BODY, CHAPTER, Frame, HEADING, LEAD, NOTE, SUBHEADING};
use crate::palette::Palette;
use crate::report::{Block, Chapter, MAX_PAGES};
use crate::sheet::{Area, Destination, ElementId, Item, Part, Role, Sheet};
use crate::text::{Line, TextStyle, lines};

/// Lines of a paragraph that stay together at the end and the beginning of a page.
const KEPT_LINES: usize = 2;

/// Blocks that stay together at most: two headings, a lead and a text. Longer chains of headings break anywhere.
const KEPT_BLOCKS: usize = 4;
/// The space above a chapter that does not begin on a new page, and below the title of any.
const CHAPTER_GAP: f32 = 42.0;
const TITLE_GAP: f32 = 34.0;
/// The share of a page that must be left for a chapter that does not begin on a new page.
const LEAST_ROOM: f32 = 0.14;

/// The space above a block that is not at the top of a page.
fn space_above(block: &Block) -> f32 {
    match block {
        Block::Heading(_) => 24.0,
        Block::Subheading(_) => 13.0,
        Block::Lead(_) => 6.0,
        Block::Text(_) => 7.0,
        Block::Note(_) => 10.0,
        Block::Table(_) => 12.0,
        Block::Figure(_) => 8.0,
    }
}

/// Pages in the making.
pub(crate) struct Flow<'a> {
    pub(crate) frame: Frame,
    pub(crate) palette: Palette,
    pub(crate) part: Part,
    pub(crate) destinations: Vec<Destination>,
    pub(crate) y: f32,
    is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(frame: Frame, palette: Palette, is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self {
            frame,
            palette,
            part: Part::default(),
            destinations: Vec::new(),
            y: frame.bottom,
            is_stopped,
        }
    }

    /// Lays out a chapter, from a new page on.
    ///
    /// # Errors
    ///
    /// The caller stopped it, or there are too many pages.
    pub(crate) fn chapter(&mut self, chapter: &Chapter) -> Result<(), ReportError> {
        if chapter.continues && self.has_room_for(chapter) {
            self.y += CHAPTER_GAP;
        } else {
            self.page()?;
        }
        self.chapter_title(&chapter.title);
        for (index, block) in chapter.blocks.iter().enumerate() {
            let is_first = index == 0;
            if !self.is_at_top() && !is_first {
                self.y += space_above(block);
            }
            let needed = self.needed(&chapter.blocks[index..]);
            if !self.fits(needed.min(self.frame.height())) {
                self.page()?;
            }
            self.block(block)?;
        }
        Ok(())
    }

    /// Whether a chapter can begin on this page.
    fn has_room_for(&self, chapter: &Chapter) -> bool {
        let title = lines(&chapter.title, CHAPTER, self.frame.width).len();
        let beginning = height_of(title, CHAPTER) + TITLE_GAP + self.needed(&chapter.blocks);
        let least = self.frame.height() * LEAST_ROOM;
        !self.part.sheets.is_empty() && self.fits(CHAPTER_GAP + beginning.max(least))
    }

    fn block(&mut self, block: &Block) -> Result<(), ReportError> {
        let Palette {
            heading,
            ink,
            muted,
            ..
        } = self.palette;
        match block {
            Block::Heading(title) => self.heading(title, HEADING, 2),
            Block::Subheading(title) => self.subheading(title),
            Block::Lead(text) => self.text(text, LEAD, heading),
            Block::Text(text) => self.text(text, BODY, ink),
            Block::Note(text) => self.text(text, NOTE, muted),
            Block::Table(table) => self.table(table),
            Block::Figure(scene) => self.figure(scene),
        }
    }

    /// Begins a page.
    pub(crate) fn page(&mut self) -> Result<(), ReportError> {
        if (self.is_stopped)() {
            return Err(ReportError::Stopped);
        }
        if self.part.sheets.len() >= MAX_PAGES {
            return Err(ReportError::TooManyPages { max: MAX_PAGES });
        }
        self.part.sheets.push(Sheet::default());
        self.y = self.frame.top;
        Ok(())
    }

    pub(crate) fn is_at_top(&self) -> bool {
        self.y <= self.frame.top
    }

    pub(crate) fn fits(&self, height: f32) -> bool {
        self.y + height <= self.frame.bottom + 0.01
    }

    /// The height that the first block must find on the page: of headings also the beginning of what
    /// follows.
    fn needed(&self, blocks: &[Block]) -> f32 {
        let blocks = &blocks[..blocks.len().min(KEPT_BLOCKS)];
        let Some((block, rest)) = blocks.split_first() else {
            return 0.0;
        };
        let width = self.frame.width;
        let beginning = |text: &str, style: TextStyle| {
            let lines = lines(text.lines().next().unwrap_or_default(), style, width).len();
            // A line less than three would leave a single one on the other page.
            let kept = if lines <= KEPT_LINES + 1 {
                lines
            } else {
                KEPT_LINES
            };
            height_of(kept, style)
        };
        let with_next = |text: &str, style: TextStyle| {
            let own = height_of(lines(text, style, width).len(), style);
            let gap = rest.first().map_or(0.0, space_above);
            own + gap + self.needed(rest)
        };
        match block {
            Block::Heading(title) => with_next(title, HEADING),
            Block::Subheading(title) => with_next(title, SUBHEADING),
            Block::Lead(text) => with_next(text, LEAD),
            Block::Text(text) => beginning(text, BODY),
            Block::Note(text) => beginning(text, NOTE),
            Block::Table(table) => self.beginning_of_table(table),
            Block::Figure(scene) => self.picture_size(scene).1,
        }
    }

    fn chapter_title(&mut self, title: &str) {
        self.destination(title, 1);
        let element = self.part.titled(Role::Heading(1), None, title);
        let colour = self.palette.heading;
        for line in lines(title, CHAPTER, self.frame.width) {
            self.line(line, CHAPTER, colour, Some(element));
        }
        let area = Area {
            left: self.frame.left,
            top: self.y + 9.0,
            width: 54.0,
            height: 1.6,
        };
        self.part.draw(Item::Bar { area, colour });
        self.y += TITLE_GAP;
    }

    /// The heading of the table of contents, which does not list itself.
    pub(crate) fn contents_title(&mut self, title: &str) {
        self.chapter_title(title);
        self.destinations.clear();
        self.y -= 10.0;
    }

    fn heading(&mut self, title: &str, style: TextStyle, level: u16) -> Result<(), ReportError> {
        self.destination(title, level);
        let element = self.part.titled(Role::Heading(level), None, title);
        let colour = self.palette.heading;
        self.lines(
            lines(title, style, self.frame.width),
            style,
            colour,
            element,
        )?;
        self.y += 3.0;
        Ok(())
    }

    fn subheading(&mut self, title: &str) -> Result<(), ReportError> {
        let level = if self.destinations.last().is_some_and(|it| it.level == 2) {
            3
        } else {
            2
        };
        let element = self.part.titled(Role::Heading(level), None, title);
        let colour = self.palette.heading;
        let found = lines(title, SUBHEADING, self.frame.width);
        self.lines(found, SUBHEADING, colour, element)
    }

    fn destination(&mut self, title: &str, level: u16) {
        self.destinations.push(Destination {
            title: title.to_owned(),
            level,
            page: self.part.sheets.len().saturating_sub(1),
            top: self.y,
        });
    }

    /// A text. Each of its lines is a paragraph.
    fn text(&mut self, text: &str, style: TextStyle, colour: Colour) -> Result<(), ReportError> {
        let paragraphs = text.lines().map(str::trim).filter(|it| !it.is_empty());
        for (index, paragraph) in paragraphs.enumerate() {
            if index > 0 {
                self.y += style.leading * 0.45;
            }
            let element = self.part.element(Role::Paragraph, None);
            let found = lines(paragraph, style, self.frame.width);
            self.lines(found, style, colour, element)?;
        }
        Ok(())
    }

    /// Lines of a paragraph, on this page and the next ones.
    fn lines(
        &mut self,
        mut found: Vec<Line>,
        style: TextStyle,
        colour: Colour,
        element: ElementId,
    ) -> Result<(), ReportError> {
        while !found.is_empty() {
            let fits = (1..=found.len()).take_while(|count| self.fits(height_of(*count, style)));
            let mut fits = fits.last().unwrap_or(0);
            let rest = found.len() - fits;
            if rest > 0 && rest < KEPT_LINES {
                fits = found.len().saturating_sub(KEPT_LINES);
            }
            if rest > 0 && fits < KEPT_LINES && !self.is_at_top() {
                fits = 0;
            }
            // An empty page has room for any line.
            let fits = if fits == 0 && self.is_at_top() {
                1
            } else {
                fits
            };
            let next = found.split_off(fits);
            for line in found {
                self.line(line, style, colour, Some(element));
            }
            found = next;
            if !found.is_empty() {
                self.page()?;
            }
        }
        Ok(())
    }

    fn line(&mut self, line: Line, style: TextStyle, colour: Colour, element: Option<ElementId>) {
        self.part.draw(Item::Text {
            line,
            style,
            colour,
            left: self.frame.left,
            baseline: self.y + style.ascent(),
            element,
        });
        self.y += style.leading;
    }

    /// The size of a picture on the page.
    fn picture_size(&self, scene: &Scene) -> (f32, f32) {
        let (width, height) = (scene.size.width_px() as f32, scene.size.height_px() as f32);
        let scale = (self.frame.width / width).min(self.frame.height() * 0.86 / height);
        (width * scale, height * scale)
    }

    fn figure(&mut self, scene: &Scene) -> Result<(), ReportError> {
        let (width, height) = self.picture_size(scene);
        if !self.fits(height) {
            self.page()?;
        }
        let role = Role::Figure(scene.description.as_str().to_owned());
        let element = self.part.element(role, None);
        let area = Area {
            left: self.frame.left + (self.frame.width - width) / 2.0,
            top: self.y,
            width,
            height,
        };
        self.part.draw(Item::Picture {
            scene: Box::new(scene.clone()),
            area,
            element,
        });
        self.y += height;
        Ok(())
    }
}

/// The height of so many lines.
#[expect(clippy::cast_precision_loss, reason = "a page has few lines")]
pub(crate) fn height_of(lines: usize, style: TextStyle) -> f32 {
    lines as f32 * style.leading
}
