//! What a report consists of, in plain data.

use chart::{Colour, Glyph, Scene};

use crate::logo::Logo;

/// The most pages of a report.
pub const MAX_PAGES: usize = 100;

/// A report to lay out and write.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its title, on the cover and in the metadata.
    pub title: String,
    /// Whom it is about: a line under the title.
    pub subject: String,
    /// Further lines of the cover: dates and places.
    pub lines: Vec<String>,
    /// The language of its texts, as a BCP 47 tag.
    pub language: String,
    /// The date of the document in its metadata, which PDF/A requires: year, month and day. It does not
    /// appear on the pages.
    pub date: (u16, u8, u8),
    /// Whose report it is.
    pub branding: Branding,
    /// The paper.
    pub page_size: PageSize,
    /// The heading of the table of contents.
    pub contents_title: String,
    /// Its chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// The look of an organization.
#[derive(Clone, Debug)]
pub struct Branding {
    /// Its name, on the cover and at the foot of every page.
    pub name: String,
    /// The color of the cover and the headings. Headings are darker where it has too little contrast.
    pub colour: Colour,
    /// Its logo.
    pub logo: Option<Logo>,
}

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PageSize {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl PageSize {
    /// Width and height in points.
    pub const fn points(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.276, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A chapter, which stands in the table of contents.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// Whether it may begin below the chapter before it, if there is enough room. Otherwise it begins on a
    /// new page.
    pub continues: bool,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading that the table of contents lists.
    Heading(String),
    /// A smaller heading, which stays with the text below it.
    Subheading(String),
    /// A text that opens or closes a chapter, set in italics.
    Lead(String),
    /// A text. Each line is a paragraph.
    Text(String),
    /// A small remark.
    Note(String),
    /// Rows of cells.
    Table(Table),
    /// A drawing, as wide as the text.
    Figure(Box<Scene>),
}

/// A table with a header row.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Table {
    /// What it shows, for screen readers.
    pub summary: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows. Each has a cell for every column; missing ones are empty.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// Its width, relative to the other columns.
    pub weight: f32,
    /// Whether its cells end at its right edge.
    pub right: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cell {
    /// A symbol before the text.
    pub glyph: Option<Glyph>,
    /// The text.
    pub text: String,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { glyph: None, text }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
