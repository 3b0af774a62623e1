//! Lays out reports and writes them as PDF.
//!
//! A [`Report`] is plain data: a cover, and chapters of headings, texts, tables and charts.
//! [`Report::to_pdf`] breaks it into pages and writes PDF/A-2b that is tagged as PDF/UA-1 requires:
//! headings, tables, figures with descriptions, links, language. Charts are vectors and all text is
//! text. The same report gives the same bytes: there is no clock and no random id.
//!
//! Deliberately absent: astrology, customers, files. Scripts that are written from right to left and
//! scripts that the fonts lack (Chinese …) appear as U+FFFD.

mod book;
mod contents;
mod cover;
mod document;
mod drawing;
mod error;
mod face;
mod flow;
mod layout;
mod logo;
mod palette;
mod report;
mod sheet;
mod table;
mod text;

pub use self::{
    error::ReportError,
    logo::{Logo, MAX_LOGO_PX},
    report::{Block, Branding, Cell, Chapter, Column, MAX_PAGES, PageSize, Report, Table},
};

impl Report {
    /// Writes the report as PDF, until `is_stopped`.
    ///
    /// # Errors
    ///
    /// The report has too many pages, was stopped, or violates the standard, which is a defect.
    pub fn to_pdf(&self, is_stopped: &dyn Fn() -> bool) -> Result<Vec<u8>, ReportError> {
        document::write(&book::lay_out(self, is_stopped)?)
    }
}
