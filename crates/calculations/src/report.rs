//! Reports for printing: the calculations that they need, and how their results become pages.
//!
//! A report runs the same calculations as the API: [`ReportInput::steps`] names them with their
//! bodies. [`compose()`] turns their results into a [`reports::Report`], with the wheel of the same
//! body. It computes nothing itself.

mod compose;
mod input;
mod plan;
mod reading;
mod tables;
mod wheels;

pub use compose::{ReportOwner, check, compose, decoded_logo};
pub use input::{
    ReportDate, ReportInput, ReportPageSize, ReportPlace, ReportSection, ReportSubject,
    ReportTemplate, ReportType,
};
pub use plan::{ReportStep, report_source};

use http_api::{ErrorCode, Work};

use crate::calculation::CHART_ERRORS;

/// Errors of reports besides those that follow from access and input: those of their calculations.
pub const REPORT_ERRORS: &[ErrorCode] = &{
    let mut errors = [ErrorCode::NotDrawable; CHART_ERRORS.len() + 4];
    let (charts, others) = errors.split_at_mut(CHART_ERRORS.len());
    charts.copy_from_slice(CHART_ERRORS);
    others[1] = ErrorCode::PermissionMissing;
    others[2] = ErrorCode::ModuleRequired;
    others[3] = ErrorCode::NameUnreadable;
    errors
};

/// The work of laying out and writing a report, in thousandths of a natal request.
const REPORT_MILLINATALS: u64 = 60_000;
/// The bytes of a report at most.
const REPORT_BYTES: u64 = 2 * 1024 * 1024;

/// How much work it is to lay out and write a report, besides its calculations.
pub const fn writing_work() -> Work {
    Work::new(REPORT_MILLINATALS, REPORT_BYTES)
}
