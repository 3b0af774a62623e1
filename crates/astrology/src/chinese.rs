//! Chinese astrology: the lunisolar calendar, the stems and branches of the sexagenary cycle, and the four pillars.
//!
//! Months begin on the day of the new moon and are numbered by the solar terms, both from the exact instants of the
//! ephemeris. The rules and the few published exceptions are in [`day`], [`month`] and [`solar_term`]; the tests
//! compare with the tables of the Hong Kong Observatory for 1901-2000.

pub mod cycle;
pub mod day;
pub mod luck;
pub mod month;
pub mod pillars;
pub mod relation;
pub mod solar_term;
