//! The birth time of a request: `dateTime`, `location`, `calendar` and `clockChange` become an
//! instant, a day if the time is unknown, or an error that says what to add. Every calculation
//! resolves its times here, so all of them interpret times alike.

use ephemeris::Observer;
use places::reform::{OldCalendar, OldCalendarKind};
use places::{
    BirthClock, Calendar, CivilMoment, ClockChange, DateError, DayError, DaySpan, EquationOfTime,
    ParsedDateTime, Resolution, StatedError, SunUnknown, Zone, resolve, resolve_day,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::clock_reading::ClockReading;
use super::closed_sets::{OffsetSourceName, TimezoneSourceName};
use super::location::{LocalClock, Location};
use super::meta::{EphemerisMeta, Warning};
use http_api::{ApiError, ErrorCode, Problem, Source};

/// The name of the text format of `dateTime` fields.
pub const DATE_TIME_FORMAT: &str = "local-date-time";

/// The same as a regular expression: a day of the Julian, the Gregorian or the Swedish calendar,
/// from year 1, optionally with a time of day, which may have an offset of up to 18 hours.
pub const DATE_TIME_PATTERN: &str = concat!(
    r"^(",
    r"([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(",
    r"(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])",
    r"|(0[469]|11)-(0[1-9]|[12][0-9]|30)",
    r"|02-(0[1-9]|1[0-9]|2[0-8]))",
    r"|(00(0[48]|[2468][048]|[13579][26])|(0[1-9]|[1-9][0-9])([02468][048]|[13579][26]))-02-29",
    r"|1712-02-30)",
    r"(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]{1,9})?)?",
    r"(Z|[+-]((0[0-9]|1[0-7]):[0-5][0-9](:[0-5][0-9])?|18:00(:00)?))?)?$",
);

/// The calendar of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CalendarName {
    /// Gregorian calendar, in use since 1582.
    Gregorian,
    /// Julian calendar, in use until 1582 and longer in some countries: until 1752 in England and
    /// 1918 in Russia.
    Julian,
    /// Civil calendar of Sweden and Finland: from 1700-03-01 to 1712-02-30 a day ahead of the
    /// Julian one, then Julian until 1753-02-17.
    Swedish,
}

impl CalendarName {
    /// The calendar of that name.
    pub const fn calendar(self) -> Calendar {
        match self {
            Self::Gregorian => Calendar::Gregorian,
            Self::Julian => Calendar::Julian,
            Self::Swedish => Calendar::Swedish,
        }
    }

    /// The name of a calendar.
    const fn of(calendar: Calendar) -> Self {
        match calendar {
            Calendar::Gregorian => Self::Gregorian,
            Calendar::Julian => Self::Julian,
            Calendar::Swedish => Self::Swedish,
        }
    }
}

/// Which instant to use if clocks were set back and a local time occurred twice, or were set forward
/// and it was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClockChangeName {
    /// The earlier instant.
    Earlier,
    /// The later instant.
    Later,
}

/// How to interpret a date.
#[derive(Clone, Copy, Debug, Default)]
pub struct DateInterpretation {
    /// The calendar, if given.
    pub calendar: Option<CalendarName>,
    /// Which instant to use when clocks were changed, if given.
    pub clock_change: Option<ClockChangeName>,
}

/// A local time and its place, as a request gives them, with the names of their fields.
#[derive(Clone, Copy, Debug)]
pub struct LocalDateTimeInput<'a> {
    /// Local time, with or without an offset. A date alone if the time is unknown.
    pub date_time: &'a str,
    /// The name of its field: `dateTime`, `birthDate`, `person1/dateTime` …
    pub date_time_field: &'a str,
    /// The place whose local time it is.
    pub location: &'a Location,
    /// The name of its field. Empty if its parts are fields of the request.
    pub location_field: &'a str,
    /// How to interpret the time.
    pub interpretation: DateInterpretation,
}

/// A local time, before it is converted to the time scales of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum CivilTime {
    /// To the minute, or better.
    Moment(CivilMoment),
    /// Known to the day.
    Day(DaySpan),
}

