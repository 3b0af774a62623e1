//! Compares events with published values, each with its source.
#![cfg(feature = "embedded")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use ephemeris::event::ingress::ingresses;
use ephemeris::event::lunation::{Phase, lunations};
use ephemeris::event::rise_set::{HorizonKind, Stays, Twilight, rise_set, twilights};
use ephemeris::event::season::{SeasonKind, seasons};
use ephemeris::event::station::stations;
use ephemeris::{
    Body, Calendar, CivilDateTime, Ephemeris, Instant, Observer, SECONDS_PER_DAY, Tdb, Tt, Utc,
    difference_deg,
};

fn tt((year, month, day): (i32, u8, u8), (hour, minute, second): (u8, u8, f64)) -> Instant<Tt> {
    let civil = CivilDateTime {
        hour,
        minute,
        second,
        ..CivilDateTime::date(year, month, day)
    };
    civil.to_instant(Calendar::Gregorian).unwrap()
}

fn utc(date: (i32, u8, u8), hour: u8, minute: u8) -> Instant<Tt> {
    let civil = CivilDateTime {
        hour,
        minute,
        ..CivilDateTime::date(date.0, date.1, date.2)
    };
    let utc: Instant<Utc> = civil.to_instant(Calendar::Gregorian).unwrap();
    utc.to_tt()
}

type Time = (u8, u8, u8, f64);

/// Meeus, Astronomical Algorithms (2nd edition 1998), table 27.E: instants in TD, computed with
/// VSOP87, to the second. Day and time of the four events of each year. Checked with Skyfield 1.55
/// on DE440, which differs by at most 1.1 s from each.
#[rustfmt::skip]
const SEASONS: [(i32, [Time; 4]); 10] = [
    (
        1996,
        [
            (20, 8, 4, 7.0),
            (21, 2, 24, 46.0),
            (22, 18, 1, 8.0),
            (21, 14, 6, 56.0),
        ],
    ),
    (
        1997,
        [
            (20, 13, 55, 42.0),
            (21, 8, 20, 59.0),
            (22, 23, 56, 49.0),
            (21, 20, 8, 5.0),
        ],
    ),
    (
        1998,
        [
            (20, 19, 55, 35.0),
            (21, 14, 3, 38.0),
            (23, 5, 38, 15.0),
            (22, 1, 57, 31.0),
        ],
    ),
    (
        1999,
        [
            (21, 1, 46, 53.0),
            (21, 19, 50, 11.0),
            (23, 11, 32, 34.0),
            (22, 7, 44, 52.0),
        ],
    ),
    (
        2000,
        [
            (20, 7, 36, 19.0),
            (21, 1, 48, 46.0),
            (22, 17, 28, 40.0),
            (21, 13, 38, 30.0),
        ],
    ),
    (
        2001,
        [
            (20, 13, 31, 47.0),
            (21, 7, 38, 48.0),
            (22, 23, 5, 32.0),
            (21, 19, 22, 34.0),
        ],
    ),
    (
        2002,
        [
            (20, 19, 17, 13.0),
            (21, 13, 25, 29.0),
            (23, 4, 56, 28.0),
            (22, 1, 15, 26.0),
        ],
    ),
    (
        2003,
        [
            (21, 1, 0, 50.0),
            (21, 19, 11, 32.0),
            (23, 10, 47, 53.0),
            (22, 7, 4, 53.0),
        ],
    ),
    (
        2004,
        [
            (20, 6, 49, 42.0),
            (21, 0, 57, 57.0),
            (22, 16, 30, 54.0),
            (21, 12, 42, 40.0),
        ],
    ),
    (
        2005,
        [
            (20, 12, 34, 29.0),
            (21, 6, 47, 12.0),
            (22, 22, 24, 14.0),
            (21, 18, 36, 1.0),
        ],
    ),
];

#[test]
fn equinoxes_and_solstices_are_those_of_meeus() {
    let range = tt((1996, 1, 1), (0, 0, 0.0))..tt((2006, 1, 1), (0, 0, 0.0));
    let found = seasons(Ephemeris::embedded(), range).unwrap();
    assert_eq!(found.len(), 40);
    let mut worst = 0.0f64;
    for ((year, times), found) in SEASONS.iter().zip(found.chunks(4)) {
        for (index, ((day, hour, minute, second), season)) in times.iter().zip(found).enumerate() {
            assert_eq!(season.kind, SeasonKind::ALL[index]);
            let month = [3, 6, 9, 12][index];
            let published = tt((*year, month, *day), (*hour, *minute, *second));
            let late = season.at.minus(published) * SECONDS_PER_DAY;
            println!("{year}-{month:02}-{day}: {late:+6.2} s");
            worst = worst.max(late.abs());
        }
    }
    println!("worst: {worst:.2} s");
    // Half a second of the measured difference is the rounding of the table.
    assert!(worst < 1.5, "{worst}");
}

