//! Void of course: the end of the Moon's stay in a sign, after its last exact aspect there.
//!
//! W. Lilly, Christian Astrology (1647), p. 112, by exactness and not by orbs. In a sign without any exact aspect the Moon
//! is void from its entry.

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, SkyError, Tt};

use super::{MoonAspect, MoonAspects, moon_aspects, sign_stays};
use crate::{ayanamsha::Zodiac, sign::Sign};

/// One period without an aspect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VoidPeriod {
    /// The last exact aspect, or the entry into the sign where there is none.
    pub start: Instant<Tt>,
    /// The Moon leaves its sign.
    pub end: Instant<Tt>,
    /// The last exact aspect in the sign.
    pub last_aspect: Option<MoonAspect>,
    /// The sign it leaves.
    pub sign: Sign,
    /// The sign it enters.
    pub next_sign: Sign,
}

impl VoidPeriod {
    /// Whether a moment is in it: from its start up to, not with, its end.
    pub fn contains(&self, at: Instant<Tt>) -> bool {
        at >= self.start && at < self.end
    }
}

/// The void periods that overlap a range, each whole.
///
/// # Errors
/// The ephemeris does not cover the range and three days on each side.
pub fn void_of_course(
    ephemeris: &Ephemeris<'_>,
    range: &Range<Instant<Tt>>,
    wanted: &MoonAspects,
    zodiac: Zodiac,
) -> Result<Vec<VoidPeriod>, SkyError> {
    let stays = sign_stays(ephemeris, range, zodiac)?;
    let (Some(first), Some(last)) = (stays.first(), stays.last()) else {
        return Ok(Vec::new());
    };
    let aspects = moon_aspects(ephemeris, &(first.entry..last.exit), wanted)?;
    let periods = stays.iter().map(|stay| {
        let last_aspect = aspects
            .iter()
            .rev()
            .find(|aspect| aspect.at >= stay.entry && aspect.at < stay.exit)
            .copied();
        VoidPeriod {
            start: last_aspect.map_or(stay.entry, |aspect| aspect.at),
            end: stay.exit,
            last_aspect,
            sign: stay.sign,
            next_sign: stay.sign.plus(1),
        }
    });
    Ok(periods
        .filter(|period| period.start < range.end && period.end > range.start)
        .collect())
}
