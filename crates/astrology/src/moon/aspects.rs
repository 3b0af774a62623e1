//! The Moon's exact aspects to other bodies.

use core::ops::Range;

use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use crate::{
    aspect::{AspectKind, AspectSet},
    forecast::track::Track,
    point::{PLANETS, TRADITIONAL_PLANETS},
};

/// Which aspects of the Moon count.
#[derive(Debug, Clone, PartialEq)]
pub struct MoonAspects {
    /// To which bodies.
    pub bodies: Vec<Body>,
    /// Which kinds; those in declination are passed over.
    pub kinds: AspectSet,
}

impl Default for MoonAspects {
    /// The five of Ptolemy to Sun … Pluto.
    fn default() -> Self {
        Self {
            bodies: PLANETS
                .into_iter()
                .filter(|body| *body != Body::Moon)
                .collect(),
            kinds: AspectSet::PTOLEMAIC,
        }
    }
}

impl MoonAspects {
    /// The five of Ptolemy to Sun … Saturn.
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

/// One exact aspect of the Moon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoonAspect {
    /// When.
    pub at: Instant<Tt>,
    /// To which body.
    pub body: Body,
    /// Which kind.
    pub kind: AspectKind,
}

/// Days of a piece of the Moon's distance from another body.
const PIECE_DAYS: f64 = 5.0;

/// The exact aspects of the Moon in a range, in the order of time.
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
        // Neither place moves the zodiac against the other: the difference is the same in every zodiac.
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
