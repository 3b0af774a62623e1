//! House systems, their input and the twelve cusps.
//!
//! Each system has its own file below this one, with its definition and its originator. All of them
//! start from the [`Sphere`] of a place and a moment. Beyond the polar circles two rules hold for
//! every system: the Ascendant is in the east, and the Midheaven is on the upper meridian, even
//! below the horizon ([`crate::house::Angles`]).
//!
//! Campanus, Regiomontanus, topocentric, APC and sunshine houses are lunes of the sphere between
//! the north and the south point of the horizon. While the Midheaven is below the horizon the
//! ecliptic crosses these lunes in the opposite direction: cusp 1 is still the Ascendant, cusp 10
//! is the point above the horizon (Midheaven + 180), and the cusps follow each other against the
//! order of the zodiac ([`Houses::runs_backward`]).

mod alcabitius;
mod angles;
mod apc;
mod campanus;
mod carter;
mod equal;
mod equal_aries;
mod equal_mc;
mod gauquelin;
mod horizontal;
mod koch;
mod krusinski;
mod meridian;
mod morinus;
mod placidus;
mod porphyry;
mod pullen;
mod regiomontanus;
mod semi_arc;
mod sphere;
mod sripati;
mod sunshine;
mod topocentric;
mod vehlow;
mod whole;

use std::fmt;

pub use angles::Angles;
pub use gauquelin::Sectors;
use sphere::Sphere;

use crate::angle::normalize_deg;

/// A house system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "each name is a system with a file of that name"
)]
pub enum HouseSystem {
    Placidus,
    Koch,
    Equal,
    Whole,
    Campanus,
    Regiomontanus,
    Porphyry,
    Alcabitius,
    Morinus,
    Topocentric,
    EqualMc,
    Vehlow,
    Meridian,
    Krusinski,
    Sripati,
    Carter,
    Sunshine,
    PullenSd,
    PullenSr,
    Horizontal,
    Apc,
    EqualAries,
    Gauquelin,
}

impl HouseSystem {
    /// Every system, the most used first.
    pub const ALL: [Self; 23] = [
        Self::Placidus,
        Self::Koch,
        Self::Equal,
        Self::Whole,
        Self::Campanus,
        Self::Regiomontanus,
        Self::Porphyry,
        Self::Alcabitius,
        Self::Morinus,
        Self::Topocentric,
        Self::EqualMc,
        Self::Vehlow,
        Self::Meridian,
        Self::Krusinski,
        Self::Sripati,
        Self::Carter,
        Self::Sunshine,
        Self::PullenSd,
        Self::PullenSr,
        Self::Horizontal,
        Self::Apc,
        Self::EqualAries,
        Self::Gauquelin,
    ];

    /// Returns the id used by the API, for example `equal-mc`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Placidus => "placidus",
            Self::Koch => "koch",
            Self::Equal => "equal",
            Self::Whole => "whole",
            Self::Campanus => "campanus",
            Self::Regiomontanus => "regiomontanus",
            Self::Porphyry => "porphyry",
            Self::Alcabitius => "alcabitius",
            Self::Morinus => "morinus",
            Self::Topocentric => "topocentric",
            Self::EqualMc => "equal-mc",
            Self::Vehlow => "vehlow",
            Self::Meridian => "meridian",
            Self::Krusinski => "krusinski",
            Self::Sripati => "sripati",
            Self::Carter => "carter",
            Self::Sunshine => "sunshine",
            Self::PullenSd => "pullen-sd",
            Self::PullenSr => "pullen-sr",
            Self::Horizontal => "horizontal",
            Self::Apc => "apc",
            Self::EqualAries => "equal-aries",
            Self::Gauquelin => "gauquelin",
        }
    }

    /// Returns other names in use for the same system.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Topocentric => &["polich-page"],
            Self::Meridian => &["axial", "zariel"],
            Self::Krusinski => &["pisa-goelzer"],
            Self::Horizontal => &["azimuthal"],
            _ => &[],
        }
    }

    /// Returns the system with this id or alias.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::house::HouseSystem;
    ///
    /// assert_eq!(HouseSystem::from_id("placidus"), Some(HouseSystem::Placidus));
    /// // The topocentric system is also named after its authors.
    /// assert_eq!(HouseSystem::from_id("polich-page"), Some(HouseSystem::Topocentric));
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|system| system.id() == id || system.aliases().contains(&id))
    }

    /// Returns the absolute latitude, in degrees, from which on the system has no cusps; `None`
    /// where it is defined everywhere.
    ///
    /// The limit itself is excluded.
    pub fn latitude_limit_deg(self, frame: &HouseFrame) -> Option<f64> {
        match self {
            Self::Placidus | Self::Koch | Self::Gauquelin => Some(90.0 - frame.obliquity_deg),
            Self::Sunshine => Some(90.0 - frame.sun_declination_deg.abs()),
            Self::Morinus | Self::Meridian | Self::EqualMc | Self::EqualAries => None,
            _ => Some(90.0),
        }
    }
}

