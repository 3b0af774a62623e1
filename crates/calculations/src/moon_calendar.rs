//! `/api/calc/moon-calendar/day` and `/range`: the Moon on local civil days.

use std::ops::Range;

use access::Capability;
use astrology::aspect::AspectKind;
use astrology::moon::{MoonAspects, MoonDay, MoonState, VoidPeriod, moon_days};
use astrology::phase::LunarPhase;
use astrology::sign::Sign;
use ephemeris::event::rise_set::rise_set;
use ephemeris::{Body, Instant, Observer, Tt};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::{BirthTime, LocalDay, tt_text};
use crate::dto::location::Location;
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::moon_sun::{HorizonReply, PhaseReply};
use crate::{Calculation, CalculationContext, Problems, gated, range_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{MOON_CALC, MOON_TEXTS};
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// A month.
const MAX_DAYS: usize = 31;

/// The options that change a day of the Moon.
const CALENDAR: Effects = Effects {
    fields: &[
        "zodiac",
        "ayanamsha",
        "ayanamshaAt",
        "aspects",
        "language",
        "includeText",
        "textLength",
        "includeReadableEntities",
    ],
    includes: &[],
    reading: false,
};

/// Planets whose aspects end a void-of-course period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum VoidPlanets {
    /// Sun to Pluto.
    Modern,
    /// Sun to Saturn.
    Traditional,
}

#[derive(Debug)]
pub(crate) struct MoonDayCalc;

/// A day and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MoonDayInput {
    /// A date, or a date and time. With a time, `moon` and `isVoid` refer to that time.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Location. Its time zone defines the day.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Planets whose aspects count for void of course. Defaults to `modern`.
    void_planets: Option<VoidPlanets>,
    #[serde(flatten)]
    options: CommonOptions,
}

#[derive(Debug)]
pub(crate) struct MoonRange;

/// A range of days and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MoonRangeInput {
    /// First day.
    #[schemars(extend("format" = DATE_TIME))]
    start_date: String,
    /// Last day. The range covers at most 31 days.
    #[schemars(extend("format" = DATE_TIME))]
    end_date: String,
    /// Location. Its time zone defines the days.
    location: Location,
    /// Calendar of both dates. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Planets whose aspects count for void of course. Defaults to `modern`.
    void_planets: Option<VoidPlanets>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// The Moon on several days.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MoonCalendar")]
pub(crate) struct MoonRangeReply {
    /// One entry per day.
    days: Vec<MoonDayReply>,
    /// Metadata about the calculation.
    meta: Meta,
}

/// The Moon on one day, with metadata.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MoonDayAnswer")]
pub(crate) struct MoonDayAnswer {
    #[serde(flatten)]
    day: MoonDayReply,
    /// Metadata about the calculation.
    meta: Meta,
}

