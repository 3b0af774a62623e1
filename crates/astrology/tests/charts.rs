//! Kinds of charts and the errors of each.

use astrology::{
    angle::{difference_deg, normalize_deg, separation_deg},
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{
        Certainty, Chart, ChartCenter, ChartError, ChartMoment, ChartOptions, DayChart, NodeKind,
    },
    fixed_star::{StarOptions, star_conjunctions},
    house::{Angles, HouseError, HouseFrame, HouseSystem, Houses},
    point::{Angle, Point},
    relation::composite::{CompositeHouses, composite, ingredients},
};
use ephemeris::{Body, Ephemeris, Instant, Observer, Tt, View, stars};

const AMSTERDAM: Observer = Observer {
    latitude_deg: 52.37,
    longitude_deg: 4.9,
    height_m: 0.0,
};

const TROMSO: Observer = Observer {
    latitude_deg: 69.65,
    longitude_deg: 18.96,
    height_m: 0.0,
};

fn moment() -> ChartMoment {
    ChartMoment::from_tt(Instant::from_julian_date(2_448_058.02))
}

fn chart(observer: &Observer, options: &ChartOptions) -> Result<Chart, ChartError> {
    Chart::compute(Ephemeris::embedded(), moment(), observer, options)
}

#[test]
fn placidus_beyond_the_polar_circle_is_refused_with_its_limit() {
    let Err(ChartError::House(HouseError::Undefined {
        system, limit_deg, ..
    })) = chart(&TROMSO, &ChartOptions::default())
    else {
        panic!("there are no Placidus houses at 69 degrees north");
    };
    assert_eq!(system, HouseSystem::Placidus);
    // 90 degrees minus the mean obliquity of 1990, 23°26'26", and at most 9" of nutation.
    assert!((limit_deg - 66.5595).abs() < 0.0026, "{limit_deg}");
}

#[test]
fn a_fallback_is_used_and_told_and_may_itself_be_refused() {
    let with = |polar_fallback| ChartOptions {
        polar_fallback: Some(polar_fallback),
        ..ChartOptions::default()
    };
    let made = chart(&TROMSO, &with(HouseSystem::Whole)).unwrap();
    assert_eq!(made.houses.unwrap().system, HouseSystem::Whole);
    assert!(made.fallback_from.is_some());
    assert!(matches!(
        chart(&TROMSO, &with(HouseSystem::Koch)),
        Err(ChartError::Fallback(HouseError::Undefined {
            system: HouseSystem::Koch,
            ..
        }))
    ));
    assert_eq!(
        chart(&AMSTERDAM, &with(HouseSystem::Whole))
            .unwrap()
            .fallback_from,
        None
    );
}

#[test]
fn a_heliocentric_chart_has_the_earth_and_no_horizon() {
    let center = ChartCenter::Heliocentric;
    let options = ChartOptions {
        points: ChartOptions::default_points(center),
        center,
        ..ChartOptions::default()
    };
    let made = chart(&AMSTERDAM, &options).unwrap();
    assert!(
        made.angles.is_none()
            && made.houses.is_none()
            && made.sect.is_none()
            && made.phase.is_none()
    );
    // The heliocentric Earth is opposite to the geocentric Sun: its motion during the light time
    // equals the Sun's aberration.
    let earth = made.point(Point::Body(Body::Earth)).unwrap().longitude_deg;
    let sun = chart(&AMSTERDAM, &ChartOptions::default()).unwrap();
    let sun = sun.point(Point::Body(Body::Sun)).unwrap().longitude_deg;
    let off = (separation_deg(earth, sun) - 180.0).abs();
    println!("{off:.1e} degrees");
    assert!(off < 2.5e-6, "{off}");
    for point in [
        Point::Body(Body::Sun),
        Point::NorthNode,
        Point::Angle(Angle::Ascendant),
    ] {
        let refused = ChartOptions {
            points: vec![point],
            ..options.clone()
        };
        assert!(
            matches!(
                chart(&AMSTERDAM, &refused),
                Err(ChartError::NotFromHere { .. })
            ),
            "{point:?}"
        );
    }
}

