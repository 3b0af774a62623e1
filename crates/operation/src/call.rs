//! One call of one operation: admit, authorize, read the input, charge, run. Requests, pages and
//! commands all go through [`perform`].
//!
//! The steps that depend on the types of an operation are behind [`AnyCall`], so the others are compiled
//! once and not for every operation.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use access::{KeyId, RequestId};
use async_trait::async_trait;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{Operation, Reply as _, ReplyContext, RequestLog, typed};
use auth::{self, CallContext, Caller as _, IdentifiedCall, Principal};
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode, Limits, Methods, Stop, Work};
use metering::{Ending, Intent, LedgerCharge, LimitStatus, MeteredRequest, Payer, Reservation};
use platform::{Lane, Platform};

/// Calls an operation without HTTP, with the same authorization, metering and run.
///
/// # Errors
///
/// The error that a request would fail with.
pub fn call<'a, O: Operation>(
    platform: &'a Platform,
    context: &'a O::Context,
    call: CallContext,
    input: O::Input,
) -> BoxFuture<'a, Result<O::Reply, ApiError>> {
    let mut steps = TypedCall::<O> {
        input: Some(input),
        progress: Progress::new(context),
    };
    Box::pin(async move {
        perform_and_settle(platform, call, &mut steps).await?;
        steps.progress.reply.ok_or_else(out_of_order)
    })
}

async fn perform_and_settle(
    platform: &Platform,
    call: CallContext,
    steps: &mut dyn AnyCall,
) -> Result<(), ApiError> {
    let mut log = RequestLog::of(steps.declaration().id);
    let (charge, result) = perform(platform, call, &mut log, steps).await;
    let ending = ending_of(steps, &result, &log);
    settle(platform, charge, ending, &mut log);
    result
}

/// One call of any operation: the steps that depend on its types, in the order in which [`perform`]
/// calls them.
#[async_trait]
pub trait AnyCall: Send {
    /// The facts of the operation.
    fn declaration(&self) -> &'static Declaration;

    /// The operation that is charged for, once the input is read: another one if the input names it.
    fn charged_as(&self) -> &'static Declaration {
        self.declaration()
    }

    /// The work of an accepted call.
    fn work(&self) -> Option<Work>;

    /// The status of a success.
    fn success_status(&self) -> StatusCode;

    /// What an accepted call costs if the quota does not have its price: the check of its input.
    fn checked_cost(&self) -> u32 {
        0
    }

    /// Authorizes the caller, reads and checks the input, and returns what the call costs.
    async fn accept(
        &mut self,
        platform: &Platform,
        identified: IdentifiedCall,
        log: &RequestLog,
    ) -> Result<u32, ApiError>;

    /// Runs the operation, whose cost is charged, and returns the units that its reply returns.
    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError>;
}

/// A call by a request, which gets a response.
pub trait AnyRequest: AnyCall {
    /// The response with the reply of the run.
    ///
    /// # Errors
    ///
    /// The reply cannot be written, which is a defect.
    fn respond(&mut self, context: &ReplyContext) -> Result<Response<Body>, ApiError>;

    /// The response to an error, if it is not that of every other request.
    fn refused(&mut self, error: &ApiError) -> Option<Response<Body>> {
        let _ = error;
        None
    }
}

/// What the steps of a call of `O` leave for the next one.
struct Progress<'a, O: Operation> {
    context: &'a O::Context,
    accepted: Option<(O::Caller, O::Input)>,
    checked_cost: u32,
    reply: Option<O::Reply>,
}

impl<'a, O: Operation> Progress<'a, O> {
    const DECLARATION: &'static Declaration = &O::SPEC.declaration();

    const fn new(context: &'a O::Context) -> Self {
        Self {
            context,
            accepted: None,
            checked_cost: 0,
            reply: None,
        }
    }

