//! Draws charts and cards: geometry to a scene, a scene to SVG or PNG.
//!
//! A [`Wheel`] describes in plain numbers and texts what to show. [`Wheel::draw`] lays it out and
//! returns a [`Scene`], a list of shapes. [`Scene::to_svg`] and [`Scene::to_png`] write it. Both
//! show the same picture because both read the same list. The same input gives the same bytes on
//! every machine: the crate uses no system fonts, files, clock or randomness. It does not calculate
//! charts: it knows where a planet is drawn, not where it is.
//!
//! # Examples
//!
//! ```
//! use chart::{AspectLine, AspectKind, WheelHouses, Mark, Panels, PointGlyph, Ring, Size, ChartText, Theme, ThemeName, Wheel, WheelPoint, ChartWords};
//!
//! let point = |glyph, name: &str, longitude_deg, house| WheelPoint {
//!     mark: Mark::Glyph(glyph),
//!     name: ChartText::new(name),
//!     longitude_deg,
//!     retrograde: false,
//!     house: Some(house),
//! };
//! let wheel = Wheel {
//!     title: ChartText::new("Ada, 10 December 1815"),
//!     heading: None,
//!     chart: Ring {
//!         heading: ChartText::new("Ada <script>"),
//!         lines: vec![ChartText::new("10 December 1815, 13:00"), ChartText::new("London")],
//!         points: vec![
//!             point(PointGlyph::Sun, "Sun", 257.9, 8),
//!             point(PointGlyph::Moon, "Moon", 11.2, 12),
//!         ],
//!     },
//!     around: None,
//!     houses: Some(WheelHouses {
//!         cusps_deg: std::array::from_fn(|index| 20.0 + 30.0 * index as f64),
//!         ascendant_deg: 20.0,
//!         midheaven_deg: 277.0,
//!     }),
//!     outer_houses: None,
//!     aspects: vec![AspectLine { from: 0, to: 1, kind: AspectKind::Trine, orb_deg: 6.7, strength: 0.1 }],
//!     notes: vec![ChartText::new("Tropical, equal houses")],
//!     panels: Panels::default(),
//!     words: ChartWords::english(),
//! };
//! let scene = wheel.draw(Size::new(800, 800)?, &Theme::named(ThemeName::Classic))?;
//! let svg = scene.to_svg();
//! assert!(svg.starts_with("<svg") && svg.contains("Ada &lt;script&gt;"));
//! assert!(scene.to_png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), chart::DrawError>(())
//! ```
//!
//! # Sizes
//! The content depends on the size: below 420 pixels there are no captions and no panels, and a
//! small wheel shows whole degrees only. Panels without room for readable text are refused. The description ([`Scene::description`]) is always
//! complete.

mod balance;
mod canvas;
mod card;
mod error;
mod font;
mod glyph;
mod grid;
mod indian;
mod legend;
mod palette;
mod panel;
mod png;
mod scene;
mod size;
mod spread;
mod svg;
mod table;
mod text;
mod theme;
mod wheel;
mod words;

pub use ids::{AspectKind, Sign};

pub use self::{
    card::{Card, CardBar, CardFact, Emblem, MAX_CARD_ROWS, MAX_CARD_TEXT},
    error::DrawError,
    font::{Weight, covers as font_covers, file as font_file},
    glyph::{AspectFamily, Glyph, INK_RADIUS, PointGlyph, SIDE},
    indian::{IndianChart, IndianPoint, IndianStyle, MAX_INDIAN_POINTS},
    panel::{Panel, Panels},
    scene::{Dash, Length, Scene, SceneItem, ScenePoint, Segment, Shape, Stroke},
    size::{MAX_PX, MIN_PX, Size},
    spread::{Spread, spread, spread_between},
    text::{ChartText, MAX_CHARACTERS},
    theme::{ColorRole, Colour, CustomColours, GRAPHIC_CONTRAST, TEXT_CONTRAST, Theme, ThemeName},
    wheel::{
        AspectLine, MAX_ASPECTS, MAX_POINTS, MIN_PANEL_SIDE_PX, Mark, Ring, Wheel, WheelHouses,
        WheelPoint,
    },
    words::ChartWords,
};
