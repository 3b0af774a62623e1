//! Which settings reproduce longitudes that another program printed.
//!
//! Every combination of the settings on which programs differ is tried: how the birth time was read, center, corrections
//! for light, zodiac with every ayanamsha, nutation and lunar node. Nothing is fitted but one number: an ayanamsha of
//! no known name, if at least three longitudes agree on it.

use ephemeris::{Body, Center, Correction, Ephemeris, Observer, Sky, SkyError, View};

use crate::{
    angle::difference_deg,
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{ChartCenter, ChartMoment, NodeKind},
    house::{Angles, HouseFrame},
    point::{Angle, Point},
};

/// Most longitudes in one question.
pub const MAX_LONGITUDES: usize = 32;
/// Most readings of the birth time in one question.
pub const MAX_READINGS: usize = 16;

/// Fewer longitudes do not tell an unknown ayanamsha from chance.
const MIN_FOR_UNKNOWN: usize = 3;
const CENTERS: [ChartCenter; 3] = [
    ChartCenter::Geocentric,
    ChartCenter::Topocentric,
    ChartCenter::Heliocentric,
];
const CORRECTIONS: [Correction; 3] = [
    Correction::Apparent,
    Correction::Astrometric,
    Correction::Geometric,
];
const EQUINOXES: [Equinox; 2] = [Equinox::True, Equinox::Mean];

/// How a program treats nutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equinox {
    /// Tropical longitudes have it, sidereal ones do not: both are measured from points that follow the sky.
    True,
    /// Tropical longitudes are measured from the mean equinox. Sidereal ones keep the nutation, because the mean
    /// ayanamsha is subtracted from true longitudes.
    Mean,
}

/// The zodiac of an explanation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Tropical.
    Tropical,
    /// Sidereal with a known ayanamsha.
    Known(Ayanamsha),
    /// Sidereal with an ayanamsha of no known name, in degrees.
    Unknown(f64),
}

/// Settings of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How the birth time was read: an index of [`Question::readings`].
    pub reading: usize,
    /// The zodiac.
    pub scale: Scale,
    /// The treatment of nutation.
    pub equinox: Equinox,
    /// The center.
    pub center: ChartCenter,
    /// The corrections for light.
    pub correction: Correction,
    /// The lunar node.
    pub node: NodeKind,
}

/// A reading of the birth time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The instant.
    pub moment: ChartMoment,
    /// How unusual it is: 0 for the reading that this program uses.
    pub cost: u32,
}

/// Longitudes printed elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Readings of the birth time, at most [`MAX_READINGS`].
    pub readings: Vec<Reading>,
    /// The place.
    pub observer: Observer,
    /// The longitudes, in degrees, at most [`MAX_LONGITUDES`]: of bodies, nodes, Ascendant and midheaven.
    pub longitudes: Vec<(Point, f64)>,
    /// Largest difference that rounding explains, in degrees.
    pub tolerance_deg: f64,
}

/// Settings and how well they reproduce the longitudes.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The settings.
    pub settings: Settings,
    /// The largest difference, in degrees.
    pub residual_deg: f64,
    /// Printed minus computed longitude of every point, in degrees.
    pub differences_deg: Vec<f64>,
    /// How far the settings are from the usual ones.
    cost: u32,
}

impl Explanation {
    /// What sorts explanations: those beyond the tolerance last, by their difference.
    fn order(&self, tolerance_deg: f64) -> (bool, u32, u64) {
        let is_beyond = self.residual_deg > tolerance_deg;
        // Differences in units of a millionth of a degree compare as integers.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most 1.8e8"
        )]
        let units = (self.residual_deg * 1e6).round() as u64;
        (is_beyond, if is_beyond { 0 } else { self.cost }, units)
    }
}

