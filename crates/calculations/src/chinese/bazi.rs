//! `/api/calc/bazi`: the four pillars of a birth.

use access::Capability;
use astrology::ayanamsha::Zodiac;
use astrology::chinese::cycle::{Pillar, TenGod};
use astrology::chinese::luck::{CYCLE_YEARS, LuckCycles, Sex, luck_cycles};
use astrology::chinese::pillars::{ClockTime, DayBoundary, FourPillars};
use http_api::caller::AnyInOrganization;
use http_api::modules::CHINESE_HOROSCOPE_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use places::CivilMoment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::horoscope::COST;
use super::{AnimalName, BranchName, ElementName, PolarityName, StemName, check_year};
use crate::dto::degrees::Rounded;
use crate::dto::instant::{ResolvedMoment, equation_of_time_s};
use crate::dto::location::Location;
use crate::dto::meta::Meta;
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::dto::moment::{CalendarName, ClockChangeName, DateInterpretation, LocalDateTimeInput};
use crate::sky_problem;
use crate::{Calculation, CalculationContext, Problems, gated, spec};

const ERRORS: &[ErrorCode] = &[
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::OutsideEphemeris,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::BirthTimeRequired,
    ErrorCode::ValueRefused,
];

const DAY_US: i64 = 86_400_000_000;
const UNIX_DAY_NUMBER: i64 = 2_440_588;
/// What summer time adds to the clock.
const SUMMER_TIME_US: i64 = 3_600_000_000;

#[derive(Debug)]
pub(crate) struct BaziCalc;

/// The clock that day and hour follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziHourClock")]
enum HourClock {
    /// The local clock, without the hour of summer time.
    #[default]
    Civil,
    /// Local mean time.
    MeanSolar,
    /// Local apparent time, as a sundial shows it.
    ApparentSolar,
}

/// The sex that the direction of the luck cycles depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziSex")]
enum SexName {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// A birth.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct BaziInput {
    /// Local date and time of birth.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Hour at which a day begins: 23 or 0. Defaults to 23.
    #[schemars(range(min = 0, max = 23))]
    day_boundary: Option<u8>,
    /// Clock that day and hour follow. Defaults to `civil`.
    hour_clock: Option<HourClock>,
    /// Sex, for the luck cycles. If omitted, the response has no luck cycles.
    sex: Option<SexName>,
}

/// The four pillars of a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Bazi")]
pub(crate) struct BaziReply {
    /// The four pillars.
    pillars: PillarsReply,
    /// Luck cycles of ten years. Present if `sex` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_cycles: Option<LuckReply>,
    /// Conventions used.
    conventions: BaziConventions,
    /// Metadata about the calculation.
    meta: Meta,
}

/// The four pillars.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BaziPillars")]
pub(crate) struct PillarsReply {
    /// Of the year, which begins at lichun.
    year: PillarReply,
    /// Of the solar month.
    month: PillarReply,
    /// Of the day.
    day: PillarReply,
    /// Of the double hour.
    hour: PillarReply,
}

/// A stem and a branch.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziPillar")]
pub(crate) struct PillarReply {
    /// Heavenly stem.
    #[schemars(with = "StemName")]
    stem: &'static str,
    /// Element of the stem.
    #[schemars(with = "ElementName")]
    stem_element: &'static str,
    /// Polarity of stem and branch.
    #[schemars(with = "PolarityName")]
    polarity: &'static str,
    /// Earthly branch.
    #[schemars(with = "BranchName")]
    branch: &'static str,
    /// Element of the branch.
    #[schemars(with = "ElementName")]
    branch_element: &'static str,
    /// Animal of the branch.
    #[schemars(with = "AnimalName")]
    animal: &'static str,
    /// Ten god of the stem, seen from the stem of the day. Null for the stem of the day itself.
    ten_god: Option<&'static str>,
    /// Stems hidden in the branch, the main one first.
    hidden_stems: Vec<HiddenStemReply>,
    /// Na Yin: the image of the pillar.
    na_yin: &'static str,
    /// Element of the Na Yin.
    #[schemars(with = "ElementName")]
    na_yin_element: &'static str,
}

