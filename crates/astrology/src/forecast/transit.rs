//! Transits: when moving points enter the orb of an aspect to a natal point, are exact and leave
//! it; their ingresses into signs and houses; their stations.
//!
//! Every exact pass inside the range is found, including retrograde triple passes, because a body's
//! whole path is tracked ([`super::track`]) and every level it crosses between two stations is
//! included. Times are accurate to the millisecond for the Moon. The residual of the defining
//! equation is below 1e-7 degree.
//!
//! A natal point of a birth without a time lies somewhere on an arc. Its periods last from the
//! earliest time at which the moving point may be within orb to the latest. A pass is the time
//! during which the aspect is exact for some hour of birth. A period is certain when the aspect
//! occurs regardless of the hour, and possible when it may not occur.

use core::ops::Range;

use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use super::track::{Stretch, Track, is_osculating};
use crate::{
    angle::{difference_deg, normalize_deg},
    aspect::{AspectKind, AspectSettings},
    ayanamsha::Zodiac,
    chart::{Certainty, NodeKind},
    house::Houses,
    point::{Point, PointClass},
    sign::Sign,
};

/// The place of a natal point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NatalPlace {
    /// The point.
    pub point: Point,
    /// Its longitude, in degrees; the first possible one where the birth has no time.
    pub longitude_deg: f64,
    /// The width of its arc, in degrees; 0 where the time is known.
    pub width_deg: f64,
}

impl From<(Point, f64)> for NatalPlace {
    /// Converts a point of a birth with a known time.
    fn from((point, longitude_deg): (Point, f64)) -> Self {
        Self {
            point,
            longitude_deg,
            width_deg: 0.0,
        }
    }
}

/// The input of a transit search.
#[derive(Debug, Clone)]
pub struct TransitRequest<'a> {
    /// The natal points in the zodiac below.
    pub natal: &'a [NatalPlace],
    /// The natal houses for house ingresses.
    pub houses: Option<&'a Houses>,
    /// The moving points: bodies and nodes. Angles, lots and stars do not move and are skipped.
    pub moving: &'a [Point],
    /// Aspects in longitude and their orbs.
    pub aspects: AspectSettings,
    /// The zodiac of both.
    pub zodiac: Zodiac,
    /// The node that `northNode` denotes.
    pub node: NodeKind,
    /// The range of time.
    pub range: Range<Instant<Tt>>,
}

/// The transits in a range.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transits {
    /// Periods within orb, by their beginning.
    pub aspects: Vec<TransitAspect>,
    /// Ingresses into signs and houses, in chronological order.
    pub crossings: Vec<TransitCrossing>,
    /// Stations, in chronological order.
    pub stations: Vec<TransitStation>,
}

/// A period in which a moving point is within orb of an aspect to a natal point.
#[derive(Debug, Clone, PartialEq)]
pub struct TransitAspect {
    /// The moving point.
    pub moving: Point,
    /// The natal point.
    pub natal: Point,
    /// The kind.
    pub kind: AspectKind,
    /// The longitude of the moving point when the aspect is exact, in degrees; the first one for a
    /// natal arc.
    pub exact_longitude_deg: f64,
    /// The width of the arc of exact longitudes, in degrees; 0 where the time of birth is known.
    pub exact_width_deg: f64,
    /// The orb of this pair, in degrees.
    pub allowed_deg: f64,
    /// When it enters the orb; `None` if it is within orb when the range begins.
    pub enter: Option<Instant<Tt>>,
    /// Every exact pass, in chronological order; empty if the point turns back before.
    pub exact: Vec<ExactPass>,
    /// When it leaves the orb; `None` if it is still within orb when the range ends.
    pub leave: Option<Instant<Tt>>,
    /// Whether the aspect occurs in the part of this period inside the range regardless of the time
    /// of birth.
    pub certainty: Certainty,
}

/// One exact pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExactPass {
    /// The instant; for a natal arc when the moving point enters it, or the beginning of the range.
    pub at: Instant<Tt>,
    /// When it leaves a natal arc; `None` where the time of birth is known, and if it is still
    /// there when the range ends.
    pub until: Option<Instant<Tt>>,
    /// Whether the moving point is retrograde.
    pub retrograde: bool,
}

