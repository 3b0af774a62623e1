//! Vedic charts and dashas: `/api/calc/vedic/chart` and `/api/calc/vedic/dasha`.

mod birth;
mod chart;
mod dasha;
mod reply;

pub(crate) use self::chart::VedicChartCalc;
pub(crate) use self::dasha::DashaCalc;
