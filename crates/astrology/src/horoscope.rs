//! What happens in the sky in a period, for horoscopes that many people share: ingresses, stations,
//! aspects between planets, phases of the Moon, eclipses, and the Moon's way through the signs.
//!
//! Everything is geocentric and in the tropical zodiac. The events are those of [`ephemeris::event`],
//! [`crate::forecast::transit`] and [`crate::moon`]. This module only combines them.
//!
//! Deliberately absent: houses, weights and texts. Every sign counts its houses from itself, so a
//! house follows from the sign of a fact.

use core::ops::Range;

use ephemeris::event::aspect::between_bodies;
use ephemeris::event::eclipse::{LunarKind, lunar_eclipses, solar_eclipses};
use ephemeris::event::lunation::{Phase, lunations};
use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use crate::aspect::{AspectKind, AspectSet, AspectSettings, Orbs};
use crate::ayanamsha::Zodiac;
use crate::chart::NodeKind;
use crate::forecast::transit::{Entered, TransitRequest, transits};
use crate::moon::{MoonAspects, SignStay, moon_aspects, sign_stays, void_of_course};
use crate::point::Point;
use crate::sign::Sign;

/// The planets that move by themselves in a horoscope, in the order in which a pair names them. The
/// Moon has facts of its own.
pub const PLANETS: [Body; 9] = [
    Body::Sun,
    Body::Mercury,
    Body::Venus,
    Body::Mars,
    Body::Jupiter,
    Body::Saturn,
    Body::Uranus,
    Body::Neptune,
    Body::Pluto,
];

/// How many of [`PLANETS`] can come first in an aspect. Aspects between slow planets last for months,
/// and no day is about them.
const FAST: usize = 4;

/// A shorter time without aspects is over before anybody notices it, in days (one hour).
const MIN_VOID_DAYS: f64 = 1.0 / 24.0;

/// An eclipse and the exact phase are at most half an hour apart. A day tells them apart from the next.
const SAME_LUNATION_DAYS: f64 = 1.0;

/// A fact of the sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fact {
    /// When it is exact, or when it begins.
    pub at: Instant<Tt>,
    /// When it ends, if it lasts.
    pub until: Option<Instant<Tt>>,
    /// The sign in which it takes place: that of the body, of the first body of an aspect, or of the
    /// Moon.
    pub sign: Sign,
    /// What happens.
    pub kind: FactKind,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// A planet enters a sign.
    Ingress {
        /// The planet.
        body: Body,
        /// Whether it moves backwards into the sign.
        is_retrograde: bool,
    },
    /// Two planets form an exact aspect.
    Aspect {
        /// The planet that comes first in [`PLANETS`].
        body: Body,
        /// The other planet.
        other: Body,
        /// One of the five Ptolemaic aspects.
        aspect: AspectKind,
    },
    /// A planet changes its direction.
    Station {
        /// The planet.
        body: Body,
        /// Whether it moves backwards afterwards.
        turns_retrograde: bool,
    },
    /// A principal phase of the Moon without an eclipse. Penumbral eclipses do not count as eclipses.
    Lunation(Phase),
    /// A solar eclipse.
    SolarEclipse,
    /// A partial or total lunar eclipse.
    LunarEclipse,
    /// The Moon is in a sign.
    MoonInSign,
    /// The Moon forms an exact aspect with a planet. Its conjunctions, squares and oppositions with the
    /// Sun are lunations.
    MoonAspect {
        /// The planet.
        other: Body,
        /// One of the five Ptolemaic aspects.
        aspect: AspectKind,
    },
    /// The Moon is void of course for at least an hour.
    VoidOfCourse,
    /// A planet forms an exact aspect with the place of a planet at a birth. [`facts`] does not find it:
    /// [`crate::forecast::transit`] does.
    Transit {
        /// The moving planet.
        body: Body,
        /// The natal planet.
        natal: Body,
        /// One of the five Ptolemaic aspects.
        aspect: AspectKind,
    },
    /// A planet is in a sign. [`facts`] does not find this fact, which has no instant of its own.
    Position {
        /// The planet.
        body: Body,
    },
}

