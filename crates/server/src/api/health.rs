//! `GET /healthz` and `GET /readyz`: whether the process is alive, and whether to send it requests.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use auth::Anyone;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Spec};
use operation::{Document, NoInput, Operation};
use platform::Platform;

#[derive(Debug)]
pub(crate) struct HealthLive;

#[derive(Debug)]
pub(crate) struct HealthReady;

/// What the service is asked about.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ReadinessRequest")]
pub(crate) struct ReadinessInput {
    /// `service` (default): whether requests succeed, which needs the database. `node`: only
    /// whether this node accepts requests.
    scope: ReadinessScope,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ReadinessScope {
    #[default]
    Service,
    Node,
}

/// Status of the service.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Health")]
pub(crate) struct HealthStatus {
    /// Always `ok`. Any other status is an error response.
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

#[async_trait]
impl Operation for HealthLive {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec(
        "health_live",
        "/healthz",
        "Check whether the process is alive",
        "Checks only the process itself. Restart it if this does not respond.",
    );
    type Context = Platform;
    type Input = NoInput;
    type Reply = Document<HealthStatus>;

    async fn run(_: &Platform, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        Ok(Document(HealthStatus { status: "ok" }))
    }
}

#[async_trait]
impl Operation for HealthReady {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec(
        "health_ready",
        "/readyz",
        "Check whether the service is ready",
        "Returns 503 while the database is unavailable or the service is stopping. A restart is \
         not needed. Load balancers ask with `scope=node`, which returns 503 only while the service \
         is stopping: without the database, every node would be taken out, and clients would get \
         the balancer's error instead of one with `Retry-After`.",
    );
    type Context = Platform;
    type Input = ReadinessInput;
    type Reply = Document<HealthStatus>;

    async fn run(
        platform: &Platform,
        _: Anyone,
        input: ReadinessInput,
    ) -> Result<Self::Reply, ApiError> {
        if platform.is_draining() {
            let problem = Problem::new(ErrorCode::ServiceUnavailable, "The service is stopping.");
            return Err(ApiError::from(problem).retry_after(1));
        }
        if input.scope == ReadinessScope::Service {
            platform.store.ping().await?;
        }
        Ok(Document(HealthStatus { status: "ok" }))
    }
}
