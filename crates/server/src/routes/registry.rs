//! The list of operations, from which the router and everything that describes it are made.

#![expect(
    clippy::panic,
    reason = "a declaration that contradicts its types stops the program at its start, and every test"
)]

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use super::input::{InputDecoder, ORG_PARAMETER};
use super::serve::{self, Serve};
use crate::app::App;
use astrology_api::FORMATS;
use http_api::input::{CompiledSchema, compile, schema_generator};
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode};
use operation::{Catalog, MediaType, Operation, Price, Reply as _, price};

/// The operations of a service.
pub struct Api {
    pub(super) entries: Vec<Entry>,
    pub(super) generator: SchemaGenerator,
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.entries.iter().map(|it| it.declaration.id))
            .finish()
    }
}

/// One operation with the schemas of its types.
pub(super) struct Entry {
    pub(super) declaration: Declaration,
    pub(super) input_schema: Value,
    pub(super) cost_formula: Option<&'static str>,
    pub(super) example: Option<Value>,
    pub(super) status: u16,
    pub(super) headers: Vec<&'static str>,
    pub(super) replies: Vec<(MediaType, Value)>,
    serve: Serve,
    price: Price,
}

impl Default for Api {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            generator: schema_generator(),
        }
    }
}

impl Api {
    /// Adds an operation.
    ///
    /// # Panics
    ///
    /// Another operation has the same id. Everything else about a declaration is checked when the
    /// router is built.
    #[must_use]
    pub fn with<O: Operation>(mut self) -> Self
    where
        App: AsRef<O::Context>,
    {
        let declaration = O::SPEC.declaration();
        let id = declaration.id;
        assert!(
            self.entries.iter().all(|it| it.declaration.id != id),
            "two operations are called {id}"
        );
        self.entries.push(Entry {
            declaration,
            input_schema: self.generator.subschema_for::<O::Input>().to_value(),
            cost_formula: O::COST_FORMULA,
            example: O::example(),
            status: O::Reply::STATUS.as_u16(),
            headers: O::Reply::headers(),
            replies: O::Reply::describe(&mut self.generator),
            serve: serve::serve::<O>,
            price: |draft| price::<O>(draft, FORMATS),
        });
        self
    }

    /// A response that carries a plain error to the envelope.
    pub(crate) fn refuse(code: ErrorCode) -> Response<Body> {
        serve::refuse(ApiError::plain(code))
    }

    /// Every operation, in the order added.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration> {
        self.entries.iter().map(|it| it.declaration)
    }

    /// What the operations are, for a service at this URL.
    pub(crate) fn catalog(&self, public_url: &str) -> Catalog {
        let price = |it: &Entry| (it.declaration.id, it.price);
        Catalog {
            declarations: self.declarations().collect(),
            prices: self.entries.iter().map(price).collect(),
            openapi: self.openapi(public_url),
        }
    }

    /// The definitions that schemas refer to.
    pub(super) fn definitions(&self) -> &Map<String, Value> {
        self.generator.definitions()
    }

    /// The router.
    ///
    /// # Panics
    ///
    /// A declaration contradicts its types: the schema of an input is not supported or not limited,
    /// or a path parameter is not a field of it.
    pub fn router(&self) -> Router<Arc<App>> {
        let mut router = Router::new();
        for entry in &self.entries {
            for path in entry.declaration.paths() {
                for (method, receiver) in entry.receivers(path, self.definitions()) {
                    let filter = MethodFilter::try_from(method).expect("a standard method");
                    let handler = route(filter, entry.serve, Arc::new(receiver.receiver));
                    router = router.route(&receiver.path, handler);
                }
            }
        }
        router
    }
}

/// One route. The routes of all operations have the same type: a router of a hundred types takes
/// minutes to compile.
fn route(
    filter: MethodFilter,
    serve: Serve,
    receiver: Arc<InputDecoder>,
) -> MethodRouter<Arc<App>> {
    on(filter, move |State(app), request| {
        serve(app, Arc::clone(&receiver), request)
    })
}

/// A decoder at the concrete path that the router uses.
struct Route {
    path: String,
    receiver: InputDecoder,
}

impl Entry {
    /// Whether the path names the organization of the call.
    pub(super) const fn names_org(&self) -> bool {
        matches!(self.declaration.access, AccessPolicy::Member { .. })
    }

    /// The parameters of a path that are fields of the input.
    pub(super) fn input_names<'a>(&self, path: &'a str) -> Vec<&'a str> {
        let mut names = parameter_names(path);
        names.retain(|it| !self.names_org() || *it != ORG_PARAMETER);
        names
    }

    /// One decoder per method and per value of a parameter that is only part of a segment.
    fn receivers(&self, path: &str, definitions: &Map<String, Value>) -> Vec<(Method, Route)> {
        let id = self.declaration.id;
        let shape = compile(&self.input_schema, definitions, FORMATS)
            .unwrap_or_else(|what| panic!("{id}: the input has {what}"));
        let names_org = self.names_org();
        assert!(
            !names_org || parameter_names(path).contains(&ORG_PARAMETER),
            "{id}: the path of a member's operation names its organization, {{org}}"
        );
        let names = self.input_names(path);
        for name in &names {
            assert!(
                shape.field(name).is_some(),
                "{id}: the input has no field `{name}`"
            );
        }
        let rest = shape.without(&names);
        let mut mounted = Vec::new();
        for (method, place) in self.declaration.methods.list() {
            for (path, fixed) in expand(path, &shape) {
                let receiver = InputDecoder {
                    schema: shape.clone(),
                    rest: rest.clone(),
                    fixed,
                    place: *place,
                    body_bytes: self.declaration.limits.body_bytes,
                    names_org,
                };
                mounted.push((method.clone(), Route { path, receiver }));
            }
        }
        mounted
    }
}

/// The `{names}` in a path.
pub(super) fn parameter_names(path: &str) -> Vec<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|it| it.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

/// `/natal.{format}` becomes `/natal.svg` and `/natal.png`: the router supports only whole
/// segments.
fn expand(path: &str, shape: &CompiledSchema) -> Vec<(String, Vec<(String, String)>)> {
    let partial = path
        .split('/')
        .filter(|it| it.contains('{') && !(it.starts_with('{') && it.ends_with('}')))
        .flat_map(parameter_names)
        .next();
    let Some(name) = partial else {
        return vec![(path.to_owned(), Vec::new())];
    };
    let Some(CompiledSchema::Choice(values)) = shape.field(name).map(|it| &it.schema) else {
        panic!("{path}: `{name}` is part of a segment and no enumeration");
    };
    let one = |value: &String| {
        let concrete = path.replace(&format!("{{{name}}}"), value);
        (concrete, vec![(name.to_owned(), value.clone())])
    };
    values.iter().map(one).collect()
}
