//! `/api/calc/batch`: up to a thousand calculations in one request. Each succeeds, fails and is
//! charged on its own. Results are in the order of the requests.

use std::sync::OnceLock;
use std::vec;

use access::{KeyPermission, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::prepare::{OwnTexts, prepare as prepare_context};
use calculations::input::read;
use calculations::markdown;
use calculations::{
    Calculation, CalculationContext, CalculationRequest, CalculationVisitor, name, visit,
};

use crate::FORMATS;
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::input::Free;
use http_api::suggest::nearest;
use http_api::{
    ApiError, Declaration, ErrorCode, Limits, Methods, PIECE_BYTES, Pieces, Problem, Rule, Source,
    Spec, Stop, Work, unwritable,
};
use operation::{Operation, REFUSAL_COST, Streamed, input_of};
use platform::PlatformWith;

/// Items to prepare before other tasks get the thread.
const ITEMS_PREPARED_AT_ONCE: usize = 2;
/// Work to do before other tasks get the thread, in thousandths of a natal request.
const MAX_MILLINATALS_PER_PIECE: u64 = 20_000;
/// The memory of an item that waits for its turn, apart from the shape of its response.
const CONTEXT_BYTES: u64 = 2 * 1024;
/// Items of one request.
const MAX_ITEMS: usize = 1_000;

#[derive(Debug)]
pub struct Batch;

/// Calculations to perform.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchInput {
    /// Calculations to perform, at most 1,000.
    #[schemars(length(min = 1, max = MAX_ITEMS))]
    requests: Vec<BatchItem>,
    /// The checked items. The price depends on them, so they are checked before anything is computed.
    #[serde(skip)]
    #[schemars(skip)]
    planned: OnceLock<Vec<Planned>>,
}

impl BatchInput {
    /// Checks every item, until `stop` is set. An item that exceeds the rest of the request's work
    /// limit is refused like any other invalid item, and is charged for: checking a thousand items
    /// takes over 100 ms.
    fn plan(&self, stop: &Stop) -> &[Planned] {
        self.planned.get_or_init(|| {
            let mut sum = Work::new(0, 0);
            let plan = |item: &BatchItem| {
                let checked = item.task().and_then(|task| {
                    let work = task.work();
                    (sum + work).limit().map(|()| (task, work))
                });
                if let Ok((_, work)) = &checked {
                    sum = sum + *work;
                }
                // A refused item costs as much as a refused request.
                let work = checked.as_ref().map_or(Work::REQUEST, |it| it.1);
                let task = checked.map(|it| it.0);
                Planned { work, task }
            };
            let items = self.requests.iter().take_while(|_| !stop.is_set());
            items.map(plan).collect()
        })
    }

    /// The checked items.
    fn planned(&self) -> &[Planned] {
        self.plan(&Stop::default())
    }
}

/// An item that can be computed, or why not.
#[derive(Debug)]
struct Planned {
    work: Work,
    task: Result<Box<dyn Task>, ApiError>,
}

/// One calculation. An unknown operation and the problems of its body are reported in its place among the results.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchItem {
    /// Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/` without
    /// parameters, such as `horoscope/daily/sign`.
    #[schemars(length(max = 40))]
    operation: Option<String>,
    /// Body of the calculation.
    body: Option<Free>,
}

impl BatchItem {
    fn task(&self) -> Result<Box<dyn Task>, ApiError> {
        let name = self.operation.as_deref().ok_or_else(missing_operation)?;
        let kind = find(name)?;
        let body = self.body.as_ref().map(Free::read).transpose()?;
        (kind.prepare)(body.unwrap_or_default())
    }
}

fn missing_operation() -> ApiError {
    let detail = "The field `operation` is missing. Set it to a calculation, such as `natal`.";
    let problem = Problem::new(ErrorCode::FieldMissing, detail);
    problem.at(Source::Pointer("/operation".to_owned())).into()
}

/// Results in the order of the requests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BatchReply {
    /// One result per request.
    results: Vec<ItemReply>,
}

/// Result of one calculation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BatchItemResult")]
pub struct ItemReply {
    /// HTTP status of the calculation.
    status: u16,
    /// Response of the calculation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    data: Option<Box<RawValue>>,
    /// Errors of the calculation, as in an error response.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>", extend("items" = { "$ref": "#/components/schemas/ErrorObject" }))]
    errors: Option<Vec<Value>>,
}

/// Checks a body and turns it into a task.
pub(crate) type Prepare = fn(Map<String, Value>) -> Result<Box<dyn Task>, ApiError>;

