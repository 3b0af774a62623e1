//! Houses: cusps with their degrees, the four axes with their names, and the house numbers.

use super::{
    Pen, WheelHouses,
    layout::{Detail, text_reach_px},
};
use crate::{
    canvas::{Canvas, Obstacle, Style, Xy, cut, polyline},
    glyph::{Glyph, INK_RADIUS, PointGlyph, SIDE},
    scene::{Segment, Stroke},
    spread::spread,
    text::ChartText,
    words::InSign,
};

/// An axis and a cusp closer than this are the same line.
const SAME_DEG: f64 = 1e-6;

/// The size of the name of an axis beside numbers, as a multiple of theirs.
const AXIS_OF_NUMBER: f64 = 1.55;

/// A line from the center outwards.
#[derive(Debug, Clone, Copy)]
struct Spoke {
    longitude_deg: f64,
    axis: Option<PointGlyph>,
    is_cusp: bool,
}

/// Lines of two styles.
#[derive(Default)]
struct Lines {
    axes: Vec<Segment>,
    cusps: Vec<Segment>,
}

impl Lines {
    fn of(&mut self, spoke: &Spoke) -> &mut Vec<Segment> {
        if spoke.axis.is_some() {
            &mut self.axes
        } else {
            &mut self.cusps
        }
    }
}

impl WheelHouses {
    /// Returns every cusp and every axis once.
    fn spokes(&self) -> Vec<Spoke> {
        let axes = [
            (self.ascendant_deg, PointGlyph::Ascendant),
            (self.midheaven_deg, PointGlyph::Midheaven),
            (self.ascendant_deg + 180.0, PointGlyph::Descendant),
            (self.midheaven_deg + 180.0, PointGlyph::ImumCoeli),
        ];
        let mut spokes: Vec<Spoke> = axes
            .into_iter()
            .map(|(longitude_deg, glyph)| Spoke {
                longitude_deg: longitude_deg.rem_euclid(360.0),
                axis: Some(glyph),
                is_cusp: false,
            })
            .collect();
        for cusp in self.cusps_deg {
            let apart = |spoke: &Spoke| {
                ((spoke.longitude_deg - cusp + 180.0).rem_euclid(360.0) - 180.0).abs()
            };
            match spokes.iter_mut().find(|spoke| apart(spoke) <= SAME_DEG) {
                Some(spoke) => spoke.is_cusp = true,
                None => spokes.push(Spoke {
                    longitude_deg: cusp.rem_euclid(360.0),
                    axis: None,
                    is_cusp: true,
                }),
            }
        }
        spokes
    }

    /// Returns the Ascendant, the Midheaven and the points opposite to them.
    pub(super) fn axes_deg(&self) -> [f64; 4] {
        let (ascendant, midheaven) = (self.ascendant_deg, self.midheaven_deg);
        [ascendant, midheaven, ascendant + 180.0, midheaven + 180.0]
    }

    /// Returns the middle of each house. Near the poles some systems number the houses in reverse;
    /// then the shorter arc from cusp to cusp is the house.
    fn middles_deg(&self) -> Vec<f64> {
        let pairs = (0..12).map(|index| (self.cusps_deg[index], self.cusps_deg[(index + 1) % 12]));
        let forward = |(from, to): (f64, f64)| (to - from).rem_euclid(360.0);
        let once_around = (pairs.clone().map(forward).sum::<f64>() - 360.0).abs() < 1.0;
        let middle = |(from, to): (f64, f64)| {
            let width = if once_around {
                forward((from, to))
            } else {
                (to - from + 180.0).rem_euclid(360.0) - 180.0
            };
            from + width / 2.0
        };
        pairs.map(middle).collect()
    }
}

