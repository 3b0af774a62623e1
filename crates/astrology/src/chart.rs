//! A chart: every point, the angles and houses, and everything derived from them, for a moment and
//! a place.

mod day;
mod options;
mod places;
mod possible;

use std::fmt;

pub use day::DayChart;
use ephemeris::{Body, Ephemeris, Instant, Observer, Sky, SkyError, Tt, Ut1};
pub use options::{ChartCenter, ChartOptions, NodeKind, Unknown};
use places::Places;
pub use possible::{Certainty, DayAspect, DayPoint, PossiblePlaces};

use crate::{
    aspect::{Aspect, AspectPoint, aspects_within},
    ayanamsha::Zodiac,
    balance::Balance,
    dignity::{self, Dignities},
    house::{Angles, HouseError, HouseFrame, HouseSystem, Houses, Sectors},
    lot::{Lot, LotPoints},
    pattern::{Pattern, patterns},
    phase::{DistantPlace, LunarPhase, illuminated_fraction},
    point::{Angle, Point},
    sect::{EquatorialPlace, Sect},
    sign::Sign,
};

/// A moment on the two time scales that a chart needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartMoment {
    /// For positions.
    pub tt: Instant<Tt>,
    /// For the rotation of the Earth.
    pub ut1: Instant<Ut1>,
}

impl ChartMoment {
    /// Returns the moment of a UTC instant.
    pub fn from_utc(utc: Instant<ephemeris::Utc>) -> Self {
        Self {
            tt: utc.to_tt(),
            ut1: utc.to_ut1(),
        }
    }

    /// Returns the moment of a TT instant.
    pub fn from_tt(tt: Instant<Tt>) -> Self {
        Self {
            tt,
            ut1: tt.to_ut1(),
        }
    }

    /// Returns the moment of a UT1 instant.
    pub fn from_ut1(ut1: Instant<Ut1>) -> Self {
        Self {
            tt: ut1.to_tt(),
            ut1,
        }
    }
}

/// One point of a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPoint {
    /// The point.
    pub point: Point,
    /// Longitude in the chart's zodiac, in degrees in [0, 360).
    pub longitude_deg: f64,
    /// Ecliptic latitude, in degrees; 0 for angles and lots.
    pub latitude_deg: f64,
    /// Distance from the chart's center, in au; `None` for points without a distance.
    pub distance_au: Option<f64>,
    /// Right ascension (true equator of date), in degrees.
    pub right_ascension_deg: f64,
    /// Declination, in degrees.
    pub declination_deg: f64,
    /// Speed in longitude in the chart's zodiac, in degrees per day; `None` for angles, lots and
    /// composite points.
    pub speed_deg: Option<f64>,
    /// Speed in declination, in degrees per day.
    pub declination_speed_deg: Option<f64>,
    /// The house, 1 to 12.
    pub house: Option<u8>,
    /// The Gauquelin sector, 1 to 36.
    pub sector: Option<u8>,
    /// Essential dignities, for Sun to Pluto.
    pub dignities: Option<Dignities>,
}

impl ChartPoint {
    /// Whether the point is retrograde; `None` for a point without motion.
    pub fn retrograde(&self) -> Option<bool> {
        self.speed_deg.map(|speed| speed < 0.0)
    }

    /// Returns the sign in the chart's zodiac.
    pub fn sign(&self) -> Sign {
        Sign::of(self.longitude_deg)
    }

    /// Returns the point as input for aspects.
    pub fn for_aspects(&self) -> AspectPoint {
        AspectPoint {
            point: self.point,
            longitude_deg: self.longitude_deg,
            speed_deg: self.speed_deg,
            declination_deg: Some(self.declination_deg),
            declination_speed_deg: self.declination_speed_deg,
        }
    }

    /// Returns the point as input for aspects between two charts: without speeds.
    pub fn for_relations(&self) -> AspectPoint {
        AspectPoint {
            speed_deg: None,
            declination_speed_deg: None,
            ..self.for_aspects()
        }
    }
}

