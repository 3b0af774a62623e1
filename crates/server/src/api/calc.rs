//! Calculations as operations of the API: `/api/calc/…`. The crate `calculations` computes them.
//! The batch runs the same code for each of its items.

pub(crate) mod batch;
mod prepare;

use calculations::{Calculation, CalculationVisitor, Draw, visit};
use http_api::{ApiError, Spec, Work};

use self::batch::Batch;
use self::prepare::prepare;
use super::chart::Drawn;
use crate::app::App;
use crate::operation::{Api, Operation, Streamed};
use auth::OrgCaller;

/// Adds every calculation, the batch of them, and every image.
pub(super) fn add(api: Api) -> Api {
    let mut calculations = AddCalculations(api);
    visit(&mut calculations);
    let mut images = AddImages(calculations.0.with::<Batch>());
    visit(&mut images);
    images.0
}

struct AddCalculations(Api);

impl CalculationVisitor for AddCalculations {
    fn calculation<C: Calculation>(&mut self) {
        let api = std::mem::take(&mut self.0);
        self.0 = api.with::<Calculated<C>>();
    }
}

struct AddImages(Api);

impl CalculationVisitor for AddImages {
    fn calculation<C: Calculation>(&mut self) {}

    fn drawn<D: Draw>(&mut self) {
        let api = std::mem::take(&mut self.0);
        self.0 = api.with::<Drawn<D>>();
    }
}

/// A calculation as an operation of the API.
#[derive(Debug)]
pub(crate) struct Calculated<C>(std::marker::PhantomData<C>);

impl<C: Calculation> Operation for Calculated<C> {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = C::SPEC.for_caller();
    type Input = C::Input;
    type Reply = Streamed<C::Reply>;
    const COST_FORMULA: Option<&'static str> = Some(C::COST_FORMULA);

    fn work(input: &C::Input) -> Work {
        C::work(input)
    }

    async fn run(app: &App, caller: OrgCaller, input: C::Input) -> Result<Self::Reply, ApiError> {
        let work = C::work(&input);
        let context = prepare::<C>(app, &caller, &input).await?;
        if work.is_short() {
            return Streamed::whole(&C::compute(&input, &context)?);
        }
        let lane = caller.lane(work, context.stop());
        let pieces = C::pieces(input, context);
        Streamed::begin(app, lane, pieces, C::held_bytes(work)).await
    }
}