/// How a local time was interpreted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MomentMeta {
    /// Instant in UTC. If the time is unknown, the first instant of the day.
    #[schemars(extend("format" = "date-time"))]
    pub utc: String,
    /// End of the day or range, in UTC. Present if the time is unknown or for a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub utc_end: Option<String>,
    /// Offset of local time from UTC, such as `+01:19:32`.
    pub offset: String,
    /// Offset at the end of a range. Present if clocks were changed in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset_end: Option<String>,
    /// Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    /// belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time), `localMeanTime`, `localApparentTime`, `stated` (given with the
    /// time), or `computed` (an instant that was never a clock time).
    #[schemars(with = "OffsetSourceName")]
    pub offset_source: &'static str,
    /// Time zone used, if any.
    pub timezone: Option<&'static str>,
    /// Source of the time zone: `request` or `coordinates`.
    #[schemars(with = "Option<TimezoneSourceName>")]
    pub timezone_source: Option<&'static str>,
    /// Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`.
    pub abbreviation: Option<String>,
    /// Whether daylight saving time was in effect. Null if not applicable.
    pub dst: Option<bool>,
    /// Reliability of the offset: `high`, `medium` or `low`.
    #[schemars(extend("enum" = ["high", "medium", "low"]))]
    pub confidence: &'static str,
    /// Version of the tz database.
    pub zone_data_version: &'static str,
    /// Other readings of the local time that cannot be excluded, and what they change. Present with
    /// the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub readings: Vec<ClockReading>,
    /// Known uncertainties about this time and place.
    pub warnings: Vec<Warning>,
}

impl MomentMeta {
    /// What is known of an instant by itself.
    pub fn of(moment: &CivilMoment) -> Self {
        let warnings = moment.cautions().into_iter().map(|it| Warning {
            code: it.id,
            detail: it.text.into(),
            source: Some(it.source),
        });
        Self {
            utc: utc(moment.unix_us),
            utc_end: None,
            offset: moment.offset.to_string(),
            offset_end: None,
            offset_source: moment.source.name(),
            timezone: moment.zone.map(Zone::name),
            timezone_source: None,
            abbreviation: moment.abbreviation.clone(),
            dst: moment.is_dst,
            confidence: moment.confidence().name(),
            zone_data_version: Zone::data_version(),
            readings: Vec::new(),
            warnings: warnings.collect(),
        }
    }
}

