//! A user-defined ayanamsha in a request, and the sidereal zodiac that a request chooses.

use astrology::ayanamsha::{Ayanamsha, CustomAyanamsha, Zodiac};
use ephemeris::{Instant, Tt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::Id;
use super::location::Location;
use super::moment::DATE_TIME_FORMAT as DATE_TIME;
use super::moment::{CalendarName, DateInterpretation, LocalDateTimeInput};
use http_api::{ApiError, ErrorCode, Problem, Source};

/// A user-defined ayanamsha: its mean value at an epoch. Precession carries it to other dates.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AyanamshaAt {
    /// Epoch: a date, or a date and time, in UTC and the Gregorian calendar.
    #[schemars(extend("format" = DATE_TIME))]
    pub epoch: String,
    /// Mean ayanamsha at the epoch, in degrees, without nutation.
    #[schemars(range(min = -360, max = 360))]
    pub value: f64,
}

impl AyanamshaAt {
    /// The zodiac.
    ///
    /// # Errors
    ///
    /// The epoch does not exist.
    pub fn zodiac(&self) -> Result<Zodiac, Vec<Problem>> {
        Ok(Zodiac::Custom(CustomAyanamsha::new(
            self.instant()?,
            self.value,
        )))
    }

    fn instant(&self) -> Result<Instant<Tt>, Vec<Problem>> {
        let greenwich = Location {
            timezone: Some("UTC".to_owned()),
            ..Location::at(0.0, 0.0)
        };
        let epoch = LocalDateTimeInput {
            date_time: &self.epoch,
            date_time_field: "ayanamshaAt/epoch",
            location: &greenwich,
            location_field: "",
            interpretation: DateInterpretation {
                calendar: Some(CalendarName::Gregorian),
                clock_change: None,
            },
        };
        Ok(epoch.resolve_beginning()?.at.tt)
    }
}

/// The zodiac of a calculation that is always sidereal: `ayanamsha`, `ayanamshaAt`, or Lahiri.
///
/// # Errors
///
/// Both are given, or the epoch does not exist.
pub fn sidereal_zodiac(
    ayanamsha: Option<Id<Ayanamsha>>,
    custom: Option<&AyanamshaAt>,
) -> Result<Zodiac, ApiError> {
    match (ayanamsha, custom) {
        (None, Some(custom)) => custom.zodiac().map_err(ApiError::all),
        (Some(_), Some(_)) => Err(both_given().into()),
        (named, None) => Ok(Zodiac::Sidereal(named.map_or(Ayanamsha::Lahiri, |it| it.0))),
    }
}

/// Two ayanamshas in one request.
pub(super) fn both_given() -> Problem {
    let detail = "`ayanamsha` and `ayanamshaAt` are mutually exclusive. Send only one of them.";
    let problem = Problem::new(ErrorCode::FieldsConflict, detail);
    problem.at(Source::Pointer("/ayanamshaAt".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_value_at_its_epoch_is_the_published_ayanamsha() {
        // Raman: 50 1/3" for each year from 397 to 1900.
        let custom = AyanamshaAt {
            epoch: "1899-12-31T12:00".to_owned(),
            value: 1503.0 * (50.0 + 1.0 / 3.0) / 3600.0,
        };
        let zodiac = sidereal_zodiac(None, Some(&custom)).unwrap();
        let at = Instant::from_julian_date(2_460_000.5);
        let found = zodiac.mean_ayanamsha_deg(at).unwrap();
        assert!((found - Ayanamsha::Raman.mean_deg(at)).abs() < 1e-7);
    }

    #[test]
    fn two_ayanamshas_or_an_epoch_that_does_not_exist_are_refused() {
        let custom = |epoch: &str| AyanamshaAt {
            epoch: epoch.to_owned(),
            value: 22.0,
        };
        let error = |ayanamsha, custom: &AyanamshaAt| {
            let problems = sidereal_zodiac(ayanamsha, Some(custom)).unwrap_err();
            let problem = &problems.problems()[0];
            (problem.code, problem.source.clone())
        };
        let pointer = |text: &str| Some(Source::Pointer(text.to_owned()));
        assert_eq!(
            error(Some(Id(Ayanamsha::Lahiri)), &custom("1900-01-01")),
            (ErrorCode::FieldsConflict, pointer("/ayanamshaAt"))
        );
        assert_eq!(
            error(None, &custom("1900-02-29")),
            (ErrorCode::DateNotInCalendar, pointer("/ayanamshaAt/epoch"))
        );
    }
}