/// A calculation without its types.
pub(crate) struct Kind {
    name: &'static str,
    pub(crate) prepare: Prepare,
}

/// A checked input in progress.
pub(crate) trait Task: Send + Sync + std::fmt::Debug {
    fn spec(&self) -> &'static Declaration;
    fn conventions(&self) -> Map<String, Value>;
    fn work(&self) -> Work;
    fn held_bytes(&self) -> u64;
    fn permitted(&self, caller: &OrgCaller) -> Result<(), ApiError>;
    fn context<'a>(
        &'a self,
        services: &'a PlatformWith<Overlays>,
        caller: &'a OrgCaller,
        texts: &'a OwnTexts,
    ) -> futures_util::future::BoxFuture<'a, Result<CalculationContext, ApiError>>;
    fn operator_context(&self, now: Timestamp) -> Result<CalculationContext, ApiError>;
    fn compute(&self, context: &CalculationContext) -> Result<Box<RawValue>, ApiError>;
    fn pieces(self: Box<Self>, context: CalculationContext) -> Box<dyn Pieces>;
}

struct Typed<C: Calculation>(CalculationRequest<C::Input>);

impl<C: Calculation> std::fmt::Debug for Typed<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Typed({})", C::SPEC.id)
    }
}

impl<C: Calculation> Typed<C> {
    const DECLARATION: &'static Declaration = &C::SPEC.declaration();
}

impl<C: Calculation> Task for Typed<C> {
    fn spec(&self) -> &'static Declaration {
        Self::DECLARATION
    }

    fn conventions(&self) -> Map<String, Value> {
        markdown::conventions::<C>(&self.0.input)
    }

    fn work(&self) -> Work {
        self.0.work::<C>()
    }

    fn held_bytes(&self) -> u64 {
        self.0.held_bytes::<C>()
    }

    fn pieces(self: Box<Self>, context: CalculationContext) -> Box<dyn Pieces> {
        C::pieces(self.0.input, context)
    }

    fn permitted(&self, caller: &OrgCaller) -> Result<(), ApiError> {
        caller.permitted(C::SPEC.access.access())
    }

    fn context<'a>(
        &'a self,
        services: &'a PlatformWith<Overlays>,
        caller: &'a OrgCaller,
        texts: &'a OwnTexts,
    ) -> futures_util::future::BoxFuture<'a, Result<CalculationContext, ApiError>> {
        Box::pin(prepare_context::<C>(services, caller, &self.0, texts))
    }

    fn operator_context(&self, now: Timestamp) -> Result<CalculationContext, ApiError> {
        CalculationContext::of_operator::<C>(&self.0, now)
    }

    fn compute(&self, context: &CalculationContext) -> Result<Box<RawValue>, ApiError> {
        let reply = C::compute(&self.0.input, context)?;
        serde_json::value::to_raw_value(&context.shape().applied(&reply))
            .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}

fn prepare<C: Calculation>(body: Map<String, Value>) -> Result<Box<dyn Task>, ApiError> {
    read::<C>(Value::Object(body)).map(|input| Box::new(Typed::<C>(input)) as Box<dyn Task>)
}

/// One calculation by its name, or a whole batch, for the command line.
///
/// # Errors
///
/// Every problem of the input. Those of the items of a batch are in its results.
pub fn alone(
    name: &str,
    body: Map<String, Value>,
    now: Timestamp,
) -> Result<Box<RawValue>, ApiError> {
    if name == "batch" {
        return batch_alone(body, now);
    }
    let task = (find(name)?.prepare)(body)?;
    task.compute(&task.operator_context(now)?)
}

/// A batch under the limits of a request.
fn batch_alone(body: Map<String, Value>, now: Timestamp) -> Result<Box<RawValue>, ApiError> {
    let input = input_of::<Batch>(Value::Object(body), FORMATS)?;
    input.planned();
    let planned = input.planned.into_inner().unwrap_or_default();
    let results = planned.into_iter().map(|item| {
        let computed = item
            .task
            .and_then(|task| task.compute(&task.operator_context(now)?));
        match computed {
            Ok(data) => ItemReply {
                status: 200,
                data: Some(data),
                errors: None,
            },
            Err(error) => failed(&error),
        }
    });
    let reply = BatchReply {
        results: results.collect(),
    };
    serde_json::value::to_raw_value(&reply)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

/// Every calculation that a batch supports.
fn kinds() -> &'static [Kind] {
    struct Kinds(Vec<Kind>);

    impl CalculationVisitor for Kinds {
        fn calculation<C: Calculation>(&mut self) {
            self.0.push(Kind {
                name: name::<C>(),
                prepare: prepare::<C>,
            });
        }
    }

    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let mut kinds = Kinds(Vec::new());
        visit(&mut kinds);
        kinds.0
    })
}

