//! Places and speeds against the full kernels reduced by ERFA: `fixtures/places.csv`, written by
//! `crates/xtask/oracle/places.py`. `cargo xtask accuracy` prints the table.
#![cfg(feature = "embedded")]
#![expect(
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
        // Beside the Sun the five-point derivative of the deflection is no derivative.
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

/// The largest difference allowed in longitude and latitude, in milliarcseconds.
fn limit_mas(body: Body) -> f64 {
    match body {
        Body::Moon => 0.3,
        body if body < Body::MeanNode => 0.2,
        Body::MeanNode => 0.2,
        // The momentum is nearly along the ecliptic's pole: what the Moon's place is off by, its
        // node is by 1 / sin 5 degrees, its apogee by 1 / eccentricity.
        Body::TrueNode | Body::TrueApogee => 10.0,
        _ => 1.0,
    }
}

/// The largest difference allowed in the speed of longitude and of latitude, in arcseconds a day.
const SPEED_LIMITS_ARCSEC: [f64; 2] = [0.001, 0.01];

#[test]
fn apparent_places_are_those_of_the_full_kernels() {
    println!(
        "{:10} {:>8} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>10}",
        "body",
        "century",
        "places",
        "lon max",
        "lon p99",
        "lat max",
        "lat p99",
        "at most",
        "dist rel",
        "lon \"/d",
        "lat \"/d"
    );
    let mut failures = Vec::new();
    for ((body, century), it) in by_body_and_century() {
        let limit_mas = limit_mas(body);
        let longitude_mas = largest(&it.longitude_mas);
        let latitude_mas = largest(&it.latitude_mas);
        let speeds_arcsec = [
            largest(&it.longitude_speed_arcsec),
            largest(&it.latitude_speed_arcsec),
        ];
        println!(
            "{:10} {century:>8} {:>7} {longitude_mas:>9.4} {:>9.4} {latitude_mas:>9.4} {:>9.4} {limit_mas:>9.1} {:>10.1e} {:>10.6} {:>10.6}",
            body.id(),
            it.longitude_mas.len(),
            percentile_99(&it.longitude_mas),
            percentile_99(&it.latitude_mas),
            largest(&it.distance_relative),
            speeds_arcsec[0],
            speeds_arcsec[1],
        );
        if longitude_mas > limit_mas || latitude_mas > limit_mas {
            failures.push(format!("{} in {century}: place", body.id()));
        }
        for (found, limit) in speeds_arcsec.iter().zip(SPEED_LIMITS_ARCSEC) {
            if *found > limit {
                failures.push(format!("{} in {century}: speed {found}", body.id()));
            }
        }
    }
    let [longitude, latitude] = SPEED_LIMITS_ARCSEC;
    println!(
        "angles in milliarcseconds; speeds at most {longitude}\" and {latitude}\" a day everywhere"
    );
    assert!(failures.is_empty(), "{failures:#?}");
}
