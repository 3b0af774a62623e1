//! Sect: whether a chart is diurnal or nocturnal.

/// The sect. It is day while the geometric center of the Sun is above the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sect {
    Day,
    Night,
}

impl Sect {
    /// Returns the sect for a geometric altitude of the Sun (no refraction, no semidiameter).
    pub fn of_altitude(sun_altitude_deg: f64) -> Self {
        if sun_altitude_deg > 0.0 {
            Self::Day
        } else {
            Self::Night
        }
    }

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Night => "night",
        }
    }
}

/// A place in equatorial coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EquatorialPlace {
    /// Right ascension, in degrees.
    pub right_ascension_deg: f64,
    /// Declination, in degrees.
    pub declination_deg: f64,
}

impl EquatorialPlace {
    /// Returns the geometric altitude, in degrees, at a latitude where `armc_deg` culminates.
    ///
    /// J. Meeus, Astronomical Algorithms (1998), eq. 13.6.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::sect::EquatorialPlace;
    ///
    /// let star = EquatorialPlace { right_ascension_deg: 100.0, declination_deg: 20.0 };
    /// // At the north pole the altitude is the declination. On the meridian at 50° north it is
    /// // 90° - 50° + 20°.
    /// assert!((star.altitude_deg(0.0, 90.0) - 20.0).abs() < 1e-9);
    /// assert!((star.altitude_deg(100.0, 50.0) - 60.0).abs() < 1e-9);
    /// ```
    pub fn altitude_deg(self, armc_deg: f64, latitude_deg: f64) -> f64 {
        let hour_angle = (armc_deg - self.right_ascension_deg).to_radians();
        let (sin_latitude, cos_latitude) = latitude_deg.to_radians().sin_cos();
        let (sin_declination, cos_declination) = self.declination_deg.to_radians().sin_cos();
        (sin_latitude * sin_declination + cos_latitude * cos_declination * hour_angle.cos())
            .clamp(-1.0, 1.0)
            .asin()
            .to_degrees()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suns_altitude_is_that_of_the_textbook() {
        // J. Meeus, Astronomical Algorithms (1998), example 13.b: Venus on 1987 April 10 over the
        // U.S. Naval Observatory: local hour angle 64.352133, altitude +15.1249.
        let venus = EquatorialPlace {
            right_ascension_deg: 347.319_337_5,
            declination_deg: -6.719_891_7,
        };
        let altitude = venus.altitude_deg(347.319_337_5 + 64.352_133, 38.921_388_9);
        assert!((altitude - 15.1249).abs() < 5e-5, "{altitude}");
        assert_eq!(Sect::of_altitude(altitude), Sect::Day);
        assert_eq!(Sect::of_altitude(0.0), Sect::Night);
    }
}
