//! `/api/calc/vedic/dasha`: planetary periods of a life.

mod year;

use core::ops::Range;

use access::Capability;
use astrology::ayanamsha::Ayanamsha;
use astrology::chart::NodeKind;
use astrology::vedic::chart::VedicChart;
use astrology::vedic::dasha::nakshatra_dasha::{
    AshtottariStart, YOGINI, YOGINI_NAMES, ashtottari, vimshottari, yogini,
};
use astrology::vedic::dasha::{
    Dasha, DashaBirth, DashaError, DashaLord, MAX_LEVELS, Period,
    chara::{SHORTEST_CYCLE_YEARS, chara},
};
use astrology::vedic::graha::Graha;
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::{VEDIC_DASHA_CALC, VEDIC_TEXTS};
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::year::DashaYearInput;
use super::birth::{self, VedicBirth};
use super::reply::text;
use crate::calculation::CHART_ERRORS;
use crate::dto::ayanamsha::AyanamshaAt;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::{BirthTime, ResolvedMoment, tt_text};
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::dto::wording::{Wording, WordingOptions};
use crate::dto::words::TextReply;
use crate::{Calculation, CalculationContext, Problems, gated, sky_problem, spec};

/// Periods of one response at most: a whole Vimshottari cycle has 66,429 on five levels.
const MAX_PERIODS: usize = 70_000;
/// Days of a range at most: two cycles of Vimshottari.
const MAX_DAYS: f64 = 240.0 * 366.0;
/// Work and bytes of a period, and the work of one whose boundary is solved for.
const PERIOD_MILLINATALS: f64 = 6.0;
const SOLVED_MILLINATALS: f64 = 150.0;
const PERIOD_BYTES: f64 = 130.0;

#[derive(Debug)]
pub(crate) struct DashaCalc;

/// A system of dashas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DashaSystem")]
enum DashaSystem {
    /// 120 years, from the Moon's nakshatra.
    #[default]
    Vimshottari,
    /// 36 years, from the Moon's nakshatra.
    Yogini,
    /// 108 years, from the Moon's nakshatra.
    Ashtottari,
    /// Periods of signs by Jaimini.
    Chara,
}

impl DashaSystem {
    /// The years of a cycle and the lords of a level, for the price. A cycle of Chara depends on the chart, which is
    /// not known yet: the shortest has the most periods.
    const fn size(self) -> (f64, f64) {
        match self {
            Self::Vimshottari => (120.0, 9.0),
            Self::Yogini => (36.0, 8.0),
            Self::Ashtottari => (108.0, 8.0),
            Self::Chara => (SHORTEST_CYCLE_YEARS, 12.0),
        }
    }
}

/// Rules of the Chara dasha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CharaRules")]
enum CharaRules {
    /// K. N. Rao.
    #[default]
    Rao,
}

/// A birth and the periods to return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct DashaInput {
    #[serde(flatten)]
    birth: VedicBirth,
    /// System of dashas. Defaults to `vimshottari`.
    system: Option<DashaSystem>,
    /// Levels of periods: 1 for maha dashas only, up to 5. Defaults to 2, and to 5 with `at`.
    #[schemars(range(min = 1, max = 5))]
    levels: Option<u8>,
    /// Start of the range: local time at the birthplace. Defaults to the birth.
    #[schemars(extend("format" = DATE_TIME))]
    from: Option<String>,
    /// End of the range: local time at the birthplace. A date without a time means its last instant. Defaults to the
    /// end of the first cycle.
    #[schemars(extend("format" = DATE_TIME))]
    to: Option<String>,
    /// Instant for which to return the period of each level, instead of a range.
    #[schemars(extend("format" = DATE_TIME))]
    at: Option<String>,
    /// Length of a year: a number of days (365.25, 365.2425, 365.24219, 365.256363, 360, 354.36707 or another), or
    /// `sunSidereal`, `sunTropical` or `tithi` for the true motion of the Sun or the Moon. Defaults to 365.25.
    dasha_year: Option<DashaYearInput>,
    /// Nakshatra from which the lords of Ashtottari are counted. Defaults to `ardra`.
    ashtottari_start: Option<Id<AshtottariStart>>,
    /// Rules of the Chara dasha. Defaults to `rao`.
    chara_rules: Option<CharaRules>,
    #[serde(flatten)]
    words: WordingOptions,
}

/// The periods of a life.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Dasha")]
pub(crate) struct DashaReply {
    /// Birth time in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// System of dashas.
    system: DashaSystem,
    /// What remained of the first maha dasha at birth.
    balance: BalanceReply,
    /// Maha dashas that overlap the range, with their true starts and ends. The first begins before birth.
    periods: Vec<PeriodReply>,
    /// Metadata about the calculation.
    meta: DashaMeta,
}

