//! Compares eclipses with the Five Millennium Canons of Espenak & Meeus (NASA/TP-2006-214141 and
//! 2009-214172) and their catalogs on NASA's eclipse pages. Instants are in TD, which is TT.
//!
//! The values were checked with other programs: the lunar ones with Skyfield 1.55 on DE440 (2 s,
//! magnitude 0.0016), the solar ones with Swiss Ephemeris as a black box (1.7 s for central
//! eclipses, magnitude 0.0009 more, due to its larger lunar radius; 5 s and 0.0003 for partial
//! ones, for which it defines the maximum differently).
#![cfg(feature = "embedded")]
#![expect(clippy::print_stdout, reason = "every test prints what it measures")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use ephemeris::event::eclipse::{
    LunarKind, SolarKind, local_circumstances, lunar_eclipses, solar_eclipses,
};
use ephemeris::{Calendar, CivilDateTime, Ephemeris, Instant, Observer, SECONDS_PER_DAY, Tt};

type Time = (i32, u8, u8, u8, u8, f64);

fn tt((year, month, day, hour, minute, second): Time) -> Instant<Tt> {
    let civil = CivilDateTime {
        hour,
        minute,
        second,
        ..CivilDateTime::date(year, month, day)
    };
    civil.to_instant(Calendar::Gregorian).unwrap()
}

fn century(first_year: i32) -> core::ops::Range<Instant<Tt>> {
    tt((first_year, 1, 1, 0, 0, 0.0))..tt((first_year + 100, 1, 1, 0, 0, 0.0))
}

/// Greatest eclipse, kind, gamma, magnitude.
const SOLAR: &[(Time, SolarKind, f64, f64)] = &[
    ((1999, 8, 11, 11, 4, 9.0), SolarKind::Total, 0.5062, 1.0286),
    (
        (2017, 8, 21, 18, 26, 40.0),
        SolarKind::Total,
        0.4367,
        1.0306,
    ),
    ((2019, 7, 2, 19, 24, 8.0), SolarKind::Total, -0.6466, 1.0459),
    (
        (2019, 12, 26, 5, 18, 53.0),
        SolarKind::Annular,
        0.4135,
        0.9701,
    ),
    (
        (2020, 6, 21, 6, 41, 15.0),
        SolarKind::Annular,
        0.1209,
        0.9940,
    ),
    (
        (2020, 12, 14, 16, 14, 39.0),
        SolarKind::Total,
        -0.2939,
        1.0254,
    ),
    (
        (2021, 6, 10, 10, 43, 7.0),
        SolarKind::Annular,
        0.9152,
        0.9435,
    ),
    (
        (2021, 12, 4, 7, 34, 38.0),
        SolarKind::Total,
        -0.9526,
        1.0367,
    ),
    (
        (2022, 4, 30, 20, 42, 36.0),
        SolarKind::Partial,
        -1.1901,
        0.6396,
    ),
    (
        (2022, 10, 25, 11, 1, 20.0),
        SolarKind::Partial,
        1.0701,
        0.8619,
    ),
    (
        (2023, 4, 20, 4, 17, 56.0),
        SolarKind::Hybrid,
        -0.3952,
        1.0132,
    ),
    (
        (2023, 10, 14, 18, 0, 41.0),
        SolarKind::Annular,
        0.3753,
        0.9520,
    ),
    ((2024, 4, 8, 18, 18, 29.0), SolarKind::Total, 0.3431, 1.0566),
    (
        (2024, 10, 2, 18, 46, 13.0),
        SolarKind::Annular,
        -0.3509,
        0.9326,
    ),
];

