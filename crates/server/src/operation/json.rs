//! Strict JSON: like `serde_json::Value`, but a name that stands twice in one object is an error.
//! Elsewhere the last one silently wins, and a caller would never learn which of two birth dates
//! was used.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::error::{ApiError, ErrorCode, Problem, Source};

/// Reads a JSON document.
///
/// # Errors
///
/// What is wrong and where, by line and column.
pub(crate) fn parse(body: &[u8]) -> Result<Value, ApiError> {
    match serde_json::from_slice(body) {
        Ok(Strict(value)) => Ok(value),
        Err(error) => {
            let problem = Problem::new(ErrorCode::JsonMalformed, sentence(&error))
                .at(Source::Pointer(String::new()))
                .with_meta("line", error.line())
                .with_meta("column", error.column());
            Err(problem.into())
        }
    }
}

/// `serde_json` appends the position, which `meta` holds already.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(value)) = sequence.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("`{name}` stands twice")));
            }
            let Strict(value) = entries.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(text: &str) -> Problem {
        let error = parse(text.as_bytes()).unwrap_err();
        error.problems()[0].clone()
    }

    #[test]
    fn documents_read_as_serde_json_reads_them() {
        for text in [
            r#"{"a":[1,-2,3.5,"x",null,true,{"b":{}}]}"#,
            "[]",
            "\"\\u00e9\"",
            "18446744073709551615",
        ] {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text.as_bytes()).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn an_error_says_where_reading_stopped() {
        let problem = refused("{\n  \"a\": 1,\n  oops\n}");
        assert_eq!(problem.code, ErrorCode::JsonMalformed);
        assert_eq!(problem.meta["line"], json!(3));
        assert_eq!(problem.meta["column"], json!(3));
        assert!(!problem.detail.contains("line"), "{}", problem.detail);
    }

    #[test]
    fn a_name_that_stands_twice_is_an_error_at_any_depth() {
        let problem = refused(r#"{"location":{"latitude":1,"latitude":2}}"#);
        assert_eq!(problem.detail, "`latitude` stands twice");
    }

    #[test]
    fn bottomless_nesting_is_refused() {
        let deep = "[".repeat(100_000);
        assert_eq!(refused(&deep).code, ErrorCode::JsonMalformed);
    }
}
