//! A report for tests and measurements. Its sentences belong to no text of the service.

use chart::{
    AspectKind, AspectLine, ChartText, ChartWords, Colour, Glyph, Mark, Panels, PointGlyph, Ring,
    Scene, Sign, Size, Theme, ThemeName, Wheel, WheelHouses, WheelPoint,
};
use reports::{Block, Branding, Cell, Chapter, Column, PageSize, Report, Table};

/// Sentences that belong to no text of the service.
pub(crate) const SENTENCES: [&str; 6] = [
    "A lighthouse keeper counts the ships and forgets the years.",
    "The office of the first fjord flows off to fill the affluent difficult cliff.",
    "What the river has carried away the sea returns in other shapes, and nobody minds the difference.",
    "Ask the baker about the weather: flour knows the damp before any instrument does.",
    "AVAILABLE TYPE, Voltaire, Łódź, Übermut, señor, façade, œuvre, naïve, Ελένη and Ада.",
    "“Quoted,” she said — ‘twice’ … and left.",
];

fn wheel() -> Scene {
    let point = |glyph, name: &str, longitude_deg, house| WheelPoint {
        mark: Mark::Glyph(glyph),
        name: ChartText::new(name),
        longitude_deg,
        retrograde: false,
        house: Some(house),
    };
    let wheel = Wheel {
        title: ChartText::new("Ada"),
        heading: None,
        chart: Ring {
            heading: ChartText::new("Ada Byron"),
            lines: vec![ChartText::new("10 December 1815, 13:00")],
            points: vec![
                point(PointGlyph::Sun, "Sun", 257.9, 8),
                point(PointGlyph::Moon, "Moon", 11.2, 12),
                point(PointGlyph::Venus, "Venus", 260.4, 8),
            ],
        },
        around: None,
        houses: Some(WheelHouses {
            cusps_deg: std::array::from_fn(|index| 20.0 + 30.0 * index as f64),
            ascendant_deg: 20.0,
            midheaven_deg: 277.0,
        }),
        outer_houses: None,
        aspects: vec![AspectLine {
            from: 0,
            to: 1,
            kind: AspectKind::Trine,
            orb_deg: 6.7,
            strength: 0.1,
        }],
        notes: vec![ChartText::new("Equal houses")],
        panels: Panels::default(),
        words: ChartWords::english(),
    };
    let size = Size::new(800, 800).unwrap();
    wheel.draw(size, &Theme::named(ThemeName::Light)).unwrap()
}

fn table(rows: usize) -> Table {
    let column = |title: &str, weight, right| Column {
        title: title.to_owned(),
        weight,
        right,
    };
    let row = |index: usize| {
        vec![
            Cell {
                glyph: Some(Glyph::Point(PointGlyph::Sun)),
                text: format!("Body {index}"),
            },
            Cell {
                glyph: Some(Glyph::Sign(Sign::ALL[index % 12])),
                text: format!("{}°{:02}′", index % 30, index % 60),
            },
            format!("{index}").into(),
        ]
    };
    Table {
        summary: "Bodies and their places".to_owned(),
        columns: vec![
            column("Body", 2.0, false),
            column("Place", 2.0, false),
            column("House", 1.0, true),
        ],
        rows: (1..=rows).map(row).collect(),
    }
}

/// A chapter with so many paragraphs.
pub(crate) fn chapter(number: usize, paragraphs: usize) -> Chapter {
    let mut blocks = vec![Block::Lead(SENTENCES[number % 6].to_owned())];
    for index in 0..paragraphs {
        if index % 4 == 0 {
            blocks.push(Block::Subheading(format!("Topic {number}.{index}")));
        }
        let text: Vec<_> = (0..7).map(|it| SENTENCES[(it + index) % 6]).collect();
        blocks.push(Block::Text(text.join(" ")));
    }
    Chapter {
        title: format!("Chapter {number}"),
        continues: false,
        blocks,
    }
}

/// A chart, a long table and so many chapters of text.
pub(crate) fn report(chapters: usize) -> Report {
    let mut all = vec![Chapter {
        title: "The chart".to_owned(),
        continues: false,
        blocks: vec![
            Block::Figure(Box::new(wheel())),
            Block::Heading("Positions".to_owned()),
            Block::Table(table(90)),
            Block::Note("Positions are tropical.".to_owned()),
        ],
    }];
    all.extend((1..=chapters).map(|it| chapter(it, 9)));
    Report {
        title: "Natal report".to_owned(),
        subject: "Ada Byron".to_owned(),
        lines: vec!["10 December 1815, 13:00".to_owned(), "London".to_owned()],
        language: "en".to_owned(),
        date: (2026, 5, 4),
        branding: Branding {
            name: "Northern Sky".to_owned(),
            colour: Colour::from_rgb(0x2a_3f6b),
            logo: None,
        },
        page_size: PageSize::A4,
        contents_title: "Contents".to_owned(),
        chapters: all,
    }
}