/// The astronomical quantities of a chart's instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartFrame {
    /// True obliquity of the ecliptic, in degrees.
    pub obliquity_deg: f64,
    /// Nutation in longitude, in degrees.
    pub nutation_in_longitude_deg: f64,
    /// Mean ayanamsha, in degrees; `None` in the tropical zodiac.
    pub ayanamsha_deg: Option<f64>,
    /// The offset subtracted from tropical longitudes (ayanamsha and nutation), in degrees.
    pub zodiac_offset_deg: f64,
    /// Rate of that offset, in degrees per day.
    pub zodiac_speed_deg: f64,
    /// Right ascension of the meridian, in degrees.
    pub armc_deg: f64,
}

impl ChartFrame {
    fn of_sky(sky: &Sky<'_>, zodiac: Zodiac, armc_deg: f64) -> Self {
        let nutation = sky.nutation();
        let ayanamsha_deg = zodiac.mean_ayanamsha_deg(sky.at());
        Self {
            obliquity_deg: sky.true_obliquity_deg(),
            nutation_in_longitude_deg: nutation.dpsi_deg,
            ayanamsha_deg,
            zodiac_offset_deg: ayanamsha_deg.map_or(0.0, |mean| mean + nutation.dpsi_deg),
            zodiac_speed_deg: zodiac.offset_speed_deg(sky.at(), nutation.dpsi_speed_deg),
            armc_deg,
        }
    }
}

/// The Moon's phase in a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPhase {
    /// The eighth of the cycle.
    pub phase: LunarPhase,
    /// Longitude of the Moon minus that of the Sun, in degrees in [0, 360).
    pub elongation_deg: f64,
    /// The illuminated fraction of the disc.
    pub illuminated_fraction: f64,
}

/// The rulers of a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseRuler {
    /// The house, 1 to 12.
    pub house: u8,
    /// The sign on its cusp.
    pub sign: Sign,
    /// Its traditional ruler.
    pub traditional: Body,
    /// Its modern ruler.
    pub modern: Body,
}

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The moment.
    pub moment: ChartMoment,
    /// The place.
    pub observer: Observer,
    /// The astronomical quantities of the moment.
    pub frame: ChartFrame,
    /// The points in the requested order.
    pub points: Vec<ChartPoint>,
    /// Points that have no data at this time and were omitted, as the options allow.
    pub unknown: Vec<Point>,
    /// The angles; `None` in a heliocentric chart.
    pub angles: Option<Angles>,
    /// The houses; `None` in a heliocentric chart and with Gauquelin sectors.
    pub houses: Option<Houses>,
    /// The Gauquelin sectors, if requested.
    pub sectors: Option<Sectors>,
    /// Why the houses are not of the requested system.
    pub fallback_from: Option<HouseError>,
    /// Day or night; `None` in a heliocentric chart.
    pub sect: Option<Sect>,
    /// Aspects among the points.
    pub aspects: Vec<Aspect>,
    /// Aspect patterns among the bodies.
    pub patterns: Vec<Pattern>,
    /// The Moon's phase; `None` in a heliocentric chart.
    pub phase: Option<ChartPhase>,
    /// Elements, modes and polarities of those of Sun to Pluto that are among the points.
    pub balance: Balance,
}