/// Returns the best explanations, at most `limit` with different readings or zodiacs. Those within the tolerance come
/// first, the most usual settings before others; then the ones with the smallest difference.
///
/// # Errors
///
/// The ephemeris does not cover a body at the first reading. Other readings it does not cover are left out.
///
/// # Examples
///
/// ```
/// use astrology::ayanamsha::Ayanamsha;
/// use astrology::chart::ChartMoment;
/// use astrology::explain::{Question, Reading, Scale, explain};
/// use astrology::point::Point;
/// use ephemeris::{Body, Ephemeris, Instant, Observer};
///
/// // 2000-01-01T12:00 TT: the Sun at 280°22' tropical, 23°51' less in Lahiri's zodiac. So is the Moon at 223°19'.
/// let question = Question {
///     readings: vec![Reading { moment: ChartMoment::from_tt(Instant::from_julian_date(2_451_545.0)), cost: 0 }],
///     observer: Observer { latitude_deg: 0.0, longitude_deg: 0.0, height_m: 0.0 },
///     longitudes: vec![(Point::Body(Body::Sun), 256.52), (Point::Body(Body::Moon), 199.47)],
///     tolerance_deg: 1.0 / 60.0,
/// };
/// let found = explain(Ephemeris::embedded(), &question, 1)?;
/// assert_eq!(found[0].settings.scale, Scale::Known(Ayanamsha::Lahiri));
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
pub fn explain(
    ephemeris: &Ephemeris<'_>,
    question: &Question,
    limit: usize,
) -> Result<Vec<Explanation>, SkyError> {
    let mut best = Best {
        question,
        limit,
        found: Vec::new(),
    };
    for (index, reading) in question.readings.iter().take(MAX_READINGS).enumerate() {
        match of_reading(ephemeris, (index, *reading), &mut best) {
            Err(error) if index == 0 || error == SkyError::Stopped => return Err(error),
            _ => {}
        }
    }
    Ok(best.found)
}

fn of_reading(
    ephemeris: &Ephemeris<'_>,
    (index, reading): (usize, Reading),
    best: &mut Best<'_>,
) -> Result<(), SkyError> {
    let at = reading.moment;
    let sky = ephemeris.sky(at.tt)?.with_ut1(at.ut1);
    let nutation_deg = sky.nutation().dpsi_deg;
    let scales: Vec<(Scale, f64)> = std::iter::once((Scale::Tropical, 0.0))
        .chain(Ayanamsha::all().map(|it| {
            let mean_deg = Zodiac::Sidereal(it).offset_deg(at.tt, 0.0);
            (Scale::Known(it), mean_deg)
        }))
        .collect();
    let points = || best.question.longitudes.iter().map(|it| it.0);
    let has_node = points().any(|it| matches!(it, Point::NorthNode | Point::SouthNode));
    let nodes = if has_node {
        vec![NodeKind::True, NodeKind::Mean]
    } else {
        vec![NodeKind::True]
    };
    for center in CENTERS {
        for correction in CORRECTIONS {
            for node in nodes.iter().copied() {
                let seen = SeenSky {
                    sky: &sky,
                    at,
                    observer: best.question.observer,
                    center,
                    correction,
                    node,
                };
                let longitudes: Result<Option<Vec<f64>>, SkyError> =
                    points().map(|it| seen.longitude_deg(it)).collect();
                let Some(longitudes) = longitudes? else {
                    continue;
                };
                let settings = Settings {
                    reading: index,
                    scale: Scale::Tropical,
                    equinox: Equinox::True,
                    center,
                    correction,
                    node,
                };
                best.compare(settings, &longitudes, (&scales, nutation_deg));
            }
        }
    }
    Ok(())
}

/// A sky seen in one way.
struct SeenSky<'a> {
    sky: &'a Sky<'a>,
    at: ChartMoment,
    observer: Observer,
    center: ChartCenter,
    correction: Correction,
    node: NodeKind,
}

impl SeenSky<'_> {
    /// The longitude from the true equinox, in degrees; `None` if the point does not exist from the center.
    fn longitude_deg(&self, point: Point) -> Result<Option<f64>, SkyError> {
        let is_helio = self.center == ChartCenter::Heliocentric;
        let body = match point {
            Point::Body(Body::Sun | Body::Moon) if is_helio => return Ok(None),
            Point::Body(body) => body,
            Point::NorthNode | Point::SouthNode if !is_helio => self.node.body(),
            Point::Angle(angle) if !is_helio => return Ok(self.angle_deg(angle)),
            _ => return Ok(None),
        };
        let view = View {
            center: match self.center {
                ChartCenter::Geocentric => Center::Geocentric,
                ChartCenter::Topocentric => Center::Topocentric(self.observer),
                ChartCenter::Heliocentric => Center::Heliocentric,
            },
            correction: self.correction,
            ..View::default()
        };
        let found = self.sky.place_with(body, &view)?.longitude_deg;
        let turn = if point == Point::SouthNode {
            180.0
        } else {
            0.0
        };
        Ok(Some(found + turn))
    }

    fn angle_deg(&self, angle: Angle) -> Option<f64> {
        let angles = Angles::compute(&HouseFrame {
            armc_deg: self.sky.armc_deg(self.at.ut1, self.observer.longitude_deg),
            obliquity_deg: self.sky.true_obliquity_deg(),
            latitude_deg: self.observer.latitude_deg,
            sun_declination_deg: 0.0,
            ayanamsha_deg: 0.0,
        });
        match angle {
            Angle::Ascendant => Some(angles.ascendant_deg),
            Angle::Midheaven => Some(angles.midheaven_deg),
            _ => None,
        }
    }
}

