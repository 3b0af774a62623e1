//! Calculations as operations of the API: `/api/calc/…`. The crate `calculations` computes them.
//! The batch runs the same code for each of its items.

pub mod batch;
pub mod context;
pub(crate) mod prepare;

use async_trait::async_trait;
use calculations::{Calculation, CalculationRequest};
use http_api::{ApiError, Spec, Work};
use serde_json::Value;

use self::prepare::{OwnTexts, prepare};
use crate::overlay::Overlays;
use auth::OrgCaller;
use operation::{Operation, Streamed};
use platform::PlatformWith;

/// A calculation as an operation of the API.
#[derive(Debug)]
pub struct Calculated<C>(std::marker::PhantomData<C>);

#[async_trait]
impl<C: Calculation> Operation for Calculated<C> {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = C::SPEC.for_caller();
    type Context = PlatformWith<Overlays>;
    type Input = CalculationRequest<C::Input>;
    type Reply = Streamed<C::Reply>;
    const COST_FORMULA: Option<&'static str> = Some(C::COST_FORMULA);

    fn example() -> Option<Value> {
        serde_json::from_str(C::EXAMPLE).ok()
    }

    fn work(request: &Self::Input) -> Work {
        request.work::<C>()
    }

    async fn run(
        services: &PlatformWith<Overlays>,
        caller: OrgCaller,
        request: Self::Input,
    ) -> Result<Self::Reply, ApiError> {
        let work = request.work::<C>();
        let context = prepare::<C>(services, &caller, &request, &OwnTexts::default()).await?;
        let held_bytes = request.held_bytes::<C>();
        let is_whole = request.shape.is_whole();
        let input = request.input;
        let ready = is_whole.then(|| C::ready(&input, &context)).flatten();
        if let Some(json) = ready {
            return Ok(Streamed::written(&json));
        }
        if work.is_short() {
            let reply = C::compute(&input, &context)?;
            return Streamed::whole(&context.shape().applied(&reply));
        }
        let lane = caller.lane(work, context.stop());
        let pieces = C::pieces(input, context);
        Streamed::begin(services, lane, pieces, held_bytes).await
    }
}
