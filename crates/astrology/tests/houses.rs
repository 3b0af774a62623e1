//! Compares houses and angles with a black-box peer given the same sidereal time, obliquity and
//! latitude.
//!
//! `crates/xtask/oracle/houses.py` generates and describes the fixture. Within the polar circles
//! cusps must agree directly. Beyond them the peer replaces the Midheaven by the point above the
//! horizon for several systems and counts from there: cusps are compared modulo 180 degrees, which
//! verifies that the house circles are the same.

#![expect(clippy::unwrap_used, reason = "a broken fixture must fail loudly")]

use std::collections::BTreeMap;

use astrology::{
    angle::{difference_deg, separation_deg},
    house::{Angles, HouseFrame, HouseSystem, Houses, Sectors},
};

/// The fixture is rounded to a millionth of a degree, and the measured difference is that rounding.
const TOLERANCE_DEG: f64 = 0.000_000_75;

/// For cases that are not committed (see [`MORE`]), which have not been measured beforehand.
const MORE_TOLERANCE_DEG: f64 = 0.000_02;

struct Case {
    system: HouseSystem,
    frame: HouseFrame,
    angles_deg: Vec<f64>,
    cusps_deg: Vec<f64>,
}

/// More cases than are committed, in a file that the peer writes for `cargo xtask accuracy
/// --houses`.
const MORE: &str = "ALMAGEST_TEST_HOUSES";

#[expect(
    clippy::disallowed_methods,
    reason = "the command that asks the peer names its file in the environment"
)]
fn cases() -> (Vec<Case>, f64) {
    let more = std::env::var_os(MORE).map(|path| std::fs::read_to_string(path).unwrap());
    let tolerance_deg = match more {
        Some(_) => MORE_TOLERANCE_DEG,
        None => TOLERANCE_DEG,
    };
    let text = more.as_deref();
    let cases = text
        .unwrap_or(include_str!("fixtures/houses.txt"))
        .lines()
        .map(|line| {
            let mut words = line.split(' ');
            let system = HouseSystem::from_id(words.next().unwrap()).unwrap();
            let numbers: Vec<f64> = words.map(|word| word.parse::<f64>().unwrap()).collect();
            let answers = |range: std::ops::Range<usize>| -> Vec<f64> {
                numbers[range].iter().map(|number| number / 1e6).collect()
            };
            Case {
                system,
                frame: HouseFrame {
                    armc_deg: numbers[0] / 1e3,
                    obliquity_deg: numbers[1] / 1e4,
                    latitude_deg: numbers[2] / 1e3,
                    sun_declination_deg: numbers[3] / 1e3,
                    ayanamsha_deg: 0.0,
                },
                angles_deg: answers(4..9),
                cusps_deg: answers(9..numbers.len()),
            }
        })
        .collect();
    (cases, tolerance_deg)
}

fn computed(case: &Case) -> Vec<f64> {
    if case.system == HouseSystem::Gauquelin {
        return Sectors::compute(&case.frame).unwrap().cusps_deg.to_vec();
    }
    Houses::compute(case.system, &case.frame)
        .unwrap()
        .cusps_deg
        .to_vec()
}

/// Returns the distance modulo a half turn.
fn half_turn_free_deg(a_deg: f64, b_deg: f64) -> f64 {
    let separation = separation_deg(a_deg, b_deg);
    separation.min(180.0 - separation)
}

/// Within the tropics the peer counts horizontal houses from south or north by hemisphere, this
/// crate from the side where the Midheaven culminates: the same circles in reverse order.
fn peer_counts_from_the_other_side(case: &Case) -> bool {
    let midheaven_declination_deg = (case.frame.obliquity_deg.to_radians().tan()
        * case.frame.armc_deg.to_radians().sin())
    .atan()
    .to_degrees();
    let side = case.frame.latitude_deg - midheaven_declination_deg;
    case.system == HouseSystem::Horizontal && side * case.frame.latitude_deg < 0.0
}

#[test]
fn cusps_agree_with_the_peer() {
    let mut worst: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let (cases, tolerance_deg) = cases();
    for case in cases {
        *counts.entry(case.system.id()).or_default() += 1;
        let polar = case.frame.latitude_deg.abs() >= 90.0 - case.frame.obliquity_deg;
        let entry = worst.entry(case.system.id()).or_default();
        let mut largest = 0.0_f64;
        let from_the_other_side = peer_counts_from_the_other_side(&case);
        for (index, ours) in computed(&case)
            .iter()
            .take(case.cusps_deg.len())
            .enumerate()
        {
            let theirs = case.cusps_deg[if from_the_other_side {
                (6 - index) % 6
            } else {
                index
            }];
            let off = if polar || from_the_other_side {
                half_turn_free_deg(*ours, theirs)
            } else {
                separation_deg(*ours, theirs)
            };
            largest = largest.max(off);
        }
        if largest > tolerance_deg {
            println!(
                "{} {:?}\n ours {:?}\n theirs {:?}",
                case.system.id(),
                case.frame,
                computed(&case),
                case.cusps_deg
            );
        }
        let slot = if polar { &mut entry.1 } else { &mut entry.0 };
        *slot = slot.max(largest);
    }
    for (system, (within, beyond)) in &worst {
        let count = counts[system];
        println!("{system:14} {count:5} cases  within {within:.7}  beyond {beyond:.7}");
    }
    assert!(
        worst
            .values()
            .all(|(within, beyond)| *within <= tolerance_deg && *beyond <= tolerance_deg)
    );
}

#[test]
fn angles_agree_with_the_peer() {
    let mut worst = [0.0_f64; 5];
    let (cases, tolerance_deg) = cases();
    for case in cases {
        let polar = case.frame.latitude_deg.abs() >= 90.0 - case.frame.obliquity_deg;
        let angles = Angles::compute(&case.frame);
        let ours = [
            angles.ascendant_deg,
            angles.midheaven_deg,
            angles.vertex_deg,
            angles.co_ascendant_koch_deg,
            angles.co_ascendant_munkasey_deg,
        ];
        for ((worst, ours), theirs) in worst.iter_mut().zip(ours).zip(&case.angles_deg) {
            let off = if polar {
                half_turn_free_deg(ours, *theirs)
            } else {
                separation_deg(ours, *theirs)
            };
            if off > tolerance_deg {
                println!(
                    "{:?} {ours} {theirs} {}",
                    case.frame,
                    difference_deg(ours, *theirs)
                );
            }
            *worst = worst.max(off);
        }
    }
    println!("{worst:?}");
    assert!(
        worst.iter().all(|worst| *worst <= tolerance_deg),
        "{worst:?}"
    );
}
