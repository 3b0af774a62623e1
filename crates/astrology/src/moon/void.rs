//! Void of course: the part of the Moon's stay in a sign after its last exact aspect there.
//!
//! W. Lilly, Christian Astrology (1647), p. 112, by exact aspects and not by orbs. In a sign
//! without any exact aspect the Moon is void from its ingress.

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, SkyError, Tt};

use super::{MoonAspect, MoonAspects, moon_aspects, sign_stays};
use crate::{ayanamsha::Zodiac, sign::Sign};

/// A void-of-course period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VoidPeriod {
    /// The last exact aspect, or the ingress into the sign where there is none.
    pub start: Instant<Tt>,
    /// When the Moon leaves its sign.
    pub end: Instant<Tt>,
    /// The last exact aspect in the sign.
    pub last_aspect: Option<MoonAspect>,
    /// The sign it leaves.
    pub sign: Sign,
    /// The sign it enters.
    pub next_sign: Sign,
}

impl VoidPeriod {
    /// Whether an instant is in the period, from its start, inclusive, to its end, exclusive.
    pub fn contains(&self, at: Instant<Tt>) -> bool {
        at >= self.start && at < self.end
    }
}

/// Returns the void periods that overlap a range, each of them complete.
///
/// # Errors
///
/// [`SkyError`] if the ephemeris does not cover the range and three days on each side.
///
/// # Examples
///
/// Atlas Astrology lists this void period: from 11:58 UT on 2015-02-09, a trine to the Sun, until
/// the Moon enters Scorpio at 7:05 UT on the 10th.
///
/// ```
/// use astrology::ayanamsha::Zodiac;
/// use astrology::moon::{MoonAspects, void_of_course};
/// use astrology::sign::Sign;
/// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Utc};
///
/// let midnight: Instant<Utc> = CivilDateTime::date(2015, 2, 10).to_instant(Calendar::Gregorian)?;
/// let range = midnight.to_tt()..midnight.plus_days(0.25).to_tt();
/// let found =
///     void_of_course(Ephemeris::embedded(), &range, &MoonAspects::default(), Zodiac::Tropical)?;
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].last_aspect.map(|it| it.body), Some(Body::Sun));
/// assert_eq!(found[0].next_sign, Sign::Scorpio);
/// let published_days = (19.0 + 7.0 / 60.0) / 24.0;
/// assert!((found[0].end.minus(found[0].start) - published_days).abs() < 2.0 / 1440.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