/// What remained of the first maha dasha at birth.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DashaBalance")]
pub(crate) struct BalanceReply {
    /// Lord of the maha dasha: a graha, or a sign in the Chara dasha.
    lord: &'static str,
    /// Years that remained.
    years: Rounded,
}

/// A period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DashaPeriod")]
pub(crate) struct PeriodReply {
    /// Lord: a graha, or a sign in the Chara dasha.
    lord: &'static str,
    /// Name of the yogini. Present in the Yogini dasha.
    #[serde(skip_serializing_if = "Option::is_none")]
    yogini: Option<&'static str>,
    /// Level: 1 maha, 2 antar, 3 pratyantar, 4 sukshma, 5 prana dasha.
    level: u8,
    /// Start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// Interpretation of the lord. Present in the maha dashas of Vimshottari if `includeText` is `true`, once for each
    /// lord.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Periods of the next level that overlap the range.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    periods: Vec<PeriodReply>,
}

/// Metadata about a dasha.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DashaMeta")]
pub(crate) struct DashaMeta {
    #[serde(flatten)]
    meta: Meta,
    /// Conventions used, including defaults.
    conventions: DashaConventions,
}

/// Conventions of a dasha.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DashaConventions")]
pub(crate) struct DashaConventions {
    /// Ayanamsha of the zodiac. Null if it is user-defined.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Type of lunar node that Rahu and Ketu are. Present in the Chara dasha.
    #[serde(skip_serializing_if = "Option::is_none")]
    node_type: Option<Id<NodeKind>>,
    /// Length of a year.
    dasha_year: DashaYearInput,
    /// Its mean length in days.
    dasha_year_days: Rounded,
    /// Nakshatra from which the lords are counted. Present in the Ashtottari dasha.
    #[serde(skip_serializing_if = "Option::is_none")]
    ashtottari_start: Option<Id<AshtottariStart>>,
    /// Rules of the Chara dasha. Present in that dasha.
    #[serde(skip_serializing_if = "Option::is_none")]
    chara_rules: Option<CharaRules>,
}

impl DashaInput {
    fn system(&self) -> DashaSystem {
        self.system.unwrap_or_default()
    }

    fn year(&self) -> DashaYearInput {
        self.dasha_year.unwrap_or_default()
    }

    fn levels(&self) -> u8 {
        let default = if self.at.is_some() { MAX_LEVELS } else { 2 };
        self.levels.unwrap_or(default)
    }

    fn dasha(&self, chart: &VedicChart) -> Dasha {
        let moon_deg = chart.graha(Graha::Moon).longitude_deg;
        match self.system() {
            DashaSystem::Vimshottari => vimshottari(moon_deg),
            DashaSystem::Yogini => yogini(moon_deg),
            DashaSystem::Ashtottari => {
                let start = self.ashtottari_start.map(|it| it.0);
                ashtottari(moon_deg, start.unwrap_or_default())
            }
            DashaSystem::Chara => chara(chart.lagna(), &chart.signs()),
        }
    }

    /// The instants of the range that the request names.
    fn window(&self) -> Result<Window, Vec<Problem>> {
        let mut problems = Problems::default();
        let mut resolve = |text: &Option<String>, field: &'static str, is_end: bool| {
            let text = text.as_deref()?;
            let resolved = problems.keep(self.birth.on_this_clock(text, field).resolve())?;
            Some(match resolved {
                BirthTime::Moment(moment) => moment.at.tt,
                BirthTime::Day(day) if is_end => day.range.end,
                BirthTime::Day(day) => day.range.start,
            })
        };
        let window = Window {
            at: resolve(&self.at, "at", false),
            from: resolve(&self.from, "from", false),
            to: resolve(&self.to, "to", true),
        };
        if let (Some(_), Some(other)) = (
            &self.at,
            [(&self.from, "from"), (&self.to, "to")]
                .into_iter()
                .find(|(field, _)| field.is_some()),
        ) {
            let detail = format!(
                "`at` and `{}` are mutually exclusive. Send only one of them.",
                other.1
            );
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            problems
                .0
                .push(problem.at(Source::Pointer("/at".to_owned())));
        }
        if problems.0.is_empty() {
            Ok(window)
        } else {
            Err(problems.0)
        }
    }

    fn conventions(&self, node: NodeKind) -> DashaConventions {
        let is = |system| self.system() == system;
        DashaConventions {
            ayanamsha: self.birth.ayanamsha(),
            ayanamsha_at: self.birth.ayanamsha_at().cloned(),
            node_type: is(DashaSystem::Chara).then_some(Id(node)),
            dasha_year: self.year(),
            dasha_year_days: self.year().0.mean_days().into(),
            ashtottari_start: is(DashaSystem::Ashtottari)
                .then(|| self.ashtottari_start.unwrap_or(Id(AshtottariStart::Ardra))),
            chara_rules: is(DashaSystem::Chara).then(|| self.chara_rules.unwrap_or_default()),
        }
    }

    /// A warning about options of another system.
    fn idle(&self) -> Option<Warning> {
        let idle = [
            (
                "ashtottariStart",
                self.ashtottari_start.is_some() && self.system() != DashaSystem::Ashtottari,
            ),
            (
                "charaRules",
                self.chara_rules.is_some() && self.system() != DashaSystem::Chara,
            ),
        ];
        let idle = idle.into_iter().filter(|(_, is_idle)| *is_idle);
        let idle: Vec<String> = idle.map(|(name, _)| format!("`{name}`")).collect();
        (!idle.is_empty()).then(|| {
            let detail = format!(
                "These options have no effect on this system of dashas: {}.",
                idle.join(", ")
            );
            Warning::new("option_without_effect", detail)
        })
    }

    /// The mean number of periods in so many days, on all levels.
    fn estimated_periods(&self, days: f64) -> f64 {
        let (cycle_years, lords) = self.system().size();
        let cycles = days / (cycle_years * self.year().0.mean_days());
        let levels = i32::from(self.levels());
        // At each end of the range, a level has a period of which only a part is in the range.
        let inside: f64 = (1..=levels).map(|level| cycles * lords.powi(level)).sum();
        inside + 2.0 * lords * f64::from(levels)
    }
}

