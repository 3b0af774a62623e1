//! Fixed stars: the catalog of named stars, with the data to compute their places in any year.
//!
//! Astrometry is from the Hipparcos satellite in the reduction of van Leeuwen (2007): ICRS, epoch
//! J1991.25. Names are those adopted by the IAU Working Group on Star Names. Radial velocities are
//! from the Bright Star Catalogue (1991) for the 405 stars that it contains, and from individual
//! publications for Barnard's Star and Proxima Centauri. For the 78 others, all too faint for the
//! naked eye, no radial velocity is stored, and the perspective acceleration is neglected. At 50
//! km/s and 500 years from the epoch it would amount to 1.7" for Gar, 1.5" for Noquisi, less than
//! 1" for all others and less than 0.1" for 66 of them; 100 years from the epoch, to a twenty-fifth
//! of that.

pub(crate) mod orbit;

use std::sync::LazyLock;

use crate::sky::SpaceMotion;

/// A star of the catalog.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Star {
    /// The id: lower case, words joined by `-`, for example `deneb-algedi`.
    pub id: &'static str,
    /// The IAU name.
    pub name: &'static str,
    /// The Bayer designation, for example `δ Cap`, or a catalog number.
    pub designation: &'static str,
    /// Number in the Hipparcos catalog.
    pub hip: u32,
    /// Right ascension, ICRS, at J1991.25.
    pub right_ascension_deg: f64,
    /// Declination, ICRS, at J1991.25.
    pub declination_deg: f64,
    /// Proper motion in right ascension, in milliarcseconds per year, including the cosine of the
    /// declination.
    pub motion_right_ascension_mas: f64,
    /// Proper motion in declination, in milliarcseconds per year.
    pub motion_declination_mas: f64,
    /// Parallax in milliarcseconds; not positive for a few stars too distant to measure.
    pub parallax_mas: f64,
    /// Radial velocity in kilometers per second, positive when receding; `None` where it is
    /// unknown.
    pub radial_velocity_km_s: Option<f64>,
    /// Magnitude in the Hp band of Hipparcos, close to the visual magnitude.
    pub magnitude_hp: f64,
    /// The same as vectors, computed once when the catalog is read.
    pub(crate) motion: SpaceMotion,
}

static CSV: &str = include_str!("../../../data/stars.csv");

static STARS: LazyLock<Vec<Star>> = LazyLock::new(|| CSV.lines().filter_map(Star::parse).collect());

/// Returns every star of the catalog, the brightest first.
///
/// ```
/// let names: Vec<&str> = ephemeris::stars().iter().take(3).map(|star| star.name).collect();
/// assert_eq!(names, ["Sirius", "Canopus", "Vega"]);
/// ```
pub fn stars() -> &'static [Star] {
    &STARS
}

impl Star {
    /// Returns the star with an id.
    ///
    /// ```
    /// use ephemeris::Star;
    ///
    /// assert_eq!(Star::find("regulus").map(|star| star.designation), Some("α Leo"));
    /// assert_eq!(Star::find("nemesis"), None);
    /// ```
    pub fn find(id: &str) -> Option<&'static Self> {
        stars().iter().find(|star| star.id == id)
    }

    /// Parses a line of the catalog. Returns `None` for the header line.
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split(',');
        let mut next = || fields.next();
        let (id, name, designation) = (next()?, next()?, next()?);
        let hip = next()?.parse().ok()?;
        let mut number = || next()?.parse::<f64>().ok();
        let mut star = Self {
            id,
            name,
            designation,
            hip,
            right_ascension_deg: number()?,
            declination_deg: number()?,
            motion_right_ascension_mas: number()?,
            motion_declination_mas: number()?,
            parallax_mas: number()?,
            radial_velocity_km_s: number(),
            magnitude_hp: number()?,
            motion: SpaceMotion::default(),
        };
        star.motion = SpaceMotion::of(&star);
        Some(star)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_a_star_with_its_own_id() {
        assert_eq!(stars().len(), CSV.lines().count() - 1);
        assert!(stars().len() >= 300);
        let ids: HashSet<&str> = stars().iter().map(|star| star.id).collect();
        assert_eq!(ids.len(), stars().len());
        for star in stars() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(star.id.chars().all(plain), "{}", star.id);
            assert!((0.0..360.0).contains(&star.right_ascension_deg), "{star:?}");
            assert!(star.declination_deg.abs() <= 90.0, "{star:?}");
        }
    }

    /// Checks the figures in the module documentation. Perspective changes a proper motion by 2 μ π
    /// v per year (Schlesinger 1917), with the parallax in radians and the velocity in astronomical
    /// units per year: 50 km/s are 10.55 of them.
    #[test]
    fn what_unknown_radial_velocities_may_matter_is_as_said() {
        let shift_arcsec = |star: &Star| {
            let motion = star
                .motion_right_ascension_mas
                .hypot(star.motion_declination_mas);
            let per_year = 2.0 * motion / 1000.0 * (star.parallax_mas / 206_264_806.0) * 10.55;
            per_year * 500.0 * 500.0 / 2.0
        };
        let unknown: Vec<&Star> = stars()
            .iter()
            .filter(|it| it.radial_velocity_km_s.is_none())
            .collect();
        assert_eq!((stars().len() - unknown.len(), unknown.len()), (407, 78));
        let count = |least: f64| {
            unknown
                .iter()
                .filter(|it| shift_arcsec(it) >= least)
                .count()
        };
        assert_eq!([count(5.0), count(1.0), count(0.1)], [0, 2, 12]);
        let gar = shift_arcsec(Star::find("gar").unwrap());
        assert!((gar - 1.7).abs() < 0.05, "{gar}");
        // The naked-eye limit is magnitude 6.5.
        assert!(unknown.iter().all(|it| it.magnitude_hp > 6.5));
    }

    #[test]
    fn the_stars_astrologers_name_are_there() {
        // The fifteen Behenian stars of Agrippa and the four royal stars.
        for id in [
            "algol",
            "alcyone",
            "aldebaran",
            "capella",
            "sirius",
            "procyon",
            "regulus",
            "alkaid",
            "gienah",
            "spica",
            "arcturus",
            "alphecca",
            "antares",
            "vega",
            "deneb-algedi",
            "fomalhaut",
        ] {
            assert!(Star::find(id).is_some(), "{id}");
        }
    }
}
