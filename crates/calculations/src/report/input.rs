//! The request of a report.

use http_api::{ApiError, ErrorCode, Problem, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::dto::DATE_FORMAT;
use crate::dto::colour;
use crate::dto::id::Id;
use crate::dto::moment::{CalendarName, ClockChangeName};
use crate::dto::wording::{DEFAULT_LANGUAGE, TextLengthName};
use astrology::house::HouseSystem;

/// Sections of a report at most: each at most once.
const MAX_SECTIONS: usize = 8;
/// Characters of a logo: 150 kB as base64.
const MAX_LOGO_CHARACTERS: usize = 200_000;

/// The kind of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportType {
    /// A birth chart with its reading.
    Natal,
    /// Two birth charts and their aspects. Requires `partner`.
    Synastry,
    /// The midpoints of two birth charts. Requires `partner`.
    Composite,
    /// A month of transits. Requires `transitDate`.
    Transit,
    /// The solar return of a year. Requires `transitDate`.
    SolarReturn,
    /// The first lunar return from `transitDate` on. Requires `transitDate`.
    LunarReturn,
    /// Secondary progressions. Requires `transitDate`.
    Progressions,
    /// The numbers of a name and a birth.
    Numerology,
    /// The Chinese sign, and the forecast of a year if `transitDate` is given.
    Chinese,
    /// The solar return of a year and the transits of its slow planets. Requires `transitDate`.
    YearAhead,
    /// A month of the Moon. Requires `transitDate`.
    MoonCalendar,
    /// The Vedic chart with its dasha periods.
    Vedic,
}

/// A section of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportSection {
    /// The chart as a drawing.
    Chart,
    /// The interpretation.
    Reading,
    /// The positions of points and angles.
    Positions,
    /// The cusps of houses.
    Houses,
    /// Aspects, with their periods in reports about transits.
    Aspects,
    /// The numbers of a numerology report.
    Numbers,
    /// The days of a Moon calendar.
    Days,
    /// The dasha periods of a Vedic report.
    Periods,
}

/// A report to generate.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ReportInput {
    /// Kind of the report.
    pub report_type: ReportType,
    /// Whom the report is about.
    pub subject: ReportSubject,
    /// The other person. Required for `synastry` and `composite`.
    pub partner: Option<ReportSubject>,
    /// Date that the report is about. Required for `transit`, `solar-return`, `lunar-return`, `progressions`,
    /// `year-ahead` and `moon-calendar`.
    pub transit_date: Option<ReportDate>,
    /// Language of texts and titles, as an ISO 639 code. Defaults to `en`.
    #[schemars(length(min = 2, max = 3))]
    pub language: Option<String>,
    /// Length of interpretation texts. Defaults to `standard`.
    pub text_length: Option<TextLengthName>,
    /// House system. Defaults to `placidus`.
    pub house_system: Option<Id<HouseSystem>>,
    /// Look and content of the report.
    #[serde(default)]
    pub template: ReportTemplate,
}

/// A person.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportSubject {
    /// Name, as it appears in the report. Numerology uses all of its letters.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Local date and time of birth.
    pub birth_date: ReportDate,
    /// Birthplace.
    pub birth_place: ReportPlace,
}

/// A local date, with or without a time.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportDate {
    /// Year.
    #[schemars(range(min = 1, max = 9999))]
    pub year: u16,
    /// Month.
    #[schemars(range(min = 1, max = 12))]
    pub month: u8,
    /// Day of the month.
    #[schemars(range(min = 1, max = 31))]
    pub day: u8,
    /// Hour. If omitted, the time is unknown.
    #[schemars(range(min = 0, max = 23))]
    pub hour: Option<u8>,
    /// Minute. Defaults to 0 if `hour` is given.
    #[schemars(range(min = 0, max = 59))]
    pub minute: Option<u8>,
    /// Calendar of the date. Required before 1582-10-15.
    pub calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    pub clock_change: Option<ClockChangeName>,
}

