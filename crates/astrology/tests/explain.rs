//! Explains longitudes of synthetic charts: settings drawn at random must be found again.

#![expect(
    clippy::unwrap_used,
    reason = "a chart that is refused must fail loudly"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "indices are small numbers"
)]

use astrology::{
    angle::{difference_deg, normalize_deg},
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{ChartCenter, ChartMoment, NodeKind},
    explain::{Equinox, Explanation, Question, Reading, Scale, Settings, explain},
    house::{Angles, HouseFrame},
    point::{Angle, Point},
};
use ephemeris::{Body, Center, Correction, Ephemeris, Instant, Observer, View};

/// A linear congruential generator: the same charts in every run.
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
}

/// The readings of a birth time: as given, an hour off either way, in universal time, and ten days later.
fn readings(date: f64) -> Vec<Reading> {
    let offsets = [0.0, -1.0 / 24.0, 1.0 / 24.0, 5.5 / 24.0, 10.0];
    let reading = |(index, offset): (usize, f64)| Reading {
        moment: ChartMoment::from_tt(Instant::from_julian_date(date + offset)),
        cost: u32::from(index > 0),
    };
    offsets.into_iter().enumerate().map(reading).collect()
}

fn settings(random: &mut Random) -> Settings {
    let ayanamshas: Vec<Ayanamsha> = Ayanamsha::all().collect();
    let scale = if random.next() < 0.4 {
        Scale::Tropical
    } else {
        Scale::Known(random.pick(&ayanamshas))
    };
    Settings {
        reading: random.pick(&[0, 0, 1, 2, 3, 4]),
        scale,
        equinox: random.pick(&[Equinox::True, Equinox::True, Equinox::Mean]),
        center: random.pick(&[
            ChartCenter::Geocentric,
            ChartCenter::Geocentric,
            ChartCenter::Topocentric,
            ChartCenter::Heliocentric,
        ]),
        correction: random.pick(&[
            Correction::Apparent,
            Correction::Apparent,
            Correction::Astrometric,
            Correction::Geometric,
        ]),
        node: random.pick(&[NodeKind::True, NodeKind::Mean]),
    }
}

fn points(center: ChartCenter) -> Vec<Point> {
    let planets = [
        Body::Mercury,
        Body::Venus,
        Body::Mars,
        Body::Jupiter,
        Body::Saturn,
        Body::Uranus,
        Body::Neptune,
    ]
    .map(Point::Body);
    if center == ChartCenter::Heliocentric {
        return planets.to_vec();
    }
    let earthly = [
        Point::Body(Body::Sun),
        Point::Body(Body::Moon),
        Point::NorthNode,
        Point::Angle(Angle::Ascendant),
        Point::Angle(Angle::Midheaven),
    ];
    earthly.into_iter().chain(planets).collect()
}

/// The exact longitudes that settings give, from the definitions.
fn longitudes(settings: &Settings, at: ChartMoment, observer: Observer, of: &[Point]) -> Vec<f64> {
    let sky = Ephemeris::embedded().sky(at.tt).unwrap().with_ut1(at.ut1);
    let nutation = sky.nutation().dpsi_deg;
    let offset = match (settings.scale, settings.equinox) {
        (Scale::Tropical, Equinox::True) => 0.0,
        (Scale::Tropical, Equinox::Mean) => nutation,
        (Scale::Known(it), Equinox::True) => Zodiac::Sidereal(it).offset_deg(at.tt, nutation),
        (Scale::Known(it), Equinox::Mean) => it.mean_deg(at.tt),
        (Scale::Unknown(degrees), _) => degrees + nutation,
    };
    let angles = Angles::compute(&HouseFrame {
        armc_deg: sky.armc_deg(at.ut1, observer.longitude_deg),
        obliquity_deg: sky.true_obliquity_deg(),
        latitude_deg: observer.latitude_deg,
        sun_declination_deg: 0.0,
        ayanamsha_deg: 0.0,
    });
    let view = View {
        center: match settings.center {
            ChartCenter::Geocentric => Center::Geocentric,
            ChartCenter::Topocentric => Center::Topocentric(observer),
            ChartCenter::Heliocentric => Center::Heliocentric,
        },
        correction: settings.correction,
        ..View::default()
    };
    let longitude = |point: &Point| match *point {
        Point::Angle(Angle::Ascendant) => angles.ascendant_deg,
        Point::Angle(_) => angles.midheaven_deg,
        Point::Body(body) => sky.place_with(body, &view).unwrap().longitude_deg,
        _ => sky.place(settings.node.body()).unwrap().longitude_deg,
    };
    of.iter()
        .map(|it| normalize_deg(longitude(it) - offset))
        .collect()
}

