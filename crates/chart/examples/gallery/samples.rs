//! Wheels with hard-coded longitudes for the gallery, the tests and the bench. They demonstrate
//! drawing, not calculation: the places are approximate, and the cusps follow the simplest rule.

use chart::{
    AspectKind, AspectLine, ChartText, ChartWords, Mark, Panel, Panels, PointGlyph, Ring,
    ThemeName, Wheel, WheelHouses, WheelPoint,
};

/// A picture of the gallery.
pub(crate) struct Sample {
    /// The file name.
    pub(crate) name: &'static str,
    /// The content.
    pub(crate) wheel: Wheel,
    /// The theme.
    pub(crate) theme: ThemeName,
    /// Width and height in pixels.
    pub(crate) size_px: (u32, u32),
}

/// Every picture of the gallery.
pub(crate) fn all() -> Vec<Sample> {
    let sample = |name, wheel, theme, size_px| Sample {
        name,
        wheel,
        theme,
        size_px,
    };
    let panels = Wheel {
        panels: tables(),
        ..natal()
    };
    let double_panels = Wheel {
        panels: panels.panels,
        ..transits()
    };
    let every_panel = |wheel| Wheel {
        panels: Panels::all(),
        ..wheel
    };
    vec![
        sample("natal-classic", natal(), ThemeName::Classic, (800, 800)),
        sample("natal-light", natal(), ThemeName::Light, (800, 800)),
        sample("natal-dark", natal(), ThemeName::Dark, (800, 800)),
        sample("natal-minimal", natal(), ThemeName::Minimal, (800, 800)),
        sample("natal-print", natal(), ThemeName::Print, (800, 800)),
        sample("natal-small", natal(), ThemeName::Light, (300, 300)),
        sample("natal-medium", natal(), ThemeName::Light, (460, 460)),
        sample("natal-panels", panels, ThemeName::Light, (1200, 800)),
        sample(
            "whole-signs",
            whole_signs(),
            ThemeName::Classic,
            (800, 1200),
        ),
        sample("transits", transits(), ThemeName::Light, (800, 800)),
        sample("transits-small", transits(), ThemeName::Dark, (300, 300)),
        sample(
            "transits-panels",
            double_panels,
            ThemeName::Classic,
            (1300, 850),
        ),
        sample(
            "natal-all-panels",
            every_panel(natal()),
            ThemeName::Dark,
            (1400, 1000),
        ),
        sample("two-houses", two_houses(), ThemeName::Light, (800, 800)),
        sample(
            "two-houses-all-panels",
            every_panel(two_houses()),
            ThemeName::Classic,
            (1600, 1100),
        ),
        sample("stellium", stellium(), ThemeName::Light, (800, 800)),
        sample("polar", polar(), ThemeName::Classic, (800, 800)),
        sample("unknown-time", unknown_time(), ThemeName::Light, (800, 800)),
        sample("all-points", all_points(), ThemeName::Light, (800, 800)),
    ]
}

