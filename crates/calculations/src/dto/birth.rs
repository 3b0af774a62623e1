//! Births in requests: one, or two to compare, in either of the two notations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::location::Location;
use super::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use super::moment::{DateInterpretation, LocalDateTimeInput};
use http_api::{ErrorCode, Problem, Source};

/// A birth. The place is `location`, or `latitude`, `longitude` and `timezone` beside the date.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, from = "PersonFields")]
#[schemars(with = "PersonFields")]
pub struct Person {
    /// Local date and time of birth.
    pub date_time: String,
    /// The birthplace in either notation, or the fields that are missing or contradict each other.
    #[serde(flatten)]
    place: PersonPlace,
    /// Calendar of the date.
    pub calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    pub clock_change: Option<ClockChangeName>,
    /// Name, for display.
    pub name: Option<String>,
}

/// The birthplace of a person.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", untagged)]
enum PersonPlace {
    Given {
        location: Location,
    },
    /// Neither notation is complete.
    Missing {},
    /// Both notations were used.
    Twice {},
}

/// A birth as it is sent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Person", deny_unknown_fields)]
struct PersonFields {
    /// Local date and time of birth. A date without a time means that the birth time is unknown.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Option<Location>,
    /// Latitude of the birthplace in degrees, positive north. Instead of `location`.
    #[schemars(range(min = -90, max = 90))]
    latitude: Option<f64>,
    /// Longitude of the birthplace in degrees, positive east. Instead of `location`.
    #[schemars(range(min = -180, max = 180))]
    longitude: Option<f64>,
    /// Time zone of the birthplace, as in `location`. Instead of `location`.
    #[schemars(length(min = 1, max = 64))]
    timezone: Option<String>,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Name of the person. For display only.
    #[schemars(length(max = 200))]
    name: Option<String>,
}

impl From<PersonFields> for Person {
    fn from(fields: PersonFields) -> Self {
        let has_flat =
            fields.latitude.is_some() || fields.longitude.is_some() || fields.timezone.is_some();
        let place = match (fields.location, fields.latitude, fields.longitude) {
            (Some(_), ..) if has_flat => PersonPlace::Twice {},
            (Some(location), ..) => PersonPlace::Given { location },
            (None, Some(latitude), Some(longitude)) => PersonPlace::Given {
                location: Location {
                    timezone: fields.timezone,
                    ..Location::at(latitude, longitude)
                },
            },
            _ => PersonPlace::Missing {},
        };
        Self {
            date_time: fields.date_time,
            place,
            calendar: fields.calendar,
            clock_change: fields.clock_change,
            name: fields.name,
        }
    }
}

impl Person {
    fn location(&self, names: &Names) -> Result<&Location, Vec<Problem>> {
        let person = names.person;
        let (code, detail) = match &self.place {
            PersonPlace::Given { location } => return Ok(location),
            PersonPlace::Missing {} => (
                ErrorCode::FieldMissing,
                format!(
                    "`{person}.location` is required, or `latitude` and `longitude` in `{person}`."
                ),
            ),
            PersonPlace::Twice {} => (
                ErrorCode::FieldsConflict,
                format!(
                    "`{person}.location` and the coordinates in `{person}` describe the same place. Send only one of them."
                ),
            ),
        };
        let at = Source::Pointer(format!("/{}", names.person_location));
        Err(vec![Problem::new(code, detail).at(at)])
    }
}

/// Two births, given either as `dateTime1`, `location1`, `dateTime2` and `location2` or as the
/// objects `person1` and `person2`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TwoBirths {
    /// Local date and time of the first birth.
    #[schemars(extend("format" = DATE_TIME, "x-required-unless" = "person1"))]
    date_time1: Option<String>,
    /// Place of the first birth.
    #[schemars(extend("x-required-unless" = "person1"))]
    location1: Option<Location>,
    /// Calendar of `dateTime1`. Required before 1582-10-15.
    calendar1: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
    /// forward and it was skipped.
    clock_change1: Option<ClockChangeName>,
    /// Local date and time of the second birth.
    #[schemars(extend("format" = DATE_TIME, "x-required-unless" = "person2"))]
    date_time2: Option<String>,
    /// Place of the second birth.
    #[schemars(extend("x-required-unless" = "person2"))]
    location2: Option<Location>,
    /// Calendar of `dateTime2`. Required before 1582-10-15.
    calendar2: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
    /// forward and it was skipped.
    clock_change2: Option<ClockChangeName>,
    /// First birth, as one object.
    #[schemars(extend("x-undocumented" = true))]
    person1: Option<Person>,
    /// Second birth, as one object.
    #[schemars(extend("x-undocumented" = true))]
    person2: Option<Person>,
}