/// An ingress into a sign or house.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransitCrossing {
    /// The moving point.
    pub moving: Point,
    /// The instant.
    pub at: Instant<Tt>,
    /// The longitude, in degrees.
    pub longitude_deg: f64,
    /// The sign or house entered.
    pub into: Entered,
    /// Whether the moving point is retrograde.
    pub retrograde: bool,
}

/// A sign or house that a moving point enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// A sign.
    Sign(Sign),
    /// A natal house, 1 to 12.
    House(u8),
}

/// A station.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransitStation {
    /// The moving point.
    pub moving: Point,
    /// The instant.
    pub at: Instant<Tt>,
    /// The longitude, in degrees.
    pub longitude_deg: f64,
    /// Whether the motion is retrograde afterwards.
    pub turns_retrograde: bool,
}

/// Finds the transits in a range.
///
/// # Errors
///
/// [`SkyError`] if the ephemeris does not cover the range.
///
/// # Examples
///
/// The Sun crosses 0° Aries at the equinox, which was on 2024-03-20 at 3:06 UT (US Naval
/// Observatory).
///
/// ```
/// use astrology::aspect::{AspectKind, AspectSet, AspectSettings, Orbs};
/// use astrology::ayanamsha::Zodiac;
/// use astrology::chart::NodeKind;
/// use astrology::forecast::transit::{TransitRequest, transits};
/// use astrology::point::Point;
/// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Utc};
///
/// let start: Instant<Utc> = CivilDateTime::date(2024, 3, 15).to_instant(Calendar::Gregorian)?;
/// let request = TransitRequest {
///     natal: &[(Point::Body(Body::Venus), 0.0).into()],
///     houses: None,
///     moving: &[Point::Body(Body::Sun)],
///     aspects: AspectSettings {
///         set: AspectSet::NONE.with(AspectKind::Conjunction),
///         orbs: Orbs::forecast(),
///     },
///     zodiac: Zodiac::Tropical,
///     node: NodeKind::True,
///     range: start.to_tt()..start.plus_days(10.0).to_tt(),
/// };
/// let found = transits(Ephemeris::embedded(), &request)?;
/// let pass = found.aspects[0].exact[0];
/// let equinox = CivilDateTime { hour: 3, minute: 6, ..CivilDateTime::date(2024, 3, 20) };
/// let equinox: Instant<Utc> = equinox.to_instant(Calendar::Gregorian)?;
/// assert!(pass.at.minus(equinox.to_tt()).abs() < 1.0 / 1440.0);
/// assert!(!pass.retrograde);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transits(
    ephemeris: &Ephemeris<'_>,
    request: &TransitRequest<'_>,
) -> Result<Transits, SkyError> {
    let mut found = Transits::default();
    let mut bodies = Vec::new();
    for moving in request.moving {
        if let Some((body, _)) = path_of(*moving, request.node)
            && !bodies.contains(&body)
        {
            bodies.push(body);
        }
    }
    ephemeris.require(&bodies, &request.range)?;
    let tracks = Track::of_bodies(ephemeris, &bodies, request.zodiac, &request.range)?;
    let mut nets: Vec<((PointClass, bool), Net)> = Vec::new();
    for moving in request.moving {
        let Some((body, turn_deg)) = path_of(*moving, request.node) else {
            continue;
        };
        let Some(index) = bodies.iter().position(|known| *known == body) else {
            continue;
        };
        let track = &tracks[index];
        let mover = Mover {
            point: *moving,
            track,
            stretches: track.stretches(),
            turn_deg,
        };
        for (x, turns_retrograde) in track.turns() {
            let at = station(ephemeris, body, track, x)?;
            found.stations.push(TransitStation {
                moving: *moving,
                at,
                longitude_deg: normalize_deg(track.sample(x).0 + turn_deg),
                turns_retrograde,
            });
        }
        let before = found.aspects.len();
        // Points of one class have the same orbs, and therefore the same levels.
        let key = (moving.class(), turn_deg != 0.0);
        if !nets.iter().any(|(known, _)| *known == key) {
            nets.push((key, mover.net(request)));
        }
        if let Some((_, net)) = nets.iter().find(|(known, _)| *known == key) {
            mover.aspects(net, &mut found.aspects);
        }
        let first_crossing = found.crossings.len();
        mover.crossings(request, &mut found.crossings);
        if is_osculating(body) {
            let path = Path {
                ephemeris,
                body,
                zodiac: request.zodiac,
                turn_deg,
            };
            // The ends of an arc are uncertain by hours. The times of the track are accurate enough
            // for them.
            let narrow = found.aspects[before..].iter_mut();
            for aspect in narrow.filter(|it| it.exact_width_deg == 0.0) {
                for pass in &mut aspect.exact {
                    pass.at = path.refined(pass.at, aspect.exact_longitude_deg)?;
                }
            }
            for crossing in &mut found.crossings[first_crossing..] {
                crossing.at = path.refined(crossing.at, crossing.longitude_deg)?;
            }
        }
    }
    found
        .aspects
        .sort_by(|a, b| beginning(a).total_cmp(&beginning(b)));
    found.crossings.sort_by(|a, b| {
        a.at.minus(request.range.start)
            .total_cmp(&b.at.minus(request.range.start))
    });
    found.stations.sort_by(|a, b| {
        a.at.minus(request.range.start)
            .total_cmp(&b.at.minus(request.range.start))
    });
    Ok(found)
}

