//! Tithis, nakshatras, yogas, karanas and the Moon's signs: equal parts of three angles that only grow.
//!
//! - tithi: 12 degrees of the apparent Moon less the Sun; karana: half of it
//! - nakshatra: 13°20' of the Moon's sidereal longitude; sign: 30 degrees of it
//! - yoga: 13°20' of the sum of the sidereal longitudes of the Sun and the Moon
//!
//! The angles are followed as polynomials through exact places, so every boundary in a range is found, however short
//! the part. The test of the year 2018 compares 1,865 of them with a printed calendar.

use core::ops::Range;

use ephemeris::{Body, Ephemeris, Instant, Sky, SkyError, Tt};

use crate::{angle::normalize_deg, ayanamsha::Zodiac, forecast::track::Track};

/// Longer than the Moon's longest stay in a sign, in days. No other part lasts as long.
const LONGEST_DAYS: f64 = 2.9;

/// Longer than two signs in a row. Panchaka lasts as long.
const TWO_SIGNS_DAYS: f64 = 5.4;

/// Days of a polynomial: that of the Moon.
const PIECE_DAYS: f64 = 6.0;

/// A part of an angle with its true start and end.
#[derive(Debug, Clone, PartialEq)]
pub struct Anga {
    /// The number, from 1.
    pub number: u8,
    /// From its true start to its true end, whether or not they are within the day.
    pub span: Range<Instant<Tt>>,
}

impl Anga {
    /// Returns how many of these instants lie within it.
    pub fn contains(&self, instants: &[Instant<Tt>]) -> usize {
        let within = instants.iter().filter(|at| self.span.contains(at));
        within.count()
    }
}

/// The parts of a range of time, each in chronological order.
#[derive(Debug, Clone)]
pub(super) struct Angas {
    pub(super) tithis: Vec<Anga>,
    pub(super) karanas: Vec<Anga>,
    pub(super) nakshatras: Vec<Anga>,
    pub(super) moon_signs: Vec<Anga>,
    pub(super) yogas: Vec<Anga>,
}

impl Angas {
    /// Finds every part that overlaps a range.
    pub(super) fn of_range(
        ephemeris: &Ephemeris<'_>,
        range: &Range<Instant<Tt>>,
        zodiac: Zodiac,
    ) -> Result<Self, SkyError> {
        let widened =
            |days: f64| -> Range<_> { range.start.plus_days(-days)..range.end.plus_days(days) };
        let follow = |days, angle: fn(&Sky<'_>, Zodiac) -> Result<f64, SkyError>| {
            Track::follow(&widened(days), PIECE_DAYS, |at| {
                angle(&ephemeris.sky(at)?, zodiac)
            })
        };
        let elongation = follow(LONGEST_DAYS, elongation_deg)?;
        let moon = follow(TWO_SIGNS_DAYS, sidereal_moon_deg)?;
        let sum = follow(LONGEST_DAYS, sidereal_sum_deg)?;
        Ok(Self {
            tithis: parts(&elongation, 30),
            karanas: parts(&elongation, 60),
            nakshatras: parts(&moon, 27),
            moon_signs: parts(&moon, 12),
            yogas: parts(&sum, 27),
        })
    }
}

/// Returns the number of the tithi, 1 to 30, from two longitudes in the same zodiac, in degrees.
///
/// # Examples
///
/// ```
/// use astrology::vedic::panchang::anga::tithi_of;
///
/// // The full Moon is the middle of the month, where the fifteenth tithi ends.
/// assert_eq!(tithi_of(350.0, 169.9), 15);
/// assert_eq!(tithi_of(350.0, 170.1), 16);
/// ```
pub fn tithi_of(sun_deg: f64, moon_deg: f64) -> u8 {
    let passed = normalize_deg(moon_deg - sun_deg) / 12.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 29"
    )]
    let passed = passed as u8;
    passed.min(29) + 1
}

/// Returns the Moon's longitude less the Sun's, in degrees.
fn elongation_deg(sky: &Sky<'_>, _: Zodiac) -> Result<f64, SkyError> {
    Ok(sky.longitude(Body::Moon)?.0 - sky.longitude(Body::Sun)?.0)
}

fn sidereal_moon_deg(sky: &Sky<'_>, zodiac: Zodiac) -> Result<f64, SkyError> {
    Ok(sky.longitude(Body::Moon)?.0 - offset_deg(sky, zodiac))
}

fn sidereal_sum_deg(sky: &Sky<'_>, zodiac: Zodiac) -> Result<f64, SkyError> {
    let sum_deg = sky.longitude(Body::Moon)?.0 + sky.longitude(Body::Sun)?.0;
    Ok(sum_deg - 2.0 * offset_deg(sky, zodiac))
}

fn offset_deg(sky: &Sky<'_>, zodiac: Zodiac) -> f64 {
    zodiac.offset_deg(sky.at(), sky.nutation().dpsi_deg)
}

/// Returns every complete part of a circle divided into `count` equal ones.
fn parts(track: &Track, count: u8) -> Vec<Anga> {
    let width_deg = 360.0 / f64::from(count);
    let levels: Vec<(u8, f64)> = (0..count)
        .map(|index| (index + 1, f64::from(index) * width_deg))
        .collect();
    let mut entries: Vec<(u8, Instant<Tt>)> = Vec::new();
    for stretch in track.stretches() {
        stretch.visit(
            &levels,
            |(_, degrees)| *degrees,
            |(number, _), x| entries.push((*number, track.instant(x))),
        );
    }
    entries
        .windows(2)
        .map(|pair| Anga {
            number: pair[0].0,
            span: pair[0].1..pair[1].1,
        })
        .collect()
}

/// Returns the parts that overlap a range.
pub(super) fn overlapping(all: &[Anga], range: &Range<Instant<Tt>>) -> Vec<Anga> {
    all.iter()
        .filter(|it| it.span.start < range.end && it.span.end > range.start)
        .cloned()
        .collect()
}
