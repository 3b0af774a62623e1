//! Composed readings in a response: sections of texts, each with its URN.

use interpretation::composition::{Composition, Part};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::words::{ResponseTexts, TextReply};

/// A reading composed of interpretation texts. To print it, join the bodies of all parts in order.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ComposedReading")]
pub(crate) struct ReadingReply {
    /// Sections, in reading order. The first one opens the reading, the last one closes it.
    sections: Vec<SectionReply>,
}

/// A section of a composed reading.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReadingSection")]
struct SectionReply {
    /// ID of the section, such as `love`.
    id: &'static str,
    /// Title of the section.
    title: &'static str,
    /// Texts, in reading order.
    parts: Vec<PartReply>,
}

/// A text of a composed reading.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReadingPart")]
struct PartReply {
    /// Role of the text: `text` is about a fact of the chart; the others open the reading, lead into a section,
    /// link two texts or close the reading.
    #[schemars(extend("enum" = ["opening", "lead", "link", "text", "closing"]))]
    role: &'static str,
    #[serde(flatten)]
    text: TextReply,
    /// When the transit is within orb and exact. Only in readings of transits.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<ReadingPeriod>,
}

/// When a transit is within orb.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ReadingPeriod {
    /// Start, in UTC. Null if the transit begins before the requested range.
    #[schemars(extend("format" = "date-time"))]
    pub enter: Option<String>,
    /// Times at which the aspect is exact or the house is entered, in UTC.
    #[schemars(schema_with = "date_times")]
    pub exact: Vec<String>,
    /// End, in UTC. Null if the transit lasts longer than the requested range, and for a planet that enters a house.
    #[schemars(extend("format" = "date-time"))]
    pub leave: Option<String>,
}

fn date_times(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "string", "format": "date-time" } })
}

impl ReadingReply {
    /// The reading in the language of the response.
    pub(crate) fn of(composition: &Composition, words: &ResponseTexts) -> Self {
        Self::with_periods(composition, words, |_| None)
    }

    /// The same with the periods of facts, by their index.
    pub(crate) fn with_periods(
        composition: &Composition,
        words: &ResponseTexts,
        period: impl Fn(usize) -> Option<ReadingPeriod>,
    ) -> Self {
        let part = |it: &Part| {
            Some(PartReply {
                role: it.role.id(),
                text: words.reading_text(&it.key, it.role)?,
                period: it.fact.and_then(&period),
            })
        };
        let sections = composition.sections.iter();
        let sections = sections.map(|it| SectionReply {
            id: it.id,
            title: words.section_title(it.id),
            parts: it.parts.iter().filter_map(part).collect(),
        });
        Self {
            sections: sections.collect(),
        }
    }
}
