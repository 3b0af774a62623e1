//! Calculations, chart images, places and texts as operations of the API.
//!
//! Deliberately absent: astrology itself (`calculations` and below), and everything about accounts,
//! organizations and keys (`management-api`).
#![expect(
    missing_docs,
    reason = "an operation is documented by its SPEC, and the fields of its input and reply by their schemas"
)]

pub mod calc;
pub mod chart;
pub mod content;
pub mod geocoding;
pub mod library;
pub mod overlay;
pub mod report;
pub mod title;

use http_api::input::{ACCESS_FORMATS, Formats};

/// Every format that the schema of an input may name.
pub const FORMATS: Formats = &[ACCESS_FORMATS, calculations::FORMATS];