/// US Naval Observatory, Phases of the Moon 2024: UT to the minute. Checked with Skyfield 1.55 on
/// DE440, which rounds to the same minutes.
#[test]
fn phases_of_the_moon_are_those_of_the_naval_observatory() {
    use Phase::{FirstQuarter, Full, LastQuarter, New};
    const TABLE: [(u8, u8, u8, u8, Phase); 16] = [
        (1, 4, 3, 30, LastQuarter),
        (1, 11, 11, 57, New),
        (1, 18, 3, 53, FirstQuarter),
        (1, 25, 17, 54, Full),
        (2, 2, 23, 18, LastQuarter),
        (2, 9, 22, 59, New),
        (2, 16, 15, 1, FirstQuarter),
        (2, 24, 12, 30, Full),
        (3, 3, 15, 23, LastQuarter),
        (3, 10, 9, 0, New),
        (3, 17, 4, 11, FirstQuarter),
        (3, 25, 7, 0, Full),
        (4, 2, 3, 15, LastQuarter),
        (4, 8, 18, 21, New),
        (4, 15, 19, 13, FirstQuarter),
        (4, 23, 23, 49, Full),
    ];
    let range = utc((2024, 1, 1), 0, 0)..utc((2024, 5, 1), 0, 0);
    let found = lunations(Ephemeris::embedded(), range).unwrap();
    assert_eq!(found.len(), TABLE.len());
    for ((month, day, hour, minute, phase), found) in TABLE.iter().zip(&found) {
        let late = found.at.minus(utc((2024, *month, *day), *hour, *minute)) * SECONDS_PER_DAY;
        println!("{month}-{day} {phase:?}: {late:+.1} s");
        assert_eq!(found.phase, *phase);
        assert!(late.abs() <= 30.5, "{month}-{day}: {late}");
    }
}

/// Stations and ingresses found by bisection in the full kernels reduced by ERFA:
/// `fixtures/events.csv`, written by `crates/xtask/oracle/events.py`. They include six stations of
/// Mercury in 2011.
#[test]
fn stations_and_ingresses_are_those_of_the_full_kernels() {
    let mut rows: Vec<(Body, &str, f64, f64)> = Vec::new();
    for line in include_str!("fixtures/events.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |index: usize| -> f64 { fields[index].parse().unwrap() };
        let body = Body::from_id(fields[0]).unwrap();
        rows.push((body, fields[1], number(2), number(3)));
    }
    println!(
        "{:10} {:8} {:>4} {:>9} {:>10} {:>9}",
        "body", "kind", "n", "worst s", "as error", "place mas"
    );
    for of_body in rows.chunk_by(|one, other| one.0 == other.0) {
        let body = of_body[0].0;
        let at = |days| Instant::<Tdb>::from_days_since_j2000(days).to_tt();
        let (first, last) = (of_body[0].2, of_body[of_body.len() - 1].2);
        let range = at(first - 0.5)..at(last + 0.5);
        for kind in ["station", "ingress"] {
            let found: Vec<(Instant<Tt>, f64)> = match kind {
                "station" => stations(Ephemeris::embedded(), body, range.clone())
                    .unwrap()
                    .iter()
                    .map(|it| (it.at, it.longitude_deg))
                    .collect(),
                _ => ingresses(Ephemeris::embedded(), body, range.clone())
                    .unwrap()
                    .iter()
                    .map(|it| (it.at, it.longitude_deg))
                    .collect(),
            };
            let expected = of_body.iter().filter(|row| row.1 == kind);
            assert_eq!(found.len(), expected.clone().count(), "{body:?} {kind}");
            let (mut late_s, mut error, mut miss_mas) = (0.0f64, 0.0f64, 0.0f64);
            for ((found_at, longitude_deg), (_, _, days, expected_deg)) in
                found.iter().zip(expected)
            {
                let late_days = found_at.minus(at(*days)).abs();
                late_s = late_s.max(late_days * SECONDS_PER_DAY);
                error = error.max(late_days * rate(kind, body, *found_at));
                let miss = difference_deg(*longitude_deg, *expected_deg) * 3.6e6;
                miss_mas = miss_mas.max(miss.abs());
            }
            println!(
                "{:10} {kind:8} {:>4} {late_s:9.4} {error:10.6} {miss_mas:9.4}",
                body.id(),
                found.len()
            );
            let (error_limit, miss_limit_mas) = limits(kind, body);
            assert!(error < error_limit, "{body:?} {kind}: {error}");
            assert!(miss_mas < miss_limit_mas, "{body:?} {kind}: {miss_mas} mas");
        }
    }
}

/// Returns the error that shifts an event by a day: for a station an error of the speed, in
/// arcseconds per day; for an ingress an error of the place, in milliarcseconds.
fn rate(kind: &str, body: Body, at: Instant<Tt>) -> f64 {
    let speed_deg = |days: f64| {
        let sky = Ephemeris::embedded().sky(at.plus_days(days)).unwrap();
        sky.place(body).unwrap().longitude_speed_deg
    };
    match kind {
        "station" => (speed_deg(0.5) - speed_deg(-0.5)).abs() * 3600.0,
        _ => speed_deg(0.0).abs() * 3.6e6,
    }
}

