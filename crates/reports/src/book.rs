//! From a report to its pages: cover, table of contents, chapters, and the foot of each page.

use crate::contents::contents;
use crate::cover::cover;
use crate::document::Book;
use crate::error::ReportError;
use crate::flow::Flow;
use crate::layout::{FOOTER, Frame};
use crate::palette::Palette;
use crate::report::Report;
use crate::sheet::{Area, Destination, Item, Part};
use crate::text::{lines, single_line};

/// The distance of the foot from the end of the page.
const FOOT: f32 = 46.0;

/// Lays out a report.
pub(crate) fn lay_out<'a>(
    report: &'a Report,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Book<'a>, ReportError> {
    let frame = Frame::of(report.page_size);
    let palette = Palette::of(report.branding.colour);
    let mut flow = Flow::new(frame, palette, is_stopped);
    for chapter in &report.chapters {
        flow.chapter(chapter)?;
    }
    let (body, mut destinations) = (flow.part, flow.destinations);
    let title = &report.contents_title;
    let listed = |page_of: &dyn Fn(&Destination) -> usize| {
        let flow = Flow::new(frame, palette, is_stopped);
        contents(flow, title, &destinations, page_of)
    };
    // Page numbers do not change how many lines there are.
    let before = 1 + listed(&|_| 0)?.sheets.len();
    let contents = listed(&|it| it.page + before + 1)?;
    for destination in &mut destinations {
        destination.page += before;
    }
    let mut parts = vec![cover(report, &frame, &palette), contents, body];
    let mut number = 1;
    for part in &mut parts {
        feet(part, (&mut number, report), &frame, &palette);
    }
    Ok(Book {
        report,
        frame,
        parts,
        destinations,
    })
}

/// Whose report it is, and the number of the page. The cover has neither.
fn feet(
    part: &mut Part,
    (number, report): (&mut usize, &Report),
    frame: &Frame,
    palette: &Palette,
) {
    for sheet in &mut part.sheets {
        if *number > 1 {
            let top = frame.page_height - FOOT;
            let area = Area {
                left: frame.left,
                top: top - 9.0,
                width: frame.width,
                height: 0.5,
            };
            let colour = palette.rule;
            sheet.items.push(Item::Bar { area, colour });
            let page = single_line(&number.to_string(), FOOTER);
            let right = frame.right() - page.width;
            let owner = format!("{}  ·  {}", report.branding.name, report.title);
            let owner = lines(&owner, FOOTER, frame.width - 60.0);
            let texts = owner.into_iter().take(1).map(|it| (it, frame.left));
            for (line, left) in texts.chain([(page, right)]) {
                sheet.items.push(Item::Text {
                    line,
                    style: FOOTER,
                    colour: palette.muted,
                    left,
                    baseline: top + FOOTER.ascent(),
                    element: None,
                });
            }
        }
        *number += 1;
    }
}
