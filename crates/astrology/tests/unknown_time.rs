//! Births without a time: what is reported as certain holds at every hour, and nothing unreported
//! occurs.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop right there"
)]

use astrology::{
    angle::{difference_deg, normalize_deg},
    aspect::{AspectKind, AspectSet, AspectSettings, Orbs},
    ayanamsha::Zodiac,
    chart::{
        Certainty, Chart, ChartMoment, ChartOptions, DayAspect, DayChart, NodeKind, PossiblePlaces,
    },
    forecast::transit::{NatalPlace, TransitAspect, TransitRequest, transits},
    house::HouseSystem,
    lot::Lot,
    point::Point,
    relation::{
        compatibility::compatibility_of_days,
        composite::{CompositeHouses, composite, composite_of_days, ingredients},
        synastry::{synastry, synastry_of_days},
    },
    sign::Sign,
};
use ephemeris::{Body, Ephemeris, Instant, Observer, Tt};

const AMSTERDAM: Observer = Observer {
    latitude_deg: 52.37,
    longitude_deg: 4.9,
    height_m: 0.0,
};

/// 1990-06-15 and 1988-02-01, TT.
const DAYS: [f64; 2] = [2_448_057.5, 2_447_192.5];

fn sky() -> &'static Ephemeris<'static> {
    Ephemeris::embedded()
}

/// Bodies and nodes: the points that exist without a time.
fn options() -> ChartOptions {
    let timeless = |it: &Point| !matches!(it, Point::Lot(_) | Point::Angle(_));
    ChartOptions {
        points: Point::DEFAULT.into_iter().filter(timeless).collect(),
        ..ChartOptions::default()
    }
}

fn day(start: f64, options: &ChartOptions) -> DayChart {
    let start = Instant::<Tt>::from_julian_date(start);
    let range = start..start.plus_days(1.0);
    DayChart::compute(sky(), range, &AMSTERDAM, options).unwrap()
}

fn at(start: f64, hour: u32, options: &ChartOptions) -> Chart {
    let start = Instant::<Tt>::from_julian_date(start);
    let moment = ChartMoment::from_tt(start.plus_days(f64::from(hour) / 24.0));
    Chart::compute(sky(), moment, &AMSTERDAM, options).unwrap()
}

/// Checks that every aspect of an actual hour is reported, and that every certain one occurs.
fn check_aspects(real: &[astrology::aspect::Aspect], told: &[DayAspect], what: &str) {
    for aspect in real {
        let same = |it: &&DayAspect| {
            (it.point_a, it.point_b, it.kind) == (aspect.point_a, aspect.point_b, aspect.kind)
        };
        let told = told.iter().find(same);
        let told = told.unwrap_or_else(|| panic!("{what}: {aspect:?} is not reported"));
        // Nine samples per day detect a turn or a kink slightly late.
        let (smallest, largest) = told.orb_deg;
        assert!(
            aspect.orb_deg > smallest - 0.05,
            "{what}: {aspect:?} {told:?}"
        );
        assert!(
            aspect.orb_deg < largest + 0.05,
            "{what}: {aspect:?} {told:?}"
        );
    }
    for aspect in told.iter().filter(|it| it.certainty == Certainty::Certain) {
        let holds = real.iter().any(|it| {
            (it.point_a, it.point_b, it.kind) == (aspect.point_a, aspect.point_b, aspect.kind)
        });
        assert!(holds, "{what}: {aspect:?} does not occur");
    }
}

