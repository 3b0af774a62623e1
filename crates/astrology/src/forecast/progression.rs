//! Progressions: the sky at a later instant corresponds to a later time of life, at a fixed ratio.
//!
//! Secondary: one day after birth per year of life (J. Kepler; Placidus 1657). Tertiary: one day
//! per tropical month (E. H. Troinski 1951). Minor: one tropical month per year. Solar arc: the arc
//! of the secondary Sun is added to every point.

use ephemeris::{Body, Ephemeris, Instant, Observer, Sky, Tt};

use crate::{
    angle::{difference_deg, normalize_deg},
    aspect::{Aspect, AspectPoint, AspectSettings, aspects_between, aspects_within},
    chart::{Chart, ChartError, ChartMoment, ChartOptions, ChartPoint},
    dignity,
    house::{Angles, Houses},
    point::Point,
};

/// Mean tropical year, days.
const YEAR_DAYS: f64 = 365.242_19;

/// Mean tropical month, days.
const MONTH_DAYS: f64 = 27.321_582;

/// The daily motion of the mean Sun in right ascension, in degrees: 59'08.33" (V. Naibod, 16th
/// century).
const NAIBOD_DEG: f64 = 0.985_647_33;

/// The ratio of progressed to actual time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ProgressionMethod {
    /// One day per 365.24219 days.
    #[default]
    Secondary,
    /// One day per 27.321582 days.
    Tertiary,
    /// 27.321582 days per 365.24219 days.
    Minor,
    /// The arc of the secondary Sun in longitude is added to every natal point and cusp.
    SolarArc,
}

impl ProgressionMethod {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Secondary => "secondary",
            Self::Tertiary => "tertiary",
            Self::Minor => "minor",
            Self::SolarArc => "solar-arc",
        }
    }

    /// Returns the progressed instant that corresponds to `target`.
    ///
    /// # Examples
    ///
    /// In secondary progression the 30th day after birth corresponds to the 30th birthday.
    ///
    /// ```
    /// use astrology::forecast::progression::ProgressionMethod;
    /// use ephemeris::Instant;
    ///
    /// let birth = Instant::from_julian_date(2_448_058.0);
    /// let target = birth.plus_days(30.0 * 365.242_19);
    /// let progressed = ProgressionMethod::Secondary.progressed(birth, target);
    /// assert!((progressed.minus(birth) - 30.0).abs() < 1e-9);
    /// ```
    pub fn progressed(self, birth: Instant<Tt>, target: Instant<Tt>) -> Instant<Tt> {
        let life_days = target.minus(birth);
        birth.plus_days(match self {
            Self::Secondary | Self::SolarArc => life_days / YEAR_DAYS,
            Self::Tertiary => life_days / MONTH_DAYS,
            Self::Minor => life_days * MONTH_DAYS / YEAR_DAYS,
        })
    }
}

/// How the angles are progressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ProgressedAngles {
    /// Midheaven + arc of the progressed Sun in longitude. The Ascendant follows from it at the
    /// latitude of birth.
    #[default]
    SolarArcLongitude,
    /// ARMC + arc of the progressed Sun in right ascension.
    SolarArcRa,
    /// ARMC + 59'08.33" per progressed day.
    NaibodRa,
    /// The ARMC of the progressed instant.
    Quotidian,
}

impl ProgressedAngles {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::SolarArcLongitude => "solarArcLongitude",
            Self::SolarArcRa => "solarArcRa",
            Self::NaibodRa => "naibodRa",
            Self::Quotidian => "quotidian",
        }
    }
}

/// The input of a progression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProgressionRequest<'a> {
    /// The moment of birth.
    pub birth: ChartMoment,
    /// The place of birth.
    pub observer: &'a Observer,
    /// The target date.
    pub target: ChartMoment,
    /// The method.
    pub method: ProgressionMethod,
    /// How the angles are progressed.
    pub angles: ProgressedAngles,
    /// Points, houses and zodiac of both charts. Its aspects apply to the natal chart.
    pub options: &'a ChartOptions,
    /// Aspects of the progressed chart, among its points and to the natal chart.
    pub aspects: AspectSettings,
}

