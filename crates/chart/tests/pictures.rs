//! Finished pictures: their scenes as text, their sizes, their pixels, and their text for screen
//! readers.

#[path = "../examples/gallery/samples.rs"]
mod samples;

use chart::{
    AspectKind, AspectLine, DrawError, MAX_ASPECTS, MAX_POINTS, Panel, Panels, Scene, Size, Theme,
    ThemeName, Wheel,
};

fn draw(wheel: &Wheel, side: u32) -> Scene {
    wheel
        .draw(
            Size::new(side, side).expect("a valid size"),
            &Theme::named(ThemeName::Light),
        )
        .expect("a wheel that can be drawn")
}

/// A few points, so that a person can check every line of the snapshot.
fn few() -> Wheel {
    let mut wheel = samples::natal();
    wheel.chart.points.truncate(3);
    wheel.aspects.retain(|aspect| aspect.to < 3);
    wheel.aspects.push(AspectLine {
        from: 0,
        to: 1,
        kind: AspectKind::Square,
        orb_deg: 8.97,
        strength: 0.0,
    });
    wheel
}

#[test]
fn the_scene_of_a_birth_chart() {
    insta::assert_snapshot!(draw(&few(), 800));
}

#[test]
fn the_scene_of_a_small_birth_chart() {
    insta::assert_snapshot!(draw(&few(), 300));
}

#[test]
fn the_scene_without_a_time() {
    let mut wheel = samples::unknown_time();
    wheel.chart.points.truncate(2);
    wheel.aspects.clear();
    insta::assert_snapshot!(draw(&wheel, 300));
}

#[test]
fn files_are_small() {
    for sample in samples::all() {
        let (width, height) = sample.size_px;
        let scene = sample
            .wheel
            .draw(
                Size::new(width, height).unwrap(),
                &Theme::named(sample.theme),
            )
            .unwrap();
        let (svg, png) = (scene.to_svg().len(), scene.to_png().unwrap().len());
        let most = if sample.wheel.panels == Panels::all() {
            60_000
        } else {
            40_000
        };
        assert!(svg < most, "{}: {svg} bytes of SVG", sample.name);
        if sample.size_px == (800, 800) {
            assert!(png < 200_000, "{}: {png} bytes of PNG", sample.name);
        }
    }
}

#[test]
fn what_a_wheel_and_its_grid_show_says_what_it_is() {
    let mut wheel = few();
    wheel.panels = [Panel::AspectGrid].into_iter().collect();
    let size = Size::new(1200, 800).unwrap();
    let theme = Theme::named(ThemeName::Light);
    let svg = wheel.draw(size, &theme).unwrap().to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let said = |title: &str| {
        let is_thing = |node: roxmltree::Node<'_, '_>| {
            ["use", "path", "text"].contains(&node.tag_name().name())
        };
        let mine = |node: &roxmltree::Node<'_, '_>| {
            node.has_tag_name("title")
                && node.text() == Some(title)
                && node.parent().is_some_and(is_thing)
        };
        document.descendants().filter(mine).count()
    };
    for (title, times) in [
        ("Sun 23°30′ Pisces, House 10", 1),
        ("Aries", 1),
        ("House 1, 11°39′ Cancer", 1),
        ("Ascendant 11°39′ Cancer", 1),
        ("Midheaven 12°50′ Pisces", 1),
        // The line and the cell.
        ("Sun square Moon", 2),
        ("Moon", 1),
    ] {
        assert_eq!(said(title), times, "{title}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (a, b) = (draw(&samples::natal(), 420), draw(&samples::natal(), 420));
    assert_eq!(a.to_svg(), b.to_svg());
    assert_eq!(a.to_png().unwrap(), b.to_png().unwrap());
}

#[test]
fn a_png_has_the_size_that_was_asked_for_and_the_background_in_its_corners() {
    for (width, height) in [(100, 100), (100, 4000), (640, 480)] {
        let scene = samples::natal()
            .draw(
                Size::new(width, height).unwrap(),
                &Theme::named(ThemeName::Dark),
            )
            .unwrap();
        let bytes = scene.to_png().unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (width, height));
        assert_eq!(info.color_type, png::ColorType::Rgb);
        assert_eq!(pixels[..3], scene.background.channels());
        assert_eq!(pixels[pixels.len() - 3..], scene.background.channels());
    }
}

#[test]
fn the_description_has_the_chart_in_words() {
    let svg = draw(&few(), 100).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let text = |name| {
        let node = document
            .root_element()
            .children()
            .find(|node| node.has_tag_name(name));
        node.and_then(|node| node.text()).unwrap().to_owned()
    };
    assert_eq!(
        text("title"),
        "Albert Einstein – 14 March 1879, 11:30 LMT (+00:40)"
    );
    let description = text("desc");
    for part in [
        "Sun 23°30′ Pisces, House 10",
        "Moon 14°31′ Sagittarius, House 6",
        "Ascendant 11°39′ Cancer, Midheaven 12°50′ Pisces.",
        "Sun square Moon",
        "Ulm, Germany.",
        "Porphyry.",
    ] {
        assert!(description.contains(part), "{part} in {description}");
    }
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.attribute("lang"), Some("en"));
}

