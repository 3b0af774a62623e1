//! Composite: a chart of midpoints.
//!
//! R. Hand, Planets in Composite (1975): each point is the nearer midpoint of the two. The houses
//! are derived from the nearer midpoint of the Midheavens at the mean latitude, or are midpoints of
//! the cusps.

use crate::{
    angle::normalize_deg,
    aspect::{Aspect, AspectPoint, aspects_within},
    chart::{
        Chart, ChartError, ChartFrame, ChartOptions, ChartPoint, DayAspect, DayPoint,
        PossiblePlaces, angle_deg,
    },
    forecast::progression::armc_of_midheaven_deg,
    house::{Angles, HouseError, HouseFrame, HouseSystem, Houses},
    lot::LotPoints,
    midpoint::nearer_midpoint_deg,
    pattern::{Pattern, patterns},
    point::{Point, TRADITIONAL_PLANETS},
    sect::Sect,
};

use ephemeris::Body;

/// How composite houses are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CompositeHouses {
    /// From the nearer midpoint of the Midheavens, at the mean latitude.
    #[default]
    Derived,
    /// Each cusp is a midpoint of the cusps of both charts, counted from the nearer midpoint of the
    /// Midheavens.
    Midpoints,
}

impl CompositeHouses {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Derived => "derived",
            Self::Midpoints => "midpoints",
        }
    }
}

/// A composite chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Composite {
    /// The requested points that both charts have, without motion.
    pub points: Vec<ChartPoint>,
    /// The angles; `None` where a chart has none.
    pub angles: Option<Angles>,
    /// The houses; `None` where a chart has none.
    pub houses: Option<Houses>,
    /// Why the houses are not of the requested system.
    pub fallback_from: Option<HouseError>,
    /// Aspects among the points.
    pub aspects: Vec<Aspect>,
    /// Aspect patterns among the bodies.
    pub patterns: Vec<Pattern>,
    /// Points that are exactly opposite in the two charts: the midpoint that follows the first
    /// chart's point was used.
    pub opposite: Vec<Point>,
}

/// Returns the options for computing the two charts of a composite.
///
/// Derived houses use the mean latitude: the system need not be defined at either birthplace. Lots
/// depend on composite planets and sunshine houses on the composite Sun, so these are computed even
/// if they are not among the points.
pub fn ingredients(options: &ChartOptions, from: CompositeHouses) -> ChartOptions {
    let mut needed = options.clone();
    if from == CompositeHouses::Derived {
        // Defined everywhere.
        needed.house_system = HouseSystem::EqualAries;
        needed.polar_fallback = None;
    }
    let systems = [Some(options.house_system), options.polar_fallback];
    let sunshine = systems.contains(&Some(HouseSystem::Sunshine));
    let has_lots = options.points.iter().any(|it| matches!(it, Point::Lot(_)));
    let earthly = options.center != crate::chart::ChartCenter::Heliocentric;
    if (has_lots || sunshine) && earthly {
        let planets = TRADITIONAL_PLANETS.map(Point::Body).into_iter();
        let missing: Vec<_> = planets.filter(|it| !needed.points.contains(it)).collect();
        needed.points.extend(missing);
    }
    needed
}

/// Computes the composite of two charts computed with the [`ingredients`] of these options.
///
/// # Errors
/// The house system is undefined at the mean latitude, and no fallback is allowed.
pub fn composite(
    first: &Chart,
    second: &Chart,
    options: &ChartOptions,
    from: CompositeHouses,
) -> Result<Composite, ChartError> {
    let mut made = Composite {
        points: Vec::with_capacity(first.points.len()),
        angles: None,
        houses: None,
        fallback_from: None,
        aspects: Vec::new(),
        patterns: Vec::new(),
        opposite: Vec::new(),
    };
    let ground = Ground {
        latitude_deg: f64::midpoint(first.observer.latitude_deg, second.observer.latitude_deg),
        ..Ground::between(&first.frame, &second.frame)
    };
    if let (Some(_), Some(_)) = (first.angles, second.angles) {
        made.divide(first, second, options, (from, &ground))?;
    }
    for point in &options.points {
        if let (Some(one), Some(two)) = (first.point(*point), second.point(*point)) {
            let (longitude_deg, opposite) = made.longitude_of(one, two);
            if opposite {
                made.opposite.push(*point);
            }
            made.points.push(ground.placed(one, two, longitude_deg));
        }
    }
    made.recompute_lots((first, second), options, &ground);
    for point in &mut made.points {
        point.house = made
            .houses
            .map(|houses| houses.house_of(point.longitude_deg));
    }
    let seen: Vec<AspectPoint> = made.points.iter().map(ChartPoint::for_relations).collect();
    made.aspects = aspects_within(&seen, &options.aspects);
    made.patterns = patterns(&seen, &options.aspects.orbs);
    Ok(made)
}

