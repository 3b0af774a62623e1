//! The shadbala of a Vedic chart.

use astrology::vedic::chart::VedicChart;
use astrology::vedic::shadbala::kala::KalaBala;
use astrology::vedic::shadbala::sthana::SthanaBala;
use astrology::vedic::shadbala::{Shadbala, ShadbalaFacts, required};
use http_api::ApiError;
use schemars::JsonSchema;
use serde::Serialize;

use super::parts::day;
use crate::CalculationContext;
use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::instant::ResolvedMoment;
use crate::dto::meta::Warning;

/// The six strengths of a graha, in virupas.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Shadbala")]
pub(crate) struct ShadbalaReply {
    /// Strength by position.
    sthana: SthanaReply,
    /// Strength by direction.
    dig: Rounded,
    /// Strength by time.
    kala: KalaReply,
    /// Strength by motion. 0 for Sun and Moon.
    cheshta: Rounded,
    /// Natural strength.
    naisargika: Rounded,
    /// Strength by aspects. Negative if those of malefics prevail.
    drik: Rounded,
    /// Sum of the six.
    total: Rounded,
    /// Sum in rupas of 60 virupas.
    rupas: Rounded,
    /// Sum that the graha needs to be strong.
    required: Rounded,
    /// Sum divided by the required one.
    ratio: Rounded,
    /// Rank by `ratio`, 1 for the strongest graha.
    rank: u8,
}

/// Strength by position, in virupas.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SthanaBala")]
struct SthanaReply {
    /// By the distance from deepest debilitation.
    uccha: Rounded,
    /// By dignity in D1, D2, D3, D7, D9, D12 and D30.
    saptavargaja: Rounded,
    /// By odd and even signs in D1 and D9.
    ojayugma: Rounded,
    /// By the house in signs from the lagna: kendra, panapara or apoklima.
    kendradi: Rounded,
    /// By the third of the sign.
    drekkana: Rounded,
    /// Sum.
    total: Rounded,
}

/// Strength by time, in virupas.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KalaBala")]
struct KalaReply {
    /// By the distance of the Sun from noon.
    natonnata: Rounded,
    /// By the phase of the Moon.
    paksha: Rounded,
    /// Of the lord of the third of the day or night.
    tribhaga: Rounded,
    /// Of the lord of the year of 360 days.
    abda: Rounded,
    /// Of the lord of the month of 30 days.
    masa: Rounded,
    /// Of the lord of the weekday.
    vara: Rounded,
    /// Of the lord of the hora.
    hora: Rounded,
    /// By declination.
    ayana: Rounded,
    /// Won or lost in a war of planets.
    yuddha: Rounded,
    /// Sum.
    total: Rounded,
}

impl From<&SthanaBala> for SthanaReply {
    fn from(it: &SthanaBala) -> Self {
        Self {
            uccha: it.uccha.into(),
            saptavargaja: it.saptavargaja.into(),
            ojayugma: it.ojayugma.into(),
            kendradi: it.kendradi.into(),
            drekkana: it.drekkana.into(),
            total: it.total().into(),
        }
    }
}

impl From<&KalaBala> for KalaReply {
    fn from(it: &KalaBala) -> Self {
        Self {
            natonnata: it.natonnata.into(),
            paksha: it.paksha.into(),
            tribhaga: it.tribhaga.into(),
            abda: it.abda.into(),
            masa: it.masa.into(),
            vara: it.vara.into(),
            hora: it.hora.into(),
            ayana: it.ayana.into(),
            yuddha: it.yuddha.into(),
            total: it.total().into(),
        }
    }
}

/// The strengths; `None` where the Sun does not rise or set.
pub(super) fn of(
    chart: &VedicChart,
    birth: &ResolvedMoment,
    context: &CalculationContext,
) -> Result<Option<ById<ShadbalaReply>>, ApiError> {
    let Some(day) = day(birth, context)? else {
        return Ok(None);
    };
    let found = Shadbala::compute(&ShadbalaFacts::of(chart, day));
    let rank = |it: &Shadbala| {
        let stronger = found.iter().filter(|other| other.ratio() > it.ratio());
        u8::try_from(stronger.count() + 1).unwrap_or(u8::MAX)
    };
    let reply = |it: &Shadbala| {
        let reply = ShadbalaReply {
            sthana: (&it.sthana).into(),
            dig: it.dig.into(),
            kala: (&it.kala).into(),
            cheshta: it.cheshta.into(),
            naisargika: it.naisargika.into(),
            drik: it.drik.into(),
            total: it.total().into(),
            rupas: it.rupas().into(),
            required: required(it.graha).into(),
            ratio: it.ratio().into(),
            rank: rank(it),
        };
        (it.graha.id(), reply)
    };
    Ok(Some(found.iter().map(reply).collect()))
}

/// A warning about strengths that were requested and do not exist.
pub(super) fn warning(found: Option<&Option<ById<ShadbalaReply>>>) -> Option<Warning> {
    matches!(found, Some(None)).then(|| {
        let detail = "The Sun does not rise or set here around the birth, so hours have no lords. `shadbala` is omitted.";
        Warning::new("sun_does_not_rise", detail)
    })
}