#[test]
fn a_synastry_of_days_holds_at_all_their_hours() {
    let options = options();
    let [one, two] = DAYS.map(|start| day(start, &options));
    let both = synastry_of_days((&one.places, None), (&two.places, None), &options.aspects);
    assert!(both.first_in_second.is_empty() && both.second_in_first.is_empty());
    let known = at(DAYS[0], 14, &options);
    let places = PossiblePlaces::of_chart(&known);
    let half = synastry_of_days(
        (&places, known.houses.as_ref()),
        (&two.places, None),
        &options.aspects,
    );
    assert!(half.first_in_second.is_empty());
    for hour2 in 0..=24 {
        let second = at(DAYS[1], hour2, &options);
        for hour1 in (0..=24).step_by(3) {
            let real = synastry(&at(DAYS[0], hour1, &options), &second, &options.aspects);
            check_aspects(&real.aspects, &both.aspects, &format!("{hour1} {hour2}"));
        }
        let real = synastry(&known, &second, &options.aspects);
        check_aspects(&real.aspects, &half.aspects, &format!("known {hour2}"));
        for overlay in &half.second_in_first {
            assert!(
                real.second_in_first.contains(overlay),
                "{overlay:?} at {hour2}"
            );
        }
    }
    // The Moon moves 12 to 15 degrees: some aspects must be possible only, and slow ones must be
    // certain.
    let count = |certainty| {
        both.aspects
            .iter()
            .filter(|it| it.certainty == certainty)
            .count()
    };
    assert!(count(Certainty::Certain) > 10 && count(Certainty::Possible) > 2);
    // Sun to Pluto stay within a house for most of a day.
    assert!(
        half.second_in_first.len() >= 10,
        "{}",
        half.second_in_first.len()
    );
}

#[test]
fn a_composite_of_days_holds_at_all_their_hours() {
    let options = options();
    let [one, two] = DAYS.map(|start| day(start, &options));
    let told = composite_of_days(&one.places, &two.places, &options);
    for hour1 in (0..=24).step_by(3) {
        for hour2 in (0..=24).step_by(3) {
            let (first, second) = (at(DAYS[0], hour1, &options), at(DAYS[1], hour2, &options));
            let real = composite(&first, &second, &options, CompositeHouses::Derived).unwrap();
            check_aspects(&real.aspects, &told.aspects, &format!("{hour1} {hour2}"));
            for (point, range) in real.points.iter().zip(&told.points) {
                assert_eq!(point.point, range.middle.point);
                let width = normalize_deg(range.end_deg - range.start_deg);
                let ahead = normalize_deg(point.longitude_deg - range.start_deg + 0.01);
                assert!(
                    ahead <= width + 0.02,
                    "{:?} at {hour1} {hour2}",
                    point.point
                );
                if let Some(sign) = range.sign {
                    assert_eq!(point.sign(), sign);
                }
            }
        }
    }
    // Half of the combined motion of the Moons: 12 to 15 degrees.
    let moon = told
        .points
        .iter()
        .find(|it| it.middle.point == Point::Body(Body::Moon));
    let width = moon
        .map(|it| normalize_deg(it.end_deg - it.start_deg))
        .unwrap();
    assert!((11.8..15.4).contains(&width), "{width}");
}

#[test]
fn a_parallel_is_told_on_the_day_a_point_crosses_the_equator() {
    // The Sun crosses the equator on 2024-03-20: of two Suns an hour apart one may be north and the
    // other south.
    let options = ChartOptions {
        aspects: AspectSettings {
            set: AspectSet::NONE
                .with(AspectKind::Parallel)
                .with(AspectKind::Contraparallel),
            orbs: Orbs::uniform(1.0),
        },
        ..options()
    };
    let start = 2_460_389.5;
    let told = day(start, &options);
    let again = synastry_of_days((&told.places, None), (&told.places, None), &options.aspects);
    let suns: Vec<_> = again
        .aspects
        .iter()
        .filter(|it| (it.point_a, it.point_b) == (Point::Body(Body::Sun), Point::Body(Body::Sun)))
        .map(|it| (it.kind, it.certainty, it.orb_deg.0))
        .collect();
    assert_eq!(
        suns,
        [
            (AspectKind::Parallel, Certainty::Possible, 0.0),
            (AspectKind::Contraparallel, Certainty::Possible, 0.0),
        ]
    );
    for hour1 in 0..=24 {
        let first = at(start, hour1, &options);
        check_aspects(&first.aspects, &told.aspects, &format!("{hour1}"));
        let second = at(start, 24 - hour1, &options);
        let real = synastry(&first, &second, &options.aspects);
        check_aspects(&real.aspects, &again.aspects, &format!("{hour1} twice"));
    }
}