#[async_trait]
impl Operation for Batch {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "calc_batch",
        methods: Methods::Post,
        path: "/api/calc/batch",
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse),
        cost_units: 1,
        limits: Limits::BATCH,
        errors: &[],
        group: "Calculations",
        summary: "Run a batch of calculations",
        description: "Each item has the name of a calculation and its body. Results are in the same order as \
            the items, each with its own status. A failed item does not affect the others. \
            Each item costs as much as it would on its own, and nothing if the service fails (500, \
            503). An item that would exceed the work limit of the whole request fails with 422 \
            `work_limit_exceeded` and costs 1 unit: send it in another request. If the quota has fewer \
            units left than the batch costs, the batch is refused, and checking it costs 1 unit per 14 \
            items. Only POST is supported, because a query string cannot hold a list of request bodies.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = BatchInput;
    type Reply = Streamed<BatchReply>;
    const COST_FORMULA: Option<&'static str> = Some("The sum of the prices of the items.");
    const CHECKS_IN_POOL: bool = true;

    fn example() -> Option<Value> {
        let location = json!({ "latitude": 52.37, "longitude": 4.89 });
        let item = |date_time: &str| {
            let body = json!({ "dateTime": date_time, "location": location });
            json!({ "operation": "natal", "body": body })
        };
        Some(json!({ "requests": [item("1990-06-15T14:30"), item("1985-03-03T08:15")] }))
    }

    fn least_cost(input: &BatchInput) -> u32 {
        u32::try_from(input.requests.len()).unwrap_or(u32::MAX)
    }

    fn check(input: &BatchInput, stop: &Stop) {
        input.plan(stop);
    }

    /// The work of the items that will be computed. It never exceeds the limit of one request.
    fn work(input: &BatchInput) -> Work {
        let computed = input.planned().iter().filter(|it| it.task.is_ok());
        computed.map(|it| it.work).sum()
    }

    fn cost(input: &BatchInput) -> u32 {
        let units = input.planned().iter().map(|it| it.work.units());
        units.fold(0, u32::saturating_add)
    }

    fn returned(reply: &Self::Reply) -> u32 {
        reply.returned_units()
    }

    async fn run(
        services: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: BatchInput,
    ) -> Result<Self::Reply, ApiError> {
        let work = Self::work(&input);
        let stop = Stop::default();
        input.planned();
        let planned = input.planned.into_inner().unwrap_or_default();
        let mut items = Vec::with_capacity(planned.len());
        // The items are computed one after the other, but their contexts exist from the start.
        let (mut largest, mut contexts) = (0, 0);
        let texts = OwnTexts::default();
        for (number, item) in planned.into_iter().enumerate() {
            if number % ITEMS_PREPARED_AT_ONCE == 0 {
                // A thousand items must not keep the thread from other tasks.
                tokio::task::yield_now().await;
            }
            let item = ready(services, &caller, item, (&stop, &texts)).await;
            if let Ok((task, context)) = &item.task {
                largest = task.held_bytes().max(largest);
                contexts += CONTEXT_BYTES + context.shape().held_bytes();
            }
            items.push(item);
        }
        let pieces = BatchPieces {
            items: items.into_iter(),
            current: None,
            is_begun: false,
            is_first: true,
            returned: 0,
        };
        // Computed one after the other in one lane: a batch never has more than one thread.
        let lane = caller.lane(work, stop);
        Streamed::begin(services, lane, Box::new(pieces), largest + contexts).await
    }
}

/// An item that can be computed, or why not, and its price.
struct Ready {
    units: u32,
    work: Work,
    task: Result<(Box<dyn Task>, CalculationContext), ApiError>,
}

async fn ready(
    services: &PlatformWith<Overlays>,
    caller: &OrgCaller,
    item: Planned,
    (stop, texts): (&Stop, &OwnTexts),
) -> Ready {
    let Planned { work, task } = item;
    let prepared = async {
        let task = task?;
        task.permitted(caller)?;
        let context = task
            .context(services, caller, texts)
            .await?
            .stopped_by(stop.clone());
        Ok((task, context))
    };
    Ready {
        units: work.units(),
        work,
        task: prepared.await,
    }
}

/// The results as JSON, written exactly like [`BatchReply`].
struct BatchPieces {
    items: vec::IntoIter<Ready>,
    /// The item that is partly written.
    current: Option<Box<dyn Pieces>>,
    is_begun: bool,
    is_first: bool,
    returned: u32,
}

