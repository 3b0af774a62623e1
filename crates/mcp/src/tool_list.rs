//! The list of tools: names, descriptions and short schemas, made from the operations.

use std::sync::Arc;

use http_api::input::resolve;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::registry::{Registry, Target, place_field};
use crate::tool::{HOROSCOPES, Route, TOOLS, ToolSpec};

/// A longer description of a field is cut after its first sentence or at this length.
const MAX_DESCRIPTION: usize = 110;
/// A longer list of values is not repeated: an error names the values that are accepted.
const MAX_VALUES: usize = 12;

/// The tools whose operations exist.
pub(crate) fn tools(registry: &Registry) -> Vec<Tool> {
    let available = TOOLS.iter().filter(|it| is_available(it, registry));
    available.map(|it| tool(it, registry)).collect()
}

/// Whether at least one operation of a tool exists: a program without accounts has no keys.
pub(crate) fn is_available(tool: &ToolSpec, registry: &Registry) -> bool {
    let operations = tool.operations();
    operations.is_empty() || operations.iter().any(|it| registry.get(it).is_some())
}

fn tool(spec: &ToolSpec, registry: &Registry) -> Tool {
    let targets: Vec<_> = spec
        .operations()
        .into_iter()
        .filter_map(|it| registry.get(it))
        .collect();
    let mut properties = Map::new();
    let mut required = Vec::new();
    route_fields(spec, registry, &mut properties, &mut required);
    for name in spec.fields {
        let Some((target, schema)) = targets.iter().find_map(|it| Some((it, it.field(name)?)))
        else {
            continue;
        };
        if target.locations.iter().any(|it| it == name) {
            let place = place_field(name);
            properties.insert(place, json!({ "type": "string" }));
            properties.insert((*name).to_owned(), json!({ "type": "object" }));
            continue;
        }
        properties.insert((*name).to_owned(), short(schema, registry));
        if targets.iter().all(|it| it.requires(name)) && *name != "format" {
            required.push(Value::from(*name));
        }
    }
    let mut input = JsonObject::new();
    input.insert("type".to_owned(), "object".into());
    input.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        input.insert("required".to_owned(), required.into());
    }
    let annotations = ToolAnnotations::new().read_only(true).open_world(false);
    let tool = Tool::new(spec.name, spec.description, Arc::new(input))
        .with_title(spec.title)
        .with_annotations(annotations);
    match output(spec, &targets, registry) {
        Some(schema) => tool.with_raw_output_schema(Arc::new(schema)),
        None => tool,
    }
}

/// The fields that choose the operation.
fn route_fields(
    spec: &ToolSpec,
    registry: &Registry,
    properties: &mut Map<String, Value>,
    required: &mut Vec<Value>,
) {
    match spec.route {
        Route::One(_) => {}
        Route::Choice {
            field,
            options,
            default,
        } => {
            let options = options.iter().filter(|it| registry.get(it.1).is_some());
            let values: Vec<_> = options.map(|it| it.0).collect();
            let mut schema = json!({ "type": "string", "enum": values });
            match default {
                Some(default) => schema["default"] = default.into(),
                None => required.push(field.into()),
            }
            properties.insert(field.to_owned(), schema);
        }
        Route::Horoscope => {
            let periods: Vec<_> = HOROSCOPES.iter().map(|it| it.0).collect();
            properties.insert(
                "period".to_owned(),
                json!({ "type": "string", "enum": periods }),
            );
            properties.insert(
                "date".to_owned(),
                json!({ "type": "string", "format": "date" }),
            );
            required.extend(["period".into(), "date".into()]);
        }
        Route::Any => {
            properties.insert("operation".to_owned(), json!({ "type": "string" }));
            let body = json!({ "type": "object", "description": "Its input. Places can be named, as in the other tools." });
            properties.insert("body".to_owned(), body);
            required.push("operation".into());
        }
        Route::Find => {
            properties.insert("query".to_owned(), json!({ "type": "string" }));
            properties.insert("operation".to_owned(), json!({ "type": "string" }));
        }
    }
}

/// The schema of a field, without what an agent can do without.
fn short(schema: &Value, registry: &Registry) -> Value {
    let definitions = &registry.definitions;
    let described = schema["description"].as_str();
    let mut schema = resolve(schema, definitions).unwrap_or(schema);
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let first = alternatives.iter().find(|it| it["type"] != "null");
        schema = first.unwrap_or(schema);
        schema = resolve(schema, definitions).unwrap_or(schema);
    }
    let mut shown = Map::new();
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|it| *it != "null"),
        Value::String(_) => Some(&schema["type"]),
        _ => None,
    };
    shown.extend(kind.map(|it| ("type".to_owned(), it.clone())));
    if let Some(values) = values(schema) {
        shown.insert("type".to_owned(), "string".into());
        if values.len() <= MAX_VALUES {
            shown.insert("enum".to_owned(), values.into());
        }
    }
    if schema["items"].is_object() {
        let mut items = short(&schema["items"], registry);
        if let Some(items) = items.as_object_mut() {
            items.shift_remove("description");
        }
        shown.insert("items".to_owned(), items);
    }
    let described = described.or_else(|| schema["description"].as_str());
    if let Some(text) = described.map(first_sentence) {
        shown.insert("description".to_owned(), text.into());
    }
    Value::Object(shown)
}

/// The values of an enumeration.
fn values(schema: &Value) -> Option<Vec<Value>> {
    if let Some(values) = schema["enum"].as_array() {
        return Some(values.iter().filter(|it| !it.is_null()).cloned().collect());
    }
    let constants = schema["oneOf"].as_array()?.iter();
    constants.map(|it| it.get("const").cloned()).collect()
}

fn first_sentence(text: &str) -> String {
    let line = text.split("\n\n").next().unwrap_or(text);
    let sentence = line.split_inclusive(". ").next().unwrap_or(line);
    let sentence = sentence.trim_end();
    if sentence.chars().count() <= MAX_DESCRIPTION {
        return sentence.replace('\n', " ");
    }
    let cut: String = sentence.chars().take(MAX_DESCRIPTION).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{} …", &cut[..end])
}

/// The schema of the structured answer: the document that the operation replies with over HTTP, or its errors. Images
/// have none.
fn output(spec: &ToolSpec, targets: &[&Target], registry: &Registry) -> Option<JsonObject> {
    let mut data = Map::new();
    if spec.operations().is_empty() {
        data.insert("type".to_owned(), json!(["object", "array"]));
    } else {
        let document = targets.iter().find_map(|it| it.reply.as_ref())?;
        let schema = resolve(&document["properties"]["data"], &registry.definitions)?;
        data.insert("type".to_owned(), schema["type"].clone());
        if let (Some(fields), [_]) = (schema["properties"].as_object(), targets) {
            let names: Vec<_> = fields.keys().map(String::as_str).collect();
            let text = format!("Fields: {}.", names.join(", "));
            data.insert("description".to_owned(), text.into());
        }
        data.retain(|_, value| !value.is_null());
    }
    let schema = json!({
        "type": "object",
        "properties": { "data": data, "errors": { "type": "array" } },
    });
    match schema {
        Value::Object(schema) => Some(schema),
        _ => None,
    }
}