/// Returns the body whose path a moving point follows, and the angle added to it; `None` for points
/// without their own motion.
fn path_of(moving: Point, node: NodeKind) -> Option<(Body, f64)> {
    match moving {
        Point::Body(body) => Some((body, 0.0)),
        Point::NorthNode => Some((node.body(), 0.0)),
        Point::SouthNode => Some((node.body(), 180.0)),
        Point::Angle(_) | Point::Lot(_) | Point::Star(_) => None,
    }
}

/// The exact longitude of a body, where its track is less accurate.
struct Path<'a> {
    ephemeris: &'a Ephemeris<'a>,
    body: Body,
    zodiac: Zodiac,
    turn_deg: f64,
}

impl Path<'_> {
    /// Returns when the ephemeris longitude has the value that the track has at an instant.
    fn refined(&self, at: Instant<Tt>, longitude_deg: f64) -> Result<Instant<Tt>, SkyError> {
        let mut at = at;
        for _ in 0..3 {
            let sky = self.ephemeris.sky(at)?;
            let place = sky.place(self.body)?;
            let nutation = sky.nutation();
            let offset = self.zodiac.offset_deg(at, nutation.dpsi_deg);
            let miss = difference_deg(place.longitude_deg + self.turn_deg - offset, longitude_deg);
            let rate = place.longitude_speed_deg
                - self.zodiac.offset_speed_deg(at, nutation.dpsi_speed_deg);
            // Near a station the rate vanishes. The time of the track is kept there.
            let step = (miss / rate).clamp(-1e-3, 1e-3);
            at = at.plus_days(-step);
        }
        Ok(at)
    }
}

/// Refines a station with the ephemeris speed: the speed of the path is accurate to 1e-7 degree per
/// day, half a minute for Pluto.
fn station(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    track: &Track,
    x: f64,
) -> Result<Instant<Tt>, SkyError> {
    let rate = |x: f64| -> Result<f64, SkyError> {
        Ok(ephemeris
            .sky(track.instant(x))?
            .place(body)?
            .longitude_speed_deg)
    };
    let half_width = 0.05;
    let acceleration =
        (track.sample(x + half_width).1 - track.sample(x - half_width).1) / (2.0 * half_width);
    let mut refined = x;
    for _ in 0..3 {
        refined -= (rate(refined)? / acceleration).clamp(-half_width, half_width);
    }
    Ok(track.instant(refined))
}

/// Returns the sort key in days. Periods that began before the range come first.
fn beginning(aspect: &TransitAspect) -> f64 {
    aspect
        .enter
        .map_or(f64::NEG_INFINITY, Instant::days_since_j2000)
}

/// An aspect this close to exact at the beginning of the range is exact then. The search finds the
/// later ones.
const EXACT_AT_START_DEG: f64 = 1e-10;

/// A moving point and its path; `turn_deg` is added to the path (180 for the south node).
struct Mover<'a> {
    point: Point,
    track: &'a Track,
    stretches: Vec<Stretch<'a>>,
    turn_deg: f64,
}

/// A level and its meaning: the index of a target and one of its edges, or a sign or cusp.
#[derive(Clone, Copy)]
struct Level {
    degrees: f64,
    target: u32,
    edge: Edge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// Within orb of the first place of the arc from here on.
    Lower,
    /// Exact for the first place of the arc, and for all of it if it is a point.
    Exact,
    /// Exact for the last place of an arc.
    ExactLast,
    /// Above it, within orb of the last place of an arc, or past it.
    ReachesLast,
    /// Below it, within orb of the first place of an arc, or past it.
    ReachesFirst,
    /// Within orb of the last place up to here.
    Upper,
}

