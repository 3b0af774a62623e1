//! Form fields generated from an operation's OpenAPI description, which is JSON.

use crate::message::Translate;
use serde_json::Value;

use super::field_label::label;
use super::form::Form;
use super::message::Message;
use i18n::{Language, msg};

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
    /// Several of these values.
    Checklist(Vec<String>),
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
                let time = part("time").filter(|_| !self.is_time_unknown(form));
                let whole = |day: &str| match time {
                    Some(time) => format!("{day}T{time}"),
                    // An unknown time is different from midnight.
                    None => day.to_owned(),
                };
                part("date").map(whole).into_iter().collect()
            }
            FieldKind::List | FieldKind::Checklist(_) => {
                let parts = form.all(&self.name).flat_map(|it| it.split(','));
                let parts = parts.map(str::trim).filter(|it| !it.is_empty());
                parts.map(str::to_owned).collect()
            }
            _ => typed.into_iter().collect(),
        }
    }

    /// The values as JSON, as in the body of a request. None if nothing is entered.
    pub(super) fn json(&self, form: &Form) -> Option<Value> {
        let values = self.values(form);
        let first = values.first()?.clone();
        Some(match self.kind {
            FieldKind::List | FieldKind::Checklist(_) => values.into(),
            FieldKind::Flag => (first == "true").into(),
            // Text that is no number stays as it is, and the API reports it.
            FieldKind::Number(..) => match serde_json::from_str(&first) {
                Ok(Value::Number(number)) => Value::Number(number),
                _ => first.into(),
            },
            _ => first.into(),
        })
    }

    /// The label.
    pub(super) fn label(&self, language: Language) -> Message {
        label(&self.name, language)
    }

    /// Whether "Time unknown" is selected.
    pub(super) fn is_time_unknown(&self, form: &Form) -> bool {
        form.has(&format!("{}.unknown", self.name), "yes")
    }

    /// Whether a date without a time is a birth whose time is unknown.
    pub(super) fn allows_unknown_time(&self) -> bool {
        self.kind == FieldKind::DateTime && self.meaning.contains("unknown")
    }

    /// The groups of a checklist.
    pub(super) fn checklist(&self) -> Option<Vec<ChecklistGroup<'_>>> {
        match &self.kind {
            FieldKind::Checklist(all) => Some(checklist_groups(all)),
            _ => None,
        }
    }

    /// Whether a choice of a checklist is selected.
    pub(super) fn is_checked(&self, form: &Form, choice: &str) -> bool {
        self.values(form).iter().any(|it| it == choice)
    }

    /// Whether the browser requires a value. Coordinates can also come from the name of a place, and
    /// a closed section cannot show what is missing.
    pub(super) fn is_required_here(&self) -> bool {
        let is_coordinate = self.name.ends_with("latitude") || self.name.ends_with("longitude");
        self.required && !is_coordinate
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

/// Choices of a checklist with a heading.
pub(super) type ChecklistGroup<'a> = (&'static str, Vec<&'a str>);

/// Splits points into groups. The values of other lists are one group without a heading.
fn checklist_groups(all: &[String]) -> Vec<ChecklistGroup<'_>> {
    const PLANETS: [&str; 11] = [
        "sun", "moon", "mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus",
        "neptune", "pluto",
    ];
    const NODES: [&str; 6] = [
        "northNode",
        "southNode",
        "meanNode",
        "trueNode",
        "meanApogee",
        "trueApogee",
    ];
    const ANGLES: [&str; 7] = [
        "ascendant",
        "midheaven",
        "descendant",
        "imumCoeli",
        "vertex",
        "antivertex",
        "eastPoint",
    ];
    const MINOR_BODIES: [&str; 18] = [
        "chiron", "pholus", "nessus", "chariklo", "ceres", "pallas", "juno", "vesta", "hygiea",
        "eros", "eris", "sedna", "haumea", "makemake", "quaoar", "orcus", "ixion", "varuna",
    ];
    const TITLES: [&str; 6] = [
        msg("Planets"),
        msg("Angles"),
        msg("Nodes and apogees"),
        msg("Asteroids and dwarf planets"),
        msg("Lots"),
        msg("Fixed stars"),
    ];
    let of = |id: &str| match id {
        it if PLANETS.contains(&it) => 0,
        it if ANGLES.contains(&it) => 1,
        it if NODES.contains(&it) => 2,
        it if MINOR_BODIES.contains(&it) => 3,
        it if it.starts_with("partOf") => 4,
        _ => 5,
    };
    if !all.iter().any(|it| it == "sun") {
        return vec![("", all.iter().map(String::as_str).collect())];
    }
    let groups = TITLES.iter().enumerate().map(|(index, title)| {
        let members = all.iter().filter(|it| of(it) == index);
        (*title, members.map(String::as_str).collect::<Vec<_>>())
    });
    groups.filter(|(_, members)| !members.is_empty()).collect()
}