/// The largest allowed error in the unit of [`rate`] and the largest allowed difference of the
/// place in milliarcseconds: about 1.5 times the largest measured.
fn limits(kind: &str, body: Body) -> (f64, f64) {
    match (kind, body) {
        ("station", Body::TrueNode) => (0.000_018, 0.38),
        ("station", Body::Pluto) => (0.0001, 0.045),
        ("station", Body::Ceres | Body::Chiron) => (0.000_026, 0.1),
        ("station", _) => (0.000_02, 0.045),
        (_, Body::Moon) => (0.37, 1e-6),
        (_, Body::Ceres) => (0.13, 1e-6),
        _ => (0.065, 1e-6),
    }
}

fn minutes_of(events: &[(HorizonKind, f64)], kind: HorizonKind) -> Vec<f64> {
    events
        .iter()
        .filter(|it| it.0 == kind)
        .map(|it| it.1)
        .collect()
}

/// Returns the horizon and meridian events of a body at a place on a day of UTC, in minutes after
/// its beginning.
fn day(body: Body, place: (f64, f64), date: (i32, u8, u8)) -> (Vec<(HorizonKind, f64)>, Stays) {
    let observer = Observer {
        latitude_deg: place.0,
        longitude_deg: place.1,
        height_m: 0.0,
    };
    let start = utc(date, 0, 0);
    let found = rise_set(
        Ephemeris::embedded(),
        body,
        &observer,
        start..start.plus_days(1.0),
    )
    .unwrap();
    let minutes = |at: Instant<Tt>| at.minus(start) * 1440.0;
    (
        found
            .events
            .iter()
            .map(|it| (it.kind, minutes(it.at)))
            .collect(),
        found.stays,
    )
}

/// Meeus, Astronomical Algorithms, example 15.a: Venus at Boston on 1988-03-20, fractions of a day
/// to ten seconds: transit 0.81980, rise 0.51766, set 0.12130.
#[test]
fn venus_at_boston_is_that_of_meeus() {
    let (events, _) = day(Body::Venus, (42.3333, -71.0833), (1988, 3, 20));
    for (kind, fraction) in [
        (HorizonKind::UpperTransit, 0.81980),
        (HorizonKind::Rise, 0.51766),
        (HorizonKind::Set, 0.12130),
    ] {
        let found = minutes_of(&events, kind);
        assert_eq!(found.len(), 1);
        let late = found[0] - fraction * 1440.0;
        println!("{kind:?}: {late:+.4} minutes");
        assert!(late.abs() < 0.016, "{kind:?} {late}");
    }
}

#[test]
fn the_sun_stays_up_or_down_beyond_the_polar_circle() {
    for (latitude, date, stays) in [
        (75.0, (2024, 6, 21), Stays::Above),
        (75.0, (2024, 12, 21), Stays::Below),
        (-75.0, (2024, 6, 21), Stays::Below),
        (-75.0, (2024, 12, 21), Stays::Above),
        (90.0, (2024, 6, 21), Stays::Above),
        (-90.0, (2024, 6, 21), Stays::Below),
        (0.0, (2024, 6, 21), Stays::CrossesTheHorizon),
    ] {
        assert_eq!(
            day(Body::Sun, (latitude, 20.0), date).1,
            stays,
            "{latitude} {date:?}"
        );
    }
}

/// The Moon rises 50 minutes later every day on average: some days of UTC have no moonrise.
#[test]
fn the_moon_does_not_rise_every_day() {
    let start = utc((2024, 1, 1), 0, 0);
    let observer = Observer {
        latitude_deg: 50.0,
        longitude_deg: 10.0,
        height_m: 0.0,
    };
    let range = start..start.plus_days(366.0);
    let found = rise_set(Ephemeris::embedded(), Body::Moon, &observer, range).unwrap();
    let count = |kind| found.events.iter().filter(|it| it.kind == kind).count();
    // 366 days contain 366 - 366 / 29.53 lunar days.
    for kind in [
        HorizonKind::Rise,
        HorizonKind::Set,
        HorizonKind::UpperTransit,
        HorizonKind::LowerTransit,
    ] {
        assert!(
            (353..=355).contains(&count(kind)),
            "{kind:?} {}",
            count(kind)
        );
    }
}

/// Near an equinox at the equator the Sun sets vertically and needs 24 minutes for six degrees of
/// twilight.
#[test]
fn twilights_follow_each_other() {
    let observer = Observer {
        latitude_deg: 0.0,
        longitude_deg: 0.0,
        height_m: 0.0,
    };
    let start = utc((2024, 3, 20), 12, 0);
    let range = start..start.plus_days(0.5);
    let end = |twilight| {
        let found = twilights(Ephemeris::embedded(), twilight, &observer, range.clone()).unwrap();
        assert_eq!(found.len(), 1);
        assert!(!found[0].1, "in the evening");
        found[0].0
    };
    let (civil, nautical, astronomical) = (
        end(Twilight::Civil),
        end(Twilight::Nautical),
        end(Twilight::Astronomical),
    );
    for (from, to) in [(civil, nautical), (nautical, astronomical)] {
        assert!((to.minus(from) * 1440.0 - 24.0).abs() < 0.1);
    }
}