/// A place of a report.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportPlace {
    /// Name, as it appears in the report.
    #[schemars(length(max = 200))]
    pub name: Option<String>,
    /// Latitude in degrees, positive north.
    #[schemars(range(min = -90, max = 90))]
    pub latitude: f64,
    /// Longitude in degrees, positive east.
    #[schemars(range(min = -180, max = 180))]
    pub longitude: f64,
    /// Time zone of the local time. If omitted, it is determined from the coordinates.
    #[schemars(length(min = 1, max = 64))]
    pub timezone: Option<String>,
}

/// Look and content of a report.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ReportTemplate {
    /// Title on the cover. Defaults to the kind of the report.
    #[schemars(length(min = 1, max = 120))]
    pub title: Option<String>,
    /// Name on the cover and at the foot of every page. Defaults to the name of your organization.
    #[schemars(length(min = 1, max = 120))]
    pub organization_name: Option<String>,
    /// Color of the cover and the headings. Defaults to `#23395b`.
    #[schemars(extend("format" = colour::FORMAT))]
    pub colour: Option<String>,
    /// Logo on the cover: a PNG image of at most 800 x 800 pixels, in base64.
    #[schemars(length(min = 1, max = MAX_LOGO_CHARACTERS))]
    pub logo: Option<String>,
    /// Sections, in order. Defaults to all sections of the kind of report.
    #[schemars(length(min = 1, max = MAX_SECTIONS))]
    pub sections: Option<Vec<ReportSection>>,
    /// Size of the paper. Defaults to `A4`.
    pub page_size: Option<ReportPageSize>,
    /// Date in the metadata of the document, which its format requires. Defaults to 2000-01-01, so that the same
    /// request returns the same bytes on every day.
    #[schemars(extend("format" = DATE_FORMAT))]
    pub document_date: Option<String>,
}

/// Size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub enum ReportPageSize {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl ReportInput {
    /// The language of texts and titles.
    pub fn language(&self) -> &str {
        self.language.as_deref().unwrap_or(DEFAULT_LANGUAGE)
    }

    /// The other person.
    pub(super) fn required_partner(&self) -> Result<&ReportSubject, ApiError> {
        let partner = self.partner.as_ref();
        partner.ok_or_else(|| self.missing("partner"))
    }

    /// The date that the report is about.
    pub(super) fn required_date(&self) -> Result<&ReportDate, ApiError> {
        let date = self.transit_date.as_ref();
        date.ok_or_else(|| self.missing("transitDate"))
    }

    fn missing(&self, field: &str) -> ApiError {
        let kind = json!(self.report_type);
        let kind = kind.as_str().unwrap_or_default();
        let detail =
            format!("The field `{field}` is missing. A report of the type `{kind}` requires it.");
        let problem = Problem::new(ErrorCode::FieldMissing, detail);
        problem.at(Source::Pointer(format!("/{field}"))).into()
    }
}

impl ReportDate {
    /// The date, without its time.
    pub(super) fn day(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The date with its time, if it is known.
    pub(super) fn written(&self) -> String {
        let day = self.day();
        match self.hour {
            None => day,
            Some(hour) => format!("{day}T{hour:02}:{:02}", self.minute.unwrap_or(0)),
        }
    }

    /// The same for people.
    pub(super) fn shown(&self) -> String {
        self.written().replace('T', ", ")
    }

    /// Adds `calendar` and `clockChange` to a body, if they are given.
    pub(super) fn add_interpretation(&self, body: &mut Map<String, Value>, suffix: &str) {
        let given = [
            ("calendar", json!(self.calendar)),
            ("clockChange", json!(self.clock_change)),
        ];
        for (name, value) in given {
            if !value.is_null() {
                body.insert(format!("{name}{suffix}"), value);
            }
        }
    }
}

impl ReportPlace {
    /// The place as calculations take it.
    pub(super) fn location(&self) -> Value {
        let mut location = json!({ "latitude": self.latitude, "longitude": self.longitude });
        for (field, value) in [("timezone", &self.timezone), ("name", &self.name)] {
            if let Some(value) = value {
                location[field] = json!(value);
            }
        }
        location
    }
}