/// A stem hidden in a branch.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziHiddenStem")]
pub(crate) struct HiddenStemReply {
    /// Heavenly stem.
    #[schemars(with = "StemName")]
    stem: &'static str,
    /// Its ten god, seen from the stem of the day.
    ten_god: &'static str,
}

/// Luck cycles.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziLuckCycles")]
pub(crate) struct LuckReply {
    /// Whether the cycles follow the months forward.
    forward: bool,
    /// Age in years at which the first cycle begins: three days to the jie count as a year.
    first_age: Rounded,
    /// The cycles.
    cycles: Vec<CycleReply>,
}

/// A luck cycle.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziLuckCycle")]
pub(crate) struct CycleReply {
    /// Age in years at which it begins.
    from_age: Rounded,
    /// Age in years at which it ends.
    to_age: Rounded,
    #[serde(flatten)]
    pillar: PillarReply,
}

/// Conventions of the four pillars.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BaziConventions")]
pub(crate) struct BaziConventions {
    /// Hour at which a day begins.
    day_boundary: u8,
    /// Clock that day and hour follow.
    hour_clock: HourClock,
    /// Time that this clock showed at birth.
    clock_time: String,
}

impl BaziInput {
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

    /// When a day begins, and its hour.
    fn boundary(&self) -> Result<(DayBoundary, u8), ApiError> {
        match self.day_boundary {
            None | Some(23) => Ok((DayBoundary::Hour23, 23)),
            Some(0) => Ok((DayBoundary::Midnight, 0)),
            Some(other) => {
                let detail = format!("`dayBoundary` must be 23 or 0, got {other}.");
                let problem = Problem::new(ErrorCode::ValueRefused, detail);
                Err(problem
                    .at(Source::Pointer("/dayBoundary".to_owned()))
                    .into())
            }
        }
    }

    /// Microseconds of the clock since 1970-01-01T00:00 of its own.
    fn clock_us(&self, civil: &CivilMoment) -> i64 {
        // 240 seconds a degree; the cast is of at most twelve hours and minutes of the equation of time.
        #[expect(clippy::cast_possible_truncation, reason = "at most half a day")]
        let sun_us = |seconds: f64| (seconds * 1e6).round() as i64;
        let mean = civil.unix_us + sun_us(self.location.longitude * 240.0);
        match self.hour_clock.unwrap_or_default() {
            HourClock::Civil => {
                let summer = if civil.is_dst == Some(true) {
                    SUMMER_TIME_US
                } else {
                    0
                };
                civil.unix_us + civil.offset.microseconds() - summer
            }
            HourClock::MeanSolar => mean,
            HourClock::ApparentSolar => {
                mean + sun_us(equation_of_time_s(civil.unix_us).unwrap_or_default())
            }
        }
    }
}