/// The instants that a request names.
#[derive(Clone, Copy, Debug)]
struct Window {
    at: Option<Instant<Tt>>,
    from: Option<Instant<Tt>>,
    to: Option<Instant<Tt>>,
}

impl Window {
    /// The range of periods.
    fn range(
        &self,
        birth: Instant<Tt>,
        end_of_cycle: impl FnOnce() -> Result<Instant<Tt>, ApiError>,
    ) -> Result<Range<Instant<Tt>>, ApiError> {
        let refused = |code: ErrorCode, field: &str, detail: String| {
            let problem = Problem::new(code, detail);
            ApiError::from(problem.at(Source::Pointer(format!("/{field}"))))
        };
        if let Some(at) = self.at {
            if at < birth {
                let detail = "`at` is before the birth, when no dasha has begun.".to_owned();
                return Err(refused(ErrorCode::RangeReversed, "at", detail));
            }
            return Ok(at..at);
        }
        let from = self.from.unwrap_or(birth);
        let to = match self.to {
            Some(to) => to,
            None => end_of_cycle()?,
        };
        if to <= from {
            let (field, detail) = if self.to.is_some() {
                ("to", "`to` must be after `from`.")
            } else {
                (
                    "from",
                    "`from` is after the end of the first cycle. Set `to`, too.",
                )
            };
            return Err(refused(ErrorCode::RangeReversed, field, detail.to_owned()));
        }
        if to < birth {
            let detail = "`to` is before the birth, when no dasha has begun.".to_owned();
            return Err(refused(ErrorCode::RangeReversed, "to", detail));
        }
        let begin = if from < birth { birth } else { from };
        let days = to.minus(begin);
        if days > MAX_DAYS {
            let detail = format!(
                "The range covers {} days, but the limit is {} days. Shorten the range, or split it into \
                 several requests.",
                thousands(format_args!("{days:.0}")),
                thousands(format_args!("{MAX_DAYS:.0}"))
            );
            let problem = Problem::new(ErrorCode::RangeTooLong, detail);
            let problem = problem.with_meta("maximumDays", MAX_DAYS);
            return Err(problem.at(Source::Pointer("/to".to_owned())).into());
        }
        Ok(from..to)
    }
}

