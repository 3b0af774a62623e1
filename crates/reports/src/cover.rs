//! The first page: the title before a zodiac, whom the report is about, and whose it is.

use crate::layout::{COVER_LINE, COVER_NAME, COVER_SUBJECT, COVER_TITLE, Frame};
use crate::palette::Palette;
use crate::report::Report;
use crate::sheet::{Area, Item, Part, Role};
use crate::text::{TextStyle, lines, single_line};

/// The share of the page that is in the organization's color.
const FIELD: f32 = 0.64;
/// The most lines of the title and of the subject.
const MAX_TITLE_LINES: usize = 4;
/// The largest logo, in points.
const LOGO: (f32, f32) = (150.0, 54.0);

/// Lays out the cover.
pub(crate) fn cover(report: &Report, frame: &Frame, palette: &Palette) -> Part {
    let mut part = Part::default();
    let field = Area {
        left: 0.0,
        top: 0.0,
        width: frame.page_width,
        height: frame.page_height * FIELD,
    };
    let colour = palette.accent;
    part.draw(Item::Bar {
        area: field,
        colour,
    });
    part.draw(Item::Zodiac {
        area: field,
        center: (frame.page_width * 0.74, frame.page_height * 0.27),
        radius: frame.page_width * 0.45,
        colour: palette.ornament,
    });
    title(&mut part, report, (frame, palette), field.height);
    details(&mut part, report, (frame, palette), field.height);
    owner(&mut part, report, frame, palette);
    part
}

/// The title and the subject, which end above the edge of the field.
fn title(part: &mut Part, report: &Report, (frame, palette): (&Frame, &Palette), edge: f32) {
    let width = frame.width * 0.86;
    let mut title = lines(&report.title, COVER_TITLE, width);
    title.truncate(MAX_TITLE_LINES);
    let mut subject = lines(&report.subject, COVER_SUBJECT, frame.width);
    subject.truncate(MAX_TITLE_LINES);
    let height = |count: usize, style: TextStyle| crate::flow::height_of(count, style);
    let gap = 16.0;
    let total = height(title.len(), COVER_TITLE) + gap + height(subject.len(), COVER_SUBJECT);
    let mut y = edge - 48.0 - total;
    let groups = [
        (title, COVER_TITLE, Role::Title, palette.on_accent),
        (
            subject,
            COVER_SUBJECT,
            Role::Paragraph,
            palette.on_accent_muted,
        ),
    ];
    for (found, style, role, colour) in groups {
        let element = part.titled(role, None, &report.title);
        for line in found {
            part.draw(Item::Text {
                line,
                style,
                colour,
                left: frame.left,
                baseline: y + style.ascent(),
                element: Some(element),
            });
            y += style.leading;
        }
        y += gap;
    }
}

/// Dates and places, below the field.
fn details(part: &mut Part, report: &Report, (frame, palette): (&Frame, &Palette), edge: f32) {
    let mut y = edge + 34.0;
    let limit = frame.page_height - frame.top - LOGO.1;
    for text in &report.lines {
        let element = part.element(Role::Paragraph, None);
        for line in lines(text, COVER_LINE, frame.width) {
            if y + COVER_LINE.leading > limit {
                return;
            }
            part.draw(Item::Text {
                line,
                style: COVER_LINE,
                colour: palette.ink,
                left: frame.left,
                baseline: y + COVER_LINE.ascent(),
                element: Some(element),
            });
            y += COVER_LINE.leading;
        }
    }
}

/// The logo and the name of the organization, at the foot.
fn owner(part: &mut Part, report: &Report, frame: &Frame, palette: &Palette) {
    let bottom = frame.page_height - 64.0;
    let mut left = frame.left;
    if let Some(logo) = &report.branding.logo {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a logo is at most 1200 pixels wide"
        )]
        let (width, height) = (logo.width_px as f32, logo.height_px as f32);
        let scale = (LOGO.0 / width).min(LOGO.1 / height).min(0.75);
        let area = Area {
            left,
            top: bottom - height * scale,
            width: width * scale,
            height: height * scale,
        };
        let element = part.element(Role::Figure(report.branding.name.clone()), None);
        part.draw(Item::Logo {
            logo: logo.clone(),
            area,
            element,
        });
        left += area.width + 16.0;
    }
    let element = part.element(Role::Paragraph, None);
    let line = single_line(&report.branding.name, COVER_NAME);
    part.draw(Item::Text {
        line,
        style: COVER_NAME,
        colour: palette.heading,
        left,
        baseline: bottom - 2.0,
        element: Some(element),
    });
}
