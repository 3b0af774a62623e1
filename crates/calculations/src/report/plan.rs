//! Which calculations a report needs, and how their errors point into the request of the report.

use http_api::{ApiError, Source};
use serde_json::{Map, Value, json};

use super::input::{ReportDate, ReportInput, ReportSubject, ReportType};

/// Days of a transit report and of a Moon calendar after the first.
const MONTH_DAYS: i32 = 30;
/// Days of a year ahead after the first.
const YEAR_DAYS: i32 = 365;
/// The points whose transits last long enough for a year.
const SLOW: [&str; 5] = ["jupiter", "saturn", "uranus", "neptune", "pluto"];

/// A calculation of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportStep {
    /// Its name, as in a batch.
    pub operation: &'static str,
    /// Its body.
    pub body: Map<String, Value>,
}

impl ReportInput {
    /// The calculations of the report, in order.
    ///
    /// # Errors
    ///
    /// A field that this kind of report requires is missing.
    pub fn steps(&self) -> Result<Vec<ReportStep>, ApiError> {
        Ok(match self.report_type {
            ReportType::Natal => vec![self.charted("natal", self.birth(["dateTime", "location"]))],
            ReportType::Synastry => vec![self.charted("synastry", self.pair()?)],
            ReportType::Composite => vec![self.charted("composite", self.pair()?)],
            ReportType::Transit => vec![self.transits(MONTH_DAYS, false)?],
            ReportType::SolarReturn => vec![self.solar_return()?],
            ReportType::LunarReturn => {
                let mut body = self.return_birth();
                body.insert("returnDate".to_owned(), json!(self.required_date()?.day()));
                vec![self.charted("lunar-return", body)]
            }
            ReportType::Progressions => {
                let mut body = self.birth(["birthDateTime", "birthLocation"]);
                body.insert(
                    "targetDate".to_owned(),
                    json!(self.required_date()?.written()),
                );
                vec![self.charted("progressions", body)]
            }
            ReportType::Numerology => vec![self.numerology()],
            ReportType::Chinese => self.chinese(),
            ReportType::YearAhead => vec![self.solar_return()?, self.transits(YEAR_DAYS, true)?],
            ReportType::MoonCalendar => vec![self.moon()?],
            ReportType::Vedic => {
                let birth = || self.birth(["dateTime", "location"]);
                let chart = self.with_texts("vedic/chart", birth());
                vec![chart, self.with_texts("vedic/dasha", birth())]
            }
        })
    }

    /// A birth under the names of its two fields.
    fn birth(&self, [date, location]: [&str; 2]) -> Map<String, Value> {
        let mut body = Map::new();
        add_birth(&mut body, &self.subject, [date, location], "");
        body
    }

    fn pair(&self) -> Result<Map<String, Value>, ApiError> {
        let mut body = Map::new();
        add_birth(&mut body, &self.subject, ["dateTime1", "location1"], "1");
        let partner = self.required_partner()?;
        add_birth(&mut body, partner, ["dateTime2", "location2"], "2");
        Ok(body)
    }

    fn return_birth(&self) -> Map<String, Value> {
        let mut body = self.birth(["birthDateTime", "birthLocation"]);
        body.insert("location".to_owned(), self.subject.birth_place.location());
        body
    }

    fn solar_return(&self) -> Result<ReportStep, ApiError> {
        let mut body = self.return_birth();
        body.insert("returnYear".to_owned(), json!(self.required_date()?.year));
        Ok(self.charted("solar-return", body))
    }

    fn transits(&self, days: i32, slow: bool) -> Result<ReportStep, ApiError> {
        let date = self.required_date()?;
        let mut body = self.birth(["birthDate", "birthLocation"]);
        body.insert("transitDateStart".to_owned(), json!(date.day()));
        body.insert("transitDateEnd".to_owned(), json!(later(date, days)));
        let place = self.subject.birth_place.location();
        body.insert("transitLocation".to_owned(), place);
        if slow {
            body.insert("transitPoints".to_owned(), json!(SLOW));
        }
        Ok(self.charted("transit", body))
    }

    fn moon(&self) -> Result<ReportStep, ApiError> {
        let date = self.required_date()?;
        let mut body = Map::new();
        body.insert("startDate".to_owned(), json!(date.day()));
        body.insert("endDate".to_owned(), json!(later(date, MONTH_DAYS)));
        let place = self.subject.birth_place.location();
        body.insert("location".to_owned(), place);
        Ok(self.with_texts("moon-calendar/range", body))
    }

