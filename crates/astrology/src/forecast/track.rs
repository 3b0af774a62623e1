//! A longitude over a range of time as piecewise polynomials, so that thousands of crossings need
//! no further evaluation of the sky.
//!
//! Each piece is the Chebyshev interpolant through [`NODES`] exact places. It is accepted when its
//! last coefficients are below a tolerance (J. P. Boyd, Chebyshev and Fourier Spectral Methods,
//! 2001, section 2.12: the truncation error is of the order of the last coefficient kept), and
//! halved otherwise. With the default tolerance the longitude is within 4e-8 degree of the
//! ephemeris, that of the osculating node and apogee within 4e-6 (test `a_track_follows_the_sky`).

use core::ops::Range;
use std::sync::LazyLock;

use ephemeris::{Body, Ephemeris, Instant, Sky, SkyError, Tt};

use crate::{angle::difference_deg, ayanamsha::Zodiac};

/// Number of places in a piece.
const NODES: usize = 16;

/// Largest sum of the last two coefficients of an accepted piece, in degrees.
const TOLERANCE_DEG: f64 = 1e-8;

/// The same for the osculating node and apogee. They amplify the last digit of the Moon's
/// coefficients, so no polynomial fits them more closely.
const OSCULATING_TOLERANCE_DEG: f64 = 1e-7;

/// A piece of this length is accepted unconditionally (nine seconds). No longitude needs one.
const MIN_DAYS: f64 = 1e-4;

/// The last step toward a root, in days.
const LAST_STEP_DAYS: f64 = 1e-7;

/// Days of a piece for the bodies that share skies.
const SHARED_DAYS: f64 = 16.0;

/// A turning point this close to the end of a piece counts as that end (ten milliseconds).
const BESIDE_DAYS: f64 = 1e-7;

/// A function of one variable: days since the start of the track.
#[derive(Debug, Clone)]
pub(crate) struct Track {
    start: Instant<Tt>,
    tolerance_deg: f64,
    pieces: Vec<Piece>,
}

/// The resolution of a track.
#[derive(Debug, Clone, Copy)]
struct Resolution {
    longest_days: f64,
    tolerance_deg: f64,
}

/// One polynomial.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) from: f64,
    pub(crate) to: f64,
    coefficients: [f64; NODES],
}

impl Track {
    /// Tracks the longitude of a body in a zodiac, in degrees, continuous through 360.
    pub(crate) fn of_body(
        ephemeris: &Ephemeris<'_>,
        body: Body,
        zodiac: Zodiac,
        range: &Range<Instant<Tt>>,
    ) -> Result<Self, SkyError> {
        let resolution = Resolution {
            longest_days: piece_days(body),
            tolerance_deg: tolerance_deg(body),
        };
        Self::follow_with(range, resolution, |at| {
            longitude_deg(&ephemeris.sky(at)?, body, zodiac)
        })
    }

