//! Checks aspects against their definitions.

use ephemeris::Body;

use super::*;
use crate::point::{Angle, PointClass};

fn point(body: Body, longitude_deg: f64, speed_deg: f64) -> AspectPoint {
    AspectPoint {
        point: Point::Body(body),
        longitude_deg,
        speed_deg: Some(speed_deg),
        declination_deg: None,
        declination_speed_deg: None,
    }
}

fn only(a: AspectPoint, b: AspectPoint, set: AspectSet) -> Option<Aspect> {
    let settings = AspectSettings {
        set,
        orbs: Orbs::natal(),
    };
    let mut found = aspects_within(&[a, b], &settings);
    assert!(found.len() <= 1);
    found.pop()
}

#[test]
fn a_faster_point_behind_an_exact_aspect_applies_to_it() {
    // The Moon at 5 Aries applies to a trine with Mars at 9 Leo: 124 degrees and decreasing.
    let aspect = only(
        point(Body::Moon, 5.0, 13.0),
        point(Body::Mars, 129.0, 0.5),
        AspectSet::PTOLEMAIC,
    )
    .unwrap();
    assert_eq!(aspect.kind, AspectKind::Trine);
    assert!((aspect.orb_deg - 4.0).abs() < 1e-12);
    assert_eq!(aspect.applying, Some(true));
    assert!((aspect.exactness() - 3.0 / 7.0).abs() < 1e-12);
    // The same with Mars behind the Moon: 116 degrees, increasing toward 120.
    let aspect = only(
        point(Body::Moon, 5.0, 13.0),
        point(Body::Mars, 249.0, 0.5),
        AspectSet::PTOLEMAIC,
    )
    .unwrap();
    assert_eq!(aspect.applying, Some(true));
}

#[test]
fn a_retrograde_point_may_apply_from_ahead() {
    let aspect = only(
        point(Body::Sun, 10.0, 1.0),
        point(Body::Mercury, 14.0, -0.8),
        AspectSet::PTOLEMAIC,
    )
    .unwrap();
    assert_eq!(aspect.applying, Some(true));
    let aspect = only(
        point(Body::Sun, 14.0, 1.0),
        point(Body::Mercury, 10.0, -0.8),
        AspectSet::PTOLEMAIC,
    )
    .unwrap();
    assert_eq!(aspect.applying, Some(false));
}

#[test]
fn every_kind_is_found_at_its_angle_and_at_the_edge_of_its_orb() {
    for kind in AspectKind::ALL {
        let Some(angle) = kind.angle_deg() else {
            continue;
        };
        for (off, expected) in [
            (0.0, true),
            (-0.999, true),
            (2.001, angle_orb(kind) > 2.001),
        ] {
            let found = only(
                point(Body::Sun, 350.0, 1.0),
                point(Body::Mars, 350.0 + angle + off, 0.5),
                AspectSet::NONE.with(kind),
            );
            assert_eq!(
                found.is_some(),
                expected || kind == AspectKind::Opposition && off > 0.0,
                "{kind:?} {off}"
            );
        }
    }
}

fn angle_orb(kind: AspectKind) -> f64 {
    Orbs::natal().allowed_deg(kind, PointClass::Luminary, PointClass::Personal)
}

#[test]
fn the_nearest_kind_wins_and_a_wider_one_answers_when_it_does_not_allow() {
    // 52 degrees: 0.57 from a septile, 8 from a sextile (beyond its orb).
    let near = only(
        point(Body::Sun, 0.0, 1.0),
        point(Body::Mars, 52.0, 0.5),
        AspectSet::ALL,
    );
    assert_eq!(near.unwrap().kind, AspectKind::Septile);
    // 147.2: 2.8 from a quincunx and 3.2 from a biquintile, both outside the orb of 2.
    let none = only(
        point(Body::Sun, 0.0, 1.0),
        point(Body::Mars, 147.2, 0.5),
        AspectSet::ALL,
    );
    assert!(none.is_none());
    // 173: 7 from an opposition.
    let wide = only(
        point(Body::Sun, 0.0, 1.0),
        point(Body::Mars, 173.0, 0.5),
        AspectSet::ALL,
    );
    assert_eq!(wide.unwrap().kind, AspectKind::Opposition);
}

#[test]
fn parallels_compare_declinations_and_their_sides() {
    let with = |body, declination: f64, speed: f64| AspectPoint {
        declination_deg: Some(declination),
        declination_speed_deg: Some(speed),
        ..point(body, 0.0, 1.0)
    };
    let set = AspectSet::NONE
        .with(AspectKind::Parallel)
        .with(AspectKind::Contraparallel);
    let parallel = only(
        with(Body::Moon, 20.0, 3.0),
        with(Body::Mars, 20.8, 0.1),
        set,
    )
    .unwrap();
    assert_eq!(
        (parallel.kind, parallel.applying),
        (AspectKind::Parallel, Some(true))
    );
    let contra = only(
        with(Body::Moon, -21.5, -3.0),
        with(Body::Mars, 20.8, 0.1),
        set,
    )
    .unwrap();
    assert_eq!(
        (contra.kind, contra.applying),
        (AspectKind::Contraparallel, Some(false))
    );
    assert!(
        only(
            with(Body::Moon, 18.0, 3.0),
            with(Body::Mars, 20.8, 0.1),
            set
        )
        .is_none()
    );
}

#[test]
fn points_bound_to_each_other_have_no_aspect() {
    let settings = AspectSettings::default();
    let still = |point, longitude_deg| AspectPoint {
        point,
        longitude_deg,
        speed_deg: None,
        declination_deg: None,
        declination_speed_deg: None,
    };
    let points = [
        still(Point::NorthNode, 10.0),
        still(Point::SouthNode, 190.0),
        still(Point::Angle(Angle::Ascendant), 40.0),
        still(Point::Angle(Angle::Descendant), 220.0),
    ];
    let found = aspects_within(&points, &settings);
    assert!(
        found
            .iter()
            .all(|aspect| aspect.point_a.is_lunar_node() != aspect.point_b.is_lunar_node())
    );
    assert!(found.iter().all(|aspect| aspect.applying.is_none()));
}

#[test]
fn a_class_with_its_own_orb_contributes_half_of_it() {
    let orbs = Orbs::natal().with_class(PointClass::Lot, 2.0);
    let allowed = orbs.allowed_deg(
        AspectKind::Conjunction,
        PointClass::Luminary,
        PointClass::Lot,
    );
    assert!((allowed - 5.0).abs() < 1e-12);
}
