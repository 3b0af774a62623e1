//! The Moon day by day: signs, phases, void periods and exact aspects of civil days.

use core::ops::Range;

use ephemeris::{
    Body, Ephemeris, Instant, SkyError, Tt,
    event::lunation::{Lunation, lunations},
};

use super::{MoonAspect, MoonAspects, MoonState, VoidPeriod, moon_aspects, void_of_course};
use crate::{ayanamsha::Zodiac, forecast::track::Track, phase::LunarPhase, sign::Sign};

/// Longer than the Moon's longest stay in a sign, in days.
const MAX_STAY_DAYS: f64 = 2.9;

/// A stay of the Moon in a sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignStay {
    /// The sign.
    pub sign: Sign,
    /// When the Moon enters it.
    pub entry: Instant<Tt>,
    /// When the Moon leaves it.
    pub exit: Instant<Tt>,
}

/// One civil day.
#[derive(Debug, Clone, PartialEq)]
pub struct MoonDay {
    /// The day.
    pub day: Range<Instant<Tt>>,
    /// The Moon at the beginning of the day.
    pub at_start: MoonState,
    /// The signs the Moon occupies during the day, each with its complete stay.
    pub stays: Vec<SignStay>,
    /// The void periods that overlap the day, each of them complete.
    pub voids: Vec<VoidPeriod>,
    /// The exact aspects of the day.
    pub aspects: Vec<MoonAspect>,
    /// The principal phases of the day.
    pub phases: Vec<Lunation>,
}

impl MoonDay {
    /// Returns the phase that a calendar shows for the day: a principal phase on that day, or else
    /// the phase at its beginning.
    pub fn phase(&self) -> LunarPhase {
        self.phases.first().map_or(self.at_start.phase, |it| {
            LunarPhase::beginning_with(it.phase)
        })
    }
}

/// Returns the Moon's stays in signs that overlap a range, each of them complete.
///
/// # Errors
/// The ephemeris does not cover the range and three days on each side.
pub fn sign_stays(
    ephemeris: &Ephemeris<'_>,
    range: &Range<Instant<Tt>>,
    zodiac: Zodiac,
) -> Result<Vec<SignStay>, SkyError> {
    let track = Track::of_body(ephemeris, Body::Moon, zodiac, &widened(range))?;
    let mut entries: Vec<(Sign, Instant<Tt>)> = Vec::new();
    for stretch in track.stretches() {
        stretch.visit(
            &Sign::ALL,
            |sign| sign.begin_deg(),
            |sign, x| {
                entries.push((*sign, track.instant(x)));
            },
        );
    }
    let stays = entries.windows(2).map(|pair| SignStay {
        sign: pair[0].0,
        entry: pair[0].1,
        exit: pair[1].1,
    });
    Ok(stays
        .filter(|stay| stay.entry < range.end && stay.exit > range.start)
        .collect())
}

/// Returns a range that contains the complete stays at both ends of a range.
fn widened(range: &Range<Instant<Tt>>) -> Range<Instant<Tt>> {
    range.start.plus_days(-MAX_STAY_DAYS)..range.end.plus_days(MAX_STAY_DAYS)
}

/// Returns the Moon on consecutive days (each ends at the beginning of the next).
///
/// # Errors
/// The ephemeris does not cover the days and three days on each side.
pub fn moon_days(
    ephemeris: &Ephemeris<'_>,
    days: &[Range<Instant<Tt>>],
    wanted: &MoonAspects,
    zodiac: Zodiac,
) -> Result<Vec<MoonDay>, SkyError> {
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Ok(Vec::new());
    };
    let range = first.start..last.end;
    ephemeris.require(&wanted.bodies, &widened(&range))?;
    let stays = sign_stays(ephemeris, &range, zodiac)?;
    let voids = void_of_course(ephemeris, &range, wanted, zodiac)?;
    let aspects = moon_aspects(ephemeris, &range, wanted)?;
    let phases = lunations(ephemeris, range)?;
    days.iter()
        .map(|day| {
            let within = |at: Instant<Tt>| at >= day.start && at < day.end;
            Ok(MoonDay {
                day: day.clone(),
                at_start: MoonState::at(ephemeris, day.start, zodiac)?,
                stays: overlapping(&stays, |stay| stay.entry < day.end && stay.exit > day.start),
                voids: overlapping(&voids, |void| void.start < day.end && void.end > day.start),
                aspects: overlapping(&aspects, |aspect| within(aspect.at)),
                phases: overlapping(&phases, |phase| within(phase.at)),
            })
        })
        .collect()
}

fn overlapping<T: Copy>(all: &[T], is_in: impl Fn(&T) -> bool) -> Vec<T> {
    all.iter().filter(|it| is_in(it)).copied().collect()
}