impl Calculation for DashaCalc {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: CHART_ERRORS,
        ..spec(
            "calc_vedic_dasha",
            "/api/calc/vedic/dasha",
            gated(VEDIC_DASHA_CALC),
            "Calculate Vedic planetary periods (dashas)",
            "Returns the periods that overlap a range or contain an instant, with up to five levels. Periods at the \
             ends of the range have their true starts and ends. `meta.conventions` has every convention on which \
             schools differ: programs disagree mostly about the ayanamsha and the length of a year.",
        )
    };
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":13.08,"longitude":80.27},
        "from":"2024-01-01","to":"2026-12-31","levels":3}"#;
    const TEXTS: Option<Capability> = Some(VEDIC_TEXTS);
    const COST_FORMULA: &'static str = "1 unit for up to about 3,000 periods whose years have a fixed number of days, \
        or about 120 whose years follow the Sun or the Moon. Above that, the price grows with their number.";
    type Input = DashaInput;
    type Reply = DashaReply;

    fn wording(input: &DashaInput) -> Option<Wording<'_>> {
        Some(input.words.wording(false))
    }

    fn work(input: &DashaInput) -> Work {
        let year = input.year().0;
        let days = match input.window() {
            Ok(Window { at: Some(_), .. }) => 0.0,
            Ok(Window {
                from: Some(from),
                to: Some(to),
                ..
            }) => to.minus(from).clamp(0.0, MAX_DAYS),
            Ok(Window { to: Some(to), .. }) => match input.birth.when().resolve_moment() {
                Ok(birth) => to.minus(birth.at.tt).clamp(0.0, MAX_DAYS),
                Err(_) => return Work::REQUEST,
            },
            // To the end of the first cycle, whatever its length.
            Ok(_) => input.system().size().0 * year.mean_days(),
            Err(_) => return Work::REQUEST,
        };
        let periods = input.estimated_periods(days).min(MAX_PERIODS as f64);
        let of_period = if year.follows_the_sky() {
            SOLVED_MILLINATALS
        } else {
            PERIOD_MILLINATALS
        };
        let texts = if input.words.wording(false).texts {
            Work::new(1_000, 16 * 1_024)
        } else {
            Work::new(0, 0)
        };
        Work::estimated(
            1_000.0 + of_period * periods,
            2_048.0 + PERIOD_BYTES * periods,
        ) + texts
    }

    fn compute(input: &DashaInput, context: &CalculationContext) -> Result<DashaReply, ApiError> {
        let mut problems = Problems::default();
        let birth = problems.keep(input.birth.when().resolve_moment());
        let window = problems.keep(input.window());
        problems.finish()?;
        let (birth, window): (ResolvedMoment, Window) = birth
            .zip(window)
            .expect("unresolved input has been reported");
        let options = input.birth.options()?;
        let chart = birth::chart(&birth, &options, context)?;
        let dasha = input.dasha(&chart);
        let from = DashaBirth {
            at: birth.at.tt,
            year: input.year().0,
            zodiac: options.zodiac,
        };
        let ephemeris = context.ephemeris();
        let field = if window.at.is_some() { "at" } else { "to" };
        let range = window.range(birth.at.tt, || {
            let end = dasha.end_of_cycle(&ephemeris, &from);
            end.map_err(|error| sky_problem(error, field))
        })?;
        let periods = dasha.periods(&ephemeris, &from, &range, (input.levels(), MAX_PERIODS));
        let periods = periods.map_err(|error| match error {
            DashaError::Sky(error) => sky_problem(error, field),
            DashaError::TooMany => too_many(),
        })?;
        let (lord, years) = dasha.balance();
        let mut meta = Meta::of(&birth).with_frame(&chart.frame);
        meta.warn(input.idle());
        meta.warn(context.warnings());
        let is_yogini = input.system() == DashaSystem::Yogini;
        let mut replies: Vec<PeriodReply> = Vec::new();
        for period in &periods {
            let mut reply = PeriodReply::of(period, is_yogini);
            let is_first = replies.iter().all(|it| it.lord != reply.lord);
            if is_first && input.system() == DashaSystem::Vimshottari {
                reply.text = text(context.words(), "dasha-lord", reply.lord);
            }
            replies.push(reply);
        }
        Ok(DashaReply {
            date_time: meta.utc(),
            system: input.system(),
            balance: BalanceReply {
                lord: lord.id(),
                years: years.into(),
            },
            periods: replies,
            meta: DashaMeta {
                meta,
                conventions: input.conventions(options.node),
            },
        })
    }
}

fn too_many() -> ApiError {
    let most = thousands(MAX_PERIODS);
    let detail = format!(
        "The range has more than {most} periods. Request fewer `levels` or a shorter range."
    );
    let problem = Problem::new(ErrorCode::RangeTooLong, detail);
    let problem = problem.with_meta("maximumPeriods", MAX_PERIODS);
    problem.at(Source::Pointer("/levels".to_owned())).into()
}

impl PeriodReply {
    fn of(period: &Period, is_yogini: bool) -> Self {
        let below = period.periods.iter();
        Self {
            lord: period.lord.id(),
            yogini: is_yogini.then(|| yogini_of(period.lord)).flatten(),
            level: period.level,
            start: tt_text(period.start),
            end: tt_text(period.end),
            text: None,
            periods: below.map(|it| Self::of(it, is_yogini)).collect(),
        }
    }
}

fn yogini_of(lord: DashaLord) -> Option<&'static str> {
    let index = YOGINI
        .iter()
        .position(|(it, _)| DashaLord::Graha(*it) == lord);
    index.map(|it| YOGINI_NAMES[it])
}
