//! Aspects in a response.

use astrology::aspect::{Aspect, AspectKind};
use astrology::chart::DayAspect;
use astrology::point::Point;
use interpretation::reading::aspect_key;
use schemars::JsonSchema;
use serde::Serialize;

use super::closed_sets::CertaintyName;
use super::degrees::Rounded;
use super::id::Id;
use super::words::{ResponseTexts, TextReply};

/// An aspect between two points.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChartAspect")]
pub struct AspectReply {
    /// First point.
    pub point_a: Id<Point>,
    /// Second point.
    pub point_b: Id<Point>,
    /// Type of aspect.
    pub aspect: Id<AspectKind>,
    /// Title of the first point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a_title: Option<&'static str>,
    /// Title of the second point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b_title: Option<&'static str>,
    /// Title of the aspect. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect_title: Option<&'static str>,
    /// Angle of the exact aspect in degrees. Null for parallels.
    pub angle: Option<Rounded>,
    /// Orb: distance from exact, in degrees.
    pub orb: Rounded,
    /// Largest orb during the day. Present if the birth time is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orb_largest: Option<Rounded>,
    /// Whether the aspect is applying. Null if a point has no motion of its own.
    pub applying: Option<bool>,
    /// 1 if exact, 0 at the edge of the orb. Absent if the birth time is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exactness: Option<Rounded>,
    /// `certain` or `possible`. Present if the birth time is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<CertaintyName>")]
    pub certainty: Option<&'static str>,
    /// Interpretation text. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
}

impl AspectReply {
    /// An aspect. `horoscope` is the kind of text that describes it.
    pub fn of(aspect: &Aspect, horoscope: &str, words: &ResponseTexts) -> Self {
        let pair = (aspect.point_a, aspect.point_b);
        Self {
            orb: aspect.orb_deg.into(),
            applying: aspect.applying,
            exactness: Some(aspect.exactness().into()),
            ..Self::between(pair, aspect.kind, horoscope, words)
        }
    }

    /// An aspect on a day with unknown birth time. `horoscope` is the kind of text that describes
    /// it.
    pub fn of_day(aspect: &DayAspect, horoscope: &str, words: &ResponseTexts) -> Self {
        let pair = (aspect.point_a, aspect.point_b);
        Self {
            orb: aspect.orb_deg.0.into(),
            orb_largest: Some(aspect.orb_deg.1.into()),
            certainty: Some(aspect.certainty.id()),
            ..Self::between(pair, aspect.kind, horoscope, words)
        }
    }

    fn between(
        pair: (Point, Point),
        kind: AspectKind,
        horoscope: &str,
        words: &ResponseTexts,
    ) -> Self {
        let (a, b) = (pair.0.id(), pair.1.id());
        let key = words
            .has_texts()
            .then(|| aspect_key(horoscope, (a, b), kind.id()))
            .flatten();
        Self {
            point_a: Id(pair.0),
            point_b: Id(pair.1),
            aspect: Id(kind),
            point_a_title: words.title(a),
            point_b_title: words.title(b),
            aspect_title: words.title(kind.id()),
            angle: kind.angle_deg().map(Rounded),
            orb: Rounded(0.0),
            orb_largest: None,
            applying: None,
            exactness: None,
            certainty: None,
            text: words.text(key.as_ref()),
        }
    }
}
