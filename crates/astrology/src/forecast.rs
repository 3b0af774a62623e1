//! Forecasts: transits, returns, progressions, retrograde periods.

pub mod progression;
pub mod retrograde;
pub mod returns;
pub(crate) mod track;
pub mod transit;
