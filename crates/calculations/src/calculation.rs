//! What a calculation declares and does.

use access::{Capability, KeyPermission, RolePermission};
use http_api::caller::AnyInOrganization;
use http_api::{ApiError, ErrorCode, Limits, Methods, Pieces, Rule, Spec, Work};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chart_link::ChartLink;
use crate::context::CalculationContext;
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::requested_point::RequestedPoint;
use crate::dto::wording::Wording;

/// A calculation turns an input into a reply and does nothing else. Texts and images that the
/// caller may have come in with the [`CalculationContext`].
pub trait Calculation: Sized + Send + Sync + 'static {
    /// The operation's spec.
    const SPEC: Spec<AnyInOrganization>;
    /// An example body, in JSON. The documentation shows it and tests start from it.
    const EXAMPLE: &'static str;
    /// The capability that opens its texts.
    const TEXTS: Option<Capability>;
    /// The common options that change its result.
    const EFFECTS: Effects = Effects::CHART;
    /// How the price depends on the input, for the documentation.
    const COST_FORMULA: &'static str = CHART_COST;
    /// Its name in batches and at the command line, if it is not the end of its path.
    const NAME: Option<&'static str> = None;
    /// The request.
    type Input: DeserializeOwned + Serialize + JsonSchema + Send + Sync + 'static;
    /// The response.
    type Reply: Serialize + JsonSchema + Send + 'static;

    /// How much work it is. An invalid input, whose work is unknown, counts as a refused request.
    fn work(input: &Self::Input) -> Work {
        Self::options(input).map_or(Work::REQUEST, CommonOptions::chart_work)
    }

    /// The memory needed at any one time to write the response.
    fn held_bytes(work: Work) -> u64 {
        // The computed values and their serialized form.
        work.answer_bytes().saturating_mul(3)
    }

    /// The response as JSON, written piece by piece on the pool.
    fn pieces(input: Self::Input, context: CalculationContext) -> Box<dyn Pieces> {
        Box::new(Whole::<Self> { input, context })
    }

    /// The options that all charts share, if the calculation has them.
    fn options(input: &Self::Input) -> Option<&CommonOptions> {
        let _ = input;
        None
    }

    /// What the input says about titles and texts. `None` if the response never has any.
    fn wording(input: &Self::Input) -> Option<Wording<'_>> {
        Self::options(input).map(CommonOptions::wording)
    }

    /// The points that the input names.
    fn requested_points(input: &Self::Input) -> Vec<&RequestedPoint> {
        let options = Self::options(input);
        let points = options.and_then(|it| it.points.as_ref());
        points.into_iter().flatten().collect()
    }

    /// The image that shows the result, if there is one.
    fn chart(input: &Self::Input) -> Option<ChartLink> {
        let _ = input;
        None
    }

    /// A field that was left out and defaults to the current time, with the value used. Images are
    /// cached, so their URL must contain it.
    fn assumed(
        input: &Self::Input,
        now: ephemeris::Instant<ephemeris::Tt>,
    ) -> Option<(&'static str, String)> {
        let _ = (input, now);
        None
    }

    /// Why this result has no image although this calculation has images.
    fn undrawable(input: &Self::Input) -> Option<&'static str> {
        Self::options(input).and_then(CommonOptions::undrawable)
    }

    /// The whole response as JSON, if it is in memory and copying it takes less than a chart.
    fn ready(input: &Self::Input, context: &CalculationContext) -> Option<Vec<u8>> {
        let _ = (input, context);
        None
    }

    /// The response.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    fn compute(input: &Self::Input, context: &CalculationContext) -> Result<Self::Reply, ApiError>;
}

/// Errors that chart calculations can return besides those that follow from access and input.
pub const CHART_ERRORS: &[ErrorCode] = &[
    ErrorCode::LanguageUnknown,
    ErrorCode::ResponseFieldUnknown,
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

/// Two births: the example of every calculation about a pair.
pub const PAIR_EXAMPLE: &str = r#"{"dateTime1":"1990-06-15T14:30",
        "location1":{"latitude":52.37,"longitude":4.89},
        "dateTime2":"1988-02-01T06:15",
        "location2":{"latitude":40.71,"longitude":-74.0}}"#;

/// The price of calculations that take about as much work as one chart.
pub const CHART_COST: &str = "1 unit for up to 32 points. Above that, the price grows with the \
    square of the number of points.";

/// The spec of a calculation: available by POST and GET, charged as one unit.
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

/// Keys that may calculate, and people whose role allows it.
pub const OPEN: Rule<AnyInOrganization> =
    Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse);

/// The same, with a module that opens the calculation.
pub const fn gated(capability: Capability) -> Rule<AnyInOrganization> {
    OPEN.gated_by(capability)
}

/// A response that is computed as a whole.
struct Whole<C: Calculation> {
    input: C::Input,
    context: CalculationContext,
}

impl<C: Calculation> Pieces for Whole<C> {
    fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, ApiError> {
        let reply = C::compute(&self.input, &self.context)?;
        self.context.shape().write(out, &reply)?;
        Ok(false)
    }
}
