//! Checks forecasts against their defining equations and against brute force.

#![expect(
    clippy::unwrap_used,
    reason = "a forecast that is refused must fail loudly"
)]

use astrology::{
    angle::{difference_deg, normalize_deg, separation_deg},
    aspect::{AspectKind, AspectSet, AspectSettings, Orbs},
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartMoment, ChartOptions, NodeKind},
    forecast::{
        progression::{ProgressedAngles, ProgressionMethod, ProgressionRequest, progress},
        retrograde::{retrograde_periods, searched_range},
        returns::{Return, longest_wait_days},
        transit::{Entered, NatalPlace, TransitRequest, Transits, transits},
    },
    moon::{MoonAspects, moon_aspects, moon_days, sign_stays},
    point::{Angle, Point},
    sign::Sign,
};
use ephemeris::{
    Body, Center, Ephemeris, Instant, Observer, SkyError, Tt, View,
    event::eclipse::{lunar_eclipses, solar_eclipses},
};

const AMSTERDAM: Observer = Observer {
    latitude_deg: 52.37,
    longitude_deg: 4.9,
    height_m: 0.0,
};

fn sky() -> &'static Ephemeris<'static> {
    Ephemeris::embedded()
}

fn natal() -> Chart {
    let moment = ChartMoment::from_tt(Instant::from_julian_date(2_448_058.02));
    Chart::compute(sky(), moment, &AMSTERDAM, &ChartOptions::default()).unwrap()
}

fn longitude(body: Body, at: Instant<Tt>, zodiac: Zodiac) -> f64 {
    let sky = sky().sky(at).unwrap();
    let offset = zodiac.offset_deg(at, sky.nutation().dpsi_deg);
    normalize_deg(sky.place(body).unwrap().longitude_deg - offset)
}

fn body_of(point: Point) -> (Body, f64) {
    match point {
        Point::SouthNode => (Body::TrueNode, 180.0),
        Point::Body(body) => (body, 0.0),
        // No other default point moves.
        _ => (Body::TrueNode, 0.0),
    }
}

fn natal_points(chart: &Chart) -> Vec<NatalPlace> {
    let angles = [
        Angle::Ascendant,
        Angle::Midheaven,
        Angle::Descendant,
        Angle::ImumCoeli,
    ];
    let points = chart.points.iter().map(|it| (it.point, it.longitude_deg));
    points
        .chain(
            angles
                .into_iter()
                .map(|it| (Point::Angle(it), chart.angle_deg(it).unwrap())),
        )
        .map(NatalPlace::from)
        .collect()
}

fn found(chart: &Chart, zodiac: Zodiac, days: f64) -> (Transits, Instant<Tt>) {
    let start = Instant::from_julian_date(2_460_310.5);
    let request = TransitRequest {
        natal: &natal_points(chart),
        houses: chart.houses.as_ref(),
        moving: &Point::DEFAULT,
        aspects: AspectSettings {
            set: AspectSet::PTOLEMAIC,
            orbs: Orbs::forecast(),
        },
        zodiac,
        node: NodeKind::True,
        range: start..start.plus_days(days),
    };
    (transits(sky(), &request).unwrap(), start)
}

#[test]
fn exact_passes_edges_and_crossings_solve_their_equations() {
    for zodiac in [Zodiac::Tropical, Zodiac::Sidereal(Ayanamsha::Lahiri)] {
        let (transits, _) = found(&natal(), zodiac, 366.0);
        let mut passes = 0;
        let (mut worst_pass, mut worst_edge) = (0.0_f64, 0.0_f64);
        let (mut worst_crossing, mut worst_station) = (0.0_f64, 0.0_f64);
        for aspect in &transits.aspects {
            let (body, turn) = body_of(aspect.moving);
            for pass in &aspect.exact {
                let off = separation_deg(
                    longitude(body, pass.at, zodiac) + turn,
                    aspect.exact_longitude_deg,
                );
                assert!(off < 2.3e-8, "{aspect:?} {off:e}");
                worst_pass = worst_pass.max(off);
                passes += 1;
            }
            for edge in [aspect.enter, aspect.leave].into_iter().flatten() {
                let off = separation_deg(
                    longitude(body, edge, zodiac) + turn,
                    aspect.exact_longitude_deg,
                );
                let off = (off - aspect.allowed_deg).abs();
                assert!(off < 1.2e-6, "{aspect:?} {off:e}");
                worst_edge = worst_edge.max(off);
            }
        }
        assert!(passes > 2000, "{passes}");
        for crossing in &transits.crossings {
            let (body, turn) = body_of(crossing.moving);
            let off = separation_deg(
                longitude(body, crossing.at, zodiac) + turn,
                crossing.longitude_deg,
            );
            assert!(off < 2.6e-8, "{crossing:?} {off:e}");
            worst_crossing = worst_crossing.max(off);
        }
        for station in &transits.stations {
            let (body, _) = body_of(station.moving);
            let speed = sky()
                .sky(station.at)
                .unwrap()
                .place(body)
                .unwrap()
                .longitude_speed_deg;
            assert!(speed.abs() < 6e-7, "{station:?} {speed:e}");
            worst_station = worst_station.max(speed.abs());
        }
        println!(
            "{zodiac:?}: passes {worst_pass:.1e}, edges {worst_edge:.1e}, crossings {worst_crossing:.1e} degrees, \
             stations {worst_station:.1e} degrees a day"
        );
    }
}