/// Whether to include the Moon's stays, aspects and void periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Everything, for days.
    WithMoon,
    /// Without the Moon except for its phases and eclipses, for longer periods.
    WithoutMoon,
}

/// Finds the facts of a range, by their beginning. Stays of the Moon that began before the range are
/// included.
///
/// # Errors
///
/// [`SkyError`] if the ephemeris does not cover the range and three days on each side.
///
/// # Examples
///
/// The Sun entered Aries on 2024-03-20, and the Moon was eclipsed on 2024-03-25, but only by the
/// penumbra.
///
/// ```
/// use astrology::horoscope::{Detail, FactKind, facts};
/// use astrology::sign::Sign;
/// use ephemeris::event::lunation::Phase;
/// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Utc};
///
/// let start: Instant<Utc> = CivilDateTime::date(2024, 3, 19).to_instant(Calendar::Gregorian)?;
/// let range = start.to_tt()..start.plus_days(8.0).to_tt();
/// let found = facts(Ephemeris::embedded(), &range, Detail::WithoutMoon)?;
/// let equinox = FactKind::Ingress { body: Body::Sun, is_retrograde: false };
/// assert!(found.iter().any(|it| it.kind == equinox && it.sign == Sign::Aries));
/// assert!(found.iter().any(|it| it.kind == FactKind::Lunation(Phase::Full) && it.sign == Sign::Libra));
/// assert!(!found.iter().any(|it| it.kind == FactKind::LunarEclipse));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn facts(
    ephemeris: &Ephemeris<'_>,
    range: &Range<Instant<Tt>>,
    detail: Detail,
) -> Result<Vec<Fact>, SkyError> {
    let mut facts = planets(ephemeris, range)?;
    facts.extend(aspects(ephemeris, range)?);
    facts.extend(phases(ephemeris, range)?);
    if detail == Detail::WithMoon {
        facts.extend(moon(ephemeris, range)?);
    }
    facts.sort_by(|a, b| a.at.minus(b.at).total_cmp(&0.0));
    Ok(facts)
}

fn exact(at: Instant<Tt>, sign: Sign, kind: FactKind) -> Fact {
    Fact {
        at,
        until: None,
        sign,
        kind,
    }
}

fn sign_of(ephemeris: &Ephemeris<'_>, body: Body, at: Instant<Tt>) -> Result<Sign, SkyError> {
    let (longitude_deg, _) = ephemeris.sky(at)?.longitude(body)?;
    Ok(Sign::of(longitude_deg))
}

/// Ingresses and stations.
fn planets(ephemeris: &Ephemeris<'_>, range: &Range<Instant<Tt>>) -> Result<Vec<Fact>, SkyError> {
    let request = TransitRequest {
        natal: &[],
        houses: None,
        moving: &PLANETS.map(Point::Body),
        aspects: AspectSettings {
            set: AspectSet::NONE,
            orbs: Orbs::forecast(),
        },
        zodiac: Zodiac::Tropical,
        node: NodeKind::True,
        range: range.clone(),
    };
    let found = transits(ephemeris, &request)?;
    let mut facts = Vec::with_capacity(found.crossings.len() + found.stations.len());
    for crossing in &found.crossings {
        if let (Point::Body(body), Entered::Sign(sign)) = (crossing.moving, crossing.into) {
            let is_retrograde = crossing.retrograde;
            let kind = FactKind::Ingress {
                body,
                is_retrograde,
            };
            facts.push(exact(crossing.at, sign, kind));
        }
    }
    for station in &found.stations {
        if let Point::Body(body) = station.moving {
            let turns_retrograde = station.turns_retrograde;
            let kind = FactKind::Station {
                body,
                turns_retrograde,
            };
            facts.push(exact(station.at, Sign::of(station.longitude_deg), kind));
        }
    }
    Ok(facts)
}

