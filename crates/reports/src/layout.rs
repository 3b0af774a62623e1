//! The measures of a page, and the styles of its texts.

use crate::face::Face;
use crate::report::PageSize;
use crate::text::TextStyle;

/// The space around the text, in points.
const SIDE: f32 = 76.0;
const TOP: f32 = 82.0;
const BOTTOM: f32 = 76.0;

/// The measures of a page. Lengths are in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) page_width: f32,
    pub(crate) page_height: f32,
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    /// Where the text ends.
    pub(crate) bottom: f32,
}

impl Frame {
    pub(crate) fn of(size: PageSize) -> Self {
        let (page_width, page_height) = size.points();
        Self {
            page_width,
            page_height,
            left: SIDE,
            top: TOP,
            width: page_width - 2.0 * SIDE,
            bottom: page_height - BOTTOM,
        }
    }

    /// The height that a page has for text.
    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(crate) fn right(&self) -> f32 {
        self.left + self.width
    }
}

pub(crate) const COVER_TITLE: TextStyle = TextStyle::new(Face::Serif, 46.0, 50.0);
pub(crate) const COVER_SUBJECT: TextStyle = TextStyle::new(Face::Serif, 25.0, 31.0);
pub(crate) const COVER_LINE: TextStyle = TextStyle::new(Face::Sans, 10.5, 16.5);
pub(crate) const COVER_NAME: TextStyle = TextStyle::new(Face::SansBold, 11.0, 15.0);
pub(crate) const CHAPTER: TextStyle = TextStyle::new(Face::Serif, 29.0, 34.0);
pub(crate) const HEADING: TextStyle = TextStyle::new(Face::Serif, 18.5, 23.0);
pub(crate) const SUBHEADING: TextStyle = TextStyle::new(Face::SansBold, 9.8, 14.0);
pub(crate) const LEAD: TextStyle = TextStyle::new(Face::SerifItalic, 14.0, 20.0);
pub(crate) const BODY: TextStyle = TextStyle::new(Face::Serif, 12.0, 17.0);
pub(crate) const NOTE: TextStyle = TextStyle::new(Face::Sans, 8.4, 12.0);
pub(crate) const CELL: TextStyle = TextStyle::new(Face::Sans, 9.2, 12.6);
pub(crate) const HEADER_CELL: TextStyle = TextStyle::new(Face::SansBold, 8.2, 12.6);
pub(crate) const CONTENTS_CHAPTER: TextStyle = TextStyle::new(Face::Serif, 13.5, 19.0);
pub(crate) const CONTENTS_HEADING: TextStyle = TextStyle::new(Face::Sans, 9.2, 14.0);
pub(crate) const FOOTER: TextStyle = TextStyle::new(Face::Sans, 8.0, 11.0);