impl Chart {
    /// Computes a chart.
    ///
    /// # Errors
    ///
    /// [`ChartError`] if the ephemeris does not cover the moment, if the house system is undefined
    /// at the latitude and the options allow no fallback, or if a point does not exist from the
    /// chart's center.
    ///
    /// # Examples
    ///
    /// The solar eclipse over Mazatlán on 2024-04-08, nine minutes after the new Moon of 18:21 UT:
    ///
    /// ```
    /// use astrology::chart::{Chart, ChartOptions, ChartMoment};
    /// use astrology::phase::LunarPhase;
    /// use astrology::sect::Sect;
    /// use ephemeris::{Calendar, CivilDateTime, Ephemeris, Observer};
    ///
    /// let civil = CivilDateTime { hour: 18, minute: 30, ..CivilDateTime::date(2024, 4, 8) };
    /// let moment = ChartMoment::from_utc(civil.to_instant(Calendar::Gregorian)?);
    /// let mazatlan = Observer { latitude_deg: 23.23, longitude_deg: -106.42, height_m: 10.0 };
    /// let chart = Chart::compute(Ephemeris::embedded(), moment, &mazatlan, &ChartOptions::default())?;
    ///
    /// assert_eq!(chart.sect, Some(Sect::Day));
    /// let phase = chart.phase.expect("a geocentric chart has a phase");
    /// assert_eq!(phase.phase, LunarPhase::NewMoon);
    /// assert!(phase.illuminated_fraction < 0.001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compute(
        ephemeris: &Ephemeris<'_>,
        moment: ChartMoment,
        observer: &Observer,
        options: &ChartOptions,
    ) -> Result<Self, ChartError> {
        let sky = ephemeris.sky(moment.tt)?.with_ut1(moment.ut1);
        let armc_deg = sky.armc_deg(moment.ut1, observer.longitude_deg);
        Self::with_sidereal_time(&sky, moment, observer, options, armc_deg)
    }

    /// Computes the chart of a sky with the given right ascension on the meridian. For a real
    /// moment that is the sidereal time. Progressions choose another.
    pub(crate) fn with_sidereal_time(
        sky: &Sky<'_>,
        moment: ChartMoment,
        observer: &Observer,
        options: &ChartOptions,
        armc_deg: f64,
    ) -> Result<Self, ChartError> {
        let frame = ChartFrame::of_sky(sky, options.zodiac, armc_deg);
        let mut places = Places::new(sky, observer, options, &frame);
        let mut chart = Self {
            moment,
            observer: *observer,
            frame,
            points: Vec::with_capacity(options.points.len()),
            unknown: Vec::new(),
            angles: None,
            houses: None,
            sectors: None,
            fallback_from: None,
            sect: None,
            aspects: Vec::new(),
            patterns: Vec::new(),
            phase: None,
            balance: Balance::default(),
        };
        if options.center != ChartCenter::Heliocentric {
            chart.stand_on_earth(&mut places, options)?;
        }
        chart.fill(&mut places, options)?;
        Ok(chart)
    }

    /// Adds everything that needs a horizon or the Sun and Moon: angles, sect, houses, phase.
    fn stand_on_earth(
        &mut self,
        places: &mut Places<'_>,
        options: &ChartOptions,
    ) -> Result<(), ChartError> {
        let sun = places.body(Body::Sun)?;
        let moon = places.body(Body::Moon)?;
        let frame = HouseFrame {
            armc_deg: self.frame.armc_deg,
            obliquity_deg: self.frame.obliquity_deg,
            latitude_deg: self.observer.latitude_deg,
            sun_declination_deg: sun.declination_deg,
            ayanamsha_deg: self.frame.zodiac_offset_deg,
        };
        self.divide(&frame, options)?;
        self.angles = Some(Angles::compute(&frame));
        let altitude_deg = EquatorialPlace {
            right_ascension_deg: sun.right_ascension_deg,
            declination_deg: sun.declination_deg,
        }
        .altitude_deg(frame.armc_deg, frame.latitude_deg);
        self.sect = Some(Sect::of_altitude(altitude_deg));
        let elongation_deg = crate::angle::normalize_deg(moon.longitude_deg - sun.longitude_deg);
        let distant = |point: &ChartPoint| DistantPlace {
            longitude_deg: point.longitude_deg,
            latitude_deg: point.latitude_deg,
            distance: point.distance_au.unwrap_or(1.0),
        };
        self.phase = Some(ChartPhase {
            phase: LunarPhase::of_elongation(elongation_deg),
            elongation_deg,
            illuminated_fraction: illuminated_fraction(distant(&moon), distant(&sun)),
        });
        Ok(())
    }

    /// Computes the houses or sectors of the requested system, or of the fallback.
    fn divide(&mut self, frame: &HouseFrame, options: &ChartOptions) -> Result<(), ChartError> {
        let refusal = match self.try_system(options.house_system, frame) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        let Some(fallback) = options.polar_fallback else {
            return Err(refusal.into());
        };
        self.fallback_from = Some(refusal);
        self.try_system(fallback, frame)
            .map_err(ChartError::Fallback)
    }

    fn try_system(&mut self, system: HouseSystem, frame: &HouseFrame) -> Result<(), HouseError> {
        if system == HouseSystem::Gauquelin {
            self.sectors = Some(Sectors::compute(frame)?);
        } else {
            self.houses = Some(Houses::compute(system, frame)?);
        }
        Ok(())
    }

    fn fill(&mut self, places: &mut Places<'_>, options: &ChartOptions) -> Result<(), ChartError> {
        let mut lots = None;
        for point in &options.points {
            let mut placed = match *point {
                Point::Angle(angle) => {
                    let angles = self
                        .angles
                        .ok_or(ChartError::NotFromHere { point: *point })?;
                    places.on_ecliptic(*point, angle_deg(&angles, angle))
                }
                Point::Lot(lot) => {
                    let longitude = self.lot_deg(places, options, lot, &mut lots)?;
                    places.on_ecliptic(*point, longitude)
                }
                _ => {
                    let Some(placed) = places.known_point(*point)? else {
                        self.unknown.push(*point);
                        continue;
                    };
                    placed
                }
            };
            let houses = self.houses.as_ref();
            placed.house = houses.map(|houses| houses.house_of(placed.longitude_deg));
            placed.sector = self.sectors.as_ref().and_then(|sectors| {
                sectors.sector_of(placed.right_ascension_deg, placed.declination_deg)
            });
            if let (Point::Body(body), true) = (*point, options.center != ChartCenter::Heliocentric)
            {
                placed.dignities = dignity::dignities(body, placed.longitude_deg, self.sect);
            }
            self.points.push(placed);
        }
        let seen: Vec<AspectPoint> = self.points.iter().map(ChartPoint::for_aspects).collect();
        self.aspects = aspects_within(&seen, &options.aspects);
        self.patterns = patterns(&seen, &options.aspects.orbs);
        self.balance = Balance::of(
            self.points
                .iter()
                .filter(|it| matches!(it.point, Point::Body(body) if Body::PLANETS.contains(&body)))
                .map(ChartPoint::sign),
        );
        Ok(())
    }

    fn lot_deg(
        &self,
        places: &mut Places<'_>,
        options: &ChartOptions,
        lot: Lot,
        points: &mut Option<LotPoints>,
    ) -> Result<f64, ChartError> {
        let refusal = ChartError::NotFromHere {
            point: Point::Lot(lot),
        };
        let (angles, sect) = self.angles.zip(self.sect).ok_or(refusal)?;
        let points = match points {
            Some(points) => *points,
            None => *points.insert(LotPoints {
                ascendant_deg: angles.ascendant_deg,
                sun_deg: places.body(Body::Sun)?.longitude_deg,
                moon_deg: places.body(Body::Moon)?.longitude_deg,
                mercury_deg: places.body(Body::Mercury)?.longitude_deg,
                venus_deg: places.body(Body::Venus)?.longitude_deg,
                mars_deg: places.body(Body::Mars)?.longitude_deg,
                jupiter_deg: places.body(Body::Jupiter)?.longitude_deg,
                saturn_deg: places.body(Body::Saturn)?.longitude_deg,
            }),
        };
        Ok(lot.longitude_deg(&points, sect, options.lot_formula))
    }

    /// Returns the point, if it was requested.
    pub fn point(&self, point: Point) -> Option<&ChartPoint> {
        self.points.iter().find(|it| it.point == point)
    }

    /// Returns the longitude of an angle, in degrees.
    pub fn angle_deg(&self, angle: Angle) -> Option<f64> {
        self.angles.map(|angles| angle_deg(&angles, angle))
    }

    /// Whether a point is out of bounds: its declination exceeds the Sun's greatest declination.
    pub fn is_out_of_bounds(&self, point: &ChartPoint) -> bool {
        point.declination_deg.abs() > self.frame.obliquity_deg
    }

    /// Returns the rulers of the houses by the signs on their cusps. In quadrant systems the first
    /// is the chart ruler.
    pub fn house_rulers(&self) -> Vec<HouseRuler> {
        let cusps = self.houses.iter().flat_map(|houses| houses.cusps_deg);
        (1_u8..)
            .zip(cusps)
            .map(|(house, cusp)| ruler_of(house, cusp))
            .collect()
    }

    /// Returns the ruler of the Ascendant's sign.
    pub fn ruler(&self) -> Option<HouseRuler> {
        self.angles.map(|angles| ruler_of(1, angles.ascendant_deg))
    }
}