#[test]
fn text_stays_text() {
    let svg = draw(&samples::natal(), 800).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for expected in [
        "Albert Einstein",
        "Ulm, Germany",
        "23°",
        "30′",
        "Porphyry",
        "12",
    ] {
        assert!(texts.contains(&expected), "{expected} in {texts:?}");
    }
}

#[test]
fn a_wheel_that_cannot_be_drawn_says_what_is_wrong() {
    let size = Size::new(800, 800).unwrap();
    let check = |change: &dyn Fn(&mut Wheel), expected: DrawError| {
        let mut wheel = samples::natal();
        change(&mut wheel);
        assert_eq!(
            wheel.draw(size, &Theme::named(ThemeName::Light)),
            Err(expected)
        );
    };
    check(
        &|wheel| wheel.chart.points[3].longitude_deg = f64::NAN,
        DrawError::NotFinite {
            what: "a longitude",
        },
    );
    check(
        &|wheel| wheel.houses.as_mut().unwrap().cusps_deg[4] = f64::INFINITY,
        DrawError::NotFinite { what: "a cusp" },
    );
    check(
        &|wheel| wheel.aspects[0].to = 99,
        DrawError::NoSuchPoint { index: 99 },
    );
    check(
        &|wheel| {
            let point = wheel.chart.points[0].clone();
            wheel.chart.points = vec![point; MAX_POINTS + 1];
        },
        DrawError::TooManyPoints {
            given: MAX_POINTS + 1,
        },
    );
    check(
        &|wheel| wheel.aspects = vec![wheel.aspects[0]; MAX_ASPECTS + 1],
        DrawError::TooManyAspects {
            given: MAX_ASPECTS + 1,
        },
    );
}

#[test]
fn an_empty_ring_is_a_wheel_too() {
    let mut wheel = samples::unknown_time();
    wheel.chart.points.clear();
    wheel.aspects.clear();
    wheel.panels = Panels::all();
    assert!(draw(&wheel, 900).to_png().is_ok());
}

/// Returns the texts of a picture, and whether it could be drawn.
fn texts_at(wheel: &Wheel, (width, height): (u32, u32)) -> Result<Vec<String>, DrawError> {
    let size = Size::new(width, height)?;
    let svg = wheel.draw(size, &Theme::named(ThemeName::Light))?.to_svg();
    let document = roxmltree::Document::parse(&svg).expect("an SVG");
    let texts = document.descendants().filter(|it| it.has_tag_name("text"));
    Ok(texts
        .filter_map(|it| it.text().map(str::to_owned))
        .collect())
}

fn with_panel(wheel: Wheel, panel: Panel) -> Wheel {
    let panels = [panel].into_iter().collect();
    Wheel { panels, ..wheel }
}

#[test]
fn the_table_of_positions_has_the_angles() {
    let wheel = with_panel(few(), Panel::Positions);
    let texts = texts_at(&wheel, (1200, 800)).unwrap();
    for name in ["Sun", "Ascendant", "Midheaven"] {
        assert!(texts.iter().any(|it| it == name), "{name} in {texts:?}");
    }
    // They have their row only once, also if they are among the points.
    let mut wheel = wheel;
    wheel.chart.points[2].mark = chart::Mark::Glyph(chart::PointGlyph::Ascendant);
    wheel.chart.points[2].name = chart::ChartText::new("Ascendant");
    let texts = texts_at(&wheel, (1200, 800)).unwrap();
    assert_eq!(texts.iter().filter(|it| *it == "Ascendant").count(), 1);
}

