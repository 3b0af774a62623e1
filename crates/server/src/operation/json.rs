//! Strict and bounded JSON: like `serde_json::Value`, but a name that stands twice in one object is
//! an error. Elsewhere the last one silently wins, and a caller would never learn which of two birth
//! dates was used. Depth, names and the number of values are limited while the text is read, because
//! a value takes many times the memory of its text.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use http_api::{ApiError, ErrorCode, Problem, Source};

/// Objects and lists within each other. The deepest input, an item of a batch, has seven.
const MAX_DEPTH: usize = 16;
/// Bytes of the name of a field.
const MAX_NAME_BYTES: usize = 200;
/// Values of one document, those inside others included: a batch of a thousand calculations with a
/// hundred values each.
const MAX_VALUES: usize = 100_000;

/// Reads a JSON document.
///
/// # Errors
///
/// What is wrong and where, by line and column.
pub(crate) fn parse(body: &[u8]) -> Result<Value, ApiError> {
    let mut left = MAX_VALUES;
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let reader = Reader {
        left: &mut left,
        depth: 0,
    };
    let read = reader.deserialize(&mut deserializer);
    match read.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
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

/// Reads one value and everything inside it.
struct Reader<'a> {
    /// Values that may still be read.
    left: &'a mut usize,
    depth: usize,
}

impl Reader<'_> {
    /// For what is inside an object or a list.
    fn inside<E: serde::de::Error>(&mut self) -> Result<Reader<'_>, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format_args!(
                "at most {MAX_DEPTH} levels of objects and lists"
            )));
        }
        Ok(Reader {
            left: self.left,
            depth: self.depth + 1,
        })
    }

    /// For the next value beside this one.
    fn next(&mut self) -> Reader<'_> {
        Reader {
            left: self.left,
            depth: self.depth,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.left.checked_sub(1);
        *self.left = left.ok_or_else(|| {
            D::Error::custom(format_args!("at most {MAX_VALUES} values in one document"))
        })?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
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

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<Value, A::Error> {
        let mut inside = self.inside()?;
        let mut list = Vec::new();
        while let Some(value) = sequence.next_element_seed(inside.next())? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Value, A::Error> {
        let mut inside = self.inside()?;
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if name.len() > MAX_NAME_BYTES {
                return Err(A::Error::custom(format_args!(
                    "a name may have at most {MAX_NAME_BYTES} bytes"
                )));
            }
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("`{name}` stands twice")));
            }
            let value = entries.next_value_seed(inside.next())?;
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
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(nested(16).as_bytes()).is_ok());
        for levels in [17, 100_000] {
            let problem = refused(&nested(levels));
            assert_eq!(problem.code, ErrorCode::JsonMalformed);
            assert_eq!(problem.detail, "at most 16 levels of objects and lists");
        }
    }

    #[test]
    fn more_values_than_any_request_has_are_refused_while_they_are_read() {
        let list = |length: usize| format!("[{}1]", "1,".repeat(length - 1));
        assert!(
            parse(list(99_999).as_bytes()).is_ok(),
            "and the list itself"
        );
        assert_eq!(
            refused(&list(100_000)).detail,
            "at most 100000 values in one document"
        );
    }

    #[test]
    fn a_name_longer_than_any_field_is_refused() {
        let object = |length: usize| format!("{{\"{}\":1}}", "n".repeat(length));
        assert!(parse(object(200).as_bytes()).is_ok());
        assert_eq!(refused(&object(201)).code, ErrorCode::JsonMalformed);
    }
}