    fn accept(&mut self, caller: O::Caller, input: O::Input) -> Result<u32, ApiError> {
        O::work(&input).limit()?;
        let cost = O::cost(&input);
        if O::CHECKS_IN_POOL {
            self.checked_cost = O::least_cost(&input).div_ceil(CHECKS_PER_UNIT);
        }
        self.accepted = Some((caller, input));
        Ok(cost)
    }

    fn work(&self) -> Option<Work> {
        self.accepted.as_ref().map(|(_, input)| O::work(input))
    }

    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError> {
        let (mut caller, input) = self.accepted.take().ok_or_else(out_of_order)?;
        caller.charged(limits);
        let reply = O::run(self.context, caller, input).await?;
        let returned = O::returned(&reply);
        self.reply = Some(reply);
        Ok(returned)
    }
}

/// A call of `O` with an input of its type.
struct TypedCall<'a, O: Operation> {
    input: Option<O::Input>,
    progress: Progress<'a, O>,
}

#[async_trait]
impl<O: Operation> AnyCall for TypedCall<'_, O> {
    fn declaration(&self) -> &'static Declaration {
        Progress::<O>::DECLARATION
    }

    fn work(&self) -> Option<Work> {
        self.progress.work()
    }

    fn success_status(&self) -> StatusCode {
        O::Reply::STATUS
    }

    fn checked_cost(&self) -> u32 {
        self.progress.checked_cost
    }

    async fn accept(
        &mut self,
        platform: &Platform,
        identified: IdentifiedCall,
        log: &RequestLog,
    ) -> Result<u32, ApiError> {
        let access = self.declaration().access;
        let caller = O::Caller::authorize(platform, identified, access)?;
        let input = self.input.take().ok_or_else(out_of_order)?;
        let input = checked::<O>(platform, &caller, input, log).await?;
        self.progress.accept(caller, input)
    }

    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError> {
        self.progress.run(limits).await
    }
}

/// A call of `O` by a request.
pub struct RequestCall<'a, O: Operation> {
    /// Reads the request, and checks it against the schema of the input.
    input: Option<UnreadInput<'a>>,
    progress: Progress<'a, O>,
}

/// The input of a request that is not read yet: a value that its schema accepts.
pub type UnreadInput<'a> = BoxFuture<'a, Result<Value, ApiError>>;

impl<O: Operation> std::fmt::Debug for RequestCall<'_, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RequestCall").field(&O::SPEC.id).finish()
    }
}

impl<'a, O: Operation> RequestCall<'a, O> {
    /// A call with this input.
    pub const fn new(context: &'a O::Context, input: UnreadInput<'a>) -> Self {
        Self {
            input: Some(input),
            progress: Progress::new(context),
        }
    }
}

#[async_trait]
impl<O: Operation> AnyCall for RequestCall<'_, O> {
    fn declaration(&self) -> &'static Declaration {
        Progress::<O>::DECLARATION
    }

    fn work(&self) -> Option<Work> {
        self.progress.work()
    }

    fn success_status(&self) -> StatusCode {
        O::Reply::STATUS
    }

    fn checked_cost(&self) -> u32 {
        self.progress.checked_cost
    }

    async fn accept(
        &mut self,
        platform: &Platform,
        identified: IdentifiedCall,
        log: &RequestLog,
    ) -> Result<u32, ApiError> {
        let access = self.declaration().access;
        let caller = O::Caller::authorize(platform, identified, access)?;
        let value = self.input.take().ok_or_else(out_of_order)?.await?;
        let input = read::<O>(platform, value).await?;
        let input = checked::<O>(platform, &caller, input, log).await?;
        self.progress.accept(caller, input)
    }

    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError> {
        self.progress.run(limits).await
    }
}

impl<O: Operation> AnyRequest for RequestCall<'_, O> {
    fn respond(&mut self, context: &ReplyContext) -> Result<Response<Body>, ApiError> {
        let reply = self.progress.reply.take().ok_or_else(out_of_order)?;
        let failed = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        reply.into_response(context).map_err(failed)
    }
}

