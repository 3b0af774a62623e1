//! `/api/calc/margins`: how firmly the facts of a chart stand.

mod reply;

use access::Capability;
use astrology::aspect::Orbs;
use astrology::ayanamsha::Ayanamsha;
use astrology::chart::{ChartCenter, ChartError, ChartOptions, NodeKind};
use astrology::house::HouseSystem;
use astrology::margin::{self, Alternatives, DashaDate, FactSet, MarginRequest};
use astrology::point::{Angle, Point};
use astrology::vedic::bhava::BhavaSystem;
use astrology::vedic::chart::{VedicOptions, point};
use astrology::vedic::graha::Graha;
use astrology::vedic::varga::{Varga, VargaVariants};
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::MARGINS_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use self::reply::MarginReply;
use crate::dto::ayanamsha::{AyanamshaAt, sidereal_zodiac};
use crate::dto::id::Id;
use crate::dto::instant::ResolvedMoment;
use crate::dto::location::Location;
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects};
use crate::vedic::bhava_problem;
use crate::{Calculation, CalculationContext, Problems, chart_problem, gated, spec};

/// Minutes that charts with margins look to each side of the birth.
const DEFAULT_MINUTES: u16 = 720;
const MINUTES_OF_A_DAY: f64 = 1_440.0;
/// Levels of the dasha.
const LEVELS: u8 = 3;
const DEFAULT_YEAR_DAYS: f64 = 365.25;

/// The options of a Western chart that change its facts.
const WESTERN: Effects = Effects {
    fields: &[
        "houseSystem",
        "polarFallback",
        "zodiac",
        "ayanamsha",
        "ayanamshaAt",
        "center",
        "moonCenter",
        "nodeType",
        "points",
        "aspects",
        "orbs",
        "language",
    ],
    includes: &[],
    reading: false,
};

/// The options that also change those of a Vedic chart.
const VEDIC: Effects = Effects {
    fields: &["ayanamsha", "ayanamshaAt", "nodeType", "language"],
    ..WESTERN
};

/// Margins.
#[derive(Debug)]
pub(crate) struct MarginsCalc;

/// The astrology whose facts are examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "MarginSystem")]
pub(crate) enum System {
    /// Signs, houses and aspects of a natal chart, sect, Ascendant and Midheaven.
    #[default]
    Western,
    /// Signs, bhavas, nakshatras, padas and divisional charts of a Vedic chart, the tithi, and the lords of a dasha.
    Vedic,
}

/// A birth with a known time, and how to calculate its chart.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MarginsInput {
    /// Local date and time of birth. The time is required.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Astrology whose facts are examined. Defaults to `western`.
    system: Option<System>,
    /// Minutes of birth time to look to each side. Defaults to 720.
    #[schemars(range(min = 1, max = 1440))]
    within_minutes: Option<u16>,
    /// Division into bhavas, with `system: vedic`. Defaults to `whole`.
    bhava_system: Option<Id<BhavaSystem>>,
    /// Divisional charts, with `system: vedic`. Defaults to D9.
    #[schemars(length(min = 1, max = 20))]
    vargas: Option<Vec<Id<Varga>>>,
    /// Date whose lords of the Vimshottari dasha are examined on three levels, in the Gregorian calendar and on the clock
    /// of the birthplace, with `system: vedic`. A date without a time means its beginning.
    #[schemars(extend("format" = DATE_TIME))]
    dasha_date: Option<String>,
    /// Length of a year of the dasha, in days. Defaults to 365.25.
    #[schemars(range(min = 300, max = 400))]
    dasha_year: Option<f64>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// Facts of a chart, the one that changes first before all others.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Margins")]
pub(crate) struct MarginsReply {
    /// Birth time in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Astrology whose facts these are.
    system: System,
    /// Minutes of birth time examined to each side.
    within_minutes: u16,
    /// Facts, the one that changes first before all others.
    facts: Vec<MarginReply>,
    /// Metadata about the calculation.
    meta: MarginsMeta,
}

/// Metadata about margins.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MarginsMeta")]
struct MarginsMeta {
    #[serde(flatten)]
    meta: Meta,
    /// Conventions used, including defaults.
    conventions: MarginConventions,
}

/// Conventions of a chart with margins.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MarginConventions")]
struct MarginConventions {
    /// Ayanamsha. Null in the tropical zodiac, and if it is user-defined.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Type of lunar node.
    node_type: Id<NodeKind>,
    /// House system of a Western chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_system: Option<Id<HouseSystem>>,
    /// Division into bhavas of a Vedic chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    bhava_system: Option<Id<BhavaSystem>>,
    /// Length of a year of the dasha, in days. Present with `dashaDate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dasha_year: Option<f64>,
}

