//! The chart as text, for screen readers and search engines.

use std::fmt::Write as _;

use super::{AspectLine, Wheel, WheelHouses, WheelPoint};
use crate::text::ChartText;

impl Wheel {
    /// Returns a point as text: name, position, motion and house.
    pub(super) fn sentence(&self, point: &WheelPoint) -> ChartText {
        let words = &self.words;
        let mut sentence = format!("{} {}", point.name, words.longitude(point.longitude_deg));
        // Writing to a string does not fail.
        if point.retrograde {
            write!(sentence, ", {}", words.retrograde).ok();
        }
        if let Some(house) = point.house {
            write!(sentence, ", {} {house}", words.house).ok();
        }
        ChartText::new(&sentence)
    }

    /// Returns an aspect as text: its name between the names of both points.
    pub(crate) fn aspect_sentence(&self, aspect: &AspectLine) -> ChartText {
        let from = &self.chart.points[aspect.from].name;
        let to = &self.others().points[aspect.to].name;
        ChartText::new(&format!("{from} {} {to}", self.words.aspect(aspect.kind)))
    }
}

pub(super) fn description(wheel: &Wheel) -> ChartText {
    let words = &wheel.words;
    let mut parts: Vec<String> = Vec::new();
    for ring in wheel.rings() {
        let heads = std::iter::once(&ring.heading).chain(&ring.lines);
        parts.extend(
            heads
                .filter(|text| !text.is_empty())
                .map(|text| format!("{text}.")),
        );
        let points: Vec<String> = ring
            .points
            .iter()
            .map(|point| wheel.sentence(point).to_string())
            .collect();
        if !points.is_empty() {
            parts.push(format!("{}: {}.", words.positions, points.join("; ")));
        }
    }
    let angles = |houses: &WheelHouses| {
        format!(
            "{} {}, {} {}.",
            words.ascendant,
            words.longitude(houses.ascendant_deg),
            words.midheaven,
            words.longitude(houses.midheaven_deg)
        )
    };
    match &wheel.houses {
        Some(houses) => parts.push(angles(houses)),
        None => parts.push(words.no_houses.clone()),
    }
    if let (Some(around), Some(houses)) = (&wheel.around, wheel.outer_houses()) {
        parts.push(format!("{}: {}", around.heading, angles(houses)));
    }
    let aspects: Vec<String> = wheel
        .aspects
        .iter()
        .map(|aspect| wheel.aspect_sentence(aspect).to_string())
        .collect();
    if !aspects.is_empty() {
        parts.push(format!(
            "{}: {}.",
            words.aspects_heading,
            aspects.join("; ")
        ));
    }
    parts.extend(
        wheel
            .notes
            .iter()
            .filter(|note| !note.is_empty())
            .map(|note| format!("{note}.")),
    );
    ChartText::long(&parts.join(" "))
}
