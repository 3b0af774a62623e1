//! Readings of a birth time that another program may have used.

use astrology::chart::ChartMoment;
use astrology::explain::Reading;
use ephemeris::Instant;
use places::CivilMoment;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::instant::ResolvedMoment;
use crate::dto::location::Location;
use crate::dto::moment::{
    CalendarName, ClockChangeName, DateInterpretation, LocalDateTimeInput, utc,
};

/// Microseconds of an hour.
const HOUR_US: i64 = 3_600_000_000;
/// Instants this close are the same.
const SAME_US: i64 = 500_000;

http_api::closed_sets! {
    /// How another program read the birth time.
    ReadingName "ExplainReadingId" = [
        "asGiven", "otherClock", "hourEarlier", "hourLater", "zoneOfPlace", "otherClockChange", "utc", "localMeanTime",
        "julianCalendar", "gregorianCalendar",
    ];
}

/// A reading of the birth time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExplainReading")]
pub(super) struct BirthReading {
    /// ID: `asGiven`, `otherClock` (one that cannot be excluded), `hourEarlier` or `hourLater` (an hour of daylight
    /// saving time too many or too few), `zoneOfPlace`, `otherClockChange`, `utc`, `localMeanTime`, `julianCalendar` or
    /// `gregorianCalendar`.
    #[schemars(with = "ReadingName")]
    id: &'static str,
    /// Instant in UTC.
    #[schemars(extend("format" = "date-time"))]
    utc: String,
    #[serde(skip)]
    unix_us: i64,
    #[serde(skip)]
    cost: u32,
}

impl BirthReading {
    fn new(id: &'static str, unix_us: i64, cost: u32) -> Self {
        Self {
            id,
            utc: utc(unix_us),
            unix_us,
            cost,
        }
    }

    /// The reading for the comparison.
    pub(super) fn reading(&self) -> Reading {
        Reading {
            moment: ChartMoment::from_utc(Instant::from_unix_micros(self.unix_us)),
            cost: self.cost,
        }
    }
}

/// The readings of a birth time, the one of this program first.
pub(super) fn readings(input: &LocalDateTimeInput<'_>, used: &ResolvedMoment) -> Vec<BirthReading> {
    let civil: &CivilMoment = &used.civil;
    let base = civil.unix_us;
    let mut found = vec![BirthReading::new("asGiven", base, 0)];
    let mut add = |id, unix_us: i64, cost| {
        let is_known = |it: &BirthReading| (it.unix_us - unix_us).abs() < SAME_US;
        if !found.iter().any(is_known) {
            found.push(BirthReading::new(id, unix_us, cost));
        }
    };
    for other in &civil.alternatives {
        add("otherClock", other.unix_us, 1);
    }
    add("hourEarlier", base - HOUR_US, 1);
    add("hourLater", base + HOUR_US, 1);
    let with_zone = |timezone: Option<&str>| {
        let location = Location {
            timezone: timezone.map(ToOwned::to_owned),
            ..input.location.clone()
        };
        instant(&LocalDateTimeInput {
            location: &location,
            ..*input
        })
    };
    let read_as = |calendar, clock_change| {
        instant(&LocalDateTimeInput {
            interpretation: DateInterpretation {
                calendar,
                clock_change,
            },
            ..*input
        })
    };
    let given = input.interpretation;
    for (id, unix_us) in [
        ("zoneOfPlace", with_zone(None)),
        ("utc", with_zone(Some("UTC"))),
        ("localMeanTime", with_zone(Some("LMT"))),
    ] {
        if let Some(unix_us) = unix_us {
            add(id, unix_us, 2);
        }
    }
    for (id, calendar, clock_change, cost) in [
        (
            "otherClockChange",
            given.calendar,
            Some(ClockChangeName::Earlier),
            1,
        ),
        (
            "otherClockChange",
            given.calendar,
            Some(ClockChangeName::Later),
            1,
        ),
        (
            "julianCalendar",
            Some(CalendarName::Julian),
            given.clock_change,
            2,
        ),
        (
            "gregorianCalendar",
            Some(CalendarName::Gregorian),
            given.clock_change,
            2,
        ),
    ] {
        if let Some(unix_us) = read_as(calendar, clock_change) {
            add(id, unix_us, cost);
        }
    }
    found
}

/// The instant of a reading, if it exists.
fn instant(input: &LocalDateTimeInput<'_>) -> Option<i64> {
    input.resolve_moment().ok().map(|it| it.civil.unix_us)
}
