//! A point on the Earth's surface.

use std::fmt;

/// Geographic coordinates in degrees, inside their ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    latitude_deg: f64,
    longitude_deg: f64,
}

/// A coordinate outside its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoordinatesError {
    /// The latitude is not between -90 and 90.
    Latitude(f64),
    /// The longitude is not between -180 and 180.
    Longitude(f64),
}

impl Coordinates {
    /// Creates coordinates: the latitude from -90 (south) to 90, the longitude from -180 (west) to
    /// 180.
    ///
    /// # Errors
    ///
    /// [`CoordinatesError`] if a value is outside its range or NaN.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{Coordinates, CoordinatesError};
    ///
    /// let amsterdam = Coordinates::new(52.37, 4.89)?;
    /// assert_eq!(amsterdam.latitude_deg(), 52.37);
    /// // Latitude and longitude were swapped.
    /// let refused = Coordinates::new(151.2, -33.9);
    /// assert_eq!(refused, Err(CoordinatesError::Latitude(151.2)));
    /// # Ok::<(), CoordinatesError>(())
    /// ```
    pub fn new(latitude_deg: f64, longitude_deg: f64) -> Result<Self, CoordinatesError> {
        if !(-90.0..=90.0).contains(&latitude_deg) {
            return Err(CoordinatesError::Latitude(latitude_deg));
        }
        if !(-180.0..=180.0).contains(&longitude_deg) {
            return Err(CoordinatesError::Longitude(longitude_deg));
        }
        Ok(Self {
            latitude_deg,
            longitude_deg,
        })
    }

    /// Returns the degrees north of the equator.
    pub fn latitude_deg(self) -> f64 {
        self.latitude_deg
    }

    /// Returns the degrees east of Greenwich.
    pub fn longitude_deg(self) -> f64 {
        self.longitude_deg
    }

    /// Returns the distance in kilometers on a sphere of 6371 km, accurate to half a percent (the
    /// haversine form of the law of cosines, Sinnott 1984).
    ///
    /// # Examples
    ///
    /// ```
    /// use places::Coordinates;
    ///
    /// // The metre was once defined so that a quarter of the Paris meridian is 10,000 km.
    /// let (pole, equator) = (Coordinates::new(90.0, 0.0)?, Coordinates::new(0.0, 2.34)?);
    /// assert!((pole.distance_km(equator) - 10_000.0).abs() < 50.0);
    /// # Ok::<(), places::CoordinatesError>(())
    /// ```
    pub fn distance_km(self, other: Self) -> f64 {
        let half = |from: f64, to: f64| ((to - from).to_radians() / 2.0).sin().powi(2);
        let latitudes =
            self.latitude_deg.to_radians().cos() * other.latitude_deg.to_radians().cos();
        let chord = half(self.latitude_deg, other.latitude_deg)
            + latitudes * half(self.longitude_deg, other.longitude_deg);
        2.0 * 6371.0 * chord.clamp(0.0, 1.0).sqrt().asin()
    }
}

impl fmt::Display for CoordinatesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Latitude(it) => {
                write!(
                    formatter,
                    "The latitude must be between -90 and 90 degrees, got {it}."
                )
            }
            Self::Longitude(it) => {
                write!(
                    formatter,
                    "The longitude must be between -180 and 180 degrees, got {it}."
                )
            }
        }
    }
}

impl std::error::Error for CoordinatesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_outside_the_ranges_is_refused() {
        assert_eq!(
            Coordinates::new(91.0, 0.0),
            Err(CoordinatesError::Latitude(91.0))
        );
        assert_eq!(
            Coordinates::new(0.0, -180.1),
            Err(CoordinatesError::Longitude(-180.1))
        );
        assert!(Coordinates::new(f64::NAN, 0.0).is_err());
        assert!(Coordinates::new(-90.0, 180.0).is_ok());
    }

    #[test]
    fn a_degree_of_longitude_on_the_equator_is_111_km() {
        let at = |longitude_deg| Coordinates::new(0.0, longitude_deg).unwrap();
        let across = at(179.5).distance_km(at(-179.5));
        assert!((across - 111.195).abs() < 0.001, "{across}");
    }
}