/// The error of a step that is called before the one it follows: a defect.
fn out_of_order() -> ApiError {
    let cause = std::io::Error::other("the steps of a call ran out of order");
    ApiError::plain(ErrorCode::InternalError).because(cause)
}

/// Something that runs on another thread, and its result.
type AnyJob = Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>;

/// The result of a job with this type.
fn result_of<T: 'static>(done: Box<dyn Any + Send>) -> Result<T, ApiError> {
    done.downcast().map(|it| *it).map_err(|_| out_of_order())
}

/// Converts a checked value to the operation's input. For operations that accept large bodies the
/// conversion takes milliseconds, so it runs on a worker thread.
async fn read<O: Operation>(platform: &Platform, value: Value) -> Result<O::Input, ApiError> {
    if O::SPEC.limits.body_bytes <= Limits::ORDINARY.body_bytes {
        return typed(value);
    }
    let job: AnyJob = Box::new(move || Box::new(typed::<O::Input>(value)));
    let done = on_worker(platform, job).await?;
    result_of::<Result<O::Input, ApiError>>(done)?
}

fn on_worker(
    platform: &Platform,
    job: AnyJob,
) -> BoxFuture<'_, Result<Box<dyn Any + Send>, ApiError>> {
    let failed = |panic| ApiError::plain(ErrorCode::InternalError).because(panic);
    Box::pin(
        platform
            .workers
            .spawn(job)
            .map(move |it| it.map_err(failed)),
    )
}

/// The input after its slow checks, see [`Operation::check`].
async fn checked<O: Operation>(
    platform: &Platform,
    caller: &O::Caller,
    input: O::Input,
    log: &RequestLog,
) -> Result<O::Input, ApiError> {
    /// The work of checking an input, per unit of its minimum cost, in thousandths of a natal request.
    const MILLINATALS_PER_UNIT: u64 = 200;
    if !O::CHECKS_IN_POOL {
        return Ok(input);
    }
    let units = O::least_cost(&input);
    if let Some(limits) = &log.limits {
        platform.meter.require_units(limits.quota, units)?;
    }
    let stop = Stop::default();
    let work = Work::new(u64::from(units) * MILLINATALS_PER_UNIT, 0);
    let Some(lane) = caller.org_lane(work, stop.clone()) else {
        O::check(&input, &stop);
        return Ok(input);
    };
    let job: AnyJob = Box::new(move || {
        O::check(&input, &stop);
        Box::new(input)
    });
    result_of(in_pool(platform, lane, job).await?)
}

fn in_pool(
    platform: &Platform,
    lane: Lane,
    job: AnyJob,
) -> BoxFuture<'_, Result<Box<dyn Any + Send>, ApiError>> {
    let checking = platform.pool.run(lane, job);
    let checked = tokio::time::timeout(platform.config.request_timeout, checking);
    Box::pin(checked.map(|it| it.unwrap_or_else(|_elapsed| Err(late()))))
}