#[test]
fn dignities_of_a_day_are_those_of_all_its_hours() {
    // On 2024-03-20 the Sun moves from Pisces to Aries, where it is exalted. Saturn stays in
    // Pisces.
    let made = day(2_460_389.5, &options());
    let of = |body| {
        made.points
            .iter()
            .find(|it| it.middle.point == Point::Body(body))
            .unwrap()
    };
    assert_eq!(of(Body::Sun).sign, None);
    assert_eq!(of(Body::Sun).middle.dignities, None);
    assert_eq!(of(Body::Saturn).sign, Some(Sign::Pisces));
    assert!(of(Body::Saturn).middle.dignities.is_some());
}

fn forecast(natal: &[NatalPlace]) -> Vec<TransitAspect> {
    let start = Instant::from_julian_date(2_460_310.5);
    let request = TransitRequest {
        natal,
        houses: None,
        moving: &[
            Point::Body(Body::Sun),
            Point::Body(Body::Moon),
            Point::Body(Body::Mercury),
            Point::Body(Body::Mars),
            Point::Body(Body::Saturn),
            Point::NorthNode,
        ],
        aspects: AspectSettings {
            set: AspectSet::PTOLEMAIC,
            orbs: Orbs::forecast(),
        },
        zodiac: Zodiac::Tropical,
        node: NodeKind::True,
        range: start..start.plus_days(150.0),
    };
    transits(sky(), &request).unwrap().aspects
}

/// Whether a period with a known hour lies within one of an unknown hour.
fn is_within(real: &TransitAspect, told: &TransitAspect) -> bool {
    let same = (real.moving, real.natal, real.kind) == (told.moving, told.natal, told.kind);
    let off = difference_deg(real.exact_longitude_deg, told.exact_longitude_deg);
    // The same side of a square or trine, and a quarter of a minute for the gaps between the
    // samples.
    let near = (-0.01..told.exact_width_deg + 0.01).contains(&off);
    let begins = match (told.enter, real.enter) {
        (None, _) => true,
        (Some(told), Some(real)) => real.minus(told) > -0.1,
        (Some(_), None) => false,
    };
    let ends = match (told.leave, real.leave) {
        (None, _) => true,
        (Some(told), Some(real)) => told.minus(real) > -0.1,
        (Some(_), None) => false,
    };
    same && near && begins && ends
}

#[test]
fn transits_to_a_day_hold_at_all_its_hours() {
    let options = ChartOptions {
        points: [Body::Sun, Body::Moon, Body::Mercury, Body::Jupiter]
            .map(Point::Body)
            .to_vec(),
        ..ChartOptions::default()
    };
    let arcs = day(DAYS[0], &options).places.arcs();
    let arcs: Vec<NatalPlace> = arcs
        .into_iter()
        .map(|(point, longitude_deg, width_deg)| NatalPlace {
            point,
            longitude_deg,
            width_deg,
        })
        .collect();
    let told = forecast(&arcs);
    let mut missed_by_some = vec![false; told.len()];
    for hour in (0..=24).step_by(2) {
        let chart = at(DAYS[0], hour, &options);
        let points = chart.points.iter();
        let natal: Vec<NatalPlace> = points
            .map(|it| (it.point, it.longitude_deg).into())
            .collect();
        let real = forecast(&natal);
        for aspect in &real {
            let within = told.iter().find(|it| is_within(aspect, it));
            let within = within.unwrap_or_else(|| panic!("{hour}: {aspect:?} is not reported"));
            for pass in &aspect.exact {
                let seen = within.exact.iter().any(|it| {
                    pass.at.minus(it.at) > -0.1
                        && it.until.is_none_or(|until| until.minus(pass.at) > -0.1)
                });
                assert!(seen, "{hour}: {pass:?} of {within:?}");
            }
        }
        for (aspect, missed) in told.iter().zip(&mut missed_by_some) {
            let holds = real.iter().any(|it| is_within(it, aspect));
            *missed |= !holds;
            assert!(
                holds || aspect.certainty == Certainty::Possible,
                "{hour}: {aspect:?} does not occur"
            );
        }
    }
    // The possible periods are justified: Saturn or Mars reaches only a part of the Moon's arc, or
    // the range begins or ends within it.
    let possible = told.iter().filter(|it| it.certainty == Certainty::Possible);
    assert!(possible.count() > 0);
    assert!(missed_by_some.iter().any(|it| *it));
    assert!(
        told.iter()
            .any(|it| it.exact.iter().any(|pass| pass.until.is_some()))
    );
}

