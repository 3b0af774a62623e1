//! Ayanamshas: zero points of sidereal zodiacs, each defined by the star, direction or epoch that
//! its author published.
//!
//! An ayanamsha is the tropical longitude of the sidereal zero point, on the mean ecliptic and
//! equinox of date ([`Ayanamsha::mean_deg`]). Apparent tropical longitudes include nutation, so the
//! amount to subtract is the mean value plus the nutation in longitude. Zodiacs of an apparent star
//! (`true-citra` and its like) also follow the annual aberration of the star, which moves their zero
//! point to and fro by up to 20" each year. A definition by epoch fixes
//! a direction in space: the point of the epoch's ecliptic at the published longitude, precessed to
//! the date with IAU 2006. `tests/ayanamshas.rs` measures the agreement with a peer that is given
//! the same definitions.

mod definition;
mod precession;

use definition::{DEFINITIONS, Definition};
use ephemeris::{Instant, Tt};

use crate::angle::difference_deg;

/// Half the time over which a difference gives the rate of a mean ayanamsha: a year.
const HALF_SPAN_DAYS: f64 = 365.25;

/// A published zero point of the sidereal zodiac. Sources: [`Ayanamsha::source`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant's source is told by `source`")]
pub enum Ayanamsha {
    FaganBradley,
    Lahiri,
    LahiriIcrc,
    LahiriVp285,
    Krishnamurti,
    KrishnamurtiVp291,
    Raman,
    UshaShashi,
    Yukteshwar,
    DjwhalKhul,
    TrueCitra,
    TrueRevati,
    TruePushya,
    TrueMula,
    Suryasiddhanta,
    SuryasiddhantaMeanSun,
    SuryasiddhantaRevati,
    SuryasiddhantaCitra,
    Aryabhata,
    AryabhataMeanSun,
    Aryabhata522,
    BabylonianHuber,
    BabylonianBritton,
    Aldebaran15Taurus,
    GalacticCenter0Sagittarius,
    GalacticCenterGilBrand,
    GalacticCenterMulaWilhelm,
    GalacticCenterCochrane,
    GalacticEquatorIau1958,
    GalacticEquatorTrue,
    GalacticEquatorMula,
    J2000,
    J1900,
    B1950,
    DeLuce,
    JnBhasin,
    BabylonianKugler1,
    BabylonianKugler2,
    BabylonianKugler3,
    BabylonianEtaPiscium,
    Hipparchos,
    Sassanian,
    GalacticAlignmentMardyks,
    TrueSheoran,
    GalacticEquatorFiorenza,
    ValensMoon,
    Lahiri1940,
    KrishnamurtiSwiss,
    YukteshwarSwiss,
    UshaShashiSwiss,
    DjwhalKhulSwiss,
    TrueCitraMean,
    TrueRevatiMean,
    TruePushyaMean,
    TrueMulaMean,
}

impl Ayanamsha {
    /// Returns every ayanamsha.
    pub fn all() -> impl Iterator<Item = Self> {
        DEFINITIONS.iter().map(|entry| entry.ayanamsha)
    }

    /// Returns the id used by the API, for example `fagan-bradley`.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// Returns the ayanamsha with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        DEFINITIONS
            .iter()
            .find(|entry| entry.id == id)
            .map(|entry| entry.ayanamsha)
    }

    /// Returns who defined it and how, in one sentence.
    pub fn source(self) -> &'static str {
        self.entry().source
    }

    /// Returns the mean value, in degrees in [0, 360): the angle from the mean equinox of date to
    /// the zero point of the zodiac.
    ///
    /// # Examples
    ///
    /// The Indian Astronomical Ephemeris gives 23°51'25" for J2000.
    ///
    /// ```
    /// use astrology::ayanamsha::Ayanamsha;
    /// use ephemeris::Instant;
    ///
    /// let j2000 = Instant::from_julian_date(2_451_545.0);
    /// let published_deg = 23.0 + 51.0 / 60.0 + 25.5 / 3600.0;
    /// assert!((Ayanamsha::Lahiri.mean_deg(j2000) - published_deg).abs() < 1.0 / 3600.0);
    ///
    /// // Precession moves the equinox by 50.3" per year.
    /// let next_year = j2000.plus_days(365.25);
    /// let moved_deg = Ayanamsha::Lahiri.mean_deg(next_year) - Ayanamsha::Lahiri.mean_deg(j2000);
    /// assert!((moved_deg * 3600.0 - 50.3).abs() < 0.1);
    /// ```
    pub fn mean_deg(self, at: Instant<Tt>) -> f64 {
        self.entry().definition.mean_deg(at.centuries_since_j2000())
    }

    /// Returns half the time over which a difference gives the rate.
    fn half_span_days(self) -> f64 {
        match self.entry().definition {
            Definition::ApparentStar { .. } => 1.0,
            _ => HALF_SPAN_DAYS,
        }
    }

    fn entry(self) -> &'static definition::Entry {
        // The table is in the order of the variants. A test checks it.
        &DEFINITIONS[self as usize]
    }
}