type Place = (PointGlyph, &'static str, f64, bool);

use PointGlyph::{
    Chiron, Jupiter, Mars, MeanApogee, Mercury, Moon, Neptune, NorthNode, PartOfFortune, Pluto,
    Saturn, SouthNode, Sun, Uranus, Venus,
};

const BIRTH: &[Place] = &[
    (Sun, "Sun", 353.50, false),
    (Moon, "Moon", 254.53, false),
    (Mercury, "Mercury", 3.135, false),
    (Venus, "Venus", 16.98, false),
    (Mars, "Mars", 296.91, false),
    (Jupiter, "Jupiter", 327.48, false),
    (Saturn, "Saturn", 4.19, false),
    (Uranus, "Uranus", 151.29, true),
    (Neptune, "Neptune", 37.87, false),
    (Pluto, "Pluto", 54.73, false),
    (NorthNode, "North Node", 301.48, true),
    (SouthNode, "South Node", 121.48, true),
    (Chiron, "Chiron", 35.56, false),
    (MeanApogee, "Lilith", 78.25, false),
    (PartOfFortune, "Part of Fortune", 2.68, false),
];

const LATER: &[Place] = &[
    (Sun, "Sun", 236.12, false),
    (Moon, "Moon", 88.40, false),
    (Mercury, "Mercury", 233.70, true),
    (Venus, "Venus", 251.90, false),
    (Mars, "Mars", 197.35, false),
    (Jupiter, "Jupiter", 131.66, true),
    (Saturn, "Saturn", 178.03, false),
    (Uranus, "Uranus", 314.22, false),
    (Neptune, "Neptune", 141.87, true),
    (Pluto, "Pluto", 99.65, true),
    (NorthNode, "North Node", 230.94, true),
];

/// Positions and aspects.
fn tables() -> Panels {
    [Panel::Positions, Panel::AspectGrid].into_iter().collect()
}

/// A natal chart.
pub(crate) fn natal() -> Wheel {
    let houses = porphyry(101.65, 342.84);
    wheel(
        ring(
            "Albert Einstein",
            &[
                "14 March 1879, 11:30 LMT (+00:40)",
                "Ulm, Germany",
                "48°24′N 10°00′E",
            ],
            BIRTH,
            Some(&houses),
        ),
        None,
        Some(houses),
        &["Tropical", "Porphyry"],
    )
}

/// Transits around a natal chart.
pub(crate) fn transits() -> Wheel {
    let houses = porphyry(101.65, 342.84);
    wheel(
        ring(
            "Albert Einstein",
            &["14 March 1879, 11:30 LMT (+00:40)", "Ulm, Germany"],
            BIRTH,
            Some(&houses),
        ),
        Some(ring(
            "Transits",
            &["18 November 1915, 12:00 CET", "Berlin, Germany"],
            LATER,
            Some(&houses),
        )),
        Some(houses),
        &["Tropical", "Porphyry"],
    )
}

/// Two charts, each with its houses.
pub(crate) fn two_houses() -> Wheel {
    let outer = porphyry(289.3, 224.6);
    let mut wheel = transits();
    for point in wheel.around.iter_mut().flat_map(|it| &mut it.points) {
        point.house = Some(house_of(point.longitude_deg, &outer));
    }
    wheel.outer_houses = Some(outer);
    wheel
}

/// Houses whose cusps are not the axes, and panels below the wheel.
pub(crate) fn whole_signs() -> Wheel {
    let mut wheel = natal();
    if let Some(houses) = &mut wheel.houses {
        houses.cusps_deg = std::array::from_fn(|index| 90.0 + 30.0 * index as f64);
    }
    wheel.notes = vec![ChartText::new("Tropical"), ChartText::new("Whole signs")];
    wheel.panels = tables();
    wheel
}

/// Ten points within three degrees.
pub(crate) fn stellium() -> Wheel {
    let houses = porphyry(75.2, 330.1);
    let crowded: Vec<Place> = BIRTH[..10]
        .iter()
        .enumerate()
        .map(|(index, (glyph, name, _, _))| {
            (*glyph, *name, 43.1 + index as f64 * 0.32, index % 3 == 2)
        })
        .chain([
            (NorthNode, "North Node", 223.9, true),
            (Chiron, "Chiron", 130.0, false),
        ])
        .collect();
    wheel(
        ring(
            "Ten within three degrees",
            &["A made-up sky"],
            &crowded,
            Some(&houses),
        ),
        None,
        Some(houses),
        &["Tropical", "Porphyry"],
    )
}

/// Beyond the polar circle: narrow and wide quadrants.
pub(crate) fn polar() -> Wheel {
    let houses = porphyry(151.0, 131.5);
    wheel(
        ring(
            "Winter in Tromsø",
            &[
                "21 December 1990, 23:10 CET (+01:00)",
                "Tromsø, Norway",
                "69°39′N 18°57′E",
            ],
            LATER,
            Some(&houses),
        ),
        None,
        Some(houses),
        &["Tropical", "Porphyry instead of Placidus"],
    )
}

/// A day without a time.
pub(crate) fn unknown_time() -> Wheel {
    wheel(
        ring(
            "Зоя Ивановна",
            &["2 мая 1962", "Нижний Новгород"],
            &BIRTH[..13],
            None,
        ),
        None,
        None,
        &["Tropical", "Time unknown: noon"],
    )
}

/// Every point symbol, and a star drawn as letters.
pub(crate) fn all_points() -> Wheel {
    let houses = porphyry(12.0, 281.0);
    let places: Vec<Place> = PointGlyph::ALL
        .iter()
        .enumerate()
        .map(|(index, glyph)| {
            (
                *glyph,
                glyph.id(),
                (index * index) as f64 * 2.7 + 5.0,
                index % 5 == 0,
            )
        })
        .collect();
    let mut all = ring("Every point", &["A made-up sky"], &places, Some(&houses));
    all.points.push(WheelPoint {
        mark: Mark::Letters(ChartText::new("Spica")),
        name: ChartText::new("Spica"),
        longitude_deg: 203.8,
        retrograde: false,
        house: None,
    });
    let mut wheel = wheel(all, None, Some(houses), &["Tropical", "Porphyry"]);
    wheel.aspects.truncate(80);
    wheel
}

fn wheel(chart: Ring, around: Option<Ring>, houses: Option<WheelHouses>, notes: &[&str]) -> Wheel {
    let aspects = aspects(&chart, around.as_ref());
    Wheel {
        title: ChartText::new(&format!("{} – {}", chart.heading, chart.lines[0])),
        heading: None,
        chart,
        around,
        houses,
        outer_houses: None,
        aspects,
        notes: notes.iter().map(|note| ChartText::new(note)).collect(),
        panels: Panels::default(),
        words: ChartWords::english(),
    }
}

fn ring(heading: &str, lines: &[&str], places: &[Place], houses: Option<&WheelHouses>) -> Ring {
    Ring {
        heading: ChartText::new(heading),
        lines: lines.iter().map(|line| ChartText::new(line)).collect(),
        points: places
            .iter()
            .map(|(glyph, name, longitude_deg, retrograde)| WheelPoint {
                mark: Mark::Glyph(*glyph),
                name: ChartText::new(name),
                longitude_deg: *longitude_deg,
                retrograde: *retrograde,
                house: houses.map(|houses| house_of(*longitude_deg, houses)),
            })
            .collect(),
    }
}

fn house_of(longitude_deg: f64, houses: &WheelHouses) -> u8 {
    let past = |cusp: f64| (longitude_deg - cusp).rem_euclid(360.0);
    (1..=12)
        .min_by(|a, b| past(houses.cusps_deg[a - 1]).total_cmp(&past(houses.cusps_deg[b - 1])))
        .and_then(|house| u8::try_from(house).ok())
        .unwrap_or(1)
}

/// Trisects each quadrant.
fn porphyry(ascendant_deg: f64, midheaven_deg: f64) -> WheelHouses {
    let lower = (midheaven_deg + 180.0 - ascendant_deg).rem_euclid(360.0) / 3.0;
    let upper = (180.0 - 3.0 * lower) / 3.0;
    let cusps_deg = std::array::from_fn(|index| {
        let (quadrant, third) = (index / 3, (index % 3) as f64);
        let (begin, step) = match quadrant {
            0 => (ascendant_deg, lower),
            1 => (midheaven_deg + 180.0, upper),
            2 => (ascendant_deg + 180.0, lower),
            _ => (midheaven_deg, upper),
        };
        (begin + third * step).rem_euclid(360.0)
    });
    WheelHouses {
        cusps_deg,
        ascendant_deg,
        midheaven_deg,
    }
}

const KINDS: &[(AspectKind, f64, f64)] = &[
    (AspectKind::Conjunction, 0.0, 8.0),
    (AspectKind::Sextile, 60.0, 5.0),
    (AspectKind::Square, 90.0, 7.0),
    (AspectKind::Trine, 120.0, 7.0),
    (AspectKind::Opposition, 180.0, 8.0),
    (AspectKind::Quincunx, 150.0, 2.0),
    (AspectKind::Quintile, 72.0, 1.5),
    (AspectKind::Semisquare, 45.0, 1.5),
];

fn aspects(chart: &Ring, around: Option<&Ring>) -> Vec<AspectLine> {
    let others = &around.unwrap_or(chart).points;
    let mut found = Vec::new();
    for (from, a) in chart.points.iter().enumerate() {
        for (to, b) in others.iter().enumerate() {
            let is_axis = |point: &WheelPoint| point.name.as_str().ends_with("Node");
            if around.is_none() && (from >= to || is_axis(a) && is_axis(b)) {
                continue;
            }
            let apart =
                ((a.longitude_deg - b.longitude_deg + 180.0).rem_euclid(360.0) - 180.0).abs();
            // Transits have narrow orbs.
            let narrow = if around.is_some() { 0.3 } else { 1.0 };
            for (kind, angle, orb) in KINDS {
                let (orb_deg, allowed) = ((apart - angle).abs(), orb * narrow);
                if orb_deg <= allowed {
                    found.push(AspectLine {
                        from,
                        to,
                        kind: *kind,
                        orb_deg,
                        strength: 1.0 - orb_deg / allowed,
                    });
                }
            }
        }
    }
    found
}
