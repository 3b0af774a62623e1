//! `/api/calc/batch`: up to a thousand calculations in one request, each succeeding or failing
//! alone, answers in order, each counted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use access::{KeyPermission, RolePermission, Timestamp};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{
    Calculate, Desk, compatibility, composite, davison, eclipses, ephemeris_table, moon_calendar,
    moon_sun, natal, profections, progressions, retrograde, returns, synastry, transit,
};
use crate::app::App;
use crate::error::{ApiError, ErrorCode, Problem, Source};
use crate::guard::{OrgCaller, Rule};
use crate::operation::{Calculation, Limits, Methods, Operation, Shape, Spec, compile};
use crate::suggest::nearest;

/// Items of one request.
const MOST_ITEMS: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Batch;

/// Calculations to do.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchInput {
    /// The calculations.
    #[schemars(length(min = 1, max = MOST_ITEMS))]
    requests: Vec<Item>,
}

/// One calculation. What is wrong with it is answered in its place among the results.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    /// Which: the last part of its path, such as `natal` or `solar-return`.
    #[schemars(length(max = 40))]
    operation: Option<String>,
    /// Its input.
    body: Option<Free>,
}

/// An object that is checked later, against the schema of the calculation it is for.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Free(Map<String, Value>);

impl JsonSchema for Free {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CalculationInput".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The body that the calculation takes alone.",
            "additionalProperties": true,
            "x-checked-later": true,
        })
    }
}

/// The answers in the order of the requests.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BatchReply {
    /// One for each request.
    results: Vec<ItemReply>,
}

/// What one calculation answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ItemReply {
    /// Its HTTP status had it come alone.
    status: u16,
    /// Its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    data: Option<Box<RawValue>>,
    /// What was wrong with it, as in an error answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    errors: Option<Vec<Value>>,
}

/// Checks a body and makes it a task.
type Prepare = fn(Map<String, Value>) -> Result<Box<dyn Task>, ApiError>;

/// A calculation without its types.
struct Kind {
    name: &'static str,
    prepare: Prepare,
}

/// A checked input on its way.
trait Task: Send + Sync {
    fn permitted(&self, caller: &OrgCaller) -> Result<(), ApiError>;
    fn desk<'a>(
        &'a self,
        app: &'a App,
        caller: &'a OrgCaller,
    ) -> futures_util::future::BoxFuture<'a, Result<Desk, ApiError>>;
    fn operator_desk(&self, now: Timestamp) -> Result<Desk, ApiError>;
    fn compute(&self, desk: &Desk) -> Result<Box<RawValue>, ApiError>;
}

struct Typed<C: Calculate>(C::Input);

impl<C: Calculate> Task for Typed<C> {
    fn permitted(&self, caller: &OrgCaller) -> Result<(), ApiError> {
        caller.permitted(C::SPEC.access.access())
    }

    fn desk<'a>(
        &'a self,
        app: &'a App,
        caller: &'a OrgCaller,
    ) -> futures_util::future::BoxFuture<'a, Result<Desk, ApiError>> {
        Box::pin(Desk::prepare::<C>(app, caller, &self.0))
    }

    fn operator_desk(&self, now: Timestamp) -> Result<Desk, ApiError> {
        Desk::of_operator::<C>(&self.0, now)
    }

    fn compute(&self, desk: &Desk) -> Result<Box<RawValue>, ApiError> {
        let reply = C::compute(&self.0, desk)?;
        serde_json::value::to_raw_value(&reply)
            .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}

fn prepare<C: Calculate>(body: Map<String, Value>) -> Result<Box<dyn Task>, ApiError> {
    read::<C>(Value::Object(body)).map(|input| Box::new(Typed::<C>(input)) as Box<dyn Task>)
}

/// Reads the input of a calculation and checks it against its schema, as a request's body is.
///
/// # Errors
///
/// Every problem of the input.
pub(crate) fn read<C: Calculate>(body: Value) -> Result<C::Input, ApiError> {
    checked(C::SPEC.id, body)
}

