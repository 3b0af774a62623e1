//! The image that shows a calculation: it takes the same fields as a query.

use interpretation::titles::Titles;
use serde::Serialize;
use serde_json::Value;

/// Which image, for which input.
#[derive(Clone, Debug)]
pub struct ChartLink {
    /// The image's path.
    pub path: &'static str,
    /// The fields of the image.
    fields: Value,
    /// Whether it shows titles only, which exist in some languages.
    has_titles_only: bool,
}

/// Fields of calculations that would not change an image. Image URLs leave them out, and image
/// operations refuse them.
pub(crate) const NOT_DRAWN: &[&str] = &[
    "includeText",
    "includeReading",
    "textLength",
    "includeReadableEntities",
    "include",
];

impl ChartLink {
    /// The wheel at this path that takes the fields of `input`.
    pub fn wheel(path: &'static str, input: &impl Serialize) -> Option<Self> {
        let card = Self::card(path, input)?;
        Some(Self {
            has_titles_only: true,
            ..card
        })
    }

    /// The card at this path that takes the fields of `input`.
    pub fn card(path: &'static str, input: &impl Serialize) -> Option<Self> {
        let fields = serde_json::to_value(input).ok()?;
        Some(Self {
            path,
            fields,
            has_titles_only: false,
        })
    }

    /// The fields as a query. `assumed` is a field that the request left out.
    pub fn query(&self, assumed: Option<(&'static str, String)>) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        flatten("", &self.fields, &mut pairs);
        pairs.extend(assumed.map(|(name, value)| (name.to_owned(), value)));
        // An organization may have texts in a language that wheels do not support.
        let languages = pairs.iter_mut().filter(|(name, _)| name == "language");
        for (_, value) in languages.filter(|_| self.has_titles_only) {
            Titles::of_or_english(value).language().clone_into(value);
        }
        pairs
    }
}

/// A tree in query notation: dots for objects, repeats for lists, nothing for null.
fn flatten(name: &str, value: &Value, pairs: &mut Vec<(String, String)>) {
    match value {
        Value::Null => {}
        Value::Object(fields) => {
            for (field, value) in fields {
                if name.is_empty() && NOT_DRAWN.contains(&field.as_str()) {
                    continue;
                }
                let path = match name {
                    "" => field.clone(),
                    name => format!("{name}.{field}"),
                };
                flatten(&path, value, pairs);
            }
        }
        Value::Array(items) => {
            for item in items {
                flatten(name, item, pairs);
            }
        }
        Value::String(text) => pairs.push((name.to_owned(), text.clone())),
        other => pairs.push((name.to_owned(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_body_becomes_the_query_that_means_the_same() {
        let body = json!({
            "dateTime": "1990-06-15T14:30",
            "location": { "latitude": 52.37, "timezone": null },
            "points": ["sun", "moon"],
            "includeText": true,
        });
        let mut pairs = Vec::new();
        flatten("", &body, &mut pairs);
        let expected = [
            ("dateTime", "1990-06-15T14:30"),
            ("location.latitude", "52.37"),
            ("points", "sun"),
            ("points", "moon"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(pairs, expected);
    }
}
