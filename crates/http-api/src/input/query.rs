//! A query string as the same tree a JSON body would be: names are paths (`location.latitude`,
//! `page[size]`), and texts become what the schema expects. A list is written as
//! `points=sun&points=moon`, `points[]=sun&points[]=moon` or `points=sun,moon`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::{Map, Number, Value};

use super::compiled_schema::{CompiledSchema, Required, shown};
use crate::text::thousands;
use crate::{ApiError, ErrorCode, Problem, Source};

/// More parameters than any operation has fields, times the longest list.
const MAX_PARAMETERS: usize = 256;
/// Bytes of one parameter's name, as it arrives: the longest documented name has 40.
const MAX_NAME_BYTES: usize = 200;
/// Steps of one parameter's name: `a.b.c` has three. No input nests deeper than four.
const MAX_NAME_DEPTH: usize = 8;

/// The decoded pairs of a query string, in order.
///
/// # Errors
///
/// When it is not percent-encoded UTF-8, or has too many parameters or a name that is too long or
/// too deep. Nothing is built before these limits are checked.
pub fn pairs(query: &str) -> Result<Vec<(String, String)>, ApiError> {
    let decode = |text: &str| {
        let spaced = text.replace('+', " ");
        let decoded = percent_decode_str(&spaced).decode_utf8();
        decoded.map(Cow::into_owned).map_err(|_| {
            let text = shown(text);
            let detail = format!("`{text}` is not valid percent-encoded UTF-8.");
            ApiError::from(Problem::new(ErrorCode::QueryMalformed, detail))
        })
    };
    let parts = || query.split('&').filter(|it| !it.is_empty());
    let count = parts().count();
    if count > MAX_PARAMETERS {
        let count = thousands(count);
        let detail = format!("The query has {count} parameters. The limit is {MAX_PARAMETERS}.");
        return Err(Problem::new(ErrorCode::QueryMalformed, detail).into());
    }
    let pair = |part| {
        let (name, value) = str::split_once(part, '=').unwrap_or((part, ""));
        limit_name("bytes", name.len(), MAX_NAME_BYTES)?;
        let name = decode(name)?;
        limit_name("levels", segments(&name).count(), MAX_NAME_DEPTH)?;
        Ok((name, decode(value)?))
    };
    parts().map(pair).collect()
}

/// The name itself is not repeated: it is what is too long.
fn limit_name(unit: &str, length: usize, most: usize) -> Result<(), ApiError> {
    if length <= most {
        return Ok(());
    }
    let got = thousands(length);
    let detail = format!("A parameter name can have at most {most} {unit}, got {got}.");
    let problem = Problem::new(ErrorCode::QueryMalformed, detail);
    Err(problem.with_meta("maximum", most).into())
}

/// The tree the pairs describe. It may not fit the schema: checking it tells, in the same words as
/// for a body. [`reword`] replaces those about JSON types.
pub fn tree(pairs: Vec<(String, String)>, schema: &CompiledSchema) -> Value {
    let mut root = Raw::Fields(Vec::new());
    for (name, value) in pairs {
        let path: Vec<_> = segments(&name).collect();
        root.insert(&path, value);
    }
    root.coerce(schema)
}

/// The parameter a JSON pointer of a checked query tree is about: the documented spelling.
pub fn parameter_name(pointer: &str) -> String {
    let mut tokens = pointer
        .split('/')
        .skip(1)
        .map(|it| it.replace("~1", "/").replace("~0", "~"));
    let first = tokens.next().unwrap_or_default();
    // An index points into a repeated parameter, which has one name.
    let rest = tokens.filter(|it| !it.bytes().all(|byte| byte.is_ascii_digit()));
    rest.fold(first, |name, token| join(&name, &token))
}

/// Where a problem is, in the words of a query.
pub fn in_query(source: Source) -> Source {
    match source {
        Source::Pointer(pointer) => Source::Parameter(parameter_name(&pointer)),
        other => other,
    }
}