/// Greatest eclipse, kind, gamma, umbral magnitude.
const LUNAR: &[(Time, LunarKind, f64, f64)] = &[
    (
        (2018, 7, 27, 20, 22, 54.0),
        LunarKind::Total,
        0.1168,
        1.6087,
    ),
    ((2019, 1, 21, 5, 13, 27.0), LunarKind::Total, 0.3684, 1.1953),
    (
        (2021, 5, 26, 11, 19, 53.0),
        LunarKind::Total,
        0.4774,
        1.0095,
    ),
    (
        (2022, 5, 16, 4, 12, 42.0),
        LunarKind::Total,
        -0.2532,
        1.4137,
    ),
    ((2022, 11, 8, 11, 0, 22.0), LunarKind::Total, 0.2570, 1.3589),
    (
        (2023, 10, 28, 20, 15, 18.0),
        LunarKind::Partial,
        0.9472,
        0.1220,
    ),
    ((2025, 3, 14, 6, 59, 56.0), LunarKind::Total, 0.3485, 1.1784),
];

/// The largest differences allowed: seconds, gamma, magnitude. About 1.5 times the largest
/// measured.
const SOLAR_LIMITS: [f64; 3] = [0.8, 0.000_08, 0.000_08];
const LUNAR_LIMITS: [f64; 3] = [1.5, 0.000_15, 0.000_15];

fn include(worst: &mut [f64; 3], found: [f64; 3]) {
    for (worst, found) in worst.iter_mut().zip(found) {
        *worst = worst.max(found.abs());
    }
}

fn check(worst: [f64; 3], limits: [f64; 3]) {
    println!("worst        {worst:9.5?}, at most {limits:?}");
    let mut all = worst.iter().zip(limits);
    assert!(all.all(|(worst, limit)| *worst < limit), "{worst:?}");
}

#[test]
fn solar_eclipses_are_those_of_the_canon() {
    println!(
        "{:12} {:>8} {:>9} {:>9}",
        "solar", "s", "gamma", "magnitude"
    );
    let mut worst = [0.0; 3];
    for (time, kind, gamma, magnitude) in SOLAR {
        let at = tt(*time);
        let found =
            solar_eclipses(Ephemeris::embedded(), at.plus_days(-2.0)..at.plus_days(2.0)).unwrap();
        assert_eq!(found.len(), 1, "{time:?}");
        let eclipse = found[0];
        let late = eclipse.at.minus(at) * SECONDS_PER_DAY;
        let (gamma_miss, magnitude_miss) = (eclipse.gamma - gamma, eclipse.magnitude - magnitude);
        println!(
            "{}-{:02}-{:02}   {late:+8.2} {gamma_miss:+9.5} {magnitude_miss:+9.5}",
            time.0, time.1, time.2
        );
        assert_eq!(eclipse.kind, *kind, "{time:?}");
        include(&mut worst, [late, gamma_miss, magnitude_miss]);
        assert!(eclipse.partial.0 < eclipse.at && eclipse.at < eclipse.partial.1);
    }
    check(worst, SOLAR_LIMITS);
}

#[test]
fn lunar_eclipses_are_those_of_the_canon() {
    println!(
        "{:12} {:>8} {:>9} {:>9}",
        "lunar", "s", "gamma", "magnitude"
    );
    let mut worst = [0.0; 3];
    for (time, kind, gamma, magnitude) in LUNAR {
        let at = tt(*time);
        let found =
            lunar_eclipses(Ephemeris::embedded(), at.plus_days(-2.0)..at.plus_days(2.0)).unwrap();
        assert_eq!(found.len(), 1, "{time:?}");
        let eclipse = found[0];
        let late = eclipse.at.minus(at) * SECONDS_PER_DAY;
        let (gamma_miss, magnitude_miss) =
            (eclipse.gamma - gamma, eclipse.umbral_magnitude - magnitude);
        println!(
            "{}-{:02}-{:02}   {late:+8.2} {gamma_miss:+9.5} {magnitude_miss:+9.5}",
            time.0, time.1, time.2
        );
        assert_eq!(eclipse.kind, *kind, "{time:?}");
        include(&mut worst, [late, gamma_miss, magnitude_miss]);
    }
    check(worst, LUNAR_LIMITS);
}