/// The Moon on one day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonDay")]
pub(crate) struct MoonDayReply {
    /// Local date, in the Gregorian calendar.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// First instant of the day, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// End of the day, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// The Moon at the given time, or at the start of the day if no time is given.
    moon: MoonStateReply,
    /// Signs of the Moon during the day, each with the whole period in that sign.
    signs: Vec<StayReply>,
    /// Void of course.
    void_of_course: VoidReply,
    /// Exact aspects on the day.
    aspects: Vec<MoonAspectReply>,
    /// Principal phases on the day.
    principal_phases: Vec<PhaseReply>,
    /// Rise, set and transit.
    #[serde(flatten)]
    horizon: HorizonReply,
    /// Interpretation of the phase. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// The Moon at the given time, or at the start of the day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonOfDay")]
pub(crate) struct MoonStateReply {
    /// Sign.
    sign: Id<Sign>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Time the Moon entered the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    sign_entry: Option<String>,
    /// Time the Moon leaves the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    sign_exit: Option<String>,
    /// Phase. A day with a principal phase is named after it.
    phase: PhaseOfDay,
}

/// The phase at the given time, or of a day.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PhaseOfDay")]
pub(crate) struct PhaseOfDay {
    /// Phase, one of eight.
    name: Id<LunarPhase>,
    /// Title of the phase. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    /// Illuminated fraction of the disc.
    illumination: Rounded,
    /// Age of the Moon: days since the exact new Moon.
    age: Rounded,
}

/// The Moon's passage through a sign.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignStay")]
pub(crate) struct StayReply {
    /// Sign.
    sign: Id<Sign>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Time the Moon enters the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    entry: String,
    /// Time the Moon leaves the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    exit: String,
}

/// Void of course.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VoidOfCourse")]
pub(crate) struct VoidReply {
    /// Whether the Moon is void of course at the given time, or at the start of the day if no time
    /// is given.
    is_void: bool,
    /// Start of the first void period that overlaps the day, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: Option<String>,
    /// End of that period, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: Option<String>,
    /// Every void period that overlaps the day, with its full length.
    periods: Vec<VoidPeriodReply>,
}

/// A void-of-course period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VoidPeriod")]
pub(crate) struct VoidPeriodReply {
    /// Time of the last exact aspect in the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// Time the Moon leaves the sign, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// Sign the Moon leaves.
    sign: Id<Sign>,
    /// Title of the sign the Moon leaves. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Sign the Moon enters.
    next_sign: Id<Sign>,
    /// Title of the sign the Moon enters. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_sign_title: Option<&'static str>,
    /// Last aspect before the period. Null if there was none in the sign.
    last_aspect: Option<MoonAspectReply>,
    /// Interpretation text. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// An exact aspect of the Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonAspect")]
pub(crate) struct MoonAspectReply {
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// The other body.
    point: &'static str,
    /// Type of aspect.
    aspect: Id<AspectKind>,
    /// Title of the other body. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    point_title: Option<&'static str>,
    /// Title of the aspect. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect_title: Option<&'static str>,
}

/// A local date and its instants.
type CivilDay = (String, Range<Instant<Tt>>);

/// The days of a calendar and what to calculate for them.
struct Asked<'a> {
    days: Vec<CivilDay>,
    fields: (&'static str, &'static str),
    observer: Observer,
    at: Option<Instant<Tt>>,
    planets: Option<VoidPlanets>,
    options: &'a CommonOptions,
}

impl Asked<'_> {
    /// The days, with `meta` completed.
    fn answer(
        &self,
        context: &CalculationContext,
        mut meta: Meta,
    ) -> Result<(Vec<MoonDayReply>, Meta), ApiError> {
        let mut problems = Vec::new();
        let chart = self
            .options
            .chart(&astrology::aspect::Orbs::natal(), &mut problems);
        Problems(problems).finish()?;
        let mut wanted = match self.planets {
            Some(VoidPlanets::Traditional) => MoonAspects::traditional(),
            _ => MoonAspects::default(),
        };
        wanted.kinds = chart.aspects.set;
        let ranges: Vec<_> = self.days.iter().map(|(_, it)| it.clone()).collect();
        let ephemeris = &context.ephemeris();
        let whole = match (ranges.first(), ranges.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            // The place skipped every day of the range.
            _ => return Ok((Vec::new(), meta)),
        };
        let failed = |error| range_problem(error, &whole, self.fields);
        let found = moon_days(ephemeris, &ranges, &wanted, chart.zodiac).map_err(failed)?;
        let mut replies = Vec::with_capacity(found.len());
        for ((date, _), day) in self.days.iter().zip(&found) {
            let horizon =
                rise_set(ephemeris, Body::Moon, &self.observer, day.day.clone()).map_err(failed)?;
            let (at, state, phase) = match self.at {
                Some(at) => {
                    let state = MoonState::at(ephemeris, at, chart.zodiac).map_err(failed)?;
                    (at, state, state.phase)
                }
                None => (day.day.start, day.at_start, day.phase()),
            };
            let state = MoonState { phase, ..state };
            let horizon = HorizonReply::of(&horizon);
            replies.push(day_reply(date, day, (at, &state), horizon, context.words()));
        }
        meta = meta.with_sky(chart.zodiac, whole.start);
        meta.warn(self.options.in_longitude_only());
        meta.warn(context.warnings());
        Ok((replies, meta))
    }
}

