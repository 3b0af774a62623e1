//! Conjunctions of a chart's points with fixed stars.

use std::sync::LazyLock;

use ephemeris::{Ephemeris, SkyError, Star, stars};

use crate::{
    angle::{normalize_deg, separation_deg},
    chart::Chart,
    point::{Angle, Point},
};

/// A conjunction of a star with a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StarConjunction {
    /// The star.
    pub star: &'static Star,
    /// The point: one of the chart's, or one of the four angles.
    pub point: Point,
    /// The longitude of the star in the chart's zodiac, in degrees.
    pub longitude_deg: f64,
    /// The distance in longitude, in degrees.
    pub orb_deg: f64,
}

/// General precession in longitude, in degrees per century.
const PRECESSION_DEG: f64 = 1.397;

/// Rotation of the ecliptic plane, in degrees per century. It moves a star in longitude by this
/// times the tangent of its latitude.
const ECLIPTIC_DEG: f64 = 0.0131;

/// Aberration, degrees.
const ABERRATION_DEG: f64 = 0.0057;

/// Nutation in longitude and the approximations of this table, in degrees.
const SLACK_DEG: f64 = 0.02;

/// The approximate longitude of a star, accurate enough to exclude conjunctions.
#[expect(clippy::struct_field_names, reason = "the unit belongs to every name")]
struct Rough {
    /// Tropical longitude at J2000, in degrees.
    longitude_deg: f64,
    /// Largest deviation from general precession, in degrees per century.
    strays_deg: f64,
    /// Largest periodic displacement within a year, in degrees.
    sways_deg: f64,
}

/// In the order of the catalog.
static ROUGHLY: LazyLock<Vec<Rough>> = LazyLock::new(|| stars().iter().map(Rough::of).collect());

impl Rough {
    fn of(star: &Star) -> Self {
        // 23°26'21.406": the obliquity of J2000.
        let (sin_eps, cos_eps) = 23.439_279_4_f64.to_radians().sin_cos();
        let (sin_ra, cos_ra) = star.right_ascension_deg.to_radians().sin_cos();
        let (sin_dec, cos_dec) = star.declination_deg.to_radians().sin_cos();
        let y = sin_ra * cos_dec * cos_eps + sin_dec * sin_eps;
        let sin_latitude = sin_dec * cos_eps - sin_ra * cos_dec * sin_eps;
        let cos_latitude = (1.0 - sin_latitude * sin_latitude).max(1e-6).sqrt();
        let motion_deg = star
            .motion_right_ascension_mas
            .hypot(star.motion_declination_mas)
            / 36_000.0;
        Self {
            longitude_deg: normalize_deg(y.atan2(cos_ra * cos_dec).to_degrees()),
            strays_deg: (ECLIPTIC_DEG * sin_latitude.abs() + motion_deg) * 1.2 / cos_latitude,
            sways_deg: ABERRATION_DEG / cos_latitude + SLACK_DEG,
        }
    }

    /// Returns the possible tropical longitudes, in degrees: the middle and the tolerance on both
    /// sides.
    fn at(&self, centuries: f64) -> (f64, f64) {
        (
            self.longitude_deg + PRECESSION_DEG * centuries,
            // General precession changes by 0.0003 degree per century.
            self.sways_deg + (self.strays_deg + 0.0004 * centuries.abs()) * centuries.abs(),
        )
    }
}

/// Which points may be near a longitude: one bit per point, its index modulo 64.
struct Neighbours {
    /// For every whole degree of the zodiac the points near it. The last entry is repeated before
    /// the first and the first after the last, so that no lookup wraps around.
    by_degree: [u64; 362],
}

impl Neighbours {
    fn new(points: &[(Point, f64)], reach_deg: f64) -> Self {
        let mut by_degree = [0; 362];
        for (index, (_, longitude)) in points.iter().enumerate() {
            let bit = 1 << (index % 64);
            let mut place = Self::place(normalize_deg(longitude - reach_deg));
            let last = Self::place(normalize_deg(longitude + reach_deg));
            by_degree[place] |= bit;
            while place != last {
                place = if place == 360 { 1 } else { place + 1 };
                by_degree[place] |= bit;
            }
        }
        by_degree[0] = by_degree[360];
        by_degree[361] = by_degree[1];
        Self { by_degree }
    }

