//! Other readings of a local time that cannot be excluded: another clock, or another calendar, and
//! what each would change.

use astrology::angle::difference_deg;
use astrology::chart::ChartMoment;
use astrology::house::{Angles, HouseFrame};
use ephemeris::{Body, Ephemeris, Instant, Observer};
use places::{Alternative, CivilMoment};
use schemars::JsonSchema;
use serde::Serialize;

use super::degrees::Rounded;
use super::moment::{CalendarName, utc};

/// Another reading of the same local time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockAlternative")]
pub struct ClockReading {
    /// Instant in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub utc: String,
    /// Offset of the clock from UTC.
    pub offset: String,
    /// Abbreviation of the clock, such as `CET` or `LMT`.
    pub abbreviation: Option<String>,
    /// Calendar in which the date is read, if that is what differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<CalendarName>,
    /// What speaks for this reading.
    pub detail: &'static str,
    /// Source of the information.
    pub source: &'static str,
    /// What this reading changes, compared with the one used. Null if the time is unknown, and outside
    /// the ephemeris.
    pub changes: Option<ReadingChanges>,
}

/// What another reading changes, in degrees of tropical longitude, from the reading used to this
/// one along the shorter arc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingChanges {
    /// Change of the Ascendant.
    pub ascendant: Rounded,
    /// Change of the Midheaven.
    pub midheaven: Rounded,
    /// Change of the Moon.
    pub moon: Rounded,
}

impl ClockReading {
    /// A clock that was in use beside the likelier one. Without an observer, what it changes is left out.
    pub fn of_clock(used: &CivilMoment, other: &Alternative, observer: Option<&Observer>) -> Self {
        Self {
            utc: utc(other.unix_us),
            offset: other.offset.to_string(),
            abbreviation: other.abbreviation.clone(),
            calendar: None,
            detail: other.text,
            source: other.source,
            changes: observer.and_then(|it| changes(used.unix_us, other.unix_us, it)),
        }
    }

    /// The same written date in another calendar. Without an observer, what it changes is left out.
    pub fn of_calendar(
        used: &CivilMoment,
        other: &CivilMoment,
        calendar: CalendarName,
        (detail, source): (&'static str, &'static str),
        observer: Option<&Observer>,
    ) -> Self {
        Self {
            utc: utc(other.unix_us),
            offset: other.offset.to_string(),
            abbreviation: other.abbreviation.clone(),
            calendar: Some(calendar),
            detail,
            source,
            changes: observer.and_then(|it| changes(used.unix_us, other.unix_us, it)),
        }
    }
}

/// Ascendant, Midheaven and Moon of an instant.
fn sky_deg(unix_us: i64, observer: &Observer) -> Option<[f64; 3]> {
    let at = ChartMoment::from_utc(Instant::from_unix_micros(unix_us));
    let sky = Ephemeris::embedded().sky(at.tt).ok()?;
    let moon = sky.place(Body::Moon).ok()?;
    let angles = Angles::compute(&HouseFrame {
        armc_deg: sky.armc_deg(at.ut1, observer.longitude_deg),
        obliquity_deg: sky.true_obliquity_deg(),
        latitude_deg: observer.latitude_deg,
        sun_declination_deg: 0.0,
        ayanamsha_deg: 0.0,
    });
    Some([
        angles.ascendant_deg,
        angles.midheaven_deg,
        moon.longitude_deg,
    ])
}

fn changes(used_us: i64, other_us: i64, observer: &Observer) -> Option<ReadingChanges> {
    let (used, other) = (sky_deg(used_us, observer)?, sky_deg(other_us, observer)?);
    let change = |index: usize| difference_deg(other[index], used[index]).into();
    Some(ReadingChanges {
        ascendant: change(0),
        midheaven: change(1),
        moon: change(2),
    })
}

#[cfg(test)]
mod tests {
    use crate::dto::location::Location;
    use crate::dto::moment::{CalendarName, DateInterpretation, LocalDateTimeInput, MomentMeta};