/// The same for any input: `operation` names the shape, which is compiled once.
///
/// # Errors
///
/// Every problem of the input.
pub(crate) fn checked<I: DeserializeOwned + JsonSchema>(
    operation: &'static str,
    mut body: Value,
) -> Result<I, ApiError> {
    let problems = shape_of::<I>(operation).check(&mut body);
    if !problems.is_empty() {
        return Err(ApiError::all(problems));
    }
    serde_json::from_value(body)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

/// One calculation by its name, for the command line.
///
/// # Errors
///
/// Every problem of the input.
pub(crate) fn alone(
    name: &str,
    body: Map<String, Value>,
    now: Timestamp,
) -> Result<Box<RawValue>, ApiError> {
    let task = (find(name)?.prepare)(body)?;
    task.compute(&task.operator_desk(now)?)
}

/// The shape of a calculation's input, compiled once for each.
fn shape_of<I: JsonSchema>(operation: &'static str) -> Arc<Shape> {
    static SHAPES: OnceLock<Mutex<std::collections::HashMap<&'static str, Arc<Shape>>>> =
        OnceLock::new();
    let shapes = SHAPES.get_or_init(Mutex::default);
    let mut shapes = shapes.lock().unwrap_or_else(PoisonError::into_inner);
    let shape = shapes.entry(operation).or_insert_with(|| {
        let generator = SchemaSettings::draft2020_12().with(|it| {
            it.inline_subschemas = true;
            it.meta_schema = None;
        });
        let schema = generator.into_generator().into_root_schema_for::<I>();
        let shape = compile(&schema.to_value(), &Map::new());
        Arc::new(shape.expect("the same schema was compiled when the operation was registered"))
    });
    Arc::clone(shape)
}

const fn kind<C: Calculate>(name: &'static str) -> Kind {
    Kind {
        name,
        prepare: prepare::<C>,
    }
}

/// Every calculation a batch can do.
static KINDS: &[Kind] = &[
    kind::<natal::Natal>("natal"),
    kind::<transit::TransitCalc>("transit"),
    kind::<synastry::SynastryCalc>("synastry"),
    kind::<composite::CompositeCalc>("composite"),
    kind::<davison::DavisonCalc>("davison"),
    kind::<compatibility::CompatibilityCalc>("compatibility"),
    kind::<returns::SolarReturn>("solar-return"),
    kind::<returns::LunarReturn>("lunar-return"),
    kind::<returns::PlanetaryReturn>("planetary-return"),
    kind::<progressions::Progressions>("progressions"),
    kind::<profections::ProfectionsCalc>("profections"),
    kind::<retrograde::Retrograde>("retrograde"),
    kind::<eclipses::Eclipses>("eclipses"),
    kind::<moon_sun::MoonSun>("moon-sun"),
    kind::<moon_calendar::MoonDayCalc>("moon-calendar/day"),
    kind::<moon_calendar::MoonRange>("moon-calendar/range"),
    kind::<ephemeris_table::EphemerisTable>("ephemeris"),
];

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
        summary: "Many calculations in one request",
        description: "Each item names a calculation and its body. Answers come in the same order, \
            each with its own status; one that fails does not touch the others. Every item costs \
            what it costs alone, and nothing when the failure is ours (500, 503). By POST only: a list of bodies has no form as a query.",
    };
    type Input = BatchInput;
    type Reply = Calculation<BatchReply>;

    fn cost(input: &BatchInput) -> u32 {
        u32::try_from(input.requests.len()).unwrap_or(u32::MAX)
    }

    fn returned(Calculation(reply): &Self::Reply) -> u32 {
        let ours = reply.results.iter().filter(|it| it.status >= 500);
        u32::try_from(ours.count()).unwrap_or(u32::MAX)
    }

    async fn run(app: &App, caller: OrgCaller, input: BatchInput) -> Result<Self::Reply, ApiError> {
        let mut tasks = Vec::with_capacity(input.requests.len());
        for item in input.requests {
            tasks.push(ready(app, &caller, item).await);
        }
        let tasks = Arc::new(tasks);
        let next = Arc::new(AtomicUsize::new(0));
        // As many workers as the pool has threads, each taking the next item until none is left.
        let workers = (0..app.pool.threads()).map(|_| {
            let (tasks, next) = (Arc::clone(&tasks), Arc::clone(&next));
            app.pool.run(move || work(&tasks, &next))
        });
        let finished = futures_util::future::try_join_all(workers).await?;
        let mut results: Vec<(usize, ItemReply)> = finished.into_iter().flatten().collect();
        results.sort_unstable_by_key(|(index, _)| *index);
        let results = results.into_iter().map(|(_, it)| it).collect();
        Ok(Calculation(BatchReply { results }))
    }
}

/// An item that may be computed, or why not.
type Ready = Result<(Box<dyn Task>, Desk), ItemReply>;

async fn ready(app: &App, caller: &OrgCaller, item: Item) -> Ready {
    let prepared = async {
        let name = item.operation.unwrap_or_default();
        let task = (find(&name)?.prepare)(item.body.unwrap_or_default().0)?;
        task.permitted(caller)?;
        let desk = task.desk(app, caller).await?;
        Ok((task, desk))
    };
    prepared.await.map_err(|error: ApiError| failed(&error))
}

fn find(name: &str) -> Result<&'static Kind, ApiError> {
    let found = KINDS.iter().find(|it| it.name == name);
    found.ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> ApiError {
    let names = KINDS.iter().map(|it| it.name);
    let detail = match nearest(name, names) {
        Some(near) => format!("`{name}` is no calculation: did you mean `{near}`?"),
        None => format!("`{name}` is no calculation"),
    };
    let problem = Problem::new(ErrorCode::FieldValue, detail);
    problem.at(Source::Pointer("/operation".to_owned())).into()
}

fn work(tasks: &[Ready], next: &AtomicUsize) -> Vec<(usize, ItemReply)> {
    let mut done = Vec::new();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = tasks.get(index) else {
            return done;
        };
        let reply = match task {
            Ok((task, desk)) => match task.compute(desk) {
                Ok(data) => ItemReply {
                    status: 200,
                    data: Some(data),
                    errors: None,
                },
                Err(error) => failed(&error),
            },
            Err(refused) => ItemReply {
                status: refused.status,
                data: None,
                errors: refused.errors.clone(),
            },
        };
        done.push((index, reply));
    }
}

fn failed(error: &ApiError) -> ItemReply {
    ItemReply {
        status: error.status().as_u16(),
        data: None,
        errors: Some(error.error_objects()),
    }
}
