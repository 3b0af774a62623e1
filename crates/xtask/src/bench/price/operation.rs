//! The operations of the API document, as the search sees them.

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::schema::Schemas;
use super::{BATCH, Input};

/// The most inputs that are tried for an operation of a person that changes something.
const MAX_CHANGES: u32 = 40;

/// The same for an operation that sends an invitation.
const MAX_INVITATIONS: u32 = 6;

/// The required caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    Key,
    Session,
    Operator,
    Anyone,
}

/// One operation of the document. Parameters and body fields are one object, because the search
/// mutates both in the same way.
pub(super) struct Operation<'a> {
    pub(super) id: &'a str,
    pub(super) method: &'static str,
    pub(super) path: &'a str,
    pub(super) caller: Caller,
    /// Names in the path.
    pub(super) path_names: Vec<&'a str>,
    /// The schema of the query, as an object; with those names in the path that are choices.
    pub(super) query: Value,
    pub(super) body: Option<&'a Value>,
    /// The example of the document.
    pub(super) example: Option<Input>,
}

impl<'a> Operation<'a> {
    pub(super) fn all(document: &'a Value) -> Result<Vec<Self>> {
        let schemas = Schemas::new(document);
        let paths = document["paths"].as_object().context("no paths")?;
        let mut all = Vec::new();
        for (path, methods) in paths {
            for (method, declared) in methods.as_object().into_iter().flatten() {
                if let Some(method) = method_name(method) {
                    all.push(Self::read(path, method, declared, &schemas)?);
                }
            }
        }
        Ok(all)
    }

    fn read(
        path: &'a str,
        method: &'static str,
        declared: &'a Value,
        schemas: &Schemas<'a>,
    ) -> Result<Self> {
        let parameters = || {
            let all = declared["parameters"].as_array().into_iter().flatten();
            all.map(|it| schemas.resolve(it))
        };
        let mut query = json!({ "properties": {}, "required": [] });
        // Names of things come from lists, all else from the schema.
        let is_choice = |schema: &Value| {
            let schema = schemas.resolve(schema);
            let is_number = schema["type"] == "integer";
            is_number || schema["format"] == "date" || !schemas.choices(schema).is_empty()
        };
        let is_chosen = |it: &Value| it["in"] == "path" && is_choice(&it["schema"]);
        for parameter in parameters().filter(|it| it["in"] == "query" || is_chosen(it)) {
            let name = parameter["name"].as_str().unwrap_or_default();
            query["properties"][name] = parameter["schema"].clone();
            if parameter["required"] == true
                && let Some(required) = query["required"].as_array_mut()
            {
                required.push(name.into());
            }
        }
        let content = declared.pointer("/requestBody/content/application~1json");
        let body_example = content.and_then(|it| it.get("example"));
        let examples = parameters().filter_map(|it| {
            let name = it["name"].as_str()?;
            Some((name.to_owned(), it.get("example")?.clone()))
        });
        let query_example: Map<_, _> = examples.collect();
        let has_example = body_example.is_some() || !query_example.is_empty();
        let example = has_example.then(|| Input {
            query: Value::Object(query_example),
            body: body_example.cloned(),
            gzip: false,
        });
        let names = parameters().filter(|it| it["in"] == "path");
        let security = declared.get("security");
        let security = security.unwrap_or_else(|| schemas.default_security());
        let security = security.as_array();
        let has = |scheme: &str| {
            let all = security.into_iter().flatten();
            all.into_iter().any(|it| !it[scheme].is_null())
        };
        Ok(Self {
            id: declared["operationId"].as_str().context("no operationId")?,
            method,
            path,
            caller: match (has("key"), has("session")) {
                (true, _) => Caller::Key,
                _ if path.starts_with("/api/manage/installation/") => Caller::Operator,
                (false, true) => Caller::Session,
                (false, false) => Caller::Anyone,
            },
            path_names: names.filter_map(|it| it["name"].as_str()).collect(),
            query,
            body: content.map(|it| &it["schema"]),
            example,
        })
    }

    /// How many inputs to try. People have a rate for changes, and their operations have few
    /// fields, so these get fewer.
    pub(super) fn tries(&self, wanted: u32) -> u32 {
        match (self.caller, self.method) {
            // A person can send only twenty an hour.
            _ if self.id.starts_with("invitation_") && self.method == "POST" => MAX_INVITATIONS,
            (Caller::Session | Caller::Operator, method) if method != "GET" => {
                wanted.min(MAX_CHANGES)
            }
            _ => wanted,
        }
    }

    /// Its name in a batch.
    pub(super) fn batch_name(&self) -> Option<&'a str> {
        let calculation = self.path.strip_prefix("/api/calc/")?;
        (self.method == "POST" && self.id != BATCH).then_some(calculation)
    }
}

fn method_name(name: &str) -> Option<&'static str> {
    ["GET", "POST", "PUT", "PATCH", "DELETE"]
        .into_iter()
        .find(|it| it.eq_ignore_ascii_case(name))
}
