//! No symbol or text overlaps another, in every sample and at many sizes.

#[path = "../examples/gallery/samples.rs"]
mod samples;

use chart::{
    ChartText, DrawError, INK_RADIUS, Mark, PointGlyph, SIDE, Scene, SceneItem, Size, Theme, Wheel,
    WheelPoint,
};
use proptest::prelude::*;

/// The area that an item covers.
#[derive(Debug)]
enum Cover {
    Disc { x: f64, y: f64, radius: f64 },
    Box([f64; 4]),
}

impl Cover {
    /// Returns how deeply two areas overlap, in pixels; negative when they are apart.
    fn depth(&self, other: &Self) -> f64 {
        match (self, other) {
            (Self::Box(a), Self::Box(b)) => {
                let across = (a[2].min(b[2])) - a[0].max(b[0]);
                let down = (a[3].min(b[3])) - a[1].max(b[1]);
                across.min(down)
            }
            (
                Self::Disc { x, y, radius },
                Self::Disc {
                    x: u,
                    y: v,
                    radius: other,
                },
            ) => radius + other - (x - u).hypot(y - v),
            (Self::Disc { x, y, radius }, Self::Box(b))
            | (Self::Box(b), Self::Disc { x, y, radius }) => {
                let (near_x, near_y) = (x.clamp(b[0], b[2]), y.clamp(b[1], b[3]));
                radius - (x - near_x).hypot(y - near_y)
            }
        }
    }
}

fn covers(items: &[SceneItem], found: &mut Vec<(String, Cover)>) {
    for item in items {
        match item {
            SceneItem::Glyph {
                glyph,
                center,
                size,
                ..
            } => {
                let radius = size.px() * INK_RADIUS / SIDE;
                let disc = Cover::Disc {
                    x: center.x.px(),
                    y: center.y.px(),
                    radius,
                };
                found.push((glyph.id().to_owned(), disc));
            }
            SceneItem::Label { text, .. } => {
                let extent = item.label_box_px().expect("a label");
                found.push((text.to_string(), Cover::Box(extent)));
            }
            SceneItem::Group { items, .. } => covers(items, found),
            SceneItem::Shape { .. } => {}
        }
    }
}

/// Positions are tenths of a pixel, so each of two may have moved toward the other by 0.05 in x
/// and in y: 0.141 together.
const ROUNDING_PX: f64 = 0.15;

/// Returns the first two items that overlap by more than the rounding of coordinates.
fn overlap(scene: &Scene) -> Option<String> {
    let mut found = Vec::new();
    covers(&scene.items, &mut found);
    for (index, (name, cover)) in found.iter().enumerate() {
        for (other_name, other) in &found[index + 1..] {
            let depth = cover.depth(other);
            if depth > ROUNDING_PX {
                return Some(format!(
                    "{name} {cover:?} and {other_name} {other:?} by {depth:.2}"
                ));
            }
        }
    }
    None
}

#[test]
fn nothing_overlaps_in_any_sample_at_any_size() {
    for sample in samples::all() {
        let theme = Theme::named(sample.theme);
        for (width, height) in [
            sample.size_px,
            (100, 100),
            (300, 300),
            (460, 460),
            (800, 800),
            (3000, 3000),
            (1600, 900),
            (700, 1200),
        ] {
            let size = Size::new(width, height).unwrap();
            let scene = match sample.wheel.draw(size, &theme) {
                // Five panels beside two rings need more than 460 pixels.
                Err(DrawError::NoRoomForPanels) if width == 460 => continue,
                drawn => drawn.unwrap(),
            };
            let found = overlap(&scene);
            assert_eq!(found, None, "{} at {width} x {height}", sample.name);
        }
    }
}