/// An ayanamsha of one's own: a mean value at an epoch, carried on by precession.
///
/// # Examples
///
/// The definition of Lahiri by its value at J2000 is Lahiri.
///
/// ```
/// use astrology::ayanamsha::{Ayanamsha, CustomAyanamsha};
/// use ephemeris::Instant;
///
/// let j2000 = Instant::from_julian_date(2_451_545.0);
/// let custom = CustomAyanamsha::new(j2000, Ayanamsha::Lahiri.mean_deg(j2000));
/// let at = j2000.plus_days(20_000.0);
/// assert!((custom.mean_deg(at) - Ayanamsha::Lahiri.mean_deg(at)).abs() < 1e-8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CustomAyanamsha {
    /// Millionths of a day since J2000. Whole numbers make zodiacs comparable.
    epoch_millionths: i64,
    /// Billionths of a degree.
    value_billionths: i64,
}

impl CustomAyanamsha {
    /// Returns the ayanamsha with a mean value at an epoch, to a billionth of a degree and a tenth of a second.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the cast saturates; degrees and days of an ephemeris are far smaller"
    )]
    pub fn new(epoch: Instant<Tt>, value_deg: f64) -> Self {
        Self {
            epoch_millionths: (epoch.days_since_j2000() * 1e6).round() as i64,
            value_billionths: (value_deg * 1e9).round() as i64,
        }
    }

    /// Returns the mean value, in degrees in [0, 360).
    pub fn mean_deg(self, at: Instant<Tt>) -> f64 {
        let definition = Definition::Epoch {
            julian_date: 2_451_545.0 + self.epoch_millionths as f64 / 1e6,
            ayanamsha_deg: self.value_billionths as f64 / 1e9,
        };
        definition.mean_deg(at.centuries_since_j2000())
    }
}

/// The zero point of longitudes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Zodiac {
    /// The equinox of date.
    #[default]
    Tropical,
    /// A sidereal zero point.
    Sidereal(Ayanamsha),
    /// A sidereal zero point of one's own.
    Custom(CustomAyanamsha),
}

impl Zodiac {
    /// Returns the offset to subtract from an apparent tropical longitude, in degrees.
    pub fn offset_deg(self, at: Instant<Tt>, nutation_in_longitude_deg: f64) -> f64 {
        match self {
            Self::Tropical => 0.0,
            Self::Sidereal(ayanamsha) => ayanamsha.mean_deg(at) + nutation_in_longitude_deg,
            Self::Custom(custom) => custom.mean_deg(at) + nutation_in_longitude_deg,
        }
    }

    /// Returns the rate of [`Zodiac::offset_deg`], in degrees per day.
    ///
    /// The mean ayanamsha is smooth over centuries, so its rate is the difference over two years.
    /// The third derivative of precession leaves an error below 1e-13 degree per day. Zodiacs of an
    /// apparent star have the period of a year: the difference over two days leaves 1e-8.
    ///
    /// # Examples
    ///
    /// Precession alone moves the zero point of the zodiac by 50.3" per year.
    ///
    /// ```
    /// use astrology::ayanamsha::{Ayanamsha, Zodiac};
    /// use ephemeris::Instant;
    ///
    /// let j2000 = Instant::from_julian_date(2_451_545.0);
    /// let a_day_deg = Zodiac::Sidereal(Ayanamsha::Lahiri).offset_speed_deg(j2000, 0.0);
    /// assert!((a_day_deg * 3600.0 * 365.25 - 50.3).abs() < 0.1);
    /// assert_eq!(Zodiac::Tropical.offset_speed_deg(j2000, 0.001), 0.0);
    /// ```
    pub fn offset_speed_deg(self, at: Instant<Tt>, nutation_speed_deg: f64) -> f64 {
        let half_span_days = match self {
            Self::Tropical => return 0.0,
            Self::Sidereal(ayanamsha) => ayanamsha.half_span_days(),
            Self::Custom(_) => HALF_SPAN_DAYS,
        };
        let mean_deg = |at| self.offset_deg(at, 0.0);
        let before_deg = mean_deg(at.plus_days(-half_span_days));
        let after_deg = mean_deg(at.plus_days(half_span_days));
        difference_deg(after_deg, before_deg) / (2.0 * half_span_days) + nutation_speed_deg
    }

    /// Returns the mean ayanamsha; `None` in the tropical zodiac.
    pub fn mean_ayanamsha_deg(self, at: Instant<Tt>) -> Option<f64> {
        match self {
            Self::Tropical => None,
            Self::Sidereal(ayanamsha) => Some(ayanamsha.mean_deg(at)),
            Self::Custom(custom) => Some(custom.mean_deg(at)),
        }
    }
}