/// Replaces the message about a wrong type or a missing object. A value in a query or a path has no
/// JSON type: its sender wrote text, or the same parameter several times. `tree` is the checked input.
pub fn reword(problem: &mut Problem, tree: &Value, schema: &CompiledSchema) {
    let Some(Source::Pointer(pointer)) = &problem.source else {
        return;
    };
    let Some(expected) = schema_at(schema, pointer) else {
        return;
    };
    let name = parameter_name(pointer);
    let detail = match problem.code {
        ErrorCode::FieldType => {
            let given = tree.pointer(pointer);
            given.and_then(|given| wrong_text(&name, expected, given))
        }
        ErrorCode::FieldMissing => {
            let parts = required_parts(&name, expected);
            parts.map(|parts| format!("`{name}` is required. Send {parts}."))
        }
        _ => None,
    };
    if let Some(detail) = detail {
        problem.detail = detail;
    }
}

/// The schema of the value that a pointer names.
fn schema_at<'a>(schema: &'a CompiledSchema, pointer: &str) -> Option<&'a CompiledSchema> {
    let mut tokens = pointer.split('/').skip(1);
    tokens.try_fold(schema, |schema, token| {
        within(schema, &token.replace("~1", "/").replace("~0", "~"))
    })
}

fn within<'a>(schema: &'a CompiledSchema, token: &str) -> Option<&'a CompiledSchema> {
    match schema {
        CompiledSchema::Nullable(inner) => within(inner, token),
        CompiledSchema::Object(_) => schema.field(token).map(|it| &it.schema),
        CompiledSchema::Map { values, .. } => Some(values),
        CompiledSchema::List { items, .. } => Some(items),
        _ => None,
    }
}

/// What is wrong with the text of a parameter, or with several texts. None if the JSON types say it
/// as well.
fn wrong_text(name: &str, expected: &CompiledSchema, given: &Value) -> Option<String> {
    if let CompiledSchema::Nullable(inner) = expected {
        return wrong_text(name, inner, given);
    }
    let text = match (given, expected) {
        (Value::Array(_), CompiledSchema::Either(_)) => return None,
        (Value::Array(_), _) => {
            return Some(format!("`{name}` is given more than once. Send it once."));
        }
        (Value::String(text), _) => shown(text),
        _ => return None,
    };
    match expected {
        CompiledSchema::Number(_) => Some(format!("`{text}` is not a number.")),
        CompiledSchema::Integer(_) => Some(format!("`{text}` is not an integer.")),
        CompiledSchema::Boolean => Some(format!("`{text}` is not valid. Use `true` or `false`.")),
        _ => required_parts(name, expected).map(|parts| format!("Send {parts}.")),
    }
}

