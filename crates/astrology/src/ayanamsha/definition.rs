//! The definitions, with their authors. Star positions are those of `PROVENANCE.md` (Hipparcos, van
//! Leeuwen 2007).

use std::f64::consts::TAU;

use super::{Ayanamsha, precession::Direction};

/// How the zero point of a zodiac is defined.
#[derive(Debug, Clone, Copy)]
pub(super) enum Definition {
    /// The mean ayanamsha at an epoch (TT). The zodiac is fixed to the ecliptic of that epoch.
    Epoch {
        julian_date: f64,
        ayanamsha_deg: f64,
    },
    /// The apparent place of a star has this sidereal longitude at all times: with its proper motion and the annual
    /// aberration.
    ApparentStar {
        star: &'static FixedStar,
        sidereal_deg: f64,
    },
    /// The mean place of a star has this sidereal longitude at all times, including its proper motion.
    StarAlways {
        star: &'static FixedStar,
        sidereal_deg: f64,
    },
    /// A star had this sidereal longitude at an epoch.
    StarAtEpoch {
        star: &'static FixedStar,
        sidereal_deg: f64,
        julian_date: f64,
    },
    /// The point of the ecliptic on the star's hour circle (polar longitude) had this sidereal
    /// longitude at an epoch.
    HourCircleAtEpoch {
        star: &'static FixedStar,
        sidereal_deg: f64,
        julian_date: f64,
    },
    /// The point of the ecliptic on the star's hour circle has this sidereal longitude.
    HourCircle {
        star: &'static FixedStar,
        sidereal_deg: f64,
    },
    /// The node on the ecliptic of the great circle with this pole has this sidereal longitude.
    NodeOfPole {
        pole: &'static FixedStar,
        sidereal_deg: f64,
    },
    /// The mean Sun was at 0° Aries at this epoch.
    MeanSun { julian_date: f64 },
}

/// A direction with proper motion.
#[derive(Debug)]
pub(super) struct FixedStar {
    /// ICRS right ascension at the epoch, radians.
    right_ascension: f64,
    /// ICRS declination at the epoch, radians.
    declination: f64,
    /// Proper motion in right ascension times cos(declination), in milliarcseconds per year.
    motion_ra_mas: f64,
    /// Proper motion in declination, in milliarcseconds per year.
    motion_dec_mas: f64,
    /// Julian year of the position.
    epoch_year: f64,
}

impl FixedStar {
    /// Returns the direction at a date (centuries since J2000), with uniform space motion and no
    /// radial velocity.
    pub(super) fn direction(&self, centuries: f64) -> Direction {
        let (sin_ra, cos_ra) = self.right_ascension.sin_cos();
        let (sin_dec, cos_dec) = self.declination.sin_cos();
        let years = 2000.0 + 100.0 * centuries - self.epoch_year;
        let to_radians = years * TAU / 1_296_000_000.0;
        let (east, north) = (
            self.motion_ra_mas * to_radians,
            self.motion_dec_mas * to_radians,
        );
        [
            cos_dec * cos_ra - east * sin_ra - north * sin_dec * cos_ra,
            cos_dec * sin_ra + east * cos_ra - north * sin_dec * sin_ra,
            sin_dec + north * cos_dec,
        ]
    }
}

/// HIP 65474, alpha Virginis.
static SPICA: FixedStar = hipparcos([3.513_319_026_2, -0.194_800_472_8], [-42.35, -30.67]);
/// HIP 5737, zeta Piscium.
static REVATI: FixedStar = hipparcos([0.321_707_961_3, 0.132_217_232_1], [145.00, -55.69]);
/// HIP 42911, delta Cancri.
static PUSHYA: FixedStar = hipparcos([2.289_370_927_9, 0.316_862_147_3], [-17.67, -229.26]);
/// HIP 85927, lambda Scorpii.
static MULA: FixedStar = hipparcos([4.597_235_528_0, -0.647_582_579_4], [-8.53, -30.80]);
/// HIP 21421, alpha Tauri.
static ALDEBARAN: FixedStar = hipparcos([1.203_928_151_9, 0.288_149_698_3], [63.45, -188.94]);