impl Pen<'_> {
    pub(super) fn houses(&self, houses: &WheelHouses, obstacles: &[Obstacle], canvas: &mut Canvas) {
        let parts = &self.layout.parts;
        let spokes = houses.spokes();
        // Where the chart around has its own houses, these end with their chart.
        let outer = match (parts.outer_houses, parts.between_rings) {
            (Some(_), Some(between)) => between,
            _ => parts.zodiac_inner,
        };
        // Only a cusp divides the ring of numbers. An axis inside a house could cross its number.
        let span = |spoke: &Spoke| {
            let inner = if spoke.is_cusp {
                parts.disc
            } else {
                parts.house_outer
            };
            (inner, outer)
        };
        self.spokes(&spokes, span, obstacles, canvas);
        self.house_numbers(houses, (parts.disc, parts.house_outer), &[], canvas);
        if self.layout.detail != Detail::Small {
            self.spoke_labels(houses, &spokes, canvas);
        }
    }

    /// Draws the houses of the chart around: their cusps across its ring, their numbers next to the
    /// zodiac.
    pub(super) fn outer_houses(
        &self,
        houses: &WheelHouses,
        obstacles: &[Obstacle],
        canvas: &mut Canvas,
    ) {
        let parts = &self.layout.parts;
        let (Some(numbers), Some(between)) = (parts.outer_houses, parts.between_rings) else {
            return;
        };
        let spokes = houses.spokes();
        // The name of an axis is in the ring of numbers, at the end of its line.
        let span = |spoke: &Spoke| match spoke.axis {
            Some(_) => (between, numbers),
            None => (between, parts.zodiac_inner),
        };
        self.spokes(&spokes, span, obstacles, canvas);
        let axes: Vec<Spoke> = spokes.into_iter().filter(|it| it.axis.is_some()).collect();
        self.house_numbers(houses, (numbers, parts.zodiac_inner), &axes, canvas);
    }

    /// Draws lines, each between two distances from the center.
    fn spokes(
        &self,
        spokes: &[Spoke],
        span: impl Fn(&Spoke) -> (f64, f64),
        obstacles: &[Obstacle],
        canvas: &mut Canvas,
    ) {
        let mut lines = Lines::default();
        for spoke in spokes {
            let (inner, outer) = span(spoke);
            let from = self.dial.at(spoke.longitude_deg, inner);
            let to = self.dial.at(spoke.longitude_deg, outer);
            for (from, to) in cut(from, to, obstacles, 0.03 * self.dial.radius_px) {
                lines.of(spoke).extend(polyline(&[from, to]));
            }
        }
        canvas.path(lines.axes, Stroke::solid(self.theme.ink, self.thick_px()));
        canvas.path(lines.cusps, Stroke::solid(self.theme.line, self.thin_px()));
    }

    /// Draws the numbers of houses, and the names of axes, in a ring between two distances from the
    /// center.
    fn house_numbers(
        &self,
        houses: &WheelHouses,
        (inner, outer): (f64, f64),
        axes: &[Spoke],
        canvas: &mut Canvas,
    ) {
        let middle = f64::midpoint(outer, inner);
        let size_px = (outer - inner) * self.dial.radius_px * 0.62;
        let style = Style::regular(size_px, self.theme.muted);
        let number_px = text_reach_px("12", size_px);
        let axis_px = size_px * AXIS_OF_NUMBER;
        let reach_px = if axes.is_empty() {
            number_px
        } else {
            number_px.max(axis_px * INK_RADIUS / SIDE)
        };
        let gap_deg = self.dial.angle_of_deg(2.0 * reach_px, middle);
        let mut truths = houses.middles_deg();
        truths.extend(axes.iter().map(|it| it.longitude_deg));
        let places = spread(&truths, gap_deg).places_deg;
        let (numbers, names) = places.split_at(houses.cusps_deg.len());
        for (index, place) in numbers.iter().enumerate() {
            let text = ChartText::new(&(index + 1).to_string());
            let words = &self.wheel.words;
            let cusp = words.longitude(houses.cusps_deg[index]);
            let title = ChartText::new(&format!("{} {text}, {cusp}", words.house));
            canvas.group(title, |canvas| {
                canvas.label_centered(&text, self.dial.at(*place, middle), style);
            });
        }
        for (spoke, place) in axes.iter().zip(names) {
            if let Some(axis) = spoke.axis {
                let center = self.dial.at(*place, middle);
                self.axis(axis, houses, (center, axis_px), canvas);
            }
        }
    }

    /// Draws the labels around the rim: the degree on one side of a cusp and the minute on the
    /// other, the name of an axis between them.
    fn spoke_labels(&self, houses: &WheelHouses, spokes: &[Spoke], canvas: &mut Canvas) {
        let (dial, theme) = (&self.dial, self.theme);
        let rim = self.layout.parts.zodiac_outer;
        let full = self.layout.detail == Detail::Full;
        let text_px = 0.029 * dial.radius_px;
        let axis_px = if full { 0.05 } else { 0.062 } * dial.radius_px;
        let middle = f64::midpoint(rim, 1.0) + 0.003;
        let (degree_px, minute_px) = (text_reach_px("29°", text_px), text_reach_px("59′", text_px));
        // From the line in the middle to the text on each side.
        let clear_px = |spoke: &Spoke| match spoke.axis {
            Some(_) => axis_px * 0.5,
            None => 0.008 * dial.radius_px,
        };
        let width_px = if full {
            2.0 * degree_px + 2.0 * minute_px + axis_px
        } else {
            axis_px * 1.1
        };
        let shown: Vec<&Spoke> = spokes
            .iter()
            .filter(|spoke| full || spoke.axis.is_some())
            .collect();
        let truths: Vec<f64> = shown.iter().map(|spoke| spoke.longitude_deg).collect();
        let places = spread(&truths, dial.angle_of_deg(width_px, middle)).places_deg;
        let placed: Vec<(&Spoke, f64)> = shown.into_iter().zip(places).collect();
        let mut ticks = Lines::default();
        for (spoke, place) in &placed {
            let truth = spoke.longitude_deg;
            let mut places = vec![dial.at(truth, rim), dial.at(truth, rim + 0.01)];
            if spoke.axis.is_none() {
                let moved = ((place - truth + 180.0).rem_euclid(360.0) - 180.0).abs() > 0.01;
                if moved {
                    ticks.cusps.extend(polyline(&places));
                    places = vec![dial.at(*place, rim + 0.01)];
                } else {
                    places.truncate(1);
                }
                places.push(dial.at(*place, rim + 0.05));
            }
            ticks.of(spoke).extend(polyline(&places));
        }
        canvas.path(ticks.axes, Stroke::solid(theme.ink, self.thin_px()));
        canvas.path(ticks.cusps, Stroke::solid(theme.line, self.thin_px()));
        for (spoke, place) in &placed {
            if let Some(axis) = spoke.axis {
                self.axis(axis, houses, (dial.at(*place, middle), axis_px), canvas);
            }
        }
        if !full {
            return;
        }
        for (spoke, place) in placed {
            let truth = spoke.longitude_deg;
            let value = InSign::of(truth);
            let style = Style::regular(
                text_px,
                if spoke.axis.is_some() {
                    theme.ink
                } else {
                    theme.muted
                },
            );
            let (degrees, minutes) = (
                format!("{}°", value.degrees),
                format!("{:02}′", value.minutes),
            );
            let beside = |reach_px: f64, sign: f64| {
                let angle = dial.angle_of_deg(clear_px(spoke) + reach_px, middle);
                dial.at(place + sign * angle, middle)
            };
            // The degree is read first: it is on the left, or above where the two are stacked.
            let order = |(x, y): Xy| x + 0.6 * y;
            let first = if order(beside(degree_px, 1.0)) < order(beside(minute_px, -1.0)) {
                1.0
            } else {
                -1.0
            };
            canvas.label_centered(&ChartText::new(&degrees), beside(degree_px, first), style);
            canvas.label_centered(&ChartText::new(&minutes), beside(minute_px, -first), style);
        }
    }

    /// Draws the name of an axis. The two axes with a word of their own include it and their
    /// position in the title.
    fn axis(
        &self,
        axis: PointGlyph,
        houses: &WheelHouses,
        (center, size_px): (Xy, f64),
        canvas: &mut Canvas,
    ) {
        let words = &self.wheel.words;
        let said = match axis {
            PointGlyph::Ascendant => Some((&words.ascendant, houses.ascendant_deg)),
            PointGlyph::Midheaven => Some((&words.midheaven, houses.midheaven_deg)),
            _ => None,
        };
        let draw = |canvas: &mut Canvas| {
            canvas.glyph(Glyph::Point(axis), center, size_px, self.theme.ink);
        };
        match said {
            Some((name, longitude_deg)) => {
                let title = format!("{name} {}", words.longitude(longitude_deg));
                canvas.group(ChartText::new(&title), draw);
            }
            None => draw(canvas),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn houses(cusps_deg: [f64; 12]) -> WheelHouses {
        WheelHouses {
            cusps_deg,
            ascendant_deg: 100.0,
            midheaven_deg: 10.0,
        }
    }

    #[test]
    fn an_axis_on_a_cusp_is_one_line() {
        let equal = houses(std::array::from_fn(|index| 100.0 + index as f64 * 30.0));
        // 100, 190 (the IC), 280 and 10 are cusps.
        assert_eq!(equal.spokes().len(), 12);
        let whole = houses(std::array::from_fn(|index| 90.0 + index as f64 * 30.0));
        assert_eq!(whole.spokes().len(), 16);
        let inside = whole.spokes().iter().filter(|spoke| !spoke.is_cusp).count();
        assert_eq!(inside, 4, "no axis divides the ring of numbers");
    }

    #[test]
    fn houses_that_run_backwards_have_their_numbers_inside() {
        let forward = houses(std::array::from_fn(|index| 100.0 + index as f64 * 30.0));
        assert!((forward.middles_deg()[0] - 115.0).abs() < 1e-9);
        let backward = houses(std::array::from_fn(|index| 100.0 - index as f64 * 30.0));
        assert!((backward.middles_deg()[0] - 85.0).abs() < 1e-9);
    }
}