/// The steps of every call, in their fixed order. The caller settles the charge, because it knows
/// the final status.
pub async fn perform(
    platform: &Platform,
    call: CallContext,
    log: &mut RequestLog,
    steps: &mut dyn AnyCall,
) -> (Option<LedgerCharge>, Result<(), ApiError>) {
    let facts = steps.declaration();
    let admitted = match admit(platform, facts, call, log).await {
        Ok(admitted) => admitted,
        Err(refused) => return (None, Err(refused)),
    };
    let AdmittedCall {
        identified,
        mut pending,
    } = admitted;
    let accepted = steps.accept(platform, identified, log).await;
    let charged = steps.charged_as();
    if charged.id != facts.id {
        pending = match Box::pin(transfer(platform, pending, charged, log)).await {
            Ok(pending) => pending,
            Err(refused) => return (None, Err(refused)),
        };
    }
    let cost = match accepted {
        Ok(cost) => cost,
        // The rates keep their slot: reading the input took time, although it costs nothing.
        Err(refused) if refused.problems()[0].code == ErrorCode::QuotaExhausted => {
            if let Some(reservation) = &pending.reservation {
                note_refusal(platform, reservation.payer(), &refused);
            }
            return (None, Err(refused));
        }
        Err(refused) => {
            let refused = Box::pin(charge_refusal(platform, pending, refused, log)).await;
            return (None, Err(refused));
        }
    };
    let charge = match count(platform, &mut pending, (charged.id, cost), log).await {
        Ok(charge) => charge,
        Err(not_charged) => {
            let checked = (steps.checked_cost(), &not_charged);
            Box::pin(charge_check(platform, &mut pending, checked, log)).await;
            return (None, Err(not_charged));
        }
    };
    let result = work(platform, steps.run(log.limits.as_ref())).await;
    let returned = match &result {
        Ok(returned) => *returned,
        // Like a refusal before the work. Our own failures return everything when they are settled.
        Err(refused) if refused.status().is_client_error() => cost.saturating_sub(REFUSAL_COST),
        Err(_) => 0,
    };
    let charge = charge.map(|it| it.returning(returned));
    (charge, result.map(drop))
}

/// How a call ended.
pub fn ending_of<T>(steps: &dyn AnyCall, result: &Result<T, ApiError>, log: &RequestLog) -> Ending {
    let latency = log.started.elapsed();
    match result {
        Ok(_) => Ending::success(steps.success_status().as_u16(), latency),
        Err(refused) => Ending::error(refused, latency),
    }
}

/// Writes the end of a charged call to the ledger, and returns the units of our failures.
pub fn settle(
    platform: &Platform,
    charge: Option<LedgerCharge>,
    ending: Ending,
    log: &mut RequestLog,
) {
    let Some(charge) = charge else {
        return;
    };
    note_problem(platform, &charge, ending);
    let returned = platform.meter.settle(charge, ending);
    if let Some(limits) = &mut log.limits {
        limits.quota.remaining += u64::from(returned);
    }
}

/// The price of a request that is refused because of its input, in units.
pub const REFUSAL_COST: u32 = 1;

/// The parts of an input, such as the items of a batch, that one unit checks. A part with problems
/// takes up to two natal requests.
const CHECKS_PER_UNIT: u32 = 14;

/// A caller that the meter admits.
struct AdmittedCall {
    identified: IdentifiedCall,
    pending: PendingCharge,
}

/// The charge of a call, and the key it was made with.
struct PendingCharge {
    /// None if nobody pays.
    reservation: Option<Reservation>,
    key: Option<KeyId>,
}

/// From the principal to the quota decision.
async fn admit(
    platform: &Platform,
    facts: &Declaration,
    call: CallContext,
    log: &mut RequestLog,
) -> Result<AdmittedCall, ApiError> {
    let is_paid = is_paid(facts.access) && !call.is_page_load;
    if let (Principal::Person(person), false) = (&call.principal, is_paid) {
        let (user, now) = (person.user().id, platform.clock.now());
        let intent = if call.is_page_load {
            Intent::PricedPage
        } else if facts.limits.is_long {
            Intent::Long
        } else {
            intent(facts.methods)
        };
        platform.person_rates.admit(user, intent, now)?;
    }
    let membership = auth::membership(platform, &call, facts.access).await?;
    note_caller(log, &call.principal, membership.as_deref());
    let (request, is_page_load) = (call.request, call.is_page_load);
    let mut identified = IdentifiedCall {
        principal: call.principal,
        membership,
        client: call.client,
        limits: None,
    };
    let key = match &identified.principal {
        Principal::Key(key) => Some(key.id()),
        _ => None,
    };
    let payer = if is_page_load {
        None
    } else {
        auth::payer(
            &identified.principal,
            identified.membership.as_ref(),
            facts.access,
        )
    };
    let reservation = match payer {
        Some(payer) => Some(ask_meter(platform, facts, payer, request, log).await?),
        None => None,
    };
    identified.limits.clone_from(&log.limits);
    let pending = PendingCharge { reservation, key };
    Ok(AdmittedCall {
        identified,
        pending,
    })
}

