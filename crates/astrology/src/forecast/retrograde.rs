//! Retrograde periods with their shadows.
//!
//! The pre-retrograde shadow begins when the body first passes the degree of its direct station.
//! The post-retrograde shadow ends when the body passes the degree of its retrograde station again.

use core::ops::Range;

use ephemeris::{
    Body, Center, Ephemeris, Instant, SkyError, Tt,
    event::station::{Turn, stations},
};

use super::returns::Return;
use crate::{ayanamsha::Zodiac, sign::Sign};

/// A station with its longitude in the requested zodiac.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StationPoint {
    /// The instant.
    pub at: Instant<Tt>,
    /// Its longitude, in degrees.
    pub longitude_deg: f64,
}

/// One complete retrograde period.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrogradePeriod {
    /// The retrograde station.
    pub retrograde: StationPoint,
    /// The direct station.
    pub direct: StationPoint,
    /// The first passage over the degree of the direct station. The shadow that begins here ends at
    /// the retrograde station.
    pub shadow_start: Instant<Tt>,
    /// The last passage over the degree of the retrograde station. The shadow that ends here begins
    /// at the direct station.
    pub shadow_end: Instant<Tt>,
    /// The signs between the two stations, from the first to the last.
    pub signs: Vec<Sign>,
}

impl RetrogradePeriod {
    /// Returns the days from station to station.
    pub fn duration_days(&self) -> f64 {
        self.direct.at.minus(self.retrograde.at)
    }
}

/// Returns the retrograde periods of a body that overlap a range, each of them complete. The Sun
/// and the Moon have none.
///
/// # Errors
///
/// [`SkyError`] if the ephemeris does not cover the [`searched_range`].
///
/// # Examples
///
/// Mercury was retrograde in Aries from 1 to 25 April 2024.
///
/// ```
/// use astrology::{ayanamsha::Zodiac, forecast::retrograde::retrograde_periods, sign::Sign};
/// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Utc};
///
/// let start: Instant<Utc> = CivilDateTime::date(2024, 4, 10).to_instant(Calendar::Gregorian)?;
/// let range = start.to_tt()..start.plus_days(1.0).to_tt();
/// let periods =
///     retrograde_periods(Ephemeris::embedded(), Body::Mercury, Zodiac::Tropical, &range)?;
/// assert_eq!(periods.len(), 1);
/// assert_eq!(periods[0].signs, [Sign::Aries]);
/// assert!((periods[0].duration_days() - 24.0).abs() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn retrograde_periods(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    zodiac: Zodiac,
    range: &Range<Instant<Tt>>,
) -> Result<Vec<RetrogradePeriod>, SkyError> {
    ephemeris.require(&[body], &searched_range(body, range))?;
    let found = stations(ephemeris, body, widened(range, reach_days(body)))?;
    let mut periods = Vec::new();
    for pair in found.windows(2) {
        let overlaps = pair[0].at < range.end && pair[1].at > range.start;
        if pair[0].turn == Turn::Retrograde && pair[1].turn == Turn::Direct && overlaps {
            let retrograde = in_zodiac(ephemeris, zodiac, pair[0].at, pair[0].longitude_deg)?;
            let direct = in_zodiac(ephemeris, zodiac, pair[1].at, pair[1].longitude_deg)?;
            periods.push(period(ephemeris, body, zodiac, (retrograde, direct))?);
        }
    }
    Ok(periods)
}

/// Returns the range that the ephemeris must cover to find the retrograde periods of a body in a
/// range: periods at its ends are complete, and their shadows may begin and end outside.
pub fn searched_range(body: Body, range: &Range<Instant<Tt>>) -> Range<Instant<Tt>> {
    widened(range, 2.0 * reach_days(body))
}

fn widened(range: &Range<Instant<Tt>>, days: f64) -> Range<Instant<Tt>> {
    range.start.plus_days(-days)..range.end.plus_days(days)
}

/// Returns more days than any retrograde period with its shadows lasts: most of a synodic period.
fn reach_days(body: Body) -> f64 {
    match body {
        Body::Mercury => 60.0,
        Body::Venus => 110.0,
        Body::Mars => 180.0,
        Body::TrueNode | Body::TrueApogee => 40.0,
        _ => 340.0,
    }
}

fn in_zodiac(
    ephemeris: &Ephemeris<'_>,
    zodiac: Zodiac,
    at: Instant<Tt>,
    tropical_deg: f64,
) -> Result<StationPoint, SkyError> {
    let nutation_deg = ephemeris.sky(at)?.nutation().dpsi_deg;
    Ok(StationPoint {
        at,
        longitude_deg: crate::angle::normalize_deg(
            tropical_deg - zodiac.offset_deg(at, nutation_deg),
        ),
    })
}

fn period(
    ephemeris: &Ephemeris<'_>,
    body: Body,
    zodiac: Zodiac,
    (retrograde, direct): (StationPoint, StationPoint),
) -> Result<RetrogradePeriod, SkyError> {
    let over = |longitude_deg: f64| Return {
        body,
        longitude_deg,
        zodiac,
        center: Center::Geocentric,
    };
    let reach = reach_days(body);
    let before = over(direct.longitude_deg)
        .passages(ephemeris, retrograde.at.plus_days(-reach)..retrograde.at)?;
    let after = over(retrograde.longitude_deg)
        .passages(ephemeris, direct.at..direct.at.plus_days(reach))?;
    let mut signs = vec![Sign::of(retrograde.longitude_deg)];
    let last = Sign::of(direct.longitude_deg);
    while signs.last() != Some(&last) && signs.len() < 12 {
        signs.extend(signs.last().map(|sign| sign.plus(11)));
    }
    Ok(RetrogradePeriod {
        shadow_start: before.last().map_or(retrograde.at, |passage| passage.at),
        shadow_end: after.first().map_or(direct.at, |passage| passage.at),
        retrograde,
        direct,
        signs,
    })
}
