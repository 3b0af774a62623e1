//! The Moon's exact aspects to other bodies.

use core::ops::Range;

use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use crate::{
    aspect::{AspectKind, AspectSet},
    forecast::track::Track,
    point::TRADITIONAL_PLANETS,
};

/// Which aspects of the Moon to find.
#[derive(Debug, Clone, PartialEq)]
pub struct MoonAspects {
    /// The other bodies.
    pub bodies: Vec<Body>,
    /// The kinds. Those in declination are ignored.
    pub kinds: AspectSet,
}

impl Default for MoonAspects {
    /// Returns the five Ptolemaic aspects to Sun … Pluto.
    fn default() -> Self {
        Self {
            bodies: Body::PLANETS
                .into_iter()
                .filter(|body| *body != Body::Moon)
                .collect(),
            kinds: AspectSet::PTOLEMAIC,
        }
    }
}

impl MoonAspects {
    /// Returns the five Ptolemaic aspects to Sun … Saturn.
    pub fn traditional() -> Self {
        Self {
            bodies: TRADITIONAL_PLANETS
                .into_iter()
                .filter(|body| *body != Body::Moon)
                .collect(),
            kinds: AspectSet::PTOLEMAIC,
        }
    }
}

/// An exact aspect of the Moon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoonAspect {
    /// The instant.
    pub at: Instant<Tt>,
    /// The other body.
    pub body: Body,
    /// The kind.
    pub kind: AspectKind,
}

/// Days of a track piece of the Moon's distance from another body.
const PIECE_DAYS: f64 = 5.0;

/// Finds the exact aspects of the Moon in a range, in chronological order.
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn moon_aspects(
    ephemeris: &Ephemeris<'_>,
    range: &Range<Instant<Tt>>,
    wanted: &MoonAspects,
) -> Result<Vec<MoonAspect>, SkyError> {
    let mut levels: Vec<(f64, AspectKind)> = Vec::with_capacity(26);
    for kind in wanted.kinds.kinds() {
        match kind.angle_deg() {
            None => {}
            Some(angle) if matches!(kind, AspectKind::Conjunction | AspectKind::Opposition) => {
                levels.push((angle, kind));
            }
            Some(angle) => levels.extend([(angle, kind), (360.0 - angle, kind)]),
        }
    }
    levels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found = Vec::new();
    for body in &wanted.bodies {
        // The zero point of the zodiac cancels: the difference is the same in every zodiac.
        let track = Track::follow(range, PIECE_DAYS, |at| {
            let sky = ephemeris.sky(at)?;
            Ok::<f64, SkyError>(
                sky.place(Body::Moon)?.longitude_deg - sky.place(*body)?.longitude_deg,
            )
        })?;
        for stretch in track.stretches() {
            stretch.visit(
                &levels,
                |level| level.0,
                |level, x| {
                    found.push(MoonAspect {
                        at: track.instant(x),
                        body: *body,
                        kind: level.1,
                    });
                },
            );
        }
    }
    found.sort_by(|a, b| a.at.minus(range.start).total_cmp(&b.at.minus(range.start)));
    Ok(found)
}
