//! `/api/calc/context`: any calculation as short Markdown, for the context of a language model.

use std::sync::OnceLock;

use access::{Capability, KeyPermission, RolePermission};
use async_trait::async_trait;
use calculations::CalculationContext;
use calculations::markdown::{self, Facts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::batch::{Task, find};
use super::prepare::OwnTexts;
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::input::Free;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec, Work};
use operation::{DataReply, Operation};
use platform::PlatformWith;

/// The largest result that becomes a text, as JSON. A text of it is longer than any context.
const MAX_RESULT_BYTES: u64 = 4 * 1024 * 1024;
/// Memory that a result takes while it is a tree, per byte of its JSON.
const TREE_BYTES_PER_BYTE: u64 = 6;

#[derive(Debug)]
pub struct CalcContext;

/// A calculation to describe.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ContextInput {
    /// Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/` without
    /// parameters, such as `horoscope/daily/sign`.
    #[schemars(length(min = 1, max = 40))]
    operation: String,
    /// Body of the calculation.
    body: Free,
    /// Maximum number of rows of each list in the text. Longer lists end with the number of rows left out.
    #[serde(default = "default_rows")]
    #[schemars(range(min = 1, max = 1000))]
    max_rows: u16,
    /// The checked calculation. The price depends on it.
    #[serde(skip)]
    #[schemars(skip)]
    planned: OnceLock<Result<Box<dyn Task>, Vec<Problem>>>,
}

const fn default_rows() -> u16 {
    markdown::DEFAULT_ROWS
}

impl ContextInput {
    fn planned(&self) -> Result<&dyn Task, ApiError> {
        let planned = self.planned.get_or_init(|| {
            let plan = || -> Result<Box<dyn Task>, ApiError> {
                let kind = find(&self.operation)?;
                let task = self.body.read().and_then(kind.prepare);
                let task = task.map_err(|it| it.map_sources(within_body))?;
                limited(task.work().with_tree())?;
                Ok(task)
            };
            plan().map_err(|error| error.problems().to_vec())
        });
        match planned {
            Ok(task) => Ok(&**task),
            Err(problems) => Err(ApiError::all(problems.clone())),
        }
    }
}

fn within_body(source: Source) -> Source {
    match source {
        Source::Pointer(pointer) => Source::Pointer(format!("/body{pointer}")),
        other => other,
    }
}

/// Refuses a result that is too large for a text.
fn limited(work: Work) -> Result<(), ApiError> {
    work.limit()?;
    let bytes = work.answer_bytes();
    if bytes <= MAX_RESULT_BYTES {
        return Ok(());
    }
    let detail = "The result is too large for a text. Ask for fewer rows or points, or run the calculation itself.";
    let problem = Problem::new(ErrorCode::WorkLimitExceeded, detail)
        .with_meta("estimate", bytes)
        .with_meta("maximum", MAX_RESULT_BYTES)
        .with_meta("unit", "bytes");
    Err(problem.at(Source::Pointer("/body".to_owned())).into())
}

/// The result of a calculation as a text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CalculationText")]
pub struct ContextReply {
    /// Id of the calculation's operation.
    operation: &'static str,
    /// The facts as Markdown. The same request gives the same text.
    markdown: String,
    /// Length of the text in bytes.
    bytes: usize,
    /// Length of the text in tokens of four bytes, rounded up.
    tokens: usize,
    /// Number of rows that the text leaves out because of `maxRows`.
    rows_omitted: usize,
}

#[async_trait]
impl Operation for CalcContext {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "calc_context",
        methods: Methods::Post,
        path: "/api/calc/context",
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: calculations::calculation::CHART_ERRORS,
        group: "Calculations",
        summary: "Describe a calculation in Markdown",
        description: "Runs a calculation, named as in a batch, and returns its facts and conventions as short \
            Markdown for the context of a language model, with its length in tokens. It needs the \
            same module as the calculation. Positions are written as a place in a sign, truncated to the \
            minute. URLs, instants' fractions and what only programs need are left out. Only POST is \
            supported, because a query string cannot hold a request body.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContextInput;
    type Reply = DataReply<ContextReply>;
    const COST_FORMULA: Option<&'static str> = Some("The price of the calculation with `fields`.");

    fn example() -> Option<Value> {
        let location = json!({ "latitude": 52.37, "longitude": 4.89 });
        let body = json!({ "dateTime": "1990-06-15T14:30", "location": location });
        Some(json!({ "operation": "natal", "body": body }))
    }

    fn preflight(input: &ContextInput) -> Result<(), ApiError> {
        input.planned().map(drop)
    }

    fn requires(input: &ContextInput) -> Option<Capability> {
        input.planned().ok()?.spec().access.capability()
    }

    fn work(input: &ContextInput) -> Work {
        let planned = input.planned();
        planned.map_or(Work::REQUEST, |it| it.work().with_tree())
    }

    async fn run(
        services: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContextInput,
    ) -> Result<Self::Reply, ApiError> {
        let work = Self::work(&input);
        input.planned()?.permitted(&caller)?;
        let texts = OwnTexts::default();
        let context = input.planned()?.context(services, &caller, &texts).await?;
        if work.is_short() {
            return described(&input, &context);
        }
        let held = work.answer_bytes().saturating_mul(TREE_BYTES_PER_BYTE);
        let _memory = services.memory.reserve(Some(caller.org()), held)?;
        let lane = caller.lane(work, context.stop());
        let job = move || described(&input, &context);
        services.pool.run(lane, job).await?
    }
}

fn described(
    input: &ContextInput,
    context: &CalculationContext,
) -> Result<DataReply<ContextReply>, ApiError> {
    let task = input.planned()?;
    let result = task.compute(context)?;
    let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
    let data: Value = serde_json::from_str(result.get()).map_err(unreadable)?;
    let spec = task.spec();
    let max_rows = usize::from(input.max_rows);
    let facts = markdown::facts_with(spec.summary, &data, &task.conventions(), max_rows);
    let tokens = facts.tokens();
    let Facts { text, rows_omitted } = facts;
    Ok(DataReply(ContextReply {
        operation: spec.id,
        bytes: text.len(),
        markdown: text,
        tokens,
        rows_omitted,
    }))
}
