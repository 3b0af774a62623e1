//! Checks margins against exact charts: just inside a margin the fact is kept, just outside it is not.

#![expect(
    clippy::unwrap_used,
    reason = "a chart that is refused must fail loudly"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "values are small numbers"
)]

use astrology::{
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartMoment, ChartOptions, NodeKind},
    house::HouseSystem,
    margin::{
        Alternative, Alternatives, DashaDate, FactKind, FactSet, Margin, MarginRequest, margins,
    },
    nakshatra::nakshatra,
    point::{Angle, Point},
    sect::Sect,
    vedic::{
        dasha::{DashaBirth, DashaLord, DashaYear, Period, nakshatra_dasha::vimshottari},
        graha::Graha,
        panchang::anga::tithi_of,
        varga::{Varga, VargaVariants},
    },
};
use ephemeris::{Body, Ephemeris, Instant, Observer};

const SECOND_DAYS: f64 = 1.0 / 86_400.0;

/// A linear congruential generator: the same births in every run.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[(self.next() * all.len() as f64) as usize]
    }

    fn birth(&mut self) -> (ChartMoment, Observer) {
        // 1900 to 2050.
        let date = 2_415_020.5 + self.next() * 54_786.0;
        let observer = Observer {
            latitude_deg: (self.next() - 0.5) * 130.0,
            longitude_deg: (self.next() - 0.5) * 360.0,
            height_m: 0.0,
        };
        (
            ChartMoment::from_tt(Instant::from_julian_date(date)),
            observer,
        )
    }
}

fn western(random: &mut Random) -> MarginRequest {
    let (moment, observer) = random.birth();
    let systems = [
        HouseSystem::Placidus,
        HouseSystem::Koch,
        HouseSystem::Whole,
        HouseSystem::Equal,
        HouseSystem::Regiomontanus,
        HouseSystem::Campanus,
        HouseSystem::Porphyry,
        HouseSystem::Alcabitius,
        HouseSystem::Morinus,
        HouseSystem::Topocentric,
    ];
    MarginRequest {
        moment,
        observer,
        options: ChartOptions {
            house_system: random.pick(&systems),
            topocentric_moon: random.next() < 0.3,
            ..ChartOptions::default()
        },
        facts: FactSet {
            houses: true,
            aspects: true,
            midheaven_and_sect: true,
            ..FactSet::default()
        },
        window_days: 0.5,
        alternatives: Alternatives::default(),
    }
}

fn vedic(random: &mut Random) -> MarginRequest {
    let bodies = [
        Body::Sun,
        Body::Moon,
        Body::Mars,
        Body::Mercury,
        Body::Jupiter,
        Body::Venus,
        Body::Saturn,
    ];
    let points = bodies.map(Point::Body).into_iter();
    let (moment, observer) = random.birth();
    MarginRequest {
        options: ChartOptions {
            points: points.chain([Point::NorthNode, Point::SouthNode]).collect(),
            house_system: HouseSystem::Whole,
            zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
            node: NodeKind::Mean,
            ..ChartOptions::default()
        },
        facts: FactSet {
            houses: true,
            nakshatras: true,
            vargas: Varga::ALL.to_vec(),
            dasha: Some(DashaDate {
                at: moment.tt.plus_days(random.next() * 25_000.0),
                year_days: 365.25,
                levels: 3,
            }),
            ..FactSet::default()
        },
        moment,
        observer,
        window_days: 0.25,
        alternatives: Alternatives::default(),
    }
}

/// What a fact is in the exact chart so many days after the birth, computed without any code of the margins.
fn exact(request: &MarginRequest, kind: FactKind, chart: &Chart) -> u16 {
    let longitude = |point: Point| match point {
        Point::Angle(Angle::Ascendant) => chart.angles.unwrap().ascendant_deg,
        Point::Angle(_) => chart.angles.unwrap().midheaven_deg,
        _ => chart.point(point).unwrap().longitude_deg,
    };
    let sign = |longitude_deg: f64| (longitude_deg / 30.0).floor() as u16;
    match kind {
        FactKind::Sign(point) => sign(longitude(point)),
        FactKind::House(point) => u16::from(chart.point(point).unwrap().house.unwrap()),
        FactKind::Aspect { a, b, kind, .. } => {
            let mut all = chart.aspects.iter();
            let is_it = all.any(|it| it.point_a == a && it.point_b == b && it.kind == kind);
            u16::from(is_it)
        }
        FactKind::Sect => u16::from(chart.sect == Some(Sect::Day)),
        FactKind::Nakshatra(point) => u16::from(nakshatra(longitude(point)).number),
        FactKind::Pada(point) => {
            let found = nakshatra(longitude(point));
            u16::from(found.number - 1) * 4 + u16::from(found.pada) - 1
        }
        FactKind::Varga(point, varga) => {
            let found = VargaVariants::default().sign(varga, longitude(point));
            found.index() as u16
        }
        FactKind::Tithi => {
            let of = |body| longitude(Point::Body(body));
            u16::from(tithi_of(of(Body::Sun), of(Body::Moon)))
        }
        FactKind::Dasha(level) => {
            dasha_lord(request, chart, longitude(Point::Body(Body::Moon)), level)
        }
    }
}