impl fmt::Display for HouseSystem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.id())
    }
}

/// Place and time of a house division, in terms of spherical astronomy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HouseFrame {
    /// Right ascension of the upper meridian (local apparent sidereal time), in degrees.
    pub armc_deg: f64,
    /// True obliquity of the ecliptic, in degrees.
    pub obliquity_deg: f64,
    /// Geographic latitude, in degrees, north positive.
    pub latitude_deg: f64,
    /// Apparent declination of the Sun, in degrees. Only [`HouseSystem::Sunshine`] uses it.
    pub sun_declination_deg: f64,
    /// Subtracted from every longitude: 0 in the tropical zodiac, the true ayanamsha in a sidereal
    /// one.
    pub ayanamsha_deg: f64,
}

/// Twelve house cusps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Houses {
    /// The house system.
    pub system: HouseSystem,
    /// Longitudes in the zodiac of the frame, in degrees in [0, 360); cusp 1 first.
    pub cusps_deg: [f64; 12],
    /// Whether the cusps follow each other against the order of the zodiac (see the module
    /// documentation).
    pub runs_backward: bool,
}

impl Houses {
    /// Computes the cusps of a house system.
    ///
    /// # Errors
    ///
    /// [`HouseError::Undefined`] if the system has no cusps at this latitude,
    /// [`HouseError::Sectors`] for Gauquelin's 36 sectors, which [`Sectors::compute`] computes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::house::{HouseError, HouseFrame, HouseSystem, Houses};
    ///
    /// // On the equator 0° Aries culminates. The point 90 degrees east of it, 0° Cancer, rises.
    /// let equator = HouseFrame {
    ///     armc_deg: 0.0,
    ///     obliquity_deg: 23.44,
    ///     latitude_deg: 0.0,
    ///     sun_declination_deg: 0.0,
    ///     ayanamsha_deg: 0.0,
    /// };
    /// let houses = Houses::compute(HouseSystem::Placidus, &equator)?;
    /// assert!((houses.cusps_deg[0] - 90.0).abs() < 1e-9);
    /// // Every semi-arc is 90 degrees there. Cusp 12 has the right ascension 60 degrees.
    /// let expected_deg = (60_f64.to_radians().tan() / 23.44_f64.to_radians().cos()).atan().to_degrees();
    /// assert!((houses.cusps_deg[11] - expected_deg).abs() < 1e-9);
    ///
    /// // Beyond the polar circle some degrees never rise, and Placidus has no cusps.
    /// let tromso = HouseFrame { latitude_deg: 69.65, ..equator };
    /// let refused = Houses::compute(HouseSystem::Placidus, &tromso);
    /// assert!(matches!(refused, Err(HouseError::Undefined { .. })));
    /// assert!(Houses::compute(HouseSystem::Whole, &tromso).is_ok());
    /// # Ok::<(), HouseError>(())
    /// ```
    pub fn compute(system: HouseSystem, frame: &HouseFrame) -> Result<Self, HouseError> {
        refuse_undefined(system, frame)?;
        let sphere = Sphere::new(frame);
        let tropical_deg = match system {
            HouseSystem::Placidus => placidus::cusps(&sphere),
            HouseSystem::Koch => koch::cusps(&sphere),
            HouseSystem::Equal => equal::cusps(&sphere),
            HouseSystem::Whole => whole::cusps(&sphere, frame.ayanamsha_deg),
            HouseSystem::Campanus => campanus::cusps(&sphere),
            HouseSystem::Regiomontanus => regiomontanus::cusps(&sphere),
            HouseSystem::Porphyry => porphyry::cusps(&sphere),
            HouseSystem::Alcabitius => alcabitius::cusps(&sphere),
            HouseSystem::Morinus => morinus::cusps(&sphere),
            HouseSystem::Topocentric => topocentric::cusps(&sphere),
            HouseSystem::EqualMc => equal_mc::cusps(&sphere),
            HouseSystem::Vehlow => vehlow::cusps(&sphere),
            HouseSystem::Meridian => meridian::cusps(&sphere),
            HouseSystem::Krusinski => krusinski::cusps(&sphere),
            HouseSystem::Sripati => sripati::cusps(&sphere),
            HouseSystem::Carter => carter::cusps(&sphere),
            HouseSystem::Sunshine => sunshine::cusps(&sphere, frame.sun_declination_deg),
            HouseSystem::PullenSd => pullen::sinusoidal_delta(&sphere),
            HouseSystem::PullenSr => pullen::sinusoidal_ratio(&sphere),
            HouseSystem::Horizontal => horizontal::cusps(&sphere),
            HouseSystem::Apc => apc::cusps(&sphere),
            HouseSystem::EqualAries => equal_aries::cusps(frame.ayanamsha_deg),
            HouseSystem::Gauquelin => return Err(HouseError::Sectors),
        };
        let lunes = matches!(
            system,
            HouseSystem::Campanus
                | HouseSystem::Regiomontanus
                | HouseSystem::Topocentric
                | HouseSystem::Apc
                | HouseSystem::Sunshine
        );
        Ok(Self {
            system,
            cusps_deg: tropical_deg.map(|cusp| normalize_deg(cusp - frame.ayanamsha_deg)),
            runs_backward: lunes && !sphere.midheaven_is_up(),
        })
    }