#[test]
fn a_heading_is_drawn_above_everything_else() {
    let long = "A very long title ".repeat(12);
    for sample in samples::all() {
        for (width, height) in [sample.size_px, (100, 100), (300, 300), (1600, 900)] {
            for (heading, is_whole) in [("Ada Lovelace", width >= 300), (long.as_str(), false)] {
                let wheel = Wheel {
                    heading: Some(ChartText::new(heading)),
                    ..sample.wheel.clone()
                };
                let theme = Theme::named(sample.theme);
                let scene = wheel
                    .draw(Size::new(width, height).unwrap(), &theme)
                    .unwrap();
                assert_eq!(overlap(&scene), None, "{} at {width}", sample.name);
                let mut found = Vec::new();
                covers(&scene.items, &mut found);
                let top = |cover: &Cover| match cover {
                    Cover::Box(it) => it[1],
                    Cover::Disc { y, radius, .. } => y - radius,
                };
                let highest = found.iter().min_by(|a, b| top(&a.1).total_cmp(&top(&b.1)));
                let (text, Cover::Box(extent)) = highest.unwrap() else {
                    panic!("a symbol above the heading");
                };
                assert!(text.starts_with(&heading[..3]), "{text}");
                assert!(!is_whole || text == heading, "{text}");
                assert!(
                    extent[0] >= 0.0 && extent[2] <= f64::from(width),
                    "{extent:?}"
                );
            }
        }
    }
}

#[test]
fn the_check_notices_what_overlaps() {
    let draw = |side| {
        let size = Size::new(side, side).unwrap();
        let theme = Theme::named(chart::ThemeName::Light);
        samples::stellium().draw(size, &theme).unwrap()
    };
    let mut scene = draw(800);
    assert_eq!(overlap(&scene), None);
    let is_glyph = |item: &&SceneItem| matches!(item, SceneItem::Glyph { .. });
    let twice = scene.items.iter().find(is_glyph).unwrap().clone();
    scene.items.push(twice);
    assert!(overlap(&scene).is_some());
    // Labels of a slightly larger wheel over those of this one.
    let mut both = draw(800);
    both.items.extend(draw(790).items);
    assert!(overlap(&both).is_some());
}

