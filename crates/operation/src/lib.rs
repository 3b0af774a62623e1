//! Operations of the API: the trait that declares one, its replies, and the steps of every call.
//!
//! Deliberately absent: sockets and routes (`server`), and the operations themselves
//! (`astrology-api`, `management-api`).

mod call;
mod catalog;
mod input;
mod price;
mod reply;
mod request_log;
mod stream;

use access::Capability;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use call::{
    AnyCall, AnyRequest, REFUSAL_COST, RequestCall, UnreadInput, call, ending_of, perform, settle,
};
pub use catalog::Catalog;
pub use input::{NoInput, PageInput, PageRequest, typed};
pub use price::{Draft, Price, Quote, input_of, price};
pub use reply::{
    Accepted, ByUrl, Collection, Created, CsvFile, DataReply, Document, Image, ImageTag, MediaType,
    NoContent, PdfFile, Reply, ReplyContext, Resource, ResourceKind, Tagged, WithCookie,
};
pub use request_log::RequestLog;
pub use stream::{Settlement, SettlementSlot, Streamed};

use auth::Caller;
use http_api::{ApiError, Spec, Stop, Work};

/// An operation of the API: its facts, its types and what it does.
///
/// ```
/// # use access::{KeyPermission, RolePermission};
/// # use async_trait::async_trait;
/// # use http_api::{ApiError, Limits, Methods, Rule, Spec, modules};
/// # use auth::OrgCaller;
/// # use operation::{DataReply, NoInput, Operation};
/// # use platform::Platform;
/// struct Greeting;
///
/// #[async_trait]
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
///     type Context = Platform;
///     type Input = NoInput;
///     type Reply = DataReply<String>;
///
///     async fn run(_: &Platform, caller: OrgCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
///         Ok(DataReply(format!("Hello, {}!", caller.org())))
///     }
/// }
/// ```
///
/// One that does not say who may call it does not compile:
///
/// ```compile_fail
/// # use http_api::{Limits, Methods, Spec};
/// # use auth::OrgCaller;
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
/// # use http_api::Rule;
/// # use auth::OrgCaller;
/// const RULE: Rule<OrgCaller> = Rule::PUBLIC;
/// ```
#[async_trait]
pub trait Operation: Send + Sync + 'static {
    /// Who calls: decides which access rules can be declared, and what `run` can reach.
    type Caller: Caller;
    /// The facts. Nothing has a default: a new operation states its access and its cost.
    const SPEC: Spec<Self::Caller>;
    /// The services that `run` uses. It sees no others.
    type Context: Send + Sync + 'static;
    /// The request: path parameters, and either the query or the JSON body, as one type. Its
    /// schema is what requests are checked against, so it must deny unknown fields.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// The successful answer.
    type Reply: Reply;

    /// Whether [`Operation::check`] does anything.
    const CHECKS_IN_POOL: bool = false;

    /// What this call costs at least. A quota that is smaller refuses the call before its input is
    /// checked any further.
    fn least_cost(_: &Self::Input) -> u32 {
        Self::SPEC.cost_units
    }

    /// Checks of the input that take long and that its cost depends on. They run in the pool, in the
    /// turn of the caller's organization, until `stop` is set. What they find is kept in the input.
    fn check(_: &Self::Input, _stop: &Stop) {}

    /// The capability that this input needs besides that of the access rule.
    fn requires(_: &Self::Input) -> Option<Capability> {
        None
    }

    /// Checks of the input beyond its schema, quick enough for a dry run.
    ///
    /// # Errors
    ///
    /// The error that a request with this input would fail with while it runs.
    fn preflight(_: &Self::Input) -> Result<(), ApiError> {
        Ok(())
    }

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

    /// An input that is accepted, for the documentation.
    fn example() -> Option<Value> {
        None
    }

    /// Runs after the caller was authorized, the input checked and the cost counted.
    async fn run(
        context: &Self::Context,
        caller: Self::Caller,
        input: Self::Input,
    ) -> Result<Self::Reply, ApiError>;
}
