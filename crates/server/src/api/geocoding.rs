//! Operations about places: searching for them, and their historical time zones.

pub(crate) mod search;
pub(crate) mod timezone;