impl MarginsInput {
    fn when(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.date_time,
            date_time_field: "dateTime",
            location: &self.location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    fn system(&self) -> System {
        self.system.unwrap_or_default()
    }

    fn minutes(&self) -> u16 {
        self.within_minutes.unwrap_or(DEFAULT_MINUTES)
    }

    fn vargas(&self) -> Vec<Varga> {
        let given = self.vargas.as_ref();
        given.map_or(vec![Varga::D9], |it| it.iter().map(|it| it.0).collect())
    }

    fn bhavas(&self) -> BhavaSystem {
        self.bhava_system.map(|it| it.0).unwrap_or_default()
    }

    /// The date of the dasha.
    fn dasha(&self) -> Result<Option<DashaDate>, Vec<Problem>> {
        let Some(date) = &self.dasha_date else {
            return Ok(None);
        };
        let input = LocalDateTimeInput {
            date_time: date,
            date_time_field: "dashaDate",
            interpretation: DateInterpretation {
                calendar: Some(CalendarName::Gregorian),
                clock_change: Some(ClockChangeName::Earlier),
            },
            ..self.when()
        };
        let at: Instant<Tt> = input.resolve_beginning()?.at.tt;
        Ok(Some(DashaDate {
            at,
            year_days: self.dasha_year.unwrap_or(DEFAULT_YEAR_DAYS),
            levels: LEVELS,
        }))
    }

    fn vedic_options(&self) -> Result<VedicOptions, ApiError> {
        let defaults = VedicOptions::default();
        let options = &self.options;
        Ok(VedicOptions {
            zodiac: sidereal_zodiac(options.ayanamsha, options.ayanamsha_at.as_ref())?,
            node: options.node_type.map_or(defaults.node, |it| it.0),
            bhavas: self.bhavas(),
            ..defaults
        })
    }

    /// Options that have no effect with the chosen system.
    fn idle(&self) -> Option<Warning> {
        let idle: Vec<String> = match self.system() {
            System::Western => [
                ("`bhavaSystem`", self.bhava_system.is_some()),
                ("`vargas`", self.vargas.is_some()),
                ("`dashaDate`", self.dasha_date.is_some()),
                ("`dashaYear`", self.dasha_year.is_some()),
            ]
            .into_iter()
            .filter(|(_, is_given)| *is_given)
            .map(|(name, _)| name.to_owned())
            .collect(),
            System::Vedic => {
                let all = self.options.without_effect(WESTERN);
                let idle = self.options.without_effect(VEDIC).into_iter();
                // The others are reported for both systems.
                idle.filter(|it| !all.contains(it)).collect()
            }
        };
        (!idle.is_empty()).then(|| {
            let detail = format!(
                "These options have no effect with this `system`: {}.",
                idle.join(", ")
            );
            Warning::new("option_without_effect", detail)
        })
    }

    fn conventions(&self, request: &MarginRequest) -> MarginConventions {
        let is_vedic = self.system() == System::Vedic;
        let custom = self.options.ayanamsha_at.clone();
        let named = self.options.ayanamsha;
        let assumed = is_vedic && custom.is_none() && named.is_none();
        MarginConventions {
            ayanamsha: if assumed {
                Some(Id(Ayanamsha::Lahiri))
            } else {
                named
            },
            ayanamsha_at: custom,
            node_type: Id(request.options.node),
            house_system: (!is_vedic).then_some(Id(request.options.house_system)),
            bhava_system: is_vedic.then(|| Id(self.bhavas())),
            dasha_year: request.facts.dasha.map(|it| it.year_days),
        }
    }
}

impl Calculation for MarginsCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_margins",
        "/api/calc/margins",
        gated(MARGINS_CALC),
        "Calculate the margins of a chart",
        "Returns for every fact of a natal or Vedic chart how many minutes the birth must be earlier or later for it to \
         change, what it becomes, and which ayanamshas, lunar node and house systems change it. The fact that changes \
         first comes first. Lots, parallels, and houses beyond the polar circles have no margins.",
    );
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":52.37,"longitude":4.89},"withinMinutes":60}"#;
    const TEXTS: Option<Capability> = None;
    const EFFECTS: Effects = WESTERN;
    const COST_FORMULA: &'static str = "4 units for a default natal chart, 2 for a Vedic one. The price grows with the \
        number of points and divisional charts.";
    type Input = MarginsInput;
    type Reply = MarginsReply;

    fn options(input: &MarginsInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn work(input: &MarginsInput) -> Work {
        match input.system() {
            System::Western => input.options.chart_work() + western_work(&input.options),
            System::Vedic => vedic_work(input.vargas().len()),
        }
    }

    fn compute(
        input: &MarginsInput,
        context: &CalculationContext,
    ) -> Result<MarginsReply, ApiError> {
        let mut problems = Problems::default();
        let birth = problems.keep(input.when().resolve_moment());
        let western = (input.system() == System::Western)
            .then(|| input.options.chart(&Orbs::natal(), &mut problems.0));
        problems.0.extend(without_horizon(western.as_ref()));
        let dasha = problems.keep(match input.system() {
            System::Vedic => input.dasha(),
            System::Western => Ok(None),
        });
        problems.finish()?;
        let birth = birth.expect("unresolved input has been reported");
        let mut request = match western {
            Some(options) => western_request(&birth, options),
            None => vedic_request(
                &birth,
                &input.vedic_options()?,
                input.vargas(),
                VargaVariants::default(),
            ),
        };
        request.facts.dasha = dasha.flatten();
        request.window_days = f64::from(input.minutes()) / MINUTES_OF_A_DAY;
        let facts = facts(&request, input.system(), context)?;
        let mut meta = Meta::of(&birth).with_sky(request.options.zodiac, birth.at.tt);
        meta.warn(input.idle());
        if input.system() == System::Western {
            meta.warn(left_out(&input.options));
            meta.warn(input.options.assumed_node());
        }
        meta.warn(context.warnings());
        Ok(MarginsReply {
            date_time: meta.utc(),
            system: input.system(),
            within_minutes: input.minutes(),
            facts,
            meta: MarginsMeta {
                meta,
                conventions: input.conventions(&request),
            },
        })
    }
}