/// A progressed chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Progression {
    /// The natal chart.
    pub natal: Chart,
    /// The progressed moment; for a solar arc that of the secondary Sun.
    pub progressed: ChartMoment,
    /// The arc of the progressed Sun in longitude, in degrees.
    pub solar_arc_deg: f64,
    /// The progressed chart.
    pub chart: Chart,
    /// Aspects among the progressed points.
    pub aspects: Vec<Aspect>,
    /// Aspects from progressed to natal points.
    pub aspects_to_natal: Vec<Aspect>,
}

/// Computes a progressed chart.
///
/// # Errors
/// As [`Chart::compute`], for either of the two moments.
pub fn progress(
    ephemeris: &Ephemeris<'_>,
    request: &ProgressionRequest<'_>,
) -> Result<Progression, ChartError> {
    let natal = Chart::compute(ephemeris, request.birth, request.observer, request.options)?;
    let progressed = ChartMoment::from_tt(
        request
            .method
            .progressed(request.birth.tt, request.target.tt),
    );
    let sky = ephemeris.sky(progressed.tt)?;
    let natal_sky = ephemeris.sky(request.birth.tt)?;
    let sun_arc = SunArc::between(&natal_sky, &sky, request)?;
    let chart = if request.method == ProgressionMethod::SolarArc {
        directed(&natal, sun_arc.longitude_deg)
    } else {
        let armc_deg = progressed_armc_deg(&natal, &sky, progressed, request, &sun_arc);
        Chart::with_sidereal_time(
            &sky,
            progressed,
            request.observer,
            request.options,
            armc_deg,
        )?
    };
    let seen: Vec<AspectPoint> = chart.points.iter().map(ChartPoint::for_aspects).collect();
    let still: Vec<AspectPoint> = natal
        .points
        .iter()
        .map(|point| AspectPoint {
            // A natal point is fixed while the progressed point moves.
            speed_deg: point.speed_deg.map(|_| 0.0),
            declination_speed_deg: point.declination_speed_deg.map(|_| 0.0),
            ..point.for_aspects()
        })
        .collect();
    Ok(Progression {
        aspects: aspects_within(&seen, &request.aspects),
        aspects_to_natal: aspects_between(&seen, &still, &request.aspects),
        natal,
        progressed,
        solar_arc_deg: sun_arc.longitude_deg,
        chart,
    })
}

/// The arc of the progressed Sun.
struct SunArc {
    longitude_deg: f64,
    right_ascension_deg: f64,
}

impl SunArc {
    fn between(
        natal: &Sky<'_>,
        progressed: &Sky<'_>,
        request: &ProgressionRequest<'_>,
    ) -> Result<Self, ChartError> {
        let (before, after) = (natal.place(Body::Sun)?, progressed.place(Body::Sun)?);
        let (ra_before, _) = before.equatorial(natal.true_obliquity_deg());
        let (ra_after, _) = after.equatorial(progressed.true_obliquity_deg());
        let zodiac_shift = |sky: &Sky<'_>| {
            request
                .options
                .zodiac
                .offset_deg(sky.at(), sky.nutation().dpsi_deg)
        };
        let shift = zodiac_shift(progressed) - zodiac_shift(natal);
        // The Sun's mean motion gives the number of whole revolutions of a long progression.
        let mean_deg = progressed.at().minus(natal.at()) * 360.0 / YEAR_DAYS;
        let whole = |arc_deg: f64| mean_deg + difference_deg(arc_deg, mean_deg);
        Ok(Self {
            longitude_deg: whole(after.longitude_deg - before.longitude_deg - shift),
            right_ascension_deg: whole(ra_after - ra_before),
        })
    }
}