#[test]
fn a_topocentric_center_moves_the_moon_and_not_the_nodes() {
    let at = |options: ChartOptions| {
        let made = chart(&AMSTERDAM, &options).unwrap();
        let longitude = |point| made.point(point).unwrap().longitude_deg;
        (
            longitude(Point::Body(Body::Moon)),
            longitude(Point::Body(Body::Sun)),
            longitude(Point::NorthNode),
        )
    };
    let geocentric = at(ChartOptions::default());
    let topocentric = at(ChartOptions {
        center: ChartCenter::Topocentric,
        ..ChartOptions::default()
    });
    let moon_only = at(ChartOptions {
        topocentric_moon: true,
        ..ChartOptions::default()
    });
    let parallax = separation_deg(geocentric.0, topocentric.0);
    assert!((0.01..1.02).contains(&parallax), "{parallax}");
    assert!(separation_deg(geocentric.1, topocentric.1) < 0.0025);
    assert!(separation_deg(geocentric.2, topocentric.2) < 1e-12);
    assert!(separation_deg(topocentric.0, moon_only.0) < 1e-12);
    assert!(separation_deg(geocentric.1, moon_only.1) < 1e-12);
}

#[test]
fn a_sidereal_chart_is_the_tropical_one_turned_back() {
    let tropical = chart(&AMSTERDAM, &ChartOptions::default()).unwrap();
    let sidereal = chart(
        &AMSTERDAM,
        &ChartOptions {
            zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
            ..ChartOptions::default()
        },
    )
    .unwrap();
    let offset = sidereal.frame.zodiac_offset_deg;
    let mean = sidereal.frame.ayanamsha_deg.unwrap();
    assert!((offset - mean - sidereal.frame.nutation_in_longitude_deg).abs() < 1e-12);
    for (ours, before) in sidereal.points.iter().zip(&tropical.points) {
        assert!(separation_deg(ours.longitude_deg + offset, before.longitude_deg) < 1e-9);
        assert!(separation_deg(ours.right_ascension_deg, before.right_ascension_deg) < 1e-9);
        assert_eq!(ours.house, before.house, "{:?}", ours.point);
    }
}

#[test]
fn nodes_follow_the_kind_asked_for_and_are_opposite() {
    for node in [NodeKind::True, NodeKind::Mean] {
        let options = ChartOptions {
            points: vec![Point::NorthNode, Point::SouthNode, Point::Body(node.body())],
            node,
            ..ChartOptions::default()
        };
        let made = chart(&AMSTERDAM, &options).unwrap();
        let longitude: Vec<f64> = made.points.iter().map(|it| it.longitude_deg).collect();
        assert!((normalize_deg(longitude[1] - longitude[0]) - 180.0).abs() < 1e-9);
        assert!(separation_deg(longitude[0], longitude[2]) < 1e-12);
        assert!(made.aspects.is_empty());
    }
}

#[test]
fn declination_speeds_are_those_of_the_sky() {
    let day = 0.01;
    let later = |days: f64| {
        let moment = ChartMoment::from_tt(moment().tt.plus_days(days));
        Chart::compute(
            Ephemeris::embedded(),
            moment,
            &AMSTERDAM,
            &ChartOptions::default(),
        )
        .unwrap()
    };
    let (before, now, after) = (later(-day), later(0.0), later(day));
    for ((before, now), after) in before.points.iter().zip(&now.points).zip(&after.points) {
        if let Some(speed) = now.declination_speed_deg {
            let measured = (after.declination_deg - before.declination_deg) / (2.0 * day);
            println!("{:?}: {:.1e}", now.point, (speed - measured).abs());
            assert!(
                (speed - measured).abs() < 7e-6,
                "{:?} {speed} {measured}",
                now.point
            );
        }
    }
}

#[test]
fn a_day_without_a_time_tells_what_is_certain() {
    let start = Instant::<Tt>::from_julian_date(2_448_057.5);
    let day = start..start.plus_days(1.0);
    let options = ChartOptions::default();
    let made = DayChart::compute(Ephemeris::embedded(), day, &AMSTERDAM, &options).unwrap();
    assert_eq!(made.left_out, [Point::Lot(astrology::lot::Lot::Fortune)]);
    let moon = made
        .points
        .iter()
        .find(|it| it.middle.point == Point::Body(Body::Moon))
        .unwrap();
    let moved = normalize_deg(moon.end_deg - moon.start_deg);
    assert!((11.7..15.4).contains(&moved), "{moved}");
    // At any hour, a chart of that day has every certain aspect, and only certain or possible ones.
    for hour in 0..24 {
        let moment = ChartMoment::from_tt(start.plus_days(f64::from(hour) / 24.0));
        let real = Chart::compute(Ephemeris::embedded(), moment, &AMSTERDAM, &options).unwrap();
        let has = |a, b, kind| {
            real.aspects
                .iter()
                .any(|it| it.point_a == a && it.point_b == b && it.kind == kind)
        };
        for aspect in &made.aspects {
            if aspect.certainty == Certainty::Certain {
                assert!(
                    has(aspect.point_a, aspect.point_b, aspect.kind),
                    "{aspect:?}"
                );
            }
        }
        for aspect in &real.aspects {
            let timed = |point| matches!(point, Point::Lot(_) | Point::Angle(_));
            let told = made.aspects.iter().any(|it| {
                it.point_a == aspect.point_a
                    && it.point_b == aspect.point_b
                    && it.kind == aspect.kind
            });
            assert!(
                told || timed(aspect.point_a) || timed(aspect.point_b),
                "{aspect:?}"
            );
        }
    }
}

