//! Compares places and speeds with the full kernels reduced by ERFA: `fixtures/places.csv`, written
//! by `crates/xtask/oracle/places.py`. `cargo xtask accuracy` prints the table.
#![cfg(feature = "embedded")]
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use std::collections::BTreeMap;

use ephemeris::{Body, Ephemeris, Instant, Place, Tdb, difference_deg};

const FIXTURE: &str = include_str!("fixtures/places.csv");

const MAS_PER_DEGREE: f64 = 3.6e6;
const ARCSEC_PER_DEGREE: f64 = 3600.0;

struct Expected {
    body: Body,
    at: Instant<Tdb>,
    century: i32,
    longitude_deg: f64,
    latitude_deg: f64,
    distance_au: Option<f64>,
    longitude_speed_deg: f64,
    latitude_speed_deg: f64,
    from_sun_deg: f64,
}

fn expected() -> Vec<Expected> {
    FIXTURE.lines().skip(1).map(parse).collect()
}

fn parse(line: &str) -> Expected {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |index: usize| -> f64 { fields[index].parse().unwrap() };
    let at = Instant::<Tdb>::from_days_since_j2000(number(1)).plus_days(number(2));
    Expected {
        body: Body::from_id(fields[0]).unwrap(),
        at,
        century: century(at),
        longitude_deg: number(3),
        latitude_deg: number(4),
        distance_au: fields[5].parse().ok(),
        longitude_speed_deg: number(6),
        latitude_speed_deg: number(7),
        from_sun_deg: number(8),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a year")]
fn century(at: Instant<Tdb>) -> i32 {
    2000 + (at.centuries_since_j2000().floor() as i32) * 100
}

fn place(expected: &Expected) -> Place {
    let sky = Ephemeris::embedded().sky(expected.at.to_tt()).unwrap();
    sky.place(expected.body).unwrap()
}

/// Differences of one body in one century, in the order found.
#[derive(Default)]
struct Differences {
    longitude_mas: Vec<f64>,
    latitude_mas: Vec<f64>,
    distance_relative: Vec<f64>,
    longitude_speed_arcsec: Vec<f64>,
    latitude_speed_arcsec: Vec<f64>,
}

impl Differences {
    fn add(&mut self, expected: &Expected, place: &Place) {
        let longitude_deg = difference_deg(place.longitude_deg, expected.longitude_deg);
        let shrink = expected.latitude_deg.to_radians().cos();
        self.longitude_mas
            .push((longitude_deg * shrink * MAS_PER_DEGREE).abs());
        let latitude_deg = place.latitude_deg - expected.latitude_deg;
        self.latitude_mas
            .push((latitude_deg * MAS_PER_DEGREE).abs());
        if let Some(distance_au) = expected.distance_au {
            self.distance_relative
                .push((place.distance_au / distance_au - 1.0).abs());
        }
        // Close to the Sun the five-point derivative of the deflection is not accurate.
        if expected.from_sun_deg > 3.0 || expected.body == Body::Sun {
            let speed = place.longitude_speed_deg - expected.longitude_speed_deg;
            self.longitude_speed_arcsec
                .push((speed * ARCSEC_PER_DEGREE).abs());
            let speed = place.latitude_speed_deg - expected.latitude_speed_deg;
            self.latitude_speed_arcsec
                .push((speed * ARCSEC_PER_DEGREE).abs());
        }
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

fn percentile_99(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() * 99).div_ceil(100).max(1) - 1;
    sorted.get(index).copied().unwrap_or(0.0)
}

fn by_body_and_century() -> BTreeMap<(Body, i32), Differences> {
    let mut table: BTreeMap<(Body, i32), Differences> = BTreeMap::new();
    for expected in expected() {
        let differences = table.entry((expected.body, expected.century)).or_default();
        differences.add(&expected, &place(&expected));
    }
    table
}

/// Bodies that share limits, and the largest differences allowed: about 1.5 times the largest
/// measured.
struct Class {
    name: &'static str,
    bodies: &'static [Body],
    /// Longitude and latitude, in milliarcseconds.
    place_mas: f64,
    /// Distance, as a ratio.
    distance: f64,
    /// Speed in longitude and in latitude, in arcseconds per day.
    speeds_arcsec: [f64; 2],
}

const CLASSES: &[Class] = &[
    Class {
        name: "Sun, Mercury to Pluto",
        bodies: &[
            Body::Sun,
            Body::Mercury,
            Body::Venus,
            Body::Mars,
            Body::Jupiter,
            Body::Saturn,
            Body::Uranus,
            Body::Neptune,
            Body::Pluto,
        ],
        place_mas: 0.09,
        distance: 4e-10,
        speeds_arcsec: [0.0001, 0.000_024],
    },
    Class {
        name: "Moon",
        bodies: &[Body::Moon],
        place_mas: 0.1,
        distance: 4e-10,
        speeds_arcsec: [0.000_12, 0.000_077],
    },
    Class {
        name: "asteroids",
        bodies: &[
            Body::Ceres,
            Body::Pallas,
            Body::Juno,
            Body::Vesta,
            Body::Hygiea,
            Body::Eros,
        ],
        place_mas: 0.15,
        distance: 7e-10,
        speeds_arcsec: [0.0001, 0.000_07],
    },
    Class {
        name: "Chiron group",
        bodies: &[Body::Chiron, Body::Pholus, Body::Nessus, Body::Chariklo],
        place_mas: 0.2,
        distance: 7e-10,
        speeds_arcsec: [0.0001, 0.000_01],
    },
    Class {
        name: "beyond Neptune",
        bodies: &[
            Body::Eris,
            Body::Sedna,
            Body::Haumea,
            Body::Makemake,
            Body::Quaoar,
            Body::Orcus,
            Body::Ixion,
            Body::Varuna,
        ],
        place_mas: 0.21,
        distance: 9e-10,
        speeds_arcsec: [0.000_14, 0.000_02],
    },
    // It has neither distance nor latitude.
    Class {
        name: "mean node",
        bodies: &[Body::MeanNode],
        place_mas: 0.057,
        distance: 0.0,
        speeds_arcsec: [0.000_11, 0.0],
    },
    // The angular momentum is nearly parallel to the ecliptic pole: the error of the Moon's place
    // is multiplied by 1 / sin 5 degrees in the node and by 1 / eccentricity in the apogee.
    Class {
        name: "true node",
        bodies: &[Body::TrueNode],
        place_mas: 2.3,
        distance: 6.2e-9,
        speeds_arcsec: [0.000_084, 0.0],
    },
    Class {
        name: "true apogee",
        bodies: &[Body::TrueApogee],
        place_mas: 8.4,
        distance: 1e-8,
        speeds_arcsec: [0.0009, 0.000_04],
    },
];

fn class(body: Body) -> usize {
    let found = CLASSES.iter().position(|it| it.bodies.contains(&body));
    found.unwrap_or_else(|| panic!("{} has no limit", body.id()))
}

/// The largest differences of one class.
#[derive(Clone, Copy, Default)]
struct Worst {
    place_mas: f64,
    distance: f64,
    speeds_arcsec: [f64; 2],
}

impl Worst {
    fn include(&mut self, other: &Self) {
        self.place_mas = self.place_mas.max(other.place_mas);
        self.distance = self.distance.max(other.distance);
        for (ours, theirs) in self.speeds_arcsec.iter_mut().zip(other.speeds_arcsec) {
            *ours = ours.max(theirs);
        }
    }

    fn is_within(&self, class: &Class) -> bool {
        let mut speeds = self.speeds_arcsec.iter().zip(class.speeds_arcsec);
        self.place_mas <= class.place_mas
            && self.distance <= class.distance
            && speeds.all(|(found, limit)| *found <= limit)
    }
}

#[test]
fn apparent_places_are_those_of_the_full_kernels() {
    println!(
        "{:10} {:>8} {:>7} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>10}",
        "body",
        "century",
        "places",
        "lon max",
        "lon p99",
        "lat max",
        "lat p99",
        "dist rel",
        "lon \"/d",
        "lat \"/d"
    );
    let mut classes = vec![Worst::default(); CLASSES.len()];
    for ((body, century), it) in by_body_and_century() {
        let longitude_mas = largest(&it.longitude_mas);
        let latitude_mas = largest(&it.latitude_mas);
        let worst = Worst {
            place_mas: longitude_mas.max(latitude_mas),
            distance: largest(&it.distance_relative),
            speeds_arcsec: [
                largest(&it.longitude_speed_arcsec),
                largest(&it.latitude_speed_arcsec),
            ],
        };
        println!(
            "{:10} {century:>8} {:>7} {longitude_mas:>9.4} {:>9.4} {latitude_mas:>9.4} {:>9.4} {:>10.1e} {:>10.6} {:>10.6}",
            body.id(),
            it.longitude_mas.len(),
            percentile_99(&it.longitude_mas),
            percentile_99(&it.latitude_mas),
            worst.distance,
            worst.speeds_arcsec[0],
            worst.speeds_arcsec[1],
        );
        classes[class(body)].include(&worst);
    }
    println!(
        "\n{:22} {:>8} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "class",
        "mas",
        "at most",
        "dist rel",
        "at most",
        "lon \"/d",
        "at most",
        "lat \"/d",
        "at most"
    );
    let mut failures = Vec::new();
    for (class, worst) in CLASSES.iter().zip(&classes) {
        let [longitude, latitude] = worst.speeds_arcsec;
        let [most_longitude, most_latitude] = class.speeds_arcsec;
        println!(
            "{:22} {:>8.4} {:>7.3} {:>9.1e} {:>9.1e} {longitude:>9.1e} {most_longitude:>9.1e} {latitude:>9.1e} {most_latitude:>9.1e}",
            class.name, worst.place_mas, class.place_mas, worst.distance, class.distance
        );
        if !worst.is_within(class) {
            failures.push(class.name);
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}
