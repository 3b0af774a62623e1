//! Properties that hold for every moment and latitude, stated per system where they do not hold for
//! all.

#![expect(
    clippy::unwrap_used,
    reason = "a chart that is refused must fail loudly"
)]

use astrology::{
    angle::{normalize_deg, separation_deg},
    aspect::AspectSettings,
    chart::{Chart, ChartMoment, ChartOptions},
    house::{Angles, HouseError, HouseFrame, HouseSystem, Houses, Sectors},
    point::{Angle, Point},
    relation::{
        composite::{CompositeHouses, composite},
        synastry::synastry,
    },
};
use ephemeris::{Ephemeris, Instant, Observer};
use proptest::prelude::*;

/// Systems that divide arcs of different length above and below the horizon.
const OPPOSITE_CUSPS_DIFFER: [HouseSystem; 2] = [HouseSystem::Sunshine, HouseSystem::Apc];

fn frames(latitudes: std::ops::Range<f64>) -> impl Strategy<Value = HouseFrame> {
    (
        0.0..360.0,
        22.6..24.2,
        latitudes,
        any::<bool>(),
        -23.0..23.0,
    )
        .prop_map(
            |(armc_deg, obliquity_deg, latitude, south, sun_declination_deg): (
                f64,
                f64,
                f64,
                bool,
                f64,
            )| HouseFrame {
                armc_deg,
                obliquity_deg,
                latitude_deg: if south { -latitude } else { latitude },
                sun_declination_deg,
                ayanamsha_deg: 0.0,
            },
        )
}

fn systems() -> impl Iterator<Item = HouseSystem> {
    HouseSystem::ALL
        .into_iter()
        .filter(|system| *system != HouseSystem::Gauquelin)
}

/// Returns the sum of the steps from cusp to cusp in the direction of the houses: 360 for cusps in
/// order.
fn circuit_deg(houses: &Houses) -> f64 {
    (0..12)
        .map(|index| {
            let step = houses.cusps_deg[(index + 1) % 12] - houses.cusps_deg[index];
            // Normalizing each cusp may separate two equal ones by a rounding error.
            normalize_deg(if houses.runs_backward { -step } else { step } + 1e-11)
        })
        .sum()
}

