//! Vedic astrology: `/api/calc/vedic/…`.

mod birth;
mod chart;
mod clock;
mod dasha;
mod ids;
mod matching;
mod panchang;
pub mod picture;
mod reply;

pub(crate) use self::birth::bhava_problem;
pub(crate) use self::chart::VedicChartCalc;
pub(crate) use self::dasha::DashaCalc;
pub(crate) use self::matching::VedicMatch;
pub(crate) use self::panchang::{PanchangCalc, PanchangRange};
