//! The list of operations with the schemas of their types.

use http_api::input::{Formats, schema_generator};
use http_api::{AccessPolicy, Declaration};
use operation::{MediaType, Operation, Reply as _};
use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use crate::ORG_PARAMETER;

/// One operation with the schemas of its types.
#[derive(Debug)]
pub struct DocumentedOperation {
    /// Its declaration.
    pub declaration: Declaration,
    /// The schema of its input, which can refer to [`Operations::definitions`].
    pub input_schema: Value,
    pub(crate) cost_formula: Option<&'static str>,
    pub(crate) example: Option<Value>,
    pub(crate) status: u16,
    pub(crate) headers: Vec<&'static str>,
    pub(crate) replies: Vec<(MediaType, Value)>,
}

impl DocumentedOperation {
    /// Whether the path names the organization of the call.
    pub const fn names_org(&self) -> bool {
        matches!(self.declaration.access, AccessPolicy::Member { .. })
    }

    /// An input that it accepts.
    pub const fn example(&self) -> Option<&Value> {
        self.example.as_ref()
    }

    /// The schema of its reply, if that is a JSON document.
    pub fn json_reply(&self) -> Option<&Value> {
        let is_json =
            |it: &&(MediaType, Value)| matches!(it.0, MediaType::Json | MediaType::JsonApi);
        self.replies.iter().find(is_json).map(|it| &it.1)
    }

    /// The parameters of a path that are fields of the input.
    pub fn input_names<'a>(&self, path: &'a str) -> Vec<&'a str> {
        let mut names = parameter_names(path);
        names.retain(|it| !self.names_org() || *it != ORG_PARAMETER);
        names
    }
}

/// The operations of a service, in the order added.
pub struct Operations {
    list: Vec<DocumentedOperation>,
    generator: SchemaGenerator,
    pub(crate) formats: Formats,
}

impl std::fmt::Debug for Operations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.list.iter().map(|it| it.declaration.id))
            .finish()
    }
}

impl Operations {
    /// An empty list. `formats` are the text formats that schemas can name.
    pub fn new(formats: Formats) -> Self {
        Self {
            list: Vec::new(),
            generator: schema_generator(),
            formats,
        }
    }

    /// Adds an operation.
    ///
    /// # Panics
    ///
    /// Another operation has the same id.
    pub fn add<O: Operation>(&mut self) {
        let declaration = O::SPEC.declaration();
        let id = declaration.id;
        assert!(
            self.list.iter().all(|it| it.declaration.id != id),
            "two operations are called {id}"
        );
        self.list.push(DocumentedOperation {
            declaration,
            input_schema: self.generator.subschema_for::<O::Input>().to_value(),
            cost_formula: O::COST_FORMULA,
            example: O::example(),
            status: O::Reply::STATUS.as_u16(),
            headers: O::Reply::headers(),
            replies: O::Reply::describe(&mut self.generator),
        });
    }

    /// Every operation.
    pub fn list(&self) -> &[DocumentedOperation] {
        &self.list
    }

    /// Every declaration.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration> {
        self.list.iter().map(|it| it.declaration)
    }

    /// The definitions that schemas refer to.
    pub fn definitions(&self) -> &Map<String, Value> {
        self.generator.definitions()
    }
}

/// The `{names}` in a path.
///
/// # Examples
///
/// ```
/// assert_eq!(openapi::parameter_names("/a/{id}/natal.{format}"), ["id", "format"]);
/// ```
pub fn parameter_names(path: &str) -> Vec<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|it| it.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}