    /// Returns the index of a longitude from -1 up to 361 degrees.
    fn place(longitude_deg: f64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 362"
        )]
        let place = (longitude_deg + 1.0) as i32 as usize;
        place.min(361)
    }

    /// Returns the points that may be within `reach_deg`, below half a degree, of a longitude.
    fn of(&self, longitude_deg: f64, reach_deg: f64) -> u64 {
        let [low, high] = [longitude_deg - reach_deg, longitude_deg + reach_deg].map(Self::place);
        self.by_degree[low] | self.by_degree[high]
    }
}

/// Whether a test holds for one of the points whose bits are set.
fn any_of(
    points: &[(Point, f64)],
    mut bits: u64,
    mut test: impl FnMut(&(Point, f64)) -> bool,
) -> bool {
    while bits != 0 {
        let mut index = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        while let Some(point) = points.get(index) {
            if test(point) {
                return true;
            }
            index += 64;
        }
    }
    false
}

/// Which conjunctions to report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StarOptions {
    /// The largest distance in longitude, in degrees.
    pub orb_deg: f64,
    /// The faintest magnitude.
    pub faintest: f64,
}

impl Default for StarOptions {
    /// Within 1 degree of the hundred brightest stars (magnitude 2.5).
    fn default() -> Self {
        Self {
            orb_deg: 1.0,
            faintest: 2.5,
        }
    }
}

/// Returns the conjunctions in longitude with fixed stars, the brightest star first.
///
/// # Errors
///
/// [`SkyError`] if the ephemeris does not cover the chart's moment.
///
/// # Examples
///
/// The Sun passes Regulus on 22 or 23 August.
///
/// ```
/// use astrology::chart::{Chart, ChartOptions, ChartMoment};
/// use astrology::fixed_star::{StarOptions, star_conjunctions};
/// use astrology::point::Point;
/// use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Observer};
///
/// let moment = ChartMoment::from_utc(CivilDateTime::date(2024, 8, 23).to_instant(Calendar::Gregorian)?);
/// let greenwich = Observer { latitude_deg: 51.48, longitude_deg: 0.0, height_m: 0.0 };
/// let (sky, options) = (Ephemeris::embedded(), ChartOptions::default());
/// let chart = Chart::compute(sky, moment, &greenwich, &options)?;
/// let found = star_conjunctions(sky, &chart, StarOptions::default())?;
/// let sun = Point::Body(Body::Sun);
/// assert!(found.iter().any(|it| it.star.id == "regulus" && it.point == sun));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn star_conjunctions(
    ephemeris: &Ephemeris<'_>,
    chart: &Chart,
    options: StarOptions,
) -> Result<Vec<StarConjunction>, SkyError> {
    let sky = ephemeris.sky(chart.moment.tt)?;
    let offset_deg = chart.frame.zodiac_offset_deg;
    let angles = [
        Angle::Ascendant,
        Angle::Midheaven,
        Angle::Descendant,
        Angle::ImumCoeli,
    ];
    let mut points: Vec<(Point, f64)> = chart
        .points
        .iter()
        .filter(|it| !matches!(it.point, Point::Star(_) | Point::Angle(_)))
        .map(|it| (it.point, it.longitude_deg))
        .collect();
    points.extend(
        angles
            .into_iter()
            .filter_map(|angle| Some((Point::Angle(angle), chart.angle_deg(angle)?))),
    );
    let centuries = chart.moment.tt.centuries_since_j2000();
    let neighbours = Neighbours::new(&points, options.orb_deg);
    let mut found = Vec::new();
    // The catalog begins with the brightest star.
    let bright = stars()
        .iter()
        .take_while(|star| star.magnitude_hp <= options.faintest);
    for (star, rough) in bright.zip(ROUGHLY.iter()) {
        let (middle_deg, reach_deg) = rough.at(centuries);
        let middle_deg = normalize_deg(middle_deg - offset_deg);
        let mut candidates = u64::MAX;
        if reach_deg < 0.5 {
            candidates = neighbours.of(middle_deg, reach_deg);
            let within_deg = options.orb_deg + reach_deg;
            if !any_of(&points, candidates, |(_, point_deg)| {
                separation_deg(*point_deg, middle_deg) <= within_deg
            }) {
                continue;
            }
        }
        let longitude_deg = normalize_deg(sky.star_longitude_deg(star) - offset_deg);
        any_of(&points, candidates, |(point, point_deg)| {
            let orb_deg = separation_deg(longitude_deg, *point_deg);
            if orb_deg <= options.orb_deg {
                found.push(StarConjunction {
                    star,
                    point: *point,
                    longitude_deg,
                    orb_deg,
                });
            }
            false
        });
    }
    Ok(found)
}