fn day_reply(
    date: &str,
    day: &MoonDay,
    (at, state): (Instant<Tt>, &MoonState),
    horizon: HorizonReply,
    words: &ResponseTexts,
) -> MoonDayReply {
    let stay = day.stays.iter().find(|it| it.sign == state.sign);
    let first = day.voids.first();
    let key = Key::new("moon", "phase", state.phase.id());
    MoonDayReply {
        date: date.to_owned(),
        start: tt_text(day.day.start),
        end: tt_text(day.day.end),
        moon: MoonStateReply {
            sign: Id(state.sign),
            sign_title: words.title(state.sign.id()),
            sign_entry: stay.map(|it| tt_text(it.entry)),
            sign_exit: stay.map(|it| tt_text(it.exit)),
            phase: PhaseOfDay {
                name: Id(state.phase),
                title: words.title(state.phase.id()),
                illumination: state.illuminated_fraction.into(),
                age: state.age_days.into(),
            },
        },
        signs: day
            .stays
            .iter()
            .map(|it| StayReply {
                sign: Id(it.sign),
                sign_title: words.title(it.sign.id()),
                entry: tt_text(it.entry),
                exit: tt_text(it.exit),
            })
            .collect(),
        void_of_course: VoidReply {
            is_void: day.voids.iter().any(|it| it.contains(at)),
            start: first.map(|it| tt_text(it.start)),
            end: first.map(|it| tt_text(it.end)),
            periods: day.voids.iter().map(|it| void_period(it, words)).collect(),
        },
        aspects: day
            .aspects
            .iter()
            .map(|it| MoonAspectReply::of(it, words))
            .collect(),
        principal_phases: day
            .phases
            .iter()
            .map(|it| PhaseReply::of(it, words))
            .collect(),
        horizon,
        text: words.text(key.as_ref()),
    }
}

fn void_period(it: &VoidPeriod, words: &ResponseTexts) -> VoidPeriodReply {
    let key = Key::new("moon", "void-of-course", it.sign.id());
    VoidPeriodReply {
        start: tt_text(it.start),
        end: tt_text(it.end),
        sign: Id(it.sign),
        sign_title: words.title(it.sign.id()),
        next_sign: Id(it.next_sign),
        next_sign_title: words.title(it.next_sign.id()),
        last_aspect: it
            .last_aspect
            .as_ref()
            .map(|it| MoonAspectReply::of(it, words)),
        text: words.text(key.as_ref()),
    }
}

impl MoonAspectReply {
    fn of(it: &astrology::moon::MoonAspect, words: &ResponseTexts) -> Self {
        Self {
            date_time: tt_text(it.at),
            point: it.body.id(),
            aspect: Id(it.kind),
            point_title: words.title(it.body.id()),
            aspect_title: words.title(it.kind.id()),
        }
    }
}

fn when<'a>(
    (date_time, field): (&'a str, &'a str),
    location: &'a Location,
    interpretation: DateInterpretation,
) -> LocalDateTimeInput<'a> {
    LocalDateTimeInput {
        date_time,
        date_time_field: field,
        location,
        location_field: "location",
        interpretation,
    }
}

fn named(day: &LocalDay) -> CivilDay {
    (day.date.clone(), day.day.range.clone())
}

impl Calculation for MoonDayCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_moon_day",
        "/api/calc/moon-calendar/day",
        gated(MOON_CALC),
        "Calculate Moon data for one day",
        "Returns the Moon's sign, phase, exact aspects and void-of-course periods on a local civil \
         day. `moon` and `isVoid` refer to the given time, or to the start of the day if no time \
         is given. If no time is given and a principal phase falls on that day, the phase is \
         reported as that principal phase. A day may overlap two void periods.",
    );
    const EXAMPLE: &'static str =
        r#"{"dateTime":"2024-03-25","location":{"latitude":52.37,"longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(MOON_TEXTS);
    const EFFECTS: Effects = CALENDAR;
    type Input = MoonDayInput;
    type Reply = MoonDayAnswer;

    const COST_FORMULA: &'static str = "1 unit.";

    fn work(_: &MoonDayInput) -> Work {
        Work::new(3_000, 6_000)
    }

    fn options(input: &MoonDayInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &MoonDayInput,
        context: &CalculationContext,
    ) -> Result<MoonDayAnswer, ApiError> {
        let mut problems = Problems::default();
        let interpretation = DateInterpretation {
            calendar: input.calendar,
            clock_change: input.clock_change,
        };
        let when = when(
            (&input.date_time, "dateTime"),
            &input.location,
            interpretation,
        );
        let moment = problems.keep(when.resolve());
        problems.finish()?;
        let moment = moment.expect("unresolved input has been reported");
        let day = when.resolve_day().map_err(ApiError::all)?;
        let asked = Asked {
            days: vec![named(&day)],
            fields: ("dateTime", "dateTime"),
            observer: day.day.observer,
            at: match moment {
                BirthTime::Moment(it) => Some(it.at.tt),
                BirthTime::Day(_) => None,
            },
            planets: input.void_planets,
            options: &input.options,
        };
        let (mut days, meta) = asked.answer(context, Meta::of_civil_day(&day.day))?;
        Ok(MoonDayAnswer {
            day: days.remove(0),
            meta,
        })
    }
}