#[test]
fn the_cusps_of_both_charts_are_in_the_table() {
    let count = |wheel: &Wheel, text: &str| {
        let texts = texts_at(wheel, (1600, 1000)).unwrap();
        texts.iter().filter(|it| *it == text).count()
    };
    // 11°39′ Cancer and 12°50′ Pisces are cusps of the inner chart, 19°18′ Capricorn of the outer
    // one. Opposite cusps have the same numbers.
    let one = with_panel(samples::transits(), Panel::Cusps);
    let without = samples::transits();
    assert_eq!(count(&one, "39′") - count(&without, "39′"), 2);
    let two = with_panel(samples::two_houses(), Panel::Cusps);
    let without = samples::two_houses();
    assert_eq!(count(&two, "39′") - count(&without, "39′"), 2);
    assert_eq!(count(&two, "18′") - count(&without, "18′"), 2);
    let no_houses = with_panel(samples::unknown_time(), Panel::Cusps);
    assert!(texts_at(&no_houses, (1600, 1000)).is_ok());
}

#[test]
fn the_grid_has_orbs_where_they_can_be_read() {
    // Sun 353.50, Moon 254.53: 98.97 degrees apart.
    let wheel = with_panel(few(), Panel::AspectGrid);
    let shows = |size| {
        let texts = texts_at(&wheel, size).unwrap();
        texts.iter().any(|it| it == "8°58′")
    };
    assert!(shows((1200, 800)));
    assert!(!shows((500, 420)));
}

#[test]
fn the_balance_counts_the_signs_of_the_planets() {
    let wheel = with_panel(samples::natal(), Panel::Balance);
    let size = Size::new(1200, 800).unwrap();
    let scene = wheel.draw(size, &Theme::named(ThemeName::Light)).unwrap();
    let svg = scene.to_svg();
    // Counted by hand in the list of the sample, without nodes, Chiron, Lilith and lots.
    for said in [
        "Fire: 4",
        "Earth: 4",
        "Air: 1",
        "Water: 1",
        "Cardinal: 4",
        "Fixed: 3",
        "Mutable: 3",
    ] {
        assert!(svg.contains(&format!("<title>{said}</title>")), "{said}");
    }
}

#[test]
fn the_legend_has_the_aspects_of_the_wheel_only() {
    let wheel = with_panel(few(), Panel::Legend);
    let texts = texts_at(&wheel, (1200, 800)).unwrap();
    let has = |name: &str| texts.iter().any(|it| it == name);
    assert!(has("square") && !has("trine"), "{texts:?}");
}

#[test]
fn the_second_house_ring_has_numbers_and_axes_of_its_own() {
    let size = Size::new(800, 800).unwrap();
    let scene = samples::two_houses().draw(size, &Theme::named(ThemeName::Light));
    let svg = scene.unwrap().to_svg();
    for said in [
        "House 1, 11°39′ Cancer",
        "House 1, 19°18′ Capricorn",
        "Ascendant 11°39′ Cancer",
        "Ascendant 19°18′ Capricorn",
        "Midheaven 14°36′ Scorpio",
    ] {
        assert!(svg.contains(&format!("<title>{said}</title>")), "{said}");
    }
    assert!(svg.contains("Transits: Ascendant 19°18′ Capricorn, Midheaven 14°36′ Scorpio."));
    // Without a chart around it, they belong to nothing.
    let mut wheel = samples::natal();
    let plain = draw(&wheel, 800).to_svg();
    wheel.outer_houses = samples::two_houses().outer_houses;
    assert_eq!(draw(&wheel, 800).to_svg(), plain);
}

#[test]
fn panels_that_could_not_be_read_are_refused() {
    let every = Wheel {
        panels: Panels::all(),
        ..samples::two_houses()
    };
    assert!(texts_at(&every, (1600, 1100)).is_ok());
    let refused = texts_at(&every, (460, 460));
    assert_eq!(refused, Err(DrawError::NoRoomForPanels));
    // What was drawn until now is still drawn.
    for panel in [Panel::Positions, Panel::AspectGrid] {
        for wheel in [samples::natal(), samples::transits()] {
            assert!(texts_at(&with_panel(wheel, panel), (420, 420)).is_ok());
        }
    }
}
