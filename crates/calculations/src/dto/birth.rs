//! Births in requests: one, or two to compare, in either of the spellings clients use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::instant::{Reading, TimePlace};
use super::location::Location;
use super::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use http_api::{ErrorCode, Problem, Source};

/// A birth as an object.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Person {
    /// What the clock showed; a date alone means that the time of birth is unknown.
    #[schemars(extend("format" = DATE_TIME))]
    pub date_time: String,
    /// Where.
    pub location: Location,
    /// The calendar of the date; required before 1582-10-15.
    pub calendar: Option<CalendarName>,
    /// Which reading is meant where clocks were changed.
    pub clock_change: Option<ClockChangeName>,
    /// What the person is called. Only shown.
    #[schemars(length(max = 200))]
    pub name: Option<String>,
}

/// Two births, as `dateTime1`, `location1`, `dateTime2`, `location2` or as the objects `person1`
/// and `person2`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TwoBirths {
    /// The first birth's time, where `person1` is not given.
    #[schemars(extend("format" = DATE_TIME))]
    date_time1: Option<String>,
    /// The first birth's place, where `person1` is not given.
    location1: Option<Location>,
    /// The calendar of the first date.
    calendar1: Option<CalendarName>,
    /// Which reading of the first time is meant where clocks were changed.
    clock_change1: Option<ClockChangeName>,
    /// The second birth's time, where `person2` is not given.
    #[schemars(extend("format" = DATE_TIME))]
    date_time2: Option<String>,
    /// The second birth's place, where `person2` is not given.
    location2: Option<Location>,
    /// The calendar of the second date.
    calendar2: Option<CalendarName>,
    /// Which reading of the second time is meant where clocks were changed.
    clock_change2: Option<ClockChangeName>,
    /// The first birth as one object.
    person1: Option<Person>,
    /// The second birth as one object.
    person2: Option<Person>,
}

/// The names of a birth's fields, in both spellings.
struct Names {
    date_time: &'static str,
    location: &'static str,
    calendar: &'static str,
    clock_change: &'static str,
    person: &'static str,
    person_date_time: &'static str,
    person_location: &'static str,
}

const FIRST: Names = Names {
    date_time: "dateTime1",
    location: "location1",
    calendar: "calendar1",
    clock_change: "clockChange1",
    person: "person1",
    person_date_time: "person1/dateTime",
    person_location: "person1/location",
};

const SECOND: Names = Names {
    date_time: "dateTime2",
    location: "location2",
    calendar: "calendar2",
    clock_change: "clockChange2",
    person: "person2",
    person_date_time: "person2/dateTime",
    person_location: "person2/location",
};

impl TwoBirths {
    /// Whether the time of a birth is unknown: its date stands alone.
    pub fn lacks_a_time(&self) -> bool {
        let persons = [&self.person1, &self.person2].into_iter().flatten();
        let dates = [&self.date_time1, &self.date_time2].into_iter().flatten();
        let mut all = dates.chain(persons.map(|it| &it.date_time));
        all.any(|it| !it.contains('T'))
    }

    /// The first birth.
    ///
    /// # Errors
    ///
    /// What is missing or said twice.
    pub fn first(&self) -> Result<TimePlace<'_>, Vec<Problem>> {
        let reading = Reading {
            calendar: self.calendar1,
            clock_change: self.clock_change1,
        };
        let parts = (self.date_time1.as_deref(), self.location1.as_ref());
        birth(parts, reading, self.person1.as_ref(), &FIRST)
    }

    /// The second birth.
    ///
    /// # Errors
    ///
    /// What is missing or said twice.
    pub fn second(&self) -> Result<TimePlace<'_>, Vec<Problem>> {
        let reading = Reading {
            calendar: self.calendar2,
            clock_change: self.clock_change2,
        };
        let parts = (self.date_time2.as_deref(), self.location2.as_ref());
        birth(parts, reading, self.person2.as_ref(), &SECOND)
    }

    /// Where the times of both came from, for what is wrong with the moments themselves.
    pub fn date_time_fields(&self) -> [&'static str; 2] {
        let field = |is_person: bool, names: &Names| {
            if is_person {
                names.person_date_time
            } else {
                names.date_time
            }
        };
        [
            field(self.person1.is_some(), &FIRST),
            field(self.person2.is_some(), &SECOND),
        ]
    }

    /// The names of both, where they have one.
    pub fn names(&self) -> [Option<&str>; 2] {
        [
            self.person1.as_ref().and_then(|it| it.name.as_deref()),
            self.person2.as_ref().and_then(|it| it.name.as_deref()),
        ]
    }
}