/// A composite of births of which at least one has no time: without angles, houses and lots.
#[derive(Debug, Clone, PartialEq)]
pub struct DayComposite {
    /// The points that both births have, each with the possible range of its midpoint.
    pub points: Vec<DayPoint>,
    /// Aspects among them.
    pub aspects: Vec<DayAspect>,
    /// Points that may be opposite in the two charts: their midpoint may be the one given or the
    /// one opposite to it.
    pub opposite: Vec<Point>,
}

/// Computes the composite of two births. The two times are independent of each other.
pub fn composite_of_days(
    first: &PossiblePlaces,
    second: &PossiblePlaces,
    options: &ChartOptions,
) -> DayComposite {
    let ground = Ground::between(first.frame(), second.frame());
    let places = PossiblePlaces::combined(first, second, *first.frame(), |one, two| {
        let asked = options.points.iter();
        let asked = asked.filter(|it| !matches!(it, Point::Angle(_) | Point::Lot(_)));
        asked
            .filter_map(|point| {
                let one = one.iter().find(|it| it.point == *point)?;
                let two = two.iter().find(|it| it.point == *point)?;
                let (longitude, _) = nearer_midpoint_deg(one.longitude_deg, two.longitude_deg);
                Some(ground.placed(one, two, longitude))
            })
            .collect()
    });
    let arcs = places.arcs().into_iter();
    DayComposite {
        points: places.points_by_extent(),
        aspects: places.aspects_within(&options.aspects),
        // A midpoint moves half as far as its points: only one that changes sides moves this far.
        opposite: arcs
            .filter(|(_, _, width_deg)| *width_deg > 90.0)
            .map(|(point, ..)| point)
            .collect(),
    }
}

/// The mean frame of the two charts.
#[expect(clippy::struct_field_names, reason = "the unit belongs to every name")]
struct Ground {
    latitude_deg: f64,
    obliquity_deg: f64,
    zodiac_offset_deg: f64,
}

impl Ground {
    /// The latitude is left at 0.
    fn between(first: &ChartFrame, second: &ChartFrame) -> Self {
        Self {
            latitude_deg: 0.0,
            obliquity_deg: f64::midpoint(first.obliquity_deg, second.obliquity_deg),
            zodiac_offset_deg: f64::midpoint(first.zodiac_offset_deg, second.zodiac_offset_deg),
        }
    }

    fn placed(&self, first: &ChartPoint, second: &ChartPoint, longitude_deg: f64) -> ChartPoint {
        let latitude_deg = f64::midpoint(first.latitude_deg, second.latitude_deg);
        let (sin_lon, cos_lon) = (longitude_deg + self.zodiac_offset_deg)
            .to_radians()
            .sin_cos();
        let (sin_lat, cos_lat) = latitude_deg.to_radians().sin_cos();
        let (sin_eps, cos_eps) = self.obliquity_deg.to_radians().sin_cos();
        let y = cos_lat * sin_lon * cos_eps - sin_lat * sin_eps;
        let z = cos_lat * sin_lon * sin_eps + sin_lat * cos_eps;
        ChartPoint {
            point: first.point,
            longitude_deg,
            latitude_deg,
            distance_au: None,
            right_ascension_deg: normalize_deg(y.atan2(cos_lat * cos_lon).to_degrees()),
            declination_deg: z.clamp(-1.0, 1.0).asin().to_degrees(),
            speed_deg: None,
            declination_speed_deg: None,
            house: None,
            sector: None,
            dignities: None,
        }
    }
}

impl Composite {
    fn divide(
        &mut self,
        first: &Chart,
        second: &Chart,
        options: &ChartOptions,
        (from, ground): (CompositeHouses, &Ground),
    ) -> Result<(), ChartError> {
        let (Some(a), Some(b)) = (first.angles, second.angles) else {
            return Ok(());
        };
        let (midheaven_deg, opposite) = nearer_midpoint_deg(a.midheaven_deg, b.midheaven_deg);
        if opposite {
            self.opposite
                .push(Point::Angle(crate::point::Angle::Midheaven));
        }
        let tropical_deg = midheaven_deg + ground.zodiac_offset_deg;
        let frame = HouseFrame {
            armc_deg: armc_of_midheaven_deg(tropical_deg, ground.obliquity_deg),
            obliquity_deg: ground.obliquity_deg,
            latitude_deg: ground.latitude_deg,
            sun_declination_deg: sun_declination_deg(first, second, ground),
            ayanamsha_deg: ground.zodiac_offset_deg,
        };
        self.angles = Some(Angles::compute(&frame));
        let cusps = first.houses.zip(second.houses);
        match (from, cusps) {
            (CompositeHouses::Midpoints, Some((one, two))) => {
                self.houses = Some(cusp_midpoints(&one, &two, midheaven_deg));
            }
            _ => self.derive(&frame, options)?,
        }
        Ok(())
    }

