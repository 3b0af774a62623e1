//! Aspects: significant angles between points, with orb and applying or separating motion.
//!
//! The API documentation defines the orbs, the skipped pairs and the meaning of `applying` and
//! `exactness`. Every pair has at most one aspect in longitude, the nearest of the requested kinds,
//! and at most one in declination.

mod orb;

pub use ids::AspectKind;
pub use orb::Orbs;

use crate::{angle::normalize_deg, point::Point};

/// A set of requested kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AspectSet(u16);

impl AspectSet {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// Conjunction, sextile, square, trine, opposition.
    pub const PTOLEMAIC: Self = Self(0b1_1111);
    /// Every kind.
    pub const ALL: Self = Self(0x7fff);

    /// Returns the set with one more kind.
    #[must_use]
    pub const fn with(self, kind: AspectKind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// Whether the set contains a kind.
    pub const fn contains(self, kind: AspectKind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    /// Returns the kinds of the set.
    pub fn kinds(self) -> impl Iterator<Item = AspectKind> {
        AspectKind::ALL
            .into_iter()
            .filter(move |kind| self.contains(*kind))
    }
}

impl Default for AspectSet {
    fn default() -> Self {
        Self::PTOLEMAIC
    }
}

impl FromIterator<AspectKind> for AspectSet {
    fn from_iter<I: IntoIterator<Item = AspectKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

/// A point as input for aspects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AspectPoint {
    /// The point.
    pub point: Point,
    /// Longitude, in degrees.
    pub longitude_deg: f64,
    /// Speed in longitude, in degrees per day; `None` where motion is undefined (angles, lots,
    /// composite points).
    pub speed_deg: Option<f64>,
    /// Declination, in degrees; `None` excludes the point from parallels.
    pub declination_deg: Option<f64>,
    /// Speed in declination, in degrees per day.
    pub declination_speed_deg: Option<f64>,
}

/// An aspect between two points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aspect {
    /// The first point.
    pub point_a: Point,
    /// The second point.
    pub point_b: Point,
    /// The kind.
    pub kind: AspectKind,
    /// The actual angle between them, in degrees in [0, 180]; for parallels the difference of the
    /// absolute declinations.
    pub separation_deg: f64,
    /// The orb: the distance from exact, in degrees.
    pub orb_deg: f64,
    /// The largest orb allowed for this pair, in degrees.
    pub allowed_deg: f64,
    /// Whether the aspect is applying: the combined motion reduces the orb. `None` where a point
    /// has no speed.
    pub applying: Option<bool>,
}

impl Aspect {
    /// Returns 1 for an exact aspect and 0 at the limit of the orb.
    pub fn exactness(&self) -> f64 {
        1.0 - self.orb_deg / self.allowed_deg
    }
}

/// The kinds and orbs to search for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AspectSettings {
    /// The kinds.
    pub set: AspectSet,
    /// The orbs.
    pub orbs: Orbs,
}

impl Default for AspectSettings {
    fn default() -> Self {
        Self {
            set: AspectSet::PTOLEMAIC,
            orbs: Orbs::natal(),
        }
    }
}

/// Returns the aspects among the points of one chart. Pairs that are tied to each other, such as
/// the two lunar nodes, are skipped.
///
/// # Examples
///
/// ```
/// use astrology::aspect::{AspectKind, AspectPoint, AspectSettings, aspects_within};
/// use astrology::point::Point;
/// use ephemeris::Body;
///
/// let point = |body, longitude_deg, speed_deg| AspectPoint {
///     point: Point::Body(body),
///     longitude_deg,
///     speed_deg: Some(speed_deg),
///     declination_deg: None,
///     declination_speed_deg: None,
/// };
/// let points = [point(Body::Sun, 10.0, 1.0), point(Body::Moon, 128.0, 13.0)];
/// let found = aspects_within(&points, &AspectSettings::default());
///
/// // 118 degrees: a trine with an orb of 2. The Moon is faster, so that the orb gets smaller.
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].kind, AspectKind::Trine);
/// assert!((found[0].orb_deg - 2.0).abs() < 1e-9);
/// assert_eq!(found[0].applying, Some(true));
/// ```
pub fn aspects_within(points: &[AspectPoint], settings: &AspectSettings) -> Vec<Aspect> {
    let seen = seen(points);
    // Capacity for an aspect of every pair, to avoid reallocation.
    let mut found = Vec::with_capacity(seen.len() * seen.len() / 2);
    let kinds = Kinds::new(settings);
    for (index, a) in seen.iter().enumerate() {
        kinds.row(a, &seen[index + 1..], true, &mut found);
    }
    found
}

/// Returns the aspects from every point of one chart to every point of another.
pub fn aspects_between(
    first: &[AspectPoint],
    second: &[AspectPoint],
    settings: &AspectSettings,
) -> Vec<Aspect> {
    let mut found = Vec::with_capacity(first.len() * 8);
    let kinds = Kinds::new(settings);
    let second = seen(second);
    for a in first {
        kinds.row(&Seen::new(a), &second, false, &mut found);
    }
    found
}

