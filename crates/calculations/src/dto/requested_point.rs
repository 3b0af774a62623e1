//! Points as requests name them.

use std::borrow::Cow;

use astrology::point::Point;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::id::{Id, Table as _};
use super::meta::Warning;
use http_api::input::SYNONYMS;

/// Other names of points, with the id of the point. The nodes follow `nodeType`. `lilith` alone
/// means the mean apogee: the true apogee and the asteroid are always named as such.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("asc", "ascendant"),
    ("mc", "midheaven"),
    ("lilith", "meanApogee"),
    ("nn", "northNode"),
    ("rahu", "northNode"),
    ("ketu", "southNode"),
];

/// A point in a request. It is written as its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedPoint {
    /// The point.
    pub point: Point,
    /// The synonym that the request used.
    pub synonym: Option<&'static str>,
}

impl RequestedPoint {
    /// The point of an id or a synonym.
    pub fn from_name(name: &str) -> Option<Self> {
        let synonym = OTHER_NAMES.iter().find(|(known, _)| *known == name);
        let id = synonym.map_or(name, |(_, id)| id);
        Point::from_id(id).map(|point| Self {
            point,
            synonym: synonym.map(|(known, _)| *known),
        })
    }
}

impl Serialize for RequestedPoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Id(self.point).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RequestedPoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let unknown = || de::Error::custom(format!("`{text}` is not a valid {}.", Point::NAME));
        Self::from_name(&text).ok_or_else(unknown)
    }
}

impl JsonSchema for RequestedPoint {
    fn schema_name() -> Cow<'static, str> {
        "RequestedPoint".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<Id<Point>>();
        let names: Vec<_> = OTHER_NAMES.iter().map(|(name, _)| *name).collect();
        schema.insert(SYNONYMS.to_owned(), names.into());
        schema
    }
}

/// A warning for each synonym: the response has the id of the point.
pub fn renamed<'a>(points: impl IntoIterator<Item = &'a RequestedPoint>) -> Option<Warning> {
    let renamed = |it: &RequestedPoint| {
        let synonym = it.synonym?;
        Some(format!("`{synonym}` as `{}`", it.point.id()))
    };
    let mut renamed: Vec<_> = points.into_iter().filter_map(renamed).collect();
    renamed.sort();
    renamed.dedup();
    (!renamed.is_empty()).then(|| {
        let detail = format!("The response names {}.", renamed.join(", "));
        Warning::new("point_renamed", detail)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_synonym_leads_to_a_point_and_is_no_id_itself() {
        for (name, id) in OTHER_NAMES {
            assert_eq!(Point::from_id(name), None, "{name}");
            let found = RequestedPoint::from_name(name).unwrap();
            assert_eq!((found.point.id(), found.synonym), (*id, Some(*name)));
        }
        let sun = RequestedPoint::from_name("sun").unwrap();
        assert_eq!((sun.point.id(), sun.synonym), ("sun", None));
        assert_eq!(renamed([&sun]), None);
    }
}