/// The list contains every change from outside to inside an orb, from before to after exact, and of
/// sign and house that steps of half an hour (Moon: five minutes) detect, and nothing else.
#[test]
fn the_transit_list_is_complete_against_dense_sampling() {
    let chart = natal();
    let (transits, start) = found(&chart, Zodiac::Tropical, 180.0);
    let houses = chart.houses.unwrap();
    for moving in Point::DEFAULT {
        if matches!(moving, Point::Lot(_)) {
            continue;
        }
        let (body, turn) = body_of(moving);
        let per_day = if body == Body::Moon { 288_u32 } else { 48 };
        let steps = 180 * per_day;
        let path: Vec<f64> = (0..=steps)
            .map(|index| {
                longitude(
                    body,
                    start.plus_days(f64::from(index) / f64::from(per_day)),
                    Zodiac::Tropical,
                ) + turn
            })
            .collect();
        for place in natal_points(&chart) {
            let (natal_point, natal_deg) = (place.point, place.longitude_deg);
            for kind in AspectSet::PTOLEMAIC.kinds() {
                let angle = kind.angle_deg().unwrap();
                let sides = if matches!(kind, AspectKind::Conjunction | AspectKind::Opposition) {
                    vec![angle]
                } else {
                    vec![angle, -angle]
                };
                for side in sides {
                    let target = normalize_deg(natal_deg + side);
                    let off: Vec<f64> = path.iter().map(|it| difference_deg(*it, target)).collect();
                    let exact = off
                        .windows(2)
                        .filter(|w| w[0] * w[1] <= 0.0 && w[0].abs() < 90.0)
                        .count();
                    let inside: Vec<bool> = off.iter().map(|off| off.abs() <= 1.0).collect();
                    let enters = inside.windows(2).filter(|w| !w[0] && w[1]).count()
                        + usize::from(inside[0]);
                    let ours: Vec<_> = transits
                        .aspects
                        .iter()
                        .filter(|it| {
                            it.moving == moving
                                && it.natal == natal_point
                                && it.kind == kind
                                && separation_deg(it.exact_longitude_deg, target) < 1e-9
                        })
                        .collect();
                    let passes: usize = ours.iter().map(|it| it.exact.len()).sum();
                    assert_eq!(
                        passes, exact,
                        "{moving:?} {kind:?} {natal_point:?} {target}"
                    );
                    assert_eq!(
                        ours.len(),
                        enters,
                        "{moving:?} {kind:?} {natal_point:?} {target}"
                    );
                }
            }
        }
        let changes =
            |of: &dyn Fn(f64) -> u8| path.windows(2).filter(|w| of(w[0]) != of(w[1])).count();
        let count = |signs: bool| {
            let of_kind = |into: &Entered| matches!(into, Entered::Sign(_)) == signs;
            transits
                .crossings
                .iter()
                .filter(|it| it.moving == moving && of_kind(&it.into))
                .count()
        };
        let sign_of = |longitude: f64| u8::try_from(Sign::of(longitude).index()).unwrap();
        assert_eq!(count(true), changes(&sign_of), "{moving:?}");
        assert_eq!(
            count(false),
            changes(&|longitude| houses.house_of(longitude)),
            "{moving:?}"
        );
    }
}

