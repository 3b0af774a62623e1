//! User text in any field appears as the text that was written: never as markup, never hidden.

#[path = "../examples/gallery/samples.rs"]
mod samples;

use chart::{ChartText, Mark, Panels, Scene, Size, Theme, ThemeName, Wheel};

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</text><script>alert(1)</script>",
    "]]><svg onload=alert(1)>",
    "<![CDATA[<b>]]>",
    "<!--",
    "-->",
    "<?xml version='1.0'?>",
    "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;",
    "&lt;b&gt; &amp;amp; &#60; &unknown;",
    "\" onload=\"alert(1)",
    "' onload='alert(1)",
    "javascript:alert(1)",
    "url(#g-sun)",
    "a\u{202e}gnp.exe",
    "\u{2066}isolate\u{2069}",
    "nul\u{0} bell\u{7} escape\u{1b}[31m delete\u{7f}",
    "line\u{2028}separator\u{2029}end",
    "\u{ffff}\u{fffe}",
    "z\u{0301}\u{0301}\u{0301}\u{0301}algo",
    "😀 𝕏 東京 שלום عربي",
];

/// The elements that the writer uses.
const ELEMENTS: &[&str] = &[
    "svg", "title", "desc", "defs", "path", "rect", "circle", "use", "text", "g",
];
const ATTRIBUTES: &[&str] = &[
    "width",
    "height",
    "viewBox",
    "role",
    "lang",
    "font-family",
    "text-rendering",
    "fill",
    "stroke-linejoin",
    "id",
    "stroke-linecap",
    "d",
    "cx",
    "cy",
    "r",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "x",
    "y",
    "font-size",
    "font-weight",
    "href",
    "transform",
];

fn everywhere(text: &str) -> Wheel {
    let mut wheel = samples::transits();
    wheel.panels = Panels::all();
    wheel.title = ChartText::new(text);
    wheel.notes = vec![ChartText::new(text); 3];
    for ring in std::iter::once(&mut wheel.chart).chain(&mut wheel.around) {
        ring.heading = ChartText::new(text);
        ring.lines = vec![ChartText::new(text); 3];
        for point in &mut ring.points {
            point.name = ChartText::new(text);
        }
        ring.points[0].mark = Mark::Letters(ChartText::new(text));
    }
    let words = &mut wheel.words;
    for word in [
        &mut words.house,
        &mut words.retrograde,
        &mut words.ascendant,
        &mut words.midheaven,
        &mut words.positions,
        &mut words.aspects_heading,
        &mut words.balance,
        &mut words.no_houses,
        &mut words.language,
    ] {
        text.clone_into(word);
    }
    words.signs = std::array::from_fn(|_| text.to_owned());
    words.aspects = std::array::from_fn(|_| text.to_owned());
    words.elements = std::array::from_fn(|_| text.to_owned());
    words.modes = std::array::from_fn(|_| text.to_owned());
    wheel
}

fn draw(wheel: &Wheel) -> Scene {
    wheel
        .draw(
            Size::new(900, 600).expect("a valid size"),
            &Theme::named(ThemeName::Light),
        )
        .expect("a wheel that can be drawn")
}

#[test]
fn hostile_text_in_every_field_comes_out_as_text() {
    for hostile in HOSTILE {
        let scene = draw(&everywhere(hostile));
        let svg = scene.to_svg();
        let document =
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{hostile:?}: {error}"));
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            assert!(ELEMENTS.contains(&name), "{hostile:?} produced <{name}>");
            for attribute in node.attributes() {
                assert!(
                    ATTRIBUTES.contains(&attribute.name()),
                    "{hostile:?} produced {attribute:?}"
                );
                let is_reference =
                    attribute.name() != "href" || attribute.value().starts_with("#g-");
                assert!(is_reference, "{attribute:?}");
            }
        }
        assert!(
            document
                .descendants()
                .all(|node| !node.is_comment() && !node.is_pi()),
            "{hostile:?}"
        );
        let title = document.root_element().first_element_child().unwrap();
        assert_eq!(
            title.text().unwrap_or_default(),
            ChartText::new(hostile).as_str()
        );
        assert!(scene.to_png().is_ok());
    }
}

#[test]
fn what_would_be_hidden_or_turned_around_is_shown_as_a_replacement() {
    for hostile in HOSTILE {
        let svg = draw(&everywhere(hostile)).to_svg();
        for character in svg.chars().filter(|character| *character != '\n') {
            let hidden = character.is_control()
                || ('\u{202a}'..='\u{202e}').contains(&character)
                || ('\u{2066}'..='\u{2069}').contains(&character)
                || ('\u{fffe}'..='\u{ffff}').contains(&character);
            assert!(!hidden, "{hostile:?} left {character:?}");
        }
    }
}

#[test]
fn an_ordinary_name_with_special_characters_is_what_the_reader_sees() {
    let mut wheel = samples::natal();
    wheel.chart.heading = ChartText::new("Tom & Jerry <3 \"O'Hara\"");
    let svg = draw(&wheel).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let shown = |node: roxmltree::Node<'_, '_>| {
        node.has_tag_name("text") && node.text() == Some("Tom & Jerry <3 \"O'Hara\"")
    };
    assert!(document.descendants().any(shown), "{svg}");
}

#[test]
fn the_document_refers_to_nothing_outside() {
    for sample in samples::all() {
        let size = Size::new(sample.size_px.0, sample.size_px.1).unwrap();
        let svg = sample
            .wheel
            .draw(size, &Theme::named(sample.theme))
            .unwrap()
            .to_svg();
        let without_namespace = svg.replacen("http://www.w3.org/2000/svg", "", 1);
        for needle in ["://", "data:", "<style", "<script", "url(", "@import"] {
            assert!(
                !without_namespace.contains(needle),
                "{}: {needle}",
                sample.name
            );
        }
    }
}
