//! The list of operations, from which the router and everything that describes it are made.

#![expect(
    clippy::panic,
    reason = "a declaration that contradicts its types stops the program at its start, and every test"
)]

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use openapi::{DocumentedOperation, ORG_PARAMETER, Operations, parameter_names};
use serde_json::{Map, Value};

use super::chat;
use super::input::InputDecoder;
use super::mcp;
use super::serve::{self, CreateCall, KeepHeaders, Served};
use crate::api::chat::ChatOperation;
use crate::api::mcp::McpPost;
use crate::app::App;
use astrology_api::FORMATS;
use http_api::input::{CompiledSchema, compile};
use http_api::{ApiError, ErrorCode};
use operation::{Catalog, Operation, Price, price};

/// The operations of a service.
#[derive(Debug)]
pub struct Api {
    operations: Operations,
    /// In the order of the operations.
    handlers: Vec<Handler>,
}

/// How an operation is called and priced.
#[derive(Clone, Copy)]
struct Handler {
    create_call: CreateCall,
    keep_headers: KeepHeaders,
    price: Price,
}

impl std::fmt::Debug for Handler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handler").finish_non_exhaustive()
    }
}

impl Default for Api {
    fn default() -> Self {
        Self {
            operations: Operations::new(FORMATS),
            handlers: Vec::new(),
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
        self.operations.add::<O>();
        self.handlers.push(Handler {
            create_call: serve::create_call::<O>,
            keep_headers: |_| HeaderMap::new(),
            price: |draft| price::<O>(draft, FORMATS),
        });
        self
    }

    /// Adds the operation through which agents call the others.
    #[must_use]
    pub fn with_mcp(mut self) -> Self {
        self.operations.add::<McpPost>();
        self.handlers.push(Handler {
            create_call: mcp::create_call,
            keep_headers: mcp::keep_headers,
            price: |draft| price::<McpPost>(draft, FORMATS),
        });
        self
    }

    /// Adds an operation that sends a message to a chatbot.
    #[must_use]
    pub(crate) fn with_chat<O: ChatOperation>(mut self) -> Self {
        self.operations.add::<O>();
        self.handlers.push(Handler {
            create_call: chat::create_call::<O>,
            keep_headers: chat::keep_headers,
            price: |draft| price::<O>(draft, FORMATS),
        });
        self
    }

    /// How each operation is called, by its id.
    pub(crate) fn create_calls(&self) -> impl Iterator<Item = (&'static str, CreateCall)> {
        let handlers = self.operations.declarations().zip(&self.handlers);
        handlers.map(|(declaration, it)| (declaration.id, it.create_call))
    }

    /// The operations with the schemas of their types.
    pub const fn operations(&self) -> &Operations {
        &self.operations
    }

    /// A response that carries a plain error to the envelope.
    pub(crate) fn refuse(code: ErrorCode) -> Response<Body> {
        serve::refuse(ApiError::plain(code))
    }

    /// What the operations are, for a service at this URL.
    pub(crate) fn catalog(&self, public_url: &str) -> Catalog {
        let handlers = self.operations.declarations().zip(&self.handlers);
        let prices = handlers.map(|(declaration, handler)| (declaration.id, handler.price));
        Catalog {
            declarations: self.operations.declarations().collect(),
            prices: prices.collect(),
            openapi: self.operations.document(public_url),
        }
    }

    /// The router.
    ///
    /// # Panics
    ///
    /// A declaration contradicts its types: the schema of an input is not supported or not limited,
    /// or a path parameter is not a field of it.
    pub fn router(&self) -> Router<Arc<App>> {
        let mut router = Router::new();
        let definitions = self.operations.definitions();
        for (operation, entry) in self.operations.list().iter().zip(&self.handlers) {
            for path in operation.declaration.paths() {
                for (method, route) in routes_of(operation, path, definitions) {
                    let filter = MethodFilter::try_from(method).expect("a standard method");
                    let served = Served {
                        declaration: operation.declaration,
                        decoder: Arc::new(route.decoder),
                        create_call: entry.create_call,
                        keep_headers: entry.keep_headers,
                    };
                    router = router.route(&route.path, handler(filter, served));
                }
            }
        }
        router
    }
}

/// One route. The routes of all operations have the same type: a router of a hundred types takes
/// minutes to compile.
fn handler(filter: MethodFilter, served: Served) -> MethodRouter<Arc<App>> {
    on(filter, move |State(app), request| {
        serve::serve(app, served.clone(), request)
    })
}

/// A decoder at the concrete path that the router uses.
struct Route {
    path: String,
    decoder: InputDecoder,
}

/// One decoder per method and per value of a parameter that is only part of a segment.
fn routes_of(
    operation: &DocumentedOperation,
    path: &str,
    definitions: &Map<String, Value>,
) -> Vec<(Method, Route)> {
    let id = operation.declaration.id;
    let shape = compile(&operation.input_schema, definitions, FORMATS)
        .unwrap_or_else(|what| panic!("{id}: the input has {what}"));
    let names_org = operation.names_org();
    assert!(
        !names_org || parameter_names(path).contains(&ORG_PARAMETER),
        "{id}: the path of a member's operation names its organization, {{org}}"
    );
    let names = operation.input_names(path);
    for name in &names {
        assert!(
            shape.field(name).is_some(),
            "{id}: the input has no field `{name}`"
        );
    }
    let rest = shape.without(&names);
    let mut mounted = Vec::new();
    for (method, place) in operation.declaration.methods.list() {
        for (path, fixed) in expand(path, &shape) {
            let decoder = InputDecoder {
                schema: shape.clone(),
                rest: rest.clone(),
                fixed,
                place: *place,
                body_bytes: operation.declaration.limits.body_bytes,
                names_org,
            };
            mounted.push((method.clone(), Route { path, decoder }));
        }
    }
    mounted
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