fn sun_of(start: f64) -> PossiblePlaces {
    let options = ChartOptions {
        points: vec![Point::Body(Body::Sun)],
        ..ChartOptions::default()
    };
    day(start, &options).places
}

#[test]
fn the_scores_of_two_days_are_ranges() {
    // 2024-03-20: from Pisces to Aries at 3:06 UT (U.S. Naval Observatory). 2024-07-30: in the
    // middle of Leo.
    let (equinox, leo) = (sun_of(2_460_389.5), sun_of(2_460_521.5));
    let found = compatibility_of_days(&equinox, &leo);
    assert_eq!(found.signs1, [Sign::Pisces, Sign::Aries]);
    assert_eq!(found.signs2, [Sign::Leo]);
    // Water with fire 20, fire with fire 100. Water and fire share neither quality.
    assert_eq!(found.element_score, (20, 100));
    assert_eq!(found.shares_active_quality, None);
    assert_eq!(found.shares_passive_quality, None);
    // About 127 degrees apart, a trine by at most 7: at the limit of its orb, so between none (60)
    // and slightly more.
    let (low, high) = found.sun_aspect_score;
    assert!(
        (60..=62).contains(&low) && low <= high && high < 70,
        "{low} {high}"
    );
    // The same day twice: the conjunction is exact at equal hours and at most a degree wide: 60 +
    // 30 x (1 - 1/8) = 86.
    let twice = compatibility_of_days(&leo, &leo);
    assert_eq!(twice.element_score, (100, 100));
    assert_eq!(twice.sun_aspect_score, (86, 90));
    assert_eq!(twice.sun_aspect.unwrap().certainty, Certainty::Certain);
}

#[test]
fn a_composite_needs_its_houses_at_the_mean_latitude_only() {
    let north = Observer {
        latitude_deg: 70.0,
        ..AMSTERDAM
    };
    let south = Observer {
        latitude_deg: 30.0,
        ..AMSTERDAM
    };
    let options = ChartOptions {
        points: vec![Point::Body(Body::Venus), Point::Lot(Lot::Fortune)],
        ..ChartOptions::default()
    };
    let asked = ingredients(&options, CompositeHouses::Derived);
    let chart = |start: f64, place: &Observer| {
        let moment = ChartMoment::from_tt(Instant::from_julian_date(start));
        Chart::compute(sky(), moment, place, &asked).unwrap()
    };
    let (first, second) = (chart(DAYS[0], &north), chart(DAYS[1], &south));
    let made = composite(&first, &second, &options, CompositeHouses::Derived).unwrap();
    assert_eq!(made.houses.unwrap().system, HouseSystem::Placidus);
    let ids: Vec<Point> = made.points.iter().map(|it| it.point).collect();
    assert_eq!(ids, options.points);
    // Fortune from the composite Sun and Moon, which were not requested: Ascendant plus or minus
    // their distance.
    let middle = |body: Body| {
        let of = |chart: &Chart| chart.point(Point::Body(body)).unwrap().longitude_deg;
        let arc = difference_deg(of(&second), of(&first));
        of(&first) + arc / 2.0
    };
    let elongation = middle(Body::Moon) - middle(Body::Sun);
    let fortune = made.points[1].longitude_deg - made.angles.unwrap().ascendant_deg;
    let off = |sign: f64| difference_deg(normalize_deg(fortune - sign * elongation), 0.0).abs();
    assert!(off(1.0).min(off(-1.0)) < 1e-9, "{fortune} {elongation}");
}