    fn meta(
        (latitude, longitude): (f64, f64),
        timezone: Option<&str>,
        date_time: &str,
        calendar: Option<CalendarName>,
    ) -> MomentMeta {
        let location = Location {
            timezone: timezone.map(ToOwned::to_owned),
            ..Location::at(latitude, longitude)
        };
        let input = LocalDateTimeInput {
            date_time,
            date_time_field: "dateTime",
            location: &location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar,
                clock_change: None,
            },
        };
        let when = input.resolve_civil(&|_| Some(0.0)).unwrap();
        input.meta(&when).unwrap()
    }

    fn codes(meta: &MomentMeta) -> Vec<&'static str> {
        meta.warnings.iter().map(|it| it.code).collect()
    }

    const WOOLSTHORPE: (f64, f64) = (52.81, -0.63);
    const STOCKHOLM: (f64, f64) = (59.33, 18.07);

    #[test]
    fn a_date_that_may_be_julian_comes_with_both_readings() {
        // Newton: Christmas 1642 in England was 4 January 1643 in the Gregorian calendar.
        let newton = meta(WOOLSTHORPE, None, "1642-12-25T02:00", None);
        assert_eq!(newton.utc, "1642-12-25T02:02:31.2Z");
        assert_eq!(
            (newton.confidence, codes(&newton)[0]),
            ("low", "calendar_assumed")
        );
        let [other] = newton.readings.as_slice() else {
            panic!("{:?}", newton.readings);
        };
        assert_eq!(other.utc, "1643-01-04T02:02:31.2Z");
        assert_eq!(other.calendar, Some(CalendarName::Julian));
        // Ten days later the Midheaven is ten days of the Sun further on, about ten degrees.
        let changes = other.changes.unwrap();
        assert!(
            (8.0..13.0).contains(&changes.midheaven.value()),
            "{changes:?}"
        );
    }

    #[test]
    fn a_stated_calendar_is_silent() {
        for (calendar, utc) in [
            (CalendarName::Julian, "1643-01-04T02:02:31.2Z"),
            (CalendarName::Gregorian, "1642-12-25T02:02:31.2Z"),
        ] {
            let newton = meta(WOOLSTHORPE, None, "1642-12-25T02:00", Some(calendar));
            assert_eq!(newton.utc, utc);
            assert!(!codes(&newton).contains(&"calendar_assumed"));
            assert!(newton.readings.is_empty());
        }
    }

    #[test]
    fn countries_are_asked_for_their_calendar_until_they_changed() {
        // Grotefend (tz database, calendars); U.S. SSA, POMS GN 00307.180; national edicts.
        for (place, date, expected) in [
            (WOOLSTHORPE, "1752-09-02", Some("calendar_assumed")),
            (WOOLSTHORPE, "1752-09-14", None),
            ((55.76, 37.62), "1918-01-31", Some("calendar_assumed")),
            ((55.76, 37.62), "1918-02-14", None),
            ((37.98, 23.73), "1923-02-15", Some("calendar_assumed")),
            ((37.98, 23.73), "1923-03-01", None),
            ((42.70, 23.32), "1916-03-31", Some("calendar_assumed")),
            ((42.70, 23.32), "1916-04-14", None),
            ((44.43, 26.10), "1919-03-31", Some("calendar_assumed")),
            ((46.77, 23.59), "1919-03-31", None),
            ((44.82, 20.46), "1919-01-18", Some("calendar_assumed")),
            ((45.25, 19.84), "1900-01-18", None),
            ((52.52, 13.40), "1685-03-21", Some("calendar_assumed")),
            ((52.52, 13.40), "1700-03-01", None),
            ((52.37, 4.89), "1632-11-21", None),
            ((53.22, 6.57), "1632-11-21", Some("calendar_assumed")),
            ((53.22, 6.57), "1590-11-21", None),
            ((51.98, 5.91), "1700-06-30", Some("calendar_assumed")),
            ((51.98, 5.91), "1700-07-12", None),
            ((48.58, 7.75), "1681-12-31", Some("calendar_assumed")),
            ((48.85, 2.35), "1600-01-01", None),
            ((48.85, 2.35), "1582-12-01", Some("calendar_assumed")),
            ((41.90, 12.50), "1582-10-15", None),
            ((54.71, 20.51), "1605-01-01", Some("calendar_assumed")),
            ((46.85, 9.53), "1750-01-01", Some("calendar_assumed")),
            ((47.37, 8.54), "1750-01-01", None),
            ((61.22, -149.90), "1867-10-06", Some("calendar_assumed")),
            ((61.22, -149.90), "1867-10-18", None),
            ((40.71, -74.01), "1750-01-01", Some("calendar_assumed")),
            ((56.95, 24.11), "1910-01-01", Some("calendar_assumed")),
            ((56.65, 23.71), "1700-01-01", None),
            ((56.65, 23.71), "1850-01-01", Some("calendar_assumed")),
            ((54.69, 25.28), "1850-01-01", Some("calendar_assumed")),
            ((54.69, 25.28), "1920-01-01", None),
            ((52.23, 21.01), "1850-01-01", None),
            ((49.84, 24.03), "1850-01-01", None),
            ((41.72, 44.79), "1918-04-17", Some("calendar_assumed")),
            ((35.68, 139.69), "1872-12-31", Some("local_calendar")),
            ((35.68, 139.69), "1873-01-01", None),
            ((37.57, 126.98), "1895-12-31", Some("local_calendar")),
            ((31.22, 121.46), "1911-12-31", Some("local_calendar")),
            ((41.01, 28.95), "1917-02-28", Some("local_calendar")),
            ((41.01, 28.95), "1917-03-01", None),
        ] {
            let found = meta(place, None, &format!("{date}T12:00"), None);
            let code = codes(&found)
                .into_iter()
                .find(|it| ["calendar_assumed", "local_calendar"].contains(it));
            assert_eq!(code, expected, "{place:?} {date}");
        }
    }

    #[test]
    fn sweden_has_a_calendar_of_its_own() {
        let found = meta(
            STOCKHOLM,
            None,
            "1712-02-30T12:00",
            Some(CalendarName::Swedish),
        );
        // The Julian 29 February, eleven days behind the Gregorian calendar.
        assert!(found.utc.starts_with("1712-03-11T10:47"), "{}", found.utc);
        let assumed = meta(STOCKHOLM, None, "1709-06-28T12:00", None);
        assert_eq!(assumed.readings[0].calendar, Some(CalendarName::Swedish));
        assert!(
            assumed.readings[0].utc.starts_with("1709-07-08"),
            "{:?}",
            assumed.readings
        );
        let later = meta(STOCKHOLM, None, "1740-01-01T12:00", None);
        assert_eq!(later.readings[0].calendar, Some(CalendarName::Julian));
    }

    #[test]
    fn a_date_in_utc_is_not_one_of_a_town() {
        let found = meta((51.48, 0.0), Some("UTC"), "1642-12-25T02:00", None);
        assert!(
            found.readings.is_empty() && found.warnings.is_empty(),
            "{found:?}"
        );
    }

    #[test]
    fn a_named_zone_is_obeyed_and_the_clock_of_the_place_stands_beside_it() {
        let strasbourg = (48.58, 7.75);
        let found = meta(strasbourg, Some("Europe/Paris"), "1900-06-01T12:00", None);
        assert_eq!(found.utc, "1900-06-01T11:50:39Z");
        assert_eq!(
            (found.confidence, codes(&found)[0]),
            ("low", "named_zone_differs")
        );
        assert_eq!(found.readings[0].utc, "1900-06-01T11:00:00Z");
        // Three quarters of an hour and six minutes: 12.7 degrees of right ascension.
        let midheaven = found.readings[0].changes.unwrap().midheaven.value();
        assert!((-14.0..-10.5).contains(&midheaven), "{midheaven}");
        // Another zone than today's is the caller's own knowledge.
        let own = meta(strasbourg, Some("Europe/Berlin"), "1900-06-01T12:00", None);
        assert_eq!(
            (own.utc.as_str(), own.confidence),
            ("1900-06-01T11:00:00Z", "medium")
        );
        assert!(own.readings.is_empty());
    }

    #[test]
    fn a_day_has_other_readings_without_angles() {
        let groningen = meta((53.22, 6.57), None, "1900-06-01", None);
        assert_eq!(groningen.readings.len(), 2);
        assert!(groningen.readings.iter().all(|it| it.changes.is_none()));
    }

    #[test]
    fn other_clocks_say_what_they_change() {
        let groningen = meta((53.22, 6.57), None, "1900-06-01T12:00", None);
        assert_eq!(
            (groningen.offset_source, groningen.confidence),
            ("localMeanTimeOfZone", "low")
        );
        let utc: Vec<&str> = groningen
            .readings
            .iter()
            .map(|it| it.utc.as_str())
            .collect();
        assert_eq!(utc, ["1900-06-01T11:40:28Z", "1900-06-01T12:00:00Z"]);
        for (reading, minutes) in groningen.readings.iter().zip([6.75, 26.28]) {
            let changes = reading.changes.unwrap();
            // The Moon moves by about half a degree in an hour.
            assert!((changes.moon.value() - minutes / 60.0 * 0.55).abs() < 0.06);
            assert!(changes.midheaven.value() > 0.2 * minutes);
            assert!(changes.ascendant.value() > 0.0);
        }
    }
}