/// Returns the places of points that need no horizon (bodies, nodes, stars), without those omitted
/// as unknown.
///
/// # Errors
/// The ephemeris does not cover the instant, or a point needs a horizon or does not exist from the
/// center.
pub fn positions(
    ephemeris: &Ephemeris<'_>,
    at: Instant<Tt>,
    observer: &Observer,
    options: &ChartOptions,
    points: &[Point],
) -> Result<Vec<ChartPoint>, ChartError> {
    let sky = ephemeris.sky(at)?;
    let frame = ChartFrame::of_sky(&sky, options.zodiac, 0.0);
    let mut places = Places::new(&sky, observer, options, &frame);
    let mut placed = Vec::with_capacity(points.len());
    for point in points {
        let Some(mut found) = places.known_point(*point)? else {
            continue;
        };
        if let (Point::Body(body), true) = (*point, options.center != ChartCenter::Heliocentric) {
            found.dignities = dignity::dignities(body, found.longitude_deg, None);
        }
        placed.push(found);
    }
    Ok(placed)
}

fn ruler_of(house: u8, longitude_deg: f64) -> HouseRuler {
    let sign = Sign::of(longitude_deg);
    HouseRuler {
        house,
        sign,
        traditional: dignity::ruler(sign),
        modern: dignity::modern_ruler(sign),
    }
}

