//! Compares mean ayanamshas with a black-box peer, 1900 to 2100.

use astrology::{angle::separation_deg, ayanamsha::Ayanamsha};
use ephemeris::Instant;

const TOLERANCE_DEG: f64 = 0.0005;

/// Where the definitions differ: the reason, and at most 1.5 times the largest measured difference.
const DEFINED_OTHERWISE: &[(&str, f64, &str)] = &[
    (
        "yukteshwar",
        0.0916,
        "we take the book's number for 1894; the peer a larger one recomputed with a sidereal year",
    ),
    (
        "krishnamurti",
        0.0031,
        "we take the whole minutes of the author's table for 1900; the peer 11 arcseconds less",
    ),
    (
        "usha-shashi",
        0.0166,
        "we take the star where Hipparcos has it; the peer a number for 1900, 59 arcseconds more",
    ),
    (
        "djwhal-khul",
        0.0026,
        "the source names a year; we take its vernal equinox, the peer a date two months later",
    ),
    ("true-citra-mean", 0.0021, ABERRATION),
    ("true-revati-mean", 0.0015, ABERRATION),
    ("true-pushya-mean", 0.0058, ABERRATION),
    ("true-mula-mean", 0.0058, ABERRATION),
    ("galactic-center-0-sagittarius", 0.0058, ABERRATION),
    ("galactic-center-gil-brand", 0.0058, ABERRATION),
    ("galactic-center-mula-wilhelm", 0.006, ABERRATION),
    ("galactic-center-cochrane", 0.0058, ABERRATION),
    (
        "suryasiddhanta-revati",
        0.0018,
        "zeta Piscium is double: 4 mas a year between catalogs, 6 arcseconds in 499 AD",
    ),
    ("suryasiddhanta-mean-sun", 0.0045, MEAN_SUN),
    ("aryabhata-mean-sun", 0.0045, MEAN_SUN),
];

const ABERRATION: &str = "the peer takes the star of the date with its annual aberration of up to 20.5 arcseconds, we its mean place";

const MEAN_SUN: &str =
    "another theory of the mean Sun in 499 AD: 15 arcseconds, 6 minutes of its motion";

/// D. Cochrane, The Cochrane Ayanamsha (astrosoftware.com): three values for 1900 January 1,
/// including nutation (+17").
#[test]
fn values_of_1900_as_cochrane_prints_them() {
    let at = Instant::from_julian_date(2_415_020.5);
    let nutation_deg = ephemeris::Ephemeris::embedded()
        .sky(at)
        .unwrap()
        .nutation()
        .dpsi_deg;
    for (ayanamsha, [degrees, minutes, seconds], tolerance_arcsec) in [
        (Ayanamsha::FaganBradley, [23.0, 20.0, 55.0], 0.5),
        (Ayanamsha::Lahiri, [22.0, 27.0, 55.0], 0.5),
        // His position of the galactic center for 1900 differs slightly.
        (Ayanamsha::GalacticCenterCochrane, [355.0, 27.0, 34.0], 3.3),
    ] {
        let published_deg = degrees + minutes / 60.0 + seconds / 3600.0;
        let off = separation_deg(ayanamsha.mean_deg(at) + nutation_deg, published_deg);
        let off_arcsec = off * 3600.0;
        println!("{ayanamsha:?} {off_arcsec:.3}\"");
        assert!(off_arcsec <= tolerance_arcsec, "{ayanamsha:?} {off_arcsec}");
    }
}

#[test]
fn mean_ayanamshas_agree_where_they_are_defined_alike() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for line in include_str!("fixtures/ayanamshas.txt").lines() {
        let mut words = line.split(' ');
        let id = words.next().unwrap();
        let ayanamsha = Ayanamsha::from_id(id).unwrap();
        let mut worst = 0.0_f64;
        for (year, word) in [1900.0, 1950.0, 2000.0, 2050.0, 2100.0]
            .into_iter()
            .zip(words)
        {
            let at = Instant::from_julian_date(2_451_545.0 + 365.25 * (year - 2000.0));
            worst = worst.max(separation_deg(
                ayanamsha.mean_deg(at),
                word.parse().unwrap(),
            ));
        }
        println!("{id:32} {worst:.6}");
        let explained = DEFINED_OTHERWISE.iter().find(|(name, ..)| *name == id);
        let allowed = explained.map_or(TOLERANCE_DEG, |(_, allowed, _)| *allowed);
        if worst > allowed || (explained.is_some() && worst <= TOLERANCE_DEG) {
            wrong.push((id, worst));
        }
        seen += 1;
    }
    assert_eq!(seen, Ayanamsha::all().count());
    assert!(wrong.is_empty(), "{wrong:?}");
}