/// Returns the aspect in longitude of two points, if there is one.
pub fn aspect_of(a: &AspectPoint, b: &AspectPoint, settings: &AspectSettings) -> Option<Aspect> {
    let kinds = Kinds::new(settings);
    let (a, b) = (Seen::new(a), Seen::new(b));
    let separation_deg = a.separation_deg(&b);
    let nearest = kinds.nearest(&a, &b, separation_deg)?;
    Some(Kinds::aspect(&a, &b, separation_deg, nearest))
}

/// A point prepared for the pair loop: class and normalized longitude looked up once.
#[derive(Clone, Copy)]
struct Seen<'a> {
    it: &'a AspectPoint,
    class: usize,
    longitude_deg: f64,
    /// NaN for a point excluded from parallels.
    declination_deg: f64,
}

impl<'a> Seen<'a> {
    fn new(it: &'a AspectPoint) -> Self {
        Self {
            it,
            class: it.point.class() as usize,
            longitude_deg: normalize_deg(it.longitude_deg),
            declination_deg: it.declination_deg.unwrap_or(f64::NAN),
        }
    }

    #[inline]
    fn separation_deg(&self, other: &Self) -> f64 {
        let apart = (self.longitude_deg - other.longitude_deg).abs();
        // `f64::min` would add a NaN check.
        if apart > 180.0 { 360.0 - apart } else { apart }
    }
}

fn seen(points: &[AspectPoint]) -> Vec<Seen<'_>> {
    points.iter().map(Seen::new).collect()
}

/// Angles of the kinds in longitude, in the order of [`AspectKind`].
const ANGLES_DEG: [f64; 13] = {
    let mut angles = [0.0; 13];
    let mut index = 0;
    while index < angles.len() {
        if let Some(angle) = AspectKind::ALL[index].angle_deg() {
            angles[index] = angle;
        }
        index += 1;
    }
    angles
};

/// The kind nearest to a pair, by its index in [`AspectKind::ALL`].
#[derive(Clone, Copy)]
struct Nearest {
    index: usize,
    orb_deg: f64,
    allowed_deg: f64,
}

/// Number of pairs processed together.
const ROW: usize = 64;

/// Indices below [`ROW`] that passed a test, in order.
struct Listed {
    indices: [u8; ROW],
    count: usize,
}

impl Default for Listed {
    fn default() -> Self {
        Self {
            indices: [0; ROW],
            count: 0,
        }
    }
}

impl Listed {
    /// Writes every index and keeps those that passed, without a branch.
    #[inline]
    fn list(&mut self, index: usize, passed: bool) {
        #[expect(clippy::cast_possible_truncation, reason = "an index is below 64")]
        let small = index as u8;
        self.indices[self.count % ROW] = small;
        self.count += usize::from(passed);
    }

    fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.indices[..self.count.min(ROW)]
            .iter()
            .copied()
            .map(usize::from)
    }
}

/// Returns the half degree nearest to a separation, as a nine-bit index.
#[inline]
fn half_degree(separation_deg: f64) -> usize {
    /// From this value on a double has no fraction bits: adding it rounds, and leaves the integer
    /// in the lowest bits. A cast would first check for NaN and range.
    const WHOLE_NUMBERS: f64 = 4_503_599_627_370_496.0;
    let bits = (separation_deg * 2.0 + WHOLE_NUMBERS).to_bits();
    (bits & 0x1ff) as usize
}

/// The requested kinds, by the nearest half degree of separation at which they may be within orb.
struct Kinds<'a> {
    /// Indexed by [`half_degree`]; 361 entries are in use.
    near: [u16; 512],
    /// The widest orb of a parallel; negative when none is requested.
    parallel_reach_deg: f64,
    settings: &'a AspectSettings,
}

impl<'a> Kinds<'a> {
    fn new(settings: &'a AspectSettings) -> Self {
        let mut near = [0; 512];
        for kind in settings.set.kinds() {
            let Some(angle) = kind.angle_deg() else {
                continue;
            };
            let reach = settings.orbs.widest_deg(kind);
            let from = half_degree((angle - reach).clamp(0.0, 180.0));
            let to = half_degree((angle + reach).clamp(0.0, 180.0));
            for kinds in &mut near[from..=to] {
                *kinds |= 1 << kind as u16;
            }
        }
        Self {
            near,
            parallel_reach_deg: [AspectKind::Parallel, AspectKind::Contraparallel]
                .into_iter()
                .filter(|kind| settings.set.contains(*kind))
                .fold(-1.0, |widest, kind| {
                    f64::max(widest, settings.orbs.widest_deg(kind))
                }),
            settings,
        }
    }

