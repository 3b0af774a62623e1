//! One call of one operation: admit, authorize, read the input, charge, run. Requests, pages and
//! commands all go through [`perform`].

use std::future::ready;
use std::panic::AssertUnwindSafe;

use access::{KeyId, RequestId};
use axum::http::StatusCode;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::{Operation, Reply as _, RequestLog};
use auth::{self, CallContext, Caller as _, IdentifiedCall, Principal};
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode, Methods, Stop, Work};
use metering::{Intent, LedgerCharge, MeteredRequest, Payer, Reservation};
use platform::Platform;

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
    Box::pin(async move {
        let mut log = RequestLog::of(O::SPEC.id);
        let input = Box::pin(ready(Ok(input)));
        let (charge, result) = perform::<O>((platform, context), call, &mut log, input).await;
        settle(platform, charge, status_of::<O, _>(&result), &mut log);
        result
    })
}

/// The charge of a call, if anybody pays for it, and its result.
pub type Performed<T> = (Option<LedgerCharge>, Result<T, ApiError>);

/// The steps of every call, in their fixed order. The caller settles the charge, because it knows
/// the final status.
pub async fn perform<O: Operation>(
    (platform, context): (&Platform, &O::Context),
    call: CallContext,
    log: &mut RequestLog,
    input: BoxFuture<'_, Result<O::Input, ApiError>>,
) -> Performed<O::Reply> {
    let facts = const { &O::SPEC.declaration() };
    let admitted = match admit(platform, facts, call, log).await {
        Ok(admitted) => admitted,
        Err(refused) => return (None, Err(refused)),
    };
    let (mut caller, input) = match accept::<O>(platform, admitted.identified, input, log).await {
        Ok(accepted) => accepted,
        // The rates keep their slot: reading the input took time, although it costs nothing.
        Err(refused) if refused.problems()[0].code == ErrorCode::QuotaExhausted => {
            if let Some(reservation) = &admitted.pending.reservation {
                note_refusal(platform, reservation.payer(), &refused);
            }
            return (None, Err(refused));
        }
        Err(refused) => {
            let refused = Box::pin(charge_refusal(platform, admitted.pending, refused, log)).await;
            return (None, Err(refused));
        }
    };
    let cost = O::cost(&input);
    let charge = match count(platform, admitted.pending, (facts.id, cost), log).await {
        Ok(charge) => charge,
        Err(not_charged) => return (None, Err(not_charged)),
    };
    caller.charged(log.limits.as_ref());
    let run = Box::pin(O::run(context, caller, input));
    let result = work(platform, run).await;
    let returned = match &result {
        Ok(reply) => O::returned(reply),
        // Like a refusal before the work. Our own failures return everything when they are settled.
        Err(refused) if refused.status().is_client_error() => cost.saturating_sub(REFUSAL_COST),
        Err(_) => 0,
    };
    let charge = charge.map(|it| it.returning(returned));
    (charge, result)
}

/// The caller and the checked input of a call that the meter has admitted.
async fn accept<O: Operation>(
    platform: &Platform,
    identified: IdentifiedCall,
    input: BoxFuture<'_, Result<O::Input, ApiError>>,
    log: &RequestLog,
) -> Result<(O::Caller, O::Input), ApiError> {
    let access = const { &O::SPEC.declaration() }.access;
    let caller = O::Caller::authorize(platform, identified, access)?;
    let input = checked::<O>(platform, &caller, input.await?, log).await?;
    O::work(&input).limit()?;
    Ok((caller, input))
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
    let checking = platform.pool.run(lane, move || {
        O::check(&input, &stop);
        input
    });
    let checked = tokio::time::timeout(platform.config.request_timeout, checking).await;
    checked.unwrap_or_else(|_elapsed| Err(late()))
}

/// The final status of a call.
pub fn status_of<O: Operation, T>(result: &Result<T, ApiError>) -> StatusCode {
    result
        .as_ref()
        .map_or_else(ApiError::status, |_| O::Reply::STATUS)
}

/// Writes the final status of a charged call to the ledger, and returns the units of our failures.
pub fn settle(
    platform: &Platform,
    charge: Option<LedgerCharge>,
    status: StatusCode,
    log: &mut RequestLog,
) {
    let Some(charge) = charge else {
        return;
    };
    let returned = platform.meter.settle(charge, status.as_u16());
    if let Some(limits) = &mut log.limits {
        limits.quota.remaining += u64::from(returned);
    }
}

/// The price of a request that is refused because of its input, in units.
pub const REFUSAL_COST: u32 = 1;

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
    if let (Principal::Person(person), false) = (&call.principal, is_paid(facts.access)) {
        let (user, now) = (person.user().id, platform.clock.now());
        platform
            .person_rates
            .admit(user, intent(facts.methods), now)?;
    }
    let membership = auth::membership(platform, &call, facts.access).await?;
    note_caller(log, &call.principal, membership.as_deref());
    let request = call.request;
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
    let reservation = match auth::payer(
        &identified.principal,
        identified.membership.as_ref(),
        facts.access,
    ) {
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

/// Counts a refusal of a key by the meter, whether before its input was read or when its cost was
/// known.
fn note_refusal(platform: &Platform, payer: &Payer, refused: &ApiError) {
    if let (Some(key), true) = (payer.key(), refused.status().is_client_error()) {
        let code = refused.problems()[0].code;
        let (host, now) = (payer.origin_host(), platform.clock.now());
        platform.refusals.count(&key.key, code, host, now);
    }
}

/// Commits a cost, records the use of the key, and writes the remaining limits to the headers.
async fn commit(
    platform: &Platform,
    pending: &mut PendingCharge,
    (cost, status): (u32, Option<u16>),
    log: &mut RequestLog,
) -> Result<Option<LedgerCharge>, ApiError> {
    let Some(reservation) = &mut pending.reservation else {
        return Ok(None);
    };
    let charge = platform.meter.count(reservation, cost, status).await;
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
        // and neither is our failure.
        Some(reservation)
            if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS =>
        {
            platform.meter.give_back(reservation).await;
            return refused;
        }
        Some(_) => {}
    }
    let owed = (REFUSAL_COST, Some(status.as_u16()));
    match commit(platform, &mut pending, owed, log).await {
        Ok(_counted) => refused,
        Err(not_charged) => not_charged,
    }
}

/// Charges the units of a call that will be run.
async fn count(
    platform: &Platform,
    mut pending: PendingCharge,
    (id, cost): (&'static str, u32),
    log: &mut RequestLog,
) -> Result<Option<LedgerCharge>, ApiError> {
    let charge = commit(platform, &mut pending, (cost, None), log).await?;
    platform.metrics.count_cost(id, cost);
    Ok(charge)
}

/// Runs the operation under its deadline. A panic is our failure like any other.
async fn work<T>(
    platform: &Platform,
    running: BoxFuture<'_, Result<T, ApiError>>,
) -> Result<T, ApiError> {
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
