//! The mean ecliptic of date: IAU 2006 precession with the Fukushima-Williams angles.

use std::f64::consts::TAU;

/// A direction in the ICRS.
pub(super) type Direction = [f64; 3];

const ARCSECOND: f64 = TAU / 1_296_000.0;

/// Returns gamma, phi, psi and the mean obliquity, in radians.
///
/// J. L. Hilton et al., Celestial Mechanics and Dynamical Astronomy 94 (2006), 351, table 1 (with
/// the frame bias).
fn angles(t: f64) -> [f64; 4] {
    let series = |c: [f64; 6]| c.iter().rev().fold(0.0, |sum, c| sum * t + c) * ARCSECOND;
    [
        series([
            -0.052_928,
            10.556_378,
            0.493_204_4,
            -0.000_312_38,
            -0.000_002_788,
            0.000_000_026,
        ]),
        series([
            84_381.412_819,
            -46.811_016,
            0.051_126_8,
            0.000_532_89,
            -0.000_000_440,
            -0.000_000_017_6,
        ]),
        series([
            -0.041_775,
            5_038.481_484,
            1.558_417_5,
            -0.000_185_22,
            -0.000_026_452,
            -0.000_000_014_8,
        ]),
        series([
            84_381.406,
            -46.836_769,
            -0.000_183_1,
            0.002_003_40,
            -0.000_000_576,
            -0.000_000_043_4,
        ]),
    ]
}

fn about_z([x, y, z]: Direction, angle: f64) -> Direction {
    let (sin, cos) = angle.sin_cos();
    [cos * x + sin * y, cos * y - sin * x, z]
}

fn about_x([x, y, z]: Direction, angle: f64) -> Direction {
    let (sin, cos) = angle.sin_cos();
    [x, cos * y + sin * z, cos * z - sin * y]
}

/// Transforms a direction to the mean ecliptic and equinox of date.
fn to_ecliptic(direction: Direction, t: f64) -> Direction {
    let [gamma, phi, psi, _] = angles(t);
    about_z(about_x(about_z(direction, gamma), phi), -psi)
}

fn from_ecliptic(direction: Direction, t: f64) -> Direction {
    let [gamma, phi, psi, _] = angles(t);
    about_z(about_x(about_z(direction, psi), -phi), -gamma)
}

/// Returns the longitude on the mean ecliptic and equinox of date, in degrees.
pub(super) fn longitude_deg(direction: Direction, t: f64) -> f64 {
    let [x, y, _] = to_ecliptic(direction, t);
    y.atan2(x).to_degrees()
}

/// Returns the longitude on the mean ecliptic and equinox of date as it is seen from the moving Earth, with the annual
/// aberration, in degrees.
///
/// J. Meeus, Astronomical Algorithms (1998), equation 23.2, with the constant of aberration of IAU 2000 and the Sun of
/// his chapter 25. The motion of the Sun around the barycenter, which he neglects, is up to 0.008" for a star. The
/// test in [`super`] measures the difference from the star places of the ephemeris.
pub(super) fn apparent_longitude_deg(direction: Direction, t: f64) -> f64 {
    const CONSTANT_ARCSEC: f64 = 20.495_51;
    let [x, y, z] = to_ecliptic(direction, t);
    let (longitude, across) = (y.atan2(x), x.hypot(y));
    let cos_latitude = across / across.hypot(z);
    let degrees = |c: [f64; 3]| (c[0] + t * (c[1] + t * c[2])).to_radians();
    let mean_longitude = degrees([280.466_46, 36_000.769_83, 0.000_303_2]);
    let anomaly = degrees([357.529_11, 35_999.050_29, -0.000_153_7]);
    let eccentricity = 0.016_708_634 - t * (0.000_042_037 + t * 0.000_000_126_7);
    let perihelion = degrees([102.937_35, 1.719_46, 0.000_46]);
    let center = (1.914_602 - t * (0.004_817 + t * 0.000_014)) * anomaly.sin()
        + (0.019_993 - 0.000_101 * t) * (2.0 * anomaly).sin()
        + 0.000_289 * (3.0 * anomaly).sin();
    let sun = mean_longitude + center.to_radians();
    let aberration_arcsec = CONSTANT_ARCSEC
        * (eccentricity * (perihelion - longitude).cos() - (sun - longitude).cos())
        / cos_latitude;
    longitude.to_degrees() + aberration_arcsec / 3600.0
}

/// Returns the longitude, on the ecliptic of `t` (centuries since J2000), of a point of the
/// ecliptic of `epoch`, in degrees.
pub(super) fn carried_longitude_deg(epoch: f64, longitude_then_deg: f64, t: f64) -> f64 {
    let (sin, cos) = longitude_then_deg.to_radians().sin_cos();
    longitude_deg(from_ecliptic([cos, sin, 0.0], epoch), t)
}

/// Returns the longitude of the point of the mean ecliptic with the same right ascension, in
/// degrees: a projection along the hour circle.
pub(super) fn hour_circle_longitude_deg(direction: Direction, t: f64) -> f64 {
    let [.., obliquity] = angles(t);
    let [x, y, _] = about_x(to_ecliptic(direction, t), -obliquity);
    y.atan2(x * obliquity.cos()).to_degrees()
}

/// Returns the longitude of the descending node of the great circle with this pole on the mean
/// ecliptic of date, in degrees.
///
/// For the galactic equator, in the direction of galactic longitude, it is the node near the
/// galactic center.
pub(super) fn node_deg(pole: Direction, t: f64) -> f64 {
    let [x, y, _] = to_ecliptic(pole, t);
    // The ascending node of a circle is 90 degrees after the longitude of its pole.
    (y.atan2(x).to_degrees() + 90.0).rem_euclid(360.0)
}

/// Returns the mean longitude of the Sun from the mean equinox of date, with aberration, in
/// degrees.
///
/// J. L. Simon et al., Astronomy and Astrophysics 282 (1994), 663, section 5.9.3; constant of
/// aberration 20.49552".
pub(super) fn mean_sun_deg(t: f64) -> f64 {
    let thousands = t / 10.0;
    let arcseconds = 1_296_027_711.034_29 * thousands
        + 109.158_09 * thousands.powi(2)
        + 0.072_07 * thousands.powi(3)
        - 0.235_30 * thousands.powi(4)
        - 0.001_80 * thousands.powi(5)
        + 0.000_20 * thousands.powi(6);
    (100.466_456_83 + 180.0 + (arcseconds - 20.495_52) / 3600.0).rem_euclid(360.0)
}