impl Pieces for BatchPieces {
    fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, ApiError> {
        let full = out.len() + PIECE_BYTES;
        if !self.is_begun {
            out.extend(b"{\"results\":[");
            self.is_begun = true;
        }
        let mut done = Work::new(0, 0);
        while out.len() < full && done.millinatals() < MAX_MILLINATALS_PER_PIECE {
            if let Some(current) = &mut self.current {
                // One piece of an item is as much work as a piece of the batch may be.
                if current.write(out)? {
                    return Ok(true);
                }
                self.current = None;
                out.push(b'}');
                continue;
            }
            let Some(item) = self.items.next() else {
                out.extend(b"]}");
                return Ok(false);
            };
            if !self.is_first {
                out.push(b',');
            }
            self.is_first = false;
            done = done + item.work;
            self.begin(item, out)?;
        }
        Ok(true)
    }

    fn returned_units(&self) -> u32 {
        self.returned
    }
}

impl BatchPieces {
    /// Writes the start of an item's result, or all of it.
    fn begin(&mut self, item: Ready, out: &mut Vec<u8>) -> Result<(), ApiError> {
        let before = out.len();
        let written = item.task.and_then(|(task, context)| {
            out.extend(b"{\"status\":200,\"data\":");
            let mut pieces = task.pieces(context);
            let more = pieces.write(out)?;
            Ok(more.then_some(pieces))
        });
        match written {
            Ok(Some(pieces)) => self.current = Some(pieces),
            Ok(None) => out.push(b'}'),
            // The time limit is that of the whole batch, not of this item.
            Err(error) if error.problems()[0].code == ErrorCode::RequestTimeout => {
                return Err(error);
            }
            Err(error) => {
                out.truncate(before);
                let is_ours = error.status().is_server_error();
                let kept = if is_ours { 0 } else { REFUSAL_COST };
                let returned = item.units.saturating_sub(kept);
                self.returned = self.returned.saturating_add(returned);
                serde_json::to_writer(out, &failed(&error)).map_err(unwritable)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn find(name: &str) -> Result<&'static Kind, ApiError> {
    let found = kinds().iter().find(|it| it.name == name);
    found.ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> ApiError {
    let names = kinds().iter().map(|it| it.name);
    // The operation of the same calculation in the API document is `calc_natal`.
    let short = name.strip_prefix("calc_").unwrap_or(name);
    let problem = if let Some(near) = nearest(short, names) {
        let detail = format!("Unknown calculation `{name}`. Did you mean `{near}`?");
        Problem::new(ErrorCode::FieldValue, detail).with_meta("suggestion", near)
    } else {
        let detail =
            format!("Unknown calculation `{name}`. The reference at /docs lists the calculations.");
        Problem::new(ErrorCode::FieldValue, detail)
    };
    problem.at(Source::Pointer("/operation".to_owned())).into()
}

fn failed(error: &ApiError) -> ItemReply {
    ItemReply {
        status: error.status().as_u16(),
        data: None,
        errors: Some(error.error_objects()),
    }
}

#[cfg(test)]
mod tests {
    use ephemeris::Body;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_item_over_the_work_limit_of_its_batch_is_refused_in_its_place() {
        // 10,000 rows of 10 points: about 22 megabytes. The limit of a request is 96.
        let points = Body::PLANETS.map(Body::id);
        let body = json!({ "startDate": "2000-01-01", "endDate": "2027-05-18", "step": "1d", "points": points });
        let table = json!({ "operation": "ephemeris", "body": body });
        let body = json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 } });
        let natal = json!({ "operation": "natal", "body": body });
        let requests = [&table, &table, &table, &table, &table, &table, &natal];
        let input: BatchInput = serde_json::from_value(json!({ "requests": requests })).unwrap();
        let refused: Vec<_> = input
            .planned()
            .iter()
            .map(|it| it.task.as_ref().err().map(|error| error.problems()[0].code))
            .collect();
        assert_eq!(refused[..3], [None, None, None]);
        assert_eq!(refused[5], Some(ErrorCode::WorkLimitExceeded));
        assert_eq!(refused[6], None, "a smaller one still fits");
        assert_eq!(input.planned()[5].work, Work::REQUEST);
        assert!(Batch::work(&input).limit().is_ok());
        let full = vec![table; 1_000];
        let input: BatchInput = serde_json::from_value(json!({ "requests": full })).unwrap();
        assert!(
            Batch::work(&input).limit().is_ok(),
            "however many are refused"
        );
    }
}