fn observer(random: &mut Random) -> Observer {
    Observer {
        latitude_deg: (random.next() - 0.5) * 120.0,
        longitude_deg: (random.next() - 0.5) * 360.0,
        height_m: 0.0,
    }
}

/// Whether two settings are the same, or equal within the printed rounding.
fn is_same(found: &Explanation, truth: &Settings, question: &Question, unit_deg: f64) -> bool {
    let points: Vec<Point> = question.longitudes.iter().map(|it| it.0).collect();
    let of = |settings: &Settings| {
        let moment = question.readings[settings.reading].moment;
        longitudes(settings, moment, question.observer, &points)
    };
    let (a, b) = (of(&found.settings), of(truth));
    let is_near = |(a, b): (&f64, &f64)| difference_deg(*a, *b).abs() <= unit_deg;
    a.iter().zip(&b).all(is_near)
}

/// How many of 100 charts printed in this unit are explained by their own settings.
fn found_again(seed: u64, unit_deg: f64) -> usize {
    let mut random = Random(seed);
    let mut right = 0;
    for _ in 0..100 {
        let truth = settings(&mut random);
        let readings = readings(2_425_000.5 + random.next() * 40_000.0);
        let observer = observer(&mut random);
        let points = points(truth.center);
        let at = readings[truth.reading].moment;
        let exact = longitudes(&truth, at, observer, &points);
        let printed = exact
            .iter()
            .map(|it| (it / unit_deg).round() * unit_deg)
            .map(normalize_deg);
        let question = Question {
            longitudes: points.into_iter().zip(printed).collect(),
            readings,
            observer,
            tolerance_deg: unit_deg,
        };
        let found = explain(Ephemeris::embedded(), &question, 5).unwrap();
        assert!(
            found[0].residual_deg <= unit_deg,
            "{truth:?} {:?}",
            found[0]
        );
        right += usize::from(is_same(&found[0], &truth, &question, unit_deg));
    }
    right
}

#[test]
fn settings_behind_two_hundred_charts_are_found_first() {
    let (minutes, seconds) = (found_again(1, 1.0 / 60.0), found_again(2, 1.0 / 3_600.0));
    assert!(minutes >= 95 && seconds >= 95, "{minutes} {seconds}");
}

#[test]
fn nonsense_has_no_explanation() {
    let mut random = Random(3);
    for _ in 0..50 {
        let tolerance_deg = 1.0 / 60.0;
        let question = Question {
            longitudes: points(ChartCenter::Geocentric)
                .into_iter()
                .map(|it| (it, random.next() * 360.0))
                .collect(),
            readings: readings(2_425_000.5 + random.next() * 40_000.0),
            observer: observer(&mut random),
            tolerance_deg,
        };
        let found = explain(Ephemeris::embedded(), &question, 3).unwrap();
        assert!(found[0].residual_deg > tolerance_deg);
        assert!(found.is_sorted_by(|a, b| a.residual_deg <= b.residual_deg));
    }
}

#[test]
fn an_ayanamsha_without_a_name_is_measured() {
    let mut random = Random(4);
    let readings = readings(2_448_058.0);
    let observer = observer(&mut random);
    let truth = Settings {
        reading: 0,
        scale: Scale::Unknown(11.5),
        equinox: Equinox::True,
        center: ChartCenter::Geocentric,
        correction: Correction::Apparent,
        node: NodeKind::Mean,
    };
    let points = points(truth.center);
    let exact = longitudes(&truth, readings[0].moment, observer, &points);
    let question = Question {
        longitudes: points.into_iter().zip(exact).collect(),
        readings,
        observer,
        tolerance_deg: 1.0 / 3_600.0,
    };
    let found = explain(Ephemeris::embedded(), &question, 1).unwrap();
    let Scale::Unknown(degrees) = found[0].settings.scale else {
        panic!("{:?}", found[0]);
    };
    assert!((degrees - 11.5).abs() < 1e-6, "{degrees}");
    assert_eq!(found[0].settings.node, NodeKind::Mean);
}