    /// Tracks several bodies, in their order. Bodies that can use pieces of equal length share each
    /// sky.
    pub(crate) fn of_bodies(
        ephemeris: &Ephemeris<'_>,
        bodies: &[Body],
        zodiac: Zodiac,
        range: &Range<Instant<Tt>>,
    ) -> Result<Vec<Self>, SkyError> {
        let shares = |body: Body| piece_days(body) >= SHARED_DAYS;
        let mut tracks = Vec::with_capacity(bodies.len());
        for body in bodies {
            tracks.push(if shares(*body) {
                Self {
                    start: range.start,
                    tolerance_deg: tolerance_deg(*body),
                    pieces: Vec::new(),
                }
            } else {
                Self::of_body(ephemeris, *body, zodiac, range)?
            });
        }
        let shared: Vec<(usize, Body)> = bodies
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, body)| shares(*body))
            .collect();
        let mut values = vec![[0.0; NODES]; shared.len()];
        for (from, to) in steps(range, SHARED_DAYS) {
            for index in 0..NODES {
                let sky = ephemeris.sky(range.start.plus_days(node(from, to, index)))?;
                for ((_, body), values) in shared.iter().zip(&mut values) {
                    values[index] = longitude_deg(&sky, *body, zodiac)?;
                }
            }
            for ((number, body), values) in shared.iter().zip(&values) {
                let track = &mut tracks[*number];
                if !track.accept(from, to, *values) {
                    let middle = f64::midpoint(from, to);
                    let mut angle =
                        |at: Instant<Tt>| longitude_deg(&ephemeris.sky(at)?, *body, zodiac);
                    track.extend(from, middle, &mut angle)?;
                    track.extend(middle, to, &mut angle)?;
                }
            }
        }
        Ok(tracks)
    }

    /// Tracks any angle (in degrees) that moves by less than half a turn within a sixteenth of
    /// `longest_days`.
    pub(crate) fn follow<E>(
        range: &Range<Instant<Tt>>,
        longest_days: f64,
        angle: impl FnMut(Instant<Tt>) -> Result<f64, E>,
    ) -> Result<Self, E> {
        let resolution = Resolution {
            longest_days,
            tolerance_deg: TOLERANCE_DEG,
        };
        Self::follow_with(range, resolution, angle)
    }

    fn follow_with<E>(
        range: &Range<Instant<Tt>>,
        resolution: Resolution,
        mut angle: impl FnMut(Instant<Tt>) -> Result<f64, E>,
    ) -> Result<Self, E> {
        let mut track = Self {
            start: range.start,
            tolerance_deg: resolution.tolerance_deg,
            pieces: Vec::new(),
        };
        for (from, to) in steps(range, resolution.longest_days) {
            track.extend(from, to, &mut angle)?;
        }
        Ok(track)
    }

    fn extend<E>(
        &mut self,
        from: f64,
        to: f64,
        angle: &mut impl FnMut(Instant<Tt>) -> Result<f64, E>,
    ) -> Result<(), E> {
        let mut values = [0.0; NODES];
        for (index, value) in values.iter_mut().enumerate() {
            *value = angle(self.start.plus_days(node(from, to, index)))?;
        }
        if !self.accept(from, to, values) {
            let middle = f64::midpoint(from, to);
            self.extend(from, middle, angle)?;
            self.extend(middle, to, angle)?;
        }
        Ok(())
    }

    /// Appends the piece through these values if it is accurate enough.
    fn accept(&mut self, from: f64, to: f64, mut values: [f64; NODES]) -> bool {
        // Nodes run from the end of the piece to its beginning. Each value continues from the
        // previous one.
        let mut near = self
            .pieces
            .last()
            .map_or(values[NODES - 1], |piece| piece.value(piece.to));
        for value in values.iter_mut().rev() {
            near += difference_deg(*value, near);
            *value = near;
        }
        let coefficients = chebyshev(&values);
        let tail = coefficients[NODES - 1].abs() + coefficients[NODES - 2].abs();
        let accepted = tail <= self.tolerance_deg || to - from <= MIN_DAYS;
        if accepted {
            self.pieces.push(Piece {
                from,
                to,
                coefficients,
            });
        }
        accepted
    }

    /// Returns the instant at `x` days.
    pub(crate) fn instant(&self, x: f64) -> Instant<Tt> {
        self.start.plus_days(x)
    }

    /// Returns the longitude at `x` days and its rate per day.
    pub(crate) fn sample(&self, x: f64) -> (f64, f64) {
        let index = self
            .pieces
            .partition_point(|piece| piece.to < x)
            .min(self.pieces.len() - 1);
        let piece = &self.pieces[index];
        (piece.value(x), piece.rate(x))
    }

    /// Returns the monotone stretches, in order. Each lies within one piece and begins where the
    /// previous one ended.
    pub(crate) fn stretches(&self) -> Vec<Stretch<'_>> {
        let mut stretches: Vec<Stretch<'_>> = Vec::with_capacity(self.pieces.len() + 8);
        for piece in &self.pieces {
            let turns = piece.turns();
            let ends = turns.iter().copied().chain([piece.to]);
            let mut from = piece.from;
            for to in ends {
                // Pieces agree only within their tolerance. A level in the gap must be neither
                // missed nor found twice.
                let first_deg = stretches
                    .last()
                    .map_or_else(|| piece.value(from), |before| before.last_deg);
                stretches.push(Stretch {
                    piece,
                    from,
                    to,
                    first_deg,
                    last_deg: piece.value(to),
                    rises: piece.rate(f64::midpoint(from, to)) >= 0.0,
                });
                from = to;
            }
        }
        stretches
    }

    /// Returns the turning points: days, and whether the motion is direct before.
    pub(crate) fn turns(&self) -> Vec<(f64, bool)> {
        let mut turns: Vec<(f64, bool)> = Vec::new();
        let stretches = self.stretches();
        for pair in stretches.windows(2) {
            if pair[0].rises != pair[1].rises {
                turns.push((pair[1].from, pair[0].rises));
            }
        }
        turns
    }
}

impl Piece {
    fn scaled(&self, x: f64) -> f64 {
        (2.0 * x - self.from - self.to) / (self.to - self.from)
    }

