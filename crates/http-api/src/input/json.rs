//! Strict and bounded JSON: like `serde_json::Value`, but a name that occurs twice in one object is
//! an error. Elsewhere the last one silently wins, and a caller would never learn which of two
//! birth dates was used. Depth, names and the number of values are limited while the text is read,
//! because a value takes many times the memory of its text. Where the schema allows any object
//! ([`CompiledSchema::Free`]), its text is kept and read later, by whoever checks it: refusing a
//! whole batch costs hardly more than finding the ends of its items.

use std::fmt;

use memchr::{memchr_iter, memchr2, memrchr};
use serde::de::{
    Deserialize as _, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::compiled_schema::CompiledSchema;
use crate::text::thousands;
use crate::{ApiError, ErrorCode, Problem, Source};

/// Objects and lists within each other. The deepest input, an item of a batch, has seven.
const MAX_DEPTH: usize = 16;
/// Bytes of the name of a field.
const MAX_NAME_BYTES: usize = 200;
/// Values of one document, those inside others included: a thousand items of a batch take a few each.
const MAX_VALUES: usize = 4_000;
/// Values of an object that is read later. The largest input names some 600 points.
const MAX_FREE_VALUES: usize = 2_000;
/// Bytes of an object that is read later.
const MAX_FREE_BYTES: usize = 64 * 1024;
/// Longer documents are scanned before they are read.
const MAX_UNSCANNED_BYTES: usize = 64 * 1024;
/// Escapes in a document that is scanned: finding the end of a string takes ten times as long with them.
const MAX_ESCAPES: usize = 32_768;
/// Digits in a row in a document that is scanned: reading a number takes longer than any other text.
const MAX_DIGITS: usize = 400;
/// Values in a document that is scanned, those in objects that are read later included: 60 for each item of a batch.
const MAX_SCANNED_VALUES: usize = 60_000;
/// The name under which an object that is read later has its text.
const RAW: &str = "$raw";

/// Reads a JSON document of this schema. Whether it has the schema is checked later.
///
/// # Errors
///
/// What is wrong and where, by line and column.
pub fn parse(body: &[u8], schema: &CompiledSchema) -> Result<Value, ApiError> {
    read(body, Some(schema), MAX_VALUES)
}

/// An object where the schema allows any: its text, or the object itself if it was never text.
#[derive(Debug, Default)]
pub(super) struct FreeObject(Map<String, Value>);

impl FreeObject {
    pub(super) const fn new(object: Map<String, Value>) -> Self {
        Self(object)
    }

    /// The object.
    ///
    /// # Errors
    ///
    /// What is wrong with its text and where, counted from the beginning of the object.
    pub(super) fn read(&self) -> Result<Map<String, Value>, ApiError> {
        let text = match self.0.get(RAW) {
            Some(Value::String(text)) if self.0.len() == 1 => text,
            _ => return Ok(self.0.clone()),
        };
        if text.len() > MAX_FREE_BYTES {
            let detail = format!(
                "This object has {} bytes. The limit is {}.",
                thousands(text.len()),
                thousands(MAX_FREE_BYTES)
            );
            let problem = Problem::new(ErrorCode::BodyTooLarge, detail);
            let problem = problem.at(Source::Pointer(String::new()));
            return Err(problem.with_meta("maximum", MAX_FREE_BYTES).into());
        }
        match read(text.as_bytes(), None, MAX_FREE_VALUES)? {
            Value::Object(object) => Ok(object),
            mut other => Err(ApiError::all(CompiledSchema::Free.check(&mut other))),
        }
    }
}

/// The text of an object to be read later. Anything else is replaced by a value of the same type, which
/// the schema refuses.
fn unread(text: &str) -> Value {
    match text.as_bytes().first() {
        Some(b'{') => {
            let text = Value::String(text.to_owned());
            Value::Object(Map::from_iter([(RAW.to_owned(), text)]))
        }
        Some(b'[') => Value::Array(Vec::new()),
        Some(b'"') => Value::String(String::new()),
        Some(b'n') => Value::Null,
        Some(b't' | b'f') => Value::Bool(true),
        _ => Value::from(0),
    }
}

/// A limit that a document exceeds, and at which byte.
struct Excess {
    detail: String,
    at: usize,
}

/// Scans a long document before it is read. Reading takes up to ten nanoseconds per byte if the
/// text is nothing but brackets, escapes or digits. Scanning takes one, and less inside texts.
fn scan(body: &[u8]) -> Result<(), Excess> {
    let (mut depth, mut escapes, mut values) = (0_usize, 0_usize, 1_usize);
    let mut digits = 0_usize;
    let mut at = 0;
    while let Some(byte) = body.get(at) {
        if !byte.is_ascii_digit() {
            digits = 0;
        }
        match byte {
            b'"' => {
                at = end_of_text(body, at + 1, &mut escapes)?;
                continue;
            }
            b'0'..=b'9' => {
                digits += 1;
                if digits > MAX_DIGITS {
                    let detail = format!("a number can have at most {MAX_DIGITS} digits");
                    return Err(Excess { detail, at });
                }
            }
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    let detail = too_deep();
                    return Err(Excess { detail, at });
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => {
                values += 1;
                if values > MAX_SCANNED_VALUES {
                    let detail = too_many("values", MAX_SCANNED_VALUES);
                    return Err(Excess { detail, at });
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// The byte after the end of a text that begins at `at`. Counts its escapes.
fn end_of_text(body: &[u8], mut at: usize, escapes: &mut usize) -> Result<usize, Excess> {
    while let Some(length) = body.get(at..).and_then(|it| memchr2(b'"', b'\\', it)) {
        at += length;
        if body[at] == b'"' {
            return Ok(at + 1);
        }
        *escapes += 1;
        if *escapes > MAX_ESCAPES {
            let detail = too_many("escaped characters", MAX_ESCAPES);
            return Err(Excess { detail, at });
        }
        at += 2;
    }
    Ok(body.len())
}

fn too_many(noun: &str, most: usize) -> String {
    format!("a document can have at most {} {noun}", thousands(most))
}

fn too_deep() -> String {
    format!("objects and lists can be nested at most {MAX_DEPTH} levels deep")
}

fn malformed(detail: String, line: usize, column: usize) -> ApiError {
    let problem = Problem::new(ErrorCode::JsonMalformed, detail)
        .at(Source::Pointer(String::new()))
        .with_meta("line", line)
        .with_meta("column", column);
    problem.into()
}

fn read(
    body: &[u8],
    schema: Option<&CompiledSchema>,
    max_values: usize,
) -> Result<Value, ApiError> {
    if body.len() > MAX_UNSCANNED_BYTES {
        scan(body).map_err(|Excess { detail, at }| {
            let before = &body[..at];
            let line = memchr_iter(b'\n', before).count() + 1;
            let column = at - memrchr(b'\n', before).map_or(0, |it| it + 1) + 1;
            malformed(format!("Invalid JSON: {detail}."), line, column)
        })?;
    }
    let mut left = max_values;
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let reader = Reader {
        left: &mut left,
        max_values,
        depth: 0,
        schema,
    };
    let read = reader.deserialize(&mut deserializer);
    match read.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) => Err(malformed(
            sentence(&error, body),
            error.line(),
            error.column(),
        )),
    }
}

/// The beginning of the error of a name that occurs twice, before the name.
const DUPLICATE: &str = "duplicate field ";

/// `serde_json` appends the position, which `meta` holds already.
fn sentence(error: &serde_json::Error, body: &[u8]) -> String {
    if body.trim_ascii().is_empty() {
        return "The body is empty. Send a JSON object.".to_owned();
    }
    if error.is_eof() {
        return "The JSON ends unexpectedly. Check for a missing quotation mark, bracket or brace."
            .to_owned();
    }
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    let detail = &text[..end];
    // The same error as for an escape that is no character.
    if detail == "invalid unicode code point" && std::str::from_utf8(body).is_err() {
        return "The body is not valid UTF-8.".to_owned();
    }
    if let Some(name) = detail.strip_prefix(DUPLICATE) {
        return format!("Duplicate field {name}. Send it only once.");
    }
    format!("Invalid JSON: {detail}.")
}

/// Reads one value and everything inside it.
struct Reader<'a> {
    /// Values that may still be read.
    left: &'a mut usize,
    max_values: usize,
    depth: usize,
    /// What the value should look like, where that is known.
    schema: Option<&'a CompiledSchema>,
}

impl<'a> Reader<'a> {
    /// For what is inside an object or a list.
    fn inside<E: serde::de::Error>(&mut self) -> Result<Reader<'_>, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(too_deep()));
        }
        Ok(Reader {
            left: self.left,
            max_values: self.max_values,
            depth: self.depth + 1,
            schema: None,
        })
    }

    /// For the next value beside this one.
    fn next<'b>(&'b mut self, schema: Option<&'b CompiledSchema>) -> Reader<'b> {
        Reader {
            left: self.left,
            max_values: self.max_values,
            depth: self.depth,
            schema,
        }
    }

    /// The schema without what only says that the value may be absent.
    fn expected(&self) -> Option<&'a CompiledSchema> {
        match self.schema {
            Some(CompiledSchema::Nullable(inner)) => Some(inner),
            schema => schema,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.left.checked_sub(1);
        *self.left = left.ok_or_else(|| D::Error::custom(too_many("values", self.max_values)))?;
        if let Some(CompiledSchema::Free) = self.expected() {
            let text = <&RawValue>::deserialize(deserializer)?;
            return Ok(unread(text.get()));
        }
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
        let schema = match self.expected() {
            Some(CompiledSchema::List { items, .. }) => Some(&**items),
            _ => None,
        };
        let mut inside = self.inside()?;
        let mut list = Vec::new();
        while let Some(value) = sequence.next_element_seed(inside.next(schema))? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Value, A::Error> {
        let expected = self.expected();
        let mut inside = self.inside()?;
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if name.len() > MAX_NAME_BYTES {
                return Err(A::Error::custom(format_args!(
                    "a name can have at most {MAX_NAME_BYTES} bytes"
                )));
            }
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("{DUPLICATE}`{name}`")));
            }
            let schema = expected.and_then(|it| it.field(&name));
            let value = entries.next_value_seed(inside.next(schema.map(|it| &it.schema)))?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::compiled_schema::{Field, Required};
    use super::*;

    fn parse(text: &[u8]) -> Result<Value, ApiError> {
        super::parse(text, &CompiledSchema::Boolean)
    }

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
    fn an_empty_body_a_missing_end_and_another_encoding_are_named() {
        let ends =
            "The JSON ends unexpectedly. Check for a missing quotation mark, bracket or brace.";
        for (body, detail) in [
            (&b""[..], "The body is empty. Send a JSON object."),
            (&b" \n"[..], "The body is empty. Send a JSON object."),
            (&b"{\"a\":"[..], ends),
            (&b"\"a"[..], ends),
            (&b"\"\xff\""[..], "The body is not valid UTF-8."),
        ] {
            let error = parse(body).unwrap_err();
            assert_eq!(error.problems()[0].detail, detail);
        }
    }

    #[test]
    fn a_name_that_stands_twice_is_an_error_at_any_depth() {
        let problem = refused(r#"{"location":{"latitude":1,"latitude":2}}"#);
        assert_eq!(
            problem.detail,
            "Duplicate field `latitude`. Send it only once."
        );
    }

    #[test]
    fn bottomless_nesting_is_refused() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(nested(16).as_bytes()).is_ok());
        for levels in [17, 100_000] {
            let problem = refused(&nested(levels));
            assert_eq!(problem.code, ErrorCode::JsonMalformed);
            assert_eq!(
                problem.detail,
                "Invalid JSON: objects and lists can be nested at most 16 levels deep."
            );
        }
    }

    #[test]
    fn more_values_than_any_request_has_are_refused_while_they_are_read() {
        let list = |length: usize| format!("[{}1]", "1,".repeat(length - 1));
        assert!(parse(list(3_999).as_bytes()).is_ok(), "and the list itself");
        assert_eq!(
            refused(&list(4_000)).detail,
            "Invalid JSON: a document can have at most 4,000 values."
        );
    }

    /// A list of objects with a field that may be any object.
    fn free_items() -> CompiledSchema {
        let body = Field {
            name: "body".to_owned(),
            required: Required::Never,
            schema: CompiledSchema::Nullable(Box::new(CompiledSchema::Free)),
        };
        CompiledSchema::List {
            items: Box::new(CompiledSchema::Object(vec![body])),
            fewest: 0,
            most: 9,
        }
    }

    #[test]
    fn an_object_that_is_checked_later_is_read_later_and_as_strictly() {
        let body = |text: &str| {
            let text = format!("[{{\"body\":{text}}}]");
            let read = super::parse(text.as_bytes(), &free_items()).unwrap();
            read[0]["body"].clone()
        };
        let object = |text: &str| match body(text) {
            Value::Object(object) => FreeObject::new(object).read(),
            other => panic!("{other}"),
        };
        assert_eq!(object("{}").unwrap(), Map::new());
        for text in [r#"{"a":[1,{"b":null}]}"#, r#"{"$raw":"{}"}"#] {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(Value::Object(object(text).unwrap()), expected);
        }
        let twice = object(r#"{"a":1,"a":2}"#).unwrap_err();
        assert_eq!(
            twice.problems()[0].detail,
            "Duplicate field `a`. Send it only once."
        );
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
        assert!(object(&deep).is_err());
        let long = format!("{{\"a\":[{}1]}}", "1,".repeat(1_998));
        assert!(object(&long).is_err());
        // The types of other values are kept, so that the error can name them.
        for (text, expected) in [
            ("null", json!(null)),
            ("[1,2]", json!([])),
            ("\"x\"", json!("")),
            ("false", json!(true)),
            ("-1", json!(0)),
        ] {
            assert_eq!(body(text), expected);
        }
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_FREE_BYTES));
        let refused = object(&large).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::BodyTooLarge);
    }

    #[test]
    fn a_long_document_is_refused_before_it_is_read_when_it_is_mostly_structure() {
        let padding = " ".repeat(MAX_UNSCANNED_BYTES);
        let body = |text: &str| {
            let text = format!("[{{\"body\":{text}}}]\n{padding}");
            super::parse(text.as_bytes(), &free_items())
        };
        for (text, detail, column) in [
            (
                "[".repeat(99),
                "Invalid JSON: objects and lists can be nested at most 16 levels deep.",
                24,
            ),
            (
                format!("\"{}\"", "\\n".repeat(32_769)),
                "Invalid JSON: a document can have at most 32,768 escaped characters.",
                11 + 2 * 32_768,
            ),
            (
                format!("[{}1]", "1,".repeat(60_000)),
                "Invalid JSON: a document can have at most 60,000 values.",
                10 + 2 * 60_000,
            ),
            (
                "1".repeat(401),
                "Invalid JSON: a number can have at most 400 digits.",
                9 + 401,
            ),
        ] {
            let refused = body(&text).unwrap_err();
            let problem = &refused.problems()[0];
            assert_eq!(problem.detail, detail);
            assert_eq!(problem.meta["line"], json!(1));
            assert_eq!(problem.meta["column"], json!(column));
        }
        // Brackets, commas and digits in a string are text.
        let text = format!("[,{}", "1".repeat(999)).repeat(50);
        assert!(body(&format!("{{\"a\":\"\\\"{text}\"}}")).is_ok());
    }

    #[test]
    fn what_is_no_json_is_refused_in_an_object_that_is_read_later_too() {
        let text = r#"[{"body":{"a":}}]"#;
        let error = super::parse(text.as_bytes(), &free_items()).unwrap_err();
        assert_eq!(error.problems()[0].code, ErrorCode::JsonMalformed);
    }

    #[test]
    fn a_name_longer_than_any_field_is_refused() {
        let object = |length: usize| format!("{{\"{}\":1}}", "n".repeat(length));
        assert!(parse(object(200).as_bytes()).is_ok());
        assert_eq!(refused(&object(201)).code, ErrorCode::JsonMalformed);
    }
}