/// The example of an operation as the fields of a form: of the body, or of the parameters of an operation
/// without one.
pub(super) fn example_of(document: &Value, path: &str) -> Vec<(String, String)> {
    let body = &document["paths"][path]["post"]["requestBody"];
    let example = &body["content"]["application/json"]["example"];
    let mut fields = Vec::new();
    flatten("", example, &mut fields);
    if fields.is_empty() {
        for parameter in parameters_of(document, path) {
            let name = parameter["name"].as_str().unwrap_or_default();
            flatten(name, &parameter["example"], &mut fields);
        }
    }
    fields
}

/// Adds the values of a JSON object with dotted names. Examples are at most a few levels deep.
fn flatten(name: &str, value: &Value, into: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let dotted = if name.is_empty() {
                    member.clone()
                } else {
                    format!("{name}.{member}")
                };
                flatten(&dotted, value, into);
            }
        }
        Value::Array(values) => {
            for value in values {
                flatten(name, value, into);
            }
        }
        Value::Null => {}
        Value::String(text) => into.push((name.to_owned(), text.clone())),
        other => into.push((name.to_owned(), other.to_string())),
    }
}

/// The fields of the GET at a path.
pub(super) fn fields_of(document: &Value, path: &str) -> Vec<Field> {
    let parameters = parameters_of(document, path);
    parameters.map(|it| field(document, it)).collect()
}

/// The parameters of the GET at a path, without the headers, which are those of a client and not of a form.
fn parameters_of<'a>(document: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    let parameters = document["paths"][path]["get"]["parameters"].as_array();
    let parameters = parameters.into_iter().flatten();
    let parameters = parameters.map(|it| resolved(document, it));
    parameters.filter(|it| it["in"] != "header")
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
        Some("array") => match choices(resolved(document, &schema["items"])) {
            Some(all) => FieldKind::Checklist(all),
            None => FieldKind::List,
        },
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
        assert_eq!(kind_of("fields"), FieldKind::List);
        let FieldKind::Checklist(points) = kind_of("points") else {
            panic!("points are chosen from a list");
        };
        assert!(points.contains(&"sun".to_owned()) && points.contains(&"sirius".to_owned()));
        let calendars = ["gregorian", "julian", "swedish"]
            .map(str::to_owned)
            .to_vec();
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
    fn every_checked_point_is_sent() {
        let points = natal().into_iter().find(|it| it.name == "points").unwrap();
        let checked = ["sun", "moon", "mars"];
        let form = Form::of(checked.map(|it| ("points".to_owned(), it.to_owned())));
        assert_eq!(points.values(&form), checked);
        assert_eq!(points.json(&form), Some(serde_json::json!(checked)));
        let grouped: Vec<_> = points.checklist().unwrap();
        let total: usize = grouped.iter().map(|(_, members)| members.len()).sum();
        let FieldKind::Checklist(all) = &points.kind else {
            unreachable!()
        };
        assert_eq!(total, all.len(), "each point is in one group");
    }

    #[test]
    fn an_example_fills_the_form() {
        let document = include_str!("../../../docs/reference/openapi.json");
        let document = serde_json::from_str(document).unwrap();
        let fields = example_of(&document, "/api/calc/natal");
        let has = |name: &str| fields.iter().any(|(it, _)| it == name);
        assert!(has("dateTime") && has("location.latitude"), "{fields:?}");
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
        let unknown = ("dateTime.unknown", "yes");
        check(&[day, ("dateTime.time", "14:30"), unknown], &["1990-06-15"]);
        check(
            &[("dateTime", "1990-06-15T14:30:10")],
            &["1990-06-15T14:30:10"],
        );
    }
}
