//! One declaration per operation of the API. The route, the access check, the metering, the
//! OpenAPI document and the operations reference are all made from it, so none can disagree.

mod document;
mod input;
mod json;
mod pipeline;
mod price;
mod query;
mod reference;
mod registry;
mod reply;
mod schema;
mod shape;
mod stream;

use std::future::Future;

use axum::http::Method;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

pub use input::{Free, NoInput, Page, PageInput};
pub(crate) use price::{Draft, Price, input_of};
pub use registry::Api;
pub(crate) use reply::resource;
pub use reply::{
    Accepted, Collection, Created, CsvFile, DataReply, Document, Image, MediaType, NoContent,
    PdfFile, Reply, ReplyContext, Resource, ResourceKind, Tagged, WithCookie,
};
pub(crate) use schema::compile;
pub(crate) use shape::Shape;
pub use stream::Streamed;
pub(crate) use stream::{PIECE_BYTES, Pieces, unwritable};

use crate::app::App;
use crate::guard::{Access, Caller, Rule};
use crate::work::Work;
use http_api::{ApiError, ErrorCode};
pub(crate) use query::pairs as query_pairs;
pub use store::RateClass;

/// An operation of the API: its facts, its types and what it does.
///
/// ```
/// # use access::{KeyPermission, RolePermission};
/// # use http_api::{ApiError, modules};
/// # use server::{app::App, guard::{OrgCaller, Rule}};
/// # use server::operation::{DataReply, Limits, Methods, NoInput, Operation, Spec};
/// struct Greeting;
///
/// impl Operation for Greeting {
///     type Caller = OrgCaller;
///     const SPEC: Spec<OrgCaller> = Spec {
///         id: "greeting_get",
///         methods: Methods::Get,
///         path: "/api/greeting",
///         aliases: &[],
///         access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse)
///             .gated_by(modules::NATAL_CALC),
///         cost_units: 1,
///         limits: Limits::ORDINARY,
///         errors: &[],
///         group: "Greeting",
///         summary: "A greeting",
///         description: "Says hello to the caller's organization.",
///     };
///     type Input = NoInput;
///     type Reply = DataReply<String>;
///
///     async fn run(_: &App, caller: OrgCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
///         Ok(DataReply(format!("Hello, {}!", caller.org())))
///     }
/// }
/// ```
///
/// One that does not say who may call it does not compile:
///
/// ```compile_fail
/// # use server::{guard::OrgCaller, operation::{Limits, Methods, Spec}};
/// const SPEC: Spec<OrgCaller> = Spec {
///     id: "greeting_get",
///     methods: Methods::Get,
///     path: "/api/greeting",
///     aliases: &[],
///     cost_units: 1,
///     limits: Limits::ORDINARY,
///     errors: &[],
///     group: "Greeting",
///     summary: "A greeting",
///     description: "",
/// };
/// ```
///
/// Nor does one that is public and yet expects an organization:
///
/// ```compile_fail
/// # use server::guard::{OrgCaller, Rule};
/// const RULE: Rule<OrgCaller> = Rule::PUBLIC;
/// ```
pub trait Operation: Send + Sync + 'static {
    /// Who calls: decides which access rules can be declared, and what `run` can reach.
    type Caller: Caller;
    /// The facts. Nothing has a default: a new operation states its access and its cost.
    const SPEC: Spec<Self::Caller>;
    /// The request: path parameters, and either the query or the JSON body, as one type. Its
    /// schema is what requests are checked against, so it must deny unknown fields.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// The successful answer.
    type Reply: Reply;

    /// How much work this call asks for. More than one request may ask for is refused before any of
    /// it is done.
    fn work(_: &Self::Input) -> Work {
        Work::REQUEST
    }

    /// What this call costs, in quota units: what its work costs, and at least what is declared.
    fn cost(input: &Self::Input) -> u32 {
        Self::work(input).units().max(Self::SPEC.cost_units)
    }

    /// How many of those units an answer returns: those of its parts that failed by our own fault.
    /// A call that fails as a whole by our fault returns all of them by itself.
    fn returned(_: &Self::Reply) -> u32 {
        0
    }

    /// How the cost follows from the input, for the documentation; none where it is always the same.
    const COST_FORMULA: Option<&'static str> = None;

    /// Runs after the caller was authorized, the input checked and the cost counted.
    fn run(
        app: &App,
        caller: Self::Caller,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Reply, ApiError>> + Send;
}