fn dasha_lord(request: &MarginRequest, chart: &Chart, moon_deg: f64, level: u8) -> u16 {
    let date = request.facts.dasha.unwrap();
    let birth = DashaBirth {
        at: chart.moment.tt,
        year: DashaYear::Days(date.year_days),
        zodiac: request.options.zodiac,
    };
    let found = vimshottari(moon_deg)
        .periods(
            Ephemeris::embedded(),
            &birth,
            &(date.at..date.at),
            (level, 1_000),
        )
        .unwrap();
    let lord = lord_at(&found, level);
    let found = Graha::ALL
        .into_iter()
        .find(|it| DashaLord::Graha(*it) == lord);
    found.unwrap().index() as u16
}

fn lord_at(periods: &[Period], level: u8) -> DashaLord {
    match level {
        1 => periods[0].lord,
        _ => lord_at(&periods[0].periods, level - 1),
    }
}

fn chart_at(request: &MarginRequest, days: f64) -> Chart {
    let moment = ChartMoment::from_tt(request.moment.tt.plus_days(days));
    Chart::compute(
        Ephemeris::embedded(),
        moment,
        &request.observer,
        &request.options,
    )
    .unwrap()
}

/// Compares both margins of a fact with exact charts; returns how many changes it has.
fn check(request: &MarginRequest, margin: &Margin, random: &mut Random) -> usize {
    let at = |days: f64| exact(request, margin.kind, &chart_at(request, days));
    assert_eq!(at(0.0), margin.value, "{margin:?}");
    let mut flips = 0;
    for (direction, flip) in [(-1.0, margin.earlier), (1.0, margin.later)] {
        let end = flip.map_or(request.window_days, |it| it.days);
        if end > SECOND_DAYS {
            let inside = at(direction * (end - SECOND_DAYS));
            assert_eq!(inside, margin.value, "inside {margin:?} {request:?}");
            let anywhere = at(direction * random.next() * (end - SECOND_DAYS));
            assert_eq!(anywhere, margin.value, "within {margin:?} {request:?}");
        }
        if let Some(flip) = flip {
            let outside = at(direction * (flip.days + SECOND_DAYS));
            assert_ne!(outside, margin.value, "outside {margin:?} {request:?}");
            assert_eq!(outside, flip.value, "becomes {margin:?} {request:?}");
            flips += 1;
        }
    }
    flips
}

fn check_births(births: usize, seed: u64, request: fn(&mut Random) -> MarginRequest) {
    let mut random = Random(seed);
    let (mut facts, mut flips) = (0, 0);
    for _ in 0..births {
        let request = request(&mut random);
        let found = margins(Ephemeris::embedded(), &request).unwrap();
        let order: Vec<f64> = found.iter().filter_map(Margin::nearest_days).collect();
        assert!(order.is_sorted());
        for margin in &found {
            facts += 1;
            flips += check(&request, margin, &mut random);
        }
    }
    // A test that finds nothing proves nothing.
    assert!(
        facts > births * 30 && flips > births * 20,
        "{facts} facts, {flips} flips"
    );
}

/// How many births are checked. The long count takes minutes, so only `cargo xtask soak` uses it.
fn births(short: usize, long: usize) -> usize {
    #[expect(
        clippy::disallowed_methods,
        reason = "the command that runs the tests says how long they may take"
    )]
    let full = std::env::var("ALMAGEST_TEST_ROUNDS").is_ok_and(|it| it == "full");
    if full { long } else { short }
}

#[test]
fn a_second_inside_keeps_and_a_second_outside_flips_a_western_fact() {
    check_births(births(25, 800), 1, western);
}

#[test]
fn a_second_inside_keeps_and_a_second_outside_flips_a_vedic_fact() {
    check_births(births(6, 200), 2, vedic);
}

#[test]
fn other_conventions_change_what_lies_between_them() {
    let mut request = vedic(&mut Random(5));
    request.alternatives = Alternatives {
        ayanamshas: Ayanamsha::all().collect(),
        node: true,
        houses: vec![HouseSystem::Sripati],
    };
    let found = margins(Ephemeris::embedded(), &request).unwrap();
    let birth = chart_at(&request, 0.0);
    for margin in found {
        for (other, value) in &margin.changed_by {
            assert_ne!(*value, margin.value);
            let options = match other {
                Alternative::Ayanamsha(it) => ChartOptions {
                    zodiac: Zodiac::Sidereal(*it),
                    ..request.options.clone()
                },
                Alternative::Node(node) => ChartOptions {
                    node: *node,
                    ..request.options.clone()
                },
                Alternative::Houses(system) => ChartOptions {
                    house_system: *system,
                    ..request.options.clone()
                },
            };
            let chart = Chart::compute(
                Ephemeris::embedded(),
                birth.moment,
                &request.observer,
                &options,
            );
            let expected = exact(&request, margin.kind, &chart.unwrap());
            assert_eq!(*value, expected, "{:?} {other:?}", margin.kind);
        }
        // An ayanamsha degrees away changes every pada of a graha.
        if margin.kind == FactKind::Pada(Point::Body(Body::Sun)) {
            assert!(margin.changed_by.len() > 3);
        }
    }
}
