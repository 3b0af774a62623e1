//! Operations about places: searching for them, and their historical time zones.

pub mod search;
pub mod timezone;
