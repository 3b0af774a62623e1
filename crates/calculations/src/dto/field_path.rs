//! Paths of fields in a response.

use std::borrow::Cow;

use http_api::input::TextFormat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// A field of a response, such as `points.sun.longitude`.
pub const FORMAT: TextFormat = TextFormat {
    name: "field-path",
    pattern: Some(r"^(\*|[A-Za-z0-9-]+)(\.(\*|[A-Za-z0-9-]+))*$"),
    longest: Some(MAX_BYTES),
    check,
};

const MAX_BYTES: usize = 100;

fn check(text: &str) -> Result<(), String> {
    let is_letter = |it: char| it.is_ascii_alphanumeric() || it == '-';
    let is_name = |it: &str| it == "*" || !it.is_empty() && it.chars().all(is_letter);
    if text.len() > MAX_BYTES || !text.split('.').all(is_name) {
        return Err(
            "Expected field names separated by dots, such as `points.sun.longitude`.".into(),
        );
    }
    Ok(())
}

/// The path of a field, in the format [`FORMAT`].
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct FieldPath(pub String);

impl JsonSchema for FieldPath {
    fn schema_name() -> Cow<'static, str> {
        "FieldPath".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": FORMAT.name,
            "description": "Path of a field in `data`: names separated by dots. `*` stands for every \
                name, and a list counts as its items. `meta` is always returned.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_names_or_asterisks_between_dots() {
        for right in ["sect", "points.sun.longitude", "points.*.house-1"] {
            check(right).unwrap();
        }
        for wrong in ["", "points.", "points..sun", "points.su*", "a b"] {
            check(wrong).unwrap_err();
        }
    }
}
