//! Pages that have been laid out: items at their places, and the elements that they belong to.

use chart::{Colour, Glyph, Scene};

use crate::logo::Logo;
use crate::text::{Line, TextStyle};

/// A rectangle in points, from the top left corner of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// A laid out page.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) items: Vec<Item>,
}

/// The index of an element within its part.
pub(crate) type ElementId = usize;

/// Something to draw.
#[derive(Debug)]
pub(crate) enum Item {
    /// A line of text. Without an element it is decoration, which screen readers skip.
    Text {
        line: Line,
        style: TextStyle,
        colour: Colour,
        left: f32,
        baseline: f32,
        element: Option<ElementId>,
    },
    /// A filled rectangle.
    Bar { area: Area, colour: Colour },
    /// A symbol beside a text that says the same.
    Symbol {
        glyph: Glyph,
        left: f32,
        middle: f32,
        size: f32,
        colour: Colour,
    },
    /// The drawing of a zodiac behind the title, within an area.
    Zodiac {
        area: Area,
        center: (f32, f32),
        radius: f32,
        colour: Colour,
    },
    /// A chart.
    Picture {
        scene: Box<Scene>,
        area: Area,
        element: ElementId,
    },
    /// The logo of the organization.
    Logo {
        logo: Logo,
        area: Area,
        element: ElementId,
    },
    /// An area that leads to a destination.
    Link {
        area: Area,
        target: usize,
        description: String,
        element: ElementId,
    },
}

/// What a part of a page is, for screen readers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    /// The title of the report.
    Title,
    /// A heading of a level from 1.
    Heading(u16),
    /// A paragraph.
    Paragraph,
    /// A table, with a summary.
    Table(String),
    /// A row of a table.
    Row,
    /// The heading of a column.
    HeaderCell,
    /// A cell.
    Cell,
    /// A picture, with its description.
    Figure(String),
    /// The table of contents.
    Contents,
    /// A line of it.
    ContentsEntry,
    /// A link.
    Link,
}

/// A node of the structure.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) role: Role,
    pub(crate) parent: Option<ElementId>,
    /// The text of a heading, for the list of headings.
    pub(crate) title: String,
}

/// Consecutive pages with their elements in reading order.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) elements: Vec<Element>,
}

impl Part {
    /// Adds an element.
    pub(crate) fn element(&mut self, role: Role, parent: Option<ElementId>) -> ElementId {
        self.titled(role, parent, "")
    }

    /// Adds an element with a title.
    pub(crate) fn titled(
        &mut self,
        role: Role,
        parent: Option<ElementId>,
        title: &str,
    ) -> ElementId {
        self.elements.push(Element {
            role,
            parent,
            title: title.to_owned(),
        });
        self.elements.len() - 1
    }

    /// Draws on the last page.
    pub(crate) fn draw(&mut self, item: Item) {
        if self.sheets.is_empty() {
            self.sheets.push(Sheet::default());
        }
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.items.push(item);
        }
    }
}

/// A place that the table of contents and the outline lead to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Destination {
    pub(crate) title: String,
    /// 1 for a chapter, 2 for a heading within it.
    pub(crate) level: u16,
    /// The page, from 0, within its part.
    pub(crate) page: usize,
    pub(crate) top: f32,
}