/// Returns the longitude of one of the angles, in degrees.
pub fn angle_deg(angles: &Angles, angle: Angle) -> f64 {
    match angle {
        Angle::Ascendant => angles.ascendant_deg,
        Angle::Midheaven => angles.midheaven_deg,
        Angle::Descendant => angles.descendant_deg(),
        Angle::ImumCoeli => angles.imum_coeli_deg(),
        Angle::Vertex => angles.vertex_deg,
        Angle::Antivertex => angles.antivertex_deg(),
        Angle::EastPoint => angles.east_point_deg,
    }
}

/// Why a chart cannot be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ChartError {
    /// The ephemeris returned an error.
    Sky(SkyError),
    /// The houses are undefined there.
    House(HouseError),
    /// The fallback houses are undefined too.
    Fallback(HouseError),
    /// The point does not exist from the chart's center, or not without a birth time.
    NotFromHere {
        /// The requested point.
        point: Point,
    },
}

impl fmt::Display for ChartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sky(error) => error.fmt(formatter),
            Self::House(error) | Self::Fallback(error) => error.fmt(formatter),
            Self::NotFromHere { point } => {
                write!(
                    formatter,
                    "{} does not exist in this kind of chart.",
                    point.id()
                )
            }
        }
    }
}

impl std::error::Error for ChartError {}

impl From<SkyError> for ChartError {
    fn from(error: SkyError) -> Self {
        Self::Sky(error)
    }
}

impl From<HouseError> for ChartError {
    fn from(error: HouseError) -> Self {
        Self::House(error)
    }
}