proptest! {
    #[test]
    fn cusps_are_in_order_within_the_polar_circles(frame in frames(0.0..65.0)) {
        for system in systems() {
            // Sunshine houses overlap where the Sun's arc differs much from the ecliptic's. The
            // pole heights of Polich and Page belong to no single circle, and near the polar circle
            // two of their cusps may pass each other.
            let passes = system == HouseSystem::Topocentric && frame.latitude_deg.abs() > 60.0;
            if system == HouseSystem::Sunshine || passes {
                continue;
            }
            let houses = Houses::compute(system, &frame).unwrap();
            prop_assert!(!houses.runs_backward);
            prop_assert!((circuit_deg(&houses) - 360.0).abs() < 1e-6, "{system} {frame:?} {houses:?}");
        }
    }

    #[test]
    fn cusps_are_in_order_beyond_the_polar_circles(frame in frames(68.0..89.5)) {
        for system in systems() {
            match Houses::compute(system, &frame) {
                Ok(houses) => {
                    // See above. Beyond the polar circles both effects are larger.
                    let leaps = matches!(system, HouseSystem::Sunshine | HouseSystem::Topocentric);
                    let circuit = circuit_deg(&houses);
                    prop_assert!(leaps || (circuit - 360.0).abs() < 1e-6, "{system} {circuit} {frame:?} {houses:?}");
                }
                Err(HouseError::Undefined { limit_deg, .. }) => {
                    prop_assert!(frame.latitude_deg.abs() >= limit_deg);
                }
                Err(HouseError::Sectors) => prop_assert!(false),
            }
        }
    }

    #[test]
    fn opposite_cusps_are_opposite(frame in frames(0.0..89.5)) {
        for system in systems().filter(|system| !OPPOSITE_CUSPS_DIFFER.contains(system)) {
            if let Ok(houses) = Houses::compute(system, &frame) {
                for index in 0..6 {
                    let apart = separation_deg(houses.cusps_deg[index], houses.cusps_deg[index + 6]);
                    prop_assert!((apart - 180.0).abs() < 1e-8, "{system}");
                }
            }
        }
    }

    #[test]
    fn the_ascendant_is_in_the_east_and_the_midheaven_culminates(frame in frames(0.0..89.9)) {
        let angles = Angles::compute(&frame);
        let eps = frame.obliquity_deg.to_radians();
        let ra = |longitude_deg: f64| {
            let longitude = longitude_deg.to_radians();
            (longitude.sin() * eps.cos()).atan2(longitude.cos()).to_degrees()
        };
        let east = normalize_deg(ra(angles.ascendant_deg) - frame.armc_deg);
        prop_assert!(east < 180.0 + 1e-6, "{east}");
        prop_assert!(separation_deg(ra(angles.midheaven_deg), frame.armc_deg) < 1e-9);
        let west = normalize_deg(frame.armc_deg - ra(angles.vertex_deg));
        prop_assert!(west < 180.0 + 1e-6, "{west}");
    }

    #[test]
    fn placidus_cusps_solve_their_equation(frame in frames(0.0..66.0)) {
        prop_assume!(frame.latitude_deg.abs() < 90.0 - frame.obliquity_deg - 1e-6);
        let houses = Houses::compute(HouseSystem::Placidus, &frame).unwrap();
        let (eps, phi) = (frame.obliquity_deg.to_radians(), frame.latitude_deg.to_radians());
        for (house, part, above) in [(11, 1.0 / 3.0, true), (12, 2.0 / 3.0, true), (2, 2.0 / 3.0, false), (3, 1.0 / 3.0, false)] {
            let longitude = houses.cusps_deg[house - 1].to_radians();
            let ra = (longitude.sin() * eps.cos()).atan2(longitude.cos()).to_degrees();
            let declination = (eps.sin() * longitude.sin()).asin();
            let difference = (phi.tan() * declination.tan()).asin().to_degrees();
            let expected = if above {
                frame.armc_deg + part * (90.0 + difference)
            } else {
                frame.armc_deg + 180.0 - part * (90.0 - difference)
            };
            let residual = separation_deg(ra, expected);
            // Near the limit the arcsine of the check itself loses precision.
            prop_assert!(residual < 1e-9 / (1.0 - difference.to_radians().sin().abs()).sqrt().min(1.0), "{house} {residual:e} {frame:?}");
        }
    }

    #[test]
    fn every_longitude_is_in_the_house_whose_cusp_it_passed_last(frame in frames(0.0..65.0), longitude in 0.0..360.0) {
        for system in systems().filter(|system| !matches!(system, HouseSystem::Sunshine | HouseSystem::Topocentric)) {
            let houses = Houses::compute(system, &frame).unwrap();
            let house = usize::from(houses.house_of(longitude));
            let (cusp, next) = (houses.cusps_deg[house - 1], houses.cusps_deg[house % 12]);
            prop_assert!(normalize_deg(longitude - cusp) < normalize_deg(next - cusp) + 1e-9);
        }
    }

    #[test]
    fn sectors_follow_the_daily_motion(frame in frames(0.0..65.0)) {
        let sectors = Sectors::compute(&frame).unwrap();
        let eps = frame.obliquity_deg.to_radians();
        for (index, cusp) in sectors.cusps_deg.iter().enumerate() {
            // Slightly later in the diurnal motion than the boundary: just inside the sector that
            // begins there.
            let longitude = (cusp - 0.01).to_radians();
            let ra = (longitude.sin() * eps.cos()).atan2(longitude.cos()).to_degrees();
            let declination = (eps.sin() * longitude.sin()).asin().to_degrees();
            prop_assert_eq!(sectors.sector_of(ra, declination), Some(u8::try_from(index + 1).unwrap()));
        }
    }

    #[test]
    fn a_sidereal_frame_moves_every_cusp_by_the_ayanamsha(frame in frames(0.0..65.0), ayanamsha_deg in 0.0..30.0) {
        let sidereal = HouseFrame { ayanamsha_deg, ..frame };
        for system in systems() {
            let of_signs = matches!(system, HouseSystem::Whole | HouseSystem::EqualAries);
            let (Ok(one), Ok(two)) = (Houses::compute(system, &frame), Houses::compute(system, &sidereal)) else { continue };
            for (tropical, moved) in one.cusps_deg.iter().zip(two.cusps_deg) {
                if of_signs {
                    prop_assert!((moved / 30.0 - (moved / 30.0).round()).abs() < 1e-9);
                } else {
                    prop_assert!(separation_deg(*tropical, moved + ayanamsha_deg) < 1e-9);
                }
            }
        }
    }
}