#[test]
fn a_crossing_enters_what_the_point_is_in_afterwards() {
    let chart = natal();
    let (transits, _) = found(&chart, Zodiac::Tropical, 366.0);
    let houses = chart.houses.unwrap();
    for crossing in &transits.crossings {
        let (body, turn) = body_of(crossing.moving);
        let after = longitude(body, crossing.at.plus_days(2e-4), Zodiac::Tropical) + turn;
        match crossing.into {
            Entered::Sign(sign) => assert_eq!(Sign::of(after), sign, "{crossing:?}"),
            Entered::House(house) => assert_eq!(houses.house_of(after), house, "{crossing:?}"),
        }
    }
}

#[test]
fn a_retrograde_triple_is_one_or_three_periods_with_three_passes() {
    // Mars was stationary retrograde on 2024-12-06 at 6°10' Leo and direct on 2025-02-24 at 17°01'
    // Cancer: it passes a point at 25 Cancer three times.
    let start = Instant::from_julian_date(2_460_584.5);
    let request = TransitRequest {
        natal: &[(Point::Body(Body::Sun), 115.0).into()],
        houses: None,
        moving: &[Point::Body(Body::Mars)],
        aspects: AspectSettings {
            set: AspectSet::NONE.with(AspectKind::Conjunction),
            orbs: Orbs::forecast(),
        },
        zodiac: Zodiac::Tropical,
        node: NodeKind::True,
        range: start..start.plus_days(300.0),
    };
    let transits = transits(sky(), &request).unwrap();
    let passes: Vec<bool> = transits
        .aspects
        .iter()
        .flat_map(|it| it.exact.iter().map(|pass| pass.retrograde))
        .collect();
    assert_eq!(passes, [false, true, false]);
    assert_eq!(transits.stations.len(), 2);
}

#[test]
fn returns_bring_the_body_back_to_its_degree() {
    let birth = Instant::<Tt>::from_julian_date(2_448_058.02);
    for zodiac in [Zodiac::Tropical, Zodiac::Sidereal(Ayanamsha::FaganBradley)] {
        for body in [
            Body::Sun,
            Body::Moon,
            Body::Mercury,
            Body::Mars,
            Body::Jupiter,
            Body::Saturn,
        ] {
            let natal = Return {
                body,
                longitude_deg: longitude(body, birth, zodiac),
                zodiac,
                center: Center::Geocentric,
            };
            let first = natal
                .next(sky(), birth.plus_days(20.0), 12_000.0)
                .unwrap()
                .unwrap();
            let off = separation_deg(longitude(body, first.at, zodiac), natal.longitude_deg);
            println!("{body:?}: {off:.1e} degrees");
            assert!(off < 4e-8, "{body:?} {off:e}");
            let all = natal
                .passages(sky(), birth.plus_days(20.0)..first.at.plus_days(400.0))
                .unwrap();
            assert!(all[0].at.minus(first.at).abs() < 1e-6);
        }
        let sun = Return {
            body: Body::Sun,
            longitude_deg: longitude(Body::Sun, birth, zodiac),
            zodiac,
            center: Center::Geocentric,
        };
        let mut worst = 0.0_f64;
        for year in 1..100 {
            let birthday = birth.plus_days(f64::from(year) * 365.25);
            let passage = sun.nearest_of_year(sky(), birthday).unwrap();
            assert!(passage.at.minus(birthday).abs() < 3.0);
            let off = separation_deg(longitude(Body::Sun, passage.at, zodiac), sun.longitude_deg);
            assert!(off < 1e-13, "{off:e}");
            worst = worst.max(off);
        }
        println!("solar returns: {worst:.1e} degrees");
    }
}

/// Returns a longitude by the definition, without the search.
fn seen_longitude(body: Body, at: Instant<Tt>, center: Center) -> f64 {
    let view = View {
        center,
        ..View::default()
    };
    let place = sky().sky(at).unwrap().place_with(body, &view).unwrap();
    place.longitude_deg
}

/// Returns the first passage by stepping, for motion slower than half a turn per step.
fn first_passage_by_looking(returning: &Return, from: Instant<Tt>, step_days: f64) -> Instant<Tt> {
    let miss = |at| {
        let longitude = seen_longitude(returning.body, at, returning.center);
        difference_deg(longitude, returning.longitude_deg)
    };
    let mut at = from;
    loop {
        let next = at.plus_days(step_days);
        let (before, after) = (miss(at), miss(next));
        if before.abs() < 90.0 && (before < 0.0) != (after < 0.0) {
            return at;
        }
        at = next;
    }
}