    /// Evaluates the polynomial with Clenshaw's recurrence.
    pub(crate) fn value(&self, x: f64) -> f64 {
        let t = self.scaled(x);
        let (mut b1, mut b2) = (0.0, 0.0);
        for coefficient in self.coefficients[1..].iter().rev() {
            (b1, b2) = (2.0 * t * b1 - b2 + coefficient, b1);
        }
        t * b1 - b2 + self.coefficients[0]
    }

    /// Evaluates the derivative: the sum of `n c_n U_(n-1)`.
    pub(crate) fn rate(&self, x: f64) -> f64 {
        let t = self.scaled(x);
        let (mut b1, mut b2) = (0.0, 0.0);
        for n in (1..NODES).rev() {
            (b1, b2) = (2.0 * t * b1 - b2 + n as f64 * self.coefficients[n], b1);
        }
        b1 * 2.0 / (self.to - self.from)
    }

    /// Returns the turning points of the polynomial.
    fn turns(&self) -> Vec<f64> {
        // |U_(n-1)| <= n: a first coefficient larger than n^2 times the others excludes a turning point.
        let others: f64 = (2..NODES)
            .map(|n| (n * n) as f64 * self.coefficients[n].abs())
            .sum();
        if self.coefficients[1].abs() > others {
            return Vec::new();
        }
        // Twice as many samples as the degree of the polynomial.
        let looks = 2 * NODES;
        let at = |index: usize| self.from + (self.to - self.from) * index as f64 / looks as f64;
        let mut turns = Vec::new();
        let mut before = self.rate(at(0));
        for index in 1..=looks {
            let after = self.rate(at(index));
            if before * after < 0.0 {
                let turn = self.turn_between(at(index - 1), at(index));
                // Near the end of a piece its neighbor would find the same turning point. The two
                // directions determine it.
                if turn - self.from > BESIDE_DAYS && self.to - turn > BESIDE_DAYS {
                    turns.push(turn);
                }
            }
            before = after;
        }
        turns
    }

    fn turn_between(&self, mut low: f64, mut high: f64) -> f64 {
        let sign = self.rate(low);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.rate(middle) * sign > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
            if high - low < 1e-9 {
                break;
            }
        }
        f64::midpoint(low, high)
    }
}

/// A part of a piece in which the longitude only increases or only decreases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch<'a> {
    piece: &'a Piece,
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) first_deg: f64,
    pub(crate) last_deg: f64,
    pub(crate) rises: bool,
}

impl Stretch<'_> {
    /// Calls `visit` for every crossed level (sorted, in degrees in [0, 360)) in chronological
    /// order: from the beginning, exclusive, to the end, inclusive.
    pub(crate) fn visit<T>(
        &self,
        levels: &[T],
        degrees: impl Fn(&T) -> f64,
        mut visit: impl FnMut(&T, f64),
    ) {
        if levels.is_empty() {
            return;
        }
        let (first, last) = (self.first_deg, self.last_deg);
        let mut turn = (first / 360.0).floor() * 360.0;
        let mut root = Root {
            x: self.from,
            value_deg: first,
            rate_deg: (last - first) / (self.to - self.from),
        };
        if self.rises {
            let mut index = levels.partition_point(|level| degrees(level) + turn <= first);
            loop {
                if index == levels.len() {
                    index = 0;
                    turn += 360.0;
                }
                let value = degrees(&levels[index]) + turn;
                if value > last {
                    return;
                }
                root = self.root(value, root);
                visit(&levels[index], root.x);
                index += 1;
            }
        }
        let mut index = levels.partition_point(|level| degrees(level) + turn < first);
        loop {
            if index == 0 {
                index = levels.len();
                turn -= 360.0;
            }
            let value = degrees(&levels[index - 1]) + turn;
            if value < last {
                return;
            }
            root = self.root(value, root);
            visit(&levels[index - 1], root.x);
            index -= 1;
        }
    }

    /// Finds where the longitude takes a value between that of an earlier root and the last one:
    /// Newton's method inside a shrinking bracket.
    fn root(&self, value_deg: f64, before: Root) -> Root {
        let (mut low, mut high) = (before.x, self.to);
        let sign = if self.rises { 1.0 } else { -1.0 };
        let mut x = (before.x + (value_deg - before.value_deg) / before.rate_deg).clamp(low, high);
        if x.is_nan() {
            x = low;
        }
        let mut rate_deg = before.rate_deg;
        for _ in 0..60 {
            let miss = self.piece.value(x) - value_deg;
            if miss * sign > 0.0 {
                high = x;
            } else {
                low = x;
            }
            rate_deg = self.piece.rate(x);
            let newton = x - miss / rate_deg;
            let next = if newton >= low && newton <= high {
                newton
            } else {
                f64::midpoint(low, high)
            };
            let step = (next - x).abs();
            x = next;
            // The next Newton step would be of the order of this one squared.
            if step < LAST_STEP_DAYS {
                break;
            }
        }
        Root {
            x,
            value_deg,
            rate_deg,
        }
    }
}