    /// Returns the house of a longitude, 1 to 12. A house begins at its cusp and ends before the
    /// next one. There is no five-degree rule.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::house::{HouseSystem, Houses};
    ///
    /// let houses = Houses {
    ///     system: HouseSystem::Equal,
    ///     cusps_deg: std::array::from_fn(|index| (350.0 + 30.0 * index as f64) % 360.0),
    ///     runs_backward: false,
    /// };
    /// assert_eq!(houses.house_of(5.0), 1);
    /// assert_eq!(houses.house_of(20.0), 2);
    /// assert_eq!(houses.house_of(349.9), 12);
    /// ```
    pub fn house_of(&self, longitude_deg: f64) -> u8 {
        let longitude = normalize_deg(longitude_deg);
        let direction = if self.runs_backward { -1.0 } else { 1.0 };
        let past = self.cusps_deg.map(|cusp| {
            let past = (longitude - cusp) * direction;
            if past < 0.0 { past + 360.0 } else { past }
        });
        let (mut house, mut least) = (1, f64::INFINITY);
        for (number, past) in (1_u8..).zip(past) {
            // Equal cusps enclose an empty house: the later one begins there.
            let nearer = past <= least;
            house = if nearer { number } else { house };
            least = if nearer { past } else { least };
        }
        house
    }
}

/// Why houses cannot be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HouseError {
    /// The system has no cusps at this latitude.
    Undefined {
        /// The requested system.
        system: HouseSystem,
        /// The requested latitude, in degrees.
        latitude_deg: f64,
        /// The system is defined at absolute latitudes below this, in degrees.
        limit_deg: f64,
    },
    /// Gauquelin's division has 36 sectors and no houses.
    Sectors,
}

impl fmt::Display for HouseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined {
                system,
                latitude_deg,
                limit_deg,
            } => write!(
                formatter,
                "The `{system}` house system is undefined at latitude {latitude_deg}. Its limit is {limit_deg:.6} degrees north or south."
            ),
            Self::Sectors => formatter.write_str("Gauquelin has 36 sectors, not houses."),
        }
    }
}

impl std::error::Error for HouseError {}

fn refuse_undefined(system: HouseSystem, frame: &HouseFrame) -> Result<(), HouseError> {
    match system.latitude_limit_deg(frame) {
        Some(limit_deg) if frame.latitude_deg.abs() >= limit_deg => Err(HouseError::Undefined {
            system,
            latitude_deg: frame.latitude_deg,
            limit_deg,
        }),
        _ => Ok(()),
    }
}

/// Returns all cusps from those of houses 10, 11, 12, 1, 2, 3, in systems where opposite cusps are
/// opposite.
fn opposed(eastern_deg: [f64; 6]) -> [f64; 12] {
    let [ten, eleven, twelve, one, two, three] = eastern_deg;
    [
        one,
        two,
        three,
        ten + 180.0,
        eleven + 180.0,
        twelve + 180.0,
        one + 180.0,
        two + 180.0,
        three + 180.0,
        ten,
        eleven,
        twelve,
    ]
}

/// Returns twelve cusps 30 degrees apart.
fn equal_from(first_deg: f64) -> [f64; 12] {
    std::array::from_fn(|index| first_deg + 30.0 * index as f64)
}

#[cfg(test)]
mod tests;