/// Counts every eclipse of a century by kind: 224 solar and 228 lunar from 2001 to 2100.
#[test]
fn the_21st_century_has_as_many_eclipses_of_each_kind_as_the_canon() {
    let solar = solar_eclipses(Ephemeris::embedded(), century(2001)).unwrap();
    let count = |kind| solar.iter().filter(|it| it.kind == kind).count();
    let kinds = [
        SolarKind::Partial,
        SolarKind::Annular,
        SolarKind::Total,
        SolarKind::Hybrid,
    ];
    assert_eq!(kinds.map(count), [77, 72, 68, 7]);
    let lunar = lunar_eclipses(Ephemeris::embedded(), century(2001)).unwrap();
    let count = |kind| lunar.iter().filter(|it| it.kind == kind).count();
    let kinds = [LunarKind::Penumbral, LunarKind::Partial, LunarKind::Total];
    assert_eq!(kinds.map(count), [86, 57, 85]);
}

/// The contacts of 2018-07-27 by F. Espenak (NASA's eclipse page), UT to the second: partial from
/// 18:24:27 to 22:19:00, total from 19:30:15 to 21:13:12. A duration is known to a second.
#[test]
fn the_phases_of_a_lunar_eclipse_last_as_published() {
    let at = tt((2018, 7, 27, 20, 22, 54.0));
    let eclipse =
        lunar_eclipses(Ephemeris::embedded(), at.plus_days(-1.0)..at.plus_days(1.0)).unwrap()[0];
    let seconds = |(begin, end): (Instant<Tt>, Instant<Tt>)| end.minus(begin) * SECONDS_PER_DAY;
    let total_miss_s = seconds(eclipse.total.unwrap()) - 6177.0;
    let partial_miss_s = seconds(eclipse.partial.unwrap()) - 14_073.0;
    println!("total {total_miss_s:+.2} s, partial {partial_miss_s:+.2} s");
    assert!(total_miss_s.abs() < 1.0 && partial_miss_s.abs() < 1.0);
    // The whole eclipse was visible from Cape Town, no part of it from New York.
    let altitudes = |latitude_deg, longitude_deg| {
        let observer = Observer {
            latitude_deg,
            longitude_deg,
            height_m: 0.0,
        };
        eclipse
            .altitudes_deg(Ephemeris::embedded(), &observer)
            .unwrap()
    };
    assert_eq!(altitudes(-33.9, 18.4).len(), 7);
    assert!(
        altitudes(-33.9, 18.4)
            .iter()
            .all(|(_, altitude_deg)| *altitude_deg > 0.0)
    );
    assert!(
        altitudes(40.7, -74.0)
            .iter()
            .all(|(_, altitude_deg)| *altitude_deg < 0.0)
    );
}

#[test]
fn a_place_outside_the_penumbra_sees_nothing() {
    let at = tt((2017, 8, 21, 18, 26, 40.0));
    let eclipse =
        solar_eclipses(Ephemeris::embedded(), at.plus_days(-1.0)..at.plus_days(1.0)).unwrap()[0];
    let (latitude_deg, longitude_deg) = eclipse.greatest_place_deg.unwrap();
    // The canon gives greatest eclipse at 37.0 N 87.7 W, rounded to a tenth of a degree.
    println!("greatest at {latitude_deg:.4} {longitude_deg:.4}");
    assert!((latitude_deg - 37.0).abs() < 0.05 && (longitude_deg + 87.7).abs() < 0.05);
    let seen = |latitude_deg, longitude_deg| {
        let observer = Observer {
            latitude_deg,
            longitude_deg,
            height_m: 0.0,
        };
        local_circumstances(Ephemeris::embedded(), &eclipse, &observer).unwrap()
    };
    let there = seen(latitude_deg, longitude_deg).unwrap();
    assert_eq!(there.kind, SolarKind::Total);
    assert!((there.obscuration - 1.0).abs() < 1e-12);
    // The canon gives 2 minutes 40 seconds of totality, rounded to a second.
    let (begin, end) = there.central.unwrap();
    let longer_s = end.at.minus(begin.at) * SECONDS_PER_DAY - 160.0;
    println!("totality {longer_s:+.2} s");
    assert!(longer_s.abs() < 0.5);
    assert_eq!(seen(-35.0, 150.0), None);
}
