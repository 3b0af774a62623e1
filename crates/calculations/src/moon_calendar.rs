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
use crate::dto::instant::{LocalDay, Reading, Resolved, TimePlace, tt_text};
use crate::dto::location::Location;
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::words::{TextReply, Words};
use crate::moon_sun::{HorizonReply, PhaseReply};
use crate::{Calculation, CalculationContext, Problems, gated, range_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{MOON_CALC, MOON_TEXTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// A month.
const MOST_DAYS: usize = 31;

/// What changes a day of the Moon.
const CALENDAR: Effects = Effects {
    fields: &[
        "zodiac",
        "ayanamsha",
        "aspects",
        "language",
        "includeText",
        "includeReadableEntities",
    ],
    includes: &[],
};

/// Whose aspects end a void of course.
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
    /// A date, or a moment within it: `moon` and `isVoid` are then about the moment.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Where: its clock makes the day.
    location: Location,
    /// The calendar of the date; required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which reading is meant where clocks were changed.
    clock_change: Option<ClockChangeName>,
    /// Whose aspects count for void of course: `modern` where none is named.
    void_planets: Option<VoidPlanets>,
    #[serde(flatten)]
    options: CommonOptions,
}

#[derive(Debug)]
pub(crate) struct MoonRange;

/// Days and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MoonRangeInput {
    /// The first day.
    #[schemars(extend("format" = DATE_TIME))]
    start_date: String,
    /// The last day; at most 31 days.
    #[schemars(extend("format" = DATE_TIME))]
    end_date: String,
    /// Where: its clock makes the days.
    location: Location,
    /// The calendar of both dates; required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Whose aspects count for void of course: `modern` where none is named.
    void_planets: Option<VoidPlanets>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// The Moon on several days.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MoonCalendar")]
pub(crate) struct MoonRangeReply {
    /// One for each day.
    days: Vec<MoonDayReply>,
    /// How it was computed.
    meta: Meta,
}

/// The Moon on one day, and how that was computed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MoonDayAnswer")]
pub(crate) struct MoonDayAnswer {
    #[serde(flatten)]
    day: MoonDayReply,
    /// How it was computed.
    meta: Meta,
}

/// The Moon on a day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonDay")]
pub(crate) struct MoonDayReply {
    /// The local date, in the Gregorian calendar.
    date: String,
    /// The day's first instant, in universal time.
    start: String,
    /// The first instant after it.
    end: String,
    /// The Moon at the moment given; when the day begins for a bare date.
    moon: MoonStateReply,
    /// The signs the Moon is in during the day, each with its whole stay.
    signs: Vec<StayReply>,
    /// Void of course.
    void_of_course: VoidReply,
    /// Exact aspects of the day.
    aspects: Vec<MoonAspectReply>,
    /// Principal phases that fall on the day.
    principal_phases: Vec<PhaseReply>,
    /// Rise, set and transit.
    #[serde(flatten)]
    horizon: HorizonReply,
    /// The text about the phase, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// The Moon at the moment given, or at the beginning of a day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonOfDay")]
pub(crate) struct MoonStateReply {
    /// The sign.
    sign: Id<Sign>,
    /// The sign's title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// When it entered it, in universal time.
    sign_entry: Option<String>,
    /// When it leaves it.
    sign_exit: Option<String>,
    /// The phase. A day on which a principal phase falls is called after it.
    phase: PhaseOfDay,
}

/// The phase at the moment given, or of a day.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PhaseOfDay")]
pub(crate) struct PhaseOfDay {
    /// The eighth of the cycle.
    name: Id<LunarPhase>,
    /// Its title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    /// The lit fraction of the disc.
    illumination: Rounded,
    /// Days since the exact new Moon.
    age: Rounded,
}

/// A stay in a sign.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignStay")]
pub(crate) struct StayReply {
    /// The sign.
    sign: Id<Sign>,
    /// The sign's title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// When it enters it, in universal time.
    entry: String,
    /// When it leaves it.
    exit: String,
}

/// Void of course.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VoidOfCourse")]
pub(crate) struct VoidReply {
    /// Whether the Moon is void at the moment given; at the day's beginning for a bare date.
    is_void: bool,
    /// The beginning of the first period that touches the day.
    start: Option<String>,
    /// Its end.
    end: Option<String>,
    /// Every period that touches the day, whole.
    periods: Vec<VoidPeriodReply>,
}

/// A period without an aspect.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VoidPeriod")]
pub(crate) struct VoidPeriodReply {
    /// The last exact aspect in the sign, in universal time.
    start: String,
    /// The Moon leaves the sign.
    end: String,
    /// The sign it leaves.
    sign: Id<Sign>,
    /// The title of the sign it leaves, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// The sign it enters.
    next_sign: Id<Sign>,
    /// The title of the sign it enters, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_sign_title: Option<&'static str>,
    /// The last aspect; null when there was none in the sign.
    last_aspect: Option<MoonAspectReply>,
    /// The text about it, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// An exact aspect of the Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonAspect")]
pub(crate) struct MoonAspectReply {
    /// When, in universal time.
    date_time: String,
    /// The other body.
    point: &'static str,
    /// The kind of aspect.
    aspect: Id<AspectKind>,
    /// The title of the other body, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    point_title: Option<&'static str>,
    /// The title of the aspect, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect_title: Option<&'static str>,
}

/// A local date and its instants.
type CivilDay = (String, Range<Instant<Tt>>);

/// Days of a calendar and what is asked about them.
struct Asked<'a> {
    days: Vec<CivilDay>,
    fields: (&'static str, &'static str),
    observer: Observer,
    at: Option<Instant<Tt>>,
    planets: Option<VoidPlanets>,
    options: &'a CommonOptions,
}

impl Asked<'_> {
    /// The days, and `meta` completed.
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
            // Every day of the range was one that the place never had.
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
    words: &Words,
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

fn void_period(it: &VoidPeriod, words: &Words) -> VoidPeriodReply {
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
    fn of(it: &astrology::moon::MoonAspect, words: &Words) -> Self {
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
    reading: Reading,
) -> TimePlace<'a> {
    TimePlace {
        date_time,
        date_time_field: field,
        location,
        location_field: "location",
        reading,
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
        "The Moon on a day",
        "Sign, phase, exact aspects and void of course on a local civil day. `moon` and \
         `isVoid` are about the moment given, or about the beginning of a bare date, which is named \
         after a principal phase that falls on it; a day may touch two void periods.",
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
        let reading = Reading {
            calendar: input.calendar,
            clock_change: input.clock_change,
        };
        let when = when((&input.date_time, "dateTime"), &input.location, reading);
        let moment = problems.keep(when.resolve());
        problems.finish()?;
        let moment = moment.expect("what is not resolved has been reported");
        let day = when.resolve_day().map_err(ApiError::all)?;
        let asked = Asked {
            days: vec![named(&day)],
            fields: ("dateTime", "dateTime"),
            observer: day.day.observer,
            at: match moment {
                Resolved::Moment(it) => Some(it.at.tt),
                Resolved::Day(_) => None,
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
        "The Moon on several days",
        "The same as for a day, for up to 31 local civil days.",
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

/// Every local civil day from the first to the last, and what is known of the whole range.
fn days_of(input: &MoonRangeInput) -> Result<(Meta, Vec<CivilDay>), ApiError> {
    let mut problems = Problems::default();
    let reading = Reading {
        calendar: input.calendar,
        clock_change: None,
    };
    let first = when((&input.start_date, "startDate"), &input.location, reading);
    let last = when((&input.end_date, "endDate"), &input.location, reading);
    let start = problems.keep(first.resolve_day());
    let end = problems.keep(last.resolve_day());
    problems.finish()?;
    let (start, end) = start
        .zip(end)
        .expect("what is not resolved has been reported");
    let problem = |code, detail: String| {
        let problem = Problem::new(code, detail);
        ApiError::from(problem.at(Source::Pointer("/endDate".to_owned())))
    };
    if end.number < start.number {
        let detail = "`endDate` lies before `startDate`".to_owned();
        return Err(problem(ErrorCode::RangeReversed, detail));
    }
    let count = usize::try_from(end.number - start.number + 1).unwrap_or(usize::MAX);
    if count > MOST_DAYS {
        let detail = format!("{count} days, and {MOST_DAYS} are given at once");
        return Err(problem(ErrorCode::RangeTooLong, detail));
    }
    let mut days = Vec::with_capacity(count);
    for number in start.number..=end.number {
        // A day that a place never had (at the date line) is no day of its calendar.
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
            let detail = format!("`{field}` has a time: the whole local day it falls on is given");
            Warning::new("time_left_aside", detail)
        }));
    }
    Ok((meta, days))
}
