//! The birth of a Vedic chart, and the options that all Vedic calculations share.

use astrology::ayanamsha::Ayanamsha;
use astrology::chart::NodeKind;
use astrology::house::HouseError;
use astrology::vedic::chart::{VedicChart, VedicChartError, VedicOptions};
use http_api::{ApiError, ErrorCode, Problem, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::ayanamsha::{AyanamshaAt, sidereal_zodiac};
use crate::dto::id::Id;
use crate::dto::instant::ResolvedMoment;
use crate::dto::location::Location;
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::{CalculationContext, chart_problem};

/// A birth with a known time, and the zodiac.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct VedicBirth {
    /// Local date and time of birth. The time is required.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Ayanamsha for the sidereal zodiac. Defaults to `lahiri`.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha, instead of `ayanamsha`.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Type of lunar node that Rahu and Ketu are. Defaults to `mean`.
    node_type: Option<Id<NodeKind>>,
}

impl VedicBirth {
    /// The time and place.
    pub(super) fn when(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.date_time,
            date_time_field: "dateTime",
            location: &self.location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    /// The time and place of another date, on the clock of the birthplace.
    pub(super) fn on_this_clock<'a>(
        &'a self,
        date_time: &'a str,
        field: &'a str,
    ) -> LocalDateTimeInput<'a> {
        LocalDateTimeInput {
            date_time,
            date_time_field: field,
            ..self.when()
        }
    }

    /// Whether the request chooses the zodiac.
    pub(super) const fn states_zodiac(&self) -> bool {
        self.ayanamsha.is_some() || self.ayanamsha_at.is_some()
    }

    /// The ayanamsha of the response, unless it is user-defined.
    pub(super) fn ayanamsha(&self) -> Option<Id<Ayanamsha>> {
        match self.ayanamsha_at {
            Some(_) => None,
            None => Some(self.ayanamsha.unwrap_or(Id(Ayanamsha::Lahiri))),
        }
    }

    /// The user-defined ayanamsha.
    pub(super) const fn ayanamsha_at(&self) -> Option<&AyanamshaAt> {
        self.ayanamsha_at.as_ref()
    }

    /// The options of a chart.
    ///
    /// # Errors
    ///
    /// There are two ayanamshas, or the epoch of a user-defined one does not exist.
    pub(super) fn options(&self) -> Result<VedicOptions, ApiError> {
        let defaults = VedicOptions::default();
        Ok(VedicOptions {
            zodiac: sidereal_zodiac(self.ayanamsha, self.ayanamsha_at.as_ref())?,
            node: self.node_type.map_or(defaults.node, |it| it.0),
            ..defaults
        })
    }
}

/// Computes the chart of a moment.
pub(super) fn chart(
    moment: &ResolvedMoment,
    options: &VedicOptions,
    context: &CalculationContext,
) -> Result<VedicChart, ApiError> {
    VedicChart::compute(&context.ephemeris(), moment.at, &moment.observer, options).map_err(
        |error| match error {
            VedicChartError::Chart(error) => chart_problem(error, "dateTime"),
            VedicChartError::Bhavas(error) => bhava_problem(&error, "bhavaSystem"),
        },
    )
}

/// Bhavas that do not exist at a latitude.
pub(crate) fn bhava_problem(error: &HouseError, field: &str) -> ApiError {
    let detail = format!("{error} Set `{field}` to another system.");
    let problem = Problem::new(ErrorCode::HouseSystemUndefined, detail);
    let problem = match error {
        HouseError::Undefined {
            latitude_deg,
            limit_deg,
            ..
        } => problem
            .with_meta("latitude", *latitude_deg)
            .with_meta("latitudeLimit", *limit_deg),
        HouseError::Sectors => problem,
    };
    problem.at(Source::Pointer(format!("/{field}"))).into()
}