/// The parameters that an object requires: `location.latitude` and `location.longitude`.
fn required_parts(name: &str, object: &CompiledSchema) -> Option<String> {
    let fields = match object {
        CompiledSchema::Nullable(inner) => return required_parts(name, inner),
        CompiledSchema::Object(fields) => fields.iter(),
        _ => return None,
    };
    let required = fields.filter(|it| it.required == Required::Always);
    let names: Vec<_> = required
        .map(|it| format!("`{}`", join(name, &it.name)))
        .collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

/// JSON:API families keep their brackets (`page[size]`, `filter[language]`); everything else is
/// written with dots.
pub fn join(parent: &str, name: &str) -> String {
    match parent {
        "page" | "filter" => format!("{parent}[{name}]"),
        _ => format!("{parent}.{name}"),
    }
}

fn segments(name: &str) -> impl Iterator<Item = &str> {
    name.split(['.', '['])
        .map(|it| it.strip_suffix(']').unwrap_or(it))
}

/// Parameters by path, not yet typed. Its functions recurse once per level: [`pairs`] has limited
/// how many there are.
#[derive(Debug)]
enum Raw {
    Values(Vec<String>),
    Fields(Vec<(String, Raw)>),
}

impl Raw {
    fn insert(&mut self, path: &[&str], value: String) {
        match (path, self) {
            ([], Self::Values(values)) => values.push(value),
            // `a.b=1&a=2`: kept under an impossible name, which the check reports as unknown.
            ([], Self::Fields(fields)) => {
                fields.push((String::new(), Self::Values(vec![value])));
            }
            ([_, ..], this @ Self::Values(_)) => {
                let earlier = std::mem::replace(this, Self::Fields(Vec::new()));
                if let Self::Fields(fields) = this {
                    fields.push((String::new(), earlier));
                }
                this.insert(path, value);
            }
            ([first, rest @ ..], Self::Fields(fields)) => {
                let known = fields.iter().position(|(name, _)| name == first);
                let index = known.unwrap_or_else(|| {
                    let empty = if rest.is_empty() {
                        Self::Values(Vec::new())
                    } else {
                        Self::Fields(Vec::new())
                    };
                    fields.push(((*first).to_owned(), empty));
                    fields.len() - 1
                });
                fields[index].1.insert(rest, value);
            }
        }
    }

    fn coerce(self, schema: &CompiledSchema) -> Value {
        match (self, schema) {
            (this, CompiledSchema::Nullable(inner)) => this.coerce(inner),
            (Self::Values(values), CompiledSchema::List { items, most, .. }) => {
                list(&values, items, *most)
            }
            // `points[]=sun`: the values are under the empty name.
            (Self::Fields(mut fields), CompiledSchema::List { .. }) if matches!(fields.as_slice(), [(name, _)] if name.is_empty()) => {
                fields.remove(0).1.coerce(schema)
            }
            (Self::Values(mut values), _) if values.len() == 1 => {
                coerce_text(values.remove(0), schema)
            }
            // Several values for one: a list, which the check refuses in its own words.
            (Self::Values(values), _) => {
                Value::Array(values.into_iter().map(Value::String).collect())
            }
            (Self::Fields(fields), _) => {
                let text = CompiledSchema::Text {
                    shortest: 0,
                    longest: usize::MAX,
                };
                let object: Map<_, _> = fields
                    .into_iter()
                    .map(|(name, raw)| {
                        let value = match schema {
                            CompiledSchema::Map { values, .. } => raw.coerce(values),
                            _ => raw.coerce(schema.field(&name).map_or(&text, |it| &it.schema)),
                        };
                        (name, value)
                    })
                    .collect();
                Value::Object(object)
            }
        }
    }
}

/// A list of values. A comma separates two values, unless it can be part of one. At most one item
/// more than allowed is built, which is enough for the check to refuse the list.
fn list(values: &[String], items: &CompiledSchema, most: usize) -> Value {
    let separator = |it: char| it == ',' && !may_contain_commas(items);
    let values = values.iter().flat_map(|it| it.split(separator));
    let values = values.take(most.saturating_add(1));
    Value::Array(values.map(|it| coerce_text(it.to_owned(), items)).collect())
}

fn may_contain_commas(schema: &CompiledSchema) -> bool {
    match schema {
        CompiledSchema::Choice(values) => values.iter().any(|it| it.contains(',')),
        CompiledSchema::Number(_) | CompiledSchema::Integer(_) | CompiledSchema::Boolean => false,
        CompiledSchema::Formatted(format) => format.pattern.is_none_or(|it| it.contains(',')),
        CompiledSchema::Nullable(inner) => may_contain_commas(inner),
        CompiledSchema::Either(schemas) => schemas.iter().any(may_contain_commas),
        _ => true,
    }
}

/// What the schema expects, where the text can be read as that; otherwise the text, for the check.
pub fn coerce_text(text: String, schema: &CompiledSchema) -> Value {
    let typed = match schema {
        CompiledSchema::Nullable(inner) => return coerce_text(text, inner),
        CompiledSchema::Number(_) | CompiledSchema::Integer(_) => number(&text).map(Value::Number),
        CompiledSchema::Boolean => text.parse().ok().map(Value::Bool),
        CompiledSchema::Either(schemas) => schemas.iter().find_map(|schema| {
            let mut value = coerce_text(text.clone(), schema);
            schema.check(&mut value).is_empty().then_some(value)
        }),
        _ => None,
    };
    typed.unwrap_or(Value::String(text))
}

/// A number as JSON writes it, or with leading zeros, as `date +%V` writes a week. `f64::from_str` alone
/// would also take `inf`, `NaN` and `+1`.
fn number(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let is_padded = |it: &str| matches!(it.as_bytes(), [b'0', b'0'..=b'9', ..]);
    let mut rest = digits;
    while is_padded(rest) {
        rest = &rest[1..];
    }
    serde_json::from_str(&format!("{sign}{rest}")).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::compiled_schema::{Field, Range};
    use super::*;

    const ANY: Range = Range {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
    };

    fn field(name: &str, schema: CompiledSchema) -> Field {
        Field {
            name: name.to_owned(),
            required: Required::Never,
            schema,
        }
    }

    fn schema() -> CompiledSchema {
        let text = CompiledSchema::Text {
            shortest: 0,
            longest: 100,
        };
        let location = CompiledSchema::Object(vec![Field {
            required: Required::Always,
            ..field("latitude", CompiledSchema::Number(ANY))
        }]);
        let list_of = |items| CompiledSchema::List {
            items: Box::new(items),
            fewest: 0,
            most: 3,
        };
        let points = ["sun", "moon", "mars"].map(str::to_owned);
        let points = list_of(CompiledSchema::Choice(points.to_vec()));
        let orbs = CompiledSchema::Map {
            names: vec!["trine".to_owned()],
            values: Box::new(CompiledSchema::Number(ANY)),
        };
        let page = CompiledSchema::Object(vec![field("size", CompiledSchema::Integer(ANY))]);
        CompiledSchema::Object(vec![
            field("name", text.clone()),
            field("location", CompiledSchema::Nullable(Box::new(location))),
            field("points", points),
            field("titles", list_of(text.clone())),
            field("orbs", orbs),
            field("page", page),
            field("exact", CompiledSchema::Boolean),
        ])
    }

    fn check(query: &str, expected: &Value) {
        let found = tree(pairs(query).unwrap(), &schema());
        assert_eq!(found, *expected, "{query}");
    }

    #[test]
    fn a_query_becomes_the_tree_a_body_would_be() {
        check("", &json!({}));
        check(
            "name=a+b%2Bc&exact=true",
            &json!({ "name": "a b+c", "exact": true }),
        );
        check("name=1990", &json!({ "name": "1990" }));
        check(
            "location.latitude=-52.37",
            &json!({ "location": { "latitude": -52.37 } }),
        );
        check(
            "points=sun&points=moon",
            &json!({ "points": ["sun", "moon"] }),
        );
        check("points=sun", &json!({ "points": ["sun"] }));
        for query in [
            "points=sun,moon",
            "points=sun%2Cmoon",
            "points[]=sun&points[]=moon",
            "points[]=sun,moon",
            "points=sun&points[]=moon",
        ] {
            check(query, &json!({ "points": ["sun", "moon"] }));
        }
        check("titles=a,b", &json!({ "titles": ["a,b"] }));
        check("orbs.trine=7", &json!({ "orbs": { "trine": 7 } }));
        check("page[size]=5", &json!({ "page": { "size": 5 } }));
        check("page%5Bsize%5D=5", &json!({ "page": { "size": 5 } }));
    }

    #[test]
    fn a_wrong_text_is_told_in_the_words_of_a_query() {
        let told = |query: &str| {
            let schema = schema();
            let mut tree = tree(pairs(query).unwrap(), &schema);
            let mut problems = schema.check(&mut tree);
            reword(&mut problems[0], &tree, &schema);
            problems.remove(0).detail
        };
        for (query, expected) in [
            (
                "name=a&name=b",
                "`name` is given more than once. Send it once.",
            ),
            ("location.latitude=abc", "`abc` is not a number."),
            ("page[size]=x", "`x` is not an integer."),
            ("exact=yes", "`yes` is not valid. Use `true` or `false`."),
            ("location=Springfield", "Send `location.latitude`."),
            ("orbs.trine=wide", "`wide` is not a number."),
        ] {
            assert_eq!(told(query), expected, "{query}");
        }
    }

    #[test]
    fn a_missing_object_is_told_by_its_parameters() {
        let required = |name: &str, schema| Field {
            required: Required::Always,
            ..field(name, schema)
        };
        let location = required("latitude", CompiledSchema::Number(ANY));
        let location = CompiledSchema::Object(vec![location]);
        let schema = CompiledSchema::Object(vec![required("location", location)]);
        let mut tree = tree(Vec::new(), &schema);
        let mut problems = schema.check(&mut tree);
        reword(&mut problems[0], &tree, &schema);
        assert_eq!(
            problems[0].detail,
            "`location` is required. Send `location.latitude`."
        );
    }

    #[test]
    fn leading_zeros_of_a_number_are_ignored() {
        for (text, number) in [
            ("07", json!(7)),
            ("00", json!(0)),
            ("0", json!(0)),
            ("0.5", json!(0.5)),
            ("-012.5", json!(-12.5)),
            ("+7", json!("+7")),
            ("0x7", json!("0x7")),
        ] {
            let found = coerce_text(text.to_owned(), &CompiledSchema::Number(ANY));
            assert_eq!(found, number, "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_stays_as_it_came_for_the_check_to_report() {
        check(
            "location.latitude=north",
            &json!({ "location": { "latitude": "north" } }),
        );
        check(
            "location.latitude=NaN",
            &json!({ "location": { "latitude": "NaN" } }),
        );
        check("name=a&name=b", &json!({ "name": ["a", "b"] }));
        check("name[]=a", &json!({ "name": { "": "a" } }));
        check("points=,sun", &json!({ "points": ["", "sun"] }));
        check("points[0]=sun", &json!({ "points": { "0": "sun" } }));
        check("colour=red", &json!({ "colour": "red" }));
        check(
            "location=x&location.latitude=1",
            &json!({ "location": { "": "x", "latitude": 1 } }),
        );
    }

    #[test]
    fn one_item_too_many_is_enough_to_refuse_a_list() {
        let query = format!("points={}", "sun,".repeat(5_000));
        let found = tree(pairs(&query).unwrap(), &schema());
        assert_eq!(found["points"].as_array().map(Vec::len), Some(4));
    }

    #[test]
    fn a_query_that_is_not_utf8_is_refused() {
        let refused = pairs("name=%FF").unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::QueryMalformed);
        assert!(pairs(&"a=1&".repeat(257)).is_err());
    }

    #[test]
    fn names_that_are_too_deep_or_too_long_are_refused_before_a_tree_is_built() {
        let nested = |levels: usize| format!("a{}=1", ".a".repeat(levels - 1));
        let bracketed = |levels: usize| format!("a{}=1", "[a]".repeat(levels - 1));
        for within in [nested(8), bracketed(8), format!("{}=1", "n".repeat(200))] {
            assert!(pairs(&within).is_ok(), "{within}");
        }
        let encoded = format!("a{}=1", "%2Ea".repeat(8));
        for beyond in [
            nested(9),
            nested(3_000),
            bracketed(9),
            bracketed(3_000),
            encoded,
            format!("{}=1", "n".repeat(201)),
        ] {
            let refused = pairs(&beyond).unwrap_err();
            assert_eq!(refused.problems()[0].code, ErrorCode::QueryMalformed);
            assert!(refused.problems()[0].detail.len() < 100);
        }
    }

    #[test]
    fn pointers_turn_into_the_documented_names() {
        assert_eq!(parameter_name("/location/latitude"), "location.latitude");
        assert_eq!(parameter_name("/page/size"), "page[size]");
        assert_eq!(parameter_name("/points/3"), "points");
        assert_eq!(parameter_name("/a~1b"), "a/b");
    }
}
