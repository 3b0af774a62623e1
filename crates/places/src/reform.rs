//! When the countries of the world changed to the Gregorian calendar: whether a date written
//! without its calendar may be a Julian one at its place, or one of another kind of calendar.
//!
//! Regions are today's zones, divided by coarse outlines where a zone had several states. Where
//! territories of both confessions lay side by side the whole is doubtful until the last of them.

mod table;

use calendar::Calendar;

use crate::coordinates::Coordinates;
use crate::jurisdiction::outline_contains;
use crate::zone::Zone;

/// A period in which a region did not use the Gregorian calendar.
#[derive(Debug)]
pub struct OldCalendar {
    /// Today's zones; a final `*` matches the rest of the name.
    zones: &'static [&'static str],
    /// The corners of the part of them, as degrees north and east. Empty for the whole.
    outline: &'static [(f64, f64)],
    /// The first day and the day after the last, as dates were written then.
    from: (i32, u8, u8),
    until: (i32, u8, u8),
    /// What was used.
    pub kind: OldCalendarKind,
    /// What happened, for the reader of a chart.
    pub text: &'static str,
    /// The published source.
    pub source: &'static str,
}

/// The calendar of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldCalendarKind {
    /// One with the same months, so that a written date may be read in either.
    Written(Calendar),
    /// One with other months or years. A date in the form of a request was converted by someone.
    Other,
    /// The Gregorian one: an exception from the rows after it.
    Gregorian,
}

impl OldCalendar {
    /// Returns what was used at a place besides the Gregorian calendar when a date was written as
    /// year, month and day, by the row that decides for the place.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::reform::{OldCalendar, OldCalendarKind};
    /// use places::{Calendar, Coordinates, Zone};
    ///
    /// // Newton was born in Woolsthorpe on Christmas Day 1642, by the calendar of England.
    /// let woolsthorpe = Coordinates::new(52.81, -0.63)?;
    /// let found = OldCalendar::at(Zone::at(woolsthorpe), woolsthorpe, (1642, 12, 25));
    /// assert_eq!(found.unwrap().kind, OldCalendarKind::Written(Calendar::Julian));
    /// assert!(OldCalendar::at(Zone::at(woolsthorpe), woolsthorpe, (1752, 9, 14)).is_none());
    /// # Ok::<(), places::CoordinatesError>(())
    /// ```
    pub fn at(zone: Zone, place: Coordinates, written: (i32, u8, u8)) -> Option<&'static Self> {
        /// After this no region of the table had another calendar.
        const LAST: (i32, u8, u8) = (1925, 12, 31);
        if written > LAST {
            return None;
        }
        let found = table::TABLE.iter().find(|it| {
            it.from <= written
                && written < it.until
                && it.is_about(zone)
                && (it.outline.is_empty() || outline_contains(it.outline, place))
        });
        found.filter(|it| it.kind != OldCalendarKind::Gregorian)
    }

    fn is_about(&self, zone: Zone) -> bool {
        self.zones.iter().any(|it| match it.strip_suffix('*') {
            Some(beginning) => zone.name().starts_with(beginning),
            None => *it == zone.name(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_complete() {
        for row in table::TABLE {
            assert!(row.from < row.until && row.until <= (1925, 12, 31));
            assert!(!row.text.is_empty() && !row.source.is_empty());
            assert!(row.outline.is_empty() || row.outline.len() >= 3);
            for zone in row.zones {
                let exists = match zone.strip_suffix('*') {
                    Some(beginning) => Zone::names().any(|it| it.starts_with(beginning)),
                    None => Zone::named(zone).is_ok_and(|it| it.name() == *zone),
                };
                assert!(exists, "{zone}");
            }
        }
    }
}