#[test]
fn star_conjunctions_are_those_of_all_stars_compared_one_by_one() {
    let ephemeris = Ephemeris::embedded();
    for days in [-150_000.0, -30_000.0, 0.0, 20_000.0, 200_000.0] {
        let moment = ChartMoment::from_tt(Instant::from_days_since_j2000(days));
        let options = ChartOptions {
            points: Body::PLANETS.map(Point::Body).to_vec(),
            ..ChartOptions::default()
        };
        let made = Chart::compute(ephemeris, moment, &AMSTERDAM, &options).unwrap();
        let wide = StarOptions {
            orb_deg: 1.5,
            faintest: 20.0,
        };
        let found = star_conjunctions(ephemeris, &made, wide).unwrap();
        let sky = ephemeris.sky(moment.tt).unwrap();
        let mut expected = 0;
        for star in stars() {
            let longitude = sky.star_place(star, &View::default()).longitude_deg;
            let angles = [
                Angle::Ascendant,
                Angle::Midheaven,
                Angle::Descendant,
                Angle::ImumCoeli,
            ];
            let points = made.points.iter().map(|it| it.longitude_deg);
            expected += points
                .chain(angles.into_iter().map(|it| made.angle_deg(it).unwrap()))
                .filter(|point| separation_deg(*point, longitude) <= 1.5)
                .count();
        }
        assert_eq!(found.len(), expected, "{days}");
    }
}

#[test]
fn gauquelin_gives_sectors_and_no_houses() {
    let options = ChartOptions {
        house_system: HouseSystem::Gauquelin,
        ..ChartOptions::default()
    };
    let made = chart(&AMSTERDAM, &options).unwrap();
    assert!(made.houses.is_none());
    assert!(made.sectors.is_some());
    assert!(
        made.points
            .iter()
            .all(|it| it.house.is_none() && it.sector.is_some())
    );
}

/// The systems whose first cusp is not the Ascendant, and those whose tenth is not the Midheaven,
/// as listed in the documentation (docs/guides/calculations.md).
#[test]
fn cusps_are_angles_in_the_systems_that_say_so() {
    let not_first = [
        HouseSystem::Whole,
        HouseSystem::Vehlow,
        HouseSystem::EqualMc,
        HouseSystem::EqualAries,
        HouseSystem::Morinus,
        HouseSystem::Meridian,
        HouseSystem::Horizontal,
        HouseSystem::Sripati,
    ];
    let not_tenth = [
        HouseSystem::Equal,
        HouseSystem::Whole,
        HouseSystem::Vehlow,
        HouseSystem::EqualAries,
        HouseSystem::Morinus,
        HouseSystem::Carter,
        HouseSystem::Sripati,
    ];
    let frame = |latitude_deg, armc_deg| HouseFrame {
        armc_deg,
        obliquity_deg: 23.44,
        latitude_deg,
        sun_declination_deg: 0.0,
        ayanamsha_deg: 0.0,
    };
    let here = frame(52.37, 100.0);
    let angles = Angles::compute(&here);
    for system in HouseSystem::ALL {
        if system == HouseSystem::Gauquelin {
            continue;
        }
        let cusps = Houses::compute(system, &here).unwrap().cusps_deg;
        let is = |cusp: f64, angle: f64| separation_deg(cusp, angle) < 1e-6;
        assert_eq!(
            is(cusps[0], angles.ascendant_deg),
            !not_first.contains(&system),
            "{system}"
        );
        assert_eq!(
            is(cusps[9], angles.midheaven_deg),
            !not_tenth.contains(&system),
            "{system}"
        );
    }
    // At 75 degrees north the beginning of Capricorn culminates 8 degrees below the horizon.
    let polar = frame(75.0, 270.0);
    for system in [
        HouseSystem::Campanus,
        HouseSystem::Regiomontanus,
        HouseSystem::Topocentric,
        HouseSystem::Apc,
        HouseSystem::Sunshine,
    ] {
        let tenth = Houses::compute(system, &polar).unwrap().cusps_deg[9];
        assert!(separation_deg(tenth, 90.0) < 1e-6, "{system}: {tenth}");
    }
}

