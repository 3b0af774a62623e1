//! What the sky does in a period: the facts that all twelve signs share. Found once for all of them.

use std::ops::Range;

use astrology::ayanamsha::Zodiac;
use astrology::horoscope::{Detail, Fact, FactKind, PLANETS, facts};
use astrology::moon::{MoonAspects, MoonState, VoidPeriod, void_of_course};
use astrology::phase::LunarPhase;
use astrology::sign::Sign;
use ephemeris::event::lunation::lunations;
use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use super::period::{Period, PeriodKind, middle};

/// How long a text is not repeated, in days.
const REPEAT_AFTER_DAYS: f64 = 14.0;

/// A shorter part of a day is left out, in days (one hour).
const MIN_PART_DAYS: f64 = 1.0 / 24.0;

/// A stay of the Moon in a sign, on a day.
#[derive(Debug)]
pub(super) struct MoonStay {
    pub(super) fact: Fact,
    /// The number of days with at least an hour of the stay, from 1 on.
    pub(super) day: i64,
    /// The number of days at whose middle the Moon has been there, or 0.
    pub(super) noon: i64,
    /// Whether the Moon is there at the middle of the day.
    pub(super) is_at_noon: bool,
}

impl MoonStay {
    /// A stay on the first of these days, if it has an hour of it.
    fn of(fact: Fact, last_days: &[Range<Instant<Tt>>]) -> Option<Self> {
        let today = last_days.first()?;
        let until = fact.until?;
        let is_part = |day: &Range<Instant<Tt>>| {
            let start = if fact.at > day.start {
                fact.at
            } else {
                day.start
            };
            let end = if until < day.end { until } else { day.end };
            end.minus(start) >= MIN_PART_DAYS
        };
        let has_noon = |day: &Range<Instant<Tt>>| {
            let noon = middle(day);
            fact.at <= noon && noon < until
        };
        let count = |days: usize| i64::try_from(days).unwrap_or_default();
        is_part(today).then(|| Self {
            fact,
            day: count(last_days.iter().filter(|it| is_part(it)).count()),
            noon: count(last_days.iter().filter(|it| has_noon(it)).count()),
            is_at_noon: has_noon(today),
        })
    }
}

/// The sky of a period.
#[derive(Debug)]
pub(super) struct PeriodSky {
    /// The facts that begin in the period, by their beginning.
    pub(super) facts: Vec<Fact>,
    /// Those of the fourteen days before a day.
    pub(super) before: Vec<Fact>,
    /// The Moon's stays on a day.
    pub(super) moon_stays: Vec<MoonStay>,
    /// The Moon at the middle of a day, or at the beginning of a longer period.
    pub(super) moon_sign: Sign,
    /// Its phase on a day, or at the beginning of a longer period.
    pub(super) phase: LunarPhase,
    /// The void periods that overlap a day.
    pub(super) voids: Vec<VoidPeriod>,
    /// The signs of the planets at the beginning.
    signs: Vec<(Body, Sign)>,
}

impl PeriodSky {
    /// Finds the facts of a period.
    pub(super) fn of(ephemeris: &Ephemeris<'_>, period: &Period) -> Result<Self, SkyError> {
        let is_day = period.kind == PeriodKind::Daily;
        let range = &period.range;
        let (start, detail) = if is_day {
            (range.start.plus_days(-REPEAT_AFTER_DAYS), Detail::WithMoon)
        } else {
            (range.start, Detail::WithoutMoon)
        };
        let mut found = facts(ephemeris, &(start..range.end), detail)?;
        let at = if is_day { middle(range) } else { range.start };
        let moon_stays = found
            .iter()
            .filter(|it| it.kind == FactKind::MoonInSign)
            .filter_map(|it| MoonStay::of(*it, &period.last_days));
        let moon_stays = moon_stays.collect();
        // Stays belong to each of their days, not only to the first.
        found.retain(|it| it.kind != FactKind::MoonInSign);
        let begins = found.partition_point(|it| it.at < range.start);
        let facts = found.split_off(begins);
        let moon = MoonState::at(ephemeris, at, Zodiac::Tropical)?;
        let mut phase = moon.phase;
        let mut voids = Vec::new();
        if is_day {
            if let Some(principal) = lunations(ephemeris, range.clone())?.first() {
                phase = LunarPhase::beginning_with(principal.phase);
            }
            voids = void_of_course(ephemeris, range, &MoonAspects::default(), Zodiac::Tropical)?;
        }
        let sky = ephemeris.sky(range.start)?;
        let sign = |body: Body| Ok((body, Sign::of(sky.longitude(body)?.0)));
        let signs: Result<_, SkyError> = PLANETS.into_iter().map(sign).collect();
        Ok(Self {
            facts,
            before: found,
            moon_stays,
            moon_sign: moon.sign,
            phase,
            voids,
            signs: signs?,
        })
    }

    /// The Moon's stay at the middle of a day.
    pub(super) fn stay_at_noon(&self) -> Option<&MoonStay> {
        self.moon_stays.iter().find(|it| it.is_at_noon)
    }

    /// The sign of a planet at the beginning.
    pub(super) fn sign_of(&self, body: Body) -> Option<Sign> {
        let found = self.signs.iter().find(|it| it.0 == body);
        found.map(|it| it.1)
    }
}
