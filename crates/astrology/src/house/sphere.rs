//! The celestial sphere of a place: the directions that house systems are built from.
//!
//! Vectors are in the ecliptic of date (x to the equinox, z to the pole of the ecliptic), so that
//! the longitude of a direction is one arctangent and the ecliptic is the plane z = 0.

use super::HouseFrame;

pub(super) type Vector = [f64; 3];

/// The directions and angles that depend only on sidereal time, obliquity and latitude.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sphere {
    /// Right ascension of the meridian, radians.
    pub(super) armc: f64,
    /// Geographic latitude, radians.
    pub(super) latitude: f64,
    sin_obliquity: f64,
    cos_obliquity: f64,
    sin_armc: f64,
    cos_armc: f64,
    sin_latitude: f64,
    cos_latitude: f64,
}

impl Sphere {
    pub(super) fn new(frame: &HouseFrame) -> Self {
        let (sin_obliquity, cos_obliquity) = frame.obliquity_deg.to_radians().sin_cos();
        let armc = frame.armc_deg.to_radians();
        let (sin_armc, cos_armc) = armc.sin_cos();
        let latitude = frame.latitude_deg.to_radians();
        let (sin_latitude, cos_latitude) = latitude.sin_cos();
        Self {
            armc,
            latitude,
            sin_obliquity,
            cos_obliquity,
            sin_armc,
            cos_armc,
            sin_latitude,
            cos_latitude,
        }
    }

    pub(super) fn tan_latitude(&self) -> f64 {
        self.sin_latitude / self.cos_latitude
    }

    /// Returns tan(latitude) x tan(obliquity). Its absolute value is below 1 within the polar
    /// circles.
    pub(super) fn tan_product(&self) -> f64 {
        self.tan_latitude() * self.sin_obliquity / self.cos_obliquity
    }

    /// Returns the direction of equatorial coordinates (radians).
    pub(super) fn direction(&self, right_ascension: f64, declination: f64) -> Vector {
        let (sin_ra, cos_ra) = right_ascension.sin_cos();
        let (sin_dec, cos_dec) = declination.sin_cos();
        self.to_ecliptic([cos_dec * cos_ra, cos_dec * sin_ra, sin_dec])
    }

    fn to_ecliptic(self, [x, y, z]: Vector) -> Vector {
        [
            x,
            self.cos_obliquity * y + self.sin_obliquity * z,
            self.cos_obliquity * z - self.sin_obliquity * y,
        ]
    }

    pub(super) fn zenith(&self) -> Vector {
        self.to_ecliptic([
            self.cos_latitude * self.cos_armc,
            self.cos_latitude * self.sin_armc,
            self.sin_latitude,
        ])
    }

    /// Returns the north point of the horizon.
    pub(super) fn north(&self) -> Vector {
        self.to_ecliptic([
            -self.sin_latitude * self.cos_armc,
            -self.sin_latitude * self.sin_armc,
            self.cos_latitude,
        ])
    }

    /// Returns the east point of the horizon (not of the ecliptic).
    pub(super) fn east(&self) -> Vector {
        self.to_ecliptic([-self.sin_armc, self.cos_armc, 0.0])
    }

    /// Returns the right ascension of an ecliptic direction, in radians.
    pub(super) fn right_ascension(&self, [x, y, z]: Vector) -> f64 {
        (self.cos_obliquity * y - self.sin_obliquity * z).atan2(x)
    }

    /// Returns the declination of the point of the ecliptic at this longitude, in radians.
    pub(super) fn declination_of_longitude(&self, longitude: f64) -> f64 {
        (self.sin_obliquity * longitude.sin()).asin()
    }

    /// Returns the right ascension of the point of the ecliptic at this longitude, in radians.
    pub(super) fn right_ascension_of_longitude(&self, longitude: f64) -> f64 {
        (self.cos_obliquity * longitude.sin()).atan2(longitude.cos())
    }