    fn derive(&mut self, frame: &HouseFrame, options: &ChartOptions) -> Result<(), ChartError> {
        if options.house_system == HouseSystem::Gauquelin {
            return Ok(());
        }
        self.houses = match (
            Houses::compute(options.house_system, frame),
            options.polar_fallback,
        ) {
            (Ok(houses), _) => Some(houses),
            (Err(refusal), Some(fallback)) => {
                self.fallback_from = Some(refusal);
                Some(Houses::compute(fallback, frame).map_err(ChartError::Fallback)?)
            }
            (Err(refusal), None) => return Err(refusal.into()),
        };
        Ok(())
    }

    /// Angles are those of the composite's own houses. Every other point is a midpoint.
    fn longitude_of(&self, first: &ChartPoint, second: &ChartPoint) -> (f64, bool) {
        match (first.point, self.angles) {
            (Point::Angle(angle), Some(angles)) => (angle_deg(&angles, angle), false),
            _ => nearer_midpoint_deg(first.longitude_deg, second.longitude_deg),
        }
    }

    /// Computes lots from the composite Ascendant and the composite planets, as in any chart.
    fn recompute_lots(
        &mut self,
        (first, second): (&Chart, &Chart),
        options: &ChartOptions,
        ground: &Ground,
    ) {
        let of = |body: Body| {
            let body = Point::Body(body);
            let both = first.point(body).zip(second.point(body));
            both.map_or(f64::NAN, |(one, two)| {
                nearer_midpoint_deg(one.longitude_deg, two.longitude_deg).0
            })
        };
        let Some(angles) = self.angles else { return };
        let points = LotPoints {
            ascendant_deg: angles.ascendant_deg,
            sun_deg: of(Body::Sun),
            moon_deg: of(Body::Moon),
            mercury_deg: of(Body::Mercury),
            venus_deg: of(Body::Venus),
            mars_deg: of(Body::Mars),
            jupiter_deg: of(Body::Jupiter),
            saturn_deg: of(Body::Saturn),
        };
        // The composite has no Sun above a horizon. The houses decide: the seventh to the twelfth
        // are above it.
        let above = normalize_deg(points.sun_deg - angles.ascendant_deg) >= 180.0;
        let sect = if above { Sect::Day } else { Sect::Night };
        for point in &mut self.points {
            if let Point::Lot(lot) = point.point {
                let longitude = lot.longitude_deg(&points, sect, options.lot_formula);
                // A lot of planets that the charts lack remains a midpoint. Charts with the
                // ingredients have them.
                if !longitude.is_nan() {
                    *point = ground.placed(point, point, longitude);
                }
            }
        }
    }
}

/// Returns the declination of the composite Sun, for sunshine houses.
fn sun_declination_deg(first: &Chart, second: &Chart, ground: &Ground) -> f64 {
    let sun = Point::Body(Body::Sun);
    first
        .point(sun)
        .zip(second.point(sun))
        .map_or(0.0, |(one, two)| {
            let (longitude, _) = nearer_midpoint_deg(one.longitude_deg, two.longitude_deg);
            ground.placed(one, two, longitude).declination_deg
        })
}

/// Midpoints of cusps keep their order: from the midpoint of the Midheavens, by the mean of both
/// charts' distances.
fn cusp_midpoints(one: &Houses, two: &Houses, midheaven_deg: f64) -> Houses {
    let (tenth_one, tenth_two) = (one.cusps_deg[9], two.cusps_deg[9]);
    let (tenth, _) = nearer_midpoint_deg(tenth_one, tenth_two);
    // Where cusp 10 is not the Midheaven its own midpoint may be on the other side: keep it near
    // the Midheaven's.
    let keeps = crate::angle::separation_deg(tenth, midheaven_deg) <= 90.0;
    let tenth = if keeps {
        tenth
    } else {
        normalize_deg(tenth + 180.0)
    };
    Houses {
        system: one.system,
        cusps_deg: std::array::from_fn(|index| {
            let ahead_one = normalize_deg(one.cusps_deg[index] - tenth_one);
            let ahead_two = normalize_deg(two.cusps_deg[index] - tenth_two);
            normalize_deg(tenth + f64::midpoint(ahead_one, ahead_two))
        }),
        runs_backward: one.runs_backward && two.runs_backward,
    }
}