#[test]
fn the_true_node_wobbles_and_its_first_passage_is_found() {
    // The mean node completes a revolution in 18.6 years (Meeus, Astronomical Algorithms, 1998,
    // chapter 47). The true node is up to 1.7 degrees, a month's motion, from it and passes a
    // degree several times.
    let birth = Instant::<Tt>::from_julian_date(2_448_058.02);
    for body in [Body::TrueNode, Body::MeanNode] {
        let returning = Return {
            body,
            longitude_deg: seen_longitude(body, birth, Center::Geocentric),
            zodiac: Zodiac::Tropical,
            center: Center::Geocentric,
        };
        for days in [200.0, 3_000.0, 8_000.0, 20_000.0] {
            let from = birth.plus_days(days);
            let wait = longest_wait_days(body);
            let found = returning.next(sky(), from, wait).unwrap().unwrap();
            let seen = first_passage_by_looking(&returning, from, 0.05);
            let after = found.at.minus(seen);
            assert!((0.0..=0.05).contains(&after), "{body:?} {days}: {after}");
            let cycles = found.at.minus(birth) / 6_798.4;
            assert!((cycles - cycles.round()).abs() < 0.015, "{body:?} {cycles}");
            if body == Body::MeanNode {
                assert!(found.retrograde);
            }
        }
    }
}

#[test]
fn a_place_on_the_earth_sees_other_passages_and_the_first_is_found() {
    let birth = Instant::<Tt>::from_julian_date(2_448_058.02);
    let sydney = Observer {
        latitude_deg: -33.9,
        longitude_deg: 151.2,
        height_m: 0.0,
    };
    for (body, days, step_days) in [
        (Body::Moon, 1_000.0, 0.002),
        (Body::Moon, 1_020.3, 0.002),
        (Body::Sun, 400.0, 0.01),
        (Body::Mercury, 60.0, 0.01),
        (Body::Venus, 500.0, 0.01),
        (Body::Mars, 300.0, 0.01),
    ] {
        let returning = Return {
            body,
            longitude_deg: seen_longitude(body, birth, Center::Topocentric(AMSTERDAM)),
            zodiac: Zodiac::Tropical,
            center: Center::Topocentric(sydney),
        };
        let from = birth.plus_days(days);
        let wait = longest_wait_days(body);
        let found = returning.next(sky(), from, wait).unwrap().unwrap();
        let seen = first_passage_by_looking(&returning, from, step_days);
        let after = found.at.minus(seen);
        assert!((0.0..=step_days).contains(&after), "{body:?}: {after}");
        let off = separation_deg(
            seen_longitude(body, found.at, returning.center),
            returning.longitude_deg,
        );
        println!("{body:?}: {off:.1e} degrees");
        assert!(off < 1.5e-9, "{body:?} {off:e}");
    }
}

#[test]
fn a_planet_that_stands_still_is_passed_once_a_day_from_a_place() {
    // The geocentric Saturn is stationary on 2024-11-15 (published ephemerides: 12°41' Pisces).
    // Half an arcsecond from the station an observer on the equator, with a parallax of 0.9", sees
    // it cross the degree back and forth.
    let equator = Center::Topocentric(Observer {
        latitude_deg: 0.0,
        longitude_deg: 0.0,
        height_m: 0.0,
    });
    let start = Instant::<Tt>::from_julian_date(2_460_625.5);
    let turn = (0..300)
        .map(|step| {
            seen_longitude(
                Body::Saturn,
                start.plus_days(f64::from(step) * 0.1),
                Center::Geocentric,
            )
        })
        .fold(f64::INFINITY, f64::min);
    let returning = Return {
        body: Body::Saturn,
        longitude_deg: turn + 0.5 / 3600.0,
        zodiac: Zodiac::Tropical,
        center: equator,
    };
    let range = start..start.plus_days(30.0);
    let passages = returning.passages(sky(), range).unwrap();
    let misses: Vec<f64> = (0..30_000)
        .map(|step| {
            let at = start.plus_days(f64::from(step) * 0.001);
            difference_deg(
                seen_longitude(Body::Saturn, at, equator),
                returning.longitude_deg,
            )
        })
        .collect();
    let crossings = misses
        .windows(2)
        .filter(|it| (it[0] < 0.0) != (it[1] < 0.0));
    assert_eq!(passages.len(), crossings.count());
    assert!(passages.len() > 2, "{}", passages.len());
}

