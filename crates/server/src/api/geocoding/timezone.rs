//! `GET /api/geocoding/timezone`: what clocks showed at a place and time.

use access::{KeyPermission, RolePermission};
use places::Zone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::guard::{OrgCaller, Rule};
use crate::operation::{Calculation, Limits, Methods, Operation, Spec};
use crate::wire::location::Location;
use crate::wire::moment::{self, CalendarName, ClockChangeName, MomentFields, MomentMeta};

#[derive(Debug)]
pub(crate) struct GeocodingTimezone;

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

/// What the clock showed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClockReading")]
pub(crate) struct TimezoneReply {
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
        errors: moment::ERRORS,
        group: "Places",
        summary: "What clocks showed at a place and time",
        description: "Answers the offset from UTC that clocks really showed, with the histories \
            before 1970: Amsterdam in June 1930 was at `+01:19:32`. Where a zone had no common \
            clock yet, the mean time of the place itself counts. A time that clocks showed twice \
            or never is refused with both readings in `meta.candidates`; `clockChange` chooses. \
            `warnings` names what is known to be doubtful, each with its source.\n\nZone \
            histories: tz database (public domain). Zone boundaries: timezone-boundary-builder, \
            © OpenStreetMap contributors, ODbL 1.0.",
    };
    type Input = TimezoneInput;
    type Reply = Calculation<TimezoneReply>;

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
        let when = fields.resolve(&|_| None)?;
        let mut moment = fields.meta(&when)?;
        // A stated offset needs no zone, but the question was about the place.
        let zone = Zone::at(location.coordinates("")?);
        moment.timezone.get_or_insert(zone.name());
        moment.timezone_source.get_or_insert("coordinates");
        Ok(Calculation(TimezoneReply {
            source: moment.offset_source,
            moment,
            boundaries_version: Zone::boundaries_version(),
        }))
    }
}
