//! The OpenAPI 3.1 document, generated from the declarations.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Api;
use super::input::ORG_PARAMETER;
use super::registry::Entry;
use astrology_api::FORMATS;
use http_api::input::query::join;
use http_api::input::resolve;
use http_api::{AccessPolicy, ErrorCode, InputPlace, error_schema};

const DESCRIPTION: &str = "Astrology calculations as an API. Send your API key in the \
    `X-Api-Key` header. Times are explicit, unknown fields are refused, and every error has a \
    stable code.";

impl Api {
    /// The document. `servers` has the public URL of the service.
    pub fn openapi(&self, public_url: &str) -> Value {
        let mut paths = Map::new();
        for entry in &self.entries {
            for (number, path) in entry.declaration.paths().enumerate() {
                for (method, place) in entry.declaration.methods.list() {
                    let id = entry.declaration.operation_id(method);
                    let mut operation = self.operation(entry, path, *place);
                    operation["operationId"] = match number {
                        0 => id.into(),
                        number => format!("{id}_alias_{number}").into(),
                    };
                    let item = paths.entry(path).or_insert_with(|| json!({}));
                    item[method.as_str().to_lowercase()] = operation;
                }
            }
        }
        let mut schemas = self.definitions().clone();
        schemas.insert("Errors".to_owned(), error_schema());
        let mut document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Almagest",
                "version": "1",
                "description": DESCRIPTION,
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": public_url }],
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {
                    "key": { "type": "apiKey", "in": "header", "name": "X-Api-Key" },
                    "bearer": { "type": "http", "scheme": "bearer" },
                    "session": { "type": "apiKey", "in": "cookie", "name": "__Host-almagest",
                        "description": "Session cookie of a signed-in browser. `almagest_local` over http." },
                },
            },
        });
        publish_patterns(&mut document);
        document
    }

    fn operation(&self, entry: &Entry, path: &str, place: InputPlace) -> Value {
        let declaration = &entry.declaration;
        let mut operation = json!({
            "operationId": null,
            "tags": [declaration.group],
            "summary": declaration.summary,
            "description": declaration.description,
            "security": security(declaration.access),
            "x-cost-units": declaration.cost_units,
        });
        if let Some(formula) = entry.cost_formula {
            operation["x-cost-formula"] = formula.into();
        }
        describe_access(declaration.access, &mut operation);
        let in_path = entry.input_names(path);
        let mut parameters = self.path_parameters(entry, &in_path);
        if entry.names_org() {
            parameters.insert(0, org_parameter());
        }
        match place {
            InputPlace::Query => {
                let schema = without(&self.input(entry), &in_path);
                self.collect_parameters(&schema, "", true, &mut parameters);
            }
            InputPlace::Body => operation["requestBody"] = self.request_body(entry, &in_path),
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        operation["responses"] = responses(entry, place);
        operation
    }

    fn input(&self, entry: &Entry) -> Value {
        let schema = resolve(&entry.input_schema, self.definitions());
        schema.cloned().unwrap_or_default()
    }

    fn path_parameters(&self, entry: &Entry, names: &[&str]) -> Vec<Value> {
        let schema = self.input(entry);
        let one = |name: &&str| {
            json!({ "name": name, "in": "path", "required": true,
                    "schema": schema["properties"][*name] })
        };
        names.iter().map(one).collect()
    }

    /// The whole input as a reference, or without its path parameters as a schema of its own.
    fn request_body(&self, entry: &Entry, in_path: &[&str]) -> Value {
        let schema = if in_path.is_empty() {
            entry.input_schema.clone()
        } else {
            without(&self.input(entry), in_path)
        };
        json!({ "required": true, "content": {
            "application/json": { "schema": schema },
            "application/vnd.api+json": { "schema": schema },
        } })
    }

    /// Nested objects become dotted names, as `query::tree` reads them back.
    fn collect_parameters(
        &self,
        schema: &Value,
        prefix: &str,
        parents_required: bool,
        parameters: &mut Vec<Value>,
    ) {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let Some(properties) = schema["properties"].as_object() else {
            return;
        };
        for (name, property) in properties {
            let needed = parents_required && required.iter().any(|it| it == name);
            let name = if prefix.is_empty() {
                name.clone()
            } else {
                join(prefix, name)
            };
            let inner = self.object_within(property);
            match inner {
                Some(object) if object.get("properties").is_some() => {
                    self.collect_parameters(&object, &name, needed, parameters);
                }
                Some(_) => parameters.push(json!({
                    "name": name, "in": "query", "required": needed,
                    "style": "deepObject", "explode": true, "schema": property,
                })),
                None => {
                    let mut parameter = json!({
                        "name": name, "in": "query", "required": needed, "schema": property,
                    });
                    if let Some(text) = property.get("description") {
                        parameter["description"] = text.clone();
                    }
                    parameters.push(parameter);
                }
            }
        }
    }

    /// The object schema behind a property, through references and `null` alternatives.
    fn object_within(&self, property: &Value) -> Option<Value> {
        let schema = resolve(property, self.definitions())?;
        if let Some(alternatives) = schema.get("anyOf").and_then(Value::as_array) {
            let not_null: Vec<_> = alternatives
                .iter()
                .filter(|it| it["type"] != "null")
                .collect();
            return match not_null.as_slice() {
                [only] => self.object_within(only),
                _ => None,
            };
        }
        let is_object = schema["type"] == "object"
            || schema["type"]
                .as_array()
                .is_some_and(|it| it.iter().any(|it| it == "object"));
        is_object.then(|| schema.clone())
    }
}