#[test]
fn ten_points_within_three_degrees_are_all_there_and_apart() {
    let theme = Theme::named(chart::ThemeName::Light);
    let wheel = samples::stellium();
    let longitudes: Vec<f64> = wheel.chart.points[..10]
        .iter()
        .map(|point| point.longitude_deg)
        .collect();
    assert!(longitudes[9] - longitudes[0] < 3.0);
    let scene = wheel.draw(Size::new(800, 800).unwrap(), &theme).unwrap();
    assert_eq!(overlap(&scene), None);
    for point in &wheel.chart.points[..10] {
        let mine = |item: &&SceneItem| matches!(item, SceneItem::Group { title, .. } if title.as_str().starts_with(point.name.as_str()) && title.as_str().contains('°'));
        assert_eq!(scene.items.iter().filter(mine).count(), 1, "{}", point.name);
        let degree = format!("{}°", (point.longitude_deg % 30.0).floor());
        let minute = format!("{:02}′", (point.longitude_deg * 60.0 % 60.0 + 1e-6).floor());
        for figure in [degree, minute] {
            let shown = |item: &&SceneItem| matches!(item, SceneItem::Label { text, .. } if text.as_str() == figure);
            assert!(
                scene.items.iter().any(|it| shown(&it)),
                "{figure} of {}",
                point.name
            );
        }
    }
    // No text is smaller than nine pixels.
    for item in &scene.items {
        if let SceneItem::Label { size, text, .. } = item {
            assert!(size.px() >= 9.0, "{text} of {size}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// An angle divides the wheel: a symbol on its other side would be in another house.
    #[test]
    fn a_symbol_never_leaves_its_house_across_an_angle(
        longitudes in prop::collection::vec(0.0..360.0_f64, 1..15),
        near in prop::collection::vec((0..4_usize, -3.0..3.0_f64), 4),
        ascendant_deg in 0.0..360.0_f64,
        to_midheaven_deg in 50.0..130.0_f64,
        double in any::<bool>(),
    ) {
        let axes = [0.0, 180.0 - to_midheaven_deg, 180.0, 360.0 - to_midheaven_deg];
        let near = near.iter().map(|(axis, apart)| ascendant_deg + axes[*axis] + apart);
        let point = |(glyph, longitude_deg): (&PointGlyph, f64)| WheelPoint {
            mark: Mark::Glyph(*glyph),
            name: ChartText::new("x"),
            longitude_deg,
            retrograde: false,
            house: None,
        };
        // The axes themselves have symbols of their own.
        let glyphs = PointGlyph::ALL.iter().filter(|it| !["ascendant", "midheaven", "descendant", "imumCoeli"].contains(&it.id()));
        let mut wheel = Wheel { aspects: Vec::new(), ..samples::natal() };
        let longitudes: Vec<f64> = near.chain(longitudes).collect();
        wheel.chart.points = glyphs.zip(longitudes).map(point).collect();
        let houses = wheel.houses.as_mut().unwrap();
        houses.ascendant_deg = ascendant_deg;
        houses.midheaven_deg = ascendant_deg - to_midheaven_deg;
        if double {
            wheel.around = Some(wheel.chart.clone());
        }
        // A page without captions, so that the wheel is in its middle.
        let side = 400;
        let scene = wheel.draw(Size::new(side, side).unwrap(), &Theme::named(chart::ThemeName::Light)).unwrap();
        let quadrant = |longitude_deg: f64| {
            let turned = (longitude_deg - ascendant_deg).rem_euclid(360.0);
            axes.iter().filter(|it| **it <= turned).count()
        };
        let mut found = Vec::new();
        covers(&scene.items, &mut found);
        for point in &wheel.chart.points {
            let Mark::Glyph(glyph) = point.mark else { unreachable!() };
            let labels = found.iter().filter(|it| it.0 == glyph.id());
            let mut count = 0;
            for (_, cover) in labels {
                let Cover::Disc { x, y, .. } = cover else { unreachable!() };
                let middle = f64::from(side) / 2.0;
                // The Ascendant is on the left, and longitudes increase toward the bottom.
                let label = ascendant_deg + (y - middle).atan2(middle - x).to_degrees();
                prop_assert_eq!(quadrant(label), quadrant(point.longitude_deg), "{}", glyph.id());
                count += 1;
            }
            prop_assert_eq!(count, if double { 2 } else { 1 });
        }
    }

    /// Any points at any places, with and without a second ring, at any size: nothing overlaps, and
    /// nothing leaves the page.
    #[test]
    fn labels_of_any_sky_are_apart(
        longitudes in prop::collection::vec(0.0..360.0_f64, 0..61),
        crowded in any::<bool>(),
        double in any::<bool>(),
        side in 100_u32..1600,
    ) {
        let mut wheel = Wheel { aspects: Vec::new(), ..samples::natal() };
        let point = |(index, longitude): (usize, &f64)| WheelPoint {
            mark: match PointGlyph::ALL.get(index) {
                Some(glyph) => Mark::Glyph(*glyph),
                None => Mark::Letters(ChartText::new("Wgm")),
            },
            name: ChartText::new("x"),
            longitude_deg: if crowded { longitude / 40.0 } else { *longitude },
            retrograde: index % 2 == 0,
            house: None,
        };
        wheel.chart.points = longitudes.iter().enumerate().map(point).collect();
        if double {
            wheel.around = Some(wheel.chart.clone());
        }
        let scene = wheel.draw(Size::new(side, side).unwrap(), &Theme::named(chart::ThemeName::Light)).unwrap();
        prop_assert_eq!(overlap(&scene), None);
        let mut found = Vec::new();
        covers(&scene.items, &mut found);
        for (name, cover) in found {
            let side = f64::from(side);
            let inside = match cover {
                Cover::Box(b) => b[0] >= 0.0 && b[1] >= 0.0 && b[2] <= side && b[3] <= side,
                Cover::Disc { x, y, radius } => {
                    let range = radius..=side - radius;
                    range.contains(&x) && range.contains(&y)
                }
            };
            prop_assert!(inside, "{} leaves the page", name);
        }
    }
}
