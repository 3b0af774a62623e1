//! A day without a time: an unknown time of birth is a span of time, never an implicit noon.

use std::fmt;

use super::{BirthClock, CivilMoment, Resolution, SunUnknown, resolve};
use crate::coordinates::Coordinates;
use crate::date::CivilDate;
use crate::jurisdiction::{self, Reading};
use crate::stated::ClockTime;
use crate::zone::Zone;

/// A local civil day: 24 hours, or 23 or 25 where clocks changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaySpan {
    /// Its first instant.
    pub start: CivilMoment,
    /// The first instant after it.
    pub end: CivilMoment,
}

const DAY_US: i64 = 86_400_000_000;

/// Why a day has no instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayError {
    /// The place never had this day: it moved across the date line.
    Skipped {
        /// The day.
        date: CivilDate,
    },
    /// The day is in apparent solar time, which cannot be converted.
    SunUnknown(SunUnknown),
}

/// Returns the first and the last instant of a local day.
///
/// # Errors
///
/// [`DayError::Skipped`] if the clock skipped the whole day, as in Samoa on 2011-12-30;
/// [`DayError::SunUnknown`] if the clock is a sundial and its equation of time is unknown.
///
/// # Examples
///
/// ```
/// use places::{CivilDate, BirthClock, Coordinates, DayError, Zone, resolve_day};
///
/// // Clocks in Rome go forward by an hour on the last Sunday of March.
/// let rome = Coordinates::new(41.89, 12.48)?;
/// let clock = BirthClock::Zone(Zone::named("Europe/Rome")?);
/// let day = resolve_day(CivilDate::new(2024, 3, 31, None)?, clock, rome)?;
/// assert_eq!(day.end.unix_us - day.start.unix_us, 23 * 3_600_000_000);
///
/// let apia = Coordinates::new(-13.83, -171.77)?;
/// let clock = BirthClock::Zone(Zone::named("Pacific/Apia")?);
/// let date = CivilDate::new(2011, 12, 30, None)?;
/// assert_eq!(resolve_day(date, clock, apia), Err(DayError::Skipped { date }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve_day(
    date: CivilDate,
    clock: BirthClock<'_>,
    place: Coordinates,
) -> Result<DaySpan, DayError> {
    let midnight = |date: CivilDate| {
        resolve(date, ClockTime::MIDNIGHT, clock, place).map_err(DayError::SunUnknown)
    };
    let next = CivilDate::gregorian_from_days(date.days_since_1970() + 1);
    let start = first_instant(midnight(date)?, place);
    let end = match next {
        Some(next) => last_reading(midnight(next)?, place),
        // Dates before the year 1 and after 9999 cannot be represented. Their days have the usual
        // length.
        None => CivilMoment {
            unix_us: start.unix_us + DAY_US,
            ..start.clone()
        },
    };
    if end.unix_us <= start.unix_us {
        return Err(DayError::Skipped { date });
    }
    Ok(DaySpan { start, end })
}

/// A midnight that occurs twice begins its day the first time. One that is skipped is replaced by
/// the instant of the jump, when the clock showed the first time of that day.
fn first_instant(midnight: Resolution, place: Coordinates) -> CivilMoment {
    match midnight {
        Resolution::Unique(moment) => moment,
        Resolution::Fold { earlier, .. } => earlier,
        gap @ Resolution::Gap { .. } => jump(gap, place),
    }
}

/// A midnight that occurs twice ends the previous day the second time.
fn last_reading(midnight: Resolution, place: Coordinates) -> CivilMoment {
    match midnight {
        Resolution::Unique(moment) => moment,
        Resolution::Fold { later, .. } => later,
        gap @ Resolution::Gap { .. } => jump(gap, place),
    }
}

/// Returns the instant at which a clock skipped a time, read with the new offset.
fn jump(gap: Resolution, place: Coordinates) -> CivilMoment {
    let Resolution::Gap { before, after } = gap else {
        return gap.choose(super::ClockChange::Earlier);
    };
    // Both readings are off by the distance of the time from the start of the jump. The clock's
    // history knows the instant.
    let inside = |zone: Zone| {
        let window = (
            after.unix_us.div_euclid(1_000_000),
            before.unix_us.div_euclid(1_000_000) + 1,
        );
        let is_of_place = before.jurisdiction.is_some() || after.jurisdiction.is_some();
        let starts: Vec<i64> = if is_of_place {
            let spells = jurisdiction::spells(zone, place, window, Reading::Likely);
            spells.iter().filter_map(|it| it.period.start_s).collect()
        } else {
            let periods = zone.periods(window.0, window.1);
            periods.iter().filter_map(|it| it.start_s).collect()
        };
        starts.last().copied()
    };
    let unix_us = after
        .zone
        .and_then(inside)
        .map_or(before.unix_us, |it| it * 1_000_000);
    CivilMoment { unix_us, ..after }
}

impl fmt::Display for DayError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { date } => write!(
                formatter,
                "{date} did not occur at this place because the place switched to the other side of the \
                 International Date Line. Use the day before or after."
            ),
            Self::SunUnknown(unknown) => unknown.fmt(formatter),
        }
    }
}

impl std::error::Error for DayError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(zone: &str, year: i32, month: u8, day: u8) -> Option<f64> {
        let date = CivilDate::new(year, month, day, None).unwrap();
        let clock = BirthClock::Zone(Zone::named(zone).unwrap());
        let place = Coordinates::new(0.0, 0.0).unwrap();
        let span = resolve_day(date, clock, place).ok()?;
        Some((span.end.unix_us - span.start.unix_us) as f64 / 3.6e9)
    }

    #[test]
    fn the_first_and_the_last_day_of_the_calendar_are_days() {
        assert_eq!(hours("Etc/UTC", 9999, 12, 31), Some(24.0));
        // The first Julian day is before the first Gregorian one, and so is the next.
        let date = CivilDate::new(1, 1, 1, Some(crate::Calendar::Julian)).unwrap();
        let clock = BirthClock::Zone(Zone::named("Etc/UTC").unwrap());
        let span = resolve_day(date, clock, Coordinates::new(0.0, 0.0).unwrap()).unwrap();
        assert_eq!(span.end.unix_us - span.start.unix_us, DAY_US);
    }

    #[test]
    fn days_are_as_long_as_their_clocks_made_them() {
        assert_eq!(hours("Europe/Berlin", 2024, 1, 1), Some(24.0));
        assert_eq!(hours("Europe/Berlin", 2024, 3, 31), Some(23.0));
        assert_eq!(hours("Europe/Berlin", 2024, 10, 27), Some(25.0));
        // Midnight was skipped in São Paulo, and occurred twice in Havana.
        assert_eq!(hours("America/Sao_Paulo", 2018, 11, 4), Some(23.0));
        assert_eq!(hours("America/Sao_Paulo", 2018, 11, 3), Some(24.0));
        assert_eq!(hours("America/Sao_Paulo", 2018, 2, 17), Some(25.0));
        assert_eq!(hours("America/Havana", 2023, 11, 5), Some(25.0));
        assert_eq!(hours("Pacific/Apia", 2011, 12, 29), Some(24.0));
        assert_eq!(hours("Pacific/Apia", 2011, 12, 30), None);
        assert_eq!(hours("Pacific/Apia", 2011, 12, 31), Some(24.0));
    }
}
