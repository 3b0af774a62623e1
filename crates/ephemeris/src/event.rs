//! When things happen in the sky.
//!
//! Every event comes out of [`search::scan`](crate::search::scan): a function of time with its rate, a bound
//! on its motion, and the levels that matter. Times are TT; ranges include their start and not their end.

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

/// From an instant up to another.
pub type Range = core::ops::Range<Instant<Tt>>;