/// An aspect to a natal point.
#[derive(Clone, Copy)]
struct Target {
    natal: Point,
    kind: AspectKind,
    exact_deg: f64,
    width_deg: f64,
    allowed_deg: f64,
}

impl Target {
    /// Returns the distance from the middle of the arc, in degrees.
    fn off_deg(&self, longitude_deg: f64) -> f64 {
        difference_deg(longitude_deg, self.exact_deg + self.width_deg / 2.0)
    }

    /// Returns its levels, relative to the first exact place.
    fn edges(&self) -> ([(Edge, f64); 6], usize) {
        let (width, allowed) = (self.width_deg, self.allowed_deg);
        let edges = [
            (Edge::Lower, -allowed),
            (Edge::Exact, 0.0),
            (Edge::Upper, width + allowed),
            (Edge::ExactLast, width),
            (Edge::ReachesLast, width - allowed),
            (Edge::ReachesFirst, allowed),
        ];
        (edges, if width > 0.0 { 6 } else { 3 })
    }
}

/// A period in progress.
struct Open {
    aspect: TransitAspect,
    /// Whether the first and the last place of a natal arc have been within orb, or passed.
    reached: (bool, bool),
}

impl Open {
    /// Records that the moving point reaches an exact place, or enters or leaves an arc of them.
    fn pass(&mut self, target: &Target, (edge, at, rises): (Edge, Instant<Tt>, bool)) {
        let leaves = target.width_deg > 0.0 && (edge == Edge::ExactLast) == rises;
        if !leaves {
            self.aspect.exact.push(ExactPass {
                at,
                until: None,
                retrograde: !rises,
            });
        } else if let Some(under_way) = self.aspect.exact.last_mut() {
            under_way.until = Some(at);
        }
    }

    fn close(mut self, leave: Option<Instant<Tt>>) -> TransitAspect {
        self.aspect.leave = leave;
        self.aspect.certainty = if self.reached == (true, true) {
            Certainty::Certain
        } else {
            Certainty::Possible
        };
        self.aspect
    }
}

/// All aspects that a class of points can form, with the sorted levels where they begin, are exact
/// and end.
struct Net {
    targets: Vec<Target>,
    levels: Vec<Level>,
}

