//! A place as requests give it.

use ephemeris::Observer;
use places::{Coordinates, Zone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use http_api::{ApiError, ErrorCode, Problem, Source};

/// A place.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Location {
    /// Degrees north of the equator, negative to the south.
    #[schemars(range(min = -90, max = 90))]
    pub latitude: f64,
    /// Degrees east of Greenwich, negative to the west.
    #[schemars(range(min = -180, max = 180))]
    pub longitude: f64,
    /// The clock that was used: a zone of the tz database (`Europe/Amsterdam`), `LMT` for the
    /// place's mean time or `LAT` for its apparent time. Without it the zone is found from the
    /// coordinates, and the answer says which.
    #[schemars(length(min = 1, max = 64))]
    pub timezone: Option<String>,
    /// Metres above the ellipsoid: 0 where none is given. It matters to topocentric places only.
    #[schemars(range(min = -500, max = 9000))]
    pub height: Option<f64>,
    /// What the place is called. Only shown.
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
        /// Named by the request, not found from the coordinates.
        is_named: bool,
    },
    /// Mean time of the place.
    Mean,
    /// Apparent time of the place.
    Apparent,
}

impl Location {
    /// A place of which only the coordinates are known.
    pub const fn at(latitude: f64, longitude: f64) -> Self {
        Self {
            latitude,
            longitude,
            timezone: None,
            height: None,
            name: None,
        }
    }

    /// As the ephemeris sees it.
    pub fn observer(&self) -> Observer {
        Observer {
            latitude_deg: self.latitude,
            longitude_deg: self.longitude,
            height_m: self.height.unwrap_or(0.0),
        }
    }

    /// Its coordinates. `pointer` is where the location stands in the request.
    ///
    /// # Errors
    ///
    /// A coordinate outside its range; the schema refuses it before this can.
    pub fn coordinates(&self, pointer: &str) -> Result<Coordinates, ApiError> {
        Coordinates::new(self.latitude, self.longitude).map_err(|error| {
            let problem = Problem::new(ErrorCode::FieldRange, error.to_string());
            problem.at(Source::Pointer(pointer.to_owned())).into()
        })
    }

    /// Which clock its times are on. `pointer` is where the location stands in the request.
    ///
    /// # Errors
    ///
    /// There is no zone of that name.
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
