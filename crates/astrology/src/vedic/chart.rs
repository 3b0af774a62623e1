//! A Vedic chart: the nine grahas, the lagna and the bhavas of a moment and a place.

use ephemeris::{Body, Ephemeris, Observer};

use super::{
    bhava::{BhavaSystem, Bhavas},
    combustion::{Combustion, combustion},
    dignity::{Dignity, GrahaSigns, NodeExaltation, dignity},
    graha::Graha,
};
use crate::{
    aspect::{AspectSet, AspectSettings},
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartError, ChartFrame, ChartMoment, ChartOptions, ChartPoint, NodeKind},
    house::{Angles, HouseError, HouseFrame, HouseSystem},
    point::Point,
    sign::Sign,
};

/// The options of a Vedic chart.
#[derive(Clone, Debug, PartialEq)]
pub struct VedicOptions {
    /// Zero point of the zodiac.
    pub zodiac: Zodiac,
    /// Which node Rahu is.
    pub node: NodeKind,
    /// How the bhavas are divided.
    pub bhavas: BhavaSystem,
    /// Where the nodes are exalted.
    pub node_exaltation: NodeExaltation,
    /// Bodies besides the nine grahas.
    pub further: Vec<Body>,
}

impl Default for VedicOptions {
    fn default() -> Self {
        Self {
            zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
            node: NodeKind::Mean,
            bhavas: BhavaSystem::Whole,
            node_exaltation: NodeExaltation::None,
            further: Vec::new(),
        }
    }
}

/// A Vedic chart.
#[derive(Clone, Debug, PartialEq)]
pub struct VedicChart {
    /// The moment.
    pub moment: ChartMoment,
    /// The place.
    pub observer: Observer,
    /// Obliquity, ayanamsha and sidereal time.
    pub frame: ChartFrame,
    /// The angles, of which the Ascendant is the lagna.
    pub angles: Angles,
    /// The bhavas.
    pub bhavas: Bhavas,
    /// The grahas, in the order of [`Graha::ALL`].
    pub grahas: [ChartPoint; 9],
    /// The further bodies.
    pub further: Vec<ChartPoint>,
    /// Dignities, in the order of [`Graha::ALL`].
    pub dignities: [Option<Dignity>; 9],
}

/// Why a chart cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VedicChartError {
    /// Positions or angles are not known.
    Chart(ChartError),
    /// The bhavas are undefined at the latitude.
    Bhavas(HouseError),
}

impl VedicChart {
    /// Computes a chart.
    ///
    /// # Errors
    /// The ephemeris does not cover the moment, or the bhavas are undefined at the latitude.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::{chart::ChartMoment, sign::Sign};
    /// use astrology::vedic::{chart::{VedicChart, VedicOptions}, graha::Graha};
    /// use ephemeris::{Ephemeris, Instant, Observer};
    ///
    /// // In the middle of January the Sun enters Capricorn of the sidereal zodiac (Makara Sankranti).
    /// let moment = ChartMoment::from_utc(Instant::from_julian_date(2_460_326.5)); // 2024-01-17T00:00Z
    /// let ujjain = Observer { latitude_deg: 23.18, longitude_deg: 75.78, height_m: 0.0 };
    /// let chart = VedicChart::compute(Ephemeris::embedded(), moment, &ujjain, &VedicOptions::default()).unwrap();
    /// assert_eq!(chart.signs()[Graha::Sun.index()], Sign::Capricorn);
    /// ```
    pub fn compute(
        ephemeris: &Ephemeris<'_>,
        moment: ChartMoment,
        observer: &Observer,
        options: &VedicOptions,
    ) -> Result<Self, VedicChartError> {
        let points = Graha::ALL.map(point).into_iter();
        let further = options.further.iter().map(|body| Point::Body(*body));
        let chart_options = ChartOptions {
            points: points.chain(further).collect(),
            house_system: HouseSystem::Whole,
            zodiac: options.zodiac,
            node: options.node,
            aspects: AspectSettings {
                set: std::iter::empty().collect::<AspectSet>(),
                ..AspectSettings::default()
            },
            ..ChartOptions::default()
        };
        let chart = Chart::compute(ephemeris, moment, observer, &chart_options)
            .map_err(VedicChartError::Chart)?;
        let Some(angles) = chart.angles else {
            unreachable!("a geocentric chart has angles");
        };
        let grahas: [ChartPoint; 9] = std::array::from_fn(|index| chart.points[index]);
        let house_frame = HouseFrame {
            armc_deg: chart.frame.armc_deg,
            obliquity_deg: chart.frame.obliquity_deg,
            latitude_deg: observer.latitude_deg,
            sun_declination_deg: grahas[0].declination_deg,
            ayanamsha_deg: chart.frame.zodiac_offset_deg,
        };
        let bhavas = Bhavas::compute(options.bhavas, &house_frame);
        let signs = grahas.each_ref().map(ChartPoint::sign);
        let dignities = std::array::from_fn(|index| {
            let longitude_deg = grahas[index].longitude_deg;
            dignity(
                Graha::ALL[index],
                longitude_deg,
                &signs,
                options.node_exaltation,
            )
        });
        Ok(Self {
            moment,
            observer: *observer,
            frame: chart.frame,
            angles,
            bhavas: bhavas.map_err(VedicChartError::Bhavas)?,
            further: chart.points[9..].to_vec(),
            grahas,
            dignities,
        })
    }

    /// Returns the place and moment in terms of spherical astronomy, for further divisions into houses.
    pub fn house_frame(&self) -> HouseFrame {
        HouseFrame {
            armc_deg: self.frame.armc_deg,
            obliquity_deg: self.frame.obliquity_deg,
            latitude_deg: self.observer.latitude_deg,
            sun_declination_deg: self.grahas[0].declination_deg,
            ayanamsha_deg: self.frame.zodiac_offset_deg,
        }
    }

    /// Returns a graha.
    pub const fn graha(&self, graha: Graha) -> &ChartPoint {
        &self.grahas[graha.index()]
    }

    /// Returns the longitude of the lagna, in degrees.
    pub const fn lagna_deg(&self) -> f64 {
        self.angles.ascendant_deg
    }

    /// Returns the sign of the lagna.
    pub fn lagna(&self) -> Sign {
        Sign::of(self.lagna_deg())
    }

    /// Returns the longitudes of the grahas, in degrees.
    pub fn longitudes_deg(&self) -> [f64; 9] {
        self.grahas.each_ref().map(|it| it.longitude_deg)
    }

    /// Returns the signs of the grahas.
    pub fn signs(&self) -> GrahaSigns {
        self.grahas.each_ref().map(ChartPoint::sign)
    }

    /// Returns whether a graha is combust; `None` for the Sun and the nodes.
    pub fn combustion(&self, graha: Graha) -> Option<Combustion> {
        let place = self.graha(graha);
        let is_retrograde = place.retrograde() == Some(true);
        let sun_deg = self.graha(Graha::Sun).longitude_deg;
        combustion(graha, is_retrograde, place.longitude_deg, sun_deg)
    }
}

/// Returns the point of a chart that is a graha.
pub fn point(graha: Graha) -> Point {
    match (graha, graha.body()) {
        (_, Some(body)) => Point::Body(body),
        (Graha::Ketu, None) => Point::SouthNode,
        (_, None) => Point::NorthNode,
    }
}