/// Sagittarius A*: M. J. Reid, A. Brunthaler, Astrophysical Journal 616 (2004), 872.
static GALACTIC_CENTER: FixedStar = FixedStar {
    right_ascension: 266.416_837_1 / DEGREES,
    declination: -29.007_810_6 / DEGREES,
    motion_ra_mas: -3.151,
    motion_dec_mas: -5.547,
    epoch_year: 2000.0,
};

/// The north pole of the galactic coordinates of 1958 in the ICRS: The Hipparcos Catalogue (ESA
/// SP-1200, 1997), equations 1.5.9 and 1.5.10.
static GALACTIC_POLE_1958: FixedStar = FixedStar {
    right_ascension: 192.859_48 / DEGREES,
    declination: 27.128_25 / DEGREES,
    motion_ra_mas: 0.0,
    motion_dec_mas: 0.0,
    epoch_year: 2000.0,
};

/// The pole of the galactic plane from near-infrared surveys: J.-C. Liu, Z. Zhu, B. Hu, Astronomy
/// and Astrophysics 536 (2011), A102.
static GALACTIC_POLE_OBSERVED: FixedStar = FixedStar {
    right_ascension: 192.902_979_992 / DEGREES,
    declination: 27.103_109_214 / DEGREES,
    motion_ra_mas: 0.0,
    motion_dec_mas: 0.0,
    epoch_year: 2000.0,
};

const DEGREES: f64 = 360.0 / TAU;

const fn hipparcos([right_ascension, declination]: [f64; 2], [east, north]: [f64; 2]) -> FixedStar {
    FixedStar {
        right_ascension,
        declination,
        motion_ra_mas: east,
        motion_dec_mas: north,
        epoch_year: 1991.25,
    }
}

/// Converts degrees, minutes and seconds to degrees.
const fn dms(degrees: f64, minutes: f64, seconds: f64) -> f64 {
    degrees + minutes / 60.0 + seconds / 3600.0
}

/// One ayanamsha.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) ayanamsha: Ayanamsha,
    pub(super) id: &'static str,
    pub(super) source: &'static str,
    pub(super) definition: Definition,
}

const J1900: f64 = 2_415_020.0;
const J2000: f64 = 2_451_545.0;
const B1950: f64 = 2_433_282.423_459;

/// 1956 March 21, 0h.
const CALENDAR_REFORM: f64 = 2_435_553.5;

/// Nutation in longitude at that instant, in degrees (IAU 1980: +16.77").
const CALENDAR_REFORM_NUTATION_DEG: f64 = 16.77 / 3600.0;

/// Year -100, January 1.
const MINUS_100: f64 = 1_684_532.5;

/// Year 0, January 1.
const YEAR_0: f64 = 1_721_057.5;

/// Returns the March equinox of a year from -1000 to 3000, as a Julian Date.
///
/// J. Meeus, Astronomical Algorithms (1998), tables 27.A and 27.B without their periodic terms. The
/// error is below 20 minutes, in which precession amounts to 0.002".
const fn march_equinox(year: i32) -> f64 {
    const fn sum(y: f64, [a, b, c, d, e]: [f64; 5]) -> f64 {
        a + y * (b + y * (c + y * (d + y * e)))
    }
    if year < 1000 {
        let c = [
            1_721_139.291_89,
            365_242.137_40,
            0.061_34,
            0.001_11,
            -0.000_71,
        ];
        sum(year as f64 / 1000.0, c)
    } else {
        let c = [
            2_451_623.809_84,
            365_242.374_04,
            0.051_69,
            -0.004_11,
            -0.000_57,
        ];
        sum((year - 2000) as f64 / 1000.0, c)
    }
}

/// The instant when 3,600 years of the Kali Yuga were complete, 499 March 21: noon at Ujjain (7:31
/// UT; ΔT was 5,700 s).
// The Kali Yuga began at midnight of JD 588465.5 at Ujjain, 75.79 degrees east (0.2105 day before
// Greenwich). 3,600 years of the Surya Siddhanta, 365.258756481 days each, end at JD 1903396.8128.
const KALI_3600_NOON: f64 = 1_903_396.812_9 + 0.066;