/// The work of margins, fitted to the processor time of a default chart. Houses, whose cusps are computed at every step
/// of a search, take most of it.
pub(crate) fn western_work(options: &CommonOptions) -> Work {
    let points = options.points.as_ref().map_or(15, Vec::len) as u64;
    let pairs = points * points / 8;
    Work::new(
        5_000 + 4_500 * points + 150 * pairs,
        4_000 + 2_400 * points + 300 * pairs,
    )
}

/// The same for a Vedic chart with so many divisional charts.
pub(crate) fn vedic_work(vargas: usize) -> Work {
    let vargas = vargas as u64;
    Work::new(24_000 + 2_000 * vargas, 36_000 + 9_000 * vargas)
}

/// The problem of a chart without a horizon.
pub(crate) fn without_horizon(options: Option<&ChartOptions>) -> Option<Problem> {
    let options = options?;
    (options.center == ChartCenter::Heliocentric).then(|| {
        let detail =
            "Heliocentric charts have no margins. Set `center` to `geocentric` or `topocentric`.";
        Problem::new(ErrorCode::FieldsConflict, detail).at(Source::Pointer("/center".to_owned()))
    })
}

/// The margins of a natal chart.
pub(crate) fn western_request(birth: &ResolvedMoment, options: ChartOptions) -> MarginRequest {
    MarginRequest {
        moment: birth.at,
        observer: birth.observer,
        options,
        facts: FactSet {
            houses: true,
            aspects: true,
            midheaven_and_sect: true,
            ..FactSet::default()
        },
        window_days: f64::from(DEFAULT_MINUTES) / MINUTES_OF_A_DAY,
        alternatives: Alternatives {
            ayanamshas: Ayanamsha::all().collect(),
            node: true,
            houses: HouseSystem::ALL.to_vec(),
        },
    }
}

/// The margins of a Vedic chart.
pub(crate) fn vedic_request(
    birth: &ResolvedMoment,
    options: &VedicOptions,
    vargas: Vec<Varga>,
    variants: VargaVariants,
) -> MarginRequest {
    MarginRequest {
        options: ChartOptions {
            points: Graha::ALL.map(point).to_vec(),
            house_system: options.bhavas.house_system(),
            zodiac: options.zodiac,
            node: options.node,
            ..ChartOptions::default()
        },
        facts: FactSet {
            houses: true,
            nakshatras: true,
            vargas,
            variants,
            ..FactSet::default()
        },
        alternatives: Alternatives {
            houses: BhavaSystem::ALL.map(BhavaSystem::house_system).to_vec(),
            ..western_request(birth, ChartOptions::default()).alternatives
        },
        ..western_request(birth, ChartOptions::default())
    }
}

/// Calculates margins.
pub(crate) fn facts(
    request: &MarginRequest,
    system: System,
    context: &CalculationContext,
) -> Result<Vec<MarginReply>, ApiError> {
    let found = margin::margins(&context.ephemeris(), request).map_err(|error| match error {
        ChartError::House(error) if system == System::Vedic => bhava_problem(&error, "bhavaSystem"),
        error => chart_problem(error, "dateTime"),
    })?;
    let replies = found.iter().map(|it| MarginReply::of(it, system));
    Ok(replies.collect())
}

/// A warning about points that were named and have no margins.
fn left_out(options: &CommonOptions) -> Option<Warning> {
    let named = options.points.iter().flatten().map(|it| it.point);
    let without = named.filter(|it| match it {
        Point::Lot(_) => true,
        Point::Angle(angle) => !matches!(angle, Angle::Ascendant | Angle::Midheaven),
        _ => false,
    });
    let without: Vec<String> = without.map(|it| format!("`{}`", it.id())).collect();
    (!without.is_empty()).then(|| {
        let detail = format!("These points have no margins: {}.", without.join(", "));
        Warning::new("margins_left_out", detail)
    })
}

#[cfg(test)]
mod tests;