/// Aspects between two planets.
fn aspects(ephemeris: &Ephemeris<'_>, range: &Range<Instant<Tt>>) -> Result<Vec<Fact>, SkyError> {
    let angles_deg = AspectKind::PTOLEMAIC.map(|it| it.angle_deg().unwrap_or_default());
    let mut facts = Vec::new();
    for (index, body) in PLANETS.into_iter().take(FAST).enumerate() {
        for other in PLANETS.into_iter().skip(index + 1) {
            let pair = (body, other);
            for found in between_bodies(ephemeris, pair, &angles_deg, range.clone())? {
                let angle = angles_deg.iter().zip(AspectKind::PTOLEMAIC);
                let aspect = angle
                    .min_by(|a, b| {
                        let off = |it: &f64| (it - found.angle_deg).abs();
                        off(a.0).total_cmp(&off(b.0))
                    })
                    .map_or(AspectKind::Conjunction, |it| it.1);
                let kind = FactKind::Aspect {
                    body,
                    other,
                    aspect,
                };
                facts.push(exact(found.at, sign_of(ephemeris, body, found.at)?, kind));
            }
        }
    }
    Ok(facts)
}

/// Phases of the Moon and eclipses.
fn phases(ephemeris: &Ephemeris<'_>, range: &Range<Instant<Tt>>) -> Result<Vec<Fact>, SkyError> {
    // An eclipse just outside the range may belong to a phase inside it.
    let (start, end) = (range.start, range.end);
    let around = start.plus_days(-SAME_LUNATION_DAYS)..end.plus_days(SAME_LUNATION_DAYS);
    let mut eclipses = Vec::new();
    for eclipse in solar_eclipses(ephemeris, around.clone())? {
        eclipses.push((eclipse.at, FactKind::SolarEclipse));
    }
    for eclipse in lunar_eclipses(ephemeris, around)? {
        if eclipse.kind != LunarKind::Penumbral {
            eclipses.push((eclipse.at, FactKind::LunarEclipse));
        }
    }
    let is_inside = |it: &&(Instant<Tt>, FactKind)| range.contains(&it.0);
    let mut found: Vec<_> = eclipses.iter().filter(is_inside).copied().collect();
    for lunation in lunations(ephemeris, range.clone())? {
        let eclipsed = eclipses
            .iter()
            .any(|(at, _)| at.minus(lunation.at).abs() < SAME_LUNATION_DAYS);
        if !eclipsed {
            found.push((lunation.at, FactKind::Lunation(lunation.phase)));
        }
    }
    let fact = |(at, kind)| Ok(exact(at, sign_of(ephemeris, Body::Moon, at)?, kind));
    found.into_iter().map(fact).collect()
}

/// The Moon's stays in signs, its aspects, and when it is void of course.
fn moon(ephemeris: &Ephemeris<'_>, range: &Range<Instant<Tt>>) -> Result<Vec<Fact>, SkyError> {
    let stays = sign_stays(ephemeris, range, Zodiac::Tropical)?;
    let mut facts: Vec<Fact> = stays
        .iter()
        .map(|it| Fact {
            at: it.entry,
            until: Some(it.exit),
            sign: it.sign,
            kind: FactKind::MoonInSign,
        })
        .collect();
    for found in moon_aspects(ephemeris, range, &MoonAspects::default())? {
        let is_lunation = found.body == Body::Sun
            && !matches!(found.kind, AspectKind::Sextile | AspectKind::Trine);
        let stay = stays.iter().find(|it| is_within(it, found.at));
        if let (false, Some(stay)) = (is_lunation, stay) {
            let kind = FactKind::MoonAspect {
                other: found.body,
                aspect: found.kind,
            };
            facts.push(exact(found.at, stay.sign, kind));
        }
    }
    for void in void_of_course(ephemeris, range, &MoonAspects::default(), Zodiac::Tropical)? {
        if range.contains(&void.start) && void.end.minus(void.start) >= MIN_VOID_DAYS {
            facts.push(Fact {
                at: void.start,
                until: Some(void.end),
                sign: void.sign,
                kind: FactKind::VoidOfCourse,
            });
        }
    }
    Ok(facts)
}

fn is_within(stay: &SignStay, at: Instant<Tt>) -> bool {
    at >= stay.entry && at < stay.exit
}