/// The facts about an operation that are not its types.
#[derive(Clone, Copy, Debug)]
pub struct Spec<C> {
    /// Stable name, noun first. Client libraries make method names from it: never rename.
    pub id: &'static str,
    /// How it is called.
    pub methods: Methods,
    /// Its path; `{name}` is a field of the input. A parameter that is only part of a segment
    /// (`natal.{format}`) must be an enumeration.
    pub path: &'static str,
    /// Other paths with the same meaning.
    pub aliases: &'static [&'static str],
    /// Who may call it.
    pub access: Rule<C>,
    /// Quota units one call costs at least; [`Operation::cost`] tells what its input costs.
    pub cost_units: u32,
    /// What it accepts at most.
    pub limits: Limits,
    /// What else it can answer, besides what follows from access and input.
    pub errors: &'static [ErrorCode],
    /// The heading it stands under in the documentation.
    pub group: &'static str,
    /// One line for the documentation.
    pub summary: &'static str,
    /// What a caller must know to use it, in Markdown.
    pub description: &'static str,
}

/// How an operation is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// GET with a query.
    Get,
    /// POST with a JSON body.
    Post,
    /// POST with a JSON body, and GET with the same fields as a query (`<id>_query`).
    PostAndGet,
    /// PATCH with a JSON body.
    Patch,
    /// DELETE with a query.
    Delete,
}

impl Methods {
    /// Each HTTP method with where its input is.
    pub(crate) const fn list(self) -> &'static [(Method, InputPlace)] {
        match self {
            Self::Get => &[(Method::GET, InputPlace::Query)],
            Self::Post => &[(Method::POST, InputPlace::Body)],
            Self::PostAndGet => &[
                (Method::POST, InputPlace::Body),
                (Method::GET, InputPlace::Query),
            ],
            Self::Patch => &[(Method::PATCH, InputPlace::Body)],
            Self::Delete => &[(Method::DELETE, InputPlace::Query)],
        }
    }
}

/// Where an operation's input is, path parameters aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputPlace {
    Query,
    Body,
}

/// What an operation accepts at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Size of the JSON body.
    pub body_bytes: usize,
    /// The organization's rates it is admitted under, besides the ordinary ones.
    pub class: RateClass,
}

impl Limits {
    /// Enough for any single calculation.
    pub const ORDINARY: Self = Self {
        body_bytes: 64 * 1024,
        class: RateClass::Ordinary,
    };
    /// A chart image.
    pub const IMAGE: Self = Self {
        class: RateClass::Image,
        ..Self::ORDINARY
    };
    /// Many calculations in one request.
    pub const BATCH: Self = Self {
        body_bytes: 2 * 1024 * 1024,
        class: RateClass::Batch,
    };
}

/// A [`Spec`] without the type of its caller, so that all operations fit in one list.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// See [`Spec::id`].
    pub id: &'static str,
    /// See [`Spec::methods`].
    pub methods: Methods,
    /// See [`Spec::path`].
    pub path: &'static str,
    /// See [`Spec::aliases`].
    pub aliases: &'static [&'static str],
    /// See [`Spec::access`].
    pub access: Access,
    /// See [`Spec::cost_units`].
    pub cost_units: u32,
    /// See [`Spec::limits`].
    pub limits: Limits,
    /// See [`Spec::errors`].
    pub errors: &'static [ErrorCode],
    /// See [`Spec::group`].
    pub group: &'static str,
    /// See [`Spec::summary`].
    pub summary: &'static str,
    /// See [`Spec::description`].
    pub description: &'static str,
}

impl<C> Spec<C> {
    /// The same facts without the caller's type.
    pub(crate) const fn declaration(&self) -> Declaration {
        Declaration {
            id: self.id,
            methods: self.methods,
            path: self.path,
            aliases: self.aliases,
            access: self.access.access(),
            cost_units: self.cost_units,
            limits: self.limits,
            errors: self.errors,
            group: self.group,
            summary: self.summary,
            description: self.description,
        }
    }
}

impl Declaration {
    /// The operation's name in the OpenAPI document when called with `method`.
    pub(crate) fn operation_id(&self, method: &Method) -> String {
        let twin = self.methods == Methods::PostAndGet && method == Method::GET;
        let suffix = if twin { "_query" } else { "" };
        format!("{}{suffix}", self.id)
    }

    /// Every error code a call can be answered with, in the table's order.
    pub(crate) fn error_codes(&self, place: InputPlace) -> Vec<ErrorCode> {
        let mut codes = self.access.error_codes();
        codes.extend(input::error_codes(place));
        codes.extend(self.errors);
        // Text in the place of a parameter can make the path another one, which may not exist.
        if self.path.contains('{') {
            codes.push(ErrorCode::PathUnknown);
        }
        codes.extend([
            ErrorCode::WorkLimitExceeded,
            ErrorCode::TooManyConnections,
            ErrorCode::TooManyIncompleteRequests,
            ErrorCode::TooManyUnreadResponses,
            ErrorCode::HostInvalid,
            ErrorCode::RequestTimeout,
            ErrorCode::ServiceUnavailable,
            ErrorCode::InternalError,
        ]);
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
