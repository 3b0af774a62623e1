//! `GET /openapi.json`: the description of this API.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::app::App;
use crate::error::ApiError;
use crate::guard::{Anyone, Rule};
use crate::operation::{Document, Limits, Methods, NoInput, Operation, Spec};

#[derive(Debug)]
pub(crate) struct OpenapiGet;

/// An OpenAPI 3.1 document.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenApiDocument", extend("type" = "object"))]
#[serde(transparent)]
pub(crate) struct OpenapiDocument(Value);

impl Operation for OpenapiGet {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        id: "openapi_get",
        methods: Methods::Get,
        path: "/openapi.json",
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Service",
        summary: "This description",
        description: "OpenAPI 3.1. `/docs` shows it to people.",
    };
    type Input = NoInput;
    type Reply = Document<OpenapiDocument>;

    async fn run(app: &App, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        Ok(Document(OpenapiDocument(app.openapi.clone())))
    }
}