fn birth<'a>(
    (date_time, location): (Option<&'a str>, Option<&'a Location>),
    reading: Reading,
    person: Option<&'a Person>,
    names: &'static Names,
) -> Result<TimePlace<'a>, Vec<Problem>> {
    let missing = |field: &str| {
        let detail = format!("`{field}` is missing: nothing is assumed in its place");
        let problem = Problem::new(ErrorCode::FieldsConflict, detail);
        problem.at(Source::Pointer(format!("/{field}")))
    };
    let outer = reading.calendar.is_some() || reading.clock_change.is_some();
    match (person, date_time, location) {
        (Some(person), None, None) if !outer => Ok(TimePlace {
            date_time: &person.date_time,
            date_time_field: names.person_date_time,
            location: &person.location,
            location_field: names.person_location,
            reading: Reading {
                calendar: person.calendar,
                clock_change: person.clock_change,
            },
        }),
        (None, Some(date_time), Some(location)) => Ok(TimePlace {
            date_time,
            date_time_field: names.date_time,
            location,
            location_field: names.location,
            reading,
        }),
        (Some(_), ..) => {
            let other = if date_time.is_some() {
                names.date_time
            } else if location.is_some() {
                names.location
            } else if reading.calendar.is_some() {
                names.calendar
            } else {
                names.clock_change
            };
            let person = names.person;
            let detail =
                format!("`{person}` and `{other}` are about the same birth: send one of them");
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            Err(vec![problem.at(Source::Pointer(format!("/{person}")))])
        }
        (None, date_time, location) => {
            let absent = [
                (date_time.is_none(), names.date_time),
                (location.is_none(), names.location),
            ];
            let absent = absent.into_iter().filter(|(is_absent, _)| *is_absent);
            Err(absent.map(|(_, field)| missing(field)).collect())
        }
    }
}

/// A birth of which the time is known.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TimedBirth {
    /// What the clock showed at birth. The time is needed.
    #[schemars(extend("format" = DATE_TIME))]
    pub birth_date_time: String,
    /// Where the birth was.
    pub birth_location: Location,
    /// The calendar of the date of birth; required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which reading of the time of birth is meant where clocks were changed.
    clock_change: Option<ClockChangeName>,
}

impl TimedBirth {
    /// When and where.
    pub fn when(&self) -> TimePlace<'_> {
        TimePlace {
            date_time: &self.birth_date_time,
            date_time_field: "birthDateTime",
            location: &self.birth_location,
            location_field: "birthLocation",
            reading: Reading {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }
}

/// A birth, and a date in the life that began with it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct BirthAndTarget {
    #[serde(flatten)]
    pub(crate) birth: TimedBirth,
    /// The date asked about; a bare date means 00:00 in the zone of birth.
    #[schemars(extend("format" = DATE_TIME))]
    pub target_date: String,
    /// The calendar of `targetDate`; required before 1582-10-15.
    target_calendar: Option<CalendarName>,
    /// Which reading of `targetDate` is meant where clocks were changed.
    target_clock_change: Option<ClockChangeName>,
}

impl BirthAndTarget {
    /// The date, on the clock of birth.
    pub fn target(&self) -> TimePlace<'_> {
        TimePlace {
            date_time: &self.target_date,
            date_time_field: "targetDate",
            reading: Reading {
                calendar: self.target_calendar,
                clock_change: self.target_clock_change,
            },
            ..self.birth.when()
        }
    }
}