impl LocalDateTimeInput<'_> {
    fn date_time_pointer(&self) -> String {
        format!("/{}", self.date_time_field)
    }

    fn location_pointer(&self) -> String {
        match self.location_field {
            "" => String::new(),
            field => format!("/{field}"),
        }
    }

    /// The instant.
    ///
    /// # Errors
    ///
    /// The zone, the calendar or a clock change leaves the time undefined. `field_format` for a
    /// text that is not a date and time.
    pub fn resolve_civil(
        &self,
        equation_of_time: EquationOfTime<'_>,
    ) -> Result<CivilTime, ApiError> {
        let stated = self.stated();
        let pointer = self.location_pointer();
        let place = self.location.coordinates(&pointer)?;
        let (stated, clock) = match (stated, self.location.clock(&pointer)) {
            (Ok(stated), Ok(clock)) => (stated, clock),
            // Both are reported at once.
            (Err(one), Err(other)) => return Err(one.and(other)),
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        let clock = birth_clock(&stated, clock, equation_of_time);
        let Some(time) = stated.time else {
            let day = resolve_day(stated.date, clock, place);
            return day.map(CivilTime::Day).map_err(|error| match error {
                DayError::Skipped { .. } => self
                    .at_date(ErrorCode::BirthDateSkipped, error.to_string())
                    .into(),
                DayError::SunUnknown(unknown) => self.sun_unknown(unknown),
            });
        };
        let resolution = resolve(stated.date, time, clock, place)
            .map_err(|unknown| self.sun_unknown(unknown))?;
        match (resolution, self.interpretation.clock_change) {
            (Resolution::Unique(moment), _) => Ok(CivilTime::Moment(moment)),
            (either, Some(ClockChangeName::Earlier)) => {
                Ok(CivilTime::Moment(either.choose(ClockChange::Earlier)))
            }
            (either, Some(ClockChangeName::Later)) => {
                Ok(CivilTime::Moment(either.choose(ClockChange::Later)))
            }
            (either, None) => Err(self.undecided(&either)),
        }
    }

    /// The metadata for the response.
    ///
    /// # Errors
    ///
    /// As [`Self::resolve_civil`]. None for a location that was resolved before.
    pub fn meta(&self, when: &CivilTime) -> Result<MomentMeta, ApiError> {
        let (moment, end) = match when {
            CivilTime::Moment(moment) => (moment, None),
            CivilTime::Day(day) => (&day.start, Some(&day.end)),
        };
        let clock = self.location.clock(&self.location_pointer())?;
        let zone_source = match clock {
            LocalClock::Zone { is_named: true, .. } => Some("request"),
            LocalClock::Zone { .. } => Some("coordinates"),
            LocalClock::Mean | LocalClock::Apparent => None,
        };
        let mut meta = MomentMeta {
            timezone_source: moment.zone.and(zone_source),
            utc_end: end.map(|it| utc(it.unix_us)),
            ..MomentMeta::of(moment)
        };
        let observer = self.observer_of_changes(&meta);
        let others = moment.alternatives.iter();
        meta.readings = others
            .map(|it| ClockReading::of_clock(moment, it, observer.as_ref()))
            .collect();
        self.compare_with_place(clock, moment, &mut meta)?;
        self.doubt_calendar(clock, moment, &mut meta)?;
        Ok(meta)
    }

    /// Who sees what another reading changes. None for a day: it has no angles, and the Moon of its first instant says
    /// little.
    fn observer_of_changes(&self, meta: &MomentMeta) -> Option<Observer> {
        meta.utc_end.is_none().then(|| self.location.observer())
    }

    /// Warns if the request names the zone of the place, but the place did not follow that zone.
    fn compare_with_place(
        &self,
        clock: LocalClock,
        moment: &CivilMoment,
        meta: &mut MomentMeta,
    ) -> Result<(), ApiError> {
        let LocalClock::Zone {
            zone,
            is_named: true,
        } = clock
        else {
            return Ok(());
        };
        let place = self.location.coordinates(&self.location_pointer())?;
        let stated = self.stated()?;
        if moment.unix_us >= 0 || stated.offset.is_some() || !zone.is_same(Zone::at(place)) {
            return Ok(());
        }
        let time = stated.time.unwrap_or(places::ClockTime::MIDNIGHT);
        let Ok(likely) = resolve(stated.date, time, BirthClock::Place(zone), place) else {
            return Ok(());
        };
        let likely = likely.choose(ClockChange::Earlier);
        let (Some(attested), true) = (likely.jurisdiction, likely.unix_us != moment.unix_us) else {
            return Ok(());
        };
        let alternative = places::Alternative {
            unix_us: likely.unix_us,
            offset: likely.offset,
            abbreviation: likely.abbreviation,
            text: attested.rule.text,
            source: attested.rule.source,
        };
        let observer = self.observer_of_changes(meta);
        let reading = ClockReading::of_clock(moment, &alternative, observer.as_ref());
        meta.readings.push(reading);
        meta.confidence = places::Confidence::Low.name();
        meta.warnings.insert(
            0,
            Warning {
                code: "named_zone_differs",
                detail: "The request names the time zone that the place has today. The clocks of the \
                         place did not follow it at this date: see `readings`. Leave out `timezone` to \
                         use the historical clock."
                    .into(),
                source: Some(attested.rule.source),
            },
        );
        Ok(())
    }

    /// Warns if the date was read as Gregorian although the place had not changed yet, and adds the
    /// other reading. A date in UTC is not one of a town.
    fn doubt_calendar(
        &self,
        clock: LocalClock,
        moment: &CivilMoment,
        meta: &mut MomentMeta,
    ) -> Result<(), ApiError> {
        let is_utc = |zone: Zone| Zone::named("Etc/UTC").is_ok_and(|utc| utc.is_same(zone));
        if self.interpretation.calendar.is_some()
            || matches!(clock, LocalClock::Zone { zone, is_named: true } if is_utc(zone))
        {
            return Ok(());
        }
        let place = self.location.coordinates(&self.location_pointer())?;
        let stated = self.stated()?;
        let date = stated.date;
        let written = (date.year(), date.month(), date.day());
        let Some(old) = OldCalendar::at(Zone::at(place), place, written) else {
            return Ok(());
        };
        let warning = |code, detail: &'static str| Warning {
            code,
            detail: format!("{} {detail}", old.text).into(),
            source: Some(old.source),
        };
        let OldCalendarKind::Written(calendar) = old.kind else {
            let detail = "The date was read as Gregorian. If it was converted from the local calendar, \
                          check the conversion. Set `calendar` to confirm.";
            meta.warnings.insert(0, warning("local_calendar", detail));
            return Ok(());
        };
        meta.confidence = places::Confidence::Low.name();
        let detail = "The date was read as Gregorian. `readings` has the other reading. Set `calendar` if \
                      you know it.";
        meta.warnings.insert(0, warning("calendar_assumed", detail));
        if let Ok(stated) = ParsedDateTime::parse(self.date_time, Some(calendar)) {
            let time = stated.time.unwrap_or(places::ClockTime::MIDNIGHT);
            let clock = birth_clock(&stated, clock, &super::instant::equation_of_time_s);
            if let Ok(other) = resolve(stated.date, time, clock, place) {
                let reading = ClockReading::of_calendar(
                    moment,
                    &other.choose(ClockChange::Earlier),
                    CalendarName::of(calendar),
                    (old.text, old.source),
                    self.observer_of_changes(meta).as_ref(),
                );
                meta.readings.push(reading);
            }
        }
        Ok(())
    }

    fn stated(&self) -> Result<ParsedDateTime, ApiError> {
        let calendar = self.interpretation.calendar.map(CalendarName::calendar);
        ParsedDateTime::parse(self.date_time, calendar).map_err(|error| {
            let code = match &error {
                StatedError::Date(DateError::CalendarRequired { .. }) => {
                    ErrorCode::CalendarRequired
                }
                StatedError::Date(DateError::Day { .. }) => ErrorCode::DateNotInCalendar,
                _ => ErrorCode::FieldFormat,
            };
            // The message names `calendar`. Other dates than the first have a field of their own.
            let field = beside(self.date_time_field).0;
            let detail = error
                .to_string()
                .replace("`calendar`", &format!("`{field}`"));
            let problem = self.at_date(code, detail);
            let problem = match code {
                ErrorCode::CalendarRequired => problem
                    .with_meta("accepted", json!(["gregorian", "julian", "swedish"]))
                    .with_meta("field", field),
                _ => problem,
            };
            problem.into()
        })
    }

    fn at_date(&self, code: ErrorCode, detail: String) -> Problem {
        Problem::new(code, detail).at(Source::Pointer(self.date_time_pointer()))
    }

    /// Apparent time outside the span of the ephemeris.
    fn sun_unknown(&self, unknown: SunUnknown) -> ApiError {
        let span = EphemerisMeta::embedded();
        self.at_date(ErrorCode::OutsideEphemeris, unknown.to_string())
            .with_meta("body", "sun")
            .with_meta("from", span.from)
            .with_meta("to", span.to)
            .into()
    }

    /// Both candidates, so that the client can ask which one to use.
    fn undecided(&self, resolution: &Resolution) -> ApiError {
        let readings = resolution.readings();
        let zone = readings
            .first()
            .and_then(|it| it.zone)
            .map_or("", Zone::name);
        let (code, what, why) = match resolution {
            Resolution::Gap { .. } => (
                ErrorCode::BirthTimeSkipped,
                "did not occur",
                if resolution.crosses_date_line() {
                    format!(
                        " because {zone} switched to the other side of the International Date Line"
                    )
                } else {
                    " because the clocks went forward".to_owned()
                },
            ),
            _ => (
                ErrorCode::BirthTimeAmbiguous,
                "occurred twice",
                String::new(),
            ),
        };
        let (_, field) = beside(self.date_time_field);
        let detail = format!(
            "{} {what} in {zone}{why}. Set `{field}` to `earlier` or `later`.",
            self.date_time
        );
        let candidates: Vec<Value> = ["earlier", "later"]
            .iter()
            .zip(&readings)
            .map(|(name, moment)| candidate(name, moment))
            .collect();
        self.at_date(code, detail)
            .with_meta("timezone", zone)
            .with_meta("field", field)
            .with_meta("candidates", candidates)
            .into()
    }
}