fn charts() -> impl Strategy<Value = Chart> {
    (-36_000.0..36_000.0, -60.0..60.0, -180.0..180.0).prop_map(
        |(days, latitude_deg, longitude_deg)| {
            let mut options = ChartOptions::default();
            options.points.extend([
                Point::Angle(Angle::Ascendant),
                Point::Angle(Angle::Midheaven),
            ]);
            let observer = Observer {
                latitude_deg,
                longitude_deg,
                height_m: 0.0,
            };
            let moment = ChartMoment::from_tt(Instant::from_days_since_j2000(days));
            Chart::compute(Ephemeris::embedded(), moment, &observer, &options).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn synastry_is_the_same_from_both_sides(one in charts(), two in charts()) {
        let settings = AspectSettings::default();
        let (there, back) = (synastry(&one, &two, &settings), synastry(&two, &one, &settings));
        prop_assert_eq!(there.aspects.len(), back.aspects.len());
        for aspect in &there.aspects {
            let mirrored = back.aspects.iter().find(|other| {
                other.point_a == aspect.point_b && other.point_b == aspect.point_a && other.kind == aspect.kind
            });
            prop_assert!(mirrored.is_some_and(|other| (other.orb_deg - aspect.orb_deg).abs() < 1e-12));
            prop_assert_eq!(aspect.applying, None);
        }
        prop_assert_eq!(there.first_in_second, back.second_in_first);
    }

    #[test]
    fn the_composite_of_a_chart_with_itself_is_itself(chart in charts()) {
        for from in [CompositeHouses::Derived, CompositeHouses::Midpoints] {
            let made = composite(&chart, &chart, &ChartOptions::default(), from).unwrap();
            prop_assert!(made.opposite.is_empty());
            for (ours, natal) in made.points.iter().zip(&chart.points) {
                prop_assert_eq!(ours.point, natal.point);
                prop_assert!(separation_deg(ours.longitude_deg, natal.longitude_deg) < 1e-8, "{:?}", ours.point);
                prop_assert!((ours.declination_deg - natal.declination_deg).abs() < 1e-8);
            }
            let cusps = made.houses.unwrap().cusps_deg;
            for (ours, natal) in cusps.iter().zip(chart.houses.unwrap().cusps_deg) {
                prop_assert!(separation_deg(*ours, natal) < 1e-8);
            }
        }
    }

    #[test]
    fn the_composite_is_the_same_from_both_sides(one in charts(), two in charts()) {
        let options = ChartOptions::default();
        let there = composite(&one, &two, &options, CompositeHouses::Derived).unwrap();
        let back = composite(&two, &one, &options, CompositeHouses::Derived).unwrap();
        for (a, b) in there.points.iter().zip(&back.points) {
            prop_assert!(separation_deg(a.longitude_deg, b.longitude_deg) < 1e-8);
        }
    }
}