#[test]
fn the_earth_returns_for_the_sun_when_the_sun_returns_for_the_earth() {
    // Both ends of one line: the light time is 499 seconds either way, at birth as at the return.
    let birth = Instant::<Tt>::from_julian_date(2_448_058.02);
    let returning = |body, center| Return {
        body,
        longitude_deg: seen_longitude(body, birth, center),
        zodiac: Zodiac::Tropical,
        center,
    };
    for year in [1.0, 10.0, 50.0] {
        let birthday = birth.plus_days(365.2422 * year);
        let sun = returning(Body::Sun, Center::Geocentric).nearest_of_year(sky(), birthday);
        let earth = returning(Body::Earth, Center::Heliocentric).nearest_of_year(sky(), birthday);
        let apart_s = sun.unwrap().at.minus(earth.unwrap().at) * 86_400.0;
        println!("{year}: {apart_s:.3} s");
        assert!(apart_s.abs() < 0.3, "{year}: {apart_s}");
    }
}

fn progression(
    method: ProgressionMethod,
    angles: ProgressedAngles,
    years: f64,
) -> astrology::forecast::progression::Progression {
    let birth = ChartMoment::from_tt(Instant::from_julian_date(2_448_058.02));
    let request = ProgressionRequest {
        birth,
        observer: &AMSTERDAM,
        target: ChartMoment::from_tt(birth.tt.plus_days(years * 365.242_19)),
        method,
        angles,
        options: &ChartOptions::default(),
        aspects: AspectSettings {
            set: AspectSet::PTOLEMAIC,
            orbs: Orbs::forecast(),
        },
    };
    progress(sky(), &request).unwrap()
}

#[test]
fn a_year_is_a_day_a_month_or_a_lunar_month() {
    for (method, days) in [
        (ProgressionMethod::Secondary, 30.0),
        (ProgressionMethod::Tertiary, 30.0 * 365.242_19 / 27.321_582),
        (ProgressionMethod::Minor, 30.0 * 27.321_582),
    ] {
        let made = progression(method, ProgressedAngles::SolarArcLongitude, 30.0);
        let elapsed = made.progressed.tt.minus(made.natal.moment.tt);
        assert!((elapsed - days).abs() < 1e-6, "{method:?} {elapsed}");
        // Every point is at its place in the sky of that day.
        for point in &made.chart.points {
            if let Point::Body(body) = point.point {
                let sky_deg = longitude(body, made.progressed.tt, Zodiac::Tropical);
                assert!(separation_deg(point.longitude_deg, sky_deg) < 1e-9);
            }
        }
        let sun_arc = longitude(Body::Sun, made.progressed.tt, Zodiac::Tropical)
            - longitude(Body::Sun, made.natal.moment.tt, Zodiac::Tropical);
        assert!(separation_deg(made.solar_arc_deg, sun_arc) < 1e-9);
        let midheaven = |chart: &Chart| chart.angles.unwrap().midheaven_deg;
        let moved = midheaven(&made.natal) + made.solar_arc_deg;
        // The obliquity of the progressed day differs slightly. Converting to right ascension and
        // back keeps the longitude.
        assert!(
            separation_deg(midheaven(&made.chart), moved) < 1e-3,
            "{method:?}"
        );
    }
}

#[test]
fn a_solar_arc_moves_everything_by_the_suns_arc() {
    let made = progression(
        ProgressionMethod::SolarArc,
        ProgressedAngles::SolarArcLongitude,
        30.0,
    );
    // Thirty days of the June Sun.
    assert!(
        (made.solar_arc_deg - 28.6).abs() < 0.2,
        "{}",
        made.solar_arc_deg
    );
    for (directed, natal) in made.chart.points.iter().zip(&made.natal.points) {
        let arc = difference_deg(directed.longitude_deg, natal.longitude_deg);
        assert!((arc - made.solar_arc_deg).abs() < 1e-9);
    }
    let (directed, natal) = (made.chart.houses.unwrap(), made.natal.houses.unwrap());
    for (cusp, before) in directed.cusps_deg.iter().zip(natal.cusps_deg) {
        assert!(separation_deg(*cusp, before + made.solar_arc_deg) < 1e-9);
    }
}

