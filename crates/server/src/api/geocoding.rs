//! Operations about places: finding them, and what their clocks showed.

pub(super) mod search;
pub(super) mod timezone;
