//! `/api/chart2/horoscope.{format}`: the horoscope of a sign as an image.

use access::Capability;
use astrology::sign::Sign;
use chart::{Card, CardBar, CardFact, Emblem};
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::{
    DAILY_REPORT, HOROSCOPE_CHARTS, HOROSCOPE_TEXTS, MONTHLY_REPORT, WEEKLY_REPORT,
    YEARLY_ASCENDANT_REPORT, YEARLY_REPORT,
};
use http_api::{ApiError, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::of_period::{HoroscopeOptions, TWELVE_MILLINATALS, YEAR_MILLINATALS, of_signs};
use super::period::{Period, PeriodKind, ZoneDays};
use super::reply::Horoscope;
use crate::dto::id::Id;
use crate::word::CardWord;
use crate::{CalculationContext, DrawCard, card_spec};

#[derive(Debug)]
pub(crate) struct HoroscopeCard;

/// The horoscope of a sign.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct HoroscopeCardFields {
    /// Sign.
    pub(super) sign: Id<Sign>,
    /// Kind of period. Defaults to `daily`.
    pub(super) period: Option<CardPeriod>,
    /// Date in the period. Defaults to today in `timezone`.
    #[schemars(extend("format" = "date"))]
    pub(super) date: Option<String>,
    #[serde(flatten)]
    pub(super) options: HoroscopeOptions,
}

/// The kinds of periods that a card can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "HoroscopeCardPeriod")]
pub(crate) enum CardPeriod {
    /// A day.
    #[default]
    Daily,
    /// An ISO week.
    Weekly,
    /// A month.
    Monthly,
    /// A year.
    Yearly,
    /// A year, by the sign of the Ascendant.
    YearlyAscendant,
}

impl CardPeriod {
    const fn word(self) -> CardWord {
        match self {
            Self::Daily => CardWord::Daily,
            Self::Weekly => CardWord::Weekly,
            Self::Monthly => CardWord::Monthly,
            Self::Yearly => CardWord::Yearly,
            Self::YearlyAscendant => CardWord::YearlyAscendant,
        }
    }

    /// The period that contains a date.
    fn containing(self, days: &ZoneDays, date: &str) -> Result<Period, ApiError> {
        match self {
            Self::Daily => days.daily(date),
            Self::Weekly => days.week_of(date),
            Self::Monthly => days.month_of(date),
            Self::Yearly => days.year_of(PeriodKind::Yearly, date),
            Self::YearlyAscendant => days.year_of(PeriodKind::YearlyAscendant, date),
        }
    }
}

impl DrawCard for HoroscopeCard {
    const IMAGE: Spec<AnyInOrganization> = card_spec(
        "chart_horoscope",
        "/api/chart2/horoscope.{format}",
        HOROSCOPE_CHARTS,
        "Draw a horoscope card",
        "Draws the horoscope for a sign as a card: its summary, the intensity of each section, the \
         Moon, and the lucky number, color and weekday. Each period type requires the corresponding \
         horoscope module. Without `date`, the image shows the current period and changes with it; with \
         `date`, the same request returns the same bytes until the texts change.",
    );
    const EXAMPLE: &'static str = r#"{"sign":"leo","date":"2026-11-18"}"#;
    const TEXTS: Capability = HOROSCOPE_TEXTS;
    const HOROSCOPE: &'static str = "horoscope";
    type Fields = HoroscopeCardFields;

    fn language(fields: &HoroscopeCardFields) -> &str {
        fields.options.language()
    }

    fn required(fields: &HoroscopeCardFields) -> Option<Capability> {
        Some(match fields.period.unwrap_or_default() {
            CardPeriod::Daily => DAILY_REPORT,
            CardPeriod::Weekly => WEEKLY_REPORT,
            CardPeriod::Monthly => MONTHLY_REPORT,
            CardPeriod::Yearly => YEARLY_REPORT,
            CardPeriod::YearlyAscendant => YEARLY_ASCENDANT_REPORT,
        })
    }

