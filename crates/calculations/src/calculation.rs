//! What a calculation declares and does.

use access::{Capability, KeyPermission, RolePermission};
use http_api::caller::AnyInOrganization;
use http_api::{ApiError, ErrorCode, Limits, Methods, Pieces, Rule, Spec, Work, unwritable};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chart_link::ChartLink;
use crate::context::CalculationContext;
use crate::dto::options::{CommonOptions, Effects};

/// A calculation: from an input to a reply, and nothing else. What the caller may have besides
/// (texts, images) comes in with the [`CalculationContext`].
pub trait Calculation: Sized + Send + Sync + 'static {
    /// Its facts.
    const SPEC: Spec<AnyInOrganization>;
    /// A body that it accepts, in JSON: the one that the documentation shows and that tests begin with.
    const EXAMPLE: &'static str;
    /// What its texts are opened by.
    const TEXTS: Option<Capability>;
    /// Which of the common options change its answer.
    const EFFECTS: Effects = Effects::CHART;
    /// How its price follows from its input, for the documentation.
    const COST_FORMULA: &'static str = CHART_COST;
    /// The request.
    type Input: DeserializeOwned + Serialize + JsonSchema + Send + Sync + 'static;
    /// The answer.
    type Reply: Serialize + JsonSchema + Send + 'static;

    /// How much work it is. What cannot be told because the input is wrong counts as a request that
    /// is refused.
    fn work(input: &Self::Input) -> Work {
        Self::options(input).map_or(Work::REQUEST, CommonOptions::chart_work)
    }

    /// The memory that writing the answer takes at any one time.
    fn held_bytes(work: Work) -> u64 {
        // The computed values, and what is written of them.
        work.answer_bytes().saturating_mul(3)
    }

    /// The answer as JSON that is written piece by piece, on the pool.
    fn pieces(input: Self::Input, context: CalculationContext) -> Box<dyn Pieces> {
        Box::new(Whole::<Self> { input, context })
    }

    /// The options that all charts share, where it has them.
    fn options(input: &Self::Input) -> Option<&CommonOptions>;

    /// Which image shows the answer, where there is one.
    fn chart(input: &Self::Input) -> Option<ChartLink<'_, Self::Input>> {
        let _ = input;
        None
    }

    /// A field that was left out and means now, with what it meant: the image is kept, so its
    /// address says it.
    fn assumed(
        input: &Self::Input,
        now: ephemeris::Instant<ephemeris::Tt>,
    ) -> Option<(&'static str, String)> {
        let _ = (input, now);
        None
    }

    /// Why the answer has no image although such answers have one.
    fn undrawable(input: &Self::Input) -> Option<&'static str> {
        Self::options(input).and_then(CommonOptions::undrawable)
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// Every problem of the input.
    fn compute(input: &Self::Input, context: &CalculationContext) -> Result<Self::Reply, ApiError>;
}

/// What chart calculations can answer besides what follows from access and input.
pub const CHART_ERRORS: &[ErrorCode] = &[
    ErrorCode::LanguageUnknown,
    ErrorCode::PointUndefined,
    ErrorCode::HouseSystemUndefined,
    ErrorCode::OutsideEphemeris,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::BirthTimeRequired,
    ErrorCode::RangeReversed,
    ErrorCode::RangeTooLong,
];

/// Two births, as the example of every calculation about a pair.
pub const PAIR_EXAMPLE: &str = r#"{"dateTime1":"1990-06-15T14:30",
        "location1":{"latitude":52.37,"longitude":4.89},
        "dateTime2":"1988-02-01T06:15",
        "location2":{"latitude":40.71,"longitude":-74.0}}"#;

/// The price of what is about as much work as a chart.
pub const CHART_COST: &str =
    "1 unit for up to 32 points, then more with the square of the number of points.";

/// The facts of a calculation: called by POST and GET, counted as one unit.
pub const fn spec(
    id: &'static str,
    path: &'static str,
    access: Rule<AnyInOrganization>,
    summary: &'static str,
    description: &'static str,
) -> Spec<AnyInOrganization> {
    Spec {
        id,
        methods: Methods::PostAndGet,
        path,
        aliases: &[],
        access,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: CHART_ERRORS,
        group: "Calculations",
        summary,
        description,
    }
}

/// Keys that may calculate, and people whose role may.
pub const OPEN: Rule<AnyInOrganization> =
    Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse);

/// The same, with a module that opens the calculation.
pub const fn gated(capability: Capability) -> Rule<AnyInOrganization> {
    OPEN.gated_by(capability)
}

/// An answer that is computed as a whole.
struct Whole<C: Calculation> {
    input: C::Input,
    context: CalculationContext,
}

impl<C: Calculation> Pieces for Whole<C> {
    fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, ApiError> {
        let reply = C::compute(&self.input, &self.context)?;
        serde_json::to_writer(out, &reply).map_err(unwritable)?;
        Ok(false)
    }
}
