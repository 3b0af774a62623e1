//! The operations that tools can call, with what is known about their input and reply.

use std::collections::HashMap;

use http_api::input::{CompiledSchema, Formats, compile, resolve};
use http_api::{Declaration, Methods};
use openapi::{DocumentedOperation, Operations};
use serde_json::{Map, Value};

/// The operations of a service.
#[derive(Clone, Debug)]
pub struct Registry {
    list: Vec<Target>,
    by_id: HashMap<&'static str, usize>,
    pub(crate) definitions: Map<String, Value>,
}

/// An operation that tools can call.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) declaration: Declaration,
    /// The schema of its input. It can refer to [`Registry::definitions`].
    pub(crate) input: Value,
    /// The schema of the JSON document it replies with, if it does.
    pub(crate) reply: Option<Value>,
    pub(crate) example: Option<Value>,
    /// The fields of its input that are places.
    pub(crate) locations: Vec<String>,
}

/// Whether a tool may call an operation: keys can, it reads only, and it is a single request.
pub fn is_callable(declaration: &Declaration) -> bool {
    // A batch is for programs: an agent calls one tool after another.
    const BATCH: &str = "calc_batch";
    let reads = match declaration.methods {
        Methods::Get | Methods::PostAndGet => true,
        // Calculations whose input is too long for a query.
        Methods::Post => declaration.path.starts_with("/api/calc/") && declaration.id != BATCH,
        Methods::Patch | Methods::Delete => false,
    };
    reads && declaration.access.takes_keys()
}

impl Registry {
    /// The operations of this list that tools can call.
    pub fn new(operations: &Operations) -> Self {
        let definitions = operations.definitions();
        let callable = operations.list().iter();
        let callable = callable.filter(|it| is_callable(&it.declaration));
        let list: Vec<_> = callable.map(|it| Target::new(it, definitions)).collect();
        let ids = list.iter().enumerate();
        let by_id = ids.map(|(at, it)| (it.declaration.id, at)).collect();
        Self {
            list,
            by_id,
            definitions: definitions.clone(),
        }
    }

    /// Every operation, in the order of the documentation.
    pub(crate) fn list(&self) -> &[Target] {
        &self.list
    }

    /// An operation by its id.
    pub(crate) fn get(&self, id: &str) -> Option<&Target> {
        self.by_id.get(id).map(|at| &self.list[*at])
    }

    /// The compiled schema of an operation's input.
    pub fn compile(&self, id: &str, formats: Formats) -> Option<CompiledSchema> {
        compile(&self.get(id)?.input, &self.definitions, formats).ok()
    }

    /// The ids of every operation that tools can call.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.list.iter().map(|it| it.declaration.id)
    }
}

impl Target {
    fn new(operation: &DocumentedOperation, definitions: &Map<String, Value>) -> Self {
        let input = resolve(&operation.input_schema, definitions);
        let input = input.cloned().unwrap_or_default();
        let fields = input["properties"].as_object().into_iter().flatten();
        let locations = fields.filter(|(_, schema)| is_location(schema, definitions));
        Self {
            declaration: operation.declaration,
            locations: locations.map(|(name, _)| name.clone()).collect(),
            reply: operation.json_reply().cloned(),
            example: operation.example().cloned(),
            input,
        }
    }

    /// The schema of a field of its input.
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.input["properties"].get(name)
    }

    /// Whether a request must have a field.
    pub(crate) fn requires(&self, name: &str) -> bool {
        let mut required = self.input["required"].as_array().into_iter().flatten();
        let is_unless = || {
            let unless = self
                .field(name)
                .map(|it| &it[http_api::input::REQUIRED_UNLESS]);
            unless.is_some_and(Value::is_string)
        };
        required.any(|it| it == name) || is_unless()
    }
}

/// Whether a schema is that of a place.
fn is_location(schema: &Value, definitions: &Map<String, Value>) -> bool {
    let alternatives = schema["anyOf"].as_array();
    if let Some(alternatives) = alternatives {
        return alternatives.iter().any(|it| is_location(it, definitions));
    }
    let fields = resolve(schema, definitions).map(|it| &it["properties"]);
    fields.is_some_and(|it| it.get("latitude").is_some() && it.get("timezone").is_some())
}

/// The field that has the name of a place instead: `place` for `location`, `birthPlace` for `birthLocation`.
pub(crate) fn place_field(location: &str) -> String {
    location
        .replace("location", "place")
        .replace("Location", "Place")
}