#[test]
fn a_directed_point_has_the_dignities_of_where_it_is() {
    // The Sun of 1990-08-10 is at 17 degrees of Leo, its own sign. Twenty years of solar arc move
    // it to Virgo.
    let birth = ChartMoment::from_tt(Instant::from_julian_date(2_448_114.0));
    let request = ProgressionRequest {
        birth,
        observer: &AMSTERDAM,
        target: ChartMoment::from_tt(birth.tt.plus_days(20.0 * 365.242_19)),
        method: ProgressionMethod::SolarArc,
        angles: ProgressedAngles::SolarArcLongitude,
        options: &ChartOptions::default(),
        aspects: AspectSettings::default(),
    };
    let made = progress(sky(), &request).unwrap();
    let sun = Point::Body(Body::Sun);
    let (natal, directed) = (made.natal.point(sun), made.chart.point(sun));
    let rules = |it: Option<&astrology::chart::ChartPoint>| {
        let it = it.unwrap();
        (it.sign(), it.dignities.unwrap().rulership)
    };
    assert_eq!(rules(natal), (Sign::Leo, true));
    assert_eq!(rules(directed), (Sign::Virgo, false));
    // tan RA = tan longitude x cos obliquity: the meridian of a directed Midheaven.
    let angles = made.chart.angles.unwrap();
    let (sin, cos) = angles.midheaven_deg.to_radians().sin_cos();
    let obliquity = made.natal.frame.obliquity_deg.to_radians();
    let expected = (sin * obliquity.cos()).atan2(cos).to_degrees();
    assert!(separation_deg(angles.armc_deg, expected) < 1e-9);
}

#[test]
fn progressed_angles_follow_the_method_asked_for() {
    let armc = |angles| {
        progression(ProgressionMethod::Secondary, angles, 30.0)
            .chart
            .frame
            .armc_deg
    };
    let natal = natal().frame.armc_deg;
    let naibod = normalize_deg(armc(ProgressedAngles::NaibodRa) - natal);
    assert!((naibod - 30.0 * 0.985_647_33).abs() < 1e-6, "{naibod}");
    let in_ra = normalize_deg(armc(ProgressedAngles::SolarArcRa) - natal);
    // The June Sun moves faster in right ascension than in longitude.
    assert!((30.0..32.0).contains(&in_ra), "{in_ra}");
    // Thirty sidereal days and the remainder of thirty days: the mean Sun's arc again, plus whole
    // revolutions.
    let quotidian = normalize_deg(armc(ProgressedAngles::Quotidian) - natal);
    assert!((quotidian - 29.57).abs() < 0.05, "{quotidian}");
}

#[test]
fn the_moons_exact_aspects_are_exact_and_complete() {
    let start = Instant::from_julian_date(2_460_310.5);
    let range = start..start.plus_days(60.0);
    let wanted = MoonAspects::default();
    let found = moon_aspects(sky(), &range, &wanted).unwrap();
    let mut worst = 0.0_f64;
    for aspect in &found {
        let apart = separation_deg(
            longitude(Body::Moon, aspect.at, Zodiac::Tropical),
            longitude(aspect.body, aspect.at, Zodiac::Tropical),
        );
        let off = (apart - aspect.kind.angle_deg().unwrap()).abs();
        assert!(off < 2e-9, "{aspect:?} {off:e}");
        worst = worst.max(off);
    }
    println!("{worst:.1e} degrees");
    for body in wanted.bodies {
        let mut expected = 0;
        let difference = |index: u32| {
            let at = start.plus_days(f64::from(index) / 96.0);
            normalize_deg(
                longitude(Body::Moon, at, Zodiac::Tropical) - longitude(body, at, Zodiac::Tropical),
            )
        };
        let mut before = difference(0);
        for index in 1..=60 * 96 {
            let after = difference(index);
            for level in [0.0, 60.0, 90.0, 120.0, 180.0, 240.0, 270.0, 300.0] {
                let passed = normalize_deg(after - level) < normalize_deg(before - level);
                expected += usize::from(passed);
            }
            before = after;
        }
        assert_eq!(
            found.iter().filter(|it| it.body == body).count(),
            expected,
            "{body:?}"
        );
    }
}

