//! The wheel: its content, and how its parts are combined.

mod aspects;
mod caption;
mod describe;
mod houses;
mod layout;
mod ring;
mod zodiac;

use ids::AspectKind;

use self::layout::Layout;
pub use self::layout::MIN_PANEL_SIDE_PX;
pub(crate) use self::{aspects::aspect_stroke, layout::Area, ring::draw_mark};
use crate::{
    canvas::{Canvas, Dial},
    error::DrawError,
    glyph::PointGlyph,
    panel::{self, Panels},
    scene::{Scene, Stroke},
    size::Size,
    text::ChartText,
    theme::Theme,
    words::ChartWords,
};

/// The largest number of points in a ring: all points, and some stars.
pub const MAX_POINTS: usize = 60;
/// The largest number of aspects in a wheel.
pub const MAX_ASPECTS: usize = 1000;

/// The content of a wheel: one chart, or one around another.
#[derive(Debug, Clone, PartialEq)]
pub struct Wheel {
    /// The title of the picture for screen readers.
    pub title: ChartText,
    /// The title drawn above the wheel.
    pub heading: Option<ChartText>,
    /// The chart; the inner one if there are two.
    pub chart: Ring,
    /// The chart around it: transits, progressions, another person.
    pub around: Option<Ring>,
    /// Houses of the chart; absent when the time is unknown.
    pub houses: Option<WheelHouses>,
    /// Houses of the chart around it, drawn as a second ring. Without that chart they mean nothing.
    pub outer_houses: Option<WheelHouses>,
    /// The aspect lines.
    pub aspects: Vec<AspectLine>,
    /// Short lines in a corner: zodiac, house system.
    pub notes: Vec<ChartText>,
    /// Panels next to the wheel, if the picture is large enough.
    pub panels: Panels,
    /// The words in the reader's language.
    pub words: ChartWords,
}

/// A ring of points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ring {
    /// The heading, such as a name.
    pub heading: ChartText,
    /// Moment, place and the like, one per line.
    pub lines: Vec<ChartText>,
    /// The points, in the order of the tables.
    pub points: Vec<WheelPoint>,
}

/// A point of a ring.
#[derive(Debug, Clone, PartialEq)]
pub struct WheelPoint {
    /// How it is drawn.
    pub mark: Mark,
    /// Its name in the reader's language.
    pub name: ChartText,
    /// Ecliptic longitude in degrees, not necessarily normalized.
    pub longitude_deg: f64,
    /// Whether it is retrograde.
    pub retrograde: bool,
    /// Its house, from 1 to 12.
    pub house: Option<u8>,
}

/// How a point is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// One of the symbols.
    Glyph(PointGlyph),
    /// Letters, for stars and lots without a symbol. The first three are drawn.
    Letters(ChartText),
}

/// Houses and angles of a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelHouses {
    /// The cusps, from the first house.
    pub cusps_deg: [f64; 12],
    /// The Ascendant, which points left. It need not be a cusp.
    pub ascendant_deg: f64,
    /// The Midheaven, which need not be a cusp either.
    pub midheaven_deg: f64,
}

/// An aspect line between two points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AspectLine {
    /// The index of a point of the chart.
    pub from: usize,
    /// The index of the other point: of the outer ring if there is one, otherwise of the chart.
    pub to: usize,
    /// The kind of aspect.
    pub kind: AspectKind,
    /// The orb, in degrees.
    pub orb_deg: f64,
    /// From 0 at the limit of the orb to 1 for exact. Stronger aspects have wider lines.
    pub strength: f64,
}

impl Wheel {
    /// Draws the wheel. The same wheel, size and theme give the same scene on every machine.
    ///
    /// # Errors
    ///
    /// [`DrawError`] with the value that cannot be drawn.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{
    ///     AspectLine, AspectKind, DrawError, Panels, Ring, Size, ChartText, Theme, ThemeName, Wheel, ChartWords,
    /// };
    ///
    /// let mut wheel = Wheel {
    ///     title: ChartText::new("No points"),
    ///     heading: None,
    ///     chart: Ring::default(),
    ///     around: None,
    ///     houses: None,
    ///     outer_houses: None,
    ///     aspects: Vec::new(),
    ///     notes: Vec::new(),
    ///     panels: Panels::default(),
    ///     words: ChartWords::english(),
    /// };
    /// let (size, theme) = (Size::new(400, 300)?, Theme::named(ThemeName::Print));
    /// let scene = wheel.draw(size, &theme)?;
    /// assert_eq!(scene.size, size);
    ///
    /// // An aspect between points that the ring does not have.
    /// let kind = AspectKind::Trine;
    /// wheel.aspects.push(AspectLine { from: 0, to: 1, kind, orb_deg: 0.0, strength: 1.0 });
    /// assert_eq!(wheel.draw(size, &theme), Err(DrawError::NoSuchPoint { index: 0 }));
    /// # Ok::<(), DrawError>(())
    /// ```
    pub fn draw(&self, size: Size, theme: &Theme) -> Result<Scene, DrawError> {
        self.check()?;
        let layout = Layout::of(self, size);
        let mut canvas = Canvas::default();
        let left_deg = self.houses.map_or(0.0, |houses| houses.ascendant_deg);
        let pen = Pen {
            wheel: self,
            theme,
            layout: &layout,
            dial: Dial {
                center: layout.center,
                radius_px: layout.radius_px,
                left_deg,
            },
        };
        pen.wheel(&mut canvas);
        caption::draw(self, &layout, theme, &mut canvas);
        caption::draw_heading(self, &layout, theme, &mut canvas);
        if let Some(area) = layout.panel {
            panel::draw(self, area, theme, &mut canvas)?;
        }
        Ok(Scene {
            size,
            background: theme.background,
            title: self.title.clone(),
            description: describe::description(self),
            language: ChartText::new(&self.words.language),
            items: canvas.items,
        })
    }

