//! Aspects in an answer.

use astrology::aspect::{Aspect, AspectKind};
use astrology::chart::DayAspect;
use astrology::point::Point;
use interpretation::reading::aspect_key;
use schemars::JsonSchema;
use serde::Serialize;

use super::degrees::Rounded;
use super::id::Id;
use super::words::{TextReply, Words};

/// An aspect between two points.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Aspect")]
pub struct AspectReply {
    /// One point.
    pub point_a: Id<Point>,
    /// The other.
    pub point_b: Id<Point>,
    /// The kind of aspect.
    pub aspect: Id<AspectKind>,
    /// The title of the first point, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a_title: Option<&'static str>,
    /// The title of the second point, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b_title: Option<&'static str>,
    /// The title of the aspect, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect_title: Option<&'static str>,
    /// The angle of an exact aspect of this kind, degrees; null for parallels.
    pub angle: Option<Rounded>,
    /// The distance from exact, degrees.
    pub orb: Rounded,
    /// The largest distance of a day of unknown birth time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orb_largest: Option<Rounded>,
    /// Whether it is becoming exact; null where a point has no motion of its own.
    pub applying: Option<bool>,
    /// 1 when exact, 0 at the edge of its orb; absent where the time of birth is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exactness: Option<Rounded>,
    /// `certain` or `possible`, where the time of birth is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certainty: Option<&'static str>,
    /// The interpretation, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
}

impl AspectReply {
    /// An aspect; `horoscope` is the kind of texts that describe it.
    pub fn of(aspect: &Aspect, horoscope: &str, words: &Words) -> Self {
        let pair = (aspect.point_a, aspect.point_b);
        Self {
            orb: aspect.orb_deg.into(),
            applying: aspect.applying,
            exactness: Some(aspect.exactness().into()),
            ..Self::between(pair, aspect.kind, horoscope, words)
        }
    }

    /// An aspect of a day whose hour is unknown; `horoscope` is the kind of texts that describe it.
    pub fn of_day(aspect: &DayAspect, horoscope: &str, words: &Words) -> Self {
        let pair = (aspect.point_a, aspect.point_b);
        Self {
            orb: aspect.orb_deg.0.into(),
            orb_largest: Some(aspect.orb_deg.1.into()),
            certainty: Some(aspect.certainty.id()),
            ..Self::between(pair, aspect.kind, horoscope, words)
        }
    }

    fn between(pair: (Point, Point), kind: AspectKind, horoscope: &str, words: &Words) -> Self {
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
