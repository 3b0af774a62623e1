//! Instants of a place: in UTC and on its clock.

use ephemeris::{Instant, Tt};
use http_api::ApiError;
use places::Offset;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::instant::{equation_of_time_s, tt_text};
use crate::dto::location::{LocalClock, Location};

const DAY_US: i64 = 86_400_000_000;
/// Day number of 1970-01-01.
const UNIX_DAY: i64 = 2_440_588;

/// The clock of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceClock {
    clock: LocalClock,
    longitude_deg: f64,
}

/// A time span.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LocalSpan")]
pub(super) struct SpanReply {
    /// Start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub(super) start: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub(super) end: String,
    /// Start on the clock of the place, with its offset.
    start_local: String,
    /// End on the clock of the place, with its offset.
    end_local: String,
}

impl PlaceClock {
    /// The clock of a location at this field.
    pub(super) fn of(location: &Location, field: &str) -> Result<Self, ApiError> {
        Ok(Self {
            clock: location.clock(&format!("/{field}"))?,
            longitude_deg: location.longitude,
        })
    }

    /// A span.
    pub(super) fn span(&self, span: &core::ops::Range<Instant<Tt>>) -> SpanReply {
        SpanReply {
            start: tt_text(span.start),
            end: tt_text(span.end),
            start_local: self.text(span.start),
            end_local: self.text(span.end),
        }
    }

    /// An instant on the clock, to the millisecond.
    pub(super) fn text(&self, at: Instant<Tt>) -> String {
        let us = (at.to_utc().to_unix_micros() + 500).div_euclid(1_000) * 1_000;
        let offset = self.offset(us);
        let local_us = us + offset.microseconds();
        let (year, month, day) =
            ephemeris::Calendar::Gregorian.date(UNIX_DAY + local_us.div_euclid(DAY_US));
        let ms = local_us.rem_euclid(DAY_US) / 1_000;
        let (hour, minute) = (ms / 3_600_000, ms / 60_000 % 60);
        let (second, ms) = (ms / 1_000 % 60, ms % 1_000);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}{offset}")
    }

    fn offset(&self, unix_us: i64) -> Offset {
        let seconds = match self.clock {
            LocalClock::Zone { zone, .. } => {
                return zone.offset_at(unix_us.div_euclid(1_000_000));
            }
            LocalClock::Mean => self.longitude_deg * 240.0,
            LocalClock::Apparent => {
                self.longitude_deg * 240.0 + equation_of_time_s(unix_us).unwrap_or_default()
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most half a day")]
        let seconds = seconds.round() as i64;
        Offset::from_seconds(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(timezone: &str) -> Location {
        Location {
            timezone: Some(timezone.to_owned()),
            ..Location::at(13.09, 80.25)
        }
    }

    #[test]
    fn an_instant_is_written_on_the_clock_of_the_place() {
        // 2018-01-01T00:00:00Z.
        let at = Instant::from_unix_micros(1_514_764_800_000_000).to_tt();
        let text = |zone| PlaceClock::of(&place(zone), "location").unwrap().text(at);
        assert_eq!(text("Asia/Kolkata"), "2018-01-01T05:30:00.000+05:30");
        assert_eq!(text("America/New_York"), "2017-12-31T19:00:00.000-05:00");
        // 80.25 degrees are 5 hours 21 minutes. Apparent time is 3 minutes behind mean time on that day (Meeus,
        // Astronomical Algorithms, figure 28.b).
        assert_eq!(text("LMT"), "2018-01-01T05:21:00.000+05:21");
        assert!(
            text("LAT").starts_with("2018-01-01T05:17:"),
            "{}",
            text("LAT")
        );
    }
}
