//! `GET /healthz` and `GET /readyz`: is the process alive, and should it be sent requests?

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::operation::{Document, NoInput, Operation};
use auth::Anyone;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Spec};

#[derive(Debug)]
pub(crate) struct HealthLive;

#[derive(Debug)]
pub(crate) struct HealthReady;

/// A state of the service.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Health")]
pub(crate) struct HealthStatus {
    /// `ok`; anything else is answered with an error status.
    status: &'static str,
}

const fn spec(
    id: &'static str,
    path: &'static str,
    summary: &'static str,
    description: &'static str,
) -> Spec<Anyone> {
    Spec {
        id,
        methods: Methods::Get,
        path,
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Service",
        summary,
        description,
    }
}

impl Operation for HealthLive {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec(
        "health_live",
        "/healthz",
        "Whether the process is alive",
        "Touches nothing but the process itself: restart it when this does not answer.",
    );
    type Input = NoInput;
    type Reply = Document<HealthStatus>;

    async fn run(_: &App, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        Ok(Document(HealthStatus { status: "ok" }))
    }
}

impl Operation for HealthReady {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec(
        "health_ready",
        "/readyz",
        "Whether requests can be served",
        "503 while the database does not answer or the service is about to stop: send requests \
         elsewhere, do not restart.",
    );
    type Input = NoInput;
    type Reply = Document<HealthStatus>;

    async fn run(app: &App, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        if app.is_draining() {
            let problem = Problem::new(ErrorCode::ServiceUnavailable, "the service is stopping");
            return Err(ApiError::from(problem).retry_after(1));
        }
        app.store.ping().await?;
        Ok(Document(HealthStatus { status: "ok" }))
    }
}
