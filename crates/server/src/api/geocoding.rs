//! Operations about places: finding them, and what their clocks showed.

pub(crate) mod search;
pub(crate) mod timezone;
