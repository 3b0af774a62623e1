//! `/api/manage/installation/health` and `…/jobs`: the health of the installation.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;
use store::{JobRun, PageSize, StatementState};

use super::spec;
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::{ApiError, Methods, Spec};
use operation::{Collection, NoInput, Operation, Resource, resource};
use platform::Job;
use platform::Platform;

/// Health of the installation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InstallationHealth")]
pub struct HealthAttributes {
    #[serde(skip)]
    pub node: String,
    /// Version of the node that responded.
    pub version: &'static str,
    /// Database: `SQLite` or `PostgreSQL`.
    #[schemars(extend("enum" = ["SQLite", "PostgreSQL"]))]
    pub database: &'static str,
    /// Size of the database in bytes, with its indexes.
    pub database_bytes: u64,
    /// Where rates are counted: `shared` by all nodes, or in this node's `memory`.
    #[schemars(extend("enum" = ["shared", "memory"]))]
    pub counters: &'static str,
    /// Number of running nodes.
    pub nodes: u64,
    pub organizations: u64,
    /// Number of unsent emails.
    pub mails_waiting: u64,
    /// Whether a mail server is configured.
    pub sends_mail: bool,
    /// Number of unpaid invoices.
    pub statements_due: u64,
    /// Whether the node is stopping.
    pub stopping: bool,
}

resource!(
    HealthAttributes,
    "health",
    node,
    "/api/manage/installation/health"
);

#[derive(Debug)]
pub struct InstallationHealthGet;

#[async_trait]
impl Operation for InstallationHealthGet {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Returns the version and backends of the node that responds, the number of \
            nodes, and what is waiting for an operator.",
        ..spec(
            "installation_health_get",
            Methods::Get,
            "/api/manage/installation/health",
            "Get the health of the installation",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<HealthAttributes>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let (store, one) = (&platform.store, PageSize::DEFAULT);
        let node = platform.meter.node().to_owned();
        let shared = platform.config.counters.0.is_some();
        let due = Some(StatementState::Due);
        Ok(Resource(HealthAttributes {
            version: env!("CARGO_PKG_VERSION"),
            database: store.kind(),
            database_bytes: store.size_bytes().await?,
            counters: if shared { "shared" } else { "memory" },
            nodes: store.node_count().await?.max(1),
            organizations: store.orgs_page(None, one).await?.total,
            mails_waiting: store.unsent_mails_page(None, one).await?.total,
            sends_mail: platform.config.smtp.0.is_some(),
            statements_due: store.statements_page(due, None, one).await?.total,
            stopping: platform.is_draining(),
            node,
        }))
    }
}

/// A background job that runs on one node at a time.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Job")]
pub struct JobAttributes {
    #[serde(skip)]
    pub name: String,
    /// Node that runs the job. Null if none does.
    pub holder: Option<String>,
    /// Time of the last run, on any node.
    #[schemars(extend("format" = "date-time"))]
    pub ended_at: Option<String>,
    /// Time of the last successful run.
    #[schemars(extend("format" = "date-time"))]
    pub succeeded_at: Option<String>,
    /// Error of the last run, if any.
    pub error: Option<String>,
}

resource!(JobAttributes, "job", name, "/api/manage/installation/jobs");

impl JobAttributes {
    fn of(run: JobRun) -> Self {
        Self {
            name: run.name,
            holder: run.holder,
            ended_at: run.ended_at.map(rfc3339),
            succeeded_at: run.succeeded_at.map(rfc3339),
            error: run.error,
        }
    }

    /// A job that has not run yet.
    fn unknown(job: Job) -> Self {
        Self {
            name: job.name().to_owned(),
            holder: None,
            ended_at: None,
            succeeded_at: None,
            error: None,
        }
    }
}

#[derive(Debug)]
pub struct InstallationJobList;

#[async_trait]
impl Operation for InstallationJobList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Lists the background jobs of all nodes, with their last run and its error, \
            if any.",
        ..spec(
            "installation_job_list",
            Methods::Get,
            "/api/manage/installation/jobs",
            "List background jobs",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Collection<JobAttributes>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let runs = platform.store.job_runs().await?;
        let mut items: Vec<_> = runs.into_iter().map(JobAttributes::of).collect();
        for job in Job::ALL {
            if items.iter().all(|it| it.name != job.name()) {
                items.push(JobAttributes::unknown(job));
            }
        }
        Ok(Collection {
            total: items.len() as u64,
            items,
            next: None,
        })
    }
}
