//! Finds when an angle leaves its limits.
//!
//! The window is divided into cells. Where both ends of a cell are within the limits, a bound on the second derivative
//! tells whether the angle can leave and return in between; if so the cell is divided, down to a second. Where an end is
//! outside, the cell brackets the root. The bound is proven for bodies and the Sun's altitude, and measured for
//! angles and cusps, which outside the polar circles pass every degree once a day.

use super::{
    Place, fact,
    motion::{CELL_DAYS, Motion},
};
use crate::angle::difference_deg;

/// How far behind a change the fact is looked at: a tenth of a second.
pub(super) const BEYOND_DAYS: f64 = 0.1 / 86_400.0;
/// No cell is divided further.
const SMALLEST_DAYS: f64 = 1.0 / 86_400.0;
/// More than an angle moves in a cell, unless it jumps.
const JUMP_DEG: f64 = 60.0;
/// Roots are found to a tenth of a millisecond.
const ACCURACY_DAYS: f64 = 1e-9;
/// Steps of the root search. Halving alone would take 24.
const MAX_STEPS: usize = 60;

/// An angle whose limits a fact depends on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Track {
    /// A longitude.
    Place(Place),
    /// The difference of two longitudes.
    Apart(Place, Place),
    /// The difference of a longitude and a cusp.
    FromCusp(Place, usize),
    /// The sine of the Sun's altitude.
    SunHeight,
    /// Years of Vimshottari from 0° Aries to the Moon, and on to a date.
    DashaYears(Place, super::DashaDate),
}

/// The limits of an angle: the fact holds from `low` to before `high`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) track: Track,
    /// At the birth.
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Track {
    /// The angle, in any turn.
    pub(super) fn raw(self, motion: &Motion, days: f64) -> f64 {
        match self {
            Self::Place(place) => motion.longitude_deg(place, days),
            Self::Apart(a, b) => motion.longitude_deg(a, days) - motion.longitude_deg(b, days),
            Self::FromCusp(place, index) => {
                motion.longitude_deg(place, days) - motion.cusp_deg(index, days)
            }
            Self::SunHeight => motion.sun_height(days),
            Self::DashaYears(moon, date) => {
                let at = motion.moment.tt.plus_days(days);
                let passed = date.at.minus(at) / date.year_days;
                fact::vimshottari_years(motion.longitude_deg(moon, days)) + passed
            }
        }
    }

    /// The change from one value to another.
    fn change(self, to: f64, from: f64) -> f64 {
        match self {
            Self::SunHeight | Self::DashaYears(..) => to - from,
            _ => difference_deg(to, from),
        }
    }

    /// A bound on the second derivative, per day squared.
    fn curvature(self, motion: &Motion) -> f64 {
        match self {
            Self::Place(place) => motion.curvature(place),
            Self::Apart(a, b) => motion.curvature(a) + motion.curvature(b),
            Self::FromCusp(place, index) => motion.curvature(place) + motion.cusp_curvature(index),
            // The square of the angular speed of the sphere.
            Self::SunHeight => 40.0,
            // It advances with the Moon, always.
            Self::DashaYears(..) => 0.0,
        }
    }
}

/// One end of a cell.
#[derive(Clone, Copy)]
struct End {
    days: f64,
    raw: f64,
    /// Continuous from the birth on.
    value: f64,
}

struct Search<'a> {
    motion: &'a Motion,
    limits: &'a Limits,
    curvature: f64,
}

/// Returns how many days after the birth (`direction` 1) or before it (-1) the angle leaves its limits; `None` if it
/// stays within them in the window.
pub(super) fn exit(motion: &Motion, limits: &Limits, direction: f64) -> Option<f64> {
    let search = Search {
        motion,
        limits,
        curvature: limits.track.curvature(motion),
    };
    let mut near = End {
        days: 0.0,
        raw: limits.track.raw(motion, 0.0),
        value: limits.value,
    };
    let mut step = 1.0;
    while near.days.abs() < motion.window_days {
        let days = (step * CELL_DAYS).min(motion.window_days) * direction;
        let far = search.end(days, near);
        if let Some(found) = search.cell(near, far) {
            return Some(found.abs());
        }
        near = far;
        step += 1.0;
    }
    None
}

impl Search<'_> {
    fn end(&self, days: f64, near: End) -> End {
        let track = self.limits.track;
        let raw = track.raw(self.motion, days);
        End {
            days,
            raw,
            value: near.value + track.change(raw, near.raw),
        }
    }

    fn is_within(&self, end: End) -> bool {
        (self.limits.low..self.limits.high).contains(&end.value)
    }

    /// The first root in a cell whose near end is within the limits.
    fn cell(&self, near: End, far: End) -> Option<f64> {
        let length = (far.days - near.days).abs();
        let jumps = (far.value - near.value).abs() > JUMP_DEG;
        let is_small = length <= SMALLEST_DAYS;
        if jumps {
            return if is_small {
                Some(far.days)
            } else {
                self.halves(near, far)
            };
        }
        if !self.is_within(far) {
            return Some(self.root(near, far));
        }
        let most = near.value.max(far.value);
        let least = near.value.min(far.value);
        let distance = (self.limits.high - most).min(least - self.limits.low);
        if is_small || distance > self.curvature * length * length / 8.0 {
            return None;
        }
        self.halves(near, far)
    }

    fn halves(&self, near: End, far: End) -> Option<f64> {
        let middle = self.end(f64::midpoint(near.days, far.days), near);
        let jumps = (middle.value - near.value).abs() > JUMP_DEG;
        if !self.is_within(middle) && !jumps {
            return Some(self.root(near, middle));
        }
        self.cell(near, middle)
            .or_else(|| self.cell(middle, self.end(far.days, middle)))
    }

    /// The root between an end within the limits and one outside: regula falsi with Illinois steps.
    fn root(&self, near: End, far: End) -> f64 {
        let limit = if far.value < self.limits.low {
            self.limits.low
        } else {
            self.limits.high
        };
        let (mut inside, mut outside) = (near, far);
        let (mut f_inside, mut f_outside) = (near.value - limit, far.value - limit);
        for step in 0..MAX_STEPS {
            if (outside.days - inside.days).abs() < ACCURACY_DAYS {
                break;
            }
            let spread = f_outside - f_inside;
            // Every fourth step halves, so that the bracket shrinks whatever the curve is.
            let part = if step % 4 == 3 || spread == 0.0 {
                0.5
            } else {
                (-f_inside / spread).clamp(1e-6, 1.0 - 1e-6)
            };
            let middle = self.end(inside.days + (outside.days - inside.days) * part, inside);
            if self.is_within(middle) {
                inside = middle;
                f_inside = middle.value - limit;
                f_outside /= 2.0;
            } else {
                outside = middle;
                f_outside = middle.value - limit;
                f_inside /= 2.0;
            }
        }
        outside.days
    }
}
