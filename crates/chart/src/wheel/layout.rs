//! Positions and sizes, determined once from the size of the picture and its content.

use super::{Ring, Wheel, caption};
use crate::{
    canvas::{Style, Xy},
    glyph::{INK_RADIUS, SIDE},
    size::Size,
    theme::Colour,
};

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    /// Returns the remaining area below something of this height.
    pub(crate) fn below(self, used_px: f64) -> Self {
        Self {
            y: self.y + used_px,
            height: self.height - used_px,
            ..self
        }
    }
}

impl Area {
    /// Returns the left and the right half, with some space between them.
    pub(crate) fn halves(self) -> (Self, Self) {
        let width = self.width * 0.48;
        let right = Self {
            x: self.x + self.width - width,
            width,
            ..self
        };
        (Self { width, ..self }, right)
    }
}

/// The level of detail at the size of a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Symbols and whole degrees.
    Small,
    /// Also signs, and the names of the axes.
    Medium,
    /// Also minutes and the degrees of cusps.
    Full,
}

/// The labels of a point, from the rim inwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowKind {
    Mark,
    Degrees,
    Sign,
    Minutes,
    Retrograde,
}

/// A row of a ring: all of its labels are at the same distance from the center.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) kind: RowKind,
    pub(super) size_px: f64,
    /// Distance from the center, as a fraction of the radius.
    pub(super) part: f64,
    /// No part of a label is farther from its center than this.
    pub(super) reach_px: f64,
}

/// A ring of points.
#[derive(Debug, Clone)]
pub(super) struct RingPlan {
    pub(super) outer: f64,
    pub(super) rows: Vec<Row>,
    /// The least angle between neighbors.
    pub(super) gap_deg: f64,
}

/// Distances from the center, as fractions of the radius.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) zodiac_outer: f64,
    pub(super) zodiac_inner: f64,
    pub(super) sign_size_px: f64,
    pub(super) chart: RingPlan,
    pub(super) around: Option<RingPlan>,
    pub(super) between_rings: Option<f64>,
    /// The inner edge of the second house ring, which begins at the zodiac.
    pub(super) outer_houses: Option<f64>,
    pub(super) house_outer: f64,
    pub(super) disc: f64,
}

/// The layout of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub(super) detail: Detail,
    pub(super) center: Xy,
    pub(super) radius_px: f64,
    pub(super) parts: Parts,
    /// The strip above everything else for the heading.
    pub(super) heading: Option<Area>,
    /// The part of the page that wheel and captions share.
    pub(super) area: Area,
    pub(super) panel: Option<Area>,
    pub(super) captions: bool,
    /// The shorter side of the page. Captions are proportional to it.
    pub(super) side_px: f64,
}

/// The shorter side of the smallest image with captions and panels. A smaller one has neither.
pub const MIN_PANEL_SIDE_PX: u32 = 420;

impl Layout {
    pub(super) fn of(wheel: &Wheel, size: Size) -> Self {
        let (width, height) = (f64::from(size.width_px()), f64::from(size.height_px()));
        let side_px = width.min(height);
        let captions = side_px >= f64::from(MIN_PANEL_SIDE_PX);
        let margin = if captions {
            side_px * 0.022
        } else {
            side_px * 0.012
        };
        let page = Area {
            x: margin,
            y: margin,
            width: width - 2.0 * margin,
            height: height - 2.0 * margin,
        };
        let heading = wheel.heading.as_ref().map(|_| Area {
            height: (side_px * 0.045).max(14.0),
            ..page
        });
        let page = heading.map_or(page, |it| page.below(it.height));
        let (area, panel) = split(page, !wheel.panels.is_empty() && captions);
        let (center, radius_px) = if captions {
            caption::fit_circle(wheel, area, side_px)
        } else {
            let radius = area.width.min(area.height) / 2.0;
            (
                (area.x + area.width / 2.0, area.y + area.height / 2.0),
                radius,
            )
        };
        let detail = match radius_px {
            small if small < 175.0 => Detail::Small,
            medium if medium < 270.0 => Detail::Medium,
            _ => Detail::Full,
        };
        Self {
            detail,
            center,
            radius_px,
            parts: Parts::of(wheel, detail, radius_px),
            heading,
            area,
            panel,
            captions,
            side_px,
        }
    }
}

/// Splits the page into an area for the wheel and one for panels, beside or below it, whichever
/// keeps the larger wheel.
fn split(page: Area, wanted: bool) -> (Area, Option<Area>) {
    if !wanted {
        return (page, None);
    }
    let space = page.width.min(page.height) * 0.03;
    if page.width >= page.height {
        let panel = (page.width - page.height).clamp(page.width * 0.32, page.width * 0.5);
        let rest = page.width - panel - space;
        let right = Area {
            x: page.x + rest + space,
            width: panel,
            ..page
        };
        (
            Area {
                width: rest,
                ..page
            },
            Some(right),
        )
    } else {
        let panel = (page.height - page.width).clamp(page.height * 0.32, page.height * 0.5);
        let rest = page.height - panel - space;
        let lower = Area {
            y: page.y + rest + space,
            height: panel,
            ..page
        };
        (
            Area {
                height: rest,
                ..page
            },
            Some(lower),
        )
    }
}

