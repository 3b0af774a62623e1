//! `GET /api/geocoding/timezone`: what clocks showed at a place and time.

use access::{KeyPermission, RolePermission};
use places::Zone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::operation::{DataReply, Operation};
use auth::OrgCaller;
use calculations::dto::location::Location;
use calculations::dto::moment::{CalendarName, ClockChangeName, MomentFields, MomentMeta};
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};

#[derive(Debug)]
pub(crate) struct GeocodingTimezone;

/// What resolving a moment can answer, without what is no refusal here.
const ERRORS: &[ErrorCode] = &[
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
];

/// A place and a local time.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct TimezoneInput {
    /// Degrees north of the equator.
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    /// Degrees east of Greenwich.
    #[schemars(range(min = -180, max = 180))]
    longitude: f64,
    /// Local wall time, `YYYY-MM-DDTHH:mm`, or a day alone.
    #[schemars(extend("format" = "local-date-time"))]
    date_time: String,
    /// Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which reading is meant where clocks showed the time twice or never.
    clock_change: Option<ClockChangeName>,
}

/// What the clock showed, or both readings of a time it showed twice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ClockAnswer")]
pub(crate) enum TimezoneReply {
    /// The clock showed the time once, or `clockChange` says which is meant.
    Known(Box<KnownReply>),
    /// The clock showed the time twice.
    Ambiguous(AmbiguousReply),
}

/// Both readings of a time that the clock showed twice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AmbiguousClock")]
pub(crate) struct AmbiguousReply {
    /// The zone.
    timezone: &'static str,
    /// Null: the readings differ in it.
    offset: Option<String>,
    /// Null: the readings may differ in it.
    dst: Option<bool>,
    /// Where the offsets of the readings come from.
    source: &'static str,
    /// The earlier and the later reading; `clockChange` chooses one.
    candidates: Vec<Candidate>,
    /// The release of the tz database.
    zone_data_version: &'static str,
    /// The release of the zone boundaries that coordinates are looked up in.
    boundaries_version: &'static str,
}

/// One reading of a time.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockCandidate")]
pub(crate) struct Candidate {
    /// `earlier` or `later`: what to send to mean this one.
    clock_change: String,
    /// The instant in UTC.
    utc: String,
    /// How far the clock was ahead of UTC.
    offset: String,
    /// What the tz database calls the clock.
    abbreviation: Option<String>,
    /// Whether it was on daylight saving time.
    dst: Option<bool>,
}

/// What the clock showed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockReading")]
pub(crate) struct KnownReply {
    #[serde(flatten)]
    moment: MomentMeta,
    /// The same as `offsetSource`.
    source: &'static str,
    /// The release of the zone boundaries that coordinates are looked up in.
    boundaries_version: &'static str,
}

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
        summary: "What clocks showed at a place and time",
        description: "Answers the offset from UTC that clocks really showed, with the histories \
            before 1970: Amsterdam in June 1930 was at `+01:19:32`. Where a zone had no common \
            clock yet, the mean time of the place itself counts. A time that clocks showed twice \
            is answered with both readings in `candidates` and no `offset`; one that they never \
            showed is refused with both in `meta.candidates`. `clockChange` chooses. \
            `warnings` names what is known to be doubtful, each with its source.\n\nZone \
            histories: tz database (public domain). Zone boundaries: timezone-boundary-builder, \
            © OpenStreetMap contributors, ODbL 1.0.",
    };
    type Input = TimezoneInput;
    type Reply = DataReply<TimezoneReply>;

    async fn run(_: &App, _: OrgCaller, input: TimezoneInput) -> Result<Self::Reply, ApiError> {
        let location = Location::at(input.latitude, input.longitude);
        let fields = MomentFields {
            date_time: &input.date_time,
            date_time_pointer: "/dateTime",
            location: &location,
            location_pointer: "",
            calendar: input.calendar,
            clock_change: input.clock_change,
        };
        // The zone comes from the coordinates, so that apparent time cannot be asked for.
        let zone = Zone::at(location.coordinates("")?);
        let when = match fields.resolve(&|_| None) {
            Ok(when) => when,
            Err(error) => return ambiguous(error, zone).map(DataReply),
        };
        let mut moment = fields.meta(&when)?;
        // A stated offset needs no zone, but the question was about the place.
        moment.timezone.get_or_insert(zone.name());
        moment.timezone_source.get_or_insert("coordinates");
        Ok(DataReply(TimezoneReply::Known(Box::new(KnownReply {
            source: moment.offset_source,
            moment,
            boundaries_version: Zone::boundaries_version(),
        }))))
    }
}

/// Both readings of a time that was shown twice: to whoever asks what a clock showed that is the
/// answer. Everything else that is wrong stays wrong.
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
