//! The table of contents: chapters and headings with their pages, each a link.

use crate::error::ReportError;
use crate::flow::Flow;
use crate::layout::{CONTENTS_CHAPTER, CONTENTS_HEADING};
use crate::sheet::{Area, Destination, Item, Part, Role};
use crate::text::{TextStyle, lines, single_line};

/// The space for page numbers, and the inset of headings.
const NUMBER_WIDTH: f32 = 40.0;
const INSET: f32 = 18.0;

/// Lays out the table of contents. `page_of` says which page a destination is on, from 1.
///
/// # Errors
///
/// The caller stopped it, or there are too many pages.
pub(crate) fn contents(
    mut flow: Flow<'_>,
    title: &str,
    destinations: &[Destination],
    page_of: impl Fn(&Destination) -> usize,
) -> Result<Part, ReportError> {
    flow.page()?;
    flow.contents_title(title);
    let list = flow.part.element(Role::Contents, None);
    for (target, destination) in destinations.iter().enumerate() {
        let (style, above, inset) = match destination.level {
            1 => (CONTENTS_CHAPTER, 7.0, 0.0),
            _ => (CONTENTS_HEADING, 0.0, INSET),
        };
        if !flow.fits(above + style.leading) {
            flow.page()?;
        } else if !flow.is_at_top() {
            flow.y += above;
        }
        let entry = Entry {
            target,
            title: &destination.title,
            page: page_of(destination),
            style,
            inset,
        };
        flow.entry(&entry, list);
    }
    Ok(flow.part)
}

/// A line of the table of contents.
struct Entry<'a> {
    target: usize,
    title: &'a str,
    page: usize,
    style: TextStyle,
    inset: f32,
}

impl Flow<'_> {
    fn entry(&mut self, entry: &Entry<'_>, list: usize) {
        let (frame, style) = (self.frame, entry.style);
        let item = self.part.element(Role::ContentsEntry, Some(list));
        let link = self.part.element(Role::Link, Some(item));
        let left = frame.left + entry.inset;
        let width = frame.width - entry.inset - NUMBER_WIDTH;
        let is_chapter = entry.inset == 0.0;
        let colour = if is_chapter {
            self.palette.ink
        } else {
            self.palette.muted
        };
        let baseline = self.y + style.ascent();
        let text = |line, left| Item::Text {
            line,
            style,
            colour,
            left,
            baseline,
            element: Some(link),
        };
        // A longer title is cut: the link leads to the whole.
        let title = lines(entry.title, style, width).into_iter().next();
        let end = title.as_ref().map_or(left, |it| left + it.width);
        if let Some(line) = title {
            self.part.draw(text(line, left));
        }
        let number = single_line(&entry.page.to_string(), style);
        let start = frame.right() - number.width;
        self.part.draw(text(number, start));
        if is_chapter {
            self.dots(end + 8.0, start - 8.0, baseline);
        }
        self.part.draw(Item::Link {
            area: Area {
                left,
                top: self.y,
                width: frame.right() - left,
                height: style.leading,
            },
            target: entry.target,
            description: entry.title.to_owned(),
            element: link,
        });
        self.y += style.leading;
    }

    /// Dots that lead from a title to its page, at the same places in every line.
    fn dots(&mut self, from: f32, to: f32, baseline: f32) {
        const STEP: f32 = 5.0;
        let mut x = (from / STEP).ceil() * STEP;
        while x < to {
            let area = Area {
                left: x,
                top: baseline - 1.1,
                width: 0.9,
                height: 0.9,
            };
            let colour = self.palette.rule;
            self.part.draw(Item::Bar { area, colour });
            x += STEP;
        }
    }
}
