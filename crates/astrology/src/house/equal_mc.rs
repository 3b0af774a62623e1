//! Equal houses from the Midheaven: cusp 10 is the Midheaven, the others are 30 degrees apart.
//!
//! M. E. Jones, How to Learn Astrology (1941), lists it among the equal divisions.

use super::{equal_from, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    equal_from(sphere.midheaven_deg() + 90.0)
}
