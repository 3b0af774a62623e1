//! The image that shows a calculation: it takes the same fields as a query.

use interpretation::titles::Titles;
use serde::Serialize;
use serde_json::Value;

/// Which image, for which input.
#[derive(Clone, Copy, Debug)]
pub struct ChartLink<'a, I> {
    /// The image's path.
    pub path: &'static str,
    /// The input of the calculation. The image takes the same fields.
    pub input: &'a I,
}

/// Fields of calculations that would not change an image. Image URLs leave them out, and image
/// operations refuse them.
pub(crate) const NOT_DRAWN: &[&str] = &["includeText", "includeReadableEntities", "include"];

impl<I: Serialize> ChartLink<'_, I> {
    /// The fields as a query. `assumed` is a field that the request left out.
    pub fn query(&self, assumed: Option<(&'static str, String)>) -> Option<Vec<(String, String)>> {
        let tree = serde_json::to_value(self.input).ok()?;
        let mut pairs = Vec::new();
        flatten("", &tree, &mut pairs);
        pairs.extend(assumed.map(|(name, value)| (name.to_owned(), value)));
        // An organization may have texts in a language that wheels do not support.
        for (_, value) in pairs.iter_mut().filter(|(name, _)| name == "language") {
            Titles::of_or_english(value).language().clone_into(value);
        }
        Some(pairs)
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
