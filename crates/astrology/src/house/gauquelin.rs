//! Gauquelin's 36 sectors: divides each semi-arc into nine equal times, counted in the direction of
//! the diurnal motion.
//!
//! M. Gauquelin, L'influence des astres (1955): sector 1 begins at the Ascendant, 10 at the
//! Midheaven, 19 at the Descendant, 28 at the Imum Coeli. The boundaries on the ecliptic follow
//! Placidus's rule with ninths. The sector of a body follows from its own declination and hour
//! angle, so a body with latitude may be in a different sector than its degree.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{
    HouseError, HouseFrame, HouseSystem, refuse_undefined, semi_arc::right_ascension,
    sphere::Sphere,
};
use crate::angle::normalize_deg;

/// The 36 sectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sectors {
    /// The longitudes where the sectors begin, in degrees in the zodiac of the frame; clockwise
    /// from the Ascendant.
    pub cusps_deg: [f64; 36],
    armc: f64,
    tan_latitude: f64,
}

impl Sectors {
    /// Computes the sectors of a place and moment.
    ///
    /// # Errors
    /// [`HouseError::Undefined`] at and beyond the polar circles.
    pub fn compute(frame: &HouseFrame) -> Result<Self, HouseError> {
        refuse_undefined(HouseSystem::Gauquelin, frame)?;
        let sphere = Sphere::new(frame);
        let k = sphere.tan_product();
        let mut cusps_deg = [0.0; 36];
        for index in 0..18 {
            let longitude_deg = match index {
                0 => sphere.ascendant_deg(),
                9 => sphere.midheaven_deg(),
                _ => {
                    // Ninths of the diurnal semi-arc before culmination; negative after it.
                    let part = 1.0 - index as f64 / 9.0;
                    let base = sphere.armc + part * FRAC_PI_2;
                    sphere.longitude_of_sin_cos(right_ascension(base.sin_cos(), part, k))
                }
            };
            cusps_deg[index] = normalize_deg(longitude_deg - frame.ayanamsha_deg);
            cusps_deg[index + 18] = normalize_deg(longitude_deg + 180.0 - frame.ayanamsha_deg);
        }
        Ok(Self {
            cusps_deg,
            armc: sphere.armc,
            tan_latitude: sphere.tan_latitude(),
        })
    }

    /// Returns the sector, 1 to 36, of a body by its own equatorial coordinates; `None` for a body
    /// that does not rise and set.
    pub fn sector_of(&self, right_ascension_deg: f64, declination_deg: f64) -> Option<u8> {
        let sin_ad = self.tan_latitude * declination_deg.to_radians().tan();
        if sin_ad.abs() >= 1.0 {
            return None;
        }
        let diurnal = FRAC_PI_2 + sin_ad.asin();
        // Positive west of the meridian, in [-pi, pi).
        let hour_angle = (self.armc - right_ascension_deg.to_radians() + PI).rem_euclid(TAU) - PI;
        let ninths = if hour_angle.abs() < diurnal {
            9.0 + 9.0 * hour_angle / diurnal
        } else {
            let nocturnal = PI - diurnal;
            let from_lower_meridian = (hour_angle + TAU).rem_euclid(TAU) - PI;
            27.0 + 9.0 * from_lower_meridian / nocturnal
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "ninths are in [0, 36]"
        )]
        let sector = ninths.rem_euclid(36.0) as u8;
        Some(sector.min(35) + 1)
    }
}
