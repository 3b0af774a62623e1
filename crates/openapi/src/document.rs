//! The OpenAPI 3.1 document, generated from the declarations.

use http_api::input::query::join;
use http_api::input::{Formats, REQUIRED_UNLESS, UNDOCUMENTED, resolve};
use http_api::{AccessPolicy, Declaration, ErrorCode, InputPlace, Methods};
use serde_json::{Map, Value, json};

use crate::responses::{headers, shared_responses, success};
use crate::tidy::tidy;
use crate::{DocumentedOperation, ORG_PARAMETER, Operations, examples, responses};

const DESCRIPTION: &str = "Astrology calculations as an API. Send your API key in the \
    `X-Api-Key` header. Times are explicit, unknown fields are rejected, and every error has a \
    stable code.";

/// The groups of operations, in the order of the document.
pub(crate) const TAGS: &[(&str, &str)] = &[
    (
        "Calculations",
        "Charts, returns, progressions, transits, eclipses and other calculations.",
    ),
    (
        "Numerology",
        "Numbers of names and dates of birth, with every step of their calculation.",
    ),
    (
        "Horoscopes",
        "Horoscopes of days, weeks, months and years for each sign, and for a birth.",
    ),
    ("Chart images", "Charts as SVG or PNG."),
    (
        "PDF reports",
        "Charts, interpretations and tables as documents for printing.",
    ),
    ("Places", "Places by name, and time zones by coordinates."),
    (
        "Content",
        "Interpretation texts: the library's, and those of your organization.",
    ),
    ("Modules", "Modules that your organization has or can buy."),
    ("Key", "The API key of the request."),
    (
        "Management",
        "Accounts, organizations, members, API keys, webhooks and alerts.",
    ),
    ("Billing", "Plans, statements and invoices."),
    ("Installation", "The whole installation, for its operators."),
    (
        "Agents",
        "The Model Context Protocol, and the API as text for language models.",
    ),
    (
        "Chat",
        "Chatbots that answer with a language model and calculated facts.",
    ),
    ("Service", "Health checks and this document."),
];