/// The clock that a stated time refers to.
fn birth_clock<'a>(
    stated: &ParsedDateTime,
    clock: LocalClock,
    equation_of_time: EquationOfTime<'a>,
) -> BirthClock<'a> {
    match (stated.offset, clock) {
        (Some(offset), _) => BirthClock::Offset(offset),
        (
            None,
            LocalClock::Zone {
                zone,
                is_named: true,
            },
        ) => BirthClock::Zone(zone),
        (None, LocalClock::Zone { zone, .. }) => BirthClock::Place(zone),
        (None, LocalClock::Mean) => BirthClock::LocalMean,
        (None, LocalClock::Apparent) => BirthClock::LocalApparent(equation_of_time),
    }
}

/// The names of the `calendar` and `clockChange` fields of a date, by its field: every date of a
/// request has its own two.
fn beside(date_time_field: &str) -> (&'static str, &'static str) {
    match date_time_field {
        "dateTime1" => ("calendar1", "clockChange1"),
        "dateTime2" => ("calendar2", "clockChange2"),
        "person1/dateTime" => ("person1.calendar", "person1.clockChange"),
        "person2/dateTime" => ("person2.calendar", "person2.clockChange"),
        "transitDateStart" | "transitDateEnd" => ("transitCalendar", "transitClockChange"),
        "targetDate" => ("targetCalendar", "targetClockChange"),
        "returnDate" => ("returnCalendar", "returnClockChange"),
        _ => ("calendar", "clockChange"),
    }
}