    fn dated(
        fields: HoroscopeCardFields,
        now: Instant<Tt>,
    ) -> Result<HoroscopeCardFields, ApiError> {
        let date = match fields.date {
            Some(date) => date,
            None => fields.options.days("date")?.today(now),
        };
        Ok(HoroscopeCardFields {
            date: Some(date),
            ..fields
        })
    }

    fn check(fields: &HoroscopeCardFields) -> Result<(), ApiError> {
        let days = fields.options.days("date")?;
        let kind = fields.period.unwrap_or_default();
        let date = fields.date.as_deref();
        date.map_or(Ok(()), |it| kind.containing(&days, it).map(drop))
    }

    fn result_work(fields: &HoroscopeCardFields) -> Work {
        let millinatals = match fields.period.unwrap_or_default() {
            CardPeriod::Yearly | CardPeriod::YearlyAscendant => YEAR_MILLINATALS,
            _ => TWELVE_MILLINATALS,
        };
        Work::new(millinatals, 0)
    }

    fn card(fields: &HoroscopeCardFields, context: &CalculationContext) -> Result<Card, ApiError> {
        let days = fields.options.days("date")?;
        let kind = fields.period.unwrap_or_default();
        let date = match &fields.date {
            Some(date) => date.clone(),
            None => days.today(context.now()),
        };
        let period = kind.containing(&days, &date)?;
        let sign = fields.sign.0;
        let place = Sign::ALL.iter().position(|it| *it == sign);
        let of_signs = of_signs(&period, context)?;
        let horoscope = &of_signs.horoscopes[place.unwrap_or_default()].horoscope;
        let words = context.words();
        let word = |it: CardWord| words.title(it.id()).unwrap_or_default();
        let dates = if horoscope.from == horoscope.to {
            horoscope.from.clone()
        } else {
            format!("{} – {}", horoscope.from, horoscope.to)
        };
        Ok(Card {
            emblem: Emblem::Sign(sign),
            overline: format!("{}, {dates}", word(kind.word())).into(),
            title: words.title(sign.id()).unwrap_or(sign.id()).into(),
            facts: facts(horoscope, &word, &|id| words.title(id).unwrap_or_default()),
            bars: bars(horoscope, &word),
            heading: horoscope.title.clone().unwrap_or_default().into(),
            text: horoscope.summary.clone().unwrap_or_default(),
            language: words.title_language().to_owned(),
        })
    }
}

fn bars(horoscope: &Horoscope, word: &impl Fn(CardWord) -> &'static str) -> Vec<CardBar> {
    let sections = [
        (CardWord::Love, &horoscope.intensity.love),
        (CardWord::Work, &horoscope.intensity.work),
        (CardWord::Money, &horoscope.intensity.money),
        (CardWord::Wellbeing, &horoscope.intensity.wellbeing),
    ];
    let bar = |(name, intensity): (CardWord, &Option<super::reply::IntensityOfSection>)| {
        let value = intensity.as_ref()?.value;
        Some(CardBar {
            name: word(name).into(),
            percent: u8::try_from(value).unwrap_or(100),
        })
    };
    sections.into_iter().filter_map(bar).collect()
}

fn facts(
    horoscope: &Horoscope,
    word: &impl Fn(CardWord) -> &'static str,
    title: &impl Fn(&str) -> &'static str,
) -> Vec<CardFact> {
    let fact = |name: &str, value: String| CardFact {
        name: name.into(),
        value: value.into(),
    };
    let mut facts = vec![fact(
        title("moon"),
        title(horoscope.moon.sign.0.id()).to_owned(),
    )];
    if let Some(lucky) = &horoscope.lucky {
        facts.push(fact(word(CardWord::LuckyNumber), lucky.number.to_string()));
        let colour = lucky.colour_title.unwrap_or_default();
        facts.push(fact(word(CardWord::LuckyColour), colour.to_owned()));
        let weekday = lucky.weekday_title.unwrap_or_default();
        facts.push(fact(word(CardWord::LuckyDay), weekday.to_owned()));
    }
    facts
}