impl Operations {
    /// The OpenAPI document. `servers` has the public URL of the service.
    pub fn document(&self, public_url: &str) -> Value {
        let mut paths = Map::new();
        let mut schemas = self.definitions().clone();
        for entry in self.list() {
            for (number, path) in entry.declaration.paths().enumerate() {
                for (method, place) in entry.declaration.methods.list() {
                    let id = entry.declaration.operation_id(method);
                    let mut operation = self.operation(entry, path, *place, &mut schemas);
                    operation["operationId"] = match number {
                        0 => id.into(),
                        number => format!("{id}_alias_{number}").into(),
                    };
                    let item = paths.entry(path).or_insert_with(|| json!({}));
                    item[method.as_str().to_lowercase()] = operation;
                }
            }
        }
        schemas.extend(responses::schemas());
        let tag = |(name, description): &(&str, &str)| json!({ "name": name, "description": description });
        let mut document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Almagest",
                "version": env!("CARGO_PKG_VERSION"),
                "description": DESCRIPTION,
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": public_url }],
            "tags": TAGS.iter().map(tag).collect::<Vec<_>>(),
            "security": default_security(),
            "paths": paths,
            "components": {
                "schemas": schemas,
                "responses": shared_responses(),
                "headers": headers(),
                "parameters": header_parameters(),
                "securitySchemes": {
                    "key": { "type": "apiKey", "in": "header", "name": "X-Api-Key" },
                    "bearer": { "type": "http", "scheme": "bearer",
                        "description": "An API key or a browser token." },
                    "session": { "type": "apiKey", "in": "cookie", "name": "__Host-almagest",
                        "description": "Session cookie of a signed-in browser, `almagest_local` over http. A signed-in caller of an operation that also takes keys names the organization in the `X-Organization` header; a request with a key must not." },
                },
            },
        });
        let mut formats = Map::new();
        publish_patterns(&mut document, self.formats, &mut formats);
        if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
            schemas.extend(formats);
        }
        tidy(&mut document);
        document
    }

    fn operation(
        &self,
        entry: &DocumentedOperation,
        path: &str,
        place: InputPlace,
        schemas: &mut Map<String, Value>,
    ) -> Value {
        let declaration = &entry.declaration;
        let is_twin = declaration.methods == Methods::PostAndGet && place == InputPlace::Query;
        let description = if is_twin {
            format!("The same as `POST {path}`, but takes the input as query parameters.")
        } else {
            declaration.description.to_owned()
        };
        let mut operation = json!({
            "operationId": null,
            "tags": [declaration.group],
            "summary": declaration.summary,
            "description": description,
            "x-cost-units": declaration.cost_units,
        });
        if let Some(formula) = entry.cost_formula.filter(|_| !is_twin) {
            operation["x-cost-formula"] = formula.into();
        }
        let security = security(declaration.access);
        if security != default_security() {
            operation["security"] = security;
        }
        describe_access(declaration.access, &mut operation);
        let in_path = entry.input_names(path);
        let mut parameters = self.path_parameters(entry, &in_path);
        if entry.names_org() {
            parameters.insert(0, org_parameter());
        }
        parameters.extend(headers_of(declaration));
        match place {
            InputPlace::Query => {
                let schema = without(&self.input(entry), &in_path);
                self.collect_parameters(&schema, "", true, &mut parameters);
                if let Some(example) = &entry.example {
                    add_examples(example, &mut parameters);
                }
            }
            InputPlace::Body => {
                operation["requestBody"] = self.request_body(entry, &in_path, schemas);
            }
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        let mut responses = success(entry, schemas);
        responses.extend([responses::error()]);
        operation["responses"] = responses.into();
        let own: Vec<_> = declaration.errors.iter().map(|it| it.name()).collect();
        if !own.is_empty() && !is_twin {
            operation["x-error-codes"] = own.into();
        }
        operation
    }

    fn input(&self, entry: &DocumentedOperation) -> Value {
        let schema = resolve(&entry.input_schema, self.definitions());
        schema.cloned().unwrap_or_default()
    }

    fn path_parameters(&self, entry: &DocumentedOperation, names: &[&str]) -> Vec<Value> {
        let schema = self.input(entry);
        let one = |name: &&str| parameter(name, "path", true, &schema["properties"][*name]);
        names.iter().map(one).collect()
    }

    /// The whole input as a reference, or without its path parameters as a schema of its own.
    fn request_body(
        &self,
        entry: &DocumentedOperation,
        in_path: &[&str],
        schemas: &mut Map<String, Value>,
    ) -> Value {
        let schema = if in_path.is_empty() {
            entry.input_schema.clone()
        } else {
            let name = format!("{}Body", pascal_case(entry.declaration.id));
            let body = without(&self.input(entry), in_path);
            named(name, body, schemas)
        };
        let mut content = json!({ "schema": schema });
        let recorded = || examples::example(entry.declaration.id)?.body.clone();
        if let Some(example) = entry.example.clone().or_else(recorded) {
            content["example"] = example;
        }
        json!({ "required": true, "content": { "application/json": content } })
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
            if property[UNDOCUMENTED] == true {
                continue;
            }
            let is_required =
                required.iter().any(|it| it == name) || property[REQUIRED_UNLESS].is_string();
            let needed = parents_required && is_required;
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
                None => parameters.push(parameter(&name, "query", needed, property)),
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

/// A parameter with this schema. It cannot be null, and its description is beside its schema.
fn parameter(name: &str, place: &str, required: bool, schema: &Value) -> Value {
    let mut schema = not_null(schema.clone());
    let mut parameter = json!({ "name": name, "in": place });
    if required {
        parameter["required"] = true.into();
    }
    if let Some(text) = schema
        .as_object_mut()
        .and_then(|it| it.remove("description"))
    {
        parameter["description"] = text;
    }
    if is_list(&schema) {
        parameter["style"] = "form".into();
        parameter["explode"] = true.into();
    }
    parameter["schema"] = schema;
    parameter
}

/// The schema without the alternative `null`.
pub(crate) fn not_null(mut schema: Value) -> Value {
    let Some(object) = schema.as_object_mut() else {
        return schema;
    };
    if let Some(types) = object.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(alternatives) = object.get_mut("anyOf").and_then(Value::as_array_mut) {
        alternatives.retain(|it| it["type"] != "null");
        if let [Value::Object(only)] = alternatives.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            object.extend(only);
        }
    }
    schema
}

/// Adds the pattern of each of our own formats beside its name: `format` alone means nothing to
/// readers who do not know it. A long pattern becomes a schema of its own.
fn publish_patterns(value: &mut Value, formats: Formats, long: &mut Map<String, Value>) {
    match value {
        Value::Object(object) => {
            publish_pattern(object, formats, long);
            object
                .values_mut()
                .for_each(|it| publish_patterns(it, formats, long));
        }
        Value::Array(list) => list
            .iter_mut()
            .for_each(|it| publish_patterns(it, formats, long)),
        _ => {}
    }
}

fn publish_pattern(
    schema: &mut Map<String, Value>,
    formats: Formats,
    long: &mut Map<String, Value>,
) {
    const LONG: usize = 100;
    let name = schema.get("format").and_then(Value::as_str);
    let mut formats = formats.iter().copied().flatten();
    let Some(format) = formats.find(|it| Some(it.name) == name) else {
        return;
    };
    // A property may also be called `format`. Its schema has no type beside it.
    let Some(of) = schema.get("type").cloned() else {
        return;
    };
    let mut constraints = Map::from_iter([("format".to_owned(), format.name.into())]);
    constraints.extend(format.pattern.map(|it| ("pattern".to_owned(), it.into())));
    constraints.extend(format.longest.map(|it| ("maxLength".to_owned(), it.into())));
    if format.pattern.is_none_or(|it| it.len() < LONG) {
        schema.extend(constraints);
        return;
    }
    constraints.insert("type".to_owned(), "string".into());
    schema.remove("format");
    schema.remove("type");
    let reference = named(pascal_case(format.name), constraints.into(), long);
    if of == "string" {
        schema.extend(reference.as_object().cloned().unwrap_or_default());
    } else {
        let alternatives = json!([reference, { "type": "null" }]);
        schema.insert("anyOf".to_owned(), alternatives);
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

/// The credentials of most operations, declared once.
fn default_security() -> Value {
    json!([{ "key": [] }, { "bearer": [] }, { "session": [] }])
}

fn security(access: AccessPolicy) -> Value {
    match access {
        AccessPolicy::Public => json!([]),
        AccessPolicy::AnyKey => json!([{ "key": [] }, { "bearer": [] }]),
        AccessPolicy::Caller { key: Some(_), .. } => default_security(),
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
            "description": "ID of the organization.",
            "schema": { "type": "string", "pattern": "^org_[0-9a-f]{32}$" } })
}

/// Request headers, by the name of their component.
fn header_parameters() -> Value {
    json!({
        "Organization": { "name": "X-Organization", "in": "header", "required": false,
            "description": "ID of the organization to act for.",
            "schema": { "type": "string", "pattern": "^org_[0-9a-f]{32}$" } },
        "IfMatch": { "name": "If-Match", "in": "header", "required": false,
            "description": "ETag of the version that you read, or `*`. The request is rejected with 412 if the resource has changed since. Required for operations whose `x-error-codes` list `precondition_required`.",
            "schema": { "type": "string" } },
        "IdempotencyKey": { "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "A unique string of your choice. Repeating a request with the same key does not repeat its effect.",
            "schema": { "type": "string", "pattern": "^[A-Za-z0-9_.:-]{1,64}$" } },
    })
}

/// References to the headers that an operation reads.
fn headers_of(declaration: &Declaration) -> Vec<Value> {
    let has = |code: ErrorCode| declaration.errors.contains(&code);
    // A key has its own organization and must not name one, so generated clients of operations for
    // keys do not offer it. The session scheme says when a signed-in caller must send it.
    let is_for_sessions_only = matches!(declaration.access, AccessPolicy::Caller { key: None, .. });
    let read = [
        ("Organization", is_for_sessions_only),
        ("IfMatch", has(ErrorCode::ContentChanged)),
        ("IdempotencyKey", has(ErrorCode::IdempotencyConflict)),
    ];
    let reference = |name| json!({ "$ref": format!("#/components/parameters/{name}") });
    let read = read.into_iter().filter(|(_, is_read)| *is_read);
    read.map(|(name, _)| reference(name)).collect()
}

/// Adds the values of an example to its parameters.
fn add_examples(example: &Value, parameters: &mut [Value]) {
    for parameter in parameters {
        let name = parameter["name"].as_str().unwrap_or_default();
        let mut path = name.split(['.', '[']).map(|it| it.trim_end_matches(']'));
        let value = path.try_fold(example, |within, part| within.get(part));
        if let Some(value) = value {
            parameter["example"] = value.clone();
        }
    }
}

fn is_list(schema: &Value) -> bool {
    let of = &schema["type"];
    of == "array"
        || of
            .as_array()
            .is_some_and(|it| it.iter().any(|it| it == "array"))
}

/// Adds a schema to the components and returns a reference to it, so that generated code has a
/// name for it.
pub(crate) fn named(name: String, schema: Value, schemas: &mut Map<String, Value>) -> Value {
    let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
    schemas.insert(name, schema);
    reference
}

/// `calc_natal` as `CalcNatal`, `local-date-time` as `LocalDateTime`.
pub(crate) fn pascal_case(id: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split(['_', '-']).map(capitalized).collect()
}