    /// Appends the aspects of one point with others: those in longitude, then those in declination.
    ///
    /// Half of all pairs have an aspect, in an order that branch prediction cannot guess. The
    /// candidate pairs are therefore listed without a branch before any is examined.
    fn row(&self, a: &Seen<'_>, others: &[Seen<'_>], skip_bound: bool, found: &mut Vec<Aspect>) {
        let a_size = a.declination_deg.abs();
        let skip_bound = skip_bound && a.it.point.may_be_bound();
        let skips = |b: &Seen<'_>| skip_bound && a.it.point.is_bound_to(b.it.point);
        for others in others.chunks(ROW) {
            let (mut near, mut parallel) = (Listed::default(), Listed::default());
            for (index, b) in others.iter().enumerate() {
                near.list(index, self.near_at(a.separation_deg(b)) != 0);
                // False for NaN, and for everything when no parallel is requested.
                let gap = (a_size - b.declination_deg.abs()).abs();
                parallel.list(index, gap <= self.parallel_reach_deg);
            }
            for index in near.indices() {
                let b = &others[index];
                let separation_deg = a.separation_deg(b);
                if let Some(nearest) = self.nearest(a, b, separation_deg)
                    && !skips(b)
                {
                    found.push(Self::aspect(a, b, separation_deg, nearest));
                }
            }
            for index in parallel.indices() {
                let b = &others[index];
                if let Some(aspect) = self.declination_aspect(a, b)
                    && !skips(b)
                {
                    found.push(aspect);
                }
            }
        }
    }

    #[inline]
    fn near_at(&self, separation_deg: f64) -> u16 {
        self.near[half_degree(separation_deg)]
    }

    /// Returns the nearest kind among those within orb.
    #[inline]
    fn nearest(&self, a: &Seen<'_>, b: &Seen<'_>, separation_deg: f64) -> Option<Nearest> {
        let mut near = self.near_at(separation_deg);
        let at = |index: usize| {
            let orb_deg = (separation_deg - ANGLES_DEG[index]).abs();
            let allowed_deg = self.settings.orbs.allowed_at(index, a.class, b.class);
            (orb_deg <= allowed_deg).then_some(Nearest {
                index,
                orb_deg,
                allowed_deg,
            })
        };
        let mut best = at(near.trailing_zeros().min(12) as usize);
        near &= near.wrapping_sub(1);
        // With common orbs no two kinds overlap at the same separation.
        while near != 0 {
            let other = at(near.trailing_zeros() as usize);
            near &= near - 1;
            best = match (best, other) {
                (Some(best), Some(other)) if other.orb_deg >= best.orb_deg => Some(best),
                (best, other) => other.or(best),
            };
        }
        best
    }

    #[inline]
    fn aspect(a: &Seen<'_>, b: &Seen<'_>, separation_deg: f64, nearest: Nearest) -> Aspect {
        let applying =
            a.it.speed_deg
                .zip(b.it.speed_deg)
                .map(|(a_speed, b_speed)| {
                    // The separation grows when the point that is ahead along the shorter arc is
                    // the faster one.
                    let difference = a.longitude_deg - b.longitude_deg;
                    let ahead = (difference > 0.0) == (difference.abs() <= 180.0);
                    let opening = if ahead {
                        a_speed - b_speed
                    } else {
                        b_speed - a_speed
                    };
                    (separation_deg - ANGLES_DEG[nearest.index]) * opening < 0.0
                });
        Aspect {
            point_a: a.it.point,
            point_b: b.it.point,
            kind: AspectKind::ALL[nearest.index],
            separation_deg,
            orb_deg: nearest.orb_deg,
            allowed_deg: nearest.allowed_deg,
            applying,
        }
    }

    fn declination_aspect(&self, a: &Seen<'_>, b: &Seen<'_>) -> Option<Aspect> {
        let (a_class, b_class) = (a.class, b.class);
        let (a_deg, b_deg) = (a.declination_deg, b.declination_deg);
        let (a, b) = (a.it, b.it);
        let kind = if a_deg * b_deg >= 0.0 {
            AspectKind::Parallel
        } else {
            AspectKind::Contraparallel
        };
        let allowed_deg = self
            .settings
            .orbs
            .allowed_at(kind as usize, a_class, b_class);
        let gap = a_deg.abs() - b_deg.abs();
        if !self.settings.set.contains(kind) || gap.abs() > allowed_deg {
            return None;
        }
        let speeds = a.declination_speed_deg.zip(b.declination_speed_deg);
        let applying = speeds.map(|(a_speed, b_speed)| {
            gap * (a_speed * a_deg.signum() - b_speed * b_deg.signum()) < 0.0
        });
        Some(Aspect {
            point_a: a.point,
            point_b: b.point,
            kind,
            separation_deg: gap.abs(),
            orb_deg: gap.abs(),
            allowed_deg,
            applying,
        })
    }
}

#[cfg(test)]
mod tests;