    fn numerology(&self) -> ReportStep {
        let mut body = Map::new();
        let subject = &self.subject;
        body.insert("dateTime".to_owned(), json!(subject.birth_date.day()));
        body.insert("fullName".to_owned(), json!(subject.name));
        if let Some(date) = &self.transit_date {
            body.insert("forDate".to_owned(), json!(date.day()));
        }
        self.with_texts("numerology/profile", body)
    }

    fn chinese(&self) -> Vec<ReportStep> {
        let birth = || {
            let mut body = self.birth(["birthDate", "location"]);
            body.remove("calendar");
            body.insert("includeReadableEntities".to_owned(), json!(true));
            body
        };
        let mut steps = vec![self.with_texts("chinese-horoscope", birth())];
        if let Some(date) = &self.transit_date {
            let mut body = birth();
            body.insert("forecastYear".to_owned(), json!(date.year));
            steps.push(self.with_texts("chinese-forecast", body));
        }
        steps
    }

    fn with_texts(&self, operation: &'static str, mut body: Map<String, Value>) -> ReportStep {
        body.insert("language".to_owned(), json!(self.language()));
        body.insert("includeText".to_owned(), json!(true));
        if let Some(length) = self.text_length {
            body.insert("textLength".to_owned(), json!(length));
        }
        ReportStep { operation, body }
    }

    /// A chart with its texts: as one reading where there is one, otherwise those of its facts.
    fn charted(&self, operation: &'static str, mut body: Map<String, Value>) -> ReportStep {
        if let Some(system) = self.house_system {
            body.insert("houseSystem".to_owned(), json!(system));
        }
        let has_reading = !matches!(
            self.report_type,
            ReportType::LunarReturn | ReportType::Progressions
        );
        let mut step = self.with_texts(operation, body);
        if has_reading {
            step.body.remove("includeText");
            step.body.insert("includeReading".to_owned(), json!(true));
        }
        step
    }
}

fn add_birth(
    body: &mut Map<String, Value>,
    subject: &ReportSubject,
    [date, location]: [&str; 2],
    suffix: &str,
) {
    body.insert(date.to_owned(), json!(subject.birth_date.written()));
    body.insert(location.to_owned(), subject.birth_place.location());
    subject.birth_date.add_interpretation(body, suffix);
}

/// The date so many days later, or the same if it has none.
fn later(date: &ReportDate, days: i32) -> String {
    let (year, month) = (date.year.cast_signed(), date.month.cast_signed());
    let first = jiff::civil::Date::new(year, month, date.day.cast_signed());
    let last = first.and_then(|it| it.checked_add(jiff::Span::new().days(days)));
    last.map_or_else(|_| date.day(), |it| it.to_string())
}

/// Where a field of a calculation is in the request of a report.
pub fn report_source(source: Source) -> Source {
    let Source::Pointer(pointer) = source else {
        return source;
    };
    if pointer.starts_with("/template/") {
        return Source::Pointer(pointer);
    }
    let field = pointer.strip_prefix('/').unwrap_or(&pointer);
    let (field, rest) = field.split_once('/').unwrap_or((field, ""));
    let place = match field {
        "dateTime" | "dateTime1" | "birthDate" | "birthDateTime" => "/subject/birthDate",
        "calendar" | "calendar1" => "/subject/birthDate/calendar",
        "clockChange" | "clockChange1" => "/subject/birthDate/clockChange",
        "location" | "location1" | "birthLocation" | "transitLocation" => "/subject/birthPlace",
        "dateTime2" => "/partner/birthDate",
        "calendar2" => "/partner/birthDate/calendar",
        "clockChange2" => "/partner/birthDate/clockChange",
        "location2" => "/partner/birthPlace",
        "fullName" => "/subject/name",
        "forDate" | "returnYear" | "returnDate" | "targetDate" | "transitDateStart"
        | "transitDateEnd" | "startDate" | "endDate" | "forecastYear" => "/transitDate",
        "language" => "/language",
        "textLength" => "/textLength",
        "houseSystem" => "/houseSystem",
        _ => "/reportType",
    };
    Source::Pointer(match rest {
        "" => place.to_owned(),
        rest => format!("{place}/{rest}"),
    })
}