impl Parts {
    fn of(wheel: &Wheel, detail: Detail, radius_px: f64) -> Self {
        let double = wheel.around.is_some();
        let (zodiac_outer, zodiac_width, sign_size) = match (detail, wheel.houses.is_some(), double)
        {
            (Detail::Small, _, false) => (0.995, 0.125, 0.1),
            (Detail::Small, _, true) => (0.995, 0.105, 0.085),
            (Detail::Medium, true, _) => (0.93, 0.11, 0.08),
            (Detail::Full, true, false) => (0.938, 0.105, 0.07),
            (Detail::Full, true, true) => (0.938, 0.09, 0.058),
            (_, false, _) => (0.995, 0.105, 0.07),
        };
        let sizes = row_sizes(detail, double);
        let leader = match detail {
            Detail::Small => 0.035,
            _ if double => 0.033,
            _ => 0.042,
        };
        let zodiac_inner = zodiac_outer - zodiac_width;
        let plan = |ring: &Ring, outer: f64| {
            let shows_motion = ring.points.iter().any(|point| point.retrograde);
            RingPlan::of(outer, leader, sizes, shows_motion, radius_px)
        };
        let numbers_width = match detail {
            Detail::Small => 0.085,
            Detail::Medium => 0.065,
            Detail::Full => 0.052,
        };
        let outer_houses = wheel.outer_houses().map(|_| zodiac_inner - numbers_width);
        let begin = outer_houses.unwrap_or(zodiac_inner);
        let around = wheel.around.as_ref().map(|ring| plan(ring, begin));
        let between_rings = around.as_ref().map(|around| around.inner(radius_px));
        let chart = plan(&wheel.chart, between_rings.unwrap_or(zodiac_inner));
        let edge = chart.inner(radius_px);
        let house_width = if wheel.houses.is_some() {
            numbers_width
        } else {
            0.0
        };
        Self {
            zodiac_outer,
            zodiac_inner,
            sign_size_px: sign_size * radius_px,
            chart,
            around,
            between_rings,
            outer_houses,
            house_outer: edge,
            disc: edge - house_width,
        }
    }
}

/// Returns the sizes as fractions of the radius.
fn row_sizes(detail: Detail, double: bool) -> &'static [(RowKind, f64)] {
    use RowKind::{Degrees, Mark, Minutes, Retrograde, Sign};
    match (detail, double) {
        (Detail::Full, false) => &[
            (Mark, 0.076),
            (Degrees, 0.0345),
            (Sign, 0.043),
            (Minutes, 0.029),
            (Retrograde, 0.033),
        ],
        (Detail::Full, true) => &[
            (Mark, 0.062),
            (Degrees, 0.03),
            (Minutes, 0.025),
            (Retrograde, 0.027),
        ],
        (Detail::Medium, false) => &[
            (Mark, 0.092),
            (Degrees, 0.046),
            (Sign, 0.056),
            (Retrograde, 0.042),
        ],
        (Detail::Medium, true) => &[(Mark, 0.076), (Degrees, 0.042), (Retrograde, 0.036)],
        (Detail::Small, false) => &[(Mark, 0.11), (Degrees, 0.062), (Retrograde, 0.056)],
        (Detail::Small, true) => &[(Mark, 0.095), (Retrograde, 0.052)],
    }
}

impl RingPlan {
    fn of(
        outer: f64,
        leader: f64,
        sizes: &[(RowKind, f64)],
        shows_motion: bool,
        radius_px: f64,
    ) -> Self {
        let space_px = 0.0035 * radius_px;
        let mut rows: Vec<Row> = Vec::new();
        let mut edge_px = (outer - leader) * radius_px;
        for (kind, size) in sizes {
            if *kind == RowKind::Retrograde && !shows_motion {
                continue;
            }
            let size_px = size * radius_px;
            let reach_px = kind.reach_px(size_px);
            let middle_px = edge_px - reach_px;
            rows.push(Row {
                kind: *kind,
                size_px,
                part: middle_px / radius_px,
                reach_px,
            });
            edge_px = middle_px - reach_px - space_px;
        }
        let angle = |row: &Row| {
            let half = (row.reach_px + space_px / 2.0) / (row.part * radius_px);
            2.0 * half.clamp(0.0, 1.0).asin().to_degrees()
        };
        let gap_deg = rows.iter().map(angle).fold(0.0, f64::max);
        Self {
            outer,
            rows,
            gap_deg,
        }
    }

    /// Returns the inner edge of the ring.
    fn inner(&self, radius_px: f64) -> f64 {
        self.rows.last().map_or(self.outer, |row| {
            row.part - (row.reach_px + 0.008 * radius_px) / radius_px
        })
    }
}

impl RowKind {
    /// Returns how far a label of this row extends from its center in any direction.
    fn reach_px(self, size_px: f64) -> f64 {
        let widest = match self {
            Self::Mark | Self::Sign | Self::Retrograde => return size_px * INK_RADIUS / SIDE,
            Self::Degrees => "29°",
            Self::Minutes => "59′",
        };
        text_reach_px(widest, size_px)
    }
}

/// Returns half the diagonal of a text.
pub(super) fn text_reach_px(text: &str, size_px: f64) -> f64 {
    let width = Style::regular(size_px, Colour::from_rgb(0)).width_px(text);
    width.hypot(crate::font::CAP_HEIGHT * size_px) / 2.0
}