impl Calculation for BaziCalc {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: ERRORS,
        ..spec(
            "calc_bazi",
            "/api/calc/bazi",
            gated(CHINESE_HOROSCOPE_CALC),
            "Calculate the four pillars (BaZi) for a birth date and time",
            "Returns year, month, day and hour as stems and branches. The year begins at the \
             instant of lichun, months at the jie. By default, days begin at 23:00 local time, ignoring \
             daylight saving time. With either value of `dayBoundary`, the hour that begins at 23:00 takes \
             its stem from the next day.",
        )
    };
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":31.23,"longitude":121.47}}"#;
    const TEXTS: Option<Capability> = None;
    const COST_FORMULA: &'static str = COST;
    type Input = BaziInput;
    type Reply = BaziReply;

    fn work(_: &BaziInput) -> Work {
        Work::new(6_000, 8 * 1_024)
    }

    fn compute(input: &BaziInput, context: &CalculationContext) -> Result<BaziReply, ApiError> {
        let (boundary, boundary_hour) = input.boundary()?;
        let mut problems = Problems::default();
        let birth = problems.keep(input.when().resolve_moment());
        problems.finish()?;
        let birth: ResolvedMoment = birth.expect("unresolved input has been reported");
        let clock_us = input.clock_us(&birth.civil);
        let day_number = clock_us.div_euclid(DAY_US) + UNIX_DAY_NUMBER;
        let year = astrology::chinese::day::year_of(day_number);
        check_year(i32::try_from(year).unwrap_or_default(), "dateTime")?;
        let seconds = clock_us.rem_euclid(DAY_US) / 1_000_000;
        let clock = ClockTime {
            day_number,
            second_of_day: u32::try_from(seconds).unwrap_or_default(),
        };
        let ephemeris = context.ephemeris();
        let sky = |error| sky_problem(error, "dateTime");
        let pillars = FourPillars::at(&ephemeris, birth.at.tt, clock, boundary).map_err(sky)?;
        let sex = input.sex.map(|it| match it {
            SexName::Female => Sex::Female,
            SexName::Male => Sex::Male,
        });
        let luck = sex.map(|sex| luck_cycles(&ephemeris, birth.at.tt, &pillars, sex));
        let luck = luck.transpose().map_err(sky)?;
        let mut meta = Meta::of(&birth).with_sky(Zodiac::Tropical, birth.at.tt);
        meta.warn(context.warnings());
        Ok(BaziReply {
            pillars: PillarsReply {
                year: PillarReply::of(pillars.year, &pillars, false),
                month: PillarReply::of(pillars.month, &pillars, false),
                day: PillarReply::of(pillars.day, &pillars, true),
                hour: PillarReply::of(pillars.hour, &pillars, false),
            },
            luck_cycles: luck.map(|it| LuckReply::of(&it, &pillars)),
            conventions: BaziConventions {
                day_boundary: boundary_hour,
                hour_clock: input.hour_clock.unwrap_or_default(),
                clock_time: format!(
                    "{}T{:02}:{:02}:{:02}",
                    super::date_text(day_number),
                    seconds / 3_600,
                    seconds / 60 % 60,
                    seconds % 60
                ),
            },
            meta,
        })
    }
}

impl PillarReply {
    fn of(pillar: Pillar, all: &FourPillars, is_day: bool) -> Self {
        let day = all.day.stem();
        let (stem, branch) = (pillar.stem(), pillar.branch());
        let hidden = branch.hidden_stems().iter().map(|stem| HiddenStemReply {
            stem: stem.id(),
            ten_god: TenGod::of(day, *stem).id(),
        });
        Self {
            stem: stem.id(),
            stem_element: stem.element().id(),
            polarity: stem.polarity().id(),
            branch: branch.id(),
            branch_element: branch.element().id(),
            animal: branch.animal(),
            ten_god: (!is_day).then(|| TenGod::of(day, stem).id()),
            hidden_stems: hidden.collect(),
            na_yin: pillar.na_yin(),
            na_yin_element: pillar.na_yin_element().id(),
        }
    }
}

impl LuckReply {
    fn of(luck: &LuckCycles, pillars: &FourPillars) -> Self {
        let cycles = luck.pillars.iter().zip(0_u8..);
        let cycles = cycles.map(|(pillar, index)| {
            let from_age = luck.first_age_years + f64::from(index) * CYCLE_YEARS;
            CycleReply {
                from_age: from_age.into(),
                to_age: (from_age + CYCLE_YEARS).into(),
                pillar: PillarReply::of(*pillar, pillars, false),
            }
        });
        Self {
            forward: luck.forward,
            first_age: luck.first_age_years.into(),
            cycles: cycles.collect(),
        }
    }
}