/// Adds the pattern of each of our own formats beside its name: `format` alone means nothing to
/// readers who do not know it.
fn publish_patterns(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let name = object.get("format").and_then(Value::as_str);
            let format = FORMATS
                .iter()
                .copied()
                .flatten()
                .find(|it| Some(it.name) == name);
            // A property may also be called `format`. Its schema has no type beside it.
            let format = format.filter(|_| object.contains_key("type"));
            if let Some(pattern) = format.and_then(|it| it.pattern) {
                object.insert("pattern".to_owned(), pattern.into());
            }
            if let Some(longest) = format.and_then(|it| it.longest) {
                object.insert("maxLength".to_owned(), longest.into());
            }
            object.values_mut().for_each(publish_patterns);
        }
        Value::Array(list) => list.iter_mut().for_each(publish_patterns),
        _ => {}
    }
}

fn without(schema: &Value, names: &[&str]) -> Value {
    let mut schema = schema.clone();
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.retain(|name, _| !names.contains(&name.as_str()));
    }
    if let Some(required) = schema["required"].as_array_mut() {
        required.retain(|name| !names.iter().any(|it| name == it));
    }
    schema
}

fn security(access: AccessPolicy) -> Value {
    match access {
        AccessPolicy::Public => json!([]),
        AccessPolicy::AnyKey => json!([{ "key": [] }, { "bearer": [] }]),
        AccessPolicy::Caller { key: Some(_), .. } => {
            json!([{ "key": [] }, { "bearer": [] }, { "session": [] }])
        }
        AccessPolicy::Caller { key: None, .. }
        | AccessPolicy::Member { .. }
        | AccessPolicy::Person
        | AccessPolicy::Operator => json!([{ "session": [] }]),
    }
}

/// Adds the required permissions and capability, for programs.
fn describe_access(access: AccessPolicy, operation: &mut Value) {
    let (key, role, capability) = match access {
        AccessPolicy::Caller {
            key,
            role,
            capability,
        } => (key, Some(role), capability),
        AccessPolicy::Member { role } => (None, Some(role), None),
        AccessPolicy::Public
        | AccessPolicy::AnyKey
        | AccessPolicy::Person
        | AccessPolicy::Operator => (None, None, None),
    };
    if let Some(key) = key {
        operation["x-key-permission"] = key.name().into();
    }
    if let Some(role) = role {
        operation["x-role-permission"] = role.name().into();
    }
    if let Some(capability) = capability {
        operation["x-capability"] = capability.name().into();
    }
}

fn org_parameter() -> Value {
    json!({ "name": ORG_PARAMETER, "in": "path", "required": true,
            "description": "Id of the organization.",
            "schema": { "type": "string", "pattern": "^org_[0-9a-f]{32}$" } })
}

fn responses(entry: &Entry, place: InputPlace) -> Value {
    let mut responses = Map::new();
    let content: Map<_, _> = entry
        .replies
        .iter()
        .map(|(media_type, schema)| (media_type.name().to_owned(), json!({ "schema": schema })))
        .collect();
    let success = json!({ "description": "Success.", "content": content });
    responses.insert(entry.status.to_string(), success);
    let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    for code in entry.declaration.error_codes(place) {
        by_status
            .entry(code.status().as_u16())
            .or_default()
            .push(code);
    }
    for (status, codes) in by_status {
        let lines: Vec<_> = codes
            .iter()
            .map(|it| format!("`{}`: {}", it.name(), it.explanation()))
            .collect();
        let reference = json!({ "schema": { "$ref": "#/components/schemas/Errors" } });
        let response = json!({
            "description": lines.join("\n\n"),
            "content": { "application/vnd.api+json": reference,
                         "application/problem+json": { "schema": { "type": "object" } } },
        });
        responses.insert(status.to_string(), response);
    }
    Value::Object(responses)
}
