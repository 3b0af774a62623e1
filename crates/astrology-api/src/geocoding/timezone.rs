//! `GET /api/geocoding/timezone`: the UTC offset at a place and time.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use places::Zone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use auth::OrgCaller;
use calculations::dto::closed_sets::OffsetSourceName;
use calculations::dto::location::Location;
use calculations::dto::moment::{
    CalendarName, ClockChangeName, DateInterpretation, LocalDateTimeInput, MomentMeta,
};
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{DataReply, Operation};
use platform::Platform;

#[derive(Debug)]
pub struct GeocodingTimezone;

/// Errors of resolving a time, without those that are not errors here.
const ERRORS: &[ErrorCode] = &[
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
];

/// A place and a local time.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TimezoneInput {
    /// Latitude in degrees, positive north.
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    /// Longitude in degrees, positive east.
    #[schemars(range(min = -180, max = 180))]
    longitude: f64,
    /// Local time, `YYYY-MM-DDTHH:mm`, or a date without a time.
    #[schemars(extend("format" = "local-date-time"))]
    date_time: String,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
}

/// The UTC offset, or both candidates if the local time occurred twice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schemars(rename = "ClockAnswer")]
pub enum TimezoneReply {
    /// The local time occurred once, or `clockChange` selects an instant.
    Known(Box<KnownReply>),
    /// The local time occurred twice.
    Ambiguous(AmbiguousReply),
}

/// Both candidates for a local time that occurred twice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AmbiguousClock")]
pub struct AmbiguousReply {
    /// Time zone.
    timezone: &'static str,
    /// Always null, because the candidates differ in it.
    offset: Option<String>,
    /// Always null, because the candidates may differ in it.
    dst: Option<bool>,
    /// Source of the candidates' offsets.
    #[schemars(with = "OffsetSourceName")]
    source: &'static str,
    /// The earlier and the later candidate. Set `clockChange` to choose one.
    candidates: Vec<Candidate>,
    /// Version of the tz database.
    zone_data_version: &'static str,
    /// Version of the time zone boundaries.
    boundaries_version: &'static str,
}

/// A candidate for an ambiguous local time.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockCandidate")]
pub struct Candidate {
    /// Value of `clockChange` that selects this candidate: `earlier` or `later`.
    #[schemars(extend("enum" = ["earlier", "later"]))]
    clock_change: String,
    /// Instant in UTC.
    #[schemars(extend("format" = "date-time"))]
    utc: String,
    /// Offset of local time from UTC.
    offset: String,
    /// Abbreviation in the tz database.
    abbreviation: Option<String>,
    /// Whether daylight saving time was in effect.
    dst: Option<bool>,
}

/// The UTC offset of a local time.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockReading")]
pub struct KnownReply {
    #[serde(flatten)]
    moment: MomentMeta,
    /// Same as `offsetSource`.
    #[schemars(with = "OffsetSourceName")]
    source: &'static str,
    /// Version of the time zone boundaries.
    boundaries_version: &'static str,
}

#[async_trait]
impl Operation for GeocodingTimezone {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "geocoding_timezone",
        methods: Methods::Get,
        path: "/api/geocoding/timezone",
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: ERRORS,
        group: "Places",
        summary: "Get the UTC offset at a place and time",
        description: "Returns the offset from UTC that was in effect at a place and local time, \
            with history before 1970: Amsterdam in June 1930 was at `+01:19:32`, Strasbourg in 1900 at \
            `+01:00`, because it was German. Before a zone had a standard time, the local mean time \
            of the place is used. `readings` lists other clocks and calendars that cannot be \
            excluded. If a local time occurred \
            twice, the response has both instants in `candidates` and no `offset`. If it was \
            skipped, the request fails with both in `meta.candidates`. Set `clockChange` to choose \
            one. `warnings` lists known uncertainties, each with its source.\n\nZone histories: tz \
            database (public domain). Zone boundaries: timezone-boundary-builder, © OpenStreetMap \
            contributors, ODbL 1.0.",
    };
    type Context = Platform;
    type Input = TimezoneInput;
    type Reply = DataReply<TimezoneReply>;

    fn example() -> Option<Value> {
        Some(json!({ "latitude": 52.37, "longitude": 4.89, "dateTime": "1990-06-15T14:30" }))
    }

    async fn run(
        _: &Platform,
        _: OrgCaller,
        input: TimezoneInput,
    ) -> Result<Self::Reply, ApiError> {
        at(&input).map(DataReply)
    }
}

/// The offset at a place and local time.
///
/// # Errors
///
/// Every problem with the time, except that it occurred twice.
pub fn at(input: &TimezoneInput) -> Result<TimezoneReply, ApiError> {
    let location = Location::at(input.latitude, input.longitude);
    let fields = LocalDateTimeInput {
        date_time: &input.date_time,
        date_time_field: "dateTime",
        location: &location,
        location_field: "",
        interpretation: DateInterpretation {
            calendar: input.calendar,
            clock_change: input.clock_change,
        },
    };
    // The zone comes from the coordinates, so apparent time cannot be requested.
    let zone = Zone::at(location.coordinates("")?);
    let when = match fields.resolve_civil(&|_| None) {
        Ok(when) => when,
        Err(error) => return ambiguous(error, zone),
    };
    let mut moment = fields.meta(&when)?;
    // A stated offset needs no zone, but the question was about the place.
    moment.timezone.get_or_insert(zone.name());
    moment.timezone_source.get_or_insert("coordinates");
    Ok(TimezoneReply::Known(Box::new(KnownReply {
        source: moment.offset_source,
        moment,
        boundaries_version: Zone::boundaries_version(),
    })))
}

/// Both candidates of a time that occurred twice: here that is a valid result. Every other problem
/// remains an error.
fn ambiguous(error: ApiError, zone: Zone) -> Result<TimezoneReply, ApiError> {
    let [problem] = error.problems() else {
        return Err(error);
    };
    let candidates = problem.meta.get("candidates").cloned();
    let candidates = candidates.filter(|_| problem.code == ErrorCode::BirthTimeAmbiguous);
    let Some(candidates) = candidates else {
        return Err(error);
    };
    let candidates = serde_json::from_value(candidates)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
    Ok(TimezoneReply::Ambiguous(AmbiguousReply {
        timezone: zone.name(),
        offset: None,
        dst: None,
        source: places::OffsetSource::Zone.name(),
        candidates,
        zone_data_version: Zone::data_version(),
        boundaries_version: Zone::boundaries_version(),
    }))
}
