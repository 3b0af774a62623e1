//! A place in a request.

use ephemeris::Observer;
use places::{Coordinates, Zone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use http_api::{ApiError, ErrorCode, Problem, Source};

/// A place.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Location {
    /// Latitude in degrees, positive north.
    #[schemars(range(min = -90, max = 90))]
    pub latitude: f64,
    /// Longitude in degrees, positive east.
    #[schemars(range(min = -180, max = 180))]
    pub longitude: f64,
    /// Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
    /// local mean time or `LAT` for local apparent time. If omitted, the zone is determined from
    /// the coordinates and returned in the response.
    #[schemars(length(min = 1, max = 64))]
    pub timezone: Option<String>,
    /// Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only.
    #[schemars(range(min = -500, max = 9000))]
    pub height: Option<f64>,
    /// Name of the place. For display only.
    #[schemars(length(max = 200))]
    pub name: Option<String>,
}

/// The clock of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalClock {
    /// A zone, and whether the request named it.
    Zone {
        /// The zone.
        zone: Zone,
        /// Whether the request named it. Otherwise it was determined from the coordinates.
        is_named: bool,
    },
    /// Local mean time.
    Mean,
    /// Local apparent time.
    Apparent,
}

impl Location {
    /// A place known by its coordinates alone.
    pub const fn at(latitude: f64, longitude: f64) -> Self {
        Self {
            latitude,
            longitude,
            timezone: None,
            height: None,
            name: None,
        }
    }

    /// As the ephemeris takes it.
    pub fn observer(&self) -> Observer {
        Observer {
            latitude_deg: self.latitude,
            longitude_deg: self.longitude,
            height_m: self.height.unwrap_or(0.0),
        }
    }

    /// Its coordinates. `pointer` is the location's JSON pointer in the request.
    ///
    /// # Errors
    ///
    /// A coordinate is out of range. The schema refuses it first.
    pub fn coordinates(&self, pointer: &str) -> Result<Coordinates, ApiError> {
        Coordinates::new(self.latitude, self.longitude).map_err(|error| {
            let problem = Problem::new(ErrorCode::FieldRange, error.to_string());
            problem.at(Source::Pointer(pointer.to_owned())).into()
        })
    }

    /// The clock of its local times. `pointer` is the location's JSON pointer in the request.
    ///
    /// # Errors
    ///
    /// The zone does not exist.
    pub fn clock(&self, pointer: &str) -> Result<LocalClock, ApiError> {
        match self.timezone.as_deref() {
            None => Ok(LocalClock::Zone {
                zone: Zone::at(self.coordinates(pointer)?),
                is_named: false,
            }),
            Some("LMT") => Ok(LocalClock::Mean),
            Some("LAT") => Ok(LocalClock::Apparent),
            Some(name) => match Zone::named(name) {
                Ok(zone) => Ok(LocalClock::Zone {
                    zone,
                    is_named: true,
                }),
                Err(unknown) => {
                    let problem = Problem::new(ErrorCode::TimezoneUnknown, unknown.to_string())
                        .with_meta("suggestions", unknown.suggestions)
                        .at(Source::Pointer(format!("{pointer}/timezone")));
                    Err(problem.into())
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(timezone: Option<&str>) -> Location {
        Location {
            timezone: timezone.map(ToOwned::to_owned),
            ..Location::at(52.37, 4.89)
        }
    }

    #[test]
    fn a_missing_zone_is_found_and_said_to_be() {
        let LocalClock::Zone { zone, is_named } = location(None).clock("").unwrap() else {
            panic!("a zone");
        };
        assert_eq!((zone.name(), is_named), ("Europe/Amsterdam", false));
        assert_eq!(location(Some("LMT")).clock("").unwrap(), LocalClock::Mean);
    }

    #[test]
    fn an_unknown_zone_is_refused_with_suggestions() {
        let error = location(Some("Europe/Amsterdm"))
            .clock("/location")
            .unwrap_err();
        let problem = &error.problems()[0];
        assert_eq!(problem.code, ErrorCode::TimezoneUnknown);
        assert_eq!(problem.meta["suggestions"][0], "Europe/Amsterdam");
        let pointer = Source::Pointer("/location/timezone".to_owned());
        assert_eq!(problem.source, Some(pointer));
    }
}