impl Mover<'_> {
    fn targets(&self, request: &TransitRequest<'_>) -> Vec<Target> {
        let mut targets = Vec::with_capacity(request.natal.len() * 8);
        for natal in request.natal {
            for kind in request.aspects.set.kinds() {
                let Some(angle) = kind.angle_deg() else {
                    continue;
                };
                let allowed_deg =
                    request
                        .aspects
                        .orbs
                        .allowed_deg(kind, self.point.class(), natal.point.class());
                let one_sided = matches!(kind, AspectKind::Conjunction | AspectKind::Opposition);
                for side in [angle, -angle]
                    .into_iter()
                    .take(if one_sided { 1 } else { 2 })
                {
                    targets.push(Target {
                        natal: natal.point,
                        kind,
                        exact_deg: normalize_deg(natal.longitude_deg + side),
                        width_deg: natal.width_deg,
                        allowed_deg,
                    });
                }
            }
        }
        targets
    }

    fn net(&self, request: &TransitRequest<'_>) -> Net {
        let targets = self.targets(request);
        let mut levels = Vec::with_capacity(targets.len() * 3);
        for (target, number) in targets.iter().zip(0_u32..) {
            let (edges, count) = target.edges();
            levels.extend(edges[..count].iter().map(|(edge, off)| Level {
                degrees: normalize_deg(target.exact_deg + off - self.turn_deg),
                target: number,
                edge: *edge,
            }));
        }
        levels.sort_by(|a, b| a.degrees.total_cmp(&b.degrees));
        Net { targets, levels }
    }

    fn aspects(&self, net: &Net, found: &mut Vec<TransitAspect>) {
        let mut open: Vec<Option<Open>> = net
            .targets
            .iter()
            .map(|target| self.open_at_start(target))
            .collect();
        for stretch in &self.stretches {
            stretch.visit(
                &net.levels,
                |level| level.degrees,
                |level, x| {
                    let number = level.target as usize;
                    let crossed = (level.edge, x, stretch.rises);
                    found.extend(self.step(&net.targets[number], &mut open[number], crossed));
                },
            );
        }
        found.extend(open.into_iter().flatten().map(|it| it.close(None)));
    }

    /// Returns the period that is in progress when the range begins.
    fn open_at_start(&self, target: &Target) -> Option<Open> {
        let first = self.stretches.first()?;
        let off = target.off_deg(first.first_deg + self.turn_deg);
        let half = target.width_deg / 2.0;
        if off.abs() > half + target.allowed_deg {
            return None;
        }
        let mut open = self.period(target, None);
        open.reached = (
            off <= target.allowed_deg - half,
            off >= half - target.allowed_deg,
        );
        if off.abs() < EXACT_AT_START_DEG.max(half) {
            open.aspect.exact.push(ExactPass {
                at: self.track.instant(0.0),
                until: None,
                retrograde: !first.rises,
            });
        }
        Some(open)
    }

    fn period(&self, target: &Target, enter: Option<Instant<Tt>>) -> Open {
        Open {
            aspect: TransitAspect {
                moving: self.point,
                natal: target.natal,
                kind: target.kind,
                exact_longitude_deg: target.exact_deg,
                exact_width_deg: target.width_deg,
                allowed_deg: target.allowed_deg,
                enter,
                exact: Vec::new(),
                leave: None,
                certainty: Certainty::Certain,
            },
            reached: (true, true),
        }
    }

    /// Processes the crossing of an edge or exact place of a target. Returns the period if it ends
    /// there.
    fn step(
        &self,
        target: &Target,
        open: &mut Option<Open>,
        (edge, x, rises): (Edge, f64, bool),
    ) -> Option<TransitAspect> {
        let at = self.track.instant(x);
        match edge {
            Edge::Exact | Edge::ExactLast => {
                if let Some(open) = open {
                    open.pass(target, (edge, at, rises));
                }
            }
            Edge::ReachesFirst | Edge::ReachesLast => {
                if let Some(open) = open {
                    let (first, last) = &mut open.reached;
                    *(if edge == Edge::ReachesFirst {
                        first
                    } else {
                        last
                    }) = true;
                }
            }
            Edge::Lower | Edge::Upper if (edge == Edge::Lower) == rises => {
                if open.is_none() {
                    let mut begun = self.period(target, Some(at));
                    if target.width_deg > 0.0 {
                        begun.reached = (rises, !rises);
                    }
                    *open = Some(begun);
                }
            }
            Edge::Lower | Edge::Upper => return open.take().map(|it| it.close(Some(at))),
        }
        None
    }

    fn crossings(&self, request: &TransitRequest<'_>, found: &mut Vec<TransitCrossing>) {
        let cusps = request.houses.map(|houses| houses.cusps_deg);
        let signs = Sign::ALL.map(Sign::begin_deg);
        let mut levels: Vec<Level> = signs
            .into_iter()
            .chain(cusps.into_iter().flatten())
            .zip(0_u32..)
            .map(|(degrees, target)| Level {
                degrees: normalize_deg(degrees - self.turn_deg),
                target,
                edge: Edge::Exact,
            })
            .collect();
        levels.sort_by(|a, b| a.degrees.total_cmp(&b.degrees));
        for stretch in &self.stretches {
            stretch.visit(
                &levels,
                |level| level.degrees,
                |level, x| {
                    let rises = stretch.rises;
                    let longitude_deg = normalize_deg(level.degrees + self.turn_deg);
                    let number = level.target as usize;
                    let into = match request.houses {
                        Some(houses) if number >= 12 => {
                            // Cusps in reverse order are entered from the other side.
                            let onward = rises != houses.runs_backward;
                            let house = if onward {
                                number - 12
                            } else {
                                (number - 12 + 11) % 12
                            };
                            Entered::House(u8::try_from(house + 1).unwrap_or(12))
                        }
                        _ => Entered::Sign(if rises {
                            Sign::ALL[number % 12]
                        } else {
                            Sign::ALL[number % 12].plus(11)
                        }),
                    };
                    found.push(TransitCrossing {
                        moving: self.point,
                        at: self.track.instant(x),
                        longitude_deg,
                        into,
                        retrograde: !rises,
                    });
                },
            );
        }
    }
}
