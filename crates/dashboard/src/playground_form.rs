//! Form fields generated from an operation's OpenAPI description, which is JSON.

use crate::message::Translate;
use serde_json::Value;

use super::form::Form;
use super::message::Message;
use i18n::Language;

/// A form field.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    /// The query parameter name.
    pub(super) name: String,
    /// The description from the reference.
    pub(super) meaning: String,
    pub(super) required: bool,
    pub(super) kind: FieldKind,
}

/// The input type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FieldKind {
    /// One of several values.
    Choice(Vec<String>),
    /// A boolean.
    Flag,
    /// A number with bounds.
    Number(String, String),
    /// A local date and time.
    DateTime,
    /// A comma-separated list.
    List,
    /// Free text.
    Text,
}

impl Field {
    /// The entered values, one parameter each.
    pub(super) fn values(&self, form: &Form) -> Vec<String> {
        let typed = form.given(&self.name).map(str::to_owned);
        match self.kind {
            FieldKind::DateTime if typed.is_none() => {
                let part = |name: &str| form.given(&format!("{}.{name}", self.name));
                let whole = |day: &str| match part("time") {
                    Some(time) => format!("{day}T{time}"),
                    // An unknown time is different from midnight.
                    None => day.to_owned(),
                };
                part("date").map(whole).into_iter().collect()
            }
            FieldKind::List => {
                let typed = typed.unwrap_or_default();
                let parts = typed.split(',').map(str::trim);
                let parts = parts.filter(|it| !it.is_empty());
                parts.map(str::to_owned).collect()
            }
            _ => typed.into_iter().collect(),
        }
    }

    /// The description as HTML. API descriptions are in English.
    pub(super) fn explained(&self) -> Message {
        Language::English.t(&self.meaning)
    }

    /// The id of its input. Dots have a meaning in CSS selectors.
    pub(super) fn id(&self) -> String {
        format!("field-{}", self.name.replace(['.', '[', ']'], "-"))
    }

    /// The entered day and time of a date-time field.
    pub(super) fn day_and_time(&self, form: &Form) -> (String, String) {
        let whole = form.value(&self.name);
        let (day, time) = whole.split_once('T').unwrap_or((whole, ""));
        let part = |name: &str, of_whole: &str| {
            let typed = form.given(&format!("{}.{name}", self.name));
            typed.unwrap_or(of_whole).to_owned()
        };
        (part("date", day), part("time", time))
    }

    /// The choices, if it has any.
    pub(super) fn choices(&self) -> Option<&[String]> {
        match &self.kind {
            FieldKind::Choice(all) => Some(all),
            _ => None,
        }
    }

    /// The bounds of a number.
    pub(super) fn bounds(&self) -> Option<(&str, &str)> {
        match &self.kind {
            FieldKind::Number(low, high) => Some((low, high)),
            _ => None,
        }
    }
}

/// The fields of the GET at a path.
pub(super) fn fields_of(document: &Value, path: &str) -> Vec<Field> {
    let parameters = document["paths"][path]["get"]["parameters"].as_array();
    let parameters = parameters.into_iter().flatten();
    let parameters = parameters.map(|it| resolved(document, it));
    // The headers are those of a client, not of a form.
    let fields = parameters.filter(|it| it["in"] != "header");
    fields.map(|it| field(document, it)).collect()
}

fn field(document: &Value, parameter: &Value) -> Field {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let described = &parameter["description"];
    let described = if described.is_null() {
        &parameter["schema"]["description"]
    } else {
        described
    };
    Field {
        name: text(&parameter["name"]),
        meaning: text(described).replace('\n', " "),
        required: parameter["required"] == true,
        kind: kind(document, &parameter["schema"]),
    }
}

fn kind(document: &Value, schema: &Value) -> FieldKind {
    let schema = resolved(document, schema);
    if let Some(choices) = choices(schema) {
        return FieldKind::Choice(choices);
    }
    let types = match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect::<Vec<_>>(),
    };
    let bound = |name: &str| match &schema[name] {
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    match types.first().copied() {
        Some("boolean") => FieldKind::Flag,
        Some("number" | "integer") => FieldKind::Number(bound("minimum"), bound("maximum")),
        Some("array") => FieldKind::List,
        _ if schema["format"] == "local-date-time" => FieldKind::DateTime,
        _ => FieldKind::Text,
    }
}

/// Resolves a reference, or the non-null variant of a nullable schema.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#'));
        return target.map_or(schema, |it| resolved(document, it));
    }
    let alternatives = schema["anyOf"].as_array();
    let other = alternatives.and_then(|all| all.iter().find(|it| it["type"] != "null"));
    other.map_or(schema, |it| resolved(document, it))
}

fn choices(schema: &Value) -> Option<Vec<String>> {
    let texts = |values: Vec<&Value>| -> Option<Vec<String>> {
        let texts = values.into_iter().map(|it| it.as_str().map(str::to_owned));
        texts.collect()
    };
    if let Some(all) = schema["enum"].as_array() {
        return texts(all.iter().collect());
    }
    let all = schema["oneOf"].as_array()?;
    let mut found = Vec::new();
    for one in all {
        match one["enum"].as_array() {
            Some(several) => found.extend(several),
            None => found.push(&one["const"]),
        }
    }
    texts(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natal() -> Vec<Field> {
        let document = include_str!("../../../docs/reference/openapi.json");
        fields_of(&serde_json::from_str(document).unwrap(), "/api/calc/natal")
    }

    fn kind_of(name: &str) -> FieldKind {
        let found = natal().into_iter().find(|it| it.name == name);
        found.unwrap().kind
    }

    #[test]
    fn fields_are_what_the_operation_says() {
        assert_eq!(kind_of("dateTime"), FieldKind::DateTime);
        let degrees = FieldKind::Number("-90".to_owned(), "90".to_owned());
        assert_eq!(kind_of("location.latitude"), degrees);
        assert_eq!(kind_of("location.timezone"), FieldKind::Text);
        assert_eq!(kind_of("points"), FieldKind::List);
        let calendars = ["gregorian", "julian"].map(str::to_owned).to_vec();
        assert_eq!(kind_of("calendar"), FieldKind::Choice(calendars));
        let required: Vec<_> = natal()
            .into_iter()
            .filter(|it| it.required)
            .map(|it| it.name)
            .collect();
        let expected = ["dateTime", "location.latitude", "location.longitude"];
        assert_eq!(required, expected);
    }

    #[test]
    fn a_list_becomes_several_parameters_and_an_empty_field_none() {
        let field = Field {
            name: "points".to_owned(),
            meaning: String::new(),
            required: false,
            kind: FieldKind::List,
        };
        let form = |text: &str| Form::of([("points".to_owned(), text.to_owned())]);
        assert_eq!(field.values(&form("sun, moon,")), ["sun", "moon"]);
        assert!(field.values(&form(" ")).is_empty());
    }

    #[test]
    fn a_day_without_a_time_is_a_day() {
        let field = natal().into_iter().find(|it| it.name == "dateTime");
        let field = field.unwrap();
        let check = |pairs: &[(&str, &str)], expected: &[&str]| {
            let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            assert_eq!(field.values(&Form::of(pairs.iter().map(owned))), expected);
        };
        let day = ("dateTime.date", "1990-06-15");
        check(&[day, ("dateTime.time", "14:30")], &["1990-06-15T14:30"]);
        check(&[day, ("dateTime.time", "")], &["1990-06-15"]);
        check(&[("dateTime.time", "14:30")], &[]);
        check(
            &[("dateTime", "1990-06-15T14:30:10")],
            &["1990-06-15T14:30:10"],
        );
    }
}