impl Definition {
    fn mean_deg(&self, centuries: f64) -> f64 {
        match *self {
            Self::Epoch {
                julian_date,
                ayanamsha_deg,
            } => precession::carried_longitude_deg(
                (julian_date - 2_451_545.0) / 36_525.0,
                ayanamsha_deg,
                centuries,
            ),
            Self::ApparentStar { star, sidereal_deg } => {
                precession::apparent_longitude_deg(star.direction(centuries), centuries)
                    - sidereal_deg
            }
            Self::StarAlways { star, sidereal_deg } => {
                precession::longitude_deg(star.direction(centuries), centuries) - sidereal_deg
            }
            Self::StarAtEpoch {
                star,
                sidereal_deg,
                julian_date,
            } => {
                let epoch = (julian_date - 2_451_545.0) / 36_525.0;
                let then = precession::longitude_deg(star.direction(epoch), epoch) - sidereal_deg;
                precession::carried_longitude_deg(epoch, then, centuries)
            }
            Self::HourCircleAtEpoch {
                star,
                sidereal_deg,
                julian_date,
            } => {
                let epoch = (julian_date - 2_451_545.0) / 36_525.0;
                let then = precession::hour_circle_longitude_deg(star.direction(epoch), epoch)
                    - sidereal_deg;
                precession::carried_longitude_deg(epoch, then, centuries)
            }
            Self::HourCircle { star, sidereal_deg } => {
                precession::hour_circle_longitude_deg(star.direction(centuries), centuries)
                    - sidereal_deg
            }
            Self::NodeOfPole { pole, sidereal_deg } => {
                precession::node_deg(pole.direction(0.0), centuries) - sidereal_deg
            }
            Self::MeanSun { julian_date } => {
                let epoch = (julian_date - 2_451_545.0) / 36_525.0;
                precession::carried_longitude_deg(epoch, precession::mean_sun_deg(epoch), centuries)
            }
        }
        .rem_euclid(360.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (index, ayanamsha) in Ayanamsha::all().enumerate() {
            assert_eq!(ayanamsha as usize, index, "{ayanamsha:?}");
            assert_eq!(Ayanamsha::from_id(ayanamsha.id()), Some(ayanamsha));
        }
        assert!(Ayanamsha::all().count() >= 47);
    }

    #[test]
    fn a_zodiac_of_an_apparent_star_follows_the_star_of_the_ephemeris() {
        use ephemeris::{Body, Ephemeris, Star};
        for (ayanamsha, star, sidereal_deg) in [
            (Ayanamsha::TrueCitra, "spica", 180.0),
            (Ayanamsha::TruePushya, "asellus-australis", 106.0),
            (Ayanamsha::TrueMula, "shaula", 240.0),
        ] {
            let star = Star::find(star).unwrap();
            let (mut worst_arcsec, mut beside_sun_arcsec) = (0.0_f64, 0.0_f64);
            for step in 0..400 {
                let at = Instant::from_julian_date(2_415_020.5 + 187.3 * f64::from(step));
                let sky = Ephemeris::embedded().sky(at).unwrap();
                let offset_deg =
                    Zodiac::Sidereal(ayanamsha).offset_deg(at, sky.nutation().dpsi_deg);
                let tropical_deg = sky.star_longitude_deg(star);
                let off_deg = difference_deg(tropical_deg - offset_deg, sidereal_deg);
                let off_arcsec = off_deg.abs() * 3600.0;
                let (sun_deg, _) = sky.longitude(Body::Sun).unwrap();
                match difference_deg(tropical_deg, sun_deg).abs() {
                    // Next to or behind the Sun's disc.
                    ..2.0 => {}
                    ..15.0 => beside_sun_arcsec = beside_sun_arcsec.max(off_arcsec),
                    _ => worst_arcsec = worst_arcsec.max(off_arcsec),
                }
            }
            println!(
                "{} {worst_arcsec:.4}\" {beside_sun_arcsec:.4}\"",
                ayanamsha.id()
            );
            // The Sun's motion around the barycenter (0.008"), the parallax (up to 0.025") and the
            // deflection of light, which is a quarter of an arcsecond two degrees from the Sun.
            assert!(worst_arcsec < 0.06, "{} {worst_arcsec}", ayanamsha.id());
            assert!(
                beside_sun_arcsec < 0.3,
                "{} {beside_sun_arcsec}",
                ayanamsha.id()
            );
        }
    }

    #[test]
    fn the_speed_of_a_zodiac_is_the_derivative_of_its_offset() {
        for ayanamsha in [Ayanamsha::Lahiri, Ayanamsha::TrueCitra] {
            for step in 0..40 {
                let at = Instant::from_julian_date(2_451_545.0 + 9.3 * f64::from(step));
                let ahead = ayanamsha.mean_deg(at.plus_days(0.01));
                let behind = ayanamsha.mean_deg(at.plus_days(-0.01));
                let expected = difference_deg(ahead, behind) / 0.02;
                let speed = Zodiac::Sidereal(ayanamsha).offset_speed_deg(at, 0.0);
                assert!((speed - expected).abs() < 2e-8, "{speed} {expected}");
            }
        }
    }

    #[test]
    fn a_frame_of_its_own_epoch_has_no_ayanamsha_then() {
        let at = Instant::from_julian_date(2_451_545.0);
        let value = Ayanamsha::J2000.mean_deg(at);
        assert!(value.min(360.0 - value) < 1e-9, "{value}");
    }
}
