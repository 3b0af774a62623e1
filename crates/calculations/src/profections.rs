//! `/api/calc/profections`: annual and monthly profections.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::Chart;
use astrology::house::HouseSystem;
use astrology::profection::{CalendarMoment, Profection, profections};
use astrology::sign::Sign;
use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::birth::BirthAndTarget;
use crate::dto::id::Id;
use crate::dto::instant::ResolvedMoment;
use crate::dto::meta::Meta;
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::point::house_id;
use crate::{Calculation, CalculationContext, Problems, chart_problem, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::PROFECTION_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec};

#[derive(Debug)]
pub(crate) struct ProfectionsCalc;

/// A birth and a date.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ProfectionsInput {
    #[serde(flatten)]
    when: BirthAndTarget,
    #[serde(flatten)]
    options: CommonOptions,
}

/// Profections for a date.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Profections")]
pub(crate) struct ProfectionsReply {
    /// Age in completed years.
    age: u32,
    /// Completed months since the last birthday.
    months: u32,
    /// Lord of the year.
    lord_of_the_year: &'static str,
    /// Annual profection.
    annual: ProfectionReply,
    /// Monthly profection.
    monthly: ProfectionReply,
    /// Metadata about the natal chart.
    meta: Meta,
    /// How `targetDate` was interpreted.
    target_meta: Meta,
}

/// A profected house.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Profection")]
pub(crate) struct ProfectionReply {
    /// House number, counted in whole signs from the Ascendant.
    house_number: u8,
    /// House ID.
    house_id: &'static str,
    /// Sign of the house.
    sign: Id<Sign>,
    /// Traditional ruler of the sign.
    lord: &'static str,
    /// Title of the house. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_title: Option<&'static str>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
}

impl Calculation for ProfectionsCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_profections",
        "/api/calc/profections",
        gated(PROFECTION_CALC),
        "Calculate annual and monthly profections",
        "The Ascendant advances one sign for each completed year of life, and one more for each \
         completed month since the last birthday.",
    );
    const EXAMPLE: &'static str = r#"{"birthDateTime":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "targetDate":"2024-06-15"}"#;
    const TEXTS: Option<Capability> = None;
    const EFFECTS: Effects = Effects::WORDS;
    type Input = ProfectionsInput;
    type Reply = ProfectionsReply;

    fn options(input: &ProfectionsInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &ProfectionsInput,
        context: &CalculationContext,
    ) -> Result<ProfectionsReply, ApiError> {
        let mut problems = Problems::default();
        let mut options = input.options.chart(&Orbs::natal(), &mut problems.0);
        // Houses are counted in signs from the Ascendant, which exists everywhere.
        options.house_system = HouseSystem::Whole;
        // No points are requested, so none can be unavailable at that date.
        options.points = Vec::new();
        let birth = problems.keep(input.when.birth.when().resolve_moment());
        let target = problems.keep(input.when.target().resolve_beginning());
        problems.finish()?;
        let (birth, target) = birth
            .zip(target)
            .expect("unresolved input has been reported");
        let natal = Chart::compute(Ephemeris::embedded(), birth.at, &birth.observer, &options)
            .map_err(|error| chart_problem(error, "birthDateTime"))?;
        let ascendant = natal.ruler().map(|it| it.sign).ok_or_else(|| {
            let detail = "A heliocentric chart has no Ascendant. Set `center` to `geocentric` or \
                          `topocentric`.";
            let problem = Problem::new(ErrorCode::PointUndefined, detail);
            ApiError::from(problem.at(Source::Pointer("/center".to_owned())))
        })?;
        let found = profections(ascendant, on_clock(&birth), on_clock(&target));
        let found = found.ok_or_else(|| {
            let detail = "`targetDate` is before the date of birth.";
            let problem = Problem::new(ErrorCode::RangeReversed, detail);
            ApiError::from(problem.at(Source::Pointer("/targetDate".to_owned())))
        })?;
        let mut meta = Meta::of(&birth).with_chart(&natal);
        meta.warn(context.warnings());
        let words = context.words();
        let reply = |it: Profection| ProfectionReply {
            house_number: it.house,
            house_id: house_id(it.house),
            sign: Id(it.sign),
            lord: Body::id(it.lord),
            house_title: words.title(house_id(it.house)),
            sign_title: words.title(it.sign.id()),
        };
        Ok(ProfectionsReply {
            age: found.age,
            months: found.month,
            lord_of_the_year: found.annual.lord.id(),
            annual: reply(found.annual),
            monthly: reply(found.monthly),
            meta,
            target_meta: Meta::of(&target).with_sky(options.zodiac, target.at.tt),
        })
    }
}

/// The local time at the place.
fn on_clock(moment: &ResolvedMoment) -> CalendarMoment {
    let local = moment.civil.unix_us + moment.civil.offset.microseconds();
    let civil = CivilDateTime::from_instant(Instant::from_unix_micros(local), Calendar::Gregorian);
    let minutes = f64::from(civil.hour) * 60.0 + f64::from(civil.minute);
    CalendarMoment {
        year: civil.year,
        month: civil.month,
        day: civil.day,
        second_of_day: minutes * 60.0 + civil.second,
    }
}