/// The best explanations so far.
struct Best<'a> {
    question: &'a Question,
    limit: usize,
    found: Vec<Explanation>,
}

impl Best<'_> {
    /// Compares longitudes from the true equinox with the printed ones, in every zodiac.
    fn compare(
        &mut self,
        settings: Settings,
        longitudes_deg: &[f64],
        (scales, nutation_deg): (&[(Scale, f64)], f64),
    ) {
        let printed = self.question.longitudes.iter();
        let apart: Vec<f64> = printed
            .zip(longitudes_deg)
            .map(|((_, printed), found)| difference_deg(*printed, *found))
            .collect();
        for (scale, mean_deg) in scales {
            for equinox in EQUINOXES {
                let has_nutation = (*scale == Scale::Tropical) == (equinox == Equinox::True);
                let offset_deg = mean_deg + if has_nutation { 0.0 } else { nutation_deg };
                let settings = Settings {
                    scale: *scale,
                    equinox,
                    ..settings
                };
                self.offer(settings, &apart, offset_deg);
            }
        }
        if apart.len() >= MIN_FOR_UNKNOWN {
            let from_first: f64 = apart.iter().map(|it| difference_deg(*it, apart[0])).sum();
            let offset_deg = -(apart[0] + from_first / apart.len() as f64);
            let settings = Settings {
                scale: Scale::Unknown(difference_deg(offset_deg - nutation_deg, 0.0)),
                ..settings
            };
            self.offer(settings, &apart, offset_deg);
        }
    }

    fn offer(&mut self, settings: Settings, apart_deg: &[f64], offset_deg: f64) {
        let differences = apart_deg
            .iter()
            .map(|it| difference_deg(*it + offset_deg, 0.0));
        let residual_deg = differences.clone().map(f64::abs).fold(0.0, f64::max);
        let offered = Explanation {
            settings,
            residual_deg,
            differences_deg: Vec::new(),
            cost: self.cost(&settings),
        };
        let tolerance_deg = self.question.tolerance_deg;
        let is_before = |it: &Explanation| offered.order(tolerance_deg) < it.order(tolerance_deg);
        let is_alike = |it: &Explanation| {
            let both_unknown = matches!(
                (it.settings.scale, settings.scale),
                (Scale::Unknown(_), Scale::Unknown(_))
            );
            it.settings.reading == settings.reading
                && (it.settings.scale == settings.scale || both_unknown)
        };
        if let Some(index) = self.found.iter().position(is_alike) {
            if !is_before(&self.found[index]) {
                return;
            }
            self.found.remove(index);
        }
        let rank = self.found.iter().position(is_before);
        let rank = rank.unwrap_or(self.found.len());
        if rank < self.limit {
            let complete = Explanation {
                differences_deg: differences.collect(),
                ..offered
            };
            self.found.insert(rank, complete);
            self.found.truncate(self.limit);
        }
    }

    /// How unusual settings are. Small differences of longitude are explained by rounding before they are explained by
    /// unusual settings.
    fn cost(&self, settings: &Settings) -> u32 {
        let scale = match settings.scale {
            Scale::Tropical | Scale::Known(Ayanamsha::Lahiri) => 0,
            Scale::Known(Ayanamsha::Krishnamurti | Ayanamsha::Raman | Ayanamsha::FaganBradley) => 1,
            Scale::Known(_) => 2,
            Scale::Unknown(_) => 12,
        };
        let is_usual_node = match settings.scale {
            Scale::Tropical => settings.node == NodeKind::True,
            _ => settings.node == NodeKind::Mean,
        };
        let center = match settings.center {
            ChartCenter::Geocentric => 0,
            ChartCenter::Topocentric => 4,
            ChartCenter::Heliocentric => 6,
        };
        let correction = match settings.correction {
            Correction::Apparent => 0,
            Correction::Astrometric => 4,
            Correction::Geometric => 3,
        };
        let reading = self.question.readings[settings.reading].cost * 4;
        let equinox = if settings.equinox == Equinox::True {
            0
        } else {
            3
        };
        reading + scale + u32::from(!is_usual_node) + center + correction + equinox
    }
}
