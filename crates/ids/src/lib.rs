//! Signs, aspects and points of a chart: their ids in the API, and the facts that define them.
//!
//! The crates that compute, draw and describe a chart share these names without depending on each
//! other.
//!
//! Deliberately absent: everything that a crate computes or decides: positions (`ephemeris`),
//! rulers and orbs (`astrology`), symbols and colors (`chart`), texts (`interpretation`).
//!
//! ```
//! use ids::{AspectKind, Element, PLANETS, Sign, point};
//!
//! assert_eq!(Sign::from_id("leo").map(Sign::element), Some(Element::Fire));
//! assert_eq!(AspectKind::Trine.angle_deg(), Some(120.0));
//! assert_eq!(PLANETS[9], point::PLUTO);
//! ```

mod aspect;
pub mod point;
mod sign;

pub use self::{
    aspect::AspectKind,
    point::PLANETS,
    sign::{Element, Mode, Polarity, Sign},
};