/// A position on a stretch from which the search for the next root starts.
#[derive(Debug, Clone, Copy)]
struct Root {
    x: f64,
    value_deg: f64,
    rate_deg: f64,
}

/// Returns equal steps of at most `longest_days`, in days since the start of the range.
fn steps(range: &Range<Instant<Tt>>, longest_days: f64) -> impl Iterator<Item = (f64, f64)> {
    let length = range.end.minus(range.start).max(0.0);
    let count = (length / longest_days).ceil().max(1.0);
    let step = length / count;
    (0_u32..)
        .map(f64::from)
        .take_while(move |index| *index < count)
        .map(move |index| (index * step, (index + 1.0) * step))
}

fn tolerance_deg(body: Body) -> f64 {
    if is_osculating(body) {
        OSCULATING_TOLERANCE_DEG
    } else {
        TOLERANCE_DEG
    }
}

/// Returns the position of a node within a piece, in days.
fn node(from: f64, to: f64, index: usize) -> f64 {
    f64::midpoint(from, to) + (to - from) / 2.0 * COSINES[2 * index + 1]
}

/// Returns the longitude in a zodiac, in degrees, not normalized.
fn longitude_deg(sky: &Sky<'_>, body: Body, zodiac: Zodiac) -> Result<f64, SkyError> {
    let place = sky.place(body)?;
    Ok(place.longitude_deg - zodiac.offset_deg(sky.at(), sky.nutation().dpsi_deg))
}

/// Whether a point of the Moon's orbit is osculating.
pub(crate) fn is_osculating(body: Body) -> bool {
    matches!(body, Body::TrueNode | Body::TrueApogee)
}

/// Returns the initial length of a piece in days: slightly longer than what is usually accepted at
/// once.
fn piece_days(body: Body) -> f64 {
    match body {
        Body::Moon => 6.0,
        Body::TrueNode => 8.0,
        Body::TrueApogee => 2.0,
        Body::Mercury => 12.0,
        _ => SHARED_DAYS,
    }
}

/// cos(pi m / 2n): every cosine that a piece needs. Those with odd m below 2n are the zeros of the
/// Chebyshev polynomial of degree n.
static COSINES: LazyLock<[f64; 4 * NODES]> = LazyLock::new(|| {
    std::array::from_fn(|m| (std::f64::consts::PI * m as f64 / (2 * NODES) as f64).cos())
});

/// Returns the coefficients of the interpolant from its values at the zeros.
fn chebyshev(values: &[f64; NODES]) -> [f64; NODES] {
    let cosines = &*COSINES;
    std::array::from_fn(|j| {
        let sum: f64 = values
            .iter()
            .enumerate()
            .map(|(k, value)| value * cosines[j * (2 * k + 1) % (4 * NODES)])
            .sum();
        sum * if j == 0 { 1.0 } else { 2.0 } / NODES as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_follows_the_sky() {
        let ephemeris = Ephemeris::embedded();
        let start = Instant::from_julian_date(2_460_310.5);
        let range = start..start.plus_days(400.0);
        for body in [
            Body::Moon,
            Body::Mercury,
            Body::Mars,
            Body::Pluto,
            Body::TrueNode,
            Body::TrueApogee,
        ] {
            let track = Track::of_body(ephemeris, body, Zodiac::Tropical, &range).unwrap();
            let (mut worst, mut worst_rate) = (0.0_f64, 0.0_f64);
            for index in 0..4000 {
                let x = f64::from(index) * 0.099_97;
                let exact = ephemeris
                    .sky(start.plus_days(x))
                    .unwrap()
                    .place(body)
                    .unwrap();
                let (value, rate) = track.sample(x);
                worst = worst.max(difference_deg(value, exact.longitude_deg).abs());
                worst_rate = worst_rate.max((rate - exact.longitude_speed_deg).abs());
            }
            println!(
                "{body:?}: {} pieces, {worst:e}, {worst_rate:e}",
                track.pieces.len()
            );
            let (allowed, allowed_rate) = if is_osculating(body) {
                (4e-6, 1e-3)
            } else {
                (4e-8, 1e-6)
            };
            assert!(worst < allowed, "{body:?} {worst:e}");
            assert!(worst_rate < allowed_rate, "{body:?} {worst_rate:e}");
        }
    }
}