/// Whether somebody pays for the operation, so that it has rates and a quota.
const fn is_paid(access: AccessPolicy) -> bool {
    matches!(access, AccessPolicy::Caller { .. })
}

const fn intent(methods: Methods) -> Intent {
    match methods {
        Methods::Get => Intent::Read,
        Methods::Post | Methods::PostAndGet | Methods::Patch | Methods::Delete => Intent::Write,
    }
}

fn note_caller(
    log: &mut RequestLog,
    principal: &Principal,
    membership: Option<&auth::OrgMembership>,
) {
    let org = membership.map(auth::OrgMembership::org);
    match principal {
        Principal::Key(key) => log.identify(Some(key.org()), Some(key.id()), None),
        Principal::Person(person) => log.identify(org, None, Some(person.user().id)),
        Principal::Anyone | Principal::Operator => log.identify(org, None, None),
    }
}

/// Asks the meter.
async fn ask_meter(
    platform: &Platform,
    facts: &Declaration,
    payer: Payer,
    request: RequestId,
    log: &mut RequestLog,
) -> Result<Reservation, ApiError> {
    let pending = MeteredRequest {
        payer: payer.clone(),
        request,
        operation: facts.id,
        class: facts.limits.class,
    };
    let (status, reservation) = platform.meter.admit(pending).await;
    log.limits = status;
    reservation.inspect_err(|refused| note_refusal(platform, &payer, refused))
}

/// The charge of another operation, under whose rates the call must fit.
async fn transfer(
    platform: &Platform,
    pending: PendingCharge,
    operation: &Declaration,
    log: &mut RequestLog,
) -> Result<PendingCharge, ApiError> {
    log.operation = operation.id;
    let PendingCharge { reservation, key } = pending;
    let Some(reservation) = reservation else {
        return Ok(PendingCharge { reservation, key });
    };
    let payer = reservation.payer().clone();
    let class = operation.limits.class;
    let (status, reservation) = platform
        .meter
        .transfer(reservation, operation.id, class)
        .await;
    if status.is_some() {
        log.limits = status;
    }
    let reservation = reservation.inspect_err(|refused| note_refusal(platform, &payer, refused))?;
    Ok(PendingCharge {
        reservation: Some(reservation),
        key,
    })
}

/// Counts a refusal of a key by the meter, whether before its input was read or when its cost was
/// known.
fn note_refusal(platform: &Platform, payer: &Payer, refused: &ApiError) {
    if let (Some(key), true) = (payer.key(), refused.status().is_client_error()) {
        let code = refused.problems()[0].code;
        let (host, now) = (payer.origin_host(), platform.clock.now());
        platform.refusals.count(&key.key, code, host, now);
    }
}

/// Counts a charged request that was refused among the problems of its key.
fn note_problem(platform: &Platform, charge: &LedgerCharge, ending: Ending) {
    if let (Some(key), Some(code), 400..=499) = (charge.key(), ending.error, ending.status) {
        let now = platform.clock.now();
        platform
            .refusals
            .count_charged(charge.org(), key, code, now);
    }
}

/// Commits a cost, records the use of the key, and writes the remaining limits to the headers.
async fn commit(
    platform: &Platform,
    pending: &mut PendingCharge,
    (cost, ending): (u32, Option<Ending>),
    log: &mut RequestLog,
) -> Result<Option<LedgerCharge>, ApiError> {
    let Some(reservation) = &mut pending.reservation else {
        return Ok(None);
    };
    let charge = platform.meter.count(reservation, cost, ending).await;
    if let (Some(quota), Some(limits)) = (reservation.quota(), &mut log.limits) {
        limits.quota = quota;
    }
    match charge {
        Ok(charge) => {
            if let Some(key) = pending.key {
                platform.uses.note(key, platform.clock.now());
            }
            Ok(Some(charge))
        }
        Err(not_charged) => {
            note_refusal(platform, reservation.payer(), &not_charged);
            Err(not_charged)
        }
    }
}