fn candidate(name: &str, moment: &CivilMoment) -> Value {
    json!({
        "clockChange": name,
        "utc": utc(moment.unix_us),
        "offset": moment.offset.to_string(),
        "abbreviation": moment.abbreviation,
        "dst": moment.is_dst,
    })
}

/// An instant as text, `1930-06-01T10:40:28Z`, with a fraction only if there is one.
pub fn utc(unix_us: i64) -> String {
    jiff::Timestamp::from_microsecond(unix_us)
        .map_or_else(|_| utc_of_last_hours(unix_us), |it| it.to_string())
}

/// The hours around the end of the year 9999, which jiff cannot represent: it leaves room for
/// offsets.
fn utc_of_last_hours(unix_us: i64) -> String {
    const DAY_SECONDS: i64 = 86_400;
    const UNIX_EPOCH: i64 = 2_440_588;
    let seconds = unix_us.div_euclid(1_000_000);
    let (day, second) = (
        seconds.div_euclid(DAY_SECONDS),
        seconds.rem_euclid(DAY_SECONDS),
    );
    let (year, month, day) = Calendar::Gregorian.date(UNIX_EPOCH + day);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    let second = second % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Whether a text is a date with or without a time, in any calendar: what the schema can refuse.
///
/// # Errors
///
/// A sentence that says why not.
pub fn check_date_time(text: &str) -> Result<(), String> {
    // Every day of the Gregorian calendar has a Julian date of the same name. The Swedish calendar
    // has one day of its own.
    let stated = ParsedDateTime::parse(text, Some(Calendar::Julian));
    if ParsedDateTime::parse(text, Some(Calendar::Swedish)).is_ok() {
        return Ok(());
    }
    stated.map(drop).map_err(|error| match error {
        StatedError::Date(DateError::Day {
            year, month, day, ..
        }) => format!("{year:04}-{month:02}-{day:02} does not exist in any calendar."),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_fits_the_published_pattern_is_read(
            text in proptest::string::string_regex(DATE_TIME_PATTERN.trim_matches(['^', '$'])).unwrap()
        ) {
            prop_assert_eq!(check_date_time(&text), Ok(()), "{}", text);
        }
    }

    #[test]
    fn the_last_hours_of_the_year_9999_are_times_too() {
        // `date -u -d @253402300799` says 9999-12-31 23:59:59.
        let end = 253_402_300_800_i64;
        assert_eq!(utc((end - 1) * 1_000_000), "9999-12-31T23:59:59Z");
        assert_eq!(utc((end - 25 * 3_600) * 1_000_000), "9999-12-30T23:00:00Z");
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
    }

    fn location(latitude: f64, longitude: f64, timezone: Option<&str>) -> Location {
        Location {
            timezone: timezone.map(ToOwned::to_owned),
            ..Location::at(latitude, longitude)
        }
    }

    fn fields<'a>(date_time: &'a str, location: &'a Location) -> LocalDateTimeInput<'a> {
        LocalDateTimeInput {
            date_time,
            date_time_field: "dateTime",
            location,
            location_field: "location",
            interpretation: DateInterpretation::default(),
        }
    }

    fn refused(fields: LocalDateTimeInput<'_>) -> Problem {
        fields.resolve_civil(&|_| Some(0.0)).unwrap_err().problems()[0].clone()
    }

    #[test]
    fn an_ambiguous_time_comes_with_both_readings() {
        let rome = location(41.9, 12.5, None);
        let fields = fields("2023-10-29T02:30", &rome);
        let problem = refused(fields);
        assert_eq!(problem.code, ErrorCode::BirthTimeAmbiguous);
        let readings = &problem.meta["candidates"];
        assert_eq!(readings[0]["utc"], "2023-10-29T00:30:00Z");
        assert_eq!(readings[1]["utc"], "2023-10-29T01:30:00Z");
        for (choice, expected) in [
            (ClockChangeName::Earlier, "2023-10-29T00:30:00Z"),
            (ClockChangeName::Later, "2023-10-29T01:30:00Z"),
        ] {
            let interpretation = DateInterpretation {
                clock_change: Some(choice),
                ..fields.interpretation
            };
            let fields = LocalDateTimeInput {
                interpretation,
                ..fields
            };
            let when = fields.resolve_civil(&|_| Some(0.0)).unwrap();
            assert_eq!(fields.meta(&when).unwrap().utc, expected);
        }
    }

    #[test]
    fn apparent_time_outside_the_ephemeris_is_refused_with_the_span() {
        let place = location(48.2, 15.0, Some("LAT"));
        for text in ["2900-06-01T12:00", "2900-06-01"] {
            let error = fields(text, &place).resolve_civil(&|_| None).unwrap_err();
            let problem = &error.problems()[0];
            assert_eq!(problem.code, ErrorCode::OutsideEphemeris);
            assert_eq!(problem.meta["body"], "sun");
            assert!(
                problem.detail.contains("apparent time"),
                "{}",
                problem.detail
            );
        }
    }

    #[test]
    fn a_skipped_time_comes_with_both_readings() {
        let rome = location(41.9, 12.5, None);
        let problem = refused(fields("2023-03-26T02:30", &rome));
        assert_eq!(problem.code, ErrorCode::BirthTimeSkipped);
        assert_eq!(problem.meta["candidates"][0]["offset"], "+02:00");
        assert_eq!(problem.meta["candidates"][1]["offset"], "+01:00");
        let detail = problem.detail;
        assert!(
            detail.contains("because the clocks went forward."),
            "{detail}"
        );
    }

    #[test]
    fn a_time_on_a_day_that_a_place_skipped_names_the_date_line() {
        let samoa = location(-13.83, -171.76, None);
        let problem = refused(fields("2011-12-30T12:00", &samoa));
        assert_eq!(problem.code, ErrorCode::BirthTimeSkipped);
        assert_eq!(
            problem.detail,
            "2011-12-30T12:00 did not occur in Pacific/Apia because Pacific/Apia switched to the other \
             side of the International Date Line. Set `clockChange` to `earlier` or `later`."
        );
    }

    #[test]
    fn calendars_follow_their_rules() {
        let florence = location(43.77, 11.25, None);
        let early = fields("1475-03-06T01:45", &florence);
        assert_eq!(refused(early).code, ErrorCode::CalendarRequired);
        let interpretation = DateInterpretation {
            calendar: Some(CalendarName::Julian),
            ..early.interpretation
        };
        let julian = LocalDateTimeInput {
            interpretation,
            ..early
        };
        let when = julian.resolve_civil(&|_| Some(0.0)).unwrap();
        // Michelangelo: 6 March 1475 Julian is 15 March Gregorian; 01:45 at 11.25° E is 01:00 UTC.
        assert_eq!(julian.meta(&when).unwrap().utc, "1475-03-15T01:00:00Z");
        let leap = fields("1700-02-29T12:00", &florence);
        assert_eq!(refused(leap).code, ErrorCode::DateNotInCalendar);
    }

    #[test]
    fn a_day_alone_is_a_span_and_not_noon() {
        let berlin = location(52.52, 13.4, Some("Europe/Berlin"));
        let fields = fields("2024-03-31", &berlin);
        let when = fields.resolve_civil(&|_| Some(0.0)).unwrap();
        let meta = fields.meta(&when).unwrap();
        assert_eq!(meta.utc, "2024-03-30T23:00:00Z");
        assert_eq!(meta.utc_end.as_deref(), Some("2024-03-31T22:00:00Z"));
    }

    #[test]
    fn an_offset_wins_over_the_zone_and_apparent_time_asks_the_sun() {
        let place = location(48.0, 15.0, Some("Europe/Vienna"));
        let offset = fields("1990-01-01T12:00-05:00", &place);
        let when = offset.resolve_civil(&|_| Some(0.0)).unwrap();
        let meta = offset.meta(&when).unwrap();
        assert_eq!(
            (meta.utc.as_str(), meta.offset_source),
            ("1990-01-01T17:00:00Z", "stated")
        );
        assert_eq!(meta.timezone, None);
        let sundial = location(48.0, 15.0, Some("LAT"));
        let apparent = fields("1790-11-03T12:00", &sundial);
        let when = apparent.resolve_civil(&|_| Some(984.0)).unwrap();
        let meta = apparent.meta(&when).unwrap();
        assert_eq!(
            (meta.utc.as_str(), meta.offset.as_str()),
            ("1790-11-03T10:43:36Z", "+01:16:24")
        );
    }
}