/// Returns the great circle through the north and south points of the horizon that contains a
/// point: degrees through the zenith from the east.
fn house_circle_deg(hour_angle_deg: f64, declination_deg: f64, latitude_deg: f64) -> f64 {
    let (sin_hour, cos_hour) = hour_angle_deg.to_radians().sin_cos();
    let (sin_dec, cos_dec) = declination_deg.to_radians().sin_cos();
    let (sin_lat, cos_lat) = latitude_deg.to_radians().sin_cos();
    let up = sin_lat * sin_dec + cos_lat * cos_dec * cos_hour;
    up.atan2(-cos_dec * sin_hour).to_degrees()
}

#[test]
fn sunshine_houses_of_a_composite_divide_the_arcs_of_its_own_sun() {
    // 1990-06-15 and 1988-07-20: the composite Sun is near the tropic, regardless of the other
    // requested points.
    let options = ChartOptions {
        points: vec![Point::Body(Body::Venus)],
        house_system: HouseSystem::Sunshine,
        ..ChartOptions::default()
    };
    let asked = ingredients(&options, CompositeHouses::Derived);
    let born = |date: f64, latitude_deg: f64| {
        let place = Observer {
            latitude_deg,
            ..AMSTERDAM
        };
        let moment = ChartMoment::from_tt(Instant::from_julian_date(date));
        Chart::compute(Ephemeris::embedded(), moment, &place, &asked).unwrap()
    };
    let (one, two) = (born(2_448_058.02, 52.37), born(2_447_362.6, 30.0));
    let made = composite(&one, &two, &options, CompositeHouses::Derived).unwrap();
    let houses = made.houses.unwrap();
    assert_eq!(houses.system, HouseSystem::Sunshine);

    let middle = |a: f64, b: f64| a + difference_deg(b, a) / 2.0;
    let sun = |chart: &Chart| chart.point(Point::Body(Body::Sun)).unwrap().longitude_deg;
    let midheaven = |chart: &Chart| chart.angle_deg(Angle::Midheaven).unwrap();
    let (obliquity, latitude) = (23.44_f64, 41.185_f64);
    let equatorial = |longitude_deg: f64| {
        let (sin, cos) = longitude_deg.to_radians().sin_cos();
        let (sin_eps, cos_eps) = obliquity.to_radians().sin_cos();
        let right_ascension_deg = (sin * cos_eps).atan2(cos).to_degrees();
        (right_ascension_deg, (sin * sin_eps).asin().to_degrees())
    };
    let (_, declination) = equatorial(middle(sun(&one), sun(&two)));
    assert!(declination > 22.0, "{declination}");
    let (armc, _) = equatorial(middle(midheaven(&one), midheaven(&two)));
    // The diurnal semi-arc of the Sun, as an arc of its parallel.
    let day = (-latitude.to_radians().tan() * declination.to_radians().tan())
        .acos()
        .to_degrees();
    let night = 180.0 - day;
    for (index, cusp) in houses.cusps_deg.into_iter().enumerate() {
        let thirds = index as f64 / 3.0;
        // The hour angle of the division, from that of the Ascendant against the diurnal motion.
        let hour_angle = match index {
            0..3 => -day - thirds * night,
            3..6 => -180.0 - (thirds - 1.0) * night,
            6..9 => day - (thirds - 2.0) * day,
            _ => -(thirds - 3.0) * day,
        };
        let expected = house_circle_deg(hour_angle, declination, latitude);
        let (right_ascension, cusp_declination) = equatorial(cusp);
        let found = house_circle_deg(armc - right_ascension, cusp_declination, latitude);
        let off = separation_deg(found, expected);
        println!("cusp {}: {off:.4}", index + 1);
        assert!(off < 0.003, "cusp {}: {found} {expected}", index + 1);
    }
}