/// The names of a birth's fields, in both notations.
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
    /// Whether a birth time is unknown: its date has no time.
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
    /// A field is missing or given twice.
    pub fn first(&self) -> Result<LocalDateTimeInput<'_>, Vec<Problem>> {
        let interpretation = DateInterpretation {
            calendar: self.calendar1,
            clock_change: self.clock_change1,
        };
        let parts = (self.date_time1.as_deref(), self.location1.as_ref());
        birth(parts, interpretation, self.person1.as_ref(), &FIRST)
    }

    /// The second birth.
    ///
    /// # Errors
    ///
    /// A field is missing or given twice.
    pub fn second(&self) -> Result<LocalDateTimeInput<'_>, Vec<Problem>> {
        let interpretation = DateInterpretation {
            calendar: self.calendar2,
            clock_change: self.clock_change2,
        };
        let parts = (self.date_time2.as_deref(), self.location2.as_ref());
        birth(parts, interpretation, self.person2.as_ref(), &SECOND)
    }

    /// The fields that the birth times came from, for problems with the times themselves.
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

    /// The names of both, if given.
    pub fn names(&self) -> [Option<&str>; 2] {
        [
            self.person1.as_ref().and_then(|it| it.name.as_deref()),
            self.person2.as_ref().and_then(|it| it.name.as_deref()),
        ]
    }
}

fn birth<'a>(
    (date_time, location): (Option<&'a str>, Option<&'a Location>),
    interpretation: DateInterpretation,
    person: Option<&'a Person>,
    names: &'static Names,
) -> Result<LocalDateTimeInput<'a>, Vec<Problem>> {
    let missing = |field: &str| {
        let detail = format!("`{field}` is required.");
        let problem = Problem::new(ErrorCode::FieldMissing, detail);
        problem.at(Source::Pointer(format!("/{field}")))
    };
    let outer = interpretation.calendar.is_some() || interpretation.clock_change.is_some();
    match (person, date_time, location) {
        (Some(person), None, None) if !outer => Ok(LocalDateTimeInput {
            date_time: &person.date_time,
            date_time_field: names.person_date_time,
            location: person.location(names)?,
            location_field: names.person_location,
            interpretation: DateInterpretation {
                calendar: person.calendar,
                clock_change: person.clock_change,
            },
        }),
        (None, Some(date_time), Some(location)) => Ok(LocalDateTimeInput {
            date_time,
            date_time_field: names.date_time,
            location,
            location_field: names.location,
            interpretation,
        }),
        (Some(_), ..) => {
            let other = if date_time.is_some() {
                names.date_time
            } else if location.is_some() {
                names.location
            } else if interpretation.calendar.is_some() {
                names.calendar
            } else {
                names.clock_change
            };
            let person = names.person;
            let detail =
                format!("`{person}` and `{other}` describe the same birth. Send only one of them.");
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

/// A birth with a known time.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TimedBirth {
    /// Local date and time of birth. The time is required.
    #[schemars(extend("format" = DATE_TIME))]
    pub birth_date_time: String,
    /// Birthplace.
    pub birth_location: Location,
    /// Calendar of `birthDateTime`. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
}

impl TimedBirth {
    /// Time and place.
    pub fn when(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.birth_date_time,
            date_time_field: "birthDateTime",
            location: &self.birth_location,
            location_field: "birthLocation",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }
}

/// A birth and a target date.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct BirthAndTarget {
    #[serde(flatten)]
    pub(crate) birth: TimedBirth,
    /// Target date. A date without a time means 00:00 in the time zone of the birthplace.
    #[schemars(extend("format" = DATE_TIME))]
    pub target_date: String,
    /// Calendar of `targetDate`. Required before 1582-10-15.
    target_calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
    /// forward and it was skipped.
    target_clock_change: Option<ClockChangeName>,
}

impl BirthAndTarget {
    /// The target date, on the clock of the birthplace.
    pub fn target(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.target_date,
            date_time_field: "targetDate",
            interpretation: DateInterpretation {
                calendar: self.target_calendar,
                clock_change: self.target_clock_change,
            },
            ..self.birth.when()
        }
    }
}