fn progressed_armc_deg(
    natal: &Chart,
    sky: &Sky<'_>,
    progressed: ChartMoment,
    request: &ProgressionRequest<'_>,
    arc: &SunArc,
) -> f64 {
    let natal_armc = natal.frame.armc_deg;
    match request.angles {
        ProgressedAngles::SolarArcLongitude => {
            let tropical_mc = midheaven_deg(natal_armc, natal.frame.obliquity_deg);
            armc_of_midheaven_deg(tropical_mc + arc.longitude_deg, sky.true_obliquity_deg())
        }
        ProgressedAngles::SolarArcRa => natal_armc + arc.right_ascension_deg,
        ProgressedAngles::NaibodRa => {
            natal_armc + NAIBOD_DEG * progressed.tt.minus(request.birth.tt)
        }
        ProgressedAngles::Quotidian => sky.armc_deg(progressed.ut1, request.observer.longitude_deg),
    }
    .rem_euclid(360.0)
}

fn midheaven_deg(armc_deg: f64, obliquity_deg: f64) -> f64 {
    let (sin, cos) = armc_deg.to_radians().sin_cos();
    sin.atan2(cos * obliquity_deg.to_radians().cos())
        .to_degrees()
}

/// Returns the right ascension of the point of the ecliptic at a tropical longitude, in degrees.
pub(crate) fn armc_of_midheaven_deg(longitude_deg: f64, obliquity_deg: f64) -> f64 {
    let (sin, cos) = longitude_deg.to_radians().sin_cos();
    normalize_deg(
        (sin * obliquity_deg.to_radians().cos())
            .atan2(cos)
            .to_degrees(),
    )
}

/// Returns the natal chart with an arc added to every point, angle and cusp.
fn directed(natal: &Chart, arc_deg: f64) -> Chart {
    let mut chart = natal.clone();
    let moved = |longitude_deg: f64| normalize_deg(longitude_deg + arc_deg);
    chart.angles = natal.angles.map(|angles| Angles {
        ascendant_deg: moved(angles.ascendant_deg),
        midheaven_deg: moved(angles.midheaven_deg),
        // The meridian of the directed Midheaven.
        armc_deg: armc_of_midheaven_deg(
            angles.midheaven_deg + arc_deg + natal.frame.zodiac_offset_deg,
            natal.frame.obliquity_deg,
        ),
        vertex_deg: moved(angles.vertex_deg),
        east_point_deg: moved(angles.east_point_deg),
        co_ascendant_koch_deg: moved(angles.co_ascendant_koch_deg),
        co_ascendant_munkasey_deg: moved(angles.co_ascendant_munkasey_deg),
        polar_ascendant_deg: moved(angles.polar_ascendant_deg),
    });
    chart.houses = natal.houses.map(|houses| Houses {
        cusps_deg: houses.cusps_deg.map(moved),
        ..houses
    });
    let (sin_eps, cos_eps) = natal.frame.obliquity_deg.to_radians().sin_cos();
    for point in &mut chart.points {
        point.longitude_deg = moved(point.longitude_deg);
        let longitude = (point.longitude_deg + natal.frame.zodiac_offset_deg).to_radians();
        let (sin_lon, cos_lon) = longitude.sin_cos();
        let (sin_lat, cos_lat) = point.latitude_deg.to_radians().sin_cos();
        let y = cos_lat * sin_lon * cos_eps - sin_lat * sin_eps;
        let z = cos_lat * sin_lon * sin_eps + sin_lat * cos_eps;
        point.right_ascension_deg = normalize_deg(y.atan2(cos_lat * cos_lon).to_degrees());
        point.declination_deg = z.clamp(-1.0, 1.0).asin().to_degrees();
        // All points move with the Sun: within the directed chart no aspect applies or separates.
        point.speed_deg = None;
        point.declination_speed_deg = None;
        // Dignities depend on the longitude. The sect remains that of the birth.
        if let (Point::Body(body), Some(_)) = (point.point, point.dignities) {
            point.dignities = dignity::dignities(body, point.longitude_deg, natal.sect);
        }
    }
    chart
}