impl Calculation for MoonRange {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_moon_range",
        "/api/calc/moon-calendar/range",
        gated(MOON_CALC),
        "Calculate Moon data for a range of dates",
        "Returns the same data as `POST /api/calc/moon-calendar/day`, for up to 31 local civil days.",
    );
    const EXAMPLE: &'static str = r#"{"startDate":"2024-03-01",
        "endDate":"2024-03-31",
        "location":{"latitude":52.37,
        "longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(MOON_TEXTS);
    const EFFECTS: Effects = CALENDAR;
    type Input = MoonRangeInput;
    type Reply = MoonRangeReply;

    const COST_FORMULA: &'static str = "1 unit for up to 31 days.";

    fn work(_: &MoonRangeInput) -> Work {
        Work::new(18_000, 120_000)
    }

    fn options(input: &MoonRangeInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &MoonRangeInput,
        context: &CalculationContext,
    ) -> Result<MoonRangeReply, ApiError> {
        let (meta, days) = days_of(input)?;
        let asked = Asked {
            days,
            fields: ("startDate", "endDate"),
            observer: input.location.observer(),
            at: None,
            planets: input.void_planets,
            options: &input.options,
        };
        let (days, meta) = asked.answer(context, meta)?;
        Ok(MoonRangeReply { days, meta })
    }
}

/// Every local civil day from the first to the last, with the metadata of the whole range.
fn days_of(input: &MoonRangeInput) -> Result<(Meta, Vec<CivilDay>), ApiError> {
    let mut problems = Problems::default();
    let interpretation = DateInterpretation {
        calendar: input.calendar,
        clock_change: None,
    };
    let first = when(
        (&input.start_date, "startDate"),
        &input.location,
        interpretation,
    );
    let last = when(
        (&input.end_date, "endDate"),
        &input.location,
        interpretation,
    );
    let start = problems.keep(first.resolve_day());
    let end = problems.keep(last.resolve_day());
    problems.finish()?;
    let (start, end) = start.zip(end).expect("unresolved input has been reported");
    let problem = |code, detail: String| {
        let problem = Problem::new(code, detail);
        ApiError::from(problem.at(Source::Pointer("/endDate".to_owned())))
    };
    if end.number < start.number {
        let detail = "`endDate` is before `startDate`.".to_owned();
        return Err(problem(ErrorCode::RangeReversed, detail));
    }
    let count = usize::try_from(end.number - start.number + 1).unwrap_or(usize::MAX);
    if count > MAX_DAYS {
        let count = thousands(count);
        let detail = format!(
            "The range covers {count} days, but the limit is {MAX_DAYS} days. Shorten the range, or split \
             it into several requests."
        );
        return Err(problem(ErrorCode::RangeTooLong, detail));
    }
    let mut days = Vec::with_capacity(count);
    for number in start.number..=end.number {
        // A day that a place skipped (at the date line) is not a day of its calendar.
        if let Ok(day) = first.day_of(number) {
            days.push(named(&day));
        }
    }
    let mut meta = Meta::of_civil_day(&start.day);
    meta.moment.utc_end = end.day.meta.utc_end;
    for (text, field) in [
        (&input.start_date, "startDate"),
        (&input.end_date, "endDate"),
    ] {
        meta.warn(text.contains('T').then(|| {
            let detail = format!(
                "The time in `{field}` is ignored. The response covers the whole local day."
            );
            Warning::new("time_left_aside", detail)
        }));
    }
    Ok((meta, days))
}
