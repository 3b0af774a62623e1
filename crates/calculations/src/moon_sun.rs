//! `/api/calc/moon-sun`: the Sun and the Moon at a time and place.

use access::Capability;
use astrology::ayanamsha::Zodiac;
use astrology::moon::{MoonState, phases_around};
use astrology::phase::LunarPhase;
use astrology::sign::Sign;
use ephemeris::event::lunation::{Lunation, Phase};
use ephemeris::event::rise_set::{AtHorizon, HorizonKind, Stays, Twilight, rise_set, twilights};
use ephemeris::{Body, Ephemeris, Instant, Observer, SkyError, Tt};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::location::Location;
use crate::dto::meta::Meta;
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::{Calculation, CalculationContext, OPEN, Problems, sky_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::MOON_TEXTS;
use http_api::{ApiError, Spec, Work};

#[derive(Debug)]
pub(crate) struct MoonSun;

/// A time and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MoonSunInput {
    /// Local date and time. A date without a time means its first instant.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Location.
    location: Location,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// The Sun and the Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonSun")]
pub(crate) struct MoonSunReply {
    /// The Moon.
    moon: MoonReply,
    /// The Sun.
    sun: SunReply,
    /// The next occurrence of each principal phase, in chronological order.
    next_phases: Vec<PhaseReply>,
    /// The previous occurrence of each principal phase, in chronological order.
    previous_phases: Vec<PhaseReply>,
    /// Metadata about the calculation.
    meta: Meta,
}

/// The Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MoonNow")]
pub(crate) struct MoonReply {
    /// Phase, one of eight.
    phase: Id<LunarPhase>,
    /// Title of the phase. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase_title: Option<&'static str>,
    /// Illuminated fraction of the disc.
    illumination: Rounded,
    /// Age of the Moon: days since the exact new Moon.
    age: Rounded,
    /// Longitude in degrees.
    longitude: Rounded,
    /// Sign.
    sign: Id<Sign>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Geocentric distance in astronomical units.
    distance: Rounded,
    /// Geocentric apparent diameter in degrees.
    diameter: Rounded,
    #[serde(flatten)]
    horizon: HorizonReply,
    /// Interpretation of the phase. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// The Sun.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SunNow")]
pub(crate) struct SunReply {
    /// Geocentric distance in astronomical units.
    distance: Rounded,
    /// Geocentric apparent diameter in degrees.
    diameter: Rounded,
    #[serde(flatten)]
    horizon: HorizonReply,
    /// Twilights of the local day.
    twilights: Twilights,
}

/// Rise, set and transit on the local day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Horizon")]
pub(crate) struct HorizonReply {
    /// Time of rise, in UTC. Null if it does not rise on this day.
    #[schemars(extend("format" = "date-time"))]
    pub rise: Option<String>,
    /// Time of set, in UTC. Null if it does not set on this day.
    #[schemars(extend("format" = "date-time"))]
    pub set: Option<String>,
    /// Time of culmination, in UTC. Null if it does not culminate on this day.
    #[schemars(extend("format" = "date-time"))]
    pub transit: Option<String>,
    /// `crosses`, `always-up` (never sets) or `always-down` (never rises) on this day.
    #[schemars(extend("enum" = ["crosses", "always-up", "always-down"]))]
    pub horizon: &'static str,
}

/// Start and end of each twilight. Null if the Sun does not reach the altitude.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Twilights")]
pub(crate) struct Twilights {
    /// Civil twilight: the Sun's center at -6 degrees.
    civil: TwilightReply,
    /// Nautical twilight: the Sun's center at -12 degrees.
    nautical: TwilightReply,
    /// Astronomical twilight: the Sun's center at -18 degrees.
    astronomical: TwilightReply,
}

/// A twilight on one day.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Twilight")]
pub(crate) struct TwilightReply {
    /// Time in the morning, in UTC.
    #[schemars(extend("format" = "date-time"))]
    dawn: Option<String>,
    /// Time in the evening, in UTC.
    #[schemars(extend("format" = "date-time"))]
    dusk: Option<String>,
}

/// A principal phase of the Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PrincipalPhase")]
pub(crate) struct PhaseReply {
    /// Phase: `new`, `first-quarter`, `full` or `last-quarter`.
    #[schemars(extend("enum" = ["new", "first-quarter", "full", "last-quarter"]))]
    pub phase: &'static str,
    /// Title of the phase. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_title: Option<&'static str>,
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub date_time: String,
}

impl PhaseReply {
    pub(crate) fn of(it: &Lunation, words: &ResponseTexts) -> Self {
        let phase = match it.phase {
            Phase::New => LunarPhase::NewMoon,
            Phase::FirstQuarter => LunarPhase::FirstQuarter,
            Phase::Full => LunarPhase::FullMoon,
            Phase::LastQuarter => LunarPhase::LastQuarter,
        };
        Self {
            phase: phase.id(),
            phase_title: words.title(phase.id()),
            date_time: tt_text(it.at),
        }
    }
}

impl HorizonReply {
    /// Rise, set and transit of a body on a day.
    pub(crate) fn of(found: &AtHorizon) -> Self {
        let first = |kind| {
            let events = found.events.iter();
            let mut events = events.filter(|it| it.kind == kind);
            events.next().map(|it| tt_text(it.at))
        };
        Self {
            rise: first(HorizonKind::Rise),
            set: first(HorizonKind::Set),
            transit: first(HorizonKind::UpperTransit),
            horizon: match found.stays {
                Stays::CrossesTheHorizon => "crosses",
                Stays::Above => "always-up",
                Stays::Below => "always-down",
            },
        }
    }
}

impl MoonSunInput {
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
}

impl Calculation for MoonSun {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_moon_sun",
        "/api/calc/moon-sun",
        OPEN,
        "Calculate Sun and Moon data for a time and place",
        "Returns the Moon's phase and age, the distances of the Sun and Moon, their rise, set and \
         transit times on the local civil day, the twilight times, and the previous and next \
         principal phases.",
    );
    const EXAMPLE: &'static str =
        r#"{"dateTime":"2024-03-25T12:00","location":{"latitude":52.37,"longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(MOON_TEXTS);
    const EFFECTS: Effects = Effects::WORDS;
    type Input = MoonSunInput;
    type Reply = MoonSunReply;

    const COST_FORMULA: &'static str = "1 unit.";

    fn work(_: &MoonSunInput) -> Work {
        Work::new(3_000, 6_000)
    }

    fn options(input: &MoonSunInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &MoonSunInput,
        context: &CalculationContext,
    ) -> Result<MoonSunReply, ApiError> {
        let mut problems = Problems::default();
        let options = input
            .options
            .chart(&astrology::aspect::Orbs::natal(), &mut problems.0);
        let moment = problems.keep(input.when().resolve_beginning());
        problems.finish()?;
        let moment = moment.expect("unresolved input has been reported");
        let day = input.when().resolve_day().map_err(ApiError::all)?;
        let facts = Facts::at(
            moment.at.tt,
            &day.day.range,
            &moment.observer,
            options.zodiac,
        )
        .map_err(|error| sky_problem(error, "dateTime"))?;
        let mut meta = Meta::of(&moment).with_sky(options.zodiac, moment.at.tt);
        let (state, words) = (&facts.state, context.words());
        let key = Key::new("moon", "phase", state.phase.id());
        let text = words.text(key.as_ref());
        meta.warn(context.warnings());
        let phases = |all: &[Lunation]| all.iter().map(|it| PhaseReply::of(it, words)).collect();
        Ok(MoonSunReply {
            moon: MoonReply {
                phase: Id(state.phase),
                phase_title: words.title(state.phase.id()),
                illumination: state.illuminated_fraction.into(),
                age: state.age_days.into(),
                longitude: state.longitude_deg.into(),
                sign: Id(state.sign),
                sign_title: words.title(state.sign.id()),
                distance: state.distance_au.into(),
                diameter: state.diameter_deg.into(),
                horizon: HorizonReply::of(&facts.moon),
                text,
            },
            sun: SunReply {
                distance: state.sun_distance_au.into(),
                diameter: state.sun_diameter_deg.into(),
                horizon: HorizonReply::of(&facts.sun),
                twilights: facts.twilights,
            },
            next_phases: phases(&facts.next),
            previous_phases: phases(&facts.previous),
            meta,
        })
    }
}

struct Facts {
    state: MoonState,
    moon: AtHorizon,
    sun: AtHorizon,
    twilights: Twilights,
    previous: Vec<Lunation>,
    next: Vec<Lunation>,
}

impl Facts {
    fn at(
        at: Instant<Tt>,
        day: &std::ops::Range<Instant<Tt>>,
        observer: &Observer,
        zodiac: Zodiac,
    ) -> Result<Self, SkyError> {
        let ephemeris = Ephemeris::embedded();
        let horizon = |body| rise_set(ephemeris, body, observer, day.clone());
        let twilight = |kind| -> Result<TwilightReply, SkyError> {
            let found = twilights(ephemeris, kind, observer, day.clone())?;
            let first = |rising: bool| {
                let mut matching = found.iter().filter(|(_, it)| *it == rising);
                matching.next().map(|(at, _)| tt_text(*at))
            };
            Ok(TwilightReply {
                dawn: first(true),
                dusk: first(false),
            })
        };
        let around = phases_around(ephemeris, at)?;
        Ok(Self {
            state: MoonState::at(ephemeris, at, zodiac)?,
            moon: horizon(Body::Moon)?,
            sun: horizon(Body::Sun)?,
            twilights: Twilights {
                civil: twilight(Twilight::Civil)?,
                nautical: twilight(Twilight::Nautical)?,
                astronomical: twilight(Twilight::Astronomical)?,
            },
            previous: around.previous,
            next: around.next,
        })
    }
}