    fn check(&self) -> Result<(), DrawError> {
        for ring in self.rings() {
            let given = ring.points.len();
            if given > MAX_POINTS {
                return Err(DrawError::TooManyPoints { given });
            }
            let finite = |point: &WheelPoint| point.longitude_deg.is_finite();
            require(ring.points.iter().all(finite), "a longitude")?;
        }
        for houses in self.houses.iter().chain(&self.outer_houses) {
            require(
                houses.cusps_deg.iter().all(|cusp| cusp.is_finite()),
                "a cusp",
            )?;
            require(houses.ascendant_deg.is_finite(), "the Ascendant")?;
            require(houses.midheaven_deg.is_finite(), "the Midheaven")?;
        }
        let given = self.aspects.len();
        if given > MAX_ASPECTS {
            return Err(DrawError::TooManyAspects { given });
        }
        let others = self.others().points.len();
        for aspect in &self.aspects {
            require(
                aspect.orb_deg.is_finite() && aspect.strength.is_finite(),
                "an aspect",
            )?;
            for (index, count) in [(aspect.from, self.chart.points.len()), (aspect.to, others)] {
                if index >= count {
                    return Err(DrawError::NoSuchPoint { index });
                }
            }
        }
        Ok(())
    }

    /// Returns the chart, and the one around it.
    pub(crate) fn rings(&self) -> impl Iterator<Item = &Ring> {
        std::iter::once(&self.chart).chain(&self.around)
    }

    /// Returns the houses of the chart around, if there is one.
    pub(crate) fn outer_houses(&self) -> Option<&WheelHouses> {
        self.outer_houses.as_ref().filter(|_| self.around.is_some())
    }

    /// Returns the ring that aspects lead to.
    pub(crate) fn others(&self) -> &Ring {
        self.around.as_ref().unwrap_or(&self.chart)
    }
}

fn require(is_finite: bool, what: &'static str) -> Result<(), DrawError> {
    if is_finite {
        Ok(())
    } else {
        Err(DrawError::NotFinite { what })
    }
}

/// The context that every part of the drawing needs.
#[derive(Clone, Copy)]
struct Pen<'a> {
    wheel: &'a Wheel,
    theme: &'a Theme,
    layout: &'a Layout,
    dial: Dial,
}

impl Pen<'_> {
    fn wheel(&self, canvas: &mut Canvas) {
        let parts = &self.layout.parts;
        let radius = |part: f64| part * self.dial.radius_px;
        let line = Stroke::solid(self.theme.line, self.thin_px());
        canvas.circle(
            self.dial.center,
            radius(parts.zodiac_inner),
            Some(self.theme.ring),
            None,
        );
        self.zodiac(canvas);
        let rings = self.rings();
        let obstacles: Vec<_> = rings.iter().flat_map(ring::PlacedRing::obstacles).collect();
        if parts.house_outer > parts.disc {
            canvas.circle(
                self.dial.center,
                radius(parts.house_outer),
                None,
                Some(line),
            );
        }
        canvas.circle(
            self.dial.center,
            radius(parts.disc),
            Some(self.theme.disc),
            Some(line),
        );
        for part in parts.between_rings.into_iter().chain(parts.outer_houses) {
            canvas.circle(self.dial.center, radius(part), None, Some(line));
        }
        self.aspects(canvas);
        if let Some(houses) = &self.wheel.houses {
            self.houses(houses, &obstacles, canvas);
        }
        if let Some(houses) = self.wheel.outer_houses() {
            self.outer_houses(houses, &obstacles, canvas);
        }
        for ring in &rings {
            ring.draw(self, canvas);
        }
    }

    /// Returns the width of ordinary lines: hairlines on small pictures, proportional on large
    /// ones.
    fn thin_px(&self) -> f64 {
        (self.dial.radius_px * 0.0024).max(0.7)
    }

    /// Returns the width of the axes.
    fn thick_px(&self) -> f64 {
        (self.dial.radius_px * 0.0056).max(1.3)
    }
}