#[test]
fn the_moons_days_fit_together() {
    let start = Instant::<Tt>::from_julian_date(2_460_310.5);
    let days: Vec<_> = (0..31)
        .map(|day| start.plus_days(f64::from(day))..start.plus_days(f64::from(day) + 1.0))
        .collect();
    let calendar = moon_days(sky(), &days, &MoonAspects::default(), Zodiac::Tropical).unwrap();
    assert_eq!(calendar.len(), 31);
    let stays = sign_stays(sky(), &(start..start.plus_days(31.0)), Zodiac::Tropical).unwrap();
    for pair in stays.windows(2) {
        assert_eq!(pair[0].exit, pair[1].entry);
        assert_eq!(pair[0].sign.plus(1), pair[1].sign);
        let off = separation_deg(
            longitude(Body::Moon, pair[1].entry, Zodiac::Tropical),
            pair[1].sign.begin_deg(),
        );
        println!("entry: {off:.1e} degrees");
        assert!(off < 7e-10, "{off:e}");
    }
    for day in &calendar {
        assert!(day.stays.iter().any(|stay| stay.sign == day.at_start.sign));
        // The age is below a day after a new moon, and grows by a day from day to day.
        assert!((0.0..29.9).contains(&day.at_start.age_days));
        for void in &day.voids {
            assert!(void.start < void.end);
        }
    }
    // A day is named after a principal phase on that day, and otherwise after the phase at its
    // beginning.
    let called = |date: usize| calendar[date - 1].phase().id();
    let named = [3, 4, 5, 10, 11, 12, 18, 25, 26].map(called);
    let expected = [
        "waning-gibbous",
        "last-quarter",
        "last-quarter",
        "waning-crescent",
        "new",
        "new",
        "first-quarter",
        "full",
        "full",
    ];
    assert_eq!(named, expected);
    // U.S. Naval Observatory, phases of the Moon 2024: January 4 3:30, 11 11:57, 18 3:53, 25 17:54
    // UT.
    let phases: Vec<_> = calendar.iter().flat_map(|day| &day.phases).collect();
    let expected = [
        3.0 + 3.5 / 24.0,
        10.0 + 11.95 / 24.0,
        17.0 + 3.883 / 24.0,
        24.0 + 17.9 / 24.0,
    ];
    assert_eq!(phases.len(), 4);
    for (phase, days) in phases.iter().zip(expected) {
        let off_minutes = (phase.at.minus(start) - days) * 1440.0 - 69.2 / 60.0;
        println!("phase: {off_minutes:+.2} minutes");
        assert!(off_minutes.abs() < 0.5, "{off_minutes}");
    }
}

/// A search that worked through the range would fail at the first instant that is not covered.
#[test]
fn a_range_that_leaves_the_ephemeris_is_refused_before_the_search() {
    let last = sky().span(Body::Moon).unwrap().last.to_tt();
    let range = last.plus_days(-3_000.0)..last.plus_days(3_000.0);
    let natal = [(Point::Body(Body::Venus), 0.0).into()];
    let request = TransitRequest {
        natal: &natal,
        houses: None,
        moving: &[Point::Body(Body::Sun), Point::Body(Body::Pluto)],
        aspects: AspectSettings::default(),
        zodiac: Zodiac::Tropical,
        node: NodeKind::True,
        range: range.clone(),
    };
    let (day, wanted) = ([range.clone()], MoonAspects::default());
    let mars = retrograde_periods(sky(), Body::Mars, Zodiac::Tropical, &range);
    let refusals = [
        (solar_eclipses(sky(), range.clone()).err(), 1.0),
        (lunar_eclipses(sky(), range.clone()).err(), 1.0),
        (transits(sky(), &request).err(), 0.0),
        (moon_days(sky(), &day, &wanted, Zodiac::Tropical).err(), 3.0),
        (
            mars.err(),
            searched_range(Body::Mars, &range).end.minus(range.end),
        ),
    ];
    for (refusal, reach_days) in refusals {
        let Some(SkyError::OutsideSpan { at, .. }) = refusal else {
            panic!("not refused: {refusal:?}");
        };
        let beyond_days = at.to_tt().minus(range.end);
        assert!((-0.1..=reach_days).contains(&beyond_days), "{beyond_days}");
    }
}
