//! Astronomical events: when they occur.
//!
//! Every event is found by [`search::scan`](crate::search::scan) from a function of time with its
//! rate, a bound on its motion, and the levels to cross. Times are TT. Ranges include their start
//! and exclude their end.

pub mod almanac;
pub mod aspect;
pub mod crossing;
pub mod eclipse;

pub mod ingress;
pub mod lunation;
pub mod motion;
pub mod rise_set;
pub mod season;
pub mod station;

use crate::time::{Instant, Tt};

/// A half-open range of instants.
pub type Range = core::ops::Range<Instant<Tt>>;