/// A request that is refused after the quota step costs one unit, so that probing is not free. Our
/// own failure costs nothing.
async fn charge_refusal(
    platform: &Platform,
    mut pending: PendingCharge,
    refused: ApiError,
    log: &mut RequestLog,
) -> ApiError {
    let status = refused.status();
    match &pending.reservation {
        None => return refused,
        // A request that is refused because the service is busy or a share is full is not charged,
        // and neither is our failure, or a request from a page that a chatbot does not allow (ADR 6).
        Some(reservation)
            if status.is_server_error()
                || status == StatusCode::TOO_MANY_REQUESTS
                || is_of_page(&refused) =>
        {
            if is_of_page(&refused) {
                // The rates keep their slot: the input was read to find out.
                note_refusal(platform, reservation.payer(), &refused);
            } else {
                platform.meter.give_back(reservation).await;
            }
            return refused;
        }
        Some(_) => {}
    }
    let ending = Ending::error(&refused, log.started.elapsed());
    let owed = (REFUSAL_COST, Some(ending));
    match commit(platform, &mut pending, owed, log).await {
        Ok(charge) => {
            if let Some(charge) = charge {
                note_problem(platform, &charge, ending);
            }
            refused
        }
        Err(not_charged) => not_charged,
    }
}

/// Charges the check of an input whose price the quota does not have, as far as units remain. If they
/// are gone by then, the check is free.
async fn charge_check(
    platform: &Platform,
    pending: &mut PendingCharge,
    (cost, refused): (u32, &ApiError),
    log: &mut RequestLog,
) {
    let remaining = log.limits.as_ref().map_or(0, |it| it.quota.remaining);
    let owed = cost.min(u32::try_from(remaining).unwrap_or(u32::MAX));
    if owed == 0 || refused.problems()[0].code != ErrorCode::QuotaExhausted {
        return;
    }
    let ending = Ending::error(refused, log.started.elapsed());
    if let Ok(Some(charge)) = commit(platform, pending, (owed, Some(ending)), log).await {
        note_problem(platform, &charge, ending);
    }
}

/// Whether a request is refused because of the page that sent it.
fn is_of_page(refused: &ApiError) -> bool {
    refused.problems()[0].code == ErrorCode::DomainNotAllowed
}

/// Charges the units of a call that will be run.
async fn count(
    platform: &Platform,
    pending: &mut PendingCharge,
    (id, cost): (&'static str, u32),
    log: &mut RequestLog,
) -> Result<Option<LedgerCharge>, ApiError> {
    let charge = commit(platform, pending, (cost, None), log).await?;
    platform.metrics.count_cost(id, log.org, cost);
    Ok(charge)
}

/// Runs the operation under its deadline. A panic is our failure like any other.
async fn work(
    platform: &Platform,
    running: BoxFuture<'_, Result<u32, ApiError>>,
) -> Result<u32, ApiError> {
    let running = AssertUnwindSafe(running).catch_unwind();
    match tokio::time::timeout(platform.config.request_timeout, running).await {
        Ok(Ok(result)) => result,
        // The panic hook has logged the cause and place. The request id ties the response to it.
        Ok(Err(_panic)) => {
            platform.metrics.panics.inc();
            Err(ApiError::plain(ErrorCode::InternalError))
        }
        Err(_elapsed) => Err(late()),
    }
}

/// The error of a call that misses its deadline.
fn late() -> ApiError {
    ApiError::plain(ErrorCode::RequestTimeout).retry_after(1)
}