    /// Returns the sine and cosine of the meridian's right ascension plus an angle, given by its
    /// sine and cosine.
    pub(super) fn meridian_turned(&self, sin: f64, cos: f64) -> (f64, f64) {
        (
            self.sin_armc * cos + self.cos_armc * sin,
            self.cos_armc * cos - self.sin_armc * sin,
        )
    }

    /// Returns the longitude (degrees) of the point of the ecliptic with this right ascension
    /// (radians).
    pub(super) fn longitude_of_right_ascension(&self, right_ascension: f64) -> f64 {
        self.longitude_of_sin_cos(right_ascension.sin_cos())
    }

    /// Like [`Sphere::longitude_of_right_ascension`], by sine and cosine of the right ascension.
    pub(super) fn longitude_of_sin_cos(&self, (sin, cos): (f64, f64)) -> f64 {
        sin.atan2(cos * self.cos_obliquity).to_degrees()
    }

    /// Returns the longitude (degrees) of the point of the ecliptic that rises with the point
    /// `ascension` (radians) of the equator, where the tangent of the pole height is given:
    /// Ascendant of a horizon, textbook branch.
    ///
    /// J. Meeus, Astronomical Algorithms (1998), eq. 14.2 written with the oblique ascension.
    pub(super) fn oblique_longitude(&self, ascension: f64, tan_pole: f64) -> f64 {
        let (sin, cos) = ascension.sin_cos();
        sin.atan2(cos * self.cos_obliquity - tan_pole * self.sin_obliquity)
            .to_degrees()
    }

    /// Returns where the ecliptic meets the half of a great circle from `axis` through `through` to
    /// `-axis`, in degrees. The other half meets it at the opposite point.
    pub(super) fn semicircle_longitude(axis: Vector, through: Vector) -> f64 {
        let [normal_x, normal_y, _] = cross(axis, through);
        // The line common to both planes is normal x (0, 0, 1).
        let meeting = [normal_y, -normal_x, 0.0];
        let along = dot(through, axis);
        let across: Vector = std::array::from_fn(|i| through[i] - along * axis[i]);
        if dot(meeting, across) >= 0.0 {
            meeting[1].atan2(meeting[0]).to_degrees()
        } else {
            (-meeting[1]).atan2(-meeting[0]).to_degrees()
        }
    }

    /// Returns the Midheaven: the point of the ecliptic with the right ascension of the upper
    /// meridian, in degrees.
    pub(super) fn midheaven_deg(&self) -> f64 {
        self.sin_armc
            .atan2(self.cos_armc * self.cos_obliquity)
            .to_degrees()
    }

    /// Whether the Midheaven is above the horizon. Always true within the polar circles.
    ///
    /// The sine of its altitude is cos(latitude - declination), and tan(declination) =
    /// tan(obliquity) sin(ARMC).
    pub(super) fn midheaven_is_up(&self) -> bool {
        self.cos_latitude * self.cos_obliquity
            + self.sin_latitude * self.sin_obliquity * self.sin_armc
            >= 0.0
    }

    /// Returns the Ascendant: the point of the ecliptic on the eastern horizon, in degrees.
    pub(super) fn ascendant_deg(&self) -> f64 {
        let textbook =
            self.oblique_longitude(self.armc + std::f64::consts::FRAC_PI_2, self.tan_latitude());
        // The textbook branch is the western point exactly while the Midheaven is below the
        // horizon.
        if self.midheaven_is_up() {
            textbook
        } else {
            textbook + 180.0
        }
    }

    /// Returns the arc from Midheaven to Ascendant in the order of the zodiac, in degrees. It is in
    /// (0, 180) at every latitude.
    pub(super) fn quadrant_deg(&self) -> f64 {
        crate::angle::normalize_deg(self.ascendant_deg() - self.midheaven_deg())
    }
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns the direction at an angle from `from` toward `towards` (perpendicular unit vectors).
pub(super) fn turned(from: Vector, towards: Vector, angle_deg: f64) -> Vector {
    let (sin, cos) = angle_deg.to_radians().sin_cos();
    std::array::from_fn(|i| cos * from[i] + sin * towards[i])
}