/// The same for the Kali Yuga of Aryabhata, which began at sunrise, with his slightly shorter year.
// From sunrise (a quarter of a day later), 3,600 years of 1,577,917,500 / 4,320,000 days each end
// at JD 1903396.7895.
const KALI_3600_SUNRISE: f64 = 1_903_396.789_5 + 0.066;

const fn epoch(julian_date: f64, ayanamsha_deg: f64) -> Definition {
    Definition::Epoch {
        julian_date,
        ayanamsha_deg,
    }
}

/// In the order of the variants of [`Ayanamsha`].
pub(super) static DEFINITIONS: &[Entry] = &[
    Entry {
        ayanamsha: Ayanamsha::FaganBradley,
        id: "fagan-bradley",
        source: "C. Fagan and D. Bradley: the synetic vernal point at 335°57'28.64\" for 1950.0.",
        definition: epoch(B1950, dms(24.0, 2.0, 31.36)),
    },
    Entry {
        ayanamsha: Ayanamsha::Lahiri,
        id: "lahiri",
        source: "Indian Astronomical Ephemeris, since 1985: 23°51'25.532\" at J2000, mean equinox.",
        definition: epoch(J2000, dms(23.0, 51.0, 25.532)),
    },
    Entry {
        ayanamsha: Ayanamsha::LahiriIcrc,
        id: "lahiri-icrc",
        source: "Calendar Reform Committee (1955): 23°15'00\" on 1956 March 21, 0h UT, true equinox.",
        definition: epoch(
            CALENDAR_REFORM,
            dms(23.0, 15.0, 0.0) - CALENDAR_REFORM_NUTATION_DEG,
        ),
    },
    Entry {
        ayanamsha: Ayanamsha::LahiriVp285,
        id: "lahiri-vp285",
        source: "Preface of Lahiri's Indian Ephemeris: zero on the vernal equinox day of 285 AD.",
        definition: epoch(march_equinox(285), 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::Krishnamurti,
        id: "krishnamurti",
        source: "K. S. Krishnamurti, Reader I: 22°22' for 1900 (his table gives whole minutes).",
        definition: epoch(J1900, dms(22.0, 22.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::KrishnamurtiVp291,
        id: "krishnamurti-vp291",
        source: "K. S. Krishnamurti, Reader I: the zodiacs coincided in 291 AD; taken at its vernal equinox (D. Senthilathiban 2019).",
        definition: epoch(march_equinox(291), 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::Raman,
        id: "raman",
        source: "B. V. Raman, Hindu Predictive Astrology: 50 1/3\" for each year since 397 AD, at 1900.0.",
        definition: epoch(J1900, 1503.0 * (50.0 + 1.0 / 3.0) / 3600.0),
    },
    Entry {
        ayanamsha: Ayanamsha::UshaShashi,
        id: "usha-shashi",
        source: "Usha and Shashi, Hindu Astrological Calculations (1978): Revati (zeta Piscium) at 29°50' Pisces; its mean place of 1900.0.",
        definition: Definition::StarAtEpoch {
            star: &REVATI,
            sidereal_deg: dms(359.0, 50.0, 0.0),
            julian_date: J1900,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::Yukteshwar,
        id: "yukteshwar",
        source: "Swami Sri Yukteswar, The Holy Science (1894): 54\" a year for 1,394 years, 20°54'36\", at the vernal equinox of 1894.",
        definition: epoch(march_equinox(1894), 1394.0 * 54.0 / 3600.0),
    },
    Entry {
        ayanamsha: Ayanamsha::DjwhalKhul,
        id: "djwhal-khul",
        source: "P. Lindsay (2006) on A. Bailey's Djwhal Khul: the age of Aquarius (30°) begins in 2117; taken at its vernal equinox.",
        definition: epoch(march_equinox(2117), 30.0),
    },
    Entry {
        ayanamsha: Ayanamsha::TrueCitra,
        id: "true-citra",
        source: "The apparent place of Spica (Citra) at 0° Libra at all times.",
        definition: Definition::ApparentStar {
            star: &SPICA,
            sidereal_deg: 180.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TrueRevati,
        id: "true-revati",
        source: "The apparent place of zeta Piscium (Revati) at 29°50' Pisces at all times.",
        definition: Definition::ApparentStar {
            star: &REVATI,
            sidereal_deg: dms(359.0, 50.0, 0.0),
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TruePushya,
        id: "true-pushya",
        source: "P. V. R. Narasimha Rao: the apparent place of delta Cancri (Pushya) at 16° Cancer at all times.",
        definition: Definition::ApparentStar {
            star: &PUSHYA,
            sidereal_deg: 106.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TrueMula,
        id: "true-mula",
        source: "K. Chandra Hari, True Sidereal Zodiac: the apparent place of lambda Scorpii (Mula) at 0° Sagittarius at all times.",
        definition: Definition::ApparentStar {
            star: &MULA,
            sidereal_deg: 240.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::Suryasiddhanta,
        id: "suryasiddhanta",
        source: "Surya Siddhanta: zero when 3,600 years of the Kali Yuga were complete, 499 March 21, noon at Ujjain.",
        definition: epoch(KALI_3600_NOON, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::SuryasiddhantaMeanSun,
        id: "suryasiddhanta-mean-sun",
        source: "Surya Siddhanta: the mean Sun at 0° Aries at that moment.",
        definition: Definition::MeanSun {
            julian_date: KALI_3600_NOON,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::SuryasiddhantaRevati,
        id: "suryasiddhanta-revati",
        source: "Surya Siddhanta: Revati (zeta Piscium) at 29°50' Pisces of polar longitude in 499 AD.",
        definition: Definition::HourCircleAtEpoch {
            star: &REVATI,
            sidereal_deg: dms(359.0, 50.0, 0.0),
            julian_date: KALI_3600_NOON,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::SuryasiddhantaCitra,
        id: "suryasiddhanta-citra",
        source: "Surya Siddhanta: Citra (Spica) at 0° Libra of polar longitude in 499 AD.",
        definition: Definition::HourCircleAtEpoch {
            star: &SPICA,
            sidereal_deg: 180.0,
            julian_date: KALI_3600_NOON,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::Aryabhata,
        id: "aryabhata",
        source: "Aryabhata, Kalakriya 10: zero when 3,600 years of the Kali Yuga (begun at sunrise) were complete, 499 March 21.",
        definition: epoch(KALI_3600_SUNRISE, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::AryabhataMeanSun,
        id: "aryabhata-mean-sun",
        source: "Aryabhata: the mean Sun at 0° Aries at that moment.",
        definition: Definition::MeanSun {
            julian_date: KALI_3600_SUNRISE,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::Aryabhata522,
        id: "aryabhata-522",
        source: "Ganesha Daivajna, Grahalaghava (1520): counted from the year 444 of the Shaka era, 522 AD; taken at its vernal equinox.",
        definition: epoch(march_equinox(522), 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianHuber,
        id: "babylonian-huber",
        source: "P. Huber, Centaurus 5 (1958), 192: Babylonian longitudes are 4°28' larger than those from the equinox in the year -100.",
        definition: epoch(MINUS_100, -dms(4.0, 28.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianBritton,
        id: "babylonian-britton",
        source: "J. P. Britton, Archive for History of Exact Sciences 64 (2010), 617: larger by 3.20° in the year 0.",
        definition: epoch(YEAR_0, -3.2),
    },
    Entry {
        ayanamsha: Ayanamsha::Aldebaran15Taurus,
        id: "aldebaran-15-taurus",
        source: "R. Powell, The Definition of the Babylonian Zodiac (2004): Aldebaran at 15° Taurus; its place of the year -100.",
        definition: Definition::StarAtEpoch {
            star: &ALDEBARAN,
            sidereal_deg: 45.0,
            julian_date: MINUS_100,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticCenter0Sagittarius,
        id: "galactic-center-0-sagittarius",
        source: "The galactic center (Sagittarius A*) at 0° Sagittarius.",
        definition: Definition::StarAlways {
            star: &GALACTIC_CENTER,
            sidereal_deg: 240.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticCenterGilBrand,
        id: "galactic-center-gil-brand",
        source: "R. Gil Brand, Das Wesen des siderischen Zodiaks (2005): the galactic center at the golden section between 0° Scorpio and 0° Aquarius.",
        definition: Definition::StarAlways {
            star: &GALACTIC_CENTER,
            sidereal_deg: 210.0 + 90.0 * 0.381_966_011_250_105,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticCenterMulaWilhelm,
        id: "galactic-center-mula-wilhelm",
        source: "E. Wilhelm: the galactic center's hour circle meets the ecliptic in the middle of Mula.",
        definition: Definition::HourCircle {
            star: &GALACTIC_CENTER,
            sidereal_deg: dms(246.0, 40.0, 0.0),
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticCenterCochrane,
        id: "galactic-center-cochrane",
        source: "D. Cochrane, The Cochrane Ayanamsha: the galactic center at 0° Capricorn.",
        definition: Definition::StarAlways {
            star: &GALACTIC_CENTER,
            sidereal_deg: 270.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticEquatorIau1958,
        id: "galactic-equator-iau1958",
        source: "The node of the galactic equator of 1958 at 0° Sagittarius.",
        definition: Definition::NodeOfPole {
            pole: &GALACTIC_POLE_1958,
            sidereal_deg: 240.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticEquatorTrue,
        id: "galactic-equator-true",
        source: "The node of the observed galactic plane (Liu, Zhu, Hu 2011) at 0° Sagittarius.",
        definition: Definition::NodeOfPole {
            pole: &GALACTIC_POLE_OBSERVED,
            sidereal_deg: 240.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticEquatorMula,
        id: "galactic-equator-mula",
        source: "The node of the observed galactic plane in the middle of Mula.",
        definition: Definition::NodeOfPole {
            pole: &GALACTIC_POLE_OBSERVED,
            sidereal_deg: dms(246.0, 40.0, 0.0),
        },
    },
    Entry {
        ayanamsha: Ayanamsha::J2000,
        id: "j2000",
        source: "The mean equinox of J2000 itself.",
        definition: epoch(J2000, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::J1900,
        id: "j1900",
        source: "The mean equinox of J1900 itself.",
        definition: epoch(J1900, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::B1950,
        id: "b1950",
        source: "The mean equinox of B1950 itself.",
        definition: epoch(B1950, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::DeLuce,
        id: "de-luce",
        source: "R. DeLuce, Constellational Astrology (1963): zero at the beginning of the year 0 (1 BC), to which he dates the birth of Jesus.",
        definition: epoch(YEAR_0, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::JnBhasin,
        id: "jn-bhasin",
        source: "J. N. Bhasin: 21°21'56\" at 1900.0.",
        definition: epoch(J1900, dms(21.0, 21.0, 56.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianKugler1,
        id: "babylonian-kugler-1",
        source: "F. X. Kugler: Babylonian longitudes are 5°40' larger than those from the equinox in the year -100.",
        definition: epoch(MINUS_100, -dms(5.0, 40.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianKugler2,
        id: "babylonian-kugler-2",
        source: "F. X. Kugler: larger by 4°16' in the year -100.",
        definition: epoch(MINUS_100, -dms(4.0, 16.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianKugler3,
        id: "babylonian-kugler-3",
        source: "F. X. Kugler: larger by 3°25' in the year -100.",
        definition: epoch(MINUS_100, -dms(3.0, 25.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::BabylonianEtaPiscium,
        id: "babylonian-eta-piscium",
        source: "R. Mercier: the Babylonian zodiac begins at eta Piscium; larger by 5°04'45\" in the year -129.",
        definition: epoch(1_673_941.0, -dms(5.0, 4.0, 45.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::Hipparchos,
        id: "hipparchos",
        source: "R. Mercier: the zodiac of Hipparchos, 9°20' on -128 June 27.",
        definition: epoch(1_674_484.0, -dms(9.0, 20.0, 0.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::Sassanian,
        id: "sassanian",
        source: "R. Mercier: Persian tables of the Sassanians; zero at the vernal equinox of 564 March 18.",
        definition: epoch(1_927_135.874_78, 0.0),
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticAlignmentMardyks,
        id: "galactic-alignment-mardyks",
        source: "R. Mardyks (1991): the autumnal equinox on the galactic equator on 1998 September 23 is 0° Virgo.",
        definition: epoch(2_451_079.734_892, 30.0),
    },
    Entry {
        ayanamsha: Ayanamsha::TrueSheoran,
        id: "true-sheoran",
        source: "S. Sheoran, The Science of Time and Timeline of World History (2017): the apparent place of delta Cancri (Pushya) at 13°29'33.5\" Cancer at all times.",
        definition: Definition::ApparentStar {
            star: &PUSHYA,
            sidereal_deg: dms(103.0, 29.0, 33.51),
        },
    },
    Entry {
        ayanamsha: Ayanamsha::GalacticEquatorFiorenza,
        id: "galactic-equator-fiorenza",
        source: "N. A. Fiorenza: 25° at J2000, from the node of the galactic equator.",
        definition: epoch(J2000, 25.0),
    },
    Entry {
        ayanamsha: Ayanamsha::ValensMoon,
        id: "valens-moon",
        source: "J. H. Holden (1995): the Moon of Vettius Valens; -2°56'32\" in the year 150.",
        definition: epoch(1_775_845.5, -dms(2.0, 56.0, 32.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::Lahiri1940,
        id: "lahiri-1940",
        source: "N. C. Lahiri, Panchanga Darpan (1940): 22°26'45.50\" at 1900.0.",
        definition: epoch(J1900, dms(22.0, 26.0, 45.50)),
    },
    Entry {
        ayanamsha: Ayanamsha::KrishnamurtiSwiss,
        id: "krishnamurti-swiss",
        source: "What Swiss Ephemeris calls Krishnamurti: 22°21'49.2\" at 1900.0.",
        definition: epoch(J1900, dms(22.0, 21.0, 49.17)),
    },
    Entry {
        ayanamsha: Ayanamsha::YukteshwarSwiss,
        id: "yukteshwar-swiss",
        source: "What Swiss Ephemeris calls Yukteshwar: 21°04'56.0\" at 1900.0.",
        definition: epoch(J1900, dms(21.0, 4.0, 56.0)),
    },
    Entry {
        ayanamsha: Ayanamsha::UshaShashiSwiss,
        id: "usha-shashi-swiss",
        source: "What Swiss Ephemeris calls Usha and Shashi: 18°39'39.5\" at 1900.0.",
        definition: epoch(J1900, dms(18.0, 39.0, 39.46)),
    },
    Entry {
        ayanamsha: Ayanamsha::DjwhalKhulSwiss,
        id: "djwhal-khul-swiss",
        source: "What Swiss Ephemeris calls Djwhal Khul: 26°57'47.2\" at 1900.0.",
        definition: epoch(J1900, dms(26.0, 57.0, 47.15)),
    },
    Entry {
        ayanamsha: Ayanamsha::TrueCitraMean,
        id: "true-citra-mean",
        source: "The mean place of Spica (Citra) at 0° Libra at all times, without aberration.",
        definition: Definition::StarAlways {
            star: &SPICA,
            sidereal_deg: 180.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TrueRevatiMean,
        id: "true-revati-mean",
        source: "The mean place of zeta Piscium (Revati) at 29°50' Pisces at all times, without aberration.",
        definition: Definition::StarAlways {
            star: &REVATI,
            sidereal_deg: dms(359.0, 50.0, 0.0),
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TruePushyaMean,
        id: "true-pushya-mean",
        source: "The mean place of delta Cancri (Pushya) at 16° Cancer at all times, without aberration.",
        definition: Definition::StarAlways {
            star: &PUSHYA,
            sidereal_deg: 106.0,
        },
    },
    Entry {
        ayanamsha: Ayanamsha::TrueMulaMean,
        id: "true-mula-mean",
        source: "The mean place of lambda Scorpii (Mula) at 0° Sagittarius at all times, without aberration.",
        definition: Definition::StarAlways {
            star: &MULA,
            sidereal_deg: 240.0,
        },
    },
];
